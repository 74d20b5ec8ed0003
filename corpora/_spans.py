"""Spans and chains as readers make them."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Span

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
    for id, (place, sentence) in sorted(places.items(), key=lambda entry: entry[1]):
        follows = nodes and (nodes[-1].place, nodes[-1].sentence) == (place, sentence)
        spans[id] = Span(FIRST_NODE + len(nodes), FIRST_NODE + len(nodes) + 1)
        nodes.append(EmptyNode(place, sentence, nodes[-1].rank + 1 if follows else 1))
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
