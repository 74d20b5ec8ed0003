"""MUC: links that would have to be added (Vilain et al. 1995)."""

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.coreference.overlap import Overlap
from anaphora.workbench.measures import Measure, matrix, recall_precision


def _count(overlap: Overlap) -> Numbers:
    """Recall is the sum of |K| - |p(K)| over the sum of |K| - 1, p(K) being what the response parts a key chain into.

    A mention that the response lacks is a part of its own, so that |K| - |p(K)| is the sum of (shared - 1) over the
    cells of K; read by response chains it is the same number.
    """
    links = overlap.of_cells(overlap.shared - 1)
    return matrix(links, overlap.key.of_chains(overlap.key.size - 1), links, _links(overlap))


def _links(overlap: Overlap) -> Numbers:
    return overlap.response.of_chains(overlap.response.size - 1)


MEASURES = (Measure("muc", _count, recall_precision, "links; Vilain et al. 1995"),)
