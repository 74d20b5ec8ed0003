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
from dataclasses import dataclass

from workbench.document import Annotation

_PARTS = frozenset({
    "compound", "flat", "fixed", "goeswith", "det", "case", "mark", "cc", "discourse", "punct", "aux", "cop",
    "reparandum",
})  # fmt: skip
_ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "conj", "appos", "vocative", "dislocated"})
_IN_NOMINAL = frozenset({"amod", "nummod", "compound", "flat", "fixed", "goeswith"})
_BESIDE_NOMINAL = frozenset({"det", "nmod", "acl", "appos"})
_SUBJECTS = frozenset({"nsubj", "csubj", "expl"})
_OF_A_CLAUSE = frozenset({"parataxis", "vocative", "dislocated", "discourse"}) | _SUBJECTS
_LINKING = frozenset({"case", "cc", "conj"})
_NOUNS, _OTHER_NOUNS, _VERBS = frozenset({"NOUN", "PROPN", "PRON"}), frozenset({"NUM", "DET", "SYM"}), ("VERB", "AUX")

# what the dependents of a token are, one bit each
_SUBJECT, _OBJECT, _SECOND, _COPULA, _MARK, _OF, _PREPOSITION, _CONJUNCT = (1 << bit for bit in range(8))
_KINDS = dict.fromkeys(_SUBJECTS, _SUBJECT) | {
    "obj": _OBJECT, "iobj": _SECOND, "cop": _COPULA, "aux": _COPULA, "mark": _MARK, "conj": _CONJUNCT,
}  # fmt: skip

# where most dependents hang that belong to no clause; "": that depends
_IN_OTHER_PHRASE = dict.fromkeys(_LINKING, "")
_IN_NOUN_PHRASE = _IN_OTHER_PHRASE | dict.fromkeys(_IN_NOMINAL | {"ccomp"}, "nominal")
_SENTENCE, _VERB_PHRASE, _OTHER_PHRASE = ("S",), ("VP",), ("XP",)
_NOUN_PHRASE: Mapping[tuple[bool, bool], Sequence[str]] = {
    (False, False): ("NP", "NOM"), (False, True): ("NP", "NP", "NOM"),
    (True, False): ("PP", "NP", "NOM"), (True, True): ("PP", "NP", "NP", "NOM"),
}  # fmt: skip
"""By whether a preposition stands before it and whether others are conjoined with it."""


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
    children: tuple[Sequence[int], ...]
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
    phrases = len(label) - words
    start, end = [*range(words), *[-1] * phrases], [*range(1, words + 1), *[-1] * phrases]
    children: list[list[int]] = [[] for _ in range(phrases)]
    tops: list[int] = []
    for token in range(words):
        node, above = token, parent[token]
        while above >= 0:
            children[above - words].append(node)
            if start[above] >= 0:
                break
            start[above] = token
            node, above = above, parent[above]
        else:
            tops.append(node)
    for token in reversed(range(words)):
        above = parent[token]
        while above >= 0 and end[above] < 0:
            end[above] = token + 1
            above = parent[above]
    return Constituents(
        label=tuple(label),
        parent=tuple(parent),
        head=tuple(head),
        start=tuple(start),
        end=tuple(end),
        children=((),) * words + tuple(children),
        tops=tuple(tops),
    )


