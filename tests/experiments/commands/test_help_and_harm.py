"""`anaphora evaluate rewriting`: what names in place of pronouns help to find, and how many are wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

import anaphora as workbench
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.texts.replacing import Replacement
from anaphora.experiments.texts.sentence_index import (
    Query,
    called_by_chain,
    find,
    is_called,
    plain_name,
    queries,
    sentences_of,
    words_of,
)
from tests.annotated import prepared
from tests.experiments.conftest import Run
from tests.refused import raises

RIGHT = "ranker+head_match"
LATEST = "most_recent+head_match"
"""Does not say how sure it is."""
COUPLE = ("Bob met Mary .\nHe left .\nShe slept .", [[[0, 0], [4, 4]], [[2, 2], [7, 7]]])
MEN = ("Bob met Tom .\nHe left .", [[[0, 0], [4, 4]], [[2, 2]]])


def corpus(folder: Path, *texts: tuple[str, list[list[list[int]]]]) -> Path:
    """Texts of sentences with blanks between words, and their chains of first and last words."""
    path = folder / "key.jsonlines"
    lines = (
        {"doc_key": f"d{number}", "sentences": [line.split() for line in text.splitlines()], "clusters": chains}
        for number, (text, chains) in enumerate(texts)
    )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf8")
    return path


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
    """The most recent man is Tom, and he is Bob: the second sentence is found for Tom, whom it does not mention.

    Resolvers that do not say how sure they are replace all, whatever the least probability.
    """
    path = corpus(tmp_path, MEN)
    found = systems(path, LATEST)

    assert (found[LATEST]["wrong"], found[LATEST]["wrong_of_own"]) == (1.0, 1.0)
    assert (found[LATEST]["recall"], found[LATEST]["precision"]) == (2 / 3, 2 / 3)
    assert found["key"]["recall"] == 1.0
    assert systems(path, LATEST, min_probability=0.9)[LATEST]["least"] == 0.0


def test_the_curve_begins_with_what_is_sure(tmp_path: Path) -> None:
    result: Any = workbench.evaluate("rewriting", corpus(tmp_path, COUPLE), resolvers=[RIGHT], resamples=0)
    points = result.as_json()["curve"]
    recalls = [point["recall"] for point in points]

    assert recalls == sorted(recalls, reverse=True)
    assert recalls[0] == 1.0
    assert {point["resolver"] for point in points} == {RIGHT}
    assert len(result.curve()) == len(set(result.curve()["least"]))
    assert "Recall" in result.plot("help-and-harm")._repr_svg_()


def test_resolvers_are_compared_over_documents_and_the_report_says_so(tmp_path: Path) -> None:
    path = corpus(tmp_path, *[COUPLE, MEN] * 4)
    result = workbench.evaluate("rewriting", path, resolvers=[RIGHT, LATEST], resamples=50)
    found: Any = result.as_json()
    text = result.report(tmp_path / "report.html").read_text("utf8")

    tested = {(pair["measure"], pair["first"], pair["second"]) for pair in found["comparisons"]}
    assert ("recall", "as it is", RIGHT) in tested
    assert [pair for pair in tested if pair[0] == "wrong"] == [("wrong", RIGHT, LATEST)]
    assert all(f'id="{anchor}"' in text for anchor in ("verdict", "help-and-harm-curve", "differences", "methods"))


def test_the_text_of_the_key_names_nothing_wrongly_and_finds_most() -> None:
    found = systems(BUNDLED / "news.conllu", RIGHT)

    assert found["key"]["wrong"] == 0.0
    assert found["as it is"]["recall"] < found[RIGHT]["recall"] < found["key"]["recall"]


def test_the_command_prints_help_and_harm(anaphora: Run, tmp_path: Path) -> None:
    path = corpus(tmp_path, COUPLE, MEN)
    command = ("evaluate", "rewriting", path, "--resolvers", f"{RIGHT},{LATEST}", "--resamples", "20")
    result = anaphora(*command)
    figures = anaphora(*command, "--json", "-", "--figures", tmp_path / "f").json

    assert result.code == 0
    assert all(name in result.out for name in ("as it is", "key", RIGHT, LATEST))
    assert max(map(len, result.out.splitlines())) <= 80
    assert figures["systems"]["key"]["recall"] == 1.0
    assert (tmp_path / "f" / "help-and-harm.svg").exists()


def test_a_corpus_without_a_key_and_perfect_layers_are_refused(tmp_path: Path) -> None:
    with raises("no-key"):
        workbench.evaluate("rewriting", corpus(tmp_path, (COUPLE[0], [])))
    for name, value in {"perfect": ["mentions"], "jobs": 2}.items():
        with pytest.raises(TypeError):
            workbench.evaluate("rewriting", corpus(tmp_path, COUPLE), **{name: value})


# what an index of sentences finds by names


TEXT = """
Ann/NNP/2/nsubj met/VBD/0/root Bob/NNP/2/obj ././2/punct
He/PRP/2/nsubj left/VBD/0/root ././2/punct
"""


def test_names_are_compared_without_capitals_marks_and_article() -> None:
    assert [plain_name(name) for name in ("The United States", "Mr. Darcy", "Ann's")] == [
        "united states", "mr darcy", "ann s",
    ]  # fmt: skip


def test_an_entity_is_asked_for_by_any_of_its_names_and_mentioned_by_its_pronouns() -> None:
    assert queries(prepared(TEXT), [(0,), (1, 2)]) == [
        Query(frozenset({"ann"}), frozenset({0})),
        Query(frozenset({"bob"}), frozenset({0, 1})),
    ]
    assert queries(prepared(TEXT), [(2,)]) == [], "it has no name"


def test_sentences_are_found_by_whole_words() -> None:
    asked = [Query(frozenset({"ann", "ann lee"}), frozenset()), Query(frozenset({"nn"}), frozenset())]

    assert find(asked, [words_of(text) for text in ("Ann Lee left.", "Anna left.", "ANN'S left.")]) == [{0, 2}, set()]


def test_sentences_have_the_names_that_replace_pronouns() -> None:
    found = prepared(TEXT)
    he = Replacement(14, 16, "He", "Bob", "e1", 0.9, ((4, "Bob"),))

    assert found.document.text[14:16] == "He"
    assert sentences_of(found) == [" ann met bob ", " he left "]
    assert sentences_of(found, [he]) == [" ann met bob ", " bob left "]


def test_what_a_mention_calls_its_entity_has_names_in_apposition_and_nothing_of_others() -> None:
    """What stands in apposition is called like what it stands beside."""
    niece = "her/PRP$/2/nmod:poss niece/NN/6/nsubj Mary/NNP/2/appos of/IN/5/case Rome/NNP/2/nmod left/VBD/0/root"
    names = called_by_chain(prepared(niece), [0, -1, -1, -1][: len(prepared(niece).mentions)])[0]
    cook = prepared("Ann/NNP/5/nsubj ,/,/1/punct a/DT/4/det cook/NN/1/appos left/VBD/0/root")
    beside = called_by_chain(cook, [7 if mention.head == 0 else -1 for mention in cook.mentions])

    assert [is_called(name, names) for name in ("Mary", "the niece", "Rome")] == [True, True, False]
    assert is_called("the cook", beside[7])
