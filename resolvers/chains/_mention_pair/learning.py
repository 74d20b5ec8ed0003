"""Learning of the classifier of pairs: a tree grown on all documents, thresholds cross-validated over documents."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers.chains._mention_pair.classifier import Classifier
from anaphora.resolvers.chains._mention_pair.decoding import DECODINGS, Confidences, decode
from anaphora.resolvers.chains._mention_pair.sampling import Instances
from anaphora.resolvers.chains._mention_pair.table import Table
from anaphora.resolvers.chains._mention_pair.trees import Tree, grow
from anaphora.workbench.decision import Chains

THRESHOLDS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
FOLDS = 3
_HALF = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A document to learn from: columns, the number of each mention's key chain (-1: none), instances with features."""

    table: Table
    chains: Sequence[int]
    instances: Instances
    values: NDArray[np.int8]


def learn(lessons: Sequence[Lesson], features: tuple[str, ...], leaf: int) -> Classifier:
    """The classifier that lessons give. Thresholds are those with which documents that were held out come out best.

    With fewer than `FOLDS` documents they are a half.
    """
    whole = _grow(lessons, leaf)
    if len(lessons) < FOLDS:
        return Classifier(features, whole, dict.fromkeys(DECODINGS, _HALF))
    rows: list[list[Confidences]] = [[] for _ in lessons]
    for fold in range(FOLDS):
        rest = [lesson for number, lesson in enumerate(lessons) if number % FOLDS != fold]
        apart = Classifier(features, _grow(rest, leaf), {})
        for number in range(fold, len(lessons), FOLDS):
            rows[number] = apart.rows(lessons[number].table)
    return Classifier(features, whole, {name: _threshold(lessons, rows, name) for name in DECODINGS})


def _grow(lessons: Sequence[Lesson], leaf: int) -> Tree:
    return grow(
        np.concatenate([lesson.values for lesson in lessons]),
        np.concatenate([lesson.instances.coreferent for lesson in lessons]),
        np.concatenate([lesson.instances.weight for lesson in lessons]),
        leaf,
    )


def _threshold(lessons: Sequence[Lesson], rows: Sequence[Sequence[Confidences]], name: str) -> float:
    """The threshold of the best chains; of equal ones the first."""
    key = [lesson.chains for lesson in lessons]

    def quality_at(threshold: float) -> float:
        return quality(key, [decode(document, DECODINGS[name], threshold) for document in rows])

    return max(THRESHOLDS, key=quality_at)


def quality(key: Sequence[Sequence[int]], response: Sequence[Chains]) -> float:
    """The mean of F1 in MUC and in B-CUBED, where both sides have the same mentions; resolvers may not see measures.

    `key` numbers the chain of each mention; one of none (-1) is alone.
    """
    counts = np.zeros(6)
    for numbers, chains in zip(key, response, strict=True):
        chain_of = {mention: number for number, members in enumerate(chains) for mention in members}
        own = np.array([chain_of[mention] for mention in sorted(chain_of)], int)
        right = np.array(numbers, int)
        right[right < 0] = len(right) + np.flatnonzero(right < 0) + right.max(initial=0)
        cells, shared = np.unique(np.stack((right, own)), axis=1, return_counts=True)
        sizes = [np.bincount(side, minlength=1) for side in (right, own)]
        links = [len(own) - len(shared), *(len(own) - np.count_nonzero(size) for size in sizes)]
        together = [float((shared**2 / size[cell]).sum()) for size, cell in zip(sizes, cells, strict=True)]
        counts += np.array([*links, *together, len(own)], np.float64)
    common, key_links, own_links, recalled, precise, mentions = counts.tolist()
    muc = 2 * common / max(1, key_links + own_links)
    b_cubed = 2 * recalled * precise / (recalled + precise) / mentions if mentions else 0.0
    return float(muc + b_cubed) / 2
