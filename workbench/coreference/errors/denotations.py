"""What denotation assignments are made of: chains that correspond, and the verdict on each expression.

As in figures 3 and 4 of Trouilleux et al. 2000.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from anaphora.workbench.aliases import Flags, Integers
from anaphora.workbench.coreference.completion import Completed
from anaphora.workbench.coreference.errors.mentions import Place, Text, place, types
from anaphora.workbench.coreference.overlap import Overlap
from anaphora.workbench.measures.denotation import Assignments, assign


@dataclass(frozen=True, slots=True)
class Correspondence:
    """A key chain and the response chain that it corresponds to; a side without any has no mention.

    `document` is an index, `similarity` that of the two chains, `shared` counts the mentions that both have.
    """

    document: int
    key: tuple[Place, ...]
    response: tuple[Place, ...]
    shared: int
    similarity: float


@dataclass(frozen=True, slots=True)
class Denotation:
    """An expression and what stands for the chain that each side assigns it to (`None`: it has no assignment there).

    The verdict is `right`, `incorrect`, `spurious` (only the response has an assignment) or `missing` (only the key).
    """

    document: int
    expression: Place
    key: Place | None
    response: Place | None
    verdict: str


@dataclass(frozen=True, slots=True)
class Denotations:
    """The correspondence of chains, in text order, and the assignments."""

    chains: tuple[Correspondence, ...]
    assignments: tuple[Denotation, ...]


def denotations(overlap: Overlap, texts: Sequence[Text]) -> Denotations:
    """What the measure `denotation` counts with its default settings.

    Where both chains have one mention, or one has and the other does not exist, the pair is left out: nothing is
    assigned to them.
    """
    found = assign(overlap)
    places = _Places(overlap, texts, types(overlap.key, texts), types(overlap.response, texts))
    return Denotations(tuple(_chains(found, places)), tuple(_assignments(found, places)))


@dataclass(frozen=True, slots=True)
class _Places:
    overlap: Overlap
    texts: Sequence[Text]
    of_key: Integers
    of_response: Integers

    def __call__(self, table: Completed, expression: int) -> Place:
        """The expression as the key has it, else as the response does."""
        mine, theirs = int(table.key[expression]), int(table.response[expression])
        if mine >= 0:
            return place(self.overlap.key, mine, int(self.of_key[mine]), self.texts)
        return place(self.overlap.response, theirs, int(self.of_response[theirs]), self.texts)


def _chains(found: Assignments, places: _Places) -> list[Correspondence]:
    table = found.table
    rows, columns = _members(table.row, len(table.row_size)), _members(table.column, len(table.column_size))

    def shown(members: Sequence[int]) -> tuple[Place, ...]:
        return tuple(
            sorted((places(table, each) for each in members), key=lambda mention: (mention.start, mention.end))
        )

    def correspondence(row: int | None, column: int | None, shared: int = 0, similarity: float = 0.0) -> Correspondence:
        mine, theirs = rows[row] if row is not None else [], columns[column] if column is not None else []
        document = int(table.document[table.cell[(mine or theirs)[0]]])
        return Correspondence(document, shown(mine), shown(theirs), shared, similarity)

    pairs = [
        correspondence(
            int(table.cell_row[cell]), int(table.cell_column[cell]), int(table.shared[cell]), float(similarity)
        )
        for cell, similarity in enumerate(found.similarity)
        if found.chosen[cell]
    ]
    met = (
        {int(row) for row in table.cell_row[found.chosen]},
        {int(column) for column in table.cell_column[found.chosen]},
    )
    pairs += [correspondence(row, None) for row in range(len(rows)) if row not in met[0]]
    pairs += [correspondence(None, column) for column in range(len(columns)) if column not in met[1]]
    many = (pair for pair in pairs if max(len(pair.key), len(pair.response)) > 1)
    return sorted(many, key=lambda pair: (pair.document, (pair.key or pair.response)[0].start, not pair.key))


def _members(chain: Integers, chains: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(chains)]
    for expression, number in enumerate(chain.tolist()):
        found[number].append(expression)
    return found


def _assignments(found: Assignments, places: _Places) -> list[Denotation]:
    table = found.table
    of_key = _representatives(table.row, found.in_key)
    of_response = _representatives(table.column, found.in_response)
    listed = [
        Denotation(
            int(table.document[table.cell[expression]]),
            places(table, expression),
            places(table, of_key[int(table.row[expression])]) if found.in_key[expression] else None,
            places(table, of_response[int(table.column[expression])]) if found.in_response[expression] else None,
            verdict,
        )
        for verdict, flags in found.verdicts.items()
        for expression in np.flatnonzero(flags).tolist()
    ]
    return sorted(listed, key=lambda each: (each.document, each.expression.start, each.expression.end))


def _representatives(chain: Integers, assigned: Flags) -> dict[int, int]:
    """The expression that stands for each chain."""
    return {int(chain[expression]): expression for expression in np.flatnonzero(~assigned).tolist()}
