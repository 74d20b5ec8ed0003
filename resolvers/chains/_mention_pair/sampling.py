"""Sampling of the pairs of mentions from which a classifier learns.

- `soon` (Soon, Ng & Lim 2001): each mention with the nearest before it in its chain is a positive instance; with every
  mention between the two it makes negative ones.
- `ng_cardie` (Ng & Cardie 2002): the same, but the antecedent of a mention that is no pronoun is the nearest that is no
  pronoun either; without one the mention gives no instance. Pronouns of its chain that stand between give none.
- `every`: all pairs within `REACH` mentions. It is not from a paper: the others show no mention that starts a chain, so
  that what is learned links too much where most mentions are alone. Of the negative pairs with more than `NEAR`
  mentions between them only each `SPACING`th is taken, and counts as much as so many.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers._options import check_choice
from anaphora.workbench.aliases import Integers

SAMPLINGS = ("every", "ng_cardie", "soon")
REACH = 1000
NEAR, SPACING = 50, 10


@dataclass(frozen=True, slots=True, eq=False)
class Instances:
    """Pairs to learn from: candidate antecedents, anaphors, whether they corefer, and how much each counts."""

    i: Integers
    j: Integers
    coreferent: NDArray[np.bool_]
    weight: NDArray[np.float64]


def instances(chains: Sequence[int], pronouns: Sequence[bool], how: str) -> Instances:
    """The instances of a document; `chains` has the number of each mention's key chain (-1: none).

    Raises `OptionError` for another way of sampling.
    """
    check_choice("way of sampling pairs", how, SAMPLINGS)
    numbers = np.array(chains, np.int64)
    if how == "every":
        i, j = all_pairs(len(numbers))
        return _take_spaced(i, j, (numbers[i] == numbers[j]) & (numbers[j] >= 0))
    i, j = _up_to_the_antecedent(chains, pronouns, how == "ng_cardie")
    return Instances(i, j, numbers[i] == numbers[j], np.ones(len(i)))


def _up_to_the_antecedent(chains: Sequence[int], pronouns: Sequence[bool], by_kind: bool) -> tuple[Integers, Integers]:
    antecedents: list[int] = []
    anaphors: list[int] = []
    for anaphor, chain in enumerate(chains):
        earlier = [mention for mention in range(anaphor) if chain >= 0 and chains[mention] == chain]
        if by_kind and not pronouns[anaphor]:
            earlier = [mention for mention in earlier if not pronouns[mention]]
        if earlier:
            between = [mention for mention in range(earlier[-1] + 1, anaphor) if chains[mention] != chain]
            antecedents += [earlier[-1], *between]
            anaphors += [anaphor] * (1 + len(between))
    return np.array(antecedents, np.int64), np.array(anaphors, np.int64)


def _take_spaced(i: Integers, j: Integers, coreferent: NDArray[np.bool_]) -> Instances:
    far = ~coreferent & (j - i > NEAR)
    kept = ~far | (np.arange(len(i)) % SPACING == 0)
    return Instances(i[kept], j[kept], coreferent[kept], np.where(far, float(SPACING), 1.0)[kept])


def all_pairs(mentions: int, start: int = 0, end: int | None = None) -> tuple[Integers, Integers]:
    """The pairs of the mentions from `start` to `end` with those before them, at most `REACH` before, by anaphor."""
    anaphors = np.arange(start, mentions if end is None else min(end, mentions))
    sizes = np.minimum(anaphors, REACH)
    j = np.repeat(anaphors, sizes)
    first = np.repeat(np.cumsum(sizes) - sizes, sizes)
    return j - np.repeat(sizes, sizes) + (np.arange(len(j)) - first), j
