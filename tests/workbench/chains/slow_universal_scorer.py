"""Measures with split antecedents written slowly from their definitions (Paun et al. 2022; Yu et al. 2022).

A chain is a list of members: mentions, and at most one accommodated set of entities. Sets of key and response are
aligned one to one so that the sum of F1 is greatest, that of a pair being that of the measure itself on their entities.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy.optimize import linear_sum_assignment

Counts = tuple[float, float, float, float]
"""Numerator and denominator of recall, then of precision."""
Entity = tuple[Hashable, ...]


@dataclass(frozen=True)
class Chain:
    """Mentions, and the numbers of the chains that are their split antecedent."""

    mentions: Entity
    split: tuple[int, ...] = ()


@dataclass(frozen=True)
class Accommodated:
    """A set of entities as a member of a chain."""

    entities: frozenset[frozenset[Hashable]]


Members = list[Hashable]


def members_of(chains: Sequence[Chain]) -> list[Members]:
    """The members of each chain; chains with the same set are one."""
    found: list[Members] = []
    by_set: dict[Accommodated, Members] = {}
    for number, chain in enumerate(chains):
        entities = frozenset(frozenset(chains[each].mentions) for each in leaves(chains, number))
        if not entities:
            found.append(list(chain.mentions))
            continue
        accommodated = Accommodated(entities)
        if accommodated not in by_set:
            by_set[accommodated] = [accommodated]
            found.append(by_set[accommodated])
        by_set[accommodated] += chain.mentions
    return found


def leaves(chains: Sequence[Chain], number: int) -> set[int]:
    """The entities of a set, those of sets in it for these, and without the chain itself."""
    seen, left, found = {number}, list(chains[number].split), set[int]()
    while left:
        each = left.pop(0)
        if each not in seen:
            seen.add(each)
            if chains[each].split:
                left += chains[each].split
            else:
                found.add(each)
    return found


Shares = dict[Hashable, tuple[Hashable, float]]
"""For each set the set of the other side that it is aligned with, and how much of it that has."""


def muc(chains: list[Members], others: list[Members], shares: Shares, of_sets: bool) -> tuple[float, float]:
    right = total = 0.0
    for chain in chains:
        if of_sets and len(chain) == 1:
            total += 1
            right += any(other == chain for other in others)
            continue
        total += len(chain) - 1
        at = [where(member, others) for member in chain if not isinstance(member, Accommodated)]
        linked = {number for number in at if number is not None}
        right += sum(number is not None for number in at) - len(linked)
        for member in chain:
            if isinstance(member, Accommodated) and member in shares:
                other, share = shares[member]
                right += share if where(other, others) in linked else 0
    return right, total


def b_cubed(chains: list[Members], others: list[Members], shares: Shares, of_sets: bool) -> tuple[float, float]:
    right = 0.0
    for chain in chains:
        found: dict[int, float] = {}
        for number, share in placed(chain, others, shares):
            found[number] = found.get(number, 0) + share
        right += sum(share**2 for share in found.values()) / len(chain)
    return right, sum(map(len, chains))


def lea(chains: list[Members], others: list[Members], shares: Shares, of_sets: bool) -> tuple[float, float]:
    right = 0.0
    for chain in chains:
        if len(chain) == 1:
            at = where(chain[0], others)
            right += at is not None and len(others[at]) == 1
            continue
        links = list(combinations(chain, 2))
        known = {member: list(placed([member], others, shares)) for member in chain}
        found = 0.0
        for one, two in links:
            for number, share in known[one]:
                found += sum(share * second for other, second in known[two] if other == number)
        right += len(chain) * found / len(links)
    return right, sum(map(len, chains))


def placed(chain: Members, others: list[Members], shares: Shares) -> list[tuple[int, float]]:
    """The chain of the other side of each member that is there, and how much of it."""
    found = []
    for member in chain:
        other, share = shares.get(member, (None, 0.0)) if isinstance(member, Accommodated) else (member, 1.0)
        number = None if other is None else where(other, others)
        if number is not None:
            found.append((number, share))
    return found


def where(member: Hashable, chains: list[Members]) -> int | None:
    return next((number for number, chain in enumerate(chains) if member in chain), None)


def ceaf(chains: list[Members], others: list[Members], shares: Shares, by_entities: bool) -> Counts:
    table = np.zeros((len(chains), len(others)))
    for row, chain in enumerate(chains):
        for number, share in placed(chain, others, shares):
            table[row, number] += share
    if by_entities:
        table = 2 * table / np.add.outer([len(chain) for chain in chains], [len(other) for other in others])
    best = table[linear_sum_assignment(-table)].sum()
    sizes = [len(side) if by_entities else sum(map(len, side)) for side in (chains, others)]
    return best, sizes[0], best, sizes[1]


MEASURES = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "lea")
_ONE_WAY: dict[str, Callable[[list[Members], list[Members], Shares, bool], tuple[float, float]]] = {
    "muc": muc, "b_cubed": b_cubed, "lea": lea,
}  # fmt: skip


def slow_counts(measure: str, key: Sequence[Chain], response: Sequence[Chain]) -> Counts:
    """The four counts of a measure on a document."""
    mine, theirs = members_of(key), members_of(response)
    recall, precision, f1 = aligned(measure, mine, theirs)
    if measure in _ONE_WAY:
        count = _ONE_WAY[measure]
        return (*count(mine, theirs, recall, False), *count(theirs, mine, precision, False))
    return ceaf(mine, theirs, f1, measure == "ceaf_e")


def aligned(measure: str, key: list[Members], response: list[Members]) -> tuple[Shares, Shares, Shares]:
    """What the sets of the key have by recall, those of the response by precision, those of the key by F1."""
    mine, theirs = (
        [each for chain in side for each in chain if isinstance(each, Accommodated)] for side in (key, response)
    )
    found = [[of_sets(measure, one, other) for other in theirs] for one in mine]
    table = np.array([[values[2] for values in row] for row in found]).reshape(len(mine), len(theirs))
    shares: tuple[Shares, Shares, Shares] = {}, {}, {}
    for row, column in zip(*linear_sum_assignment(-table), strict=True):
        recall, precision, f1 = found[row][column]
        if f1 > 0:
            shares[0][mine[row]] = theirs[column], recall
            shares[1][theirs[column]] = mine[row], precision
            shares[2][mine[row]] = theirs[column], f1
    return shares


def of_sets(measure: str, one: Accommodated, other: Accommodated) -> tuple[float, float, float]:
    """Recall, precision and F1 of the entities of two sets."""
    mine, theirs = ([sorted(entity, key=repr) for entity in each.entities] for each in (one, other))
    if measure in _ONE_WAY:
        count = _ONE_WAY[measure]
        counts = (*count(mine, theirs, {}, True), *count(theirs, mine, {}, True))
    else:
        counts = ceaf(mine, theirs, {}, measure == "ceaf_e")
    recall, precision = counts[0] / counts[1], counts[2] / counts[3]
    return recall, precision, 2 * recall * precision / (recall + precision) if recall + precision else 0.0
