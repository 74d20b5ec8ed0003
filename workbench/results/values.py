"""Values that stand in results and in the cells of their tables."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from anaphora.workbench.arrays import Numbers


class Interval(NamedTuple):
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

    def within(self, least: float, most: float) -> "Interval":
        """The part of it that values can have. It holds the true value as often: that is never outside."""
        return Interval(max(self.low, least), min(self.high, most))


class Rate(NamedTuple):
    """`right` of `total`, the value (`None` if `total` is 0) and its interval."""

    right: float
    total: int
    value: float | None
    interval: Interval | None


def ratio(right: float, total: int) -> Rate:
    """A rate without interval."""
    return Rate(right, total, right / total if total else None, None)


def clustered(counts: "Numbers") -> Rate:
    """The rate of counts, documents x (right, total), with an interval that has documents as clusters."""
    from anaphora.workbench.statistics.significance import interval

    right, total = counts.sum(axis=0).tolist()
    return ratio(right, int(total))._replace(interval=Interval.of(interval(*counts.T)))


class Marked(NamedTuple):
    """A figure with marks beside it, such as the letters of the systems that it is significantly better than."""

    value: float | Rate | None
    marks: str


class AppliedPreset(NamedTuple):
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
        """The note that stands below tables."""
        return f"{self.sentence} Cite: {self.cite}"
