"""Mention-pair classifier, decoded as Soon, Ng & Lim 2001, Ng & Cardie 2002 or Recasens & Hovy 2011 (models C to E).

A decision tree gives the probability that two mentions corefer; a decoding turns probabilities into chains.

- Features: the twelve of Soon et al., those of Ng & Cardie that need no unpublished resource, and ten of ours
  (`resolvers.ranking.pairs`).
- Pairs to learn from: those of either paper, or every pair (`instances`).
- Decodings: closest first (Soon et al.), best first (Ng & Cardie), and three of Recasens & Hovy, section 5.2: strong,
  best and weak match, their models C, D and E.

Where this departs from the papers:

- The learner is scikit-learn's decision tree by entropy, with a least number of pairs in a leaf; the papers had C5,
  C4.5 and RIPPER. What it learned is kept as arrays in JSON, and read without scikit-learn.
- The features, where a paper's own are not known, are read off the shared record of a mention; semantic classes come
  from entity types, where the papers had WordNet's.
- Nested mentions are paired like others; a feature marks them.
- A pair with more than a thousand mentions between is never coreferent.
- A pair that would make names and pronouns of an entity clash (*he* with *she*) is never coreferent, either.
- Thresholds other than a half are the decodings' own, chosen by cross-validation when it was trained.

The parameters that come with the module were learned from the freely licensed genres of GUM, with the key's mentions;
`mention_pair.json` says more.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers.columns import PRONOUN
from anaphora.resolvers.discourse.identity import linker_of
from anaphora.resolvers.parameters import (
    Fraction,
    check_choice,
    check_range,
    header,
    learned,
    malformed,
    read_parameters,
)
from anaphora.resolvers.ranking.forest import DEEPEST, Forest, Nodes, build_tree
from anaphora.resolvers.ranking.pairs import FEATURES, SETS, PairColumns, Pairs, matrix, pair_columns
from anaphora.workbench.arrays import Integers
from anaphora.workbench.decision import ChainResolver, Chains
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError, needs_extra
from anaphora.workbench.progress import tell
from anaphora.workbench.provenance import Card
from anaphora.workbench.resolver_entry import Example, ResolverEntry

Confidences = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Decoding:
    """A way to choose: the order in which initial pairs are tried, and whether every member of an entity must agree."""

    order: Callable[[Confidences], NDArray[np.int64]]
    check: bool


def _nearest(confidences: Confidences) -> NDArray[np.int64]:
    return np.arange(len(confidences))[::-1]


def _first(confidences: Confidences) -> NDArray[np.int64]:
    return np.arange(len(confidences))


def _surest(confidences: Confidences) -> NDArray[np.int64]:
    return _nearest(confidences)[np.argsort(-confidences[::-1], kind="stable")]


DECODINGS: Mapping[str, Decoding] = {
    "closest_first": Decoding(_nearest, check=False),
    "best_first": Decoding(_surest, check=False),
    "strong": Decoding(_first, check=True),
    "best": Decoding(_surest, check=True),
    "weak": Decoding(_first, check=False),
}
"""Mentions are read in text order; a pair is coreferent if its confidence is above the threshold.

- `closest_first` (Soon, Ng & Lim 2001): the nearest coreferent mention.
- `best_first` (Ng & Cardie 2002): the coreferent mention with the highest confidence, of equal ones the nearest.
- `strong`, `best`, `weak` (Recasens & Hovy 2011, section 5.2, models C, D and E): the initial pair is with the first
  coreferent mention of the text (`best`: the one of highest confidence). If its entity has several mentions already,
  the anaphor must be coreferent with every one of them; `weak` does without that check.

