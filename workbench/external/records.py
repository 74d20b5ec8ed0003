"""The two files of external systems: what a system sees, and what it predicted; one document a line.

Both are read, checked against one another, and written. What is mended on the way is counted by the names of
`mending.REPAIRS`.
"""

import hashlib
import json
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, TypeVar

from anaphora.workbench.document import RUNS
from anaphora.workbench.errors import FormatError
from anaphora.workbench.external.mending import Bounds, align, split_marks
from anaphora.workbench.files import LONGEST_LINE, opened, raw_lines, read_toml
from anaphora.workbench.linking import UnionFind

SCHEMAS = "anaphora-workbench/"
INPUT: Literal["anaphora-workbench/input/1"] = "anaphora-workbench/input/1"
PREDICTIONS: Literal["anaphora-workbench/predictions/1"] = "anaphora-workbench/predictions/1"
RECORDED: Literal["anaphora-workbench/recorded/1"] = "anaphora-workbench/recorded/1"

_STRICT = {"extra": "forbid", "allow_inf_nan": False}


@dataclass(frozen=True, slots=True)
class Question:
    """An anaphor with the candidates that agree with it, in text order."""

    __pydantic_config__: ClassVar = _STRICT

    anaphor: Bounds
    candidates: tuple[Bounds, ...]


@dataclass(frozen=True, slots=True)
class CandidateRecord:
    """The record of a mention that resolvers read, as in the workbench of Mitkov 2001: its head and the verb above.

    `head` and `verb` are tokens; `verb` is the predicate that the mention depends on (`None`: none), the noun or
    adjective of a copular clause included, with its lemma. `sentence` counts from 0.
    """

    __pydantic_config__: ClassVar = _STRICT

    span: Bounds
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
    sentences: tuple[Bounds, ...]
    mentions: tuple[Bounds, ...] | None = None
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

    antecedent: Bounds | None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class PredictedLink:
    """An anaphor with its antecedent (`None`: the system says that it has none)."""

    __pydantic_config__: ClassVar = _STRICT

    anaphor: Bounds
    antecedent: Bounds | None
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
    clusters: tuple[tuple[Bounds, ...], ...] = ()
    links: tuple[PredictedLink, ...] = ()
    rewritten: str | None = None
    answers: tuple[Answer, ...] | None = None
    dropped: str | None = None
    raw: object = None


if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError


@dataclass(frozen=True, slots=True)
class TokenLayout:
    """The places of the tokens of an input in its text."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def tokens(self, start: int, end: int) -> Bounds | None:
        """The tokens that characters touch; `None` where there are only blanks."""
        first, after = bisect_right(self.ends, start), bisect_left(self.starts, end)
        return (first, after) if first < after else None

    def cuts(self, start: int, end: int, tokens: Bounds) -> bool:
        """Return whether characters cut their first or last token; blanks at their ends do not matter."""
        first, last = self.starts[tokens[0]], self.ends[tokens[1] - 1]
        return start > first or end < last or bool(self.text[start:first].strip() or self.text[last:end].strip())


def layout_of(source: Input) -> TokenLayout:
    """The layout of a document's tokens."""
    ends = [start + len(token) for start, token in zip(source.starts, source.tokens, strict=True)]
    return TokenLayout(source.text, source.starts, ends)


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
    return json.dumps(_as_data(record), ensure_ascii=False, separators=(",", ":")) + "\n"


