"""Values that stand in results and in the cells of their tables."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % confidence interval."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rate:
    """`right` of `total`, the value (`None` if `total` is 0) and its interval."""

    right: float
    total: int
    value: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Marked:
    """A figure with marks beside it, such as the letters of the systems that it is significantly better than."""

    value: float | None
    marks: str


@dataclass(frozen=True, slots=True)
class Pair:
    """The difference of two resolvers, first less second, and its tests.

    `both`, `only_first`, `only_second` and `neither` count the anaphors that just these have right. `p` is that of the
    sign-flip test over documents, `p_adjusted` is corrected for all pairs of resolvers that do not see the key; both
    are `None` with too few documents, as is `equal_within_2_points`, which says whether equivalence is significant.
    `p_exact_if_independent` and `p_mid_if_independent` are McNemar's, which take anaphors as independent. `detectable`
    is the difference that would be found with a power of 0.8, `needed` the anaphors that it takes to find this one.
    """

    first: str
    second: str
    difference: float
    interval: Interval | None
    p: float | None
    p_adjusted: float | None
    both: int
    only_first: int
    only_second: int
    neither: int
    p_exact_if_independent: float
    p_mid_if_independent: float
    detectable: float | None
    needed: int | None
    equal_within_2_points: bool | None

    def is_significant(self, alpha: float) -> bool:
        """Whether the corrected test finds a difference."""
        return self.p_adjusted is not None and self.p_adjusted < alpha and self.difference != 0

    @property
    def better(self) -> str:
        """The one with the higher rate (the first if they are level)."""
        return self.first if self.difference >= 0 else self.second

    @property
    def worse(self) -> str:
        """The other one."""
        return self.second if self.difference >= 0 else self.first


@dataclass(frozen=True, slots=True)
class ScorePair:
    """The difference of two systems in one part of a measure, first less second, and its randomisation test.

    `exact` says that all exchanges of documents were tried, not a random sample of them.
    """

    measure: str
    part: str
    first: str
    second: str
    difference: float
    interval: Interval
    p: float
    p_adjusted: float
    exact: bool

    def is_significant(self, alpha: float) -> bool:
        """Whether the corrected test finds a difference."""
        return self.p_adjusted < alpha and self.difference != 0

    @property
    def better(self) -> str:
        """The one with the higher value (the first if they are level)."""
        return self.first if self.difference >= 0 else self.second

    @property
    def worse(self) -> str:
        """The other one."""
        return self.second if self.difference >= 0 else self.first


@dataclass(frozen=True, slots=True)
class Rank:
    """How probable each rank (the first first) is for a resolver in a bootstrap over documents."""

    resolver: str
    probabilities: tuple[float, ...]

    @property
    def best(self) -> float:
        """The probability of the first rank."""
        return self.probabilities[0]
