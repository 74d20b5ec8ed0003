"""One-to-one correspondences: the best one against scipy's solver on the whole table, the greedy one against a loop."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from anaphora.workbench.chains import assignment
from anaphora.workbench.chains.assignment import best, greedy

Edge = tuple[int, int]
Weights = Mapping[Edge, float]

NODES = 6
EDGES = st.tuples(st.integers(0, NODES - 1), st.integers(0, NODES - 1))
# few different weights, so that many tie
TIES = st.dictionaries(EDGES, st.sampled_from([-2.0, -0.5, 0.0, 0.5, 1.0, 1.0, 2.0, 3.0]))
ANY = st.dictionaries(EDGES, st.floats(-1, 1, allow_subnormal=False))


FEW = settings(max_examples=25)


def chosen(weights: Weights) -> list[Edge]:
    """The edges of the best correspondence."""
    edges = list(weights)
    return [edge for edge, is_chosen in zip(edges, best(*columns(edges), values(weights)), strict=True) if is_chosen]


def columns(edges: Sequence[Edge]) -> tuple[Any, Any]:
    table = np.array(edges, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def values(weights: Weights) -> Any:
    return np.array(list(weights.values()), dtype=np.float64)


def greatest(weights: Weights) -> float:
    """The greatest total by scipy, on the table of all rows and columns, where no edge has to be chosen."""
    size = 1 + max((max(edge) for edge in weights), default=0)
    table = np.zeros((size, size))
    for edge, weight in weights.items():
        table[edge] = max(0.0, weight)
    return float(table[linear_sum_assignment(table, maximize=True)].sum())


def is_one_to_one(edges: Sequence[Edge]) -> bool:
    return len({row for row, _ in edges}) == len({column for _, column in edges}) == len(edges)


@pytest.mark.parametrize("steps", [0, assignment._STEPS], ids=["scipy", "own"])
@FEW
@given(weights=TIES | ANY)
def test_best_is_a_correspondence_of_the_greatest_total(steps: int, weights: Weights) -> None:
    """It never takes edges without weight."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(assignment, "_STEPS", steps)
        edges = chosen(weights)

    assert is_one_to_one(edges)
    assert sum(weights[edge] for edge in edges) == pytest.approx(greatest(weights), abs=1e-12)
    assert all(weights[edge] > 0 for edge in edges)


@FEW
@given(st.lists(TIES, max_size=4))
def test_best_of_graphs_that_are_not_connected_is_the_best_of_each(graphs: list[Weights]) -> None:
    """As documents are, the nodes of which are numbered through."""
    together = {
        (row + NODES * at, column + NODES * at): weight
        for at, graph in enumerate(graphs)
        for (row, column), weight in graph.items()
    }

    assert sum(together[edge] for edge in chosen(together)) == pytest.approx(sum(map(greatest, graphs)))


def test_best_does_not_need_nodes_numbered_without_holes() -> None:
    assert chosen({(70_000, 3): 1.0, (5, 900_000): 1.0, (5, 3): 1.5}) == [(70_000, 3), (5, 900_000)]


def tried_in_order(edges: Sequence[Edge], ranks: Sequence[int]) -> list[bool]:
    """Edge after edge from the lowest rank on, if its row and column are free."""
    rows, taken, found = set(), set(), [False] * len(edges)
    for at in sorted(range(len(edges)), key=lambda at: ranks[at]):
        row, column = edges[at]
        if row not in rows and column not in taken:
            rows.add(row)
            taken.add(column)
            found[at] = True
    return found


@FEW
@given(edges=st.lists(EDGES, unique=True), random=st.randoms(use_true_random=False))
def test_greedy_tries_edges_in_their_order(edges: list[Edge], random: Any) -> None:
    ranks = random.sample(range(len(edges)), len(edges))

    assert greedy(*columns(edges), np.array(ranks, dtype=np.int64)).tolist() == tried_in_order(edges, ranks)


def network(kind: str) -> Weights:
    """Chains of two mentions that overlap in turn, row n meeting the columns n and n + 1, or edges by chance."""
    random = np.random.default_rng(7)
    if kind == "random":
        edges = {(int(row), int(column)) for row, column in random.integers(0, 200, (900, 2))}
    else:
        edges = {(row, (row + step) % (200 if kind == "cycle" else 201)) for row in range(200) for step in (0, 1)}
    return {edge: float(random.uniform(0.5, 1.0)) for edge in sorted(edges)}


@pytest.mark.parametrize(("steps", "table"), [(assignment._STEPS, assignment._TABLE), (0, assignment._TABLE), (0, 0)])
@pytest.mark.parametrize("kind", ["path", "cycle", "random"])
def test_large_graphs_are_solved_exactly_as_tables_or_by_their_edges(
    kind: str, steps: int, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assignment, "_STEPS", steps)
    monkeypatch.setattr(assignment, "_TABLE", table)
    weights = network(kind)
    edges = chosen(weights)

    assert is_one_to_one(edges)
    assert sum(weights[edge] for edge in edges) == pytest.approx(greatest(weights))
