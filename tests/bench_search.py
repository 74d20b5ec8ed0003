"""How fast scores are searched; run by hand. The target is 1,000 weight vectors a second on 5,000 anaphors.

The votes are drawn: 5,000 anaphors with 1 to 14 candidates and as many scores as mars has (the training part of GUM has
8 candidates an anaphor). The time of each optimiser is that of one search, of the processor.
"""

import sys
from pathlib import Path
from time import process_time

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from anaphora.resolvers._additive.settings import settings
from anaphora.workbench.ablation.search import OPTIMISERS
from anaphora.workbench.ablation.search.fitness import LARGEST, fitness, on_grid
from anaphora.workbench.ablation.search.outcomes import genes
from anaphora.workbench.ablation.vote_matrix import VoteMatrix
from tests.benchmarks import Figure

ANAPHORS = 5_000
DOCUMENTS = 200
VECTORS = 2_000


def drawn(random: np.random.Generator) -> VoteMatrix:
    """Unfolded ballots with the scores of mars."""
    mars = settings("mars.toml", preset="2002")
    searched = genes(mars.indicators, mars.scores)
    sizes = random.integers(1, 15, ANAPHORS)
    rows = int(sizes.sum())
    return VoteMatrix(
        indicators=tuple(f"{gene.indicator}: {gene.vote}" for gene in searched),
        votes=(random.random((rows, len(searched))) < 0.2).astype(np.int8),
        right=random.random(rows) < 0.3,
        starts=np.cumsum(sizes) - sizes,
        document=np.sort(random.integers(0, DOCUMENTS, ANAPHORS)),
        of=np.full(DOCUMENTS, ANAPHORS // DOCUMENTS),
        weights=np.array([gene.vote for gene in searched], np.float64),
    )


def main() -> list[Figure]:
    """Print one line for the rate, and one for each optimiser."""
    random = np.random.default_rng(0)
    ballots = drawn(random)
    candidates = on_grid(random.uniform(-LARGEST, LARGEST, (VECTORS, len(ballots.indicators))))
    start = process_time()
    fitness(ballots, candidates)
    rate = VECTORS / (process_time() - start)
    size = f"{ANAPHORS:,} anaphors, {len(ballots.votes):,} candidates, {len(ballots.indicators)} scores"
    print(f"{size}\n{rate:,.0f} weight vectors a second (target 1,000)")
    figures = [Figure("weight vectors a second", rate, "1/s")]
    for name, search in OPTIMISERS.items():
        start = process_time()
        search(ballots, 0)
        figures.append(Figure(name, process_time() - start, "s"))
        print(f"{name:24} {figures[-1].value:6.1f} s")
    return figures


if __name__ == "__main__":
    main()
