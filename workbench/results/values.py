"""Values that stand in results and in the cells of their tables."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from anaphora.workbench.files.json import JsonObject
from anaphora.workbench.statistics.defaults import ALPHA


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95% confidence interval."""

    low: float
    high: float

    @classmethod
    def of(cls, ends: tuple[float, float] | None) -> "Interval | None":
        """The interval between two ends, if there are any."""
        return cls(*ends) if ends else None

    def turned(self) -> "Interval":
        """The interval of the negated value."""
        return Interval(-self.high, -self.low)


@dataclass(frozen=True, slots=True)
class Rate:
    """`right` of `total`, the value (`None` if `total` is 0) and its interval."""

    right: float
    total: int
    value: float | None
    interval: Interval | None

    def as_json(self) -> JsonObject:
        """Counts, value and interval."""
        right = int(self.right) if self.right.is_integer() else self.right
        return {"right": right, "of": self.total, "value": self.value, "interval": ends(self.interval)}


@dataclass(frozen=True, slots=True)
class Marked:
    """A figure with marks beside it, such as the letters of the systems that it is significantly better than."""

    value: float | Rate | None
    marks: str


@dataclass(frozen=True, slots=True)
class Pair:
    """The difference of two resolvers, first less second, and its tests.

    `both`, `only_first`, `only_second` and `neither` count the anaphors that just these have right. `p` is that of the
    sign-flip test over documents, `p_adjusted` is corrected for all pairs of resolvers that do not see the key
    (step-down max-T); both are `None` with too few documents, as is `equal_within_2_points`, which says whether
    equivalence is significant. `p_exact_if_independent` and `p_mid_if_independent` are McNemar's, which take anaphors
    as independent. `detectable` is the difference that would be found with a power of 0.8 if this pair were tested
    alone, `needed` the anaphors that it takes to find this one.
    """

    first: str
    second: str
    difference: float | None
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
        return self.p_adjusted is not None and self.p_adjusted < alpha and bool(self.difference)

    @property
    def better(self) -> str:
        """The one with the higher rate (the first if they are level)."""
        return self.first if (self.difference or 0) >= 0 else self.second

    @property
    def worse(self) -> str:
        """The other one."""
        return self.second if self.better == self.first else self.first

    @property
    def verdict(self) -> str:
        """What the tests say; that two are equal is a finding too, and needs evidence."""
        if self.p is None:
            return "not testable"
        if self.p_adjusted is None:
            return "not tested: one reads the key"
        if self.is_significant(ALPHA):
            return "significant"
        if self.p < ALPHA:
            return "significant only before correction"
        return "equivalent within 2 points" if self.equal_within_2_points else "not significant"

    def turned(self) -> "Pair":
        """The same, second less first."""
        return replace(
            self,
            first=self.second,
            second=self.first,
            difference=None if self.difference is None else -self.difference,
            interval=self.interval and self.interval.turned(),
            only_first=self.only_second,
            only_second=self.only_first,
        )

    def as_json(self) -> JsonObject:
        """The shape of "comparisons" in the JSON of `anaphora compare`."""
        figures = asdict(self) | {"interval": ends(self.interval)}
        independent = {name: figures.pop(f"p_{name}_if_independent") for name in ("exact", "mid")}
        return figures | {"p_if_independent": independent}


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

    def turned(self) -> "ScorePair":
        """The same, second less first."""
        return replace(
            self, first=self.second, second=self.first, difference=-self.difference, interval=self.interval.turned()
        )

    def as_json(self) -> JsonObject:
        """The shape of "comparisons" in the JSON of `anaphora score`."""
        return asdict(self) | {"interval": ends(self.interval)}


def ends(interval: Interval | None) -> list[float] | None:
    """An interval as JSON has it."""
    return [interval.low, interval.high] if interval else None


@dataclass(frozen=True, slots=True)
class AppliedPreset:
    """The preset that figures were made with, the settings that were other than its own, and what to write and cite."""

    name: str
    changed: Mapping[str, str]
    sentence: str
    cite: str

    def __str__(self) -> str:
        """The name, and what was changed: `crac2024 with match=strict`."""
        changed = " and ".join(f"{setting}={value}" for setting, value in self.changed.items())
        return f"{self.name} with {changed}" if changed else self.name

    @property
    def note(self) -> str:
        """What stands below tables."""
        return f"{self.sentence} Cite: {self.cite}"

    def as_json(self) -> JsonObject:
        """The figures' "preset"."""
        return {**asdict(self), "changed": dict(self.changed)}
