"""`anaphora errors` over small files, and over LitBank where it is present."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lxml import html as lxml_html

from anaphora.corpora import conll2012
from anaphora.experiments.commands.score.chain_errors import OF_ERRORS, classify_errors
from anaphora.experiments.run.configuration import configure
from anaphora.workbench.error_analysis.steps import ERROR_TYPES
from anaphora.workbench.results.error_tables import as_json, figures, tables
from anaphora.workbench.results.table import plain
from tests.conftest import required
from tests.experiments.commands.test_pairing import conll
from tests.experiments.conftest import Run
from tests.noise import noisy
from tests.refused import raises

KEY = [["Ann", "saw", "the", "cat", "."], ["She", "fed", "it", "."]]
RIGHT = [[[0, 0], [5, 5]], [[2, 3], [7, 7]]]  # Ann, She; the cat, it
WRONG = [[[0, 0], [5, 5], [7, 7]]]  # Ann, She, it


def written(place: Path, clusters: Any, sentences: Any = KEY, id: str = "d") -> Path:
    place.write_text(json.dumps({"doc_key": id, "sentences": sentences, "clusters": clusters}) + "\n", "utf8")
    return place


@pytest.fixture
def both(tmp_path: Path) -> tuple[Path, Path]:
    return written(tmp_path / "key.jsonl", RIGHT), written(tmp_path / "mine.jsonl", WRONG)


def test_json_holds_every_error_with_its_document_and_words(both: tuple[Path, Path]) -> None:
    found: Any = plain(as_json(classify_errors(both[0], {"mine": both[1]}, tree="closest")))
    mine = found["systems"]["mine"]
    ann, it = (
        {"start": at, "end": at + 1, "text": word, "type": type}
        for at, word, type in ((0, "Ann", "other"), (7, "it", "pronoun"))
    )

    assert mine["errors"] == [
        {"type": "conflated_entities", "document": "d", "part": [it], "whole": ann | {"size": 3}},
        {
            "type": "divided_entity",
            "document": "d",
            "part": [it],
            "whole": {"start": 2, "end": 4, "text": "the cat", "type": "other", "size": 2},
        },
    ]
    assert list(mine["types"]) == list(ERROR_TYPES)
    assert mine["types"]["conflated_entities"]["count"] == 1
    assert mine["types"]["span"]["gain_alone"] == 0
    assert (mine["links"]["recall"]["count"], mine["links"]["recall"]["of"]) == (1, 2)
    assert mine["links"]["precision"]["errors"] == [
        {"document": "d", "anaphor": it, "antecedent": {"start": 5, "end": 6, "text": "She", "type": "pronoun"}}
    ]
    assert found["common"] == {"recall": [], "precision": []}
    assert json.loads(json.dumps(found)) == found


def test_denotation_assignments_are_listed_on_demand(both: tuple[Path, Path]) -> None:
    """The response says that "it" is Ann; the cat stands for its chain in the key."""
    assert "denotation" not in as_json(classify_errors(both[0], {"mine": both[1]}))

    found = as_json(classify_errors(both[0], {"mine": both[1]}, denotation=True))["denotation"]["mine"]
    verdicts = {(row["expression"]["text"], row["verdict"]) for row in found["assignments"]}

    assert verdicts == {("She", "right"), ("it", "incorrect")}
    assert found["chains"][0]["key"][0]["text"] == "Ann"


def test_signature_says_what_shaped_the_figures_and_warnings_what_is_odd(both: tuple[Path, Path]) -> None:
    by_head = classify_errors(both[0], {"mine": both[1]}, OF_ERRORS.changed(match="head"), "closest")

    shaped = ("key:key.jsonl@", "responses:mine@", "documents:1", "match:head", "singletons:drop", "tree:closest")
    assert [part for part in shaped if part not in by_head.signature] == []
    assert "no head of a mention is known" in by_head.warnings[0]


def test_words_that_the_response_divides_otherwise_keep_the_places_of_the_key(tmp_path: Path) -> None:
    """A document that the response lacks is missing as a whole."""
    herself, her_self = [["Old", "Ann", "fed", "herself", "."]], [["Old", "Ann", "fed", "her", "self", "."]]
    key = written(tmp_path / "key.jsonl", [[[0, 1], [3, 3]]], herself)
    answers = [[[0, 1], [3, 4]]], [[[0, 1], [2, 2]]]
    right, wrong = (written(tmp_path / f"{number}.jsonl", it, her_self) for number, it in enumerate(answers))
    found = classify_errors(key, {"right": right, "wrong": wrong}).systems
    for id in ("d", "e"):
        (tmp_path / "both").mkdir(exist_ok=True)
        written(tmp_path / "both" / f"{id}.jsonl", RIGHT, [[*KEY[0], id], KEY[1]], id)
    lacking = classify_errors(tmp_path / "both", {"d": tmp_path / "both" / "d.jsonl"})

    assert found["right"].errors == ()
    assert [(it.type, it.part[0].text, it.part[0].start) for it in found["wrong"].errors] == [
        ("extra_mention", "fed", 2), ("missing_mention", "herself", 3),
    ]  # fmt: skip
    missing = [(it.type, lacking.documents[it.document]) for it in lacking.systems["d"].errors]
    assert missing == [("missing_entity", "e")] * 2


def test_what_errors_cannot_tell_is_refused(both: tuple[Path, Path], tmp_path: Path) -> None:
    other = written(tmp_path / "other.jsonl", [], [["Quite", "another", "text", ".", "No", "doubt", "it", "is", "."]])
    asked: list[tuple[dict[str, Path], str, str]] = [
        ({"mine": both[1]}, "oak", "tree"), ({}, "closest", "no-response"), ({"r": other}, "closest", "other-text"),
    ]  # fmt: skip
    for responses, tree, code in asked:
        with raises(code):
            classify_errors(both[0], responses, tree=tree)  # type: ignore[arg-type]


# the command and its tables


def test_gains_in_sequence_add_up_to_what_is_lacking(both: tuple[Path, Path]) -> None:
    mine = classify_errors(both[0], {"mine": both[1]}).systems["mine"]
    now, gains = mine.scores["conll"]["f1"], [mine.gain(type, in_sequence=True) for type in ERROR_TYPES]

    # MUC 1/2; B-CUBED with R (1 + 1 + 1/2) / 4 and P (2/3 + 2/3 + 1/3) / 3; CEAF-e 4/5 of two chains and of one
    assert now == pytest.approx((1 / 2 + 2 * (5 / 8) * (5 / 9) / (5 / 8 + 5 / 9) + 2 * 0.8 / 3) / 3)
    assert sum(gain or 0 for gain in gains) == pytest.approx(1 - (now or 0))


def test_tables_for_documents_and_lists(both: tuple[Path, Path]) -> None:
    """Of each response two types of errors, a missed and a wrong link, mended or shared by both."""
    types, _, _, documents, *lists = tables(
        classify_errors(both[0], {"a": both[1], "b": both[0]}), per_document=True, listed=2
    )
    shared = tables(classify_errors(both[0], {"a": both[1], "b": both[1]}), listed=2)
    closest = tables(classify_errors(both[0], {"mine": both[1]}, tree="closest"), listed=5)[2:]
    others = ("Ann (3 mentions)", "the cat (2 mentions)", "the cat", "She")

    assert [column.name for column in types.columns[1:4]] == ["a: errors", "a: alone", "a: in sequence"]
    assert documents.rows == (("d", "a", 0, 1, 0, 0, 1, 0, 0), ("d", "b", *[0] * 7))
    assert [len(table.rows) for table in lists] == [1] * 6
    assert [len(table.rows) for table in shared[3:]] == [1] * 10
    assert [table.rows for table in closest] == [(("d", "She fed [it] .", other),) for other in others]


def test_changes_are_links_that_one_of_two_responses_has_wrong(tmp_path: Path) -> None:
    """The first joins "it" with both Anns and misses "She", the second joins "She" with Ann and the cat.

    That both miss "it" of the cat is no change; an Ann that is back in its own chain is linked to it.
    """
    ann, cat = [[0, 0], [5, 5], [9, 9]], [[2, 3], [7, 7]]
    words = [*KEY, ["Ann", "slept", "."]]
    key = written(tmp_path / "key.jsonl", [ann, cat], words)
    before = written(tmp_path / "before.jsonl", [[[0, 0], [7, 7], [9, 9]]], words)
    after = written(tmp_path / "after.jsonl", [[[0, 0], [2, 3], [5, 5]]], words)
    found = classify_errors(key, {"before": before, "after": after}, tree="closest")

    assert {
        change: [(link.anaphor.text, link.antecedent.text) for link in links] for change, links in found.changes.items()
    } == {
        "missed link mended": [("She", "Ann")],
        "missed link new": [("Ann", "She")],
        "wrong link mended": [("it", "Ann")],
        "wrong link new": [("the cat", "Ann")],
    }
    assert [table.title for table in tables(found)][2:] == ["Mended and broken from before to after"]
    assert not classify_errors(key, {"before": before}).changes
    counted = [row[1:5] for row in figures(found).rows if row[2] == "missed link mended"]
    assert counted == [("after", "missed link mended", "pronoun to other", 1)]


def test_sentences_of_a_list_are_cut_round_the_mention(tmp_path: Path) -> None:
    """Where none are marked they end with a full stop; mentions in other sentences are counted."""
    long = [f"w{number}" for number in range(50)]
    ann = [["Ann", "left", "."], ["She", "took", "her", "hat", "."]]
    rows: list[tuple[Any, Any, Any, str, str]] = [
        ([[*KEY[0], *KEY[1]]], RIGHT, WRONG, "conflated entities", "She fed [it] ."),
        (ann, [[[0, 0], [3, 3], [5, 5]]], [], "missing entity", "[Ann] left . (+2 elsewhere)"),
        (
            [long], [[[5, 5], [20, 20], [30, 31]]], [[[5, 5], [30, 31]]], "missing mention",
            f"… {' '.join(long[10:20])} [w20] {' '.join(long[21:31])} …",
        ),
    ]  # fmt: skip
    for text, right, wrong, title, sentence in rows:
        key, mine = (written(tmp_path / name, chains, text) for name, chains in (("k", right), ("m", wrong)))
        shown = {table.title: table.rows for table in tables(classify_errors(key, {"r": mine}), listed=1)}
        [listed] = [found for name, found in shown.items() if title in name]
        assert listed[0][1] == sentence


def test_command_prints_json_alone_or_a_report_with_the_errors_in_their_sentences(
    both: tuple[Path, Path], anaphora: Run, tmp_path: Path
) -> None:
    shown = anaphora("errors", both[0], f"one={both[1]}", f"two={both[1]}", "--json", "-", "--singletons", "keep")
    listed = anaphora("errors", *both, "--list", "1", "--report", tmp_path / "report.html")
    page = lxml_html.parse(str(tmp_path / "report.html"))

    assert (shown.code, list(shown.json["systems"]), shown.json["singletons"]) == (0, ["one", "two"], "keep")
    assert len(shown.json["common"]["recall"]) == 1
    assert (listed.code, "the cat" in listed.out) == (0, True)
    assert page.xpath("string(//tr[@id='e1']//mark)") == "it"


def test_laws_hold_on_litbank(data: Path, tmp_path: Path) -> None:
    """Missed links are as many as MUC counts, and the response without errors is the key."""
    [file, *_] = sorted(required(data / "litbank" / "conll").glob("*.conll"))
    documents = list(conll2012.read(file))
    noise = [(document, noisy(document, key, 0.2, Random(document.id))) for document, key in documents]
    for name, side in (("key", documents), ("noisy", noise)):
        (tmp_path / f"{name}.conll").write_text("".join(conll2012.write(side)), "utf8")
    for match in ("strict", "partial", "head"):
        result = classify_errors(
            tmp_path / "key.conll", {"r": tmp_path / "noisy.conll"}, OF_ERRORS.changed(match=match)
        )
        system = result.systems["r"]
        muc = system.scores["muc"]
        assert len(system.recall) == pytest.approx(system.links[0] * (1 - (muc["recall"] or 0)))
        assert len(system.precision) == pytest.approx(system.links[1] * (1 - (muc["precision"] or 0)))
        assert [it["f1"] for it in system.in_sequence["missing_entity"].values()] == [pytest.approx(1)] * 4


def test_spans_that_end_within_a_word_are_listed_so(tmp_path: Path) -> None:
    """The response divides `language` behind `langua`; without that the two mentions would look the same."""
    key = conll(tmp_path / "key.conll", d="Her/(1) language/(2) helps her/(1)")
    response = conll(tmp_path / "r.conll", d="Her/(1) langua/(2) ge helps her/(1)")
    shown = tables(classify_errors(key, {"r": response}, configure(singletons="keep")), listed=1)
    [listed] = [table for table in shown if "span error" in table.title]

    assert listed.rows == (("d", "Her [langua]ge helps her", "language"),)
