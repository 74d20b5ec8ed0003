"""The charts, each from plain rows of figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING

from anaphora.experiments.plots.plot import BLUE, COLOURS, GREY, Plot, style, width_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Point:
    """A value in percent with its interval, under a label; `muted` ones are drawn grey (baselines, not significant)."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    muted: bool = False


def dot_plot(points: Sequence[Point], axis: str, *, width: str = "column", zero: bool = False) -> Plot:
    """Dots with intervals, one line a point, the first on top; with `zero` a line at 0 divides gains from losses."""
    with style():
        figure, axes = _axes(width, len(points))
        for line, point in enumerate(reversed(points)):
            colour = GREY if point.muted else BLUE
            if point.low is not None and point.high is not None:
                axes.plot([point.low, point.high], [line, line], color=colour, linewidth=1.2, zorder=1)
            axes.plot([point.value], [line], marker="o", markersize=4, color=colour, zorder=2)
        if zero:
            axes.axvline(0, color=GREY, linewidth=0.6, linestyle=":")
        _label(axes, [point.label for point in reversed(points)], axis)
    return Plot(figure)


def stacked_bars(rows: Mapping[str, Mapping[str, float]], axis: str, *, width: str = "page") -> Plot:
    """A bar a row, divided into its parts: the same for all rows, in their order, those that no row has left out."""
    labels = list(rows)[::-1]
    parts = [part for part in next(iter(rows.values()), {}) if any(row[part] for row in rows.values())]
    with style():
        figure, axes = _axes(width, len(rows) + len(parts) // 2)
        left = [0.0] * len(rows)
        for part, colour in zip(parts, cycle(COLOURS), strict=False):
            values = [float(rows[label][part]) for label in labels]
            axes.barh(labels, values, left=left, height=0.7, color=colour, label=part)
            left = [before + value for before, value in zip(left, values, strict=True)]
        _label(axes, labels, axis)
        columns = 2 if width == "column" else 4
        figure.legend(loc="outside lower center", ncols=columns, frameon=False, fontsize=7)
    return Plot(figure)


def _axes(width: str, lines: int) -> "tuple[Figure, Axes]":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width_of(width), 0.6 + 0.19 * max(lines, 1)))
    return figure, figure.add_subplot()


def _label(axes: "Axes", labels: Sequence[str], axis: str) -> None:
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(-0.7, len(labels) - 0.3)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#dddddd", linewidth=0.5)
    axes.set_axisbelow(True)
    axes.set_xlabel(axis)
