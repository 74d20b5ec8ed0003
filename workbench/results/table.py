"""The one table model. Text, Markdown, LaTeX, CSV, JSON, HTML and DataFrames derive from it; it is data and no layout.

**From tables to JSON.** A result has `tables()`, and `to_json(result.tables())` is its JSON; no class writes its own. A
table says where its figures stand by `path`, each column under which `key`:

    Table("Differences", (Column("first"), Column("p"), Column("exact", key="p_of.exact")), rows, path="comparisons[]")
        {"comparisons": [{"first": "a", "p": 0.01, "p_of": {"exact": 0.02}}, ...]}: a list
    Table(..., path="resolvers.{resolver}")
        {"resolvers": {"mars": {"right": 7, ...}, ...}}: an object for each value of that column
    Table(..., path="systems.{system}.measures.{measure}")
        by two columns; columns need not be printed, and a key may name one, too: "intervals.{part}"
    record({"signature": "...", "upper_bound.strict": 0.8}), record({"gap": 3}, path="sampled")
        figures of the whole, merged into the object, or into that under "sampled"

Tables of the same path add to the same objects. A column that its table's path names is not written beside it, and
`key=None` keeps any other out of JSON. `printed=False` keeps a column or a table out of all but JSON; a table without a
path is not in it. Undefined is null, or left out if the column is `optional`. The dots of a name are no path, nor
are those of what stands in a column.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.values import Interval, Marked, Rate
from anaphora.workbench.results.vocabulary import letter, letters

Format: TypeAlias = Literal["text", "count", "percent", "points", "decimal", "signed", "number", "plain", "p", "flag"]
Plain: TypeAlias = str | int | float | bool | None
Cell: TypeAlias = "Plain | Interval | Rate | Marked | tuple[Cell, ...] | Mapping[str, Cell]"
"""The content of a cell. Tuples and mappings are for columns that only JSON has; in print commas join them."""


@dataclass(frozen=True, slots=True)
class Column:
    """The cells of a column: what they are, and how they are shown.

    `name` stands in CSV and DataFrames, `heading` (the name in words if empty) in print. Fractions are shown as
    `percent` (71.6) or, if they are differences, as `points` (+2.1), with `digits` after the point, as are `decimal`
    and `signed` numbers; a `number` is a count or has three digits, a `plain` one all it needs; a `flag` is yes or no.
    A column of intervals has the format of its ends, and a name that ends in "interval". `direction` says which values
    are better, where one is. A `detail` is left out where there is little room. What only JSON has is not `printed`.

    `key` says where a figure stands in the object of its row: the name if empty, nowhere if `None`; dots lead into
    objects within it, and `{column}` is what another column has in that row. An `optional` one is left out if it is
    undefined.
    """

    name: str
    format: Format = "text"
    heading: str = ""
    unit: str = ""
    direction: Literal["higher", "lower", None] = None
    digits: int = 1
    detail: bool = False
    printed: bool = True
    key: str | None = ""
    optional: bool = False

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

    `path` says where the figures stand in JSON (see the module); `None`: nowhere. A table that only JSON has is not
    `printed`.
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
    path: str | None = None
    printed: bool = True

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"A row of the table {self.title!r} has not as many cells as there are columns.")

    def only(self, chosen: Callable[[Column], bool]) -> "Table":
        """The table with those of its columns that are chosen."""
        places = [index for index, column in enumerate(self.columns) if chosen(column)]
        columns = tuple(self.columns[index] for index in places)
        return replace(self, columns=columns, rows=tuple(tuple(row[index] for index in places) for row in self.rows))

    def shown(self) -> "Table":
        """The table without the columns that only JSON has."""
        kept = self.only(lambda column: column.printed)
        return replace(kept, paper=self.paper.shown()) if self.paper else kept

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
            column.name.endswith("interval") or any(isinstance(row[number], Interval) for row in self.rows)
            for number, column in enumerate(self.columns)
        ]
        names: list[str] = []
        for column, ends in zip(self.columns, intervals, strict=True):
            stem = column.name.removesuffix("interval")
            names += [f"{stem}low", f"{stem}high"] if ends else [column.name]
        return tuple(names), [tuple(_plain_row(row, intervals)) for row in self.rows]


def record(figures: Mapping[str, Cell], path: str = "") -> Table:
    """Figures of the whole, such as the signature: a table of one row that only JSON has, with keys as names."""
    columns = tuple(Column(name, key=name) for name in figures)
    return Table("", columns, (tuple(figures.values()),), path=path, printed=False)


def to_json(tables: Iterable[Table]) -> JsonObject:
    """The figures of tables as one object, as the module says; what stands at its top comes first."""
    whole: JsonObject = {}
    for table in sorted(tables, key=lambda table: table.path != ""):
        if table.path is not None:
            _write(table, table.path.removesuffix("[]"), whole, listed=table.path.endswith("[]"))
    return whole


def _write(table: Table, path: str, whole: JsonObject, listed: bool) -> None:
    fixed, _, varying = path.partition("{")
    if fixed and not varying:
        *parents, last = path.split(".")
        _inside(whole, parents).setdefault(last, [] if listed else {})
    elif fixed:
        _inside(whole, fixed.rstrip(".").split("."))
    for row in table.rows:
        cells = {column.name: cell for column, cell in zip(table.columns, row, strict=True)}
        target = _inside(whole, _steps(path, cells)[: -1 if listed else None])
        if listed:
            entries = target.setdefault(_steps(path, cells)[-1], [])
            target = {}
            entries.append(target)
        for column, cell in zip(table.columns, row, strict=True):
            if column.key is None or f"{{{column.name}}}" in path:
                continue
            *parents, last = _steps(column.key, cells) if column.key else [column.name]
            inner = _inside(target, parents)
            if not (column.optional and cell is None):
                inner[last] = plain(cell)


def _steps(path: str, cells: Mapping[str, Cell]) -> list[str]:
    """The names of the objects that a path leads through; `{column}` is what that column has in the row."""
    steps = path.split(".") if path else []
    return [str(cells[step[1:-1]]) if step.startswith("{") else step for step in steps]


def _inside(target: JsonObject, steps: Iterable[str]) -> JsonObject:
    for step in steps:
        target = target.setdefault(step, {})
    return target


def plain(cell: object) -> Any:
    """Return a cell, or what holds cells, as JSON has it: intervals as lists, rates as objects."""
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


def printed(tables: Iterable[Table]) -> list[Table]:
    """The tables as they are shown, without what only JSON has."""
    return [table.shown() for table in tables if table.printed]


def transposed(table: Table, name: str) -> Table:
    """Rows and columns exchanged; `name` heads the first column. All figures have the format of the second column."""
    like = table.columns[1]
    heads = (replace(like, name=str(row[0]), heading=str(row[0])) for row in table.rows)
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
            yield _plain(cell)


def _plain(cell: Cell) -> Plain:
    if isinstance(cell, (Rate, Marked)):
        return number(cell)
    if isinstance(cell, tuple):
        return ", ".join(str(_plain(part)) for part in cell)
    if isinstance(cell, Mapping):
        return ", ".join(f"{name} {_plain(part)}" for name, part in cell.items())
    return str(cell) if isinstance(cell, Interval) else cell
