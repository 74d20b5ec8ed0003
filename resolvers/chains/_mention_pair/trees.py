"""Decision trees as arrays: what a classifier of pairs has learned, without the library that it was learned with."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.errors import needs_extra

_COLUMNS = ("feature", "threshold", "left", "right", "confidence")
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
            at = node[going]
            going, at = going[self.feature[at] >= 0], at[self.feature[at] >= 0]
            small = values[going, self.feature[at]] <= self.threshold[at]
            node[going] = np.where(small, self.left[at], self.right[at])
        return self.confidence[node]

    def written(self) -> dict[str, Any]:
        """The columns as lists, for a file."""
        return {name: getattr(self, name).tolist() for name in _COLUMNS}


def is_fraction(value: object) -> bool:
    """Whether it is a number from 0 to 1."""
    return _is_number(value, fraction=True) and isinstance(value, (int, float)) and 0 <= value <= 1


def read(columns: Any, features: int) -> Tree:
    """The tree of a file; raises `ValueError` that says what is wrong with it."""
    if not isinstance(columns, dict):
        raise ValueError("'tree' is no object")
    lists = {name: columns.get(name) for name in _COLUMNS}
    size = len(lists["feature"]) if isinstance(lists["feature"], list) else 0
    for name, values in lists.items():
        if not isinstance(values, list) or len(values) != size or not size:
            raise ValueError(f"{name!r} is no list of as many entries as there are nodes")
        if not all(_is_number(value, name in ("threshold", "confidence")) for value in values):
            raise ValueError(f"{name!r} holds what is no number of its kind")
    tree = Tree(**{name: _array(name, values) for name, values in lists.items() if values})
    inner = np.flatnonzero(tree.feature >= 0)
    if (tree.feature >= features).any() or (tree.feature < -1).any():
        raise ValueError(f"a node asks for a feature that is none of the {features}")
    for child in (tree.left[inner], tree.right[inner]):
        if (child <= inner).any() or (child >= size).any():
            raise ValueError("a child does not stand behind its parent")
    if not all(map(is_fraction, tree.confidence.tolist())):
        raise ValueError("a confidence is not between 0 and 1")
    return tree


def _is_number(value: object, fraction: bool) -> bool:
    whole = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**31
    return whole or (fraction and isinstance(value, float) and math.isfinite(value))


def _array(name: str, values: Sequence[float]) -> NDArray[Any]:
    return np.array(values, np.float64 if name in ("threshold", "confidence") else np.int64)


def grown(values: NDArray[np.int8], coreferent: NDArray[np.bool_], weights: NDArray[np.float64], leaf: int) -> Tree:
    """A tree grown by entropy, with at least `leaf` pairs in a leaf (scikit-learn, which is loaded here only).

    Raises `OptionError` without the extra `training`.
    """
    with needs_extra("training"):
        from sklearn.tree import DecisionTreeClassifier

    made = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=leaf, max_depth=DEEPEST, random_state=0)
    made.fit(values, coreferent, sample_weight=weights)
    nodes = made.tree_
    inner = nodes.children_left >= 0
    shares = nodes.value[:, 0, :]
    confidence = shares[:, -1] / shares.sum(axis=1) if len(made.classes_) > 1 else np.full(len(inner), made.classes_[0])
    return Tree(
        feature=np.where(inner, nodes.feature, -1).astype(np.int64),
        threshold=np.where(inner, nodes.threshold, 0.0).round(3),
        left=np.where(inner, nodes.children_left, 0).astype(np.int64),
        right=np.where(inner, nodes.children_right, 0).astype(np.int64),
        confidence=np.where(inner, 0.0, confidence).astype(np.float64).round(4),
    )
