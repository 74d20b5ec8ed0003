"""Measures that look at nothing but a table of chains: seen from key or response, and with split antecedents."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING

import numpy as np

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.coreference.overlap import Overlap, Table
from anaphora.workbench.measures import recall_precision

if TYPE_CHECKING:
    from anaphora.workbench.coreference.split import Share

Count = Callable[[Table], Numbers]
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
    from anaphora.workbench.coreference.split import align_sets  # few corpora have any

    sets = overlap.key.split, overlap.response.split
    return align_sets(overlap.seen_from_key.table, *sets, lambda table: recall_precision(count(table)))


def _with(overlap: Overlap, table: Table, shares: dict[tuple[int, int], float]) -> Table:
    from anaphora.workbench.coreference.split import with_sets

    return with_sets(table, overlap.key.split, overlap.response.split, shares)
