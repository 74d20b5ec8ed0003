"""B-CUBED in the two weightings of its paper (Bagga & Baldwin 1998)."""

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.coreference.overlap import Overlap
from anaphora.workbench.measures import Measure, matrix, recall_precision


def _equal_mentions(overlap: Overlap) -> Numbers:
    """Every mention weighs the same: recall is the mean of n/k over key mentions, precision that of n/r.

    n is what the chains of a mention share. A missed mention adds 0 to recall, a spurious one to precision, and 1 to
    the denominator (Pradhan et al. 2014).
    """
    key, response, shared = overlap.key, overlap.response, overlap.shared**2
    return matrix(
        overlap.of_cells(shared / key.size[overlap.row]),
        key.of_chains(key.size),
        overlap.of_cells(shared / response.size[overlap.column]),
        response.of_chains(response.size),
    )


def _equal_chains(overlap: Overlap) -> Numbers:
    """Every chain weighs the same, however many mentions it has."""
    key, response, shared = overlap.key, overlap.response, overlap.shared**2
    return matrix(
        overlap.of_cells(shared / key.size[overlap.row] ** 2),
        key.of_chains(key.size > 0),
        overlap.of_cells(shared / response.size[overlap.column] ** 2),
        response.of_chains(response.size > 0),
    )


MEASURES = (
    Measure("b_cubed", _equal_mentions, recall_precision, "equal weight per mention; Bagga & Baldwin 1998"),
    Measure("b_cubed_class", _equal_chains, recall_precision, "equal weight per chain; Bagga & Baldwin 1998"),
)
