"""How sure resolvers are, in

    The lid covers the tray . It breaks . It breaks .

with the lid (0), the tray (1) and two pronouns (2 and 3), of which the key has lid and first pronoun as one chain.
"""

from collections.abc import Sequence
from math import inf, nan

import numpy as np
import pytest

from anaphora.workbench.decision import UNEXPLAINED, Decision, Explanation
from anaphora.workbench.trace.build import margins, trace
from anaphora.workbench.trace.document import Confidence
from tests.workbench.trace.test_trace import CHAIN, IT, LID, THREE, Scene

LIDS = Scene(THREE, [(LID, IT)])


def chosen(case: int, antecedent: int | None, *scores: float, probability: float | None = None) -> Decision:
    """A choice among the first so many mentions as there are scores."""
    explained = Explanation("salience", tuple(range(len(scores))), scores=scores) if scores else UNEXPLAINED
    return Decision(case, antecedent, explained, probability=probability)


def confidence(*answers: Decision) -> Confidence:
    traced = trace(LIDS.document(), LIDS.key(), LIDS.prepared(), {"me": answers}, CHAIN, confidences=True)
    return traced.confidences["me"]


def margins_of(*answers: Decision) -> Sequence[float]:
    return list(margins(LIDS.prepared(), answers))


def test_the_margin_is_that_over_the_best_other_entity() -> None:
    """The first pronoun is the lid where it is so answered: of the second's candidates only the tray is another then.

    It is infinite without a rival, negative where a rival scores higher, and none without answer or scores.
    """
    assert margins_of(chosen(0, 0, 5, 3), chosen(1, 1, 2, 6, 4)) == [2, 2]
    assert margins_of(chosen(0, 0, 5, 3), chosen(1, 2, 4, 1, 5)) == [2, 4]
    assert margins_of(chosen(0, None, 5, 3), chosen(1, 2, 4, 1, 5))[1] == 1
    assert margins_of(chosen(0, 0, 5), chosen(1, 1, 4, 1, 3)) == [inf, -3]
    assert margins_of(chosen(0, None, 5, 3), chosen(1, 0)) == pytest.approx([nan, nan], nan_ok=True)


def test_answers_are_right_or_wrong_by_what_the_key_has() -> None:
    """The key has no antecedent for the second pronoun: whatever is answered is wrong."""
    answers = confidence(chosen(0, 0, 5, 3), chosen(1, 1, 2, 6, 4))

    assert not answers.stated
    assert answers.values.tolist() == [2, 2]
    assert (answers.of_key.tolist(), answers.right.tolist()) == ([True, False], [True, False])


def test_a_stated_probability_goes_before_the_margin_and_only_answers_count() -> None:
    answers = confidence(chosen(0, 1, 5, 3, probability=0.75), chosen(1, None, 2, 6, 4, probability=0.5))

    assert answers.stated
    assert answers.values.tolist() == [0.75]
    assert (answers.of_key.tolist(), answers.right.tolist()) == ([True], [False])
    assert np.isnan(confidence(chosen(0, 0, 5, 3), chosen(1, 1, 2, 6, 4, probability=0.5)).values[0])
    silent = trace(
        LIDS.document(), LIDS.key(), LIDS.prepared(), {"me": [chosen(0, 0, 5, 3), chosen(1, 1, 2, 6)]}, CHAIN
    )
    assert silent.confidences == {}, "nobody asked"
