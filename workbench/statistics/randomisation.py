"""Paired randomisation tests of families of comparisons over documents: step-down max-T.

If two resolvers are equally good, they could change places in any document. All pairs are tested on the same exchanges,
so that what is large by chance in one pair is large in its neighbours too, and the correction for many pairs knows it
(Westfall & Young 1993; Romano & Wolf 2005). Holm's correction assumes the worst: its smallest p with n documents is
pairs x 2 / 2 ** n.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log2
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.statistics.defaults import RESAMPLES
from anaphora.workbench.statistics.resampling import parts

Exchanges = NDArray[np.int8]
Score = Callable[[Numbers], Numbers]

EXACT_UP_TO = int(log2(RESAMPLES))
"""Up to so many documents every exchange is tried, which are no more than would be drawn."""
_CELLS = 2**21  # floating-point numbers at once
_LEVEL = 1e-9  # values that are closer are level


@dataclass(frozen=True, slots=True)
class Family:
    """The tests of a family of pairs; arrays have an entry a pair.

    `difference` is the first of a pair less the second. `p` is two-sided and of the pair alone, `p_adjusted` corrected
    for the family: the probability of any false alarm among pairs with p_adjusted < alpha is alpha at most.
    """

    difference: Numbers
    p: Numbers
    p_adjusted: Numbers


def exchanges(documents: int, resamples: int, seed: int) -> tuple[Exchanges, bool]:
    """Choose the documents in which two systems change places: a matrix of 0 and 1, and whether it has all choices.

    The first row is what was observed, so that p, the share of rows with a difference as large, is never 0.
    """
    if documents <= EXACT_UP_TO:
        return (np.arange(2**documents)[:, np.newaxis] >> np.arange(documents) & 1).astype(np.int8), True
    random = np.random.default_rng(seed)
    drawn = [random.integers(0, 2, (rows, documents)).astype(np.int8) for rows in parts(resamples)]
    return np.concatenate([np.zeros((1, documents), np.int8), *drawn]), False


def max_t(differences: Numbers, seed: int, resamples: int = RESAMPLES) -> Family:
    """Test a family of differences, documents x pairs, whose sums over documents are of interest.

    The statistic of a pair is its sum over the root of its sum of squares, which no change of signs changes. The
    family-wise error is controlled where documents' differences are symmetric about 0 under the null hypothesis.
    """
    moved = differences[np.any(differences != 0, axis=1)]
    swaps, _ = exchanges(len(moved), resamples, seed)
    sums = moved.sum(axis=0)
    scale = np.sqrt((moved**2).sum(axis=0))
    return _step_down(sums, scale, (sums - 2 * (part @ moved) for part in _blocks(swaps, moved.shape[1])))


def max_t_of_scores(pairs: Sequence[tuple[Numbers, Numbers]], swaps: Exchanges, score: Score) -> Family:
    """Test a family of pairs by a score of summed counts, such as F1, which is no sum over documents.

    A pair is two matrices documents x statistics, `score` has a value for each row of sums (undefined: 0). The
    statistic of a pair is the difference over its standard deviation over all exchanges. There is one pair at least.
    """
    first, second = (np.hstack([pair[side] for pair in pairs]) for side in (0, 1))
    moved = second - first
    sums = (first.sum(axis=0), second.sum(axis=0))

    def scored(counts: Numbers) -> Numbers:
        values = score(counts.reshape(len(counts) * len(pairs), -1))
        return np.nan_to_num(values.reshape(len(counts), len(pairs)), nan=0.0)

    changes = (part @ moved for part in _blocks(swaps, moved.shape[1]))
    tried = np.concatenate([scored(sums[0] + change) - scored(sums[1] - change) for change in changes])
    return _step_down(tried[0], np.sqrt((tried**2).mean(axis=0)), np.array_split(tried, 1 + tried.size // _CELLS))


def _blocks(swaps: Exchanges, columns: int) -> Iterator[Numbers]:
    rows = max(1, _CELLS // max(1, swaps.shape[1], columns))
    for begin in range(0, len(swaps), rows):
        yield swaps[begin : begin + rows].astype(np.float64)


def _step_down(observed: Numbers, scale: Numbers, tried: Iterable[Numbers]) -> Family:
    """The p of differences from those that exchanges give, exchanges x pairs, a block at a time.

    A pair is compared with the largest statistic of those that are not more significant than itself.
    """
    scale = np.where(scale > _LEVEL, scale, np.inf)  # without any difference the statistic is 0
    statistics = np.abs(observed) / scale
    order = np.argsort(statistics, kind="stable")  # the largest last
    count, alone, together = 0, *np.zeros((2, len(observed)), np.int64)
    for differences in tried:
        sizes = np.abs(differences)
        count += len(sizes)
        alone += (sizes >= np.abs(observed) - _LEVEL).sum(axis=0)
        largest = np.maximum.accumulate((sizes / scale)[:, order], axis=1)
        together += (largest >= statistics[order] - _LEVEL).sum(axis=0)
    p_adjusted = np.empty(len(observed))
    p_adjusted[order] = np.maximum.accumulate(together[::-1])[::-1] / count
    return Family(observed, alone / count, p_adjusted)


Combination = Literal["bonferroni", "fisher"]


def one_sided(difference: float, p: float) -> float:
    """Convert the two-sided p of a randomisation test, whose distribution is symmetric, to that of "first is better".

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
    """Return the least number of datasets with a difference: the largest u whose p is `alpha` at most.

    It exceeds the true number with a probability of `alpha` at most.
    """
    return int(np.count_nonzero(partial_conjunction(p, combination) <= alpha))


def identified(p: Sequence[float], alpha: float) -> list[int]:
    """The datasets on which there is a difference, as many as Bonferroni's `replicated` says (Holm 1979)."""
    least = np.argsort(np.asarray(p, dtype=np.float64), kind="stable")[: replicated(p, alpha, "bonferroni")]
    return sorted(map(int, least))
