"""Training of the filters of "it": the regressions of `learned`, and the examples of `memory`.

Data: English Web Treebank train and the documents of GUM train in freely licensed genres. The memory holds those of
GUM, which have classes, under the automatic parse of the bundled pipeline; the learned filter sees every text under its
automatic, its disturbed and its gold parse. The result is deterministic; it stands under CC BY-SA 4.0 like its sources.
Needs scikit-learn (extra `training`).

On its training texts the bundled pipeline parses better than elsewhere, and a classifier trained on such parses trusts
them too much. Words hidden from it put errors back: with `RATE` the labelled attachment score on training texts falls
from 0.97 to 0.87 (unseen texts: 0.89), and the recall of `expl` from 0.97 to 0.90 (unseen texts: 0.89).
"""

import random
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

import numpy as np

from anaphora.corpora import corefud
from anaphora.experiments.commands.evaluate.it import it_classes
from anaphora.experiments.training.treebanks import FREE_GENRES, free_gum
from anaphora.preprocess import cache, pipeline
from anaphora.preprocess.english.it_filter import memory
from anaphora.preprocess.english.it_filter.context import occurrences
from anaphora.preprocess.english.it_filter.learned import features
from anaphora.preprocess.english.it_filter.sure import decide
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.arrays import Flags
from anaphora.workbench.document import Annotation, Document, ItClass
from anaphora.workbench.key import Key, overt

SEED = 1
LICENCE = (
    "CC BY-SA 4.0; derived from UD English EWT (CC BY-SA 4.0) and GUM (annotations CC BY 4.0, texts as listed there)"
)
RATE = 0.05
"""The share of words that is hidden."""
_UNKNOWN = "\ua733"  # a small letter in no English word
STRENGTH = 0.15
"""C of the regressions: the inverse of the strength of regularisation."""
RULE_SCALE = 2.0
"""The value of a rule that fires, where other features have 1, so that its weight may grow: few texts have rain."""
RAREST = 6
"""A feature must hold for so many examples at least; each "it" comes three times, under three parses."""
SMALLEST = 0.003
"""Weights below are dropped."""
FOLDS = 8
THRESHOLDS = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)
_STEPS = {"pleonastic": ("pleonastic", "clausal", "anaphoric", "other"), "clausal": ("clausal", "anaphoric")}
_BETA = {"pleonastic": 1.0, "clausal": 0.5}  # whoever filters clausal "it" loses an anaphor with each mistake


@dataclass(frozen=True, slots=True)
class ItExample:
    """One "it" under one annotation: what holds for it, and its class.

    The class is one of `IT_CLASSES`, or `other`: not pleonastic, and not known whether clausal. Those to be
    `validated` are the ones that cross-validation counts, since their annotation is like that of unseen text. Where a
    rule is `sure` of a class, it stands for the answer of the regression there.
    """

    document: str
    features: frozenset[str]
    kind: str
    validated: bool
    sure: ItClass | None = None


Step = TypedDict(
    "Step", {"threshold": float, "cross-validation": dict[str, float], "intercept": float, "weights": dict[str, float]}
)
"""One regression as it is stored."""


def training(data: Path) -> tuple[dict[str, object], str]:
    """The parameters of the learned filter, and the text of the memory. Raises `OSError`, `WorkbenchError`."""
    gum = free_gum(data)
    loaded = pipeline.load()
    examples: list[ItExample] = []
    instances: list[tuple[str, str, tuple[str, ...]]] = []
    for document, key in _documents([*gum, data / "ewt" / "en_ewt-ud-train.conllu"]):
        parsed = cache.annotate(loaded, document)
        examples += _examples(document, key, parsed)
        if any(word.lower() == "it" for word in document.words):
            examples += _examples(document, key, parse_with_noise(loaded, document, parsed, SEED), validated=True)
        if document.annotation:
            examples += _examples(document, key, document.annotation)
        if key.chains:
            instances += _instances(document, key, parsed)
    about = {
        "licence": LICENCE,
        "corpora": ["UD English EWT train", f"GUM train, {len(gum)} documents of {', '.join(sorted(FREE_GENRES))}"],
        "pipeline": loaded.signature,
        "occurrences": sum(example.validated for example in examples),
    }
    comments = (f"Licence: {LICENCE}", f"GUM train, {len(gum)} documents, parsed by {loaded.signature}")
    return {**about, **learn(examples)}, memory.render(instances, comments)


def _documents(files: Sequence[Path]) -> Iterator[tuple[Document, Key]]:
    for file in files:
        yield from (overt(document, key) for document, key in corefud.read(file))


