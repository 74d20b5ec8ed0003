"""Mentions as formats hold them: spans, brackets, empty nodes among words, and what a format cannot express."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import TypeVar

from anaphora.corpora._format import Format
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Kind, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters

MARK = "##"
"""Mark of empty nodes among the words in files of the CRAC shared tasks: `##`, or `##form`."""
NO_FORM = "_"

LITBANK_KINDS: Mapping[str, Kind] = {"PROP": "name", "NOM": "nominal", "PRON": "pronoun"}
"""Kinds of mentions as LitBank calls them, in its own tables and in brat."""

_NOBODY = frozenset(("-", "_", "*"))
_LONGEST_NAME = 200
"""Bytes of UTF-8. File systems take 255, and extensions come behind."""

_Id = TypeVar("_Id", bound=Hashable)


def in_text_order(chains: Iterable[Iterable[Span]]) -> tuple[tuple[Span, ...], ...]:
    """The chains that have a mention, each in text order, by their first mentions; those that share it stay in order.

    A mention of two chains counts in the first of them, so that must not depend on what follows.
    """
    return tuple(sorted(filter(None, (tuple(sorted(chain)) for chain in chains)), key=itemgetter(0)))


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


def joined(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The runs of ranges in the order of their starts, empty ones left out; no run touches the one behind it."""
    runs: list[tuple[int, int]] = []
    for start, end in ranges:
        if start == end:
            continue
        if runs and start <= runs[-1][1]:
            start, earlier = runs.pop()
            end = max(end, earlier)
        runs.append((start, end))
    return runs


def spanning(runs: Sequence[tuple[int, int]]) -> Span:
    """The span over runs in text order, of which there is one at least."""
    return Span(runs[0][0], runs[-1][1], tuple((left[1], right[0]) for left, right in pairwise(runs)))


def span_of(ranges: Iterable[tuple[int, int]]) -> Span | None:
    """The span over ranges in text order, empty ones left out; `None` if nothing remains."""
    runs = joined(ranges)
    return spanning(runs) if runs else None


def blanks(words: int) -> tuple[str, ...]:
    """Spaces of so many words: a blank behind each but the last."""
    return (" ",) * (words - 1) + ("",) if words else ()


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
    return Document(id, tuple(words), blanks(len(words)), nodes=tuple(nodes)), numbers


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
