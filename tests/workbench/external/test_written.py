"""What a language model wrote again, brought back to the text it was given."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora.workbench.external.records import Answer, Link, Question
from anaphora.workbench.external.written import Copy, align, link_answers, read_marks
from tests.workbench.external.novel import HE, IT, NOVEL, PARK, TOM

Clusters = list[list[tuple[int, int]]]


def read(rewritten: str) -> tuple[Clusters, Counter[str]]:
    found: Counter[str] = Counter()
    return read_marks(NOVEL, rewritten, found), +found


def test_marks_give_the_clusters_of_an_unchanged_text() -> None:
    clusters, found = read("[Tom](#0) didn't see the [old park](#p1). [He](#0) likes [it](#p1).")

    assert clusters == [[TOM, HE], [(5, 7), IT]]
    assert not found, "white space is no difference"


def test_nested_marks_are_read() -> None:
    assert read("Tom didn't see [the [old](#b) park](#a). He likes [it](#a).")[0] == [[PARK, IT], [(5, 6)]]


def test_quotes_dashes_and_case_that_change_leave_mentions_in_place_and_count_as_edits() -> None:
    clusters, found = read("[TOM](#a) didn’t see – the old park. [He](#a) likes it.")

    assert clusters == [[TOM, HE]]
    assert found == {"edits": 2}, "an apostrophe replaced, a dash added"


def test_left_out_and_added_sentences_do_not_move_the_others() -> None:
    clusters, found = read("Sure! Here it is: [He](#a) likes [it](#b).")

    assert clusters == [[HE], [IT]]
    assert found["edits"] == 9, "nine words of the first sentence, six of them replaced by others"


def test_half_of_the_words_must_be_unchanged() -> None:
    clusters, found = read("[Tim](#a) didn't see [the old garden](#b). [He](#a) likes [it](#b).")

    assert clusters == [[PARK, IT], [HE]]
    assert (found["invented"], found["altered"]) == (1, 1)


def test_a_mention_that_is_not_in_the_text_was_invented() -> None:
    clusters, found = read("Tom didn't see the old park. He likes it. [Mary](#m) smiled.")

    assert clusters == []
    assert found["invented"] == 1


def test_brackets_without_a_mark_are_the_texts_own() -> None:
    clusters, found = read("Tom didn't [ see [the old [park]](#a). He likes [it](#a).")

    assert clusters == [[PARK, IT]]
    assert found == {"altered": 1, "edits": 3}, "three brackets that were not there"


def test_marks_that_nothing_began_and_marks_left_empty_are_counted() -> None:
    clusters, found = read("Tom](#a) didn't see the old park. [He](#) likes [it](#b).")

    assert clusters == [[IT]]
    assert found == {"unbalanced": 1, "unfilled": 1}


@pytest.mark.parametrize("rewritten", ["", "]", "[", "](#a)", "[](#a)", "[[[](#a)](#b)](#c)", "#a" * 100, "[" * 10_000])
def test_nothing_usable_gives_no_clusters(rewritten: str) -> None:
    assert read(rewritten)[0] == []


@given(st.text(alphabet="[]()#ab Tom.", max_size=60))
def test_any_text_is_read_and_every_mention_is_within_the_document(rewritten: str) -> None:
    for cluster in read(rewritten)[0]:
        assert all(0 <= start < end <= len(NOVEL.tokens) for start, end in cluster)


@given(st.lists(st.sampled_from([TOM, PARK, HE, IT]), unique=True, min_size=1))
def test_marking_and_reading_is_the_identity(mentions: list[tuple[int, int]]) -> None:
    pieces, at = [], 0
    for start, end in sorted(mentions):
        first, last = NOVEL.starts[start], NOVEL.starts[end - 1] + len(NOVEL.tokens[end - 1])
        pieces += [NOVEL.text[at:first], "[", NOVEL.text[first:last], "](#c)"]
        at = last
    clusters, found = read("".join(pieces) + NOVEL.text[at:])

    assert clusters == [sorted(mentions)]
    assert not found


def test_marks_of_the_crac_tasks_are_read_too() -> None:
    clusters, found = read("Tom|[e1] didn't see the|[e2 old|[e3] park|e2] . He|[e1] likes it|[e2] .")

    assert clusters == [[TOM, HE], [PARK, IT], [(5, 6)]]
    assert not found


def test_marks_of_the_crac_tasks_that_match_no_other_are_left_out() -> None:
    clusters, found = read("Tom|[e1 didn't see the|e3] old park . He|[e2] likes it|[e2] .")

    assert clusters == [[HE, IT]]
    assert found == {"unbalanced": 2}


TEXT = ["the", "old", "man", "saw", "a", "dog"]


def copied(words: str) -> Copy:
    return align(TEXT, words.split())


def counts(copy: Copy) -> tuple[int, int, int]:
    return copy.dropped, copy.added, copy.changed


def test_a_faithful_copy_has_every_word_in_its_place_whatever_its_case() -> None:
    copy = copied("The old man saw a dog")

    assert counts(copy) == (0, 0, 0)
    assert copy.find(1, 3) == ((1, 3), 2)


def test_dropped_repeated_and_changed_words_are_counted() -> None:
    assert counts(copied("the man saw a dog")) == (1, 0, 0)
    assert counts(copied("the old old man saw a dog")) == (0, 1, 0)
    assert counts(copied("the old man sees a dog")) == (0, 0, 1)
    assert counts(copied("")) == (6, 0, 0)


def test_a_mention_is_found_by_the_words_that_are_left_of_it() -> None:
    assert copied("the man saw a dog").find(0, 2) == ((0, 3), 2), "the man: from the first to the last word"
    assert copied("the old man saw a cat").find(4, 6) == ((4, 6), 1), "a cat: half of it is unchanged"


def test_a_mention_with_less_than_half_of_its_words_unchanged_is_not_found() -> None:
    copy = copied("the old man saw my big cat")

    assert copy.find(4, 7) is None
    assert copy.find(0, 3) == ((0, 3), 3)


def test_what_has_no_words_stays_beside_its_neighbours() -> None:
    copy = copied("the man man saw dog")  # old and a are dropped, man is repeated

    assert copy.gap(0) == 0
    assert copy.gap(1) == 1, "behind the"
    assert copy.gap(4) == 4, "behind saw"
    assert copy.gap(5) == 6
    assert copied("oh the old man saw a dog").gap(1) == 0, "before the, as the added word stands for none"


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
