"""A genetic search for better scores of indicators (Orasan, Evans & Mitkov 2000).

A chromosome holds the scores of all outcomes, such as four of distance, not only one weight for each indicator. Fitness
is the number of anaphors that come out right. The abstract of the paper is all that was at hand, so that population and
operators are ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from anaphora.workbench.ablation.vote_matrix import VoteMatrix
from anaphora.workbench.arrays import Flags, Numbers
from anaphora.workbench.errors import OptionError

GRID = 0.25
LARGEST = 3.0
"""Scores are multiples of `GRID` from -`LARGEST` to `LARGEST`: coarse ones say no more than the data do."""
POPULATION = 60
GENERATIONS = 100
PATIENCE = 20
"""The search ends after so many generations without a better one."""
ELITE = 2
TOURNAMENT = 3
CROSSOVER = 0.7
MUTATION = 0.05
SPREAD = 0.5


@dataclass(frozen=True, slots=True)
class Gene:
    """One score to be found: that of the outcomes for which an indicator votes `vote`."""

    indicator: str
    outcomes: tuple[str, ...]
    vote: int


def genes(indicators: Sequence[str], scores: Mapping[str, Mapping[str, int]]) -> tuple[Gene, ...]:
    """One gene for each score of an indicator's outcomes but 0; `scores` has those of each outcome.

    Outcomes that score alike stay alike, and one that scores 0 is what the others are measured by.
    """
    listed = []
    for indicator in indicators:
        alike: dict[int, list[str]] = {}
        for outcome, vote in scores[indicator].items():
            alike.setdefault(vote, []).append(outcome)
        listed += [Gene(indicator, tuple(outcomes), vote) for vote, outcomes in alike.items() if vote]
    return tuple(listed)


def unfold(matrix: VoteMatrix, genes: Sequence[Gene]) -> VoteMatrix:
    """The same votes with a column of 0 and 1 for each gene: a weight is then the score of an outcome.

    The weights are the scores that the resolver has now, so that decisions do not change.

    Raises:
        OptionError: an indicator that breaks ties has several genes; which of its votes is higher would be open.
    """
    column = [matrix.indicators.index(gene.indicator) for gene in genes]
    vote = np.array([gene.vote for gene in genes], np.int8)
    for tie in matrix.ties:
        if column.count(tie) != 1:
            name = matrix.indicators[tie]
            problem = f"The indicator {name} breaks ties and has several scores, which cannot be searched."
            raise OptionError(problem, code="tie-with-several-scores")
    return replace(
        matrix,
        indicators=tuple(f"{gene.indicator}: {', '.join(gene.outcomes)}" for gene in genes),
        votes=(matrix.votes[:, column] == vote).astype(np.int8),
        weights=matrix.weights[column] * vote,
        ties=tuple(column.index(tie) for tie in matrix.ties),
    )


def part(matrix: VoteMatrix, documents: Flags) -> VoteMatrix:
    """The votes of some documents; all others are left without anaphors, so that numbers stay as they are."""
    kept = documents[matrix.document]
    rows = kept[matrix.owner]
    sizes = np.diff([*matrix.starts.tolist(), len(matrix.votes)])[kept]
    return replace(
        matrix,
        votes=matrix.votes[rows],
        right=matrix.right[rows],
        starts=np.cumsum(sizes) - sizes,
        document=matrix.document[kept],
        asked=np.where(documents, matrix.asked, 0),
    )


def on_grid(scores: Numbers) -> Numbers:
    """The nearest scores that may be tried."""
    return np.clip(np.round(scores / GRID) * GRID, -LARGEST, LARGEST) + 0.0  # no negative zero


def fitness(matrix: VoteMatrix, candidates: Numbers) -> Numbers:
    """Count the anaphors that come out right with each row of scores, less a fraction that grows with the changes.

    The fraction is below 1: of equally good scores those nearer to the resolver's own (L1 distance) are fitter.
    """
    far = np.abs(candidates - matrix.weights).sum(axis=1)
    farthest = 1 + (np.abs(matrix.weights) + LARGEST).sum()
    return np.asarray(matrix.totals(candidates / GRID) - far / farthest)  # in whole numbers, which are faster


def genetic(matrix: VoteMatrix, seed: int) -> Numbers:
    """The fittest scores found; the first generation holds the resolver's own, all others are random."""
    random = np.random.default_rng(seed)
    population = on_grid(random.uniform(-LARGEST, LARGEST, (POPULATION, len(matrix.indicators))))
    population[0] = on_grid(matrix.weights)
    best = -np.inf
    waited = 0
    for _ in range(GENERATIONS):
        fit = fitness(matrix, population)
        population = population[np.argsort(-fit, kind="stable")]
        waited = 0 if fit.max() > best else waited + 1
        best = max(best, fit.max())
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
