from dataclasses import FrozenInstanceError

import pytest

from anaphora.workbench.document import (
    FIRST_NODE,
    Document,
    EmptyNode,
    Span,
    closed_phrases,
    maker_of,
    opened_phrases,
    parse_fault,
)
from tests.annotated import annotated


def test_span_holds_its_start_but_neither_end_nor_gaps() -> None:
    span = Span(2, 8, ((3, 5),))

    assert (len(span), list(span)) == (4, [2, 5, 6, 7])
    assert [token for token in range(10) if token in span] == [2, 5, 6, 7]


def test_span_encloses_itself_and_what_lies_inside() -> None:
    assert [Span(1, 4).encloses(other) for other in (Span(1, 4), Span(2, 3), Span(2, 5), Span(0, 3))] == [
        True, True, False, False,
    ]  # fmt: skip


def test_what_a_maker_makes_is_as_frozen_as_what_the_class_itself_makes() -> None:
    span = maker_of(Span)(2, end=8)

    assert (type(span), span, hash(span)) == (Span, Span(2, 8, ()), hash(Span(2, 8)))
    with pytest.raises(FrozenInstanceError):
        span.start = 3  # type: ignore[misc]


def test_text_is_as_it_was_read_and_character_starts_hit_the_words() -> None:
    document = Document("d", ("It", "'s", "on", "."), ("", " ", "", "\n"), prefix="\n ")
    starts = document.character_starts()

    assert document.text == "\n It's on.\n"
    assert starts == [2, 4, 7, 9]
    assert Document("d", (), ()).character_starts() == []


def test_words_of_a_span_stand_as_in_the_text_and_show_a_gap() -> None:
    document = Document("d", ("Ann", "'s", "old", "lid", "."), ("", "\n", " ", "", ""))

    assert document.words_of(Span(0, 4)) == "Ann's old lid"
    assert document.words_of(Span(0, 4, ((1, 3),))) == "Ann ... lid"


def test_a_zero_stands_among_the_words_of_a_span() -> None:
    document = Document("d", ("Ann", "left"), (" ", ""), nodes=(EmptyNode(1, 0, 1),))

    assert document.words_of(Span(0, FIRST_NODE + 1, ((2, FIRST_NODE),))) == "Ann ∅ left"


def test_head_of_a_span_is_the_first_token_with_its_head_outside() -> None:
    """Punctuation only for want of words."""
    _, annotation = annotated("the/DT/2/det lid/NN/5/nsubj of/IN/4/case trays/NNS/2/nmod broke/VBD/0/root")
    _, quoted = annotated("``/``/3/punct the/DT/3/det lid/NN/0/root ././3/punct")

    assert [annotation.head_of(span) for span in (Span(0, 4), Span(0, 5))] == [1, 4]
    assert [quoted.head_of(span) for span in (Span(0, 2), Span(3, 4))] == [1, 3]


def test_sentence_of_a_token_is_counted_from_the_starts() -> None:
    _, annotation = annotated("Stop/VB/0/root it/PRP/1/obj\nGo/VB/0/root")

    assert [annotation.sentence_of(token) for token in range(3)] == [0, 0, 1]


def test_a_bit_opens_phrases_the_outermost_first_and_closes_others() -> None:
    assert opened_phrases("(TOP(S(NP-SBJ*)") == ["TOP", "S", "NP-SBJ"]
    assert (closed_phrases("(TOP(S(NP-SBJ*)"), closed_phrases("*)))")) == (1, 3)
    assert (opened_phrases("*"), closed_phrases("*")) == ([], 0)


def test_trees_stand_within_their_sentences_and_words_may_stand_outside() -> None:
    assert parse_fault(["(S(NP*)", "(VP*))", "*", "((S*))"], [0, 2]) is None
    assert parse_fault([], []) is None


def test_what_is_no_tree_is_told_with_its_first_token() -> None:
    """A phrase that is closed and not opened, or open at the end of the document or sentence; what is no parse bit."""
    expected = {
        ("(S*", "*)", "*)"): 2,
        ("(S*", "(VP*)"): 1,
        ("(S*", "*", "*)"): 1,
        ("(S*", "VP)"): 1,
        ("(S*", ")*)"): 1,
        ("(S*(VP*)", "*)"): 0,
        ("(S *", "*)"): 0,
    }
    faults = {bits: parse_fault(bits, [0, 2]) for bits in expected}

    assert {bits: fault and fault[0] for bits, fault in faults.items()} == expected
