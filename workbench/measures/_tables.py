"""Tables of chains as measures see them: from key or response, with split antecedents, without some mentions.

Split antecedents (Paun et al. 2022, 2023; Yu et al. 2022): "Ann met Bob. They ..." has an anaphor whose antecedent is
no mention but a set of entities, which the chain of *They* has for one more member. Such sets of key and response are
aligned one to one so that their similarity is greatest: that is the F1 of the measure itself, with the entities of the
two sets for key and response. A measure then counts a set like a mention that is right in part: by the recall of its
pair for recall, its precision for precision, and by F1 where chains are aligned (CEAF).

Mentions that only one side has (twinless) may be treated as before Pradhan et al. 2014: a policy changes key and
response before they are compared, for recall in one way and for precision in another.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial, wraps
from itertools import product

import numpy as np

from anaphora.workbench.arrays import Flags, Numbers, flagged
from anaphora.workbench.chains.assignment import best_of_table
from anaphora.workbench.chains.overlap import ChainSizes, ChainTable, Overlap, select, with_singletons
from anaphora.workbench.errors import OptionError
from anaphora.workbench.measures import Measure, recall_precision

Sets = Mapping[int, tuple[int, ...]]
"""The entities (chains) that are the split antecedent of a chain."""
Shares = Mapping[tuple[int, int], Sequence[float]]
"""Recall, precision and F1 of the sets of two chains, of key and response, that are aligned."""
Count = Callable[[ChainTable], Numbers]
"""Two statistics of recall and two of precision, of each document."""
_F1 = 2


def both_ways(count: Count, of_sets: Count | None = None) -> Callable[[Overlap], Numbers]:
    """The count of a measure whose recall looks from the key's chains and precision from the response's.

    The two differ where a scorer looks mentions up, and for split antecedents, of which recall counts what the response
    has of a set and precision what the key has. `of_sets` counts two of these sets, if not as chains are counted.
    """

    @wraps(count)
    def counted(overlap: Overlap) -> Numbers:
        if not (overlap.lookup or overlap.has_split):
            return count(overlap.table)
        tables = [overlap.seen_from_key.table, overlap.seen_from_response.table]
        if overlap.has_split:
            shares = _align_sets(overlap, of_sets or count)
            tables = [_with_sets(overlap, table, shares, part) for part, table in enumerate(tables)]
        return np.hstack((count(tables[0])[:, :2], count(tables[1])[:, 2:]))

    return counted


def from_key(count: Count) -> Callable[[Overlap], Numbers]:
    """The count of a measure that aligns chains, as seen from the key; of split antecedents by the F1 of their pair."""

    @wraps(count)
    def counted(overlap: Overlap) -> Numbers:
        table = overlap.seen_from_key.table
        return count(_with_sets(overlap, table, _align_sets(overlap, count), _F1) if overlap.has_split else table)

    return counted


def _align_sets(overlap: Overlap, count: Count) -> Shares:
    """Align sets that have anything in common; of several best alignments the one that scipy finds in the table."""
    table = overlap.seen_from_key.table
    rows = _by_document(overlap.key.split, table.key)
    columns = _by_document(overlap.response.split, table.response)
    pairs = [pair for document in rows for pair in product(rows[document], columns.get(document, ()))]
    if not pairs:
        return {}
    sets = [(overlap.key.split[row], overlap.response.split[column]) for row, column in pairs]
    scores = np.nan_to_num(recall_precision(count(_table_of_sets(table, sets))), nan=0.0).tolist()
    alike = {pair: values for pair, values in zip(pairs, scores, strict=True) if values[_F1] > 0}
    shares: dict[tuple[int, int], list[float]] = {}
    for document, in_key in rows.items():
        if edges := [pair for pair in alike if pair[0] in in_key]:
            in_response = columns[document]
            row = np.array([in_key.index(row) for row, _ in edges])
            column = np.array([in_response.index(column) for _, column in edges])
            weight = np.array([alike[edge][_F1] for edge in edges])
            chosen = best_of_table(row, column, weight, len(in_key), len(in_response))
            shares |= {edge: alike[edge] for edge, is_chosen in zip(edges, chosen, strict=True) if is_chosen}
    return shares


def _by_document(sets: Sets, chains: ChainSizes) -> dict[int, list[int]]:
    by_document: dict[int, list[int]] = {}
    for chain in sorted(sets):
        by_document.setdefault(int(chains.document[chain]), []).append(chain)
    return by_document


def _table_of_sets(table: ChainTable, pairs: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> ChainTable:
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


def _with_sets(overlap: Overlap, table: ChainTable, shares: Shares, part: int) -> ChainTable:
    """The table with each set as one more member of its chain, shared as much as this part of `shares` says."""
    filled = list(zip(table.row.tolist(), table.column.tolist(), table.whole.tolist(), strict=True))
    seen = {(row, column) for row, column, _ in filled}
    cells = sorted([*filled, *((*cell, 0) for cell in shares if cell not in seen)])
    row, column, whole = np.array(cells, dtype=np.int64).reshape(-1, 3).T
    in_part = np.array([shares[row, column][part] if (row, column) in shares else 0.0 for row, column, _ in cells])
    key, response = (
        chains._replace(size=chains.size + flagged(list(side.split), len(chains.size)))
        for chains, side in ((table.key, overlap.key), (table.response, overlap.response))
    )
    return ChainTable(key, response, row, column, whole, in_part)


Policy = Callable[[Overlap], tuple[Overlap, Overlap]]
"""A change of key and response, one way for recall and another for precision."""


def _discard(overlap: Overlap) -> tuple[Overlap, Overlap]:
    """Twinless mentions of both sides are discarded (Bengtson & Roth 2008)."""
    both = _restrict(overlap, overlap.counterpart >= 0, overlap.twin >= 0)
    return both, both


def _drop_singletons(overlap: Overlap) -> tuple[Overlap, Overlap]:
    """Only those of the response that are alone in their chains are discarded (Rahman & Ng 2009)."""
    both = _without_spurious_singletons(overlap)
    return both, both


def _complete(overlap: Overlap) -> tuple[Overlap, Overlap]:
    """The variants "sys" of Cai & Strube 2010, section 2.2.

    Those of the response that are alone are discarded, those of the key become singletons of the response. The others
    of the response are discarded for recall, and become singletons of the key for precision.
    """
    every = np.ones(len(overlap.key.span_id), dtype=np.bool_)
    for_recall = _with_missed(_restrict(overlap, every, overlap.twin >= 0))
    for_precision = _with_spurious(_with_missed(_without_spurious_singletons(overlap)))
    return for_recall, for_precision


POLICIES: dict[str, Policy] = {"discard": _discard, "rahman_ng": _drop_singletons, "cai_strube": _complete}


def with_policy(measure: Measure[Overlap], twinless: str) -> Measure[Overlap]:
    """A measure of recall and precision (four statistics) under a policy; `keep` leaves both sides as they are.

    Raises:
        OptionError: there is no such policy.
    """
    if twinless == "keep":
        return measure
    if twinless not in POLICIES:
        raise OptionError(f"twinless cannot be '{twinless}'. Choose from keep, {', '.join(POLICIES)}.")
    return replace(measure, count=partial(_under_policy, count=measure.count, policy=POLICIES[twinless]))


def _under_policy(overlap: Overlap, count: Callable[[Overlap], Numbers], policy: Policy) -> Numbers:
    for_recall, for_precision = policy(overlap)
    return np.concatenate((count(for_recall)[:, :2], count(for_precision)[:, 2:]), axis=1)


def _without_spurious_singletons(overlap: Overlap) -> Overlap:
    alone = overlap.response.size[overlap.response.chain] == 1
    return _restrict(overlap, np.ones(len(overlap.key.span_id), dtype=np.bool_), ~(alone & (overlap.twin < 0)))


def _restrict(overlap: Overlap, key: Flags, response: Flags) -> Overlap:
    """Key and response with some of their mentions."""
    number = np.append(np.where(key, np.cumsum(key) - 1, -1), -1)
    return Overlap(select(overlap.key, key), select(overlap.response, response), number[overlap.twin[response]])


def _with_missed(overlap: Overlap) -> Overlap:
    """The mentions that the response lacks are singletons there."""
    missed = np.setdiff1d(np.arange(len(overlap.key.span_id)), overlap.common[0])
    response = with_singletons(overlap.response, overlap.key, missed)
    return Overlap(overlap.key, response, np.concatenate((overlap.twin, missed)))


def _with_spurious(overlap: Overlap) -> Overlap:
    """The mentions that the key lacks are singletons there."""
    spurious = np.flatnonzero(overlap.twin < 0)
    twin = overlap.twin.copy()
    twin[spurious] = len(overlap.key.span_id) + np.arange(len(spurious))
    return Overlap(with_singletons(overlap.key, overlap.response, spurious), overlap.response, twin)
