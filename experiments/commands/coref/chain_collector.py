"""Chains of many documents, collected and scored batch by batch."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from anaphora.experiments.run.configuration import Configuration, applied_preset
from anaphora.experiments.run.worker import ResolvedDocument
from anaphora.workbench.adapters import chains_of, spans_of
from anaphora.workbench.arrays import Integers
from anaphora.workbench.chains.alignment import compare_chains
from anaphora.workbench.chains.overlap import MentionColumns, Overlap, Side, columns, duplicates, stack
from anaphora.workbench.chains.texts import describe
from anaphora.workbench.decision import Decision, Resolver, SpanResolver, Spans
from anaphora.workbench.document import Prepared, Span
from anaphora.workbench.key import Attributes, Response
from anaphora.workbench.linking import link
from anaphora.workbench.measures import COMPARED, Counts, count_each
from anaphora.workbench.measures.choosing import choose_measures
from anaphora.workbench.results.coreference import Size
from anaphora.workbench.results.scores import Scores

BATCH = 100
"""Documents whose chains are held at once."""


@dataclass(frozen=True, slots=True)
class DocumentChains:
    """The chains of a document in the key and of each resolver; preparation and spans only if they were asked for."""

    id: str
    key: MentionColumns
    responses: Mapping[str, MentionColumns]
    prepared: Prepared | None = None
    spans: Mapping[str, Spans] = field(default_factory=dict)


def collect_chains(key_mentions: bool, with_spans: bool, resolved: ResolvedDocument) -> DocumentChains:
    """The chains of a document; `key_mentions` says that all resolvers work on the mentions of the key."""
    prepared = resolved.prepared
    spans = {
        name: _spans(resolved.resolvers.get(name), prepared, decisions, key_mentions)
        for name, decisions in resolved.decisions.items()
    }
    return DocumentChains(
        id=resolved.document.id,
        key=describe(columns(resolved.key), prepared.annotation),
        responses={name: _columns(prepared, chains, resolved.decisions[name]) for name, chains in spans.items()},
        prepared=prepared.without_vectors() if with_spans else None,
        spans=spans if with_spans else {},
    )


def _spans(resolver: Resolver | None, prepared: Prepared, decisions: Sequence[Decision], key_mentions: bool) -> Spans:
    """Return chains as spans; external systems have their own mentions, unless all resolvers work on the key's."""
    if isinstance(resolver, SpanResolver) and not key_mentions:
        return resolver.spans(prepared)
    chains = chains_of(resolver, prepared, decisions) if resolver else link(prepared, decisions)
    return spans_of(prepared, chains)


def keeps_singletons(settings: Configuration) -> bool:
    """Return whether chains of one mention count: by default they do where all resolvers work on the key's mentions."""
    choice = settings.judging.singletons
    if choice == "auto":  # the members of split antecedents may be alone
        return "mentions" in settings.preparation.perfect or settings.judging.split_antecedents == "count"
    return choice == "keep"


class ChainCollector:
    """The chains of the key and of each resolver, gathered as documents go by, and their scores.

    Of each `BATCH` of documents only counts are kept, `sizes` of the responses and of the `key` among them; `mentions`
    are those of the key.
    """

    def __init__(self, settings: Configuration) -> None:
        self.settings, judging = settings, settings.judging
        self.measures = choose_measures(judging.measures or COMPARED)
        self.systems = tuple(spec.label for spec in settings.resolvers)
        self.keep = keeps_singletons(settings)
        self.split = settings.judging.split_antecedents == "count"
        self.ids: list[str] = []
        self.waiting: list[DocumentChains] = []
        self.counts: dict[tuple[str, str], list[Counts]] = defaultdict(list)
        self.key = Size()
        self.sizes = dict.fromkeys(self.systems, Size(right=0))
        self.mentions = self.twice = 0

    def add(self, document: DocumentChains) -> None:
        """Take in one document."""
        self.ids.append(document.id)
        self.waiting.append(document)
        self.mentions += len(document.key.start)
        if len(self.waiting) == BATCH:
            self._count()

    def _count(self) -> None:
        """Count the waiting documents and forget their chains; of duplicate spans of the key only the first counts."""
        keys = [document.key for document in self.waiting]
        for name in self.systems:
            responses = [document.responses[name] for document in self.waiting]
            shared = compare_chains(
                keys, responses, self.settings.judging.match, singletons=self.keep, split=self.split
            )
            for measure, counts in count_each(self.measures, shared).items():
                self.counts[name, measure].append(counts)
            self.sizes[name] += _size(shared.response, shared)
        if self.waiting:
            self.key += _size(shared.key)
            whole, _ = stack(keys, keys)
            self.twice += int(duplicates(whole).sum())
        self.waiting = []

    def scores(self, corpus: str, signed: str) -> Scores:
        """The scores of all resolvers; `signed` says what shaped their input."""
        self._count()
        singletons, resamples = "keep" if self.keep else "drop", self.settings.judging.resamples
        # resolvers see words only
        used = {
            "match": self.settings.judging.match, "singletons": singletons, "zeros": "ignore",
            "split_antecedents": self.settings.judging.split_antecedents,
        }  # fmt: skip
        preset = applied_preset(self.settings.judging.preset, used)
        named = f"|preset:{preset}" if preset else ""
        counted = "|split_antecedents:count" if self.split else ""
        twice = f"The key has duplicate spans: {self.twice}; only the first of each counts."
        return Scores(
            key=corpus,
            signature=f"{signed}|singletons:{singletons}{counted}|resamples:{resamples}{named}",
            documents=tuple(self.ids),
            systems=self.systems,
            measures=self.measures,
            counts={
                name: {measure.name: np.concatenate(self.counts[name, measure.name]) for measure in self.measures}
                for name in self.systems
            },
            warnings=(twice,) if self.twice else (),
            resamples=resamples,
            seed=self.settings.execution.seed,
            preset=preset,
        )


def _columns(prepared: Prepared, chains: Spans, decisions: Sequence[Decision]) -> MentionColumns:
    """Chains as columns, with what preprocessing knows of their mentions, and the split antecedents of decisions."""
    attributes = {mention.span: Attributes(head=mention.head, kind=mention.kind) for mention in prepared.mentions}
    chain_of = {span: number for number, chain in enumerate(chains) for span in chain}
    split: dict[Span, tuple[int, ...]] = {}
    for decision in decisions:
        anaphor = prepared.mentions[prepared.cases[decision.case].anaphor].span
        if decision.antecedent is not None and decision.others and anaphor in chain_of:
            parts = (prepared.mentions[mention].span for mention in (decision.antecedent, *decision.others))
            split[anaphor] = tuple(sorted({chain_of[span] for span in parts if span in chain_of}))
    response = Response(prepared.document.id, chains, attributes=attributes, split=split)
    return describe(columns(response), prepared.annotation)


def _size(side: Side, shared: Overlap | None = None) -> Size:
    right = None if shared is None else _pairs(shared.shared)
    return Size(len(side.size), int((side.size == 1).sum()), _pairs(side.size), right)


def _pairs(sizes: Integers) -> int:
    return int((sizes * (sizes - 1) // 2).sum())
