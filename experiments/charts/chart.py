"""A chart of the report: its plan, what it shows in a sentence, and its figures as a table."""

from dataclasses import dataclass

from anaphora.experiments.charts.layout import Dot, Plan
from anaphora.experiments.terminal.render import cells
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


def of_table(table: Table) -> Figures:
    """The figures of a table that is printed elsewhere, those details left out that no row has."""
    table = table.shown()
    rows = cells(table)
    kept = [x for x, column in enumerate(table.columns) if not column.detail or any(row[x] != DASH for row in rows)]
    best = frozenset((y, kept.index(x)) for y, x in table.best() if x in kept)
    headings = tuple(table.columns[x].shown for x in kept)
    return Figures(headings, tuple(tuple(row[x] for x in kept) for row in rows), best, table.groups)


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
