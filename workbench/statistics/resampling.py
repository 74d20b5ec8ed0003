"""Bootstrap intervals over documents, for any measure, as matrix products.

The unit is the document, since mentions of one text are not independent (Yeh 2000). Counts of documents are resampled
and scored anew; nothing is recomputed within a document. With more than `BLOCKS` documents neighbours are added to
blocks first, which are then the unit.
"""

import numpy as np

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.statistics.defaults import BLOCKS

_AT_ONCE = 500  # samples


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
    return np.concatenate([_draw(random, len(counts), size) @ counts for size in parts(resamples)])


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


def parts(resamples: int) -> list[int]:
    """How many samples are worked on at once, since there may be thousands of documents."""
    return [min(_AT_ONCE, resamples - begin) for begin in range(0, resamples, _AT_ONCE)]
