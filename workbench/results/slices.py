"""Success rates on parts of the anaphors: by distance, number of candidates, pronoun and genre.

Each slice stands with what a random choice among the compatible candidates would have right, without which a falling
curve says little: with more candidates everybody does worse, chance most of all. The differences of all pairs of
resolvers within all slices of one kind are tested together, as one family.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np

from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.comparison import Comparison, Contingency, Tally
from anaphora.workbench.results.family import Family
from anaphora.workbench.results.figures import Figure, figure, rate_figure
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Interval, Marked, Rate
from anaphora.workbench.statistics import ALPHA, MIN_DOCUMENTS
from anaphora.workbench.statistics.significance import interval
from anaphora.workbench.trace.document import DocumentTrace, KeyAnaphor

FEW = 30
"""Below so many anaphors a rate says little, and is shown so."""
_CANDIDATES = ((1, "1"), (3, "2–3"), (6, "4–6"), (10, "7–10"), (20, "11–20"))
_FARTHEST = 3


@dataclass(frozen=True, slots=True)
class Slice:
    """A group of anaphors: how many (`of`), how many each resolver has right, how many a random choice would have."""

    name: str
    of: int
    right: Mapping[str, int]
    expected: float
    tally: Tally | None = field(default=None, compare=False, repr=False)


def slices(comparison: Comparison, by: str) -> list[Slice]:
    """The slices by one of `BY`, in their natural order; pronouns and genres from the most frequent on."""
    groups: dict[str, list[list[int]]] = {}
    for place, document in enumerate(comparison.documents):
        for number, anaphor in enumerate(document.anaphors):
            rows = groups.setdefault(BY[by](document, anaphor), [[] for _ in comparison.documents])
            rows[place].append(number)
    parts = [_slice(comparison, name, rows) for name, rows in groups.items()]
    return sorted(parts, key=lambda part: (_rank(by, part.name), -part.of, part.name))


def _slice(comparison: Comparison, name: str, rows: Sequence[list[int]]) -> Slice:
    tally = comparison.tally(rows)
    right = np.diagonal(tally.only.sum(axis=0)).astype(int).tolist()
    expected = 0.0
    for document, numbers in zip(comparison.documents, rows, strict=True):
        reachable, compatible = (document.column(column)[numbers] for column in ("reachable", "compatible"))
        expected += float((reachable / np.maximum(compatible, 1)).sum())
    names = comparison.resolvers
    return Slice(name, sum(map(len, rows)), dict(zip(names, right, strict=True)), expected, tally)


def distance(_: DocumentTrace, anaphor: KeyAnaphor) -> str:
    """Sentences to the nearest acceptable antecedent."""
    sentences = max(0, anaphor.distance)
    return str(sentences) if sentences < _FARTHEST else f"{_FARTHEST}+"


def candidates(_: DocumentTrace, anaphor: KeyAnaphor) -> str:
    """Candidates that agreement leaves."""
    if not anaphor.compatible:
        return "0"
    return next((name for most, name in _CANDIDATES if anaphor.compatible <= most), "> 20")


def pronoun(_: DocumentTrace, anaphor: KeyAnaphor) -> str:
    """The form of the anaphor."""
    return anaphor.form


def genre(document: DocumentTrace, _: KeyAnaphor) -> str:
    """The genre of the text."""
    return document.genre or "–"


def _rank(by: str, name: str) -> int:
    if by == "distance":
        return int(name.rstrip("+"))
    order = ["0", *(entry for _, entry in _CANDIDATES), "> 20"]
    return order.index(name) if by == "candidates" else 0


BY: dict[str, Callable[[DocumentTrace, KeyAnaphor], str]] = {
    "distance": distance, "candidates": candidates, "pronoun": pronoun, "genre": genre,
}  # fmt: skip


@dataclass(frozen=True)
class Sliced:
    """The success rates of a comparison in all slices by one of `BY`, and the differences of all pairs within each."""

    comparison: Comparison
    by: str

    @cached_property
    def _parts(self) -> list[tuple[Slice, Tally, Family[Contingency]]]:
        """The slices with their counts and tests."""
        parts = slices(self.comparison, self.by)
        tallies = [part.tally for part in parts if part.tally]
        families = self.comparison.compare_within(list(combinations(self.comparison.resolvers, 2)), tallies)
        return list(zip(parts, tallies, families, strict=True))

    def _rates(self, part: Slice, tally: Tally) -> dict[str, Rate]:
        """The success rate of each resolver in a slice, the best first."""
        rates = {}
        for name in sorted(part.right, key=lambda name: -part.right[name]):
            place = self.comparison.resolvers.index(name)
            ends = interval(tally.only[:, place, place], tally.total)
            rates[name] = Rate(float(part.right[name]), part.of, part.right[name] / part.of, Interval.of(ends))
        return rates

    def figures(self) -> Iterator[Figure]:
        """The rows of the long table: slices are its units."""
        measure = f"success_rate_by_{self.by}"
        for part, tally, family in self._parts:
            for name, rate in self._rates(part, tally).items():
                yield rate_figure(part.name, name, measure, rate)
            for pair in family:
                both = f"{pair.first} - {pair.second}"
                yield figure(part.name, both, measure, "difference", pair.difference, pair.interval)
                yield figure(part.name, both, measure, "p", pair.p)
                yield figure(part.name, both, measure, "p_adjusted", pair.p_adjusted)

    def table(self) -> Table:
        """A row a slice and resolver; marked: significantly worse than the best of the slice."""
        rows: list[tuple[Cell, ...]] = []
        begins = set()
        for part, tally, family in self._parts:
            begins.add(len(rows))
            rates = self._rates(part, tally)
            worse = family.beaten().get(next(iter(rates), ""), ())
            for name, rate in rates.items():
                shown: Cell = Marked(rate, "*") if name in worse else rate
                rows.append((part.name, part.of, part.expected / part.of, name, shown, rate.interval))
        columns = (
            Column(self.by), Column("anaphors", "count"), Column("chance", "percent"), Column("resolver"),
            Column("success_rate", "percent"), Column("success_rate_interval", "percent", "95% interval", ends=True),
        )  # fmt: skip
        tested = sum(len(family.tested) for _, _, family in self._parts)
        note = (
            f"*: significantly worse than the best of the slice (max-T test over all {tested:,} pairs, p < {ALPHA}). "
            f"Slices of fewer than {MIN_DOCUMENTS} documents are not tested, and their intervals are rough."
        )
        title = f"{self.comparison.corpus}: success rate by {self.by}"
        return Table(title, columns, tuple(rows), (note,), groups=frozenset(begins - {0}))

    def as_json(self) -> JsonObject:
        """By slice the rates of the resolvers, and each pair with its tests."""
        return {
            part.name: {
                "anaphors": part.of,
                "chance": part.expected / part.of,
                "resolvers": self._rates(part, tally),
                "comparisons": [pair.record() for pair in family],
            }
            for part, tally, family in self._parts
        }
