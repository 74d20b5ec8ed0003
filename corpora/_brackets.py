"""Mentions in brackets: read, nested, written, and mended where one place fits.

CorefUD and CoNLL write `(1`, `1)` and `(1)`, the text of the CRAC shared tasks `[e1`, `e1]` and `[e1]`.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from heapq import heappop, heappush
from itertools import chain as chained
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeAlias

from anaphora.corpora._format import Mender
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Clusters

_CHUNK = re.compile(r"(\()?([^()|]+)(\))?")
"""A bracket, or two around one position."""


# Reading


class MentionPiece(NamedTuple):
    """Extent of one pair of brackets: `start` inclusive, `end` exclusive, in the caller's units.

    `label` is what opening and closing bracket share, `opening` the whole text of the opening one, in line `line`.
    """

    label: str
    opening: str
    start: int
    end: int
    line: int


@dataclass(slots=True)
class Brackets:
    """The brackets of one document while it is read; those of one label pair last in, first out.

    `label_of` gives the label from the text of a bracket, opening or closing. `seen` numbers the labels as the
    reference scorer meets them: where they first stand, on one token those of one-token mentions before the others.
    `signs` translates round brackets to what the format has in their place. If they are `mended`, what is only opened
    or only closed is a mention of one position, and counted; otherwise it is an error. If they mark `inner` words, a
    label without brackets stands within its open mention.
    """

    path: Path
    label_of: Callable[[str], str] = str
    signs: Mapping[int, int] = field(default_factory=dict)
    mended: int | None = None
    inner: bool = False
    waiting: dict[str, list[tuple[str, int, int]]] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)

    def close(self, cell: str, position: int, line: int) -> list[MentionPiece]:
        """The pieces that end at a position, whose brackets are `cell`.

        Raises:
            FormatError: the cell is not made of brackets, or closes what was not opened.
        """
        chunks = _CHUNK.findall(cell)
        if sum(map(len, map("".join, chunks))) + cell.count("|") != len(cell):
            raise self._malformed(cell, line)
        for _, body, _ in sorted(chunks, key=lambda chunk: not (chunk[0] and chunk[2])):
            self.seen.setdefault(self.label_of(body), len(self.seen))
        pieces = []
        for opens, body, closes in chunks:
            label = self.label_of(body)
            if opens and closes:
                pieces.append(MentionPiece(label, body, position, position + 1, line))
            elif opens:
                self.waiting.setdefault(label, []).append((body, position, line))
            elif not closes and self.inner and label.isdecimal():
                self._require_open(label, line)
            elif not closes:
                raise self._malformed(cell, line)
            elif not self.waiting.get(label) and self.mended is not None:
                pieces.append(self._mended(label, position, line))
            elif not self.waiting.get(label):
                raise self._unopened(body, line)
            else:
                opening, start, opened = self.waiting[label].pop()
                pieces.append(MentionPiece(label, opening, start, position + 1, opened))
        return pieces

    def finish(self) -> list[MentionPiece]:
        """Say that the document is over; what was still open, if it is mended.

        Raises:
            FormatError: a mention is still open.
        """
        pieces = []
        for label, openings in self.waiting.items():
            if openings and self.mended is not None:
                pieces += [self._mended(label, position, line) for _, position, line in openings]
            elif openings:
                problem = f"the mention '{label}' is opened but not closed before the document ends"
                cure = f"Write '{label})' where it ends; if the file was cut, get it again.".translate(self.signs)
                raise FormatError(self.path, openings[-1][2], problem, cure, code="unclosed")

        return pieces

    def _mended(self, label: str, position: int, line: int) -> MentionPiece:
        self.mended = (self.mended or 0) + 1
        return MentionPiece(label, label, position, position + 1, line)

    def _require_open(self, label: str, line: int) -> None:
        if not self.waiting.get(label):
            problem = f"'{label}' is a number without brackets, and no mention of it is open"
            cure = f"Bare numbers are words inside a mention; write '({label})', or '({label}' and '{label})'."
            raise FormatError(self.path, line, problem, cure)

    def _unopened(self, body: str, line: int) -> FormatError:
        """The error for a mention that is only closed; the one that was opened last may be meant."""
        problem = f"the mention '{body}' is closed but was not opened"
        cure = f"Write '({body}' where it begins, or drop '{body})'."
        still = [(opened, label) for label, openings in self.waiting.items() for _, _, opened in openings[-1:]]
        if still:
            opened, label = max(still)
            problem += f", while '{label}', opened in line {opened}, is still open"
            cure = f"If '{label}' ends here, write '{label})'; if not, write '({body}' where it begins."
        return FormatError(self.path, line, problem, cure.translate(self.signs), code="unopened")

    def _malformed(self, cell: str, line: int) -> FormatError:
        return FormatError(self.path, line, f"'{cell}' marks no mentions", "Mentions are marked as (1, 1) or (1).")


# Nesting


def unnested_in_chains(key: Clusters, gaps: bool = False) -> Iterator[tuple[int, Span]]:
    """Yield mentions that labelled brackets cannot express: crossing in their chain, or (without `gaps`) with gaps."""
    for chain, spans in enumerate(key.chains):
        yield from unnested(((chain, span) for span in spans), gaps)


def unnested_in_text(key: Clusters, gaps: bool = False) -> Iterator[tuple[int, Span]]:
    """Yield mentions that brackets without labels cannot express: crossing any other, or (without `gaps`) with gaps."""
    return unnested(((chain, span) for chain, spans in enumerate(key.chains) for span in spans), gaps)


def unnested(mentions: Iterable[tuple[int, Span]], gaps: bool = False) -> Iterator[tuple[int, Span]]:
    """The mentions (chain and span) that are discontinuous or cross an earlier one, so that without them all nest.

    With `gaps` discontinuous ones nest too, where others lie wholly in one of their parts or gaps.
    """
    around: list[Sequence[int]] = []  # by the edges of their gaps, and where they end
    for chain, span in sorted(mentions, key=lambda mention: (mention[1].start, -mention[1].end, mention[1].gaps)):
        while around and around[-1][-1] <= span.start:
            around.pop()
        if (span.gaps and not gaps) or (around and around[-1][bisect_right(around[-1], span.start)] < span.end):
            yield chain, span
        else:
            around.append((*(edge for gap in span.gaps for edge in gap), span.end))


def require_nesting_in_chains(document: Document, key: Clusters, gaps: bool = False) -> None:
    """Raise `FormatError` for the first of the mentions that `unnested_in_chains` gives."""
    for chain in key.chains:
        cure = "Brackets cannot express that; shorten one of them."
        require_nesting(document, chain, "another of its chain", cure, gaps)


def require_nesting(document: Document, mentions: Iterable[Span], other: str, cure: str, gaps: bool = False) -> None:
    """Raise `FormatError` for the first of the mentions that `unnested` gives."""
    for _, span in unnested(((0, span) for span in mentions), gaps):
        verb = "crosses" if gaps else "is discontinuous or crosses"
        problem = f"the mention '{document.words_of(span)}' {verb} {other}"
        raise FormatError(document.id, None, problem, cure, code="inexpressible")


# Writing


def bracket_cells(mentions: Iterable[tuple[Span, str]], joint: str) -> dict[int, str]:
    """The brackets of each token that has any: openings, the longer first, and closings, the inner first.

    `mentions` are spans without gaps, each with the text behind "("; up to its first "-" it closes the mention too.
    `joint` stands between brackets.
    """
    first: dict[int, list[str]] = {}
    last: dict[int, list[str]] = {}
    for span, text in sorted(mentions, key=lambda mention: (mention[0].start, -mention[0].end)):
        single = span.end == span.start + 1
        first.setdefault(span.start, []).append(f"({text})" if single else f"({text}")
        if not single:
            last.setdefault(span.end - 1, []).append(f"{text.partition('-')[0]})")
    cells: dict[int, str] = {}
    for token in {*first, *last}:
        openings = first.get(token, [])
        closings = last.get(token, [])[::-1]
        # where a mention ends in the first token of another, "(e1" and "e2)" would be read as the one bracket "(e1e2)"
        crosses = any(not bracket.endswith(")") for bracket in openings)
        cells[token] = joint.join((*closings, *openings) if crosses else (*openings, *closings))
    return cells


# Mending


class BracketCell(NamedTuple):
    """The brackets at one position, in its sentence."""

    line: int
    sentence: int
    text: str


class Notation(NamedTuple):
    """Notation of brackets in a format: the label of an opening one, and the text that closes it.

    `joint` stands between brackets, `least` gives how many positions a mention has at least, by its opening bracket. If
    `is_label` a bracket holds nothing else, so that one that opens can be written too.
    """

    label_of: Callable[[str], str] = str
    closing_of: Callable[[str], str] = str
    joint: str = ""
    least: Callable[[str], int] = lambda _: 1
    is_label: bool = False


_Range: TypeAlias = tuple[int, int]
"""The first position of a mention, and the one behind its last."""


class _Bracket(NamedTuple):
    """A bracket at a position: one that opens, one that closes, or two around the position."""

    opens: bool
    closes: bool
    body: str
    position: int


_FARTHEST = 500
"""Positions of a sentence in which the other end of a mention is looked for."""


class _End(NamedTuple):
    """Position of a bracket, whether it opens, and the least length of its mention: what fits depends on these."""

    position: int
    opens: bool
    least: int


@dataclass(slots=True)
class _Mentions:
    """The ranges of mentions, the `first` start of those with an end, and the `last` end of those with a start."""

    ranges: set[_Range] = field(default_factory=set)
    first: dict[int, int] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)

    def add(self, start: int, end: int) -> None:
        """Add a range."""
        self.ranges.add((start, end))
        self.first[end] = min(start, self.first.get(end, start))
        self.last[start] = max(end, self.last.get(start, end))


def mend_brackets(mender: Mender, cells: Sequence[BracketCell], notation: Notation) -> dict[int, str]:
    """New texts of cells, by position, in which what is only opened or closed is a mention where one range fits.

    A range fits if it lies in the sentence, crosses no other mention, holds the head, and is not that of another
    mention. What fits nowhere or in several ranges is left.
    """
    texts = {position: cell.text for position, cell in enumerate(cells)}
    mentions, waiting = _pair(cells, notation)
    left = dict(enumerate(waiting))
    alike = defaultdict[int, dict[_End, deque[int]]](dict)
    for number, bracket in left.items():
        alike[bracket.position].setdefault(_end(bracket, notation), deque()).append(number)
    asked = sorted((numbers[0], end) for ends in alike.values() for end, numbers in ends.items())
    while asked:
        number, end = heappop(asked)
        fitting = [*islice(_fitting(cells, mentions, end), 2)] if number in left else []
        if len(fitting) != 1:
            continue
        [(start, after)] = fitting
        mentions.add(start, after)
        bracket = left.pop(number)
        alike[end.position][end].popleft()
        _write(texts, bracket, (start, after), notation)
        what = f"'({bracket.body}' is closed" if bracket.opens else f"'{bracket.body})' is opened"
        line = cells[after - 1 if bracket.opens else start].line
        mender.note(cells[bracket.position].line, f"{what} in line {line}")
        for position in range(max(0, start - _FARTHEST), min(len(cells), after + _FARTHEST)):
            if cells[position].sentence == cells[start].sentence:  # one range less may fit here
                for other, numbers in alike.get(position, {}).items():
                    if numbers:
                        heappush(asked, (numbers[0], other))
    count = cache(lambda end: sum(1 for _ in _fitting(cells, mentions, end)))
    for bracket in left.values():
        what = f"'{bracket.body})' is closed but was not opened"
        if bracket.opens:
            what = f"'({bracket.body}' is opened but not closed"
        elif not bracket.closes:
            what = f"'{bracket.body}' has no bracket"
        places = count(_end(bracket, notation)) or "no"
        mender.leave(cells[bracket.position].line, f"{what}: {places} places fit")
    if mender.drops:
        _drop(texts, left.values(), notation)
    return {position: text for position, text in texts.items() if text != cells[position].text}


def _end(bracket: _Bracket, notation: Notation) -> _End:
    """Return what it depends on which ranges fit a bracket."""
    least = notation.least(bracket.body) if bracket.opens else 1
    if not (bracket.opens or (bracket.closes and notation.is_label)) or "[" in bracket.body:
        least = _FARTHEST + 1  # a word without brackets, a part of a mention, or its fields are lost: nothing fits
    return _End(bracket.position, bracket.opens, least)


def _drop(texts: dict[int, str], left: Iterable[_Bracket], notation: Notation) -> None:
    """Leave brackets out of the texts of their cells."""
    dropped: dict[int, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for bracket in left:
        dropped[bracket.position][_chunk(bracket)] += 1
    for position, chunks in dropped.items():
        kept = []
        for chunk in _CHUNK.finditer(texts[position]):
            chunks[chunk.groups("")] -= 1
            if chunks[chunk.groups("")] < 0:
                kept.append(chunk[0])
        texts[position] = notation.joint.join(kept)


def _pair(cells: Sequence[BracketCell], notation: Notation) -> tuple[_Mentions, list[_Bracket]]:
    """The mentions, and brackets without another half: those that open, then those that close.

    Brackets of one label pair last in, first out, within a sentence before they do beyond it.
    """
    brackets = []
    depth = Counter[str]()
    for position, cell in enumerate(cells):
        for opens, body, closes in _CHUNK.findall(cell.text):
            label = notation.label_of(body)
            if opens or closes or not depth[label]:  # without brackets it is a word inside the mention that is open
                brackets.append(_Bracket(bool(opens), bool(closes), body, position))
            depth[label] = max(0, depth[label] + bool(opens) - bool(closes))
    inside, left = _matched(
        brackets, lambda bracket: (notation.label_of(bracket.body), cells[bracket.position].sentence)
    )
    left.sort(key=lambda bracket: bracket.position)
    beyond, left = _matched(left, lambda bracket: notation.label_of(bracket.body))
    mentions = _Mentions()
    for extent in inside | beyond:
        mentions.add(*extent)
    return mentions, sorted(left, key=lambda bracket: not bracket.opens)


def _matched(brackets: Iterable[_Bracket], key: Callable[[_Bracket], Hashable]) -> tuple[set[_Range], list[_Bracket]]:
    """Ranges of brackets of one key, last in, first out, and the brackets that are left: closing ones come first."""
    mentions: set[_Range] = set()
    left: list[_Bracket] = []
    waiting: dict[Hashable, list[_Bracket]] = {}
    for bracket in brackets:
        stack = waiting.setdefault(key(bracket), [])
        if bracket.opens and not bracket.closes:
            stack.append(bracket)
        elif bracket.opens:
            mentions.add((bracket.position, bracket.position + 1))
        elif stack:
            mentions.add((stack.pop().position, bracket.position + 1))
        else:
            left.append(bracket)
    return mentions, [*left, *chained.from_iterable(waiting.values())]


def _fitting(cells: Sequence[BracketCell], mentions: _Mentions, bracket: _End) -> Iterator[_Range]:
    """Yield the ranges that fit, the shortest first."""
    position = far_end = bracket.position
    sentence = cells[position].sentence
    step = 1 if bracket.opens else -1
    low, high = len(cells), 0  # what mentions that end or begin inside reach
    while 0 <= far_end < len(cells) and cells[far_end].sentence == sentence and abs(far_end - position) < _FARTHEST:
        start = min(position, far_end)
        end = max(position, far_end) + 1
        if far_end != position:
            inner = end - 1 if bracket.opens else start + 1
            low = min(low, mentions.first.get(inner, inner))
            high = max(high, mentions.last.get(inner, inner))
        if end - start >= bracket.least and start <= low and high <= end and (start, end) not in mentions.ranges:
            yield start, end
        far_end += step


def _write(texts: dict[int, str], bracket: _Bracket, extent: _Range, notation: Notation) -> None:
    """Write the bracket that is missing; closing ones stand before, opening ones behind what is there."""
    first = extent[0]
    last = extent[1] - 1
    if first == last:
        before, after = _around(texts[bracket.position], bracket)
        texts[bracket.position] = f"{before}({bracket.body}){after}"
    elif bracket.opens:
        texts[last] = notation.joint.join(filter(None, (f"{notation.closing_of(bracket.body)})", texts[last])))
    else:
        texts[first] = notation.joint.join(filter(None, (texts[first], f"({bracket.body}")))


def _around(text: str, bracket: _Bracket) -> tuple[str, str]:
    """The text of a cell before and behind a bracket that only opens or closes."""
    wanted = _chunk(bracket)
    chunk, *_ = (chunk for chunk in _CHUNK.finditer(text) if chunk.groups("") == wanted)
    return text[: chunk.start()], text[chunk.end() :]


def _chunk(bracket: _Bracket) -> tuple[str, ...]:
    return "(" * bracket.opens, bracket.body, ")" * bracket.closes
