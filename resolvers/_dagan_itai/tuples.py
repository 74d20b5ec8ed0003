"""Co-occurrence tuples (relation, head, dependent) read off dependency trees (Dagan & Itai 1990, section 3).

The relations of the paper are "subject-verb", "verb-object" and "adjective-noun"; Lappin & Leass 1994 (section 5) take
every head of which a pronoun is an argument or adjunct, hence also "verb-recipient", "possessor-noun", and one for each
preposition ("verb-in", "noun-of"). As in the paper, surface structure is mapped to canonical structure:

- the subject of a passive is an object, its agent a subject; so with participles that modify ("a box opened by him");
- a relative pronoun stands for the noun that its clause modifies; where there is none ("the box he opened"), that noun
  is the object of the clause's innermost infinitive, or the complement of a preposition left over;
- an infinitive or secondary predicate (xcomp) has the object of its governor for a subject, or else its subject;
- conjoined verbs share the subject of the first, and conjoined nouns its place;
- "full tray" and "the tray is full" are one relation; verbs include their particle ("switch off").

Questions need no rule, since the trees mark what is fronted by its function. "Be" and nominal predicates are left out.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from anaphora.workbench.document import Annotation

Place: TypeAlias = tuple[str, str]
"""A relation and the lemma of its head: what a tuple is without its dependent."""

_NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
_PART = frozenset({"compound", "flat", "fixed", "goeswith"})
_GOVERNORS = {"obj": "VERB", "iobj": "VERB", "obl": "VERB", "nmod": "NOUN"}
_NAMED = {
    "obj": "verb-object", "iobj": "verb-recipient", "obl:agent": "subject-verb", "nmod:poss": "possessor-noun",
}  # fmt: skip
_CONTROLLERS = {"xcomp": ("obj", "iobj", "nsubj"), "conj": ("nsubj",)}


def places(annotation: Annotation) -> dict[int, list[Place]]:
    """Where each noun, name and pronoun of a document occurs: first under its own governor, then where it is shared."""
    tree = _Tree(annotation)
    found: dict[int, list[Place]] = defaultdict(list)
    for uses in (tree.own_places(), tree.shared_places()):
        for token, place in uses:
            if annotation.pos[token] in _NOMINAL and place not in found[token]:
                found[token].append(place)
    return {token: members for token, members in found.items() if members}


def word(annotation: Annotation, token: int) -> str | None:
    """What stands in a tuple for a noun (its lemma) or name (its entity type, "NAME" if unknown); `None` for others."""
    if annotation.pos[token] == "NOUN":
        return annotation.lemma[token].lower()
    return (annotation.entity[token] or "NAME") if annotation.pos[token] == "PROPN" else None


def heads_phrase(annotation: Annotation, token: int) -> bool:
    """Whether a word heads a phrase, and is no part of a compound or name."""
    return annotation.relation[token].partition(":")[0] not in _PART


class _Tree:
    """The dependency trees of one document, with the questions that canonical structure asks of them."""

    __slots__ = ("annotation", "base", "children", "introduced", "pos", "relative")

    def __init__(self, annotation: Annotation) -> None:
        self.annotation, self.pos = annotation, annotation.pos
        self.children = annotation.children()
        self.base = ["" if name == "nsubj:outer" else name.partition(":")[0] for name in annotation.relation]
        clauses = ((token, self._relative(token)) for token in range(len(self.base)))
        self.relative = {token: clause for token, clause in clauses if clause >= 0}
        self.introduced = frozenset(self.relative.values())

    def own_places(self) -> Iterator[tuple[int, Place]]:
        """The places of each governor's own dependents and of their conjuncts."""
        for token in range(len(self.base)):
            place = self._place(token)
            if place:
                yield from ((member, place) for member in self._members(token))

    def shared_places(self) -> Iterator[tuple[int, Place]]:
        """The places of arguments that predicates share with another word."""
        for token in range(len(self.base)):
            if self.pos[token] in ("VERB", "ADJ") and self._child(token, "nsubj") < 0:
                subject = self._shared_subject(token)
                place = self._as_subject(token) if subject >= 0 else None
                if place:
                    yield from ((member, place) for member in self._members(subject))
            if self.annotation.relation[token] == "acl:relcl":
                place = self._gap(token)
                if place:
                    yield self.annotation.head[token], place

    def _place(self, token: int) -> Place | None:
        """The relation of a dependent to its governor, if it is one that counts."""
        governor, base = self.annotation.head[token], self.base[token]
        if base == "nsubj":
            return self._as_subject(governor)
        kind = _GOVERNORS.get(base)
        if self.pos[governor] != kind:
            return None
        named = _NAMED.get(self.annotation.relation[token])
        return self._place_under(named or f"{kind.lower()}-{self._preposition(token)}", governor)

    def _as_subject(self, predicate: int) -> Place | None:
        """The canonical relation of the subject of a verb or adjective."""
        if self.pos[predicate] == "ADJ":
            return self._place_under("adjective-noun", predicate)
        if self.pos[predicate] != "VERB":
            return None
        return self._place_under("verb-object" if self._is_passive(predicate) else "subject-verb", predicate)

    def _place_under(self, relation: str, head: int) -> Place | None:
        """A place under a head, unless that is "be" or an oblique has no preposition."""
        lemma = self.annotation.lemma[head].lower()
        if relation.endswith("-") or lemma == "be":
            return None
        particles = [child for child in self.children[head] if self.annotation.relation[child] == "compound:prt"]
        return relation, " ".join([lemma, *(self.annotation.lemma[child].lower() for child in particles)])

    def _is_passive(self, verb: int) -> bool:
        """By auxiliary or function of the subject; a participle without either follows the verb it is conjoined to."""
        while True:
            below = {self.annotation.relation[child] for child in self.children[verb]}
            if below & {"aux:pass", "nsubj:pass"}:
                return True
            if self.annotation.tag[verb] != "VBN" or below & {"aux", "nsubj"}:
                return False
            if self.base[verb] != "conj" or self.annotation.head[verb] == verb:
                return True
            verb = self.annotation.head[verb]

    def _shared_subject(self, predicate: int) -> int:
        """The subject of a predicate that has none of its own (-1: none is to be found)."""
        clause = predicate
        while (governor := self.annotation.head[clause]) != clause:
            if self.base[clause] == "amod" or self._is_participle(clause):
                return governor
            for function in _CONTROLLERS.get(self.base[clause], ()):
                token = self._child(governor, function)
                if token >= 0:
                    return token
            if self.base[clause] not in _CONTROLLERS:
                break
            clause = governor
        return -1

    def _is_participle(self, token: int) -> bool:
        return self.annotation.relation[token] == "acl" and self.annotation.tag[token] in ("VBG", "VBN")

    def _gap(self, clause: int) -> Place | None:
        """Where the noun belongs that a relative clause without a relative word modifies."""
        if clause in self.introduced or self._child(clause, "nsubj") < 0:
            return None
        while (deeper := self._child(clause, "xcomp")) >= 0:
            clause = deeper
        if self.pos[clause] != "VERB" or self._is_passive(clause):
            return None
        for child in self.children[clause]:
            if self.pos[child] == "ADP" and self.base[child] == "obl":
                return self._place_under(f"verb-{self.annotation.lemma[child].lower()}", clause)
        complete = any(self.base[child] in ("obj", "ccomp") for child in self.children[clause])
        return None if complete else self._place_under("verb-object", clause)

    def _relative(self, token: int) -> int:
        """The relative clause that a relative word introduces (-1: the word is none, or is modified itself)."""
        if "PronType=Rel" in self.annotation.morphology[token] and self._child(token, "acl") < 0:
            while self.annotation.head[token] != token:
                if self.annotation.relation[token] == "acl:relcl":
                    return token
                token = self.annotation.head[token]
        return -1

    def _members(self, token: int) -> Sequence[int]:
        """The words that share a place: conjuncts; of a relative pronoun the noun that its clause modifies."""
        if token in self.relative:
            return (self.annotation.head[self.relative[token]],)
        return (token, *(child for child in self.children[token] if self.base[child] == "conj"))

    def _preposition(self, token: int) -> str:
        case = self._child(token, "case")
        return self.annotation.lemma[case].lower() if case >= 0 else ""

    def _child(self, token: int, base: str) -> int:
        """The first dependent with a relation (-1: none)."""
        return next((child for child in self.children[token] if self.base[child] == base), -1)
