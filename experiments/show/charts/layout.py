"""The kinds of charts as plain figures, and where their shapes stand: dots, bars, lines, grids.

Each kind has `drawn(width)`: with no width (`None`, on a page) a drawing is as wide as it needs and has words at the
ends of its rows; with a width (in a paper) it fits into that, and says by its axes what a page says in words.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import cos, radians, sin
from typing import NamedTuple, Protocol

from anaphora.experiments.show.charts.draw import (
    Box,
    Drawing,
    Label,
    Position,
    Scale,
    Shape,
    Strokes,
    TextAnchor,
    line,
    mark,
    path,
    scale,
    text_width,
    whisker,
    widest,
)
from anaphora.workbench.results.vocabulary import counted, short

ROW, PLOT = 24.0, 400.0
"""Units of height of a row, and of width of the rows' plot on a page."""
_BESIDE = 600.0  # the room of a chart beside words
_GAP = 10.0
_PLACE = 84.0  # of a place with a name, under lines
_LONGEST = 30  # characters of a label in a paper


class Drawable(Protocol):
    """A chart that can be drawn."""

    def drawn(self, width: float | None = None) -> Drawing:
        """The drawing, as wide as it needs (`None`) or as it may be."""
        ...


class Dot(NamedTuple):
    """A value with its interval; `held` ones are filled, the others hollow and grey (baselines, not significant)."""

    value: float
    low: float | None = None
    high: float | None = None
    held: bool = True
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Dots:
    """Values with their intervals: rows by name, and of each row one or several dots by the name of their series.

    Several series stand below each other in their row, each with its interval, or each on an axis of its own (`panels`,
    whose names are those of the series). `words` stand at the end of rows, `axis` names
    the axis. Of `signed` values 0 is on the axis; those within the `band` around 0 count as equal. The last row may be
    the `total` of the others.
    """

    rows: Mapping[str, Mapping[str, Dot]]
    axis: str = ""
    words: Sequence[str] = ()
    panels: bool = False
    signed: bool = False
    band: float = 0.0
    total: bool = False
    bounds: tuple[float, float] | None = None

    def drawn(self, width: float | None = None) -> Drawing:
        """Rows from the top, the first on top; several series have a legend above."""
        names = [name if width is None else short(name, _LONGEST) for name in self.rows]
        series = list(dict.fromkeys(name for row in self.rows.values() for name in row))
        many = len(series) > 1 and not self.panels
        labels = self.words if width is None else ()
        left = widest(names) + _GAP + 4
        right = widest(labels) + _GAP + 4 if labels else 14
        plot = min(PLOT, max(PLOT / 2, _BESIDE - left - right)) if width is None else max(60.0, width - left - right)
        count = len(series) if self.panels else 1
        panel = (plot - 2.5 * _GAP * (count - 1)) / count
        high = ROW if not many else 13.0 * len(series) + 9
        legend, top = _legend(series if many else [], left, left + plot)
        bottom = top + high * len(names) + 8
        shapes = legend + [Label(name, left - _GAP, top + high * (y + 0.5) + 5, "end") for y, name in enumerate(names)]
        titles = series if self.panels else [self.axis]
        deep = 0.0
        for turn, title in enumerate(titles):
            start = left + turn * (panel + 2.5 * _GAP)
            shown = [name for name in series if title == name or not self.panels]
            axis = self._scale(shown, start, start + panel)
            shapes += self._axis(axis, top, bottom)
            rows = (
                (top + high * y, [(series.index(name), row[name]) for name in shown if name in row])
                for y, row in enumerate(self.rows.values())
            )
            shapes += [shape for y, dots in rows for shape in self._row(axis, y, high, dots, many)]
            words, lines = _title(title, start + panel, panel if self.panels else left + plot, bottom + 34)
            shapes += words
            deep = max(deep, 16.0 * lines)
        shapes += [Label(text, left + plot + _GAP + 4, top + high * (y + 0.5) + 5) for y, text in enumerate(labels)]
        if self.total:
            y = bottom - 8 - high
            shapes.append(line("zero", 0, y, left + plot, y))
        return _drawing(width or left + plot + right, bottom + 22 + deep, shapes)

    def _scale(self, series: Sequence[str], start: float, end: float) -> Scale:
        dots = [dot for row in self.rows.values() for name, dot in row.items() if name in series]
        ends = [end for dot in dots for end in (dot.value, dot.low, dot.high) if end is not None]
        low, high = self.bounds or (min(ends, default=0.0), max(ends, default=0.0))
        low, high = (min(low, 0.0), max(high, 0.0)) if self.signed else (low, high)
        return scale(low, high, start, end, max(2, min(5, int((end - start) / 60))))

    def _axis(self, axis: Scale, top: float, bottom: float) -> Iterator[Shape]:
        if self.band:
            low = axis(max(axis.low, -self.band))
            high = axis(min(axis.high, self.band))
            yield Box("band", low, top, high - low, bottom - top)
        for tick in axis.ticks:
            yield line("zero" if tick == 0 and axis.low < 0 else "grid", axis(tick), top, axis(tick), bottom)
            yield Label(
                f"{tick:+g}" if self.signed and tick else f"{tick:g}", axis(tick), bottom + 16, "middle", "tick"
            )

    def _row(
        self, axis: Scale, top: float, high: float, dots: Sequence[tuple[int, Dot]], many: bool
    ) -> Iterator[Shape]:
        for number, dot in dots:
            y = top + high / 2 if not many else top + 11 + 13.0 * number
            interval, point = ("interval", "point held") if dot.held else ("interval faint", "point")
            if many:
                interval, point = f"line-{number + 1}", f"mark-{number + 1}"
            if dot.low is not None and dot.high is not None:
                yield whisker(interval, y, axis(dot.low), axis(dot.high))
            yield mark(number if many else 0, axis(dot.value), y, point, dot.tip)


