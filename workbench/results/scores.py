"""The result of scoring several responses on one key, and the figures it reduces to."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.errors import OptionError
from anaphora.workbench.files import JsonObject
from anaphora.workbench.measures import STANDARD, Measure, named
from anaphora.workbench.measures.blanc import LINKS, SIZES, link_counts
from anaphora.workbench.measures.choosing import Parts
from anaphora.workbench.results.family import Family, MainValues, Pair, Regressions, difference_columns, marked
from anaphora.workbench.results.figures import Figure, as_count, figure
from anaphora.workbench.results.headline import Headline, spelled
from anaphora.workbench.results.table import Cell, Column, Table, lettered
from anaphora.workbench.results.table import number as number_in
from anaphora.workbench.results.values import AppliedPreset, Interval
from anaphora.workbench.results.vocabulary import DASH, counted, few_units, letter, percent, probability
from anaphora.workbench.statistics import ALPHA, MIN_DOCUMENTS
from anaphora.workbench.statistics.resampling import blocks, draws, intervals

if TYPE_CHECKING:
    from anaphora.workbench.measures.minimal_pairs import Swap
    from anaphora.workbench.statistics.significance import Exchanges

AnyMeasure: TypeAlias = Measure[Any]
"""A measure of any evidence."""
PRIMARY = "conll"
_FEW = 3  # measures that each have a column of their own in the table of documents
_LABEL = "scores"
_MANY = 8  # measures that stand side by side on a page
SPREAD_OF = (5, 10, 20, 30, 50, 100, 200)
"""Numbers of documents whose spread is shown."""
_DRAWS = 2_000
_RATIOS = frozenset({"bias"})  # parts that are no shares
_AS_ONE = "Documents count as one, so that there are no intervals and no tests."


class Merged(NamedTuple):
    """The documents that were scored as one, the entities of the key, and those of them that are in several."""

    documents: int
    entities: int
    in_several: int


class Zeros(NamedTuple):
    """The numbers of zeros in the key and in each response, and how zeros are aligned (`--zeros`)."""

    key: int
    systems: Mapping[str, int]
    aligned: str

    def __bool__(self) -> bool:
        return bool(self.key or any(self.systems.values()))

    def __str__(self) -> str:
        responses = ", ".join(f"{count:,} in {name}" for name, count in self.systems.items())
        by = "their governors" if self.aligned == "dependent" else "position"
        return f"Zeros: {self.key:,} in the key, {responses}; aligned by {by}."


class Exchanged(NamedTuple):
    """The test of a pair: by all exchanges of documents (`exact`), or by a random sample of them.

    `detectable` is the smallest difference that would be found with a power of 0.8 if the pair were tested alone.
    """

    exact: bool
    detectable: float | None = None

    def turned(self) -> "Exchanged":
        """The same."""
        return self


@dataclass(frozen=True)
class Scores:
    """Counts (documents x statistics) of each measure for each system; everything else follows from them.

    `key` names the key for people, `signature` says everything that shaped the figures, `warnings` what is odd about
    the files. `resamples` is the number of bootstrap samples and random exchanges; 0 means no intervals and no tests.
    `unit` says what the documents are, `swaps` are the tests of minimal pairs where a key has them; `zeros` counts
    those that were read. `merged` is there if entities hold across documents, which then count as one. `variants` has
    the primary measure under other settings, by their names and by system. `parts` are measures of some chains or of
    windows that were counted too, by what they are parts of. `mended` counts what was mended and
    dropped in each response.
    """

    key: str
    signature: str
    documents: tuple[str, ...]
    systems: tuple[str, ...]
    measures: tuple[AnyMeasure, ...]
    counts: Mapping[str, Mapping[str, Numbers]]
    warnings: tuple[str, ...] = ()
    resamples: int = 0
    seed: int = 0
    unit: str = "document"
    swaps: "Mapping[str, Swap]" = field(default_factory=dict)
    merged: Merged | None = None
    zeros: Zeros | None = None
    preset: AppliedPreset | None = None
    variants: Mapping[str, Mapping[str, float | None]] = field(default_factory=dict)
    parts: Mapping[str, Parts] = field(default_factory=dict)
    mended: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def values(self, system: str, measure: AnyMeasure) -> dict[str, float | None]:
        """A measure of a system over all documents, `None` where undefined."""
        return named(measure, measure.score(self.sums(system, measure)))

    def sums(self, system: str, measure: AnyMeasure) -> Numbers:
        """The counts of a system for a measure, added over all documents."""
        total: Numbers = self.counts[system][measure.name].sum(axis=0)
        return total

    def values_of_document(self, system: str, measure: AnyMeasure, document: int) -> dict[str, float | None]:
        """A measure of a system on one document."""
        return named(measure, measure.score(self.counts[system][measure.name][document]))

    @cached_property
    def intervals(self) -> Mapping[str, Mapping[str, Mapping[str, tuple[float, float]]]]:
        """The 95% bootstrap interval by system, measure and part; none where there is only one document."""
        if self.resamples == 0 or len(self.documents) < 2:
            return {system: {measure.name: {} for measure in self.measures} for system in self.systems}
        return {system: self._intervals(system) for system in self.systems}

    def _intervals(self, system: str) -> dict[str, dict[str, tuple[float, float]]]:
        by_part = {}
        stacked = np.concatenate([self._blocks(system, measure) for measure in self.measures], axis=1)
        samples = (stacked.T @ self._draws.T).T  # so that the samples of one statistic are neighbours in memory
        start = 0
        for measure in self.measures:
            width = self.counts[system][measure.name].shape[1]
            ends = intervals(measure.score(samples[:, start : start + width]))
            start += width
            pairs = zip(measure.parts, *ends.tolist(), strict=True)
            by_part[measure.name] = {part: (low, high) for part, low, high in pairs if low == low}
        return by_part

    @cached_property
    def _draws(self) -> Numbers:
        return draws(len(self._blocks(self.systems[0], self.measures[0])), self.resamples, self.seed)

    def _blocks(self, system: str, measure: AnyMeasure) -> Numbers:
        return blocks(self.counts[system][measure.name])

    def interval(self, system: str, measure: AnyMeasure, part: str = "") -> Interval | None:
        """The 95% bootstrap interval of a part of a measure, the main one by default."""
        return Interval.of(self.intervals[system][measure.name].get(part or main_part(measure)))

    @cached_property
    def families(self) -> Mapping[str, Family[Exchanged]]:
        """The pairs of systems by measure, in its main value, with the paired randomisation test over documents."""
        return self.compare(list(combinations(self.systems, 2)))

    @cached_property
    def pairs(self) -> tuple[Pair[Exchanged], ...]:
        """The pairs in each measure."""
        return tuple(pair for family in self.families.values() for pair in family)

    def pair(self, measure: str, first: str, second: str) -> Pair[Exchanged] | None:
        """The pair of two systems in a measure, seen from the first; `None` if they were not tested."""
        family = self.families.get(measure)
        return family.pair(first, second) if family else None

    def compare(self, pairs: Sequence[tuple[str, str]]) -> dict[str, Family[Exchanged]]:
        """Compare pairs of systems in each measure; in each of them they are one family (step-down max-T)."""
        if self.resamples == 0 or len(self.documents) < 2 or not pairs:
            return {}
        from anaphora.workbench.statistics.significance import exchanges

        swaps, exact = exchanges(len(self._draws[0]), self.resamples, self.seed)
        return {measure.name: self._compare(measure, pairs, swaps, exact) for measure in self.measures}

    @property
    def main_values(self) -> MainValues:
        """F1, or the only value, by measure and system."""
        return {
            measure.name: {system: self.values(system, measure)[main_part(measure)] for system in self.systems}
            for measure in self.measures
        }

    def against(self, baseline: str) -> Regressions:
        """Compare all other systems with one of them in the primary measure."""
        others = [(system, baseline) for system in self.systems if system != baseline]
        pairs = tuple(self.compare(others).get(self.primary.name, ()))
        return Regressions(baseline, self.primary.name, pairs, len(self.documents))

    def _compare(
        self, measure: AnyMeasure, pairs: Sequence[tuple[str, str]], swaps: "Exchanges", exact: bool
    ) -> Family[Exchanged]:
        from anaphora.workbench.statistics.significance import max_t_of_scores

        main = main_part(measure)
        column = measure.parts.index(main)

        def score(sums: Numbers) -> Numbers:
            return measure.score(sums)[..., column]

        units = {system: self._blocks(system, measure) for pair in pairs for system in pair}
        samples = {system: self.samples(system, measure) for system in units}
        tested = max_t_of_scores([(units[first], units[second]) for first, second in pairs], swaps, score)
        compared = []
        for number, (first, second) in enumerate(pairs):
            moved = samples[first] - samples[second]
            ends = Interval(*(float(end) for end in intervals(moved)))
            interval = ends if len(self.documents) >= MIN_DOCUMENTS else None  # of few no test can find anything
            difference, p, p_adjusted = map(float, (column[number] for column in tested))
            detail = Exchanged(exact, _detectable(moved, len(units[first])))
            compared.append(Pair(first, second, difference, interval, p, p_adjusted, detail, measure.name, main))
        return Family(tuple(compared))

    def corrected(self, pair: Pair[Exchanged]) -> Interval | None:
        """The interval of a difference that is corrected for all pairs as its adjusted p is."""
        measure, *_ = (measure for measure in self.measures if measure.name == pair.measure)
        moved = self.samples(pair.first, measure) - self.samples(pair.second, measure)
        return pair.interval and Interval(*map(float, intervals(moved, pair.corrected_level)))

    def headline(self) -> Headline:
        """The main values of all systems in the primary measure, for a sentence."""
        measure, main = self.primary, main_part(self.primary)
        name = spelled(measure.name, main)
        return Headline(
            corpus=self.key,
            units=self.merged.documents if self.merged else len(self.documents),
            unit=self.unit,
            measure=name,
            predicate=f"reached {{}} in {name}",
            values={
                system: (self.values(system, measure)[main], self.interval(system, measure)) for system in self.systems
            },
            pair=partial(self.pair, measure.name),
            compared=len(self.families.get(measure.name, ())),
            corrected=self.corrected,
        )

    def samples(self, system: str, measure: AnyMeasure) -> Numbers:
        """The main value of a measure over bootstrap samples of the documents, 0 where it is undefined."""
        part = measure.parts.index(main_part(measure))
        return np.nan_to_num(measure.score(self._draws @ self._blocks(system, measure))[..., part], nan=0.0)

    @property
    def primary(self) -> AnyMeasure:
        """The measure that stands for all: CoNLL F1 if it was asked for."""
        return next((measure for measure in self.measures if measure.name == PRIMARY), self.measures[0])

    @property
    def has_links(self) -> bool:
        """True if right and wrong links were counted."""
        return all(LINKS.name in self.counts[system] for system in self.systems)

    def standard(self) -> "Scores":
        """The same with the measures that papers report, if there are such measures."""
        usual = tuple(measure for measure in self.measures if measure.name in STANDARD)
        return replace(self, measures=usual) if usual and usual != self.measures else self  # intervals are kept so

    def tables(
        self,
        *,
        per_document: bool = False,
        long: bool = False,
        show: Sequence[str] | None = None,
        usual: bool = False,
        differences: bool = True,
    ) -> tuple[Table, ...]:
        """All measures, and the `differences` of several systems; `long` adds recall and precision of each.

        `show` has names of `DETAILS`, by default of what was counted for them. With `usual` only measures that
        papers report are among them.
        """
        if show is None:
            show = [name for name, counted in (("links", self.has_links), ("variants", self.variants)) if counted]
        printed = self.standard() if usual else self
        return (
            *printed._printed(per_document, long, differences),
            *(table for name in show for table in DETAILS[name](printed)),
            *(part_table(printed, by, parts) for by, parts in self.parts.items()),
        )

    def figures(self, *, per_document: bool = False, **_wanted: object) -> Iterator[Figure]:
        """The long table: a row for each system, measure and part, of the whole and `per_document`."""
        yield from self._figures_of("", self.measures)
        for by, parts in self.parts.items():
            for part, (*measures, _) in parts.items():
                yield from self._figures_of(f"{by} {part}", measures)
        if not per_document:
            return
        for number, document in enumerate(self.documents):
            for system in self.systems:
                for measure in self.measures:
                    for part, value in self.values_of_document(system, measure, number).items():
                        yield figure(document, system, measure.name, part, value)

    def _figures_of(self, unit: str, measures: Sequence[AnyMeasure]) -> Iterator[Figure]:
        scores = replace(self, measures=tuple(measures)) if unit else self
        for system in self.systems:
            for measure in measures:
                fractions = measure.fractions(self.sums(system, measure))
                name = measure.name.partition(":")[0]
                for part, value in self.values(system, measure).items():
                    ends = scores.interval(system, measure, part)
                    yield figure(unit, system, name, part, value, ends, fractions.get(part))
                    for column, cell in _FIGURES[2:]:
                        further = number_in(cell(scores, system, measure, part))
                        yield figure(unit, system, name, f"{part} {column.name}", further)

    def as_json(self, *, per_document: bool = False, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora score --json`."""
        systems = {system: self._system_json(system) for system in self.systems}
        whole: JsonObject = {
            "signature": self.signature,
            "documents": len(self.documents),
            "warnings": self.warnings,
            "systems": systems,
            "comparisons": [self._pair_json(pair) for pair in self.pairs],
        }
        for name, about in (("across_documents", self.merged), ("zeros", self.zeros), ("preset", self.preset)):
            whole |= {name: about._asdict()} if about else {}
        if self.has_links:
            counts = {system: link_counts(self.sums(system, LINKS)) for system in self.systems}
            links = {system: response._asdict() for system, (_, response) in counts.items()}
            whole["links"] = {"key": counts[self.systems[0]][0]._asdict(), "systems": links}
        if self.variants:
            whole["variants"] = self.variants
        if self.parts:
            whole["by"] = {by: self._parts_json(parts) for by, parts in self.parts.items()}
        if self.swaps:
            swaps = {system: asdict(swap) for system, swap in self.swaps.items()}
            whole |= {"unit": self.unit, "swaps": swaps}
        if per_document:
            whole["per_document"] = {
                document: {
                    system: {entry.name: self.values_of_document(system, entry, number) for entry in self.measures}
                    for system in self.systems
                }
                for number, document in enumerate(self.documents)
            }
        return whole

    def _system_json(self, system: str) -> JsonObject:
        fractions = {
            measure.name: {part: [*map(as_count, pair)] for part, pair in pairs.items()}
            for measure in self.measures
            if (pairs := measure.fractions(self.sums(system, measure))) is not None
        }
        return {"measures": self._measures_json(system), "fractions": fractions, **repairs_json(self.mended, system)}

    def _measures_json(self, system: str) -> JsonObject:
        """Parts of each measure, and the intervals of those that have one."""
        by_name = {}
        for measure in self.measures:
            intervals = {part: ends for part in measure.parts if (ends := self.interval(system, measure, part))}
            values = self.values(system, measure)
            further = {
                column.name: {part: cell(self, system, measure, part) for part in measure.parts}
                for column, cell in _FIGURES[2:]
            }
            by_name[measure.name] = values | {"intervals": intervals} | further
        return by_name

    def _pair_json(self, pair: Pair[Exchanged]) -> JsonObject:
        about = {"measure": pair.measure, "part": pair.part}
        return {**about, **pair.record(), "exact": pair.detail.exact, "detectable": pair.detail.detectable}

    def _parts_json(self, parts: Parts) -> JsonObject:
        """The figures of each part by system: its chains and mentions, and the measures."""
        by_part: JsonObject = {}
        for part, (*measures, sizes) in parts.items():
            scores = replace(self, measures=tuple(measures))
            by_part[part] = {
                system: {
                    **dict(zip(sizes.parts, map(int, self.sums(system, sizes)), strict=True)),
                    "measures": {
                        name.partition(":")[0]: values for name, values in scores._measures_json(system).items()
                    },
                }
                for system in self.systems
            }
        return by_part

    def _printed(self, per_document: bool, long: bool, differences: bool) -> Iterator[Table]:
        several = len(self.systems) > 1
        first = self.table() if several else self.system_table(self.systems[0])
        fitting = self if len(self.measures) <= _MANY else self.standard()
        yield replace(
            first,
            title=self._title(first.title),
            notes=tuple(self.notes()),
            caption=f"{self._value()} (%) of {' and '.join(self.systems)} against {self.key} ({self._size()}).",
            paper=fitting._paper() if several else None,
            label=_LABEL,
        )
        if several and long:
            yield from map(self.system_table, self.systems)
        if any(not _RATIOS.isdisjoint(measure.parts) for measure in self.measures):
            yield from map(self._ratios, self.systems)
        if self.pairs and differences:
            yield self.differences_table()
        if per_document:
            yield self.documents_table()

    def _title(self, title: str) -> str:
        return f"{self.key}: {self._size()}, {title}"

    def _size(self) -> str:
        if self.merged:
            return f"{counted(self.merged.documents, self.unit)} as one"
        return counted(len(self.documents), self.unit)

    def table(self) -> Table:
        """A row a measure and a column a system: F1 or the only value, with the letters of those it is better than."""
        names = (f"{letter(n)} {system}" if self.pairs else system for n, system in enumerate(self.systems))
        columns = (Column(name, "percent", name, direction="higher", digits=2) for name in names)
        rows: list[tuple[Cell, ...]] = []
        for measure in self.measures:
            values = {system: self.values(system, measure)[main_part(measure)] for system in self.systems}
            rows.append((measure.name, *marked(values, self._beaten().get(measure.name, {}))))
        return Table(self._value(), (Column("measure"), *columns), tuple(rows), best_of="row")

    def _paper(self) -> Table:
        """A row a system and a column a measure, with the letters of those that are worse."""
        columns = (Column(measure.name, "percent", measure.name, direction="higher") for measure in self.measures)
        rows = tuple(
            (system, *(self.values(system, measure)[main_part(measure)] for measure in self.measures))
            for system in self.systems
        )
        size = f"{counted(len(self.systems), 'response')} against {self.key} ({self._size()})"
        caption = f"{self._value()} (%) of {size}. Bold: best."
        if any(self._beaten().values()):
            caption += f" A superscript names the responses that are significantly worse ({self._method()})."
        elif self.pairs:
            caption += f" {self._test()}"
        heads = (Column("response"), *columns)
        return lettered(Table(self._title(self._value()), heads, rows, caption=caption, label=_LABEL), self._beaten())

    def system_table(self, system: str) -> Table:
        """A row a measure of one system: recall, precision, F1 or the only value, and its interval."""
        rows: list[tuple[Cell, ...]] = []
        for measure in self.measures:
            values = self.values(system, measure)
            main = main_part(measure)
            sides = (values.get("recall"), values.get("precision")) if main == "f1" else (None, None)
            rows.append((measure.name, *sides, *(figure(self, system, measure, main) for _, figure in _FIGURES)))
            for part in measure.parts:
                if part not in {"recall", "precision", main, *_RATIOS}:
                    applies = [measure.evidence == "items" or column.name == "value" for column, _ in _FIGURES]
                    figures = [figure(self, system, measure, part) for _, figure in _FIGURES]
                    cells = (cell if shown else None for cell, shown in zip(figures, applies, strict=True))
                    rows.append((f"  {part.replace('_', ' ')}", None, None, *cells))
        value, *others = (column for column, _ in _FIGURES)
        return Table(system, (*_SIDES, value._replace(heading=self._value()), *others), tuple(rows))

    def _value(self) -> str:
        """Name the main values, as the heading of their column."""
        return "F1" if all(main_part(measure) == "f1" for measure in self.measures) else "F1 or value"

    def wide_table(self, *, filled: bool = False) -> Table:
        """A row a system: of each measure the main part with its interval, and its other parts.

        With `filled` it has no column that is empty.
        """
        columns = [Column("system")]
        rows = [list[Cell]([system]) for system in self.systems]
        for measure in self.measures:
            main = main_part(measure)
            (_, value), *others = _FIGURES
            parts = [(Column(measure.name, "percent"), main, value)]
            parts += [
                (column._replace(name=f"{measure.name}_{column.name}"), main, figure) for column, figure in others
            ]
            further = (part for part in measure.parts if part != main)
            parts += [(Column(f"{measure.name}_{part}", "percent"), part, value) for part in further]
            columns += [column for column, _, _ in parts]
            for row in rows:
                row += [figure(self, str(row[0]), measure, part) for _, part, figure in parts]
        whole = Table("Figures", tuple(columns), tuple(map(tuple, rows)))
        return whole.filled() if filled else whole

    def _ratios(self, system: str) -> Table:
        rows = [
            (f"{measure.name} {part}", self.values(system, measure)[part], self.interval(system, measure, part))
            for measure in self.measures
            for part in measure.parts
            if part in _RATIOS
        ]
        return Table(system, _RATIO, tuple(rows))

    def differences_table(self) -> Table:
        """A row a pair of systems in each measure; printed only of the primary one."""
        rows = tuple(pair.cells() for pair in self.families.get(self.primary.name, ()))
        return Table(f"Differences in {self.primary.name}", tuple(difference_columns(2, "points")), rows)

    def documents_table(self) -> Table:
        """A row a document, and a column a system; if few measures were asked for, one for each of them."""
        measures = list(self.measures) if len(self.measures) <= _FEW else [self.primary]
        pairs = [(system, measure) for system in self.systems for measure in measures]
        names = (f"{system}: {measure.name}" if len(self.systems) > 1 else measure.name for system, measure in pairs)
        rows: list[tuple[Cell, ...]] = []
        for number, document in enumerate(self.documents):
            values = (self.values_of_document(*pair, number)[main_part(pair[1])] for pair in pairs)
            rows.append((document, *values))
        columns = (Column(name, "percent", name, digits=2) for name in names)
        return Table(f"By {self.unit}", (Column(self.unit), *columns), tuple(rows))

    def notes(self, letters: bool = True) -> list[str]:
        """List what must be known of the tables; without `letters` the table marks differences otherwise."""
        notes: list[str] = []
        size = len(self.documents)
        if self.merged:
            entities, several = f"{self.merged.entities:,}", f"{self.merged.in_several:,}"
            notes.append(f"Entities of the key: {entities}, in several documents: {several}. {_AS_ONE}")
        elif self.resamples and size < 2:
            notes.append(f"With one {self.unit} there are no intervals and no tests.")
        elif self.resamples and (few := few_units(size, self.unit)):
            notes.append(few)
        if any(None in self.values(system, measure).values() for system in self.systems for measure in self.measures):
            notes.append(f"{DASH}: there is nothing to divide by, or the corpus does not say what it needs.")
        if self.zeros:
            notes.append(str(self.zeros))
        if self.preset:
            notes.append(self.preset.note)
        notes += (note for measure in self.measures if (note := self._of_types(measure)))
        if self.pairs and (letters or not any(self._beaten().values())):
            notes.append(self._test())
        return [*notes, *(_swapped(name, swap, self.unit) for name, swap in self.swaps.items())]

    def _of_types(self, measure: AnyMeasure) -> str | None:
        """Note a measure that weighs expressions by their types, if not all of these are known."""
        typed = [self.values(system, measure).get("typed", 1.0) for system in self.systems]
        if all(share in (None, 1.0) for share in typed):
            return None
        least = percent(min(share for share in typed if share is not None))
        return f"{measure.name}: types are known of {least}% of expressions; where one is not, all weigh the same."

    def _test(self) -> str:
        """Say what the letters mean, or why there are none."""
        test = f"step-down max-T over {self.unit}s"
        least = 2 / 2 ** len(self.documents) if self.pairs[0].detail.exact else 1 / (1 + self.resamples)
        if least >= ALPHA:
            few = f"With {self._size()}"
            return f"{few} no difference can be significant: p is {least:.3f} at least ({test})."
        if not any(self._beaten().values()):
            return f"No difference is significant ({self._method()})."
        signs = ", ".join(f"{letter(number)} = {name}" for number, name in enumerate(self.systems))
        return f"A letter names a response that is significantly worse: {signs} ({self._method()})."

    def _method(self) -> str:
        return f"step-down max-T over {self.unit}s, adjusted p < {ALPHA}"

    def _beaten(self) -> dict[str, dict[str, list[str]]]:
        """List by measure and system the systems that are significantly worse."""
        return {measure: family.beaten() for measure, family in self.families.items()}


