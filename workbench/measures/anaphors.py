"""Anaphors one by one, as CorefUD scores zeros (Tuggener 2014; Žabokrtský et al. 2022)."""

import numpy as np

from workbench.measures import Measure, Numbers, divided, matrix, with_f1
from workbench.overlap import Overlap, added, firsts


def _count(overlap: Overlap) -> Numbers:
    """Each key mention but the first of its chain is an anaphor, and so on the response's side.

    It is right if an earlier mention of its key chain is in its response chain, wrongly linked if none is, not found if
    the response lacks it or begins a chain with it. A response anaphor that stands for no key anaphor is spurious.
    """
    key, response = overlap.common
    key_anaphor = ~overlap.key.first_of_chain[key]
    response_anaphor = ~overlap.response.first_of_chain[response]
    # common mentions are in text order on the response's side; an earlier one of the same cell is a right antecedent
    order = np.argsort(key)
    first_of_cell = np.empty(len(key), dtype=np.bool_)
    first_of_cell[order] = firsts(overlap.cell[order])
    document = overlap.key.document[key]

    found = key_anaphor & response_anaphor
    return matrix(
        added(document, found & ~first_of_cell, overlap.documents),
        added(document, found & first_of_cell, overlap.documents),
        overlap.key.of_mentions(~overlap.key.first_of_chain),
        overlap.response.of_mentions(~overlap.response.first_of_chain),
    )


def _score(sums: Numbers) -> Numbers:
    """Recall is right / (right + not found + wrong), precision right / (right + spurious + wrong)."""
    right, _, key, response = np.moveaxis(sums, -1, 0)
    return with_f1(divided(right, key), divided(right, response))


MEASURES = (Measure("anaphors", _count, _score, "every mention but the first of its chain; Tuggener 2014"),)
