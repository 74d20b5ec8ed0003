"""`anaphora ablate`: the worth of indicators, of rules, of salience factors, and of components for noun phrases."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias, Unpack, cast

from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.coref import ChainCollector, collect_chains, for_chains
from anaphora.experiments.run.analysis import Analysis, sign
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
from anaphora.experiments.run.documents import Fingerprint, documents, require_key
from anaphora.experiments.run.plan import plan
from anaphora.experiments.run.worker import DocumentHook, ResolvedDocument
from anaphora.experiments.show.charts import ablation as charts
from anaphora.experiments.show.report.comparison import ablation_page
from anaphora.experiments.show.result import Result, result_of
from anaphora.resolvers import chains, entries
from anaphora.resolvers.specs import ORACLE, Found, find
from anaphora.workbench.ablation.figures import IndicatorAblation
from anaphora.workbench.ablation.vote_matrix import DocumentVotes, document_votes, is_additive, vote_matrix
from anaphora.workbench.adapters import ChainAsPronounResolver
from anaphora.workbench.decision import Link, LinkResolver, Resolver
from anaphora.workbench.document import Document
from anaphora.workbench.errors import OptionError
from anaphora.workbench.files import JsonObject
from anaphora.workbench.key import Match
from anaphora.workbench.preparation import PRONOUNS
from anaphora.workbench.resolver_entry import Options as ResolverOptions
from anaphora.workbench.resolver_entry import ResolverEntry
from anaphora.workbench.results.ablated import Ablated
from anaphora.workbench.results.components import MEASURES, NOTHING, ComponentAblation, Proposed
from anaphora.workbench.spec import ResolverSpec, parse_resolver
from anaphora.workbench.trace.build import Criteria, mention_chains, right_candidates

Variants: TypeAlias = Mapping[str, Mapping[str, ResolverSpec]]
"""For each component the resolver with it `alone`, with all `until` it, and with all `without` it."""


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
        components = run_component_ablation(paths_of(corpus), resolver, changed, progress=progress)
        return result_of(components, charts=partial(charts.charts_of_components, components))
    keep = journal is None if keep is None else keep
    path = Path(journal) if journal else None
    ablated = run_ablation(paths_of(corpus), resolver, settings, keep=keep, progress=progress, journal=path)
    return result_of(ablated, charts=partial(charts.charts, ablated), page=partial(ablation_page, ablated))


def ablates_components(resolver: ResolverLike, settings: Configuration) -> bool:
    """Return whether `ablate` ablates components, by one worker: of chain resolvers if pronouns are the anaphors."""
    return find(resolver).of_chains and settings.preparation.anaphors in PRONOUNS


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
    taken: list[DocumentVotes | None] = []
    hook = DocumentHook("votes", partial(_votes, spec.label, settings.criteria), taken.append, _written, _read)
    changed = settings.changed(resolvers=(spec, *variants.values()))
    comparison = run_comparison(paths, changed, keep=keep, progress=progress, hooks=[hook], journal=journal)
    polls = [votes for votes in taken if votes is not None]
    voting = len(polls) == len(taken) and any(votes.votes is not None for votes in polls)
    if voting and settings.judging.antecedent == "nominal":
        raise OptionError("Indicators are weighed without following answers: use --antecedent chain or nearest.")
    if not voting and not variants:
        able = [name for name, entry in (entries() | chains.entries()).items() if entry.parts or entry.indicators]
        problem = (
            f"The resolver '{spec}' has no parts: no option leaves one out, and none of its decisions here has votes."
        )
        raise OptionError(f"{problem} Those that have parts: {', '.join(able)}.", code="no-parts")
    anaphors = [len(document.anaphors) for document in comparison.documents]
    additive = IndicatorAblation(vote_matrix(polls, anaphors)) if voting else None
    return Ablated(spec.label, comparison, additive, {part: variant.label for part, variant in variants.items()})


def _votes(resolver: str, criteria: Criteria, resolved: ResolvedDocument) -> DocumentVotes | None:
    """The votes on a document's anaphors; `None` if the resolver is not additive."""
    return votes_of(resolver, criteria, resolved) if is_additive(resolved.decisions[resolver]) else None


def votes_of(resolver: str, criteria: Criteria, resolved: ResolvedDocument) -> DocumentVotes:
    """The votes of an additive resolver on a document's anaphors. Raises `OptionError` if it is not additive."""
    right = right_candidates(resolved.document, resolved.key, resolved.prepared, criteria)
    return document_votes(resolved.prepared, resolved.decisions[resolver], right)


def _written(votes: DocumentVotes | None) -> JsonObject:
    return {} if votes is None else {"polls": votes.as_data()}


def _read(data: JsonObject) -> DocumentVotes | None:
    return DocumentVotes.from_data(data["polls"]) if data else None


def without_parts(asked: Found) -> dict[str, ResolverSpec]:
    """Return the resolver without each part that an option can switch off, by the name of the part."""
    parts = asked.entry.parts() if asked.entry.parts else {}
    return {name: asked.spec.with_options(part.without) for name, part in parts.items()}


