"""Split antecedents inside measures of chains (Paun et al. 2022, 2023; Yu et al. 2022).

"Ann met Bob. They ..." has an anaphor whose antecedent is no mention but a set of entities, which the chain of *They*
has for one more member. Such sets of key and response are aligned one to one so that their similarity is greatest:
that is the F1 of the measure itself, with the entities of the two sets for key and response. A measure then counts a
set like a mention that is right in part: by the recall of its pair for recall, its precision for precision, and by F1
where chains are aligned (CEAF).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.chains.assignment import best_of_table
from anaphora.workbench.chains.overlap import ChainSizes, ChainTable, Side, select

Sets = Mapping[int, tuple[int, ...]]
"""The entities (chains) that are the split antecedent of a chain."""
Scored = Callable[[ChainTable], Numbers]
"""Recall, precision and F1 of a measure in each document."""


@dataclass(frozen=True, slots=True)
class Share:
    """Two chains whose split antecedents are aligned, and how much of each the other has."""

    row: int
    column: int
    recall: float
    precision: float
    f1: float


def merge_equal(side: Side) -> Side:
    """Merge the chains that have the same set, after sets are reduced to single entities (Yu et al. 2022).

    A set whose member has a set itself holds the members of that set instead.
    """
    if not side.split:
        return side
    sets = {chain: entities for chain in sorted(side.split) if (entities := _entities(chain, side.split))}
    first: dict[tuple[int, ...], int] = {}
    into = {chain: first.setdefault(entities, chain) for chain, entities in sets.items()}
    chain = np.arange(len(side.chain_document))
    chain[list(into)] = list(into.values())
    merged = replace(side, chain=chain[side.chain], split={kept: entities for entities, kept in first.items()})
    return select(merged, np.ones(len(side.chain), dtype=np.bool_))


def _entities(chain: int, split: Sets) -> tuple[int, ...]:
    """The entities of a chain's set, without itself."""
    seen = {chain}
    waiting = list(split[chain])
    entities: set[int] = set()
    while waiting:
        member = waiting.pop()
        if member in seen:
            continue
        seen.add(member)
        if split.get(member):
            waiting += split[member]
        else:
            entities.add(member)
    return tuple(sorted(entities))


def align_sets(table: ChainTable, mine: Sets, theirs: Sets, score: Scored) -> list[Share]:
    """Align sets that have anything in common; of several best alignments the one that scipy finds in the table."""
    document_of = table.key.document, table.response.document
    rows, columns = (_by_document(sets, document) for sets, document in zip((mine, theirs), document_of, strict=True))
    pairs = [pair for document in rows for pair in product(rows[document], columns.get(document, ()))]
    if not pairs:
        return []
    scores = score(_of_pairs(table, [(mine[row], theirs[column]) for row, column in pairs]))
    matches = [
        Share(row, column, *(0.0 if np.isnan(value) else float(value) for value in values))
        for (row, column), values in zip(pairs, scores, strict=True)
    ]
    return [share for document in rows for share in _best(matches, rows[document], columns.get(document, []))]


def _by_document(sets: Sets, document_of: np.ndarray[tuple[int], np.dtype[np.int64]]) -> dict[int, list[int]]:
    chains: dict[int, list[int]] = {}
    for chain in sorted(sets):
        chains.setdefault(int(document_of[chain]), []).append(chain)
    return chains


def _best(shares: list[Share], rows: list[int], columns: list[int]) -> list[Share]:
    edges = [share for share in shares if share.f1 > 0 and share.row in rows]
    if not edges:
        return []
    row = np.array([rows.index(share.row) for share in edges])
    column = np.array([columns.index(share.column) for share in edges])
    chosen = best_of_table(row, column, np.array([share.f1 for share in edges]), len(rows), len(columns))
    return [share for share, is_chosen in zip(edges, chosen, strict=True) if is_chosen]


def _of_pairs(table: ChainTable, pairs: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> ChainTable:
    """A table with a document for each pair of sets, which has their entities for chains."""
    cells: dict[int, list[tuple[int, int]]] = {}
    for row, column, shared in zip(table.row.tolist(), table.column.tolist(), table.whole.tolist(), strict=True):
        cells.setdefault(row, []).append((column, shared))
    sides = [[(number, chain) for number, both in enumerate(pairs) for chain in both[side]] for side in (0, 1)]
    key, response = (
        ChainSizes(
            len(pairs),
            np.array([number for number, _ in listed], dtype=np.int64),
            chains.size[[chain for _, chain in listed]],
        )
        for listed, chains in zip(sides, (table.key, table.response), strict=True)
    )
    column_of = {entry: column for column, entry in enumerate(sides[1])}
    matches = [
        (row, column_of[number, column], shared)
        for row, (number, chain) in enumerate(sides[0])
        for column, shared in cells.get(chain, ())
        if (number, column) in column_of
    ]
    row, column, whole = np.array(matches, dtype=np.int64).reshape(-1, 3).T
    return ChainTable(key, response, row, column, whole)


def with_sets(table: ChainTable, mine: Sets, theirs: Sets, shares: Mapping[tuple[int, int], float]) -> ChainTable:
    """The table with each set as one more member of its chain, shared as much as `shares` says of two chains."""
    filled = list(zip(table.row.tolist(), table.column.tolist(), table.whole.tolist(), strict=True))
    seen = {(row, column) for row, column, _ in filled}
    cells = sorted([*filled, *((*cell, 0) for cell in shares if cell not in seen)])
    row, column, whole = np.array(cells, dtype=np.int64).reshape(-1, 3).T
    part = np.array([shares.get((row, column), 0.0) for row, column, _ in cells])
    return ChainTable(_larger(table.key, mine), _larger(table.response, theirs), row, column, whole, part)


def _larger(chains: ChainSizes, sets: Sets) -> ChainSizes:
    size = chains.size.copy()
    size[list(sets)] += 1
    return replace(chains, size=size)
