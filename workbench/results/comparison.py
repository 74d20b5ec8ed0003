"""The result of running several resolvers on the same documents: the figures it reduces to, and their tables.

The tables document by document are as Tables 1, 5 and 7 of Mitkov 2001, with a row for all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import combinations, pairwise, repeat
from statistics import median
from typing import Literal

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Document, Prepared, Span
from anaphora.workbench.files import JsonObject
from anaphora.workbench.key import MATCHES, Key, Match
from anaphora.workbench.measures.success import MEASURES, Answers
from anaphora.workbench.preparation import PRONOUNS
from anaphora.workbench.results.coverage import (
    Coverage,
    coverage_json,
    coverage_tables,
    coverages,
    tradeoff_figures,
    tradeoff_table,
)
from anaphora.workbench.results.family import Family, MainValues, Pair, Regressions, difference_columns
from anaphora.workbench.results.figures import Figure, difference_figures, figure, figures_table, rate_figure
from anaphora.workbench.results.headline import Headline
from anaphora.workbench.results.table import Cell, Column, Table, lettered
from anaphora.workbench.results.table import number as number_in
from anaphora.workbench.results.values import Interval, Marked, Rate, clustered, ratio
from anaphora.workbench.results.vocabulary import (
    counted,
    few_units,
    in_context,
    interval,
    percent,
    short,
    stage,
    wording,
)
from anaphora.workbench.results.vocabulary import verdict as in_words
from anaphora.workbench.statistics import ALPHA, MIN_DOCUMENTS
from anaphora.workbench.statistics.resampling import ranks
from anaphora.workbench.statistics.significance import (
    Sample,
    SpacedEstimates,
    cluster_t,
    difference,
    equal_within,
    estimate_spaced,
    max_t,
)
from anaphora.workbench.trace.build import Criteria
from anaphora.workbench.trace.document import SHARED_STAGES, STAGES, Answered, DocumentTrace

EQUAL_WITHIN = 0.02
"""Resolvers whose success rates differ by less may be called equal."""
BY_CHANCE = frozenset({"expected", "expected_all_pronouns"})
"""Measures of resolvers that choose by chance, and of no others."""
ALL = "all"
"""The name of the row for all documents."""
_OF_PRONOUNS = frozenset({"pronouns", "all_pronouns"})
"""Columns that noun phrases do not have."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The data of one document that a page shows beside its trace: its preparation and all resolvers' decisions.

    Where there is a `key`, `right` has for each case that is a key anaphor the candidates in scope that are right
    answers, and `chains` gives for each mention the number of its key chain (-1: none).
    """

    prepared: Prepared
    decisions: Mapping[str, Sequence[Decision]]
    key: Key | None = None
    right: Mapping[int, Sequence[int]] = field(default_factory=dict)
    chains: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Contingency:
    """The anaphors that two resolvers, just one of them, or neither has right, and what the corpus can show of them.

    `p_exact_if_independent` and `p_mid_if_independent` are McNemar's, which take anaphors as independent. `detectable`
    is the difference that would be found with a power of 0.8 if this pair were tested alone, `needed` the anaphors that
    it takes to find this one. `equal_within_2_points` says whether equivalence is significant, `None`: not testable.
    """

    both: int
    only_first: int
    only_second: int
    neither: int
    p_exact_if_independent: float
    p_mid_if_independent: float
    detectable: float | None
    needed: int | None
    equal_within_2_points: bool | None

    def turned(self) -> "Contingency":
        """The same, with the two exchanged."""
        return replace(self, only_first=self.only_second, only_second=self.only_first)


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Anaphors that resolvers have right, by document, of all or of a part.

    `only`, documents x resolvers x resolvers, has the anaphors that the first has right and the second has not, and on
    the diagonal those that a resolver has right; `total` counts the anaphors.
    """

    only: Numbers
    total: Numbers


def verdict(pair: Pair[Contingency]) -> str:
    """Say what the tests found; that two are equal is a finding too, and needs evidence."""
    if pair.p is None:
        return "not testable"
    if pair.p_adjusted is None:
        return "not tested: one reads the key"
    if pair.is_significant():
        return "significant"
    if pair.p < ALPHA:
        return "significant only before correction"
    return "equivalent within 2 points" if pair.detail.equal_within_2_points else "not significant"


