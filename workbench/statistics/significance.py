"""Intervals of success rates, significance of differences, one by one and in families, and the power of comparisons.

The unit is the document, since the anaphors of one text are not independent: McNemar's test, which takes them for that,
rejects twice as often as it says on such data. It is given beside as what would hold if they were.

Families of comparisons are tested by paired randomisation over documents, step-down max-T. If two resolvers are equally
good, they could change places in any document. All pairs are tested on the same exchanges, so that what is large by
chance in one pair is large in its neighbours too, and the correction for many pairs knows it (Westfall & Young 1993;
Romano & Wolf 2005). Holm's correction assumes the worst: its smallest p with n documents is pairs x 2 / 2 ** n.

Anaphors far apart from each other may count as independent, which checks the main result. Mitkov 2001, section 7, asks
for samples without two anaphors within 100 sentences of each other. One such sample throws nearly everything away and
depends on chance, so many are drawn and put together (within-cluster resampling, Hoffman, Sen & Weinberg 2001; multiple
outputation, Follmann, Proschan & Leifer 2003).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log2, sqrt
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.arrays import Flags, Integers, Numbers
from anaphora.workbench.errors import OptionError
from anaphora.workbench.statistics import ALPHA, LEVEL, MIN_DOCUMENTS, RESAMPLES
from anaphora.workbench.statistics.resampling import parts


@dataclass(frozen=True, slots=True)
class Difference:
    """Two resolvers on the same anaphors: the first's success rate less the second's, as a fraction.

    `interval` is the cluster t interval of `level`, cut at -1 and 1, `p` of the sign-flip test over documents; both
    `None` below six of them. `p_if_independent` are the exact and the mid-p of McNemar's test. `only_first` and
    `only_second` count the anaphors that just one of them has right, of `anaphors`. `detectable` is the smallest
    difference that this corpus would show four times out of five, `needed` the number of anaphors that the observed one
    would take for it.
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


def difference(gained: Numbers, lost: Numbers, totals: Numbers, p: float | None, level: float = LEVEL) -> Difference:
    """The difference from counts by document: anaphors that only the first or only the second has right, and all.

    `p` comes from `randomisation.max_t`, which tests many pairs at once.
    """
    only_first, only_second, total = int(gained.sum()), int(lost.sum()), int(totals.sum())
    documents = int((totals > 0).sum())
    testable = documents >= MIN_DOCUMENTS
    value = (only_first - only_second) / total if total else None
    effect = max(1.0, design_effect(gained - lost, totals, only_first + only_second) or 1.0)
    discordant = (only_first + only_second) / total if total else 0.0
    ends = cluster_t(gained - lost, totals, level)[0] if testable else None
    return Difference(
        anaphors=total,
        documents=documents,
        only_first=only_first,
        only_second=only_second,
        value=value,
        interval=(max(-1.0, ends[0]), min(1.0, ends[1])) if ends else None,  # it holds the true one as often
        p=p if testable else None,
        p_if_independent=mcnemar(only_first, only_second),
        detectable=detectable(discordant, total, effect) if total and discordant else None,
        needed=needed(abs(value), discordant, effect) if value else None,
    )


def mcnemar(only_first: int, only_second: int) -> tuple[float, float]:
    """The exact two-sided p and the mid-p of McNemar's test (Fagerland, Lydersen & Laake 2013), 1 for no change."""
    from scipy.special import bdtr

    discordant = only_first + only_second
    fewer = min(only_first, only_second)
    if not discordant:
        return 1.0, 1.0
    tail = float(bdtr(fewer, discordant, 0.5))
    middle = tail - float(bdtr(fewer - 1, discordant, 0.5)) if fewer else tail
    exact = min(1.0, 2 * tail)
    return exact, 1 - middle / 2 if only_first == only_second else exact - middle


def equal_within(moved: Numbers, totals: Numbers, margin: float) -> bool | None:
    """Return whether two resolvers are equal within a margin: two one-sided tests at `ALPHA`, documents as clusters.

    `moved` is what the first gains over the second, by document. They are equal if the 90 % interval of the difference
    lies between -margin and margin (Schuirmann 1987). `None`, not testable, below six documents.
    """
    if np.count_nonzero(totals) < MIN_DOCUMENTS:
        return None
    (low, high), _ = cluster_t(moved, totals, 1 - 2 * ALPHA)
    return -margin < low and high < margin


