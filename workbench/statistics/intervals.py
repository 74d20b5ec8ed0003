"""Intervals that respect documents: the anaphors of one text are not independent."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def interval(right: NDArray[np.float64], of: NDArray[np.float64], level: float = 0.95) -> tuple[float, float] | None:
    """The Wilson interval of sum(right) / sum(of) on the effective number of independent anaphors.

    `right` and `of` have one entry a document. The effective number is n / max(1, design effect), corrected for the
    few documents by (z / t)^2, t with one degree of freedom less than there are documents. With a single document
    there is nothing to estimate the design effect from: anaphors then count as independent. `None` without anaphors.
    """
    from scipy.special import ndtri, stdtrit  # a tenth of the import time of scipy.stats

    total = float(of.sum())
    if not total:
        return None
    rate = float(right.sum()) / total
    z = float(ndtri(0.5 + level / 2))
    documents = int((of > 0).sum())
    effective = total
    if documents > 1:
        effective *= (z / float(stdtrit(documents - 1, 0.5 + level / 2))) ** 2 / max(1.0, _design_effect(right, of))
    return _wilson(rate, effective, z)


def _design_effect(right: NDArray[np.float64], of: NDArray[np.float64]) -> float:
    """How many times the variance of the rate over documents is that of independent anaphors (1 for rates 0 and 1)."""
    total, documents = float(of.sum()), int((of > 0).sum())
    rate = float(right.sum()) / total
    if not 0 < rate < 1:
        return 1.0
    spread = float(((right - rate * of) ** 2).sum()) * documents / (documents - 1) / total**2
    return spread / (rate * (1 - rate) / total)


def _wilson(rate: float, n: float, z: float) -> tuple[float, float]:
    shrink: Any = 1 + z**2 / n
    centre = (rate + z**2 / (2 * n)) / shrink
    half = z / shrink * float(np.sqrt(rate * (1 - rate) / n + z**2 / (4 * n**2)))
    return max(0.0, centre - half), min(1.0, centre + half)
