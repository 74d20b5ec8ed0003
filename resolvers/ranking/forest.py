"""Boosted regression trees as arrays: scores of candidates, and what each group of features adds to them.

Every tree is complete, in the order of a heap: the children of node `i` are `2 i + 1` and `2 i + 2`. A node has a
value, the mean of the leaves below it. What a feature adds on the way from the root to a leaf is the change of the
value at the nodes that ask for it (Saabas 2014, "Interpreting random forests"), so that all of it adds up to what the
leaves say, less what the roots say, which is the same for all candidates.

Learning is gradient boosting of the likelihood that the right candidates have together: of the candidates of a pronoun
and "no antecedent", whose score is 0, each has a probability proportional to exp(score). What is maximised is the
probability of all right ones (Durrett & Klein 2013, section 2), or of none where none is right. Every tree is a Newton
step (Friedman 2001; Chen & Guestrin 2016, section 2).
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Annotated

import numpy as np
from pydantic import Field, FiniteFloat

from anaphora.resolvers.columns import Marks
from anaphora.resolvers.parameters import Fraction, Score, check_range
from anaphora.resolvers.ranking.features import Values
from anaphora.workbench.arrays import Flags, Integers, Numbers
from anaphora.workbench.errors import needs_extra

if TYPE_CHECKING:
    from sklearn.tree._tree import Tree

DEEPEST, _DEEPEST_OF_MANY = 16, 8
"""The most questions that a tree may ask of a candidate, alone and as one of many."""
TREES, MOST_TREES, LEAF = 250, 10_000, 60
_RATE, _SHRINKAGE, _SHARE = 0.1, 5.0, 0.3
_LEAST = 1e-3
NEVER = 2**15 - 1
"""The threshold that no feature exceeds."""


_Index = Annotated[int, Field(ge=-1, lt=2**31)]


@dataclass(frozen=True, slots=True, eq=False)
class Forest:
    """Trees over features.

    `feature` and `threshold` are trees x inner nodes: a candidate goes left where its feature is at most the
    threshold. `value` is trees x nodes.
    """

    feature: Integers
    threshold: Integers | Numbers
    value: Numbers

    def scores(self, values: Values | Marks) -> Numbers:
        """The score of each candidate, what the leaves say; `values` are candidates x features."""
        return np.asarray(self.value[:, self.feature.shape[1] :].ravel().take(self._leaves(values)).sum(axis=1))

    def contributions(self, values: Values, shares: Numbers) -> Numbers:
        """Return what each group adds to the score of each candidate, by the `shares` of leaves: candidates x groups.

        `values` are candidates x features.
        """
        return np.asarray(shares.take(self._leaves(values), axis=1).sum(axis=2).T)

    def shares(self, group_of: Integers) -> Numbers:
        """Return what each group adds on the way to each leaf: groups x leaves.

        `group_of` numbers the group of each feature.
        """
        trees, leaf = np.arange(len(self.feature))[:, np.newaxis], np.arange(self.feature.shape[1] + 1)
        shares = np.zeros((group_of.max() + 1, len(trees), len(leaf)))
        node = leaf * 0
        for level in reversed(range(self._depth)):
            below = 2 * node + 1 + (leaf >> level & 1)
            shares[group_of[self.feature[:, node]], trees, leaf] += self.value[:, below] - self.value[:, node]
            node = below
        return shares.reshape(len(shares), -1)

    def _leaves(self, values: Values | Marks) -> Integers:
        """Return the leaf that each candidate comes to in each tree, numbered through all trees: candidates x trees."""
        flat = np.ascontiguousarray(values).ravel()
        rows = np.arange(len(values))[:, np.newaxis] * values.shape[1]
        trees, inner = self.feature.shape
        number = np.arange(trees)
        begin = number * inner
        features, thresholds = self.feature.ravel(), self.threshold.ravel()
        node = begin[np.newaxis]
        for _ in range(self._depth):
            asked = flat.take(rows + features.take(node))  # `take` is twice as fast as indices in two dimensions
            node = 2 * node + (1 - begin) + (asked > thresholds.take(node))
        return np.broadcast_to(node + number - inner, (len(values), trees))

    @property
    def _depth(self) -> int:
        return int(self.feature.shape[1] + 1).bit_length() - 1

    def as_data(self) -> dict[str, list[list[float]]]:
        """The trees as lists, for a file."""
        return {name: getattr(self, name).tolist() for name in ("feature", "threshold", "value")}


@dataclass(frozen=True, slots=True)
class ForestData:
    """The content of a `Forest` as a file has it."""

    feature: list[list[Annotated[int, Field(ge=0, lt=NEVER)]]]
    threshold: list[list[Annotated[int, Field(ge=-NEVER, le=NEVER)]]]
    value: list[list[Score]]


@dataclass(frozen=True, slots=True)
class Nodes:
    """A single tree as a file has it: columns over its nodes, the root first and parents before children.

    A pair goes `left` where its `feature` is at most the `threshold`, else `right`; a leaf has the feature -1. The
    `confidence` of a leaf is the share of right pairs among those it was learned from.
    """

    feature: list[_Index]
    threshold: list[FiniteFloat]
    left: list[_Index]
    right: list[_Index]
    confidence: list[Fraction]


def build_tree(nodes: Nodes, features: int) -> Forest:
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
    depth = np.zeros(size, np.int64)
    for node in inner.tolist():
        for child in (left[node], right[node]):
            depth[child] = max(depth[child], depth[node] + 1)
    if depth.max() > DEEPEST:
        raise ValueError(f"the tree asks more than {DEEPEST} questions of a pair")
    asked, limits, value = _complete(feature, threshold, left, right, confidence.astype(np.float64), int(depth.max()))
    return Forest(asked[np.newaxis], limits[np.newaxis], value[np.newaxis])


def _complete(
    feature: Integers, threshold: Numbers, left: Integers, right: Integers, value: Numbers, depth: int
) -> tuple[Integers, Numbers, Numbers]:
    """A tree with all its leaves at one depth: feature and threshold of its inner nodes, the values of all.

    A leaf (of the feature -1) above the last row stands for all below it.
    """
    rows = [np.zeros(1, np.int64)]
    for _ in range(depth):
        above = rows[-1]
        is_leaf = feature[above] < 0
        below = np.where(is_leaf, above, left[above]), np.where(is_leaf, above, right[above])
        rows.append(np.stack(below, axis=1).ravel())
    inner = np.concatenate([np.zeros(0, np.int64), *rows[:-1]])
    is_leaf = feature[inner] < 0
    asked = np.where(is_leaf, 0, feature[inner]), np.where(is_leaf, NEVER, threshold[inner])
    return *asked, value[np.concatenate(rows)]


def build_forest(trees: ForestData, features: int) -> Forest:
    """The forest of a file, which asks for so many features; raises `ValueError` that says what is wrong with it."""
    inner = len(trees.feature[0]) if trees.feature else 0
    if inner not in {2**depth - 1 for depth in range(1, _DEEPEST_OF_MANY + 1)}:
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


@dataclass(frozen=True, slots=True)
class Growth:
    """Growth of a forest: the number of its trees, their depth, and at least `leaf` candidates in a leaf.

    Each tree learns from so many `cases`, drawn anew (Friedman 2002, "Stochastic gradient boosting"), or from all.
    `open` is the score of no antecedent, where candidates begin at 0.
    """

    trees: int = TREES
    leaf: int = LEAF
    depth: int = 4
    cases: int | None = None
    open: float = 0.0

    def __post_init__(self) -> None:
        check_range("number of trees", self.trees, 1 <= self.trees <= MOST_TREES, f"from 1 to {MOST_TREES}")
        check_range("least number of candidates in a leaf", self.leaf, self.leaf >= 1, "1 or more")


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """The cases of a document: features and whether it is right for each candidate, and how many each case has."""

    values: Values
    right: Flags
    sizes: Integers


def grow(lessons: Sequence[Lesson], growth: Growth) -> Forest:
    """A forest that ranks what lessons have (with scikit-learn, which is loaded here only).

    Raises `OptionError` without the extra `training`.
    """
    with needs_extra("training"):
        from sklearn.tree import DecisionTreeRegressor

    values = np.concatenate([lesson.values for lesson in lessons], dtype=np.float32)
    right = np.concatenate([lesson.right for lesson in lessons])
    sizes = np.concatenate([lesson.sizes for lesson in lessons])
    starts = np.cumsum(sizes) - sizes
    scores = np.zeros(len(values))
    grown = []
    for seed in range(growth.trees):
        shares = _shares(scores, starts, sizes, growth.open)
        of_right = shares * right  # what the shares should be: these in proportion, all others 0
        total = np.repeat(np.add.reduceat(of_right, starts), sizes)
        wanted = of_right / np.where(total > 0, total, 1.0)
        curvature = np.maximum(shares * (1 - shares), _LEAST)
        kept = np.random.default_rng(seed).permutation(len(sizes))[: growth.cases]
        drawn = np.repeat(np.isin(np.arange(len(sizes)), kept), sizes)
        learner = DecisionTreeRegressor(
            max_depth=growth.depth, min_samples_leaf=growth.leaf, max_features=_SHARE, random_state=seed
        )
        asked = ((wanted - shares) / curvature)[drawn]
        learner.fit(values[drawn], asked, sample_weight=curvature[drawn])
        steps = _steps(learner.tree_)
        scores += steps[learner.apply(values)]
        tree = learner.tree_
        asked_at = np.where(tree.children_left < 0, -1, tree.feature), np.floor(tree.threshold).astype(np.int64)
        grown.append(_complete(*asked_at, tree.children_left, tree.children_right, steps, growth.depth))
    feature, threshold, value = map(np.array, zip(*grown, strict=True))
    return Forest(feature, threshold, value.round(4))


def _shares(scores: Numbers, starts: Integers, sizes: Integers, open_score: float) -> Numbers:
    """The probability of each candidate, given the score of no antecedent."""
    most = np.repeat(np.maximum(np.maximum.reduceat(scores, starts), open_score), sizes)
    masses = np.exp(scores - most)
    return np.asarray(masses / (np.repeat(np.add.reduceat(masses, starts), sizes) + np.exp(open_score - most)))


def _steps(tree: "Tree") -> Numbers:
    """The value of each node: of a leaf the Newton step, shrunk; of others the mean of what is below."""
    weight, left, right = tree.weighted_n_node_samples, tree.children_left, tree.children_right
    steps = np.asarray(_RATE * tree.value[:, 0, 0] * weight / (weight + _SHRINKAGE))
    for node in reversed(np.flatnonzero(left >= 0).tolist()):  # parents come before children
        below = [left[node], right[node]]
        steps[node] = np.average(steps[below], weights=weight[below])
    return steps
