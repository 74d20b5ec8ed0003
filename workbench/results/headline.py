"""The main figure of each system, best first: as one sentence for a paper, and as a badge."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.family import Pair
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import counted, p_equals, percent
from anaphora.workbench.statistics import MIN_DOCUMENTS

_SPELLED = {"conll": "CoNLL", "b_cubed": "B-CUBED", "ceaf_e": "CEAF-e", "ceaf_m": "CEAF-m"}
_ACRONYMS = frozenset({"blanc", "gap", "lea", "muc"})


def spelled(measure: str, part: str = "") -> str:
    """Spell the name of a measure as papers do, with F1 where that is the part of it: `CoNLL F1`, `success rate`."""
    name = measure.upper() if measure in _ACRONYMS else _SPELLED.get(measure, measure.replace("_", " "))
    return f"{name} F1" if part == "f1" else name


def _joined(names: Sequence[str]) -> str:
    """Join names as a sentence lists them: `a`, `a and b`, `a, b and c`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _ends(interval: Interval) -> str:
    """The ends of an interval in percent or points, as a sentence has them: `53.1 to 62.4`."""
    return f"{100 * interval.low + 0.0:.1f} to {100 * interval.high + 0.0:.1f}"


class Headline(NamedTuple):
    """The `values` of all systems in one `measure` (in words) on a corpus of so many `units`, with their intervals.

    `predicate` says in the past tense what a system did, with `{}` for the value: "resolved {} of 694 anaphors".
    `pair` gives the difference of two systems, seen from the first, if they were compared; `corrected` its interval,
    corrected for all pairs, of which so many as `compared` were tested together.
    """

    corpus: str
    units: int
    unit: str
    measure: str
    predicate: str
    values: Mapping[str, tuple[float | None, Interval | None]]
    pair: Callable[[str, str], Pair[Any] | None]
    compared: int
    corrected: Callable[[Pair[Any]], Interval | None] = lambda _: None

    @property
    def ranking(self) -> list[str]:
        """The systems whose value is defined, best first."""
        rated = {name: value for name, (value, _) in self.values.items() if value is not None}
        return sorted(rated, key=lambda name: -rated[name])

    @property
    def leaders(self) -> list[str]:
        """Those that have the highest value."""
        return [name for name in self.ranking if self.values[name][0] == self.values[self.ranking[0]][0]]

    def sentence(self) -> str:
        """One sentence: the best of the systems, how far the next is behind, and what the test of that finds."""
        place = f"On {self.corpus} ({counted(self.units, self.unit)})"
        lacking = [name for name in self.values if name not in self.ranking]
        undefined = f"the {self.measure} of {_joined(lacking)} is undefined" if lacking else ""
        if not self.leaders:
            return f"{place}, {undefined or f'there is no {self.measure}'}."
        several = len(self.leaders) > 1
        value = f"{percent(self.values[self.leaders[0]][0])}%"
        text = f"{_joined(self.leaders)} {'each ' if several else ''}{self.predicate.format(value)}"
        bounds = [_ends(interval) for name in self.leaders if (interval := self.values[name][1])]
        if len(bounds) == len(self.leaders):
            text += f" (95% {'intervals' if several else 'interval'} {_joined(bounds)})"
        return f"{'; '.join([f'{place}, {text}{self._next()}', *filter(None, [undefined])])}."

    def _next(self) -> str:
        """Say how far the next system is behind, and whether that is significant; empty if there is none."""
        others = self.ranking[len(self.leaders) :]
        if not others:
            return ""
        first, second = self.leaders[0], others[0]
        pair = self.pair(first, second)
        next_best = f", the next best of {len(self.ranking)}" if len(self.ranking) > 2 else ""
        behind = (self.values[first][0] or 0.0) - (self.values[second][0] or 0.0)
        points = "less than 0.1 points" if behind < 0.0005 else f"{100 * behind:.1f} points"  # never 0.0
        text = f", {points} more than {second}{next_best}; the difference "
        if pair is None or pair.p_adjusted is None:
            few = f"cannot be tested with fewer than {MIN_DOCUMENTS} {self.unit}s"
            return text + (few if self.units < MIN_DOCUMENTS else "was not tested")
        return f"{text}is {self._significance(pair)}"

    def _significance(self, pair: Pair[Any]) -> str:
        """Say whether a tested difference is significant, with its interval and p, and what both are corrected for."""
        corrected = self.corrected(pair)
        figures = [f"95% interval {_ends(corrected)}"] if corrected else []
        figures.append(f"{p_equals(pair.p_adjusted or 0.0)}, paired permutation test over {self.unit}s")
        if self.compared > 1:
            both = "both " if corrected else ""
            figures.append(f"{both}corrected for {counted(self.compared, 'comparison')} by step-down max-T")
        return f"{'' if pair.is_significant() else 'not '}significant ({'; '.join(figures)})"

    def badge(self, passed: bool | None = None) -> JsonObject:
        """The best value as services such as shields.io read it; green or red where gates were `passed` or missed."""
        message, colour = "undefined", "lightgrey"
        if self.leaders:
            value, interval = self.values[self.leaders[0]]
            name = f"{_joined(self.leaders)}: " if len(self.values) > 1 else ""
            message, colour = f"{name}{percent(value)}%", "blue"
            if interval:
                message += f" ({percent(interval.low)}–{percent(interval.high)})"
        if passed is not None:
            colour = "brightgreen" if passed else "red"
        return {"schemaVersion": 1, "label": self.measure, "message": message, "color": colour}
