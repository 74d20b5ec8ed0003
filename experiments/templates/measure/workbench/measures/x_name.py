"""X_NAME: mentions of chains that the other side has just so (Author & Author year, section)."""

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.measures import Measure, matrix, recall_precision


def _count(overlap: Overlap) -> Numbers:
    """Numerator and denominator of recall, then of precision: a row for each document, which add up over documents.

    A cell is a key chain and a response chain that have `shared` mentions in common, one or more.
    """
    key, response = overlap.key, overlap.response
    whole = (overlap.shared == key.size[overlap.row]) & (overlap.shared == response.size[overlap.column])
    right = overlap.of_cells(overlap.shared * whole)
    return matrix(right, key.of_chains(key.size), right, response.of_chains(response.size))


MEASURES = (Measure("x_name", _count, recall_precision, "chains found whole; Author year"),)
