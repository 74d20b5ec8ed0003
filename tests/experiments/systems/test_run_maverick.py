"""maverick 1.0.7: the dictionary of `Maverick.predict`, keys and shapes as found in the installed package."""

import sys
from types import ModuleType
from typing import Any

import pytest
import run_maverick

from tests.experiments.systems.conftest import Line, Run


def result(clusters: list[Any]) -> dict[str, Any]:
    """Offsets count tokens of the document, the end inclusive; text goes in as tokens, so there are no characters."""
    return {
        "tokens": [],
        "clusters_token_offsets": clusters,
        "clusters_char_offsets": None,
        "clusters_token_text": [],
        "clusters_char_text": None,
    }


def test_ends_stay_inclusive_and_the_line_says_so() -> None:
    fields = run_maverick.fields_of(result([((0, 1), (21, 21))]))

    assert fields == {"unit": "token", "end": "inclusive", "clusters": [[(0, 1), (21, 21)]]}


@pytest.mark.parametrize(
    ("clusters", "expected"),
    [
        ([], []),
        ([()], []),  # all its mentions lay on speaker marks
        ([((0, 1),)], [[(0, 1)]]),  # with --singletons
        ([((0, 1), (4, 4)), ((4, 4), (7, 7))], [[(0, 1), (4, 4)], [(4, 4), (7, 7)]]),
    ],
)
def test_odd_clusters(clusters: list[Any], expected: list[Any]) -> None:
    assert run_maverick.fields_of(result(clusters))["clusters"] == expected


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What a stand-in for the model is asked; it fails on Carroll."""
    calls: list[tuple[Any, ...]] = []

    class Maverick:
        def __init__(self, name: str, device: str) -> None:
            calls.append((name, device))

        def predict(self, sample: list[list[str]], **options: Any) -> dict[str, Any]:
            calls.append((sample, options))
            if sample[0][0] == "Alice":
                raise AttributeError("'NoneType' object has no attribute 'start'")
            return result([((0, 1), (21, 21))])

    module = ModuleType("maverick")
    module.Maverick = Maverick  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "maverick", module)
    return calls


def test_it_gets_sentences_of_tokens_and_the_mentions_with_inclusive_ends(
    asked: list[tuple[Any, ...]], inputs: dict[str, Line], run: Run
) -> None:
    run(run_maverick, [inputs["austen"]])

    loaded, (sentences, options) = asked
    assert loaded == ("sapienzanlp/maverick-mes-ontonotes", "cpu")
    assert [sentence[0] for sentence in sentences] == ["Emma", "She"]
    assert options["predefined_mentions"][:2] == [(0, 1), (21, 21)]
    assert options["singletons"] is False


def test_it_finds_mentions_itself_where_the_input_has_none(
    asked: list[tuple[Any, ...]], inputs: dict[str, Line], run: Run
) -> None:
    del inputs["austen"]["mentions"]

    run(run_maverick, [inputs["austen"]], "--singletons")

    assert asked[1][1]["predefined_mentions"] is None
    assert asked[1][1]["singletons"] is True


def test_a_document_without_candidates_has_no_clusters_and_is_not_asked_about(
    asked: list[tuple[Any, ...]], inputs: dict[str, Line], run: Run
) -> None:
    inputs["austen"]["mentions"] = []

    [line] = run(run_maverick, [inputs["austen"]])

    assert line["clusters"] == []
    assert len(asked) == 1


def test_a_token_that_the_encoder_cannot_see_drops_its_document_alone(
    asked: list[tuple[Any, ...]], inputs: dict[str, Line], run: Run
) -> None:
    lines = run(run_maverick, list(inputs.values()))

    assert [line.get("dropped") for line in lines] == [
        None, "AttributeError: 'NoneType' object has no attribute 'start'", None,
    ]  # fmt: skip
    assert lines[0]["system"]["licence"] == "CC BY-NC-SA 4.0"
