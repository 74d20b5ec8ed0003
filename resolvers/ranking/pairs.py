"""Pairs of mentions: the columns that they ask for, and the features of pairs that are made of them.

Every feature is a function of `Pairs`, the candidate antecedents and the anaphors of many pairs at once. Agreement has
three values: `NO`, `UNKNOWN` and `YES`; distances are counts up to `FURTHEST`; all others hold (1) or do not (0).
`chains/README.md` says which features of the papers are missing, and why.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers.columns import (
    NAME,
    NOMINAL,
    PRONOUN,
    REMOVED,
    UNKNOWN,
    YES,
    Columns,
    Marks,
    agreement,
    bare_words,
    columns_of,
)
from anaphora.workbench.arrays import Flags, Integers
from anaphora.workbench.document import Annotation, Mention, Prepared, once

CLASSES = ("unknown", "person", "male", "female", "organization", "location", "date", "object", "abstraction")
_CLASS_OF = {
    "ORGANIZATION": "organization", "PLACE": "location", "TIME": "date", "OBJECT": "object", "ANIMAL": "object",
    "PLANT": "object", "SUBSTANCE": "object", "ABSTRACT": "abstraction", "EVENT": "abstraction", "PERSON": "person",
}  # fmt: skip
_QUOTES = {"“": 1, "``": 1, "”": -1, "''": -1}
_COMPANY = frozenset({"corp", "corp.", "ltd", "ltd.", "inc", "inc.", "co", "co.", "company", "corporation"})


@dataclass(frozen=True, eq=False)
class PairColumns(Columns):
    """The columns that features of pairs ask for. Equal numbers stand for equal words, -1 or 0 for none.

    `form` numbers the words of pronouns, `lemma` the head lemmas of all others; `text` numbers the base noun phrase
    without articles, `whole` the whole span; `bag` has the open-class words of the whole span and `modifiers` those
    before the head. `surname` is the last word of a person's name, `acronym` and `initials` are what names are
    abbreviated to. `above` is the token that an apposition is attached to, `subject` that of the subject of a predicate
    nominal.
    """

    form: Integers
    lemma: Integers
    text: Integers
    whole: Integers
    surname: Integers
    acronym: Integers
    initials: Integers
    reflexive: Flags
    possessive: Flags
    semantic: Integers
    definite: Flags
    demonstrative: Flags
    indefinite: Flags
    subject_role: Flags
    embedded: Flags
    quoted: Flags
    above: Integers
    subject: Integers
    bag: "Bags"
    modifiers: "Bags"


@once
def pair_columns(prepared: Prepared) -> PairColumns:
    """The columns of one document, which must not be changed."""
    mentions, annotation, columns = prepared.mentions, prepared.annotation, columns_of(prepared)
    first = [prepared.document.words[mention.span.start].lower() for mention in mentions]
    last = [prepared.document.words[mention.head].lower() for mention in mentions]
    heads = enumerate(zip(annotation.head, annotation.relation, strict=True))
    subjects = {head: token for token, (head, relation) in heads if relation.startswith("nsubj")}

    return PairColumns(
        prepared=prepared,
        **{field.name: getattr(columns, field.name) for field in fields(Columns) if field.name != "prepared"},
        form=_number(word if mention.kind == "pronoun" else None for word, mention in zip(last, mentions, strict=True)),
        lemma=_number(None if mention.kind == "pronoun" else mention.lemma for mention in mentions),
        text=_number(bare_words(prepared, mention) for mention in mentions),
        whole=_number(prepared.document.words_of(mention.span).lower() for mention in mentions),
        **_names(prepared, last),
        reflexive=np.array([mention.pronoun == "reflexive" for mention in mentions], np.bool_),
        possessive=np.array([mention.pronoun == "possessive" for mention in mentions], np.bool_),
        semantic=np.array([CLASSES.index(_class(annotation, mention)) for mention in mentions], np.int64),
        definite=np.array([word == "the" for word in first], np.bool_),
        demonstrative=np.array([word in ("this", "that", "these", "those") for word in first], np.bool_),
        indefinite=columns.is_a("definiteness", "indefinite"),
        subject_role=columns.is_a("function", "subject"),
        embedded=columns.end <= np.maximum.accumulate(np.concatenate([[0], columns.end]))[:-1],  # the longer come first
        quoted=np.array(_find_quoted(prepared), np.bool_)[columns.head],
        above=np.where(columns.is_a("function", "apposition"), np.array(annotation.head, np.int64)[columns.head], -1),
        subject=np.array(
            [subjects.get(mention.head, -1) if mention.function == "predicate" else -1 for mention in mentions],
            np.int64,
        ),
        bag=_bags(_open_words(prepared, mention.span) for mention in mentions),
        modifiers=_bags(_open_words(prepared, range(mention.base.start, mention.head)) for mention in mentions),
    )


def _number(values: Iterable[Hashable | None]) -> Integers:
    """A number for each different value, -1 for `None`."""
    numbers: dict[Hashable, int] = {}
    return np.array([-1 if value is None else numbers.setdefault(value, len(numbers)) for value in values], np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Bags:
    """The different words of each mention, numbered: those of mention m from `starts[m]` to `starts[m + 1]`."""

    starts: Integers
    words: Integers
    keys: Integers  # mention and word in one number, in order, and one that is greater

    def sizes(self, mentions: Integers) -> Integers:
        """The number of words of each mention."""
        return self.starts[mentions + 1] - self.starts[mentions]

    def shared(self, i: Integers, j: Integers) -> Integers:
        """The number of words that the mentions of each pair share; `i` may be a row and `j` a column."""
        words, pair = self._held(i.ravel())
        if i.ndim == 1:
            asked = j[pair] << 32 | words
            return np.bincount(pair[self.keys[np.searchsorted(self.keys, asked)] == asked], minlength=len(i))
        asked, row = self._held(j.ravel())
        names, number = np.unique(np.concatenate([asked, words]), return_inverse=True)
        has = np.zeros((len(names), i.size), np.int64)
        has[number[len(row) :], pair] = 1
        shared = np.zeros((j.size, i.size), np.int64)
        rows, begins = np.unique(row, return_index=True)
        shared[rows] = np.add.reduceat(has[number[: len(row)]], begins, axis=0)
        return shared

    def _held(self, mentions: Integers) -> tuple[Integers, Integers]:
        """The words of mentions, one mention after the other, and the place of each one's mention."""
        sizes = self.sizes(mentions)
        place = np.repeat(np.arange(len(mentions)), sizes)
        return self.words[np.arange(len(place)) + (self.starts[mentions] - np.cumsum(sizes) + sizes)[place]], place


