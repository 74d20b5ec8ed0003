"""Tables of texts, as plain text, in Markdown and in LaTeX, and the figures that stand in them."""

from dataclasses import dataclass

from anaphora.workbench.results.vocabulary import DASH, clean

_BREAKS = dict.fromkeys(map(ord, "\t\n\r\u0085\u2028\u2029"), " ")
FORMATS = {"table": "", "markdown": "github", "latex": "latex_booktabs"}


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of texts, the first column of which names its rows."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def shown(grid: Grid, to: str) -> str:
    """A table as `table` (plain text), in `markdown`, or in `latex` (which needs the package booktabs)."""
    return _plain(grid) if to == "table" else _marked_up(grid, to)


def line(text: str) -> str:
    """A text, such as a name, as one line without control characters; blanks at its beginning stay."""
    return clean(text).translate(_BREAKS)


def _plain(grid: Grid) -> str:
    """Columns side by side, without the libraries that take longer to load than fifty novels take to score."""
    rows = [[line(cell) for cell in row] for row in (grid.headings, *grid.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        lines.append("  ".join((first.ljust(widths[0]), *cells)).rstrip())
    return "\n".join(lines)


def _marked_up(grid: Grid, to: str) -> str:
    from tabulate import tabulate

    rows = [[line(cell) for cell in row] for row in (grid.headings, *grid.rows)]
    if to == "markdown":
        rows = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    headings, *rows = rows
    sides = ["left", *["right"] * (len(headings) - 1)]
    text: str = tabulate(rows, headings, tablefmt=FORMATS[to], colalign=sides, disable_numparse=True)
    return text


def percent(value: float | None) -> str:
    """A fraction as a percentage with two decimals; undefined is a dash."""
    return DASH if value is None else f"{round(100 * value, 2) + 0.0:.2f}"


def interval(ends: tuple[float, float] | None) -> str:
    """The ends of an interval as percentages."""
    return DASH if ends is None else f"{100 * ends[0]:.2f} to {100 * ends[1]:.2f}"
