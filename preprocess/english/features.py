"""Number, gender, animacy and person of a mention, each with its evidence.

The first decisive source counts: pronoun form, the user's list of names, title, word list, the noun tables, entity
type; of other names all evidence is weighed, and what is weak concludes nothing. Number comes from coordination, word
lists and morphology. See `names`, `nouns` and `number`.
"""

from functools import cache, lru_cache

from anaphora.preprocess.agreement import Features, ListedName
from anaphora.preprocess.english import nouns, number
from anaphora.preprocess.english.names import SEXES, Known, Verdict, is_name, of_name, parts_of
from anaphora.preprocess.english.word_lists import word_lists
from anaphora.preprocess.noun_phrases import NounPhrase, is_pronoun_of_noun
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import Annotation, Span
from anaphora.workbench.english.pronouns import Pronoun, pronoun

_THINGS = frozenset({"PLACE", "OBJECT", "ABSTRACT", "EVENT", "TIME", "PLANT", "SUBSTANCE"})
_UNKNOWN = Known()
_LEMMAS = 10_000  # whose verdicts are kept for the documents that follow


def features_of(trees: Trees, phrase: NounPhrase, known: Known = _UNKNOWN) -> Features:
    """The agreement features of a noun phrase; `known` is what the document's names say of each other."""
    entry = pronoun_of(trees, phrase)
    if entry:
        return _of_pronoun(entry, trees.lower[phrase.head])
    animacy, gender, why = _animacy(trees, phrase, known)
    listed = None if phrase.members else _listed(trees, phrase, known)
    if listed and listed.number:
        return Features(3, listed.number, gender, animacy, f"{why}; {why}")
    count, counted = number.of_phrase(trees, phrase, animacy, gender)
    return Features(_person(trees, phrase), count, gender, animacy, f"{counted}; {why}")


def _person(trees: Trees, phrase: NounPhrase) -> int:
    """The third, but for coordinations and nouns with a pronoun: "Ann and I" are we, "Ann and you", "you guys" you."""
    members = phrase.members or [child for child in trees.children[phrase.head] if is_pronoun_of_noun(trees, child)]
    entries = [entry for member in members if (entry := pronoun(trees.lower[member]))]
    return min((entry.person for entry in entries), default=3)


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


def _animacy(trees: Trees, phrase: NounPhrase, known: Known) -> Verdict:
    if phrase.members:
        return _of_coordination(trees, phrase, known)
    if listed := _listed(trees, phrase, known):
        return listed.animacy, listed.gender, "list of the user"
    head = counted_noun(trees, phrase.head)
    if is_name(trees, head):
        named = phrase if head == phrase.head else NounPhrase(phrase.span, phrase.base, head)
        return of_name(trees, named, known)
    lemma = trees.lemma[head]
    if lemma == "one" and trees.lower[max(0, head - 1)] == "no":
        return "animate", "unknown", "list: one"
    return _by_list(lemma) or _of_noun(trees.pos[head], trees.annotation.entity[head], lemma)


def _listed(trees: Trees, phrase: NounPhrase, known: Known) -> ListedName | None:
    return known.listed.find([trees.words[token] for token in parts_of(trees, phrase)])


def _of_coordination(trees: Trees, phrase: NounPhrase, known: Known) -> Verdict:
    """What all members are, the coordination is."""
    members = [NounPhrase(phrase.span, Span(member, member + 1), member) for member in phrase.members]
    animacies = {_of_member(trees, member, known) for member in members}
    if animacies == {("inanimate",)}:
        return "inanimate", "neuter", "coordination: of things"
    return ("animate" if animacies == {("animate",)} else "unknown"), "unknown", "coordination"


def _of_member(trees: Trees, member: NounPhrase, known: Known) -> tuple[str]:
    entry = pronoun_of(trees, member)
    return (entry.animacy,) if entry else _animacy(trees, member, known)[:1]


def counted_noun(trees: Trees, head: int) -> int:
    """The head, or the noun that it counts: "one of my friends", "a number of users"."""
    if trees.words[head + 1 : head + 2] != ("of",):
        return head
    lemma, lists = trees.lemma[head], word_lists()["number"]
    counting = lemma in lists["quantifier"] or lemma in lists["partitive"] or trees.pos[head] in ("NUM", "DET")
    noun = trees.head[head + 1]
    is_noun = trees.head[noun] == head and trees.pos[noun] in ("NOUN", "PROPN")
    return noun if counting and is_noun and trees.relation[head + 1] == "case" else head


@lru_cache(_LEMMAS)
def _of_noun(pos: str, entity: str, lemma: str) -> Verdict:
    """By the noun tables, and where a noun may be either by its entity type."""
    if pos in ("VERB", "AUX"):
        return "inanimate", "neuter", "not a noun"
    verdict, evidence = nouns.table().verdict(lemma) if pos == "NOUN" else ("open", "no evidence of animacy")
    if verdict == "person":
        return "animate", "unknown", evidence
    if verdict == "thing":
        return "inanimate", "neuter", evidence
    if verdict == "open" and entity in _THINGS and (pos, lemma) != ("NUM", "one"):
        return "inanimate", "neuter", f"entity type: {entity}"
    return "unknown", "unknown", evidence


@lru_cache(_LEMMAS)
def _by_list(lemma: str) -> Verdict | None:
    lists, pronouns = word_lists()["nouns"], word_lists()["indefinite_pronouns"]
    for sex in SEXES:
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
