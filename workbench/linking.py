"""Linking: from links to chains, and from chains to answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

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
from anaphora.workbench.document import Case, Prepared
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.once import once
from anaphora.workbench.provenance.cards import Card, card_of, merge
from anaphora.workbench.union_find import roots

ANTECEDENTS = ("nearest", "nearest_nominal")


def components(mentions: int, links: Iterable[tuple[int, int]]) -> Chains:
    """The chains (connected components) of all mentions, 0 to `mentions`, by their first; unlinked ones are alone."""
    chains: dict[int, list[int]] = {}
    for mention, root in roots(range(mentions), links).items():
        chains.setdefault(root, []).append(mention)
    return tuple(map(tuple, chains.values()))


def link(prepared: Prepared, decisions: Sequence[Decision], nominal: Chains = ()) -> Chains:
    """The chains that decisions on pronouns make, on top of the `nominal` chains of a chain resolver.

    Of those chains the anaphors of the cases are taken out first, since the decisions are on them. Split antecedents
    make no link, since chains cannot say that one entity is made of others, nor do cataphoric ones. The result holds
    every mention; those that nothing links are alone.
    """
    decided = {case.anaphor for case in prepared.cases}
    links = _neighbours([mention for mention in chain if mention not in decided] for chain in nominal)
    for case, decision in zip(prepared.cases, decisions, strict=True):
        if decision.antecedent is not None and not decision.others:
            links.append((decision.antecedent, case.anaphor))
    return components(len(prepared.mentions), links)


def _neighbours(chains: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    return [pair for chain in chains for pair in pairwise(chain)]


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
        """What the chain resolver has seen."""
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
            own = chain_of.get(case.anaphor)
            mates = [candidate for candidate in case.candidates if own is not None and chain_of.get(candidate) == own]
            decisions.append(self._decide(prepared, number, case, mates, made_by.get(case.anaphor, "")))
        return decisions

    def _chains(self, prepared: Prepared) -> tuple[Chains, Mapping[int, str]]:
        """The chains and, of a resolver made of components, for each mention the one that linked it to an earlier."""
        if not isinstance(self.resolver, LinkResolver):
            return self.made(prepared), {}
        links = self.resolver.links(prepared)
        chains = components(len(prepared.mentions), ((link.antecedent, link.anaphor) for link in links))
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

    Of the cases it gets the pronouns, as `pronouns` picks them, and the chains answer noun phrases.
    """

    resolver: Resolver
    nominal: ChainResolver
    pronouns: Callable[[Prepared], Prepared] = field(default=pronouns_of, compare=False, repr=False)

    @property
    def card(self) -> Card | None:
        """What both have seen."""
        return merge(card_of(self.resolver), card_of(self.nominal))

    def require_fit(self, prepared: Prepared) -> None:
        """Raise what either of the two raises where a document is too large for it."""
        for resolver in (self.resolver, self.nominal):
            require_fit(resolver, prepared)

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """The decisions of the pronoun resolver, which the chains do not change, and of those on noun phrases."""
        part = self.pronouns(prepared)
        if part is prepared:
            return self.resolver.resolve(prepared)
        decided = iter(with_candidates(part, self.resolver.resolve(part)))
        linked = ChainAsPronounResolver(self.nominal).resolve(prepared)
        return [
            replace(next(decided), case=number) if prepared.mentions[case.anaphor].kind == "pronoun" else linked[number]
            for number, case in enumerate(prepared.cases)
        ]


def spans_of(prepared: Prepared, chains: Chains) -> Spans:
    """Chains of mentions as chains of their spans."""
    return tuple(tuple(prepared.mentions[mention].span for mention in chain) for chain in chains)


def chains_of(resolver: Resolver, prepared: Prepared, decisions: Sequence[Decision]) -> Chains:
    """The chains of a resolver of any kind, given what it decided; mentions that nothing links are alone in theirs.

    Those of a system outside are brought onto our mentions.
    """
    if isinstance(resolver, ChainAsPronounResolver):
        return components(len(prepared.mentions), _neighbours(resolver.made(prepared)))
    if isinstance(resolver, SpanResolver):
        return components(len(prepared.mentions), _neighbours(resolver.chains(prepared)))
    nominal = resolver.nominal.chains(prepared) if isinstance(resolver, CombinedResolver) else ()
    return link(prepared, decisions, nominal)
