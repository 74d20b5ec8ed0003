"""Mentions as formats hold them: spans, brackets, empty nodes among words, and what a format cannot express."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TypeVar

from anaphora.corpora._format import Format
from anaphora.corpora._lines import CHUNK
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters

MARK = "##"
"""Mark of empty nodes among the words in files of the CRAC shared tasks: `##`, or `##form`."""
NO_FORM = "_"

_NOBODY = frozenset(("-", "_", "*"))
_LONGEST_NAME = 200
"""Bytes of UTF-8. File systems take 255, and extensions come behind."""

_Id = TypeVar("_Id", bound=Hashable)


def in_text_order(chains: Iterable[Iterable[Span]]) -> tuple[tuple[Span, ...], ...]:
    """The chains that have a mention, each in text order, by their first mentions."""
    return tuple(sorted(filter(None, (tuple(sorted(chain)) for chain in chains))))


def with_zeros(document: Document, places: Mapping[_Id, tuple[int, int]]) -> tuple[Document, dict[_Id, Span]]:
    """The document with an empty node for each mention without words, and the spans of these, which are zeros.

    `places` gives for each the words before it and its sentence (an index). What governs a node is not known.
    """
    nodes: list[EmptyNode] = []
    spans: dict[_Id, Span] = {}
    for id, (word, sentence) in sorted(places.items(), key=lambda entry: entry[1]):
        follows = nodes and (nodes[-1].place, nodes[-1].sentence) == (word, sentence)
        spans[id] = Span(FIRST_NODE + len(nodes), FIRST_NODE + len(nodes) + 1)
        nodes.append(EmptyNode(word, sentence, nodes[-1].rank + 1 if follows else 1))
    return replace(document, nodes=tuple(nodes)), spans


def span_of(ranges: Iterable[tuple[int, int]]) -> Span | None:
    """The span over ranges in text order that do not overlap, empty ones left out; `None` if nothing remains."""
    joined: list[tuple[int, int]] = []
    for start, end in ranges:
        if start == end:
            continue
        if joined and joined[-1][1] == start:
            start = joined.pop()[0]
        joined.append((start, end))
    if not joined:
        return None
    gaps = tuple((left[1], right[0]) for left, right in pairwise(joined))
    return Span(joined[0][0], joined[-1][1], gaps)


def sentences(document: Document) -> list[tuple[int, int]]:
    """First token and end of each sentence, as the corpus marks them or else as its annotation does."""
    starts = {0, *document.sentence_starts, len(document.words)}
    if document.annotation:
        starts.update(document.annotation.sentence_starts)
    return list(pairwise(sorted(starts)))


def speakers_of(names: Sequence[str]) -> tuple[str, ...]:
    """The speakers of a document from what a corpus names for each token, `-` where it knows none."""
    cleaned = {name: "" if name in _NOBODY else " ".join(name.split()) for name in set(names)}
    return tuple([cleaned[name] for name in names]) if any(cleaned.values()) else ()


def file_name(id: str, taken: set[str]) -> str:
    """A document's id as the name of a file, without extension, which becomes one of those `taken`.

    Whatever is no letter, digit, `-`, `.` or `_` becomes `_`, as does a dot at the beginning. At most 200 bytes
    are kept; a name that is taken, in capitals or not, gets `-2`, `-3` and so on.
    """
    stem = re.sub(r"^\.|[^\w.-]", "_", id).encode()[:_LONGEST_NAME].decode(errors="ignore") or "_"
    name, number = stem, 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name.casefold())
    return name


# Brackets: CorefUD and CoNLL write `(1`, `1)` and `(1)`, the text of the CRAC shared tasks `[e1`, `e1]` and `[e1]`


@dataclass(frozen=True, slots=True)
class Piece:
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
    or only closed is a mention of one position, and counted; otherwise it is an error.
    """

    path: Path
    label_of: Callable[[str], str] = str
    signs: Mapping[int, int] = field(default_factory=dict)
    mended: int | None = None
    waiting: dict[str, list[tuple[str, int, int]]] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)

    def close(self, cell: str, position: int, line: int) -> list[Piece]:
        """The pieces that end at position `at`, whose brackets are `cell`.

        Raises:
            FormatError: the cell is not made of brackets, or closes what was not opened.
        """
        chunks = CHUNK.findall(cell)
        if sum(map(len, map("".join, chunks))) + cell.count("|") != len(cell):
            raise self._malformed(cell, line)
        for _, body, _ in sorted(chunks, key=lambda chunk: not (chunk[0] and chunk[2])):
            self.seen.setdefault(self.label_of(body), len(self.seen))
        pieces = []
        for opens, body, closes in chunks:
            label = self.label_of(body)
            if opens and closes:
                pieces.append(Piece(label, body, position, position + 1, line))
            elif opens:
                self.waiting.setdefault(label, []).append((body, position, line))
            elif not closes:
                raise self._malformed(cell, line)
            elif not self.waiting.get(label) and self.mended is not None:
                pieces.append(self._mended(label, position, line))
            elif not self.waiting.get(label):
                problem = f"the mention '{body}' is closed but was not opened"
                cure = f"Write '({body}' where it begins, or drop '{body})'.".translate(self.signs)
                raise FormatError(self.path, line, problem, cure, code="unopened")
            else:
                opening, start, opened = self.waiting[label].pop()
                pieces.append(Piece(label, opening, start, position + 1, opened))
        return pieces

    def finish(self) -> list[Piece]:
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

    def _mended(self, label: str, position: int, line: int) -> Piece:
        self.mended = (self.mended or 0) + 1
        return Piece(label, label, position, position + 1, line)

    def _malformed(self, cell: str, line: int) -> FormatError:
        return FormatError(self.path, line, f"'{cell}' marks no mentions", "Mentions are marked as (1, 1) or (1).")


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
    return {token: joint.join(_order(first.get(token, []), last.get(token, [])[::-1])) for token in {*first, *last}}