class Segment(NamedTuple):
    """A piece of a bar from one value to another; `words` stand beyond its end, `tip` is told to a pointer over it."""

    look: str
    start: float
    end: float
    words: str = ""
    tip: str = ""


class Bar(NamedTuple):
    """A row: its name, pieces, words at the end, the ends of an interval; `below` those of another group."""

    name: str
    segments: Sequence[Segment]
    words: str = ""
    interval: tuple[float, float] | None = None
    below: bool = False
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """Rows of bars; `axis` names the axis, if there is one.

    `bounds` are vertical lines, named by `bound` on the left of the first; `heads` are words over values with the side
    on which they stand, `legend` has the looks that are explained. Values to the left of 0 are `signed` or counts; all
    end at `most`, if not beyond it.
    """

    bars: Sequence[Bar]
    axis: str = ""
    bounds: Sequence[float] = ()
    bound: str = ""
    signed: bool = False
    most: float = 0.0
    heads: Sequence[tuple[float, str, TextAnchor]] = ()
    legend: Mapping[str, str] = field(default_factory=dict)
    plot: float = PLOT

    def drawn(self, width: float | None = None) -> Drawing:
        """Rows from the top; a free row, with the labels of the bounds, stands above the first bar of another group."""
        names = [bar.name if width is None else short(bar.name, _LONGEST) for bar in self.bars]
        pieces = [piece for bar in self.bars for piece in bar.segments]
        before = widest(piece.words for piece in pieces if piece.end < piece.start) + 6
        after = widest(piece.words for piece in pieces if piece.end >= piece.start) + 6
        labels = [bar.words if width is None else "" for bar in self.bars]
        left = widest(names, "bold") + _GAP
        right = widest(labels) + (_GAP if any(labels) else 4)
        plot = self.plot if width is None else max(60.0, width - left - right)
        ends = [0.0, self.most, *(end for piece in pieces for end in (piece.start, piece.end))]
        least = min(ends)
        most = max(ends) if max(ends) > min(ends) else min(ends) + 1
        inner = (left + before if least < 0 else left), left + plot - (after if after > 6 else 10)
        across = scale(least, most, *inner, 4) if self.axis else Scale(least, most, *inner)
        lines = max((len(text.split("\n")) for _, text, _ in self.heads), default=0)
        top = 16.0 * lines + (4 if lines else 0)
        split = next((row for row, bar in enumerate(self.bars) if bar.below), len(self.bars))
        heights = [top + ROW * (row + (row >= split)) for row in range(len(self.bars))]
        bottom = heights[-1] + ROW if heights else top
        shapes: list[Shape] = []
        for tick in across.ticks:
            shapes.append(line("grid", across(tick), top, across(tick), bottom))
            shapes.append(Label(f"{tick if self.signed else abs(tick):g}", across(tick), bottom + 15, "middle", "tick"))
        for value, text, side in self.heads:
            x = across(value) + {"end": -8, "start": 8}.get(side, 0)
            stack = text.split("\n")
            for number, word in enumerate(stack, start=lines - len(stack)):
                shapes.append(Label(word, x, 13 + 16.0 * number, "end" if side == "end" else "start", "tick"))
        aside = heights[split] - ROW if split < len(heights) else top
        shapes += [line("max", across(value), aside, across(value), bottom) for value in self.bounds]
        if self.bounds:
            shapes.append(Label(self.bound, across(min(self.bounds)) - 5, aside + 16, "end", "tick"))
        for name, bar, y, words in zip(names, self.bars, heights, labels, strict=True):
            shapes.append(Label(name, left - _GAP, y + 16, "end", "bold" if bar.bold else ""))
            shapes += _bar(across, bar, y)
            shapes += [Label(words, left + plot + 6, y + 16)] if words else []
        if least < 0:
            shapes.append(line("zero", across(0), top, across(0), bottom))
        deep = bottom + (20 if self.axis else 4)
        title, number = _title(self.axis, left + plot, left + plot, deep + 12)
        deep += 16 * number
        total = width or left + plot + right
        key, high = _boxes(self.legend, left if width is None else 4, total, deep + 6)
        return _drawing(total, deep + high, (*shapes, *title, *key))


