"""Names in place of pronouns: what they help to find, and what is wrong in them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.files import JsonObject
from anaphora.workbench.measures import Measure, matrix, ratio
from anaphora.workbench.results.family import Family, Pair, difference_columns
from anaphora.workbench.results.figures import Figure, difference_figures, figure
from anaphora.workbench.results.scores import AnyMeasure, Exchanged, Scores
from anaphora.workbench.results.table import Column, Table
from anaphora.workbench.results.vocabulary import counted, percent

Tally: TypeAlias = Counter[str]
"""The counts of one document in the texts of one system, by name; see the measures."""
AS_IT_IS, KEY = "as it is", "key"
"""The texts that nobody rewrites, and those that the key rewrites, beside the resolvers."""
THRESHOLDS = (0.0, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98)
"""The least probabilities that the curve has."""
HARMLESS = 0.02
"""Wrong namings that a default may make, as a share of the replacements by the key."""
_SOURCE = "This project: what an index of sentences finds by names, before and after"


def _share(name: str, part: str, whole: str) -> Measure[Sequence[Tally]]:
    """The measure that divides one count by another."""

    def count(tallies: Sequence[Tally]) -> Numbers:
        return matrix(*(np.array([float(tally[counted]) for tally in tallies]) for counted in (part, whole)))

    return Measure(name, count, ratio, _SOURCE, (name,), "items")


RECALL, PRECISION = _share("recall", "right", "relevant"), _share("precision", "right", "found")
WRONG, WRONG_OF_OWN = _share("wrong", "wrong", "possible"), _share("wrong_of_own", "wrong", "judged")
MEASURES = (RECALL, PRECISION, WRONG, WRONG_OF_OWN)
_SHOWN = {"recall": "recall", "precision": "precision", "wrong": "wrong", "wrong_of_own": "of own"}


@dataclass(frozen=True)
class HelpAndHarm:
    """Figures of the texts as they are, of each resolver from its `least` probability on, and of the key.

    `curve` has those of the resolvers at all thresholds, as systems called as `on_curve` says; `sums` is what was
    counted of each system.
    """

    scores: Scores
    curve: Scores
    sums: Mapping[str, Tally]
    least: Mapping[str, float]
    notes: tuple[str, ...] = ()

    @property
    def signature(self) -> str:
        """Everything that shaped the figures."""
        return self.scores.signature

    @property
    def sure(self) -> list[str]:
        """The resolvers that say how sure they are, so that they have a curve."""
        return [name for name in self.least if on_curve(name, THRESHOLDS[0]) in self.curve.systems]

    def tables(self, details: bool = True, **_: object) -> list[Table]:
        """The systems and their differences in recall and harm, with `details` in everything and at all thresholds."""
        curve = [self.curve_table()] if details and self.sure else []
        return [self.table(), *self.differences(details), *curve]

    def figures(self, **_: object) -> Iterator[Figure]:
        """The long table: each measure of the systems, and of the resolvers from each threshold on."""
        for system in self.scores.systems:
            yield figure("", system, "replaced", "value", self.sums[system]["replaced"])
        measured = [(system, self.scores) for system in self.scores.systems]
        measured += [(on_curve(name, least), self.curve) for name in self.sure for least in THRESHOLDS]
        for system, scores in measured:
            for measure in scores.measures:
                value = scores.values(system, measure)[measure.name]
                fraction = measure.fractions(scores.sums(system, measure))[measure.name]
                yield figure("", system, measure.name, "value", value, scores.interval(system, measure), fraction)
        for measure in self.scores.measures:
            for pair in self._pairs(measure):
                yield from difference_figures(pair, measure.name)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora evaluate rewriting --json`."""
        data: JsonObject = {
            "signature": self.signature,
            "documents": len(self.scores.documents),
            "notes": self.notes,
            "warnings": self.scores.warnings,
            "systems": {
                system: {
                    "least": self.least.get(system),
                    "replaced": self.sums[system]["replaced"],
                    **_measured(self.scores, system),
                }
                for system in self.scores.systems
            },
            "comparisons": [
                {**pair.record(), "measure": measure.name}
                for measure in self.scores.measures
                for pair in self._pairs(measure)
            ],
        }
        if self.sure:
            data["curve"] = [
                {"resolver": name, "least": least, **_measured(self.curve, on_curve(name, least))}
                for name in self.sure
                for least in THRESHOLDS
            ]
        return data

    def table(self) -> Table:
        """A row a system: from which probability on it replaces, how much, what is found and what is wrong."""
        figures = [column for measure in self.scores.measures for column in _columns(measure.name)]
        columns = (
            Column("system"), Column("least", "plain", heading="from"), Column("replaced", "count"), *figures,
        )  # fmt: skip
        rows = tuple(
            (system, self.least.get(system), self.sums[system]["replaced"], *_measured(self.scores, system).values())
            for system in self.scores.systems
        )
        ends = {number for number, system in enumerate(self.scores.systems) if system not in self.least}
        title = f"{self.scores.key}: {counted(len(self.scores.documents), 'document')}"
        notes = (*self.notes, *self._harmless())
        return Table(title, columns, rows, notes, frozenset(ends))

    def _harmless(self) -> Iterator[str]:
        for resolver in self.sure:
            if (least := self.harmless(resolver)) is not None:
                recall = percent(self.curve.values(on_curve(resolver, least), RECALL)["recall"])
                yield f"{resolver}: at most {HARMLESS:.0%} wrong from {least:g} on, with a recall of {recall}."

    def harmless(self, resolver: str) -> float | None:
        """Return the least threshold from which on a resolver's wrong namings are few enough at all; `None`: none."""
        least = None
        for threshold in reversed(THRESHOLDS):
            value = self.curve.values(on_curve(resolver, threshold), WRONG)["wrong"]
            if value is None or value > HARMLESS:
                break
            least = threshold
        return least

    @cached_property
    def _of_rewriters(self) -> Mapping[str, Family[Exchanged]]:
        return self.scores.compare(list(combinations(self.least, 2)))

    def _pairs(self, measure: AnyMeasure) -> Iterable[Pair[Exchanged]]:
        """The pairs of systems in a measure; in wrong namings only resolvers, since the other texts have none."""
        families = self._of_rewriters if measure in (WRONG, WRONG_OF_OWN) else self.scores.families
        return families.get(measure.name, ())

    def differences(self, details: bool = True) -> Iterator[Table]:
        """Compare the systems in recall and harm, with `details` in each measure."""
        for measure in self.scores.measures if details else (RECALL, WRONG):
            rows = tuple((*pair.cells(), measure.name) for pair in self._pairs(measure))
            if rows:
                columns = (*difference_columns(), Column("measure", detail=True))
                yield Table(f"Differences in {measure.name}", columns, rows)

    def curve_table(self) -> Table:
        """A row for each resolver and threshold."""
        figures = [column for measure in self.scores.measures for column in _columns(measure.name)]
        rows = tuple(
            (resolver, threshold, *_measured(self.curve, on_curve(resolver, threshold)).values())
            for resolver in self.sure
            for threshold in THRESHOLDS
        )
        columns = (Column("resolver"), Column("least", "plain", heading="from"), *figures)
        return Table("Over the least probability", columns, rows)

    def points(self, scores: Scores, systems: Iterable[str]) -> list[tuple[float, float]]:
        """Return the wrong namings and the recall of each system, in per cent."""
        pairs = ((scores.values(system, WRONG)["wrong"], scores.values(system, RECALL)["recall"]) for system in systems)
        return [(100 * (across or 0.0), 100 * (up or 0.0)) for across, up in pairs]


def on_curve(resolver: str, threshold: float) -> str:
    """Return the name on the curve of a resolver that replaces from a probability on."""
    return f"{resolver} from {threshold:g}"


def _columns(name: str) -> tuple[Column, Column]:
    lower = name not in ("recall", "precision")
    return (
        Column(name, "percent", _SHOWN[name], direction="lower" if lower else "higher"),
        Column(f"{name}_interval", "percent", "95%", detail=name in ("precision", "wrong_of_own"), ends=True),
    )


def _measured(scores: Scores, system: str) -> JsonObject:
    """The value of each measure of a system, and its interval."""
    by_name: JsonObject = {}
    for measure in scores.measures:
        by_name[measure.name] = scores.values(system, measure)[measure.name]
        by_name[f"{measure.name}_interval"] = scores.interval(system, measure)
    return by_name
