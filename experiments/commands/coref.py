"""`anaphora coref`: resolvers of both kinds as coreference systems, pronouns and chains side by side."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Unpack

import numpy as np

from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.score.answers import with_answers
from anaphora.experiments.run.arguments import Corpora, Resolvers, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import GATES, JSON, REPORT, TO, Command, PathLike, Progress, Strict, details, flag
from anaphora.experiments.run.configuration import (
    ENTITY_RESOLVER_ELSEWHERE,
    OF_RUNS,
    Configuration,
    Options,
    applied_preset,
    default_entity_resolver,
    takes,
)
from anaphora.experiments.run.documents import first_language
from anaphora.experiments.run.responses import Write, attributes_of, write_responses
from anaphora.experiments.run.worker import DocumentHook, ResolvedDocument
from anaphora.experiments.show.report.scores import scores_page
from anaphora.experiments.show.result import Result, require_no_warning
from anaphora.resolvers.specs import default_chain_resolvers
from anaphora.workbench.adapters import chains_of, spans_of
from anaphora.workbench.arrays import Integers
from anaphora.workbench.chains.alignment import compare_chains
from anaphora.workbench.chains.overlap import MentionColumns, Overlap, Side, columns, duplicates, stack
from anaphora.workbench.chains.texts import describe
from anaphora.workbench.decision import Decision, Resolver, SpanResolver, Spans
from anaphora.workbench.document import Document, Prepared, Span
from anaphora.workbench.error_analysis.analysis import chain_errors
from anaphora.workbench.error_analysis.mentions import DocumentText
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Attributes, Response
from anaphora.workbench.language.packs import language
from anaphora.workbench.linking import link
from anaphora.workbench.measures import COMPARED, Counts, count_each, raised
from anaphora.workbench.measures.choosing import choose_measures
from anaphora.workbench.options import OUTPUT, About
from anaphora.workbench.results.coreference import Coreference, Size
from anaphora.workbench.results.scores import Scores

BATCH = 100
"""Documents whose chains are held at once."""


@takes(*OF_RUNS, "measures", "singletons", "split_antecedents", "preset", "resamples", singletons="auto")
def coref(  # type: ignore[misc]  # what scores call so is a switch
    corpus: Corpora = None,
    resolvers: Resolvers = (),
    *,
    keep: bool = False,
    responses: Annotated[
        PathLike | None, About("Write each resolver's chains, for 'anaphora score'.", OUTPUT, "FOLDER")
    ] = None,
    across_documents: Annotated[
        float | None,
        About("Give chains of --responses ids across documents, by similarity (0 to 1).", OUTPUT, "THRESHOLD"),
    ] = None,
    strict: Strict = False,
    progress: Progress = None,
    **options: Unpack[Options],
) -> Result[Coreference]:
    """Score resolvers as coreference systems: pronouns and chains in one table.

    By default these are all chain resolvers that read the language; except in English, `lappin_leass+word_match` too.
    `keep` holds all chains in memory, which `report` needs. `responses` is a folder for each resolver's chains as they
    are scored, so with singletons where these count; `across_documents` gives them ids that hold for all documents, by
    a similarity from 0 to 1. With `strict` warnings are errors. Other arguments and errors are those of `compare`.
    """
    if across_documents is not None and responses is None:
        raise OptionError(
            "--across-documents gives ids to the chains that are written. Name a folder: --responses FOLDER.",
            code="no-folder",
        )
    settings = configuration(resolvers, corpus, options)
    singletons = keeps_singletons(settings)
    folder = Path(responses) if responses else None
    with write_responses(folder, across_documents, singletons=singletons) if folder else nullcontext() as write:
        scored = run_coreference(paths_of(corpus), settings, progress=progress, write=write, with_errors=keep)
    require_no_warning(scored.warnings, strict)
    return Result(
        scored,
        scored.signature,
        scored.tables,
        figures=scored.scores.figures,
        json=scored.as_json,
        page=partial(scores_page, scored.scores, scored.errors, scored.comparison.warnings),
        warnings=scored.scores.warnings,
        gate=scored,
        headline=scored.scores.headline,
    )


def run_coreference(
    paths: Sequence[Path],
    settings: Configuration,
    *,
    progress: Callable[[Document], None] | None = None,
    write: Write | None = None,
    with_errors: bool = False,
) -> Coreference:
    """Run resolvers of both kinds over every document and score their chains against the whole key.

    Links of pronoun resolvers become chains (connected components). External systems are scored with mentions of
    their own or, with perfect mentions, like all others on those of the key. With perfect mentions no "it" is filtered
    unless that layer is perfect too, since the key's mentions all count. `write` gets each document with all chains;
    for the errors (`with_errors`) the chains of all documents are held in memory. `recorded(file=...)` may name what
    a system wrote as it comes (`with_answers`). Raises `WorkbenchError` for bad input, as `compare` does.
    """
    if not settings.resolvers:
        code = first_language(paths, settings)
        combined = () if language(code).code == "en" else (default_entity_resolver(code),)
        settings = settings.changed(resolvers=(*combined, *default_chain_resolvers(code)))
    settings = with_answers(paths, for_chains(settings))
    collector = ChainCollector(settings)
    texts: list[DocumentText] = []
    kept: list[DocumentChains] = []

    def take_in(document: DocumentChains) -> None:
        collector.add(document)
        prepared = document.prepared
        if prepared and write:
            write(prepared, document.spans)
        if prepared and with_errors:
            text = prepared.document
            texts.append(DocumentText(text.id, text.words, None, text.spaces, prepared.annotation.sentence_starts))
            kept.append(replace(document, prepared=None, spans={}))

    key_mentions = "mentions" in settings.preparation.perfect
    hook = DocumentHook("chains", partial(collect_chains, key_mentions, with_errors or write is not None), take_in)
    compared = run_comparison(paths, settings, progress=progress, hooks=[hook])
    scores = collector.scores(compared.corpus, compared.signature)
    errors = None
    if kept:
        errors = chain_errors(
            texts,
            [document.key for document in kept],
            {name: [document.responses[name] for document in kept] for name in collector.systems},
            name=scores.key,
            signature=scores.signature,
            match=settings.judging.match,
            singletons=collector.keep,
        )
    return Coreference(compared, scores, collector.key, collector.sizes, errors)


def for_chains(settings: Configuration) -> Configuration:
    """Return the settings as chains need them: singletons kept or dropped, and no filter of "it" of perfect mentions.

    The key's mentions all count.
    """
    settings = settings.changed(singletons="keep" if keeps_singletons(settings) else "drop")
    key_mentions = "mentions" in settings.preparation.perfect
    return settings.changed(it_filter="none", it_classes="pleonastic") if key_mentions else settings


def keeps_singletons(settings: Configuration) -> bool:
    """Return whether chains of one mention count: by default they do where all resolvers work on the key's mentions."""
    choice = settings.judging.singletons
    if choice == "auto":  # the members of split antecedents may be alone
        return "mentions" in settings.preparation.perfect or settings.judging.split_antecedents == "count"
    return choice == "keep"


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
    attributes = attributes_of(prepared)
    return DocumentChains(
        id=resolved.document.id,
        key=describe(columns(resolved.key), prepared.annotation),
        responses={
            name: _columns(prepared, chains, resolved.decisions[name], attributes) for name, chains in spans.items()
        },
        prepared=prepared.without_vectors() if with_spans else None,
        spans=spans if with_spans else {},
    )


