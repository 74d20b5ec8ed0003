from anaphora.workbench.document import Document, Span
from tests.annotated import annotated


def test_span_counts_its_tokens_without_gaps() -> None:
    span = Span(2, 8, ((3, 5),))

    assert (len(span), list(span)) == (4, [2, 5, 6, 7])


def test_span_holds_its_start_but_neither_end_nor_gaps() -> None:
    span = Span(2, 8, ((3, 5),))

    assert [token for token in range(10) if token in span] == [2, 5, 6, 7]


def test_span_encloses_itself_and_what_lies_inside() -> None:
    assert Span(1, 4).encloses(Span(1, 4))
    assert Span(1, 4).encloses(Span(2, 3))
    assert not Span(1, 4).encloses(Span(2, 5))


def test_text_is_as_it_was_read() -> None:
    document = Document("d", ("It", "'s", "on", "."), ("", " ", "", "\n"), prefix="\n ")

    assert document.text == "\n It's on.\n"


def test_character_starts_hit_the_words() -> None:
    document = Document("d", ("It", "'s", "on", "."), ("", " ", "", "\n"), prefix="\n ")
    starts = document.character_starts()

    assert starts == [2, 4, 7, 9]
    assert [document.text[at:][: len(word)] for at, word in zip(starts, document.words, strict=True)] == [
        *document.words
    ]


def test_character_starts_of_an_empty_document_are_none() -> None:
    assert Document("d", (), ()).character_starts() == []


def test_words_of_a_span_stand_as_in_the_text() -> None:
    document = Document("d", ("Ann", "'s", "old", "lid", "."), ("", "\n", " ", "", ""))

    assert document.words_of(Span(0, 4)) == "Ann's old lid"


def test_words_of_a_discontinuous_span_show_the_gap() -> None:
    document = Document("d", ("old", "and", "new", "lids"), (" ", " ", " ", ""))

    assert document.words_of(Span(0, 4, ((1, 3),))) == "old ... lids"


def test_head_of_a_span_is_the_first_token_with_its_head_outside() -> None:
    _, annotation = annotated("the/DT/2/det lid/NN/5/nsubj of/IN/4/case trays/NNS/2/nmod broke/VBD/0/root")

    assert annotation.head_of(Span(0, 4)) == 1
    assert annotation.head_of(Span(0, 5)) == 4


def test_head_of_a_span_is_punctuation_only_for_want_of_words() -> None:
    _, annotation = annotated("``/``/3/punct the/DT/3/det lid/NN/0/root ././3/punct")

    assert annotation.head_of(Span(0, 2)) == 1
    assert annotation.head_of(Span(3, 4)) == 3


def test_sentence_of_a_token_is_counted_from_the_starts() -> None:
    _, annotation = annotated("Stop/VB/0/root it/PRP/1/obj\nGo/VB/0/root")

    assert [annotation.sentence_of(token) for token in range(3)] == [0, 0, 1]
