"""Persons, animals, groups and things named by common nouns, from WordNet's senses and counts in GUM.

The share of a noun's senses that are persons (Evans & Orasan 2000) is a prior for how often it is one in text, which
the counts of GUM's entity types correct. For nouns that neither knows the ending decides, as WordNet's nouns have it.
`experiments/training/lexicon.py` makes the tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from anaphora.preprocess.english.words import read_table

Verdict = Literal["person", "animal", "thing", "open"]

_PERSON, _THING = 85.0, 5.0  # percent: from which on, and up to which, a noun is called so
_PRIOR = 2  # how many occurrences in GUM the prior is worth
_ANIMAL, _GROUP = 3, 3  # tenths of the senses
_EITHER = range(3, 8)  # tenths of senses that are persons: a fan may be either, whatever some texts have


@dataclass(frozen=True, slots=True)
class Table:
    """The knowledge of nouns by lemma.

    `shares` are the tenths of WordNet's senses that are persons, animals and groups; `endings` the percent of nouns
    with an ending that are persons; `base` the percent of persons in text for each tenth of person senses; `counts` how
    often GUM has the noun as a person and as something else.
    """

    shares: Mapping[str, tuple[int, int, int]]
    endings: Mapping[str, int]
    base: Mapping[str, int]
    counts: Mapping[str, tuple[int, int]]

    def verdict(self, lemma: str) -> tuple[Verdict, str]:
        """Return what the noun names, `open` if it may be either or nothing is known, and the evidence in words."""
        lemma = self._known(lemma)
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

    def _known(self, lemma: str) -> str:
        """The lemma, or its last part if only that is known: "co-author" is an author."""
        if "-" not in lemma or self.has(lemma):
            return lemma
        last = lemma.rpartition("-")[2]
        return last if self.has(last) else lemma

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
def table() -> Table:
    """The tables that come with the project."""
    wordnet, gum = read_table("nouns_wordnet.toml"), read_table("nouns_gum.toml")
    shares = {lemma: (person, animal, group) for lemma, (person, animal, group) in _words(wordnet["shares"])}
    counts = {lemma: (persons, others) for lemma, (persons, others) in _words(gum["counts"])}
    return Table(shares, wordnet["endings"], gum["base"], counts)


def _words(section: Mapping[str, str]) -> list[tuple[str, tuple[int, ...]]]:
    return [(word, tuple(map(int, key.split("/")))) for key, words in section.items() for word in words.split()]