The paper leaves open what follows when the check fails: here the next initial pair is tried (in text order, `best` by
confidence), and where none passes the mention starts an entity. `nearest_first` reads "first" from the anaphor
backwards, for `strong` and `weak`.
"""


def decoding_of(name: str, nearest_first: bool) -> Decoding:
    """The decoding of that name."""
    way = DECODINGS[name]
    return Decoding(_nearest, way.check) if nearest_first and way.order is _first else way


def decode(
    rows: Iterable[Confidences], how: Decoding, threshold: float, join: Callable[[int, int], bool] = lambda *_: True
) -> Chains:
    """The chains of a document; `rows` has for each mention the confidences of the pairs with the mentions before it.

    A row may be shorter than there are mentions before, if the first of these are out of reach; such members of an
    entity have no say in the check. `join` links two mentions and says whether it does; if not, the next is tried.
    """
    entity: list[int] = []
    chains: list[list[int]] = []
    for mention, row in enumerate(rows):
        out_of_reach = mention - len(row)
        order = how.order(row)
        tried = (entity[out_of_reach + column] for column in order[row[order] > threshold].tolist())
        for number in dict.fromkeys(tried):
            chain = chains[number]
            within = np.array(chain[bisect_left(chain, out_of_reach) :] if how.check else (), np.int64) - out_of_reach
            if (row[within] > threshold).all() and join(chain[0], mention):
                entity.append(number)
                chain.append(mention)
                break
        else:
            entity.append(len(chains))
            chains.append([mention])
    return tuple(map(tuple, chains))


SAMPLINGS = ("every", "ng_cardie", "soon")
REACH = 1000
NEAR, SPACING = 50, 10


@dataclass(frozen=True, slots=True, eq=False)
class Instances:
    """Pairs to learn from: candidate antecedents, anaphors, whether they corefer, and how much each counts."""

    i: Integers
    j: Integers
    coreferent: NDArray[np.bool_]
    weight: NDArray[np.float64]


def instances(chains: Sequence[int], pronouns: Sequence[bool], how: str) -> Instances:
    """The instances of a document; `chains` has the number of each mention's key chain (-1: none).

    - `soon` (Soon, Ng & Lim 2001): each mention with the nearest before it in its chain is a positive instance; with
      every mention between the two it makes negative ones.
    - `ng_cardie` (Ng & Cardie 2002): the same, but the antecedent of a mention that is no pronoun is the nearest that
      is no pronoun either; without one it gives no instance. Pronouns of its chain that stand between give none.
    - `every`: all pairs within `REACH` mentions. It is not from a paper: the others show no mention that starts a
      chain, so that what is learned links too much where most mentions are alone. Of the negative pairs with more than
      `NEAR` mentions between them only each `SPACING`th is taken, and counts as much as so many.

    Raises `OptionError` for another way of sampling.
    """
    check_choice("way of sampling pairs", how, SAMPLINGS)
    numbers = np.array(chains, np.int64)
    if how == "every":
        i, j = all_pairs(len(numbers))
        coreferent = (numbers[i] == numbers[j]) & (numbers[j] >= 0)
        far = ~coreferent & (j - i > NEAR)
        kept = ~far | (np.arange(len(i)) % SPACING == 0)
        return Instances(i[kept], j[kept], coreferent[kept], np.where(far, float(SPACING), 1.0)[kept])
    i, j = _up_to_the_antecedent(chains, pronouns, how == "ng_cardie")
    return Instances(i, j, numbers[i] == numbers[j], np.ones(len(i)))


def _up_to_the_antecedent(chains: Sequence[int], pronouns: Sequence[bool], by_kind: bool) -> tuple[Integers, Integers]:
    antecedents: list[int] = []
    anaphors: list[int] = []
    last: dict[int, int] = {}
    last_nominal: dict[int, int] = {}
    for anaphor, chain in enumerate(chains):
        nominal = by_kind and not pronouns[anaphor]
        antecedent = (last_nominal if nominal else last).get(chain)
        if antecedent is not None:
            between = [mention for mention in range(antecedent + 1, anaphor) if chains[mention] != chain]
            antecedents += [antecedent, *between]
            anaphors += [anaphor] * (1 + len(between))
        if chain >= 0:
            last[chain] = anaphor
            if not pronouns[anaphor]:
                last_nominal[chain] = anaphor
    return np.array(antecedents, np.int64), np.array(anaphors, np.int64)


def all_pairs(
    mentions: int, start: int = 0, end: int | None = None, reach: int | None = None
) -> tuple[Integers, Integers]:
    """The pairs of the mentions from `start` to `end` with those at most `reach` (or `REACH`) before, by anaphor."""
    anaphors = np.arange(start, mentions if end is None else min(end, mentions))
    sizes = np.minimum(anaphors, reach or REACH)
    j = np.repeat(anaphors, sizes)
    first = np.repeat(np.cumsum(sizes) - sizes, sizes)
    return j - np.repeat(sizes, sizes) + (np.arange(len(j)) - first), j


_NAME = "mention_pair"
_BLOCK = 500_000  # pairs whose features are held in memory at once


@dataclass(frozen=True, slots=True, eq=False)
class Classifier:
    """A tree over named features, and for each decoding the confidence above which a pair counts as coreferent."""

    features: tuple[str, ...]
    nodes: Nodes
    tree: Forest
    thresholds: Mapping[str, float]

    def rows(self, table: PairColumns) -> Iterator[Confidences]:
        """Yield for each mention the confidences of its pairs with the mentions before it, as far as `REACH` goes."""
        for start, end in pairwise(_borders(len(table))):
            i, j = all_pairs(len(table), start, end)
            confidences = self.tree.scores(matrix(Pairs(table, i, j), self.features))
            yield from np.split(confidences, np.searchsorted(j, np.arange(start + 1, end)))
            tell(end / len(table))

    def as_data(self) -> dict[str, object]:
        """The content of a file of parameters."""
        return {
            **header(_NAME),
            "features": list(self.features),
            "thresholds": dict(self.thresholds),
            "tree": asdict(self.nodes),
        }


def _classifier(features: tuple[str, ...], nodes: Nodes, thresholds: Mapping[str, float]) -> Classifier:
    return Classifier(features, nodes, build_tree(nodes, len(features)), thresholds)


def _borders(mentions: int) -> list[int]:
    """Return where to cut the mentions so that no block has many more than `_BLOCK` pairs."""
    pairs = np.cumsum(np.minimum(np.arange(mentions), REACH)) // _BLOCK
    return [*np.flatnonzero(np.diff(pairs, prepend=-1)).tolist(), mentions] if mentions else [0]


@dataclass(frozen=True, slots=True)
class _PairParameters:
    """The content of a file of parameters."""

    features: tuple[str, ...]
    thresholds: dict[str, Fraction]
    tree: Nodes


def read(path: Path) -> Classifier:
    """The classifier of a file. Raises `OptionError` where it cannot be read or is not what training writes."""
    data = read_parameters(path, _PairParameters, _NAME)
    if not data.features or not FEATURES.keys() >= set(data.features):
        raise malformed(path, _NAME, f"'features' is not a list of features (known: {', '.join(FEATURES)})")
    if not data.thresholds.keys() >= set(DECODINGS):
        raise malformed(path, _NAME, f"'thresholds' lacks one of {', '.join(DECODINGS)}")
    try:
        return _classifier(data.features, data.tree, {name: data.thresholds[name] for name in DECODINGS})
    except ValueError as error:
        raise malformed(path, _NAME, str(error)) from error


THRESHOLDS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
FOLDS = 3
_HALF = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class PairLesson:
    """A document to learn from: columns, the number of each mention's key chain (-1: none), instances with features."""

    table: PairColumns
    chains: Sequence[int]
    instances: Instances
    values: NDArray[np.int8]


