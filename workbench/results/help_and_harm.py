"""Names in place of pronouns: what they help to find, and what is wrong in them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.measures import Measure, matrix, ratio
from anaphora.workbench.results.family import difference_columns
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.table import Cell, Column, Table, record
from anaphora.workbench.results.vocabulary import counted, percent

Tally: TypeAlias = Counter[str]
"""The counts of one document in the texts of one system, by name; see the measures."""


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

    def tables(self, details: bool = True) -> list[Table]:
        """The systems and their differences in recall and harm, with `details` in everything and at all thresholds."""
        curve = [replace(self.curve_table(), printed=details)] if self.sure else []
        return [self.table(), *self.differences(details), *curve, record({
            "signature": self.signature, "documents": len(self.scores.documents), "notes": self.notes,
            "warnings": self.scores.warnings,
        })]  # fmt: skip

    def table(self) -> Table:
        """A row a system: from which probability on it replaces, how much, what is found and what is wrong."""
        figures = [column for measure in self.scores.measures for column in _columns(measure.name)]
        columns = (
            Column("system"), Column("least", "plain", heading="from"), Column("replaced", "count"), *figures,
        )  # fmt: skip
        rows = tuple(
            (system, self.least.get(system), self.sums[system]["replaced"], *_cells(self.scores, system))
            for system in self.scores.systems
        )
        ends = {number for number, system in enumerate(self.scores.systems) if system not in self.least}
        title = f"{self.scores.key}: {counted(len(self.scores.documents), 'document')}"
        notes = (*self.notes, *self._harmless())
        return Table(title, columns, rows, notes, frozenset(ends), path="systems.{system}")

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

    def differences(self, details: bool = True) -> Iterator[Table]:
        """Compare the systems in each measure; in wrong namings only resolvers, since the other texts have none."""
        rewriters = self.scores.compare(list(combinations(self.least, 2)))
        for measure in self.scores.measures:
            families = rewriters if measure in (WRONG, WRONG_OF_OWN) else self.scores.families
            rows = tuple((*pair.cells(), measure.name) for pair in families.get(measure.name, ()))
            shown = bool(rows) and (details or measure in (RECALL, WRONG))
            columns = (*difference_columns(), Column("measure", detail=True))
            yield Table(f"Differences in {measure.name}", columns, rows, path="comparisons[]", printed=shown)

    def curve_table(self) -> Table:
        """A row for each resolver and threshold."""
        figures = [column for measure in self.scores.measures for column in _columns(measure.name)]
        rows = tuple(
            (resolver, threshold, *_cells(self.curve, on_curve(resolver, threshold)))
            for resolver in self.sure
            for threshold in THRESHOLDS
        )
        columns = (Column("resolver"), Column("least", "plain", heading="from"), *figures)
        return Table("Over the least probability", columns, rows, path="curve[]")

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
        Column(f"{name}_interval", "percent", "95%", detail=name in ("precision", "wrong_of_own")),
    )


def _cells(scores: Scores, system: str) -> Iterator[Cell]:
    for measure in scores.measures:
        yield scores.values(system, measure)[measure.name]
        yield scores.interval(system, measure)