@dataclass(frozen=True, slots=True)
class _Words:
    """The dependency trees, with what the projection asks of them; an entry for each token.

    `below` says of which kinds the dependents are. `nominal` is what heads a noun phrase, `clause` what heads a clause,
    with or without a subject of its own, `complement` a complement of a noun: an "of" phrase, an infinitive, a "that"
    clause.
    """

    annotation: Annotation
    children: Sequence[Sequence[int]]
    relation: Sequence[str]
    below: Sequence[int]
    nominal: Sequence[bool]
    clause: Sequence[bool]
    complement: Sequence[bool]
    split_conjuncts: bool

    def is_sentence(self, token: int) -> bool:
        """Whether the clause that a token heads is an S; if not, it is a VP that shares the subject of its governor."""
        relation, governor = self.relation[token], self.annotation.head[token]
        if governor == token or self.below[token] & _SUBJECT:
            return True
        if relation == "xcomp":
            return bool(self.below[governor] & (_OBJECT | _SECOND))
        return relation != "conj" or self.split_conjuncts or not self.clause[governor]

    def has_verb_phrase(self, token: int) -> bool:
        """Whether the clause of a token is more than a noun phrase or exclamation."""
        return self.annotation.pos[token] in _VERBS or bool(self.below[token] & (_SUBJECT | _OBJECT | _COPULA))

    def edge(self, token: int) -> int:
        """The subject or the verb of a clause, whichever comes first; what is before it stands in front."""
        if not self.below[token] & _SUBJECT:
            return token
        first = next(child for child in self.children[token] if self.relation[child] in _SUBJECTS)
        return min(first, token)

    def joins(self, token: int, *, clauses: bool) -> bool:
        """Whether any of its conjuncts joins the VP of a token (`clauses`) or its NP."""
        if not self.below[token] & _CONJUNCT:
            return False
        conjuncts = [child for child in self.children[token] if self.relation[child] == "conj"]
        if clauses:
            return any(self.clause[child] and not self.is_sentence(child) for child in conjuncts)
        return any(self.nominal[child] and not self.clause[child] for child in conjuncts)


def _words(annotation: Annotation, clauses: Sequence[int], nominals: Set[int], split_conjuncts: bool) -> _Words:
    pos, full = annotation.pos, annotation.relation
    base = {it: it.partition(":")[0] for it in set(full)}
    relation = [base[it] for it in full]
    children = annotation.children()
    below = [0] * len(relation)
    for token, head in enumerate(annotation.head):
        if head != token:
            below[head] |= _KINDS.get(relation[token], 0)
            if relation[token] == "case":
                below[head] |= _PREPOSITION * (token < head) | _OF * (annotation.lemma[token].lower() == "of")
    clause = [head == token for token, head in enumerate(clauses)]
    complement = [False] * len(relation)
    for token, it in enumerate(relation):
        if it == "xcomp":
            clause[token] = pos[token] in _VERBS or bool(below[token] & _COPULA)
        elif it == "nmod":
            complement[token] = bool(below[token] & _OF)
        elif full[token] == "acl":
            complement[token] = bool(below[token] & _MARK)
    facts = list(zip(relation, pos, strict=True))
    heads_noun_phrase = {fact: _is_nominal(*fact) for fact in set(facts)}
    nominal = [heads_noun_phrase[fact] for fact in facts]
    for token in nominals:
        nominal[token] = True
    return _Words(
        annotation,
        [children.get(token, ()) for token in range(len(relation))],
        relation,
        below,
        nominal,
        clause,
        complement,
        split_conjuncts,
    )


def _is_nominal(relation: str, pos: str) -> bool:
    if pos in _NOUNS:
        return relation not in _PARTS
    return relation in _ARGUMENTS and (pos in _OTHER_NOUNS or (pos == "ADJ" and relation != "conj"))


@dataclass(slots=True)
class _Columns:
    """The columns of `Constituents` while they grow; the words come first, not yet placed."""

    label: list[str]
    parent: list[int]
    head: list[int]

    def add(self, head: int, above: int, labels: Sequence[str]) -> int:
        """Put phrases with one head into each other, the outermost below `above`; gives the innermost."""
        first = len(self.label)
        self.label += labels
        self.parent.append(above)
        self.parent += range(first, len(self.label) - 1)
        self.head += [head] * len(labels)
        return len(self.label) - 1


@dataclass(slots=True)  # not frozen: that takes a tenth of the time of all
class _Phrases:
    """The nodes that one word projects, outermost first; those it does not have are the next outer one.

    `verbs` and `nouns` hold the conjuncts of a coordination, of which `verb` and `noun` are the first.
    """

    above: int
    sentence: int
    verbs: int
    verb: int
    prepositional: int
    nouns: int
    noun: int
    nominal: int


