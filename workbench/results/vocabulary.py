"""The words that every renderer uses: stages, verdicts, numbers. Undefined is a dash, never a 0."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anaphora.workbench.files import read_toml
from anaphora.workbench.statistics import FEW_DOCUMENTS

if TYPE_CHECKING:
    from anaphora.workbench.document import Document, Span
    from anaphora.workbench.results.values import Interval
    from anaphora.workbench.trace.document import Outcome

DASH = "–"
_NEAR = 5  # words beside a mention

GLYPHS = {"right": "✓", "wrong": "✗", "no answer": "–"}

_UNPRINTABLE = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"


@cache
def wording() -> Mapping[str, Mapping[str, Any]]:
    """Words and units of what is counted, stages and cures."""
    return read_toml(Path(__file__).with_name("words.toml"))[1]


def stage(name: str) -> str:
    """The short name of a stage."""
    short: str = wording()["stages"][name][0]
    return short


def verdict(outcome: "Outcome") -> str:
    """Return `right`, `wrong` or `no answer`."""
    if outcome.stage == "right":
        return "right"
    return "no answer" if outcome.antecedent is None else "wrong"


def percent(value: float | None, digits: int = 1) -> str:
    """A fraction as a percentage, without the sign."""
    return DASH if value is None else f"{100 * value:.{digits}f}"


def share(count: int, of: int) -> str:
    """`count` as a percentage of `of` with the sign; a dash of nothing."""
    return f"{percent(count / of)}%" if of else DASH


def interval(bounds: "Interval | None") -> str:
    """An interval in per cent, without the sign."""
    return DASH if bounds is None else f"{100 * bounds.low:.1f}–{100 * bounds.high:.1f}"


def probability(value: float | None) -> str:
    """A p value as a cell of a table."""
    if value is None:
        return DASH
    return "< .001" if value < 0.001 else f"{value:.3f}".removeprefix("0")


def p_equals(value: float) -> str:
    """A p value in a sentence: `p = .012`, `p < .001`."""
    shown = probability(value)
    return f"p {shown}" if shown.startswith("<") else f"p = {shown}"


def counted(number: int, noun: str) -> str:
    """A number with its noun in the right number."""
    plural = f"{noun[:-1]}ies" if noun.endswith("ty") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def few_units(number: int, unit: str = "document") -> str:
    """Warn that intervals of so few documents (or other units) are rough; empty if there are enough."""
    return f"With {counted(number, unit)} intervals are rough, mostly too narrow." if number < FEW_DOCUMENTS else ""


def letter(number: int) -> str:
    """A short sign for the systems of a table: a to z, then a2 and so on."""
    cycle, rest = divmod(number, 26)
    return chr(ord("a") + rest) + (str(cycle + 1) if cycle else "")


def letters(numbers: Iterable[int]) -> str:
    """The signs of several systems; of three or more in a row the ends: `acd`, `a,c–f`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    shown = [f"{letter(run[0])}–{letter(run[-1])}" if len(run) > 2 else "".join(map(letter, run)) for run in runs]
    return ("," if any(len(run) > 2 for run in runs) else "").join(shown)


def clean(text: str) -> str:
    """Replace what no output may hold: what terminals obey or turns lines round, halves of surrogate pairs."""
    return text if text.isprintable() else re.sub(_UNPRINTABLE, "\N{REPLACEMENT CHARACTER}", text)


def short(text: str, limit: int = 90) -> str:
    """The text, cut at `limit` characters with an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def in_context(text: "Document", span: "Span") -> str:
    """A mention in brackets with a few words on either side."""
    parts = []
    for token in range(max(0, span.start - _NEAR), min(len(text.words), span.end + _NEAR)):
        opening = "[" if token == span.start else ""
        closing = "]" if token == span.end - 1 else ""
        parts.append(f"{opening}{text.words[token]}{closing}{text.spaces[token]}")
    return " ".join("".join(parts).split())


def distance(sentences: int) -> str:
    """Say how far back an antecedent is."""
    return "same sentence" if sentences <= 0 else f"{counted(sentences, 'sentence')} back"
