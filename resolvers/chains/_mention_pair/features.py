"""Features of a pair of mentions: what Soon et al. 2001 and Ng & Cardie 2002 give a classifier to decide by.

Every feature is a function of `Pairs`, the candidate antecedents and the anaphors of many pairs at once. Agreement has
three values: `NO`, `UNKNOWN` and `YES`; distances are counts up to `FURTHEST`; all others hold (1) or do not (0).
`README.md` beside this module says which features of the papers are missing, and why.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers.chains._mention_pair.table import CLASSES, KINDS, Integers, Table, Truths

Values = NDArray[np.int64] | NDArray[np.bool_]
NO, UNKNOWN, YES = 0, 1, 2
FURTHEST = 100
_NAME, _NOMINAL, _PRONOUN = range(len(KINDS))
_PERSONS = (CLASSES.index("male"), CLASSES.index("female"))
_ANY_PERSON = CLASSES.index("person")


@dataclass(frozen=True)
class Pairs:
    """Pairs of mentions of one document: `i` are the candidate antecedents, `j` the anaphors behind them."""

    table: Table
    i: Integers
    j: Integers

    def of(self, column: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """A column of the table for both mentions of each pair."""
        values = getattr(self.table, column)
        return values[self.i], values[self.j]

    def equal(self, column: str) -> Truths:
        """Whether both have the same, and have it at all."""
        one, other = self.of(column)
        same: Truths = (one == other) & (one >= 0)
        return same

    def both(self, column: str) -> Truths:
        """Whether it holds of both."""
        one, other = self.of(column)
        found: Truths = (one & other).astype(np.bool_)
        return found

    def kinds(self, one: int, other: int) -> Truths:
        """Whether the antecedent is of the one and the anaphor of the other kind."""
        found: Truths = (self.i_kind == one) & (self.j_kind == other)
        return found

    @cached_property
    def i_kind(self) -> Integers:
        """The kind of the antecedent."""
        return self.table.kind[self.i]

    @cached_property
    def j_kind(self) -> Integers:
        """The kind of the anaphor."""
        return self.table.kind[self.j]

    @cached_property
    def nominal(self) -> Truths:
        """Whether neither is a pronoun."""
        found: Truths = (self.i_kind != _PRONOUN) & (self.j_kind != _PRONOUN)
        return found

    @cached_property
    def shared(self) -> Integers:
        """How many open-class words they share."""
        return _shared(self.table.bag, self.i, self.j)

    @cached_property
    def sizes(self) -> tuple[Integers, Integers]:
        """How many different open-class words each has."""
        words = np.diff(self.table.bag.indptr).astype(np.int64)
        return words[self.i], words[self.j]

    @cached_property
    def contained(self) -> Truths:
        """Whether one stands inside the other; the outer one comes first."""
        found: Truths = self.table.end[self.i] > self.table.start[self.j]
        return found


def _shared(bags: NDArray[np.int64], i: Integers, j: Integers) -> Integers:
    if not len(i):
        return np.zeros(0, np.int64)
    return np.asarray((bags @ bags.T)[i, j], dtype=np.int64).ravel()


def _agreement(pairs: Pairs, column: str) -> Integers:
    one, other = pairs.of(column)
    return np.where((one == 0) | (other == 0), UNKNOWN, np.where(one == other, YES, NO))


def _distance(pairs: Pairs, column: str) -> Integers:
    one, other = pairs.of(column)
    apart: Integers = np.clip(other - one, 0, FURTHEST)
    return apart


def _semantic(pairs: Pairs) -> Integers:
    """SEMCLASS: the same class or one above the other; classes that are not known go by the heads."""
    one, other = pairs.of("semantic")
    above = ((one == _ANY_PERSON) & np.isin(other, _PERSONS)) | ((other == _ANY_PERSON) & np.isin(one, _PERSONS))
    unknown = (one == 0) | (other == 0)
    by_head = np.where(pairs.equal("lemma"), YES, UNKNOWN)
    return np.where(unknown, by_head, np.where((one == other) | above, YES, NO))


def _alias(pairs: Pairs) -> Truths:
    """ALIAS: persons of the same last word, organisations and their acronyms."""
    short, long = pairs.of("acronym"), pairs.of("initials")
    acronym = ((short[0] == long[1]) & (short[0] >= 0)) | ((short[1] == long[0]) & (short[1] >= 0))
    found: Truths = pairs.kinds(_NAME, _NAME) & (pairs.equal("surname") | acronym)
    return found


def _appositive(pairs: Pairs) -> Truths:
    """Whether the anaphor is attached to the antecedent's head as an apposition."""
    found: Truths = pairs.table.above[pairs.j] == pairs.table.head[pairs.i]
    return found


def _predicate(pairs: Pairs) -> Truths:
    """Whether one is the predicate nominal and the other its subject."""
    (i_subject, j_subject), (i_head, j_head) = pairs.of("subject"), pairs.of("head")
    found: Truths = (j_subject == i_head) | (i_subject == j_head)
    return found


def _contraindexed(pairs: Pairs) -> Truths:
    """Whether both depend on one predicate and the anaphor is no reflexive: "he saw him"."""
    found: Truths = pairs.equal("governor") & ~pairs.table.reflexive[pairs.j] & (pairs.i != pairs.j)
    return found


def _modifiers(pairs: Pairs) -> Truths:
    """Whether the modifiers before the one head are among those before the other."""
    counts = np.diff(pairs.table.modifiers.indptr)
    least = np.minimum(counts[pairs.i], counts[pairs.j])
    found: Truths = pairs.nominal & (_shared(pairs.table.modifiers, pairs.i, pairs.j) >= least)
    return found


