"""One "it" in its sentence and tree: what rules and features ask about."""

from collections.abc import Iterator
from functools import cached_property

from workbench.document import Annotation

CLAUSES = frozenset({"csubj", "ccomp", "xcomp", "advcl"})
FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})


class It:
    """One "it"; tokens are those of the document, `start` and `end` bound its sentence.

    `sentence_in_paragraph` counts from 0; without paragraphs the document is one.
    """

    def __init__(
        self,
        annotation: Annotation,
        words: tuple[str, ...],
        children: dict[int, list[int]],
        token: int,
        paragraphs: tuple[int, ...] = (),
    ) -> None:
        self.annotation, self.words, self.token = annotation, words, token
        sentence = annotation.sentence_of(token)
        paragraph = max((start for start in paragraphs if start <= token), default=0)
        self.sentence_in_paragraph = sentence - annotation.sentence_of(paragraph)
        self.start = annotation.sentence_starts[sentence]
        self.end = (*annotation.sentence_starts, len(words))[sentence + 1]
        self.relation = base(annotation.relation[token])
        self.predicate = annotation.head[token]
        self.children = children
        self.below = [child for child in children.get(self.predicate, []) if child != token]

    def lemma(self, token: int) -> str:
        """The lemma in lower case; empty outside the sentence."""
        return self.annotation.lemma[token].lower() if self.start <= token < self.end else ""

    def word(self, token: int) -> str:
        """The word in lower case; empty outside the sentence."""
        return self.words[token].lower() if self.start <= token < self.end else ""

    def tag(self, token: int) -> str:
        """The fine tag; empty outside the sentence."""
        return self.annotation.tag[token] if self.start <= token < self.end else ""

    def pos(self, token: int) -> str:
        """The universal part of speech; empty outside the sentence."""
        return self.annotation.pos[token] if self.start <= token < self.end else ""

    @cached_property
    def after(self) -> list[str]:
        """The words behind "it", in lower case, to the end of the sentence."""
        return [word.lower() for word in self.words[self.token + 1 : self.end]]

    @cached_property
    def is_subject(self) -> bool:
        """Subject of its predicate, or what the parser calls an expletive."""
        return self.relation in ("nsubj", "expl")

    @cached_property
    def has_copula(self) -> bool:
        """Whether the predicate has a form of "be"."""
        return any(self.annotation.relation[child] == "cop" for child in self.below)

    @cached_property
    def is_passive(self) -> bool:
        """Whether the predicate is passive."""
        return any(self.annotation.relation[child] == "aux:pass" for child in self.below)

    def clauses_after(self, relations: frozenset[str] = CLAUSES) -> Iterator[int]:
        """The heads of subordinate clauses behind the predicate."""
        for child in self.below:
            if child > self.predicate and base(self.annotation.relation[child]) in relations:
                yield child

    def marker(self, clause: int) -> str:
        """The word that opens a clause: "to", "that", "if", a wh-word, or "" for none."""
        for child in self.children.get(clause, []):
            if child < clause and (self.annotation.relation[child] == "mark" or self.tag(child).startswith("W")):
                return self.word(child)
        return ""


def occurrences(annotation: Annotation, words: tuple[str, ...], paragraphs: tuple[int, ...] = ()) -> Iterator[It]:
    """Every "it" of a document, in text order; `paragraphs` are the tokens that begin one."""
    children = annotation.children()
    for token, word in enumerate(words):
        if word.lower() == "it":
            yield It(annotation, words, children, token, paragraphs)


def base(relation: str) -> str:
    """A relation without its subtype."""
    return relation.partition(":")[0]