def _spans(resolver: Resolver | None, prepared: Prepared, decisions: Sequence[Decision], key_mentions: bool) -> Spans:
    """Return chains as spans; external systems have their own mentions, unless all resolvers work on the key's."""
    if isinstance(resolver, SpanResolver) and not key_mentions:
        return resolver.spans(prepared)
    chains = chains_of(resolver, prepared, decisions) if resolver else link(prepared, decisions)
    return spans_of(prepared, chains)


def _columns(
    prepared: Prepared, chains: Spans, decisions: Sequence[Decision], attributes: Mapping[Span, Attributes]
) -> MentionColumns:
    """Chains as columns, with what preprocessing knows of their mentions, and the split antecedents of decisions."""
    chain_of = {span: number for number, chain in enumerate(chains) for span in chain}
    split: dict[Span, tuple[int, ...]] = {}
    for decision in decisions:
        anaphor = prepared.mentions[prepared.cases[decision.case].anaphor].span
        if decision.antecedent is not None and decision.others and anaphor in chain_of:
            parts = (prepared.mentions[mention].span for mention in (decision.antecedent, *decision.others))
            split[anaphor] = tuple(sorted({chain_of[span] for span in parts if span in chain_of}))
    response = Response(prepared.document.id, chains, attributes=attributes, split=split)
    return describe(columns(response), prepared.annotation)


