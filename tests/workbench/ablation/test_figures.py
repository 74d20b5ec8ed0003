"""A corpus of five anaphors in two documents, worked out by hand.

Votes are (near, subject, term), in that order; the right candidate of each anaphor is marked with True.

1. near (2, 0, 0) True, far (0, 1, 0): 2 against 1, right; wrong without `near`, for then 0 against 1.
2. near (2, 0, 0), far (0, 1, 2) True: 2 against 3, right; wrong without `subject` (2 against 2, the nearer wins) and
   without `term`.
3. near (2, 0, 0), far (0, 1, 0) True: 2 against 1, wrong; right without `near`.
4. near (0, 0, -1), far (0, 0, 0) True: -1 against 0, right; without `term` a tie, that the nearer wins: wrong.
5. near (0, 0, 0) True, far (0, 0, 0): a tie that the nearer wins: right whatever is off.
"""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from anaphora.workbench.ablation.figures import IndicatorAblation, Power
from anaphora.workbench.ablation.vote_matrix import VoteMatrix, subsets
from tests.refused import raises

NEAR, SUBJECT, TERM = "near", "subject", "term"
FAR_FIRST = [
    ((0, 1, 0), False), ((2, 0, 0), True),
    ((0, 1, 2), True), ((2, 0, 0), False),
    ((0, 1, 0), True), ((2, 0, 0), False),
    ((0, 0, 0), True), ((0, 0, -1), False),
    ((0, 0, 0), False), ((0, 0, 0), True),
]  # fmt: skip


def corpus() -> VoteMatrix:
    """The five anaphors, and a sixth that nobody had candidates for."""
    return VoteMatrix(
        indicators=(NEAR, SUBJECT, TERM),
        votes=np.array([votes for votes, _ in FAR_FIRST], np.int8),
        right=np.array([right for _, right in FAR_FIRST]),
        starts=np.arange(0, 10, 2),
        document=np.array([0, 0, 0, 1, 1]),
        asked=np.array([3, 3]),
        weights=np.ones(3),
    )


def test_helped_and_hurt_are_what_leaving_an_indicator_out_changes() -> None:
    worth = IndicatorAblation(corpus()).worth

    assert {name: (each.helped, each.hurt) for name, each in worth.items()} == {
        NEAR: (1, 1),
        SUBJECT: (1, 0),
        TERM: (2, 0),
    }


def test_relative_importance_is_the_loss_as_a_share_of_the_success_rate() -> None:
    """Four of six are right; without `term` two: (4/6 - 2/6) / (4/6) = 1/2 (Mitkov 2001, section 5.3)."""
    found = IndicatorAblation(corpus())

    assert found.rate(found.right) == 4 / 6
    assert {name: each.relative_importance for name, each in found.worth.items()} == {
        NEAR: 0.0,
        SUBJECT: 1 / 4,
        TERM: 1 / 2,
    }


def test_decision_power_counts_applications_to_candidates_and_to_anaphors() -> None:
    worth = IndicatorAblation(corpus()).worth

    assert worth[NEAR].boosting == Power(applied=3, successful=1)  # proposed and right in 1, wrong in 2 and 3
    assert worth[NEAR].impeding == Power(0, 0)
    assert worth[NEAR].impeding.value is None
    assert worth[TERM].boosting == Power(1, 1)
    assert worth[TERM].impeding == Power(1, 1)  # the one it counts against is no right answer
    assert worth[SUBJECT].separating == Power(3, 1)  # told apart in 1 to 3; the subject is proposed and right in 2
    assert worth[SUBJECT].separating.value == pytest.approx(1 / 3)  # mostly overruled, and yet important
    assert worth[TERM].separating == Power(2, 2)
    assert worth[TERM].separating.value == 1.0


