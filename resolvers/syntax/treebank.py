"""Phrase-structure trees of a treebank (parse bits), made into those that the search of Hobbs 1978 walks through.

The Penn Treebank has no nominal (N-bar), on which the algorithm depends, so that its trees have to be transformed, as
Ge, Hale & Charniak 1998 had to. They do not say how; here it is read off how the treebank adjoins to noun phrases (Bies
et al. 1995): adjuncts are beside an inner NP, clauses that are complements of a noun beside that noun.

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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from anaphora.resolvers.syntax.constituents import Constituents, assemble, project
from anaphora.workbench import document
from anaphora.workbench.document import Annotation, Mention, Prepared, once
from anaphora.workbench.language.packs import language_of

_AROUND_CLAUSES = frozenset({"TOP", "ROOT", "SBAR", "SBARQ"})
_CLAUSES = frozenset({"S", "SINV", "SQ", "SBAR", "SBARQ"})
_KINDS = dict.fromkeys(_CLAUSES | {"RRC"}, "S") | {
    "NP": "NP", "WHNP": "NP", "NX": "NOM", "NML": "NOM", "PP": "PP", "WHPP": "PP", "VP": "VP",
}  # fmt: skip
_BESIDE_NOMINAL = frozenset({"det", "case", "punct", "nmod"})


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
            return node == self.head[above] or self.annotation.relation[node].partition(":")[0] not in _BESIDE_NOMINAL
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
