"""Whether the difference of two resolvers on the same anaphors is real, and how many anaphors would tell.

The unit is the document, since the anaphors of one text are not independent: McNemar's test, which takes them for that,
rejects twice as often as it says on such data. It is given beside as what would hold if they were.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

FLIPS = 10_000
_AT_ONCE = 500
EXACT_UP_TO = 16
"""Up to so many documents all changes of sign are tried."""
TESTABLE_FROM = 6
"""With fewer documents no result of a two-sided test can reach 0.05: 2 / 2 ** 5 is 0.0625."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Two resolvers on the same anaphors: the first's success rate less the second's, as a fraction.

    `interval` is the cluster t interval of `level`; `p` that of the sign-flip test over documents, `None` below six of
    them; `p_if_independent` are the exact and the mid-p of McNemar's test. `only_first` and `only_second` count the
    anaphors that just one of them has right, of `anaphors`. `detectable` is the smallest difference that this corpus
    would show four times out of five, `needed` the number of anaphors that the observed one would take for it.
    """

    anaphors: int
    documents: int
    only_first: int
    only_second: int
    value: float | None
    interval: tuple[float, float] | None
    p: float | None
    p_if_independent: tuple[float, float]
    detectable: float | None
    needed: int | None


def difference(gained: Numbers, lost: Numbers, of: Numbers, p: float | None, level: float = 0.95) -> Difference:
    """The difference from counts by document: anaphors that only the first or only the second has right, and all.

    `p` comes from `sign_flips`, which tests many pairs at once.
    """
    only_first, only_second, total = int(gained.sum()), int(lost.sum()), int(of.sum())
    documents = int((of > 0).sum())
    testable = documents >= TESTABLE_FROM
    bounds = cluster_t(gained - lost, of, level) if documents > 1 else None
    value = (only_first - only_second) / total if total else None
    effect = _design_effect(bounds[1], only_first, only_second, total) if bounds else 1.0
    discordant = (only_first + only_second) / total if total else 0.0
    return Difference(
        anaphors=total,
        documents=documents,
        only_first=only_first,
        only_second=only_second,
        value=value,
        interval=bounds[0] if bounds else None,
        p=p if testable else None,
        p_if_independent=mcnemar(only_first, only_second),
        detectable=detectable(discordant, total, effect) if total and discordant else None,
        needed=needed(abs(value), discordant, effect) if value else None,
    )


def sign_flips(differences: Numbers, seed: int) -> tuple[Numbers, bool]:
    """The two-sided p of each column of differences (documents x pairs), and whether all sign changes were tried.

    Under the null hypothesis the two resolvers could change places in any document. p is the share of sign changes
    whose sum is at least as large as the observed one; if they are drawn, the observed one is counted among them.
    """
    moved = differences[np.any(differences != 0, axis=1)] if differences.size else differences
    documents = len(moved)
    observed = np.abs(moved.sum(axis=0)) - 1e-9
    if documents <= EXACT_UP_TO:
        bits = np.arange(2**documents)[:, np.newaxis] >> np.arange(documents) & 1
        return (np.abs((1.0 - 2.0 * bits) @ moved) >= observed).sum(axis=0) / len(bits), True
    random = np.random.default_rng(seed)
    as_large = np.zeros(moved.shape[1], np.int64)
    for begin in range(0, FLIPS, _AT_ONCE):  # in parts, since there may be thousands of documents
        signs = 1.0 - 2.0 * random.integers(0, 2, (min(_AT_ONCE, FLIPS - begin), documents))
        as_large += (np.abs(signs @ moved) >= observed).sum(axis=0)
    return (1 + as_large) / (1 + FLIPS), False


def mcnemar(only_first: int, only_second: int) -> tuple[float, float]:
    """The exact two-sided p and the mid-p of McNemar's test (Fagerland, Lydersen & Laake 2013), 1 for no change."""
    discordant, fewer = only_first + only_second, min(only_first, only_second)
    if not discordant:
        return 1.0, 1.0
    middle = tail = 1
    for count in range(fewer):  # each binomial coefficient from the one before, which is much faster for thousands
        middle = middle * (discordant - count) // (count + 1)
        tail += middle
    exact = min(1.0, 2 * tail / 2**discordant)
    mid = 1 - middle / 2 ** (discordant + 1) if only_first == only_second else exact - middle / 2**discordant
    return exact, mid