def _bags(words_of: Iterable[Iterable[str]]) -> Bags:
    numbers: dict[str, int] = {}
    bags = [{numbers.setdefault(word, len(numbers)) for word in words} for words in words_of]
    starts = np.cumsum([0, *map(len, bags)])
    words = np.fromiter(chain.from_iterable(map(sorted, bags)), np.int64, starts[-1])
    keys = np.repeat(np.arange(len(bags)), np.diff(starts)) << 32 | words
    return Bags(starts, words, np.append(keys, np.iinfo(np.int64).max))


def _open_words(prepared: Prepared, tokens: Iterable[int]) -> list[str]:
    words, annotation = prepared.document.words, prepared.annotation
    closed = ("PUNCT", "DET", "ADP", "PART", "CCONJ", "SCONJ", "AUX", "PRON")
    return [
        words[token].lower()
        for token in tokens
        if annotation.pos[token] not in closed and words[token].lower() not in REMOVED
    ]


def _class(annotation: Annotation, mention: Mention) -> str:
    """The semantic class: sex where it is known, then animacy, then the entity type."""
    if mention.animacy == "animate":
        return {"masculine": "male", "feminine": "female"}.get(mention.gender, "person")
    if mention.kind == "pronoun":
        return "unknown"
    return _CLASS_OF.get(annotation.entity[mention.head].upper(), "unknown")


