"""Phrase-structure trees for resolvers that search constituents: projected from dependencies, or of a treebank.

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

Trees of a treebank (parse bits) are adapted to the same. The Penn Treebank has no nominal (N-bar), on which the
algorithm depends, so that its trees have to be transformed, as Ge, Hale & Charniak 1998 had to. They do not say how;
here it is read off how the treebank adjoins to noun phrases (Bies et al. 1995): adjuncts are beside an inner NP,
clauses that are complements of a noun beside that noun.

- `[NP [NP a driver] [PP in ...]]` is one noun phrase, `[NP a [NOM driver] [PP in ...]]`; of two, the outer one would
  stand between the inner one and X, so that step 3 proposed it. Possessors, conjuncts and appositions stay as they are.
- NOM holds the noun with what stands before it but determiners and possessors, and its complements: "of" phrases, which
  the treebank adjoins like all others, and an S or SBAR right beside the noun. NX and NML are nominals, too.
- An SBAR, SBARQ or TOP and the clause in it are one S, so that "who" is in the clause of which it is the subject; so
  are verb phrases that just add an auxiliary, as the depth of a noun phrase decides when it is found.
- Traces are not there, so an S without a subject inside a VP that has no object is a VP ("wanted to see him"); where
  there is an object it is an S ("told Bill to see him"). A VP or RRC inside an NP is an S ("a man seeing him").
- Function tags are left out: `NP-SBJ` is NP. WHNP is NP, SINV and SQ are S; the rest are PP, VP and XP (any other).

What heads a mention heads a noun phrase, if need be one of its own ("his" in `[NP his truck]`, both nouns of the flat
`[NP John and Bill]`). Heads are those of the dependency trees, and which words conjoin is for the tags to say.
"""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

import numpy as np

from anaphora.workbench import document
from anaphora.workbench.arrays import Flags, Integers
from anaphora.workbench.document import Annotation, Mention, Prepared, once
from anaphora.workbench.language.packs import language_of

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
            # all at once, each time from twice as far, since trees may be as deep as the text is long
            reached, ends = np.array(self.parent), np.array([*(label in labels for label in self.label), True])
            while (passed := np.flatnonzero(~ends[reached])).size:
                reached[passed] = reached[reached[passed]]
            nearest = self._above[labels] = reached.tolist()
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
    numbers: Integers

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
    head: Integers
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


def _above(head: Integers, dependents: Flags) -> Flags:
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
        xcomp, ~(objects | _above(head, relation.among("iobj")))[head], conjunct & clause[head] & (not split_conjuncts)
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


