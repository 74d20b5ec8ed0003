"""Noun phrases as Ge, Hale & Charniak 1998 read them: class, words, governor; chains by repetition."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from anaphora.resolvers.syntax.binding import coordinations_of, first_conjunct
from anaphora.workbench.document import Annotation, Mention, Prepared
from anaphora.workbench.language.anaphors import pronoun

CLASSES = ("he", "she", "it", "they")
"""The classes of pronouns by gender (section 5 of the paper); "they" is added."""
PHRASES = ("S", "VP", "PP", "NP")
"""The types of the constituent above a noun phrase."""
_CLASS_OF = {"masculine": "he", "feminine": "she", "neuter": "it", "unknown": "they"}
_NOUNS = frozenset({"NOUN", "PROPN"})


@dataclass(frozen=True, slots=True)
class Governor:
    """The constituent above a noun phrase: its type (one of `PHRASES`) and the lemma of its head."""

    phrase: str
    head: str


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """The noun phrases of a document; `words` are in lower case, `copulas` by the predicate they belong to."""

    mentions: Sequence[Mention]
    annotation: Annotation
    words: Sequence[str]
    copulas: Mapping[int, int]
    coordinations: frozenset[tuple[int, int]]

    def pronoun_class(self, index: int) -> str | None:
        """The class of a third-person pronoun, of whatever case; `None` for demonstratives and all other mentions."""
        entry = pronoun(self.words[self.mentions[index].head])
        if not entry or entry.person != 3 or entry.type == "demonstrative":
            return None
        return _CLASS_OF[entry.gender]

    def gender_words(self, index: int) -> list[str]:
        """The words that may reveal gender and number: nouns, the head first; for a coordination its conjunctions."""
        mention, words, pos = self.mentions[index], self.words, self.annotation.pos
        if mention.kind == "pronoun":
            return [words[mention.head]]
        if self._is_coordination(mention):
            return [words[token] for token in mention.span if pos[token] == "CCONJ"]
        base = range(mention.base.start, mention.base.end)
        return [
            words[mention.head],
            *(words[token] for token in base if pos[token] in _NOUNS and token != mention.head),
        ]

    def wording(self, index: int) -> tuple[str, ...]:
        """Return the words that a repetition must share: all but the determiner, or the last word of a person's name.

        Empty for pronouns and coordinations, which are not repeated in this sense.
        """
        mention, pos = self.mentions[index], self.annotation.pos
        if mention.kind == "pronoun" or self._is_coordination(mention):
            return ()
        base = range(mention.base.start, mention.base.end)
        if mention.kind == "nominal":
            return tuple([self.words[token] for token in base if pos[token] != "DET"])
        name = [self.words[token] for token in base if pos[token] == "PROPN"]
        return tuple(name[-1:] if mention.animacy == "animate" else name)

    def governor(self, index: int) -> Governor | None:
        """The constituent above: S of a subject, VP of an object, PP of a preposition's complement, NP of a possessor.

        `None` where nothing stands above that could select the noun phrase.
        """
        mention, lemma = self.mentions[index], self.annotation.lemma
        if mention.stands_for_what_is_owned:  # the verb of "Tom lost his" selects what he lost
            return None
        if mention.preposition >= 0:
            return Governor("PP", lemma[mention.preposition].lower())
        if mention.function == "possessor":
            token = first_conjunct(self.annotation, mention.head)
            return Governor("NP", lemma[self.annotation.head[token]].lower())
        if mention.governor < 0 or mention.function == "oblique":
            return None
        verb = self.copulas.get(mention.governor, mention.governor)
        return Governor("S" if mention.function == "subject" else "VP", lemma[verb].lower())

    def _is_coordination(self, mention: Mention) -> bool:
        return (mention.span.start, mention.span.end) in self.coordinations


def phrases(prepared: Prepared) -> Phrases:
    """The noun phrases of a document."""
    annotation = prepared.annotation
    return Phrases(
        mentions=prepared.mentions,
        annotation=annotation,
        words=[word.lower() for word in prepared.document.words],
        copulas={annotation.head[token]: token for token, name in enumerate(annotation.relation) if name == "cop"},
        coordinations=frozenset((span.start, span.end) for span in coordinations_of(prepared)),
    )


class Chains:
    """The chains that a resolver makes, mention by mention in text order; `chain` numbers that of each mention."""

    __slots__ = ("_last", "_phrases", "chain", "counts", "members")

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases
        self._last: dict[tuple[str, ...], int] = {}
        self.chain: list[int] = []
        self.members: list[list[int]] = []
        self.counts: list[int] = []

    def add(self, antecedent: int | None = None) -> None:
        """Read the next mention; it joins the chain of its antecedent, or else of the phrase that it repeats."""
        mention = len(self.counts)
        wording = self._phrases.wording(mention)
        chain = self.chain[antecedent] if antecedent is not None else -1
        if chain < 0 and wording and self._phrases.mentions[mention].definiteness in ("name", "definite"):
            chain = self._last.get(wording, -1)
        if chain < 0:
            chain = len(self.members)
            self.members.append([])
        if wording:
            self._last[wording] = chain
        self.chain.append(chain)
        self.members[chain].append(mention)
        self.counts.append(len(self.members[chain]))
