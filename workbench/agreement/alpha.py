"""Krippendorff's alpha for chains: annotators' agreement beyond chance (Passonneau 2004; Artstein & Poesio 2008).

A unit is a mention, its label the whole set of mentions that an annotator put it into. Labels differ by degrees, from
0 (the same set) to 1 (disjoint sets). Alpha is 1 - observed / expected disagreement: 1 for equal chains, 0 for what
chance would give. How far it falls depends on the distance (ibid., section 4.4), so that only values of the same
distance and the same kind of units can be compared, and no threshold holds for all.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from anaphora.workbench.arrays import Flags, Integers, Numbers, sum_by
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.measures import divide, matrix

Similarity = Callable[[Numbers, Numbers, Numbers], Numbers]


@dataclass(frozen=True, slots=True)
class Units:
    """Mentions, each of a `document`, in the `sets` that annotators put them into (annotators x units).

    Sets are numbered by annotator, -1 for the empty set. None reaches beyond its document.
    """

    documents: int
    document: Integers
    sets: Integers


def marked_mentions(overlap: Overlap, union: bool = False) -> tuple[Integers, Integers]:
    """Number the mentions that both annotators marked, as each has them; with `union` all that either marked.

    One that an annotator did not mark is -1 there.
    """
    in_first, in_second = overlap.common
    if union:
        first_only = np.setdiff1d(np.arange(len(overlap.key.chain)), in_first)
        second_only = np.flatnonzero(overlap.twin < 0)
        in_first = np.concatenate((in_first, first_only, np.full(len(second_only), -1)))
        in_second = np.concatenate((in_second, np.full(len(first_only), -1), second_only))
    return in_first, in_second


def units(overlap: Overlap, in_first: Integers, in_second: Integers) -> Units:
    """The mentions of `marked_mentions` as units: where both annotators marked them, chains are reduced to them.

    The label of a mention that an annotator did not mark is the empty set, which is disjoint from all others. (As a
    set of its own it would lie in the other annotator's set, and by Passonneau's distance differ from it by no more
    than 1/3: the more mentions were missed, the better two annotators would agree.)
    """
    first, second = overlap.key, overlap.response
    document = np.where(in_first >= 0, _at(first.document, in_first), _at(second.document, in_second))
    return Units(overlap.documents, document, np.stack((_at(first.chain, in_first), _at(second.chain, in_second))))


def _at(values: Integers, mention: Integers) -> Integers:
    return np.append(values, -1)[mention]


def contained(shared: Numbers, first_size: Numbers, second_size: Numbers) -> Numbers:
    """Return 1 for equal sets, 2/3 if one contains the other, else 1/3 (Passonneau 2004: 1 - her distance)."""
    first_within, second_within = shared == first_size, shared == second_size
    return np.where(first_within & second_within, 1.0, np.where(first_within | second_within, 2 / 3, 1 / 3))


def jaccard(shared: Numbers, first_size: Numbers, second_size: Numbers) -> Numbers:
    """Common members over all members (Jaccard 1912)."""
    return shared / (first_size + second_size - shared)


def dice(shared: Numbers, first_size: Numbers, second_size: Numbers) -> Numbers:
    """Common members over the mean size (Dice 1945)."""
    return 2 * shared / (first_size + second_size)


def masi(shared: Numbers, first_size: Numbers, second_size: Numbers) -> Numbers:
    """Jaccard's measure times monotonicity, which is 1, 2/3 or 1/3 (Passonneau 2006, section 3)."""
    return jaccard(shared, first_size, second_size) * contained(shared, first_size, second_size)


DISTANCES: Mapping[str, Similarity] = {"masi": masi, "passonneau": contained, "jaccard": jaccard, "dice": dice}
"""1 - the distance of two sets that have members in common, from how many these are and the sizes; else it is 0."""


def disagreement(units: Units, similarity: Similarity, chosen: Flags | None = None) -> Numbers:
    """Sum observed disagreement and that expected by chance over the units of each document, and count the units.

    Each unit has a label of every annotator. Observed is the mean over pairs of annotators. Expected is
    Krippendorff's (2004, section 11.3.3): the mean distance of two labels drawn without replacement from all that all
    annotators gave, within one document. Sets of different texts are always disjoint; drawn over the corpus, chance
    would seem the worse the more documents there are, and any annotation the better. With `chosen` only these units
    count, in the whole of their sets.
    """
    several = len(units.sets)
    counted = np.ones(len(units.document), dtype=np.bool_) if chosen is None else chosen
    pairs = [_of_pair(units, *pair, similarity, counted) for pair in combinations(units.sets, 2)]
    if several == 2:
        return pairs[0]
    number = pairs[0][:, 2]
    labels = 2 * number * np.maximum(2 * number - 1, 1) / np.maximum(number, 1)
    drawn = sum(pair[:, 1] * labels for pair in pairs)  # distances of all ordered pairs of labels
    twice = (_of_pair(units, sets, sets, similarity, counted) for sets in units.sets)
    alone = sum(pair[:, 1] * labels for pair in twice) / 4  # each label stands there twice
    among = drawn - (several - 2) * alone
    expected = among / (several * np.maximum(several * number - 1, 1))
    return matrix(np.mean([pair[:, 0] for pair in pairs], axis=0), expected, number)


def _of_pair(units: Units, first: Integers, second: Integers, similarity: Similarity, counted: Flags) -> Numbers:
    """Sum observed and expected disagreement of two annotators, by their sets, and count the units."""
    both = np.flatnonzero((first >= 0) & (second >= 0))
    first_set, second_set = first[both], second[both]
    width = int(second.max(initial=0)) + 1
    _, unit, cell, shared = np.unique(
        first_set * width + second_set, return_index=True, return_inverse=True, return_counts=True
    )
    first_set, second_set = first_set[unit], second_set[unit]  # of each cell
    alike = similarity(shared.astype(np.float64), _uses(first, first)[first_set], _uses(second, second)[second_set])
    apart = (counted & ((first >= 0) | (second >= 0))).astype(np.float64)  # of several, two may have none
    apart[both] *= 1 - alike[cell]
    number = _by_document(units, counted)
    # two sets of one annotator are equal or disjoint, so that only pairs of both annotators' sets need a distance
    same = np.zeros(units.documents)
    drawn = []
    for sets in (first, second):
        drawn.append(_uses(sets, sets[counted]))
        same += _by_document(units, counted * (sets >= 0) * drawn[-1][sets])
    empty = [_by_document(units, counted & (sets < 0)) for sets in (first, second)]
    mixed = drawn[0][first_set] * drawn[1][second_set] * alike
    same += (empty[0] + empty[1]) ** 2 + 2 * sum_by(units.document[both[unit]], mixed, units.documents)
    expected = ((2 * number) ** 2 - same) / (2 * np.maximum(2 * number - 1, 1))
    return matrix(_by_document(units, apart), expected, number)


def _uses(sets: Integers, drawn: Integers) -> Numbers:
    """Count how often each set was drawn, with a 0 at the end for the empty set (-1)."""
    return np.bincount(drawn[drawn >= 0], minlength=int(sets.max(initial=-1)) + 2).astype(np.float64)


def _by_document(units: Units, values: Numbers | Flags) -> Numbers:
    return sum_by(units.document, values, units.documents)


def alpha(sums: Numbers) -> Numbers:
    """Alpha, observed and expected disagreement of a unit; undefined where none is expected or there are no units."""
    observed, expected, number = (sums[..., column] for column in range(3))
    return np.stack((1 - divide(observed, expected), divide(observed, number), divide(expected, number)), axis=-1)
