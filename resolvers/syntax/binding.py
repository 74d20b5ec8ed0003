"""Disjoint reference and anaphor binding on dependency trees: Lappin & Leass 1994, section 2.1.

How the notions of their Slot Grammar are read off Universal Dependencies:

- Subjects, objects and predicates (of the copula too) are arguments of their head. A treebank does not mark which
  oblique is selected, so that each prepositional phrase of a verb is an adjunct; what is excluded is the same.
- The slots of binding rank as in the paper, subject, agent, object, indirect object; predicates, which it does not
  rank, come last.
- A conjunct stands where its coordination stands.
- A clause without a subject takes over the one it is understood with: that of the verb it is coordinated with or
  adjunct of; for an xcomp the object of its governor, or else the subject; for a participle the noun it modifies. A
  noun stands also where the relative pronoun of its relative clause stands; where there is no pronoun ("the man we
  saw"), the gap is not known.
- The subject of a copula whose predicate is a clause ("the hope is that it works") is no argument in that clause.
- What is contained in a clause or noun phrase is excluded (conditions 4 and 6) only if it follows the pronoun, since
  to the letter condition 4 would also exclude "John's mother likes him" and "After John left, he slept". Pronouns are
  not excluded by condition 6 either ("his friend who saw him"): where they follow, they are never candidates.
- Where a language has reflexive possessives, others do not take up the subject of their clause.
- A possessive without a noun ("Tom lost his") is the determiner of the noun phrase that it stands for.
- A noun phrase binds the reflexive that stands with it ("the author herself"), on which the paper is silent.

Embedding of noun phrases in other noun phrases, clauses and adverbials serves salience by structure: Lappin & Leass
1994 (section 2.1) call it containment, Kennedy & Boguraev 1996 EMBED and ADJUNCT.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from anaphora.workbench.document import Annotation, Mention, Prepared, Span, once
from anaphora.workbench.language.packs import Language, language_of

Slot = Literal[
    "subject", "agent", "object", "indirect_object", "predicate", "oblique", "determiner", "complement", "emphatic",
    "outer",
]  # fmt: skip

RANK: Mapping[Slot, int] = {"subject": 0, "agent": 1, "object": 2, "indirect_object": 3, "predicate": 4}
"""The argument slots; a reflexive is bound from a higher one (lower number): Lappin & Leass 1994, section 2.1.2."""
_SLOTS: Mapping[str, Slot] = {
    "nsubj": "subject", "csubj": "subject", "obj": "object", "iobj": "indirect_object", "obl:agent": "agent",
    "obl": "oblique", "nmod:poss": "determiner", "nmod": "complement", "nmod:unmarked": "emphatic",
    "nmod:npmod": "emphatic", "xcomp": "predicate", "nsubj:outer": "outer",
}  # fmt: skip
_SUBJECTS = frozenset({"nsubj", "csubj", "expl"})
_OBJECTS = frozenset({"obj", "iobj"})
_CLAUSES = frozenset({"xcomp", "conj", "advcl", "acl"})
_SHARING = frozenset({"xcomp", "conj", "advcl"})
_SECOND = 2
_MOST_SHARED = 10
"""A verb has one subject, or two with "it"; of more, all of which would stand in all its clauses, the first count."""


@dataclass(frozen=True, slots=True)
class Place:
    """The slot that a noun phrase fills at a verb or noun, `governor` (a token)."""

    governor: int
    slot: Slot


@dataclass(frozen=True, slots=True, eq=False)
class Syntax:
    """The trees of a document, and where its mentions stand in them.

    `copular` are the tokens with a copula; `understood` gives for a noun the places it fills without standing there.
    `below` has for each token where it and what is below it stand in a walk through the trees, depth first.
    """

    annotation: Annotation
    tables: Language
    mentions: tuple[Mention, ...]
    children: Mapping[int, Sequence[int]]
    copular: frozenset[int]
    understood: Mapping[int, Sequence[Place]]
    below: Sequence[range]
    _places: dict[int, tuple[Place, ...]] = field(default_factory=dict)

    def places(self, mention: int) -> tuple[Place, ...]:
        """The places of a mention: its own (appositions, vocatives and the like have none) and those understood."""
        places = self._places.get(mention)
        if places is None:
            token = self.mentions[mention].head
            if self.mentions[mention].stands_for_what_is_owned:
                places = (Place(token, "determiner"),)
            else:
                place = place_of(self.annotation, self.copular, token)
                understood = self.understood.get(first_conjunct(self.annotation, token), ())
                places = (place, *understood) if place else tuple(understood)
            self._places[mention] = places
        return places

    def disjoint(self, pronoun: int, other: int) -> str:
        """The condition by which a pronoun cannot corefer with another mention of its sentence, empty if none.

        Section 2.1.1, conditions 2 to 6; agreement, condition 1, is tested elsewhere. Alternatives ("he or she") are
        not disjoint.
        """
        if are_alternatives(self.annotation, self.tables, self.mentions[pronoun], self.mentions[other]):
            return ""
        return (
            self.shared_domain(pronoun, other)
            or self._is_left_to_reflexives(pronoun, other)
            or self._containment(pronoun, other)
        )

    def shared_domain(self, pronoun: int, other: int) -> str:
        """The domain in which another mention stands that a pronoun stands in, empty if none: conditions 2, 3 and 5."""
        for place in self.places(pronoun):
            for other_place in self.places(other):
                if place.governor == other_place.governor and (domain := _domain(other_place.slot, place.slot)):
                    return domain
        return ""

    def _is_left_to_reflexives(self, pronoun: int, other: int) -> str:
        """Return why a subject is left to a reflexive possessive, or nothing: "Ola ... hans bil" (Norwegian).

        Only in languages that have such possessives (Norwegian *sin*, Czech *svůj*), which are no reflexives here.
        """
        token = self.mentions[pronoun].head
        bound = self.tables.of("pronouns_or.bound")
        if not bound or self.mentions[pronoun].pronoun != "possessive" or self.annotation.lemma[token] in bound:
            return ""
        owned = place_of(self.annotation, self.copular, self.annotation.head[token])
        if owned is None or owned.slot == "subject":
            return ""
        subject = Place(owned.governor, "subject")
        return "its subject, left to reflexives" if subject in self.places(other) else ""

    def governors(self, mention: int) -> set[int]:
        """The heads that a mention is an argument of; a predicate is none here."""
        return {place.governor for place in self.places(mention) if place.slot in RANK and place.slot != "predicate"}

    def _containment(self, pronoun: int, other: int) -> str:
        """Conditions 4 and 6: the other, no pronoun, lies in the clause or noun phrase that the pronoun opens."""
        mention = self.mentions[other]
        if mention.kind == "pronoun" or mention.head < self.mentions[pronoun].head:
            return ""
        if self.annotation.relation[mention.head] == "vocative" and self.mentions[pronoun].person == _SECOND:
            return ""  # who is called is "you", and stands outside the clause
        for place in self.places(pronoun):
            opens = place.slot in RANK or place.slot in ("outer", "determiner")
            if opens and self.below[mention.head].start in self.below[place.governor][1:]:
                return "in the pronoun's noun phrase" if place.slot == "determiner" else "in the pronoun's clause"
        return ""

    def binds(self, binder: int, reflexive: int) -> str:
        """The condition by which a mention may bind a reflexive, empty if none.

        Section 2.1.2, conditions 1 to 4; 5 is for reciprocals, which are not resolved. Besides, the noun phrase that an
        emphatic reflexive stands with binds it.
        """
        for place in self.places(reflexive):
            if place.slot == "emphatic" and place.governor == self.mentions[binder].head:
                return "emphatic"
            outer = self._outer(place)
            for other in self.places(binder):
                ranked = other.slot in RANK and place.slot in RANK
                higher = not ranked or RANK[other.slot] < RANK[place.slot]
                if place.governor == other.governor and higher and (domain := _domain(other.slot, place.slot)):
                    return domain
                if (
                    outer
                    and outer.governor == other.governor
                    and other != outer
                    and _is_argument(other.slot, outer.slot)
                ):
                    return "noun phrase without determiner"
        return ""

    def _outer(self, place: Place) -> Place | None:
        """Return the place of a noun with a reflexive as its complement but no determiner: "stories about ..."."""
        if place.slot != "complement":
            return None
        owned = any(self.annotation.relation[child] == "nmod:poss" for child in self.children.get(place.governor, ()))
        return None if owned else place_of(self.annotation, self.copular, place.governor)


def are_alternatives(annotation: Annotation, tables: Language, mention: Mention, other: Mention) -> bool:
    """Return whether two pronouns stand for one person of either sex: "his or her", "he/she", "sein oder ihr"."""
    if mention.kind != "pronoun" or other.kind != "pronoun" or abs(mention.head - other.head) != 2:
        return False
    between = annotation.lemma[min(mention.head, other.head) + 1].lower()
    return between == "/" or between in tables.of("coordinators.or")


@once
def children_of(prepared: Prepared) -> Mapping[int, Sequence[int]]:
    """The dependents of each token in text order."""
    return prepared.annotation.children()


@once
def syntax_of(prepared: Prepared) -> Syntax:
    """Return the places of a document's mentions in its trees, with the tests of binding that rest on them."""
    annotation = prepared.annotation
    copular = frozenset(annotation.head[token] for token, name in enumerate(annotation.relation) if name == "cop")
    understood = _understood(annotation, copular)
    children = children_of(prepared)
    tables = language_of(prepared.document)
    return Syntax(annotation, tables, prepared.mentions, children, copular, understood, _walk(annotation, children))


