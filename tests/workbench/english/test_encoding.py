"""What an encoder is given."""

import pytest

from anaphora.workbench.english.encoding import encode, shape
from anaphora.workbench.english.word_pieces import Pieces


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
