"""The result of scoring several responses on one key, and the figures it reduces to."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.measures import Measure, Numbers, named
from anaphora.workbench.minimal_pairs import Swap
from anaphora.workbench.statistics.ranking import shares
from anaphora.workbench.statistics.resampling import Exchanges, blocks, draws, exchanges, intervals, randomised
from anaphora.workbench.statistics.significance import holm


@dataclass(frozen=True)
class Scores:
    """Counts (documents x statistics) of each measure for each system; everything else follows from them.

    `key` names the key for people, `signature` says everything that shaped the figures, `warnings` what is odd about
    the files. `resamples` is the number of bootstrap samples and random exchanges; 0 means no intervals and no tests.
    `unit` says what the documents are, `swaps` are the tests of minimal pairs where a key has them.
    """

    key: str
    signature: str
    documents: tuple[str, ...]
    systems: tuple[str, ...]
    measures: tuple[Measure[Any], ...]
    counts: Mapping[str, Mapping[str, Numbers]]
    warnings: tuple[str, ...] = ()
    resamples: int = 0
    seed: int = 0
    unit: str = "document"
    swaps: Mapping[str, Swap] = field(default_factory=dict)

    def values(self, system: str, measure: Measure[Any]) -> dict[str, float | None]:
        """A measure of a system over all documents, `None` where undefined."""
        return named(measure, measure.score(self.counts[system][measure.name].sum(axis=0)))

    def values_of_document(self, system: str, measure: Measure[Any], document: int) -> dict[str, float | None]:
        """A measure of a system on one document."""
        return named(measure, measure.score(self.counts[system][measure.name][document]))

    @cached_property
    def intervals(self) -> Mapping[str, Mapping[str, Mapping[str, tuple[float, float]]]]:
        """The 95 % bootstrap interval by system, measure and part; none where there is only one document."""
        if self.resamples == 0 or len(self.documents) < 2:
            return {system: {measure.name: {} for measure in self.measures} for system in self.systems}
        return {system: self._of_system(system) for system in self.systems}

    def _of_system(self, system: str) -> dict[str, dict[str, tuple[float, float]]]:
        found = {}
        stacked = np.concatenate([self._blocks(system, measure) for measure in self.measures], axis=1)
        samples = (stacked.T @ self._draws.T).T  # so that the samples of one statistic are neighbours in memory
        at = 0
        for measure in self.measures:
            width = self.counts[system][measure.name].shape[1]
            ends = intervals(measure.score(samples[:, at : at + width]))
            at += width
            pairs = zip(measure.parts, *ends.tolist(), strict=True)
            found[measure.name] = {part: (low, high) for part, low, high in pairs if low == low}
        return found

    @cached_property
    def _draws(self) -> Numbers:
        units = len(self._blocks(self.systems[0], self.measures[0]))
        return draws(units, self.resamples, self.seed)

    def _blocks(self, system: str, measure: Measure[Any]) -> Numbers:
        return blocks(self.counts[system][measure.name])

    @cached_property
    def comparisons(self) -> list[dict[str, Any]]:
        """Each pair of systems in each measure's main value: difference, its interval, and how likely it is by chance.

        p comes from paired randomisation over documents; `adjusted` is corrected after Holm for the pairs compared in
        that measure.
        """
        if self.resamples == 0 or len(self.documents) < 2 or len(self.systems) < 2:
            return []
        swaps, exact = exchanges(len(self._draws[0]), self.resamples, self.seed)
        return [row for measure in self.measures for row in self._pairs(measure, swaps, exact)]

    def _pairs(self, measure: Measure[Any], swaps: Exchanges, exact: bool) -> list[dict[str, Any]]:
        main = main_part(measure)
        at = measure.parts.index(main)

        def score(sums: Numbers) -> Numbers:
            return measure.score(sums)[..., at]

        units = {system: self._blocks(system, measure) for system in self.systems}
        samples = {system: np.nan_to_num(score(self._draws @ units[system]), nan=0.0) for system in self.systems}
        pairs = list(combinations(self.systems, 2))
        tests = [randomised(units[one], units[other], swaps, exact, score) for one, other in pairs]
        adjusted = holm([float(p) for _, p in tests])
        return [
            {
                "measure": measure.name, "part": main, "first": one, "second": other, "difference": float(difference),
                "interval": _interval(samples[one] - samples[other]), "p": float(p), "adjusted": corrected,
                "exact": exact,
            }
            for (one, other), (difference, p), corrected in zip(pairs, tests, adjusted, strict=True)
        ]  # fmt: skip

    def rank_certainty(self, measure: Measure[Any]) -> dict[str, float]:
        """How probable each system's rank in a measure is if the documents were drawn anew; empty without resamples."""
        if self.resamples == 0 or len(self.documents) < 2:
            return {}
        at = measure.parts.index(main_part(measure))
        samples = [measure.score(self._draws @ self._blocks(system, measure))[..., at] for system in self.systems]
        probable = shares(np.nan_to_num(np.stack(samples, axis=1), nan=0.0))
        values = [self.values(system, measure)[main_part(measure)] or 0.0 for system in self.systems]
        ranked = [sum(other > value for other in values) for value in values]
        return {name: float(probable[number, ranked[number]]) for number, name in enumerate(self.systems)}

    def as_json(self, per_document: bool = False) -> dict[str, Any]:
        """The shape that `anaphora score --json` writes."""
        result: dict[str, Any] = {
            "signature": self.signature,
            "documents": len(self.documents),
            "systems": {system: {"measures": self._json_of(system)} for system in self.systems},
            "comparisons": self.comparisons,
            "warnings": list(self.warnings),
        }
        if self.swaps:
            result["unit"] = self.unit
            result["swaps"] = {system: asdict(swap) for system, swap in self.swaps.items()}
        if per_document:
            result["per_document"] = {
                document: {
                    system: {it.name: self.values_of_document(system, it, at) for it in self.measures}
                    for system in self.systems
                }
                for at, document in enumerate(self.documents)
            }
        return result

    def _json_of(self, system: str) -> dict[str, Any]:
        return {
            measure.name: {
                **self.values(system, measure),
                "intervals": {part: list(ends) for part, ends in self.intervals[system][measure.name].items()},
            }
            for measure in self.measures
        }


def main_part(measure: Measure[Any]) -> str:
    """The part that stands for the whole measure: F1, or its only value."""
    return "f1" if "f1" in measure.parts else measure.parts[0]


def _interval(samples: NDArray[np.float64]) -> list[float]:
    return [float(end) for end in intervals(samples)]