def _bar(across: Scale, bar: Bar, y: float) -> Iterator[Shape]:
    for piece in bar.segments:
        start, end = sorted((across(piece.start), across(piece.end)))
        yield Box(piece.look, start, y + 4, end - start, 15, piece.tip)
        if piece.words and piece.end >= piece.start:
            yield Label(piece.words, end + 6, y + 16)
        elif piece.words:
            yield Label(piece.words, start - 6, y + 16, "end")
    if bar.interval:
        yield whisker("interval", y + 22.5, across(bar.interval[0]), across(bar.interval[1]), 2.5)


@dataclass(frozen=True, slots=True)
class Strips:
    """Places along a text of so many units: rows by name, with a stroke for each place; `axis` names the units."""

    rows: Mapping[str, Sequence[int]]
    length: int
    axis: str = ""

    def drawn(self, width: float | None = None) -> Drawing:
        """Rows from the top, with the number of their places at the end."""
        names = [short(name, _LONGEST) for name in self.rows]
        left = widest(names) + _GAP
        counts = [f"{len(places):,}" for places in self.rows.values()]
        right = widest(counts) + _GAP
        plot = PLOT if width is None else max(60.0, width - left - right)
        along = scale(0, max(1, self.length), left, left + plot, 4)
        bottom = ROW * len(names)
        shapes: list[Shape] = []
        for tick in along.ticks:
            shapes.append(line("grid", along(tick), 0, along(tick), bottom))
            shapes.append(Label(f"{tick:,.0f}", along(tick), bottom + 16, "middle", "tick"))
        for y, (name, places, count) in enumerate(zip(names, self.rows.values(), counts, strict=True)):
            across = sorted({round(along(place), 1) for place in places})
            strokes = tuple(((x, ROW * y + 5), (x, ROW * (y + 1) - 3)) for x in across)
            shapes.append(Label(name, left - _GAP, ROW * y + 17, "end"))
            shapes.append(Strokes("interval", strokes, tip=f"{name}: {count}"))
            shapes.append(Label(count, left + plot + 6, ROW * y + 17))
        title, lines = _title(self.axis, left + plot, left + plot, bottom + 34)
        return _drawing(width or left + plot + right, bottom + 22 + 16.0 * lines, (*shapes, *title))