def _subset(pairs: Pairs) -> Truths:
    """Whether all open-class words of one are among those of the other."""
    least = np.minimum(*pairs.sizes)
    found: Truths = pairs.nominal & (least > 0) & (pairs.shared >= least)
    return found


def _names_differ(pairs: Pairs) -> Truths:
    """Whether both are names without a word in common."""
    found: Truths = pairs.kinds(_NAME, _NAME) & (pairs.shared == 0) & ~_alias(pairs)
    return found


def _persons_agree(pairs: Pairs) -> Truths:
    one, other = pairs.of("person")
    found: Truths = one == other
    return found


Feature = Callable[[Pairs], Values]

SOON: Mapping[str, Feature] = {
    "DIST": lambda pairs: _distance(pairs, "sentence"),
    "I_PRONOUN": lambda pairs: pairs.i_kind == _PRONOUN,
    "J_PRONOUN": lambda pairs: pairs.j_kind == _PRONOUN,
    "STR_MATCH": lambda pairs: pairs.equal("text"),
    "DEF_NP": lambda pairs: pairs.table.definite[pairs.j],
    "DEM_NP": lambda pairs: pairs.table.demonstrative[pairs.j],
    "NUMBER": lambda pairs: _agreement(pairs, "number"),
    "SEMCLASS": _semantic,
    "GENDER": lambda pairs: _agreement(pairs, "gender"),
    "PROPER_NAME": lambda pairs: pairs.kinds(_NAME, _NAME),
    "ALIAS": _alias,
    "APPOSITIVE": _appositive,
}
NG_CARDIE: Mapping[str, Feature] = {
    "PRO_STR": lambda pairs: pairs.equal("form"),
    "PN_STR": lambda pairs: pairs.kinds(_NAME, _NAME) & pairs.equal("text"),
    "WORDS_STR": lambda pairs: pairs.kinds(_NOMINAL, _NOMINAL) & pairs.equal("text"),
    "SOON_STR_NONPRO": lambda pairs: pairs.nominal & pairs.equal("text"),
    "WORD_OVERLAP": lambda pairs: pairs.nominal & (pairs.shared > 0),
    "MODIFIER": _modifiers,
    "PN_SUBSTR": lambda pairs: pairs.kinds(_NAME, _NAME) & _subset(pairs),
    "WORDS_SUBSTR": lambda pairs: pairs.kinds(_NOMINAL, _NOMINAL) & _subset(pairs),
    "BOTH_DEFINITES": lambda pairs: pairs.both("definite"),
    "BOTH_EMBEDDED": lambda pairs: pairs.both("embedded"),
    "BOTH_IN_QUOTES": lambda pairs: pairs.both("quoted"),
    "BOTH_PRONOUNS": lambda pairs: pairs.kinds(_PRONOUN, _PRONOUN),
    "BOTH_SUBJECTS": lambda pairs: pairs.both("subject_role"),
    "SUBJECT_1": lambda pairs: pairs.table.subject_role[pairs.i],
    "SUBJECT_2": lambda pairs: pairs.table.subject_role[pairs.j],
    "DEFINITE_1": lambda pairs: pairs.table.definite[pairs.i],
    "EMBEDDED_1": lambda pairs: pairs.table.embedded[pairs.i],
    "EMBEDDED_2": lambda pairs: pairs.table.embedded[pairs.j],
    "IN_QUOTE_1": lambda pairs: pairs.table.quoted[pairs.i],
    "IN_QUOTE_2": lambda pairs: pairs.table.quoted[pairs.j],
    "AGREEMENT": lambda pairs: np.minimum(_agreement(pairs, "number"), _agreement(pairs, "gender")),
    "ANIMACY": lambda pairs: _agreement(pairs, "animacy"),
    "PREDNOM": _predicate,
    "SPAN": lambda pairs: pairs.contained,
    "CONTRAINDICES": _contraindexed,
    "INDEFINITE": lambda pairs: pairs.table.indefinite[pairs.j] & ~_appositive(pairs),
    "INDEFINITE_1": lambda pairs: pairs.table.indefinite[pairs.i],
    "PRONOUN": lambda pairs: (pairs.i_kind == _PRONOUN) & (pairs.j_kind != _PRONOUN),
    "PROPER_NOUN": _names_differ,
    "PARANUM": lambda pairs: _distance(pairs, "paragraph"),
}
OWN: Mapping[str, Feature] = {
    "HEAD": lambda pairs: pairs.equal("lemma"),
    "WHOLE_STR": lambda pairs: pairs.equal("whole"),
    "PERSON": _persons_agree,
    "I_PERSON": lambda pairs: pairs.table.person[pairs.i],
    "J_PERSON": lambda pairs: pairs.table.person[pairs.j],
    "J_REFLEXIVE": lambda pairs: pairs.table.reflexive[pairs.j],
    "J_POSSESSIVE": lambda pairs: pairs.table.possessive[pairs.j],
    "I_NAME": lambda pairs: pairs.i_kind == _NAME,
    "J_NAME": lambda pairs: pairs.j_kind == _NAME,
    "MENTIONS": lambda pairs: np.clip(pairs.j - pairs.i, 0, FURTHEST),
}
FEATURES: Mapping[str, Feature] = {**SOON, **NG_CARDIE, **OWN}
SETS: Mapping[str, tuple[str, ...]] = {
    "soon": tuple(SOON),
    "ng_cardie": (*SOON, *NG_CARDIE),
    "all": tuple(FEATURES),
}
"""The features by whose they are; `all` has ours too: heads, person, kinds of mentions and how many lie between."""


def matrix(pairs: Pairs, names: tuple[str, ...]) -> NDArray[np.int8]:
    """The values of the named features, pairs x features."""
    return np.stack([FEATURES[name](pairs).astype(np.int8) for name in names], axis=1)
