"""`anaphora evaluate rewriting`: what names in place of pronouns help to find, and how many are wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

import anaphora as workbench
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench.errors import OptionError
from tests.experiments.conftest import Run
from tests.experiments.texts.test_relations import ENTRY, written
from tests.refused import raises

RIGHT = "ranker+head_match"
LATEST = "most_recent+head_match"
"""Does not say how sure it is."""


def corpus(folder: Path, *texts: tuple[str, list[list[list[int]]]]) -> Path:
    """Texts of sentences with blanks between words, and their chains of first and last words."""
    path = folder / "key.jsonlines"
    lines = (
        {"doc_key": f"d{number}", "sentences": [line.split() for line in text.splitlines()], "clusters": chains}
        for number, (text, chains) in enumerate(texts)
    )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf8")
    return path


COUPLE = ("Bob met Mary .\nHe left .\nShe slept .", [[[0, 0], [4, 4]], [[2, 2], [7, 7]]])
MEN = ("Bob met Tom .\nHe left .", [[[0, 0], [4, 4]], [[2, 2]]])


def systems(path: Path, *resolvers: str, **options: Any) -> dict[str, Any]:
    found: Any = workbench.evaluate(
        "rewriting", path, resolvers=resolvers, **{"min_probability": 0.5, "resamples": 0, **options}
    ).as_json()
    return dict(found["systems"])


def test_names_in_place_of_pronouns_find_the_sentences_that_pronouns_hide(tmp_path: Path) -> None:
    """Bob and Mary are each mentioned in two sentences, and named in one."""
    found = systems(corpus(tmp_path, COUPLE), RIGHT)

    assert [found[name]["recall"] for name in ("as it is", RIGHT, "key")] == [0.5, 1.0, 1.0]
    assert [found[name]["replaced"] for name in ("as it is", RIGHT, "key")] == [0, 2, 2]
    assert found[RIGHT]["wrong"] == 0.0


def test_a_wrong_name_is_counted_beside_what_the_key_replaces(tmp_path: Path) -> None:
    """The most recent man is Tom, and he is Bob: the second sentence is found for Tom, whom it does not mention."""
    found = systems(corpus(tmp_path, MEN), LATEST)

    assert (found[LATEST]["wrong"], found[LATEST]["wrong_of_own"]) == (1.0, 1.0)
    assert (found[LATEST]["recall"], found[LATEST]["precision"]) == (2 / 3, 2 / 3)
    assert found["key"]["recall"] == 1.0


def test_resolvers_that_do_not_say_how_sure_they_are_replace_all(tmp_path: Path) -> None:
    assert systems(corpus(tmp_path, MEN), LATEST, min_probability=0.9)[LATEST]["least"] == 0.0


def test_the_curve_begins_with_what_is_sure(tmp_path: Path) -> None:
    found: Any = workbench.evaluate("rewriting", corpus(tmp_path, COUPLE), resolvers=[RIGHT], resamples=0).as_json()

    recalls = [point["recall"] for point in found["curve"]]
    assert recalls == sorted(recalls, reverse=True)
    assert recalls[0] == 1.0
    assert {point["resolver"] for point in found["curve"]} == {RIGHT}


def test_resolvers_are_compared_over_documents(tmp_path: Path) -> None:
    path = corpus(tmp_path, *[COUPLE, MEN] * 4)
    found: Any = workbench.evaluate("rewriting", path, resolvers=[RIGHT, LATEST], resamples=200).as_json()

    tested = {(pair["measure"], pair["first"], pair["second"]) for pair in found["comparisons"]}
    assert ("recall", "as it is", RIGHT) in tested
    assert [pair for pair in tested if pair[0] == "wrong"] == [("wrong", RIGHT, LATEST)]


def test_the_text_of_the_key_names_nothing_wrongly_and_finds_most() -> None:
    found = systems(BUNDLED / "news.conllu", RIGHT)

    assert found["key"]["wrong"] == 0.0
    assert found["as it is"]["recall"] < found[RIGHT]["recall"] < found["key"]["recall"]


def test_related_entities_meet_where_a_pronoun_is_named(tmp_path: Path) -> None:
    """Of three pairs one is related; in the second sentence "she" is Ann, who then meets Rome."""
    sentences = [["Ann", "married", "Bob", "."], ["She", "loved", "Rome", "."]]
    rome = {"name": "Rome", "sent_id": 1, "pos": [2, 3], "type": "LOC"}
    entry = {**ENTRY, "sents": sentences, "vertexSet": [[ENTRY["vertexSet"][0][0]], [ENTRY["vertexSet"][1][0]], [rome]]}
    path = written(tmp_path, [{**entry, "labels": [{"h": 0, "t": 2}]}])
    found = systems(path, RIGHT)

    assert found.keys() == {"as it is", RIGHT}
    assert (found["as it is"]["recall"], found[RIGHT]["recall"]) == (0.0, 1.0)
    assert (found["as it is"]["false_meetings"], found[RIGHT]["false_meetings"]) == (0.5, 0.5)


def test_there_is_a_chart_and_a_table_of_the_curve(tmp_path: Path) -> None:
    result: Any = workbench.evaluate("rewriting", corpus(tmp_path, COUPLE), resolvers=[RIGHT], resamples=0)

    assert "Recall" in result.plot("help-and-harm")._repr_svg_()
    assert len(result.curve()) == len(set(result.curve()["least"]))


def test_the_report_has_verdict_chart_and_differences(tmp_path: Path) -> None:
    path = corpus(tmp_path, *[COUPLE, MEN] * 4)
    result = workbench.evaluate("rewriting", path, resolvers=[RIGHT, LATEST], resamples=100)
    text = result.report(tmp_path / "report.html").read_text("utf8")

    assert all(f'id="{anchor}"' in text for anchor in ("verdict", "help-and-harm-curve", "differences", "methods"))
    assert "the key would bring" in text


def test_the_command_prints_help_and_harm(anaphora: Run, tmp_path: Path) -> None:
    path = corpus(tmp_path, COUPLE, MEN)
    result = anaphora("evaluate", "rewriting", path, "--resolvers", f"{RIGHT},{LATEST}")

    assert result.code == 0
    assert all(name in result.out for name in ("as it is", "key", RIGHT, LATEST))
    assert max(map(len, result.out.splitlines())) <= 80
    figures = anaphora("evaluate", "rewriting", path, "--resolvers", RIGHT, "--json", "-", "--figures", tmp_path / "f")
    assert figures.json["systems"]["key"]["recall"] == 1.0
    assert (tmp_path / "f" / "help-and-harm.svg").exists()


def test_a_corpus_without_a_key_and_perfect_layers_are_refused(tmp_path: Path) -> None:
    with raises("no-key"):
        workbench.evaluate("rewriting", corpus(tmp_path, (COUPLE[0], [])))
    with raises("perfect", OptionError):
        workbench.evaluate("rewriting", corpus(tmp_path, COUPLE), perfect=["mentions"])
    with pytest.raises(TypeError):
        workbench.evaluate("rewriting", jobs=2)  # type: ignore[call-arg]