@dataclass(frozen=True)
class Comparison:
    """Traces of all documents for all resolvers (in the order asked for).

    `corpus` names it for people; `signature` says everything that shaped the figures. `random` names the resolvers
    that choose by chance, `baselines` those set apart in tables, `read_key` those that see the key and so compete with
    nobody; `labels` says what each is called in print. `evidence` belongs to `documents` if it was kept for a report.
    `skipped` are the messages of bad files that were passed over. `sample` asks for the figures on anaphors that are
    far apart too. `texts` has the digests of the texts (`anaphora.workbench.provenance.text_digest`) by document id,
    `warnings` name those that were seen in training. `criteria` say what was to be resolved and what is right, and
    `pronouns_only` names the resolvers that have no answers for the noun phrases in it. `found_open` has the open
    anaphors of each document by its id, if another annotation was given.
    """

    corpus: str
    signature: str
    resolvers: tuple[str, ...]
    documents: tuple[DocumentTrace, ...]
    random: frozenset[str] = frozenset()
    read_key: frozenset[str] = frozenset()
    baselines: frozenset[str] = frozenset()
    labels: Mapping[str, str] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()
    skipped: tuple[str, ...] = ()
    sample: Sample | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    criteria: Criteria = field(default_factory=Criteria)
    pronouns_only: frozenset[str] = frozenset()
    found_open: Mapping[str, frozenset[Span]] = field(default_factory=dict)

    @property
    def noun_phrases(self) -> bool:
        """True if noun phrases were to be resolved, alone or with pronouns."""
        return self.criteria.anaphors not in PRONOUNS

    @property
    def anaphors(self) -> int:
        """The number of key anaphors."""
        return sum(len(document.anaphors) for document in self.documents)

    @property
    def size(self) -> str:
        """The number of documents and that of key anaphors, in words."""
        return f"{counted(len(self.documents), 'document')}, {counted(self.anaphors, 'key anaphor')}"

    def rate(self, measure: str, resolver: str) -> Rate:
        """A measure of a resolver over all documents (micro: counts are added, then divided)."""
        return self.rates(resolver)[measure]

    def rates(self, resolver: str) -> Mapping[str, Rate]:
        """All measures of a resolver by name; `expected` only of one that chooses by chance."""
        return self._rates[resolver]

    @cached_property
    def _rates(self) -> Mapping[str, Mapping[str, Rate]]:
        return {
            name: {
                measure: clustered(counts)
                for measure, counts in self.counts[name].items()
                if measure not in BY_CHANCE or name in self.random
            }
            for name in self.resolvers
        }

    @cached_property
    def counts(self) -> Mapping[str, Mapping[str, Numbers]]:
        """The counts of each measure by resolver, documents x (right, total), as scores of chains have theirs."""
        return {
            name: {measure.name: measure.count(Answers(self.documents, name)) for measure in MEASURES}
            for name in self.resolvers
        }

    def right(self, resolver: str) -> int:
        """Count the key anaphors that a resolver has right."""
        return self._losses[resolver]["right"]

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The resolvers, those with most right answers first; those that see the key stand last."""
        return tuple(sorted(self.resolvers, key=lambda name: (name in self.read_key, -self.right(name))))

    @cached_property
    def leaders(self) -> tuple[str, ...]:
        """The resolvers that do not see the key and have most anaphors right, if they have any right."""
        rivals = [name for name in self.resolvers if name not in self.read_key]
        best = max(map(self.right, rivals), default=0)
        return tuple(name for name in rivals if 0 < best == self.right(name))

    def losses(self, resolver: str) -> dict[str, int]:
        """Count the key anaphors that each stage lost, and those that came out right; together they are `anaphors`."""
        return dict(self._losses[resolver])

    @cached_property
    def _losses(self) -> Mapping[str, Mapping[str, int]]:
        counted = {name: np.zeros(len(STAGES), np.int64) for name in self.resolvers}
        for document in self.documents:
            for name, counts in counted.items():
                counts += np.bincount(document.stages(name), minlength=len(STAGES))
        return {name: dict(zip(STAGES, counts.tolist(), strict=True)) for name, counts in counted.items()}

    def shared_losses(self) -> dict[str, int]:
        """Count the key anaphors that each stage before the resolvers lost; the others reach the resolvers."""
        losses = [document.losses() for document in self.documents]
        return {stage: sum(lost[stage] for lost in losses) for stage in SHARED_STAGES}

    @property
    def reached(self) -> int:
        """The number of key anaphors that come to the resolvers with an acceptable antecedent."""
        return self.anaphors - sum(self.shared_losses().values())

    @property
    def not_counted(self) -> dict[str, int]:
        """The numbers of key pronouns that are no key anaphors, by reason; of noun phrases only those of clauses."""
        return _totals([document.not_counted for document in self.documents])

    @property
    def non_anaphoric(self) -> dict[str, int]:
        """The numbers of pronouns that refer to no nominal, by what the key says; only `all_pronouns` counts them."""
        return _totals([document.non_anaphoric for document in self.documents])

    def apart(self, resolver: str) -> tuple[Answered, Answered]:
        """A resolver's cataphoric answers and its split antecedents; `not_counted` says how many the key has."""
        cataphoric = [document.cataphoric.get(resolver, Answered()) for document in self.documents]
        split = [document.split.get(resolver, Answered()) for document in self.documents]
        return _added(cataphoric), _added(split)

    @property
    def spurious(self) -> int:
        """The number of pronouns that were taken for anaphors but are no key anaphors."""
        return sum(len(document.spurious) for document in self.documents)

    @property
    def bounds(self) -> tuple[Match, ...]:
        """The matchings under which MAX is known: strict and partial always, head where that was asked for."""
        return tuple(match for match in MATCHES if match != "head" or match == self.criteria.match)

    def upper_bound(self, match: Match) -> float | None:
        """MAX under one of the `bounds`: what a resolver that never errs would reach (Mitkov 2001, section 6).

        It is the share of key anaphors with an acceptable antecedent among the compatible candidates.
        """
        return sum(document.reached(match) for document in self.documents) / self.anaphors if self.anaphors else None

    @cached_property
    def pairs(self) -> Family[Contingency]:
        """The difference of each pair of resolvers, and whether it is significant."""
        return self.compare(list(combinations(self.resolvers, 2)))

    def compare(self, names: Sequence[tuple[str, str]]) -> Family[Contingency]:
        """Compare pairs of resolvers; those without a resolver that sees the key are one family (step-down max-T)."""
        return self.compare_within(names, [self._tally])[0]

    def compare_within(
        self, names: Sequence[tuple[str, str]], tallies: Sequence[Tally]
    ) -> tuple[Family[Contingency], ...]:
        """Compare pairs of resolvers within parts of the anaphors; all parts are tested together, as one family."""
        pairs = [(self.resolvers.index(first), self.resolvers.index(second)) for first, second in names]
        moved = [
            tally.only[:, first, second] - tally.only[:, second, first] for tally in tallies for first, second in pairs
        ]
        by_document = np.array(moved, np.float64).reshape(len(moved), len(self.documents)).T
        sees_key = np.array([not self.read_key.isdisjoint(pair) for pair in names] * len(tallies), bool)
        p, p_adjusted = np.ones((2, len(moved)))
        for group in (sees_key, ~sees_key):
            tested = max_t(by_document[:, group], seed=0)
            p[group], p_adjusted[group] = tested.p, tested.p_adjusted
        shape = (len(tallies), len(pairs))
        corrected = np.where(sees_key, np.nan, p_adjusted).reshape(shape)
        return tuple(map(self._family, tallies, repeat(pairs), p.reshape(shape), corrected))

    def _family(
        self, tally: Tally, pairs: Sequence[tuple[int, int]], p: Numbers, p_adjusted: Numbers
    ) -> Family[Contingency]:
        """The pairs of a part of the anaphors with their tests; `p_adjusted` is NaN where one sees the key."""
        only, total = tally.only, tally.total
        compared = []
        for number, (first, second) in enumerate(pairs):
            moves = difference(only[:, first, second], only[:, second, first], total, float(p[number]))
            both = int(only[:, first, first].sum()) - moves.only_first
            counts = Contingency(
                both=both,
                only_first=moves.only_first,
                only_second=moves.only_second,
                neither=moves.anaphors - both - moves.only_first - moves.only_second,
                p_exact_if_independent=moves.p_if_independent[0],
                p_mid_if_independent=moves.p_if_independent[1],
                detectable=moves.detectable,
                needed=moves.needed,
                equal_within_2_points=equal_within(
                    only[:, first, second] - only[:, second, first], total, EQUAL_WITHIN
                ),
            )
            adjusted = None if moves.p is None or np.isnan(p_adjusted[number]) else float(p_adjusted[number])
            names_of = self.resolvers[first], self.resolvers[second]
            compared.append(Pair(*names_of, moves.value, Interval.of(moves.interval), moves.p, adjusted, counts))
        return Family(tuple(compared))

    @property
    def main_values(self) -> MainValues:
        """The rates by measure and resolver, without those that see the key."""
        rated = {name: self.rates(name) for name in self.resolvers if name not in self.read_key}
        return {
            measure.name: {name: rates[measure.name].value for name, rates in rated.items()}
            for measure in MEASURES
            if measure.name not in BY_CHANCE
        }

    def against(self, baseline: str) -> Regressions:
        """Compare all other resolvers, but those that see the key, with one of them in the success rate."""
        others = [name for name in self.resolvers if name != baseline and name not in self.read_key]
        pairs = tuple(self.compare([(name, baseline) for name in others]))
        return Regressions(baseline, "success_rate", pairs, len(self.documents))

    def corrected(self, pair: Pair[Contingency]) -> Interval | None:
        """The interval of a difference that is corrected for all pairs as its adjusted p is."""
        first, second = (self.resolvers.index(name) for name in (pair.first, pair.second))
        moved = self._tally.only[:, first, second] - self._tally.only[:, second, first]
        ends = cluster_t(moved, self._tally.total, pair.corrected_level)[0] if pair.interval else None
        return ends and Interval(*ends).within(-1, 1)

    def headline(self) -> Headline:
        """The success rates of all resolvers that do not see the key, for a sentence."""
        rates = {name: self.rate("success_rate", name) for name in self.ranking if name not in self.read_key}
        return Headline(
            corpus=self.corpus,
            units=len(self.documents),
            unit="document",
            measure="success rate",
            predicate=f"resolved {{}} of {counted(self.anaphors, 'anaphor')}",
            values={name: (rate.value, rate.interval) for name, rate in rates.items()},
            pair=self.pairs.pair,
            compared=len(self.pairs.tested),
            corrected=self.corrected,
        )

    def pair(self, first: str, second: str) -> Pair[Contingency]:
        """The pair of two resolvers, seen from the first."""
        pair = self.pairs.pair(first, second)
        if pair is None:
            raise KeyError((first, second))
        return pair

    @cached_property
    def _tally(self) -> Tally:
        return self.tally([slice(None)] * len(self.documents))

    def tally(self, rows: Sequence[Sequence[int] | slice]) -> Tally:
        """Count the right answers to some anaphors: `rows` has their indices in each document."""
        only = np.zeros((len(self.documents), len(self.resolvers), len(self.resolvers)))
        total = np.zeros(len(self.documents))
        for number, document in enumerate(self.documents):
            right = self._right(document)[:, rows[number]]
            only[number] = right @ (1 - right).T
            np.fill_diagonal(only[number], right.sum(axis=1))
            total[number] = right.shape[1]
        return Tally(only, total)

    @cached_property
    def ranks(self) -> Mapping[str, tuple[float, ...]]:
        """The probability of each rank (the first first) of each resolver in a bootstrap over documents.

        Resolvers that see the key are left out. Empty with fewer than `MIN_DOCUMENTS` documents.
        """
        rivals = [number for number, name in enumerate(self.resolvers) if name not in self.read_key]
        if sum(bool(document.anaphors) for document in self.documents) < MIN_DOCUMENTS or not rivals:
            return {}
        order = sorted(range(len(self.documents)), key=lambda number: self.documents[number].document_id)
        right = np.diagonal(self._tally.only, axis1=1, axis2=2)[np.ix_(order, rivals)]
        ranked = ranks(right, seed=0)
        return {self.resolvers[number]: tuple(row.tolist()) for number, row in zip(rivals, ranked, strict=True)}

    def with_sample(self, sample: Sample) -> "Comparison":
        """The same with figures on anaphors that stand far apart beside the others, and a signature that says so."""
        asked = f"|sample:gap={sample.gap},repeats={sample.repeats},seed={sample.seed}"
        return replace(self, sample=sample, signature=self.signature + asked)

    def sampled(self) -> SpacedEstimates | None:
        """Success rates and differences over the samples that `sample` asks for; `None` if it does not."""
        if self.sample is None:
            return None
        ordered = sorted(self.documents, key=lambda document: document.document_id)
        return estimate_spaced(
            [(document.column("sentence"), self._right(document).T) for document in ordered], self.sample
        )

    def _right(self, document: DocumentTrace) -> Numbers:
        """Resolvers x anaphors of one document: 1 for a right answer."""
        rows = [document.right(name) for name in self.resolvers]
        return np.array(rows, np.float64).reshape(len(self.resolvers), len(document.anaphors))

    @cached_property
    def detectable(self) -> float | None:
        """The difference that this corpus shows with a power of 0.8 if a pair is tested alone: the median of pairs."""
        defined = [pair.detail.detectable for pair in self.pairs.tested if pair.detail.detectable is not None]
        return median(defined) if defined else None

    def is_worse(self, name: str) -> bool:
        """Return whether a resolver is significantly worse than the best one."""
        return name in self.pairs.beaten().get(self.ranking[0], ())

    @cached_property
    def coverage(self) -> Mapping[str, Coverage]:
        """The coverage and precision of each resolver's answers, if the comparison was asked how sure they are."""
        names = [name for name in self.ranking if name not in self.read_key]
        return coverages(self.documents, names, self.found_open)

    def tables(
        self,
        *,
        details: bool = False,
        losses: bool = False,
        coverage: bool = False,
        per_document: bool = False,
        listed: bool = False,
    ) -> tuple[Table, ...]:
        """The resolvers, and if they are asked for their losses, coverage, figures by document, and all anaphors.

        With `details` differences and losses are among them.
        """
        return (
            resolvers_table(self, details),
            *([differences_table(self)] if details and self.pairs else []),
            *([losses_table(self), *_apart_tables(self)] if losses or details else []),
            *(coverage_tables(self.coverage, f"{self.corpus} ({self.size})") if coverage else ()),
            *([tradeoff_table(self.coverage)] if self.found_open else ()),
            *(per_document_tables(self) if per_document else ()),
            *(listed_tables(self) if listed else ()),
        )

    def figures(self, *, per_document: bool = False, listed: bool = False, **_: object) -> Table:
        """The long table: rates, losses, upper bounds, differences, and `per_document`; or all anaphors if `listed`."""
        return anaphors_table(self) if listed else figures_table(_figures(self, per_document))

    def as_json(
        self, *, coverage: bool = False, per_document: bool = False, listed: bool = False, **_: object
    ) -> JsonObject:
        """Every figure, in the shape of `anaphora compare --json`."""
        whole: JsonObject = {
            "signature": self.signature,
            "documents": len(self.documents),
            "anaphors": self.anaphors,
            "upper_bound": {match: self.upper_bound(match) for match in self.bounds},
            "resolvers": {name: _resolver_json(self, name) for name in self.resolvers},
            "not_counted": self.not_counted,
            "non_anaphoric": self.non_anaphoric,
            "spurious": self.spurious,
            "skipped": self.skipped,
            "warnings": self.warnings,
            "comparisons": comparisons_json(self),
        }
        if self.sample:
            whole["sampled"] = _sampled_json(self, self.sample)
        if coverage or self.found_open:
            whole["coverage"] = coverage_json(self.coverage, bool(self.found_open))
        if listed:
            whole["listed"] = anaphors_table(self).records()
        if per_document:
            whole["per_document"] = {
                document.document_id: _document_json(self, number) for number, document in enumerate(self.documents)
            }
        return whole


