"""Search space: the scores of outcomes, such as four of distance, not only one weight for each indicator."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from anaphora.workbench.ablation.vote_matrix import VoteMatrix
from anaphora.workbench.aliases import Flags
from anaphora.workbench.errors import OptionError


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
    found = []
    for indicator in indicators:
        alike: dict[int, list[str]] = {}
        for outcome, vote in scores[indicator].items():
            alike.setdefault(vote, []).append(outcome)
        found += [Gene(indicator, tuple(outcomes), vote) for vote, outcomes in alike.items() if vote]
    return tuple(found)


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
        of=np.where(documents, matrix.of, 0),
    )
