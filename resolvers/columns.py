"""Mentions of a document as arrays, and its pairs of anaphor and candidate, for resolvers that look at many at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers.syntax.binding import children_of, coordinations_of
from anaphora.workbench.arrays import Flags, Integers
from anaphora.workbench.document import Annotation, Mention, Prepared, once
from anaphora.workbench.language.packs import Language, language_of

Marks = NDArray[np.int8]

CODES: Mapping[str, Sequence[str]] = {
    "kind": ("name", "nominal", "pronoun"),
    "number": ("unknown", "singular", "plural"),
    "gender": ("unknown", "masculine", "feminine", "neuter", "common", "non-feminine", "non-masculine"),
    "animacy": ("unknown", "animate", "inanimate"),
    "function": (
        "subject", "existential", "agent", "object", "indirect_object", "oblique", "possessor", "predicate",
        "apposition", "other",
    ),
    "definiteness": ("pronoun", "name", "definite", "indefinite", "bare"),
}  # fmt: skip
"""The values that columns number by their places in these lists."""
KINDS = CODES["kind"]
NAME, NOMINAL, PRONOUN = range(len(KINDS))


@dataclass(frozen=True, eq=False)
class Columns:
    """One array entry for each mention of `prepared`, in text order; it must not be changed.

    What `CODES` lists is numbered as there. `start` and `end` bound the span; tokens are -1 where there is none.
    """

    prepared: Prepared
    start: Integers
    end: Integers
    kind: Integers
    person: Integers
    number: Integers
    gender: Integers
    animacy: Integers
    function: Integers
    definiteness: Integers
    head: Integers
    sentence: Integers
    paragraph: Integers
    governor: Integers
    clause: Integers
    preposition: Integers
    heading: Integers

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def annotation(self) -> Annotation:
        """The tree and the tags."""
        return self.prepared.annotation

    def is_a(self, column: str, *values: str) -> Flags:
        """Return for each mention whether it has one of these values, which `CODES` lists, in a column."""
        numbers: Integers = getattr(self, column)
        return np.isin(numbers, [CODES[column].index(value) for value in values])

    @cached_property
    def one_gender(self) -> Integers:
        """The genders, 0 where several are open, such as the common gender of Norwegian, or that of ships."""
        return np.where(self.is_a("gender", "masculine", "feminine", "neuter"), self.gender, 0)

    @cached_property
    def length(self) -> Integers:
        """The number of words of each mention."""
        return np.array([len(mention.span) for mention in self.prepared.mentions], np.int64)

    @cached_property
    def is_conjunct(self) -> Flags:
        """True for conjuncts of a coordination."""
        return np.array([mention.coordination is not None for mention in self.prepared.mentions], bool)

    @cached_property
    def is_coordination(self) -> Flags:
        """True for coordinations."""
        coordinations = coordinations_of(self.prepared)
        return np.array([mention.span in coordinations for mention in self.prepared.mentions], bool)

    @cached_property
    def place_in_sentence(self) -> Integers:
        """The number of mentions before each in its sentence."""
        return np.arange(len(self)) - np.searchsorted(self.sentence, self.sentence)

    @cached_property
    def _numbered_nouns(self) -> tuple[Integers, Sequence[str | None]]:
        numbers: dict[str | int, int] = {}
        pairs = enumerate(zip(self.prepared.mentions, self.is_coordination.tolist(), strict=True))
        noun = [
            numbers.setdefault(
                index if mention.kind == "pronoun" or is_coordination else mention.lemma.lower(), len(numbers)
            )
            for index, (mention, is_coordination) in pairs
        ]
        return np.array(noun, np.int64), [name if isinstance(name, str) else None for name in numbers]

    @property
    def noun(self) -> Integers:
        """The number of each head noun among `nouns`: mentions of the same number have the same one.

        Pronouns and coordinations have no head noun to share and get a number each, without a lemma.
        """
        return self._numbered_nouns[0]

    @property
    def nouns(self) -> Sequence[str | None]:
        """The lemmas of the head nouns, in the order in which they come up."""
        return self._numbered_nouns[1]

    @cached_property
    def has_noun(self) -> Flags:
        """True for all but pronouns and coordinations."""
        return np.array([name is not None for name in self.nouns], bool)[self.noun]

    @cached_property
    def occurrences(self) -> Integers:
        """The mentions less those that have head and noun of an earlier one.

        A coordination that the tree does not show and its first member are one occurrence.
        """
        return np.asarray(np.unique(self.head * len(self.nouns) + self.noun, return_index=True)[1])

    @cached_property
    def verbs(self) -> Mapping[int, str]:
        """The tokens that are verbs, with their lemmas in small letters."""
        annotation = self.annotation
        return {token: annotation.lemma[token].lower() for token, pos in enumerate(annotation.pos) if pos == "VERB"}

    @cached_property
    def children(self) -> Mapping[int, Sequence[int]]:
        """The dependents of each token."""
        return children_of(self.prepared)

    @cached_property
    def boundaries(self) -> Sequence[int]:
        """The first token of each sentence, and the length of the text."""
        return *self.annotation.sentence_starts, len(self.annotation.head)


_OF_SPANS = ("prepared", "start", "end")


@once
def columns_of(prepared: Prepared) -> Columns:
    """The columns of a document."""
    mentions = prepared.mentions

    def column(attribute: str) -> Integers:
        values = map(attrgetter(attribute), mentions)
        if attribute in CODES:
            values = map({value: place for place, value in enumerate(CODES[attribute])}.__getitem__, values)
        return np.fromiter(values, np.int64, len(mentions))

    attributes = [field.name for field in fields(Columns) if field.name not in _OF_SPANS]
    spans = column("span.start"), column("span.end")
    return Columns(prepared, *spans, **{name: column(name) for name in attributes})


@dataclass(frozen=True, slots=True, eq=False)
class CasePairs:
    """All pairs of an anaphor and a candidate, case after case, as mention indices.

    `cases` are the cases that have a candidate, `lists` their candidates; the pairs of `cases[i]` begin at `starts[i]`,
    and `owner` gives `i` for each pair.
    """

    cases: tuple[int, ...]
    lists: tuple[tuple[int, ...], ...]
    starts: Integers
    owner: Integers
    anaphor: Integers
    candidate: Integers


def pairs_of(prepared: Prepared, candidates: Mapping[int, tuple[int, ...]] | None = None) -> CasePairs:
    """All anaphors with their candidates: the compatible ones, or those that `candidates` has for some cases."""
    if candidates is None:
        candidates = {number: case.compatible for number, case in enumerate(prepared.cases)}
    cases = tuple(number for number, members in candidates.items() if members)
    lists = tuple([candidates[number] for number in cases])
    sizes = np.array([len(members) for members in lists], np.int64)
    owner = np.repeat(np.arange(len(cases)), sizes)
    anaphors = np.array([prepared.cases[number].anaphor for number in cases], np.int64)
    return CasePairs(
        cases=cases,
        lists=lists,
        starts=np.cumsum(sizes) - sizes,
        owner=owner,
        anaphor=anaphors[owner],
        candidate=np.array([member for members in lists for member in members], np.int64),
    )


NO, UNKNOWN, YES = 0, 1, 2


def agreement(values: Integers, others: Integers) -> Marks:
    """Return for each pair of values whether they are the same (`YES`); 0, which is unknown, agrees with everything."""
    same, both = values == others, (values != 0) & (others != 0)
    return np.asarray(UNKNOWN + (same & both).view(np.int8) - (both & ~same).view(np.int8), np.int8)


# Words of mentions

REMOVED = frozenset({"a", "an", "the", "this", "that", "these", "those"})
"""The words that STR_MATCH leaves out (Soon, Ng & Lim 2001, section 2.3)."""


@cache
def articles(tables: Language) -> frozenset[str]:
    """The articles and demonstratives of a language: its determiners but for possessives."""
    owners = {form for form, entry in tables.pronouns.items() if entry.type == "possessive"}
    return tables.of("determiners.definite", "articles.definite", "articles.indefinite") - owners


def bare_words(prepared: Prepared, mention: Mention) -> tuple[str, ...]:
    """The base noun phrase in small letters without articles, demonstratives, punctuation and mark of the genitive.

    A mention that has no other words keeps them all.
    """
    words = prepared.document.words
    annotation = prepared.annotation
    tables = language_of(prepared.document)
    removed = REMOVED if tables.code == "en" else articles(tables)
    tokens = [token for token in mention.base if annotation.tag[token] != "POS"]
    kept = tuple(
        word for token in tokens if annotation.pos[token] != "PUNCT" and (word := words[token].lower()) not in removed
    )
    return kept or tuple(words[token].lower() for token in tokens)
