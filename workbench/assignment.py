"""One-to-one correspondence of greatest total weight, over the sparse bipartite graphs of a whole corpus at once."""

from collections.abc import Callable, Iterator
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]
Chosen = NDArray[np.bool_]


def best(row: Integers, column: Integers, weight: Numbers) -> Chosen:
    """Which edges make up a matching of greatest total weight; every row and column is in at most one of them.

    Edges of weight 0 and less are never chosen. The total is unique, the matching may not be. An edge that outweighs
    its best rivals in row and column together belongs to an optimum (exchange argument); what such edges leave is
    divided into connected components, each solved as an assignment problem by scipy (Jonker & Volgenant; Crouse 2016).
    """
    chosen = np.zeros(len(row), dtype=np.bool_)
    left = np.flatnonzero(weight > 0)
    taken = _Taken(row, column)
    while len(left):
        r, c, w = row[left], column[left], weight[left]
        safe = w >= _rival(r, w) + _rival(c, w)
        # two that tie for a row or column would both be chosen only if one has weight 0, which none has
        if not safe.any():
            break
        safe[safe] &= _alone(r[safe]) & _alone(c[safe])
        chosen[left[safe]] = True
        left = taken.without(left, safe)
    for component in _components(row[left], column[left]):
        edges = left[component]
        chosen[edges[_solved(row[edges], column[edges], weight[edges])]] = True
    return chosen


def greedy(row: Integers, column: Integers, rank: Integers) -> Chosen:
    """Which edges are chosen if they are tried in the order of their ranks, all different, and the first ones win."""
    chosen = np.zeros(len(row), dtype=np.bool_)
    left = np.arange(len(row))
    taken = _Taken(row, column)
    while len(left):
        r, c, place = row[left], column[left], rank[left]
        first = (place == _lowest(r, place)) & (place == _lowest(c, place))
        chosen[left[first]] = True
        left = taken.without(left, first)
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


def _alone(group: Integers) -> Chosen:
    _, first = np.unique(group, return_index=True)
    alone = np.zeros(len(group), dtype=np.bool_)
    alone[first] = True
    return alone


def _lowest(group: Integers, rank: Integers) -> Integers:
    """For each edge the lowest rank in its group."""
    lowest = np.full(int(group.max()) + 1, np.iinfo(np.int64).max)
    np.minimum.at(lowest, group, rank)
    return lowest[group]


def _components(row: Integers, column: Integers) -> Iterator[list[int]]:
    """The edges of each connected component."""
    above: dict[int, int] = {}

    def root(node: int) -> int:
        while above.setdefault(node, node) != node:
            above[node] = node = above[above[node]]
        return node

    pairs = list(zip(row.tolist(), (-1 - column).tolist(), strict=True))
    for one, other in pairs:
        above[root(one)] = root(other)
    found: dict[int, list[int]] = {}
    for edge, (one, _) in enumerate(pairs):
        found.setdefault(root(one), []).append(edge)
    return iter(found.values())


def _solved(row: Integers, column: Integers, weight: Numbers) -> list[int]:
    """The chosen edges of one component."""
    rows, r = np.unique(row, return_inverse=True)
    columns, c = np.unique(column, return_inverse=True)
    table = np.zeros((len(rows), len(columns)))
    table[r, c] = weight
    number = {(one, other): edge for edge, (one, other) in enumerate(zip(r.tolist(), c.tolist(), strict=True))}
    one, other = _solver()(table, maximize=True)
    pairs = zip(one.tolist(), other.tolist(), strict=True)
    return [number[pair] for pair in pairs if pair in number]


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