def _names(prepared: Prepared, last: Sequence[str]) -> dict[str, Integers]:
    """Return the parts by which shortened names are recognised, as columns of numbers."""
    words, annotation = prepared.document.words, prepared.annotation
    bases = (mention.base if mention.kind == "name" else () for mention in prepared.mentions)
    nouns = ([words[token] for token in base if annotation.pos[token] == "PROPN"] for base in bases)
    parts = [[noun for noun in name if noun.lower() not in _COMPANY] for name in nouns]
    persons = [_class(annotation, value) in ("person", "male", "female") for value in prepared.mentions]
    short = ["".join(name).replace(".", "") if len(name) == 1 and "".join(name).isupper() else "" for name in parts]
    first_letters = [
        "".join(value[0] for value in name if value[0].isupper()) if len(name) > 1 else "" for name in parts
    ]
    both = _number(value or None for value in (*short, *first_letters))
    return {
        "surname": _number(last[number] if name and persons[number] else None for number, name in enumerate(parts)),
        "acronym": both[: len(short)],
        "initials": both[len(short) :],
    }


def _find_quoted(prepared: Prepared) -> list[bool]:
    """Return for each token whether it stands inside quotation marks, which end with their paragraph."""
    starts = set(prepared.document.paragraph_starts)
    depth = 0
    quoted = []
    for token, word in enumerate(prepared.document.words):
        depth = 0 if token in starts else depth
        depth = 1 - depth if word == '"' else min(1, max(0, depth + _QUOTES.get(word, 0)))
        quoted.append(depth > 0)
    return quoted


Values = Integers | Flags | Marks
FURTHEST = 100
_PERSONS = (CLASSES.index("male"), CLASSES.index("female"))
_ANY_PERSON = CLASSES.index("person")


@dataclass(frozen=True)
class Pairs:
    """Pairs of mentions of one document: `i` are the candidate antecedents, `j` the anaphors behind them.

    They are two rows of the same length, or a row of candidates and a column of anaphors, for all pairs of these.
    """

    table: PairColumns
    i: Integers
    j: Integers

    def values(self, column: str) -> tuple[Integers, Integers]:
        """A column of the table for both mentions of each pair."""
        entries = getattr(self.table, column)
        return entries[self.i], entries[self.j]

    def equal(self, column: str) -> Flags:
        """Return for each pair whether both mentions have the same value in a column; a missing value equals none."""
        i_values, j_values = self.values(column)
        return np.asarray((i_values == j_values) & (i_values >= 0), np.bool_)

    def both(self, column: str) -> Flags:
        """Return for each pair whether a column is true of both mentions."""
        i_values, j_values = self.values(column)
        return np.asarray(i_values & j_values, np.bool_)

    def kinds(self, antecedent: int, anaphor: int) -> Flags:
        """Return for each pair whether its antecedent and its anaphor are of these kinds."""
        return np.asarray((self.i_kind == antecedent) & (self.j_kind == anaphor), np.bool_)

    @cached_property
    def i_kind(self) -> Integers:
        """The kind of the antecedent."""
        return self.table.kind[self.i]

    @cached_property
    def j_kind(self) -> Integers:
        """The kind of the anaphor."""
        return self.table.kind[self.j]

    @cached_property
    def nominal(self) -> Flags:
        """True for each pair of which neither mention is a pronoun."""
        return np.asarray((self.i_kind != PRONOUN) & (self.j_kind != PRONOUN), np.bool_)

    @cached_property
    def shared(self) -> Integers:
        """The number of open-class words that the mentions of each pair share."""
        return self.table.bag.shared(self.i, self.j)

    @cached_property
    def nested(self) -> Flags:
        """True for each pair of which all open-class words of one mention are among those of the other."""
        least = np.minimum(self.table.bag.sizes(self.i), self.table.bag.sizes(self.j))
        return np.asarray((least > 0) & (self.shared >= least), np.bool_)


