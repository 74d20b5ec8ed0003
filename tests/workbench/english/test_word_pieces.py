"""WordPiece as BERT without case has it."""

import pytest

from anaphora.workbench.english.word_pieces import Pieces

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