def cluster_t(right: Numbers, of: Numbers, level: float = 0.95) -> tuple[tuple[float, float], float]:
    """The t interval of sum(right) / sum(of) with documents as clusters, and the standard error.

    There must be two documents or more; `right` may be differences.
    """
    from scipy.special import stdtrit

    right, of = right[of > 0], of[of > 0]
    documents, total = len(of), float(of.sum())
    rate = float(right.sum()) / total
    error = sqrt(documents / (documents - 1) * float(((right - rate * of) ** 2).sum())) / total
    half = float(stdtrit(documents - 1, 0.5 + level / 2)) * error
    return (rate - half, rate + half), error


def equal_within(moved: Numbers, of: Numbers, margin: float) -> bool | None:
    """Whether the two resolvers are equal within a margin: two one-sided tests at 0.05, documents being clusters.

    `moved` is what the first gains over the second, by document. They are equal if the 90 % interval of the difference
    lies between -margin and margin (Schuirmann 1987). `None`, not testable, below six documents.
    """
    if np.count_nonzero(of) < TESTABLE_FROM:
        return None
    (low, high), _ = cluster_t(moved, of, 0.90)
    return -margin < low and high < margin


def _design_effect(error: float, only_first: int, only_second: int, total: int) -> float:
    """How many times the variance of a difference is that of independent anaphors, at least 1."""
    independent = (only_first + only_second - (only_first - only_second) ** 2 / total) / total**2
    return max(1.0, error**2 / independent) if independent > 0 else 1.0


def detectable(discordant: float, anaphors: int, effect: float = 1.0, power: float = 0.8) -> float:
    """The smallest difference of success rates that a two-sided test at 0.05 finds with this power.

    `discordant` is the share of anaphors that just one resolver has right, `effect` the design effect of documents.
    """
    return (_quantile(0.975) + _quantile(power)) * sqrt(discordant * effect / anaphors)


def needed(value: float, discordant: float, effect: float = 1.0, power: float = 0.8) -> int:
    """How many anaphors a two-sided paired test at 0.05 needs to find a difference with this power."""
    spread = _quantile(0.975) * sqrt(discordant) + _quantile(power) * sqrt(max(0.0, discordant - value**2))
    return int(np.ceil(spread**2 / value**2 * effect))


def _quantile(probability: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(probability))


def holm(probabilities: Sequence[float]) -> list[float]:
    """The probabilities adjusted for their number, in the same order (Holm 1979); for the declared family of tests."""
    order = np.argsort(probabilities, kind="stable")
    factors = np.arange(len(probabilities), 0, -1)
    stepped = np.maximum.accumulate(np.minimum(1.0, factors * np.asarray(probabilities, np.float64)[order]))
    return _in_place(stepped, order)


def benjamini_hochberg(probabilities: Sequence[float]) -> list[float]:
    """The probabilities adjusted for the false discovery rate (Benjamini & Hochberg 1995); for exploration."""
    order = np.argsort(probabilities, kind="stable")
    count = len(probabilities)
    factors = count / np.arange(1, count + 1)
    raised = np.minimum(1.0, factors * np.asarray(probabilities, np.float64)[order])
    return _in_place(np.minimum.accumulate(raised[::-1])[::-1], order)


def _in_place(adjusted: Numbers, order: NDArray[np.intp]) -> list[float]:
    found = np.empty(len(adjusted))
    found[order] = adjusted
    return [float(value) for value in found]


def intraclass_correlation(right: Numbers, of: Numbers) -> float | None:
    """How alike the anaphors of one document are: ICC by analysis of variance; `None` where it is undefined.

    `right` and `of` have one entry a document; 0 is what independence gives, 1 documents that are all right or wrong.
    """
    right, of = right[of > 0], of[of > 0]
    documents, total = len(of), float(of.sum())
    if documents < 2 or total <= documents:
        return None
    rate, rates = right.sum() / total, right / of
    between = float((of * (rates - rate) ** 2).sum()) / (documents - 1)
    within = float((of * rates * (1 - rates)).sum()) / (total - documents)
    size = (total - float((of**2).sum()) / total) / (documents - 1)
    spread = between + (size - 1) * within
    return (between - within) / spread if spread else None
