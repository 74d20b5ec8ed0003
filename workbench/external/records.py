"""The two files, read and written: what an external system sees, and what it predicted; one document a line."""

import hashlib
import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, TypeVar

from anaphora.workbench.errors import FormatError
from anaphora.workbench.files.reading import LONGEST_LINE, opened, raw_lines

SCHEMAS = "anaphora-workbench/"
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
    """The record of a mention that resolvers read, as in the workbench of Mitkov 2001: its head and the verb above.

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
    """The part of one document that a system sees, and nothing of a key.

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
    """The system that predicted: names and versions as its makers give them, and what it was trained on."""

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
    """The answer of a language model to one of the input's questions, numbered from 0."""

    __pydantic_config__: ClassVar = _STRICT

    question: int
    text: str


@dataclass(frozen=True, slots=True)
class Prediction:
    """The prediction of a system for one document.

    `unit` says what spans count and `end` whether ends are included; both must be given where there are spans. With
    `mentions` "heads" each mention is its head word alone. Instead of spans there may be a text that a model wrote
    again with marks (`rewritten`), or its `answers` to the input's questions. `dropped` says why a document was passed
    over. `raw` is the system's own output, kept so that it can be read anew. With the schema "recorded" all is checked,
    spans are `tokens`, which are there, ends exclusive.
    """

    __pydantic_config__: ClassVar = _STRICT

    schema: Literal["anaphora-workbench/predictions/1", "anaphora-workbench/recorded/1"]
    doc_id: str
    text_sha256: str
    system: System
    unit: Literal["token", "character"] | None = None
    end: Literal["inclusive", "exclusive"] | None = None
    mentions: Literal["spans", "heads"] = "spans"
    tokens: tuple[str, ...] = ()
    clusters: tuple[tuple[Pair, ...], ...] = ()
    links: tuple[Link, ...] = ()
    rewritten: str | None = None
    answers: tuple[Answer, ...] | None = None
    dropped: str | None = None
    raw: object = None


if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of the tokens of an input in its text."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def tokens(self, start: int, end: int) -> Pair | None:
        """The tokens that characters touch; `None` where there are only blanks."""
        first, after = bisect_right(self.ends, start), bisect_left(self.starts, end)
        return (first, after) if first < after else None

    def cuts(self, start: int, end: int, tokens: Pair) -> bool:
        """Return whether characters cut their first or last token; blanks at their ends do not matter."""
        first, last = self.starts[tokens[0]], self.ends[tokens[1] - 1]
        return start > first or end < last or bool(self.text[start:first].strip() or self.text[last:end].strip())


def layout_of(given: Input) -> Layout:
    """The layout of a document's tokens."""
    ends = [start + len(token) for start, token in zip(given.starts, given.tokens, strict=True)]
    return Layout(given.text, given.starts, ends)


Record = TypeVar("Record", Input, Prediction)
_SCHEMAS: dict[type, str] = {Input: INPUT, Prediction: PREDICTIONS}
_WRITTEN = {
    INPUT: "what 'anaphora export' wrote",
    PREDICTIONS: "what a system predicted",
    RECORDED: "what 'anaphora import' wrote",
}