def learn(lessons: Sequence[PairLesson], features: tuple[str, ...], leaf: int) -> Classifier:
    """The classifier that lessons give. Thresholds are those with which documents that were held out come out best.

    With fewer than `FOLDS` documents they are a half.
    """
    whole = _grow(lessons, leaf)
    if len(lessons) < FOLDS:
        return _classifier(features, whole, dict.fromkeys(DECODINGS, _HALF))
    rows: list[list[Confidences]] = [[] for _ in lessons]
    for fold in range(FOLDS):
        rest = [lesson for number, lesson in enumerate(lessons) if number % FOLDS != fold]
        apart = _classifier(features, _grow(rest, leaf), {})
        for number in range(fold, len(lessons), FOLDS):
            rows[number] = list(apart.rows(lessons[number].table))
    return _classifier(features, whole, {name: _threshold(lessons, rows, name) for name in DECODINGS})


def _grow(lessons: Sequence[PairLesson], leaf: int) -> Nodes:
    """A tree grown by entropy, with at least `leaf` pairs in a leaf (scikit-learn, which is loaded here only).

    Raises `OptionError` without the extra `training`.
    """
    with needs_extra("training"):
        from sklearn.tree import DecisionTreeClassifier

    values = np.concatenate([lesson.values for lesson in lessons])
    coreferent = np.concatenate([lesson.instances.coreferent for lesson in lessons])
    weights = np.concatenate([lesson.instances.weight for lesson in lessons])
    learner = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=leaf, max_depth=DEEPEST, random_state=0)
    learner.fit(values, coreferent, sample_weight=weights)
    tree = learner.tree_
    inner, shares = tree.children_left >= 0, tree.value[:, 0, :]
    confidence = (
        shares[:, -1] / shares.sum(axis=1) if len(learner.classes_) > 1 else np.full(len(inner), learner.classes_[0])
    )
    return Nodes(
        feature=np.where(inner, tree.feature, -1).tolist(),
        threshold=np.where(inner, tree.threshold, 0.0).round(3).tolist(),
        left=np.where(inner, tree.children_left, 0).tolist(),
        right=np.where(inner, tree.children_right, 0).tolist(),
        confidence=np.where(inner, 0.0, confidence).astype(np.float64).round(4).tolist(),
    )


def _threshold(lessons: Sequence[PairLesson], rows: Sequence[Sequence[Confidences]], name: str) -> float:
    """The threshold of the best chains; of equal ones the first."""
    key, how = [lesson.chains for lesson in lessons], DECODINGS[name]
    return max(THRESHOLDS, key=lambda threshold: quality(key, [decode(document, how, threshold) for document in rows]))


