"""One-to-one correspondence of greatest total weight, over the sparse bipartite graphs of a whole corpus at once."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from itertools import chain
from math import fsum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.coreference.overlap import firsts

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]
Chosen = NDArray[np.bool_]

_ROUNDS_PAY = 64  # as long as each of them settles one edge of so many
_TABLE = 4_000_000  # cells; up to this size a table is solved sooner than its edges alone
_EMPTY = 8  # a larger table has so many cells for each edge before it is too empty


def best(row: Integers, column: Integers, weight: Numbers) -> Chosen:
    """Which edges, all different, make up a matching of greatest total weight: no row or column is in two of them.

    Edges of weight 0 and less are never chosen. The total is unique, the matching may not be. An edge that outweighs
    its best rivals in row and column together belongs to an optimum (exchange argument). What such edges leave is
    divided into connected components: paths and cycles are solved edge by edge, each other one as an assignment problem
    by scipy (Jonker & Volgenant; Crouse 2016).
    """
    chosen = np.zeros(len(row), dtype=np.bool_)
    left = np.flatnonzero(weight > 0)
    taken = _Taken(row, column)
    settled = len(left)
    while len(left) and settled > len(left) // _ROUNDS_PAY:
        r, c, w = row[left], column[left], weight[left]
        safe = w >= _rival(r, w) + _rival(c, w)
        # of edges that tie for a row or column any one will do, but one only
        safe[safe] &= firsts(r[safe]) & firsts(c[safe])
        chosen[left[safe]] = True
        settled, left = len(left), taken.without(left, safe)
        settled -= len(left)
    unbranched, components = _components(row[left], column[left])
    paths = left[unbranched]
    chosen[paths] = _along(row[paths], column[paths], weight[paths])
    for component in components:
        edges = left[component]
        chosen[edges] = _solved(row[edges], column[edges], weight[edges])
    return chosen


def greedy(row: Integers, column: Integers, rank: Integers) -> Chosen:
    """Which edges are chosen if they are tried in the order of their ranks, all different, and the first ones win."""
    chosen = np.zeros(len(row), dtype=np.bool_)
    left = np.arange(len(row))
    taken = _Taken(row, column)
    settled = len(left)
    while len(left) and settled > len(left) // _ROUNDS_PAY:
        r, c, place = row[left], column[left], rank[left]
        first = (place == _lowest(r, place)) & (place == _lowest(c, place))
        chosen[left[first]] = True
        settled, left = len(left), taken.without(left, first)
        settled -= len(left)
    left = left[np.argsort(rank[left])]
    rows, columns = set[int](), set[int]()
    for edge, one, other in zip(left.tolist(), row[left].tolist(), column[left].tolist(), strict=True):
        if one not in rows and other not in columns:
            rows.add(one)
            columns.add(other)
            chosen[edge] = True
    return chosen


class _Taken:
    """The rows and columns that chosen edges have."""

    def __init__(self, row: Integers, column: Integers) -> None:
        self.row, self.column = row, column
        self.rows = np.zeros(int(row.max(initial=-1)) + 1, dtype=np.bool_)
        self.columns = np.zeros(int(column.max(initial=-1)) + 1, dtype=np.bool_)

    def without(self, edges: Integers, chosen: Chosen) -> Integers:
        """Take the rows and columns of the chosen ones of `edges`; the edges that are still possible remain."""
        self.rows[self.row[edges[chosen]]] = True
        self.columns[self.column[edges[chosen]]] = True
        return edges[~(self.rows[self.row[edges]] | self.columns[self.column[edges]])]


def _rival(group: Integers, weight: Numbers) -> Numbers:
    """For each edge the greatest weight of another edge of its group, 0 where it has none."""
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
    """For each edge the lowest rank in its group."""
    lowest = np.full(int(group.max()) + 1, np.iinfo(np.int64).max)
    np.minimum.at(lowest, group, rank)
    return lowest[group]


def _components(row: Integers, column: Integers) -> tuple[Chosen, list[Integers]]:
    """Which edges are in components that are paths or cycles, and the edges of each other connected component."""
    if not len(row):
        return np.zeros(0, dtype=np.bool_), []
    r, c = _numbered(row), _numbered(column)
    label = _labels(r, c + int(r.max()) + 1)
    branched = np.zeros(len(label), dtype=np.bool_)
    branched[label[(np.bincount(r)[r] > 2) | (np.bincount(c)[c] > 2)]] = True
    unbranched = ~branched[label]
    edges = np.flatnonzero(~unbranched)
    edges = edges[np.argsort(label[edges], kind="stable")]
    return unbranched, np.split(edges, np.flatnonzero(np.diff(label[edges])) + 1) if len(edges) else []


def _numbered(nodes: Integers) -> Integers:
    """The nodes numbered through without holes."""
    return np.unique(nodes, return_inverse=True)[1]


def _labels(one: Integers, other: Integers) -> Integers:
    """For each edge between nodes a number, less than that of edges, which is the same in a connected component."""
    label = np.arange(int(max(one.max(), other.max())) + 1)
    while (label[one] != label[other]).any():
        lowest = np.minimum(label[one], label[other])
        for nodes in (one, other):
            np.minimum.at(label, label[nodes], lowest)
        while (label != label[label]).any():
            label = label[label]
    return np.unique(label[one], return_inverse=True)[1]


def _along(row: Integers, column: Integers, weight: Numbers) -> Chosen:
    """The chosen edges of paths and cycles."""
    chosen = np.zeros(len(row), dtype=np.bool_)
    weights = weight.tolist()
    for edges, closed in _walks(row, column):
        if closed:
            choices = _apart(edges[1:], weights), [edges[0], *_apart(edges[2:-1], weights)]
            chosen[max(choices, key=lambda choice: fsum(weights[edge] for edge in choice))] = True
        else:
            chosen[_apart(edges, weights)] = True
    return chosen


def _walks(row: Integers, column: Integers) -> Iterator[tuple[list[int], bool]]:
    """The edges of each path and then of each cycle, one after the other, and whether they return to their start."""
    ends = list(zip(row.tolist(), (-1 - column).tolist(), strict=True))
    meeting: dict[int, list[int]] = defaultdict(list)
    for edge, nodes in enumerate(ends):
        for node in nodes:
            meeting[node].append(edge)
    seen = [False] * len(ends)
    loose = [node for node, edges in meeting.items() if len(edges) == 1]
    for start in chain(loose, (one for one, _ in ends)):
        node, walk = start, list[int]()
        while ahead := [edge for edge in meeting[node] if not seen[edge]]:
            walk.append(ahead[0])
            seen[ahead[0]] = True
            node = sum(ends[ahead[0]]) - node
        if walk:
            yield walk, node == start


def _apart(edges: list[int], weights: list[float]) -> list[int]:
    """Of edges that meet their neighbours in this list, those of the greatest total weight that do not meet."""
    gains = [0.0]  # what each edge adds to the greatest total of those before it
    for edge in edges:
        gains.append(max(0.0, weights[edge] - gains[-1]))
    chosen, at = list[int](), len(edges)
    while at > 0:
        if gains[at] > 0:
            chosen.append(edges[at - 1])
            at -= 1
        at -= 1
    return chosen


def _solved(row: Integers, column: Integers, weight: Numbers) -> Chosen:
    """The chosen edges of one component."""
    r, c = _numbered(row), _numbered(column)
    rows, columns = int(r.max()) + 1, int(c.max()) + 1
    if rows > columns:
        r, c, rows, columns = c, r, columns, rows
    solver = _by_table if rows * columns <= max(_TABLE, _EMPTY * len(row)) else _by_edges
    mate = np.full(rows, -1)
    one, other = solver(r, c, weight, (rows, columns))
    mate[one] = other
    chosen: Chosen = mate[r] == c
    return chosen


def _by_table(row: Integers, column: Integers, weight: Numbers, shape: tuple[int, int]) -> tuple[Integers, Integers]:
    table = np.zeros(shape)
    table[row, column] = weight
    one, other = _solver()(table, maximize=True)
    return one, other


def _by_edges(row: Integers, column: Integers, weight: Numbers, shape: tuple[int, int]) -> tuple[Integers, Integers]:
    """The same from edges alone: each row has a column of its own besides, which is worth nothing."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    rows, columns = shape
    own = np.arange(rows)
    # nothing would be no edge; as each row is in one edge, it makes no difference that all are worth more
    worth = np.concatenate((weight, np.zeros(rows))) + weight.max()
    ends = np.concatenate((row, own)), np.concatenate((column, columns + own))
    one, other = min_weight_full_bipartite_matching(csr_array((worth, ends), (rows, columns + rows)), maximize=True)
    return one, other


@cache
def _solver() -> Callable[..., Any]:
    """Scipy's `linear_sum_assignment`.

    Its compiled module is loaded by itself where it is found: importing `scipy.optimize` takes longer than to score a
    hundred novels.
    """
    scipy = PathFinder.find_spec("scipy")
    folder = Path(scipy.origin).parent / "optimize" if scipy and scipy.origin else None
    spec = PathFinder.find_spec("_lsap", [str(folder)]) if folder else None
    if spec and spec.loader:
        try:
            module = module_from_spec(spec)
            spec.loader.exec_module(module)
        except ImportError:
            pass
        else:
            return module.linear_sum_assignment  # type: ignore[no-any-return]
    from scipy.optimize import linear_sum_assignment

    return linear_sum_assignment  # type: ignore[no-any-return]
