"""The word lists and tables of the package: first names of the world, surnames, and English nouns and places.

What a common noun names is told by WordNet's senses and counts in GUM. The share of a noun's senses that are persons
(Evans & Orasan 2000) is a prior for how often it is one in text, which the counts of GUM's entity types correct. For
nouns that neither knows the ending decides, as WordNet's nouns have it. `experiments/training` makes the tables.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal
from unicodedata import combining, normalize

from anaphora.workbench.document import Gender
from anaphora.workbench.language.anaphors import bearers

NounVerdict = Literal["person", "animal", "thing", "open"]

_PERSON, _THING = 85.0, 5.0  # percent: from which on, and up to which, a noun is called so
_PRIOR = 2  # how many occurrences in GUM the prior is worth
_ANIMAL, _GROUP = 3, 3  # tenths of the senses
_EITHER = range(3, 8)  # tenths of senses that are persons: a fan may be either, whatever some texts have
RARE = 0.01
"""Percent of the population: a rarer name may be any word."""
_ABBREVIATION = 3  # letters
_FEW = 0.1  # of the bearers of a name
_MANY = 4  # digits less one: 10,000 bearers
_COMMON = 5
_NAMES = 10_000  # whose verdicts are kept for the documents that follow
_OF_OFFICES = 50
"""Titles of offices stand before so many surnames for each first name."""
_LETTERS = str.maketrans({
    "æ": "ae", "ð": "d", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "ł": "l", "œ": "oe", "ß": "ss", "þ": "th",
})  # fmt: skip
"""Those that are not made of a letter and a mark."""


# ---- files


@cache
def read_table(path: str) -> dict[str, Any]:
    """A file of this folder, or below it; its sections by name."""
    return tomllib.loads(files("anaphora.preprocess.english").joinpath(path).read_text("utf8"))


def read_lines(path: str) -> list[str]:
    """The lines of a file of this folder, but for comments."""
    lines = files("anaphora.preprocess.english").joinpath(path).read_text("utf8").splitlines()
    return [line for line in lines if not line.startswith("#")]


@cache
def word_lists(path: str = "agreement.toml") -> Mapping[str, Mapping[str, frozenset[str]]]:
    """All lists of a file of lists, as sets, by section and name."""
    return {
        section: {name: frozenset(words) for name, words in lists.items()}
        for section, lists in read_table(path).items()
    }


@cache
def words_of(path: str, *names: str) -> frozenset[str]:
    """The union of word lists of a file, or of texts of words, each named `section.list`."""
    parts = (name.split(".") for name in names)
    lists = (read_table(path)[section][name] for section, name in parts)
    return frozenset(word for words in lists for word in (words.split() if isinstance(words, str) else words))


# ---- nouns


@dataclass(frozen=True, slots=True)
class NounTable:
    """The knowledge of nouns by lemma.

    `shares` are the tenths of WordNet's senses that are persons, animals and groups; `endings` the percent of nouns
    with an ending that are persons; `base` the percent of persons in text for each tenth of person senses; `counts` how
    often GUM has the noun as a person and as something else.
    """

    shares: Mapping[str, tuple[int, int, int]]
    endings: Mapping[str, int]
    base: Mapping[str, int]
    counts: Mapping[str, tuple[int, int]]

    def verdict(self, lemma: str) -> tuple[NounVerdict, str]:
        """Return what the noun names, `open` if it may be either or nothing is known, and the evidence in words."""
        if "-" in lemma and not self.has(lemma) and self.has(last := lemma.rpartition("-")[2]):
            lemma = last  # a co-author is an author
        person, animal, _ = self.shares.get(lemma, (0, 0, 0))
        percent, evidence = self._percent(lemma, person)
        if animal >= _ANIMAL and animal >= person:
            return "animal", f"WordNet: {lemma}, {10 * animal}% of its senses an animal"
        if percent is None:
            return "open", "no evidence of animacy"
        if person in _EITHER:
            return "open", f"WordNet: {lemma}, {10 * person}% of its senses a person"
        if percent >= _PERSON:
            return "person", evidence
        return ("thing" if percent <= _THING else "open"), evidence

    def has(self, lemma: str) -> bool:
        """Return whether the noun is in one of the tables."""
        return lemma in self.shares or lemma in self.counts

    def may_be_group(self, lemma: str) -> bool:
        """Return whether enough senses of the noun are groups."""
        return self.shares.get(lemma, (0, 0, 0))[2] >= _GROUP

    def _percent(self, lemma: str, person: int) -> tuple[float | None, str]:
        persons, others = self.counts.get(lemma, (0, 0))
        seen = persons + others
        if lemma in self.shares:
            prior = self.base.get(str(person), 50)
            evidence = f"WordNet: {lemma}, {10 * person}% of its senses a person"
        else:
            ending = next((lemma[-n:] for n in (4, 3) if lemma[-n:] in self.endings), "")
            if not ending and not seen:
                return None, ""
            prior = self.endings.get(ending, 50)
            evidence = f"ending: -{ending}"
        if seen:
            evidence = f"GUM: {lemma}, {persons} of {seen} a person"
        return (100 * persons + _PRIOR * prior) / (seen + _PRIOR), evidence


@cache
def nouns() -> NounTable:
    """The tables of nouns that come with the project."""
    wordnet, gum = read_table("nouns_wordnet.toml"), read_table("nouns_gum.toml")
    shares = {lemma: (person, animal, group) for lemma, (person, animal, group) in _lemmas(wordnet["shares"])}
    counts = {lemma: (persons, others) for lemma, (persons, others) in _lemmas(gum["counts"])}
    return NounTable(shares, wordnet["endings"], gum["base"], counts)


def is_vessel(noun: str) -> bool:
    """Return whether a noun means ships or boats, which are "it" or "she": Quirk et al. 1985, 5.111."""
    return noun in words_of("nouns_wordnet.toml", "she.vessels")


def is_country(name: str) -> bool:
    """Return whether a noun, or a name with "_" between its words, is that of a country."""
    return name in words_of("nouns_wordnet.toml", "she.countries")


def _lemmas(section: Mapping[str, str]) -> list[tuple[str, tuple[int, ...]]]:
    return [(word, tuple(map(int, key.split("/")))) for key, words in section.items() for word in words.split()]


# ---- names


@lru_cache(_NAMES)
def first_name(name: str) -> Gender | None:
    """The sex of all but a few of the bearers of a first name, wherever in the world they live, else `None`.

    Abbreviations such as AI are no first names. Those short for names of both sexes (Alex) tell no sex.
    """
    word = name.lower()
    if (name.isupper() and len(name) <= _ABBREVIATION) or word in word_lists()["names"]["either"]:
        return None
    if is_another_word(word):
        return None
    _, women = _bearers_in_the_world(name)
    if women <= _FEW:
        return "masculine"
    return "feminine" if women >= 1 - _FEW else None


def is_of_either_sex(name: str) -> bool:
    """Return whether many women and many men have this first name: Alex, Jordan. Its bearer may be they."""
    if name.lower() in word_lists()["names"]["either"]:
        return True
    digits, women = _bearers_in_the_world(name)
    return digits >= _MANY and _FEW < women < 1 - _FEW and not is_another_word(name.lower())


def joins_persons(left: str, right: str) -> bool:
    """Return whether "&" between two names joins persons, "Tom & Ann", and no firm's founders, "Ernst & Young"."""
    return all(first_name(name) and not is_rather_surname(name.lower()) for name in (left, right))


