"""One "it" in its sentence and tree, which rules and features ask about, and its class by a filter."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from anaphora.preprocess.trees import Trees

Class = Literal["pleonastic", "clausal", "anaphoric"]
CLASSES: tuple[Class, ...] = ("pleonastic", "clausal", "anaphoric")

CLAUSES = frozenset({"csubj", "ccomp", "xcomp", "advcl"})
FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})


@dataclass(frozen=True, slots=True)
class Judgement:
    """One "it" by a filter: `pleonastic` refers to nothing, `clausal` to no nominal; and why, in words."""

    token: int
    kind: Class
    explanation: str


class It:
    """One "it"; tokens are those of the document, `start` and `end` bound its sentence.

    `sentence_in_paragraph` counts from 0; without paragraphs the document is one. `after` are the words behind "it" to
    the end of the sentence, `below` the other dependents of its predicate. What the parser calls an expletive is a
    subject (`is_subject`), too.
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
        self.after = trees.lower[token + 1 : self.end]
        self.is_subject = self.relation in ("nsubj", "expl")
        relations = [trees.relation[child] for child in self.below]
        self.has_copula, self.is_passive = "cop" in relations, "aux:pass" in relations

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
