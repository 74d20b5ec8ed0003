"""Bootstrap intervals and paired randomisation over documents, for any measure, as matrix products.

The unit is the document, since mentions of one text are not independent (Yeh 2000). Counts of documents are resampled
and scored anew; nothing is recomputed within a document. With more than `BLOCKS` documents neighbours are added to
blocks first, which are then the unit.
"""

from collections.abc import Callable
from math import log2

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.statistics.defaults import BLOCKS, RESAMPLES

Exchanges = NDArray[np.int8]
Score = Callable[[Numbers], Numbers]

_AT_ONCE = 500  # samples
_CELLS = 2**21  # of exchanges, as floating-point numbers
EXACT_UP_TO = int(log2(RESAMPLES))
"""Up to so many documents every exchange is tried, which are no more than would be drawn."""
_LEVEL = 1e-9  # differences that are closer are level


def blocks(counts: Numbers) -> Numbers:
    """The matrix documents x statistics, neighbours being added if there are more than `BLOCKS` documents."""
    if len(counts) <= BLOCKS:
        return counts
    starts = np.linspace(0, len(counts), BLOCKS, endpoint=False).astype(np.int64)
    return np.add.reduceat(counts, starts, axis=0)


def draws(documents: int, resamples: int, seed: int) -> Numbers:
    """How often each document is drawn in each bootstrap sample: a matrix resamples x documents, rows adding up."""
    return _draw(np.random.default_rng(seed), documents, resamples)


def resample(counts: Numbers, resamples: int, seed: int) -> Numbers:
    """The sums of a matrix documents x statistics over bootstrap samples: `draws @ counts`, draws a few at a time."""
    random = np.random.default_rng(seed)
    return np.concatenate([_draw(random, len(counts), size) @ counts for size in _parts(resamples)])


def _draw(random: np.random.Generator, documents: int, resamples: int) -> Numbers:
    drawn = random.integers(0, documents, (resamples, documents), dtype=np.int32)
    drawn += np.arange(0, resamples * documents, documents, dtype=np.int32)[:, np.newaxis]
    return np.bincount(drawn.ravel(), minlength=resamples * documents).reshape(resamples, documents).astype(np.float64)


def intervals(samples: Numbers, level: float = 0.95) -> Numbers:
    """The percentile interval of each value over resamples (first axis), undefined ones left out: (2, values)."""
    ordered = np.sort(samples.reshape(len(samples), -1).T, axis=1)  # what is undefined comes last
    last = np.maximum(np.count_nonzero(~np.isnan(ordered), axis=1) - 1, 0)
    ends = [_at(ordered, last * tail) for tail in ((1 - level) / 2, (1 + level) / 2)]
    return np.stack(ends).reshape(2, *samples.shape[1:])


def _at(ordered: Numbers, place: Numbers) -> Numbers:
    """The value of each row at a place between two of its columns, interpolated."""
    rows, below = np.arange(len(ordered)), np.floor(place).astype(np.int64)
    low, high = ordered[rows, below], ordered[rows, np.ceil(place).astype(np.int64)]
    return np.asarray(low + (high - low) * (place - below), dtype=np.float64)


def exchanges(documents: int, resamples: int, seed: int) -> tuple[Exchanges, bool]:
    """In which documents two systems change places: a matrix of 0 and 1, and whether it holds all possibilities."""
    if documents <= EXACT_UP_TO:
        return (np.arange(2**documents)[:, np.newaxis] >> np.arange(documents) & 1).astype(np.int8), True
    random = np.random.default_rng(seed)
    parts = [random.integers(0, 2, (rows, documents)).astype(np.int8) for rows in _parts(resamples)]
    return np.concatenate(parts or [np.zeros((0, documents), np.int8)]), False


def _parts(resamples: int) -> list[int]:
    """How many samples are worked on at once, since there may be thousands of documents."""
    return [min(_AT_ONCE, resamples - begin) for begin in range(0, resamples, _AT_ONCE)]


def randomise(one: Numbers, other: Numbers, swaps: Exchanges, exact: bool, score: Score) -> tuple[Numbers, Numbers]:
    """The difference of two systems in each value, and how likely one at least as large is by chance (two-sided).

    `one` and `other` are their counts, documents x statistics. p is (1 + as large) / (1 + tried), or with all exchanges
    the share of those as large (Noreen 1989); what is undefined counts as 0. The smallest p that is possible with few
    documents is large: 2 / 2 ** documents.
    """
    sums, moved = (one.sum(axis=0), other.sum(axis=0)), other - one
    observed = _difference(score, *sums)
    as_large = np.zeros(np.shape(observed), np.int64)
    rows = max(1, _CELLS // max(1, len(moved)))
    for begin in range(0, len(swaps), rows):
        change = swaps[begin : begin + rows].astype(np.float64) @ moved
        tried = _difference(score, sums[0] + change, sums[1] - change)
        as_large += (np.abs(tried) >= np.abs(observed) - _LEVEL).sum(axis=0)
    return observed, as_large / len(swaps) if exact else (1 + as_large) / (1 + len(swaps))


def sign_flips(differences: Numbers, seed: int, resamples: int = RESAMPLES) -> tuple[Numbers, bool]:
    """The two-sided p of each column of differences (documents x pairs), and whether all sign changes were tried.

    Under the null hypothesis the two resolvers could change places in any document.
    """
    moved = differences[np.any(differences != 0, axis=1)] if differences.size else differences
    swaps, exact = exchanges(len(moved), resamples, seed)
    return randomise(moved, np.zeros_like(moved), swaps, exact, lambda sums: sums)[1], exact


def _difference(score: Score, one: Numbers, other: Numbers) -> Numbers:
    return np.nan_to_num(score(one), nan=0.0) - np.nan_to_num(score(other), nan=0.0)
