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

from collections.abc import Sequence, Set
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.arrays import Flags
from anaphora.workbench.document import Annotation

Ints = NDArray[np.int64]

_PARTS = frozenset({
    "compound", "flat", "fixed", "goeswith", "det", "case", "mark", "cc", "discourse", "punct", "aux", "cop",
    "reparandum",
})  # fmt: skip
_ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "conj", "appos", "vocative", "dislocated"})
_IN_NOMINAL = frozenset({"amod", "nummod", "compound", "flat", "fixed", "goeswith"})
_BESIDE_NOMINAL = frozenset({"det", "nmod", "acl", "appos"})
_SUBJECTS = frozenset({"nsubj", "csubj", "expl"})
_OF_A_CLAUSE = frozenset({"parataxis", "vocative", "dislocated", "discourse"}) | _SUBJECTS
_NOUNS = frozenset({"NOUN", "PROPN", "PRON"})
_OTHER_NOUNS = frozenset({"NUM", "DET", "SYM"})
_VERBS = ("VERB", "AUX")

_LABELS = ("S", "VP", "VP", "PP", "NP", "NP", "NOM", "XP")
"""The phrases that one word may head, outermost first, conjoined ones around the first of them; XP instead of S."""
_OTHER_PHRASE = 7


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
    _noun_phrases: dict[int, tuple[int, ...]] = field(default_factory=dict, repr=False, compare=False)
    _above: dict[tuple[str, ...], list[int]] = field(default_factory=dict, repr=False, compare=False)

    def noun_phrases(self, top: int) -> tuple[int, ...]:
        """The noun phrases at and below a node, level by level and left to right."""
        phrases = self._noun_phrases.get(top)
        if phrases is None:
            waiting = [top]
            for node in waiting:
                waiting += self.children[node]
            phrases = self._noun_phrases[top] = tuple([node for node in waiting if self.label[node] == "NP"])
        return phrases

    def above(self, node: int, *labels: str) -> int:
        """The nearest node above `node` with one of the labels; -1 if there is none."""
        nearest = self._above.get(labels)
        if nearest is None:
            # all at once, from the top down: trees may be as deep as the text is long
            nearest = self._above[labels] = [-1] * len(self.label)
            waiting = list(self.tops)
            for parent in waiting:
                below = self.children[parent]
                waiting += below
                nearest_above = parent if self.label[parent] in labels else nearest[parent]
                for child in below:
                    nearest[child] = nearest_above
        return nearest[node]


def assemble(words: int, label: Sequence[str], parent: Sequence[int], head: Sequence[int]) -> Constituents:
    """The trees that three columns over nodes describe, wherever these come from; `words` counts the words.

    Every phrase must hold a word. See `Constituents` for what the columns hold.
    """
    phrases = len(label) - words
    start = [*range(words), *[-1] * phrases]
    end = [*range(1, words + 1), *[-1] * phrases]
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