def _walk(annotation: Annotation, children: Mapping[int, Sequence[int]]) -> Sequence[range]:
    """Return for each token the range of places in a depth-first walk that it and all tokens below it have."""
    waiting = [token for token, head in enumerate(annotation.head) if token == head]
    order: list[int] = []
    while waiting:
        token = waiting.pop()
        order.append(token)
        waiting += children.get(token, ())
    size = [1] * len(order)
    for token in reversed(order):
        if annotation.head[token] != token:
            size[annotation.head[token]] += size[token]
    places = [range(0)] * len(order)
    for rank, token in enumerate(order):
        places[token] = range(rank, rank + size[token])
    return places


def first_conjunct(annotation: Annotation, token: int) -> int:
    """The token that stands for a coordination in the tree; itself where there is none."""
    while annotation.relation[token] == "conj":
        token = annotation.head[token]
    return token


@once
def coordinations_of(prepared: Prepared) -> frozenset[Span]:
    """The spans of the coordinations whose conjuncts are mentions."""
    return frozenset([mention.coordination for mention in prepared.mentions if mention.coordination])


def place_of(annotation: Annotation, copular: frozenset[int], token: int) -> Place | None:
    """Return the place of the noun phrase with this head; `None` for appositions, vocatives and the like."""
    while annotation.relation[token] == "conj" and token not in copular:
        token = annotation.head[token]
    if token in copular:
        return Place(token, "predicate")
    slot = _slot(annotation.relation[token])
    return Place(annotation.head[token], slot) if slot else None


