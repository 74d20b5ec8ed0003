"""Figures as one long table: a row for each, of any result, as R and pandas read them."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from anaphora.workbench.results.family import Pair
from anaphora.workbench.results.table import Column, Table
from anaphora.workbench.results.values import Interval, Rate


class Figure(NamedTuple):
    """One figure: a part of a measure of a system, of the whole (`unit` empty) or of a document or another part of it.

    `low` and `high` are the ends of the 95% interval. `k` of `n` is the fraction, where the value is one of counts.
    """

    unit: str
    system: str
    measure: str
    part: str
    value: float | None
    low: float | None = None
    high: float | None = None
    k: float | None = None
    n: float | None = None


def figure(
    unit: str,
    system: str,
    measure: str,
    part: str,
    value: float | None,
    interval: Interval | None = None,
    fraction: tuple[float, float] | None = None,
) -> Figure:
    """A figure with its interval and its fraction, if it has any."""
    low, high = (interval.low, interval.high) if interval else (None, None)
    k, n = map(as_count, fraction) if fraction else (None, None)
    return Figure(unit, system, measure, part, value, low, high, k, n)


def as_count(number: float) -> float:
    """Return a whole number as one, without a point."""
    return int(number) if number == int(number) else number


def rate_figure(unit: str, system: str, measure: str, rate: Rate | None, part: str = "value") -> Figure:
    """A rate as a figure; an undefined one has no value."""
    if rate is None:
        return Figure(unit, system, measure, part, None)
    return figure(unit, system, measure, part, rate.value, rate.interval, (rate.right, rate.total))


def difference_figures(pair: Pair[Any], measure: str, unit: str = "") -> Iterator[Figure]:
    """The difference of a pair in a measure, and what its tests found."""
    both = f"{pair.first} - {pair.second}"
    yield figure(unit, both, measure, "difference", pair.difference, pair.interval)
    yield figure(unit, both, measure, "p", pair.p)
    yield figure(unit, both, measure, "p_adjusted", pair.p_adjusted)


def figures_table(figures: Iterable[Figure]) -> Table:
    """The long table of figures."""
    return Table("Figures", tuple(map(Column, Figure._fields)), tuple(map(tuple, figures)))
