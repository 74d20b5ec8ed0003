"""English: what the words around a pronoun say of whether a name can take its place."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Literal, TypeAlias

from anaphora.workbench.document import Prepared
from anaphora.workbench.language.anaphors import pronoun, use

Obstacle: TypeAlias = Literal[
    "speaker", "demonstrative", "reflexive", "pleonastic", "clausal", "inside", "alternative", "modified"
]
_HONORIFICS = frozenset({
    "majesty", "majesties", "highness", "highnesses", "excellency", "honor", "honour", "grace", "lordship", "ladyship",
    "holiness", "eminence", "worship", "reverence",
})  # fmt: skip
_COMING = frozenset({"be", "come", "go"})
_OPENING = frozenset({'"', "“", "``", "'", "‘", "«", "(", "[", "{", "-", "--", "–", "—", "*", "•"})
_OWN_DEPENDENTS = frozenset({"acl", "det", "amod", "appos", "nummod", "nmod"})
_SUBJECTS = frozenset({"nsubj", "csubj"})
_SHOWN_BY_TAG: Mapping[str, str] = MappingProxyType({"VBZ": "singular", "VBP": "plural"})
_SHOWN_BY_WORD: Mapping[str, str] = MappingProxyType({"was": "singular", "were": "plural"})
_FULL_FORMS: Mapping[str, str] = MappingProxyType({"'ll": "will", "'re": "are", "'ve": "have"})


@dataclass(frozen=True)
class Surroundings:
    """The words and trees of a document around its pronouns; all arguments are tokens."""

    prepared: Prepared

    @cached_property
    def _children(self) -> Mapping[int, list[int]]:
        return self.prepared.annotation.children()

    @cached_property
    def _filtered(self) -> dict[int, str]:
        return {entry.token: entry.kind for entry in self.prepared.non_anaphoric}

    def _base(self, token: int) -> str:
        return self.prepared.annotation.relation[token].partition(":")[0]

    def obstacle(self, token: int) -> Obstacle | None:
        """Return why no name can take the place of a pronoun, whatever it refers to; `None` if one can."""
        entry = pronoun(self.prepared.document.words[token].lower())
        if entry is None or entry.person != 3:
            return "speaker"
        kind = use(entry, self.prepared.annotation, token)
        if kind == "demonstrative":
            return "demonstrative"
        if kind == "reflexive":
            return "reflexive"
        if token in self._filtered:
            return "clausal" if self._filtered[token] == "clausal" else "pleonastic"
        if self._is_inside(token):
            return "inside"
        if self._has_alternative(token):
            return "alternative"
        return "modified" if self._is_modified(token) else None

    def _is_inside(self, token: int) -> bool:
        """Return whether it is in a word ("she-wolf"), a title ("Her Majesty", "Some Like It Hot"), or "here he is"."""
        words, spaces = self.prepared.document.words, self.prepared.document.spaces
        word = words[token]
        before = "".join(words[max(0, token - 1) : token])
        after = "".join(words[token + 1 : token + 2])
        if not spaces[token] and after.startswith(("-", "_")) and not after.startswith("--"):
            return True
        if token and not spaces[token - 1] and (before[-1].isalnum() or before in "-_") and word[0].isalnum():
            return True
        if before.lower() in ("here", "there") and _COMING & {*self.prepared.annotation.lemma[token + 1 : token + 2]}:
            return True
        if not word[0].isupper():
            return False
        if after[:1].isupper() and after.lower() in _HONORIFICS:
            return True
        return not word.isupper() and not self._begins_sentence(token)

    def _begins_sentence(self, token: int) -> bool:
        document, starts = self.prepared.document, self.prepared.annotation.sentence_starts
        if token == starts[self.prepared.annotation.sentence_of(token)]:
            return True
        before = document.words[token - 1]
        return before in _OPENING or before[-1] in ".!?…:;" or "\n" in document.spaces[token - 1]

    def _has_alternative(self, token: int) -> bool:
        """Return whether another pronoun stands beside it: "he or she", "his/her"."""
        words, sides = self.prepared.document.words, ((token - 1, token - 2), (token + 1, token + 2))
        return any(
            0 <= beyond < len(words) and words[between] in ("or", "/", "and/or") and pronoun(words[beyond].lower())
            for between, beyond in sides
        )

    def _is_modified(self, token: int) -> bool:
        """Return whether it has dependents: "he who laughs", "poor him", "saw them all", but not "they all saw"."""
        floating = self._base(token) in _SUBJECTS
        head = self.prepared.annotation.head
        follows = self.prepared.document.words[token + 1 : token + 2] in (("all",), ("both",))
        return (follows and not floating and head[token + 1] <= token) or any(
            self._base(child) in _OWN_DEPENDENTS and not (floating and child > token and self._base(child) != "acl")
            for child in self._children.get(token, ())
        )

    def is_part_taken(self, token: int) -> bool:
        """Return whether a number or quantifier takes some of what it means: "both of them"."""
        annotation = self.prepared.annotation
        after_of = self.prepared.document.words[max(0, token - 1)].lower() == "of"
        return after_of and annotation.pos[annotation.head[token]] in ("DET", "NUM", "PRON")

    def shown_by_verbs(self, token: int) -> set[str]:
        """The numbers of a subject that its finite verbs show: "are" and "go" do, "went" does not."""
        relation = self.prepared.annotation.relation
        coordinated = any(relation[child] == "conj" for child in self._children.get(token, ()))
        if self._base(token) not in _SUBJECTS or coordinated:
            return set()
        predicate = self.prepared.annotation.head[token]
        below = self._children.get(predicate, ())
        more = [verb for verb in below if relation[verb] == "conj" and not self._has_subject(verb)]
        return {shown for verb in (predicate, *more) if (shown := self._shown_by(verb))}

    def _has_subject(self, predicate: int) -> bool:
        return any(self._base(child) in _SUBJECTS for child in self._children.get(predicate, ()))

    def _shown_by(self, predicate: int) -> str | None:
        annotation, words = self.prepared.annotation, self.prepared.document.words
        helping = [child for child in self._children.get(predicate, ()) if self._base(child) in ("aux", "cop")]
        finite = min(helping, default=predicate)
        return _SHOWN_BY_TAG.get(annotation.tag[finite]) or _SHOWN_BY_WORD.get(words[finite].lower())

    def full_form(self, token: int) -> str:
        """Return a contraction written out, "will" for "'ll"; empty for any other word.

        "Ann's traced it" would be read as a genitive; before a participle with an object "'s" is "has".
        """
        annotation = self.prepared.annotation
        word = self.prepared.document.words[token].lower().replace("’", "'")
        if word == "'d":
            better = self.prepared.document.words[token + 1 : token + 2] == ("better",)
            return "would" if annotation.tag[token] == "MD" and not better else "had"
        if word == "'s" and annotation.tag[token] == "VBZ":
            verb, passive = annotation.head[token], annotation.relation[token] == "aux:pass"
            has_object = any(annotation.relation[child] == "obj" for child in self._children.get(verb, ()))
            perfect = has_object and not passive and annotation.tag[verb] in ("VBN", "VBD")
            return "has" if perfect or annotation.lemma[token] == "have" else "is"
        return _FULL_FORMS.get(word, "")
