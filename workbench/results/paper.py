"""Tables as papers lay them out: a letter for each system, and after a figure those that are significantly worse."""

from collections.abc import Collection, Mapping

from anaphora.workbench.results.table import Cell, Column, Table, number
from anaphora.workbench.results.values import Marked
from anaphora.workbench.results.vocabulary import letter, letters

Worse = Mapping[tuple[str, str], Collection[str]]
"""By system and column the systems that are significantly worse there."""


def lettered(table: Table, worse: Worse) -> Table:
    """The table, whose rows are systems, with their letters; as it is if no difference is significant."""
    if not worse:
        return table
    places = {str(row[0]): place for place, row in enumerate(table.rows)}

    def marked(name: str, column: Column, cell: Cell) -> Cell:
        beaten = worse.get((name, column.name), ())
        unmarked = number(cell) if isinstance(cell, Marked) else cell
        return Marked(number(cell), letters(places[other] for other in beaten)) if beaten else unmarked

    rows = tuple(
        (letter(place), name, *map(marked, [name] * (len(row) - 1), table.columns[1:], row[1:]))
        for (name, place), row in zip(places.items(), table.rows, strict=True)
    )
    columns = (Column("letter", heading=" "), *table.columns)
    return Table(table.title, columns, rows, table.notes, table.references, groups=table.groups, caption=table.caption)
