"""Ablation of a chain resolver: each component in isolation, in its place in the order, and blocked.

It is the table that the authors of CAMP developed by (Baldwin et al. 1998): recall and precision of a component on its
own, and of all up to it, later ones being blocked. The third part is theirs in spirit: the whole without it.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, cast

from anaphora.experiments.commands.coref.chain_collector import ChainCollector, collect_chains
from anaphora.experiments.commands.coref.coref import without_it_filter
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.documents import Fingerprint, documents, require_key
from anaphora.experiments.run.plan import plan
from anaphora.experiments.run.worker import ResolvedDocument
from anaphora.resolvers import chains
from anaphora.resolvers.specs import Found, build_resolvers, find
from anaphora.workbench.adapters import ChainAsPronounResolver
from anaphora.workbench.decision import Link, LinkResolver, Resolver
from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Key
from anaphora.workbench.resolver_entry import Options, ResolverEntry
from anaphora.workbench.results.components import MEASURES, NOTHING, ComponentAblation, Proposed
from anaphora.workbench.spec import ResolverSpec, parse_resolver
from anaphora.workbench.trace.build import mention_chains

Variants: TypeAlias = Mapping[str, Mapping[str, ResolverSpec]]
"""For each component the resolver with it `alone`, with all `until` it, and with all `without` it."""


def component_ablation(
    paths: Sequence[Path],
    resolver: object,
    settings: Configuration,
    *,
    progress: Callable[[Document], None] | None = None,
) -> ComponentAblation:
    """Run a chain resolver whole and with its components apart, and score all of that against the whole key.

    Mentions, singletons and the filter of "it" are treated as `anaphora.experiments.commands.coref.coref` does.

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
    settings = without_it_filter(
        settings.changed(resolvers=wanted.values(), measures=settings.judging.measures or MEASURES)
    )
    seen = ChainCollector(settings)
    tally = _Tally(spec, variants, settings)
    made = plan(settings)
    key_mentions = "mentions" in settings.preparation.perfect
    analysis = Analysis(settings)
    skipped: list[str] = []
    read = Fingerprint(paths, settings.preparation.name)
    for document, key in read.watch(documents(paths, settings, skipped), progress):
        made.require_language(document, [spec.label])
        prepared = analysis.prepare(document, key)
        resolved = ResolvedDocument(document, key, prepared, dict.fromkeys(wanted, ()), made.resolvers)
        seen.add(collect_chains(key_mentions, False, resolved))
        tally.add(document, key, prepared)
    require_key(len(seen.ids), seen.mentions)
    signed = Analysis(settings.changed(resolvers=(spec,))).sign(read, len(seen.ids))
    scores = seen.scores(read.corpus, signed)
    return ComponentAblation(spec.label, labels, scores, tally.counts("alone"), tally.counts("added"), tuple(skipped))


def variants_of(found: Found) -> Variants:
    """The resolver's variants, for each component in the order of the components.

    Raises `OptionError` if it has none.
    """
    spec = found.spec
    offered = _components(found.entry)
    if not offered:
        able = [name for name, entry in chains.entries().items() if _components(entry)]
        problem = f"The chain resolver '{spec.name}' has no components that can be switched off."
        raise OptionError(f"{problem} Those that have: {', '.join(able)}.", code="no-components")
    return {
        component: {kind: spec.with_options(change) for kind, change in changes.items()}
        for component, changes in offered.items()
    }


def _components(entry: ResolverEntry) -> dict[str, dict[str, Options]]:
    """The options for each component `alone`, for all `until` it, and for all `without` it."""
    return {
        name: {"alone": part.alone, "until": part.until, "without": part.without}
        for name, part in (entry.parts() if entry.parts else {}).items()
        if part.alone is not None and part.until is not None
    }


class _Tally:
    """Counts links, proposed and right, as documents go by."""

    def __init__(self, spec: ResolverSpec, variants: Variants, settings: Configuration) -> None:
        alone = {component: row["alone"] for component, row in variants.items()}
        built = build_resolvers((spec, *alone.values()), settings.execution.seed)
        self.whole = _links_of(built[spec.label])
        self.alone = {component: _links_of(built[variant.label]) for component, variant in alone.items()}
        self.match = settings.judging.match
        self.links_made: Counter[tuple[str, str, bool]] = Counter()

    def add(self, document: Document, key: Key, prepared: Prepared) -> None:
        """Take in one document."""
        chain = mention_chains(document, key, prepared, self.match)

        def count(where: str, links: Sequence[Link]) -> None:
            for link in links:
                right = chain[link.antecedent] == chain[link.anaphor] >= 0
                self.links_made[where, link.component, right] += 1

        count("added", self.whole(prepared))
        for links in self.alone.values():
            count("alone", links(prepared))

    def counts(self, where: str) -> dict[str, Proposed]:
        """Links by component."""
        return {
            name: Proposed(
                self.links_made[where, name, True] + self.links_made[where, name, False],
                self.links_made[where, name, True],
            )
            for name in self.alone
        }


def _links_of(built: Resolver) -> Callable[[Prepared], tuple[Link, ...]]:
    """The links of a resolver whose module lists components."""
    return cast(LinkResolver, cast(ChainAsPronounResolver, built).resolver).links
