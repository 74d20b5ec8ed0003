"""Ratios of counts, such as means and shares, with their bootstrap intervals over documents."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.statistics.defaults import RESAMPLES
from anaphora.workbench.statistics.resampling import blocks, intervals, resample

Ratio = tuple[str, str, int]
"""The names of two counts and a factor: `("mentions", "words", 1000)` is mentions per 1000 words."""
Ratios = Mapping[str, Ratio]


def value(total: Counter[str], ratio: Ratio) -> float | None:
    """A ratio of summed counts; undefined of nothing."""
    above, below, times = ratio
    return times * total[above] / total[below] if total[below] else None


def interval_of_each(
    documents: Sequence[Counter[str]], ratios: Ratios, resamples: int = RESAMPLES, seed: int = 0
) -> dict[str, tuple[float, float] | None]:
    """The 95 % interval of each ratio; none of one document, without samples, or where it is undefined."""
    if len(documents) < 2 or not resamples or not ratios:
        return dict.fromkeys(ratios)
    names = list(dict.fromkeys(name for above, below, _ in ratios.values() for name in (above, below)))
    counts: Numbers = np.array([[document[name] for name in names] for document in documents], np.float64)
    sums = resample(blocks(counts), resamples, seed)
    column = {name: sums[:, number] for number, name in enumerate(names)}
    values = [
        times * np.divide(column[above], column[below], out=np.full(resamples, np.nan), where=column[below] != 0)
        for above, below, times in ratios.values()
    ]
    low, high = intervals(np.stack(values, axis=1)).tolist()
    return {name: ends if ends[0] == ends[0] else None for name, *ends in zip(ratios, low, high, strict=True)}  # type: ignore[misc]
