"""What a language model wrote again, brought back to the text it was given."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora.workbench.external.written import read_marks
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