def _order(openings: list[str], closings: list[str]) -> list[str]:
    # where a mention ends in the first token of another, "(e1" and "e2)" would be read as the one bracket "(e1e2)"
    crosses = any(not bracket.endswith(")") for bracket in openings)
    return [*closings, *openings] if crosses else [*openings, *closings]


# Empty nodes


def document_of(id: str, tokens: Iterable[str]) -> tuple[Document, list[int]]:
    """A document of words and empty nodes in text order, and for each of these its number in the document.

    What governs a node is not known, nor where sentences begin.
    """
    words: list[str] = []
    nodes: list[EmptyNode] = []
    numbers: list[int] = []
    for token in tokens:
        if token.startswith(MARK):
            form = token.removeprefix(MARK)
            rank = nodes[-1].rank + 1 if nodes and nodes[-1].place == len(words) else 1
            numbers.append(FIRST_NODE + len(nodes))
            nodes.append(EmptyNode(len(words), 0, rank, form="" if form == NO_FORM else form))
        else:
            numbers.append(len(words))
            words.append(token)
    spaces = (" ",) * (len(words) - 1) + ("",) if words else ()
    return Document(id, tuple(words), spaces, nodes=tuple(nodes)), numbers


def spans_of(clusters: Iterable[Iterable[Span]], numbers: Sequence[int]) -> list[list[Span]]:
    """Mentions that count words and empty nodes together, as spans of their document."""
    words = list(accumulate((number < FIRST_NODE for number in numbers), initial=0))
    return [
        [
            Span.over(numbers[span.start : span.end])
            if words[span.end] - words[span.start] < len(span)
            else Span(words[span.start], words[span.end])
            for span in cluster
        ]
        for cluster in clusters
    ]


def heads_of_zeros(clusters: Iterable[Iterable[Span]]) -> Mapping[Span, Attributes]:
    """The attributes of mentions without words: their first node is their head."""
    return {span: Attributes(head=span.start) for cluster in clusters for span in cluster if span.start >= FIRST_NODE}


