"""Number, gender, animacy and person of a mention, each with its evidence, and the agreement of two mentions.

The first decisive source counts: pronoun form, title, first name, word list, the noun tables, entity type; number comes
from coordination, word lists and morphology. See `names`, `nouns` and `number`
in `preprocess.english`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Self

from anaphora.preprocess.english import names, nouns, number
from anaphora.preprocess.english.names import Known
from anaphora.preprocess.english.word_lists import word_lists
from anaphora.preprocess.noun_phrases import NounPhrase
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import Animacy, Annotation, Gender, Mention, Number
from anaphora.workbench.english.pronouns import Pronoun, pronoun

_THINGS = frozenset({"PLACE", "OBJECT", "ABSTRACT", "EVENT", "TIME", "PLANT", "SUBSTANCE"})
_SEXES: tuple[Gender, ...] = ("masculine", "feminine")
_UNKNOWN = Known()
_LEMMAS = 10_000  # whose verdicts are kept for the documents that follow


@dataclass(frozen=True, slots=True)
class Features:
    """Agreement features of a mention; `evidence` names what decided them, for people to read.

    Evidence of number comes first, that of animacy and gender after a semicolon; each is a source and what it saw:
    "morphology; first name: Mary".
    """

    person: int = 3
    number: Number = "unknown"
    gender: Gender = "unknown"
    animacy: Animacy = "unknown"
    evidence: str = ""


def agrees(candidate: Mention, anaphor: Mention) -> str | None:
    """The feature in which the two disagree (person, number, gender, animacy), or `None` if they agree.

    Unknown agrees with everything.
    """
    if candidate.person != anaphor.person:
        return "person"
    for feature in ("number", "gender", "animacy"):
        one, other = getattr(candidate, feature), getattr(anaphor, feature)
        if one != other and "unknown" not in (one, other):
            return feature
    return None


@dataclass(frozen=True, slots=True)
class Agreement:
    """Which mentions of a document agree, asked once for all that have the same features.

    `kinds` numbers the features of each mention, `examples` has one mention of each kind.
    """

    kinds: Sequence[int]
    examples: Sequence[Mention]
    _known: dict[int, Sequence[str | None]] = field(default_factory=dict)

    @classmethod
    def of(cls, mentions: Sequence[Mention]) -> Self:
        """The agreement of these mentions."""
        features = [(it.person, it.number, it.gender, it.animacy) for it in mentions]
        examples = dict(zip(features, mentions, strict=True))
        numbers = {kind: number for number, kind in enumerate(examples)}
        return cls([numbers[kind] for kind in features], list(examples.values()))

    def reasons(self, anaphor: int) -> Sequence[str | None]:
        """By kind of candidate, the feature in which it disagrees with an anaphor (an index), as `agrees` tells."""
        kind = self.kinds[anaphor]
        if kind not in self._known:
            self._known[kind] = [agrees(candidate, self.examples[kind]) for candidate in self.examples]
        return self._known[kind]


def features(trees: Trees, phrase: NounPhrase, known: Known = _UNKNOWN) -> Features:
    """The agreement features of a noun phrase; `known` is what the document's names tell of each other."""
    entry = pronoun_of(trees, phrase)
    if entry:
        return _of_pronoun(entry, trees.lower[phrase.head])
    animacy, gender, why = _animacy(trees, phrase, known)
    count, counted = number.of_phrase(trees, phrase, animacy, gender)
    return Features(3, count, gender, animacy, f"{counted}; {why}")


@cache  # of the few that are in the table
def _of_pronoun(entry: Pronoun, form: str) -> Features:
    return Features(entry.person, entry.number, entry.gender, entry.animacy, f"pronoun: {form}")


def pronoun_of(trees: Trees, phrase: NounPhrase) -> Pronoun | None:
    """The entry of the pronoun table for a phrase that is a pronoun."""
    entry = pronoun(trees.lower[phrase.head])
    if not entry or phrase.members or is_abbreviation(trees.annotation, trees.words, phrase.head):
        return None
    return entry if trees.pos[phrase.head] in ("PRON", "DET") or len(phrase.span) == 1 else None


