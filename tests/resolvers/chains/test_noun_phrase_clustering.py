"""Cardie & Wagstaff's distance and clustering, worked by hand."""

import numpy as np
import pytest

from anaphora.resolvers.chains.noun_phrase_clustering import RADIUS, NounPhraseClustering, cluster, distances
from tests.refused import raises
from tests.resolvers.answers import names, read

INFINITE = np.inf


def classes(size: int, radius: float = 4, **pairs: float) -> tuple[tuple[int, ...], ...]:
    """The classes by distances that are 9 (beyond the radius) but for those named, such as `ab=1`."""
    far = np.full((size, size), 9.0)
    for pair, value in pairs.items():
        first, second = (ord(name) - ord("a") for name in pair)
        far[first, second] = value
    return cluster(far, radius)


def test_noun_phrases_nearer_than_the_radius_are_one_class_unless_a_pair_is_incompatible() -> None:
    assert classes(4, ab=3.9, bd=1) == ((0, 1, 3), (2,))
    assert classes(2, ab=4) == ((0,), (1,))
    # c goes to b; then a, near b, may not come since it and c are incompatible
    assert classes(3, ab=1, bc=1, ac=INFINITE) == ((0,), (1, 2))
    # minus infinity links whatever the radius, but not against infinity
    assert classes(2, 0.1, ab=-INFINITE) == ((0, 1),)
    assert classes(3, ac=-INFINITE, ab=INFINITE, bc=1) == ((0,), (1, 2))
    # the nearest is tried first
    assert classes(3, ac=1, bc=2, ab=INFINITE) == ((0,), (1, 2))


def test_the_distance_weighs_words_head_position_and_what_is_incompatible() -> None:
    """The paper's example: two quite different noun phrases are 10 for the words, 1 for the head, and the position."""
    salaries = "The chairman spoke of salaries after lunch"
    lamp = "The old lamp broke | The lamp lay | A lamp stood"
    him = "He saw him | The man left"
    friend = "Ann , a friend , came"
    expected = {
        (salaries, "salaries", "lunch"): INFINITE,  # plural and singular
        (salaries, "The chairman", "lunch"): INFINITE,  # a person and a thing
        ("Gold replaced paper after lunch", "Gold", "paper"): 10 + 1 + 5 / 2,
        (lamp, "The old lamp", "The lamp"): -INFINITE,  # words of one that are all in the other link at once
        (lamp, "The old lamp", "A lamp"): 10 * 2 / 3 + 5 * 2 / 2 + RADIUS,
        ("Paris likes New York", "Paris", "New York"): INFINITE,  # names without a common word
        # pronouns have no words, and cost the radius only before a noun
        (him, "He", "him"): 5 / 2,
        (him, "him", "The man"): 5 / 2 + RADIUS,
        (friend, "Ann", "a friend"): -INFINITE,  # an apposition goes with its predecessor
    }
    actual = {}
    for text, first, second in expected:
        document = read(text)
        words = names(document)
        actual[text, first, second] = float(distances(document)[words.index(first), words.index(second)])

    assert actual == pytest.approx(expected)
    assert NounPhraseClustering().chains(read(friend)) == ((0, 1),)


def test_a_text_comes_out_as_classes_unless_it_has_more_mentions_than_the_limit() -> None:
    text = read("Ann found a lamp | She sold the lamp")

    assert names(text) == ["Ann", "a lamp", "She", "the lamp"]
    assert NounPhraseClustering().chains(text) == ((0, 2), (1,), (3,))
    assert NounPhraseClustering(radius=9).chains(text) == ((0, 2), (1, 3))
    gold = read("Gold replaced paper")
    assert NounPhraseClustering(most_mentions=2).chains(gold) == ((0,), (1,))
    with raises("too-many-pairs"):
        NounPhraseClustering(most_mentions=1).chains(gold)