def project(
    annotation: Annotation, clauses: Sequence[int], *, nominals: Set[int] = frozenset(), split_conjuncts: bool = False
) -> Constituents:
    """The constituents of a document; `clauses` gives for each token the token that heads its clause.

    `nominals` are tokens that are known to head noun phrases, beside those that the tree shows. `split_conjuncts` makes
    conjoined verbs that share a subject an S each instead of a VP.
    Linear in the number of words. A word that depends on another across the edge of a sentence joins that one's tree.
    """
    count = len(annotation.head)
    words = _words(annotation, clauses, nominals, split_conjuncts)
    columns = _Columns([""] * count, [-1] * count, list(range(count)))
    parent, children, relation = columns.parent, words.children, words.relation
    phrasal = [a or b or bool(c) for a, b, c in zip(words.clause, words.nominal, children, strict=True)]
    waiting = [token for token, head in enumerate(annotation.head) if head == token and phrasal[token]]
    for token in waiting:
        phrases = _phrases(words, columns, token, parent[token])
        parent[token] = phrases.nominal
        simple = not words.clause[token]
        places = _IN_NOUN_PHRASE if words.nominal[token] else _IN_OTHER_PHRASE
        for child in children[token]:
            place = places.get(relation[child], "noun") if simple and not words.complement[child] else ""
            parent[child] = getattr(phrases, place) if place else _place(words, phrases, token, child)
            if phrasal[child]:
                waiting.append(child)
    return assembled(count, columns.label, columns.parent, columns.head)


def _phrases(words: _Words, columns: _Columns, token: int, above: int) -> _Phrases:
    """Add the phrases that one word heads."""
    sentence = verbs = verb = above
    if words.clause[token]:
        is_sentence = words.is_sentence(token)
        if is_sentence:
            sentence = verbs = verb = columns.add(token, above, _SENTENCE)
        if words.has_verb_phrase(token):
            verbs = verb = columns.add(token, sentence, _VERB_PHRASE)
            if words.joins(token, clauses=True):
                verb = columns.add(token, verbs, _VERB_PHRASE)
        if not is_sentence:
            sentence = verbs
    elif not words.nominal[token]:
        sentence = verbs = verb = columns.add(token, above, _OTHER_PHRASE)
    if not words.nominal[token]:
        return _Phrases(above, sentence, verbs, verb, verb, verb, verb, verb)
    after_preposition, coordinated = words.below[token] & _PREPOSITION > 0, words.joins(token, clauses=False)
    nominal = columns.add(token, verb, _NOUN_PHRASE[after_preposition, coordinated])
    noun = nominal - 1
    nouns = noun - 1 if coordinated else noun
    return _Phrases(above, sentence, verbs, verb, nouns - 1 if after_preposition else verb, nouns, noun, nominal)


def _place(words: _Words, made: _Phrases, token: int, child: int) -> int:
    """The node that the phrase of a dependent hangs on."""
    relation = words.relation[child]
    if relation in _LINKING:
        return _place_of_link(words, made, token, child)
    if words.nominal[token]:
        if relation in _IN_NOMINAL or words.complement[child]:
            return made.nominal
        if relation in _BESIDE_NOMINAL:
            return made.noun
        if relation == "ccomp" and not words.clause[token]:
            return made.nominal
    if not words.clause[token]:
        return made.noun
    if relation in _OF_A_CLAUSE or child < words.edge(token):
        return made.sentence
    return made.sentence if relation == "advcl" and _follows_comma(words, child) else made.verb


def _place_of_link(words: _Words, made: _Phrases, token: int, child: int) -> int:
    """The node of a preposition, a conjunction or what is conjoined."""
    relation = words.annotation.relation[child]
    if words.relation[child] == "case":
        return made.prepositional if child < token else made.noun
    if words.relation[child] == "cc":
        return made.nouns if relation == "cc:preconj" else made.above
    if words.clause[child]:
        return made.sentence if words.is_sentence(child) else made.verbs
    return made.nouns


def _follows_comma(words: _Words, token: int) -> bool:
    """Whether a comma stands before the first word of the phrase of a token."""
    lemma = words.annotation.lemma
    while words.children[token] and words.children[token][0] < token:
        token = words.children[token][0]
        if lemma[token] == ",":
            return True
    return token > 0 and lemma[token - 1] == ","
