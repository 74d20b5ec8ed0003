"""Texts that models wrote again and mentions that they quote; and answers on which a careless loop takes minutes."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from anaphora.corpora import jsonlines
from anaphora.workbench.document import Document, QuotedMention
from anaphora.workbench.errors import FormatError, WorkbenchError
from anaphora.workbench.external.mending import Copy, align, place_quotes
from anaphora.workbench.external.records import (
    INPUT,
    PREDICTIONS,
    Input,
    Prediction,
    System,
    _plain,
    check_prediction,
    read_marks,
    text_hash,
)
from tests.calls import growth

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


MANY = 150_000


def test_an_answer_full_of_full_stops_is_read() -> None:
    assert _plain("The" + "." * 4 * MANY + "park") == "the" + "." * 4 * MANY + "park"
    assert _plain(" ..The park?! ") == "the park"


def asked(size: int) -> Input:
    """What a model was given: a text of so many words."""
    words = tuple(f"w{at}" for at in range(size))
    text = " ".join(words)
    starts = tuple(Document("d", words, (" ",) * len(words)).character_starts())
    return Input(INPUT, "d", text_hash(text), text, words, starts, ((0, len(words)),))


def test_very_many_marks_beside_or_around_one_another_are_read() -> None:
    size = 3_000
    text = asked(size)
    beside = " ".join(f"[{word}](#1)" for word in text.tokens)
    from_each = " ".join(f"[{word}" for word in text.tokens) + "](#1)" * size
    nested = "[" * size + text.text + "](#2)" * size
    read = [read_marks(text, marked, Counter()) for marked in (beside, from_each, nested)]

    assert read == [[[(at, at + 1) for at in range(size)]], [[(at, size) for at in range(size)]], [[(0, size)] * size]]
    assert growth(lambda n: lambda: read_marks(asked(n), "[" * n + asked(n).text + "](#2)" * n, Counter()), 200) < 2.5


def test_very_many_long_spans_of_characters_are_read() -> None:
    def check(size: int) -> tuple[Prediction, Counter[str]]:
        text = asked(size)
        spans = tuple((start, len(text.text)) for start in text.starts)
        made = {"unit": "character", "end": "exclusive", "clusters": (spans,)}
        predicted = Prediction(PREDICTIONS, "d", text.text_sha256, System("made up"), **made)  # type: ignore[arg-type]
        return check_prediction(Path("x"), 1, text, predicted)

    kept, found = check(300)
    assert kept.clusters == (tuple((at, 300) for at in range(300)),)
    assert not found["cut"]
    assert growth(lambda n: lambda: check(n), 200) < 2.5


def test_mentions_that_are_not_there_or_have_no_free_place_are_left_out_and_counted() -> None:
    counts: Counter[str] = Counter()

    assert place_quotes(["a", "b", "a"], [[*map(QuotedMention, "xbba")]], counts) == [[(1, 2), (2, 3)]]
    assert +counts == {"absent": 1, "used_up": 1}


def test_very_many_mentions_in_words_are_found() -> None:
    """Of all lengths, at one place, and of every seventh word of many, of which 500 differ."""
    of_all_lengths = [[QuotedMention("a" * length) for length in range(1, 125)]]
    words = [f"w{at % 500 if at % 7 == 0 else at % 6}" for at in range(20_000)]
    quotes = [
        [QuotedMention(f"w{name}"), QuotedMention("w3"), QuotedMention("w4 w5"), QuotedMention(f"w{name}")]
        for name in range(500)
    ]

    def of_one_place(size: int) -> tuple[list[list[tuple[int, int]]], Counter[str]]:
        found: Counter[str] = Counter()
        return place_quotes(["a"] * size, [[QuotedMention("a", start=size - 1)] for _ in range(size)], found), found

    placed, found = of_one_place(500)
    assert sum(map(len, place_quotes(["a"] * 2_000, of_all_lengths, Counter()))) == 124
    assert sorted(span for [span] in placed) == [(at, at + 1) for at in range(500)]
    assert found["ambiguous"] == 498, "one is where it said, and the last has no other place"
    assert sum(map(len, place_quotes(words, quotes, Counter()))) > 1_800
    assert growth(lambda n: lambda: of_one_place(n), 300) < 2.5


@pytest.mark.parametrize(
    ("start", "piece"),
    [("x ", "["), ("x ", '{"a": [1, '), ("", "["), ("", "```\n[\n"), ('{"chains": [[', '"x",')],
    ids=["brackets in prose", "objects in prose", "brackets", "fences", "cut off"],
)
def test_answers_that_are_hardly_json_are_read_or_refused(tmp_path: Path, start: str, piece: str) -> None:
    def reading(size: int) -> Callable[[], None]:
        text, path = start + piece * size, tmp_path / f"{size}.json"
        path.write_text(text)

        def read() -> None:
            with suppress(FormatError):
                list(jsonlines.read_response(path))
            jsonlines.FORMAT.recognises(text, Path())

        return read

    reading(MANY // len(piece))()
    assert growth(reading, 300) < 2.5


def test_errors_quote_no_more_than_can_be_read() -> None:
    error = FormatError("a", 1, "x" * 10_000, "Mend it.")

    assert (len(error.problem), str(error)[-13:]) == (505, "xxx. Mend it.")
    assert len(str(WorkbenchError("y" * 10_000))) == 3_005