def project(
    annotation: Annotation,
    clauses: Sequence[int],
    *,
    complement: Set[str] = frozenset(),
    nominals: Set[int] = frozenset(),
    split_conjuncts: bool = False,
) -> Constituents:
    """The constituents of a document; `clauses` gives for each token the token that heads its clause.

    `complement` are the prepositions that make complements of a noun, as "of".

    `nominals` are tokens that are known to head noun phrases, beside those that the tree shows. `split_conjuncts` makes
    conjoined verbs that share a subject an S each instead of a VP.
    All words are looked at at once. A word that depends on another across the edge of a sentence joins that one's tree.
    """
    words = _words(annotation, clauses, complement, nominals, split_conjuncts)
    exists = _phrases(words)
    depth = np.cumsum(exists, axis=0)
    count = len(words.head)
    first = count + np.cumsum(depth[-1]) - depth[-1]
    nodes = np.where(depth > 0, first + depth - 1, -1)
    places = _places(words, nodes)
    token, kind = np.nonzero(exists.T)
    numbers = count + np.arange(len(token))
    above = np.where(depth[kind, token] == 1, places[token], numbers - 1)
    innermost = np.where(nodes[-1] >= 0, nodes[-1], places)
    kind[(kind == 0) & ~words.clause[token]] = _OTHER_PHRASE
    return assemble(
        count,
        [""] * count + [_LABELS[number] for number in kind.tolist()],
        innermost.tolist() + above.tolist(),
        [*range(count), *token.tolist()],
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Names:
    """A column of names as numbers, of which one can ask where those of a set stand."""

    distinct: Sequence[str]
    numbers: Ints

    def among(self, *names: str) -> Flags:
        """Return for each place of the column whether it has one of these names."""
        return np.array([name in names for name in self.distinct], bool)[self.numbers]


def _names(column: Sequence[str]) -> _Names:
    number = {name: number for number, name in enumerate(dict.fromkeys(column))}
    return _Names(list(number), np.fromiter(map(number.__getitem__, column), np.int64, len(column)))


@dataclass(frozen=True, slots=True, eq=False)
class _Words:
    """The dependency trees, with what the projection asks of them; an entry for each token.

    `relation` is without its subtype, which `full` has. `nominal` is what heads a noun phrase, `clause` what heads a
    clause, with or without a subject of its own; that is an S by `sentence`, or else a VP that shares the subject of
    its governor. `complement` is a complement of a noun: an "of" phrase, an infinitive, a "that" clause. `verb_phrase`
    says where a clause is more than a noun phrase or exclamation, `preposition` where one stands before a word.
    """

    annotation: Annotation
    head: Ints
    relation: _Names
    full: _Names
    nominal: Flags
    clause: Flags
    sentence: Flags
    complement: Flags
    verb_phrase: Flags
    preposition: Flags

    def above(self, dependents: Flags) -> Flags:
        """The tokens that have one of these dependents."""
        return _above(self.head, dependents)


def _above(head: Ints, dependents: Flags) -> Flags:
    governs = np.zeros(len(head), bool)
    governs[head[dependents & (head != np.arange(len(head)))]] = True
    return governs


def _words(
    annotation: Annotation, clauses: Sequence[int], complement: Set[str], nominals: Set[int], split_conjuncts: bool
) -> _Words:
    head = np.array(annotation.head, np.int64)
    pos = _names(annotation.pos)
    full = _names(annotation.relation)
    relation = _Names([name.partition(":")[0] for name in full.distinct], full.numbers)
    tokens = np.arange(len(head))
    verb, case, conjunct, xcomp = pos.among(*_VERBS), *map(relation.among, ("case", "conj", "xcomp"))
    subject = _above(head, relation.among(*_SUBJECTS))
    objects = _above(head, relation.among("obj"))
    copula = _above(head, relation.among("cop", "aux"))
    clause = np.where(xcomp, verb | copula, np.array(clauses, np.int64) == tokens)
    is_of = np.array([annotation.lemma[token].lower() in complement for token in np.flatnonzero(case).tolist()], bool)
    of_phrase = np.zeros(len(head), bool)
    of_phrase[np.flatnonzero(case)] = is_of
    shares = np.where(
        xcomp,
        ~(objects | _above(head, relation.among("iobj")))[head],
        conjunct & clause[head] & (not split_conjuncts),
    )
    adjective = pos.among("ADJ") & ~conjunct
    argument = relation.among(*_ARGUMENTS) & (pos.among(*_OTHER_NOUNS) | adjective)
    nominal = np.where(pos.among(*_NOUNS), ~relation.among(*_PARTS), argument)
    nominal[list(nominals)] = True
    return _Words(
        annotation=annotation,
        head=head,
        relation=relation,
        full=full,
        nominal=nominal,
        clause=clause,
        sentence=(head == tokens) | subject | ~shares,
        complement=(relation.among("nmod") & _above(head, of_phrase))
        | (full.among("acl") & _above(head, relation.among("mark"))),
        verb_phrase=verb | subject | objects | copula,
        preposition=_above(head, case & (tokens < head)),
    )


def _phrases(words: _Words) -> Flags:
    """Return which phrases of `_LABELS` each word heads; words without dependents head nominal and verbal ones only."""
    clause = words.clause
    nominal = words.nominal
    conjunct = words.relation.among("conj")
    verb_phrase = clause & words.verb_phrase
    other_phrase = ~nominal & words.above(np.ones(len(clause), bool))
    return np.array([
        np.where(clause, words.sentence, other_phrase),
        verb_phrase,
        verb_phrase & words.above(conjunct & clause & ~words.sentence),
        nominal & words.preposition,
        nominal & words.above(conjunct & nominal & ~clause),
        nominal,
        nominal,
    ])  # fmt: skip


def _places(words: _Words, nodes: Ints) -> Ints:
    """The node that the phrases of each word hang on, or the word itself if it heads none; -1 for those of roots.

    `nodes` has for each phrase of `_LABELS` its node, or that of the next outer one; -1 where there is none.
    """
    head, tokens, is_a = words.head, np.arange(len(words.head)), words.relation.among
    sentence, verbs, verb, prepositional, nouns, noun, nominal = nodes
    sentence = np.where(words.clause & ~words.sentence, verbs, sentence)
    nouns = np.where(words.above(is_a("conj") & words.nominal & ~words.clause) & words.nominal, nouns, noun)
    of_noun, of_clause = words.nominal[head], words.clause[head]
    in_nominal = is_a(*_IN_NOMINAL) | words.complement | (is_a("ccomp") & ~of_clause)
    conjoined = np.where(words.clause, np.where(words.sentence, sentence[head], verbs[head]), nouns[head])
    places: Ints = np.select(
        [
            is_a("case"),
            is_a("cc"),
            is_a("conj"),
            of_noun & in_nominal,
            ~of_clause | (of_noun & is_a(*_BESIDE_NOMINAL)),
            is_a(*_OF_A_CLAUSE) | _stands_in_front(words) | _follows_comma(words),
        ],
        [
            np.where(tokens < head, prepositional[head], noun[head]),
            np.where(words.full.among("cc:preconj"), nouns[head], -1),
            conjoined,
            nominal[head],
            noun[head],
            sentence[head],
        ],
        verb[head],
    )
    places[head == tokens] = -1
    while (outer := (places < 0) & (places[head] >= 0)).any():  # it hangs where its head's phrases do
        places[outer] = places[head[outer]]
    return places


def _stands_in_front(words: _Words) -> Flags:
    """Return for each word whether it precedes the subject and the verb of its clause."""
    tokens = np.arange(len(words.head))
    edge = tokens.copy()
    subjects = np.flatnonzero(words.relation.among(*_SUBJECTS))
    np.minimum.at(edge, words.head[subjects], subjects)
    return tokens < edge[words.head]


def _follows_comma(words: _Words) -> Flags:
    """Return for each head of an adverbial clause whether a comma stands before the first word of the clause."""
    lemma = words.annotation.lemma
    first = np.arange(len(words.head))
    np.minimum.at(first, words.head, np.arange(len(words.head)))
    follows = np.zeros(len(first), bool)
    for clause in np.flatnonzero(words.relation.among("advcl")).tolist():
        token = clause
        while first[token] < token and lemma[token] != ",":
            token = int(first[token])
        follows[clause] = lemma[token] == "," or (token > 0 and lemma[token - 1] == ",")
    return follows
