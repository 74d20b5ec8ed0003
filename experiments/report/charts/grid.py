"""Figures of a table as a grid of cells, the darker the higher."""

from collections.abc import Sequence
from math import cos, radians, sin

from anaphora.experiments.report.drawing import Drawing, Shape, box, label, line, of_table, width_of
from anaphora.experiments.terminal.render import show
from anaphora.workbench.results.table import NOTHING, Table, number, shade

COLUMN, ROW = 58, 26
_DARKEST = 0.5  # so that figures can be read on it
_SLANT = 40  # degrees, of long headings
_SHORT = 4  # characters of a heading that stands level


def grid(
    table: Table,
    name: str,
    description: str,
    caption: str,
    heads: Sequence[str],
    scale: tuple[float, float],
    *,
    below: Table | None = None,
    zeros: bool = True,
) -> Drawing:
    """The last columns of a table under these heads, white at the first end of the scale and darkest at the second.

    The best figures are bold. `below` has for each cell a number that stands under it (0: none); without `zeros` a cell
    that rounds to 0 is empty.
    """
    places = range(len(table.columns) - len(heads), len(table.columns))
    rows = [str(row[0]) for row in table.rows]
    left = width_of(rows) + 8
    slanted = max(map(len, heads), default=0) > _SHORT
    top = (width_of(heads) * sin(radians(_SLANT)) if slanted else 0) + 22
    high = ROW if below is None else ROW * 1.6
    best = table.best()
    shapes = [_head(text, left + COLUMN * (x + 0.5), top - 8, slanted) for x, text in enumerate(heads)]
    right = left + COLUMN * len(heads)
    shapes += [line("zero", 0, top + high * y, right, top + high * y) for y in table.groups]
    for y, row in enumerate(table.rows):
        shapes.append(label(rows[y], left - 8, top + high * y + ROW / 2 + 5, "end", "name"))
        for x, place in enumerate(places):
            corner = left + COLUMN * x, top + high * y
            value = number(row[place])
            look = "name" if (y, place) in best else ""
            text = "" if not zeros and value is not None and value < NOTHING else show(value, table.columns[place])
            shapes += _cell(corner, high, value, text, scale, look)
            if below and (least := number(below.rows[y][place])):
                shapes.append(label(f"≥ {least:.0f}", corner[0] + COLUMN / 2, corner[1] + high - 8, "middle", "tick"))
    beyond = width_of(heads) * cos(radians(_SLANT)) if slanted else 0
    return Drawing(
        name=name,
        title=table.title,
        description=description,
        width=right + max(0.0, beyond - COLUMN / 2) + 4,
        height=top + high * len(rows) + 4,
        shapes=tuple(shapes),
        figures=of_table(table),
        caption=caption,
    )


def _head(text: str, x: float, y: float, slanted: bool) -> Shape:
    if not slanted:
        return label(text, x, y, "middle", "name")
    turned = f"rotate({-_SLANT} {x:g} {y:g})"
    return Shape("text", {"class": "name", "x": x, "y": y, "transform": turned}, text)


def _cell(
    corner: tuple[float, float], high: float, value: float | None, text: str, scale: tuple[float, float], look: str
) -> list[Shape]:
    x, y = corner
    tile = box("tile", x + 1, y + 1, COLUMN - 2, high - 2)
    shaded = Shape(tile.element, {**tile.attributes, "fill-opacity": round(_DARKEST * shade(value, scale), 3)})
    return [shaded, label(text, x + COLUMN / 2, y + ROW / 2 + 5, "middle", look)]
