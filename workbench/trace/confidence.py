"""How sure a resolver is of its answers: the probabilities that it states, or else margins between scores."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, nan

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.aliases import Flags
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Prepared


@dataclass(frozen=True, slots=True, eq=False)
class Confidence:
    """How sure a resolver is of each answer that precision counts, in text order.

    `values` are the probabilities that it states (`stated`), or else margins; NaN where it gives neither. `of_key`
    marks the answers to key anaphors, `right` the right ones.
    """

    stated: bool
    values: NDArray[np.float32]
    of_key: Flags
    right: Flags


def confidence(
    prepared: Prepared,
    answers: Sequence[Decision],
    counted: Sequence[int],
    of_key: Collection[int | None],
    right: Collection[int | None],
) -> Confidence:
    """The confidence of one resolver; `counted` are the cases that precision counts, the others subsets of them."""
    stated = any(answer.probability is not None for answer in answers)
    values = [answer.probability for answer in answers] if stated else list(margins(prepared, answers))
    given = [number for number in counted if answers[number].antecedent is not None]
    return Confidence(
        stated,
        np.array([values[number] for number in given], np.float32),  # None becomes NaN
        np.array([number in of_key for number in given], np.bool_),
        np.array([number in right for number in given], np.bool_),
    )


def margins(prepared: Prepared, answers: Sequence[Decision]) -> Iterator[float]:
    """How much higher each answer scores than the best candidate of another entity; infinite where there is none.

    Of what entity a candidate is follows from the resolver's own answers: to name an entity by another of its mentions
    is no other answer. NaN where there is no answer, or no score.
    """
    first: dict[int, int] = {}
    for case, answer in zip(prepared.cases, answers, strict=True):
        if answer.antecedent is None:
            yield nan
            continue
        yield _margin(answer, answer.antecedent, first)
        first[case.anaphor] = first.get(answer.antecedent, answer.antecedent)


def _margin(answer: Decision, chosen: int, first: Mapping[int, int]) -> float:
    scores = dict(zip(answer.explanation.candidates, answer.explanation.scores, strict=False))
    if chosen not in scores:
        return nan
    entity = first.get(chosen, chosen)
    rivals = (score for candidate, score in scores.items() if first.get(candidate, candidate) != entity)
    return scores[chosen] - max(rivals, default=-inf)
