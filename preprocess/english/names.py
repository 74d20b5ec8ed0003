"""Persons, places and organizations by their names: titles, first names, entity types, the same name elsewhere."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from anaphora.preprocess.english import nouns
from anaphora.preprocess.english.word_lists import word_lists
from anaphora.preprocess.noun_phrases import NounPhrase
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import Animacy, Gender
from anaphora.workbench.english.first_names import bearers

_FIRST_NAME_RATIO = 5.0  # a name counts as of one sex if it is this many times as frequent there
_RARE = 0.01  # percent of the population: a rarer name may be any word
_ABBREVIATION = 3  # letters
SEXES: tuple[Gender, ...] = ("masculine", "feminine")

Verdict = tuple[Animacy, Gender, str]
"""Animacy, gender, and the evidence."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the names of a document say of each other, by word in small letters.

    `genders` are the sexes that titles and first names give the bearers of a name, `types` the entity types of the
    noun phrases it heads.
    """

    genders: Mapping[str, frozenset[Gender]] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)


def known_names(trees: Trees, phrases: Iterable[NounPhrase]) -> Known:
    """The names of a document: each passes its bearer's sex on to its parts, and one type holds for all its mentions.

    A name whose mentions have different types keeps the one that more than half of them have, else none.
    """
    genders: dict[str, set[Gender]] = defaultdict(set)
    types: dict[str, Counter[str]] = defaultdict(Counter)
    for phrase in phrases:
        if phrase.members or not is_name(trees, phrase.head):
            continue
        types[trees.lower[phrase.head]][trees.annotation.entity[phrase.head]] += 1
        verdict = _by_parts(trees, phrase)
        if verdict and verdict[1] != "unknown":
            for part in _parts(trees, phrase):
                genders[part.lower()].add(verdict[1])
    return Known(
        {name: frozenset(verdict) for name, verdict in genders.items()}, {n: _settle_type(c) for n, c in types.items()}
    )


def _settle_type(counted: Counter[str]) -> str:
    (entity, count), *_ = counted.most_common(1)
    doubtful = entity != "PERSON" and 4 * counted["PERSON"] >= counted.total()
    return entity if 2 * count > counted.total() and not doubtful else ""


def is_name(trees: Trees, token: int) -> bool:
    """Whether a token is a name, or a noun that the tagger took for one: capitalised inside a sentence and unknown."""
    if trees.pos[token] != "NOUN":
        return trees.pos[token] == "PROPN"
    word = trees.words[token]
    if not word[:1].isupper() or word.isupper() or nouns.table().has(trees.lemma[token]):
        return False
    return token != trees.annotation.sentence_starts[trees.annotation.sentence_of(token)]


def of_name(trees: Trees, phrase: NounPhrase, known: Known) -> Verdict:
    """Animacy and gender of a name."""
    return (
        _by_parts(trees, phrase)
        or _by_same_name(trees.lower[phrase.head], known)
        or _by_type(entity_type(trees, phrase.head, known))
    )


def entity_type(trees: Trees, head: int, known: Known) -> str:
    """The entity type of a name: that of most of its mentions in the document."""
    return known.types.get(trees.lower[head], trees.annotation.entity[head])


def _parts(trees: Trees, phrase: NounPhrase) -> list[str]:
    base = range(phrase.base.start, phrase.base.end)
    return [trees.words[token] for token in base if trees.pos[token] in ("PROPN", "NOUN")]


def _by_parts(trees: Trees, phrase: NounPhrase) -> Verdict | None:
    """Titles and first names; a name that is of no known sex is left to the entity type."""
    parts, titles = _parts(trees, phrase), word_lists()["titles"]
    if not parts:
        return None
    for part in parts[:-1] or parts:  # Carole King is no king
        for sex in SEXES:
            if part.lower() in titles[sex]:
                return "animate", sex, f"title: {part}"
    entity = trees.annotation.entity[phrase.head]
    for sex in SEXES:
        if parts[-1].lower() in word_lists()["names"][sex] and entity not in ("PLACE", "ORGANIZATION"):
            return "animate", sex, f"list: {parts[-1].lower()}"
    titled = parts[0].lower() in titles["animate"] and len(parts) > 1
    sex, named = _sex(parts[1:] if titled else parts)
    if sex == "unknown":
        return ("animate", "unknown", f"title: {parts[0]}") if titled else None
    if entity in ("PLACE", "ORGANIZATION"):  # Isabel, or Virginia: the parser does not know either
        return "unknown", "unknown", f"first name: {named}, but entity type {entity}"
    return None if entity == "TIME" else ("animate", sex, f"first name: {named}")


def _sex(parts: list[str]) -> tuple[Gender, str]:
    return next(((sex, part) for part in parts[:2] if (sex := first_name(part))), ("unknown", ""))


def _by_same_name(word: str, known: Known) -> Verdict | None:
    """Ms. Kusanagi is Kusanagi elsewhere; where a man and a woman have the name, it is a person's."""
    genders = known.genders.get(word)
    if not genders or known.types.get(word) in ("PLACE", "ORGANIZATION", "TIME"):
        return None
    return "animate", next(iter(genders)) if len(genders) == 1 else "unknown", f"same name: {word}"


def _by_type(entity: str) -> Verdict:
    """Of names the types PERSON, PLACE, TIME and ORGANIZATION are reliable enough; the others are not."""
    if entity == "PERSON":
        return "animate", "unknown", "entity type: PERSON"
    if entity in ("PLACE", "TIME", "ORGANIZATION"):
        return "inanimate", "neuter", f"entity type: {entity}"
    return "unknown", "unknown", "name of unknown type"


def first_name(name: str) -> Gender | None:
    """The sex that a first name is clearly more frequent with in the census, else `None`.

    Abbreviations such as AI are no first names, and names as rare as Major and Moon only where they are no nouns.
    """
    if name.isupper() and len(name) <= _ABBREVIATION:
        return None
    male, female = bearers(name)
    if max(male, female) < _RARE and nouns.table().has(name.lower()):
        return None
    if male > _FIRST_NAME_RATIO * female:
        return "masculine"
    return "feminine" if female > _FIRST_NAME_RATIO * male else None
