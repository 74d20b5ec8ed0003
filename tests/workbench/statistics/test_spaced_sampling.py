import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.statistics.significance import Sample, draw_spaced, estimate_spaced, parse_sample
from tests.refused import raises

ONE, BOTH = [[1.0, 0.0]], [[1.0, 1.0]]


def test_a_sample_takes_anaphors_while_there_is_room() -> None:
    """One of two that are near, both of two that are far; a gap of one takes one of each sentence.

    Of sentences 0, 60 and 120 it takes the middle one alone (1/3) or the outer two (2/3). The same seed takes the same.
    """
    near = draw_spaced(np.array([3, 102]), Sample(100, 2000), np.random.default_rng(0))
    three = draw_spaced(np.array([0, 60, 120]), Sample(100, 3000), np.random.default_rng(0))
    one, again = (draw_spaced(np.array([0, 0, 1, 7, 7, 7]), Sample(1, 5), np.random.default_rng(1)) for _ in range(2))

    assert (near.sum(axis=1) == 1).all()
    assert near.mean(axis=0) == pytest.approx([0.5, 0.5], abs=0.05)
    assert draw_spaced(np.array([3, 103]), Sample(100, 10), np.random.default_rng(0)).all()
    assert {tuple(row) for row in three.tolist()} == {(False, True, False), (True, False, True)}
    assert three[:, 1].mean() == pytest.approx(1 / 3, abs=0.03)
    assert (one.sum(axis=1) == 3).all()
    assert (one == again).all()


@settings(max_examples=30)
@given(st.lists(st.integers(0, 40), min_size=1, max_size=12), st.integers(1, 20), st.integers(0, 3))
def test_anaphors_of_a_sample_are_apart_and_no_other_has_room(places: list[int], gap: int, seed: int) -> None:
    sentences = np.array(places)
    for row in draw_spaced(sentences, Sample(gap, 20), np.random.default_rng(seed)):
        chosen = sentences[row]
        assert all(abs(one - other) >= gap for at, one in enumerate(chosen) for other in chosen[:at])
        assert all((np.abs(chosen - place) < gap).any() for place in sentences)


def test_rates_and_interval_are_those_of_documents_if_a_sample_takes_one_anaphor_of_each() -> None:
    """Of the first document's three anaphors the first resolver has all and the other none, of the second's one both.

    By anaphors the other would have 1/4; with one of each document it has 1/2: rates 0 and 1, se = sqrt(2 / 1 x (1/4 +
    1/4)) / 2 = 1/2; t with one degree, 12.7, reaches beyond both ends.
    """
    documents = [(np.array([0, 1, 2]), np.array(ONE * 3)), (np.array([5]), np.array(BOTH))]
    found = estimate_spaced(documents, Sample(100, 10))

    assert found is not None
    assert (found.anaphors, [rate.value for rate in found.rates]) == (2.0, [1.0, 0.5])
    assert found.differences[0, 1].value == 0.5
    assert found.rates[1].interval == (0.0, 1.0)


def test_documents_that_do_not_differ_and_a_single_one_have_no_interval_and_none_no_rates() -> None:
    """The first resolver has the one anaphor of each right and the second none; that says nothing of their spread."""
    nothing = (np.zeros(0, np.int64), np.zeros((0, 2)))
    alike = (np.array([0]), np.array(ONE))
    for documents in ([alike] * 3, [alike, nothing]):
        found = estimate_spaced(documents, Sample(100, 10))
        assert found is not None
        assert [rate.interval for rate in found.rates] == [None, None]

    assert estimate_spaced([nothing], Sample()) is None


def test_a_sample_is_asked_for_by_its_gap() -> None:
    assert parse_sample("gap=100", 50, 1) == Sample(100, 50, 1)
    for name in ("", "100", "gap", "gap=", "gap=0", "gap=-1", "gap=1.5", "size=3", "gap=" + "9" * 99):
        with raises("unknown-sample"):
            parse_sample(name, 10, 0)
