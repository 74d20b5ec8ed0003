"""How sure resolvers are, in

    The lid covers the tray . It breaks . It breaks .

with the lid (0), the tray (1) and two pronouns (2 and 3), of which the key has lid and first pronoun as one chain.
"""

from collections.abc import Sequence
from math import inf, nan

import numpy as np
import pytest

from anaphora.workbench.decision import UNEXPLAINED, Decision, Explanation
from anaphora.workbench.trace import Confidence, trace
from anaphora.workbench.trace.build import margins
from tests.workbench.trace.test_trace import CHAIN, IT, LID, THREE, Scene

LIDS = Scene(THREE, [(LID, IT)])


def chosen(case: int, antecedent: int | None, *scores: float, probability: float | None = None) -> Decision:
    """A choice among the first so many mentions as there are scores."""
    told = Explanation("salience", tuple(range(len(scores))), scores=scores) if scores else UNEXPLAINED
    return Decision(case, antecedent, told, probability=probability)


def confidence(*answers: Decision) -> Confidence:
    traced = trace(LIDS.document(), LIDS.key(), LIDS.prepared(), {"me": answers}, CHAIN, confidences=True)
    return traced.confidences["me"]


def found(*answers: Decision) -> Sequence[float]:
    return list(margins(LIDS.prepared(), answers))


def test_the_margin_is_that_over_the_best_other_candidate() -> None:
    assert found(chosen(0, 0, 5, 3), chosen(1, 1, 2, 6, 4)) == [2, 2]


def test_a_mention_of_the_same_entity_is_no_rival() -> None:
    """The first pronoun is the lid, so that of the second's candidates only the tray is another entity."""
    assert found(chosen(0, 0, 5, 3), chosen(1, 2, 4, 1, 5)) == [2, 4]
    assert found(chosen(0, None, 5, 3), chosen(1, 2, 4, 1, 5))[1] == 1


def test_the_margin_is_infinite_without_a_rival_and_negative_where_a_rival_scores_higher() -> None:
    assert found(chosen(0, 0, 5), chosen(1, 1, 4, 1, 3)) == [inf, -3]


def test_without_answer_or_scores_there_is_no_margin() -> None:
    assert found(chosen(0, None, 5, 3), chosen(1, 0)) == pytest.approx([nan, nan], nan_ok=True)


def test_answers_are_told_by_what_the_key_has() -> None:
    """The key has no antecedent for the second pronoun: whatever is answered is wrong."""
    told = confidence(chosen(0, 0, 5, 3), chosen(1, 1, 2, 6, 4))

    assert not told.stated
    assert told.values.tolist() == [2, 2]
    assert (told.of_key.tolist(), told.right.tolist()) == ([True, False], [True, False])


def test_a_stated_probability_goes_before_the_margin_and_only_answers_count() -> None:
    told = confidence(chosen(0, 1, 5, 3, probability=0.75), chosen(1, None, 2, 6, 4, probability=0.5))

    assert told.stated
    assert told.values.tolist() == [0.75]
    assert (told.of_key.tolist(), told.right.tolist()) == ([True], [False])
    assert np.isnan(confidence(chosen(0, 0, 5, 3), chosen(1, 1, 2, 6, 4, probability=0.5)).values[0])


def test_nobody_is_asked_unless_wanted() -> None:
    answers = (chosen(0, 0, 5, 3), chosen(1, 1, 2, 6, 4))

    assert trace(LIDS.document(), LIDS.key(), LIDS.prepared(), {"me": answers}, CHAIN).confidences == {}