class Series(NamedTuple):
    """A line through (x, y); `look` is that of the line, `number` that of its marks (`None`: none), `hollow` some."""

    name: str
    points: Sequence[Position]
    look: str
    number: int | None = None
    hollow: frozenset[int] = frozenset()
    named: bool = True


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines over places with names (`places`), or over numbers between `across`; their names stand at their right ends.

    `below` has a second name of each place, `shares` the height of a bar behind it; `axes` are the names of the axes.
    `dots` are single values, `here` is where a vertical line stands.
    """

    series: Sequence[Series]
    axes: tuple[str, str]
    up: tuple[float, float]
    places: Sequence[str] = ()
    below: Sequence[str] = ()
    shares: Sequence[float] = ()
    across: tuple[float, float] = (0, 100)
    unit: str = ""
    dots: Sequence[Position] = ()
    here: float | None = None
    plot: float = 330.0
    height: float = 210.0

    def drawn(self, width: float | None = None) -> Drawing:
        """The lines with their axes; names at the right are moved apart where they would touch."""
        left, top = 52.0, 24.0
        names = [(series, short(series.name, 24)) for series in self.series if series.named]
        right = widest((name for _, name in names), "bold") + 30 if names else 16
        pitch = max(_PLACE, widest(self.places) + 12)
        room = pitch * len(self.places) if self.places else self.plot
        free = width - left - right if width else room
        up = scale(*self.up, top + self.height, top, min(5, int(self.height / 30)))
        bottom, edge = top + self.height, left + free
        if self.places:
            pitch = free / len(self.places)
            across = Scale(0, 1, left + pitch / 2, left + pitch * 1.5)
        else:
            across = scale(*self.across, left, edge, int(free / 30))
            pitch = 0.0
        shapes: list[Shape] = [Label(self.axes[1], 0, 13, look="tick")]
        if self.here is not None:
            shapes.append(line("here", across(self.here), top - 4, across(self.here), bottom))
        for tick in up.ticks:
            shapes += [line("grid", left, up(tick), edge, up(tick))]
            shapes += [Label(f"{tick:g}{self.unit}", left - 6, up(tick) + 4, "end", "tick")]
        for tick in across.ticks:
            shapes += [line("grid", across(tick), top, across(tick), bottom)]
            shapes += [Label(f"{tick:g}", across(tick), bottom + 18, "middle", "tick")]
        for row, share in enumerate(self.shares):
            shapes.append(Box("band", across(row) - pitch * 0.28, up(share), pitch * 0.56, bottom - up(share)))
        look = "small" if widest(self.places) > pitch else ""
        slanted = widest(self.places, look) > pitch
        side: TextAnchor = "end" if slanted else "middle"
        turn = slanted * _SLANT
        shapes += [Label(name, across(row), bottom + 18, side, look, turn) for row, name in enumerate(self.places)]
        under = bottom + (widest(self.places, look) * sin(radians(_SLANT)) if slanted else 0)
        for row, name in enumerate(self.below):
            shapes.append(Label(name, across(row), under + 34, "middle", "small" if look else "tick"))
        deep = under + (42 if self.below else 26)
        title, lines = _title(self.axes[0], edge, edge, deep + 10)
        shapes += title
        shapes += [path(series.look, [(across(x), up(y)) for x, y in series.points]) for series in self.series]
        for series in self.series:
            if series.number is not None:
                for row, (x, y) in enumerate(series.points):
                    look = f"mark-{series.number + 1}" + (" hollow" if row in series.hollow else "")
                    shapes.append(mark(series.number, across(x), up(y), look, f"{series.name}: {y:.1f}{self.unit}"))
        shapes += [mark(0, across(x), up(y), "on", f"{y:.1f}", 2) for x, y in self.dots]
        last = [(across(series.points[-1][0]), up(series.points[-1][1]), name) for series, name in names]
        shapes += _names_apart(last, edge + 6, bottom)
        return _drawing(width or edge + right, deep + 16 * lines, shapes)


def _names_apart(ends: Iterable[tuple[float, float, str]], edge: float, bottom: float) -> Iterator[Shape]:
    """Names beside the ends of their lines, at least so far below each other that they can be read."""
    wanted = sorted(ends, key=lambda end: end[1])
    places: list[float] = []
    for _, y, _ in wanted:
        places.append(max(y, places[-1] + 15) if places else y)
    for number in reversed(range(len(places))):
        places[number] = min(places[number], bottom + 8 - 15.0 * (len(places) - 1 - number))
    for (x, y, name), position in zip(wanted, places, strict=True):
        yield line("leader", x + 7, y, edge, position)
        yield Label(name, edge + 4, position + 4, look="bold")


class Tile(NamedTuple):
    """A cell: how dark it is from 0 to 1, and its text; `below` stands under that."""

    shade: float
    text: str
    bold: bool = False
    below: str = ""


_DARKEST = 0.5  # so that figures can be read on it
_SLANT = 40.0  # degrees, of long headings and names of places


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of shaded cells under headings, the darker the higher; a rule stands above the rows `groups`.

    `across` says what the columns are, `unit` what the cells are.
    """

    rows: Mapping[str, Sequence[Tile]]
    heads: Sequence[str]
    groups: frozenset[int] = frozenset()
    across: str = ""
    unit: str = ""

    def drawn(self, width: float | None = None) -> Drawing:
        """The grid; headings that are wider than a column are slanted, texts that are wider than one left out."""
        names = [name if width is None else short(name, _LONGEST) for name in self.rows]
        heads = [head if width is None else short(head, _LONGEST) for head in self.heads]
        cells = [tile for row in self.rows.values() for tile in row]
        left = widest(names) + 16
        column = 58.0 if width is None else (width - left - 4) / max(1, len(heads))
        slanted = widest(heads, "bold") > column - 6
        beyond = widest(heads, "bold") * cos(radians(_SLANT)) - column / 2 if slanted else 0.0
        if width is not None and slanted:
            column = max(8.0, (width - left - beyond - 4) / max(1, len(heads)))
        top = (widest(heads, "bold") * sin(radians(_SLANT)) if slanted else 0) + 22 + (18 if self.across else 0)
        high = 26.0 * (1.6 if any(tile.below for tile in cells) else 1)
        look = next((look for look in ("", "small") if widest((tile.text for tile in cells), look) < column), None)
        right = left + column * len(heads)
        shapes: list[Shape] = [Label(self.across, left, 12, look="tick")] if self.across else []
        for x, head in enumerate(heads):
            side: TextAnchor = "start" if slanted else "middle"
            shapes.append(Label(head, left + column * (x + 0.5), top - 8, side, "bold", slanted * _SLANT))
        shapes += [line("zero", 0, top + high * y, right, top + high * y) for y in self.groups]
        for y, (name, row) in enumerate(zip(names, self.rows.values(), strict=True)):
            shapes.append(Label(name, left - 8, top + high * y + 18, "end"))
            for x, tile in enumerate(row):
                left_edge, middle = left + column * x, left + column * (x + 0.5)
                tip = f"{name}, {self.heads[x]}: {tile.text} {tile.below}".strip() if tile.text else ""
                shade = round(_DARKEST * tile.shade, 3)
                shapes.append(Box("tile", left_edge + 1, top + high * y + 1, column - 2, high - 2, tip, shade))
                if look is not None and tile.text:
                    bold = f"{look} bold".strip() if tile.bold else look
                    shapes.append(Label(tile.text, middle, top + high * y + 18, "middle", bold))
                if look is not None and tile.below:
                    shapes.append(Label(tile.below, middle, top + high * (y + 1) - 8, "middle", "tick"))
        wide = width or max(right + max(0.0, beyond), left + text_width(self.across, "tick")) + 4
        bottom = top + high * len(names) + 4
        title, lines = _title(self.unit, right, right, bottom + 14)
        return _drawing(wide, bottom + 16.0 * lines + (4 if lines else 0), (*shapes, *title))


