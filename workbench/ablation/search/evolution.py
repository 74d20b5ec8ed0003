"""Differential evolution (Storn & Price 1997), from scipy: a modern search on the same fitness as the genetic one."""

import numpy as np

from anaphora.workbench.ablation.search.fitness import LARGEST, fitness, on_grid
from anaphora.workbench.ablation.vote_matrix import VoteMatrix
from anaphora.workbench.aliases import Numbers

POPULATION = 4
"""So many individuals for each score."""
GENERATIONS = 200


def differential_evolution(matrix: VoteMatrix, seed: int) -> Numbers:
    """The fittest scores found, from the resolver's own and a Latin hypercube of random ones."""
    from scipy.optimize import differential_evolution as minimised

    found = minimised(
        lambda columns: -fitness(matrix, on_grid(columns.T)),
        bounds=[(-LARGEST, LARGEST)] * len(matrix.indicators),
        x0=on_grid(matrix.weights),
        popsize=POPULATION,
        maxiter=GENERATIONS,
        tol=0,
        polish=False,
        updating="deferred",
        vectorized=True,
        seed=np.random.default_rng(seed),
    )
    return on_grid(found.x)