def _as_data(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        named = ((field.name, getattr(value, field.name), field.default) for field in fields(value))
        return {name: _as_data(part) for name, part, default in named if part != default}
    return [_as_data(part) for part in value] if isinstance(value, tuple) else value


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


def _contradiction(source: Input) -> str:
    """Return what in an input contradicts the rest; empty if nothing does."""
    total, length = len(source.tokens), len(source.text)
    if len(source.starts) != total:
        return f"there are {total} tokens, but {len(source.starts)} starts"
    ends = [0, *(start + len(token) for start, token in zip(source.starts, source.tokens, strict=True))]
    if not all(end <= start <= length for end, start in zip(ends, source.starts, strict=False)) or ends[-1] > length:
        return "the tokens are not in the order of the text, or not all within it"
    if not all(source.text.startswith(token, start) for start, token in zip(source.starts, source.tokens, strict=True)):
        return "a token is not in the text where 'starts' says"
    if text_hash(source.text) != source.text_sha256:
        return "the text is not the one that 'text_sha256' is the hash of"
    asked = [span for question in source.questions or () for span in (question.anaphor, *question.candidates)]
    for start, end in (*source.sentences, *(source.mentions or ()), *asked):
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


# Checks of a prediction against its input

_COUNTED: Mapping[str, Mapping[str, str]] = read_toml(Path(__file__).with_name("counted.toml"))[1]
FACTS, ASKED = _COUNTED["facts"], _COUNTED["asked"]
"""The other figures that are counted, by the names that they are counted under; those of a run that asks a server."""


def check_prediction(
    path: Path, line: int | None, source: Input, prediction: Prediction
) -> tuple[Prediction, Counter[str]]:
    """A prediction in our tokens, ends exclusive, and what was counted and mended on the way.

    Where there are only links, clusters are what they connect.

    Raises:
        FormatError: it was made from another text, the convention of spans is not named, or there are spans beside a
            rewritten text or answers.
    """
    _require_same_text(path, line, source, prediction)
    counts: Counter[str] = Counter()
    clusters, links = _predicted(path, line, source, prediction, counts)
    if clusters:
        chains = disjoint(clusters, counts)
    else:
        pairs = [(link.antecedent, link.anaphor) for link in links if link.antecedent]
        chains = UnionFind(sorted({span for pair in pairs for span in pair}), pairs).chains()
    _count(source, chains, links, counts)
    kept = replace(
        prediction,
        schema=RECORDED,
        tokens=source.tokens,
        unit="token",
        end="exclusive",
        mentions=prediction.mentions if prediction.clusters or prediction.links else "spans",
        clusters=chains,
        links=links,
        rewritten=None,
        answers=None,
        raw=prediction.raw or prediction.rewritten or [answer.text for answer in prediction.answers or ()] or None,
    )
    return kept, counts


def _require_same_text(path: Path, line: int | None, source: Input, prediction: Prediction) -> None:
    if prediction.text_sha256 != source.text_sha256:
        problem = f"the text of document '{source.doc_id}' is another than the system was given (the hashes differ)"
        cure = "Name the input that the system read, or let it predict again."
        raise FormatError(path, line, problem, cure, code="other-text")
    has_spans = bool(prediction.clusters or prediction.links)
    ways = ["clusters or links"] if has_spans else []
    ways += [name for name in ("rewritten", "answers", "dropped") if getattr(prediction, name) is not None]
    if len(ways) > 1:
        raise FormatError(path, line, f"there is {' and '.join(ways)} in one line", "A document has one of them.")
    if has_spans and (prediction.unit is None or prediction.end is None):
        cure = "Say what the system counts: unit token or character, end inclusive or exclusive."
        raise FormatError(path, line, "'unit' or 'end' is missing beside spans", cure)


def _predicted(
    path: Path, line: int | None, source: Input, prediction: Prediction, counts: Counter[str]
) -> tuple[list[list[Bounds]], tuple[PredictedLink, ...]]:
    if prediction.rewritten is not None:
        return read_marks(source, prediction.rewritten, counts), ()
    if prediction.answers is not None:
        try:
            return [], link_answers(source, prediction.answers, counts)
        except LookupError as error:
            cure = "Name the input that the questions were read from."
            raise FormatError(path, line, str(error), cure, code="unknown-reference") from error
    read = _reader(source, prediction, counts)
    clusters = [[span for pair in cluster if (span := read(pair))] for cluster in prediction.clusters]
    return clusters, _links(prediction.links, read, counts)


_Read = Callable[[Bounds], Bounds | None]


def _reader(source: Input, prediction: Prediction, counts: Counter[str]) -> _Read:
    """Make a function that turns spans of the prediction into our tokens (`None`: left out), and counts its mends."""
    beyond = 1 if prediction.end == "inclusive" else 0
    layout = layout_of(source)
    length = len(source.tokens) if prediction.unit == "token" else len(source.text)

    def read(pair: Bounds) -> Bounds | None:
        start, end = pair[0], pair[1] + beyond
        if not 0 <= start < end <= length:
            counts["outside"] += 1
            return None
        if prediction.unit == "token":
            return start, end
        tokens = layout.tokens(start, end)
        if tokens is None:
            counts["blank"] += 1
        elif layout.cuts(start, end, tokens):
            counts["cut"] += 1
        return tokens

    return read


def _links(links: Iterable[PredictedLink], read: _Read, counts: Counter[str]) -> tuple[PredictedLink, ...]:
    kept: dict[Bounds, PredictedLink] = {}
    for link in links:
        anaphor = read(link.anaphor)
        antecedent = read(link.antecedent) if link.antecedent else None
        if anaphor is None or (antecedent is None and link.antecedent):
            continue
        if anaphor in kept:
            counts["repeated_links"] += 1
            continue
        if anaphor == antecedent:
            counts["to_itself"] += 1
            continue
        alternatives = [(other, other.antecedent and read(other.antecedent)) for other in link.alternatives]
        left = (Alternative(span, other.score) for other, span in alternatives if span or other.antecedent is None)
        kept[anaphor] = PredictedLink(anaphor, antecedent, link.score, tuple(left))
    return tuple(kept.values())


def disjoint(clusters: Iterable[Iterable[Bounds]], counts: Counter[str]) -> tuple[tuple[Bounds, ...], ...]:
    """Remove repeated mentions from clusters, each of which is put into text order."""
    owner: dict[Bounds, int] = {}
    kept = []
    for number, cluster in enumerate(clusters):
        spans: dict[Bounds, None] = {}
        for span in cluster:
            if owner.setdefault(span, number) != number:
                counts["shared"] += 1
            elif span in spans:
                counts["repeated"] += 1
            else:
                spans[span] = None
        counts["empty"] += not spans
        kept.append(tuple(sorted(spans)))
    return tuple(sorted(filter(None, kept)))


def _count(
    source: Input, clusters: tuple[tuple[Bounds, ...], ...], links: tuple[PredictedLink, ...], counts: Counter[str]
) -> None:
    mentions = {span for cluster in clusters for span in cluster}
    counts["mentions"] = len(mentions)
    counts["clusters"] = len(clusters)
    counts["single"] = sum(len(cluster) == 1 for cluster in clusters)
    counts["links"] = len(links)
    counts["none"] = sum(link.antecedent is None for link in links)
    counts["forward"] = sum(link.antecedent is not None and link.antecedent[0] > link.anaphor[0] for link in links)
    if source.mentions is not None and not links:
        counts["off_list"] = len(mentions - set(source.mentions))
        counts["unmatched"] = len(set(source.mentions) - mentions)


# Answers in words: the text again with marks, or "which of these does *it* refer to?"


def read_marks(source: Input, rewritten: str, counts: Counter[str]) -> list[list[Bounds]]:
    """The clusters of a text written again, in tokens of the text that was given.

    A marked mention keeps its place if at least half of its words are unchanged there; otherwise it was invented.
    """
    text, marks = split_marks(rewritten, counts)
    words = list(RUNS.finditer(source.text))
    copied = list(RUNS.finditer(text))
    copy = align([word[0] for word in words], [word[0] for word in copied])
    counts["edits"] += copy.dropped + copy.added + copy.changed
    starts = [word.start() for word in copied]
    ends = [word.end() for word in copied]
    layout = layout_of(source)
    clusters: dict[str, list[Bounds]] = {}
    for mark in marks:
        begin, end = bisect_left(starts, mark.start), bisect_right(ends, mark.end)
        there = copy.find(begin, end)
        if there is None:
            counts["invented"] += 1
            continue
        (first, after), unchanged = there
        counts["altered"] += unchanged < end - begin
        tokens = layout.tokens(words[first].start(), words[after - 1].end())
        if tokens is None:  # a word that is no token's: texts whose tokens leave characters out
            counts["blank"] += 1
        elif mark.name:
            clusters.setdefault(mark.name, []).append(tokens)
        else:
            counts["unfilled"] += 1
    return list(clusters.values())


_NONE = frozenset({"none", "nothing", "no one", "nobody", "none of them", "none of these", "null", "n/a"})
_EDGES = re.compile(r"^[\W_]++|(?<![\W_])[\W_]++$")
_ARTICLE = re.compile(r"^(?:an?|the)\s+")
_BRACKETED = re.compile(r"\[([^\[\]]*)\]")


def link_answers(source: Input, answers: Iterable[Answer], counts: Counter[str]) -> tuple[PredictedLink, ...]:
    """A link for each question that was answered with one of its candidates, or with "none".

    An answer is what stands in its last square brackets, or else all of it. It names the candidates whose words it has;
    without any, those whose words but for a leading article it has; without any, the longest whose words occur in it.
    Of candidates with the same words the nearest is meant.

    Raises:
        LookupError: a question is not among those of the input.
    """
    questions = source.questions or ()
    layout = layout_of(source)
    links: dict[int, PredictedLink] = {}
    for answer in answers:
        if not 0 <= answer.question < len(questions):
            raise LookupError(f"document '{source.doc_id}' has no question {answer.question}, but {len(questions)}")
        if answer.question in links:
            counts["repeated_links"] += 1
            continue
        question = questions[answer.question]
        named = _named(layout, question.candidates, answer.text)
        if named is None:
            links[answer.question] = PredictedLink(question.anaphor, None)
        elif len(named) == 1:
            links[answer.question] = PredictedLink(question.anaphor, named[0])
        else:
            counts["ambiguous_answers" if named else "unmatched_answers"] += 1
    counts["unanswered"] += len(questions) - len(links)
    return tuple(links[number] for number in sorted(links))


def _named(layout: TokenLayout, candidates: Sequence[Bounds], answer: str) -> list[Bounds] | None:
    """List the candidates that an answer may mean, of those with the same words the nearest; `None`: it says "none".

    A candidate may be "nobody".
    """
    words = _plain(bracketed[-1] if (bracketed := _BRACKETED.findall(answer)) else answer)
    texts = [_plain(layout.text[layout.starts[start] : layout.ends[end - 1]]) for start, end in candidates]
    if words in _NONE and words not in texts:
        return None
    numbers = _first_that_fits(texts, words)
    nearest = {texts[number]: candidates[number] for number in numbers}
    return sorted(nearest.values())


def _first_that_fits(texts: Sequence[str], words: str) -> list[int]:
    bare = _ARTICLE.sub("", words)
    ways: list[Callable[[str], bool]] = [lambda text: text == words, lambda text: _ARTICLE.sub("", text) == bare]
    for fits in ways:
        if numbers := [number for number, text in enumerate(texts) if text and fits(text)]:
            return numbers
    inside = [number for number, text in enumerate(texts) if text and re.search(rf"\b{re.escape(text)}\b", words)]
    longest = max((len(texts[number]) for number in inside), default=0)
    return [number for number in inside if len(texts[number]) == longest]


def _plain(text: str) -> str:
    return " ".join(_EDGES.sub("", text).casefold().split())