@dataclass(frozen=True, slots=True)
class Fitting:
    """A chart that needs a width of `least`, and another one of the same figures for where there is less room."""

    wide: Drawable
    narrow: Drawable
    least: float

    def drawn(self, width: float | None = None) -> Drawing:
        """The drawing of the one that fits."""
        return (self.wide if width is None or width >= self.least else self.narrow).drawn(width)


@dataclass(frozen=True, slots=True)
class DividedChain:
    """The mentions of a chain, by the parts into which the other side divides it."""

    parts: Sequence[Sequence[str]]

    @property
    def links(self) -> tuple[int, int]:
        """The number of its links left within the parts, and that of all: mentions less parts, mentions less 1."""
        mentions = sum(map(len, self.parts))
        return mentions - len(self.parts), mentions - 1

    @property
    def words(self) -> str:
        """The parts and links in words."""
        there, links = self.links
        return f"{counted(len(self.parts), 'part')}, {there} of {counted(links, 'link')}"


_HEADING = 40  # characters
_LINK = 18.0
_SHEET = 640.0  # of chains on a page


@dataclass(frozen=True, slots=True)
class Partitions:
    """Chains below their headings: mentions in the boxes of their parts, linked within one, and across where dashed."""

    sides: Mapping[str, Sequence[DividedChain]]

    def drawn(self, width: float | None = None) -> Drawing:
        """The chains from the top; one that is wider than the sheet goes on in the next line."""
        edge = width or _SHEET
        shapes: list[Shape] = []
        y = 0.0
        for head, chains in self.sides.items():
            for number, words in enumerate(head.split("\n")):
                shapes.append(Label(short(words, _HEADING), 0, y + 14, look="tick" if number else "bold"))
                y += 18
            y += 4
            for chain in chains:
                row, y = _linked(chain, y, edge)
                shapes += row
            y += 10
        return _drawing(edge, y, shapes)


