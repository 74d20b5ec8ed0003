"""Training of the parameters of `learned`; `python -m anaphora.experiments.preprocessing.train_it` runs it.

Only training needs scikit-learn (extra `training`).
"""

import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from anaphora.preprocess.english.it_filter.context import Class

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
class Example:
    """One "it" under one annotation: what holds for it, and its class.

    The class is one of `context.CLASSES`, or `other`: not pleonastic, and not known whether clausal. Those to be
    `validated` are the ones that cross-validation counts, since their annotation is like that of unseen text. Where a
    rule is `sure` of a class, it stands for the answer of the regression there.
    """

    document: str
    features: frozenset[str]
    kind: str
    validated: bool
    sure: Class | None = None


Predict = Callable[[Sequence[Example]], npt.NDArray[np.float64]]


Step = TypedDict(
    "Step", {"threshold": float, "cross-validation": dict[str, float], "intercept": float, "weights": dict[str, float]}
)
"""One regression as it is stored."""


def learn(examples: Sequence[Example]) -> dict[str, dict[str, Step]]:
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


def _value(feature: str) -> float:
    return RULE_SCALE if feature.startswith("rule=") else 1.0


def _fit(examples: Sequence[Example], labels: npt.NDArray[np.bool_]) -> tuple[float, dict[str, float]]:
    """Intercept and weights, for features that count 1 where they hold."""
    from scipy.sparse import csr_array
    from sklearn.linear_model import LogisticRegression

    counts = Counter(feature for example in examples for feature in example.features)
    names = sorted(feature for feature, count in counts.items() if count >= RAREST)
    column = {feature: at for at, feature in enumerate(names)}
    rows = [sorted(column[feature] for feature in example.features if feature in column) for example in examples]
    starts = np.cumsum([0, *map(len, rows)])
    columns = np.array([at for row in rows for at in row])
    values = np.array([_value(feature) for feature in names])
    table = csr_array((values[columns], columns, starts), shape=(len(rows), len(names)))
    model = LogisticRegression(C=STRENGTH, max_iter=5000).fit(table, labels)
    return float(model.intercept_[0]), dict(zip(names, (model.coef_[0] * values).tolist(), strict=True))


def _cross_validate(
    examples: Sequence[Example], labels: npt.NDArray[np.bool_], name: str
) -> tuple[float, dict[str, float]]:
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


def _figures(found: npt.NDArray[np.bool_], right: npt.NDArray[np.bool_], beta: float) -> dict[str, float]:
    both, named, of = int((found & right).sum()), int(found.sum()), int(right.sum())
    return {
        "accuracy": round(float((found == right).mean()), 3),
        "precision": round(both / named, 3) if named else 0.0,
        "recall": round(both / of, 3) if of else 0.0,
        "beta": beta,
        "f": round((1 + beta**2) * both / (named + beta**2 * of), 3) if named + of else 0.0,
    }