def is_rather_surname(word: str) -> bool:
    """Return whether a word alone is hardly a first name: Sheridan, but not Ibrahim, which is one elsewhere."""
    share = surnames().get(word, 0.0)
    return share > sum(bearers(word)) and (share >= RARE or _bearers_in_the_world(word)[0] < _MANY)


def may_be_first_name(word: str) -> bool:
    """Return whether a word alone may be a first name: Martin, however many families have it, but not Sheridan."""
    return not is_rather_surname(word.lower()) or _bearers_in_the_world(word)[0] >= _COMMON


def is_hardly_surname(word: str) -> bool:
    """Return whether a word is a first name even behind the title of an office: Dr. Mary, but not Dr. James."""
    return sum(bearers(word)) >= _OF_OFFICES * surnames().get(word.lower(), 0.0)


@lru_cache(_NAMES)
def is_another_word(word: str) -> bool:
    """Return whether a first name from somewhere is rather a noun or a place in a text: senator, London."""
    return max(bearers(word)) < RARE and (nouns().has(word) or "place" in kinds_of_names().get(word, ""))


@lru_cache(_NAMES)
def _bearers_in_the_world(name: str) -> tuple[int, float]:
    """The digits of the number of bearers less one, and the share of women; half of them if nobody is known."""
    letters = normalize("NFKD", name.lower().translate(_LETTERS))
    spelling = "".join(letter for letter in letters if not combining(letter))  # "Björn" is "bjorn"
    return _world().get(spelling) or _world().get(spelling.replace("-", ""), (0, 0.5))


def is_in_census(word: str) -> bool:
    """Return whether the census has a first name or surname (in small letters)."""
    return any(bearers(word)) or word in surnames()


@cache
def surnames() -> Mapping[str, float]:
    """Surnames of the census with the percent of the population who have them."""
    rows = (line.split("\t") for line in read_lines("surnames.tsv"))
    return {name.lower(): float(percent) for name, percent in rows}


@cache
def kinds_of_names() -> Mapping[str, str]:
    """Return the kinds of WordNet's names ("place/person"), by their words in small letters with "_" between them."""
    groups: Mapping[str, str] = read_table("instances_wordnet.toml")["instances"]
    return {name: kinds for kinds, names in groups.items() for name in names.split()}


@cache
def _world() -> Mapping[str, tuple[int, float]]:
    """First names of the world: the digits of the number of known bearers less one, and the share of women."""
    rows = (line.split("\t") for line in read_lines("first_names.tsv"))
    pairs = ((names, (int(digits), int(women) / 100)) for digits, women, names in rows)  # one for all names of a row
    return {name: pair for names, pair in pairs for name in names.split(" ")}