@lru_cache
def _slot(relation: str) -> Slot | None:
    return _SLOTS.get(relation) or _SLOTS.get(relation.partition(":")[0])


def _is_argument(slot: Slot, other: Slot) -> bool:
    """Return whether a place is in the argument or adjunct domain of another, `slot`, at the same head."""
    return slot in RANK and (other in RANK or other == "oblique")


def _domain(slot: Slot, pronoun: Slot) -> str:
    """Conditions 2, 3 and 5, for two places at one head."""
    if _is_argument(slot, pronoun):
        return "argument domain" if pronoun in RANK else "adjunct domain"
    return "noun-phrase domain" if (slot, pronoun) == ("determiner", "complement") else ""


def _understood(annotation: Annotation, copular: frozenset[int]) -> Mapping[int, Sequence[Place]]:
    """Return the places that a noun fills without standing there: by a relative pronoun or as understood subject."""
    short = {relation: relation.partition(":")[0] for relation in set(annotation.relation)}
    bases = [short[relation] for relation in annotation.relation]
    subjects, objects = _by_verb(annotation, bases, _SUBJECTS), _by_verb(annotation, bases, _OBJECTS)
    places: dict[int, list[Place]] = defaultdict(list)
    relative = {features for features in set(annotation.morphology) if "PronType=Rel" in features}
    for token in [token for token, features in enumerate(annotation.morphology) if features in relative]:
        place = place_of(annotation, copular, token)
        noun = _relativized_noun(annotation, token)
        if place and noun >= 0:
            places[noun].append(place)
    for token in [token for token, base in enumerate(bases) if base in _CLAUSES]:
        clausal = bases[token] == "xcomp" or annotation.pos[token] in ("VERB", "AUX") or token in copular
        for subject in _controllers(annotation, subjects, objects, token) if clausal and token not in subjects else ():
            places[first_conjunct(annotation, subject)].append(Place(token, "subject"))
    return dict(places)


def _by_verb(annotation: Annotation, bases: Sequence[str], relations: frozenset[str]) -> dict[int, list[int]]:
    dependents: dict[int, list[int]] = defaultdict(list)
    for token in [token for token, base in enumerate(bases) if base in relations]:
        if annotation.relation[token] != "nsubj:outer":
            dependents[annotation.head[token]].append(token)
    return dict(dependents)