# Components of chain resolvers


def run_component_ablation(
    paths: Sequence[Path],
    resolver: object,
    settings: Configuration,
    *,
    progress: Callable[[Document], None] | None = None,
) -> ComponentAblation:
    """Run a chain resolver with each component alone, in its place in the order, and blocked; score all on the key.

    It is the table that the authors of CAMP developed by (Baldwin et al. 1998): recall and precision of a component on
    its own, and of all up to it, later ones being blocked. The third part is theirs in spirit: the resolver without it.
    Mentions, singletons and the filter of "it" are treated as `coref` does.

    Raises:
        OptionError: it has no components, or one of its options cannot be used.
        WorkbenchError: bad input, as for `compare`.
    """
    asked = find(resolver)
    spec = asked.spec
    variants = variants_of(asked)
    labels = {name: {kind: variant.label for kind, variant in row.items()} for name, row in variants.items()}
    all_variants = (variant for row in variants.values() for variant in row.values())
    wanted = {variant.label: variant for variant in (spec, parse_resolver(NOTHING), *all_variants)}
    settings = for_chains(settings.changed(resolvers=wanted.values(), measures=settings.judging.measures or MEASURES))
    made = plan(settings)
    analysis = Analysis(settings)
    collector = ChainCollector(settings)
    tally = _LinkTally(
        _link_resolver(made.resolvers[spec.label]),
        {component: _link_resolver(made.resolvers[row["alone"]]) for component, row in labels.items()},
        settings.judging.match,
    )
    key_mentions = "mentions" in settings.preparation.perfect
    skipped: list[str] = []
    read = Fingerprint(paths, settings.preparation.name)
    for document, key in read.watch(documents(paths, settings, skipped), progress):
        made.require_language(document, [spec.label])
        prepared = analysis.prepare(document, key)
        resolved = ResolvedDocument(document, key, prepared, dict.fromkeys(wanted, ()), made.resolvers)
        collector.add(collect_chains(key_mentions, False, resolved))
        tally.add(resolved)
    require_key(len(collector.ids), collector.mentions)
    signed = sign(read, len(collector.ids), settings.changed(resolvers=(spec,)), analysis.source, analysis.names)
    scores = collector.scores(read.corpus, signed)
    return ComponentAblation(spec.label, labels, scores, tally.counts("alone"), tally.counts("added"), tuple(skipped))


def variants_of(asked: Found) -> Variants:
    """The resolver's variants, for each component in the order of the components.

    Raises `OptionError` if it has none.
    """
    spec = asked.spec
    offered = _components(asked.entry)
    if not offered:
        able = [name for name, entry in chains.entries().items() if _components(entry)]
        problem = f"The chain resolver '{spec.name}' has no components that can be switched off."
        raise OptionError(f"{problem} Those that have: {', '.join(able)}.", code="no-components")
    return {
        component: {kind: spec.with_options(change) for kind, change in changes.items()}
        for component, changes in offered.items()
    }


def _components(entry: ResolverEntry) -> dict[str, dict[str, ResolverOptions]]:
    """The options for each component `alone`, for all `until` it, and for all `without` it."""
    return {
        name: {"alone": part.alone, "until": part.until, "without": part.without}
        for name, part in (entry.parts() if entry.parts else {}).items()
        if part.alone is not None and part.until is not None
    }


class _LinkTally:
    """Counts the links of a resolver, and of each component alone, proposed and right, as documents go by."""

    def __init__(self, resolver: LinkResolver, alone: Mapping[str, LinkResolver], match: Match) -> None:
        self.resolver = resolver
        self.alone = alone
        self.match: Match = match
        self.links: Counter[tuple[str, str, bool]] = Counter()

    def add(self, resolved: ResolvedDocument) -> None:
        """Take in one document."""
        prepared = resolved.prepared
        chain = mention_chains(resolved.document, resolved.key, prepared, self.match)

        def count(column: str, links: Sequence[Link]) -> None:
            for link in links:
                right = chain[link.antecedent] == chain[link.anaphor] >= 0
                self.links[column, link.component, right] += 1

        count("added", self.resolver.links(prepared))
        for resolver in self.alone.values():
            count("alone", resolver.links(prepared))

    def counts(self, column: str) -> dict[str, Proposed]:
        """Links by component."""
        right = {name: self.links[column, name, True] for name in self.alone}
        return {name: Proposed(self.links[column, name, False] + count, count) for name, count in right.items()}


def _link_resolver(built: Resolver) -> LinkResolver:
    """Return the resolver of links below a built one, whose module lists components."""
    return cast(LinkResolver, cast(ChainAsPronounResolver, built).resolver)


COMMAND = Command(
    ablate,
    example="anaphora ablate my_corpus/ --resolvers mitkov",
    offers=(TO, JSON, REPORT, FIGURES, details("Print every figure.")),
    implied=lambda wanted: {"keep": wanted.report},
    work="Analysing",
    words=words_of_corpus,
)
