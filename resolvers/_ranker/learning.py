"""Learning to rank: gradient boosting of the likelihood that the right candidates have together.

Of the candidates of a pronoun and "no antecedent", whose score is 0, each has a probability proportional to exp(score).
What is maximised is the probability of all right ones (Durrett & Klein 2013, section 2), or of none where none is
right. Every tree is a Newton step (Friedman 2001; Chen & Guestrin 2016, section 2). Probabilities are calibrated
afterwards by the answers to documents that were held out.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import minimize

from anaphora.resolvers._ranker.features import Values
from anaphora.resolvers._ranker.forest import NEVER, Forest
from anaphora.resolvers._ranker.history import History
from anaphora.resolvers._ranker.ranking import NAMES, Model, Pool, Ranked, Voter, find_pool, rank, share, weights
from anaphora.workbench.aliases import Flags, Integers, Numbers
from anaphora.workbench.errors import OptionError, needs_extra
from anaphora.workbench.resolver_entry import Example

if TYPE_CHECKING:
    from sklearn.tree._tree import Tree

TREES, MOST_TREES, LEAF = 250, 10_000, 60
FOLDS = 5
_RATE, _SHRINKAGE, _SHARE = 0.1, 5.0, 0.3
_LEAST = 1e-3


@dataclass(frozen=True, slots=True)
class Growth:
    """How a forest is grown: so many trees of a depth, with at least `leaf` candidates in a leaf.

    Each tree learns from so many `cases`, drawn anew (Friedman 2002, "Stochastic gradient boosting"), or from all.
    `open` is the score of no antecedent, where candidates begin at 0.
    """

    trees: int = TREES
    leaf: int = LEAF
    depth: int = 4
    cases: int | None = None
    open: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """The cases of a document: features and whether it is right for each candidate, and how many each case has."""

    values: Values
    right: Flags
    sizes: Integers


def pools(example: Example) -> Iterator[tuple[Pool, Flags]]:
    """The cases of a document that have candidates, with the history that its key gives, and what is right."""
    prepared, chains = example.prepared, example.chains
    entities, last = History(prepared), dict[int, int]()
    numbers = {case.anaphor: number for number, case in enumerate(prepared.cases)}
    for mention, chain in enumerate(chains):
        pool = find_pool(prepared, entities, numbers[mention]) if mention in numbers else None
        if pool is not None:
            yield pool, np.array([chains[each] == chain >= 0 for each in pool.candidates], bool)
        entities.add(last.get(chain) if mention in numbers else None)
        if chain >= 0:
            last[chain] = mention


def lesson(found: Iterable[tuple[Pool, Flags]]) -> Lesson:
    """What the cases of a document teach."""
    values, right = [np.zeros((0, len(NAMES)), np.int16)], [np.zeros(0, bool)]
    for pool, flags in found:
        values.append(pool.values)
        right.append(flags)
    return Lesson(np.concatenate(values), np.concatenate(right), np.array([len(each) for each in right[1:]], np.int64))


def learn(given: Iterable[Example], trees: int, leaf: int) -> Model:
    """The model that examples give; probabilities are calibrated by documents that are held out in turn.

    With fewer than `FOLDS` documents they are not calibrated. `trees` and `leaf` are those of `Growth`.
    Raises `OptionError` where no pronoun has an antecedent among its candidates.
    """
    examples, growth = list(given), Growth(trees, leaf)
    lessons = [lesson(pools(example)) for example in examples]
    if not any(each.right.any() for each in lessons):
        problem = "No pronoun has an antecedent among its candidates, so there is nothing to learn."
        raise OptionError(f"{problem} Train on a corpus whose chains have pronouns.", code="nothing-to-learn")
    texts = dict.fromkeys(example.prepared.document.id for example in examples)
    folds = {text: number % FOLDS for number, text in enumerate(texts)}
    fold_of = [folds[example.prepared.document.id] for example in examples]
    told: list[tuple[Ranked, bool]] = []
    for held_out in sorted(set(fold_of)) if len(texts) >= FOLDS else ():
        rest = [each for each, fold in zip(lessons, fold_of, strict=True) if fold != held_out]
        model = Model(grow(rest, growth))
        for example, fold in zip(examples, fold_of, strict=True):
            if fold == held_out:
                told += answers(example, model)
    return Model(grow(lessons, growth), *calibrate(told)[:2])


def answers(example: Example, model: Voter) -> Iterator[tuple[Ranked, bool]]:
    """What a model answers, and whether that is right."""
    chains, cases = example.chains, example.prepared.cases
    for ranked in rank(example.prepared, model, weights(model)):
        yield ranked, chains[ranked.candidates[ranked.best]] == chains[cases[ranked.case].anaphor] >= 0


def calibrate(told: Sequence[tuple[Ranked, bool]]) -> tuple[float, float, float]:
    """The scale and the score of no antecedent that make what was told most probable, and the surprise at it."""
    if not told:
        return 1.0, 0.0, 0.0

    def surprise(point: Numbers) -> float:
        scale = np.exp(point[0])
        probabilities = np.array([share(scale * ranked.scores, point[1], ranked.entity) for ranked, _ in told])
        chance = np.where([right for _, right in told], probabilities, 1 - probabilities)
        return -float(np.log(np.maximum(chance, _LEAST)).mean())

    found = minimize(surprise, np.zeros(2), method="Nelder-Mead", options={"xatol": 0.01, "fatol": 1e-5})
    return round(float(np.exp(found.x[0])), 4), round(float(found.x[1]), 4), float(found.fun)


def grow(lessons: Sequence[Lesson], growth: Growth) -> Forest:
    """A forest that ranks what lessons have (with scikit-learn, which is loaded here only).

    Raises `OptionError` without the extra `training`.
    """
    with needs_extra("training"):
        from sklearn.tree import DecisionTreeRegressor

    values = np.concatenate([each.values for each in lessons], dtype=np.float32)
    right = np.concatenate([each.right for each in lessons])
    sizes = np.concatenate([each.sizes for each in lessons])
    starts, scores = np.cumsum(sizes) - sizes, np.zeros(len(values))
    grown = []
    for seed in range(growth.trees):
        shares = _shares(scores, starts, sizes, growth.open)
        wanted = _wanted(shares, right, starts, sizes)
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
        grown.append(_complete(learner.tree_, steps, growth.depth))
    feature, threshold, value = map(np.array, zip(*grown, strict=True))
    return Forest(feature, threshold, value.round(4))


def _shares(scores: Numbers, starts: Integers, sizes: Integers, open_score: float) -> Numbers:
    """The probability of each candidate, given the score of no antecedent."""
    most = np.repeat(np.maximum(np.maximum.reduceat(scores, starts), open_score), sizes)
    masses = np.exp(scores - most)
    return np.asarray(masses / (np.repeat(np.add.reduceat(masses, starts), sizes) + np.exp(open_score - most)))


def _wanted(shares: Numbers, right: Flags, starts: Integers, sizes: Integers) -> Numbers:
    """What the shares should be: those of the right candidates in proportion, all others 0."""
    kept = shares * right
    total = np.repeat(np.add.reduceat(kept, starts), sizes)
    return kept / np.where(total > 0, total, 1.0)


def _steps(tree: "Tree") -> Numbers:
    """The value of each node: of a leaf the Newton step, shrunk; of others the mean of what is below."""
    weight, left, right = tree.weighted_n_node_samples, tree.children_left, tree.children_right
    steps = np.asarray(_RATE * tree.value[:, 0, 0] * weight / (weight + _SHRINKAGE))
    for node in reversed(np.flatnonzero(left >= 0).tolist()):  # parents come before children
        below = [left[node], right[node]]
        steps[node] = np.average(steps[below], weights=weight[below])
    return steps


def _complete(tree: "Tree", steps: Numbers, depth: int) -> tuple[list[int], list[int], list[float]]:
    """The tree with all its leaves at one depth: feature and threshold of its inner nodes, the values of all."""
    inner = 2**depth - 1
    node, feature, threshold = [0], [0] * inner, [NEVER] * inner
    for place in range(inner):
        here = node[place]
        if tree.children_left[here] < 0:  # a leaf above the last row stands for all below it
            node += [here, here]
        else:
            node += [tree.children_left[here], tree.children_right[here]]
            feature[place], threshold[place] = int(tree.feature[here]), int(tree.threshold[here] // 1)
    return feature, threshold, steps[node].tolist()
