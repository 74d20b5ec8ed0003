"""Number, gender, animacy and person of a mention, each with its evidence, and the agreement of two mentions.

The first decisive source counts: pronoun form, title, first name, word list, entity type; number comes from morphology.
First names come from the 1990 United States census, as the package `names` distributes it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from preprocess.noun_phrases import NounPhrase
from workbench.document import Animacy, Annotation, Gender, Mention, Number
from workbench.pronouns import Pronoun, pronoun

_FIRST_NAME_RATIO = 5.0  # a name counts as of one sex if it is this many times as frequent there
_THINGS = frozenset({"PLACE", "OBJECT", "ABSTRACT", "EVENT", "TIME", "PLANT", "SUBSTANCE"})


@dataclass(frozen=True, slots=True)
class Features:
    """Agreement features of a mention; `evidence` names what decided them, for people to read."""

    person: int = 3
    number: Number = "unknown"
    gender: Gender = "unknown"
    animacy: Animacy = "unknown"
    evidence: str = ""


@cache
def word_lists() -> Mapping[str, Any]:
    """The word lists of `agreement.toml`."""
    lists: dict[str, Any] = tomllib.loads(files("preprocess").joinpath("agreement.toml").read_text("utf8"))
    return {section: {name: frozenset(words) for name, words in entries.items()} for section, entries in lists.items()}


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


def features(annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase) -> Features:
    """The agreement features of a noun phrase."""
    known = pronoun_of(annotation, words, phrase)
    if known:
        form = words[phrase.head].lower()
        return Features(known.person, known.number, known.gender, known.animacy, f"pronoun {form}")
    animacy, gender, why = _animacy(annotation, words, phrase)
    number, count = _number(annotation, words, phrase, animacy, gender)
    return Features(3, number, gender, animacy, f"{count}; {why}")


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


def _number(
    annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase, animacy: Animacy, gender: Gender
) -> tuple[Number, str]:
    lists = word_lists()["number"]
    lemma = annotation.lemma[phrase.head].lower()
    if phrase.members:
        return _number_of_coordination(words, phrase)
    if lemma in lists["always_plural"]:
        return "plural", f"list: {lemma}"
    ending = " ".join(words[max(phrase.base.start, phrase.head - 1) : phrase.head + 1]).lower()
    if not lists["plural_as_singular"].isdisjoint((lemma, words[phrase.head].lower(), ending)):
        return "unknown", f"plural in form: {lemma}"
    plural_noun = annotation.tag[phrase.head] == "NNS"
    if not plural_noun and (lemma in lists["collective"] or annotation.entity[phrase.head] == "ORGANIZATION"):
        return "unknown", f"collective: {lemma}"
    if lemma in lists["quantifier"] and words[phrase.head + 1 : phrase.head + 2] == ("of",):
        return "unknown", f"quantifier: {lemma} of"
    number, why = _number_of_word(annotation, words, phrase)
    if number == "singular" and animacy == "animate" and gender == "unknown" and annotation.pos[phrase.head] != "PROPN":
        return "unknown", f"{why}; a person of unknown sex may be they"
    return number, why


def _number_of_coordination(words: tuple[str, ...], phrase: NounPhrase) -> tuple[Number, str]:
    between = {words[token].lower() for token in range(phrase.members[0], phrase.members[-1])}
    return ("plural", "coordination") if between & {"and", "&"} else ("unknown", "coordination without and")


def _number_of_word(annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase) -> tuple[Number, str]:
    morphology, tag = annotation.morphology[phrase.head], annotation.tag[phrase.head]
    if "Number=Plur" in morphology or tag in ("NNS", "NNPS"):
        return "plural", "morphology"
    if annotation.pos[phrase.head] == "NUM":
        return ("singular" if words[phrase.head].lower() in ("one", "1") else "plural"), "numeral"
    if "Number=Sing" in morphology or tag in ("NN", "NNP") or annotation.pos[phrase.head] in ("VERB", "AUX"):
        return "singular", "morphology"
    return "unknown", "no evidence of number"


def _animacy(annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase) -> tuple[Animacy, Gender, str]:
    if phrase.members:
        return "unknown", "unknown", "coordination"
    pos, entity = annotation.pos[phrase.head], annotation.entity[phrase.head]
    if pos == "PROPN":
        return _by_name(annotation, words, phrase) or _by_type_of_name(entity)
    lemma = annotation.lemma[phrase.head].lower()
    return _by_list(lemma) or _by_type_of_noun(pos, entity, lemma)


def _by_type_of_name(entity: str) -> tuple[Animacy, Gender, str]:
    """Of names the types PERSON, PLACE, TIME and ORGANIZATION are told apart well enough; the others are not."""
    if entity == "PERSON":
        return "animate", "unknown", "entity type PERSON"
    if entity in ("PLACE", "TIME", "ORGANIZATION"):
        return "inanimate", "neuter", f"entity type {entity}"
    return "unknown", "unknown", "name of unknown type"


def _by_type_of_noun(pos: str, entity: str, lemma: str) -> tuple[Animacy, Gender, str]:
    """A noun that no list knows is a person only if both type and ending say so."""
    nouns = word_lists()["nouns"]
    agent = lemma.endswith(tuple(nouns["agent_endings"])) and lemma not in nouns["inanimate"]
    if entity == "PERSON":
        return ("animate" if agent else "unknown"), "unknown", "entity type PERSON"
    if entity in _THINGS or pos in ("VERB", "AUX", "NUM"):
        return "inanimate", "neuter", f"entity type {entity}" if entity else "not a noun"
    return "unknown", "unknown", "no evidence of animacy"


def _by_name(annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase) -> tuple[Animacy, Gender, str] | None:
    """Titles and first names; a name that is of no known sex is left to the entity type."""
    parts = [words[token] for token in phrase.base if annotation.pos[token] in ("PROPN", "NOUN")]
    titles = word_lists()["titles"]
    sexes: tuple[Gender, ...] = ("masculine", "feminine")
    for part in parts[:-1] or parts:  # Carole King is no king
        for gender in sexes:
            if part.lower() in titles[gender]:
                return "animate", gender, f"title {part}"
    entity = annotation.entity[phrase.head]
    sexes_of_parts = ((first_name(part.upper()), part) for part in parts[:2])
    sex, named = next((entry for entry in sexes_of_parts if entry[0]), (None, ""))
    if sex and entity == "PLACE":  # Isabel, or Virginia: the parser does not know either
        return "unknown", "unknown", f"first name {named}, but entity type PLACE"
    if sex and entity not in ("TIME", "ORGANIZATION"):
        return "animate", sex, f"first name {named}"
    if parts and parts[0].lower() in titles["animate"] and len(parts) > 1:
        return "animate", "unknown", f"title {parts[0]}"
    return None


def _by_list(lemma: str) -> tuple[Animacy, Gender, str] | None:
    nouns, pronouns = word_lists()["nouns"], word_lists()["indefinite_pronouns"]
    sexes: tuple[Gender, ...] = ("masculine", "feminine")
    for gender in sexes:
        if lemma in nouns[gender]:
            return "animate", gender, f"list: {lemma}"
    if lemma in nouns["animate"] or lemma in pronouns["animate"]:
        return "animate", "unknown", f"list: {lemma}"
    if lemma in nouns["animal"]:
        return "unknown", "unknown", f"animal: {lemma}"
    if lemma in pronouns["inanimate"]:
        return "inanimate", "neuter", f"list: {lemma}"
    if lemma.endswith(tuple(nouns["animate_endings"])) and len(lemma) > 5:
        return "animate", "unknown", f"ending of {lemma}"
    return None


@cache
def _census() -> tuple[dict[str, float], dict[str, float]]:
    def read(name: str) -> dict[str, float]:
        rows = (line.split() for line in files("names").joinpath(name).read_text("ascii").splitlines())
        return {row[0]: float(row[1]) for row in rows if row}

    return read("dist.male.first"), read("dist.female.first")


def first_name(name: str) -> Gender | None:
    """The sex that an upper-case first name is clearly more frequent with in the census, else `None`."""
    male, female = (frequencies.get(name, 0.0) for frequencies in _census())
    if male > _FIRST_NAME_RATIO * female:
        return "masculine"
    return "feminine" if female > _FIRST_NAME_RATIO * male else None
