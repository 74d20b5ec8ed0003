"""What the network is given."""

import numpy as np
import pytest

from anaphora.preprocess.encoder.network import Parse, encode, shape
from anaphora.preprocess.encoder.pieces import Pieces


@pytest.mark.parametrize(
    ("words", "kind"),
    [("dog it", 0), ("Dog", 1), ("USA I", 2), ("iPhone", 3), ("3rd 12", 4), ("n't Mr.", 5), (", --", 6)],
)
def test_shape_tells_what_lower_case_hides(words: str, kind: int) -> None:
    assert {shape(word) for word in words.split()} == {kind}


def test_a_word_is_the_mean_of_its_pieces() -> None:
    found = encode(Pieces(["[UNK]", "[CLS]", "[SEP]", "it", "un", "##aff"]), ["It", "unaff", " "])

    assert found.pieces.tolist() == [1, 3, 4, 5, 2]
    assert found.words.tolist() == [[0, 1, 0, 0, 0], [0, 0, 0.5, 0.5, 0], [0, 0, 0, 0, 0]]
    assert found.shapes.tolist() == [1, 0, 6]


def test_a_sentence_cut_out_keeps_its_root_scores_and_its_own_heads() -> None:
    column, starts = np.arange(4), np.arange(4, dtype=np.float32)
    arcs = np.arange(20, dtype=np.float32).reshape(4, 5)

    found = Parse(column, column, column, column, column, starts, arcs).cut(1, 3)

    assert found.tags.tolist() == [1, 2]
    assert found.arcs.tolist() == [[5, 7, 8], [10, 12, 13]]
