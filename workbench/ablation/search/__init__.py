"""Optimisers of the scores of indicators: three of them behind one interface.

Each takes the votes of a training part, unfolded (one column of 0 and 1 for each score,
`workbench.ablation.search.outcomes`), and a seed, and gives a score for each column. They see nothing but these
matrix.
"""

from collections.abc import Callable, Mapping

from anaphora.workbench.ablation.search.evolution import differential_evolution
from anaphora.workbench.ablation.search.genetic import genetic
from anaphora.workbench.ablation.search.ranking import ranking
from anaphora.workbench.ablation.vote_matrix import VoteMatrix
from anaphora.workbench.aliases import Numbers

__all__ = ["OPTIMISERS", "Optimiser"]

Optimiser = Callable[[VoteMatrix, int], Numbers]

OPTIMISERS: Mapping[str, Optimiser] = {
    "genetic": genetic,
    "differential_evolution": differential_evolution,
    "ranking": ranking,
}
