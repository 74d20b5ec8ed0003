"""Our filter: two logistic regressions, pleonastic or not, and then clausal or anaphoric, over `features`.

`learned.json` holds the weight of every feature, the thresholds, and what they were learned from; `README.md` beside it
tells how good they are.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from preprocess.non_anaphoric.context import It
from preprocess.non_anaphoric.features import described, features
from preprocess.non_anaphoric.judgement import Judgement
from workbench.errors import FormatError

BUNDLED = Path(__file__).with_name("learned.json")
STEPS = ("pleonastic", "clausal")
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Regression:
    """A logistic regression over features that hold or not; from `threshold` on, a probability means yes."""

    intercept: float
    threshold: float
    weights: Mapping[str, float]

    def probability(self, found: Iterable[str]) -> float:
        """The probability of yes where these features hold."""
        return 1 / (1 + math.exp(-self.intercept - sum(self.weights.get(name, 0.0) for name in sorted(found))))

    def weightiest(self, found: Iterable[str], *, yes: bool) -> list[tuple[str, float]]:
        """The features that speak most for the answer, and their weights."""
        sign = 1 if yes else -1
        speaking = [(name, self.weights.get(name, 0.0)) for name in found if self.weights.get(name, 0.0) * sign > 0]
        return sorted(speaking, key=lambda entry: (-entry[1] * sign, entry[0]))[:_SHOWN]


def classified(its: Iterable[It]) -> Iterator[Judgement]:
    """Each "it" with its class, and the features that decided."""
    steps = bundled()
    return (judged(it, steps) for it in its)


def judged(it: It, steps: Mapping[str, Regression]) -> Judgement:
    """One "it": pleonastic if the first step says so, else clausal if the second does, else anaphoric."""
    found = features(it)
    pleonastic, clausal = steps["pleonastic"], steps["clausal"]
    first, second = pleonastic.probability(found), clausal.probability(found)
    if first >= pleonastic.threshold:
        return Judgement(
            it.token, "pleonastic", _explained("pleonastic", first, pleonastic.weightiest(found, yes=True))
        )
    if second >= clausal.threshold:
        return Judgement(it.token, "clausal", _explained("clausal", second, clausal.weightiest(found, yes=True)))
    return Judgement(it.token, "anaphoric", _explained("pleonastic", first, pleonastic.weightiest(found, yes=False)))


def _explained(kind: str, probability: float, reasons: list[tuple[str, float]]) -> str:
    because = "; ".join(f"{described(name)} ({weight:+.2f})" for name, weight in reasons)
    return f"{kind} {probability:.2f}: {because or 'nothing speaks for it'}"


@cache
def bundled() -> Mapping[str, Regression]:
    """The regressions of the package, by step."""
    return read(BUNDLED)


def read(path: Path) -> Mapping[str, Regression]:
    """The regressions of a file.

    Raises:
        FormatError: it is no JSON, or lacks a step, a number, or has numbers that are not finite.
    """
    try:
        steps = json.loads(path.read_text("utf8"))["steps"]
        return {name: _regression(steps[name]) for name in STEPS}
    except (OSError, ValueError, OverflowError, TypeError, KeyError, AttributeError, RecursionError) as error:
        problem = f"these are no parameters of the filter of it ({type(error).__name__}: {error})"
        raise FormatError(path, None, problem, "Train it anew: python -m experiments.train_it") from error


def _regression(entry: Mapping[str, Any]) -> Regression:
    weights = {str(name): _number(weight) for name, weight in entry["weights"].items()}
    return Regression(_number(entry["intercept"]), _number(entry["threshold"]), weights)


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"{value!r} is no number")
    return float(value)
