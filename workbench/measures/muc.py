"""MUC: links that would have to be added (Vilain et al. 1995)."""

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.chains.overlap import ChainTable
from anaphora.workbench.measures import Measure, matrix, recall_precision
from anaphora.workbench.measures._tables import both_ways


def _plain(table: ChainTable) -> Numbers:
    """Recall is the sum of |K| - |p(K)| over the sum of |K| - 1, p(K) being what the response parts a key chain into.

    A mention that the response lacks is a part of its own, so that |K| - |p(K)| is the sum of (shared - 1) over the
    cells of K; read by response chains it is the same number. A split antecedent adds its share where other mentions of
    K are in the same response chain.
    """
    links = table.of_cells(np.maximum(table.shared - 1, 0))
    return matrix(
        links, table.key.of_chains(table.key.size - 1), links, table.response.of_chains(table.response.size - 1)
    )


def _with_singletons(table: ChainTable) -> Numbers:
    """The same for the entities of two sets, of which one with a single mention counts as a link (Yu et al. 2022)."""
    key, response = table.key.size, table.response.size
    alone = (key[table.row] == 1) & (response[table.column] == 1)
    links = table.of_cells(table.shared - 1 + alone)
    return matrix(
        links, table.key.of_chains(np.maximum(key - 1, 1)), links, table.response.of_chains(np.maximum(response - 1, 1))
    )


_count = both_ways(_plain, of_sets=_with_singletons)
MEASURES = (Measure("muc", _count, recall_precision, "links; Vilain et al. 1995"),)
