"""Pairs of mentions: coreference links, Rand index and adjusted Rand index (Rand 1971; Hubert & Arabie 1985)."""

import numpy as np

from anaphora.workbench.arrays import Integers, Numbers
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.measures import Measure, divide, matrix, ratio, recall_precision


def pairs(count: Integers | Numbers) -> Numbers:
    """The number of pairs of so many things."""
    return np.asarray(count * (count - 1) / 2, dtype=np.float64)


def _links(overlap: Overlap) -> Numbers:
    """Every pair of mentions in one chain is a link, so that large chains weigh quadratically."""
    right = overlap.of_cells(pairs(overlap.shared))
    return matrix(
        right,
        overlap.key.of_chains(pairs(overlap.key.size)),
        right,
        overlap.response.of_chains(pairs(overlap.response.size)),
    )


def _common(overlap: Overlap) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Count pairs of the mentions of both sides: right links, key links, response links, all pairs."""
    return (
        overlap.of_cells(pairs(overlap.shared)),
        overlap.key.of_chains(pairs(overlap.key_common)),
        overlap.response.of_chains(pairs(overlap.response_common)),
        pairs(overlap.of_cells(overlap.shared)),
    )


def _rand(overlap: Overlap) -> Numbers:
    """The share of pairs of common mentions that are linked on both sides or on neither."""
    right, key, response, total = _common(overlap)
    return matrix(total - key - response + 2 * right, total)


def _adjusted(overlap: Overlap) -> Numbers:
    """Right links over their expectation, and its maximum; both corrected in each document by its own expectation."""
    right, key, response, total = _common(overlap)
    expected = np.nan_to_num(divide(key * response, total), nan=0.0)
    return matrix(right - expected, (key + response) / 2 - expected, total)


def _adjusted_score(sums: Numbers) -> Numbers:
    """Score 1 where only one division is possible (all singletons, or one chain, on both sides)."""
    top, bottom, total = np.moveaxis(sums, -1, 0)
    degenerate = (np.abs(bottom) <= 1e-9 * total) & (total > 0)
    return np.where(degenerate, 1.0, divide(top, bottom))[..., np.newaxis]


MEASURES = (
    Measure("pairwise", _links, recall_precision, "coreference links; Recasens & Hovy 2011"),
    Measure("rand", _rand, ratio, "pairs of common mentions; Rand 1971", ("value",)),
    Measure(
        "adjusted_rand",
        _adjusted,
        _adjusted_score,
        "Rand beyond chance; Hubert & Arabie 1985",
        ("value",),
        bounds=(-1.0, 1.0),
        signed=True,
    ),
)
