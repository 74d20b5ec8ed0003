"""Ablation of a chain resolver: each component in isolation, in its place in the order, and blocked.

It is the table that the authors of CAMP developed by (Baldwin et al. 1998): recall and precision of a component on its
own, and of all up to it, later ones being blocked. The third part is theirs in spirit: the whole without it.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import TypeAlias, cast

from anaphora.experiments.commands.coref.chain_collector import ChainCollector, collect_chains
from anaphora.experiments.commands.coref.coref import without_it_filter
from anaphora.experiments.run.analysis import analyser, require_language, signature
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.documents import documents, require_key
from anaphora.experiments.run.fingerprint import Fingerprint
from anaphora.experiments.run.worker import ResolvedDocument
from anaphora.resolvers import chains
from anaphora.resolvers.specs import Found, build_resolvers, find
from anaphora.workbench.adapters import ChainAsPronounResolver
from anaphora.workbench.decision import Link, LinkResolver, Resolver
from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Key
from anaphora.workbench.resolver_entry import Options, ResolverEntry
from anaphora.workbench.results.family import Pair
from anaphora.workbench.results.scores import Exchanged, Scores
from anaphora.workbench.results.table import Cell, Column, Table, record
from anaphora.workbench.results.vocabulary import percent
from anaphora.workbench.spec import ResolverSpec, parse_resolver
from anaphora.workbench.trace import mention_chains

MEASURES = ("muc", "b_cubed")
"""The two measures that the paper reports."""
GOAL = 0.8
"""The precision at which recall should be greatest (Baldwin et al. 1998)."""
NOTHING = "singletons"
"""The resolver that a chain resolver without any of its components amounts to."""

SHOWN = {"muc": "MUC", "b_cubed": "B³"}
"""The names of the two measures in print."""
_NAME = Column("component")
_LINKS = (Column("links", "count"), Column("right", "count"), Column("precision", "percent", "of them"))
_RATES = tuple(
    Column(f"{measure}_{part}", "percent", f"{shown} {part[0].upper()}", digits=2)
    for measure, shown in SHOWN.items()
    for part in ("recall", "precision")
)

Values: TypeAlias = Mapping[str, Mapping[str, float | None]]
"""Parts of measures: `values["muc"]["recall"]`."""
Variants: TypeAlias = Mapping[str, Mapping[str, ResolverSpec]]
"""For each component the resolver with it `alone`, with all `until` it, and with all `without` it."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """Links proposed, and those of them with both ends in one chain of the key."""

    links: int
    right: int

    def cells(self) -> tuple[Cell, ...]:
        """Links, right ones and their share."""
        return self.links, self.right, self.right / self.links if self.links else None


@dataclass(frozen=True, slots=True)
class Component:
    """The worth of one component: its links `alone` and `added` in its place, and measures of its three variants.

    `values` are those `alone`, `until` it and of the whole `without` it; `gain` is that of `until` over the component
    before; `change` is what blocking it changes in the whole.
    """

    alone: Proposed
    added: Proposed
    values: Mapping[str, Values]
    gain: Mapping[str, Mapping[str, float]]
    change: Mapping[str, Pair[Exchanged]]

    def figures(self) -> dict[str, Cell]:
        """All figures by name."""
        changes: dict[str, Cell] = {
            measure: {
                "value": pair.difference, "part": pair.part, "interval": pair.interval, "p": pair.p,
                "exact": pair.detail.exact, "p_adjusted": pair.p_adjusted,
            }
            for measure, pair in self.change.items()
        }  # fmt: skip
        return {
            "alone": {**asdict(self.alone), **self.values["alone"]},
            "until": {**asdict(self.added), **self.values["until"], "gain": self.gain},
            "without": {**self.values["without"], "change": changes},
        }


@dataclass(frozen=True)
class ComponentAblation:
    """The result: scores of the resolver and of all its variants, and the links of each component.

    `alone` counts links in isolation, `added` those that a component adds where it stands in the order.
    """

    resolver: str
    variants: Mapping[str, Mapping[str, str]]
    scores: Scores
    alone: Mapping[str, Proposed]
    added: Mapping[str, Proposed]
    skipped: tuple[str, ...]

    @property
    def signature(self) -> str:
        """Everything that shaped the figures."""
        return self.scores.signature

    def tables(self) -> tuple[Table, ...]:
        """Each component alone, one after the other, and the whole without it."""
        parts = self.components()
        gains = [Column(f"{measure}_gain", "points", f"{SHOWN[measure]} R gain", digits=2) for measure in SHOWN]
        changes = [
            column
            for measure, shown in SHOWN.items()
            for column in (
                Column(f"{measure}_change", "points", f"{shown} change", digits=2),
                Column(f"{measure}_p_adjusted", "p", f"{shown} adj. p"),
            )
        ]
        alone = [(name, *part.alone.cells(), *_rates(part.values["alone"])) for name, part in parts.items()]
        until = [
            (
                name,
                *part.added.cells(),
                *_rates(part.values["until"]),
                *(part.gain[measure]["recall"] for measure in SHOWN),
            )
            for name, part in parts.items()
        ]
        without: list[tuple[Cell, ...]] = [
            ("(nothing left out)", *_rates(self._values(self.resolver)), *[None] * len(changes)),
            *((name, *_rates(part.values["without"]), *_tests(part.change)) for name, part in parts.items()),
        ]
        return (
            Table(f"{self.resolver} on {self.scores.key}: in isolation", (_NAME, *_LINKS, *_RATES), tuple(alone)),
            Table("One after the other", (_NAME, *_LINKS, *_RATES, *gains), tuple(until)),
            Table("The whole without", (_NAME, *_RATES, *changes), tuple(without), tuple(self._notes())),
            record(
                {
                    "signature": self.scores.signature,
                    "resolver": self.resolver,
                    "documents": len(self.scores.documents),
                    "measures": self._values(self.resolver),
                    "components": {name: part.figures() for name, part in parts.items()},
                    "recall_at_precision": {
                        measure: best and {"precision": GOAL, "recall": best[1], "until": best[0]}
                        for measure, best in self.goals().items()
                    },
                    "skipped": self.skipped,
                    "warnings": self.scores.warnings,
                }
            ),
        )

    def goals(self) -> dict[str, tuple[str, float] | None]:
        """The component up to which recall is greatest at a precision of at least `GOAL`, and that recall, by measure.

        It is `None` if no point of the line of components is precise enough.
        """
        until = {name: self._values(variants["until"]) for name, variants in self.variants.items()}
        by_goal: dict[str, tuple[str, float] | None] = {}
        for measure in SHOWN:
            points = ((name, values[measure]["recall"], values[measure]["precision"]) for name, values in until.items())
            precise = [(name, recall or 0.0) for name, recall, precision in points if (precision or 0.0) >= GOAL]
            by_goal[measure] = max(precise, key=itemgetter(1), default=None)
        return by_goal

    def _notes(self) -> list[str]:
        reached = {
            measure: f"{percent(best[1], 2)} (up to {best[0]})" if best else "no point is that precise"
            for measure, best in self.goals().items()
        }
        return [
            *(f"Recall at {GOAL:.0%} precision, {SHOWN[measure]}: {where}." for measure, where in reached.items()),
            "Links are right if both ends are in one chain of the key.",
            "Change: of F1, when the component is blocked; adjusted p: step-down max-T over documents.",
            *(f"Warning: {message}" for message in self.scores.warnings),
            *(f"Skipped: {message}" for message in self.skipped),
        ]

    def components(self) -> dict[str, Component]:
        """The worth of each component, in their order."""
        worth = {}
        earlier = self._values(NOTHING)
        for name, variants in self.variants.items():
            values = {kind: self._values(variant) for kind, variant in variants.items()}
            gain = _gain(values["until"], earlier)
            worth[name] = Component(self.alone[name], self.added[name], values, gain, self._changes[name])
            earlier = values["until"]
        return worth

    def _values(self, system: str) -> Values:
        return {measure.name: self.scores.values(system, measure) for measure in self.scores.measures}

    @cached_property
    def _changes(self) -> Mapping[str, Mapping[str, Pair[Exchanged]]]:
        """The change of F1 when a component is blocked; all components are one family of tests over documents."""
        blocked = {names["without"]: name for name, names in self.variants.items()}
        changes: dict[str, dict[str, Pair[Exchanged]]] = {name: {} for name in self.variants}
        for measure, family in self.scores.compare([(variant, self.resolver) for variant in blocked]).items():
            for pair in family:
                changes[blocked[pair.first]][measure] = pair
        return changes


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
    built = build_resolvers(settings.resolvers, settings.execution.seed)
    key_mentions = "mentions" in settings.preparation.perfect
    analyse = analyser(settings)
    skipped: list[str] = []
    read = Fingerprint(paths, settings.preparation.name)
    for document, key in read.watch(documents(paths, settings, skipped), progress):
        require_language([spec], document)
        prepared = analyse(document, key)
        resolved = ResolvedDocument(document, key, prepared, dict.fromkeys(wanted, ()), built)
        seen.add(collect_chains(key_mentions, False, resolved))
        tally.add(document, key, prepared)
    require_key(len(seen.ids), seen.mentions)
    signed = signature(str(read), len(seen.ids), settings.changed(resolvers=(spec,)))
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


def _gain(values: Values, earlier: Values) -> dict[str, dict[str, float]]:
    """The gain of each part of a measure over the preceding components; undefined values count as 0."""
    return {
        measure: {part: (value or 0.0) - (earlier[measure][part] or 0.0) for part, value in parts.items()}
        for measure, parts in values.items()
    }


def _rates(values: Values) -> tuple[Cell, ...]:
    return tuple(values[measure][part] for measure in SHOWN for part in ("recall", "precision"))


def _tests(change: Mapping[str, Pair[Exchanged]]) -> tuple[Cell, ...]:
    """Change and probability of each measure; `None` where there are too few documents to test."""
    pairs = (change.get(measure) for measure in SHOWN)
    return tuple(cell for pair in pairs for cell in ((pair.difference, pair.p_adjusted) if pair else (None, None)))
