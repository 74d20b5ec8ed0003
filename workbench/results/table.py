"""The one table model. Text, Markdown, LaTeX, CSV, HTML and DataFrames derive from it; it is data and no layout."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.values import Interval, Marked, Rate
from anaphora.workbench.results.vocabulary import letter, letters

Format: TypeAlias = Literal["text", "count", "percent", "points", "decimal", "signed", "number", "plain", "p", "flag"]
Plain: TypeAlias = str | int | float | bool | None
Cell: TypeAlias = Plain | Interval | Rate | Marked
"""The content of a cell."""


class Column(NamedTuple):
    """The cells of a column: what they are, and how they are shown.

    `name` stands in CSV and DataFrames, `heading` (the name in words if empty) in print. Fractions are shown as
    `percent` (71.6) or, if they are differences, as `points` (+2.1), with `digits` after the point, as are `decimal`
    and `signed` numbers; a `number` is a count or has three digits, a `plain` one all it needs; a `flag` is yes or no.
    A column of intervals has the format of its `ends`, which are two columns in CSV and DataFrames. `direction` says
    which values are better, where one is. A `detail` is left out where there is little room.
    """

    name: str
    format: Format = "text"
    heading: str = ""
    unit: str = ""
    direction: Literal["higher", "lower", None] = None
    digits: int = 1
    detail: bool = False
    ends: bool = False

    @property
    def shown(self) -> str:
        """The heading with the unit."""
        heading = self.heading or self.name.replace("_", " ")
        return f"{heading} ({self.unit})" if self.unit else heading


@dataclass(frozen=True)
class Table:
    """Rows of cells under columns, the first of which names the rows; `notes` are to be read with them.

    `references` are the numbers of rows that compete with nobody, such as an upper bound. The best of the others is
    looked for in each column that has a direction, or in each row if `best_of` says so. `groups` are the numbers of
    rows before which a rule stands, `labels` longer names of the rows, for wide terminals.

    `caption` says in a paper what the figures are (the title, if empty); `paper` is the table as papers lay it out, if
    they do so otherwise. `label` is what a paper refers to it by, after `tab:` (the title up to a colon, if empty).
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    references: frozenset[int] = frozenset()
    best_of: Literal["column", "row"] = "column"
    groups: frozenset[int] = frozenset()
    labels: tuple[str, ...] = ()
    caption: str = ""
    label: str = ""
    paper: "Table | None" = None

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"A row of the table {self.title!r} has not as many cells as there are columns.")

    def only(self, chosen: Callable[[Column], bool]) -> "Table":
        """The table with those of its columns that are chosen."""
        places = [index for index, column in enumerate(self.columns) if chosen(column)]
        columns = tuple(self.columns[index] for index in places)
        return replace(self, columns=columns, rows=tuple(tuple(row[index] for index in places) for row in self.rows))

    def filled(self) -> "Table":
        """The table without the columns that are empty."""
        named = zip(self.columns, zip(*self.rows, strict=True), strict=True) if self.rows else ()
        used = {column.name for column, cells in named if any(cell is not None for cell in cells)}
        return self.only(lambda column: column.name in used)

    def records(self) -> list[JsonObject]:
        """The rows as objects, with the cells under the names of their columns."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]

    def brief(self) -> "Table":
        """The table without the columns that are details."""
        return self.only(lambda column: not column.detail)

    def best(self) -> frozenset[tuple[int, int]]:
        """Row and column of the best figures; none where there is nothing to compare."""
        rows = [number for number in range(len(self.rows)) if number not in self.references]
        columns = [number for number, column in enumerate(self.columns) if column.direction]
        if self.best_of == "column":
            groups = [[(row, column) for row in rows] for column in columns]
        else:
            groups = [[(row, column) for column in columns] for row in rows]
        return frozenset(cell for group in groups for cell in self._best(group))

    def _best(self, places: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        values = {cell: value for cell in places if (value := number(self.rows[cell[0]][cell[1]])) is not None}
        if len(values) < 2 or len(set(values.values())) < 2:
            return
        choose = min if self.columns[places[0][1]].direction == "lower" else max
        best = choose(values.values())
        yield from (cell for cell, value in values.items() if value == best)

    def flat(self) -> tuple[tuple[str, ...], list[tuple[Plain, ...]]]:
        """Names and rows of plain values, in full precision; an interval makes two columns, `low` and `high`."""
        intervals = [
            column.ends or any(isinstance(row[number], Interval) for row in self.rows)
            for number, column in enumerate(self.columns)
        ]
        names: list[str] = []
        for column, ends in zip(self.columns, intervals, strict=True):
            stem = column.name.removesuffix("interval")
            names += [f"{stem}low", f"{stem}high"] if ends else [column.name]
        return tuple(names), [tuple(_plain_row(row, intervals)) for row in self.rows]


def plain(cell: object) -> Any:
    """Return a cell, or what holds cells, as JSON has it: intervals as lists, rates as objects."""
    if cell is None or isinstance(cell, str | int | float):
        return cell
    if isinstance(cell, Marked):
        return plain(cell.value)
    if isinstance(cell, Interval):
        return [cell.low, cell.high]
    if isinstance(cell, Rate):
        right = int(cell.right) if cell.right.is_integer() else cell.right
        return {"right": right, "of": cell.total, "value": cell.value, "interval": plain(cell.interval)}
    if isinstance(cell, tuple | list):
        return [*map(plain, cell)]
    if isinstance(cell, Mapping):
        return {name: plain(value) for name, value in cell.items()}
    return cell


def transposed(table: Table, name: str) -> Table:
    """Rows and columns exchanged; `name` heads the first column. All figures have the format of the second column."""
    like = table.columns[1]
    heads = (like._replace(name=str(row[0]), heading=str(row[0])) for row in table.rows)
    rows = tuple(
        (column.shown, *(row[index] for row in table.rows)) for index, column in enumerate(table.columns[1:], start=1)
    )
    best_of: Literal["column", "row"] = "row" if table.best_of == "column" else "column"
    return Table(table.title, (Column(name), *heads), rows, table.notes, best_of=best_of)


Beaten: TypeAlias = Mapping[str, Mapping[str, Collection[str]]]
"""By column and system the systems that are significantly worse there."""


def lettered(table: Table, beaten: Beaten) -> Table:
    """Give each row, which is a system, a letter, and each figure the letters of the systems in `beaten`.

    This is how papers lay it out. Without a significant difference the table stays as it is.
    """
    if not any(beaten.values()):
        return table
    places = {str(row[0]): index for index, row in enumerate(table.rows)}

    def marked(name: str, column: Column, cell: Cell) -> Cell:
        worse = beaten.get(column.name, {}).get(name, ())
        unmarked = number(cell) if isinstance(cell, Marked) else cell
        return Marked(number(cell), letters(places[loser] for loser in worse)) if worse else unmarked

    rows = tuple(
        (letter(index), name, *map(marked, [name] * (len(row) - 1), table.columns[1:], row[1:]))
        for (name, index), row in zip(places.items(), table.rows, strict=True)
    )
    columns = (Column("letter", heading=" "), *table.columns)
    return replace(table, columns=columns, rows=rows, best_of="column", labels=())


NOTHING = 0.0005
"""A fraction below it is 0.0%."""


def shade(value: float | None, scale: tuple[float, float]) -> float:
    """Return where a figure lies between the ends of a scale, from 0 to 1; 0 if there is no figure."""
    low, high = scale
    return 0.0 if value is None or high <= low else min(1.0, max(0.0, (value - low) / (high - low)))


def number(cell: Cell) -> float | None:
    """The figure in a cell, if it has one."""
    if isinstance(cell, Marked):
        return number(cell.value)
    if isinstance(cell, Rate):
        return cell.value
    return float(cell) if isinstance(cell, (int, float)) and not isinstance(cell, bool) else None


def _plain_row(row: tuple[Cell, ...], intervals: list[bool]) -> Iterator[Plain]:
    for cell, ends in zip(row, intervals, strict=True):
        if isinstance(cell, Interval):
            yield from (cell.low, cell.high)
        elif ends:
            yield from (None, None)
        else:
            yield number(cell) if isinstance(cell, (Rate, Marked)) else cell
