"""A learned ranking of the same votes: the candidates of an anaphor compete in a conditional logistic regression.

The probability of a candidate is exp(score) divided by the sum over all candidates of its anaphor (McFadden 1974); what
is made large is that of the right ones together. It has one optimum, where a search has chance.
"""

import numpy as np

from anaphora.workbench.ablation.search.fitness import LARGEST, fitness, on_grid
from anaphora.workbench.ablation.vote_matrix import VoteMatrix
from anaphora.workbench.aliases import Numbers

PENALTY = 1.0
"""Half of this times the sum of squares is taken off, so that rare outcomes stay near 0."""
SCALES = 60


def ranking(matrix: VoteMatrix, seed: int) -> Numbers:  # noqa: ARG001 - nothing is drawn
    """The scores of the regression, brought to the grid at the scale at which they are fittest."""
    learned = _learn(matrix)
    largest = np.abs(learned).max()
    if not largest:
        return on_grid(matrix.weights)
    scales = np.linspace(1, 2 * LARGEST, SCALES)[:, np.newaxis]  # beyond the grid the largest are cut
    candidates = on_grid(learned / largest * scales)
    best: Numbers = candidates[np.argmax(fitness(matrix, candidates))]
    return best


def _learn(matrix: VoteMatrix) -> Numbers:
    """The coefficients; anaphors that have no right candidate, or only such, say nothing."""
    from scipy.optimize import minimize

    votes, right = matrix.votes.astype(np.float64), matrix.right
    owner, starts = matrix.owner, matrix.starts
    telling = np.logical_or.reduceat(right, starts)[owner]

    def loss(scores: Numbers) -> tuple[float, Numbers]:
        total = votes @ scores
        power = np.exp(total - np.maximum.reduceat(total, starts)[owner])
        share = power / np.add.reduceat(power, starts)[owner]
        right_share = np.add.reduceat(np.where(right, share, 0.0), starts)[owner]
        wanted = np.where(right, share / np.where(right, right_share, 1.0), 0.0)
        firsts = telling[starts]
        value = -np.log(right_share[starts][firsts]).sum() + PENALTY / 2 * scores @ scores
        return float(value), votes.T @ np.where(telling, share - wanted, 0.0) + PENALTY * scores

    found: Numbers = minimize(loss, np.zeros(votes.shape[1]), jac=True, method="L-BFGS-B").x
    return found
