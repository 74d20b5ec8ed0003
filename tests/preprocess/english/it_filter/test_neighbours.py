"""Distances, weights and votes worked out by hand."""

from math import log2

import pytest

from anaphora.preprocess.english.it_filter.neighbours import Memory, gain_ratio


def test_gain_ratio_of_a_feature_that_tells_all_is_one() -> None:
    assert gain_ratio(["a", "a", "b", "b"], ["p", "p", "q", "q"]) == pytest.approx(1)


def test_gain_ratio_is_gain_over_split_information() -> None:
    """Four values for two classes: the gain is 1 bit, the split information 2."""
    assert gain_ratio(["a", "b", "c", "d"], ["p", "p", "q", "q"]) == pytest.approx(0.5)


def test_gain_ratio_of_a_partial_clue() -> None:
    """Of "a" 2 in 3 are p; "b" is q. Classes: 1 bit. Rest: 3/4 of the entropy of 1/3. Split: the entropy of 1/4."""
    third = -(1 / 3 * log2(1 / 3) + 2 / 3 * log2(2 / 3))
    quarter = -(1 / 4 * log2(1 / 4) + 3 / 4 * log2(3 / 4))

    assert gain_ratio(["a", "a", "a", "b"], ["p", "p", "q", "q"]) == pytest.approx((1 - 3 / 4 * third) / quarter)


def test_gain_ratio_of_one_value_or_of_no_clue_is_zero() -> None:
    assert gain_ratio(["a", "a"], ["p", "q"]) == 0
    assert gain_ratio(["a", "b", "a", "b"], ["p", "p", "q", "q"]) == pytest.approx(0)


ROWS = [("a", "1"), ("a", "2"), ("b", "3"), ("b", "4")]
KINDS = ["p", "p", "q", "q"]  # weights: 1 for the first feature, 0.5 for the second


def test_nearest_are_those_of_the_smallest_distances() -> None:
    """From (a, 1): 0, then (a, 2) at 0.5, then both b at 1.5."""
    memory = Memory(ROWS, KINDS)

    assert memory.weights.tolist() == pytest.approx([1, 0.5])
    assert memory.nearest(("a", "1"), 1) == [0]
    assert memory.nearest(("a", "1"), 2) == [0, 1]
    assert memory.nearest(("a", "1"), 3) == [0, 1, 2, 3]


def test_values_that_memory_has_not_seen_match_nothing() -> None:
    """(b, new) is 0.5 from both b, which are one distance, and 1.5 from both a."""
    assert Memory(ROWS, KINDS).nearest(("b", "new"), 1) == [2, 3]


def test_vote_counts_every_instance_of_the_k_nearest_distances() -> None:
    assert Memory(ROWS, KINDS, k=2).vote(("a", "1")) == ("p", [0, 1])


def test_tied_vote_asks_one_distance_more() -> None:
    """At distance 0 there is one of each class; the next distance adds a p."""
    memory = Memory([("a", "1"), ("a", "1"), ("a", "2"), ("b", "3")], ["p", "q", "p", "q"], k=1)

    assert memory.vote(("a", "1"))[0] == "p"


def test_vote_that_stays_tied_goes_to_the_commoner_class() -> None:
    memory = Memory([("a", "1"), ("a", "1"), ("b", "3"), ("b", "4"), ("c", "5")], ["p", "q", "p", "q", "q"], k=3)

    assert memory.frequency == {"p": 2, "q": 3}
    assert memory.vote(("z", "1"))[0] == "q"
