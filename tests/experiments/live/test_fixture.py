"""What was saved on the live page becomes a regression test."""

import json
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments import live
from anaphora.experiments.live.analysis import Question, analyst
from anaphora.experiments.live.fixture import check
from anaphora.experiments.setup.configuration import configure
from anaphora.workbench.errors import FormatError, OptionError
from tests.experiments.report.scripts import evaluate, needs_node

SHARE = (Path(live.__file__).parent / "assets" / "share.js").read_text("utf-8")
TEXT = "Ann saw Bob. She waved. He smiled."


def place(words: str) -> dict[str, Any]:
    start = TEXT.index(words)
    return {"text": words, "start": start, "end": start + len(words)}


def saved(folder: Path, **more: Any) -> Path:
    """A fixture in which both resolvers said "Ann" and "Bob", and the reader called these right."""
    answers = [
        {"pronoun": place("She"), "antecedent": place("Ann")},
        {"pronoun": place("He"), "antecedent": place("Bob")},
    ]
    fixture = {
        "kind": "anaphora-fixture",
        "question": {
            "text": TEXT, "resolvers": ["mitkov", "most_recent"], "seed": 0, "window": 3, "anaphors": "third-person",
            "it_filter": "learned",
        },
        "expected": [{"pronoun": one["pronoun"], "antecedents": [one["antecedent"]]} for one in answers],
        "answers": {"mitkov": answers, "most_recent": answers},
    }  # fmt: skip
    path = folder / "ann.json"
    path.write_text(json.dumps(fixture | more), "utf-8")
    return path


def test_a_text_that_is_resolved_as_it_was_passes(tmp_path: Path) -> None:
    assert check(saved(tmp_path)) == []


def test_an_answer_other_than_the_declared_antecedent_is_wrong(tmp_path: Path) -> None:
    path = saved(tmp_path, expected=[{"pronoun": place("She"), "antecedents": [place("Bob")]}])

    (difference,) = check(path, ["mitkov"])

    assert str(difference) == 'mitkov, "She" at 13, wrong: "Ann" instead of "Bob"'


def test_one_of_several_declared_antecedents_is_enough(tmp_path: Path) -> None:
    both = [{"pronoun": place("He"), "antecedents": [place("Ann"), place("Bob")]}]

    assert check(saved(tmp_path, expected=both)) == []


def test_an_answer_other_than_the_saved_one_has_changed_unless_only_errors_count(tmp_path: Path) -> None:
    path = saved(tmp_path, expected=[], answers={"mitkov": [{"pronoun": place("He"), "antecedent": None}]})

    assert [str(found) for found in check(path)] == ['mitkov, "He" at 24, changed: "Bob" instead of no answer']
    assert check(path, changed=False) == []


def test_a_pronoun_that_is_no_longer_found_has_no_answer(tmp_path: Path) -> None:
    path = saved(tmp_path, expected=[{"pronoun": place("saw"), "antecedents": [place("Ann")]}])

    assert [found.found for found in check(path, ["most_recent"])] == [None]


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        '{"kind": "anaphora-fixture"}',
        '{"kind": "anaphora-fixture", "question": {"resolvers": 7}}',
        "[" * 100_000,
    ],
)
def test_another_file_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(content, "utf-8")

    with pytest.raises(FormatError) as caught:
        check(path)
    assert (caught.value.path, caught.value.code) == (str(path), "no-fixture")


def test_an_option_that_does_not_exist_is_reported(tmp_path: Path) -> None:
    question = json.loads(saved(tmp_path).read_text("utf-8"))["question"] | {"window": -1}

    with pytest.raises(OptionError) as caught:
        check(saved(tmp_path, question=question))
    assert caught.value.code == "window"


@needs_node
def test_what_the_page_saves_passes_at_once_and_counts_characters(tmp_path: Path) -> None:
    """The first character is one, but two units of UTF-16, in which JavaScript counts."""
    answer = analyst(configure(("mitkov", "random_any"))).analyse(Question("\n\U0001f600 Ann saw Bob. She waved."))
    declared = "new Map([[0, [data.data.anaphors[0].answers[0].pick]]])"
    fixture = evaluate(f"anaphora.fixture(data, {declared}, {{}})", answer, script=SHARE)
    path = tmp_path / "page.json"
    path.write_text(json.dumps(fixture), "utf-8")

    assert fixture["expected"][0]["pronoun"] == {"text": "She", "start": 16, "end": 19}
    assert fixture["expected"][0]["antecedents"] == [{"text": "Ann", "start": 3, "end": 6}]
    assert check(path) == []


@needs_node
def test_a_link_holds_text_resolvers_pronoun_and_weights() -> None:
    question: dict[str, Any] = {
        "text": "It's 100 % #1 & \n\u201cnew\u201d + it=?", "resolvers": ["mars", "mitkov(preset=2001;agreement=no)"],
        "window": 3, "anaphors": "third-person", "it_filter": "none",
    }  # fmt: skip
    state = {"question": question, "index": 4, "resolver": "mars", "weights": {question["resolvers"][1]: [1, -0.25, 0]}}

    back = evaluate("anaphora.fromHash(anaphora.toHash(data))", state, script=SHARE)

    assert back == question | {
        "window": "3",
        "index": 4,
        "resolver": "mars",
        "weights": {"mitkov(preset=2001;agreement=no)": [1, -0.25, 0]},
    }


@needs_node
@pytest.mark.parametrize("link", ["", "#result", "#text=", "#pronoun=2"])
def test_a_link_without_a_text_is_no_state(link: str) -> None:
    assert evaluate("anaphora.fromHash(data)", link, script=SHARE) is None