def text_hash(text: str) -> str:
    """The SHA-256 of a text's UTF-8 bytes, in hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def read_records(path: Path, type_: type[Record]) -> Iterator[tuple[int, int, Record]]:
    """Each document of a file with its line, from 1, and the offset of that line in bytes; empty lines are skipped.

    Raises:
        FormatError: the file cannot be opened or holds no document, a line is not JSON of this schema, a document comes
            twice, or predictions are of more than one system.
    """
    seen: dict[str, int] = {}
    system: System | None = None
    with opened(path) as file:
        offset = 0
        for line, raw in enumerate(raw_lines(path, file), start=1):
            if raw.strip():
                record = _record(path, line, raw, type_)
                if record.doc_id in seen:
                    problem = f"document '{record.doc_id}' comes twice, here and in line {seen[record.doc_id]}"
                    raise FormatError(path, line, problem, "Keep one of the two lines.", code="duplicate-id")
                seen[record.doc_id] = line
                if isinstance(record, Prediction):
                    if system not in (None, record.system):
                        problem = f"this is of another system or model than the lines before ({record.system.name})"
                        cure = "Keep each system's predictions in a file of its own."
                        raise FormatError(path, line, problem, cure, code="other-system")
                    system = record.system
                yield line, offset, record
            offset += len(raw)
    if not seen:
        cure = "Check that it was written completely."
        raise FormatError(path, None, "it has no document", cure, code="empty")


def read_record(path: Path, line: int, offset: int, type_: type[Record]) -> Record:
    """The document of the line that begins at an offset in bytes, as `read_records` gave it. Raises `FormatError`."""
    with opened(path) as file:
        file.seek(offset)
        return _record(path, line, file.readline(LONGEST_LINE), type_)


def to_line(record: Input | Prediction) -> str:
    """Write a document as a line of its file; values that are at their defaults are left out."""
    return json.dumps(_plain(record), ensure_ascii=False, separators=(",", ":")) + "\n"


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        named = ((field.name, getattr(value, field.name), field.default) for field in fields(value))
        return {name: _plain(part) for name, part, default in named if part != default}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


@cache
def _adapter(schema: str) -> "TypeAdapter[Input | Prediction]":
    from pydantic import TypeAdapter

    return TypeAdapter(Input if schema == INPUT else Prediction)


def _record(path: Path, line: int, raw: bytes, type_: type[Record]) -> Record:
    from pydantic import ValidationError

    try:
        record = _adapter(_SCHEMAS[type_]).validate_json(raw, strict=True)
    except ValidationError as error:
        raise FormatError(path, line, *_explain(error, _SCHEMAS[type_])) from error
    if isinstance(record, Input) and (problem := _contradiction(record)):
        cure = "Let 'anaphora export' write the file again."
        raise FormatError(path, line, problem, cure, code="inconsistent")
    if isinstance(record, Prediction) and not _is_json(record.raw):
        cure = "JSON has no NaN and no Infinity; write null instead."
        raise FormatError(path, line, "'raw' contains something that is not a number", cure)
    assert isinstance(record, type_)  # noqa: S101 (the adapter makes no other)
    return record


def _is_json(value: object) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return True


def _contradiction(given: Input) -> str:
    """Return what in an input contradicts the rest; empty if nothing does."""
    total, length = len(given.tokens), len(given.text)
    if len(given.starts) != total:
        return f"there are {total} tokens, but {len(given.starts)} starts"
    ends = [0, *(start + len(token) for start, token in zip(given.starts, given.tokens, strict=True))]
    if not all(end <= start <= length for end, start in zip(ends, given.starts, strict=False)) or ends[-1] > length:
        return "the tokens are not in the order of the text, or not all within it"
    if not all(given.text.startswith(token, start) for start, token in zip(given.starts, given.tokens, strict=True)):
        return "a token is not in the text where 'starts' says"
    if text_hash(given.text) != given.text_sha256:
        return "the text is not the one that 'text_sha256' is the hash of"
    asked = [span for question in given.questions or () for span in (question.anaphor, *question.candidates)]
    for start, end in (*given.sentences, *(given.mentions or ()), *asked):
        if not 0 <= start < end <= total:
            return f"the span {start} to {end} is not within its {total} tokens"
    return ""


def _explain(error: "ValidationError", schema: str) -> tuple[str, str]:
    """The first thing that is wrong, and the cure."""
    first = error.errors(include_url=False)[0]
    if first["loc"] == ("schema",) and isinstance(first["input"], str) and first["input"] in _WRITTEN:
        return f"this is {_WRITTEN[first['input']]}, not the schema {schema}", "Check the order of the files."
    if first["loc"] == ("schema",) or first["type"] in ("json_invalid", "dataclass_type"):
        more = "" if schema == INPUT else " Answers in other forms are imported first: anaphora import INPUT ANSWERS."
        return (
            f"this is not a line of the schema {schema} ({first['msg']})",
            f'Each line is {{"schema": "{schema}", ...}}.{more}',
        )
    where = ".".join(map(str, first["loc"]))
    shown = repr(first["input"])
    came = shown if len(shown) <= 60 else f"{shown[:57]}..."
    return f"'{where}' is {came}: {first['msg'][:1].lower()}{first['msg'][1:]}", f"See the schema {schema} in the docs."
