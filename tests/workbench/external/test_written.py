"""What a language model wrote again, brought back to the text it was given."""

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.external.mending import Copy, align
from anaphora.workbench.external.records import Answer, Link, Question, link_answers, read_marks
from tests.workbench.external.novel import HE, IT, NOVEL, PARK, TOM

Clusters = list[list[tuple[int, int]]]


def read(rewritten: str) -> tuple[Clusters, Counter[str]]:
    found: Counter[str] = Counter()
    return read_marks(NOVEL, rewritten, found), +found


def test_marks_give_the_clusters_of_an_unchanged_text() -> None:
    clusters, found = read("[Tom](#0) didn't see the [old park](#p1). [He](#0) likes [it](#p1).")

    assert clusters == [[TOM, HE], [(5, 7), IT]]
    assert not found, "white space is no difference"
    assert read("Tom didn't see [the [old](#b) park](#a). He likes [it](#a).")[0] == [[PARK, IT], [(5, 6)]]


def test_what_changes_leaves_mentions_in_place_and_counts_as_edits() -> None:
    """An apostrophe replaced and a dash added; nine words of a sentence left out, six of them replaced by others."""
    assert read("[TOM](#a) didn’t see – the old park. [He](#a) likes it.") == ([[TOM, HE]], {"edits": 2})
    assert read("Sure! Here it is: [He](#a) likes [it](#b).") == ([[HE], [IT]], {"edits": 9})


def test_half_of_the_words_must_be_unchanged_or_a_mention_was_invented() -> None:
    clusters, found = read("[Tim](#a) didn't see [the old garden](#b). [He](#a) likes [it](#b).")

    assert clusters == [[PARK, IT], [HE]]
    assert (found["invented"], found["altered"]) == (1, 1)
    clusters, found = read("Tom didn't see the old park. He likes it. [Mary](#m) smiled.")
    assert (clusters, found["invented"]) == ([], 1)


def test_brackets_without_a_mark_are_the_texts_own() -> None:
    clusters, found = read("Tom didn't [ see [the old [park]](#a). He likes [it](#a).")

    assert clusters == [[PARK, IT]]
    assert found == {"altered": 1, "edits": 3}, "three brackets that were not there"


def test_marks_that_nothing_began_and_marks_left_empty_are_counted() -> None:
    clusters, found = read("Tom](#a) didn't see the old park. [He](#) likes [it](#b).")

    assert clusters == [[IT]]
    assert found == {"unbalanced": 1, "unfilled": 1}


def test_nothing_usable_gives_no_clusters() -> None:
    for rewritten in ("", "]", "[", "](#a)", "[](#a)", "[[[](#a)](#b)](#c)", "#a" * 100, "[" * 10_000):
        assert read(rewritten)[0] == [], rewritten


FEW = settings(max_examples=25)


@FEW
@given(st.text(alphabet="[]()#ab Tom.", max_size=60))
def test_any_text_is_read_and_every_mention_is_within_the_document(rewritten: str) -> None:
    for cluster in read(rewritten)[0]:
        assert all(0 <= start < end <= len(NOVEL.tokens) for start, end in cluster)


@FEW
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


def test_marks_of_the_crac_tasks_are_read_too_but_for_those_that_match_no_other() -> None:
    assert read("Tom|[e1] didn't see the|[e2 old|[e3] park|e2] . He|[e1] likes it|[e2] .") == (
        [[TOM, HE], [PARK, IT], [(5, 6)]],
        Counter(),
    )
    assert read("Tom|[e1 didn't see the|e3] old park . He|[e2] likes it|[e2] .") == ([[HE, IT]], {"unbalanced": 2})


TEXT = ["the", "old", "man", "saw", "a", "dog"]


def copied(words: str) -> Copy:
    return align(TEXT, words.split())


def counts(copy: Copy) -> tuple[int, int, int]:
    return copy.dropped, copy.added, copy.changed


def test_dropped_repeated_and_changed_words_are_counted() -> None:
    expected = {
        "The old man saw a dog": (0, 0, 0),
        "the man saw a dog": (1, 0, 0),
        "the old old man saw a dog": (0, 1, 0),
        "the old man sees a dog": (0, 0, 1),
        "": (6, 0, 0),
    }

    assert {words: counts(copied(words)) for words in expected} == expected


def test_a_mention_is_found_by_the_words_that_are_left_of_it() -> None:
    copy = copied("the old man saw my big cat")

    assert copied("The old man saw a dog").find(1, 3) == ((1, 3), 2), "whatever its case"
    assert copied("the man saw a dog").find(0, 2) == ((0, 3), 2), "the man: from the first to the last word"
    assert copied("the old man saw a cat").find(4, 6) == ((4, 6), 1), "a cat: half of it is unchanged"
    assert copy.find(4, 7) is None, "less than half"
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


def test_an_answer_names_a_candidate_in_many_ways_or_none() -> None:
    named = (
        "the old park", "The old park.", "[the old park]", "It refers to [the old park].", '"old park"', "an old park",
        "*It* refers to [Tom]? No: [the old park]", "**the  old\npark**", "I think it is the old park, not him",
    )  # fmt: skip
    nothing = ("none", "None.", "[none of these]", "Nothing!")
    other = ("Mary", "the park", "parking", "old", "tomato", "", "—", "...", "[]")
    links = {**dict.fromkeys(named, (Link(IT, PARK),)), **dict.fromkeys(nothing, (Link(IT, None),))}

    assert {answer: link(answer)[0] for answer in (*links, *other)} == links | dict.fromkeys(other, ())
    assert {link(answer)[1]["unanswered"] for answer in links} == {0}
    assert {(link(answer)[1]["unmatched_answers"], link(answer)[1]["unanswered"]) for answer in other} == {(1, 1)}


def test_of_candidates_with_the_same_words_the_nearest_is_meant_and_one_may_be_called_nobody() -> None:
    text = replace(
        NOVEL, text="Tom Tom", tokens=("Tom", "Tom"), starts=(0, 4), questions=(Question(IT, (TOM, (1, 2))),)
    )
    nobody = replace(NOVEL, text="Nobody", tokens=("Nobody",), starts=(0,), questions=(Question(IT, (TOM,)),))

    assert link_answers(text, [Answer(0, "tom")], Counter()) == (Link(IT, (1, 2)),)
    assert link_answers(nobody, [Answer(0, "nobody")], Counter()) == (Link(IT, TOM),)


def test_the_longest_candidate_in_an_answer_is_meant_and_two_as_long_are_ambiguous() -> None:
    old, park = (5, 6), (6, 7)

    assert link("it is the old park of course", (TOM, park, PARK))[0] == (Link(IT, PARK),)
    links, found = link("either Tom or old, who knows", (TOM, old))
    assert links == ()
    assert found["ambiguous_answers"] == 1


def test_questions_without_answer_are_counted_and_second_answers_left_out() -> None:
    found: Counter[str] = Counter()
    links = link_answers(NOVEL, [Answer(0, "Tom"), Answer(0, "nobody")], found)

    assert links == (Link(HE, TOM),)
    assert (found["unanswered"], found["repeated_links"]) == (1, 1)
