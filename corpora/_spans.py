"""Spans and chains as readers make them."""

from collections.abc import Iterable
from itertools import pairwise

from anaphora.workbench.document import Span


def in_text_order(chains: Iterable[Iterable[Span]]) -> tuple[tuple[Span, ...], ...]:
    """The chains that have a mention, each in text order, by their first mentions."""
    return tuple(sorted(filter(None, (tuple(sorted(chain)) for chain in chains))))


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