def detectable(discordant: float, anaphors: int, effect: float = 1.0, power: float = 0.8) -> float:
    """The smallest difference of success rates that a two-sided test at `ALPHA` finds with this power.

    `discordant` is the share of anaphors that just one resolver has right, `effect` the design effect of documents.
    """
    return detectable_by(sqrt(discordant * effect / anaphors), power)


def detectable_by(error: float, power: float = 0.8) -> float:
    """The smallest difference that a two-sided test at `ALPHA` finds with this power, from its standard error.

    It is the minimum detectable effect of Bloom (1995): the normal quantiles of level and power, times the error.
    """
    return (_quantile(1 - ALPHA / 2) + _quantile(power)) * error


def needed(value: float, discordant: float, effect: float = 1.0, power: float = 0.8) -> int:
    """Compute how many anaphors a two-sided paired test at `ALPHA` needs to find a difference with this power."""
    spread = _quantile(1 - ALPHA / 2) * sqrt(discordant) + _quantile(power) * sqrt(max(0.0, discordant - value**2))
    return int(np.ceil(spread**2 / value**2 * effect))


def _quantile(probability: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(probability))


def intraclass_correlation(right: Numbers, totals: Numbers) -> float | None:
    """Measure how alike the anaphors of one document are: ICC by analysis of variance; `None` where undefined.

    `right` and `totals` have one entry a document; 0: independence, 1: documents are all right or wrong.
    """
    right, totals = right[totals > 0], totals[totals > 0]
    documents = len(totals)
    total = float(totals.sum())
    if documents < 2 or total <= documents:
        return None
    rate = right.sum() / total
    rates = right / totals
    between = float((totals * (rates - rate) ** 2).sum()) / (documents - 1)
    within = float((totals * rates * (1 - rates)).sum()) / (total - documents)
    size = (total - float((totals**2).sum()) / total) / (documents - 1)
    spread = between + (size - 1) * within
    return (between - within) / spread if spread else None


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
    shrink = 1 + z**2 / effective
    centre = (rate + z**2 / (2 * effective)) / shrink
    half = z / shrink * float(np.sqrt(rate * (1 - rate) / effective + z**2 / (4 * effective**2)))
    return max(0.0, centre - half), min(1.0, centre + half)


def cluster_t(sums: Numbers, totals: Numbers, level: float = LEVEL) -> tuple[tuple[float, float], float]:
    """The t interval of sum(sums) / sum(totals) with documents as clusters, and the standard error.

    There must be two documents or more; `sums` may be differences.
    """
    from scipy.special import stdtrit

    error = _cluster_error(sums, totals)
    rate = float(sums.sum()) / float(totals.sum())
    documents = np.count_nonzero(totals)
    half = float(stdtrit(documents - 1, 0.5 + level / 2)) * error
    return (rate - half, rate + half), error


def _cluster_error(sums: Numbers, totals: Numbers) -> float:
    sums, totals = sums[totals > 0], totals[totals > 0]
    documents = len(totals)
    total = float(totals.sum())
    rate = float(sums.sum()) / total
    return sqrt(documents / (documents - 1) * float(((sums - rate * totals) ** 2).sum())) / total


def design_effect(sums: Numbers, totals: Numbers, squares: float) -> float | None:
    """Divide the variance of sum(sums) / sum(totals), one entry a document, by that of independent anaphors.

    `squares` is the sum of the squared values of all anaphors. `None` below two documents and where nothing varies.
    """
    total = float(totals.sum())
    independent = (squares - float(sums.sum()) ** 2 / total) / total**2 if total else 0.0
    if np.count_nonzero(totals) < 2 or independent <= 0:
        return None
    return _cluster_error(sums, totals) ** 2 / independent


Exchanges = NDArray[np.int8]
Score = Callable[[Numbers], Numbers]

EXACT_UP_TO = int(log2(RESAMPLES))
"""Up to so many documents every exchange is tried, which are no more than would be drawn."""
_CELLS = 2**21  # floating-point numbers at once
_LEVEL = 1e-9  # values that are closer are level


class FamilyTests(NamedTuple):
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


