import pytest

from anaphora.workbench.document import Span
from anaphora.workbench.key import Attributes, GoldMention, Match, gold_head, matches
from tests.annotated import annotated

#         0     1      2     3     4    5      6    7     8    9
WORDS = ("``", "the", "lid", "of", "a", "tray", "'s", "''", ".", "It")
LID_OF_A_TRAY = Span(1, 6)
LID = 2


@pytest.mark.parametrize(
    ("how", "proposed", "head", "minimum", "expected"),
    [
        # strict: the same tokens, gaps too
        ("strict", LID_OF_A_TRAY, LID, None, True),
        ("strict", Span(1, 3), LID, None, False),
        ("strict", Span(0, 6), LID, None, False),
        ("strict", Span(1, 6, ((3, 4),)), LID, None, False),
        # partial: the head, or all of the minimum; beyond the key only punctuation; the same span in any case
        ("partial", Span(1, 3), LID, None, True),
        ("partial", Span(4, 6), 5, None, False),
        ("partial", Span(0, 6), LID, None, True),
        ("partial", Span(1, 7), LID, None, False),
        ("partial", Span(1, 6), LID, Span(2, 6), True),
        ("partial", Span(1, 3), LID, Span(2, 6), False),
        ("partial", Span(1, 6, ((2, 3),)), LID, None, False),
        ("partial", LID_OF_A_TRAY, 5, None, True),
        # head: the same head, whatever the span
        ("head", Span(0, 9), LID, None, True),
        ("head", LID_OF_A_TRAY, 5, None, False),
    ],
)
def test_a_proposed_mention_stands_for_the_lid_of_a_tray(
    how: Match, proposed: Span, head: int, minimum: Span | None, expected: bool
) -> None:
    assert matches(proposed, head, GoldMention(LID_OF_A_TRAY, LID, minimum), WORDS, how) == expected


def test_partial_match_may_reach_beyond_by_several_punctuation_marks_but_no_word() -> None:
    words = ("a", "b", "c", "d", "a", "tray", "!", "''", ".")

    assert matches(Span(4, 9), 5, GoldMention(Span(4, 6), 5), words, "partial")
    assert not matches(Span(3, 6), 5, GoldMention(Span(4, 6), 5), words, "partial")


def test_head_of_a_key_mention_is_the_marked_one_or_that_of_the_tree() -> None:
    _, annotation = annotated("the/DT/2/det lid/NN/0/root alone/RB/2/advmod")
    marked = (Attributes(head=2), Attributes(), None)

    assert [gold_head(Span(0, 3), attributes, annotation) for attributes in marked] == [2, 1, 1]
