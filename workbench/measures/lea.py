"""LEA: found links, weighted by the size of entities (Moosavi & Strube 2016)."""

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.chains.overlap import ChainSizes, ChainTable
from anaphora.workbench.measures import Measure, matrix, recall_precision
from anaphora.workbench.measures._tables import both_ways
from anaphora.workbench.measures.pairwise import pairs


@both_ways
def _count(table: ChainTable) -> Numbers:
    """The importance of a chain is its size, its resolution the share of its links that are found.

    A singleton has one link, to itself, which is found if the other side has the same singleton. The links of a split
    antecedent are found in part.
    """
    right = pairs(table.whole) if table.part is None else pairs(table.whole) + table.whole * table.part
    alone = (table.key.size[table.row] == 1) & (table.response.size[table.column] == 1)
    return matrix(
        table.of_cells(_per_mention(table.key)[table.row] * right + alone),
        table.key.of_chains(table.key.size),
        table.of_cells(_per_mention(table.response)[table.column] * right + alone),
        table.response.of_chains(table.response.size),
    )


def _per_mention(chains: ChainSizes) -> Numbers:
    """Size over links of each chain, 2 / (size - 1)."""
    return 2 / np.maximum(chains.size - 1, 1)


MEASURES = (Measure("lea", _count, recall_precision, "link-based, entity-aware; Moosavi & Strube 2016"),)