def _added(answers: Sequence[Answered]) -> Answered:
    return Answered(sum(answer.given for answer in answers), sum(answer.right for answer in answers))


def _totals(counters: list[Mapping[str, int]]) -> dict[str, int]:
    names = dict.fromkeys(name for counter in counters for name in counter)
    return {name: sum(counter.get(name, 0) for counter in counters) for name in names}


def resolvers_table(result: Comparison, differences: bool = False) -> Table:
    """A row a resolver, best first; the baselines below the others. `differences`: whether their table follows."""
    left_out = frozenset[str]() if result.random else BY_CHANCE
    if result.noun_phrases:
        left_out |= _OF_PRONOUNS
    columns = [(column, cell) for column, cell in _COLUMNS if column.name not in left_out]
    names = sorted(result.ranking, key=lambda name: _group(result, name))  # keeps the ranking within a group
    table = Table(
        f"{result.corpus}: {result.size}",
        tuple(column for column, _ in columns),
        tuple(tuple([cell(result, name) for _, cell in columns]) for name in names),
        tuple(notes(result, differences)),
        frozenset(number for number, name in enumerate(names) if name in result.read_key),
        groups=frozenset(
            number
            for number, (name, before) in enumerate(pairwise(names), start=1)
            if _group(result, before) != _group(result, name)
        ),
        labels=tuple(result.labels.get(name, "") for name in names),
        caption=_caption(result),
    )
    return replace(table, paper=lettered(table, {"success_rate": result.pairs.beaten()}))


