"""One-to-one correspondence of greatest total weight, over the sparse bipartite graphs of a whole corpus at once."""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

import numpy as np

from anaphora.workbench.arrays import Flags, Integers, Numbers, firsts

_ROUNDS_PAY = 64  # as long as each of them settles one edge of so many
_STEPS = 1_000_000  # so many of plain Python take less time than to import scipy.optimize
_TABLE = 4_000_000  # cells; up to this size a table is solved sooner than its edges alone
_EMPTY = 8  # a larger table has so many cells for each edge before it is too empty
_MOST_CELLS = 16_000_000  # of a table in which ties are broken as the CorefUD scorer does; that is 128 MB
_TIED = 1e-9  # sums of weights that differ by less are equal


def best(row: Integers, column: Integers, weight: Numbers) -> Flags:
    """Choose edges, all different, for a matching of greatest total weight: no row or column is in two of them.

    Edges of weight 0 and less are never chosen. The total is unique, the matching may not be. An edge that outweighs
    its best rivals in row and column together belongs to an optimum (exchange argument). What such edges leave is
    divided into connected components, each an assignment problem; large ones are solved by scipy (Crouse 2016).
    """
    chosen, left = settle(row, column, weight, 0)
    components = [
        (edges, _Component.of(row[edges], column[edges], weight[edges])) for edges in _connected(row, column, left)
    ]
    solve = _by_paths if sum(component.steps for _, component in components) <= _STEPS else _by_scipy
    for edges, component in components:
        chosen[edges] = solve(component)[component.row] == component.column
    return chosen


def settle(row: Integers, column: Integers, weight: Numbers, margin: float = _TIED) -> tuple[Flags, Integers]:
    """The edges that outweigh their best rivals in row and column together by a margin, and those still in question.

    With a margin above 0 the former are in every matching of greatest total weight.
    """

    def outweigh(edges: Integers) -> Flags:
        r, c, w = row[edges], column[edges], weight[edges]
        safe: Flags = w - (_rival(r, w) + _rival(c, w)) >= margin
        # of edges that tie for a row or column any one will do, but one only
        safe[safe] &= firsts(r[safe]) & firsts(c[safe])
        return safe

    return _choose(row, column, np.flatnonzero(weight > 0), outweigh)


def best_of_table(row: Integers, column: Integers, weight: Numbers, rows: int, columns: int) -> Flags:
    """Choose as `best` does; of several best matchings the one that scipy finds in the table of all rows and columns.

    The CorefUD scorer solves such tables, in which rows and columns without an edge have a part in what becomes of
    ties. Where the table would be too large, this is `best`.
    """
    if rows * columns > _MOST_CELLS:
        return best(row, column, weight)
    from scipy.optimize import linear_sum_assignment

    table = np.zeros((rows, columns))
    table[row, column] = weight
    picked = np.zeros(table.shape, dtype=np.bool_)
    picked[linear_sum_assignment(table, maximize=True)] = True
    chosen: Flags = picked[row, column]
    return chosen


def greedy(row: Integers, column: Integers, rank: Integers) -> Flags:
    """Choose edges greedily by rank: each is taken unless one before it has its row or column; all ranks differ."""

    def come_first(edges: Integers) -> Flags:
        ranks = rank[edges]
        return np.asarray((ranks == _lowest(row[edges], ranks)) & (ranks == _lowest(column[edges], ranks)))

    chosen, left = _choose(row, column, np.arange(len(row)), come_first)
    left = left[np.argsort(rank[left])]
    rows: set[int] = set()
    columns: set[int] = set()
    for edge, left_node, right_node in zip(left.tolist(), row[left].tolist(), column[left].tolist(), strict=True):
        if left_node not in rows and right_node not in columns:
            rows.add(left_node)
            columns.add(right_node)
            chosen[edge] = True
    return chosen


def _choose(
    row: Integers, column: Integers, left: Integers, pick: Callable[[Integers], Flags]
) -> tuple[Flags, Integers]:
    """Choose in rounds what `pick` picks of the edges that are left, as long as that pays; return what is left too."""
    chosen = np.zeros(len(row), dtype=np.bool_)
    rows = np.zeros(int(row.max(initial=-1)) + 1, dtype=np.bool_)
    columns = np.zeros(int(column.max(initial=-1)) + 1, dtype=np.bool_)
    settled = len(left)
    while len(left) and settled > len(left) // _ROUNDS_PAY:
        picked = left[pick(left)]
        chosen[picked] = True
        rows[row[picked]] = True
        columns[column[picked]] = True
        settled = len(left)
        left = left[~(rows[row[left]] | columns[column[left]])]
        settled -= len(left)
    return chosen, left


def _rival(group: Integers, weight: Numbers) -> Numbers:
    """Return for each edge the greatest weight of another edge of its group, 0 where there is none."""
    order = np.lexsort((-weight, group))
    starts = np.flatnonzero(np.concatenate(([True], group[order][1:] != group[order][:-1])))
    sizes = np.diff(np.append(starts, len(order)))
    first = weight[order][starts]
    second = np.where(sizes > 1, weight[order][np.minimum(starts + 1, len(order) - 1)], 0.0)
    rival = np.repeat(first, sizes)
    rival[starts] = second
    result = np.empty_like(weight)
    result[order] = rival
    return result


