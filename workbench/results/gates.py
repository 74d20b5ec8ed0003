"""Gates for continuous integration: scores that a system must reach, and a baseline that it may not fall behind."""

from collections.abc import Iterable, Mapping
from itertools import product
from math import isfinite, nan

from anaphora.workbench.errors import GateError, OptionError, unknown_name
from anaphora.workbench.results.family import Regressions
from anaphora.workbench.results.macro import MacroScores
from anaphora.workbench.results.scores import Scores, main_part


def parse_gates(given: Iterable[str]) -> dict[str, float]:
    """The least value in percent by measure, from texts such as `conll=70` or `conll=70%`.

    Raises:
        OptionError: one is something else, or a value of at most 1 without the sign: nearly every system passes 0.7
            percent, so that who means the share 0.7 would have a gate that cannot fail.
    """
    gates = {}
    for text in given:
        name, _, value = text.partition("=")
        try:
            least = float(value.removesuffix("%"))
        except ValueError:
            least = nan
        if not isfinite(least):
            cure = "Write MEASURE=VALUE with a value in percent, such as conll=70."
            raise OptionError(f"--fail-under {text!r} is no gate. {cure}", code="bad-gate")
        if 0 < least <= 1 and not value.endswith("%"):
            cure = f"Write {name}={100 * least:g} for {least:g} of 1, or {name}={value}% if you mean so little."
            raise OptionError(f"--fail-under {text!r}: values are percent. {cure}", code="gate-in-percent")
        gates[name.strip().lower()] = least
    return gates


def require_test(baseline: str | None, resamples: int) -> None:
    """Raise `OptionError` for a baseline without the test that tells whether others are worse."""
    if baseline and not resamples:
        cure = "Leave out --resamples 0."
        raise OptionError(f"--no-worse-than tests by random exchanges of documents. {cure}", code="bad-gate")


def require_no_worse(held: Regressions) -> None:
    """Require that no system is significantly worse than the baseline.

    Raises:
        GateError: one is.
    """
    if held.worse:
        worse = [f"{pair.first} by {-pair.points:.2f} points (adjusted p {pair.p_adjusted:.2g})" for pair in held.worse]
        raise GateError(f"Significantly worse than {held.baseline} in {held.measure}: {', '.join(worse)}.")


def require_scored(scores: Scores | MacroScores, names: Iterable[str]) -> None:
    """Raise `UnknownNameError` for a measure that was not scored."""
    scored = [measure if isinstance(measure, str) else measure.name for measure in scores.measures]
    for name in names:
        if name not in scored:
            raise unknown_name("scored measure", name, scored)


def require_at_least(scores: Scores | MacroScores, gates: Mapping[str, float]) -> None:
    """Require F1 (or the only value) of measures from every system, in percent; undefined counts as missed.

    Of many datasets it is required of the macro average, in which undefined counts as 0.

    Raises:
        GateError: a system has less.
    """
    for (name, least), system in product(gates.items(), scores.systems):
        value = scores.average(system, name) if isinstance(scores, MacroScores) else _value(scores, system, name)
        if value is None or 100 * value < least:
            reached = "undefined" if value is None else f"{100 * value:.2f}"
            raise GateError(f"{system}: {name} is {reached}, and --fail-under asks for {least:g}.")


def _value(scores: Scores, system: str, name: str) -> float | None:
    measure = next(measure for measure in scores.measures if measure.name == name)
    return scores.values(system, measure)[main_part(measure)]
