"""The genetic search of Orasan, Evans & Mitkov 2000: a chromosome holds the scores of all outcomes.

Fitness is the number of anaphors that come out right. The abstract is all that was at hand, so that population and
operators are ours.
"""

import numpy as np

from anaphora.workbench.ablation.search.fitness import LARGEST, fitness, on_grid
from anaphora.workbench.ablation.vote_matrix import VoteMatrix
from anaphora.workbench.aliases import Numbers

POPULATION = 60
GENERATIONS = 100
PATIENCE = 20
"""The search ends after so many generations without a better one."""
ELITE = 2
TOURNAMENT = 3
CROSSOVER = 0.7
MUTATION = 0.05
SPREAD = 0.5


def genetic(matrix: VoteMatrix, seed: int) -> Numbers:
    """The fittest scores found; the first generation holds the resolver's own, all others are random."""
    random = np.random.default_rng(seed)
    population = on_grid(random.uniform(-LARGEST, LARGEST, (POPULATION, len(matrix.indicators))))
    population[0] = on_grid(matrix.weights)
    best, waited = -np.inf, 0
    for _ in range(GENERATIONS):
        fit = fitness(matrix, population)
        population = population[np.argsort(-fit, kind="stable")]
        best, waited = max(best, fit.max()), 0 if fit.max() > best else waited + 1
        if waited == PATIENCE:
            break
        population = _next(population, random)
    fittest: Numbers = population[0]
    return fittest


def _next(population: Numbers, random: np.random.Generator) -> Numbers:
    """The next generation of one whose fittest come first; the elite stays as it is, and in front."""
    children, count = POPULATION - ELITE, population.shape[1]
    mothers, fathers = population[random.integers(0, POPULATION, (2, children, TOURNAMENT)).min(axis=2)]
    crossed = (random.random((children, 1)) < CROSSOVER) & (random.random((children, count)) < 0.5)
    mutated = random.random((children, count)) < MUTATION
    bred = np.where(crossed, fathers, mothers) + mutated * random.normal(0, SPREAD, (children, count))
    return np.vstack((population[:ELITE], on_grid(bred)))