def in_line(document: Document, key: Clusters) -> tuple[list[str], Clusters]:
    """Words and marked nodes in text order, and the key in their places.

    Raises:
        FormatError: a word would be read as an empty node.
    """
    for word in document.words:
        if word.startswith(MARK):
            problem = f"the word '{word}' begins like an empty node"
            raise FormatError(document.id, None, problem, "Write CorefUD instead.", code="inexpressible")
    forms = [f"{MARK}{node.form}" for node in document.nodes]
    tokens = document.in_text_order() if document.nodes else range(len(document.words))
    line = [forms[token - FIRST_NODE] if token >= FIRST_NODE else document.words[token] for token in tokens]
    return line, placed(document, key)


def placed(document: Document, key: Clusters) -> Clusters:
    """The chains with places among words and empty nodes, in text order, for tokens; attributes are left out."""
    if not document.nodes:
        return Clusters(key.document_id, key.chains)
    places = _places(document)
    chains = (tuple(sorted(_placed(span, places) for span in spans)) for spans in key.chains)
    return Clusters(key.document_id, tuple(chains))


_Places = tuple[Mapping[int, int], Sequence[int]]
"""The place of each token, and the tokens that do not stand right behind the one before them."""


def _places(document: Document) -> _Places:
    order = {token: order for order, token in enumerate(document.in_text_order())}
    return order, [token for token in sorted(order) if order[token] != order.get(token - 1, -1) + 1]


def _placed(span: Span, places: _Places) -> Span:
    position, breaks = places
    parts: list[tuple[int, int]] = []
    for run in span.ranges():
        cuts = breaks[bisect_right(breaks, run.start) : bisect_left(breaks, run.stop)]
        parts += ((position[start], position[end - 1] + 1) for start, end in pairwise((run.start, *cuts, run.stop)))
    return span_of(sorted(parts)) or span  # no mention is empty


# What a format cannot express


def inexpressible(form: Format, document: Document, key: Clusters) -> list[tuple[int, Span]]:
    """Chain and span of each mention that a format cannot write."""
    if not document.nodes:
        return list(form.inexpressible(key))
    places = _places(document)
    original = [{_placed(span, places): span for span in spans} for spans in key.chains]
    return [(chain, original[chain][span]) for chain, span in form.inexpressible(placed(document, key))]


def discontinuous(key: Clusters) -> Iterator[tuple[int, Span]]:
    """Chain and span of each mention with gaps: what formats cannot express whose mentions are runs of words."""
    return ((chain, span) for chain, spans in enumerate(key.chains) for span in spans if span.gaps)


def unnested_in_chains(key: Clusters, gaps: bool = False) -> Iterator[tuple[int, Span]]:
    """Yield mentions that labelled brackets cannot express: crossing in their chain, or (without `gaps`) with gaps."""
    for chain, spans in enumerate(key.chains):
        yield from unnested(((chain, span) for span in spans), gaps)


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


def require_continuous(document: Document, key: Clusters) -> None:
    """Raise `FormatError` for the first mention with gaps, in formats whose mentions are runs of words."""
    for _, span in discontinuous(key):
        problem = f"the mention '{document.words_of(span)}' is discontinuous"
        cure = "This format cannot express that; write CorefUD instead."
        raise FormatError(document.id, None, problem, cure, code="inexpressible")


def require_overt(document: Document) -> None:
    """Raise `FormatError` for a document with empty nodes, which `workbench.key.overt` takes out."""
    if document.nodes:
        cure = "Leave them out, or write CorefUD instead."
        raise FormatError(document.id, None, "the document has empty nodes", cure, code="inexpressible")


def require_words(document: Document) -> None:
    """Raise `FormatError` for a document without words, which annotations beside a text cannot express."""
    if not document.words:
        raise FormatError(document.id, None, "the document has no words", "Leave it out.", code="no-words")