def _places(words: _Words, nodes: Integers) -> Integers:
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
    places: Integers = np.select(
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


# Trees of a treebank

_AROUND_CLAUSES = frozenset({"TOP", "ROOT", "SBAR", "SBARQ"})
_CLAUSES = frozenset({"S", "SINV", "SQ", "SBAR", "SBARQ"})
_KINDS = dict.fromkeys(_CLAUSES | {"RRC"}, "S") | {
    "NP": "NP", "WHNP": "NP", "NX": "NOM", "NML": "NOM", "PP": "PP", "WHPP": "PP", "VP": "VP",
}  # fmt: skip
_WORDS_BESIDE_NOMINAL = frozenset({"det", "case", "punct", "nmod"})


def adapt(
    bits: Sequence[str], annotation: Annotation, mentions: Sequence[Mention], *, split_conjuncts: bool = False
) -> Constituents:
    """The trees that parse bits describe, which must be well-formed, as `Constituents`.

    `split_conjuncts` makes conjoined verbs that share a subject an S each instead of a VP.
    """
    words, tree = len(bits), _read(bits)
    spans = {(mention.span.start, mention.span.end): mention.head for mention in mentions if not mention.span.gaps}
    raw = _Treebank(tree, annotation, _heads(tree, annotation, spans), split_conjuncts)
    trees = _Adapted(raw, [""] * words, [-1] * words, list(range(words)))
    for node in range(words, len(tree.label)):
        trees.add_phrase(node)
    nominals = {mention.head for mention in mentions}
    for token in range(words):
        trees.add_word(token, token in nominals)
    return assemble(words, trees.label, trees.parent, trees.head)


def _read(bits: Sequence[str]) -> Constituents:
    """The trees as the corpus has them, without function tags; a phrase comes before those in it."""
    label = [""] * len(bits)
    parent = [-1] * len(bits)
    within = -1
    for token, bit in enumerate(bits):
        for name in document.opened_phrases(bit):
            label.append(re.split("[-=|]", name)[0].upper() or "TOP")  # Penn Treebank: the outermost has no label
            parent.append(within)
            within = len(label) - 1
        parent[token] = within
        for _ in range(document.closed_phrases(bit)):
            within = parent[within]
    return assemble(len(bits), label, parent, [-1] * len(label))


def _heads(tree: Constituents, annotation: Annotation, spans: Mapping[tuple[int, int], int]) -> list[int]:
    """The token that heads each node: its mention's head, that of the inner NP, or what depends on a word outside."""
    words = len(annotation.head)
    head = [*range(words), *tree.head[words:]]
    for node in reversed(range(words, len(tree.label))):
        start, end = tree.start[node], tree.end[node]
        inner = _inner(tree, annotation, node)
        if _kind(tree, node) == "NP" and (start, end) in spans:
            head[node] = spans[start, end]
        elif inner >= 0:
            head[node] = head[inner]
        else:
            heads = [head[child] for child in tree.children[node]]
            proper = [token for token in heads if annotation.pos[token] != "PUNCT"] or heads
            governors = {token: annotation.head[token] for token in proper}
            outside = (
                token for token, governor in governors.items() if governor == token or not start <= governor < end
            )
            head[node] = next(outside, proper[-1])
    return head


def _kind(tree: Constituents, node: int) -> str:
    return _KINDS.get(tree.label[node], "XP")


def _inner(tree: Constituents, annotation: Annotation, node: int) -> int:
    """The first NP in an NP without other words, to which the rest is adjoined or conjoined; -1 if there is none."""
    if _kind(tree, node) != "NP":
        return -1
    children = tree.children[node]
    if any(not tree.label[child] and annotation.pos[child] not in ("PUNCT", "CCONJ") for child in children):
        return -1
    return next((child for child in children if _kind(tree, child) == "NP"), -1)


@dataclass(frozen=True, slots=True)
class _Treebank:
    """The trees as the corpus has them, with what is asked of them."""

    tree: Constituents
    annotation: Annotation
    head: Sequence[int]
    split_conjuncts: bool

    def is_coordination(self, node: int) -> bool:
        """Return whether an NP consists of conjoined nouns."""
        tree, annotation = self.tree, self.annotation
        children = tree.children[node]
        if not any(
            tree.label[child] == "CONJP" or (child < len(annotation.pos) and annotation.pos[child] == "CCONJ")
            for child in children
        ):
            return False
        if _inner(tree, annotation, node) >= 0 and sum(_kind(tree, child) == "NP" for child in children) > 1:
            return True
        heads = (self.head[child] for child in children)
        return any(
            annotation.relation[child] == "conj" and annotation.head[child] == self.head[node] for child in heads
        )

    def is_one_with(self, node: int, above: int) -> bool:
        """Return whether a phrase counts as one with the phrase that it is in."""
        tree, label, outer = self.tree, self.tree.label[node], self.tree.label[above]
        if outer in _AROUND_CLAUSES and label in _CLAUSES:
            return sum(tree.label[child] in _CLAUSES for child in tree.children[above]) == 1
        if label == "VP" and (outer == "VP" or self.shares_subject(above)):
            return sum(tree.label[child] == "VP" for child in tree.children[above]) == 1
        return _inner(tree, self.annotation, above) == node and not (
            self.is_coordination(above) or self.is_coordination(node)
        )

    def kind(self, node: int, above: int) -> str:
        """The label of a phrase in the trees to be made."""
        label = self.tree.label[node]
        kind = _kind(self.tree, node)
        if above < 0:
            return kind if kind == "NP" else "S"
        if label == "VP" and _kind(self.tree, above) == "NP":
            return "S"
        if self.shares_subject(node):
            return "VP"
        if label == "VP" and self.split_conjuncts and self.tree.label[above] == "VP":
            return "VP" if self.first(above, "VP") == node else "S"
        return kind

    def shares_subject(self, node: int) -> bool:
        """Return whether a phrase is an S that has no noun phrase before its VP, in a VP that has none before it."""
        tree, above = self.tree, self.tree.parent[node]
        if tree.label[node] != "S" or above < 0 or tree.label[above] != "VP":
            return False
        verb = self.first(node, "VP")
        before = [child for child in tree.children[above] if child < node] + [
            child for child in tree.children[node] if child < verb
        ]
        return verb >= 0 and all(_kind(tree, child) != "NP" for child in before)

    def first(self, node: int, label: str) -> int:
        """The first phrase of this label right inside another, or -1."""
        return next((child for child in self.tree.children[node] if self.tree.label[child] == label), -1)

    def is_in_nominal(self, node: int, above: int) -> bool:
        """Return whether a word or phrase right inside an NP belongs to its nominal."""
        label = self.tree.label[node]
        kind = _kind(self.tree, node)
        if not label:
            return (
                node == self.head[above]
                or self.annotation.relation[node].partition(":")[0] not in _WORDS_BESIDE_NOMINAL
            )
        if kind == "PP":
            return self.annotation.lemma[self.tree.start[node]].lower() == "of"
        if label in _CLAUSES:
            return _inner(self.tree, self.annotation, above) < 0
        return kind == "NOM" or (kind == "XP" and self.tree.start[node] < self.head[above])


@dataclass(frozen=True, slots=True)
class _Adapted:
    """The columns of `Constituents` while they grow; the words come first, not yet placed.

    `into` gives for each phrase of the corpus the one it became or is part of, `nominal` the nominal of a noun phrase.
    """

    raw: _Treebank
    label: list[str]
    parent: list[int]
    head: list[int]
    into: dict[int, int] = field(default_factory=dict)
    nominal: dict[int, int] = field(default_factory=dict)
    coordinations: set[int] = field(default_factory=set)

    def add_phrase(self, node: int) -> None:
        """Take over a phrase, or make it one with the phrase around it."""
        above = self.raw.tree.parent[node]
        if above >= 0 and self.raw.is_one_with(node, above):
            self.into[node] = self.into[above]
            return
        kind = self.raw.kind(node, above)
        self.into[node] = self._add(kind, self.raw.head[node], self._place(node, above))
        if kind == "NP" and self.raw.is_coordination(node):
            self.coordinations.add(self.into[node])

    def add_word(self, token: int, heads_mention: bool) -> None:
        """Put a word in its place, in a noun phrase of its own if it is a mention without one."""
        parent = self._place(token, self.raw.tree.parent[token])
        if heads_mention and not self._is_headed_by(token, parent):
            parent = self._add("NOM", token, self._add("NP", token, parent))
        self.parent[token] = parent

    def _add(self, label: str, head: int, parent: int) -> int:
        self.label.append(label)
        self.parent.append(parent)
        self.head.append(head)
        return len(self.label) - 1

    def _place(self, node: int, above: int) -> int:
        """The phrase that a word or phrase hangs on, which the corpus has in the phrase `above`."""
        new = self.into.get(above, -1)
        if new < 0 or self.label[new] != "NP" or new in self.coordinations:
            return new
        if not self.raw.is_in_nominal(node, above):
            return new
        if new not in self.nominal:
            self.nominal[new] = self._add("NOM", self.head[new], new)
        return self.nominal[new]

    def _is_headed_by(self, token: int, node: int) -> bool:
        """Return whether the noun phrase at or above a node has this head, and does not consist of conjoined nouns."""
        while node >= 0 and self.label[node] != "NP":
            node = self.parent[node]
        return node >= 0 and self.head[node] == token and node not in self.coordinations


def phrase_structure(prepared: Prepared, *, split_conjuncts: bool = False) -> Constituents:
    """The trees of a document, in which what heads a mention heads a noun phrase.

    `split_conjuncts` makes conjoined verbs that share a subject an S each instead of a VP.
    """
    if prepared.document.parse:
        mentions, bits = prepared.mentions, prepared.document.parse
        return adapt(bits, prepared.annotation, mentions, split_conjuncts=split_conjuncts)
    heads = frozenset(mention.head for mention in prepared.mentions)
    complement = language_of(prepared.document).of("prepositions.complement")
    return project(
        prepared.annotation, prepared.clauses, complement=complement, nominals=heads, split_conjuncts=split_conjuncts
    )


trees = once(phrase_structure)
"""The same, kept for the resolvers that follow."""