def main_part(measure: AnyMeasure) -> str:
    """The part that stands for the whole measure: F1, or its only value."""
    return "f1" if "f1" in measure.parts else measure.parts[0]


def _detectable(moved: Numbers, units: int) -> float | None:
    """The smallest detectable difference from bootstrap samples of a difference over so many units."""
    from anaphora.workbench.statistics.significance import detectable_by

    error = float(moved.std()) * sqrt(units / (units - 1))
    return detectable_by(error) if error and units >= MIN_DOCUMENTS else None


_SIDES = (Column("measure"), Column("recall", "percent", digits=2), Column("precision", "percent", digits=2))
_FIGURES: tuple[tuple[Column, Callable[[Scores, str, AnyMeasure, str], Cell]], ...] = (
    (
        Column("value", "percent", digits=2),
        lambda scores, system, measure, part: scores.values(system, measure)[part],
    ),
    (Column("interval", "percent", "95% interval", digits=2, ends=True), Scores.interval),
)
"""The figures of a part of a measure: a new one is a line here."""
_RATIO = (
    Column("ratio"), Column("value", "decimal", digits=3),
    Column("interval", "decimal", "95% interval", digits=3, ends=True),
)  # fmt: skip


def _swapped(name: str, swap: "Swap", unit: str) -> str:
    """The paired test of minimal pairs in words."""
    moved = swap.difference
    only = f"{moved.only_first} of {moved.anaphors} pairs are right only if {swap.first}"
    only += f", {moved.only_second} if {swap.second}"
    if moved.p is None:
        return f"{name}: {only}; there are too few {unit}s for a test."
    p = f"p = {probability(moved.p)} (sign flips over {unit}s)".replace("= <", "<")
    alone = f"{probability(moved.p_if_independent[1])} if pairs were independent (McNemar, mid-p)"
    return f"{name}: {only}; {p}, {alone}."


