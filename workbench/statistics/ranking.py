"""Uncertainty of a ranking: how often each resolver takes each rank in bootstrap samples of the documents."""

import numpy as np

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.statistics.defaults import RESAMPLES
from anaphora.workbench.statistics.resampling import blocks, resample


def ranks(right: Numbers, seed: int, resamples: int = RESAMPLES) -> Numbers:
    """How probable each rank is for each resolver over bootstrap samples of the documents: resolvers x ranks.

    `right` is documents x resolvers, the anaphors that each has right; all see the same anaphors. Resolvers that are
    level share their ranks, so that rows and columns add up to 1. Column 0 is the first rank.
    """
    return shares(resample(blocks(right), resamples, seed))


def shares(sums: Numbers) -> Numbers:
    """In what share of the samples (rows) each column has each rank, the highest value first: columns x ranks."""
    resolvers = sums.shape[1]
    found = np.zeros((resolvers, resolvers + 1))  # differences along the ranks: a level group starts here, ends there
    for number in range(resolvers):
        mine = sums[:, [number]]
        ahead, level = (sums > mine).sum(axis=1), (sums == mine).sum(axis=1)
        np.add.at(found[number], ahead, 1 / level)
        np.subtract.at(found[number], ahead + level, 1 / level)
    return np.cumsum(found, axis=1)[:, :-1] / len(sums)
