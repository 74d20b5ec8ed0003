"""Measures that look at nothing but a table of chains: seen from key or response, and with split antecedents."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps
from typing import TYPE_CHECKING

import numpy as np

from anaphora.workbench.arrays import Flags, Numbers
from anaphora.workbench.chains.overlap import ChainTable, Overlap, select, with_singletons
from anaphora.workbench.errors import OptionError
from anaphora.workbench.measures import Measure, recall_precision

if TYPE_CHECKING:
    from anaphora.workbench.chains.split import Share

Count = Callable[[ChainTable], Numbers]
"""Two statistics of recall and two of precision, of each document."""


def both_ways(count: Count, of_sets: Count | None = None) -> Callable[[Overlap], Numbers]:
    """The count of a measure whose recall looks from the key's chains and precision from the response's.

    The two differ where a scorer looks mentions up, and for split antecedents, of which recall counts what the response
    has of a set and precision what the key has. `of_sets` counts two of these sets, if not as chains are counted.
    """

    @wraps(count)
    def counted(overlap: Overlap) -> Numbers:
        if not (overlap.lookup or overlap.has_split):
            return count(overlap.table)
        tables = overlap.seen_from_key.table, overlap.seen_from_response.table
        if overlap.has_split:
            shares = _aligned(overlap, of_sets or count)
            recalls = {(share.row, share.column): share.recall for share in shares}
            precisions = {(share.row, share.column): share.precision for share in shares}
            tables = _with(overlap, tables[0], recalls), _with(overlap, tables[1], precisions)
        return np.hstack((count(tables[0])[:, :2], count(tables[1])[:, 2:]))

    return counted


def from_key(count: Count) -> Callable[[Overlap], Numbers]:
    """The count of a measure that aligns chains, as seen from the key; of split antecedents by the F1 of their pair."""

    @wraps(count)
    def counted(overlap: Overlap) -> Numbers:
        table = overlap.seen_from_key.table
        if overlap.has_split:
            shares = _aligned(overlap, count)
            table = _with(overlap, table, {(share.row, share.column): share.f1 for share in shares})
        return count(table)

    return counted


def _aligned(overlap: Overlap, count: Count) -> "list[Share]":
    from anaphora.workbench.chains.split import align_sets  # few corpora have any

    sets = overlap.key.split, overlap.response.split
    return align_sets(overlap.seen_from_key.table, *sets, lambda table: recall_precision(count(table)))


def _with(overlap: Overlap, table: ChainTable, shares: dict[tuple[int, int], float]) -> ChainTable:
    from anaphora.workbench.chains.split import with_sets

    return with_sets(table, overlap.key.split, overlap.response.split, shares)


Policy = Callable[[Overlap], tuple[Overlap, Overlap]]
"""A change of key and response, one way for recall and another for precision."""


def _discard(overlap: Overlap) -> tuple[Overlap, Overlap]:
    """Twinless mentions of both sides are discarded (Bengtson & Roth 2008)."""
    both = _restrict(overlap, overlap.counterpart >= 0, overlap.twin >= 0)
    return both, both


def _drop_singletons(overlap: Overlap) -> tuple[Overlap, Overlap]:
    """Only those of the response that are alone in their chains are discarded (Rahman & Ng 2009)."""
    both = _without_spurious_singletons(overlap)
    return both, both


def _complete(overlap: Overlap) -> tuple[Overlap, Overlap]:
    """The variants "sys" of Cai & Strube 2010, section 2.2.

    Those of the response that are alone are discarded, those of the key become singletons of the response. The others
    of the response are discarded for recall, and become singletons of the key for precision.
    """
    every = np.ones(len(overlap.key.span_id), dtype=np.bool_)
    for_recall = _with_missed(_restrict(overlap, every, overlap.twin >= 0))
    for_precision = _with_spurious(_with_missed(_without_spurious_singletons(overlap)))
    return for_recall, for_precision


POLICIES: dict[str, Policy] = {"discard": _discard, "rahman_ng": _drop_singletons, "cai_strube": _complete}


def with_policy(measure: Measure[Overlap], twinless: str) -> Measure[Overlap]:
    """A measure of recall and precision (four statistics) under a policy; `keep` leaves both sides as they are.

    Raises:
        OptionError: there is no such policy.
    """
    if twinless == "keep":
        return measure
    if twinless not in POLICIES:
        raise OptionError(f"twinless cannot be '{twinless}'. Choose from keep, {', '.join(POLICIES)}.")
    return replace(measure, count=partial(_under_policy, count=measure.count, policy=POLICIES[twinless]))


def _under_policy(overlap: Overlap, count: Callable[[Overlap], Numbers], policy: Policy) -> Numbers:
    for_recall, for_precision = policy(overlap)
    return np.concatenate((count(for_recall)[:, :2], count(for_precision)[:, 2:]), axis=1)


def _without_spurious_singletons(overlap: Overlap) -> Overlap:
    alone = overlap.response.size[overlap.response.chain] == 1
    return _restrict(overlap, np.ones(len(overlap.key.span_id), dtype=np.bool_), ~(alone & (overlap.twin < 0)))


def _restrict(overlap: Overlap, key: Flags, response: Flags) -> Overlap:
    """Key and response with some of their mentions."""
    number = np.append(np.where(key, np.cumsum(key) - 1, -1), -1)
    return Overlap(select(overlap.key, key), select(overlap.response, response), number[overlap.twin[response]])


def _with_missed(overlap: Overlap) -> Overlap:
    """The mentions that the response lacks are singletons there."""
    missed = np.setdiff1d(np.arange(len(overlap.key.span_id)), overlap.common[0])
    response = with_singletons(overlap.response, overlap.key, missed)
    return Overlap(overlap.key, response, np.concatenate((overlap.twin, missed)))


def _with_spurious(overlap: Overlap) -> Overlap:
    """The mentions that the key lacks are singletons there."""
    spurious = np.flatnonzero(overlap.twin < 0)
    twin = overlap.twin.copy()
    twin[spurious] = len(overlap.key.span_id) + np.arange(len(spurious))
    return Overlap(with_singletons(overlap.key, overlap.response, spurious), overlap.response, twin)
