"""Disjoint reference and anaphor binding on dependency trees: Lappin & Leass 1994, section 2.1.

How the notions of their Slot Grammar are read off Universal Dependencies:

- Subjects, objects and predicates (of the copula too) are arguments of their head. A treebank does not mark which
  oblique is selected, so that each prepositional phrase of a verb is an adjunct; what is excluded is the same.
- A conjunct stands where its coordination stands.
- A clause without a subject takes over the one it is understood with: that of the verb it is coordinated with or
  adjunct of; for an xcomp the object of its governor, or else the subject; for a participle the noun it modifies. A
  noun stands also where the relative pronoun of its relative clause stands.
- What is contained in a clause or noun phrase is excluded (conditions 4 and 6) only if it follows the pronoun, since
  to the letter condition 4 would also exclude "John's mother likes him" and "After John left, he slept".
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from workbench.document import Annotation, Mention, Prepared

Slot = Literal[
    "subject", "agent", "object", "indirect_object", "predicate", "oblique", "determiner", "complement", "emphatic"
]

RANK: Mapping[Slot, int] = {"subject": 0, "agent": 1, "object": 2, "indirect_object": 3, "predicate": 4}
"""The argument slots; a reflexive is bound from a higher one (lower number): Lappin & Leass 1994, section 2.1.2."""
_SLOTS: Mapping[str, Slot] = {
    "nsubj": "subject", "csubj": "subject", "obj": "object", "iobj": "indirect_object", "obl:agent": "agent",
    "obl": "oblique", "nmod:poss": "determiner", "nmod": "complement", "nmod:unmarked": "emphatic",
    "nmod:npmod": "emphatic", "xcomp": "predicate",
}  # fmt: skip
_SHARING = frozenset({"xcomp", "conj", "advcl"})


@dataclass(frozen=True, slots=True)
class Place:
    """The slot that a noun phrase fills at a verb or noun, `governor` (a token)."""

    governor: int
    slot: Slot


@dataclass(frozen=True, slots=True, eq=False)
class Syntax:
    """The trees of a document, with the places of each mention."""

    annotation: Annotation
    mentions: tuple[Mention, ...]
    children: Mapping[int, Sequence[int]]
    places: tuple[tuple[Place, ...], ...]

    def disjoint(self, pronoun: int, other: int) -> str:
        """The condition by which a pronoun cannot corefer with another mention of its sentence, empty if none.

        Section 2.1.1, conditions 2 to 6; agreement, condition 1, is tested elsewhere.
        """
        for mine in self.places[pronoun]:
            for its in self.places[other]:
                if mine.governor == its.governor and (domain := _domain(its.slot, mine.slot)):
                    return domain
        return self._contained(pronoun, other)

    def _contained(self, pronoun: int, other: int) -> str:
        """Conditions 4 and 6: the other, no pronoun, lies in the clause or noun phrase that the pronoun opens."""
        mention = self.mentions[other]
        if mention.kind == "pronoun" or mention.head < self.mentions[pronoun].head:
            return ""
        for place in self.places[pronoun]:
            inside = (place.slot in RANK or place.slot == "determiner") and self._below(mention.head, place.governor)
            if inside:
                return "in the pronoun's noun phrase" if place.slot == "determiner" else "in the pronoun's clause"
        return ""

    def _below(self, token: int, ancestor: int) -> bool:
        head = self.annotation.head
        while head[token] not in (token, ancestor):
            token = head[token]
        return head[token] == ancestor != token

    def binds(self, binder: int, reflexive: int) -> bool:
        """Whether a mention may bind a reflexive (section 2.1.2, conditions 1 to 4; 5 is for reciprocals).

        Besides, the noun phrase that an emphatic reflexive stands with binds it ("the author herself").
        """
        for mine in self.places[reflexive]:
            if mine.slot == "emphatic" and mine.governor == self.mentions[binder].head:
                return True
            outer = self._outer(mine)
            for its in self.places[binder]:
                if mine.governor == its.governor and _binding(its.slot, mine.slot):
                    return True
                if outer and outer.governor == its.governor and its != outer and its.slot in RANK:
                    return True
        return False

    def _outer(self, place: Place) -> Place | None:
        """Where the noun stands that a reflexive is complement of, if that has no determiner ("stories about ...")."""
        if place.slot != "complement":
            return None
        owned = any(self.annotation.relation[child] == "nmod:poss" for child in self.children.get(place.governor, ()))
        return None if owned else place_of(self.annotation, self.children, place.governor)


def syntax_of(prepared: Prepared) -> Syntax:
    """The places of all mentions of a document."""
    annotation = prepared.annotation
    children = annotation.children()
    understood = _understood(annotation, children)
    places = []
    for mention in prepared.mentions:
        own = place_of(annotation, children, mention.head)
        first = first_conjunct(annotation, mention.head)
        places.append((*([own] if own else []), *understood.get(first, ())))
    return Syntax(annotation, prepared.mentions, children, tuple(places))


def first_conjunct(annotation: Annotation, token: int) -> int:
    """The token that stands for a coordination in the tree; itself where there is none."""
    while annotation.relation[token] == "conj":
        token = annotation.head[token]
    return token


def place_of(annotation: Annotation, children: Mapping[int, Sequence[int]], token: int) -> Place | None:
    """Where the noun phrase with this head stands; `None` for appositions, vocatives and the like."""
    token = first_conjunct(annotation, token)
    if any(annotation.relation[child] == "cop" for child in children.get(token, ())):
        return Place(token, "predicate")
    relation = annotation.relation[token]
    slot = _SLOTS.get(relation) or _SLOTS.get(relation.partition(":")[0])
    return Place(annotation.head[token], slot) if slot else None


def _domain(slot: Slot, pronoun: Slot) -> str:
    """Conditions 2, 3 and 5, for two places at one head."""
    if slot in RANK and pronoun in RANK:
        return "argument domain"
    if slot in RANK and pronoun == "oblique":
        return "adjunct domain"
    return "noun-phrase domain" if (slot, pronoun) == ("determiner", "complement") else ""


def _binding(slot: Slot, reflexive: Slot) -> bool:
    """Binding conditions 1 to 3, for two places at one head."""
    if slot in RANK and reflexive in RANK:
        return RANK[slot] < RANK[reflexive]
    return bool(_domain(slot, reflexive))


def _understood(annotation: Annotation, children: Mapping[int, Sequence[int]]) -> dict[int, list[Place]]:
    """By noun, the places it fills without standing there: as understood subject or by a relative pronoun."""
    subjects, objects = _by_verb(annotation, ("nsubj", "csubj", "expl")), _by_verb(annotation, ("obj", "iobj"))
    found: dict[int, list[Place]] = defaultdict(list)
    for token, relation in enumerate(annotation.relation):
        base = relation.partition(":")[0]
        if "PronType=Rel" in annotation.morphology[token]:
            place = place_of(annotation, children, token)
            noun = _relativized(annotation, token)
            if place and noun >= 0:
                found[noun].append(place)
        elif base == "xcomp" or (base in ("conj", "advcl", "acl") and annotation.pos[token] in ("VERB", "AUX")):
            for subject in () if token in subjects else _controllers(annotation, subjects, objects, token):
                found[first_conjunct(annotation, subject)].append(Place(token, "subject"))
    return found


def _by_verb(annotation: Annotation, relations: Sequence[str]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for token, relation in enumerate(annotation.relation):
        if relation.partition(":")[0] in relations and relation != "nsubj:outer":
            found[annotation.head[token]].append(token)
    return dict(found)


def _controllers(
    annotation: Annotation, subjects: Mapping[int, list[int]], objects: Mapping[int, list[int]], verb: int
) -> Sequence[int]:
    """The subjects that a clause without its own is understood with."""
    while verb not in subjects:
        governor, relation = annotation.head[verb], annotation.relation[verb].partition(":")[0]
        if relation == "acl" and annotation.tag[verb] in ("VBG", "VBN"):
            return (governor,)
        if relation == "xcomp" and governor in objects:
            return objects[governor]
        if relation not in _SHARING:
            return ()
        verb = governor
    return subjects[verb]


def _relativized(annotation: Annotation, token: int) -> int:
    """The noun whose relative clause a relative pronoun belongs to, else -1."""
    while annotation.head[token] != token:
        if annotation.relation[token] == "acl:relcl":
            return first_conjunct(annotation, annotation.head[token])
        token = annotation.head[token]
    return -1
