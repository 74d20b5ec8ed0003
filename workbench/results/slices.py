"""Success rates on parts of the anaphors: by distance, number of candidates, pronoun and genre.

Each slice stands with what a random choice among the compatible candidates would have right, without which a falling
curve says little: with more candidates everybody does worse, chance most of all. The differences of all pairs of
resolvers within all slices of one kind are tested together, as one family.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.comparison import Comparison, Contingency, Tally
from anaphora.workbench.results.family import Family
from anaphora.workbench.results.figures import Figure, difference_figures, rate_figure
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Marked, Rate, clustered
from anaphora.workbench.statistics import ALPHA, MIN_DOCUMENTS
from anaphora.workbench.trace.document import DocumentTrace, KeyAnaphor

FEW = 30
"""Below so many anaphors a rate says little, and is shown so."""
_CANDIDATES = ((1, "1"), (3, "2–3"), (6, "4–6"), (10, "7–10"), (20, "11–20"))
_FARTHEST = 3


@dataclass(frozen=True, slots=True)
class Slice:
    """A group of anaphors: how many (`of`), the rate of each resolver, the share that a random choice would have."""

    name: str
    of: int
    rates: Mapping[str, Rate]
    chance: float
    tally: Tally = field(compare=False, repr=False)


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
    size = sum(map(len, rows))
    rates = {}
    for place, resolver in enumerate(comparison.resolvers):
        rates[resolver] = clustered(np.stack((tally.only[:, place, place], tally.total), axis=1))
    expected = 0.0
    for document, numbers in zip(comparison.documents, rows, strict=True):
        reachable, compatible = (document.column(column)[numbers] for column in ("reachable", "compatible"))
        expected += float((reachable / np.maximum(compatible, 1)).sum())
    return Slice(name, size, rates, expected / size, tally)


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
    """A comparison, its success rates in all slices by some of `BY`, and the differences of all pairs within each."""

    comparison: Comparison
    by: Sequence[str]

    @cached_property
    def _kinds(self) -> Mapping[str, list[tuple[Slice, Family[Contingency]]]]:
        pairs = list(combinations(self.comparison.resolvers, 2))
        kinds = {}
        for by in self.by:
            parts = slices(self.comparison, by)
            families = self.comparison.compare_within(pairs, [part.tally for part in parts])
            kinds[by] = list(zip(parts, families, strict=True))
        return kinds

    def tables(self, **wanted: Any) -> tuple[Table, ...]:
        """The tables of the comparison, and one of each kind of slices."""
        return (*self.comparison.tables(**wanted), *(self._table(by, parts) for by, parts in self._kinds.items()))

    def figures(self, *, listed: bool = False, **wanted: Any) -> Table:
        """The long table with slices as units behind all else; or all anaphors if `listed`."""
        whole = self.comparison.figures(listed=listed, **wanted)
        return whole if listed else replace(whole, rows=(*whole.rows, *map(tuple, self._figures())))

    def _figures(self) -> Iterator[Figure]:
        for by, parts in self._kinds.items():
            measure = f"success_rate_by_{by}"
            for part, family in parts:
                for name, rate in _best_first(part).items():
                    yield rate_figure(part.name, name, measure, rate)
                for pair in family:
                    yield from difference_figures(pair, measure, part.name)

    def _table(self, by: str, parts: Sequence[tuple[Slice, Family[Contingency]]]) -> Table:
        """A row a slice and resolver; marked: significantly worse than the best of the slice."""
        rows: list[tuple[Cell, ...]] = []
        begins = set()
        for part, family in parts:
            begins.add(len(rows))
            rates = _best_first(part)
            worse = family.beaten().get(next(iter(rates), ""), ())
            for name, rate in rates.items():
                shown: Cell = Marked(rate, "*") if name in worse else rate
                rows.append((part.name, part.of, part.chance, name, shown, rate.interval))
        columns = (
            Column(by), Column("anaphors", "count"), Column("chance", "percent"), Column("resolver"),
            Column("success_rate", "percent"), Column("success_rate_interval", "percent", "95% interval", ends=True),
        )  # fmt: skip
        tested = sum(len(family.tested) for _, family in parts)
        note = (
            f"*: significantly worse than the best of the slice (max-T test over all {tested:,} pairs, p < {ALPHA}). "
            f"Slices of fewer than {MIN_DOCUMENTS} documents are not tested, and their intervals are rough."
        )
        title = f"{self.comparison.corpus}: success rate by {by}"
        return Table(title, columns, tuple(rows), (note,), groups=frozenset(begins - {0}))

    def as_json(self, **wanted: Any) -> JsonObject:
        """The comparison, and of each kind by slice the rates of the resolvers, and each pair with its tests."""
        sliced = {
            by: {
                part.name: {
                    "anaphors": part.of,
                    "chance": part.chance,
                    "resolvers": _best_first(part),
                    "comparisons": [pair.record() for pair in family],
                }
                for part, family in parts
            }
            for by, parts in self._kinds.items()
        }
        return self.comparison.as_json(**wanted) | ({"slices": sliced} if sliced else {})


def _best_first(part: Slice) -> dict[str, Rate]:
    return dict(sorted(part.rates.items(), key=lambda entry: -entry[1].right))
