"""`anaphora coref`: resolvers of both kinds as coreference systems, pronouns and chains side by side."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Unpack

from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.coref.chain_collector import (
    ChainCollector,
    DocumentChains,
    collect_chains,
    keeps_singletons,
)
from anaphora.experiments.commands.score.answers import with_answers
from anaphora.experiments.run.arguments import Corpora, Resolvers, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import (
    FAIL_UNDER,
    GATES,
    JSON,
    REPORT,
    TO,
    Command,
    PathLike,
    Progress,
    Strict,
    details,
    flag,
)
from anaphora.experiments.run.configuration import (
    ENTITY_RESOLVER_ELSEWHERE,
    OF_RUNS,
    Configuration,
    Options,
    default_entity_resolver,
    takes,
)
from anaphora.experiments.run.documents import first_language
from anaphora.experiments.run.responses import write_responses
from anaphora.experiments.run.worker import DocumentHook
from anaphora.experiments.show.report.scores import scores_page
from anaphora.experiments.show.result import Result, require_no_warning
from anaphora.resolvers.specs import default_chain_resolvers
from anaphora.workbench.decision import Spans
from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.error_analysis.analysis import ChainErrors, chain_errors
from anaphora.workbench.error_analysis.mentions import DocumentText
from anaphora.workbench.errors import OptionError
from anaphora.workbench.language.packs import language
from anaphora.workbench.options import OUTPUT, About
from anaphora.workbench.results.coreference import Coreference
from anaphora.workbench.results.scores import Scores

ObserveChains = Callable[[Prepared, Mapping[str, Spans]], None]


def coreference(
    paths: Sequence[Path],
    settings: Configuration,
    *,
    progress: Callable[[Document], None] | None = None,
    observe: ObserveChains | None = None,
    with_errors: bool = False,
) -> Coreference:
    """Run resolvers of both kinds over every document and score their chains against the whole key.

    Links of pronoun resolvers become chains (connected components). External systems are scored with mentions of
    their own or, with perfect mentions, like all others on those of the key. With perfect mentions no "it" is filtered
    unless that layer is perfect too, since the key's mentions all count. `observe` gets each document with all chains;
    for the errors (`with_errors`) the chains of all documents are held in memory. `recorded(file=...)` may name what
    a system wrote as it comes (`with_answers`). Raises `WorkbenchError` for bad input, as `compare` does.
    """
    if not settings.resolvers:
        code = first_language(paths, settings)
        combined = () if language(code).code == "en" else (default_entity_resolver(code),)
        settings = settings.changed(resolvers=(*combined, *default_chain_resolvers(code)))
    settings = without_it_filter(settings)
    settings = with_answers(paths, settings)
    collector = ChainCollector(settings)
    work = partial(collect_chains, "mentions" in settings.preparation.perfect, with_errors or observe is not None)
    kept: list[tuple[DocumentText, DocumentChains]] = []

    def take_in(document: DocumentChains) -> None:
        collector.add(document)
        if observe and document.prepared:
            observe(document.prepared, document.spans)
        if with_errors and document.prepared:
            kept.append((_text(document.prepared), replace(document, prepared=None, spans={})))

    compared = run_comparison(paths, settings, progress=progress, hooks=[DocumentHook("chains", work, take_in)])
    scores = collector.scores(compared.corpus, compared.signature)
    return Coreference(compared, scores, collector.key, collector.sizes, _errors(kept, collector, scores))


def _text(prepared: Prepared) -> DocumentText:
    document = prepared.document
    return DocumentText(document.id, document.words, None, document.spaces, prepared.annotation.sentence_starts)


def _errors(
    kept: Sequence[tuple[DocumentText, DocumentChains]], collector: ChainCollector, scores: Scores
) -> ChainErrors | None:
    if not kept:
        return None
    documents = [document for _, document in kept]
    return chain_errors(
        [text for text, _ in kept],
        [document.key for document in documents],
        {name: [document.responses[name] for document in documents] for name in collector.systems},
        name=scores.key,
        signature=scores.signature,
        match=collector.settings.judging.match,
        singletons=collector.keep,
    )


def without_it_filter(settings: Configuration) -> Configuration:
    """Return the settings, without a filter of "it" if mentions are perfect: the key's mentions all count."""
    key_mentions = "mentions" in settings.preparation.perfect
    return settings.changed(it_filter="none", it_classes="pleonastic") if key_mentions else settings


@takes(*OF_RUNS, "measures", "singletons", "split_antecedents", "preset", "resamples", singletons="auto")
def coref(  # type: ignore[misc]  # what scores call so is a switch
    corpus: Corpora = None,
    resolvers: Resolvers = (),
    *,
    keep: bool = False,
    responses: Annotated[
        PathLike | None,
        About("Write each resolver's chains, for 'anaphora score'.", OUTPUT, "FOLDER", kind=Path),
    ] = None,
    across_documents: Annotated[
        float | None,
        About(
            "Give chains of --responses ids across documents, by similarity (0 to 1).", OUTPUT, "THRESHOLD", kind=float
        ),
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
        scored = coreference(paths_of(corpus), settings, progress=progress, observe=write, with_errors=keep)
    require_no_warning((*scored.scores.warnings, *scored.comparison.warnings), strict)
    return Result(
        scored,
        scored.signature,
        scored.tables,
        figures=scored.scores.figures,
        json=scored.as_json,
        page=partial(scores_page, scored.scores, scored.errors),
        warnings=scored.scores.warnings,
        gate=scored.scores,
    )


COMMAND = Command(
    coref,
    group="Scoring",
    example="anaphora coref my_corpus/ --perfect mentions --resolvers mars+head_match,head_match,mention_pair",
    offers=(
        TO, JSON, REPORT, GATES, FAIL_UNDER,
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
