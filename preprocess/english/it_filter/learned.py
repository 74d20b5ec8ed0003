"""Our filter: rules that are sure, then two logistic regressions, pleonastic or not, and clausal or anaphoric.

`learned.json` holds the weight of every feature, the thresholds, and what they were learned from; `README.md` beside it
tells how good they are.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypedDict

from anaphora.preprocess.english.it_filter.context import CLASSES, Class, It, Judgement
from anaphora.preprocess.english.it_filter.features import describe, features
from anaphora.preprocess.english.it_filter.sure import decide
from anaphora.workbench.errors import FormatError

BUNDLED = Path(__file__).with_name("learned.json")
STEPS: Sequence[Class] = ("pleonastic", "clausal")
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Regression:
    """A logistic regression over features that hold or not; from `threshold` on, a probability means yes."""

    intercept: float
    threshold: float
    weights: Mapping[str, float]

    def probability(self, found: Set[str]) -> float:
        """The probability of yes where these features hold."""
        weights = map(self.weights.__getitem__, self._known(found))
        return 1 / (1 + math.exp(-self.intercept - sum(weights)))

    def says_yes(self, found: Set[str]) -> bool:
        """The answer where these features hold."""
        return self.probability(found) >= self.threshold

    def weightiest(self, found: Set[str], *, yes: bool) -> list[tuple[str, float]]:
        """The features that speak most for the answer, and their weights."""
        sign = 1 if yes else -1
        speaking = [(name, self.weights[name]) for name in self._known(found) if self.weights[name] * sign > 0]
        return sorted(speaking, key=lambda entry: (-entry[1] * sign, entry[0]))[:_SHOWN]

    def _known(self, found: Set[str]) -> list[str]:
        """Those that have a weight, in the order of the alphabet: on the order the last digits of a sum depend."""
        return sorted([name for name in found if name in self.weights])


def classify(
    its: Iterable[It], kinds: Sequence[Class] = CLASSES, steps: Mapping[str, Regression] | None = None
) -> Iterator[Judgement]:
    """Each "it" that is of one of `kinds`, with its class and the rule or the features that decided.

    Where a rule of `sure` holds, it decides. Else it is pleonastic if the first step says so, clausal if the second
    does, or anaphoric. `steps` defaults to the regressions of the package.
    """
    steps = steps or bundled()
    asked = STEPS if "clausal" in kinds or "anaphoric" in kinds else STEPS[:1]
    for it in its:
        if sure := next(decide(it), None):
            kind, why = sure[0], f"{sure[0]} by a sure rule: {sure[1]}"
        else:
            found = features(it)
            kind = next((name for name in asked if steps[name].says_yes(found)), "anaphoric")
            why = _explain(kind, found, steps) if kind in kinds else ""
        if kind in kinds:
            yield Judgement(it.token, kind, why)


def _explain(kind: Class, found: Set[str], steps: Mapping[str, Regression]) -> str:
    name: Class = "clausal" if kind == "clausal" else "pleonastic"
    reasons = steps[name].weightiest(found, yes=kind == name)
    because = "; ".join(f"{describe(feature)} ({weight:+.2f})" for feature, weight in reasons)
    return f"{name} {steps[name].probability(found):.2f}: {because or 'nothing speaks for it'}"


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
        problem = f"these are not parameters of the filter of it ({type(error).__name__}: {error})"
        raise FormatError(
            path, None, problem, "Train it again: python -m anaphora.experiments.training it-filter"
        ) from error


class _Step(TypedDict):
    intercept: object
    threshold: object
    weights: Mapping[str, object]


def _regression(entry: _Step) -> Regression:
    weights = {str(name): _number(weight) for name, weight in entry["weights"].items()}
    return Regression(_number(entry["intercept"]), _number(entry["threshold"]), weights)


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"{value!r} is not a number")
    return float(value)
