"""Disagreements of two annotators, case by case."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from anaphora.workbench.aliases import Integers
from anaphora.workbench.coreference.agreement import Evidence
from anaphora.workbench.coreference.overlap import KINDS, Side

What = Literal["only_first", "only_second", "boundaries", "split", "merged"]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One difference: `first` and `second` are mentions (rows) of each annotator.

    A mention that only one of them has, `only_first` or `only_second`; two that share words but not both
    `boundaries`; a chain of the first that is `split` over several of the second, or several of the first `merged` in
    one of the second. A chain is shown by its most telling mention; `shared` tells how many mentions it has in common
    with the chain on the other side, part by part.
    """

    what: What
    document: int
    first: tuple[int, ...]
    second: tuple[int, ...]
    shared: tuple[int, ...] = ()


def disagreements(evidence: Evidence) -> list[Disagreement]:
    """All differences in the order of the texts."""
    found = [*_of_mentions(evidence), *_of_chains(evidence)]
    return sorted(found, key=lambda difference: (difference.document, _place(evidence, difference), difference.what))


def _place(evidence: Evidence, difference: Disagreement) -> int:
    starts = [*evidence.first.start[list(difference.first)], *evidence.second.start[list(difference.second)]]
    return int(min(starts))


def _of_mentions(evidence: Evidence) -> Iterator[Disagreement]:
    first, second, twin = evidence.first, evidence.second, evidence.overlapping.tolist()
    for one in sorted(set(range(len(first.place))) - set(twin)):
        yield Disagreement("only_first", int(first.document[one]), (one,), ())
    for other, one in enumerate(twin):
        document = int(second.document[other])
        if one < 0:
            yield Disagreement("only_second", document, (), (other,))
        elif first.place[one] != second.place[other]:
            yield Disagreement("boundaries", document, (one,), (other,))


def _of_chains(evidence: Evidence) -> Iterator[Disagreement]:
    chains = evidence.chains
    mine, theirs = telling(chains.key), telling(chains.response)
    for chain, cells in _several(chains.row):
        document = int(chains.key.chain_document[chain])
        parts = tuple(theirs[chains.column[cells]].tolist())
        yield Disagreement("split", document, (int(mine[chain]),), parts, tuple(chains.shared[cells].tolist()))
    for chain, cells in _several(chains.column):
        document = int(chains.response.chain_document[chain])
        parts = tuple(mine[chains.row[cells]].tolist())
        yield Disagreement("merged", document, parts, (int(theirs[chain]),), tuple(chains.shared[cells].tolist()))


def _several(groups: Integers) -> Iterator[tuple[int, Integers]]:
    """The numbers that occur more than once, with their places."""
    order = np.argsort(groups, kind="stable")
    numbers, starts = np.unique(groups[order], return_index=True)
    for number, places in zip(numbers.tolist(), np.split(order, starts[1:]), strict=False):
        if len(places) > 1:
            yield number, places


def telling(side: Side) -> Integers:
    """The mention that stands for each chain: its first name, else nominal (or unknown kind), else pronoun."""
    rank = np.where(side.kind < 0, KINDS.index("nominal"), side.kind)
    order = np.lexsort((rank, side.chain))
    chain, first = np.unique(side.chain[order], return_index=True)
    mention = np.full(len(side.chain_document), -1)
    mention[chain] = order[first]
    return mention
