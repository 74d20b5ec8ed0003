"""A chart of the report: its plan, what it shows in a sentence, and its figures as a table."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from anaphora.experiments.show.charts.layout import Dot, Dots, Plan
from anaphora.experiments.show.render import cells
from anaphora.workbench.results.family import Detail, Pair
from anaphora.workbench.results.table import Cell as TableCell
from anaphora.workbench.results.table import Table
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import DASH


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a figure's table; `filter` (empty: none) is the filter of the anaphor table that lists its members."""

    text: str
    filter: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """The table under a chart: column headings, and rows that begin with their own heading.

    `best` are the places (row, column) of the best figures, `groups` the rows before which a rule stands.
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[str | Cell, ...], ...]
    best: frozenset[tuple[int, int]] = frozenset()
    groups: frozenset[int] = frozenset()


Filters: TypeAlias = Mapping[str, Callable[[tuple[TableCell, ...]], str]]


def of_table(table: Table, filters: Filters | None = None) -> Figures:
    """The figures of a table that is printed elsewhere, without the details that are the same in all of several rows.

    `filters` has, by the name of a column, a function from a row to the filter that lists the anaphors of its figure.
    """
    rows = cells(table)
    telling = [_tells({row[x] for row in rows}, len(rows)) for x in range(len(table.columns))]
    kept = [x for x, column in enumerate(table.columns) if not column.detail or telling[x]]

    def cell(y: int, x: int) -> str | Cell:
        name = table.columns[x].name
        return Cell(rows[y][x], filters[name](table.rows[y])) if filters and name in filters else rows[y][x]

    best = frozenset((y, kept.index(x)) for y, x in table.best() if x in kept)
    body = tuple(tuple(cell(y, x) for x in kept) for y in range(len(rows)))
    return Figures(tuple(table.columns[x].shown for x in kept), body, best, table.groups)


def _tells(values: set[str], rows: int) -> bool:
    """Return whether a column with these values tells rows apart or, of a single row, anything at all."""
    return len(values) > 1 or (rows == 1 and values != {DASH})


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart; `name` is unique on a page, `description` the finding in one sentence, `caption` says how to read it."""

    name: str
    title: str
    description: str
    plan: Plan
    figures: Figures
    caption: str = ""


def dot(name: str, value: float, interval: Interval | None, held: bool = True) -> Dot:
    """A fraction as a dot in percent."""
    if interval is None:
        return Dot(100 * value, held=held, tip=f"{name}: {100 * value:.1f}")
    low, high = 100 * interval.low, 100 * interval.high
    return Dot(100 * value, low, high, held, f"{name}: {100 * value:.1f}, 95% interval {low:.1f} to {high:.1f}")


def of_dots(dots: Dots) -> Figures:
    """The values of a chart with their intervals."""
    series = list(dict.fromkeys(name for row in dots.rows.values() for name in row))

    def texts(dot: Dot | None) -> tuple[str, str]:
        ends = DASH if dot is None or dot.low is None else f"{dot.low:.1f}–{dot.high:.1f}"
        return (DASH if dot is None else f"{dot.value:.1f}", ends)

    headings = (part for name in series for part in (name or "value (%)", "95% interval"))
    rows = ((name, *(cell for column in series for cell in texts(row.get(column)))) for name, row in dots.rows.items())
    return Figures(("", *headings), tuple(rows))


def difference(name: str, pair: Pair[Detail]) -> Dot:
    """A difference as a dot in points, filled if it is significant."""
    return dot(name, pair.difference or 0.0, pair.interval, pair.is_significant())


def behind(best: str, pairs: Iterable[Pair[Detail] | None], of: str = "") -> Dots:
    """Plot how far each system is behind the best one: grey if not significant, left out if not compared."""
    compared = [pair for pair in pairs if pair and pair.difference is not None]
    rows = {pair.first: {"": difference(pair.first, pair)} for pair in compared}
    return Dots(rows, f"Difference from {best} ({of}points), 95% CI", signed=True)


Plans: TypeAlias = dict[str, Callable[[], Plan | Chart | None]]
"""The charts of a result by name, drawn where they are asked for."""


def plans_if(wanted: Mapping[str, tuple[bool, Callable[[], Plan | Chart | None]]]) -> Plans:
    """The charts for which there is something to show."""
    return {name: chart for name, (is_there, chart) in wanted.items() if is_there}
