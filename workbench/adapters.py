"""Adapters: chain resolvers as pronoun resolvers, both together, and the chains of a resolver of any kind."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from anaphora.workbench.decision import (
    Bounded,
    ChainResolver,
    Chains,
    Decision,
    Explanation,
    LinkResolver,
    Resolver,
    SpanResolver,
    Spans,
    with_candidates,
)
from anaphora.workbench.document import Case, Prepared, once
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.linking import Linker, UnionFind, link, neighbours
from anaphora.workbench.provenance import Card, card_of, merge_cards

ANTECEDENTS = ("nearest", "nearest_nominal")


def require_fit(resolver: object, prepared: Prepared) -> None:
    """Raise what a resolver raises where a document is too large for it; most have no limit."""
    if isinstance(resolver, Bounded):
        resolver.require_fit(prepared)


@dataclass(frozen=True, slots=True)
class ChainAsPronounResolver:
    """A chain resolver that answers case by case, as a pronoun resolver does; noun phrases in the same way.

    The antecedent is the `nearest` candidate of the case in the anaphor's chain, or the `nearest_nominal`, which is the
    nearest that is no pronoun and only for want of one a pronoun. All candidates in scope count, whether they agree or
    not, since chains are made without the shared agreement filter. Without any the case is left open. The rule of a
    decision is the component that linked the anaphor, of a resolver that has components.
    """

    resolver: ChainResolver
    antecedent: str = "nearest"
    made: Callable[[Prepared], Chains] = field(init=False, compare=False, repr=False)
    """The chains of a document; those of the last one are kept, since answers and scores of chains both need them."""

    def __post_init__(self) -> None:
        """Raise `UnknownNameError` for another kind of antecedent."""
        object.__setattr__(self, "made", once(self.resolver.chains))
        if self.antecedent not in ANTECEDENTS:
            raise unknown_name("antecedent", self.antecedent, ANTECEDENTS)

    @property
    def card(self) -> Card | None:
        """The card of the chain resolver, with what it has seen."""
        return card_of(self.resolver)

    def require_fit(self, prepared: Prepared) -> None:
        """Raise what the chain resolver raises where a document is too large for it."""
        require_fit(self.resolver, prepared)

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide every case by the chains of the document."""
        chains, made_by = self._chains(prepared)
        chain_of = {mention: number for number, chain in enumerate(chains) for mention in chain}
        decisions = []
        for number, case in enumerate(prepared.cases):
            chain = chain_of.get(case.anaphor, -1)
            mates = [candidate for candidate in case.candidates if chain_of.get(candidate) == chain]
            decisions.append(self._decide(prepared, number, case, mates, made_by.get(case.anaphor, "")))
        return decisions

    def _chains(self, prepared: Prepared) -> tuple[Chains, Mapping[int, str]]:
        """Return the chains and, if the resolver has components, which one linked each mention to an earlier one."""
        if not isinstance(self.resolver, LinkResolver):
            return self.made(prepared), {}
        links = self.resolver.links(prepared)
        pairs = ((link.antecedent, link.anaphor) for link in links)
        chains = UnionFind(range(len(prepared.mentions)), pairs).chains()
        return chains, {link.anaphor: link.component for link in reversed(links)}

    def _decide(self, prepared: Prepared, number: int, case: Case, mates: Sequence[int], component: str) -> Decision:
        nominal = [mention for mention in mates if prepared.mentions[mention].kind != "pronoun"]
        pool = nominal if nominal and self.antecedent == "nearest_nominal" else mates
        rule = component or self.antecedent.replace("_", " ") + " in the chain"
        return Decision(
            number,
            max(pool, default=None),
            Explanation("opaque", case.candidates, rule if pool else "no candidate in the chain"),
        )


def pronouns_of(prepared: Prepared) -> Prepared:
    """The same document with the cases of its pronouns alone; the very same where all of them are pronouns."""
    pronouns = tuple(case for case in prepared.cases if prepared.mentions[case.anaphor].kind == "pronoun")
    return prepared if len(pronouns) == len(prepared.cases) else replace(prepared, cases=pronouns)


@dataclass(frozen=True, slots=True)
class CombinedResolver:
    """A pronoun resolver whose links come on top of the chains that a chain resolver makes of everything else.

    Of the cases it gets the pronouns, as `pronouns` picks them, and the chains answer noun phrases. `linker` makes what
    refuses links of a document.
    """

    resolver: Resolver
    nominal: ChainResolver
    pronouns: Callable[[Prepared], Prepared] = field(default=pronouns_of, compare=False, repr=False)
    linker: Callable[[Prepared], Linker | None] = field(default=lambda _: None, compare=False, repr=False)
    made: Callable[[Prepared], Chains] = field(init=False, compare=False, repr=False)
    """The chains of a document before the pronouns are resolved; those of the last one are kept."""

    def __post_init__(self) -> None:
        """Keep the chains."""
        object.__setattr__(self, "made", once(self.nominal.chains))

    @property
    def card(self) -> Card | None:
        """The card of both resolvers, with what they have seen."""
        return merge_cards(card_of(self.resolver), card_of(self.nominal))

    def require_fit(self, prepared: Prepared) -> None:
        """Raise what either of the two raises where a document is too large for it."""
        for resolver in (self.resolver, self.nominal):
            require_fit(resolver, prepared)

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """The decisions of the pronoun resolver, which the chains do not change, and of those on noun phrases."""
        part = self.pronouns(prepared)
        if part is prepared:
            return self.resolver.resolve(prepared)
        decided = with_candidates(part, self.resolver.resolve(part))
        kinds = (prepared.mentions[case.anaphor].kind for case in prepared.cases)
        asked = [number for number, kind in enumerate(kinds) if kind == "pronoun"]
        answers = {number: replace(decision, case=number) for number, decision in zip(asked, decided, strict=True)}
        linked = ChainAsPronounResolver(self.nominal).resolve(prepared)
        return [answers.get(number, decision) for number, decision in enumerate(linked)]


def spans_of(prepared: Prepared, chains: Chains) -> Spans:
    """Chains of mentions as chains of their spans."""
    return tuple(tuple(prepared.mentions[mention].span for mention in chain) for chain in chains)


def links_all(resolver: Resolver) -> bool:
    """Return whether a resolver links mentions of every kind; others link what they are asked, mostly pronouns."""
    return isinstance(resolver, CombinedResolver | ChainAsPronounResolver | SpanResolver)


def chains_of(resolver: Resolver, prepared: Prepared, decisions: Sequence[Decision]) -> Chains:
    """Return the chains of a resolver of any kind, given its decisions; mentions that nothing links are alone.

    The chains of an external system are converted to our mentions.
    """
    if isinstance(resolver, ChainAsPronounResolver | SpanResolver):
        make_chains = resolver.made if isinstance(resolver, ChainAsPronounResolver) else resolver.chains
        return UnionFind(range(len(prepared.mentions)), neighbours(make_chains(prepared))).chains()
    if isinstance(resolver, CombinedResolver):
        return link(prepared, decisions, resolver.made(prepared), resolver.linker(prepared))
    return link(prepared, decisions)
