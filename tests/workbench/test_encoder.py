"""What an encoder is given: WordPiece as BERT without case has it, and the shapes of words."""

import pytest

from anaphora.workbench.encoder import Pieces, encode, shape

VOCABULARY = ("[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able", "cafe", "'", "s", "文", "字", "-", "##s")


def split(word: str) -> list[str]:
    return [VOCABULARY[number] for number in Pieces(VOCABULARY).split(word)]


def test_a_word_falls_into_the_longest_pieces_from_the_left() -> None:
    """The example of BERT's own documentation."""
    assert split("unaffable") == ["un", "##aff", "##able"]


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("Café", ["cafe"]),
        ("cafe\u0301", ["cafe"]),
        ("ca\u00adfe", ["cafe"]),
        ("'s", ["'", "s"]),
        ("un-un", ["un", "-", "un"]),
        ("文字", ["文", "字"]),
        ("unb", ["[UNK]"]),
        ("un" * 51, ["[UNK]"]),
        (" ", []),
    ],
)
def test_accents_case_and_punctuation_are_as_in_bert(word: str, pieces: list[str]) -> None:
    assert split(word) == pieces


def test_pieces_know_their_words_and_stand_between_marks() -> None:
    numbers, owners = Pieces(VOCABULARY).number(["unaffable", "cafes"], most=10)

    assert [VOCABULARY[number] for number in numbers] == ["[CLS]", "un", "##aff", "##able", "cafe", "##s", "[SEP]"]
    assert owners == [-1, 0, 0, 0, 1, 1, -1]


def test_pieces_beyond_the_limit_are_left_out() -> None:
    numbers, owners = Pieces(VOCABULARY).number(["unaffable", "cafes"], most=4)

    assert [VOCABULARY[number] for number in numbers][-2:] == ["cafe", "[SEP]"]
    assert owners == [-1, 0, 0, 0, 1, -1]


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
