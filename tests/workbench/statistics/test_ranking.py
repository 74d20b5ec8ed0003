import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from anaphora.workbench.statistics.resampling import ranks


def test_who_is_ahead_in_every_document_is_first_in_every_sample() -> None:
    assert ranks(np.array([[1.0, 3.0], [0.0, 2.0]]), seed=0).tolist() == [[0.0, 1.0], [1.0, 0.0]]


def test_of_two_documents_with_another_winner_each_the_ranks_are_shared() -> None:
    """The first is ahead if the first document is drawn twice (1/4), level with one of each (1/2): 1/4 + 1/2 x 1/2."""
    found = ranks(np.array([[2.0, 0.0], [0.0, 2.0]]), seed=0)

    assert found == pytest.approx(np.full((2, 2), 0.5), abs=0.02)


def test_a_large_document_counts_for_more() -> None:
    """The first is ahead unless the second document is drawn twice: 3/4."""
    assert ranks(np.array([[5.0, 0.0], [0.0, 2.0]]), seed=0)[0, 0] == pytest.approx(0.75, abs=0.02)


def test_level_resolvers_share_the_ranks_behind_the_first() -> None:
    found = ranks(np.array([[1.0, 2.0, 1.0]] * 3), seed=0)

    assert found.tolist() == [[0.0, 0.5, 0.5], [1.0, 0.0, 0.0], [0.0, 0.5, 0.5]]


@given(arrays(np.float64, (4, 3), elements=st.integers(0, 5)), st.permutations(range(3)))
def test_ranks_and_resolvers_add_up_and_the_order_of_resolvers_does_not_matter(
    right: "np.ndarray[tuple[int, int], np.dtype[np.float64]]", order: list[int]
) -> None:
    found = ranks(right, seed=0, resamples=50)

    assert found.sum(axis=0) == pytest.approx(np.ones(3))
    assert found.sum(axis=1) == pytest.approx(np.ones(3))
    assert ranks(right[:, order], seed=0, resamples=50) == pytest.approx(found[order])
