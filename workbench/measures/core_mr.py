"""Core-MR and Exclusive Core-MR (Popescu-Belis & Robba 1998, as reported by Trouilleux et al. 2000)."""

import numpy as np

from anaphora.workbench.arrays import Flags, Integers, Numbers, sum_by
from anaphora.workbench.chains.assignment import greedy
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.measures import Measure, divide, matrix, with_f1
from anaphora.workbench.measures.denotation import Completed, complete


def _shared_cores(overlap: Overlap) -> Numbers:
    """The core of a key chain is the response chain that shares most with it; several chains may have the same core."""
    table = complete(overlap)
    return _matrix(
        overlap, table, _most(table.cell_row, table.shared) == 0, _most(table.cell_column, table.shared) == 0
    )


def _exclusive_cores(overlap: Overlap) -> Numbers:
    """Cores one to one for recall, found from the largest overlap down; precision as in Core-MR.

    A reconstruction: the original text does not say what happens to chains without a core. This reading agrees with
    most published values (Trouilleux et al. 2000, table 1).
    """
    table = complete(overlap)
    return _matrix(overlap, table, exclusive_cores(table), _most(table.cell_column, table.shared) == 0)


def exclusive_cores(table: Completed) -> Flags:
    """The cells of key chains and their exclusive cores, found from the largest overlap down."""
    rank = np.empty(len(table.shared), dtype=np.int64)
    # within the corpus order is arbitrary between documents, whose chains never compete
    rank[np.lexsort((table.cell_column, table.cell_row, table.first, -table.shared))] = np.arange(len(rank))
    return greedy(table.cell_row, table.cell_column, rank)


def _matrix(overlap: Overlap, table: Completed, recalled: Flags, precise: Flags) -> Numbers:
    def total(values: Integers) -> Numbers:
        return sum_by(table.document, values, overlap.documents)

    return matrix(total(table.shared * recalled), total(table.shared * precise), total(table.shared))


def _most(group: Integers, shared: Integers) -> Integers:
    """Rank the cells of each group by what they share, 0 for the one that shares most."""
    order = np.lexsort((-shared, group))
    new = np.concatenate(([True], group[order][1:] != group[order][:-1]))[: len(order)]
    starts = np.flatnonzero(new)
    rank = np.empty(len(group), dtype=np.int64)
    rank[order] = np.arange(len(order)) - np.repeat(starts, np.diff(np.append(starts, len(order))))
    return rank


def _score(sums: Numbers) -> Numbers:
    recalled, precise, total = np.moveaxis(sums, -1, 0)
    return with_f1(divide(recalled, total), divide(precise, total))


MEASURES = (
    Measure("core_mr", _shared_cores, _score, "shared cores; Popescu-Belis & Robba 1998"),
    Measure("exclusive_core_mr", _exclusive_cores, _score, "one to one, a reconstruction; Popescu-Belis & Robba 1998"),
)
