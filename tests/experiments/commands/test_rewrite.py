"""`anaphora rewrite` and `anaphora.rewrite`: plain texts with names in place of pronouns, in every form."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import anaphora as workbench
from anaphora import corpora
from anaphora.experiments.run.documents import BUNDLED
from anaphora.workbench.errors import OptionError
from tests.experiments.conftest import Result, Run
from tests.refused import raises

TEXT = "Bob met Mary.\nHe gave her his book."
NAMED = "Bob met Mary.\nBob gave Mary his book."
GERMAN = "Marie hat ihren Schlüssel im Garten verloren. Sie sucht ihn seit einer Stunde, aber es ist dunkel."
SURE = "ranker+head_match"
"""Says how sure it is, and reads no network."""


def figures(text: str, **options: Any) -> dict[str, Any]:
    return workbench.rewrite(text, SURE, language="en", **options).as_json()


def applied(found: dict[str, Any]) -> str:
    """The text with the replacements of the JSON made, from the last to the first."""
    text: str = found["text"]
    for row in reversed(found["replacements"]):
        assert text[row["start"] : row["end"]] == row["text"]
        text = text[: row["start"]] + row["by"] + text[row["end"] :]
    return text


def test_a_rewritten_text_has_the_documented_shape() -> None:
    """And changes no more where all was sure."""
    found = figures(TEXT)

    assert found.keys() == {"text", "rewritten", "chunks", "replacements", "left", "resolver", "signature"}
    assert found["rewritten"] == figures(NAMED)["rewritten"] == NAMED
    assert found["chunks"] == ["Bob met Mary.\n", "Bob gave Mary his book."]
    fields = {"start", "end", "text", "by", "entity", "probability"}
    assert [row.keys() for row in found["replacements"]] == [fields] * 2
    assert found["left"] == [{"start": 26, "end": 29, "text": "his", "reason": "named"}]
    assert [row["reason"] for row in figures("It rained. It is clear that Bob won.")["left"]] == ["pleonastic"] * 2
    result = workbench.rewrite(TEXT, SURE, language="en")
    assert list(result.table()["by"]) == ["Bob", "Mary"]
    assert list(result.left()["reason"]) == ["named"]
    assert list(result.data.texts[0].chunks) == found["chunks"]
    assert "min-probability" in result.signature
    assert "Bob" in str(result)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["printer", "fiction"])
def test_replacements_made_by_hand_give_the_rewritten_text(text: str) -> None:
    """Whatever the probability."""
    [(document, _)] = corpora.read(BUNDLED / f"{text}.conllu")
    for least in (0.0, 0.7):
        found = figures(document.text, min_probability=least)
        assert applied(found) == found["rewritten"]
        places = [(row["start"], row["end"]) for row in (*found["replacements"], *found["left"])]
        assert len(set(places)) == len(places)


PIECES = (
    "Bob ", "Ann and Sue ", "left. ", "He’s ", "they'd ", "her ", "(it) ", "saw ", "\n\n", "😀 ", "s/he ",
    "its own cat, ",
)  # fmt: skip


@settings(max_examples=10)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=12))
def test_replacements_of_any_text_are_in_order_and_give_the_rewritten_text(pieces: list[str]) -> None:
    text = "".join(["Bob ", *pieces])
    found = figures(text, min_probability=0)

    assert found["text"] == text
    assert applied(found) == found["rewritten"]


def test_several_texts_are_several_documents() -> None:
    found: Any = workbench.rewrite([TEXT, "Ann slept. She woke."], SURE, language="en").as_json()

    assert [document["rewritten"] for document in found["documents"]] == [NAMED, "Ann slept. Ann woke."]
    with raises("no-text", OptionError):
        workbench.rewrite([], SURE)
    with raises("not-english"):  # names take English forms
        workbench.rewrite(["Ann slept. She woke.", GERMAN], SURE)


def test_changes_are_in_colour_on_demand_and_fit_a_terminal() -> None:
    long = " ".join(["Bob met Mary.", *["He gave her his book."] * 40])
    data = workbench.rewrite(long, SURE, language="en", min_probability=0.0).data
    replaced = [row.text for row in data.texts[0].rewriting.replacements]

    assert "\x1b[31;9mHe\x1b[0m \x1b[32mBob\x1b[0m gave" in data.changes(bold=True)
    assert "\x1b" not in data.changes()
    assert len(data.changes().splitlines()) <= 25
    assert data.changes().splitlines()[-2].endswith("--all shows them.")
    assert data.changes(details=True).count("[-He-]") == replaced.count("He") > 10


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text(TEXT, "utf8")
    return path


def test_the_command_writes_every_form(anaphora: Run, text: Path) -> None:
    def rewritten(*words: str) -> Result:
        return anaphora("rewrite", text, "--resolver", SURE, "--language", "en", *words)

    shown, figured = rewritten().out, rewritten("--to", "json").json
    header, *rows = rewritten("--to", "csv").out.splitlines()
    chunked = rewritten("--each", "20", "--to", "json").json

    assert "2: [-He-]{+Bob+} gave [-her-]{+Mary+} his book." in shown
    assert "3 pronouns: 2 replaced, 1 left" in shown
    assert "\x1b" not in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert rewritten("--to", "text").out == f"{NAMED}\n"
    assert figured == rewritten("--json", "-").json
    assert figured["replacements"] == figures(TEXT)["replacements"]
    assert header == "document,line,start,end,text,by,entity,probability,left_because,sentence"
    assert len(rows) == 3
    assert chunked["chunks"] == [TEXT]
    assert chunked["signature"].endswith("|each:20")


def test_the_command_writes_a_file_for_each_text(anaphora: Run, text: Path, tmp_path: Path) -> None:
    other, folder = tmp_path / "other.txt", tmp_path / "out"
    other.write_text("Ann slept. She woke.", "utf8")
    options = ("--resolver", SURE, "--language", "en", "--to", "text")
    anaphora("rewrite", text, other, *options, "--folder", folder)

    assert {path.name: path.read_text("utf8") for path in folder.iterdir()} == {
        "text.txt": f"{NAMED}\n", "other.txt": "Ann slept. Ann woke.\n",
    }  # fmt: skip
    assert anaphora("rewrite", *options, given=TEXT.encode()).out.startswith(NAMED)


def test_the_command_refuses_what_it_cannot_do(anaphora: Run, text: Path) -> None:
    for words in ("--min-probability 2", "--each page", "--each 0", "--resolvers oracle"):
        assert anaphora("rewrite", text, *words.split()).code == 2, words
