"""The charts, each from plain rows of figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from anaphora.experiments.plots.plot import MAIN, MUTED, width_of
from anaphora.workbench.results.vocabulary import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LINE, _FRAME = 0.19, 0.6  # inches of height
_LONGEST = 30  # characters of a label
_TILES = {"column": 12, "page": 27}  # most columns of tiles with texts
_DARKEST, _LEVEL = 0.55, 3  # of tiles; characters of their headings that need no slant
NAMED = 4
"""Curves, and points beside them, that have a name and a colour of their own."""
_MARKS = ("o", "s", "^", "D", "v", "P", "X")


@dataclass(frozen=True, slots=True)
class Point:
    """A value with its interval, under a label; `muted` ones are drawn grey (baselines, not significant)."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    muted: bool = False


def dot_plot(panels: Mapping[str, Sequence[Point]], width: str, *, zero: bool = False) -> "Figure":
    """Dots with intervals, a line for each label, the first on top; panels side by side under the names of their axes.

    All panels have the labels of the first. With `zero` a line at 0 divides gains from losses.
    """
    labels = [point.label for point in next(iter(panels.values()))]
    figure, all_axes = _figure(width, len(labels), len(panels))
    for axes, (axis, points) in zip(all_axes, panels.items(), strict=True):
        for point in points:
            line = len(labels) - 1 - labels.index(point.label)
            _dot(axes, point, line, MUTED if point.muted else MAIN)
        if zero or any(point.value < 0 for point in points):
            axes.axvline(0, color=MUTED, linewidth=0.6, linestyle=":", zorder=0)
        name = axis if len(panels) == 1 else axis.replace(" ", "\n")
        _finish(axes, labels if axes is all_axes[0] else [], len(labels), name)
    return figure


def grouped_dots(rows: Mapping[str, Mapping[str, Point]], axis: str, width: str) -> "Figure":
    """A group of dots with intervals under each label, one for each series; colour and mark tell them apart."""
    series = list(dict.fromkeys(name for points in rows.values() for name in points))
    step = 0.8 / len(series)
    figure, (axes,) = _figure(width, round(len(rows) * max(1, 0.7 * len(series))) + _lines_of_legend(len(series)))
    for number, name in enumerate(series):
        named = [(len(rows) - 1 - place, points[name]) for place, points in enumerate(rows.values()) if name in points]
        for place, point in named:
            label = name if place == named[0][0] else ""
            line = place + step * ((len(series) - 1) / 2 - number)
            _dot(axes, replace(point, label=label), line, _line_colour(number), _mark(number))
    _finish(axes, list(rows), len(rows), axis)
    _legend(figure, width, len(series))
    return figure


def stacked_bars(rows: Mapping[str, Mapping[str, float]], axis: str, width: str) -> "Figure":
    """A bar a row, divided into its parts: the same for all rows, in their order, those that no row has left out."""
    parts = [part for part in next(iter(rows.values()), {}) if any(row[part] for row in rows.values())]
    figure, (axes,) = _figure(width, len(rows) + _lines_of_legend(len(parts)))
    left = [0.0] * len(rows)
    places = range(len(rows))[::-1]
    for number, part in enumerate(parts):
        values = [float(row[part]) for row in rows.values()]
        axes.barh(places, values, left=left, height=0.7, color=f"C{number}", label=part)
        left = [before + value for before, value in zip(left, values, strict=True)]
    _finish(axes, list(rows), len(rows), axis)
    _legend(figure, width, len(parts))
    return figure


def opposed_bars(rows: Mapping[str, tuple[int, int]], axis: str, names: tuple[str, str], width: str) -> "Figure":
    """Two bars a row, away from the middle: the first to the left, the second to the right."""
    figure, (axes,) = _figure(width, len(rows) + 1)
    places = range(len(rows))[::-1]
    for number, (sign, name, colour) in enumerate(zip((-1, 1), names, ("C2", MAIN), strict=True)):
        bars = axes.barh(places, [sign * row[number] for row in rows.values()], height=0.7, color=colour, label=name)
        axes.bar_label(bars, [str(row[number] or "") for row in rows.values()], padding=2, fontsize=6)
    axes.axvline(0, color=MUTED, linewidth=0.6)
    axes.margins(x=0.15)
    axes.xaxis.set_major_formatter(lambda value, _: f"{abs(value):g}")
    _finish(axes, list(rows), len(rows), axis)
    _legend(figure, width, 2)
    return figure


