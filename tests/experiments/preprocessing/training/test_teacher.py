"""The tree that a teacher's scores mean."""

from itertools import product

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from anaphora.experiments.preprocessing.training.teacher import arborescence, shape, tree


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

        heads = arborescence(scores)

        assert sum(scores[node, heads[node]] for node in range(1, size)) == pytest.approx(best_sum(scores))


def test_tree_has_one_root_where_two_words_would_be_roots() -> None:
    scores = np.log(np.array([[0.9, 0.0, 0.1], [0.8, 0.2, 0.0]], dtype=np.float32) + 1e-6)

    assert tree(scores) == [-1, 0]


@pytest.mark.parametrize(
    ("words", "kind"),
    [("dog it", 0), ("Dog", 1), ("USA I", 2), ("iPhone", 3), ("3rd 12", 4), ("n't Mr.", 5), (", --", 6)],
)
def test_shape_tells_what_lower_case_hides(words: str, kind: int) -> None:
    assert {shape(word) for word in words.split()} == {kind}
