"""Completion of key and response with each other's mentions as singletons, for one-to-one measures."""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from anaphora.workbench.aliases import Integers, Numbers
from anaphora.workbench.coreference.overlap import Overlap, Side

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
    missed = np.setdiff1d(np.arange(len(key.place)), common_key, assume_unique=True)
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
