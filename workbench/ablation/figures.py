"""Contribution of each indicator of an additive resolver, as reductions of the vote matrix.

Decision power and relative importance are those of Mitkov 2001, section 5.3. Both have more than one reading, so that
each figure stands with its counts. Shapley 1953 for the split of the success rate.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from math import factorial

import numpy as np

from anaphora.workbench.ablation.vote_matrix import VoteMatrix, subsets
from anaphora.workbench.arrays import Flags, Integers, Numbers
from anaphora.workbench.errors import OptionError
from anaphora.workbench.statistics import MIN_DOCUMENTS
from anaphora.workbench.statistics.significance import cluster_t, max_t

MOST_INDICATORS = 16
"""Up to so many indicators all subsets are tried."""
_GRID = 768  # weights are multiples of 1/64 and votes at most 3 apart, so that sums cross at multiples of 1/384 or so
_FINE = 24  # times a point of the grid, or the middle between two, is again a multiple of 1/64


@dataclass(frozen=True, slots=True)
class Power:
    """Decision power: of `applied` applications `successful` ones; `value` is `None` if it never applied.

    `interval` has documents as clusters (`None` if it applied in fewer than two).
    """

    applied: int
    successful: int
    interval: tuple[float, float] | None = field(default=None, compare=False)

    @property
    def value(self) -> float | None:
        """The share of successful applications."""
        return self.successful / self.applied if self.applied else None


@dataclass(frozen=True, slots=True)
class PartWorth:
    """The worth of an indicator, rule or factor; `None` is undefined, or given for other kinds of parts only.

    `applied` counts its applications, `decision_power` is the share of them that were successful: of an indicator those
    of its main effect, to boost candidates or, if it never does, to impede them. `relative_importance` is the share of
    the success rate that is lost without it; below 0 it does harm. `helped` anaphors are right with it and wrong
    without, `hurt` ones the other way round; `p` tests the one against the other (sign-flip over documents, `None`
    below six), `p_adjusted` is corrected for all parts (step-down max-T). The intervals have documents as clusters.
    `right_without` counts the anaphors of a rule that are right without it.

    Of an indicator `boosting` counts candidates with a positive vote, successful where such a candidate was proposed
    and right; `impeding` those with a negative one, successful where it was not a right answer. `separating` counts the
    anaphors whose candidates it tells apart, successful where one of those it favours most was proposed and right.
    `shapley` is its share of what the indicators add to the success rate of the tie-break alone.
    """

    applied: int | None
    decision_power: float | None
    relative_importance: float | None
    helped: int
    hurt: int
    p: float | None
    p_adjusted: float | None = None
    shapley: float | None = None
    boosting: Power = Power(0, 0)
    impeding: Power = Power(0, 0)
    separating: Power = Power(0, 0)
    right_without: int | None = None
    importance_interval: tuple[float, float] | None = None
    decision_power_interval: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """The success rate as a function of one weight, exactly: it is constant between neighbouring points.

    `points` are the weights at which a winner changes, `at` the rates there, where sums are tied, and `between` the
    rates before the first, between each two, and after the last.
    """

    points: tuple[float, ...]
    at: tuple[float, ...]
    between: tuple[float, ...]


class IndicatorAblation:
    """The figures of one resolver on one corpus, worked out as they are asked for."""

    def __init__(self, matrix: VoteMatrix, documents_tested: int = MIN_DOCUMENTS) -> None:
        if len(matrix.indicators) > MOST_INDICATORS:
            problem = f"There are more than {MOST_INDICATORS} indicators, too many to try all their subsets."
            raise OptionError(problem, code="too-many-indicators")
        self.matrix = matrix
        self.documents_tested = documents_tested

    @cached_property
    def right(self) -> int:
        """The number of anaphors that come out right with all indicators."""
        return int(self.matrix.totals(self.matrix.weights[np.newaxis])[0])

    @cached_property
    def by_subset(self) -> Integers:
        """The number of anaphors that come out right with each subset of the indicators, numbered by its bits."""
        right = self.matrix.totals(self._subsets * self.matrix.weights)
        return np.asarray(right[self._compact(np.arange(2 ** len(self.matrix.indicators)))])

    @cached_property
    def _voting(self) -> Integers:
        """The indicators (columns) that make any difference: they vote for or against a candidate, with some weight."""
        weighed = (self.matrix.votes != 0).any(axis=0) & (self.matrix.weights != 0)
        return np.flatnonzero(weighed)

    @cached_property
    def _subsets(self) -> Numbers:
        """The subsets of the indicators that vote, as rows of 0 and 1 over all indicators; all others are in."""
        choices = np.ones((2 ** len(self._voting), len(self.matrix.indicators)))
        choices[:, self._voting] = subsets(len(self._voting))
        return choices

    def _compact(self, subset: Integers) -> Integers:
        """Return the row of `_subsets` that equals a subset in all indicators that vote."""
        bits = [(subset >> column & 1) << bit for bit, column in enumerate(self._voting.tolist())]
        return np.sum(bits, axis=0, dtype=np.int64) if bits else np.zeros_like(subset)

    def rate(self, right: float) -> float | None:
        """A count of right anaphors as a share of all key anaphors."""
        return right / self.matrix.anaphors if self.matrix.anaphors else None

    @cached_property
    def worth(self) -> dict[str, PartWorth]:
        """All figures of each indicator."""
        matrix, count = self.matrix, len(self.matrix.indicators)
        without = (1 - np.eye(count)) * matrix.weights
        solved = matrix.solved(np.vstack((matrix.weights, without)))
        helped = solved[0] & ~solved[1:]
        hurt = ~solved[0] & solved[1:]
        net = self._by_document((helped.astype(np.int64) - hurt).T)
        won = self._by_document(solved[:1].T.astype(np.int64))[:, 0]
        tested = max_t(net, seed=0) if (matrix.asked > 0).sum() >= self.documents_tested else None
        shares = self._shapley()
        winners = np.isin(np.arange(len(matrix.votes)), matrix.winners(matrix.weights))
        worth = {}
        for column, name in enumerate(matrix.indicators):
            boosting, impeding, separating = _powers(matrix, column, winners)
            main = boosting if boosting.applied else impeding
            worth[name] = PartWorth(
                applied=main.applied,
                decision_power=main.value,
                relative_importance=float(net[:, column].sum()) / self.right if self.right else None,
                helped=int(helped[column].sum()),
                hurt=int(hurt[column].sum()),
                p=float(tested.p[column]) if tested else None,
                p_adjusted=float(tested.p_adjusted[column]) if tested else None,
                shapley=self.rate(shares[column]),
                boosting=boosting,
                impeding=impeding,
                separating=separating,
                importance_interval=importance_interval(net[:, column], won),
                decision_power_interval=main.interval,
            )
        return worth

    def _by_document(self, values: Integers) -> Numbers:
        """Sums over the anaphors of each document, from anaphors x columns."""
        sums = np.zeros((len(self.matrix.asked), values.shape[1]))
        np.add.at(sums, self.matrix.document, values)
        return sums

    def _shapley(self) -> Numbers:
        """The mean gain of each indicator over all orders of adding them, in anaphors."""
        count = len(self.matrix.indicators)
        sizes = np.array([number.bit_count() for number in range(2**count)])
        by_size = np.array([factorial(size) * factorial(count - size - 1) / factorial(count) for size in range(count)])
        shares = np.empty(count)
        for column in range(count):
            without = np.flatnonzero(np.arange(2**count) >> column & 1 == 0)
            gains = self.by_subset[without | 1 << column] - self.by_subset[without]
            shares[column] = by_size[sizes[without]] @ gains
        return shares

    @cached_property
    def tie_break(self) -> Mapping[str, float | int]:
        """The use of recency where all else is tied: the anaphors, those right, and those expected right by chance."""
        matrix = self.matrix
        totals = np.round(matrix.votes @ matrix.weights, 6)
        best = np.maximum.reduceat(totals, matrix.starts)
        tied = totals == best[matrix.owner]
        for tie in matrix.ties:
            votes = np.where(tied, matrix.votes[:, tie] * matrix.weights[tie], -np.inf)
            tied &= votes == np.maximum.reduceat(votes, matrix.starts)[matrix.owner]
        size = np.add.reduceat(tied, matrix.starts, dtype=np.int64)
        right = np.add.reduceat(tied & matrix.right, matrix.starts, dtype=np.int64)
        many = size > 1
        won = matrix.right[matrix.winners(matrix.weights)]
        return {
            "applied": int(many.sum()),
            "right": int(won[many].sum()),
            "expected": float((right[many] / size[many]).sum()),
        }

    def best_subsets(self, count: int = 5) -> list[tuple[tuple[str, ...], int]]:
        """The subsets with most right anaphors, of equal ones the smaller: chosen on the data they are shown on."""
        sizes = np.array([number.bit_count() for number in range(len(self.by_subset))])
        order = np.lexsort((sizes, -self.by_subset))[:count].tolist()
        return [(self._named(number), int(self.by_subset[number])) for number in order]

    def _named(self, subset: int) -> tuple[str, ...]:
        return tuple(name for column, name in enumerate(self.matrix.indicators) if subset >> column & 1)

    def flips(self) -> dict[str, int]:
        """Count wrong anaphors by the fewest indicators that must be off to get them right: "1", "2", ..., "never".

        "never" also holds those whose candidates are all wrong; anaphors without any candidate are not counted.
        """
        every = self._subsets
        off = len(self.matrix.indicators) - every.sum(axis=1).astype(np.int64)
        order = np.argsort(off, kind="stable")
        fewest = np.full(len(self.matrix.starts), -1)
        for part in np.array_split(order, max(1, len(order) // 512)):
            solved = self.matrix.solved(every[part] * self.matrix.weights)
            first = np.where(solved.any(axis=0), off[part][solved.argmax(axis=0)], -1)
            fewest = np.where(fewest < 0, first, fewest)
        wrong = fewest[fewest != 0]
        sizes, counts = np.unique(wrong[wrong > 0], return_counts=True)
        by_size = {str(size): int(number) for size, number in zip(sizes.tolist(), counts.tolist(), strict=True)}
        return {**by_size, "never": int((wrong < 0).sum())}

    def curve(self, indicator: str, low: float = -3.0, high: float = 5.0) -> Curve:
        """Compute the success rate as a function of the weight of one indicator, all others as they are."""
        column = self.matrix.indicators.index(indicator)
        points = self._crossings(column, low, high)
        edges = [low - 1 / _GRID, *points, high + 1 / _GRID]  # nothing crosses between these and the ends
        middles = [(low + high) / 2 for low, high in pairwise(edges)]
        weightings = np.tile(self.matrix.weights, (len(points) + len(middles), 1))
        weightings[:, column] = [*points, *middles]
        right = self.matrix.totals(weightings * _FINE).tolist()
        rates = [value / self.matrix.anaphors for value in right]
        return Curve(tuple(points), tuple(rates[: len(points)]), tuple(rates[len(points) :]))

    def _crossings(self, column: int, low: float, high: float) -> list[float]:
        """Find the weights at which two candidates of an anaphor that lead with different votes have the same sum."""
        matrix = self.matrix
        votes = matrix.votes[:, column]
        others = matrix.votes @ matrix.weights - votes * matrix.weights[column]
        leads = {
            vote: np.maximum.reduceat(np.where(votes == vote, others, -np.inf), matrix.starts)
            for vote in np.unique(votes).tolist()
        }
        points = set()
        for vote, rival in combinations(leads, 2):
            with np.errstate(invalid="ignore"):
                weight = (leads[vote] - leads[rival]) / (rival - vote)
            points |= set(np.round(weight[np.isfinite(weight)] * _GRID).tolist())
        if column in matrix.ties:
            points.add(0.0)  # where the order of its votes turns round
        return sorted(point / _GRID for point in points if low <= point / _GRID <= high)


def importance_interval(net: Numbers, right: Numbers) -> tuple[float, float] | None:
    """The interval of sum(net) / sum(right), the relative importance, from helped less hurt and right by document."""
    return cluster_t(net, right)[0] if np.count_nonzero(right) > 1 else None


def _powers(matrix: VoteMatrix, column: int, winners: Flags) -> tuple[Power, Power, Power]:
    votes = matrix.votes[:, column] * matrix.weights[column]
    boosted, impeded = votes > 0, votes < 0
    most = np.maximum.reduceat(votes, matrix.starts)
    separated = most > np.minimum.reduceat(votes, matrix.starts)
    favoured = winners & matrix.right & (votes == most[matrix.owner]) & separated[matrix.owner]
    owners = matrix.document[matrix.owner]
    return (
        _power(boosted, boosted & winners & matrix.right, owners, owners),
        _power(impeded, impeded & ~matrix.right, owners, owners),
        _power(separated, favoured, matrix.document, owners),
    )


def _power(applied: Flags, successful: Flags, applied_in: Integers, successful_in: Integers) -> Power:
    """Compute a power from flags of applications and of successes, and the documents in which they stand."""
    documents = 1 + int(applied_in.max(initial=0))
    tried, won = (
        np.bincount(where[flags], minlength=documents).astype(np.float64)
        for flags, where in ((applied, applied_in), (successful, successful_in))
    )
    ends = cluster_t(won, tried)[0] if np.count_nonzero(tried) > 1 else None
    return Power(int(tried.sum()), int(won.sum()), (max(0.0, ends[0]), min(1.0, ends[1])) if ends else None)
