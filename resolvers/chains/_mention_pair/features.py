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

from anaphora.resolvers.chains._mention_pair.table import CLASSES, KINDS, Table, Truths
from anaphora.workbench.aliases import Integers

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

    def values(self, column: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """A column of the table for both mentions of each pair."""
        entries = getattr(self.table, column)
        return entries[self.i], entries[self.j]

    def equal(self, column: str) -> Truths:
        """Whether both have the same, and have it at all."""
        i_values, j_values = self.values(column)
        return np.asarray((i_values == j_values) & (i_values >= 0), np.bool_)

    def both(self, column: str) -> Truths:
        """Whether it holds of both."""
        i_values, j_values = self.values(column)
        return np.asarray(i_values & j_values, np.bool_)

    def kinds(self, antecedent: int, anaphor: int) -> Truths:
        """Whether antecedent and anaphor are of these kinds."""
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
    def nominal(self) -> Truths:
        """Whether neither is a pronoun."""
        return np.asarray((self.i_kind != _PRONOUN) & (self.j_kind != _PRONOUN), np.bool_)

    @cached_property
    def shared(self) -> Integers:
        """How many open-class words they share."""
        return _count_shared(self.table.bag, self.i, self.j)

    @cached_property
    def sizes(self) -> tuple[Integers, Integers]:
        """How many different open-class words each has."""
        words = np.diff(self.table.bag.indptr).astype(np.int64)
        return words[self.i], words[self.j]

    @cached_property
    def contained(self) -> Truths:
        """Whether one stands inside the other; the outer one comes first."""
        return np.asarray(self.table.end[self.i] > self.table.start[self.j], np.bool_)


def _count_shared(bags: NDArray[np.int64], i: Integers, j: Integers) -> Integers:
    if not len(i):
        return np.zeros(0, np.int64)
    return np.asarray((bags @ bags.T)[i, j], dtype=np.int64).ravel()


def _agreement(pairs: Pairs, column: str) -> Integers:
    i_values, j_values = pairs.values(column)
    return np.where((i_values == 0) | (j_values == 0), UNKNOWN, np.where(i_values == j_values, YES, NO))


def _distance(pairs: Pairs, column: str) -> Integers:
    i_values, j_values = pairs.values(column)
    return np.asarray(np.clip(j_values - i_values, 0, FURTHEST), np.int64)


def _semantic(pairs: Pairs) -> Integers:
    """SEMCLASS: the same class or one above the other; classes that are not known go by the heads."""
    i_values, j_values = pairs.values("semantic")
    above = ((i_values == _ANY_PERSON) & np.isin(j_values, _PERSONS)) | (
        (j_values == _ANY_PERSON) & np.isin(i_values, _PERSONS)
    )
    unknown = (i_values == 0) | (j_values == 0)
    by_head = np.where(pairs.equal("lemma"), YES, UNKNOWN)
    return np.where(unknown, by_head, np.where((i_values == j_values) | above, YES, NO))


def _alias(pairs: Pairs) -> Truths:
    """ALIAS: persons of the same last word, organisations and their acronyms."""
    short, long = pairs.values("acronym"), pairs.values("initials")
    acronym = ((short[0] == long[1]) & (short[0] >= 0)) | ((short[1] == long[0]) & (short[1] >= 0))
    return np.asarray(pairs.kinds(_NAME, _NAME) & (pairs.equal("surname") | acronym), np.bool_)


def _appositive(pairs: Pairs) -> Truths:
    """Whether the anaphor is attached to the antecedent's head as an apposition."""
    return np.asarray(pairs.table.above[pairs.j] == pairs.table.head[pairs.i], np.bool_)


def _predicate(pairs: Pairs) -> Truths:
    """Whether one is the predicate nominal and the other its subject."""
    (i_subject, j_subject), (i_head, j_head) = pairs.values("subject"), pairs.values("head")
    return np.asarray((j_subject == i_head) | (i_subject == j_head), np.bool_)


def _are_contraindexed(pairs: Pairs) -> Truths:
    """Whether both depend on one predicate and the anaphor is no reflexive: "he saw him"."""
    return np.asarray(pairs.equal("governor") & ~pairs.table.reflexive[pairs.j] & (pairs.i != pairs.j), np.bool_)


def _modifiers(pairs: Pairs) -> Truths:
    """Whether the modifiers before the one head are among those before the other."""
    counts = np.diff(pairs.table.modifiers.indptr)
    least = np.minimum(counts[pairs.i], counts[pairs.j])
    return np.asarray(pairs.nominal & (_count_shared(pairs.table.modifiers, pairs.i, pairs.j) >= least), np.bool_)


def _subset(pairs: Pairs) -> Truths:
    """Whether all open-class words of one are among those of the other."""
    least = np.minimum(*pairs.sizes)
    return np.asarray(pairs.nominal & (least > 0) & (pairs.shared >= least), np.bool_)


def _names_differ(pairs: Pairs) -> Truths:
    """Whether both are names without a word in common."""
    return np.asarray(pairs.kinds(_NAME, _NAME) & (pairs.shared == 0) & ~_alias(pairs), np.bool_)


def _persons_agree(pairs: Pairs) -> Truths:
    i_values, j_values = pairs.values("person")
    return np.asarray(i_values == j_values, np.bool_)


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
    "CONTRAINDICES": _are_contraindexed,
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
