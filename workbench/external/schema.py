"""The two files: what an external system sees, and what it predicted; one document a line."""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

INPUT: Literal["anaphora-workbench/input/1"] = "anaphora-workbench/input/1"
PREDICTIONS: Literal["anaphora-workbench/predictions/1"] = "anaphora-workbench/predictions/1"
RECORDED: Literal["anaphora-workbench/recorded/1"] = "anaphora-workbench/recorded/1"

Pair: TypeAlias = tuple[int, int]
"""Start and end of a mention."""

_STRICT = {"extra": "forbid", "allow_inf_nan": False}


@dataclass(frozen=True, slots=True)
class Question:
    """An anaphor with the candidates that agree with it, in text order."""

    __pydantic_config__: ClassVar = _STRICT

    anaphor: Pair
    candidates: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class CandidateRecord:
    """What resolvers read of a mention, as in the workbench of Mitkov 2001: the analysis of its head, the verb above.

    `head` and `verb` are tokens; `verb` is the predicate that the mention depends on (`None`: none), the noun or
    adjective of a copular clause included, with its lemma. `sentence` counts from 0.
    """

    __pydantic_config__: ClassVar = _STRICT

    span: Pair
    head: int
    lemma: str
    pos: str
    function: str
    sentence: int
    verb: int | None
    verb_lemma: str


@dataclass(frozen=True, slots=True)
class Input:
    """What a system sees of one document, and nothing of a key.

    The id of a token is its place in `tokens`; `starts` has its offset in `text`, in code points. Spans count tokens,
    ends exclusive. `mentions`, with their `records`, and `questions` are there if they were asked for. `signature` says
    how they were made.
    """

    __pydantic_config__: ClassVar = _STRICT

    schema: Literal["anaphora-workbench/input/1"]
    doc_id: str
    text_sha256: str
    text: str
    tokens: tuple[str, ...]
    starts: tuple[int, ...]
    sentences: tuple[Pair, ...]
    mentions: tuple[Pair, ...] | None = None
    questions: tuple[Question, ...] | None = None
    records: tuple[CandidateRecord, ...] | None = None
    signature: str = ""


@dataclass(frozen=True, slots=True)
class System:
    """What predicted: names and versions as its makers give them, and what it was trained on."""

    __pydantic_config__: ClassVar = _STRICT

    name: str
    version: str = ""
    model: str = ""
    model_revision: str = ""
    licence: str = ""
    training_data: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another antecedent that a system thought of, with the score it gave."""

    __pydantic_config__: ClassVar = _STRICT

    antecedent: Pair | None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """An anaphor with its antecedent (`None`: the system says that it has none)."""

    __pydantic_config__: ClassVar = _STRICT

    anaphor: Pair
    antecedent: Pair | None
    score: float | None = None
    alternatives: tuple[Alternative, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a language model wrote on one of the input's questions, numbered from 0."""

    __pydantic_config__: ClassVar = _STRICT

    question: int
    text: str


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a system predicted of one document.

    `unit` says what spans count and `end` whether ends are included; both must be given where there are spans. With
    `mentions` "heads" each mention is its head word alone. Instead of spans there may be a text that a model wrote
    again with marks (`rewritten`), or its `answers` to the input's questions. `dropped` says why a document was passed
    over. `raw` is the system's own output, kept so that it can be read anew. With the schema "recorded" all is checked,
    and spans are tokens, ends exclusive.
    """

    __pydantic_config__: ClassVar = _STRICT

    schema: Literal["anaphora-workbench/predictions/1", "anaphora-workbench/recorded/1"]
    doc_id: str
    text_sha256: str
    system: System
    unit: Literal["token", "character"] | None = None
    end: Literal["inclusive", "exclusive"] | None = None
    mentions: Literal["spans", "heads"] = "spans"
    clusters: tuple[tuple[Pair, ...], ...] = ()
    links: tuple[Link, ...] = ()
    rewritten: str | None = None
    answers: tuple[Answer, ...] | None = None
    dropped: str | None = None
    raw: object = None
