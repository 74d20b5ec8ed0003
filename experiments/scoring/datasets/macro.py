"""The result of scoring systems on many datasets, and what follows for all of them together."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.files.json import JsonObject
from anaphora.workbench.results.values import AppliedPreset, Interval, ScorePair, ends
from anaphora.workbench.statistics.defaults import ALPHA
from anaphora.workbench.statistics.randomisation import identified, max_t, one_sided, replicated
from anaphora.workbench.statistics.resampling import macro_intervals, macro_samples, shares

_ROUNDING = 1e-9  # of sums of shares


@dataclass(frozen=True, slots=True)
class DatasetScores:
    """One dataset: the main value of each measure by system, the tests of pairs in the primary measure.

    `missing` are the systems without a response, whose values are `None`. `samples` has the primary measure over
    bootstrap samples of documents, resamples x systems; `figures` are the JSON of `anaphora score` on this dataset.
    """

    name: str
    documents: int
    values: Mapping[str, tuple[float | None, ...]]
    pairs: tuple[ScorePair, ...]
    samples: Numbers | None
    figures: JsonObject
    missing: frozenset[str] = frozenset()

    def pair(self, first: str, second: str) -> ScorePair | None:
        """The pair of two systems, seen from the first; `None` if they were not tested."""
        for pair in self.pairs:
            if {pair.first, pair.second} == {first, second}:
                return pair if pair.first == first else pair.turned()
        return None


@dataclass(frozen=True, slots=True)
class Replicated:
    """On how many datasets one system is better than another: at least so many, and by name those identified.

    `wins` counts the datasets that both answered where its value is higher. `bonferroni` and `fisher` are the numbers
    of Dror et al. 2017 at half of `ALPHA`, since both directions of a pair are tested.
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
    """The difference of two systems in the macro average, first less second; `p` over datasets, if it was tested.

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

    def turned(self) -> "MacroPair":
        """The same, second less first."""
        return replace(
            self, first=self.second, second=self.first, difference=-self.difference,
            interval=self.interval and self.interval.turned(), forward=self.backward, backward=self.forward,
        )  # fmt: skip

    def best_first(self) -> "MacroPair":
        """The same, seen from the better system."""
        return self if self.difference >= 0 else self.turned()

    def as_json(self) -> JsonObject:
        """The shape of "comparisons" over datasets."""
        return {
            "first": self.first, "second": self.second, "difference": self.difference, "interval": ends(self.interval),
            "p": self.p, "p_adjusted": self.p_adjusted,
            "first_better": self.forward.as_json(), "second_better": self.backward.as_json(),
        }  # fmt: skip


@dataclass(frozen=True)
class MacroScores:
    """Systems on datasets. `measures` has the main part of each measure, `primary` is the one that is compared.

    Where a system has no response, or its value is undefined, it counts as 0 in the macro average.
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
        """How often the first system is better, from the tests on each dataset."""
        names = self.systems[better], self.systems[worse]
        tested = [dataset.pair(*names) for dataset in self.datasets]
        p = [one_sided(pair.difference, pair.p) if pair else 1.0 for pair in tested]  # untested: no evidence
        answered = np.array([dataset.missing.isdisjoint(names) for dataset in self.datasets])
        values = self.of(self.primary)
        return Replicated(
            wins=int(np.count_nonzero(answered & (values[:, better] > values[:, worse]))),
            bonferroni=replicated(p, ALPHA / 2, "bonferroni"),
            fisher=replicated(p, ALPHA / 2, "fisher"),
            datasets=tuple(self.datasets[place].name for place in identified(p, ALPHA / 2)),
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

    def probabilities(self, system: str) -> list[float] | None:
        """How probable each rank is for a system, the first rank first."""
        return None if self.ranks is None else list(map(float, self.ranks[self.systems.index(system)]))

    def likely_ranks(self, system: str) -> tuple[int, int] | None:
        """The first and the last rank of a system when 2.5% of the samples are left out at both ends."""
        found = self.probabilities(system)
        if found is None:
            return None
        first, last = np.searchsorted(np.cumsum(found), (0.025 + _ROUNDING, 0.975 - _ROUNDING))
        return int(first) + 1, int(last) + 1

    def pair(self, first: str, second: str) -> MacroPair | None:
        """The pair of two systems, seen from the first; `None` without tests."""
        for pair in self.pairs:
            if {pair.first, pair.second} == {first, second}:
                return pair if pair.first == first else pair.turned()
        return None

    def by_dataset(self) -> dict[str, float]:
        """The mean value of the systems that answered each dataset, in the primary measure."""
        values = zip(self.datasets, self.of(self.primary), strict=True)
        return {dataset.name: float(row.sum()) / (len(row) - len(dataset.missing)) for dataset, row in values}

    def unbeaten(self, system: str) -> int:
        """On how many datasets no other system has a higher value in the primary measure."""
        values = self.of(self.primary)
        return int(np.count_nonzero(values[:, self.systems.index(system)] >= values.max(axis=1)))

    def missing(self, system: str) -> list[str]:
        """The datasets to which a system has no response."""
        return [dataset.name for dataset in self.datasets if system in dataset.missing]

    def as_json(self) -> JsonObject:
        """The shape of `anaphora score --datasets --json`: "datasets" has for each that of `anaphora score`."""
        return {
            "signature": self.signature,
            "measure": self.primary,
            "systems": list(self.systems),
            "macro": {system: self._macro_json(system) for system in self.systems},
            "comparisons": [pair.as_json() for pair in self.pairs],
            "datasets": {dataset.name: dataset.figures for dataset in self.datasets},
            "warnings": list(self.warnings),
            **({"preset": self.preset.as_json()} if self.preset else {}),
        }

    def _macro_json(self, system: str) -> JsonObject:
        averages = {measure: self.average(system, measure) for measure in self.measures}
        return {
            "value": averages[self.primary],
            "interval": ends(self.interval(system)),
            "ranks": self.probabilities(system),
            "measures": averages,
            "missing": self.missing(system),
        }


def _intervals(values: Numbers, samples: Numbers | None) -> tuple[Interval | None, ...]:
    found = None if samples is None else macro_intervals(values, samples)
    if found is None:
        return tuple(None for _ in values.T)
    return tuple(Interval(float(low), float(high)) for low, high in found.T)


def _differences(samples: Numbers, places: list[tuple[int, int]]) -> Numbers:
    return np.stack([samples[:, first] - samples[:, second] for first, second in places], axis=1)
