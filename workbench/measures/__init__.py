"""Measures, one family a file. A measure counts each document once; its score is a function of the summed counts.

Each module has `MEASURES`. Those of resolvers count `Answers` (rows of the trace), those of chains an `Overlap`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from inspect import signature
from itertools import chain
from typing import Generic, Literal, TypeGuard, TypeVar

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.errors import OptionError
from anaphora.workbench.registry import Registry

REGISTRY = Registry("measure", __name__, "anaphora_workbench.measures", frozenset({"choosing"}))
names, load, modules = REGISTRY.names, REGISTRY.load, REGISTRY.modules

Counts = Numbers
Evidence = TypeVar("Evidence")

RECALL_PRECISION_F1 = ("recall", "precision", "f1")
_FAMILIES = (
    ("mentions", "mentions_head", "mention_overlap"),
    ("muc", "b_cubed", "ceaf_m", "ceaf_e", "conll", "lea"),
    ("blanc", "blanc_2011", "blanc_luo", "pairwise", "rand", "adjusted_rand"),
    ("b_cubed_class", "mutual_information", "core_mr", "exclusive_core_mr", "denotation", "ace_value"),
    ("syntactic_links", "exact_entities", "anaphors", "pronouns", "zero"),
    ("bridging_anaphors", "bridging_mentions", "bridging_entities", "non_referring", "non_referring_types"),
)
STANDARD = ("mentions", "muc", "b_cubed", "ceaf_e", "conll", "lea", "blanc")
"""Measures of chains that papers report: those printed unless others are asked for; none looks at kinds of mentions."""
_STANDARD_MODULES = ("mentions", "muc", "b_cubed", "ceaf", "conll", "lea", "blanc")
COMPARED = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "conll")
"""Measures by which resolvers are compared as coreference systems, unless others are asked for."""
_ORDER = {name: rank for rank, name in enumerate(chain.from_iterable(_FAMILIES))}
"""Tables show mentions first, then the measures of the shared tasks, then the others."""


@dataclass(frozen=True, slots=True)
class Measure(Generic[Evidence]):
    """A measure: two pure functions and the citation of its definition.

    `count(evidence)` gives a matrix documents x statistics whose rows add over documents. `score(sums)` makes of summed
    statistics, in the last axis, the values named by `parts`, NaN where one is undefined; all leading axes (systems,
    resamples) are kept. `evidence` names what it counts: the overlap of chains, the trace of resolvers, GAP
    examples, or items of sentences that differ in gender. `quotients` names the parts that are a quotient of two
    statistics, with their places; those of `recall_precision` and `ratio` need not be named. `make` makes the measure
    with settings of its own, which are its parameters, all with defaults; `None`: it has none. `bounds` are the least
    and the greatest value of its main part. A `signed` measure has counts below 0, as where chance is subtracted.
    `version` is that of its definition, raised only when a figure changes.
    """

    name: str
    count: Callable[[Evidence], Numbers]
    score: Callable[[Numbers], Numbers]
    source: str
    parts: tuple[str, ...] = RECALL_PRECISION_F1
    evidence: Literal["overlap", "trace", "gap", "items"] = "overlap"
    quotients: tuple[tuple[str, int, int], ...] = ()
    make: Callable[..., "Measure[Evidence]"] | None = None
    bounds: tuple[float, float] = (0.0, 1.0)
    signed: bool = False
    version: int = 1

    @property
    def settings(self) -> dict[str, object]:
        """The settings of its own, with their defaults."""
        parameters = signature(self.make).parameters if self.make else {}
        return {name: parameter.default for name, parameter in parameters.items()}

    def fractions(self, sums: Numbers) -> dict[str, tuple[float, float]]:
        """Numerator and denominator of each part that is a quotient of two statistics, from one row of sums."""
        return {part: (float(sums[top]), float(sums[bottom])) for part, top, bottom in self.quotients or self._plain}

    @property
    def _plain(self) -> tuple[tuple[str, int, int], ...]:
        if self.score is recall_precision:
            return ("recall", 0, 1), ("precision", 2, 3)
        return ((self.parts[0], 0, 1),) if self.score is ratio else ()


def raised(measures: Iterable[Measure[Evidence]]) -> str:
    """The measures whose definitions have changed, as signatures have them behind `definitions:1`: `+lea@2`."""
    return "".join(f"+{measure.name}@{measure.version}" for measure in measures if measure.version > 1)


def numbers(measure: Measure[Evidence], evidence: Evidence) -> dict[str, float | None]:
    """The values of a measure on a whole corpus (counts are added, then divided), `None` where undefined."""
    return named(measure, measure.score(measure.count(evidence).sum(axis=0)))


def count_each(measures: Iterable[Measure[Evidence]], evidence: Evidence) -> dict[str, Counts]:
    """The counts of each measure, documents x statistics, by its name."""
    return {measure.name: measure.count(evidence) for measure in measures}


def named(measure: Measure[Evidence], values: Numbers) -> dict[str, float | None]:
    """One row of values by their names, `None` for NaN."""
    return {part: None if np.isnan(x) else float(x) for part, x in zip(measure.parts, values, strict=True)}


def matrix(*statistics: Numbers) -> Numbers:
    """The matrix documents x statistics from one column for each."""
    return np.stack(statistics, axis=-1).astype(np.float64, copy=False)


def divide(numerator: Numbers, denominator: Numbers) -> Numbers:
    """The quotient, NaN where the denominator is 0."""
    defined = denominator != 0
    return np.where(defined, numerator / np.where(defined, denominator, 1), np.nan)


def ratio(sums: Numbers) -> Numbers:
    """First count over second as the only value."""
    return divide(sums[..., 0], sums[..., 1])[..., np.newaxis]


def recall_precision(sums: Numbers) -> Numbers:
    """Recall, precision and F1 of four counts: numerator and denominator of recall, then of precision."""
    return with_f1(divide(sums[..., 0], sums[..., 1]), divide(sums[..., 2], sums[..., 3]))


def with_f1(recall: Numbers, precision: Numbers) -> Numbers:
    """Recall, precision and their harmonic mean; one that is undefined counts as 0 in it, both leave it undefined."""
    return np.stack((recall, precision, f1(recall, precision)), axis=-1)


def f1(recall: Numbers, precision: Numbers) -> Numbers:
    """The harmonic mean: 0 if both are 0; one that is undefined counts as 0; undefined if both are."""
    no_recall, no_precision = np.isnan(recall), np.isnan(precision)
    r, p = np.where(no_recall, 0.0, recall), np.where(no_precision, 0.0, precision)
    total = r + p
    mean = 2 * r * p / np.where(total == 0, 1, total)
    return np.where(no_recall & no_precision, np.nan, mean)


def registered_measures() -> dict[str, tuple[Measure[object], ...]]:
    """The measures of each module of this folder, and of those that other distributions installed, by its name.

    Raises:
        OptionError: a module has no tuple of measures of the name `MEASURES`.
    """
    measures = {}
    for name, module in modules().items():
        entries: object = getattr(module, "MEASURES", None)
        if not isinstance(entries, tuple) or not all(isinstance(measure, Measure) for measure in entries):
            problem = f"The measure '{name}' has no tuple MEASURES. Write MEASURES = (Measure(...),) into its module."
            raise OptionError(problem, code="no-measures")
        measures[name] = entries
    return measures


def standard_measures() -> tuple[Measure[Overlap], ...]:
    """The measures that papers report, for which the modules of the others are not loaded."""
    measures: dict[str, Measure[Overlap]] = by_name(
        entry for name in _STANDARD_MODULES for entry in load(name).MEASURES
    )
    return tuple(measures[name] for name in STANDARD)


def chain_measures() -> dict[str, Measure[Overlap]]:
    """All measures that count an overlap of chains, by name, in the order of tables."""
    measures = [measure for several in registered_measures().values() for measure in several if _counts_chains(measure)]
    measures.sort(key=lambda measure: _ORDER.get(measure.name, len(_ORDER)))
    return by_name(measures)


def looks_at_kinds(measure: Measure[Evidence]) -> bool:
    """Return whether a measure, or one of parts (`muc: 2-5`), may look at the kinds of mentions."""
    return measure.name.partition(":")[0] not in (*STANDARD, "_sizes")


def _counts_chains(measure: Measure[object]) -> TypeGuard[Measure[Overlap]]:
    return measure.evidence == "overlap"


def by_name(measures: Iterable[Measure[Evidence]]) -> dict[str, Measure[Evidence]]:
    """Measures under their names."""
    return {measure.name: measure for measure in measures}