class ChainCollector:
    """The chains of the key and of each resolver, gathered as documents go by, and their scores.

    Of each `BATCH` of documents only counts are kept, `sizes` of the responses and of the `key` among them; `mentions`
    are those of the key.
    """

    def __init__(self, settings: Configuration) -> None:
        self.settings = settings
        self.measures = choose_measures(settings.judging.measures or COMPARED)
        self.systems = tuple(spec.label for spec in settings.resolvers)
        self.keep = keeps_singletons(settings)
        self.split = settings.judging.split_antecedents == "count"
        self.ids: list[str] = []
        self.waiting: list[DocumentChains] = []
        self.counts: dict[tuple[str, str], list[Counts]] = defaultdict(list)
        self.key = Size()
        self.sizes = dict.fromkeys(self.systems, Size(right=0))
        self.mentions = 0
        self.twice = 0

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
            side, _ = stack(keys, keys)
            self.twice += int(duplicates(side).sum())
        self.waiting = []

    def scores(self, corpus: str, signed: str) -> Scores:
        """The scores of all resolvers; `signed` says what shaped them."""
        self._count()
        judging = self.settings.judging
        used = {
            "match": judging.match,
            "singletons": "keep" if self.keep else "drop",
            "zeros": "ignore",  # resolvers see words only
            "split_antecedents": judging.split_antecedents,
        }
        twice = f"The key has duplicate spans: {self.twice}; only the first of each counts."
        return Scores(
            key=corpus,
            signature=signed + raised(self.measures),
            documents=tuple(self.ids),
            systems=self.systems,
            measures=self.measures,
            counts={
                name: {measure.name: np.concatenate(self.counts[name, measure.name]) for measure in self.measures}
                for name in self.systems
            },
            warnings=(twice,) if self.twice else (),
            resamples=judging.resamples,
            seed=self.settings.execution.seed,
            preset=applied_preset(judging.preset, used),
        )


def _size(side: Side, shared: Overlap | None = None) -> Size:
    """The chains, singletons and links of a side; of a response, by what is `shared`, those of the key too."""
    right = None if shared is None else _pairs(shared.shared)
    return Size(len(side.size), int((side.size == 1).sum()), _pairs(side.size), right)


def _pairs(sizes: Integers) -> int:
    return int((sizes * (sizes - 1) // 2).sum())


COMMAND = Command(
    coref,
    example="anaphora coref my_corpus/ --perfect mentions --resolvers mars+head_match,head_match,mention_pair",
    offers=(
        TO, JSON, REPORT, GATES,
        flag("long", "Show recall, precision and intervals too."),
        flag("differences", "Add each pair of resolvers, with its test."),
        details("Print every measure, size and pair of resolvers."),
    ),
    written=("responses",),
    note="By default these are all chain resolvers that read the language; except in English, "
    f"{ENTITY_RESOLVER_ELSEWHERE} too.",
    implied=lambda wanted: {"keep": wanted.report},
    work="Analysing",
    words=words_of_corpus,
)  # fmt: skip
