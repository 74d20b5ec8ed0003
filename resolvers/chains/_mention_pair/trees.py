"""Decision trees as arrays, so that a learned classifier needs no library of machine learning."""

from dataclasses import astuple, dataclass, fields
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, FiniteFloat

from anaphora.resolvers._data_files import Fraction
from anaphora.workbench.errors import needs_extra

DEEPEST = 16
"""How many questions a tree may ask of a pair."""


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """The nodes of a tree, the root first and parents before children.

    A pair goes `left` where its `feature` is at most the `threshold`, else `right`; a leaf has the feature -1. The
    confidence of a leaf is the share of coreferent pairs among those it was learned from.
    """

    feature: NDArray[np.int64]
    threshold: NDArray[np.float64]
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    confidence: NDArray[np.float64]

    def confidences(self, values: NDArray[np.int8]) -> NDArray[np.float64]:
        """The confidence of each pair; `values` are pairs x features."""
        node = np.zeros(len(values), np.int64)
        going = np.arange(len(values))
        while len(going):
            here = node[going]
            going, here = going[self.feature[here] >= 0], here[self.feature[here] >= 0]
            small = values[going, self.feature[here]] <= self.threshold[here]
            node[going] = np.where(small, self.left[here], self.right[here])
        return self.confidence[node]

    def as_data(self) -> dict[str, list[float]]:
        """The columns as lists, for a file."""
        return {column.name: getattr(self, column.name).tolist() for column in fields(self)}


_Index = Annotated[int, Field(ge=-1, lt=2**31)]


@dataclass(frozen=True, slots=True)
class Nodes:
    """The columns of `Tree` as a file has them."""

    feature: list[_Index]
    threshold: list[FiniteFloat]
    left: list[_Index]
    right: list[_Index]
    confidence: list[Fraction]


def build_tree(nodes: Nodes, features: int) -> Tree:
    """The tree of a file, which asks for so many features; raises `ValueError` that says what is wrong with it."""
    columns: tuple[list[float], ...] = astuple(nodes)
    size = len(nodes.feature)
    if not size or any(len(column) != size for column in columns):
        raise ValueError("the columns of the tree do not have as many entries as there are nodes")
    feature, threshold, left, right, confidence = map(np.array, columns)
    inner = np.flatnonzero(feature >= 0)
    if (feature >= features).any():
        raise ValueError(f"a node asks for a feature that is none of the {features}")
    for child in (left[inner], right[inner]):
        if (child <= inner).any() or (child >= size).any():
            raise ValueError("a child does not come after its parent")
    return Tree(feature, threshold.astype(np.float64), left, right, confidence.astype(np.float64))


def grow(values: NDArray[np.int8], coreferent: NDArray[np.bool_], weights: NDArray[np.float64], leaf: int) -> Tree:
    """A tree grown by entropy, with at least `leaf` pairs in a leaf (scikit-learn, which is loaded here only).

    Raises `OptionError` without the extra `training`.
    """
    with needs_extra("training"):
        from sklearn.tree import DecisionTreeClassifier

    learner = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=leaf, max_depth=DEEPEST, random_state=0)
    learner.fit(values, coreferent, sample_weight=weights)
    nodes = learner.tree_
    inner = nodes.children_left >= 0
    shares = nodes.value[:, 0, :]
    confidence = (
        shares[:, -1] / shares.sum(axis=1) if len(learner.classes_) > 1 else np.full(len(inner), learner.classes_[0])
    )
    return Tree(
        feature=np.where(inner, nodes.feature, -1).astype(np.int64),
        threshold=np.where(inner, nodes.threshold, 0.0).round(3),
        left=np.where(inner, nodes.children_left, 0).astype(np.int64),
        right=np.where(inner, nodes.children_right, 0).astype(np.int64),
        confidence=np.where(inner, 0.0, confidence).astype(np.float64).round(4),
    )
