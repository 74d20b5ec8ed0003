"""Linking: from links to chains, by union-find, and to chains whose names and pronouns do not clash."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import IntFlag
from functools import reduce
from itertools import pairwise, product
from operator import and_
from typing import Generic, TypeVar

from anaphora.workbench.decision import Chains, Decision
from anaphora.workbench.document import Mention, Prepared

Id = TypeVar("Id", bound=Hashable)


class UnionFind(Generic[Id]):
    """Ids and links between them, which count in either direction and may be added one by one."""

    def __init__(self, ids: Iterable[Id], links: Iterable[tuple[Id, Id]] = ()) -> None:
        self._parent = {id: id for id in ids}
        for left, right in links:
            self.unite(left, right)

    def unite(self, left: Id, right: Id) -> None:
        """Link two ids; the root of the right one stands for both."""
        self._parent[self.root(left)] = self.root(right)

    def root(self, id: Id) -> Id:
        """Return the id that stands for the chain of an id."""
        parent = self._parent
        while parent[id] != id:
            parent[id] = id = parent[parent[id]]
        return id

    def roots(self) -> dict[Id, Id]:
        """Return for each id the one that stands for its chain."""
        return {id: self.root(id) for id in self._parent}

    def chains(self) -> tuple[tuple[Id, ...], ...]:
        """The chains (connected components) of all ids, by their first; those that nothing links are alone."""
        chains: dict[Id, list[Id]] = {}
        for id, root in self.roots().items():
            chains.setdefault(root, []).append(id)
        return tuple(map(tuple, chains.values()))


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


Phrases = dict[int, set[int]]


def _owned(mentions: Sequence[Mention]) -> tuple[Phrases, Phrases]:
    """The phrases that begin with a possessive, each by itself, and those phrases by the possessive."""
    begins = {mention.span.start: number for number, mention in enumerate(mentions) if mention.pronoun == "possessive"}
    owned, owners = Phrases(), Phrases()
    for number, mention in enumerate(mentions):
        owner = begins.get(mention.base.start)
        if owner is not None and owner != number and mention.kind != "pronoun":
            owned[number] = {number}
            owners.setdefault(owner, set()).add(number)
    return owned, owners


Traits = Mapping[Hashable, Set[Hashable]]
"""The values that a mention may have, each in something that an entity has one value of: "the upper valve"."""


@dataclass(frozen=True, slots=True)
class Differences:
    """Reasons that keep mentions apart beyond their features, by their numbers.

    Two that stand `apart` are never one, nor are two with one of their `governors` in common, nor two whose `traits`
    have nothing in common, nor two noun phrases with the same head of different `owners`. `kin` says whether two
    mentions may be one as they are: noun phrases of different heads, or a pronoun and a noun phrase.
    """

    apart: Mapping[int, Set[int]] = field(default_factory=dict)
    traits: Mapping[int, Traits] = field(default_factory=dict)
    owners: Mapping[int, int] = field(default_factory=dict)
    governors: Mapping[int, Set[int]] = field(default_factory=dict)
    kin: Callable[[int, int], bool] = lambda *_: True


class Linker:
    """Links of mentions to entities; each entity may be what all its names and pronouns may mean.

    A link that would leave nothing is refused: *he* with *she*, "Mr. Bennet" with *her*, *it* with somebody's name. So
    is one between pronouns that mean different speakers and, where the `words` of the document are given, one between
    names that begin alike and go on differently, as "Mr. Bennet" and "Mr. Bingley", or a phrase and the possessive in
    it, as *her husband* and *her*; and one between entities of which any mentions have `differences`.
    """

    def __init__(
        self, mentions: Sequence[Mention], words: Sequence[str] = (), differences: Differences | None = None
    ) -> None:
        self._mentions = mentions
        self._differences = differences or Differences()
        self._united = UnionFind(range(len(mentions)))
        self._meant = list(map(meant_by, mentions))
        voices = {mention.participant.casefold(): mention.participant for mention in mentions if mention.participant}
        self._participant = [mention.participant or voices.get(_first_name(mention), "") for mention in mentions]
        self._name = [_name(mention, words) for mention in mentions]
        self._names = [frozenset([name] if len(name) > 1 else ()) for name in self._name]
        self._owned, self._owners = _owned(mentions if words else ())
        self._apart = {mention: {*others} for mention, others in self._differences.apart.items()}
        self._governors = [{*self._differences.governors.get(number, ())} for number in range(len(mentions))]
        self._traits: list[dict[Hashable, Set[Hashable]]] = [
            {**self._differences.traits.get(number, {}), **({"speaker": {voice}} if voice else {})}
            for number, voice in enumerate(self._participant)
        ]
        heads = [mention.lemma.lower() if mention.kind == "nominal" else "" for mention in mentions]
        self._nouns = [{head: number} if head else {} for number, head in enumerate(heads)]
        self._possessors = [
            {heads[number]: owner} if (owner := self._differences.owners.get(number)) is not None else {}
            for number in range(len(mentions))
        ]

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

    def join(self, left: int, right: int, *, evident: bool = False) -> bool:
        """Link two mentions unless their entities clash; return whether they are one entity now.

        Whether they may be one as they are is not asked where that is `evident` from the text.
        """
        first, second = self._united.root(left), self._united.root(right)
        if first != second and (self._clash(first, second) or not (evident or self._are_kin(left, right))):
            return False
        self.unite(first, second)
        return True

    def unite(self, left: int, right: int) -> None:
        """Link two mentions, whatever they are; what their entity means is open again if they clash."""
        first, second = self._united.root(left), self._united.root(right)
        if first == second:
            return
        self._united.unite(second, first)
        self._meant[first] = self._meant[first] & self._meant[second] or _ANYTHING
        self._names[first] |= self._names[second]
        for sets in (self._owned, self._owners, self._apart):
            joined = sets.pop(second, set())
            sets.setdefault(first, set()).update(joined)
        for trait, values in self._traits[second].items():
            known_values = self._traits[first].get(trait, values)
            self._traits[first][trait] = known_values & values or known_values
        self._governors[first] |= self._governors[second]
        self._nouns[first] |= self._nouns[second]
        self._possessors[first] |= self._possessors[second]

    def _clash(self, first: int, second: int) -> bool:
        """Return whether two entities cannot be one."""
        return (
            self._are_others(first, second)
            or self._owns(first, second)
            or self._are_apart(first, second)
            or self._have_other_owners(first, second)
        )

    def _are_others(self, first: int, second: int) -> bool:
        """Return whether two entities have no possible referent or trait in common, or other names."""
        if not self._meant[first] & self._meant[second] or _are_others(self._names[first], self._names[second]):
            return True
        few, many = sorted((self._traits[first], self._traits[second]), key=len)
        return any(trait in many and values.isdisjoint(many[trait]) for trait, values in few.items())

    def _owns(self, first: int, second: int) -> bool:
        """Return whether one entity has the possessive in a phrase of the other."""
        none = set[int]()
        pairs = ((first, second), (second, first))
        return any(self._owners.get(left, none) & self._owned.get(right, none) for left, right in pairs)

    def _are_apart(self, first: int, second: int) -> bool:
        """Return whether a mention of one entity stands apart from one of the other."""
        if not self._governors[first].isdisjoint(self._governors[second]):
            return True
        few, many = sorted((first, second), key=lambda root: len(self._apart.get(root, ())))
        return any(self._united.root(mention) == many for mention in self._apart.get(few, ()))

    def _are_kin(self, left: int, right: int) -> bool:
        """Return whether two mentions may be one as they are, and if they are no names the nouns of their entities."""
        kin, kinds = self._differences.kin, {self._mentions[left].kind, self._mentions[right].kind}
        if "pronoun" in kinds and not kin(left, right):
            return False
        nouns, others = (self._nouns[self._united.root(mention)] for mention in (left, right))
        if not nouns or not others or nouns.keys() & others.keys() or "name" in kinds:
            return True
        pairs = (*product(nouns.values(), others.values()), *([] if "pronoun" in kinds else [(left, right)]))
        return any(kin(*pair) for pair in pairs)

    def _have_other_owners(self, first: int, second: int) -> bool:
        """Return whether the same noun belongs to two that are not one: "his father" and "her father"."""
        owners, others = self._possessors[first], self._possessors[second]
        return any(self._are_two(owners[noun], others[noun]) for noun in owners.keys() & others.keys())

    def _are_two(self, left: int, right: int) -> bool:
        """Return whether two owners cannot be one: they clash, or are other names or noun phrases."""
        first, second = self._united.root(left), self._united.root(right)
        if first == second:
            return False
        if self._are_others(first, second):
            return True
        kinds = {self._mentions[left].kind, self._mentions[right].kind}
        if kinds == {"name"}:
            return {*self._name[left]}.isdisjoint(self._name[right])
        return kinds == {"nominal"} and not self._are_kin(left, right)

    def chains(self) -> Chains:
        """The chains of all mentions, by their first; those that nothing links are alone."""
        return self._united.chains()


def clash(mentions: Iterable[Mention]) -> bool:
    """Return whether the names and pronouns among mentions of one chain have no possible referent in common."""
    return not reduce(and_, map(meant_by, mentions), _ANYTHING)


def link(
    prepared: Prepared, decisions: Sequence[Decision], nominal: Chains = (), linker: Linker | None = None
) -> Chains:
    """The chains that decisions on pronouns make, on top of the `nominal` chains of a chain resolver.

    Of those chains the anaphors of the cases are taken out first, since the decisions are on them. The surest decisions
    come first. Where a link would make names and pronouns clash, the next best candidate of a resolver that scores them
    takes its place; of others the anaphor stays alone. Split antecedents make no link, since chains cannot say that one
    entity is made of others; cataphoric ones do where no candidate stands before. Pronouns that mean the same speaker
    are linked, those that are no cases only with nominal chains. The result holds every mention; those that nothing
    links are alone.

    `linker` knows more of what clashes, by default no more than names and pronouns say.
    """
    decided = {case.anaphor for case in prepared.cases}
    linker = linker or Linker(prepared.mentions)
    linker.unite_speakers(range(len(prepared.mentions)) if nominal else sorted(decided))
    for left, right in neighbours([mention for mention in chain if mention not in decided] for chain in nominal):
        linker.unite(left, right)
    for decision in sorted(decisions, key=lambda decision: -(decision.probability or 0.0)):
        anaphor = prepared.cases[decision.case].anaphor
        any(linker.join(candidate, anaphor) for candidate in _best_first(decision))
    return linker.chains()


def _best_first(decision: Decision) -> Iterator[int]:
    """The antecedent of a decision, and after it all candidates by their scores, of equal ones the nearest.

    Where there is no candidate, it is what follows.
    """
    if decision.cataphoric is not None and not decision.explanation.candidates:
        yield decision.cataphoric
    if decision.antecedent is not None and not decision.others:
        yield decision.antecedent
        scored = zip(decision.explanation.scores, decision.explanation.candidates, strict=False)
        yield from (candidate for _, candidate in sorted(scored, reverse=True))


def neighbours(chains: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """The pairs of neighbours in each chain."""
    return [pair for chain in chains for pair in pairwise(chain)]
