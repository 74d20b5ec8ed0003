"""The result of running several resolvers on the same documents, and the figures it reduces to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Prepared
from anaphora.workbench.key import Key
from anaphora.workbench.measures import Measure, named
from anaphora.workbench.measures.success import MEASURES, Answers
from anaphora.workbench.statistics.defaults import MIN_DOCUMENTS
from anaphora.workbench.statistics.intervals import interval
from anaphora.workbench.statistics.ranking import ranks
from anaphora.workbench.statistics.resampling import sign_flips
from anaphora.workbench.statistics.significance import difference, equal_within, holm
from anaphora.workbench.statistics.spaced_sampling import Estimate, Sample, SpacedEstimates, thinned
from anaphora.workbench.trace import SHARED_STAGES, STAGES, DocumentTrace

EQUAL_WITHIN = 0.02
"""Resolvers whose success rates differ by less may be called equal."""


@dataclass(frozen=True, slots=True)
class Rate:
    """k of n, the value (`None` if n is 0) and its 95 % interval."""

    right: float
    of: int
    value: float | None
    interval: tuple[float, float] | None


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
    that choose by chance, `read_key` those that see the key and so compete with nobody. `evidence` stands beside
    `documents` if it was kept for a report. `skipped` are the messages of bad files that were passed over. `sample`
    asks for the figures on anaphors that stand far apart beside the others. `texts` has the digests of the texts
    (`anaphora.workbench.provenance.cards.digest`) by document id, `warnings` tell which of them were seen in training.
    """

    corpus: str
    signature: str
    resolvers: tuple[str, ...]
    documents: tuple[DocumentTrace, ...]
    random: frozenset[str] = frozenset()
    read_key: frozenset[str] = frozenset()
    evidence: tuple[Evidence, ...] = ()
    skipped: tuple[str, ...] = ()
    sample: Sample | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    @property
    def anaphors(self) -> int:
        """The number of key anaphors."""
        return sum(len(document.anaphors) for document in self.documents)

    def rate(self, measure: Measure[Answers], resolver: str) -> Rate:
        """One measure of one resolver over all documents (micro: counts are added, then divided)."""
        at = measure.name, resolver
        if at not in self._rates:
            self._rates[at] = self._rate(measure, resolver)
        return self._rates[at]

    @cached_property
    def _rates(self) -> dict[tuple[str, str], Rate]:
        """Those that were asked for before."""
        return {}

    def _rate(self, measure: Measure[Answers], resolver: str) -> Rate:
        counts = measure.count(Answers(self.documents, resolver))
        sums = counts.sum(axis=0)
        value = named(measure, measure.score(sums))["value"]
        return Rate(float(sums[0]), int(sums[1]), value, interval(counts[:, 0], counts[:, 1]))

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
    def spurious(self) -> int:
        """How many pronouns were taken for anaphors that are no key anaphors."""
        return sum(len(document.spurious) for document in self.documents)

    def upper_bound(self, match: str) -> float | None:
        """MAX, `strict` or `partial`: what a resolver that never errs would reach (Mitkov 2001, section 6).

        It is the share of key anaphors with an acceptable antecedent among the compatible candidates.
        """
        reached = sum(int(document.column(match).sum()) for document in self.documents)
        return reached / self.anaphors if self.anaphors else None

    def pairs(self) -> list[dict[str, Any]]:
        """For each pair of resolvers how they differ, and whether that is real.

        "both", "only_first", "only_second" and "neither" count anaphors. "p" is that of the sign-flip test over
        documents and "p_holm" the same corrected for all pairs (those with a resolver that sees the key left out), both
        `None` below six documents, as is "equal_within_2_points", which says whether the two are shown to be equal;
        `anaphora.workbench.statistics.significance.Difference` says the rest.
        """
        return self._pairs

    @cached_property
    def _pairs(self) -> list[dict[str, Any]]:
        only = self._only()
        of = np.array([len(document.anaphors) for document in self.documents], np.float64)
        pairs = list(combinations(range(len(self.resolvers)), 2))
        moved = np.array([only[:, one, other] - only[:, other, one] for one, other in pairs], np.float64)
        probabilities, _ = sign_flips(moved.reshape(len(pairs), len(self.documents)).T, seed=0)
        family = [at for at, pair in enumerate(pairs) if not {self.resolvers[one] for one in pair} & self.read_key]
        corrected = dict(zip(family, holm([float(probabilities[at]) for at in family]), strict=True))
        table = []
        for at, (one, other) in enumerate(pairs):
            found = difference(only[:, one, other], only[:, other, one], of, float(probabilities[at]))
            both = int(only[:, one, one].sum()) - found.only_first
            table.append({
                "first": self.resolvers[one], "second": self.resolvers[other], "difference": found.value,
                "both": both, "only_first": found.only_first, "only_second": found.only_second,
                "neither": found.anaphors - both - found.only_first - found.only_second,
                "interval": list(found.interval) if found.interval else None,
                "p": found.p, "p_holm": corrected.get(at) if found.p is not None else None,
                "p_if_independent": dict(zip(("exact", "mid"), found.p_if_independent, strict=True)),
                "detectable": found.detectable, "needed": found.needed,
                "equal_within_2_points": equal_within(moved[at], of, EQUAL_WITHIN),
            })  # fmt: skip
        return table

    def _only(self) -> NDArray[np.float64]:
        """Documents x resolvers x resolvers: the anaphors that the first has right and the second has not.

        On the diagonal stand the anaphors that a resolver has right.
        """
        counts = np.zeros((len(self.documents), len(self.resolvers), len(self.resolvers)))
        for number, document in enumerate(self.documents):
            right = self._right(document)
            counts[number] = right @ (1 - right).T
            np.fill_diagonal(counts[number], right.sum(axis=1))
        return counts

    def ranks(self) -> dict[str, tuple[float, ...]]:
        """How probable each rank (the first first) is for each resolver if documents like these were drawn anew.

        Resolvers that see the key are left out. Empty below six documents.
        """
        return self._ranks

    @cached_property
    def _ranks(self) -> dict[str, tuple[float, ...]]:
        rivals = [at for at, name in enumerate(self.resolvers) if name not in self.read_key]
        if sum(bool(document.anaphors) for document in self.documents) < MIN_DOCUMENTS or not rivals:
            return {}
        order = sorted(range(len(self.documents)), key=lambda at: self.documents[at].document_id)
        right = np.diagonal(self._only(), axis1=1, axis2=2)[np.ix_(order, rivals)]
        found = ranks(right, seed=0)
        return {self.resolvers[at]: tuple(row.tolist()) for at, row in zip(rivals, found, strict=True)}

    def with_sample(self, sample: Sample) -> "Comparison":
        """The same with figures on anaphors that stand far apart beside the others, and a signature that says so."""
        asked = f"|sample:gap={sample.gap},repeats={sample.repeats},seed={sample.seed}"
        return replace(self, sample=sample, signature=self.signature + asked)

    def sampled(self) -> SpacedEstimates | None:
        """Success rates and differences over the samples that `sample` asks for; `None` if it does not."""
        if self.sample is None:
            return None
        ordered = sorted(self.documents, key=lambda document: document.document_id)
        return thinned([(document.column("sentence"), self._right(document).T) for document in ordered], self.sample)

    def _right(self, document: DocumentTrace) -> NDArray[np.float64]:
        """Resolvers x anaphors of one document: 1 for a right answer."""
        rows = [document.right(name) for name in self.resolvers]
        return np.array(rows, np.float64).reshape(len(self.resolvers), len(document.anaphors))

    def as_json(self) -> dict[str, Any]:
        """The shape that `anaphora compare --json` writes."""
        ranked = self.ranks()
        return {
            "signature": self.signature,
            "documents": len(self.documents),
            "anaphors": self.anaphors,
            "upper_bound": {match: self.upper_bound(match) for match in ("strict", "partial")},
            "resolvers": {name: self._resolver_json(name, ranked.get(name)) for name in self.resolvers},
            "comparisons": self.pairs(),
            "not_counted": self.not_counted,
            "spurious": self.spurious,
            "skipped": list(self.skipped),
            "warnings": list(self.warnings),
            **({"sampled": self._sampled_json(self.sample)} if self.sample else {}),
        }

    def _sampled_json(self, sample: Sample) -> dict[str, Any]:
        found = self.sampled()
        figures: dict[str, Any] = {"gap": sample.gap, "repeats": sample.repeats, "seed": sample.seed}
        if found is None:
            return {**figures, "anaphors": 0, "resolvers": {}, "comparisons": []}
        return {
            **figures,
            "anaphors": found.anaphors,
            "resolvers": {name: _estimate("value", it) for name, it in zip(self.resolvers, found.rates, strict=True)},
            "comparisons": [
                {"first": self.resolvers[one], "second": self.resolvers[other], **_estimate("difference", it)}
                for (one, other), it in found.differences.items()
            ],
        }

    def _resolver_json(self, name: str, ranked: tuple[float, ...] | None) -> dict[str, Any]:
        figures: dict[str, Any] = {}
        for measure in MEASURES:
            if measure.name == "expected" and name not in self.random:
                continue
            rate = self.rate(measure, name)
            right = int(rate.right) if rate.right.is_integer() else rate.right
            span = list(rate.interval) if rate.interval else None
            figures[measure.name] = {"right": right, "of": rate.of, "value": rate.value, "interval": span}
        best = {"best": ranked[0], "ranks": list(ranked)} if ranked else {"best": None, "ranks": None}
        return {**figures, **best, "losses": self.losses(name)}


def _estimate(name: str, found: Estimate) -> dict[str, Any]:
    return {name: found.value, "interval": list(found.interval) if found.interval else None}


def _totals(counters: list[Mapping[str, int]]) -> dict[str, int]:
    names = dict.fromkeys(name for counter in counters for name in counter)
    return {name: sum(counter.get(name, 0) for counter in counters) for name in names}
