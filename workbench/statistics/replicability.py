"""On how many of several datasets a difference is found: partial conjunction tests (Dror et al. 2017).

"Replicability Analysis for Natural Language Processing: Testing Significance with Multiple Datasets", TACL 5,
sections 3 and 4, after Benjamini & Heller 2008.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from anaphora.workbench.aliases import Numbers

Combination = Literal["bonferroni", "fisher"]


def one_sided(difference: float, p: float) -> float:
    """The p of "the first is better" from the two-sided one of a randomisation test, whose distribution is symmetric.

    Against the direction of the difference it is 1, which is valid also where there are few exchanges.
    """
    return p / 2 if difference > 0 else 1.0


def partial_conjunction(p: Sequence[float], combination: Combination) -> Numbers:
    """The p of the hypotheses that there is a difference on fewer than 1, 2, ... of the N datasets.

    With p(1) <= ... <= p(N) the p of u is, by Bonferroni, (N - u + 1) p(u); by Fisher, the probability that chi-squared
    with 2 (N - u + 1) degrees of freedom is -2 times the sum of the logarithms of p(u), ..., p(N) or more; and never
    less than that of u - 1. Fisher's needs independent datasets.
    """
    from scipy.special import chdtrc

    ordered = np.sort(np.asarray(p, dtype=np.float64))
    left = len(ordered) - np.arange(len(ordered))  # N - u + 1
    if combination == "bonferroni":
        combined = np.minimum(1.0, left * ordered)
    else:
        with np.errstate(divide="ignore"):
            logarithms = np.log(ordered)
        combined = chdtrc(2.0 * left, -2 * np.cumsum(logarithms[::-1])[::-1])
    return np.maximum.accumulate(combined)


def replicated(p: Sequence[float], alpha: float, combination: Combination) -> int:
    """On how many datasets at least there is a difference: the largest u whose p is `alpha` at most.

    That it is more than the true number has a probability of `alpha` at most.
    """
    return int(np.count_nonzero(partial_conjunction(p, combination) <= alpha))


def identified(p: Sequence[float], alpha: float) -> list[int]:
    """The datasets on which there is a difference, as many as Bonferroni's `replicated` says (Holm 1979)."""
    least = np.argsort(np.asarray(p, dtype=np.float64), kind="stable")[: replicated(p, alpha, "bonferroni")]
    return sorted(map(int, least))