def _distance(pairs: Pairs, column: str) -> Integers:
    i_values, j_values = pairs.values(column)
    return np.asarray(np.clip(j_values - i_values, 0, FURTHEST), np.int64)


def _semantic(pairs: Pairs) -> Marks:
    """SEMCLASS: the same class or one above the other; classes that are not known go by the heads."""
    i_values, j_values = pairs.values("semantic")
    i_sex, j_sex = (np.logical_or(*[column == sex for sex in _PERSONS]) for column in (i_values, j_values))
    same = (i_values == j_values) | ((i_values == _ANY_PERSON) & j_sex) | ((j_values == _ANY_PERSON) & i_sex)
    both = (i_values != 0) & (j_values != 0)
    return np.where(both, YES * same.view(np.int8), UNKNOWN + pairs.equal("lemma").view(np.int8))


def _alias(pairs: Pairs) -> Flags:
    """ALIAS: persons of the same last word, organisations and their acronyms."""
    short, long = pairs.values("acronym"), pairs.values("initials")
    acronym = ((short[0] == long[1]) & (short[0] >= 0)) | ((short[1] == long[0]) & (short[1] >= 0))
    return np.asarray(pairs.kinds(NAME, NAME) & (pairs.equal("surname") | acronym), np.bool_)


def _appositive(pairs: Pairs) -> Flags:
    """Return for each pair whether the anaphor is attached to the antecedent's head as an apposition."""
    return np.asarray(pairs.table.above[pairs.j] == pairs.table.head[pairs.i], np.bool_)


def _modifiers(pairs: Pairs) -> Flags:
    """Return for each pair whether the modifiers before one head are among those before the other."""
    bags = pairs.table.modifiers
    least = np.minimum(bags.sizes(pairs.i), bags.sizes(pairs.j))
    return np.asarray(pairs.nominal & (bags.shared(pairs.i, pairs.j) >= least), np.bool_)


Feature = Callable[[Pairs], Values]