def ranked_table(result: Comparison) -> Table:
    """The same, best first among all."""
    table = resolvers_table(result)
    rate = {name: result.rate("success_rate", name).value or 0.0 for name in result.resolvers}
    return replace(table, rows=tuple(sorted(table.rows, key=lambda row: -rate[str(row[0])])))


def _caption(result: Comparison) -> str:
    test = f"step-down max-T over documents, adjusted p < {ALPHA}"
    letters = f"A superscript names the resolvers with a significantly lower success rate ({test})."
    none = f"No difference is significant ({test})." if result.pairs.tested else ""
    significance = letters if result.pairs.beaten() else none
    bold = "Bold: best." if len(result.resolvers) > 1 else ""
    parts = [f"Resolvers on {result.corpus} ({result.size}), in %.", bold, significance, f"{upper_bounds(result)}."]
    return " ".join(filter(None, parts))


def _group(result: Comparison, name: str) -> int:
    return 2 if name in result.read_key else int(name in result.baselines)


def differences_table(result: Comparison) -> Table:
    """A row a pair of resolvers."""
    details = ("only_first", "only_second", "p_exact_if_independent", "detectable")
    rows = ((*pair.cells(), *(getattr(pair.detail, name) for name in details), verdict(pair)) for pair in result.pairs)
    caption = f"Differences in success rate on {result.corpus} ({result.size})."
    notes = tuple(differences_in_words(result))
    return Table("Differences", _DIFFERENCES, tuple(rows), notes, caption=caption)


