"""Differences of annotators, for people to look at, and the chains that most annotators have."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from anaphora.workbench.arrays import Integers
from anaphora.workbench.chains.overlap import KINDS, Overlap, Side
from anaphora.workbench.document import Span
from anaphora.workbench.linking import UnionFind

MarkedChains = Sequence[Mapping[Span, int]]
"""Of one document, for each annotator, the mentions with the number of the chain of each."""


@dataclass(frozen=True, slots=True)
class MarkedMention:
    """A mention of an annotator as people read it; for one part of a chain also how many `mentions` are shared."""

    text: str
    span: Span
    mentions: int | None = None


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A disagreement in a document: `what` is its kind, and there are the mentions (or chains) of each annotator.

    Of three annotators or more it is `about` one mention. Where not all marked it (`mention`), those have it who did;
    else (`antecedent`) they have what comes before it in its chain, among the mentions of all.
    """

    document: str
    what: str
    marks: tuple[tuple[MarkedMention, ...], ...]
    about: tuple[MarkedMention, ...] = ()


# ---- of two annotators


Rows = tuple[tuple[int, int | None], ...]
"""Mentions by their numbers; one that stands for a chain has the number of mentions that it shares, others `None`."""


@dataclass(frozen=True, slots=True)
class RowDifference:
    """One difference: `first` and `second` are mentions of each annotator.

    A mention that only one of them has, `only_first` or `only_second`; two that share words but not both
    `boundaries`; a chain of the first that is `split` over several of the second, or several of the first `merged` in
    one of the second. A chain is shown by its most telling mention, with the number of mentions that it has in common
    with the chain or chains on the other side.
    """

    what: Literal["only_first", "only_second", "boundaries", "split", "merged"]
    document: int
    first: Rows
    second: Rows


def differences(overlapping: Integers, chains: Overlap) -> list[RowDifference]:
    """All differences in the order of the texts; `overlapping` has for mentions of the second those of the first."""
    first, second = chains.key, chains.response

    def start(difference: RowDifference) -> int:
        starts = [first.start[row] for row, _ in difference.first] + [second.start[row] for row, _ in difference.second]
        return int(min(starts))

    listed = [*_of_mentions(first, second, overlapping), *_of_chains(chains)]
    return sorted(listed, key=lambda difference: (difference.document, start(difference), difference.what))


def _of_mentions(first: Side, second: Side, overlapping: Integers) -> Iterator[RowDifference]:
    twin = overlapping.tolist()
    for in_first in sorted(set(range(len(first.span_id))) - set(twin)):
        yield RowDifference("only_first", int(first.document[in_first]), ((in_first, None),), ())
    for in_second, in_first in enumerate(twin):
        document = int(second.document[in_second])
        if in_first < 0:
            yield RowDifference("only_second", document, (), ((in_second, None),))
        elif first.span_id[in_first] != second.span_id[in_second]:
            yield RowDifference("boundaries", document, ((in_first, None),), ((in_second, None),))


def _of_chains(chains: Overlap) -> Iterator[RowDifference]:
    of_first, of_second = _telling(chains.key), _telling(chains.response)
    for chain, cells in _several(chains.row):
        shared = chains.shared[cells].tolist()
        joined = ((int(of_first[chain]), sum(shared)),)
        parts = tuple(zip(of_second[chains.column[cells]].tolist(), shared, strict=True))
        yield RowDifference("split", int(chains.key.chain_document[chain]), joined, parts)
    for chain, cells in _several(chains.column):
        shared = chains.shared[cells].tolist()
        joined = ((int(of_second[chain]), sum(shared)),)
        parts = tuple(zip(of_first[chains.row[cells]].tolist(), shared, strict=True))
        yield RowDifference("merged", int(chains.response.chain_document[chain]), parts, joined)


def _several(groups: Integers) -> Iterator[tuple[int, Integers]]:
    """The numbers that occur more than once, with their places."""
    order = np.argsort(groups, kind="stable")
    numbers, starts = np.unique(groups[order], return_index=True)
    for number, places in zip(numbers.tolist(), np.split(order, starts[1:]), strict=False):
        if len(places) > 1:
            yield number, places


def _telling(side: Side) -> Integers:
    """The mention that stands for each chain: its first name, else nominal (or unknown kind), else pronoun."""
    rank = np.where(side.kind < 0, KINDS.index("nominal"), side.kind)
    order = np.lexsort((rank, side.chain))
    chain, first = np.unique(side.chain[order], return_index=True)
    mention = np.full(len(side.chain_document), -1)
    mention[chain] = order[first]
    return mention


# ---- of several


def disputes(document: str, marks: MarkedChains, show: Callable[[Span], MarkedMention]) -> Iterator[Disagreement]:
    """All mentions on which the annotators of a text differ, in its order; `show` says how people read one."""
    common = sorted(set(marks[0]).intersection(*marks[1:]))
    before = [_antecedents(common, chains) for chains in marks]
    for span in sorted(set().union(*marks)):
        if all(span in chains for chains in marks):
            what = "antecedent"
            answers = [antecedents[span] for antecedents in before]
        else:
            what = "mention"
            answers = [span if span in chains else None for chains in marks]
        if len(set(answers)) > 1:
            shown = tuple(() if answer is None else (show(answer),) for answer in answers)
            yield Disagreement(document, what, shown, (show(span),))


def _antecedents(common: Sequence[Span], chains: Mapping[Span, int]) -> dict[Span, Span | None]:
    last: dict[int, Span] = {}
    antecedents: dict[Span, Span | None] = {}
    for span in common:
        antecedents[span] = last.get(chains[span])
        last[chains[span]] = span
    return antecedents


def majority(marks: MarkedChains) -> tuple[tuple[Span, ...], ...]:
    """Chains of the mentions that more than half of the annotators marked, joined where more than half join two.

    Joins are transitive, so that two mentions may be in one chain that most keep apart.
    """
    needed = len(marks) // 2 + 1
    kept = [span for span in sorted(set().union(*marks)) if sum(span in chains for chains in marks) >= needed]
    alike: dict[tuple[int, ...], list[Span]] = {}
    for span in kept:
        alike.setdefault(tuple(chains.get(span, -1) for chains in marks), []).append(span)
    links = [(group[0], span) for group in alike.values() for span in group[1:]]
    places: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for label in alike:
        for annotator, chain in enumerate(label):
            if chain >= 0:
                places.setdefault((annotator, chain), []).append(label)
    together = {pair for group in places.values() for pair in combinations(group, 2)}
    for first, second in sorted(together):
        if sum(left == right >= 0 for left, right in zip(first, second, strict=True)) >= needed:
            links.append((alike[first][0], alike[second][0]))
    return tuple(sorted(tuple(sorted(chain)) for chain in UnionFind(kept, links).chains()))
