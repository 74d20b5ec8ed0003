"""Bootstrap intervals over documents, for any measure, as matrix products; over datasets; of ranks and of ratios.

The unit is the document, since mentions of one text are not independent (Yeh 2000). Counts of documents are resampled
and scored anew; nothing is recomputed within a document. With more than `BLOCKS` documents neighbours are added to
blocks first, which are then the unit.
"""

import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from anaphora.workbench.arrays import Integers, Numbers
from anaphora.workbench.statistics import BLOCKS, LEVEL, RESAMPLES

_AT_ONCE = 500  # samples


def blocks(counts: Numbers) -> Numbers:
    """The matrix documents x statistics, neighbours being added if there are more than `BLOCKS` documents."""
    if len(counts) <= BLOCKS:
        return counts
    starts = np.linspace(0, len(counts), BLOCKS, endpoint=False).astype(np.int64)
    return np.add.reduceat(counts, starts, axis=0)


def draws(documents: int, resamples: int, seed: int) -> Numbers:
    """Count how often each document is drawn in each bootstrap sample: resamples x documents, rows adding up."""
    random = np.random.default_rng(seed)
    drawn = np.empty((resamples, documents))
    for number, size in enumerate(parts(resamples)):  # to get fresh memory for all at once takes longer than to draw
        drawn[number * _AT_ONCE :][:size] = _draw(random, documents, size)
    return drawn


def resample(counts: Numbers, resamples: int, seed: int) -> Numbers:
    """The sums of a matrix documents x statistics over bootstrap samples: `draws @ counts`, draws a few at a time."""
    random = np.random.default_rng(seed)
    return np.concatenate([_draw(random, len(counts), size).astype(np.float64) @ counts for size in parts(resamples)])


def _draw(random: "np.random.Generator", documents: int, resamples: int) -> Integers:
    drawn = random.integers(0, documents, (resamples, documents), dtype=np.int32)
    drawn += np.arange(0, resamples * documents, documents, dtype=np.int32)[:, np.newaxis]
    return np.bincount(drawn.ravel(), minlength=resamples * documents).reshape(resamples, documents)


def intervals(samples: Numbers, level: float = 0.95) -> Numbers:
    """The percentile interval of each value over resamples (first axis), undefined ones left out: (2, values)."""
    ordered = np.sort(samples.reshape(len(samples), -1).T, axis=1)  # what is undefined comes last
    last = np.maximum(np.count_nonzero(~np.isnan(ordered), axis=1) - 1, 0)
    ends = [_at(ordered, last * tail) for tail in ((1 - level) / 2, (1 + level) / 2)]
    return np.stack(ends).reshape(2, *samples.shape[1:])


def _at(ordered: Numbers, position: Numbers) -> Numbers:
    """The value of each row at a place between two of its columns, interpolated."""
    rows = np.arange(len(ordered))
    below = np.floor(position).astype(np.int64)
    low = ordered[rows, below]
    high = ordered[rows, np.ceil(position).astype(np.int64)]
    return np.asarray(low + (high - low) * (position - below), dtype=np.float64)


def parts(resamples: int) -> list[int]:
    """Divide samples into parts that are worked on at once, since there may be thousands of documents."""
    return [min(_AT_ONCE, resamples - begin) for begin in range(0, resamples, _AT_ONCE)]


def macro_samples(samples: Sequence[Numbers], resamples: int, seed: int) -> Numbers:
    """Bootstrap samples of the mean over datasets: resamples x systems.

    `samples` has for each dataset the values of all systems over bootstrap samples of its documents, in rows. Datasets
    are drawn with replacement, and for each drawn one a row, the same for all systems.
    """
    random = np.random.default_rng(seed)
    stacked = np.stack(samples)
    total = np.zeros((resamples, stacked.shape[2]))
    for _ in samples:
        chosen = random.integers(0, len(samples), resamples), random.integers(0, stacked.shape[1], resamples)
        total += stacked[chosen]
    return total / len(samples)


def macro_intervals(values: Numbers, samples: Numbers, level: float = LEVEL) -> Numbers | None:
    """The interval of the mean of each column of values (datasets x columns): (2, columns); `None` of one dataset.

    It is that of the population that the datasets come from. The spread of their values holds the noise of their
    documents already, and drawing documents anew would count it twice (Davison & Hinkley 1997, section 3.8); so the
    deviations of the `samples` are scaled to the standard error of the mean, widened by t over z for few datasets.
    """
    from scipy.special import ndtri, stdtrit

    number = len(values)
    if number < 2:
        return None
    tail = 0.5 + level / 2
    wanted = values.std(axis=0, ddof=1) / np.sqrt(number) * float(stdtrit(number - 1, tail) / ndtri(tail))
    spread = samples.std(axis=0)
    scale = np.divide(wanted, spread, out=np.zeros_like(wanted), where=spread > 0)
    return intervals(values.mean(axis=0) + (samples - samples.mean(axis=0)) * scale, level)


