"""Types of arrays, and what is done with rows by group or number."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

Numbers: TypeAlias = np.ndarray[tuple[Any, ...], np.dtype[np.float64]]
Integers: TypeAlias = np.ndarray[tuple[Any, ...], np.dtype[np.int64]]
Flags: TypeAlias = np.ndarray[tuple[Any, ...], np.dtype[np.bool_]]
Array: TypeAlias = np.ndarray[tuple[Any, ...], np.dtype[Any]]
"""Of any numbers."""


def sum_by(groups: Integers, values: Numbers | Integers | Flags, length: int) -> Numbers:
    """The sum of the values in each of `length` groups."""
    return np.asarray(np.bincount(groups, weights=values, minlength=length), dtype=np.float64)


def firsts(groups: Integers) -> Flags:
    """Return whether each row is the first of its group."""
    return flagged(np.unique(groups, return_index=True)[1], len(groups))


def flagged(rows: Integers | Sequence[int], length: int) -> Flags:
    """Return `length` flags, true for these rows."""
    flags = np.zeros(length, dtype=np.bool_)
    flags[rows] = True
    return flags


def ranks(order: Integers) -> Integers:
    """Return the rank of each row in an order of rows."""
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return rank


def inverted(twin: Integers, length: int) -> Integers:
    """Return for each of `length` mentions the mention whose twin it is, -1 where there is none."""
    inverse = np.full(length, -1)
    paired = np.flatnonzero(twin >= 0)
    inverse[twin[paired]] = paired
    return inverse
