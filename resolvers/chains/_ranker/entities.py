"""Entities as they grow while a text is read, and the features of candidates that come from them.

Of what the features of pairs say of a candidate an entity knows the sum, the least or the most: how many of its
mentions have the anaphor's head, whether any of them contradicts its gender. Only the mentions on the list count.
"""

import numpy as np

from anaphora.resolvers._ranker.features import Values
from anaphora.resolvers.chains._ranker.features import MOST, PAIR
from anaphora.workbench.aliases import Integers

_SUMS = ("HEAD", "STR_MATCH", "WORD_OVERLAP", "PRO_STR")
_HIGHEST = ("ALIAS", "WORDS_SUBSTR", "PN_SUBSTR", "MODIFIER", "CONTRAINDICES", "SPAN", "PROPER_NOUN")
_LOWEST = ("NUMBER", "GENDER", "ANIMACY", "SEMCLASS", "PERSON")
NAMES = (
    *(f"entity_{name}" for name in (*_SUMS, *_HIGHEST, *_LOWEST)),
    "entity_mentions", "entity_listed", "entity_names", "mentions_since", "is_last", "entities_since",
)  # fmt: skip
_COLUMNS = [[PAIR.index(name) for name in names] for names in (_SUMS, _HIGHEST, _LOWEST)]


class Entities:
    """The entities of the mentions that have been read; `chain` numbers that of each of them."""

    __slots__ = ("_last", "_names", "chain", "members")

    def __init__(self) -> None:
        self.chain: list[int] = []
        self.members: list[list[int]] = []
        self._names: list[int] = []

    def add(self, antecedent: int | None, is_name: bool) -> None:
        """Read the next mention; it joins the entity of its antecedent, or starts one."""
        mention = len(self.chain)
        entity = len(self.members) if antecedent is None else self.chain[antecedent]
        if antecedent is None:
            self.members.append([])
            self._names.append(0)
        self.members[entity].append(mention)
        self._names[entity] += is_name
        self.chain.append(entity)

    def features(self, candidates: Integers, pairs: Values) -> Values:
        """The features of the candidates of the next mention, given those of its pairs: candidates x `NAMES`."""
        chains, number = np.unique(np.array([self.chain[each] for each in candidates.tolist()]), return_inverse=True)
        order, last = np.argsort(number, kind="stable"), np.array([self.members[each][-1] for each in chains.tolist()])
        starts = np.searchsorted(number[order], np.arange(len(chains)))
        sums, highest, lowest = (pairs[order][:, columns] for columns in _COLUMNS)
        members = [len(self.members[each]) for each in chains.tolist()]
        shared = np.hstack(
            [
                np.add.reduceat(sums, starts),
                np.maximum.reduceat(highest, starts),
                np.minimum.reduceat(lowest, starts),
                np.stack([members, np.bincount(number), [self._names[each] for each in chains.tolist()]], axis=1),
                len(self.chain) - last[:, np.newaxis],
            ]
        )
        own = np.stack([candidates == last[number], np.argsort(np.argsort(-last))[number]], axis=1)
        return np.asarray(np.minimum(np.hstack([shared[number], own]), MOST), np.int16)
