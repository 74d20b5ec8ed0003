"""What an encoder is given: WordPiece as BERT without case has it, and the shapes of words."""

from anaphora.workbench.encoder import Pieces, encode, shape

VOCABULARY = ("[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able", "cafe", "'", "s", "文", "字", "-", "##s")


def split(word: str) -> list[str]:
    return [VOCABULARY[number] for number in Pieces(VOCABULARY).split(word)]


def test_a_word_falls_into_pieces_as_in_bert() -> None:
    """The longest from the left (the example of BERT's own documentation), whatever its accents, case, punctuation."""
    expected = {
        "unaffable": ["un", "##aff", "##able"],
        "Café": ["cafe"],
        "cafe\u0301": ["cafe"],
        "ca\u00adfe": ["cafe"],
        "'s": ["'", "s"],
        "un-un": ["un", "-", "un"],
        "文字": ["文", "字"],
        "unb": ["[UNK]"],
        "un" * 51: ["[UNK]"],
        " ": [],
    }

    assert {word: split(word) for word in expected} == expected


def test_pieces_know_their_words_and_stand_between_marks_up_to_a_limit() -> None:
    numbers, owners = Pieces(VOCABULARY).number(["unaffable", "cafes"], most=10)
    fewer, owners_of_fewer = Pieces(VOCABULARY).number(["unaffable", "cafes"], most=4)

    assert [VOCABULARY[number] for number in numbers] == ["[CLS]", "un", "##aff", "##able", "cafe", "##s", "[SEP]"]
    assert owners == [-1, 0, 0, 0, 1, 1, -1]
    assert [VOCABULARY[number] for number in fewer][-2:] == ["cafe", "[SEP]"]
    assert owners_of_fewer == [-1, 0, 0, 0, 1, -1]


def test_shape_tells_what_lower_case_hides() -> None:
    words = ["dog it", "Dog", "USA I", "iPhone", "3rd 12", "n't Mr.", ", --"]

    assert [{shape(word) for word in alike.split()} for alike in words] == [{kind} for kind in range(7)]


def test_a_word_is_the_mean_of_its_pieces() -> None:
    found = encode(Pieces(["[UNK]", "[CLS]", "[SEP]", "it", "un", "##aff"]), ["It", "unaff", " "])

    assert found.pieces.tolist() == [1, 3, 4, 5, 2]
    assert found.words.tolist() == [[0, 1, 0, 0, 0], [0, 0, 0.5, 0.5, 0], [0, 0, 0, 0, 0]]
    assert found.shapes.tolist() == [1, 0, 6]