def repairs_json(mended: Mapping[str, Mapping[str, int]], system: str) -> JsonObject:
    """Counts of what was mended and of what was dropped in a response to read it, by kind (`external.mending`)."""
    from anaphora.workbench.external.mending import KINDS

    counts = mended.get(system, {})
    by_kind = {kind: {name: counts[name] for name in names if counts.get(name)} for kind, names in KINDS.items()}
    return {kind: counted for kind, counted in by_kind.items() if counted}


def fractions_table(scores: Scores, system: str) -> Table:
    """A row a measure that is a quotient of counts: recall and precision as k/n, and the values of all parts."""
    rows: list[tuple[Cell, ...]] = []
    for measure in scores.measures:
        if fractions := measure.fractions(scores.sums(system, measure)):
            main = main_part(measure)
            whole = _written(fractions[main]) if main in fractions else scores.values(system, measure)[main]
            rows.append((measure.name, _written(fractions.get("recall")), _written(fractions.get("precision")), whole))
    columns = (
        Column("measure"), Column("recall", "count"), Column("precision", "count"),
        Column("value", "percent", "F1 or value", digits=2),
    )  # fmt: skip
    return Table(f"{system}: fractions", columns, tuple(rows))


def _written(fraction: tuple[float, float] | None) -> str | None:
    """Write a fraction as `2/3`; a numerator that is no count has two digits."""
    if fraction is None:
        return None
    return "/".join(f"{number:.0f}" if number == round(number) else f"{number:.2f}" for number in fraction)


