"""What the network gives, and the sentences, phrases, trees and lemmas that this means."""

from itertools import product

import numpy as np
import pytest

from anaphora.preprocess.encoder.network import (
    Parse,
    apply_rule,
    find_arborescence,
    find_phrases,
    find_rule,
    find_sentences,
    find_tree,
)  # fmt: skip


def test_a_sentence_cut_out_keeps_its_root_scores_its_own_heads_and_its_vectors() -> None:
    column, starts = np.arange(4), np.arange(4, dtype=np.float32)
    arcs, vectors = np.arange(20, dtype=np.float32).reshape(4, 5), np.arange(8, dtype=np.float16).reshape(4, 2)

    found = Parse(column, column, column, column, column, starts, arcs, vectors).cut(1, 3)

    assert found.tags.tolist() == [1, 2]
    assert found.arcs.tolist() == [[5, 7, 8], [10, 12, 13]]
    assert found.vectors.tolist() == [[2, 3], [4, 5]]


def best_sum(scores: np.ndarray) -> float:
    """The highest sum of any tree under node 0, by trying all choices of heads."""
    size = len(scores)

    def reaches_root(heads: tuple[int, ...], node: int) -> bool:
        for _ in range(size):
            node = heads[node]
        return node == 0

    choices = ((0, *heads) for heads in product(range(size), repeat=size - 1))
    trees = (heads for heads in choices if all(reaches_root(heads, node) for node in range(size)))
    return max(sum(float(scores[node, head]) for node, head in enumerate(heads) if node) for heads in trees)


def test_arborescence_is_the_best_of_all_trees() -> None:
    draw = np.random.default_rng(0)
    for size in (2, 3, 4, 5) * 20:
        scores = draw.normal(size=(size, size))
        np.fill_diagonal(scores, -np.inf)

        heads = find_arborescence(scores)

        assert sum(scores[node, heads[node]] for node in range(1, size)) == pytest.approx(best_sum(scores))


def test_tree_has_one_root_where_two_words_would_be_roots() -> None:
    scores = np.log(np.array([[0.9, 0.0, 0.1], [0.8, 0.2, 0.0]], dtype=np.float32) + 1e-6)

    assert find_tree(scores) == [-1, 0]


def test_sentences_start_where_it_is_likelier_than_not() -> None:
    assert list(find_sentences([0.1, 0.2, 0.9, 0.5])) == [(0, 2), (2, 4)]


def test_phrases_are_runs_of_one_type() -> None:
    expected = {
        "B-A I-A O B-A": [(0, 2, "A"), (3, 4, "A")],
        "B-A B-A I-B": [(0, 1, "A"), (1, 2, "A"), (2, 3, "B")],
        "O I-A I-A": [(1, 3, "A")],
        "": [],
    }

    assert {marks: list(find_phrases(marks.split())) for marks in expected} == expected


def test_a_rule_cuts_letters_and_adds_others() -> None:
    """It serves other words, too, and leaves those that have fewer letters than it cuts."""
    rules = {
        ("cities", "city"): "3 y lower",
        ("better", "good"): "6 good lower",
        ("The", "the"): "0  lower",
        ("London", "London"): "0  kept",
        ("Germans", "German"): "1  kept",
        ("'m", "be"): "2 be lower",
    }

    assert {pair: find_rule(*pair) for pair in rules} == rules
    assert {(word, apply_rule(word, rule)): rule for (word, _), rule in rules.items()} == rules
    assert apply_rule("Parties", "3 y lower") == "party"
    assert apply_rule("It", "6 good lower") == "it"