def losses_table(result: Comparison) -> Table:
    """A row a resolver and a column a stage, in their order; what all resolvers lose alike is in the notes."""
    losses = {name: result.losses(name) for name in result.ranking}
    alike = {lost: {row[lost] for row in losses.values()} for lost in STAGES if lost != "right"}
    shared = {lost: min(counts) for lost, counts in alike.items() if len(counts) == 1}
    shown = [lost for lost in STAGES if lost not in shared]
    listed = ", ".join(f"{stage(name)} {count}" for name, count in shared.items() if count)
    everyone = "every resolver" if len(losses) > 1 else "it"
    notes = (f"Lost by {everyone}: {listed}.",) if listed else ()
    return Table(
        "Losses",
        (Column("resolver"), *(Column(lost, "count", stage(lost)) for lost in shown)),
        tuple((name, *(lost[name] for name in shown)) for name, lost in losses.items()),
        notes,
        caption=" ".join((f"Anaphors that each stage loses on {result.corpus} ({result.size}).", *notes)),
    )


def stages_table(result: Comparison) -> Table:
    """A row a resolver and stage."""
    rows = tuple((name, *lost) for name in result.ranking for lost in result.losses(name).items())
    return Table("Losses", (Column("resolver"), Column("stage"), Column("anaphors", "count")), rows)


def _apart_tables(result: Comparison) -> Iterator[Table]:
    """Yield the answers to cataphora and split antecedents of the resolvers that have any."""
    key = _apart_in_key(result)
    rows: list[tuple[Cell, ...]] = []
    for name in result.ranking:
        cataphoric, split = result.apart(name)
        if cataphoric.given or split.given:
            rows.append((name, cataphoric.given, cataphoric.right, key[0], split.given, split.right, key[1]))
    if rows:
        title = "Cataphora and split antecedents, apart from all rates"
        caption = f"Cataphora and split antecedents on {result.corpus}, which no rate counts."
        yield Table(title, _APART, tuple(rows), caption=caption, label="cataphora")


def _apart_in_key(result: Comparison) -> tuple[int, int]:
    """Count the cataphors and split antecedents of the key."""
    return result.not_counted.get("cataphora", 0), result.not_counted.get("split_antecedent", 0)


def anaphors_table(result: Comparison, texts: Iterable[Document] = ()) -> Table:
    """A row a key anaphor and resolver, with words where the texts are kept or given; ends of spans are exclusive."""
    kept: Iterable[Document | None] = texts or [evidence.prepared.document for evidence in result.evidence]
    rows: list[tuple[Cell, ...]] = []
    for document, text in zip(result.documents, kept or [None] * len(result.documents), strict=True):
        outcomes = [document.outcomes[name] for name in result.resolvers]
        for anaphor, *answers in zip(document.anaphors, *outcomes, strict=True):
            about = (
                document.document_id, document.genre, anaphor.span.start, anaphor.span.end, anaphor.form,
                in_context(text, anaphor.span) if text else None, anaphor.chain, anaphor.distance, anaphor.candidates,
                anaphor.compatible, anaphor.reachable, anaphor.loss, anaphor.strict, anaphor.partial,
                *_place(text, anaphor.acceptable[-1]),
            )  # fmt: skip
            for name, answer in zip(result.resolvers, answers, strict=True):
                outcome = (answer.stage == "right", answer.stage, answer.rule, answer.chance)
                rows.append((*about, name, *outcome, *_place(text, answer.antecedent)))
    return Table("Anaphors", _ANAPHORS, tuple(rows))


def listed_tables(result: Comparison) -> Iterator[Table]:
    """Yield the anaphors of each document to be read: below each what the key has nearest to it, and all answers."""
    for document, evidence in zip(result.documents, result.evidence, strict=True):
        text = evidence.prepared.document
        answers = [(name, document.outcomes[name]) for name in result.ranking]
        rows: list[tuple[Cell, ...]] = []
        for number, anaphor in enumerate(document.anaphors):
            rows.append((in_context(text, anaphor.span), "key", "", _numbered(text, anaphor.acceptable[-1])))
            for name, outcomes in answers:
                outcome = outcomes[number]
                rows.append(("", name, in_words(outcome), _numbered(text, outcome.antecedent)))
        yield Table(f"Anaphors of {document.document_id}, with the first word of each answer", _LISTED, tuple(rows))


def documents_table(result: Comparison) -> Table:
    """A row a document and resolver."""
    rows = []
    for number, document in enumerate(result.documents):
        for name in result.ranking:
            right, total = map(int, result.counts[name]["success_rate"][number])
            rows.append((document.document_id, document.genre, name, right, total, right / total if total else None))
    return Table("Documents", _DOCUMENTS, tuple(rows))


def per_document_tables(result: Comparison) -> tuple[Table, ...]:
    """List the sizes of the documents, and the success rate of each resolver on each of them."""
    return _sizes(result), _success_rates(result)