def _controllers(
    annotation: Annotation, subjects: Mapping[int, list[int]], objects: Mapping[int, list[int]], verb: int
) -> Sequence[int]:
    """The subjects that a clause without its own is understood with."""
    while verb not in subjects:
        governor = annotation.head[verb]
        relation = annotation.relation[verb].partition(":")[0]
        if relation == "acl" and annotation.tag[verb] in ("VBG", "VBN"):
            return (governor,)
        if relation == "xcomp" and governor in objects:
            return objects[governor][:_MOST_SHARED]
        if relation not in _SHARING:
            return ()
        verb = governor
    return subjects[verb][:_MOST_SHARED]


def _relativized_noun(annotation: Annotation, token: int) -> int:
    """The noun whose relative clause a relative pronoun belongs to, else -1."""
    while annotation.head[token] != token:
        if annotation.relation[token] == "acl:relcl":
            return first_conjunct(annotation, annotation.head[token])
        token = annotation.head[token]
    return -1


_IN_PHRASE = frozenset({"nmod", "appos", "amod", "compound", "det", "nummod", "flat"})


@dataclass(frozen=True, slots=True)
class Setting:
    """Setting of a noun phrase: the phrases and clauses that contain it, at whatever depth.

    `genitive`: in the determiner of a noun. `embedded`: in another noun phrase as its modifier, or in an adnominal
    clause (relative clauses, participles, complements of nouns). `adverbial`: in an adverbial clause. `set_off`: in an
    adverbial prepositional phrase that is set off from its clause, since it stands before the subject or has a comma
    before or after it. `subordinate` is the token that heads the innermost of these noun phrases and clauses, genitives
    and prepositional phrases apart (-1: none).
    """

    genitive: bool = False
    embedded: bool = False
    adverbial: bool = False
    set_off: bool = False
    subordinate: int = -1


_NOTHING = Setting()


@once
def settings(prepared: Prepared) -> Sequence[Setting]:
    """The setting of each mention of a document."""
    annotation = prepared.annotation
    kinds = tuple(_SUBJECTS)
    below = [token for token, head in enumerate(annotation.head) if token != head]
    subjects = {annotation.head[token]: token for token in below if annotation.relation[token].startswith(kinds)}
    trees = _Trees(annotation, prepared.document.words, children_of(prepared), subjects, {})
    return [trees.setting(mention.head) for mention in prepared.mentions]


@dataclass(frozen=True, slots=True, eq=False)
class _Trees:
    """The trees of a document; `subjects` has the last subject of each token."""

    annotation: Annotation
    words: Sequence[str]
    children: Mapping[int, Sequence[int]]
    subjects: Mapping[int, int]
    known: dict[int, Setting]

    def setting(self, token: int) -> Setting:
        """The setting of a noun phrase with this head, from that of the token above."""
        path: list[int] = []
        while token not in self.known:
            path.append(token)
            if self.annotation.head[token] == token:
                self.known[token] = _NOTHING
            token = self.annotation.head[token]
        setting = self.known[token]
        for below in reversed(path):
            setting = self.known[below] = self._below(below, setting)
        return setting

    def _below(self, token: int, above: Setting) -> Setting:
        relation, governor = self.annotation.relation[token], self.annotation.head[token]
        base = relation.partition(":")[0]
        if governor == token:
            return above
        if relation == "nmod:poss":
            return Setting(True, above.embedded, above.adverbial, above.set_off, above.subordinate)
        if base in _IN_PHRASE:
            return Setting(above.genitive, True, above.adverbial, above.set_off, governor)
        if base == "acl" or (base == "ccomp" and self._is_noun(governor)):
            return Setting(above.genitive, True, above.adverbial, above.set_off, token)
        if base == "advcl":
            return Setting(above.genitive, above.embedded, True, above.set_off, token)
        if base == "obl" and not above.set_off and self._is_set_off(token):
            return Setting(above.genitive, above.embedded, above.adverbial, True, above.subordinate)
        return above

    def _is_noun(self, token: int) -> bool:
        predicate = any(self.annotation.relation[child] == "cop" for child in self.children.get(token, ()))
        return self.annotation.pos[token] in ("NOUN", "PROPN") and not predicate

    def _is_set_off(self, token: int) -> bool:
        relation = self.annotation.relation
        agent = relation[token] == "obl:agent"
        if agent or not any(relation[child] == "case" for child in self.children.get(token, ())):
            return False
        fronted = token < self.subjects.get(self.annotation.head[token], -1)
        return fronted or self._beside_comma(token)

    def _beside_comma(self, token: int) -> bool:
        words, children = self.words, self.children
        first = last = token
        while children.get(first) and children[first][0] < first:
            first = children[first][0]
        while children.get(last) and children[last][-1] > last:
            last = children[last][-1]
        return "," in (*words[max(0, first - 1) : first + 1], *words[last : last + 2])  # it may hang on the phrase