def _linked(chain: DividedChain, y: float, edge: float) -> tuple[list[Shape], float]:
    """The shapes of a chain from `y` on, and where they end."""
    boxes: list[Shape] = []
    over: list[Shape] = []
    x = 0.0
    for number, part in enumerate(chain.parts):
        for place, text in enumerate(part):
            label = short(text, _LONGEST)
            room = text_width(label) + 12
            look = "step" if place else "max"
            joined = _LINK if number or place else 0.0
            if joined and x + joined + room > edge:
                over.append(line(look, x, y + 12, x + joined / 2, y + 12))
                x, y, joined = 0.0, y + ROW + 2, joined / 2
            if joined:
                over.append(line(look, x, y + 12, x + joined, y + 12))
                x += joined
            boxes.append(Box("band", x, y, room, 22))
            over.append(Label(label, x + 6, y + 16))
            x += room
    if x + _GAP + text_width(chain.words, "tick") > edge:
        x, y = 0.0, y + ROW
    return [*boxes, *over, Label(chain.words, x + _GAP, y + 16, look="tick")], y + ROW + 4


def _drawing(width: float, height: float, shapes: Iterable[Shape]) -> Drawing:
    """The shapes on a sheet; words that would go beyond its sides are moved inside."""
    return Drawing(width, height, tuple(_inside(shape, width) for shape in shapes))


def _inside(shape: Shape, width: float) -> Shape:
    if not isinstance(shape, Label) or shape.slant:
        return shape
    room = text_width(shape.text, shape.look)
    start = shape.x - room * {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
    inside = max(0.0, min(start, width - room))
    return shape if start == inside else replace(shape, x=shape.x + inside - start)


def _legend(series: Sequence[str], left: float, edge: float) -> tuple[list[Shape], float]:
    """Marks with the names of their series, in lines between left and edge, and the height they take."""
    shapes: list[Shape] = []
    y = -20.0
    for number, (x, y) in enumerate(_in_lines(series, 30, 20, left, edge + 14)):
        shapes += [mark(number, x + 5, y + 10, f"mark-{number + 1}"), Label(series[number], x + 14, y + 14)]
    return shapes, y + 24


def _boxes(meanings: Mapping[str, str], left: float, edge: float, top: float) -> tuple[list[Shape], float]:
    """Boxes with their meanings, in lines between left and edge, and the height they take."""
    shapes: list[Shape] = []
    y = -22.0
    for (look, name), (x, y) in zip(meanings.items(), _in_lines(meanings.values(), 40, 22, left, edge), strict=True):
        shapes += [Box(look, x, top + y, 15, 15), Label(name, x + 21, top + y + 12)]
    return shapes, y + 22


def _in_lines(names: Iterable[str], more: float, high: float, left: float, edge: float) -> Iterator[Position]:
    """Places for names, side by side in lines between left and edge; each takes so much `more` room than its words."""
    x, y = left, 0.0
    for name in names:
        room = text_width(name) + more
        if x > left and x + room > edge:
            x, y = left, y + high
        yield x, y
        x += room


def _title(text: str, right: float, room: float, y: float) -> tuple[list[Shape], int]:
    """The name of an axis, ending at its right end, in as many lines as it needs."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", "tick") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [Label(words, right, y + 15.0 * number, "end", "tick") for number, words in enumerate(lines)], len(lines)
