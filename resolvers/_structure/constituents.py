"""Phrase-structure trees, projected from dependency trees, for resolvers that search constituents.

The projection gives what Hobbs 1978 asks of a grammar: every noun phrase has an inner nominal that holds the noun with
its complements, while adjuncts hang on the noun phrase itself. "A driver in his truck" and "a driver of his truck":

    [NP a [NOM driver] [PP in [NP [NP his] [NOM truck]]]]    [NP a [NOM driver [PP of [NP [NP his] [NOM truck]]]]]

Phrases are NP, NOM (the nominal), PP, S, VP and XP (any other). In a noun phrase, NOM holds the noun, its compounds,
adjectives and numerals, "of" phrases, infinitives and "that" clauses; determiners, possessors, relative and participial
clauses, appositions and other prepositional phrases stand beside NOM. A clause is an S of its subject, whatever
precedes that, and a VP; an adverbial clause after a comma, a vocative, a parataxis and a conjoined clause with a
subject of its own stand in the S as well, other adverbials in the VP. Verbs that share a subject are conjoined VPs. An
infinitive or other open complement is an S where its governor has an object ("told Bill to see him"), else a VP
("wanted to see him"). Conjoined noun phrases stand in a noun phrase that has the head of the first.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from workbench.document import Annotation

_PARTS = frozenset({
    "compound", "flat", "fixed", "goeswith", "det", "case", "mark", "cc", "discourse", "punct", "aux", "cop",
    "reparandum",
})  # fmt: skip
_ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "conj", "appos", "vocative", "dislocated"})
_IN_NOMINAL = frozenset({"amod", "nummod", "compound", "flat", "fixed", "goeswith"})
_BESIDE_NOMINAL = frozenset({"det", "nmod", "acl", "appos"})
_SUBJECTS = frozenset({"nsubj", "csubj", "expl"})
_OF_A_CLAUSE = frozenset({"parataxis", "vocative", "dislocated", "discourse"})
_OBJECTS = frozenset({"obj", "iobj"})
_PREDICATING = frozenset({"cop", "aux", "obj"}) | _SUBJECTS


@dataclass(frozen=True, slots=True)
class Constituents:
    """The phrase-structure trees of one document, as columns over nodes.

    Nodes 0 to n-1 are the n words, in order; phrases follow. `label` is empty for a word. `parent` is -1 at the top of
    a tree; `children` are in text order. `head` is the token that heads the phrase, `start` and `end` are the bounds of
    its words (with `end` exclusive). `tops` are the topmost nodes of the trees in text order.
    """

    label: tuple[str, ...]
    parent: tuple[int, ...]
    head: tuple[int, ...]
    start: tuple[int, ...]
    end: tuple[int, ...]
    children: tuple[tuple[int, ...], ...]
    tops: tuple[int, ...]

    def above(self, node: int, *labels: str) -> int:
        """The nearest node above `node` with one of the labels; -1 if there is none."""
        node = self.parent[node]
        while node >= 0 and self.label[node] not in labels:
            node = self.parent[node]
        return node


def assembled(words: int, label: Sequence[str], parent: Sequence[int], head: Sequence[int]) -> Constituents:
    """The trees that three columns over nodes describe, wherever these come from; `words` counts the words.

    Every phrase must hold a word. See `Constituents` for what the columns hold.
    """
    start, end = [-1] * len(label), [-1] * len(label)
    for token in range(words):
        _climb(token, parent, start, token)
    for token in reversed(range(words)):
        _climb(token, parent, end, token + 1)
    children: list[list[int]] = [[] for _ in label]
    tops: list[int] = []
    for node in sorted(range(len(label)), key=start.__getitem__):
        (children[parent[node]] if parent[node] >= 0 else tops).append(node)
    return Constituents(
        label=tuple(label),
        parent=tuple(parent),
        head=tuple(head),
        start=tuple(start),
        end=tuple(end),
        children=tuple(map(tuple, children)),
        tops=tuple(tops),
    )


def _climb(node: int, parent: Sequence[int], column: list[int], value: int) -> None:
    """Set `value` at a node and at those above it that have none yet."""
    while node >= 0 and column[node] < 0:
        column[node] = value
        node = parent[node]


@dataclass(frozen=True, slots=True)
class _Words:
    """The dependency trees, with what the projection asks of them."""

    annotation: Annotation
    clauses: Sequence[int]
    children: Mapping[int, Sequence[int]]
    relation: Sequence[str]
    nominals: Set[int]
    split_conjuncts: bool

    def has(self, token: int, relations: frozenset[str]) -> bool:
        return any(self.relation[child] in relations for child in self.children[token])

    def is_nominal(self, token: int) -> bool:
        relation, pos = self.relation[token], self.annotation.pos[token]
        if token in self.nominals:
            return True
        if pos in ("NOUN", "PROPN", "PRON"):
            return relation not in _PARTS
        return relation in _ARGUMENTS and (pos in ("NUM", "DET", "SYM") or (pos == "ADJ" and relation != "conj"))

    def is_bare(self, token: int) -> bool:
        """Whether a word without dependents heads no phrase."""
        return not (self.children[token] or self.is_clause(token) or self.is_nominal(token))

    def is_clause(self, token: int) -> bool:
        """Whether a token heads a clause, with or without a subject of its own."""
        if self.relation[token] == "xcomp":
            verbal = self.annotation.pos[token] in ("VERB", "AUX")
            return verbal or self.has(token, frozenset({"cop", "aux"}))
        return self.clauses[token] == token

    def is_sentence(self, token: int) -> bool:
        """Whether the clause that a token heads is an S; if not, it is a VP that shares the subject of its governor."""
        relation, governor = self.relation[token], self.annotation.head[token]
        if governor == token or self.has(token, _SUBJECTS):
            return True
        if relation == "xcomp":
            return self.has(governor, _OBJECTS)
        return relation != "conj" or self.split_conjuncts or not self.is_clause(governor)

    def has_verb_phrase(self, token: int) -> bool:
        """Whether the clause of a token is more than a noun phrase or exclamation."""
        return self.annotation.pos[token] in ("VERB", "AUX") or self.has(token, _PREDICATING)

    def conjuncts(self, token: int, *, clauses: bool) -> list[int]:
        """The conjuncts of a token that join its VP (`clauses`) or its NP."""
        found = [child for child in self.children[token] if self.relation[child] == "conj"]
        if clauses:
            return [child for child in found if self.is_clause(child) and not self.is_sentence(child)]
        return [child for child in found if self.is_nominal(child) and not self.is_clause(child)]

    def is_complement(self, token: int) -> bool:
        """Whether a dependent of a noun is its complement: an "of" phrase, an infinitive, a "that" clause."""
        if self.annotation.relation[token] == "acl":
            return self.has(token, frozenset({"mark"}))
        return self.relation[token] == "nmod" and any(
            self.relation[child] == "case" and self.annotation.lemma[child].lower() == "of"
            for child in self.children[token]
        )


@dataclass(slots=True)
class _Columns:
    """The columns of `Constituents` while they grow; the words come first, not yet placed."""

    label: list[str]
    parent: list[int]
    head: list[int]

    def add(self, label: str, head: int, parent: int) -> int:
        self.label.append(label)
        self.parent.append(parent)
        self.head.append(head)
        return len(self.label) - 1


@dataclass(slots=True)
class _Phrases:
    """The nodes that one word projects, outermost first; those it does not have are the next outer one.

    `verbs` and `nouns` hold the conjuncts of a coordination, of which `verb` and `noun` are the first. What stands
    before the token `edge`, the subject or the verb, is in front of the clause.
    """

    above: int
    edge: int
    sentence: int = field(init=False)
    verbs: int = field(init=False)
    verb: int = field(init=False)
    prepositional: int = field(init=False)
    nouns: int = field(init=False)
    noun: int = field(init=False)
    nominal: int = field(init=False)

    def __post_init__(self) -> None:
        self.sentence = self.verbs = self.verb = self.above
        self.set_nouns(self.above)

    def set_nouns(self, node: int) -> None:
        self.prepositional = self.nouns = self.noun = self.nominal = node


def project(
    annotation: Annotation, clauses: Sequence[int], *, nominals: Set[int] = frozenset(), split_conjuncts: bool = False
) -> Constituents:
    """The constituents of a document; `clauses` gives for each token the token that heads its clause.

    `nominals` are tokens that are known to head noun phrases, beside those that the tree shows. `split_conjuncts` makes
    conjoined verbs that share a subject an S each instead of a VP.
    Linear in the number of words. A word that depends on another across the edge of a sentence joins that one's tree.
    """
    count = len(annotation.head)
    relations = [relation.partition(":")[0] for relation in annotation.relation]
    words = _Words(annotation, clauses, annotation.children(), relations, nominals, split_conjuncts)
    columns = _Columns([""] * count, [-1] * count, list(range(count)))
    waiting = [(token, -1) for token in range(count) if annotation.head[token] == token]
    while waiting:
        token, above = waiting.pop()
        if words.is_bare(token):
            columns.parent[token] = above
            continue
        phrases = _phrases(words, columns, token, above)
        columns.parent[token] = phrases.nominal
        waiting.extend((child, _place(words, phrases, token, child)) for child in words.children[token])
    return assembled(count, columns.label, columns.parent, columns.head)


def _phrases(words: _Words, columns: _Columns, token: int, above: int) -> _Phrases:
    """Add the phrases that one word heads."""
    subjects = [child for child in words.children[token] if words.relation[child] in _SUBJECTS]
    made = _Phrases(above, min([token, *subjects]))
    if words.is_clause(token):
        if words.is_sentence(token):
            made.sentence = made.verbs = made.verb = columns.add("S", token, above)
        if words.has_verb_phrase(token):
            made.verbs = made.verb = columns.add("VP", token, made.sentence)
            if words.conjuncts(token, clauses=True):
                made.verb = columns.add("VP", token, made.verbs)
        if not words.is_sentence(token):
            made.sentence = made.verbs
        made.set_nouns(made.verb)
    if words.is_nominal(token):
        _add_noun_phrases(words, columns, token, made)
    elif not words.is_clause(token) and words.children[token]:
        made.sentence = made.verbs = made.verb = columns.add("XP", token, above)
        made.set_nouns(made.verb)
    return made


def _add_noun_phrases(words: _Words, columns: _Columns, token: int, made: _Phrases) -> None:
    if any(child < token and words.relation[child] == "case" for child in words.children[token]):
        made.set_nouns(columns.add("PP", token, made.nouns))
    made.nouns = made.noun = columns.add("NP", token, made.nouns)
    if words.conjuncts(token, clauses=False):
        made.noun = columns.add("NP", token, made.nouns)
    made.nominal = columns.add("NOM", token, made.noun)


def _place(words: _Words, made: _Phrases, token: int, child: int) -> int:
    """The node that the phrase of a dependent hangs on."""
    relation = words.relation[child]
    if relation == "cc":
        return made.nouns if words.annotation.relation[child] == "cc:preconj" else made.above
    if relation == "case":
        return made.prepositional if child < token else made.noun
    if relation == "conj":
        if words.is_clause(child):
            return made.sentence if words.is_sentence(child) else made.verbs
        return made.nouns
    if words.is_nominal(token) and (inside := _place_in_noun_phrase(words, made, token, child)) is not None:
        return inside
    if not words.is_clause(token):
        return made.noun
    return _place_in_clause(words, made, child)


def _place_in_noun_phrase(words: _Words, made: _Phrases, token: int, child: int) -> int | None:
    """Where a dependent hangs that belongs to the noun, `None` if it belongs to the clause."""
    relation = words.relation[child]
    if relation in _IN_NOMINAL or words.is_complement(child):
        return made.nominal
    if relation in _BESIDE_NOMINAL:
        return made.noun
    if relation == "ccomp" and not words.is_clause(token):
        return made.nominal
    return None


def _place_in_clause(words: _Words, made: _Phrases, child: int) -> int:
    relation = words.relation[child]
    if relation in _SUBJECTS or relation in _OF_A_CLAUSE or child < made.edge:
        return made.sentence
    return made.sentence if relation == "advcl" and _follows_comma(words, child) else made.verb


def _follows_comma(words: _Words, token: int) -> bool:
    """Whether a comma stands before the first word of the phrase of a token."""
    lemma = words.annotation.lemma
    while words.children[token] and words.children[token][0] < token:
        token = words.children[token][0]
        if lemma[token] == ",":
            return True
    return token > 0 and lemma[token - 1] == ","
