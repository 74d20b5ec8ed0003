"""Detection of mentions and of whole entities, and the overlap of mentions in words."""

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.chains.alignment import align_uncrowded, overlapping_tokens
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.measures import Measure, matrix, recall_precision


def _strict(overlap: Overlap) -> Numbers:
    """Aligned mentions, of those of the key and of the response."""
    return _of_all(overlap, overlap.of_cells(overlap.shared))


def _lenient(overlap: Overlap) -> Numbers:
    """A mention is found too if the response has its head (or all of its MIN) and nothing beyond it (Hirschman 1997).

    Documents whose key mentions have neither are left out. Undefined where mentions overlap in too many pairs.
    """
    with_core = overlap.key.of_mentions((overlap.key.head >= 0) | (overlap.key.minimum_start >= 0)) > 0
    counted = with_core | (overlap.key.of_chains(overlap.key.size) == 0)
    twin, crowded = align_uncrowded(overlap.key, overlap.response, "partial")
    aligned = np.where(crowded, np.nan, overlap.response.of_mentions(twin >= 0))
    return np.where(counted[:, np.newaxis], _of_all(overlap, aligned), 0.0)


def _of_all(overlap: Overlap, aligned: Numbers) -> Numbers:
    key, response = overlap.key, overlap.response
    return matrix(aligned, key.of_chains(key.size), aligned, response.of_chains(response.size))


def _words(overlap: Overlap) -> Numbers:
    """The greatest number of words that mentions share if each is paired with one of the other side at most.

    Undefined where mentions overlap in too many pairs.
    """
    key, response = overlap.key, overlap.response
    aligned = overlapping_tokens(key, response)
    return matrix(aligned, key.of_mentions(key.lengths()), aligned, response.of_mentions(response.lengths()))


def _entities(overlap: Overlap) -> Numbers:
    """Key chains that the response has with exactly these mentions."""
    exact = (overlap.shared == overlap.key.size[overlap.row]) & (
        overlap.shared == overlap.response.size[overlap.column]
    )
    aligned = overlap.of_cells(exact)
    key, response = overlap.key, overlap.response
    return matrix(aligned, key.of_chains(key.size > 0), aligned, response.of_chains(response.size > 0))


MEASURES = (
    Measure("mentions", _strict, recall_precision, "mention detection; Pradhan et al. 2014"),
    Measure(
        "mentions_head", _lenient, recall_precision, "head or MIN, nothing beyond the key; Hirschman & Chinchor 1997"
    ),
    Measure("mention_overlap", _words, recall_precision, "MOR, words of mentions; Žabokrtský et al. 2022"),
    Measure(
        "exact_entities", _entities, recall_precision, "of this project: chains that are the same mention by mention"
    ),
)