def is_abbreviation(annotation: Annotation, words: tuple[str, ...], token: int) -> bool:
    """Whether a token is a noun or name in capitals: the US is not us, nor IT it."""
    word = words[token]
    return annotation.pos[token] in ("PROPN", "NOUN") and len(word) > 1 and word.isupper()


def _animacy(trees: Trees, phrase: NounPhrase, known: Known) -> names.Verdict:
    if phrase.members:
        return _of_coordination(trees, phrase, known)
    head = counted_noun(trees, phrase.head)
    if names.is_name(trees, head):
        named = phrase if head == phrase.head else NounPhrase(phrase.span, phrase.base, head)
        return names.of_name(trees, named, known)
    lemma = trees.lemma[head]
    if lemma == "one" and trees.lower[max(0, head - 1)] == "no":
        return "animate", "unknown", "list: one"
    return _by_list(lemma) or _of_noun(trees.pos[head], trees.annotation.entity[head], lemma)


def _of_coordination(trees: Trees, phrase: NounPhrase, known: Known) -> names.Verdict:
    """What all members are, the coordination is."""
    members = [NounPhrase(phrase.span, phrase.base, member) for member in phrase.members]
    animacies = {_animacy(trees, member, known)[:1] for member in members}
    if animacies == {("inanimate",)}:
        return "inanimate", "neuter", "coordination: of things"
    return ("animate" if animacies == {("animate",)} else "unknown"), "unknown", "coordination"


def counted_noun(trees: Trees, head: int) -> int:
    """The head, or the noun of which it tells how many: "one of my friends", "a number of users"."""
    if trees.words[head + 1 : head + 2] != ("of",):
        return head
    lemma, lists = trees.lemma[head], word_lists()["number"]
    counting = lemma in lists["quantifier"] or lemma in lists["partitive"] or trees.pos[head] in ("NUM", "DET")
    of = trees.head[head + 1]
    is_noun = trees.head[of] == head and trees.pos[of] in ("NOUN", "PROPN")
    return of if counting and is_noun and trees.relation[head + 1] == "case" else head


@lru_cache(_LEMMAS)
def _of_noun(pos: str, entity: str, lemma: str) -> names.Verdict:
    """By the noun tables, and where a noun may be either by its entity type."""
    if pos in ("VERB", "AUX"):
        return "inanimate", "neuter", "not a noun"
    verdict, evidence = nouns.table().verdict(lemma) if pos == "NOUN" else ("open", "no evidence of animacy")
    if verdict == "person":
        return "animate", "unknown", evidence
    if verdict == "thing":
        return "inanimate", "neuter", evidence
    if verdict == "open" and entity in _THINGS:
        return "inanimate", "neuter", f"entity type: {entity}"
    return "unknown", "unknown", evidence


@lru_cache(_LEMMAS)
def _by_list(lemma: str) -> names.Verdict | None:
    lists, pronouns = word_lists()["nouns"], word_lists()["indefinite_pronouns"]
    for sex in _SEXES:
        if lemma in lists[sex] or lemma.rpartition("-")[2] in lists[sex]:
            return "animate", sex, f"list: {lemma}"
    if lemma in lists["animate"] or lemma in pronouns["animate"]:
        return "animate", "unknown", f"list: {lemma}"
    if lemma in lists["animal"]:
        return "unknown", "unknown", f"animal: {lemma}"
    if lemma in pronouns["inanimate"] or lemma in lists["things"] or lemma in word_lists()["number"]["collective"]:
        return "inanimate", "neuter", f"list: {lemma}"
    if lemma.endswith(tuple(lists["animate_endings"])) and len(lemma) > len("woman"):
        return "animate", "feminine" if lemma.endswith("woman") else "unknown", f"ending: {lemma}"
    return None
