"""Boosted regression trees as arrays: scores of candidates, and what each group of features adds to them.

Every tree is complete, in the order of a heap: the children of node `i` are `2 i + 1` and `2 i + 2`. A node has a
value, the mean of the leaves below it. What a feature adds on the way from the root to a leaf is the change of the
value at the nodes that ask for it (Saabas 2014, "Interpreting random forests"), so that all of it adds up to what the
leaves say, less what the roots say, which is the same for all candidates.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from pydantic import Field, FiniteFloat

from anaphora.resolvers._ranker.features import Values
from anaphora.workbench.aliases import Integers, Numbers

DEEPEST = 8
"""How many questions a tree may ask of a candidate."""
NEVER = 2**15 - 1
"""The threshold that no feature exceeds."""


@dataclass(frozen=True, slots=True, eq=False)
class Forest:
    """Trees over features.

    `feature` and `threshold` are trees x inner nodes: a candidate goes left where its feature is at most the
    threshold. `value` is trees x nodes.
    """

    feature: Integers
    threshold: Integers
    value: Numbers

    def scores(self, values: Values) -> Numbers:
        """The score of each candidate, what the leaves say; `values` are candidates x features."""
        trees, rows = np.arange(len(self.feature)), np.arange(len(values))[:, np.newaxis]
        node = np.zeros((len(values), len(trees)), np.int64)
        for _ in range(self._depth):
            node = 2 * node + 1 + (values[rows, self.feature[trees, node]] > self.threshold[trees, node])
        return np.asarray(self.value[trees, node].sum(axis=1))

    def contributions(self, values: Values, group_of: Integers) -> Numbers:
        """What each group adds to the score of each candidate: candidates x groups.

        `values` are candidates x features, and `group_of` numbers the group of each feature.
        """
        trees, rows, groups = np.arange(len(self.feature)), np.arange(len(values))[:, np.newaxis], group_of.max() + 1
        node = np.zeros((len(values), len(trees)), np.int64)
        added = np.zeros(len(values) * groups)
        for _ in range(self._depth):
            feature = self.feature[trees, node]
            below = 2 * node + 1 + (values[rows, feature] > self.threshold[trees, node])
            change = self.value[trees, below] - self.value[trees, node]
            added += np.bincount((rows * groups + group_of[feature]).ravel(), change.ravel(), len(added))
            node = below
        return added.reshape(len(values), groups)

    @property
    def _depth(self) -> int:
        return int(self.feature.shape[1] + 1).bit_length() - 1

    def as_data(self) -> dict[str, list[list[float]]]:
        """The trees as lists, for a file."""
        return {name: getattr(self, name).tolist() for name in ("feature", "threshold", "value")}


@dataclass(frozen=True, slots=True)
class Trees:
    """The content of a `Forest` as a file has it."""

    feature: list[list[Annotated[int, Field(ge=0, lt=NEVER)]]]
    threshold: list[list[Annotated[int, Field(ge=-NEVER, le=NEVER)]]]
    value: list[list[FiniteFloat]]


def build_forest(trees: Trees, features: int) -> Forest:
    """The forest of a file, which asks for so many features; raises `ValueError` that says what is wrong with it."""
    inner = len(trees.feature[0]) if trees.feature else 0
    if inner not in {2**depth - 1 for depth in range(1, DEEPEST + 1)}:
        raise ValueError(f"a tree has {inner} inner nodes, not 2 to the power of its depth less 1")
    sizes = {"feature": inner, "threshold": inner, "value": 2 * inner + 1}
    for name, size in sizes.items():
        rows: Sequence[Sequence[float]] = getattr(trees, name)
        if len(rows) != len(trees.feature) or any(len(row) != size for row in rows):
            raise ValueError(f"'{name}' does not have {size} entries for each tree")
    feature = np.array(trees.feature, np.int64)
    if (feature >= features).any():
        raise ValueError(f"a node asks for a feature that is none of the {features}")
    return Forest(feature, np.array(trees.threshold, np.int64), np.array(trees.value, np.float64))
