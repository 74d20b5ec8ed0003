"""Fitness of scores, and the grid of scores that a search may try."""

import numpy as np

from anaphora.workbench.ablation.vote_matrix import VoteMatrix
from anaphora.workbench.aliases import Numbers

GRID = 0.25
LARGEST = 3.0
"""Scores are multiples of `GRID` from -`LARGEST` to `LARGEST`: coarse ones say no more than the data do."""


def on_grid(scores: Numbers) -> Numbers:
    """The nearest scores that may be tried."""
    return np.clip(np.round(scores / GRID) * GRID, -LARGEST, LARGEST) + 0.0  # no negative zero


def fitness(matrix: VoteMatrix, candidates: Numbers) -> Numbers:
    """How many anaphors come out right with each row of scores, less a fraction that grows with what they change.

    The fraction is below 1: of equally good scores those nearer to the resolver's own are the fitter (L1 distance).
    """
    far = np.abs(candidates - matrix.weights).sum(axis=1)
    farthest = 1 + (np.abs(matrix.weights) + LARGEST).sum()
    found: Numbers = matrix.totals(candidates / GRID) - far / farthest  # in whole numbers, which are faster
    return found