def _lowest(group: Integers, rank: Integers) -> Integers:
    """Return for each edge the lowest rank in its group."""
    lowest = np.full(int(group.max()) + 1, np.iinfo(np.int64).max)
    np.minimum.at(lowest, group, rank)
    return lowest[group]


def _connected(row: Integers, column: Integers, edges: Integers) -> list[Integers]:
    """These edges by connected component."""
    if not len(edges):
        return []
    r, c = _number(row[edges]), _number(column[edges])
    label = _labels(r, c + int(r.max()) + 1)
    order = np.argsort(label, kind="stable")
    return np.split(edges[order], np.flatnonzero(np.diff(label[order])) + 1)


def _number(nodes: Integers) -> Integers:
    """Renumber the nodes from 0 without gaps."""
    return np.unique(nodes, return_inverse=True)[1]


def _labels(left: Integers, right: Integers) -> Integers:
    """Number the connected component of each edge, from 0; `left` and `right` are the edges' nodes."""
    label = np.arange(int(max(left.max(), right.max())) + 1)
    while (label[left] != label[right]).any():
        lowest = np.minimum(label[left], label[right])
        for nodes in (left, right):
            np.minimum.at(label, label[nodes], lowest)
        while (label != label[label]).any():
            label = label[label]
    return np.unique(label[left], return_inverse=True)[1]


class _Component(NamedTuple):
    """A connected component: its nodes numbered from 0, no more rows than columns."""

    row: Integers
    column: Integers
    weight: Numbers
    rows: int
    columns: int

    @classmethod
    def of(cls, row: Integers, column: Integers, weight: Numbers) -> "_Component":
        """Number the nodes of its edges, and turn it where it has more rows than columns."""
        r, c = _number(row), _number(column)
        rows, columns = int(r.max()) + 1, int(c.max()) + 1
        return cls(r, c, weight, rows, columns) if rows <= columns else cls(c, r, weight, columns, rows)

    @property
    def steps(self) -> int:
        """An upper bound of what `_by_paths` takes."""
        return self.rows * self.rows * self.columns


def _by_paths(component: _Component) -> Integers:
    """The column of each row by shortest augmenting paths (Jonker & Volgenant 1987), in plain Python.

    A few small components are solved sooner than scipy's solver is imported.
    """
    rows, columns = component.rows, component.columns
    cost = [[0.0] * columns for _ in range(rows)]
    for r, c, w in zip(component.row.tolist(), component.column.tolist(), component.weight.tolist(), strict=True):
        cost[r][c] = -w
    of_row, of_column = [0.0] * rows, [0.0] * (columns + 1)  # dual values; the last column is where paths begin
    owner = [-1] * (columns + 1)
    for start in range(rows):
        owner[columns] = start
        end, before = columns, [columns] * columns
        distance = [inf] * columns
        seen: list[int] = []
        left = list(range(columns))
        while owner[end] >= 0:
            seen.append(end)
            freed = owner[end]
            for c in left:
                reduced = cost[freed][c] - of_row[freed] - of_column[c]
                if reduced < distance[c]:
                    distance[c], before[c] = reduced, end
            nearest = min(left, key=distance.__getitem__)
            step = distance[nearest]
            for c in seen:
                of_row[owner[c]] += step
                of_column[c] -= step
            for c in left:
                distance[c] -= step
            left.remove(nearest)
            end = nearest
        while end != columns:
            owner[end] = owner[before[end]]
            end = before[end]
    mate = np.full(rows, -1)
    for c in range(columns):
        if owner[c] >= 0:
            mate[owner[c]] = c
    return mate


def _by_scipy(component: _Component) -> Integers:
    """The column of each row, by a table of all cells or, where that is large and nearly empty, by the edges."""
    rows, columns, weight = component.rows, component.columns, component.weight
    if rows * columns <= max(_TABLE, _EMPTY * len(weight)):
        from scipy.optimize import linear_sum_assignment

        table = np.zeros((rows, columns))
        table[component.row, component.column] = weight
        _, mate = linear_sum_assignment(table, maximize=True)
    else:
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import min_weight_full_bipartite_matching

        dummies = np.arange(rows)  # each row also has a column of its own, worth nothing, to stay unmatched in
        # a weight of 0 would be no edge; adding the same to all changes nothing, as each row is in just one edge
        worth = np.concatenate((weight, np.zeros(rows))) + weight.max()
        ends = np.concatenate((component.row, dummies)), np.concatenate((component.column, columns + dummies))
        graph = csr_array((worth, ends), (rows, columns + rows))
        _, mate = min_weight_full_bipartite_matching(graph, maximize=True)
    return np.asarray(mate, dtype=np.int64)
