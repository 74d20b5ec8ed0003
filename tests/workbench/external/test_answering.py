"""What a language model answers to questions, brought back to the candidates."""

from collections import Counter
from dataclasses import replace

import pytest

from anaphora.workbench.external.records import Answer, Link, Question
from anaphora.workbench.external.written import link_answers
from tests.workbench.external.novel import HE, IT, NOVEL, PARK, TOM


def link(answer: str, candidates: tuple[tuple[int, int], ...] = (TOM, PARK)) -> tuple[tuple[Link, ...], Counter[str]]:
    found: Counter[str] = Counter()
    document = replace(NOVEL, questions=(Question(IT, candidates),))
    return link_answers(document, [Answer(0, answer)], found), found


@pytest.mark.parametrize(
    "answer",
    [
        "the old park", "The old park.", "[the old park]", "It refers to [the old park].", '"old park"', "an old park",
        "*It* refers to [Tom]? No: [the old park]", "**the  old\npark**", "I think it is the old park, not him",
    ],
)  # fmt: skip
def test_an_answer_names_a_candidate_in_many_ways(answer: str) -> None:
    assert link(answer)[0] == (Link(IT, PARK),)


@pytest.mark.parametrize("answer", ["none", "None.", "[none of these]", "Nothing!"])
def test_none_is_an_answer(answer: str) -> None:
    links, found = link(answer)

    assert links == (Link(IT, None),)
    assert found["unanswered"] == 0


@pytest.mark.parametrize("answer", ["Mary", "the park", "parking", "old", "tomato", "", "—", "...", "[]"])
def test_what_names_no_candidate_is_left_open_and_counted(answer: str) -> None:
    links, found = link(answer)

    assert links == ()
    assert (found["unmatched_answers"], found["unanswered"]) == (1, 1)


def test_of_candidates_with_the_same_words_the_nearest_is_meant() -> None:
    text = replace(
        NOVEL, text="Tom Tom", tokens=("Tom", "Tom"), starts=(0, 4), questions=(Question(IT, (TOM, (1, 2))),)
    )

    assert link_answers(text, [Answer(0, "tom")], Counter()) == (Link(IT, (1, 2)),)


def test_the_longest_candidate_in_an_answer_is_meant_and_two_as_long_are_ambiguous() -> None:
    old, park = (5, 6), (6, 7)

    assert link("it is the old park of course", (TOM, park, PARK))[0] == (Link(IT, PARK),)
    links, found = link("either Tom or old, who knows", (TOM, old))
    assert links == ()
    assert found["ambiguous_answers"] == 1


def test_a_candidate_may_be_nobody() -> None:
    nobody = replace(NOVEL, text="Nobody", tokens=("Nobody",), starts=(0,), questions=(Question(IT, (TOM,)),))

    assert link_answers(nobody, [Answer(0, "nobody")], Counter()) == (Link(IT, TOM),)


def test_questions_without_answer_are_counted_and_second_answers_left_out() -> None:
    found: Counter[str] = Counter()
    links = link_answers(NOVEL, [Answer(0, "Tom"), Answer(0, "nobody")], found)

    assert links == (Link(HE, TOM),)
    assert (found["unanswered"], found["repeated_links"]) == (1, 1)