def test_shapley_shares_are_the_mean_gain_over_all_orders_and_add_up() -> None:
    found = IndicatorAblation(corpus())
    counts = dict(enumerate(found.by_subset.tolist()))
    gains = dict.fromkeys((NEAR, SUBJECT, TERM), 0.0)
    for order in permutations(range(3)):
        have = 0
        for column in order:
            gains[corpus().indicators[column]] += (counts[have | 1 << column] - counts[have]) / 6 / 6
            have |= 1 << column

    shares = {name: each.shapley for name, each in found.worth.items()}
    assert shares == pytest.approx(gains)
    assert sum(share for share in shares.values() if share) == pytest.approx((counts[7] - counts[0]) / 6)


def test_by_subset_holds_every_choice_of_indicators() -> None:
    """None: the nearer always wins, right in 1 and 5. Only `subject`: the far one in 1, 2, 3; right in 2, 3, 5."""
    found = IndicatorAblation(corpus())

    assert found.by_subset[0b000] == 2
    assert found.by_subset[0b010] == 3
    assert found.by_subset[0b111] == found.right == 4
    assert len(found.by_subset) == len(subsets(3))
    assert found.best_subsets(2)[0] == ((TERM,), 4), "fewer indicators are preferred: it is right in all but 3"
    assert found.tie_break == {"applied": 1, "right": 1, "expected": 0.5}, "in 5 a coin would be right half the time"


def small(votes: list[list[int]]) -> VoteMatrix:
    """One anaphor, of whose candidates the first is right."""
    indicators = tuple(map(str, range(len(votes[0]))))
    right, one = np.arange(len(votes)) == 0, np.array([0])
    return VoteMatrix(indicators, np.array(votes, np.int8), right, one, one, np.array([1]), np.ones(len(indicators)))


def test_flips_count_the_fewest_indicators_to_switch_off() -> None:
    assert IndicatorAblation(corpus()).flips() == {"1": 1, "never": 0}  # anaphor 3, without `near`
    assert IndicatorAblation(small([[1], [1]])).flips() == {"never": 1}


def test_more_than_sixteen_indicators_are_refused() -> None:
    assert IndicatorAblation(small([[0] * 16])).right == 1
    with raises("too-many-indicators"):
        IndicatorAblation(small([[0] * 17]))


def test_the_curve_of_a_weight_is_exact_at_and_between_the_points_where_sums_cross() -> None:
    """Weight w of `near`: 1 is right for 2w >= 1, 2 for 2w < 3, 3 for 2w < 1; 4 and 5 always."""
    curve = IndicatorAblation(corpus()).curve(NEAR)

    assert curve.points == (0.5, 1.5)
    assert curve.between == (4 / 6, 4 / 6, 3 / 6)  # 2 3 4 5, then 1 2 4 5, then 1 4 5
    assert curve.at == (4 / 6, 3 / 6)  # the nearer wins the tie: 1 2 4 5, then 1 4 5
    cut = IndicatorAblation(corpus()).curve(NEAR, high=1.25)
    assert (cut.points, cut.between) == ((0.5,), (4 / 6, 4 / 6)), "it ends where it says, whatever changes beyond"


def test_importance_is_tested_from_six_documents_on() -> None:
    assert all(each.p is None for each in IndicatorAblation(corpus()).worth.values())

    tested = IndicatorAblation(corpus(), documents_tested=2).worth
    assert tested[TERM].p == 2 / 4  # helped in both documents: both signs changed or none
    assert tested[TERM].p_adjusted == 2 / 4


def test_decision_power_has_an_interval_over_documents() -> None:
    """`term` is right wherever it tells candidates apart, in both documents; `subject` votes in the first alone.

    With anaphor 3 in the second document, `near` is right in 1 of 2 and in 0 of 1: 1/3 with an error of
    sqrt(2 * 2/9) / 3 = 2/9, times t = 12.7, which the interval cuts off at 0 and 1.
    """
    worth = IndicatorAblation(corpus()).worth
    assert worth[TERM].separating.interval == (1.0, 1.0)
    assert worth[SUBJECT].separating.interval is None

    elsewhere = replace(corpus(), document=np.array([0, 0, 1, 1, 1]))
    assert IndicatorAblation(elsewhere).worth[NEAR].boosting.interval == (0.0, 1.0)
