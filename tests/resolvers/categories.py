"""Sentences of our own by category, and what the four best resolvers make of them.

`python -m tests.resolvers.figures cultures categories` writes the tables into their pages. In `categories.tsv` the
pronoun is in square brackets and each mention of its antecedent in braces; "\\n" ends a line. Without braces no answer
is right; in the subcategories that end with "who?" nobody can tell, so none is right or wrong.
"""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import anaphora
from anaphora.preprocess.lexicon import first_name
from anaphora.workbench.statistics.significance import interval

SENTENCES = Path(__file__).with_name("categories.tsv")
BEST = ("lappin_leass", "mars_optimised", "ranker", "neural_ranker")
"""The four best resolvers."""

Offsets = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text with the offsets of one pronoun and of the mentions of its antecedent."""

    category: str
    subcategory: str
    text: str
    pronoun: Offsets
    antecedents: frozenset[Offsets]

    @property
    def is_open(self) -> bool:
        """Whether nobody can tell the antecedent."""
        return self.subcategory.endswith("who?")

    def words(self, offsets: Offsets) -> str:
        """The text at these offsets."""
        return self.text[slice(*offsets)]

    def chain(self, resolver: str) -> list[Offsets]:
        """What a resolver answers, and as long as that is a pronoun, what it answers there."""
        found: list[Offsets] = []
        links, here = _links(self.text, resolver), self.pronoun
        while (here := links.get(here, here)) not in (self.pronoun, *found):
            found.append(here)
        return found

    def is_right(self, resolver: str) -> bool:
        """Whether a resolver finds the antecedent, or answers nothing if there is none."""
        chain = self.chain(resolver)
        return bool(self.antecedents.intersection(chain)) if self.antecedents else not chain

    def answer(self, resolver: str) -> str:
        """The words that a resolver answers with, "" for none."""
        chain = self.chain(resolver)
        return self.words(chain[-1]) if chain else ""


@cache
def sentences() -> tuple[Sentence, ...]:
    """All sentences of the table."""
    with SENTENCES.open(encoding="utf8", newline="\n") as file:
        rows = [*csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
    return tuple(_sentence(row["category"], row["subcategory"], row["text"].replace("\\n", "\n")) for row in rows)


def of(category: str, subcategory: str = "") -> list[Sentence]:
    """The sentences of a category, or of one of its subcategories."""
    return [each for each in sentences() if each.category == category and subcategory in ("", each.subcategory)]


def _sentence(category: str, subcategory: str, marked: str) -> Sentence:
    text, begins, marks = "", [], {"]": set[Offsets](), "}": set[Offsets]()}
    for letter in marked:
        if letter in "[{":
            begins.append(len(text))
        elif letter in marks:
            marks[letter].add((begins.pop(), len(text)))
        else:
            text += letter
    (pronoun,) = marks["]"]
    return Sentence(category, subcategory, text, pronoun, frozenset(marks["}"]))


@cache
def _links(text: str, resolver: str) -> dict[Offsets, Offsets]:
    """From the pronouns of a text to what a resolver answers."""
    found: dict[str, Any] = anaphora.resolve(text, [resolver], language="en", anaphors="all").as_json()
    answers = {(row["start"], row["end"]): row["antecedents"][resolver] for row in found["pronouns"]}
    return {pronoun: (answer["start"], answer["end"]) for pronoun, answer in answers.items() if answer}


# ---- the tables


def cultures_table() -> str:
    """Right answers by culture, in one sentence and in five others, in Markdown."""
    rows = []
    for kind in ("names, one sentence", "names, five sentences"):
        cultures = {each.subcategory: of(kind, each.subcategory) for each in of(kind)}
        elsewhere = [each for each in of(kind) if each.subcategory != "English"]
        known, others = ([each for each in elsewhere if _are_known(_pair(each)) == wanted] for wanted in (True, False))
        cultures["all but English"] = elsewhere
        if others:
            cultures |= {"of these, both names known": known, "of these, others": others}
        for culture, items in cultures.items():
            people = {name for each in items for name in _pair(each)}
            share = f"{sum(_are_known([name]) for name in people)} of {len(people)}"
            rows.append(f"| {kind.removeprefix('names, ')} | {culture} | {share} | {_cells(items)} |")
    return "\n".join([_heading("sentences", "names", "names known"), *rows])


def _pair(sentence: Sentence) -> list[str]:
    """The two persons of a sentence with names."""
    others = of(sentence.category, sentence.subcategory)
    names = {each.words(offsets) for each in others for offsets in each.antecedents}
    return [name for name in sorted(names) if re.search(rf"\b{name}\b", sentence.text)]


def _are_known(people: Sequence[str]) -> bool:
    """Whether the table of first names knows the sex of all."""
    return None not in map(first_name, people)


def categories_table() -> str:
    """Right answers by category and subcategory, in Markdown."""
    rows = []
    for category in dict.fromkeys(each.category for each in sentences()):
        items = [each for each in of(category) if not each.is_open]
        parts = [*dict.fromkeys(each.subcategory for each in items)]
        rows.append(f"| **{category}** | {_cells(items)} |")
        if not category.startswith("names, "):
            rows += [f"| {part} | {_cells(of(category, part))} |" for part in parts]
    return "\n".join([_heading("category"), *rows])


def _heading(*names: str) -> str:
    return f"| {' | '.join(names)} | n | {' | '.join(BEST)} |\n|{'---|' * len(names)}--:|{'--:|' * len(BEST)}"


def _cells(items: Sequence[Sentence]) -> str:
    """How many there are, and how many each resolver gets, with the interval of Wilson in percent."""
    cells = [str(len(items))]
    for name in BEST:
        right = sum(each.is_right(name) for each in items)
        low, high = interval(np.array([right]), np.array([len(items)])) or (0.0, 1.0)
        cells.append(f"{right} ({100 * low:.0f}-{100 * high:.0f}%)")
    return " | ".join(cells)