SOON: Mapping[str, Feature] = {
    "DIST": lambda pairs: _distance(pairs, "sentence"),
    "I_PRONOUN": lambda pairs: pairs.i_kind == PRONOUN,
    "J_PRONOUN": lambda pairs: pairs.j_kind == PRONOUN,
    "STR_MATCH": lambda pairs: pairs.equal("text"),
    "DEF_NP": lambda pairs: pairs.table.definite[pairs.j],
    "DEM_NP": lambda pairs: pairs.table.demonstrative[pairs.j],
    "NUMBER": lambda pairs: agreement(*pairs.values("number")),
    "SEMCLASS": _semantic,
    "GENDER": lambda pairs: agreement(*pairs.values("one_gender")),
    "PROPER_NAME": lambda pairs: pairs.kinds(NAME, NAME),
    "ALIAS": _alias,
    "APPOSITIVE": _appositive,
}
NG_CARDIE: Mapping[str, Feature] = {
    "PRO_STR": lambda pairs: pairs.equal("form"),
    "PN_STR": lambda pairs: pairs.kinds(NAME, NAME) & pairs.equal("text"),
    "WORDS_STR": lambda pairs: pairs.kinds(NOMINAL, NOMINAL) & pairs.equal("text"),
    "SOON_STR_NONPRO": lambda pairs: pairs.nominal & pairs.equal("text"),
    "WORD_OVERLAP": lambda pairs: pairs.nominal & (pairs.shared > 0),
    "MODIFIER": _modifiers,
    "PN_SUBSTR": lambda pairs: pairs.kinds(NAME, NAME) & pairs.nested,
    "WORDS_SUBSTR": lambda pairs: pairs.kinds(NOMINAL, NOMINAL) & pairs.nested,
    "BOTH_DEFINITES": lambda pairs: pairs.both("definite"),
    "BOTH_EMBEDDED": lambda pairs: pairs.both("embedded"),
    "BOTH_IN_QUOTES": lambda pairs: pairs.both("quoted"),
    "BOTH_PRONOUNS": lambda pairs: pairs.kinds(PRONOUN, PRONOUN),
    "BOTH_SUBJECTS": lambda pairs: pairs.both("subject_role"),
    "SUBJECT_1": lambda pairs: pairs.table.subject_role[pairs.i],
    "SUBJECT_2": lambda pairs: pairs.table.subject_role[pairs.j],
    "DEFINITE_1": lambda pairs: pairs.table.definite[pairs.i],
    "EMBEDDED_1": lambda pairs: pairs.table.embedded[pairs.i],
    "EMBEDDED_2": lambda pairs: pairs.table.embedded[pairs.j],
    "IN_QUOTE_1": lambda pairs: pairs.table.quoted[pairs.i],
    "IN_QUOTE_2": lambda pairs: pairs.table.quoted[pairs.j],
    "AGREEMENT": lambda pairs: np.minimum(agreement(*pairs.values("number")), agreement(*pairs.values("one_gender"))),
    "ANIMACY": lambda pairs: agreement(*pairs.values("animacy")),
    "PREDNOM": lambda pairs: (
        (pairs.table.subject[pairs.j] == pairs.table.head[pairs.i])
        | (pairs.table.subject[pairs.i] == pairs.table.head[pairs.j])
    ),
    "SPAN": lambda pairs: pairs.table.end[pairs.i] > pairs.table.start[pairs.j],  # the outer one comes first
    # both depend on one predicate, and the anaphor is no reflexive: "he saw him"
    "CONTRAINDICES": lambda pairs: pairs.equal("governor") & ~pairs.table.reflexive[pairs.j] & (pairs.i != pairs.j),
    "INDEFINITE": lambda pairs: pairs.table.indefinite[pairs.j] & ~_appositive(pairs),
    "INDEFINITE_1": lambda pairs: pairs.table.indefinite[pairs.i],
    "PRONOUN": lambda pairs: (pairs.i_kind == PRONOUN) & (pairs.j_kind != PRONOUN),
    "PROPER_NOUN": lambda pairs: pairs.kinds(NAME, NAME) & (pairs.shared == 0) & ~_alias(pairs),
    "PARANUM": lambda pairs: _distance(pairs, "paragraph"),
}
OWN: Mapping[str, Feature] = {
    "HEAD": lambda pairs: pairs.equal("lemma"),
    "WHOLE_STR": lambda pairs: pairs.equal("whole"),
    "PERSON": lambda pairs: pairs.table.person[pairs.i] == pairs.table.person[pairs.j],
    "I_PERSON": lambda pairs: pairs.table.person[pairs.i],
    "J_PERSON": lambda pairs: pairs.table.person[pairs.j],
    "J_REFLEXIVE": lambda pairs: pairs.table.reflexive[pairs.j],
    "J_POSSESSIVE": lambda pairs: pairs.table.possessive[pairs.j],
    "I_NAME": lambda pairs: pairs.i_kind == NAME,
    "J_NAME": lambda pairs: pairs.j_kind == NAME,
    "MENTIONS": lambda pairs: np.clip(pairs.j - pairs.i, 0, FURTHEST),
}
FEATURES: Mapping[str, Feature] = {**SOON, **NG_CARDIE, **OWN}
SETS: Mapping[str, tuple[str, ...]] = {"soon": tuple(SOON), "ng_cardie": (*SOON, *NG_CARDIE), "all": tuple(FEATURES)}
"""The features by whose they are; `all` has ours too: heads, person, kinds of mentions and how many lie between."""


def matrix(pairs: Pairs, names: tuple[str, ...]) -> NDArray[np.int8]:
    """The values of the named features, pairs x features."""
    values = np.empty((len(names), *np.broadcast_shapes(pairs.i.shape, pairs.j.shape)), np.int8)
    for row, name in zip(values, names, strict=True):
        row[...] = FEATURES[name](pairs)
    return np.ascontiguousarray(values.reshape(len(names), -1).T)
