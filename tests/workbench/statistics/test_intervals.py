import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora.workbench.statistics.significance import interval


def of(*documents: tuple[float, float]) -> tuple[float, float]:
    """The interval for documents given as (right, of)."""
    found = interval(np.array([right for right, _ in documents]), np.array([total for _, total in documents]))
    assert found is not None
    return found


def test_interval_of_a_single_document_is_wilsons() -> None:
    """266 of 426: Wilson 1927 with z = 1.96 gives 57.8 to 66.9 %."""
    low, high = of((266, 426))

    assert (round(low, 3), round(high, 3)) == (0.578, 0.669)


def test_interval_of_none_right_starts_at_zero() -> None:
    """Wilson's upper end for 0 of n is z² / (n + z²); z² = 3.841."""
    assert of((0, 10)) == pytest.approx((0, 3.8415 / 13.8415), abs=1e-4)


def test_interval_of_all_right_ends_at_one() -> None:
    assert of((10, 10)) == pytest.approx((10 / 13.8415, 1), abs=1e-4)


def test_interval_grows_with_the_level() -> None:
    right, total = np.array([30.0]), np.array([60.0])
    narrow, wide = interval(right, total, 0.8), interval(right, total, 0.99)

    assert narrow is not None
    assert wide is not None
    assert wide[0] < narrow[0] < 0.5 < narrow[1] < wide[1]


def test_interval_is_much_wider_if_documents_differ() -> None:
    """20/20 and 0/20 are like two independent observations, not like 40."""
    low, high = of((20, 20), (0, 20))
    alone = of((20, 40))

    assert high - low > 3 * (alone[1] - alone[0])


def test_interval_on_the_effective_number_by_hand() -> None:
    """Four documents with 8, 6, 4, 2 of 10 right: rate 1/2, deviations 3, 1, -1, -3.

    Their squares add up to 20; times 4/3 over 40² is a variance of 1/60, where independence gives 1/160: design effect
    8/3. The effective number is 40 / (8/3) = 15, times (1.95996 / 3.18245)² = 5.68937. Wilson at 1/2 on this number has
    the half-width z / (2 sqrt(n + z²)) = 1.95996 / (2 * 3.08724) = 0.31743.
    """
    low, high = of((8, 10), (6, 10), (4, 10), (2, 10))

    assert low == pytest.approx(0.5 - 0.31743, abs=1e-4)
    assert high == pytest.approx(0.5 + 0.31743, abs=1e-4)


def test_interval_is_never_narrower_than_with_independent_anaphors() -> None:
    low, high = of((10, 20), (10, 20), (10, 20))
    alone = of((30, 60))

    assert low < alone[0]
    assert alone[1] < high


def test_interval_is_undefined_without_anaphors() -> None:
    assert interval(np.array([0.0, 0.0]), np.array([0.0, 0.0])) is None


def test_document_without_anaphors_changes_nothing() -> None:
    assert of((8, 10), (2, 10), (0, 0)) == of((8, 10), (2, 10))


@pytest.mark.parametrize("count", [1, 2, 5])
def test_order_of_documents_does_not_matter(count: int) -> None:
    documents = [(float(at), 7.0) for at in range(count)]

    assert of(*documents) == pytest.approx(of(*reversed(documents)))


@given(st.lists(st.integers(1, 50).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=1, max_size=8))
def test_interval_lies_in_the_unit_interval_and_contains_the_rate(documents: list[tuple[int, int]]) -> None:
    low, high = of(*documents)
    rate = sum(right for right, _ in documents) / sum(total for _, total in documents)

    assert 0 <= low <= high <= 1
    assert low - 1e-12 <= rate <= high + 1e-12
