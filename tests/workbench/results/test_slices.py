"""Slices are parts of the anaphors: together they hold each of them once."""

import pytest

from anaphora.workbench.results.slices import BY, Pattern, Slice, patterns, slices
from tests.workbench.tiny_comparison import CAREFUL, HASTY, empty_comparison, tiny_comparison


def test_a_slice_counts_its_anaphors_who_has_them_right_and_what_chance_would() -> None:
    """Two "it" with one right answer of two candidates, and a "they" that nobody found."""
    assert slices(tiny_comparison(), "pronoun") == [
        Slice("it", 2, {CAREFUL: 1, HASTY: 0}, 1.0),
        Slice("they", 1, {CAREFUL: 0, HASTY: 0}, 0.0),
    ]


def test_slices_of_candidates_and_distance_stand_in_their_natural_order() -> None:
    assert [part.name for part in slices(tiny_comparison(), "candidates")] == ["0", "2–3"]
    assert [part.name for part in slices(tiny_comparison(), "distance")] == ["1"]
    assert [part.name for part in slices(tiny_comparison(), "genre")] == ["manual", "–"]


@pytest.mark.parametrize("by", BY)
def test_slices_hold_every_anaphor_once(by: str) -> None:
    comparison = tiny_comparison()
    parts = slices(comparison, by)

    assert sum(part.of for part in parts) == comparison.anaphors
    for name in comparison.resolvers:
        assert sum(part.right[name] for part in parts) == comparison.losses(name)["right"]
    assert slices(empty_comparison(), by) == []


def test_patterns_say_who_is_right_on_the_same_anaphors_the_most_frequent_first() -> None:
    assert patterns(tiny_comparison(), (CAREFUL, HASTY)) == [
        Pattern(frozenset(), 2, distance=1, candidates=1),
        Pattern(frozenset({CAREFUL}), 1, distance=1, candidates=2),
    ]
    assert patterns(empty_comparison(), (CAREFUL,)) == []
