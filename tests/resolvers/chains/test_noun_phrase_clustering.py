"""Cardie & Wagstaff's distance and clustering, worked by hand."""

import numpy as np
import pytest

from anaphora.resolvers.chains.noun_phrase_clustering import RADIUS, NounPhraseClustering, cluster, distances
from anaphora.workbench.document import Prepared
from tests.annotated import prepared
from tests.refused import raises

INFINITE = np.inf


def matrix(size: int, **pairs: float) -> np.ndarray:
    """Distances: 9 (beyond the radius) but for those named, such as `ab=1`."""
    far = np.full((size, size), 9.0)
    for names, value in pairs.items():
        one, other = (ord(name) - ord("a") for name in names)
        far[one, other] = value
    return far


def between(text: Prepared, one: str, other: str) -> float:
    words = [text.document.words_of(mention.span) for mention in text.mentions]
    return float(distances(text)[words.index(one), len(words) - 1 - words[::-1].index(other)])


def test_noun_phrases_nearer_than_the_radius_are_one_class_through_others() -> None:
    assert cluster(matrix(4, ab=3.9, bd=1), 4) == ((0, 1, 3), (2,))
    assert cluster(matrix(2, ab=4), 4) == ((0,), (1,))


def test_one_incompatible_pair_keeps_two_classes_apart() -> None:
    """c goes to b; then a, near b, may not come since it and c are incompatible."""
    assert cluster(matrix(3, ab=1, bc=1, ac=INFINITE), 4) == ((0,), (1, 2))


def test_minus_infinity_links_whatever_the_radius_but_not_against_infinity() -> None:
    assert cluster(matrix(2, ab=-INFINITE), 0.1) == ((0, 1),)
    assert cluster(matrix(3, ac=-INFINITE, ab=INFINITE, bc=1), 4) == ((0,), (1, 2))


def test_the_nearest_noun_phrase_is_tried_first() -> None:
    assert cluster(matrix(3, ac=1, bc=2, ab=INFINITE), 4) == ((0,), (1, 2))


def test_two_quite_different_noun_phrases_are_eleven_apart_and_a_bit() -> None:
    """The paper's example: 10 for the words, 1 for the head, and the position."""
    text = prepared(
        "The/DT/2/det chairman/NN/3/nsubj spoke/VBD/0/root of/IN/5/case salaries/NNS/3/obl "
        "after/IN/7/case lunch/NN/3/obl"
    )

    assert between(text, "salaries", "lunch") == INFINITE, "plural and singular"
    assert between(text, "The chairman", "lunch") == INFINITE, "a person and a thing"
    text = prepared("Gold/NN/2/nsubj replaced/VBD/0/root paper/NN/2/obj after/IN/5/case lunch/NN/2/obl")
    assert between(text, "Gold", "paper") == pytest.approx(10 + 1 + 5 / 2)


def test_words_of_one_that_are_all_in_the_other_link_at_once() -> None:
    text = prepared(
        "The/DT/3/det old/JJ/3/amod lamp/NN/4/nsubj broke/VBD/0/root\nThe/DT/2/det lamp/NN/3/nsubj lay/VBD/0/root\n"
        "A/DT/2/det lamp/NN/3/nsubj stood/VBD/0/root"
    )

    assert between(text, "The old lamp", "The lamp") == -INFINITE
    assert between(text, "The old lamp", "A lamp") == pytest.approx(10 * 2 / 3 + 5 * 2 / 2 + RADIUS)


def test_names_without_a_common_word_are_incompatible() -> None:
    text = prepared("Paris/NNP/2/nsubj likes/VBZ/0/root New/NNP/4/compound York/NNP/2/obj")

    assert between(text, "Paris", "New York") == INFINITE


def test_pronouns_have_no_words_and_cost_the_radius_only_before_a_noun() -> None:
    text = prepared("He/PRP/2/nsubj saw/VBD/0/root him/PRP/2/obj\nThe/DT/2/det man/NN/3/nsubj left/VBD/0/root")

    assert between(text, "He", "him") == pytest.approx(5 / 2)
    assert between(text, "him", "The man") == pytest.approx(5 / 2 + RADIUS)


def test_an_apposition_goes_with_its_predecessor() -> None:
    text = prepared("Ann/NNP/6/nsubj ,/,/4/punct a/DT/4/det friend/NN/1/appos ,/,/4/punct came/VBD/0/root")

    assert between(text, "Ann", "a friend") == -INFINITE
    assert NounPhraseClustering().chains(text) == ((0, 1),)


def test_a_text_comes_out_as_classes() -> None:
    text = prepared(
        "Ann/NNP/2/nsubj found/VBD/0/root a/DT/4/det lamp/NN/2/obj ././2/punct\n"
        "She/PRP/2/nsubj sold/VBD/0/root the/DT/4/det lamp/NN/2/obj ././2/punct"
    )

    assert [text.document.words_of(it.span) for it in text.mentions] == ["Ann", "a lamp", "She", "the lamp"]
    assert NounPhraseClustering().chains(text) == ((0, 2), (1,), (3,))
    assert NounPhraseClustering(radius=9).chains(text) == ((0, 2), (1, 3))


def test_a_document_with_more_mentions_than_the_limit_is_refused() -> None:
    text = prepared("Gold/NN/2/nsubj replaced/VBD/0/root paper/NN/2/obj")

    assert NounPhraseClustering(most_mentions=2).chains(text) == ((0,), (1,))
    with raises("too-many-pairs"):
        NounPhraseClustering(most_mentions=1).chains(text)
