"""Denotation assignments: which chain an expression is assigned to (Trouilleux et al. 2000)."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Literal

import numpy as np

from anaphora.workbench.aliases import Flags, Integers, Numbers
from anaphora.workbench.coreference.assignment import best, greedy
from anaphora.workbench.coreference.completion import Completed, complete, tie_breaker
from anaphora.workbench.coreference.overlap import Overlap, sum_by
from anaphora.workbench.errors import OptionError
from anaphora.workbench.measures import RECALL_PRECISION_F1, Measure, divide, matrix, with_f1

_METHODS = ("optimal", "greedy")
_EMPTY = ("renormalised", "zero")
WEIGHTS = (0.6, 0.3, 0.1)
"""Of proper names, other nominals and pronouns (ibid.)."""


def denotation(
    weights: Sequence[float] = WEIGHTS,
    method: Literal["optimal", "greedy"] = "optimal",
    empty: Literal["renormalised", "zero"] = "renormalised",
) -> Measure[Overlap]:
    """The measure with other settings than the default ones.

    `weights` belong to the classes of specificity, most specific first, any number of them (corpora have those of
    `KINDS`): they fall strictly, add up to 1, and the first is more than all others together. `method` finds the
    correspondence of chains: the one of greatest total similarity, or from the most similar pair down. `empty` says
    what a class means that neither chain has: its weight goes to the others, or counts as no similarity.

    Raises:
        OptionError: the weights do not meet these conditions, or there is no such choice.
    """
    for name, value, choices in (("method", method, _METHODS), ("empty", empty, _EMPTY)):
        if value not in choices:
            raise OptionError(f"{name} cannot be '{value}'. Choose from {', '.join(choices)}.")
    if isinstance(weights, float | str):
        raise OptionError(f"weights cannot be {weights}. Separate them by /, as in 0.6/0.3/0.1.", code="bad-weights")
    falling = all(earlier > later > 0 for earlier, later in pairwise(weights))
    if not weights or not falling or abs(sum(weights) - 1) > 1e-9 or weights[0] <= 0.5:
        wanted = "Weights of specificity classes fall, add up to 1, and the first is more than half"
        raise OptionError(f"{', '.join(map(str, weights))} cannot weigh classes. {wanted}.", code="bad-weights")
    count = partial(_count, weights=np.array(weights), method=method, empty=empty)
    parts = (*RECALL_PRECISION_F1, "substitution", "overgeneration", "undergeneration")
    return Measure("denotation", count, _score, "denotation assignments; Trouilleux et al. 2000", parts)


def _count(overlap: Overlap, weights: Numbers, method: str, empty: str) -> Numbers:
    """Right, possible, actual, incorrect, spurious and missing assignments.

    Every expression but one representative of each chain is assigned to the chain; it is right if the assignments of
    both sides are to chains that correspond.
    """
    most = max(overlap.key.kind.max(initial=-1), overlap.response.kind.max(initial=-1)) + 1
    if most > len(weights):
        raise OptionError(
            f"The corpus has {most} classes of expressions, and there are weights for {len(weights)}.",
            code="too-few-weights",
        )
    table = complete(overlap)
    similarity = _similarity(overlap, table, weights, renormalised=empty == "renormalised")
    preferred = similarity + tie_breaker(table) * (similarity > 0)
    if method == "optimal":
        chosen = best(table.cell_row, table.cell_column, preferred)
    else:
        order = np.lexsort((table.cell_column, table.cell_row, -preferred))
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        chosen = greedy(table.cell_row, table.cell_column, rank)
    specific = _specificity(overlap, table)
    in_key = ~_representatives(table.row, table.cell, chosen, specific)
    in_response = ~_representatives(table.column, table.cell, chosen, specific)
    right = chosen[table.cell] & in_key & in_response
    document = table.document[table.cell]

    def total(values: Flags) -> Numbers:
        return sum_by(document, values, overlap.documents)

    return matrix(
        total(right), total(in_key), total(in_response), total(in_key & in_response & ~right),
        total(in_response & ~in_key), total(in_key & ~in_response),
    )  # fmt: skip


def _score(sums: Numbers) -> Numbers:
    """Shares of the errors, which are all 0 where there is no error, follow recall, precision and F1."""
    right, possible, actual = (sums[..., column] for column in range(3))
    errors = sums[..., 3:].sum(axis=-1, keepdims=True)
    shares = np.nan_to_num(divide(sums[..., 3:], errors), nan=0.0)
    return np.concatenate((with_f1(divide(right, possible), divide(right, actual)), shares), axis=-1)


def _similarity(overlap: Overlap, table: Completed, weights: Numbers, renormalised: bool) -> Numbers:
    """The weighted mean of Dice coefficients over classes, for each cell.

    In a document where the classes of the response's expressions are not all known, each class of the key is compared
    with the whole response chain; where those of the key are not, there is one class, and this is Dice's coefficient.
    """
    of_key, of_response = _classes(overlap, table)
    in_key = (_unknown(overlap, table, of_key, table.key) > 0)[table.document]
    in_response = (_unknown(overlap, table, of_response, table.response) > 0)[table.document] & ~in_key
    single = in_key[table.cell]
    of_key, of_response = np.where(single, 0, of_key), np.where(single, 0, of_response)
    top = np.zeros(len(table.shared))
    weighed = np.zeros(len(table.shared))
    for one, weight in enumerate(weights):
        mine = np.bincount(table.row[of_key == one], minlength=len(table.row_size))[table.cell_row]
        theirs = np.bincount(table.column[of_response == one], minlength=len(table.column_size))[table.cell_column]
        theirs = np.where(in_response, np.where(mine > 0, table.column_size[table.cell_column], 0), theirs)
        both = np.bincount(table.cell[of_key == one], minlength=len(table.shared)).astype(np.float64)
        weight = np.where(in_key, float(one == 0), weight)
        top += weight * np.nan_to_num(divide(2 * both, (mine + theirs).astype(np.float64)), nan=0.0)
        weighed += weight * (mine + theirs > 0)
    return np.nan_to_num(divide(top, weighed), nan=0.0) if renormalised else top


def _unknown(overlap: Overlap, table: Completed, classes: Integers, own: Integers) -> Numbers:
    """In each document the expressions of a side whose class is not known."""
    return sum_by(table.document[table.cell], (classes < 0) & (own >= 0), overlap.documents)


def _classes(overlap: Overlap, table: Completed) -> tuple[Integers, Integers]:
    """The class of each expression on the key's and the response's side, -1 if unknown; the key has the last word."""
    key, response = overlap.key.kind, overlap.response.kind
    mine = np.where(table.key >= 0, key[table.key] if len(key) else -1, -1)
    theirs = np.where(table.response >= 0, response[table.response] if len(response) else -1, -1)
    known = np.where(mine >= 0, mine, theirs)
    return np.where(table.key >= 0, mine, np.maximum(known, 0)), known


def _specificity(overlap: Overlap, table: Completed) -> Integers:
    """A rank in which more specific expressions come first, then those that stand earlier in the text."""
    of_key, of_response = _classes(overlap, table)
    kind = np.where(of_key >= 0, of_key, np.where(of_response >= 0, of_response, 0))
    key, response = overlap.key, overlap.response
    place = np.where(
        table.key >= 0,
        key.place[table.key] if len(key.place) else 0,
        response.place[table.response] if len(response.place) else 0,
    )
    rank = np.empty(len(place), dtype=np.int64)
    rank[np.lexsort((place, kind))] = np.arange(len(place))
    return rank


def _representatives(chain: Integers, cell: Integers, chosen: Flags, specific: Integers) -> Flags:
    """One expression of each chain, the most specific, of those that it shares with its correspondent if it has one."""
    order = np.lexsort((specific, ~chosen[cell], chain))
    first = np.zeros(len(chain), dtype=np.bool_)
    first[order[np.unique(chain[order], return_index=True)[1]]] = True
    return first


MEASURES = (denotation(),)
SETTINGS = {"denotation": denotation}