def max_t(differences: Numbers, seed: int, resamples: int = RESAMPLES) -> FamilyTests:
    """Test a family of differences, documents x pairs, whose sums over documents are of interest.

    The statistic of a pair is its sum over the root of its sum of squares, which no change of signs changes. The
    family-wise error is controlled where documents' differences are symmetric about 0 under the null hypothesis.
    """
    moved = differences[np.any(differences != 0, axis=1)]
    swaps, _ = exchanges(len(moved), resamples, seed)
    sums = moved.sum(axis=0)
    scale = np.sqrt((moved**2).sum(axis=0))
    return _step_down(sums, scale, (sums - 2 * (part @ moved) for part in _blocks(swaps, moved.shape[1])))


def max_t_of_scores(pairs: Sequence[tuple[Numbers, Numbers]], swaps: Exchanges, score: Score) -> FamilyTests:
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


def _step_down(observed: Numbers, scale: Numbers, tried: Iterable[Numbers]) -> FamilyTests:
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
    return FamilyTests(observed, alone / count, p_adjusted)


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


_NOTHING = 1e-12  # what rounding leaves of a variance of 0


class Sample(NamedTuple):
    """A request: samples of anaphors at least `gap` sentences apart within each document, `repeats` times."""

    gap: int = 100
    repeats: int = 1000
    seed: int = 0


class SpacedEstimate(NamedTuple):
    """The value over all samples, and its 95 % t interval with documents as clusters.

    There is none for a single document, nor where documents do not differ.
    """

    value: float
    interval: tuple[float, float] | None


class SpacedEstimates(NamedTuple):
    """The results of the samples: the mean number of anaphors in one, the success rates, the differences by pair."""

    anaphors: float
    rates: tuple[SpacedEstimate, ...]
    differences: dict[tuple[int, int], SpacedEstimate]


def parse_sample(text: str, repeats: int, seed: int) -> Sample:
    """The sample that `gap=100` asks for.

    Raises:
        OptionError: it asks for something else, or for no gap.
    """
    match = re.fullmatch(r"gap=([1-9][0-9]{0,8})", text)
    if not match:
        problem = f"There is no sample {text!r}. Write gap=100 for anaphors at least 100 sentences apart."
        raise OptionError(problem, code="unknown-sample")
    return Sample(int(match[1]), repeats, seed)


def estimate_spaced(documents: Sequence[tuple[Integers, Numbers]], sample: Sample) -> SpacedEstimates | None:
    """The rates and differences over samples; `None` without anaphors.

    For each document come the sentence of each anaphor, and anaphors x resolvers, 1 for a right answer. The seed and
    the number of a document decide what is drawn of it.
    """
    filled = [(sentences, right) for sentences, right in documents if len(sentences)]
    if not filled:
        return None
    shares = [
        draw_spaced(sentences, sample, np.random.default_rng([sample.seed, number])).mean(axis=0)
        for number, (sentences, _) in enumerate(filled)
    ]
    totals = np.array([share.sum() for share in shares])
    rights = np.array([share @ right for share, (_, right) in zip(shares, filled, strict=True)]).T
    return SpacedEstimates(
        anaphors=float(totals.sum()),
        rates=tuple(_spaced_estimate(right, totals, 0.0) for right in rights),
        differences={
            (first, second): _spaced_estimate(rights[first] - rights[second], totals, -1.0)
            for first, second in combinations(range(len(rights)), 2)
        },
    )


def draw_spaced(sentences: Integers, sample: Sample, random: "np.random.Generator") -> Flags:
    """Draw the anaphors of a document that each sample takes: samples x anaphors.

    They are taken in random order, each that is far enough from those taken before, until none is left.
    """
    order = random.random((sample.repeats, len(sentences)))
    taken = np.zeros(order.shape, bool)
    unfinished = np.arange(sample.repeats)
    while len(unfinished):
        first = order[unfinished].argmin(axis=1)
        taken[unfinished, first] = True
        near = np.abs(sentences - sentences[first][:, np.newaxis]) < sample.gap
        order[unfinished] = np.where(near, np.inf, order[unfinished])
        unfinished = unfinished[np.isfinite(order[unfinished]).any(axis=1)]
    return taken


def _spaced_estimate(sums: Numbers, totals: Numbers, least: float) -> SpacedEstimate:
    """Estimate a rate from `sums` and `totals`, one entry a document; its interval is cut at `least` and 1."""
    value = float(sums.sum() / totals.sum())
    if len(totals) < 2:
        return SpacedEstimate(value, None)
    (low, high), error = cluster_t(sums, totals)
    return SpacedEstimate(value, (max(least, low), min(1.0, high)) if error > _NOTHING else None)
