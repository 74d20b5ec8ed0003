"""Number, gender, animacy and person of a mention, each with its evidence, and the agreement of two mentions.

The first decisive source counts: pronoun form, title, first name, word list, the noun tables, entity type; number comes
from coordination, word lists and morphology. See `preprocess.names`, `preprocess.nouns` and `preprocess.number`.
"""

from dataclasses import dataclass

from preprocess import names, nouns, number
from preprocess.names import Known
from preprocess.noun_phrases import NounPhrase
from preprocess.word_lists import word_lists
from workbench.document import Animacy, Annotation, Gender, Mention, Number
from workbench.pronouns import Pronoun, pronoun

_THINGS = frozenset({"PLACE", "OBJECT", "ABSTRACT", "EVENT", "TIME", "PLANT", "SUBSTANCE"})
_SEXES: tuple[Gender, ...] = ("masculine", "feminine")
_UNKNOWN = Known()


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


def features(annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase, known: Known = _UNKNOWN) -> Features:
    """The agreement features of a noun phrase; `known` is what the document's names tell of each other."""
    entry = pronoun_of(annotation, words, phrase)
    if entry:
        return Features(
            entry.person, entry.number, entry.gender, entry.animacy, f"pronoun: {words[phrase.head].lower()}"
        )
    animacy, gender, why = _animacy(annotation, words, phrase, known)
    count, counted = number.of_phrase(annotation, words, phrase, animacy, gender)
    return Features(3, count, gender, animacy, f"{counted}; {why}")


def pronoun_of(annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase) -> Pronoun | None:
    """The entry of the pronoun table for a phrase that is a pronoun."""
    if phrase.members or is_abbreviation(annotation, words, phrase.head):
        return None
    alone = annotation.pos[phrase.head] in ("PRON", "DET") or len(phrase.span) == 1
    return pronoun(words[phrase.head].lower()) if alone else None


def is_abbreviation(annotation: Annotation, words: tuple[str, ...], token: int) -> bool:
    """Whether a token is a noun or name in capitals: the US is not us, nor IT it."""
    word = words[token]
    return annotation.pos[token] in ("PROPN", "NOUN") and len(word) > 1 and word.isupper()


def _animacy(annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase, known: Known) -> names.Verdict:
    if phrase.members:
        return _of_coordination(annotation, words, phrase, known)
    head = counted_noun(annotation, words, phrase.head)
    if names.is_name(annotation, words, head):
        named = phrase if head == phrase.head else NounPhrase(phrase.span, phrase.base, head)
        return names.of_name(annotation, words, named, known)
    lemma = annotation.lemma[head].lower()
    return _by_list(words, head, lemma) or _of_noun(annotation.pos[head], annotation.entity[head], lemma)


def _of_coordination(annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase, known: Known) -> names.Verdict:
    """What all members are, the coordination is."""
    members = [NounPhrase(phrase.span, phrase.base, member) for member in phrase.members]
    animacies = {_animacy(annotation, words, member, known)[:1] for member in members}
    if animacies == {("inanimate",)}:
        return "inanimate", "neuter", "coordination: of things"
    return ("animate" if animacies == {("animate",)} else "unknown"), "unknown", "coordination"


def counted_noun(annotation: Annotation, words: tuple[str, ...], head: int) -> int:
    """The head, or the noun of which it tells how many: "one of my friends", "a number of users"."""
    lemma = annotation.lemma[head].lower()
    lists = word_lists()["number"]
    counting = lemma in lists["quantifier"] or lemma in lists["partitive"] or annotation.pos[head] in ("NUM", "DET")
    if not counting or words[head + 1 : head + 2] != ("of",):
        return head
    of = annotation.head[head + 1]
    is_noun = annotation.head[of] == head and annotation.pos[of] in ("NOUN", "PROPN")
    return of if is_noun and annotation.relation[head + 1] == "case" else head


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


def _by_list(words: tuple[str, ...], head: int, lemma: str) -> names.Verdict | None:
    lists, pronouns = word_lists()["nouns"], word_lists()["indefinite_pronouns"]
    for sex in _SEXES:
        if lemma in lists[sex] or lemma.rpartition("-")[2] in lists[sex]:
            return "animate", sex, f"list: {lemma}"
    no_one = lemma == "one" and words[max(0, head - 1)].lower() == "no"
    if lemma in lists["animate"] or lemma in pronouns["animate"] or no_one:
        return "animate", "unknown", f"list: {lemma}"
    if lemma in lists["animal"]:
        return "unknown", "unknown", f"animal: {lemma}"
    if lemma in pronouns["inanimate"] or lemma in lists["things"] or lemma in word_lists()["number"]["collective"]:
        return "inanimate", "neuter", f"list: {lemma}"
    if lemma.endswith(tuple(lists["animate_endings"])) and len(lemma) > len("woman"):
        return "animate", "feminine" if lemma.endswith("woman") else "unknown", f"ending: {lemma}"
    return None
