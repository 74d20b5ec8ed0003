"""The result of running several resolvers on the same documents, and the figures it reduces to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from statistics import median

import numpy as np

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Prepared
from anaphora.workbench.english.pronouns import PRONOUNS, AnaphorKind
from anaphora.workbench.files.json import JsonObject
from anaphora.workbench.key import Key
from anaphora.workbench.measures import by_name, named
from anaphora.workbench.measures.success import MEASURES, Answers
from anaphora.workbench.results.values import Interval, Pair, Rate
from anaphora.workbench.results.vocabulary import counted
from anaphora.workbench.statistics.defaults import ALPHA, MIN_DOCUMENTS
from anaphora.workbench.statistics.randomisation import max_t
from anaphora.workbench.statistics.resampling import ranks
from anaphora.workbench.statistics.significance import difference, equal_within
from anaphora.workbench.statistics.significance import interval as confidence_interval
from anaphora.workbench.statistics.spaced_sampling import Estimate, Sample, SpacedEstimates, estimate_spaced
from anaphora.workbench.trace import SHARED_STAGES, STAGES, Answered, DocumentTrace

EQUAL_WITHIN = 0.02
"""Resolvers whose success rates differ by less may be called equal."""
_MEASURES = by_name(MEASURES)
BY_CHANCE = frozenset({"expected", "expected_all_pronouns"})
"""Measures of resolvers that choose by chance, and of no others."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a page shows of one document beside its trace: its preparation and the decisions of every resolver.

    Where there is a `key`, `right` has for each case that is a key anaphor the candidates in scope that are right
    answers, and `chains` gives for each mention the number of its key chain (-1: none).
    """

    prepared: Prepared
    decisions: Mapping[str, Sequence[Decision]]
    key: Key | None = None
    right: Mapping[int, Sequence[int]] = field(default_factory=dict)
    chains: tuple[int, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """Traces of all documents for all resolvers (in the order asked for).

    `corpus` names it for people; `signature` says everything that shaped the figures. `random` names the resolvers
    that choose by chance, `baselines` those set apart in tables, `read_key` those that see the key and so compete with
    nobody; `labels` says what each is called in print. `evidence` belongs to `documents` if it was kept for a report.
    `skipped` are the messages of bad files that were passed over. `sample` asks for the figures on anaphors that are
    far apart too. `texts` has the digests of the texts (`anaphora.workbench.provenance.cards.digest`) by document id,
    `warnings` name those that were seen in training. `asked` says what was to be resolved, and `pronouns_only` names
    the resolvers that have no answers for the noun phrases in it.
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
    asked: AnaphorKind = "third-person"
    pronouns_only: frozenset[str] = frozenset()

    @property
    def noun_phrases(self) -> bool:
        """Whether noun phrases were to be resolved, alone or with pronouns."""
        return self.asked not in PRONOUNS

    @property
    def anaphors(self) -> int:
        """The number of key anaphors."""
        return sum(len(document.anaphors) for document in self.documents)

    @property
    def size(self) -> str:
        """How many documents and key anaphors there are, in words."""
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
                measure: self._rate(measure, name)
                for measure in _MEASURES
                if measure not in BY_CHANCE or name in self.random
            }
            for name in self.resolvers
        }

    def _rate(self, measure: str, resolver: str) -> Rate:
        counts = _MEASURES[measure].count(Answers(self.documents, resolver))
        sums = counts.sum(axis=0)
        value = named(_MEASURES[measure], _MEASURES[measure].score(sums))["value"]
        return Rate(float(sums[0]), int(sums[1]), value, Interval.of(confidence_interval(counts[:, 0], counts[:, 1])))

    def right(self, resolver: str) -> int:
        """How many key anaphors a resolver has right."""
        return self._losses[resolver]["right"]

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The resolvers, those with most right answers first; those that see the key stand last."""
        return tuple(sorted(self.resolvers, key=lambda name: (name in self.read_key, -self.right(name))))

    @cached_property
    def leaders(self) -> tuple[str, ...]:
        """Of the resolvers that do not see the key, those that nobody beats, if they have any anaphor right."""
        rivals = [name for name in self.resolvers if name not in self.read_key]
        best = max(map(self.right, rivals), default=0)
        return tuple(name for name in rivals if 0 < best == self.right(name))

    def losses(self, resolver: str) -> dict[str, int]:
        """How many key anaphors each stage lost, and how many came out right; the values add up to `anaphors`."""
        return dict(self._losses[resolver])

    @cached_property
    def _losses(self) -> Mapping[str, Mapping[str, int]]:
        counted = {name: np.zeros(len(STAGES), np.int64) for name in self.resolvers}
        for document in self.documents:
            for name, counts in counted.items():
                counts += np.bincount(document.stages(name), minlength=len(STAGES))
        return {name: dict(zip(STAGES, counts.tolist(), strict=True)) for name, counts in counted.items()}

    def shared_losses(self) -> dict[str, int]:
        """How many key anaphors each stage lost that comes before every resolver; the others reach the resolvers."""
        losses = [document.losses() for document in self.documents]
        return {stage: sum(lost[stage] for lost in losses) for stage in SHARED_STAGES}

    @property
    def reached(self) -> int:
        """How many key anaphors come to the resolvers with an acceptable antecedent."""
        return self.anaphors - sum(self.shared_losses().values())

    @property
    def not_counted(self) -> dict[str, int]:
        """How many key pronouns are no key anaphors, by reason."""
        return _totals([document.not_counted for document in self.documents])

    @property
    def non_anaphoric(self) -> dict[str, int]:
        """How many pronouns refer to no nominal, by what the key says of them; only `all_pronouns` counts them."""
        return _totals([document.non_anaphoric for document in self.documents])

    def apart(self, resolver: str) -> tuple[Answered, Answered]:
        """A resolver's cataphoric answers and its split antecedents; `not_counted` says how many the key has."""
        cataphoric = [document.cataphoric.get(resolver, Answered()) for document in self.documents]
        split = [document.split.get(resolver, Answered()) for document in self.documents]
        return _added(cataphoric), _added(split)

    @property
    def spurious(self) -> int:
        """How many pronouns were taken for anaphors that are no key anaphors."""
        return sum(len(document.spurious) for document in self.documents)

    def upper_bound(self, match: str) -> float | None:
        """MAX, `strict` or `partial`: what a resolver that never errs would reach (Mitkov 2001, section 6).

        It is the share of key anaphors with an acceptable antecedent among the compatible candidates.
        """
        reached = sum(int(document.column(match).sum()) for document in self.documents)
        return reached / self.anaphors if self.anaphors else None

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """How each pair of resolvers differs, and whether that is significant."""
        return self.compare(list(combinations(self.resolvers, 2)))

    def compare(self, names: Sequence[tuple[str, str]]) -> tuple[Pair, ...]:
        """Compare pairs of resolvers; those without a resolver that sees the key are one family (step-down max-T)."""
        only = self._only
        total = np.array([len(document.anaphors) for document in self.documents], np.float64)
        pairs = [(self.resolvers.index(first), self.resolvers.index(second)) for first, second in names]
        moved = np.array([only[:, first, second] - only[:, second, first] for first, second in pairs], np.float64)
        by_document = moved.reshape(len(pairs), len(self.documents)).T
        sees_key = np.array([not self.read_key.isdisjoint(pair) for pair in names], bool)
        p, p_adjusted = np.ones((2, len(pairs)))
        for group in (sees_key, ~sees_key):
            tested = max_t(by_document[:, group], seed=0)
            p[group], p_adjusted[group] = tested.p, tested.p_adjusted
        table = []
        for number, (first, second) in enumerate(pairs):
            found = difference(only[:, first, second], only[:, second, first], total, float(p[number]))
            both = int(only[:, first, first].sum()) - found.only_first
            table.append(
                Pair(
                    first=self.resolvers[first],
                    second=self.resolvers[second],
                    difference=found.value,
                    interval=Interval.of(found.interval),
                    p=found.p,
                    p_adjusted=None if found.p is None or sees_key[number] else float(p_adjusted[number]),
                    both=both,
                    only_first=found.only_first,
                    only_second=found.only_second,
                    neither=found.anaphors - both - found.only_first - found.only_second,
                    p_exact_if_independent=found.p_if_independent[0],
                    p_mid_if_independent=found.p_if_independent[1],
                    detectable=found.detectable,
                    needed=found.needed,
                    equal_within_2_points=equal_within(moved[number], total, EQUAL_WITHIN),
                )
            )
        return tuple(table)

    @property
    def tested(self) -> tuple[Pair, ...]:
        """The pairs that were tested."""
        return tuple(pair for pair in self.pairs if pair.p_adjusted is not None)

    def pair(self, first: str, second: str) -> Pair:
        """The pair of two resolvers, seen from the first."""
        for pair in self.pairs:
            if (pair.first, pair.second) == (first, second):
                return pair
            if (pair.first, pair.second) == (second, first):
                return pair.turned()
        raise KeyError((first, second))

    @cached_property
    def _only(self) -> Numbers:
        """Documents x resolvers x resolvers: the anaphors that the first has right and the second has not.

        On the diagonal stand the anaphors that a resolver has right.
        """
        counts = np.zeros((len(self.documents), len(self.resolvers), len(self.resolvers)))
        for number, document in enumerate(self.documents):
            right = self._right(document)
            counts[number] = right @ (1 - right).T
            np.fill_diagonal(counts[number], right.sum(axis=1))
        return counts

    @cached_property
    def ranks(self) -> Mapping[str, tuple[float, ...]]:
        """The probability of each rank (the first first) of each resolver in a bootstrap over documents.

        Resolvers that see the key are left out. Empty with fewer than `MIN_DOCUMENTS` documents.
        """
        rivals = [number for number, name in enumerate(self.resolvers) if name not in self.read_key]
        if sum(bool(document.anaphors) for document in self.documents) < MIN_DOCUMENTS or not rivals:
            return {}
        order = sorted(range(len(self.documents)), key=lambda number: self.documents[number].document_id)
        right = np.diagonal(self._only, axis1=1, axis2=2)[np.ix_(order, rivals)]
        found = ranks(right, seed=0)
        return {self.resolvers[number]: tuple(row.tolist()) for number, row in zip(rivals, found, strict=True)}

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
        known = [pair.detectable for pair in self.tested if pair.detectable is not None]
        return median(known) if known else None

    def is_worse(self, name: str) -> bool:
        """Whether a resolver is significantly worse than the best one."""
        pairs = [pair for pair in self.tested if {pair.first, pair.second} == {name, self.ranking[0]}]
        return any(pair.is_significant(ALPHA) and pair.worse == name for pair in pairs)

    def as_json(self) -> JsonObject:
        """The shape that `anaphora compare --json` writes."""
        return {
            "signature": self.signature,
            "documents": len(self.documents),
            "anaphors": self.anaphors,
            "upper_bound": {match: self.upper_bound(match) for match in ("strict", "partial")},
            "resolvers": {name: self._resolver_json(name) for name in self.resolvers},
            "comparisons": [pair.as_json() for pair in self.pairs],
            "not_counted": self.not_counted,
            "non_anaphoric": self.non_anaphoric,
            "spurious": self.spurious,
            "skipped": list(self.skipped),
            "warnings": list(self.warnings),
            **({"sampled": self._sampled_json(self.sample)} if self.sample else {}),
        }

    def _resolver_json(self, name: str) -> JsonObject:
        ranked, (cataphoric, split) = self.ranks.get(name), self.apart(name)
        return {
            **{measure: rate.as_json() for measure, rate in self.rates(name).items()},
            "best": ranked[0] if ranked else None,
            "ranks": list(ranked) if ranked else None,
            "losses": self.losses(name),
            "cataphora": self._apart_json(cataphoric, "cataphora"),
            "split_antecedents": self._apart_json(split, "split_antecedent"),
        }

    def _apart_json(self, found: Answered, reason: str) -> JsonObject:
        return {"right": found.right, "of": self.not_counted.get(reason, 0), "answered": found.given}

    def _sampled_json(self, sample: Sample) -> JsonObject:
        found = self.sampled()
        figures = {"gap": sample.gap, "repeats": sample.repeats, "seed": sample.seed}
        if found is None:
            return {**figures, "anaphors": 0, "resolvers": {}, "comparisons": []}
        return {
            **figures,
            "anaphors": found.anaphors,
            "resolvers": {
                name: _estimate("value", rate) for name, rate in zip(self.resolvers, found.rates, strict=True)
            },
            "comparisons": [
                {"first": self.resolvers[first], "second": self.resolvers[second], **_estimate("difference", moved)}
                for (first, second), moved in found.differences.items()
            ],
        }


def _estimate(name: str, found: Estimate) -> JsonObject:
    return {name: found.value, "interval": list(found.interval) if found.interval else None}


def _added(answers: Sequence[Answered]) -> Answered:
    return Answered(sum(each.given for each in answers), sum(each.right for each in answers))


def _totals(counters: list[Mapping[str, int]]) -> dict[str, int]:
    names = dict.fromkeys(name for counter in counters for name in counter)
    return {name: sum(counter.get(name, 0) for counter in counters) for name in names}