def links_tables(scores: Scores) -> tuple[Table, Table]:
    """Links right and wrong of key and responses (Recasens & Hovy 2011, Table 15), and chains by size (Table 2).

    Raises:
        OptionError: they were not counted.
    """
    if not scores.has_links:
        raise OptionError(
            "Links were not counted: ask for them by --show links or links=True, of a key that has chains.",
            code="links-not-counted",
        )
    both = [link_counts(scores.sums(system, LINKS)) for system in scores.systems]
    names = ("key", *scores.systems)
    profiles = [both[0][0], *(response for _, response in both)]
    rows: list[tuple[Cell, ...]] = [(name, *counts.figures) for name, counts in zip(names, profiles, strict=True)]
    notes = ("Links are pairs of mentions of a document, coreferent or not; each side has those of its own mentions.",)
    columns = (Column("chains"), *_LINKS)
    by_size: list[tuple[Cell, ...]] = [
        (size.replace("-", "–"), *(counts.sizes[size] for counts in profiles)) for size in SIZES
    ]
    sizes = (Column("mentions"), *(Column(f"entities of {name}", "count", name) for name in names))
    return Table("Links", columns, tuple(rows), notes, frozenset({0})), Table("Entities by size", sizes, tuple(by_size))


_LINKS = (
    Column("rc", "count", "right coref"), Column("wc", "count", "wrong coref"),
    Column("rn", "count", "right non-coref"), Column("wn", "count", "wrong non-coref"),
    Column("entities", "count"), Column("singletons", "count"),
)  # fmt: skip


