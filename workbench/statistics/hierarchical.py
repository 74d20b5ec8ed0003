"""Means over datasets: a bootstrap of datasets, and of the documents of each."""

from collections.abc import Sequence

import numpy as np

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.statistics.defaults import LEVEL
from anaphora.workbench.statistics.resampling import intervals


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
    found = samples.std(axis=0)
    scale = np.divide(wanted, found, out=np.zeros_like(wanted), where=found > 0)
    return intervals(values.mean(axis=0) + (samples - samples.mean(axis=0)) * scale, level)
