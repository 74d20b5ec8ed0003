"""One "it" in its sentence and tree: what rules and features ask about."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from preprocess.trees import Trees

CLAUSES = frozenset({"csubj", "ccomp", "xcomp", "advcl"})
FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})


class It:
    """One "it"; tokens are those of the document, `start` and `end` bound its sentence.

    `sentence_in_paragraph` counts from 0; without paragraphs the document is one.
    """

    def __init__(self, trees: Trees, token: int, paragraphs: tuple[int, ...] = ()) -> None:
        self.trees, self.token = trees, token
        annotation = trees.annotation
        sentence = annotation.sentence_of(token)
        paragraph = paragraphs[bisect_right(paragraphs, token) - 1] if paragraphs and paragraphs[0] <= token else 0
        self.sentence_in_paragraph = sentence - annotation.sentence_of(paragraph)
        starts = annotation.sentence_starts
        self.start = starts[sentence]
        self.end = starts[sentence + 1] if sentence + 1 < len(starts) else len(trees.words)
        self.relation = trees.base[token]
        self.predicate = trees.head[token]
        self.below = [child for child in trees.children[self.predicate] if child != token]

    def lemma(self, token: int) -> str:
        """The lemma in lower case; empty outside the sentence."""
        return self.trees.lemma[token] if self.start <= token < self.end else ""

    def word(self, token: int) -> str:
        """The word in lower case; empty outside the sentence."""
        return self.trees.lower[token] if self.start <= token < self.end else ""

    def tag(self, token: int) -> str:
        """The fine tag; empty outside the sentence."""
        return self.trees.tag[token] if self.start <= token < self.end else ""

    def pos(self, token: int) -> str:
        """The universal part of speech; empty outside the sentence."""
        return self.trees.pos[token] if self.start <= token < self.end else ""

    @cached_property
    def after(self) -> list[str]:
        """The words behind "it", in lower case, to the end of the sentence."""
        return list(self.trees.lower[self.token + 1 : self.end])

    @cached_property
    def is_subject(self) -> bool:
        """Subject of its predicate, or what the parser calls an expletive."""
        return self.relation in ("nsubj", "expl")

    @cached_property
    def has_copula(self) -> bool:
        """Whether the predicate has a form of "be"."""
        return any(self.trees.relation[child] == "cop" for child in self.below)

    @cached_property
    def is_passive(self) -> bool:
        """Whether the predicate is passive."""
        return any(self.trees.relation[child] == "aux:pass" for child in self.below)

    def clauses_after(self, relations: frozenset[str] = CLAUSES) -> Iterator[int]:
        """The heads of subordinate clauses behind the predicate."""
        for child in self.below:
            if child > self.predicate and self.trees.base[child] in relations:
                yield child

    def marker(self, clause: int) -> str:
        """The word that opens a clause: "to", "that", "if", a wh-word, or "" for none."""
        for child in self.trees.children[clause]:
            if child < clause and (self.trees.relation[child] == "mark" or self.tag(child).startswith("W")):
                return self.word(child)
        return ""


def occurrences(trees: Trees, paragraphs: tuple[int, ...] = ()) -> Iterator[It]:
    """Every "it" of a document, in text order; `paragraphs` are the tokens that begin one."""
    for token, word in enumerate(trees.lower):
        if word == "it":
            yield It(trees, token, paragraphs)
