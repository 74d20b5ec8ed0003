"""Expected values: worked out by hand, by enumeration, or from the papers and tables that the names say."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.statistics import MIN_DOCUMENTS
from anaphora.workbench.statistics.significance import (
    cluster_t,
    detectable,
    difference,
    equal_within,
    interval,
    intraclass_correlation,
    mcnemar,
    needed,
)


def test_mcnemar_is_that_of_the_binomial() -> None:
    """The mid p counts the observed table half: (5, 0) twice 1/32 less 1/32, (1, 1) one less half of 2/4.

    z = (600 - 1) / sqrt(20,600), 4.17, is near the exact test of many anaphors.
    """
    exact = {(18, 3): 0.0015, (29, 14): 0.032, (5, 0): 0.0625, (0, 5): 0.0625, (0, 0): 1.0, (4, 4): 1.0}

    assert {cells: mcnemar(*cells)[0] for cells in exact} == pytest.approx(exact, abs=0.0005)
    assert [mcnemar(*cells)[1] for cells in ((5, 0), (1, 1), (0, 0))] == pytest.approx([1 / 32, 0.75, 1])
    assert mcnemar(10_600, 10_000)[0] == pytest.approx(3.0e-5, rel=0.03)


def test_cluster_t_of_two_documents() -> None:
    """Rates 1/4 and 3/4: the residuals are -1 and 1, se = sqrt(2 / 1 * 2) / 8 = 0.25; t with one degree is 12.706."""
    (low, high), error = cluster_t(np.array([1.0, 3.0]), np.array([4.0, 4.0]))

    assert error == pytest.approx(0.25)
    assert (low, high) == pytest.approx((0.5 - 12.706 * 0.25, 0.5 + 12.706 * 0.25), abs=1e-3)


def test_difference_counts_what_only_one_has_right() -> None:
    found = difference(np.array([3.0, 1.0]), np.array([0.0, 2.0]), np.array([10.0, 10.0]), 0.5)

    assert (found.only_first, found.only_second, found.value, found.anaphors) == (4, 2, 0.1, 20)
    assert found.p is None  # two documents are too few to test
    assert found.interval is not None


def test_difference_is_tested_from_six_documents_on_and_undefined_on_nothing() -> None:
    for documents, tested in ((MIN_DOCUMENTS - 1, False), (MIN_DOCUMENTS, True)):
        ones = np.ones(documents)
        assert (difference(ones, 0 * ones, 5 * ones, 2 / 2**documents).p is not None) == tested

    nothing = np.zeros(0)
    found = difference(nothing, nothing, nothing, 1.0)
    assert (found.value, found.interval, found.p, found.detectable, found.needed) == (None, None, None, None, None)


def test_resolvers_are_equal_within_a_margin_if_the_90_percent_interval_lies_within_it() -> None:
    """Six documents of 100 and differences 1, -1, 1, -1, 1, -1: se = sqrt(6/5 x 6) / 600 = 0.00447; t is 2.015.

    A difference of 2 in each lies on the margin of 0.02. Five documents are too few to tell.
    """
    moved, of = np.array([1.0, -1.0] * 3), np.full(6, 100.0)

    assert equal_within(moved, of, 0.0091)  # 2.015 x 0.00447 = 0.00901
    assert not equal_within(moved, of, 0.0089)
    assert [equal_within(np.full(6, by), of, 0.02) for by in (1.0, 2.0, -2.0)] == [True, False, False]
    assert equal_within(np.zeros(6), np.array([0.0, 9.0, 9.0, 9.0, 9.0, 9.0]), 0.02) is None


def test_what_anaphors_can_show_and_how_many_are_needed() -> None:
    """The sample of Mitkov 2001, section 8: 426 anaphors; MARS has 62.5 and CogNIAC 59.02 %, 3.5 points apart.

    Dependence within documents takes more.
    """
    points = {0.10: 4.3, 0.20: 6.1, 0.30: 7.5}
    anaphors = {0.10: 639, 0.138: 882, 0.20: 1280, 0.25: 1600, 0.30: 1920}

    assert {discordant: 100 * detectable(discordant, 426) for discordant in points} == pytest.approx(points, abs=0.1)
    assert {discordant: needed(0.035, discordant) for discordant in anaphors} == pytest.approx(anaphors, rel=0.002)
    assert needed(0.05, 0.2, effect=1.55) == pytest.approx(1.55 * needed(0.05, 0.2), rel=0.01)
    assert detectable(0.2, 426, effect=4.0) == pytest.approx(2 * detectable(0.2, 426))


def test_intraclass_correlation_of_extremes() -> None:
    """All right or all wrong by document: 1. The same rate everywhere: no more alike than -1 / (size - 1)."""
    assert intraclass_correlation(np.array([5.0, 0.0, 5.0]), np.array([5.0, 5.0, 5.0])) == pytest.approx(1.0)
    assert intraclass_correlation(np.array([2.0, 2.0]), np.array([4.0, 4.0])) == pytest.approx(-1 / 3)
    assert intraclass_correlation(np.array([1.0]), np.array([4.0])) is None


def of(*documents: tuple[float, float]) -> tuple[float, float]:
    """The interval for documents given as (right, of)."""
    found = interval(np.array([right for right, _ in documents]), np.array([total for _, total in documents]))
    assert found is not None
    return found


def test_interval_of_a_single_document_is_wilsons() -> None:
    """266 of 426: Wilson 1927 with z = 1.96 gives 57.8 to 66.9 %; z² is 3.841.

    Of none or all of n right, one end is 0 or 1, and the other z² / (n + z²) or n / (n + z²).
    """
    low, high = of((266, 426))

    assert (round(low, 3), round(high, 3)) == (0.578, 0.669)
    assert of((0, 10)) == pytest.approx((0, 3.8415 / 13.8415), abs=1e-4)
    assert of((10, 10)) == pytest.approx((10 / 13.8415, 1), abs=1e-4)


def test_interval_grows_with_the_level() -> None:
    right, total = np.array([30.0]), np.array([60.0])
    narrow, wide = interval(right, total, 0.8), interval(right, total, 0.99)

    assert narrow is not None
    assert wide is not None
    assert wide[0] < narrow[0] < 0.5 < narrow[1] < wide[1]


def test_interval_is_much_wider_if_documents_differ_and_never_narrower_than_without_documents() -> None:
    """20/20 and 0/20 are like two independent observations, not like 40."""
    low, high = of((20, 20), (0, 20))
    first, last = of((10, 20), (10, 20), (10, 20))
    alone, of_sixty = of((20, 40)), of((30, 60))

    assert high - low > 3 * (alone[1] - alone[0])
    assert first < of_sixty[0] < of_sixty[1] < last


def test_interval_on_the_effective_number_by_hand() -> None:
    """Four documents with 8, 6, 4, 2 of 10 right: rate 1/2, deviations 3, 1, -1, -3.

    Their squares add up to 20; times 4/3 over 40² is a variance of 1/60, where independence gives 1/160: design effect
    8/3. The effective number is 40 / (8/3) = 15, times (1.95996 / 3.18245)² = 5.68937. Wilson at 1/2 on this number has
    the half-width z / (2 sqrt(n + z²)) = 1.95996 / (2 * 3.08724) = 0.31743.
    """
    low, high = of((8, 10), (6, 10), (4, 10), (2, 10))

    assert low == pytest.approx(0.5 - 0.31743, abs=1e-4)
    assert high == pytest.approx(0.5 + 0.31743, abs=1e-4)


def test_documents_without_anaphors_change_nothing_and_have_no_interval_alone() -> None:
    assert interval(np.array([0.0, 0.0]), np.array([0.0, 0.0])) is None
    assert of((8, 10), (2, 10), (0, 0)) == of((8, 10), (2, 10))


@settings(max_examples=25)
@given(st.lists(st.integers(1, 50).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=1, max_size=8))
def test_interval_lies_in_the_unit_interval_and_contains_the_rate(documents: list[tuple[int, int]]) -> None:
    """The order of documents does not matter."""
    low, high = of(*documents)
    rate = sum(right for right, _ in documents) / sum(total for _, total in documents)

    assert 0 <= low <= high <= 1
    assert low - 1e-12 <= rate <= high + 1e-12
    assert of(*reversed(documents)) == pytest.approx((low, high))
