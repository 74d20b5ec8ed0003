"""The result of scoring systems on many data sets, and what follows for all of them together."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.files.json import JsonObject
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import AppliedPreset, Interval, Marked, ScorePair, ends
from anaphora.workbench.results.vocabulary import counted, letter, letters
from anaphora.workbench.statistics.defaults import ALPHA, MIN_DOCUMENTS
from anaphora.workbench.statistics.hierarchical import macro_intervals, macro_samples
from anaphora.workbench.statistics.randomisation import max_t
from anaphora.workbench.statistics.ranking import shares
from anaphora.workbench.statistics.replicability import identified, one_sided, replicated

_MOST_COLUMNS = 12  # systems of which each has a column in the table of ranks


@dataclass(frozen=True, slots=True)
class DatasetScores:
    """One data set: the main value of each measure by system, the tests of pairs in the primary measure.

    `samples` has the primary measure over bootstrap samples of documents, resamples x systems; `figures` are the JSON
    of `anaphora score` on this data set alone.
    """

    name: str
    documents: int
    values: Mapping[str, tuple[float | None, ...]]
    pairs: tuple[ScorePair, ...]
    samples: Numbers | None
    figures: JsonObject


@dataclass(frozen=True, slots=True)
class Replicated:
    """On how many data sets one system is better than another: at least so many, and by name those identified.

    `wins` counts the data sets where its value is higher. `bonferroni` and `fisher` are the numbers of Dror et al. 2017
    at half of `ALPHA`, since both directions of a pair are tested.
    """

    wins: int
    bonferroni: int
    fisher: int
    datasets: tuple[str, ...]

    def as_json(self) -> JsonObject:
        """The figures by name."""
        return {
            "wins": self.wins, "bonferroni": self.bonferroni, "fisher": self.fisher, "datasets": list(self.datasets),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class MacroPair:
    """The difference of two systems in the macro average, first less second; `p` over data sets, if it was tested.

    `p_adjusted` is corrected for all pairs (step-down max-T). `forward` says where the first is better, `backward`
    where the second is.
    """

    first: str
    second: str
    difference: float
    interval: Interval | None
    p: float | None
    p_adjusted: float | None
    forward: Replicated
    backward: Replicated

    @property
    def is_significant(self) -> bool:
        """Whether the macro averages differ."""
        return self.p_adjusted is not None and self.p_adjusted < ALPHA and self.difference != 0

    def best_first(self) -> tuple[str, str, float, Interval | None, Replicated, Replicated]:
        """The better system, the other, and the figures as seen from the better one."""
        if self.difference >= 0:
            return self.first, self.second, self.difference, self.interval, self.forward, self.backward
        turned = self.interval and self.interval.turned()
        return self.second, self.first, -self.difference, turned, self.backward, self.forward

    def as_json(self) -> JsonObject:
        """The shape of "comparisons" over data sets."""
        return {
            "first": self.first, "second": self.second, "difference": self.difference, "interval": ends(self.interval),
            "p": self.p, "p_adjusted": self.p_adjusted,
            "first_better": self.forward.as_json(), "second_better": self.backward.as_json(),
        }  # fmt: skip


@dataclass(frozen=True)
class MacroScores:
    """Systems on data sets. `measures` has the main part of each measure, `primary` is the one that is compared.

    Where a value is undefined on a data set it counts as 0 in the macro average.
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

    def of(self, measure: str) -> Numbers:
        """The values of a measure: data sets x systems."""
        rows = [[value or 0.0 for value in dataset.values[measure]] for dataset in self.datasets]
        return np.array(rows, dtype=np.float64)

    @cached_property
    def _samples(self) -> Numbers | None:
        """The primary macro average over the hierarchical bootstrap: resamples x systems."""
        parts = [dataset.samples for dataset in self.datasets if dataset.samples is not None]
        return macro_samples(parts, self.resamples, self.seed) if parts and len(self.datasets) > 1 else None

    @cached_property
    def intervals(self) -> tuple[Interval | None, ...]:
        """The 95% interval of each system's macro average in the primary measure, within what shares can be."""
        values = self.of(self.primary)
        found = _intervals(values, self._samples)
        if values.min() < 0:  # no shares
            return found
        return tuple(one and Interval(max(0.0, one.low), min(1.0, one.high)) for one in found)

    @cached_property
    def ranks(self) -> Numbers | None:
        """How probable each rank by macro average is for each system: systems x ranks."""
        return None if self._samples is None else shares(self._samples)

    @cached_property
    def pairs(self) -> tuple[MacroPair, ...]:
        """All pairs of systems; in the macro average they are one family."""
        places = list(combinations(range(len(self.systems)), 2))
        if not self.resamples or not places:
            return ()
        values = self.of(self.primary)
        differences = np.stack([values[:, first] - values[:, second] for first, second in places], axis=1)
        tested = max_t(differences, self.seed, self.resamples) if len(values) > 1 else None
        found = None if self._samples is None else _differences(self._samples, places)
        intervals = _intervals(differences, found)
        return tuple(
            MacroPair(
                first=self.systems[first],
                second=self.systems[second],
                difference=float(differences[:, number].mean()),
                interval=intervals[number],
                p=float(tested.p[number]) if tested else None,
                p_adjusted=float(tested.p_adjusted[number]) if tested else None,
                forward=self._replicated(first, second),
                backward=self._replicated(second, first),
            )
            for number, (first, second) in enumerate(places)
        )

    def _replicated(self, better: int, worse: int) -> Replicated:
        """How often the first system is better, from the tests on each data set."""
        names = {self.systems[better], self.systems[worse]}
        p = []
        for dataset in self.datasets:
            pair = next((pair for pair in dataset.pairs if {pair.first, pair.second} == names), None)
            turned = pair.turned() if pair and pair.first != self.systems[better] else pair
            p.append(one_sided(turned.difference, turned.p) if turned else 1.0)  # one document: there is no test
        values = self.of(self.primary)
        return Replicated(
            wins=int(np.count_nonzero(values[:, better] > values[:, worse])),
            bonferroni=replicated(p, ALPHA / 2, "bonferroni"),
            fisher=replicated(p, ALPHA / 2, "fisher"),
            datasets=tuple(self.datasets[place].name for place in identified(p, ALPHA / 2)),
        )

    def as_json(self) -> JsonObject:
        """The shape of `anaphora score --datasets --json`: "datasets" has for each that of `anaphora score`."""
        return {
            "signature": self.signature,
            "measure": self.primary,
            "systems": list(self.systems),
            "macro": {system: self._macro_json(number) for number, system in enumerate(self.systems)},
            "comparisons": [pair.as_json() for pair in self.pairs],
            "datasets": {dataset.name: dataset.figures for dataset in self.datasets},
            "warnings": list(self.warnings),
            **({"preset": self.preset.as_json()} if self.preset else {}),
        }

    def _macro_json(self, system: int) -> JsonObject:
        averages = {measure: float(self.of(measure)[:, system].mean()) for measure in self.measures}
        return {
            "value": averages[self.primary],
            "interval": ends(self.intervals[system]),
            "ranks": None if self.ranks is None else self.ranks[system].tolist(),
            "measures": averages,
        }

    def tables(self) -> tuple[Table, ...]:
        """The values by data set, the macro averages, the differences between systems, and who wins how often."""
        tables = [self.datasets_table(), self.macro_table()]
        return (*tables, self.pairs_table(), self.wins_table()) if self.pairs else tuple(tables)

    def _name(self) -> str:
        part = self.measures[self.primary]
        return f"{self.primary} F1" if part == "f1" else self.primary

    def datasets_table(self) -> Table:
        """A row a data set and a column a system, with the letters of those that are significantly worse."""
        rows: list[tuple[Cell, ...]] = []
        for dataset in self.datasets:
            worse: dict[str, list[int]] = {}
            for tested in dataset.pairs:
                if tested.is_significant(ALPHA):
                    worse.setdefault(tested.better, []).append(self.systems.index(tested.worse))
            rows.append((dataset.name, dataset.documents, *self._marked(dataset.values[self.primary], worse)))
        beaten: dict[str, list[int]] = {}
        for pair in self.pairs:
            if pair.is_significant:
                better, other, *_ = pair.best_first()
                beaten.setdefault(better, []).append(self.systems.index(other))
        averages = self.of(self.primary).mean(axis=0).tolist()
        macro = ("macro average", sum(dataset.documents for dataset in self.datasets), *self._marked(averages, beaten))
        headings = [f"{letter(place)} {name}" if self.pairs else name for place, name in enumerate(self.systems)]
        systems = (
            Column(name, "percent", heading, direction="higher")
            for name, heading in zip(self.systems, headings, strict=True)
        )
        columns = (Column("data_set"), Column("documents", "count", detail=True), *systems)
        title = f"{self._name()} by data set ({counted(len(self.datasets), 'data set')})"
        groups = frozenset({len(rows)})
        return Table(title, columns, (*rows, macro), self._notes(), best_of="row", groups=groups)

    def _marked(self, values: "list[float] | tuple[float | None, ...]", worse: Mapping[str, list[int]]) -> list[Cell]:
        return [
            Marked(value, letters(sorted(worse.get(system, ()))))
            for system, value in zip(self.systems, values, strict=True)
        ]

    def _notes(self) -> tuple[str, ...]:
        cited = (self.preset.note,) if self.preset else ()
        if not self.pairs:
            return cited
        test = f"step-down max-T, adjusted p < {ALPHA}; over documents in a data set, over data sets for the average"
        notes = [f"Letters: significantly better than these ({test})."]
        if len(self.datasets) < MIN_DOCUMENTS:
            few = counted(len(self.datasets), "data set")
            notes.append(f"With {few} no difference of macro averages can be significant.")
        return (*notes, *cited)

    def macro_table(self) -> Table:
        """A row a system, best first: macro average, interval, and how probable each rank is."""
        averages = self.of(self.primary).mean(axis=0)
        order = sorted(range(len(self.systems)), key=lambda place: -averages[place])
        shown = self.ranks if self.ranks is not None and 1 < len(self.systems) <= _MOST_COLUMNS else None
        rows = tuple(
            (
                self.systems[place], float(averages[place]), self.intervals[place],
                *([] if shown is None else map(float, shown[place])),
            )
            for place in order
        )  # fmt: skip
        ranks = () if shown is None else range(1, len(order) + 1)
        columns = (
            Column("system"), Column("macro_average", "percent", direction="higher"),
            Column("interval", "percent", "95% interval"),
            *(Column(f"rank_{rank}", "percent", f"rank {rank}") for rank in ranks),
        )  # fmt: skip
        notes = () if self._samples is None else (
            "Hierarchical bootstrap: data sets, then their documents. Ranks: how probable they are, in percent.",
        )  # fmt: skip
        return Table(f"Macro average of {self._name()}", columns, rows, notes)

    def pairs_table(self) -> Table:
        """A row a pair of systems: the difference of macro averages, and on how many data sets it is found."""
        rows = []
        for pair in self.pairs:
            better, other, difference, interval, forward, backward = pair.best_first()
            figures = (forward.wins, forward.bonferroni, forward.fisher, backward.wins, backward.bonferroni)
            rows.append((better, other, difference, interval, pair.p, pair.p_adjusted, *figures))
        rows.sort(key=lambda row: -row[2])
        columns = (
            Column("better"), Column("other"), Column("difference", "points", unit="points"),
            Column("difference_interval", "points", "95% interval"), Column("p", "p"),
            Column("p_adjusted", "p", "adjusted p"), Column("wins", "count"),
            Column("replicated_bonferroni", "count", "at least"),
            Column("replicated_fisher", "count", "at least (Fisher)"), Column("losses", "count"),
            Column("reversed_bonferroni", "count", "reversed at least"),
        )  # fmt: skip
        note = (
            f"wins, losses: on so many of {len(self.datasets)} data sets the better system has the higher or the lower "
            "value. at least: on so many it is better by the partial conjunction test of Dror et al. 2017, with "
            "Bonferroni's or Fisher's combination (Fisher's takes data sets as independent); reversed: the other is. "
            f"Each pair is tested alone, at {ALPHA / 2} in each direction."
        )
        return Table("Differences between systems", columns, tuple(rows), (note,))

    def wins_table(self) -> Table:
        """On how many data sets the system of the row has a higher value than that of the column."""
        values = self.of(self.primary)
        won = (values[:, :, np.newaxis] > values[:, np.newaxis, :]).sum(axis=0)
        rows = tuple(
            (system, *(None if row == column else int(won[row, column]) for column in range(len(self.systems))))
            for row, system in enumerate(self.systems)
        )
        columns = (Column("wins_of"), *(Column(name, "count", f"over {name}") for name in self.systems))
        return Table(f"Wins, of {counted(len(self.datasets), 'data set')}", columns, rows)


def _intervals(values: Numbers, samples: Numbers | None) -> tuple[Interval | None, ...]:
    found = None if samples is None else macro_intervals(values, samples)
    if found is None:
        return tuple(None for _ in values.T)
    return tuple(Interval(float(low), float(high)) for low, high in found.T)


def _differences(samples: Numbers, places: list[tuple[int, int]]) -> Numbers:
    return np.stack([samples[:, first] - samples[:, second] for first, second in places], axis=1)