def spread_table(scores: Scores, seed: int = 0) -> Table:
    """A row a measure and system: the standard deviation of its main value over samples of so many documents.

    Samples are drawn from the scored documents with replacement (Efron 1979), so that each is a corpus that might as
    well have been annotated; of a large corpus blocks of documents are drawn.
    """

    def spread(system: str, measure: AnyMeasure) -> Iterator[float | None]:
        counts = scores.counts[system][measure.name]
        column = measure.parts.index(main_part(measure))
        even = np.full(len(counts), 1 / len(counts))
        for size in SPREAD_OF:
            often = np.random.default_rng(seed).multinomial(size, even, _DRAWS).astype(np.float64)
            values = measure.score(often @ counts)[..., column]
            yield float(np.nanstd(values)) if len(counts) > 1 and not np.isnan(values).all() else None

    several = len(scores.systems) > 1
    rows = tuple(
        (*([system] if several else []), measure.name, *spread(system, measure))
        for system in scores.systems
        for measure in scores.measures
    )
    columns = (
        *([Column("system")] if several else []), Column("measure"),
        *(Column(f"sd_{size}", "percent", str(size)) for size in SPREAD_OF),
    )  # fmt: skip
    note = "Standard deviations in points over samples of so many documents, drawn with replacement."
    return Table("Spread by number of documents", columns, rows, (note,))


