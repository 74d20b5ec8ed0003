"""Charts as plain shapes: what a chart says, its finding in a sentence, its figures as a table, and where things stand.

Charts place shapes; the template `drawing.svg.j2` writes them. Colours and strokes are classes of `charts.css`, so that
a drawing follows the reader's theme; what a colour says is said by a shape, a pattern or a word as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from anaphora.experiments.terminal.render import cells
from anaphora.workbench.results.table import Table
from anaphora.workbench.results.vocabulary import DASH

CHARACTER = 8.8
"""The width of a character of the labels, at most times: system fonts differ, and long words need room."""


@dataclass(frozen=True, slots=True)
class Shape:
    """An SVG element: its name, its attributes, the text inside it."""

    element: str
    attributes: Mapping[str, str | float]
    text: str = ""


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
class Drawing:
    """A chart; `name` is unique on a page, `description` the finding in one sentence, `caption` says how to read it."""

    name: str
    title: str
    description: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    figures: Figures
    caption: str = ""


def box(look: str, x: float, y: float, width: float, height: float) -> Shape:
    """A rectangle; less than nothing is nothing."""
    return Shape("rect", {"class": look, "x": _r(x), "y": _r(y), "width": _r(max(0, width)), "height": _r(height)})


def line(look: str, x1: float, y1: float, x2: float, y2: float) -> Shape:
    """A straight line."""
    return Shape("line", {"class": look, "x1": _r(x1), "y1": _r(y1), "x2": _r(x2), "y2": _r(y2)})


def path(look: str, points: Sequence[tuple[float, float]]) -> Shape:
    """A line through points."""
    return Shape("path", {"class": look, "d": "M" + "L".join(f"{_r(x):g} {_r(y):g}" for x, y in points)})


def whisker(look: str, y: float, start: float, end: float, size: float = 3) -> Shape:
    """A horizontal interval with its ends marked."""
    way = f"M{_r(start):g} {_r(y - size):g}v{2 * size:g}m0 {-size:g}H{_r(end):g}m0 {-size:g}v{2 * size:g}"
    return Shape("path", {"class": look, "d": way})


def label(text: str, x: float, y: float, anchor: str = "start", look: str = "") -> Shape:
    """A text that begins, ends or has its middle at x; y is its base line."""
    return Shape("text", {"class": look, "x": _r(x), "y": _r(y), "text-anchor": anchor}, text)


_MARKS = ("circle", "triangle", "square", "diamond")


def mark(number: int, x: float, y: float, look: str, size: float = 4.5) -> Shape:
    """A point; four kinds of marks, told apart by their form."""
    kind = _MARKS[number % len(_MARKS)]
    if kind == "circle":
        return Shape("circle", {"class": look, "cx": _r(x), "cy": _r(y), "r": size})
    corners = {
        "triangle": ((0, -1.2), (1.1, 0.8), (-1.1, 0.8)),
        "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
        "diamond": ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
    }[kind]
    points = " ".join(f"{_r(x + size * dx):g},{_r(y + size * dy):g}" for dx, dy in corners)
    return Shape("polygon", {"class": look, "points": points})


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear scale from values to places in the drawing."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...] = field(default=())

    def __call__(self, value: float) -> float:
        """Where a value stands."""
        span = self.high - self.low
        return self.start + (self.end - self.start) * ((value - self.low) / span if span else 0.5)


def scale(low: float, high: float, start: float, end: float, steps: int = 5) -> Scale:
    """A scale over round numbers that holds both ends, with about so many steps between its ticks."""
    high = high if high > low else low + 1.0
    step = _round_step((high - low) / steps)
    first, last = int(low // step), -int(-high // step)
    ticks = tuple(round(number * step, 10) for number in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], start, end, ticks)


def _round_step(span: float) -> float:
    """The next of 1, 2, 5 times a power of ten."""
    power = 10.0 ** int(f"{span:e}".split("e")[1])
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= span * (1 - 1e-9))


def width_of(texts: Sequence[str]) -> float:
    """Room for the longest of some labels."""
    return CHARACTER * max(map(len, texts), default=0) + 6


def _r(value: float) -> float:
    return round(value, 2)
