"""Words that were written again, in the places of those they were copied from."""

from anaphora.workbench.external.written import Copy, align

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
