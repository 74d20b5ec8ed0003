"""Gates for continuous integration: scores that a system must reach."""

from collections.abc import Iterable

from anaphora.workbench.errors import GateError, OptionError, unknown_name
from anaphora.workbench.results.scores import Scores, main_part


def parse_gates(given: Iterable[str]) -> dict[str, float]:
    """The least value in percent by measure, from texts such as `conll=70`. Raises `OptionError` for others."""
    gates = {}
    for text in given:
        name, _, value = text.partition("=")
        try:
            gates[name.strip().lower()] = float(value)
        except ValueError:
            cure = "Write MEASURE=VALUE with a value in percent, such as conll=70."
            raise OptionError(f"--fail-under {text!r} is no gate. {cure}", code="bad-gate") from None
    return gates


def require_scored(scores: Scores, names: Iterable[str]) -> None:
    """Raise `UnknownNameError` for a measure that was not scored."""
    scored = [measure.name for measure in scores.measures]
    for name in names:
        if name not in scored:
            raise unknown_name("scored measure", name, scored)


def require_at_least(scores: Scores, name: str, least: float) -> None:
    """Require F1 (or the only value) of a measure from every system; undefined counts as missed.

    Raises:
        GateError: a system has less.
    """
    measures = {measure.name: measure for measure in scores.measures}
    for system in scores.systems:
        value = scores.values(system, measures[name])[main_part(measures[name])]
        if value is None or 100 * value < least:
            reached = "undefined" if value is None else f"{100 * value:.2f}"
            raise GateError(f"{system}: {name} is {reached}, and --fail-under asks for {least:g}.")