def _examples(document: Document, key: Key, annotation: Annotation, validated: bool = False) -> Iterator[ItExample]:
    kinds = it_classes(document, key, "constructions")
    for it in occurrences(trees_of(annotation, document.words)):
        sure = next((kind for kind, _ in decide(it)), None)
        yield ItExample(document.id, frozenset(features(it)), kinds[it.token], validated, sure)


def _instances(document: Document, key: Key, annotation: Annotation) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    kinds = it_classes(document, key, "full")
    for it in occurrences(trees_of(annotation, document.words), document.paragraph_starts):
        yield f"{document.id}:{it.token + 1}", kinds[it.token], memory.features(it)


def parse_with_noise(loaded: pipeline.Pipeline, document: Document, parsed: Annotation, seed: int) -> Annotation:
    """The annotation of a document some of whose words are hidden; lemmas are those of its parse without noise."""
    rng = random.Random(seed)
    hidden = tuple(_UNKNOWN if rng.random() < RATE else word for word in document.words)
    return replace(loaded.annotate(replace(document, words=hidden)), lemma=parsed.lemma)


def learn(examples: Sequence[ItExample]) -> dict[str, dict[str, Step]]:
    """The two regressions, each with the threshold and the figures of cross-validation by document."""
    steps: dict[str, Step] = {}
    for name, kinds in _STEPS.items():
        chosen = [example for example in examples if example.kind in kinds]
        labels = np.array([example.kind == name for example in chosen])
        threshold, figures = _cross_validate(chosen, labels, name)
        intercept, weights = _fit(chosen, labels)
        kept = {feature: round(weight, 3) for feature, weight in sorted(weights.items()) if abs(weight) >= SMALLEST}
        steps[name] = {
            "threshold": threshold, "cross-validation": figures, "intercept": round(intercept, 3), "weights": kept,
        }  # fmt: skip
    return {"steps": steps}


def _fit(examples: Sequence[ItExample], labels: Flags) -> tuple[float, dict[str, float]]:
    """Intercept and weights, for features that count 1 where they hold."""
    from scipy.sparse import csr_array
    from sklearn.linear_model import LogisticRegression

    counts = Counter(feature for example in examples for feature in example.features)
    names = sorted(feature for feature, count in counts.items() if count >= RAREST)
    column = {feature: at for at, feature in enumerate(names)}
    rows = [sorted(column[feature] for feature in example.features if feature in column) for example in examples]
    starts = np.cumsum([0, *map(len, rows)])
    columns = np.array([at for row in rows for at in row])
    values = np.array([RULE_SCALE if feature.startswith("rule=") else 1.0 for feature in names])
    table = csr_array((values[columns], columns, starts), shape=(len(rows), len(names)))
    model = LogisticRegression(C=STRENGTH, max_iter=5000).fit(table, labels)
    return float(model.intercept_[0]), dict(zip(names, (model.coef_[0] * values).tolist(), strict=True))


def _cross_validate(examples: Sequence[ItExample], labels: Flags, name: str) -> tuple[float, dict[str, float]]:
    """The threshold of the best F in cross-validation by document, and the figures with it.

    F is averaged with that of the neighbouring thresholds, since one of a few hundred examples moves it.
    """
    folds = np.array([zlib.crc32(example.document.encode()) % FOLDS for example in examples])
    scores = np.zeros(len(examples))
    for fold in range(FOLDS):
        inside = [example for example, at in zip(examples, folds, strict=True) if at != fold]
        intercept, weights = _fit(inside, labels[folds != fold])
        for at in np.flatnonzero(folds == fold).tolist():
            scores[at] = intercept + sum(weights.get(feature, 0.0) for feature in examples[at].features)
    probabilities = 1 / (1 + np.exp(-scores))
    for at, example in enumerate(examples):
        if example.sure:
            probabilities[at] = float(example.sure == name)
    counted = np.array([example.validated for example in examples])
    found, right = probabilities[counted], labels[counted]
    tried = [(_figures(found >= threshold, right, _BETA[name]), threshold) for threshold in THRESHOLDS]
    smooth = [sum(figures["f"] for figures, _ in tried[at - 1 : at + 2]) for at in range(1, len(tried) - 1)]
    figures, threshold = tried[1 + smooth.index(max(smooth))]
    return threshold, figures


def _figures(found: Flags, right: Flags, beta: float) -> dict[str, float]:
    both = int((found & right).sum())
    named = int(found.sum())
    of = int(right.sum())
    return {
        "accuracy": round(float((found == right).mean()), 3),
        "precision": round(both / named, 3) if named else 0.0,
        "recall": round(both / of, 3) if of else 0.0,
        "beta": beta,
        "f": round((1 + beta**2) * both / (named + beta**2 * of), 3) if named + of else 0.0,
    }
