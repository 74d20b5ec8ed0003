"""A chart: its plan, what it shows in a sentence, and its figures as a table; and charts for papers and slides."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

from anaphora.experiments.show.charts.draw import DARK, FONT, LIGHT, Drawing, paper_file, paper_svg
from anaphora.experiments.show.charts.layout import Dot, Dots, Drawable
from anaphora.experiments.show.render import cells
from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.files import replacing
from anaphora.workbench.results.family import Detail, Pair
from anaphora.workbench.results.table import Cell, Table
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import DASH


class LinkedCell(NamedTuple):
    """A cell of a figure's table; `filter` (empty: none) is the filter of the anaphor table that lists its members."""

    text: str
    filter: str = ""


class Figures(NamedTuple):
    """The table under a chart: column headings, and rows that begin with their own heading.

    `best` are the places (row, column) of the best figures, `groups` the rows before which a rule stands.
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[str | LinkedCell, ...], ...]
    best: frozenset[tuple[int, int]] = frozenset()
    groups: frozenset[int] = frozenset()


Filters: TypeAlias = Mapping[str, Callable[[tuple[Cell, ...]], str]]


def of_table(table: Table, filters: Filters | None = None) -> Figures:
    """The figures of a table that is printed elsewhere, without the details that are the same in all of several rows.

    `filters` has, by the name of a column, a function from a row to the filter that lists the anaphors of its figure.
    """
    rows = cells(table)
    telling = [_tells({row[x] for row in rows}, len(rows)) for x in range(len(table.columns))]
    kept = [x for x, column in enumerate(table.columns) if not column.detail or telling[x]]

    def cell(y: int, x: int) -> str | LinkedCell:
        name = table.columns[x].name
        return LinkedCell(rows[y][x], filters[name](table.rows[y])) if filters and name in filters else rows[y][x]

    best = frozenset((y, kept.index(x)) for y, x in table.best() if x in kept)
    body = tuple(tuple(cell(y, x) for x in kept) for y in range(len(rows)))
    return Figures(tuple(table.columns[x].shown for x in kept), body, best, table.groups)


def _tells(values: set[str], rows: int) -> bool:
    """Return whether a column with these values tells rows apart or, of a single row, anything at all."""
    return len(values) > 1 or (rows == 1 and values != {DASH})


class Chart(NamedTuple):
    """A chart; `name` is unique on a page, `description` the finding in one sentence, `caption` says how to read it."""

    name: str
    title: str
    description: str
    plan: Drawable
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


def levels(title: str, dots: Dots, caption: str = "") -> Chart | None:
    """The chart beside a verdict: the values of all systems."""
    description = f"{title} with 95% intervals over documents, best first."
    return Chart("levels", title, description, dots, of_dots(dots), caption) if dots.rows else None


def difference(name: str, pair: Pair[Detail]) -> Dot:
    """A difference as a dot in points, filled if it is significant."""
    return dot(name, pair.difference or 0.0, pair.interval, pair.is_significant())


def behind(best: str, pairs: Iterable[Pair[Detail] | None], measure: str = "") -> Dots:
    """Plot how far each system is behind the best one: grey if not significant, left out if not compared."""
    compared = [pair for pair in pairs if pair and pair.difference is not None]
    rows = {pair.first: {"": difference(pair.first, pair)} for pair in compared}
    return Dots(rows, f"Difference from {best} ({measure}points), 95% CI", signed=True)


Plans: TypeAlias = dict[str, Callable[[], Drawable | Chart | None]]
"""The charts of a result by name, drawn where they are asked for."""


def plans_if(wanted: Mapping[str, tuple[bool, Callable[[], Drawable | Chart | None]]]) -> Plans:
    """The charts for which there is something to show."""
    return {name: chart for name, (is_there, chart) in wanted.items() if is_there}


FORMATS = (".pdf", ".svg", ".png")
WIDTHS = {"column": 3.33, "page": 6.9}
"""Widths in inches: of a column of a two-column page, and of its text."""
_UNITS = 72 / 8 * FONT
"""Units of a drawing in an inch: letters are 8 points high."""


@dataclass(frozen=True)
class Plot:
    """A chart. In a notebook it shows itself; `save` writes it as PDF, SVG or PNG."""

    plan: Drawable
    title: str = ""
    width: str = "column"
    dark: bool = False

    @property
    def drawing(self) -> Drawing:
        """The shapes of the chart at its width."""
        return self.plan.drawn(WIDTHS[self.width] * _UNITS)

    def save(self, path: str | Path) -> Path:
        """Write the chart to a file, whose ending names the format (.pdf, .svg or .png).

        Raises:
            OptionError: there is no such format.
            WorkbenchError: the file cannot be written.
        """
        file = Path(path)
        form = file.suffix.lower()
        if form not in FORMATS:
            raise OptionError(f"{file}: a chart is saved as {', '.join(FORMATS)}.", code="bad-suffix")
        colours = DARK if self.dark else LIGHT
        data = self._repr_svg_().encode() if form == ".svg" else paper_file(self.drawing, colours, form[1:])
        with replacing(file) as new:
            new.write_bytes(data)
        return file

    def _repr_svg_(self) -> str:
        return paper_svg(self.drawing, self.title, DARK if self.dark else LIGHT)


def plot(plans: Plans, name: str = "", width: str = "column", *, dark: bool = False) -> Plot:
    """The chart of that name (default: the first) among those of a result.

    Raises `UnknownNameError` if the result has no such chart, or if there is no such width.
    """
    name = name or next(iter(plans), name)
    if name not in plans or not (chart := plans[name]()):
        raise unknown_name("chart", name, plans)
    if width not in WIDTHS:
        raise unknown_name("width", width, WIDTHS)
    return Plot(chart.plan, chart.title, width, dark) if isinstance(chart, Chart) else Plot(chart, name, width, dark)


def write_figures(plans: Plans, folder: Path, form: str) -> list[str]:
    """Write every chart of a result into a folder as pdf, svg or png, each under its name; returns the names."""
    drawn = {name: plot(plans, name) for name in plans}
    with replacing(folder) as new:
        new.mkdir()
        for name, chart in drawn.items():
            chart.save(new / f"{name}.{form}")
    return list(drawn)
