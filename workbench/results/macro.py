"""The result of scoring systems on many datasets, and what follows for all of them together."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.family import Detail, Family, MainValues, Pair, Regressions, difference_columns, marked
from anaphora.workbench.results.figures import Figure, difference_figures, figure
from anaphora.workbench.results.headline import Headline, spelled
from anaphora.workbench.results.scores import Exchanged
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import AppliedPreset, Interval, Marked
from anaphora.workbench.results.vocabulary import counted, letter
from anaphora.workbench.statistics import ALPHA, LEVEL, MIN_DOCUMENTS
from anaphora.workbench.statistics.resampling import macro_intervals, macro_samples, shares
from anaphora.workbench.statistics.significance import (
    Combination,
    detectable_by,
    identified,
    max_t,
    one_sided,
    replicated,
)

_ROUNDING = 1e-9  # of sums of shares
_FEW_MEASURES = 3  # besides the first, which a terminal has room for


@dataclass(frozen=True, slots=True)
class DatasetScores:
    """One dataset: the main value of each measure by system, the tests of pairs in the primary measure.

    `missing` are the systems without a response, whose values are `None`. `samples` has the primary measure over
    bootstrap samples of documents, resamples x systems; `figures` are the JSON of `anaphora score` on this dataset.
    """

    name: str
    documents: int
    values: Mapping[str, tuple[float | None, ...]]
    pairs: Family[Exchanged]
    samples: Numbers | None
    figures: JsonObject
    missing: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Replicated:
    """The datasets on which one system is better than another: at least how many, and by name those identified.

    `wins` counts the datasets that both answered where its value is higher. `bonferroni` and `fisher` are the numbers
    of Dror et al. 2017 at half of `ALPHA`, since both directions of a pair are tested.
    """

    wins: int
    bonferroni: int
    fisher: int
    datasets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replication:
    """The datasets on which a difference is found: `forward` says where the first is better, `backward` the second."""

    forward: Replicated
    backward: Replicated

    def turned(self) -> "Replication":
        """The same, second less first."""
        return Replication(self.backward, self.forward)


@dataclass(frozen=True)
class MacroScores:
    """Systems on datasets. `measures` has the main part of each measure, `primary` is the one that is compared.

    `bounds` are the least and the greatest value that the primary measure can have. Where a system has no response, or
    its value is undefined, it counts as 0 in the macro average.
    """

    place: str
    signature: str
    systems: tuple[str, ...]
    measures: Mapping[str, str]
    primary: str
    datasets: tuple[DatasetScores, ...]
    warnings: tuple[str, ...]
    resamples: int
    seed: int
    preset: AppliedPreset | None = None
    bounds: tuple[float, float] = (0.0, 1.0)

    def of(self, measure: str) -> Numbers:
        """The values of a measure: datasets x systems."""
        rows = [[value or 0.0 for value in dataset.values[measure]] for dataset in self.datasets]
        return np.array(rows, dtype=np.float64)

    @cached_property
    def _samples(self) -> Numbers | None:
        """The primary macro average over the hierarchical bootstrap: resamples x systems."""
        parts = [dataset.samples for dataset in self.datasets if dataset.samples is not None]
        return macro_samples(parts, self.resamples, self.seed) if parts and len(self.datasets) > 1 else None

    @cached_property
    def intervals(self) -> tuple[Interval | None, ...]:
        """The 95% interval of each system's macro average in the primary measure, within its bounds."""
        return _intervals(self.of(self.primary), self._samples, *self.bounds)

    @cached_property
    def ranks(self) -> Numbers | None:
        """The probability of each rank by macro average for each system: systems x ranks."""
        return None if self._samples is None else shares(self._samples)

    @cached_property
    def pairs(self) -> Family[Replication]:
        """All pairs of systems; in the macro average they are one family, tested over datasets."""
        places = list(combinations(range(len(self.systems)), 2))
        if not self.resamples or not places:
            return Family()

        replicated = self._replicated
        pairs = self._tested(places, lambda left, right: Replication(replicated(left, right), replicated(right, left)))
        return Family(tuple(pairs))

    @property
    def main_values(self) -> MainValues:
        """The macro average by measure and system, in which undefined counts as 0."""
        return {name: {system: self.average(system, name) for system in self.systems} for name in self.measures}

    def against(self, baseline: str) -> Regressions:
        """Hold all other systems against one of them; raises `UnknownNameError` if it is none."""
        if baseline not in self.systems:
            raise unknown_name("system", baseline, self.systems)
        base = self.systems.index(baseline)
        values = self.of(self.primary)

        def exchanged(first: int, second: int) -> Exchanged:
            apart = values[:, first] - values[:, second]
            error = float(apart.std(ddof=1)) / sqrt(len(apart)) if len(apart) > 1 else 0.0
            return Exchanged(exact=False, detectable=detectable_by(error) if error else None)

        places = [(system, base) for system in range(len(self.systems)) if system != base]
        pairs = tuple(self._tested(places, exchanged)) if places else ()
        return Regressions(baseline, self.primary, pairs, len(self.datasets), "dataset")

    def corrected(self, pair: Pair[Any]) -> Interval | None:
        """The interval of a difference that is corrected for all pairs as its adjusted p is."""
        place = self.systems.index(pair.first), self.systems.index(pair.second)
        return self._intervals_of_differences([place], pair.corrected_level)[0]

    def headline(self) -> Headline:
        """The macro averages of all systems in the primary measure, for a sentence."""
        name = spelled(self.primary, self.measures[self.primary])
        return Headline(
            corpus=self.place,
            units=len(self.datasets),
            unit="dataset",
            measure=f"macro average of {name}",
            predicate=f"reached a macro average of {{}} in {name}",
            values={system: (self.average(system), self.interval(system)) for system in self.systems},
            pair=self.pairs.pair,
            compared=len(self.pairs),
            corrected=self.corrected,
        )

    def _intervals_of_differences(
        self, places: list[tuple[int, int]], level: float = LEVEL
    ) -> tuple[Interval | None, ...]:
        samples = None if self._samples is None else _differences(self._samples, places)
        most = self.bounds[1] - self.bounds[0]
        return _intervals(_differences(self.of(self.primary), places), samples, -most, most, level)

    def _tested(self, places: list[tuple[int, int]], detail: Callable[[int, int], Detail]) -> Iterator[Pair[Detail]]:
        """Pairs of systems in the macro average, tested as one family over datasets."""
        values = self.of(self.primary)
        differences = _differences(values, places)
        tested = max_t(differences, self.seed, self.resamples) if len(values) > 1 else None
        bounds = self._intervals_of_differences(places)
        for number, (first, second) in enumerate(places):
            p, p_adjusted = (float(tested.p[number]), float(tested.p_adjusted[number])) if tested else (None, None)
            names = (self.systems[first], self.systems[second])
            difference = float(differences[:, number].mean())
            more = detail(first, second)
            yield Pair(*names, difference, bounds[number], p, p_adjusted, more, self.primary, "macro average")

    def _replicated(self, better: int, worse: int) -> Replicated:
        """Count how often the first system is better, from the tests on each dataset."""
        names = self.systems[better], self.systems[worse]
        tested = [dataset.pairs.pair(*names) for dataset in self.datasets]
        results = [(pair.difference or 0.0, pair.p) if pair else (0.0, None) for pair in tested]
        p = [1.0 if p is None else one_sided(difference, p) for difference, p in results]  # untested: no evidence
        answered = np.array([dataset.missing.isdisjoint(names) for dataset in self.datasets])
        values = self.of(self.primary)
        return Replicated(
            wins=int(np.count_nonzero(answered & (values[:, better] > values[:, worse]))),
            bonferroni=replicated(p, ALPHA / 2, "bonferroni"),
            fisher=replicated(p, ALPHA / 2, "fisher"),
            datasets=tuple(self.datasets[number].name for number in identified(p, ALPHA / 2)),
        )

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The systems, best macro average first."""
        averages = dict(zip(self.systems, self.of(self.primary).mean(axis=0), strict=True))
        return tuple(sorted(self.systems, key=lambda system: -averages[system]))

    def average(self, system: str, measure: str = "") -> float:
        """The macro average of a system in a measure, the primary one by default."""
        return float(self.of(measure or self.primary)[:, self.systems.index(system)].mean())

    def interval(self, system: str) -> Interval | None:
        """The 95% interval of a system's macro average in the primary measure."""
        return self.intervals[self.systems.index(system)]

    def probabilities(self, system: str) -> tuple[float, ...] | None:
        """Return the probability of each rank for a system, the first rank first."""
        return None if self.ranks is None else tuple(map(float, self.ranks[self.systems.index(system)]))

    def likely_ranks(self, system: str) -> tuple[int, int] | None:
        """The first and the last rank of a system when 2.5% of the samples are left out at both ends."""
        probabilities = self.probabilities(system)
        if probabilities is None:
            return None
        first, last = np.searchsorted(np.cumsum(probabilities), (0.025 + _ROUNDING, 0.975 - _ROUNDING))
        return int(first) + 1, int(last) + 1

    def by_dataset(self) -> dict[str, float]:
        """The mean value of the systems that answered each dataset, in the primary measure."""
        values = zip(self.datasets, self.of(self.primary), strict=True)
        return {dataset.name: float(row.sum()) / (len(row) - len(dataset.missing)) for dataset, row in values}

    def unbeaten(self, system: str) -> int:
        """Count the datasets on which no other system has a higher value in the primary measure."""
        values = self.of(self.primary)
        return int(np.count_nonzero(values[:, self.systems.index(system)] >= values.max(axis=1)))

    def missing(self, system: str) -> list[str]:
        """The datasets to which a system has no response."""
        return [dataset.name for dataset in self.datasets if system in dataset.missing]

    def undefined(self, measure: str) -> list[str]:
        """The datasets on which no system has a value in the measure, such as those without zeros in that of zeros."""
        return [dataset.name for dataset in self.datasets if {*dataset.values[measure]} == {None}]

    def tables(self, **_: object) -> tuple[Table, ...]:
        """The ranking, the values by dataset, how probable the ranks are, the differences, and who wins how often."""
        shown = [ranking_table(self), datasets_table(self)]
        if self.ranks is not None and len(self.systems) > 1:
            shown.append(ranks_table(self))
        if self.pairs:
            shown += [pairs_table(self), wins_table(self)]
        return tuple(shown)

    def figures(self, **_: object) -> Iterator[Figure]:
        """The long table: macro averages, differences and probable ranks, and each measure on each dataset."""
        for system in self.systems:
            for measure, part in self.measures.items():
                ends = self.interval(system) if measure == self.primary else None
                yield figure("", system, measure, part, self.average(system, measure), ends)
            for rank, probability in enumerate(self.probabilities(system) or (), start=1):
                yield figure("", system, "rank_probability", str(rank), probability)
        for pair in self.pairs:
            yield from difference_figures(pair, self.primary)
            both = f"{pair.first} - {pair.second}"
            for side, counts in (("first_better", pair.detail.forward), ("second_better", pair.detail.backward)):
                for name in ("wins", "bonferroni", "fisher"):
                    yield figure("", both, side, name, getattr(counts, name))
        for dataset in self.datasets:
            for measure, values in dataset.values.items():
                for system, value in zip(self.systems, values, strict=True):
                    if system not in dataset.missing:
                        yield figure(dataset.name, system, measure, self.measures[measure], value)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora score --datasets --json`."""
        data: JsonObject = {
            "signature": self.signature,
            "measure": self.primary,
            "systems": self.systems,
            "warnings": self.warnings,
            "macro": {system: self._system_json(system) for system in self.ranking},
            "comparisons": [
                {
                    **pair.record(),
                    "first_better": asdict(pair.detail.forward),
                    "second_better": asdict(pair.detail.backward),
                }
                for pair in self.pairs
            ],
            "datasets": {dataset.name: dataset.figures for dataset in self.datasets},
        }
        return data | {"preset": self.preset._asdict()} if self.preset else data

    def _system_json(self, system: str) -> JsonObject:
        return {
            "value": self.average(system),
            "interval": self.interval(system),
            "ranks": self.probabilities(system),
            "measures": {measure: self.average(system, measure) for measure in self.measures},
            "missing": self.missing(system),
        }


def _intervals(
    values: Numbers, samples: Numbers | None, least: float, most: float, level: float = LEVEL
) -> tuple[Interval | None, ...]:
    intervals = None if samples is None else macro_intervals(values, samples, level)
    if intervals is None:
        return tuple(None for _ in values.T)
    return tuple(Interval(float(low), float(high)).within(least, most) for low, high in intervals.T)


def _differences(values: Numbers, places: list[tuple[int, int]]) -> Numbers:
    """The differences of pairs of systems, which are columns."""
    return np.stack([values[:, first] - values[:, second] for first, second in places], axis=1)


def measured(macro: MacroScores) -> str:
    """The measure that is compared, in words."""
    part = macro.measures[macro.primary]
    return f"{macro.primary} F1" if part == "f1" else macro.primary


def ranking_table(macro: MacroScores) -> Table:
    """A row a system: macro average and interval, the ranks that it may have, macro averages of all other measures."""
    others = [measure for measure in macro.measures if measure != macro.primary]
    many = macro.preset is None and len(others) > _FEW_MEASURES
    missing = any(dataset.missing for dataset in macro.datasets)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            system, macro.average(system), macro.interval(system),
            (ranks := macro.likely_ranks(system)) and "–".join(map(str, sorted({*ranks}))),
            *([len(macro.datasets) - len(macro.missing(system))] if missing else []),
            *(macro.average(system, measure) for measure in others),
        )
        for system in macro.ranking
    )  # fmt: skip
    columns = (
        Column("system"), Column("macro_average", "percent", direction="higher"),
        Column("interval", "percent", "95% interval", ends=True), Column("ranks"),
        *([Column("answered", "count", "datasets answered")] if missing else []),
        *(Column(measure, "percent", direction="higher", detail=many) for measure in others),
    )  # fmt: skip
    notes = [] if macro.ranks is None else [
        "Hierarchical bootstrap: datasets, then their documents. ranks: those that a system has in 95% of the samples."
    ]  # fmt: skip
    if missing:
        notes.append("A dataset that a system has not answered counts as 0 in its macro average.")
    number = counted(len(macro.datasets), "dataset")
    notes += [
        f"{measure}: {len(undefined)} of {number} have nothing to measure, and count as 0."
        for measure in macro.measures
        if (undefined := macro.undefined(measure))
    ]
    if macro.preset:
        notes.append(macro.preset.note)
    title = f"Macro average of {measured(macro)}"
    return Table(title, columns, rows, tuple(notes), label="ranking")


def extremes(macro: MacroScores) -> tuple[float, float]:
    """The lowest and the highest value of a system, on a dataset or on average, where a missing dataset counts as 0."""
    values = [value for dataset in macro.datasets for value in dataset.values[macro.primary] if value is not None]
    values += [macro.average(system) for system in macro.systems]
    return min(values), max(values)


def datasets_table(macro: MacroScores) -> Table:
    """A row a dataset and a column a system, with the letters of those that are significantly worse."""

    def row(values: Sequence[float | None], pairs: Family[Exchanged] | Family[Replication]) -> list[Marked]:
        named = dict(zip(macro.systems, values, strict=True))
        return marked({system: named[system] for system in macro.ranking}, pairs.beaten())

    rows: list[tuple[Cell, ...]] = [
        (dataset.name, dataset.documents, *row(dataset.values[macro.primary], dataset.pairs))
        for dataset in macro.datasets
    ]
    documents = sum(dataset.documents for dataset in macro.datasets)
    averages = row(macro.of(macro.primary).mean(axis=0).tolist(), macro.pairs)
    average: tuple[Cell, ...] = ("macro average", documents, *averages)
    systems = (
        Column(name, "percent", f"{letter(rank)} {name}" if macro.pairs else name, direction="higher")
        for rank, name in enumerate(macro.ranking)
    )
    return Table(
        f"{measured(macro)} by dataset ({counted(len(macro.datasets), 'dataset')})",
        (Column("dataset"), Column("documents", "count", detail=True), *systems),
        (*rows, average),
        tuple(_notes(macro)),
        best_of="row",
        groups=frozenset({len(rows)}),
        label="datasets",
    )


def _notes(macro: MacroScores) -> Iterable[str]:
    if any(dataset.missing for dataset in macro.datasets):
        yield "–: no response; it counts as 0 in the macro average, and there is no test."
    if macro.pairs:
        test = f"step-down max-T, adjusted p < {ALPHA}; over documents in a dataset, over datasets for the average"
        yield f"Letters: significantly better than these ({test})."
        if len(macro.datasets) < MIN_DOCUMENTS:
            few = counted(len(macro.datasets), "dataset")
            yield f"With {few} no difference of macro averages can be significant."


def ranks_table(macro: MacroScores) -> Table:
    """Tabulate how probable each rank is for each system."""
    numbers = range(1, len(macro.systems) + 1)
    columns = (Column("system"), *(Column(f"rank_{number}", "percent", f"{number}") for number in numbers))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (system, *(macro.probabilities(system) or ())) for system in macro.ranking
    )
    return Table("How probable each rank is (%)", columns, rows, label="ranks")


def pairs_table(macro: MacroScores) -> Table:
    """A row a pair of systems: the difference of macro averages, and on how many datasets it is found."""
    rows = []
    for pair in sorted((pair.best_first() for pair in macro.pairs), key=lambda pair: -pair.points):
        forward, backward = pair.detail.forward, pair.detail.backward
        figures = (forward.wins, forward.bonferroni, forward.fisher, backward.wins, backward.bonferroni)
        rows.append((*pair.cells(), *figures))
    columns = (
        *difference_columns(unit="points", names=("better", "other")), Column("wins", "count"),
        Column("replicated_bonferroni", "count", "at least"),
        Column("replicated_fisher", "count", "at least (Fisher)"), Column("losses", "count"),
        Column("reversed_bonferroni", "count", "reversed at least"),
    )  # fmt: skip
    note = (
        f"wins, losses: on so many of {len(macro.datasets)} datasets the better system has the higher or the lower "
        "value. at least: on so many it is better by the partial conjunction test of Dror et al. 2017, with "
        "Bonferroni's or Fisher's combination (Fisher's takes datasets as independent); reversed: the other is. "
        f"Each pair is tested alone, at {ALPHA / 2} in each direction."
    )
    return Table("Differences between systems", columns, tuple(rows), (note,), label="differences")


def wins_table(macro: MacroScores) -> Table:
    """Tabulate on how many datasets the system of the row has a higher value than that of the column."""
    title = f"Wins, of {counted(len(macro.datasets), 'dataset')}"
    return _matrix(macro, Table(title, (Column("wins_of"),), (), label="wins"), "over", lambda pair: pair.wins)


def replicated_table(macro: MacroScores, combination: Combination) -> Table:
    """Tabulate on how many datasets at least the system of the row is better (partial conjunction)."""
    title = f"Datasets on which one system is better, at least ({combination.capitalize()})"
    table = Table(title, (Column("better"),), (), label=f"replicated-{combination}")
    return _matrix(macro, table, "than", lambda pair: pair.fisher if combination == "fisher" else pair.bonferroni)


def _matrix(macro: MacroScores, empty: Table, word: str, figure: Callable[[Replicated], int]) -> Table:
    pairs = {(pair.first, pair.second): pair.detail.forward for pair in macro.pairs}
    pairs |= {(pair.second, pair.first): pair.detail.backward for pair in macro.pairs}
    rows = tuple(
        (row, *(figure(pairs[row, column]) if row != column else None for column in macro.ranking))
        for row in macro.ranking
    )
    columns = (Column(name, "count", f"{word} {name}") for name in macro.ranking)
    return replace(empty, columns=(*empty.columns, *columns), rows=rows)


def differences_table(macro: MacroScores, systems: Collection[str] = ()) -> Table:
    """A row a dataset and a pair of systems (of these, or all), the better one on average first."""
    places = {system: rank for rank, system in enumerate(macro.ranking)}
    rows = []
    for dataset in macro.datasets:
        turned = (pair if places[pair.first] < places[pair.second] else pair.turned() for pair in dataset.pairs)
        rows += [
            (dataset.name, *pair.cells())
            for pair in sorted(turned, key=lambda pair: (places[pair.first], places[pair.second]))
            if not systems or {pair.first, pair.second} <= {*systems}
        ]
    columns = (Column("dataset"), *difference_columns(unit="points"))
    note = "First less second. Adjusted p: for all pairs of a dataset (step-down max-T over its documents)."
    return Table("Differences by dataset", columns, tuple(rows), (note,), label="differences-by-dataset")
