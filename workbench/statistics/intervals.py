"""Intervals that respect documents: the anaphors of one text are not independent."""

from math import sqrt

import numpy as np

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.statistics.defaults import LEVEL


def interval(right: Numbers, totals: Numbers, level: float = LEVEL) -> tuple[float, float] | None:
    """The Wilson interval of sum(right) / sum(totals) on the effective number of independent anaphors.

    `right` and `totals` have one entry a document. The effective number is n / max(1, design effect), corrected for the
    few documents by (z / t)^2, t with one degree of freedom less than there are documents. With a single document
    there is nothing to estimate the design effect from: anaphors then count as independent. `None` without anaphors.
    """
    from scipy.special import ndtri, stdtrit  # a tenth of the import time of scipy.stats

    total = float(totals.sum())
    if not total:
        return None
    rate = float(right.sum()) / total
    z = float(ndtri(0.5 + level / 2))
    documents = int((totals > 0).sum())
    effective = total
    effect = design_effect(right, totals, float(right.sum())) or 1.0
    if documents > 1:
        effective *= (z / float(stdtrit(documents - 1, 0.5 + level / 2))) ** 2 / max(1.0, effect)
    return _wilson(rate, effective, z)


def cluster_t(sums: Numbers, totals: Numbers, level: float = LEVEL) -> tuple[tuple[float, float], float]:
    """The t interval of sum(sums) / sum(totals) with documents as clusters, and the standard error.

    There must be two documents or more; `sums` may be differences.
    """
    from scipy.special import stdtrit

    error = _cluster_error(sums, totals)
    rate, documents = float(sums.sum()) / float(totals.sum()), np.count_nonzero(totals)
    half = float(stdtrit(documents - 1, 0.5 + level / 2)) * error
    return (rate - half, rate + half), error


def _cluster_error(sums: Numbers, totals: Numbers) -> float:
    sums, totals = sums[totals > 0], totals[totals > 0]
    documents, total = len(totals), float(totals.sum())
    rate = float(sums.sum()) / total
    return sqrt(documents / (documents - 1) * float(((sums - rate * totals) ** 2).sum())) / total


def design_effect(sums: Numbers, totals: Numbers, squares: float) -> float | None:
    """How many times the variance of sum(sums) / sum(totals) is that of independent anaphors, from the documents' sums.

    `squares` is the sum of the squared values of all anaphors. `None` below two documents and where nothing varies.
    """
    total = float(totals.sum())
    independent = (squares - float(sums.sum()) ** 2 / total) / total**2 if total else 0.0
    if np.count_nonzero(totals) < 2 or independent <= 0:
        return None
    return _cluster_error(sums, totals) ** 2 / independent


def _wilson(rate: float, n: float, z: float) -> tuple[float, float]:
    shrink = 1 + z**2 / n
    centre = (rate + z**2 / (2 * n)) / shrink
    half = z / shrink * float(np.sqrt(rate * (1 - rate) / n + z**2 / (4 * n**2)))
    return max(0.0, centre - half), min(1.0, centre + half)
