"""`anaphora rewrite` and `anaphora.rewrite`: plain texts with names in place of pronouns, in every form."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import anaphora as workbench
from anaphora import corpora
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench.errors import OptionError
from tests.experiments.conftest import Run
from tests.refused import raises

TEXT = "Bob met Mary.\nHe gave her his book."
SURE = "ranker+head_match"
"""Says how sure it is, and reads no network."""


def figures(text: str, **options: Any) -> dict[str, Any]:
    return workbench.rewrite(text, SURE, language="en", **options).as_json()


def applied(found: dict[str, Any]) -> str:
    """The text with the replacements of the JSON made, from the last to the first."""
    text: str = found["text"]
    for each in reversed(found["replacements"]):
        assert text[each["start"] : each["end"]] == each["text"]
        text = text[: each["start"]] + each["by"] + text[each["end"] :]
    return text


def test_a_rewritten_text_has_the_documented_shape() -> None:
    found = figures(TEXT)

    assert found.keys() == {"text", "rewritten", "chunks", "replacements", "left", "resolver", "signature"}
    assert found["rewritten"] == "Bob met Mary.\nBob gave Mary his book."
    assert found["chunks"] == ["Bob met Mary.\n", "Bob gave Mary his book."]
    assert [each.keys() for each in found["replacements"]] == [
        {"start", "end", "text", "by", "entity", "probability"}
    ] * 2
    assert found["left"] == [{"start": 26, "end": 29, "text": "his", "reason": "named"}]


@pytest.mark.slow
def test_replacements_made_by_hand_give_the_rewritten_text() -> None:
    """Over all texts of the bundled corpus, whatever the probability."""
    for document, _ in (pair for file, form in corpora.files(BUNDLED, "corefud") for pair in form.read(file)):
        for least in (0.0, 0.7):
            found = figures(document.text, min_probability=least)
            assert applied(found) == found["rewritten"]
            places = [(each["start"], each["end"]) for each in (*found["replacements"], *found["left"])]
            assert len(set(places)) == len(places)


PIECES = (
    "Bob ", "Ann and Sue ", "left. ", "He’s ", "they'd ", "her ", "(it) ", "saw ", "\n\n", "😀 ", "s/he ",
    "its own cat, ",
)  # fmt: skip


@settings(max_examples=25)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=12))
def test_replacements_of_any_text_are_in_order_and_give_the_rewritten_text(pieces: list[str]) -> None:
    text = "".join(["Bob ", *pieces])
    found = figures(text, min_probability=0)

    assert found["text"] == text
    assert applied(found) == found["rewritten"]


def test_rewriting_twice_changes_nothing_where_all_was_sure() -> None:
    once = figures(TEXT)["rewritten"]

    assert figures(once)["rewritten"] == once


def test_filtered_pronouns_are_left() -> None:
    assert [each["reason"] for each in figures("It rained. It is clear that Bob won.")["left"]] == ["pleonastic"] * 2


def test_several_texts_are_several_documents() -> None:
    found: Any = workbench.rewrite([TEXT, "Ann slept. She woke."], SURE, language="en").as_json()

    assert [each["rewritten"] for each in found["documents"]] == [
        "Bob met Mary.\nBob gave Mary his book.",
        "Ann slept. Ann woke.",
    ]


def test_the_result_lists_replacements_and_what_was_left() -> None:
    result = workbench.rewrite(TEXT, SURE, language="en")

    assert list(result.table()["by"]) == ["Bob", "Mary"]
    assert list(result.left()["reason"]) == ["named"]
    assert "min-probability" in result.signature
    assert "Bob" in str(result)


def test_changes_are_in_colour_on_demand_and_fit_a_terminal() -> None:
    long = " ".join(["Bob met Mary.", *["He gave her his book."] * 40])
    data = workbench.rewrite(long, SURE, language="en", min_probability=0.0).data

    assert "\x1b[31;9mHe\x1b[0m \x1b[32mBob\x1b[0m gave" in data.changes(colour=True)
    assert len(data.changes().splitlines()) <= 25
    assert data.changes().splitlines()[-2].endswith("--all shows them.")
    replaced = [each.text for each in data.texts[0].rewriting.replacements]
    assert data.changes(details=True).count("[-He-]") == replaced.count("He") > 10


def test_no_text_is_refused() -> None:
    with raises("no-text", OptionError):
        workbench.rewrite([], SURE)


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text(TEXT, "utf8")
    return path


def test_the_command_shows_what_it_changed_and_counts(anaphora: Run, text: Path) -> None:
    result = anaphora("rewrite", text, "--resolver", SURE, "--language", "en")

    assert result.code == 0
    assert "2: [-He-]{+Bob+} gave [-her-]{+Mary+} his book." in result.out
    assert "3 pronouns: 2 replaced, 1 left" in result.out
    assert "\x1b" not in result.out
    assert max(map(len, result.out.splitlines())) <= 80


def test_the_command_writes_the_text_alone(anaphora: Run, text: Path) -> None:
    result = anaphora("rewrite", text, "--resolver", SURE, "--language", "en", "--to", "text")

    assert result.out == "Bob met Mary.\nBob gave Mary his book.\n"


def test_the_command_names_once_in_a_chunk_of_so_many_words(anaphora: Run, text: Path) -> None:
    result = anaphora("rewrite", text, "--resolver", SURE, "--language", "en", "--each", "20", "--to", "json")

    assert result.json["chunks"] == [TEXT]
    assert result.json["signature"].endswith("|each:20")


def test_the_command_writes_json_and_csv(anaphora: Run, text: Path) -> None:
    arguments = ("rewrite", text, "--resolver", SURE, "--language", "en")

    as_json = anaphora(*arguments, "--to", "json").json
    assert as_json == anaphora(*arguments, "--json", "-").json
    assert as_json["replacements"] == figures(TEXT)["replacements"]
    header, *rows = anaphora(*arguments, "--to", "csv").out.splitlines()
    assert header == "document,line,text,by,entity,probability,context,start,end"
    assert len(rows) == 2


def test_the_command_writes_a_file_for_each_text(anaphora: Run, text: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("Ann slept. She woke.", "utf8")
    folder = tmp_path / "out"
    anaphora("rewrite", text, other, "--resolver", SURE, "--language", "en", "--to", "text", "--folder", folder)

    assert {path.name: path.read_text("utf8") for path in folder.iterdir()} == {
        "text.txt": "Bob met Mary.\nBob gave Mary his book.\n",
        "other.txt": "Ann slept. Ann woke.\n",
    }


def test_the_command_reads_standard_input(anaphora: Run) -> None:
    result = anaphora("rewrite", "--resolver", SURE, "--language", "en", "--to", "text", given=TEXT.encode())

    assert result.out.startswith("Bob met Mary.\nBob gave")


@pytest.mark.parametrize(
    ("option", "value"), [("--min-probability", "2"), ("--each", "page"), ("--each", "0"), ("--resolvers", "oracle")]
)
def test_the_command_refuses_what_it_cannot_do(anaphora: Run, text: Path, option: str, value: str) -> None:
    assert anaphora("rewrite", text, option, value).code == 2


def test_other_languages_are_refused_since_names_take_english_forms() -> None:
    with raises("not-english"):
        workbench.rewrite(["Ann slept. She woke.", "Marie dort. Elle la voit dans le jardin."], SURE)
