"""Linking: from links to chains whose names and pronouns do not clash, and from chains to answers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntFlag
from functools import reduce
from itertools import pairwise, product
from operator import and_

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
from anaphora.workbench.document import Case, Mention, Prepared
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.once import once
from anaphora.workbench.provenance.cards import Card, card_of, merge
from anaphora.workbench.union_find import UnionFind

ANTECEDENTS = ("nearest", "nearest_nominal")


class Meant(IntFlag):
    """The possible referents of a mention: a man, a woman, a person who may be either, a thing, or several of these."""

    MAN = 1
    WOMAN = 2
    PERSON = 4
    THING = 8
    SEVERAL = 16


_ANYTHING = ~Meant(0)
_NO_PART_OF_A_NAME = {"the", "a", "an", "'s", "’s", "'", "’"}
_SINGULAR = {
    "masculine": Meant.MAN,
    "feminine": Meant.WOMAN,
    "neuter": Meant.THING,
    "animate": Meant.MAN | Meant.WOMAN | Meant.PERSON,
    "inanimate": Meant.THING,
}
_PLURAL = {
    "masculine": Meant.SEVERAL,
    "feminine": Meant.SEVERAL,
    "neuter": Meant.SEVERAL | Meant.THING,  # a company is it and they
    "animate": Meant.SEVERAL,
    "inanimate": Meant.SEVERAL | Meant.THING,
    "unknown": Meant.SEVERAL | Meant.THING | Meant.PERSON,  # they, of one or more
}


def meant_by(mention: Mention) -> Meant:
    """Return what a name or a third-person personal pronoun may mean by its features; others may mean anything.

    Nouns may (*the baby*, *the cook*), and so may *I* and *you*, which animals and things say in fables.
    """
    personal = mention.kind == "pronoun" and mention.person == 3 and mention.pronoun != "demonstrative"
    if mention.kind != "name" and not personal:
        return _ANYTHING
    feature = mention.animacy if mention.gender == "unknown" else mention.gender
    return (_PLURAL if mention.number == "plural" else _SINGULAR).get(feature, _ANYTHING)


def _first_name(mention: Mention) -> str:
    """A name of one word, by which speakers call each other."""
    return mention.lemma.casefold() if mention.kind == "name" and len(mention.base) == 1 else ""


def _name(mention: Mention, words: Sequence[str]) -> tuple[str, ...]:
    """The words of a name, articles and possessive endings left out; of all others nothing."""
    base_words = () if mention.kind != "name" else words[mention.base.start : mention.base.end]
    return tuple(word.casefold() for word in base_words if word.casefold() not in _NO_PART_OF_A_NAME)


def _are_others(names: Iterable[tuple[str, ...]], others: Iterable[tuple[str, ...]]) -> bool:
    """Return whether two names begin alike and go on differently, while no name has all the words of another."""
    alike = False
    for name, other in product(names, others):
        if {*name} <= {*other} or {*other} <= {*name}:
            return False
        alike = alike or name[0] == other[0]
    return alike


Phrases = dict[int, frozenset[int]]


def _owned(mentions: Sequence[Mention]) -> tuple[Phrases, Phrases]:
    """The phrases that begin with a possessive, each by itself, and those phrases by the possessive."""
    begins = {mention.span.start: number for number, mention in enumerate(mentions) if mention.pronoun == "possessive"}
    owned, owners = Phrases(), Phrases()
    for number, mention in enumerate(mentions):
        owner = begins.get(mention.base.start)
        if owner is not None and owner != number and mention.kind != "pronoun":
            owned[number] = frozenset([number])
            owners[owner] = owners.get(owner, frozenset()) | {number}
    return owned, owners


class Linker:
    """Links of mentions to entities; each entity may be what all its names and pronouns may mean.

    A link that would leave nothing is refused: *he* with *she*, "Mr. Bennet" with *her*, *it* with somebody's name. So
    is one between pronouns that mean different speakers and, where the `words` of the document are given, one between
    names that begin alike and go on differently, as "Mr. Bennet" and "Mr. Bingley", or a phrase and the possessive in
    it, as *her husband* and *her*.
    """

    def __init__(self, mentions: Sequence[Mention], words: Sequence[str] = ()) -> None:
        self._united = UnionFind(range(len(mentions)))
        self._meant = list(map(meant_by, mentions))
        voices = {mention.participant.casefold(): mention.participant for mention in mentions if mention.participant}
        self._participant = [mention.participant or voices.get(_first_name(mention), "") for mention in mentions]
        self._name = [_name(mention, words) for mention in mentions]
        self._names = [frozenset([name] if len(name) > 1 else ()) for name in self._name]
        self._owned, self._owners = _owned(mentions if words else ())

    def unite_speakers(self, mentions: Iterable[int]) -> None:
        """Link those of the mentions that mean the same speaker."""
        first: dict[str, int] = {}
        for mention in mentions:
            if participant := self._participant[mention]:
                self.unite(first.setdefault(participant, mention), mention)

    def join_names(self) -> None:
        """Link names of the same words, unless their entities clash."""
        first: dict[tuple[str, ...], int] = {}
        for mention, name in enumerate(self._name):
            if name:
                self.join(first.setdefault(name, mention), mention)

    def join(self, left: int, right: int) -> bool:
        """Link two mentions unless their entities clash; return whether they are one entity now."""
        first, second = self._united.root(left), self._united.root(right)
        voices = {self._participant[first], self._participant[second]} - {""}
        if not self._meant[first] & self._meant[second] or len(voices) > 1:
            return False
        if _are_others(self._names[first], self._names[second]) or self._owns(first, second):
            return False
        self.unite(first, second)
        return True

    def unite(self, left: int, right: int) -> None:
        """Link two mentions, whatever they are; what their entity means is open again if they clash."""
        first, second = self._united.root(left), self._united.root(right)
        self._united.unite(second, first)
        self._meant[first] = self._meant[first] & self._meant[second] or _ANYTHING
        self._participant[first] = self._participant[first] or self._participant[second]
        self._names[first] |= self._names[second]
        for sets in (self._owned, self._owners):
            if second in sets:
                sets[first] = sets.get(first, frozenset()) | sets.pop(second)

    def _owns(self, first: int, second: int) -> bool:
        """Return whether one entity has the possessive in a phrase of the other."""
        none = frozenset[int]()
        pairs = ((first, second), (second, first))
        return any(self._owners.get(left, none) & self._owned.get(right, none) for left, right in pairs)

    def chains(self) -> Chains:
        """The chains of all mentions, by their first; those that nothing links are alone."""
        return self._united.chains()


def clash(mentions: Iterable[Mention]) -> bool:
    """Return whether the names and pronouns among mentions of one chain have no possible referent in common."""
    return not reduce(and_, map(meant_by, mentions), _ANYTHING)


def link(prepared: Prepared, decisions: Sequence[Decision], nominal: Chains = ()) -> Chains:
    """The chains that decisions on pronouns make, on top of the `nominal` chains of a chain resolver.

    Of those chains the anaphors of the cases are taken out first, since the decisions are on them. The surest decisions
    come first. Where a link would make names and pronouns clash, the next best candidate of a resolver that scores them
    takes its place; of others the anaphor stays alone. Split antecedents make no link, since chains cannot say that one
    entity is made of others, nor do cataphoric ones. Pronouns that mean the same speaker are linked, those that are no
    cases only with nominal chains. The result holds every mention; those that nothing links are alone.
    """
    decided = {case.anaphor for case in prepared.cases}
    linker = Linker(prepared.mentions)
    linker.unite_speakers(range(len(prepared.mentions)) if nominal else sorted(decided))
    for left, right in _neighbours([mention for mention in chain if mention not in decided] for chain in nominal):
        linker.unite(left, right)
    for decision in sorted(decisions, key=lambda decision: -(decision.probability or 0.0)):
        anaphor = prepared.cases[decision.case].anaphor
        any(linker.join(candidate, anaphor) for candidate in _best_first(decision))
    return linker.chains()


def _best_first(decision: Decision) -> Iterator[int]:
    """The antecedent of a decision, and after it all candidates by their scores, of equal ones the nearest."""
    if decision.antecedent is not None and not decision.others:
        yield decision.antecedent
        scored = zip(decision.explanation.scores, decision.explanation.candidates, strict=False)
        yield from (candidate for _, candidate in sorted(scored, reverse=True))


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

    Of the cases it gets the pronouns, as `pronouns` picks them, and the chains answer noun phrases.
    """

    resolver: Resolver
    nominal: ChainResolver
    pronouns: Callable[[Prepared], Prepared] = field(default=pronouns_of, compare=False, repr=False)
    made: Callable[[Prepared], Chains] = field(init=False, compare=False, repr=False)
    """The chains of a document before the pronouns are resolved; those of the last one are kept."""

    def __post_init__(self) -> None:
        """Keep the chains."""
        object.__setattr__(self, "made", once(self.nominal.chains))

    @property
    def card(self) -> Card | None:
        """The card of both resolvers, with what they have seen."""
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


def links_all(resolver: Resolver) -> bool:
    """Return whether a resolver links mentions of every kind; others link what they are asked, mostly pronouns."""
    return isinstance(resolver, CombinedResolver | ChainAsPronounResolver | SpanResolver)


def chains_of(resolver: Resolver, prepared: Prepared, decisions: Sequence[Decision]) -> Chains:
    """Return the chains of a resolver of any kind, given its decisions; mentions that nothing links are alone.

    The chains of an external system are converted to our mentions.
    """
    if isinstance(resolver, ChainAsPronounResolver | SpanResolver):
        make_chains = resolver.made if isinstance(resolver, ChainAsPronounResolver) else resolver.chains
        return UnionFind(range(len(prepared.mentions)), _neighbours(make_chains(prepared))).chains()
    nominal = resolver.made(prepared) if isinstance(resolver, CombinedResolver) else ()
    return link(prepared, decisions, nominal)
