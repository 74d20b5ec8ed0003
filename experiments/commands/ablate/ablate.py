"""Ablation: the worth of indicators, of rules, of salience factors, and of components for noun phrases."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Unpack

from anaphora.experiments.commands.ablate.component_ablation import component_ablation
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.run.arguments import (
    Corpora,
    Journaled,
    OneResolver,
    ResolverLike,
    configuration,
    paths_of,
    words_of_corpus,
)
from anaphora.experiments.run.command import FIGURES, JSON, REPORT, TO, Command, Progress, details
from anaphora.experiments.run.configuration import OF_RUNS, Configuration, Options, takes
from anaphora.experiments.run.worker import DocumentHook, ResolvedDocument
from anaphora.experiments.show.charts import ablation as charts
from anaphora.experiments.show.report.comparison import ablation_page
from anaphora.experiments.show.result import Result
from anaphora.resolvers import chains, entries
from anaphora.resolvers.specs import ORACLE, Found, find
from anaphora.workbench.ablation.figures import IndicatorAblation
from anaphora.workbench.ablation.vote_matrix import DocumentVotes, document_votes, is_additive, vote_matrix
from anaphora.workbench.document import Document
from anaphora.workbench.errors import OptionError
from anaphora.workbench.files import JsonObject
from anaphora.workbench.language.anaphors import PRONOUNS
from anaphora.workbench.results.ablated import Ablated
from anaphora.workbench.results.components import ComponentAblation
from anaphora.workbench.spec import ResolverSpec
from anaphora.workbench.trace.build import Criteria, right_candidates


def run_ablation(
    paths: Sequence[Path],
    resolver: object,
    settings: Configuration,
    *,
    keep: bool = False,
    progress: Callable[[Document], None] | None = None,
    journal: Path | None = None,
) -> Ablated:
    """Run a resolver and find what its parts are worth; `keep`, `progress` and `journal` are those of `compare`.

    Raises:
        OptionError: the resolver has no parts ("no-parts"), answers are followed (`nominal`), or it cannot be built.
        WorkbenchError: bad input, as for `compare`.
    """
    asked = find(resolver)
    spec = asked.spec
    if spec.name == ORACLE:
        raise OptionError("The oracle reads the key; there is nothing to switch off.")
    if settings.preparation.anaphors not in PRONOUNS and asked.pronouns_only:
        problem = (
            f"'{spec}' resolves pronouns only, and --anaphors {settings.preparation.anaphors} asks for noun phrases."
        )
        raise OptionError(f"{problem} Use --anaphors {', '.join(PRONOUNS)}, or --resolvers camp.", code="pronouns-only")
    variants = without_parts(asked)
    cast: list[DocumentVotes | None] = []
    votes = DocumentHook("votes", partial(_votes, spec.label, settings.criteria), cast.append, _written, _read)
    wanted = settings.changed(resolvers=(spec, *variants.values()))
    comparison = run_comparison(paths, wanted, keep=keep, progress=progress, hooks=[votes], journal=journal)
    additive_polls = [votes for votes in cast if votes is not None]
    voting = len(additive_polls) == len(cast) and any(votes.votes is not None for votes in additive_polls)
    if voting and settings.judging.antecedent == "nominal":
        raise OptionError("Indicators are weighed without following answers: use --antecedent chain or nearest.")
    if not voting and not variants:
        raise _without_any_parts(spec)
    anaphors = [len(document.anaphors) for document in comparison.documents]
    additive = IndicatorAblation(vote_matrix(additive_polls, anaphors)) if voting else None
    labels = {part: variant.label for part, variant in variants.items()}
    return Ablated(spec.label, comparison, additive, labels)


def _votes(resolver: str, criteria: Criteria, resolved: ResolvedDocument) -> DocumentVotes | None:
    """The votes on a document's anaphors; `None` if the resolver is not additive."""
    return votes_of(resolver, criteria, resolved) if is_additive(resolved.decisions[resolver]) else None


def votes_of(resolver: str, criteria: Criteria, resolved: ResolvedDocument) -> DocumentVotes:
    """The votes of an additive resolver on a document's anaphors. Raises `OptionError` if it is not additive."""
    right = right_candidates(resolved.document, resolved.key, resolved.prepared, criteria)
    return document_votes(resolved.prepared, resolved.decisions[resolver], right)


def _written(cast: DocumentVotes | None) -> JsonObject:
    return {} if cast is None else {"polls": cast.as_data()}


def _read(data: JsonObject) -> DocumentVotes | None:
    return DocumentVotes.from_data(data["polls"]) if data else None


def without_parts(found: Found) -> dict[str, ResolverSpec]:
    """Return the resolver without each part that an option can switch off, by the name of the part."""
    parts = found.entry.parts() if found.entry.parts else {}
    return {name: found.spec.with_options(part.without) for name, part in parts.items()}


def _without_any_parts(spec: ResolverSpec) -> OptionError:
    able = [name for name, entry in (entries() | chains.entries()).items() if entry.parts or entry.indicators]
    problem = f"The resolver '{spec}' has no parts: no option leaves one out, and none of its decisions here has votes."
    return OptionError(f"{problem} Those that have parts: {', '.join(able)}.", code="no-parts")


@takes(*(name for name in OF_RUNS if name != "seed"), "seed")
def ablate(
    corpus: Corpora = None,
    resolver: OneResolver = "mars",
    *,
    keep: bool | None = None,
    journal: Journaled = None,
    progress: Progress = None,
    **options: Unpack[Options],
) -> Result[Ablated] | Result[ComponentAblation]:
    """Measure what each indicator, rule, salience factor or component of a resolver contributes.

    Arguments and errors are those of `compare`. The components of a chain resolver are ablated by one worker, without a
    journal; their result has no report.
    """
    settings = configuration((), corpus, options)
    if ablates_components(resolver, settings):
        if keep or journal:
            problem = "--report and --journal are about pronouns"
            raise OptionError(f"{problem}; of a chain resolver use --json or the table.")
        if settings.execution.how != "serial":
            raise OptionError("The components of a chain resolver are ablated by one worker. Leave out --jobs.")
        changed = settings.changed(singletons="auto")
        components = component_ablation(paths_of(corpus), resolver, changed, progress=progress)
        return Result(
            components,
            components.signature,
            components.tables,
            figures=components.figures,
            json=components.as_json,
            charts=partial(charts.charts_of_components, components),
        )
    keep = journal is None if keep is None else keep
    path = Path(journal) if journal else None
    ablated = run_ablation(paths_of(corpus), resolver, settings, keep=keep, progress=progress, journal=path)
    return Result(
        ablated,
        ablated.signature,
        ablated.tables,
        figures=ablated.figures,
        json=ablated.as_json,
        charts=partial(charts.charts, ablated),
        page=partial(ablation_page, ablated),
    )


def ablates_components(resolver: ResolverLike, settings: Configuration) -> bool:
    """Return whether `ablate` ablates components, by one worker: of chain resolvers if pronouns are the anaphors."""
    return find(resolver).of_chains and settings.preparation.anaphors in PRONOUNS


COMMAND = Command(
    ablate,
    group="Everyday",
    example="anaphora ablate my_corpus/ --resolvers mitkov",
    offers=(TO, JSON, REPORT, FIGURES, details("Print every figure.")),
    implied=lambda wanted: {"keep": wanted.report},
    work="Analysing",
    words=words_of_corpus,
)
