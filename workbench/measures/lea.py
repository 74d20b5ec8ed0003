"""LEA: found links, weighted by the size of entities (Moosavi & Strube 2016)."""

import numpy as np

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.coreference.overlap import Overlap, Side
from anaphora.workbench.measures import Measure, matrix, recall_precision
from anaphora.workbench.measures.pairwise import pairs


def _count(overlap: Overlap) -> Numbers:
    """The importance of a chain is its size, its resolution the share of its links that are found.

    A singleton has one link, to itself, which is found if the other side has the same singleton.
    """
    right = pairs(overlap.shared)
    alone = (overlap.key.size[overlap.row] == 1) & (overlap.response.size[overlap.column] == 1)
    return matrix(
        overlap.of_cells(_per_mention(overlap.key)[overlap.row] * right + alone),
        overlap.key.of_chains(overlap.key.size),
        overlap.of_cells(_per_mention(overlap.response)[overlap.column] * right + alone),
        overlap.response.of_chains(overlap.response.size),
    )


def _per_mention(side: Side) -> Numbers:
    """Size over links of each chain, 2 / (size - 1)."""
    return 2 / np.maximum(side.size - 1, 1)


MEASURES = (Measure("lea", _count, recall_precision, "link-based, entity-aware; Moosavi & Strube 2016"),)
