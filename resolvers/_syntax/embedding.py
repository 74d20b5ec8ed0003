"""Embedding of noun phrases in other noun phrases, clauses and adverbials, for salience by structure.

Lappin & Leass 1994 (section 2.1) call it containment, Kennedy & Boguraev 1996 EMBED and ADJUNCT.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from anaphora.resolvers._per_document import once
from anaphora.resolvers._syntax.disjoint import children_of
from anaphora.workbench.document import Annotation, Prepared

_IN_PHRASE = frozenset({"nmod", "appos", "amod", "compound", "det", "nummod", "flat"})
_SUBJECTS = ("nsubj", "csubj", "expl")


@dataclass(frozen=True, slots=True)
class Setting:
    """What a noun phrase stands in, at whatever depth.

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
    trees = _Trees(prepared.annotation, prepared.document.words, children_of(prepared), {})
    return [trees.setting(mention.head) for mention in prepared.mentions]


@dataclass(frozen=True, slots=True, eq=False)
class _Trees:
    annotation: Annotation
    words: Sequence[str]
    children: Mapping[int, Sequence[int]]
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
        siblings = self.children[self.annotation.head[token]]
        fronted = any(child > token and relation[child].startswith(_SUBJECTS) for child in siblings)
        return fronted or self._beside_comma(token)

    def _beside_comma(self, token: int) -> bool:
        words, children = self.words, self.children
        first = last = token
        while children.get(first) and children[first][0] < first:
            first = children[first][0]
        while children.get(last) and children[last][-1] > last:
            last = children[last][-1]
        return "," in (*words[max(0, first - 1) : first + 1], *words[last : last + 2])  # it may hang on the phrase