def ranks(right: Numbers, seed: int, resamples: int = RESAMPLES) -> Numbers:
    """Compute the probability of each rank of each resolver over bootstrap samples of documents: resolvers x ranks.

    `right` is documents x resolvers, the anaphors that each has right; all see the same anaphors. Resolvers that are
    level share their ranks, so that rows and columns add up to 1. Column 0 is the first rank.
    """
    return shares(resample(blocks(right), resamples, seed))


def shares(sums: Numbers) -> Numbers:
    """Compute the share of samples (rows) in which each column has each rank, the highest value first."""
    resolvers = sums.shape[1]
    changes = np.zeros((resolvers, resolvers + 1))  # along the ranks: a level group starts here, ends there
    for number in range(resolvers):
        column = sums[:, [number]]
        ahead = (sums > column).sum(axis=1)
        level = (sums == column).sum(axis=1)
        np.add.at(changes[number], ahead, 1 / level)
        np.subtract.at(changes[number], ahead + level, 1 / level)
    return np.cumsum(changes, axis=1)[:, :-1] / len(sums)


_ROWS_AT_ONCE = 4096


class Ledger:
    """Rows of statistics, a row a document, in a file without a name that is gone when the ledger is closed.

    Documents come in any order, each with its number; the numbers are all from 0 in the end.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the ledger
        self._numbers: list[int] = []
        self.width = 0

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, rows: Numbers, numbers: Sequence[int]) -> None:
        """Take in the rows of the documents of these numbers; they are as wide as those before."""
        self._numbers += numbers
        self.width = rows.shape[1]
        self._file.write(np.ascontiguousarray(rows, dtype=np.float64).tobytes())

    def all(self) -> Numbers:
        """Every row, in the order of the numbers."""
        parts = list(self._parts())
        return np.concatenate(parts)[np.argsort(self._numbers)] if parts else np.zeros((0, self.width))

    def blocks(self) -> Numbers:
        """Return what `resampling.blocks` makes of all rows, which are read a few thousand at a time."""
        if len(self._numbers) <= BLOCKS:
            return self.all()
        starts = np.linspace(0, len(self._numbers), BLOCKS, endpoint=False).astype(np.int64)
        numbers = np.array(self._numbers)
        sums = np.zeros((BLOCKS, self.width))
        done = 0
        for part in self._parts():
            block = np.searchsorted(starts, numbers[done : done + len(part)], side="right") - 1
            np.add.at(sums, block, part)
            done += len(part)
        return sums

    def _parts(self) -> Iterator[Numbers]:
        self._file.seek(0)
        while data := self._file.read(_ROWS_AT_ONCE * self.width * 8):
            yield np.frombuffer(data, dtype=np.float64).reshape(-1, self.width)


Ratio = tuple[str, str, int]
"""The names of two counts and a factor: `("mentions", "words", 1000)` is mentions per 1000 words."""
Ratios = Mapping[str, Ratio]


def ratio_value(total: Counter[str], ratio: Ratio) -> float | None:
    """A ratio of summed counts; undefined of nothing."""
    above, below, times = ratio
    return times * total[above] / total[below] if total[below] else None


def ratio_intervals(documents: Sequence[Counter[str]], ratios: Ratios) -> dict[str, tuple[float, float] | None]:
    """The 95 % interval of each ratio; none of one document, or where it is undefined."""
    if len(documents) < 2 or not ratios:
        return dict.fromkeys(ratios)
    names = list(dict.fromkeys(name for above, below, _ in ratios.values() for name in (above, below)))
    counts: Numbers = np.array([[document[name] for name in names] for document in documents], np.float64)
    sums = resample(blocks(counts), RESAMPLES, seed=0)
    column = {name: sums[:, number] for number, name in enumerate(names)}
    values = [
        times * np.divide(column[above], column[below], out=np.full(RESAMPLES, np.nan), where=column[below] != 0)
        for above, below, times in ratios.values()
    ]
    low, high = intervals(np.stack(values, axis=1)).tolist()
    return {name: ends if ends[0] == ends[0] else None for name, *ends in zip(ratios, low, high, strict=True)}  # type: ignore[misc]