def lines(
    places: Sequence[str],
    series: Mapping[str, Sequence[float]],
    names: tuple[str, str],
    width: str,
    few: Sequence[bool],
) -> "Figure":
    """A line a series over places in their order, the last one dashed; marks are hollow where there are `few` cases.

    `names` are those of the axes.
    """
    from matplotlib import rcParams

    figure, (axes,) = _figure(width, 9 + _lines_of_legend(len(series)))
    for number, (name, values) in enumerate(series.items()):
        if number == len(series) - 1:
            axes.plot(range(len(places)), values, label=name, linewidth=1.2, linestyle="--", color=MUTED)
            continue
        mark, colour = _mark(number), _line_colour(number)
        axes.plot(range(len(places)), values, label=name, linewidth=1.2, marker=mark, markersize=4, color=colour)
        hollow = [place for place, is_few in enumerate(few) if is_few]
        (marks,) = axes.plot(hollow, [values[place] for place in hollow], mark, markersize=4, color=colour)
        marks.set_markerfacecolor(rcParams["axes.facecolor"])
    axes.set_xticks(range(len(places)), places)
    axes.set_ylim(bottom=0)
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    axes.set_xlabel(names[0])
    axes.set_ylabel(names[1])
    _legend(figure, width, len(series))
    return figure


def curves(
    series: Mapping[str, Sequence[tuple[float, float]]],
    points: Mapping[str, tuple[float, float]],
    names: tuple[str, str],
    width: str,
) -> "Figure":
    """Curves, and single points on the same axes; the first `NAMED` of each have colours and names, others are grey.

    `names` are those of the axes.
    """
    figure, (axes,) = _figure(width, 11 + _lines_of_legend(min(len(series), NAMED) + min(len(points), NAMED)))
    for number, (name, line) in enumerate(series.items()):
        look = {"color": _line_colour(number), "label": name} if number < NAMED else {"color": MUTED, "alpha": 0.5}
        axes.plot(*zip(*line, strict=True), linewidth=1.2 if number < NAMED else 0.6, zorder=3 - number / 100, **look)
    for number, (name, point) in enumerate(points.items()):
        colour, label = (_line_colour(NAMED + 3 + number), name) if number < NAMED else (MUTED, None)
        axes.plot(*point, _mark(number), markersize=4, color=colour, label=label, zorder=4, linestyle="none")
    axes.grid()
    axes.set_axisbelow(True)
    axes.set_xlim(0, 100)
    axes.set_xlabel(names[0])
    axes.set_ylabel(names[1])
    _legend(figure, width, min(len(series), NAMED) + min(len(points), NAMED))
    return figure


def tiles(rows: Mapping[str, Sequence[tuple[float, str]]], columns: Sequence[str], width: str) -> "Figure":
    """A grid of shaded cells: of each the shade, from 0 to 1, and a text, if there is room for texts."""
    from matplotlib.colors import to_rgb

    figure, (axes,) = _figure(width, len(rows) + 1 + round(max(map(len, columns), default=0) / 3))
    colour, largest = to_rgb(MAIN), _TILES[width]
    for y, cells in enumerate(rows.values()):
        for x, (shade, text) in enumerate(cells):
            axes.barh(len(rows) - 1 - y, 0.96, left=x - 0.48, height=0.94, color=(*colour, _DARKEST * shade))
            if len(columns) <= largest:
                axes.text(x, len(rows) - 1 - y, text, ha="center", va="center_baseline", fontsize=5.5)
    _finish(axes, list(rows), len(rows), "")
    slanted = max(map(len, columns), default=0) > _LEVEL
    axes.set_xticks(range(len(columns)), [short(name, _LONGEST) for name in columns])
    if slanted:
        for name in axes.get_xticklabels():
            name.set(rotation=40, ha="left", rotation_mode="anchor")
    axes.tick_params(axis="x", length=0, labeltop=True, labelbottom=False)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(-0.5, len(rows) - 0.5)
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return figure


def _figure(width: str, lines: int, panels: int = 1) -> "tuple[Figure, list[Axes]]":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width_of(width), _FRAME + _LINE * max(lines, 1)))
    return figure, [figure.add_subplot(1, panels, number + 1) for number in range(panels)]


def _dot(axes: "Axes", point: Point, line: float, colour: str, mark: str = _MARKS[0]) -> None:
    if point.low is not None and point.high is not None:
        axes.plot([point.low, point.high], [line, line], color=colour, linewidth=1.2, zorder=1)
    axes.plot([point.value], [line], mark, markersize=4, color=colour, label=point.label, zorder=2)


def _mark(number: int) -> str:
    return _MARKS[number % len(_MARKS)]


def _line_colour(number: int) -> str:
    """The colours of the style but the second, a light grey that is too faint for a line."""
    return f"C{number + (number > 0)}"


def _finish(axes: "Axes", labels: Sequence[str], count: int, axis: str) -> None:
    """Name rows and axis; a long name that ends at the right grows over the labels of the rows."""
    axes.set_yticks(range(count)[::-1], [short(label, _LONGEST) for label in labels] or [""] * count)
    axes.set_ylim(-0.7, count - 0.3)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    axes.set_axisbelow(True)
    axes.set_xlabel(axis, loc="right")


def _legend(figure: "Figure", width: str, entries: int) -> None:
    figure.legend(
        loc="outside lower center", ncols=min(entries, 2 if width == "column" else 4), frameon=False, fontsize=7
    )


def _lines_of_legend(entries: int) -> int:
    return -(-entries // 2)
