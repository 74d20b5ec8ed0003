import pytest

from anaphora.workbench.document import Span
from anaphora.workbench.key import Attributes
from anaphora.workbench.matching import GoldMention, Match, gold_head, matches
from tests.annotated import annotated

#         0     1      2     3     4    5      6    7     8    9
WORDS = ("``", "the", "lid", "of", "a", "tray", "'s", "''", ".", "It")
LID_OF_A_TRAY = Span(1, 6)
LID = 2


def is_match(proposed: Span, how: Match, *, proposed_head: int = LID, minimum: Span | None = None) -> bool:
    """Whether a proposed mention stands for "the lid of a tray"."""
    return matches(proposed, proposed_head, GoldMention(LID_OF_A_TRAY, LID, minimum), WORDS, how)


def test_strict_match_wants_the_same_tokens() -> None:
    assert is_match(LID_OF_A_TRAY, "strict")
    assert not is_match(Span(1, 3), "strict")
    assert not is_match(Span(0, 6), "strict")


def test_strict_match_tells_gaps_apart() -> None:
    assert not is_match(Span(1, 6, ((3, 4),)), "strict")


def test_partial_match_wants_the_head() -> None:
    assert is_match(Span(1, 3), "partial")
    assert not is_match(Span(4, 6), "partial", proposed_head=5)


def test_partial_match_may_reach_beyond_by_punctuation_only() -> None:
    assert is_match(Span(0, 6), "partial")
    assert not is_match(Span(1, 7), "partial")
    words = ("a", "b", "c", "d", "a", "tray", "!", "''", ".")
    assert matches(Span(4, 9), 5, GoldMention(Span(4, 6), 5), words, "partial")


def test_partial_match_wants_all_of_the_minimum() -> None:
    assert is_match(Span(1, 6), "partial", minimum=Span(2, 6))
    assert not is_match(Span(1, 3), "partial", minimum=Span(2, 6))


def test_partial_match_does_not_count_a_head_in_a_gap() -> None:
    assert not is_match(Span(1, 6, ((2, 3),)), "partial")


def test_same_span_is_a_partial_match_whatever_its_head() -> None:
    assert is_match(LID_OF_A_TRAY, "partial", proposed_head=5)


def test_head_match_wants_the_same_head_only() -> None:
    assert is_match(Span(0, 9), "head")
    assert not is_match(LID_OF_A_TRAY, "head", proposed_head=5)


@pytest.mark.parametrize(("marked", "expected"), [(Attributes(head=2), 2), (Attributes(), 1), (None, 1)])
def test_head_of_a_key_mention_is_the_marked_one_or_that_of_the_tree(marked: Attributes | None, expected: int) -> None:
    _, annotation = annotated("the/DT/2/det lid/NN/0/root alone/RB/2/advmod")

    assert gold_head(Span(0, 3), marked, annotation) == expected