def quality(key: Sequence[Sequence[int]], response: Sequence[Chains]) -> float:
    """The mean of F1 in MUC and in B-CUBED, where both sides have the same mentions; resolvers may not see measures.

    `key` numbers the chain of each mention; one of none (-1) is alone.
    """
    counts = np.zeros(6)
    for numbers, chains in zip(key, response, strict=True):
        chain_of = {mention: number for number, members in enumerate(chains) for mention in members}
        answer = np.array([chain_of[mention] for mention in sorted(chain_of)], int)
        right = np.array(numbers, int)
        right[right < 0] = len(right) + np.flatnonzero(right < 0) + right.max(initial=0)
        cells, shared = np.unique(np.stack((right, answer)), axis=1, return_counts=True)
        sizes = [np.bincount(side, minlength=1) for side in (right, answer)]
        links = [len(answer) - len(shared), *(len(answer) - np.count_nonzero(size) for size in sizes)]
        together = [float((shared**2 / size[cell]).sum()) for size, cell in zip(sizes, cells, strict=True)]
        counts += np.array([*links, *together, len(answer)], np.float64)
    common, key_links, own_links, recalled, precise, mentions = counts.tolist()
    muc = 2 * common / max(1, key_links + own_links)
    b_cubed = 2 * recalled * precise / (recalled + precise) / mentions if mentions else 0.0
    return float(muc + b_cubed) / 2


LEAF = 100


def train(
    examples: Iterable[Example], /, *, pairs: str = "every", features: str = "all", leaf: int = LEAF
) -> dict[str, object]:
    """The parameters that examples give, to be written to a JSON file.

    `pairs` says which pairs to learn from: every, ng_cardie or soon. `features` are soon, ng_cardie or all; `leaf` is
    the least number of pairs in a leaf of the tree.

    Raises `OptionError` if no two mentions corefer, or for an option that is unknown or out of range.
    """
    check_choice("set of features", features, SETS)
    check_range("least number of pairs in a leaf", leaf, leaf >= 1, "1 or more")
    lessons = [_lesson(example, pairs, SETS[features]) for example in examples]
    if not any(lesson.instances.coreferent.any() for lesson in lessons):
        problem = "No two mentions corefer, so there is nothing to learn. Train on a corpus with chains."
        raise OptionError(problem, code="nothing-to-learn")
    return {"pairs": pairs, "leaf": leaf, **learn(lessons, SETS[features], leaf).as_data()}


def _lesson(example: Example, pairs: str, features: tuple[str, ...]) -> PairLesson:
    columns = pair_columns(example.prepared)
    learned = instances(example.chains, (columns.kind == PRONOUN).tolist(), pairs)
    return PairLesson(columns, example.chains, learned, matrix(Pairs(columns, learned.i, learned.j), features))


@dataclass(frozen=True, slots=True, eq=False)
class MentionPair:
    """The resolver with its classifier and options; see `build`."""

    classifier: Classifier
    decoding: Decoding
    threshold: float
    card: Card | None

    def chains(self, prepared: Prepared) -> Chains:
        """Classify all pairs of a document, and decode."""
        join = linker_of(prepared).join
        return decode(self.classifier.rows(pair_columns(prepared)), self.decoding, self.threshold, join)


def build(
    *,
    decoding: str = "best_first",
    nearest_first: bool = False,
    threshold: float | None = None,
    parameters: str | Path | None = None,
) -> ChainResolver:
    """The mention-pair model.

    `decoding` is closest_first, best_first, strong, best or weak; `nearest_first` makes strong and weak begin at the
    anaphor rather than at the start of the text. From above `threshold` on a pair corefers (by default what training
    found for the decoding). `parameters` is a file that `train` has filled, by default the one that comes with the
    module.
    Raises `OptionError` for another decoding, and for a threshold or file that cannot be used.
    """
    check_choice("decoding", decoding, DECODINGS)
    check_range("threshold", threshold or 0, threshold is None or 0 <= threshold < 1, "from 0 to below 1")
    classifier, card = learned(read, parameters, __file__)
    above = classifier.thresholds[decoding] if threshold is None else threshold
    return MentionPair(classifier, decoding_of(decoding, nearest_first), above, card)


RESOLVER = ResolverEntry(
    build,
    title="Mention-pair classifier, decoded as Soon, Ng & Lim 2001, Ng & Cardie 2002 or Recasens & Hovy 2011 "
    "(models C to E)",
    effort=8,
    train=train,
    english=True,
)
