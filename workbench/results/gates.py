"""Gates for continuous integration: scores that a system must reach, and a baseline that it may not fall behind."""

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite, nan
from typing import NamedTuple

from anaphora.workbench.errors import GateError, OptionError, unknown_name
from anaphora.workbench.results.family import MainValues, Regressions


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


def require_scored(values: MainValues, names: Iterable[str]) -> None:
    """Raise `UnknownNameError` for a measure that was not scored."""
    for name in names:
        if name not in values:
            raise unknown_name("scored measure", name, values)


class Gate(NamedTuple):
    """A condition that all systems were held to, and in words who did not meet it."""

    text: str
    missed: bool


def at_least(values: MainValues, gates: Mapping[str, float]) -> Iterator[Gate]:
    """Require the main values of measures from every system, in percent; undefined counts as missed."""
    for name, least in gates.items():
        low = [
            f"{system}: {name} is {'undefined' if value is None else f'{100 * value:.2f}'}"
            for system, value in values[name].items()
            if value is None or 100 * value < least
        ]
        outcome = f"missed. {'; '.join(low)}." if low else "reached by all."
        yield Gate(f"--fail-under {name}={least:g} is {outcome}", bool(low))


def no_worse(held: Regressions) -> Gate:
    """Require that no system is significantly worse than the baseline."""
    worse = [f"{pair.first} by {-pair.points:.2f} points (adjusted p {pair.p_adjusted:.2g})" for pair in held.worse]
    outcome = held.warning or "No system is significantly worse."
    if worse:
        outcome = f"Significantly worse: {', '.join(worse)}."
    return Gate(f"--no-worse-than {held.baseline}, in {held.measure}: {outcome}", bool(worse))


def require(gates: Iterable[Gate]) -> None:
    """Raise `GateError` if a gate is missed; it names all that are."""
    if missed := [gate.text for gate in gates if gate.missed]:
        raise GateError(" ".join(missed))