def _sizes(result: Comparison) -> Table:
    """A row a document and one for all."""
    kinds = list(result.non_anaphoric)

    def row(name: str, genre: str, documents: Sequence[DocumentTrace]) -> tuple[Cell, ...]:
        anaphors = sum(len(document.anaphors) for document in documents)
        others = {kind: sum(document.non_anaphoric.get(kind, 0) for document in documents) for kind in kinds}
        reached = [sum(document.reached(match) for document in documents) for match in result.bounds]
        bounds = (count / anaphors if anaphors else None for count in reached)
        words = sum(document.words for document in documents)
        pronouns = () if result.noun_phrases else (anaphors + sum(others.values()),)
        return (name, genre, words, anaphors, *others.values(), *pronouns, *bounds)

    columns = (
        Column("document"), Column("genre", detail=True), Column("words", "count"), Column("anaphors", "count"),
        *(Column(kind, "count") for kind in kinds),
        *(() if result.noun_phrases else [Column("pronouns", "count")]),
        *(Column(f"max_{match}", "percent", f"MAX {match}") for match in result.bounds),
    )  # fmt: skip
    documents = result.documents
    rows = [row(document.document_id, document.genre, [document]) for document in documents]
    notes = () if result.noun_phrases else ("Pronouns: anaphors and all others, such as clausal and pleonastic ones.",)
    return Table(
        "Documents",
        columns,
        (*rows, row(ALL, "", documents)),
        notes,
        groups=frozenset({len(rows)} if rows else ()),
        caption=" ".join((f"Documents of {result.corpus}; MAX (upper bound) in %.", *notes)),
    )


