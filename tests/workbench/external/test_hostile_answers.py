"""Answers of models on which a careless pattern or loop would take minutes: time grows with their length."""

from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from anaphora.corpora import jsonlines
from anaphora.workbench.document import Document, Quote
from anaphora.workbench.errors import FormatError, WorkbenchError
from anaphora.workbench.external.checking import check_prediction
from anaphora.workbench.external.quotes import place_quotes
from anaphora.workbench.external.records import INPUT, PREDICTIONS, Input, Prediction, System, text_hash
from anaphora.workbench.external.written import _plain, read_marks
from tests.patience import soon

MANY = 60_000


def test_an_answer_full_of_full_stops_is_read_soon() -> None:
    with soon():
        assert _plain("The" + "." * MANY + "park") == "the" + "." * MANY + "park"
    assert _plain(" ..The park?! ") == "the park"


def given(size: int) -> Input:
    """What a model was given: a text of so many words."""
    words = tuple(f"w{at}" for at in range(size))
    text = " ".join(words)
    starts = tuple(Document("d", words, (" ",) * len(words)).character_starts())
    return Input(INPUT, "d", text_hash(text), text, words, starts, ((0, len(words)),))


def test_a_text_with_very_many_marks_is_read_soon() -> None:
    asked = given(8_000)

    with soon():
        [cluster] = read_marks(asked, " ".join(f"[{word}](#1)" for word in asked.tokens), Counter())
    assert cluster == [(at, at + 1) for at in range(8_000)]


def test_very_many_marks_around_one_another_are_read_soon() -> None:
    asked = given(20_000)
    opened = " ".join(f"[{word}" for word in asked.tokens)
    nested = "[" * 20_000 + asked.text + "](#2)" * 20_000

    with soon():
        [from_each] = read_marks(asked, opened + "](#1)" * 20_000, Counter())
        [around_all] = read_marks(asked, nested, Counter())
    assert from_each == [(at, 20_000) for at in range(20_000)]
    assert around_all == [(0, 20_000)] * 20_000


def test_very_many_long_spans_of_characters_are_read_soon() -> None:
    asked = given(20_000)
    spans = tuple((start, len(asked.text)) for start in asked.starts)
    made = {"unit": "character", "end": "exclusive", "clusters": (spans,)}
    predicted = Prediction(PREDICTIONS, "d", asked.text_sha256, System("made up"), **made)  # type: ignore[arg-type]

    with soon():
        kept, found = check_prediction(Path("x"), 1, asked, predicted)
    assert kept.clusters == (tuple((at, 20_000) for at in range(20_000)),)
    assert not found["cut"]


def test_very_many_mentions_in_words_are_found_soon() -> None:
    words = ["a"] * 20_000
    of_all_lengths = [[Quote("a" * length) for length in range(1, 125)]]
    of_one_place = [[Quote("a", start=19_999)] for _ in range(20_000)]
    found: Counter[str] = Counter()

    with soon():
        placed = place_quotes(words, of_all_lengths, Counter())
    assert sum(map(len, placed)) == 124
    with soon():
        placed = place_quotes(words, of_one_place, found)
    assert sorted(span for [span] in placed) == [(at, at + 1) for at in range(20_000)]
    assert found["ambiguous"] == 19_998, "one is where it said, and the last has no other place"


def test_time_to_find_mentions_in_words_grows_with_text_and_mentions() -> None:
    """100,000 words and 10,000 mentions: every seventh word is a name, of which there are 2,500."""
    words = [f"w{at % 2_500 if at % 7 == 0 else at % 6}" for at in range(100_000)]
    quotes = [[Quote(f"w{name}"), Quote("w3"), Quote("w4 w5"), Quote(f"w{name}")] for name in range(2_500)]

    with soon():
        placed = place_quotes(words, quotes, Counter())
    assert sum(map(len, placed)) > 9_000


@pytest.mark.parametrize(
    "text",
    ["x " + "[" * MANY, "x " + '{"a": [1, ' * 6_000, "[" * MANY, "```\n[\n" * 9_000, '{"chains": [[' + '"x",' * 15_000],
    ids=["brackets in prose", "objects in prose", "brackets", "fences", "cut off"],
)
def test_answers_that_are_hardly_json_are_read_or_refused_soon(tmp_path: Path, text: str) -> None:
    (tmp_path / "r.json").write_text(text)

    with soon(), suppress(FormatError):
        list(jsonlines.read_response(tmp_path / "r.json"))
    with soon():
        jsonlines.recognises(text, Path())


def test_errors_quote_no_more_than_can_be_read() -> None:
    error = FormatError("a", 1, "x" * 10_000, "Mend it.")

    assert (len(error.problem), str(error)[-13:]) == (505, "xxx. Mend it.")
    assert len(str(WorkbenchError("y" * 10_000))) == 3_005
