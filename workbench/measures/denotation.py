"""Denotation assignments: which chain an expression is assigned to (Trouilleux et al. 2000); and Core-MR.

Core-MR and Exclusive Core-MR are those of Popescu-Belis & Robba 1998, as Trouilleux et al. report them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Literal, TypeVar

import numpy as np

from anaphora.workbench.arrays import Flags, Integers, Numbers, firsts, flagged, ranks, sum_by
from anaphora.workbench.chains.assignment import best, greedy
from anaphora.workbench.chains.overlap import Overlap, Side
from anaphora.workbench.errors import OptionError
from anaphora.workbench.measures import RECALL_PRECISION_F1, Measure, divide, matrix, with_f1

_METHODS = ("optimal", "greedy")
_EMPTY = ("renormalised", "zero")
_PARTS = (*RECALL_PRECISION_F1, "substitution", "overgeneration", "undergeneration", "typed")
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
    count = partial(_count, weights=tuple(weights), method=method, empty=empty)
    source = "denotation assignments; Trouilleux et al. 2000"
    quotients = (("recall", 0, 1), ("precision", 0, 2))
    return Measure("denotation", count, _score, source, _PARTS, quotients=quotients, make=denotation)


Array = TypeVar("Array", Integers, Numbers)


@dataclass(frozen=True, slots=True)
class Completed:
    """The expressions of either side in a row each, and the cells of the completed table.

    `key` and `response` are the mentions of the sides (-1 where the expression was added); `row` and `column` are the
    chains of both sides, added chains being numbered after the others; `cell` indexes the cells, of which `cell_row`,
    `cell_column` and `shared` are columns and `document` and `first` give the document and the text position of the
    first shared expression, as an order that does not depend on other documents.
    """

    key: Integers
    response: Integers
    row: Integers
    column: Integers
    row_size: Integers
    column_size: Integers
    cell: Integers
    cell_row: Integers
    cell_column: Integers
    shared: Integers
    document: Integers
    first: Numbers


def complete(overlap: Overlap) -> Completed:
    """Each expression that a side lacks added to it as a chain of its own (Trouilleux et al. 2000)."""
    key, response = overlap.key, overlap.response
    common_key, common_response = overlap.common
    missed = np.setdiff1d(np.arange(len(key.span_id)), common_key, assume_unique=True)
    spurious = np.flatnonzero(overlap.twin < 0)
    nobody = np.full(max(len(missed), len(spurious)), -1)
    rows, columns = len(key.chain_document), len(response.chain_document)
    of_key = np.concatenate((common_key, missed, nobody[: len(spurious)]))
    of_response = np.concatenate((common_response, nobody[: len(missed)], spurious))
    row = np.concatenate((key.chain[common_key], key.chain[missed], rows + np.arange(len(spurious))))
    column = np.concatenate(
        (response.chain[common_response], columns + np.arange(len(missed)), response.chain[spurious])
    )
    width = columns + len(missed) or 1
    code, cell, shared = np.unique(row * width + column, return_inverse=True, return_counts=True)
    position = np.where(of_key >= 0, _at(_order(key), of_key), _at(_order(response), of_response))
    first = np.full(len(code), np.inf)
    np.minimum.at(first, cell, position)
    document = np.zeros(len(code), dtype=np.int64)
    document[cell] = np.where(of_key >= 0, _at(key.document, of_key), _at(response.document, of_response))
    return Completed(
        key=of_key,
        response=of_response,
        row=row,
        column=column,
        row_size=np.concatenate((key.size, np.ones(len(spurious), dtype=np.int64))),
        column_size=np.concatenate((response.size, np.ones(len(missed), dtype=np.int64))),
        cell=cell,
        cell_row=code // width,
        cell_column=code % width,
        shared=shared,
        document=document,
        first=first,
    )


def tie_breaker(table: Completed) -> Numbers:
    """A weight far below any similarity that prefers larger overlaps, then pairs that share earlier expressions."""
    return 1e-9 * table.shared + 1e-10 / (1 + table.first)


def _order(side: Side) -> Numbers:
    """The position of each mention, of those that start together the shorter first."""
    return side.position + 1 - 1 / (1 + side.lengths())


def _at(values: Array, index: Integers) -> Array:
    """Values at indices; any value where the index is -1."""
    return values[index] if len(values) else np.zeros(len(index), dtype=values.dtype)


@dataclass(frozen=True, slots=True)
class Assignments:
    """The expressions of both sides in the completed `table`, and what each of them is assigned to.

    Of each cell `similarity` and whether its chains correspond (`chosen`); of each expression whether it has an
    assignment on either side (it is no representative there), and whether its class is known (`typed`).
    """

    table: Completed
    similarity: Numbers
    chosen: Flags
    in_key: Flags
    in_response: Flags
    typed: Flags

    @property
    def right(self) -> Flags:
        """The expressions that both sides assign to chains that correspond."""
        return self.chosen[self.table.cell] & self.in_key & self.in_response

    @property
    def verdicts(self) -> dict[str, Flags]:
        """The expressions of each verdict (ibid., section 5); one without an assignment on either side has none."""
        return {
            "right": self.right,
            "incorrect": self.in_key & self.in_response & ~self.right,
            "spurious": self.in_response & ~self.in_key,
            "missing": self.in_key & ~self.in_response,
        }


def assign(
    overlap: Overlap, weights: Sequence[float] = WEIGHTS, method: str = "optimal", empty: str = "renormalised"
) -> Assignments:
    """The correspondence of chains and the assignments of both sides.

    Every expression but one representative of each chain is assigned to the chain. Raises `OptionError` if there are
    more classes than weights.
    """
    most = max(overlap.key.kind.max(initial=-1), overlap.response.kind.max(initial=-1)) + 1
    if most > len(weights):
        raise OptionError(
            f"The corpus has {most} classes of expressions, and there are weights for {len(weights)}.",
            code="too-few-weights",
        )
    table = complete(overlap)
    similarity = _similarity(overlap, table, np.array(weights), renormalised=empty == "renormalised")
    preferred = similarity + tie_breaker(table) * (similarity > 0)
    if method == "optimal":
        chosen = best(table.cell_row, table.cell_column, preferred)
    else:
        rank = ranks(np.lexsort((table.cell_column, table.cell_row, -preferred)))
        chosen = greedy(table.cell_row, table.cell_column, rank)
    specific = _specificity(overlap, table)
    return Assignments(
        table,
        similarity,
        chosen,
        in_key=~_representatives(table.row, table.cell, chosen, specific),
        in_response=~_representatives(table.column, table.cell, chosen, specific),
        typed=np.maximum(*_classes_of_sides(overlap, table)) >= 0,
    )


def _count(overlap: Overlap, weights: Sequence[float], method: str, empty: str) -> Numbers:
    """Right, possible, actual, incorrect, spurious and missing assignments; expressions of a known class, and all."""
    assigned = assign(overlap, weights, method, empty)
    document = assigned.table.document[assigned.table.cell]

    def total(values: Flags) -> Numbers:
        return sum_by(document, values, overlap.documents)

    right, *errors = map(total, assigned.verdicts.values())
    return matrix(
        right, total(assigned.in_key), total(assigned.in_response), *errors,
        total(assigned.typed), total(np.ones_like(assigned.typed)),
    )  # fmt: skip


def _score(sums: Numbers) -> Numbers:
    """Recall, precision, F1; shares of the errors, 0 where there is none; the share of expressions of known class."""
    right, possible, actual = (sums[..., column] for column in range(3))
    errors = sums[..., 3:6].sum(axis=-1, keepdims=True)
    shares = np.nan_to_num(divide(sums[..., 3:6], errors), nan=0.0)
    typed = divide(sums[..., 6], sums[..., 7])[..., np.newaxis]
    return np.concatenate((with_f1(divide(right, possible), divide(right, actual)), shares, typed), axis=-1)


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
    for kind, weight in enumerate(weights):
        of_row = np.bincount(table.row[of_key == kind], minlength=len(table.row_size))[table.cell_row]
        of_column = np.bincount(table.column[of_response == kind], minlength=len(table.column_size))[table.cell_column]
        of_column = np.where(in_response, np.where(of_row > 0, table.column_size[table.cell_column], 0), of_column)
        both = np.bincount(table.cell[of_key == kind], minlength=len(table.shared)).astype(np.float64)
        weight = np.where(in_key, float(kind == 0), weight)
        top += weight * np.nan_to_num(divide(2 * both, (of_row + of_column).astype(np.float64)), nan=0.0)
        weighed += weight * (of_row + of_column > 0)
    return np.nan_to_num(divide(top, weighed), nan=0.0) if renormalised else top


def _unknown(overlap: Overlap, table: Completed, classes: Integers, mentions: Integers) -> Numbers:
    """Count in each document the expressions of a side whose class is not known."""
    return sum_by(table.document[table.cell], (classes < 0) & (mentions >= 0), overlap.documents)


def _classes(overlap: Overlap, table: Completed) -> tuple[Integers, Integers]:
    """The class of each expression on the key's and the response's side, -1 if unknown; the key has the last word."""
    in_key, in_response = _classes_of_sides(overlap, table)
    either = np.where(in_key >= 0, in_key, in_response)
    return np.where(table.key >= 0, in_key, np.maximum(either, 0)), either


def _classes_of_sides(overlap: Overlap, table: Completed) -> tuple[Integers, Integers]:
    """The class of each expression that the key tells, and that the response does, -1 if it has or tells none."""
    in_key: Integers = np.where(table.key >= 0, _at(overlap.key.kind, table.key), -1)
    in_response: Integers = np.where(table.response >= 0, _at(overlap.response.kind, table.response), -1)
    return in_key, in_response


def _specificity(overlap: Overlap, table: Completed) -> Integers:
    """A rank in which more specific expressions come first, then those that stand earlier in the text."""
    of_key, of_response = _classes(overlap, table)
    kind = np.where(of_key >= 0, of_key, np.where(of_response >= 0, of_response, 0))
    key, response = overlap.key, overlap.response
    position = np.where(table.key >= 0, _at(key.span_id, table.key), _at(response.span_id, table.response))
    return ranks(np.lexsort((position, kind)))


def _representatives(chain: Integers, cell: Integers, chosen: Flags, specific: Integers) -> Flags:
    """One expression of each chain, the most specific, of those that it shares with its correspondent if it has one."""
    order = np.lexsort((specific, ~chosen[cell], chain))
    return flagged(order[np.unique(chain[order], return_index=True)[1]], len(chain))


def _shared_cores(overlap: Overlap) -> Numbers:
    """The core of a key chain is the response chain that shares most with it; several chains may have the same core."""
    table = complete(overlap)
    return _cores(overlap, table, _largest(table.cell_row, table.shared))


def _exclusive_cores(overlap: Overlap) -> Numbers:
    """Cores one to one for recall, found from the largest overlap down; precision as in Core-MR.

    A reconstruction: the original text does not say what happens to chains without a core. This reading agrees with
    most published values (Trouilleux et al. 2000, table 1).
    """
    table = complete(overlap)
    return _cores(overlap, table, exclusive_cores(table))


def exclusive_cores(table: Completed) -> Flags:
    """The cells of key chains and their exclusive cores, found from the largest overlap down."""
    # within the corpus order is arbitrary between documents, whose chains never compete
    order = np.lexsort((table.cell_column, table.cell_row, table.first, -table.shared))
    return greedy(table.cell_row, table.cell_column, ranks(order))


def _cores(overlap: Overlap, table: Completed, recalled: Flags) -> Numbers:
    """Count what key chains share with their cores, what response chains share with theirs, and all expressions."""
    shared = (table.shared * recalled, table.shared * _largest(table.cell_column, table.shared), table.shared)
    return matrix(*(sum_by(table.document, values, overlap.documents) for values in shared))


def _largest(group: Integers, shared: Integers) -> Flags:
    """Return whether each cell is the one of its group that shares most, the first of equals."""
    order = np.lexsort((-shared, group))
    return flagged(order[firsts(group[order])], len(group))


def _core_score(sums: Numbers) -> Numbers:
    recalled, precise, total = np.moveaxis(sums, -1, 0)
    return with_f1(divide(recalled, total), divide(precise, total))


MEASURES = (
    Measure("core_mr", _shared_cores, _core_score, "shared cores; Popescu-Belis & Robba 1998"),
    Measure(
        "exclusive_core_mr", _exclusive_cores, _core_score, "one to one, a reconstruction; Popescu-Belis & Robba 1998"
    ),
    denotation(),
)