def variants_table(scores: Scores) -> Table:
    """A row a way to match, with or without singletons, and a column a system: the primary measure.

    Raises:
        OptionError: they were not scored.
    """
    if not scores.variants:
        cure = "ask for them by --show variants or variants=True, of a key that has chains."
        raise OptionError(f"Variants were not scored: {cure}", code="variants-not-scored")
    rows = tuple((name, *(values[system] for system in scores.systems)) for name, values in scores.variants.items())
    columns = (
        Column("variant"),
        *(Column(system, "percent", system, direction="higher", digits=2) for system in scores.systems),
    )
    return Table(f"Variants of {scores.primary.name}", columns, rows, best_of="row")


def part_table(scores: Scores, by: str, found: Parts) -> Table:
    """A row a part that has chains: the primary measure, or the first that has it.

    Of one system recall, precision and interval, of several a column each.
    """
    several = len(scores.systems) > 1
    name = ""
    rows: list[tuple[Cell, ...]] = []
    for part, (*measures, sizes) in found.items():
        counts = [scores.sums(system, sizes).astype(int).tolist() for system in scores.systems]
        if not any(map(any, counts)) or not measures:
            continue
        main = next((entry for entry in measures if entry.name.partition(":")[0] == scores.primary.name), measures[0])
        name = main.name.partition(":")[0]
        of_part = replace(scores, measures=tuple(measures))
        values = [scores.values(system, main) for system in scores.systems]
        cells: list[Cell] = [value[main_part(main)] for value in values]
        if not several:
            sides = [values[0].get("recall"), values[0].get("precision")]
            cells = [counts[0][2], *sides, *cells, of_part.interval(scores.systems[0], main)]
        rows.append((part.replace("-", "–"), *counts[0][:2], *cells))
    heading = {"chain-length": "mentions of a chain", "range": "share of the document"}.get(by, "text")
    columns = (
        Column("part", heading=heading), Column("key_chains", "count"), Column("key_mentions", "count"),
        *(() if several else _PART[:3]),
        *(Column(system, "percent", system if several else "F1", digits=2) for system in scores.systems),
        *(() if several else _PART[3:]),
    )  # fmt: skip
    return Table(f"{name} by {by}", columns, tuple(rows), (_PART_NOTES.get(by, _CUT),))


_PART = (Column("response_chains", "count"), *_SIDES[1:], _FIGURES[1][0])
_EACH_SIDE = (
    "Recall: such chains of the key. Precision: such chains of the response. Each against all of the other side."
)
_PART_NOTES = {
    "chain-length": _EACH_SIDE,
    "range": f"{_EACH_SIDE} The share is from where the first mention begins to where the last does.",
}
_CUT = "Each window is scored as a document; a mention is in the one in which it begins."
DETAILS: dict[str, Callable[[Scores], Sequence[Table]]] = {
    "fractions": lambda scores: [fractions_table(scores, system) for system in scores.systems],
    "links": links_tables,
    "spread": lambda scores: [spread_table(scores, scores.seed)],
    "variants": lambda scores: [variants_table(scores)],
}
"""The details that can be shown beside scores, by their names."""