def _success_rates(result: Comparison) -> Table:
    names = result.ranking
    ids = [document.document_id for document in result.documents]
    counts = np.array([result.counts[name]["success_rate"] for name in names]).reshape(len(names), len(ids), 2)
    counts = np.concatenate([counts, counts.sum(axis=1, keepdims=True)], axis=1)
    columns = (
        Column("document"), Column("anaphors", "count"),
        *(
            Column(name, "percent", name, direction=None if name in result.read_key else "higher")
            for name in names
        ),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for number, name in enumerate((*ids, ALL)):
        rates = [right / total if total else None for right, total in counts[:, number].tolist()]
        rows.append((name, int(counts[:, number, 1].max(initial=0)), *rates))
    return Table(
        "Success rates by document",
        columns,
        tuple(rows),
        best_of="row",
        groups=frozenset({len(ids)} if ids else ()),
        caption=f"Success rates (%) on {result.corpus} by document.{' Bold: best.' if len(names) > 1 else ''}",
    )


def _figures(result: Comparison, per_document: bool) -> Iterator[Figure]:
    for match in result.bounds:
        yield figure("", "MAX", "upper_bound", match, result.upper_bound(match))
    for name in result.ranking:
        for measure, cell in _figures_of(result, name).items():
            yield (
                rate_figure("", name, measure, cell)
                if isinstance(cell, Rate)
                else figure("", name, measure, "value", number_in(cell))
            )
        for lost, count in result.losses(name).items():
            yield rate_figure("", name, "losses", ratio(count, result.anaphors), lost)
    for pair in result.pairs:
        yield from difference_figures(pair, "success_rate")
    if result.found_open:
        yield from tradeoff_figures(result.coverage)
    if not per_document:
        return
    for place, document in enumerate(result.documents):
        for match in result.bounds:
            bound = ratio(document.reached(match), len(document.anaphors))
            yield rate_figure(document.document_id, "MAX", "upper_bound", bound, match)
        for name in result.ranking:
            for measure, counts in result.counts[name].items():
                yield rate_figure(document.document_id, name, measure, ratio(*counts[place].tolist()))


def _figures_of(result: Comparison, name: str) -> dict[str, Cell]:
    """The figures of a resolver by name: its rates, and what else has a column."""
    cells = {column.name: cell(result, name) for column, cell in _COLUMNS if column.name not in _ONLY_PRINTED}
    rates = result.rates(name)
    return {
        measure: rates.get(measure, cell)
        for measure, cell in {**cells, **{name: rates[name] for name in _BESIDE if name in rates}}.items()
        if measure in rates or measure not in BY_CHANCE
    }


def _resolver_json(result: Comparison, name: str) -> JsonObject:
    """The figures of a resolver, its losses, and the probabilities of its ranks."""
    cataphors, split_antecedents = _apart_in_key(result)
    cataphoric, split = result.apart(name)
    ranks = result.ranks.get(name)
    return {
        **_figures_of(result, name),
        "ranks": ranks,
        "losses": result.losses(name),
        "cataphora": {"answered": cataphoric.given, "right": cataphoric.right, "of": cataphors},
        "split_antecedents": {"answered": split.given, "right": split.right, "of": split_antecedents},
    }


def comparisons_json(result: Comparison) -> list[JsonObject]:
    """Each pair of resolvers with its tests."""
    return [_pair_json(pair) for pair in result.pairs]


def _pair_json(pair: Pair[Contingency]) -> JsonObject:
    counts = asdict(pair.detail)
    alone = {"exact": counts.pop("p_exact_if_independent"), "mid": counts.pop("p_mid_if_independent")}
    return {**pair.record(), **counts, "p_if_independent": alone}


def _document_json(result: Comparison, number: int) -> JsonObject:
    """The sizes of a document, and right and total of each measure of each resolver on it."""
    document = result.documents[number]
    reached = {match: document.reached(match) for match in result.bounds}
    counts = {
        name: {measure: rows[number].tolist() for measure, rows in result.counts[name].items()}
        for name in result.resolvers
    }
    return {
        "genre": document.genre,
        "words": document.words,
        "anaphors": len(document.anaphors),
        "non_anaphoric": document.non_anaphoric,
        "upper_bound": reached,
        "resolvers": counts,
    }


def _sampled_json(result: Comparison, sample: Sample) -> JsonObject:
    """Success rates and differences over samples of anaphors that stand apart."""
    sampled = result.sampled()
    whole: JsonObject = {**sample._asdict(), "anaphors": sampled.anaphors if sampled else 0}
    if sampled is None:
        return whole | {"resolvers": {}, "comparisons": []}
    names = result.resolvers
    rates = zip(names, sampled.rates, strict=True)
    moves = sampled.differences.items()
    return whole | {
        "resolvers": {name: {"value": rate.value, "interval": rate.interval} for name, rate in rates},
        "comparisons": [
            {"first": names[first], "second": names[second], "difference": moved.value, "interval": moved.interval}
            for (first, second), moved in moves
        ],
    }


def notes(result: Comparison, differences: bool = False) -> list[str]:
    """List what must be known of the figures: MAX, what was not counted or left out, which differences there are."""
    left_out = f"Not counted: {sum(_other_pronouns(result).values()):,}. Spurious: {result.spurious:,}."
    most = f"{upper_bounds(result)}."
    first = [most, _beside_noun_phrases(result)] if result.noun_phrases else [f"{most} {left_out}"]
    return [*first, *_of_clauses(result), *_limits(result), *_significance(result, differences)]


def beside(result: Comparison) -> list[str]:
    """List what stands beside the figures: what was not counted, was found in vain, or left out."""
    others = _other_pronouns(result)
    reasons = [f"{count} {wording()['not_counted'].get(reason, reason)}" for reason, count in others.items() if count]
    total = counted(sum(others.values()), "key pronoun")
    if result.noun_phrases:
        return [_beside_noun_phrases(result), *_of_clauses(result), *_limits(result)]
    return [
        f"Not counted: {total}{' (' + ', '.join(reasons) + ')' if reasons else ''}.",
        f"Spurious: {counted(result.spurious, 'pronoun')} taken for anaphors that the key does not have.",
        *_of_clauses(result),
        *_limits(result),
    ]


def _of_clauses(result: Comparison) -> list[str]:
    """Say how many anaphors are not counted because they refer to clauses."""
    number = result.not_counted.get("clausal", 0)
    noun = "anaphor" if result.noun_phrases else "pronoun"
    return [f"Not counted: {counted(number, noun)} of clauses."] if number else []


def _other_pronouns(result: Comparison) -> dict[str, int]:
    """Count the key pronouns that are left out for other reasons."""
    return {reason: count for reason, count in result.not_counted.items() if reason != "clausal"}


def _beside_noun_phrases(result: Comparison) -> str:
    """Say what else could be answered, and which resolvers answer no noun phrases."""
    others = f"{counted(result.spurious, 'other mention')} without an antecedent: answering them lowers precision."
    names = [name for name in result.ranking if name in result.pronouns_only]
    pronouns = sum(_other_pronouns(result).values())
    left_out = [f"Not counted: {counted(pronouns, 'key pronoun')}."] if pronouns else []
    silent = [f"Noun phrases are left unresolved by {', '.join(names)}."] if names else []
    return " ".join([*left_out, others, *silent])


def _limits(result: Comparison) -> list[str]:
    lines = []
    if len(result.documents) == 1:
        lines.append("One document: the intervals take its anaphors as independent and are too narrow.")
    elif few := few_units(len(result.documents)):
        lines.append(few)
    return [*lines, *_sample_notes(result), *messages(result)]


def messages(result: Comparison) -> list[str]:
    """Warnings, and the bad files that were passed over."""
    return [*(f"Warning: {text}" for text in result.warnings), *(f"Skipped: {text}" for text in result.skipped)]


def upper_bounds(result: Comparison) -> str:
    """MAX in words."""
    bounds = (f"{percent(result.upper_bound(match))} {match}" for match in result.bounds)
    return f"MAX (upper bound): {', '.join(bounds)}"


def differences_in_words(result: Comparison) -> list[str]:
    """Say which differences are significant, and how that was tested."""
    documents = counted(len(result.documents), "document")
    if len(set(result.resolvers) - result.read_key) < 2 or not result.anaphors:
        return []
    if not (tested := result.pairs.tested):
        return [f"Differences cannot be tested: {documents}, at least {MIN_DOCUMENTS} are needed."]
    test = f"step-down max-T over {documents} and {counted(len(tested), 'pair')}, adjusted p < {ALPHA}"
    if not (better := significantly_better(result)):
        alone = sum(pair.p is not None and pair.p < ALPHA for pair in tested)
        cure = f" Alone, {alone} have p < {ALPHA}: ask about fewer pairs (--resolvers), or take more documents."
        return [f"No difference is significant ({test}).{cure if alone and len(tested) > 1 else ''}"]
    listed = [f"{', '.join(winners)} > {', '.join(losers)}" for winners, losers in better]
    return [f"Significant differences ({test}): {'; '.join(listed)}."]


def significantly_better(result: Comparison) -> list[tuple[list[str], tuple[str, ...]]]:
    """Group the resolvers that are significantly better than the same others, and list these; the best come first."""
    beaten = result.pairs.beaten()
    alike: dict[tuple[str, ...], list[str]] = {}
    for winner in result.ranking:
        if losers := beaten.get(winner, []):
            alike.setdefault(tuple(sorted(losers, key=result.ranking.index)), []).append(winner)
    return [(winners, losers) for losers, winners in alike.items()]


def _significance(result: Comparison, differences: bool) -> list[str]:
    """The differences from the best resolver, how many others are significant, and what the corpus can show."""
    tested = result.pairs.tested
    significant = sum(pair.is_significant() for pair in tested)
    points = "" if result.detectable is None else f"{100 * result.detectable:.2g} points"
    power = f" Smallest detectable difference: {points}." if points else ""
    if not significant:
        return [f"{line}{power}" for line in differences_in_words(result)]
    marked = "*: significantly worse than the best. " if any(map(result.is_worse, result.ranking)) else ""
    count = f"{significant} of {counted(len(tested), 'difference')} {'is' if len(tested) == 1 else 'are'}"
    where = "" if differences else "; see --all"
    return [f"{marked}{count} significant (max-T test, p < {ALPHA}{where}).{power}"]


def _sample_notes(result: Comparison) -> list[str]:
    sample = result.sample
    sampled = result.sampled()
    if sample is None or sampled is None:
        return []
    rates = ", ".join(
        f"{name} {percent(rate.value)} ({interval(Interval.of(rate.interval))})"
        for name, rate in zip(result.resolvers, sampled.rates, strict=True)
    )
    drawn = f"{counted(sample.repeats, 'sample')} of {sampled.anaphors:,.0f} anaphors each"
    return [f"With {counted(sample.gap, 'sentence')} between anaphors ({drawn}; 95% interval): {rates}."]


def _success_rate(result: Comparison, resolver: str) -> Cell:
    rate = result.rate("success_rate", resolver)
    return Marked(rate, "*") if result.is_worse(resolver) else rate


def _rate_column(
    name: str, heading: str = "", better: Literal["higher", None] = "higher", detail: bool = False
) -> tuple[Column, Callable[[Comparison, str], Cell]]:
    column = Column(name, "percent", heading, direction=better, detail=detail)
    return column, lambda result, resolver: result.rates(resolver).get(name)


def _place(text: Document | None, span: Span | None) -> tuple[int | None, int | None, str | None]:
    """The ends of a span, and its words if there is a text."""
    if span is None:
        return None, None, None
    return span.start, span.end, None if text is None else text.words_of(span)


def _numbered(text: Document, span: Span | None) -> str | None:
    """The words of a mention with the number of the first."""
    return f"{short(text.words_of(span), _LONGEST)} @{span.start}" if span else None


_COLUMNS: tuple[tuple[Column, Callable[[Comparison, str], Cell]], ...] = (
    (Column("resolver"), lambda _, name: name),
    (Column("right", "count", detail=True), Comparison.right),
    (Column("anaphors", "count", detail=True), lambda result, _: result.anaphors),
    (Column("success_rate", "percent", direction="higher"), _success_rate),
    (
        Column("success_rate_interval", "percent", "95% interval", ends=True),
        lambda result, name: result.rate("success_rate", name).interval,
    ),
    _rate_column("non_trivial", "non-trivial"),
    _rate_column("critical", "crit."),
    _rate_column("recall_aone_bennett", "recall (A&B)", detail=True),
    _rate_column("precision", "prec."),
    _rate_column("f1", "F1"),
    (
        Column("of_max", "percent", "of MAX", direction="higher"),
        lambda result, name: result.right(name) / result.reached if result.reached else None,
    ),
    (Column("pronouns", "count", detail=True), lambda result, name: result.rate("all_pronouns", name).total),
    _rate_column("all_pronouns", "all pron.", detail=True),
    _rate_column("expected", "by chance", better=None, detail=True),
    (Column("best", "percent", "P(best)", detail=True), lambda result, name: result.ranks.get(name, (None,))[0]),
)
"""The figures of `Comparison.table`: a new one is a line here, with a measure of its own if it is a rate."""
_ONLY_PRINTED = frozenset({
    "resolver", "right", "anaphors", "success_rate_interval", "of_max", "pronouns",
})  # fmt: skip
"""Columns that other figures have already."""
_BESIDE = ("recall_baldwin", "expected_all_pronouns")
"""Rates without a column."""
_APART = (
    Column("resolver"),
    Column("cataphoric_answers", "count", "cataphoric answers"),
    Column("right", "count"),
    Column("cataphors", "count", "in the key"),
    Column("split_answers", "count", "split answers"),
    Column("split_right", "count", "right"),
    Column("split_antecedents", "count", "in the key"),
)
_DIFFERENCES = (
    *difference_columns(), Column("only_first", "count", "only first right", detail=True),
    Column("only_second", "count", "only second right", detail=True),
    Column("p_if_independent", "p", "p (McNemar)", detail=True),
    Column("detectable", "percent", "detectable difference", detail=True), Column("verdict", detail=True),
)  # fmt: skip
_LONGEST = 40  # characters of an answer
_ANAPHORS = (
    Column("document"), Column("genre"), Column("start", "count"), Column("end", "count"), Column("anaphor"),
    Column("context"), Column("chain", "count"), Column("distance", "count"), Column("candidates", "count"),
    Column("compatible", "count"), Column("reachable", "count"), Column("lost_before"), Column("max_strict", "flag"),
    Column("max_partial", "flag"), Column("key_start", "count"), Column("key_end", "count"), Column("key_antecedent"),
    Column("resolver"), Column("right", "flag"), Column("stage"), Column("rule"), Column("chance", "plain"),
    Column("antecedent_start", "count"), Column("antecedent_end", "count"), Column("antecedent"),
)  # fmt: skip
_LISTED = (Column("context", heading="[anaphor]"), Column("resolver"), Column("verdict"), Column("answer"))
_DOCUMENTS = (
    Column("document"), Column("genre"), Column("resolver"), Column("right", "count"), Column("anaphors", "count"),
    Column("success_rate", "percent"),
)  # fmt: skip
