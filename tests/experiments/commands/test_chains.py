"""Entities of plain texts: what is in them, in which shape, and what the command prints."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

import anaphora as door
from anaphora.corpora import corefud
from anaphora.experiments.show.charts.draw import Strokes
from anaphora.experiments.texts.chained import Chained
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError, UnknownNameError
from tests.experiments.conftest import Run
from tests.refused import raises

DARCY = "Mr. Darcy saw Elizabeth. He bowed to her.\n\nShe smiled. Mr. Darcy left."
CHAT = "Ann: I am late.\nTom: You are never late, Ann.\nAnn: I was.\n"
CLASHES = "Kim and Lee met Mr. Lee. He saw her. She saw him. Lee fell on it. It hurt him, and she laughed at her."
ODD = "\n\n  Ann left.\tShe “ran” to Zoë 😀.\r\nZoë saw her.\n"
ANNS = "Ann Lee met her sister. Ann Lee left. Her sister saw Mr. Lee. He ran. Poor Lee fell. The lamp fell. It broke."


def chained(text: str, resolver: str = "mention_pair", **options: Any) -> Chained:
    return door.chains(text, resolver, **options).data


def members(found: Chained) -> dict[str, list[str]]:
    (text,) = found.texts
    return {entity.name: [text.phrases[number].text for number in entity.mentions] for entity in text.entities}


def test_entities_are_found_with_all_their_mentions() -> None:
    result = door.chains(DARCY, "neural_ranker")

    assert members(result.data) == {
        "Mr. Darcy": ["Mr. Darcy", "He", "Mr. Darcy"],
        "Elizabeth": ["Elizabeth", "her", "She"],
    }
    assert result.table().loc["e1", ["names", "pronouns", "first_line", "last_line"]].tolist() == [2, 1, 1, 3]
    assert result.mentions()["text"].tolist() == ["Mr. Darcy", "He", "Mr. Darcy", "Elizabeth", "her", "She"]
    assert "Mr. Darcy" in str(result)
    assert "<table" in result._repr_html_()
    whole: Any = result.as_json()
    rows = [mention for entity in whole["entities"] for mention in entity["mentions"]]
    assert [row["type"] for row in rows if row["probability"] is not None] == ["pronoun"] * 3
    assert all(0 < row["probability"] <= 1 for row in rows if row["type"] == "pronoun")


def test_json_has_the_documented_shape() -> None:
    result = door.chains("Ann left. She ran.", "mars")

    assert result.as_json() == {
        "text": "Ann left. She ran.",
        "entities": [
            {
                "id": "e1",
                "name": "Ann",
                "kind": "person",
                "gender": "feminine",
                "number": "singular",
                "aliases": [],
                "mentions": [
                    {"text": "Ann", "start": 0, "end": 3, "type": "name", "sentence": 1, "probability": None},
                    {"text": "She", "start": 10, "end": 13, "type": "pronoun", "sentence": 2, "probability": None},
                ],
            }
        ],
        "singletons": 0,
        "resolver": "mars",
        "signature": result.signature,
    }


@pytest.mark.parametrize("text", [ODD, DARCY])
def test_places_are_characters_of_the_text_as_it_was_given(text: str) -> None:
    whole: Any = door.chains(text, "mars", singletons="keep").as_json()

    assert whole["text"] == text
    rows = [mention for entity in whole["entities"] for mention in entity["mentions"]]
    assert rows
    assert [row for row in rows if text[row["start"] : row["end"]] != row["text"]] == []


MET = "Mr. Darcy saw Elizabeth & Jane.\n\nHe bowed to Elizabeth. Darcy left. Jane left."


def test_who_is_mentioned_with_whom_is_a_network() -> None:
    """Darcy and Elizabeth share the first two sentences, Jane only the first with them."""
    result = door.chains(MET, "neural_ranker")
    graph = etree.fromstring(result.to("gexf").encode())[0]
    shared = {(row.source_name, row.target_name): row.sentences for row in result.edges().itertuples()}

    assert shared == {("Mr. Darcy", "Elizabeth"): 2, ("Mr. Darcy", "Jane"): 1, ("Elizabeth", "Jane"): 1}
    labels = {node.get("id"): node.get("label") for node in graph.iterfind(".//{*}node")}
    edges = [(labels[edge.get("source")], labels[edge.get("target")]) for edge in graph.iterfind(".//{*}edge")]
    assert edges == [*shared]
    assert [int(edge.get("weight")) for edge in graph.iterfind(".//{*}edge")] == [2, 1, 1]
    assert result.table()["aliases"].fillna("").tolist() == ["Darcy", "", ""]


def test_the_chart_of_where_entities_are_mentioned_has_a_stroke_a_mention() -> None:
    drawing = door.chains(MET, "neural_ranker").plot("where").drawing
    strokes = [shape for shape in drawing.shapes if isinstance(shape, Strokes) and shape.look == "interval"]

    assert [len(shape.strokes) for shape in strokes] == [3, 2, 2]


def test_entities_of_one_mention_are_left_out_and_counted() -> None:
    text = "Ann left. The lamp fell."
    without, kept = chained(text), chained(text, singletons="keep")

    assert (without.texts[0].entities, without.texts[0].singletons) == ((), 2)
    assert without.signature != kept.signature
    assert ([entity.name for entity in kept.texts[0].entities], kept.texts[0].singletons) == (["Ann", "the lamp"], 0)


def test_the_most_frequent_of_many_entities_are_shown_and_the_others_counted() -> None:
    names = "Ann Bob Carl Dora Eve Fred Gus Hal Ida Jim Kate Lou Max Nora Otto Paul Rose Sam Tess Ursula Vera Will"
    text = " ".join(f"{name} came. {name} left." for name in names.split())
    found = chained(text, "head_match", language="en")
    (table,) = found.short_tables()

    assert 15 <= len(table.rows) < len(found.texts[0].entities)
    assert table.notes[0].startswith(f"{len(found.texts[0].entities) - len(table.rows)} entities more")


def test_i_and_you_are_mentions_on_request_by_who_speaks_and_change_nothing_for_all_others() -> None:
    assert "I" not in str(members(chained(CHAT, "neural_ranker")))
    speaking = members(chained(CHAT, "neural_ranker", anaphors="personal"))
    (ann,) = (words for words in speaking.values() if "You" in words)
    assert [word for word in ann if word != "Ann"] == ["I", "You", "I"]
    assert not any({"I", "You"} < set(words) and "Tom" in words for words in speaking.values())

    text = "Ann told Bob: I saw him. You said that he left. This made her laugh, and I gave it to you."
    listed, more = (members(chained(text, "ranker", anaphors=which)) for which in ("third-person", "all"))
    others = [[word for word in words if word.lower() not in ("i", "you", "this")] for words in more.values()]
    assert len(listed) > 1
    assert all(words in others for words in listed.values())


def test_names_and_pronouns_that_clash_share_no_chain() -> None:
    """A resolver that does not look at features is told of."""
    for resolver in ("ranker", "neural_ranker", "mention_pair", "mars+ranker", "most_recent"):
        assert [text.clashes() for text in chained(CLASHES, resolver, anaphors="personal").texts] == [0], resolver
    careless = chained("Kim saw him. She laughed.", "one_entity")

    assert careless.texts[0].clashes() == 1
    assert "1" in careless.short_tables()[0].notes[-1]


class Nearest:
    """Takes the nearest candidate, whatever it is."""

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide every case."""
        return [Decision(number, max(case.candidates), probability=0.9) for number, case in enumerate(prepared.cases)]


def test_a_link_that_clashes_and_is_not_made_has_no_probability() -> None:
    (text,) = door.chains("Ann left. She ran. He fell.", Nearest()).data.texts

    assert {text.phrases[number].text: sure for number, sure in text.probabilities.items()} == {"She": 0.9}


def test_an_entity_is_chosen_by_any_of_its_names() -> None:
    """Lee is a name of his as it stands, and only a part of hers."""
    chosen = {"Ann Lee": "Ann Lee", "ann": "Ann Lee", "the lamp": "the lamp", "e1": "Ann Lee", "Lee": "Mr. Lee"}
    found = {name: door.chains(ANNS, "neural_ranker", entity=name) for name in chosen}

    assert {name: result.table()["name"].tolist() for name, result in found.items()} == {
        name: [entity] for name, entity in chosen.items()
    }
    assert found["e1"].signature != door.chains(ANNS, "neural_ranker").signature
    with raises("unknown-name", UnknownNameError):
        door.chains(ANNS, "neural_ranker", entity="Bob")


def test_a_resolver_that_links_pronouns_only_is_told_of_in_every_form(anaphora: Run) -> None:
    for resolver, is_told in (("mars", True), ("mars+head_match", False), ("head_match", False)):
        found = chained("Ann left. She ran. Ann fell.", resolver)
        assert bool(found.warning()) is is_told
        assert (found.warning() in found.short_tables()[0].notes) is is_told
        printed = anaphora("chains", "--resolver", resolver, "--to", "json", given=DARCY.encode())
        assert ("mars+ranker" in printed.err, printed.json["resolver"]) == (is_told, resolver)


def test_several_texts_are_documents_of_their_own() -> None:
    result = door.chains(["Ann left. She ran.", "Tom ran. He fell."], "mars")
    whole: Any = result.as_json()
    names = [["text 1", "Ann"], ["text 2", "Tom"]]

    assert [[document["id"], document["entities"][0]["name"]] for document in whole["documents"]] == names
    assert result.table()[["document", "name"]].to_numpy().tolist() == names
    assert [table.title.split(":")[0] for table in result.data.short_tables()] == ["text 1", "text 2"]
    with raises("no-text", OptionError):
        door.chains([])


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "darcy.txt"
    path.write_text(DARCY, "utf8")
    return path


def test_the_command_prints_what_python_gives(anaphora: Run, text: Path, tmp_path: Path) -> None:
    result = door.chains(text)
    result.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf8")

    assert anaphora("chains", text, "--to", "json").json == result.as_json()
    assert anaphora("chains", text, "--json", "-").json == result.as_json()
    assert anaphora("chains", given=DARCY.encode()).out.startswith("standard input:")
    for form in ("table", "markdown", "latex", "conll2012"):
        assert "Darcy" in anaphora("chains", text, "--to", form).out
    assert page.startswith("<!doctype html>")
    assert anaphora("chains", text, "--to", "html").out == page
    assert anaphora("chains", text, "--to", "html", "--folder", tmp_path / "out").code == 0
    assert (tmp_path / "out" / "darcy.html").read_text("utf8") == page


def test_csv_has_a_row_for_each_entity_or_each_mention_with_its_sentence(anaphora: Run, tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes(b"Then Mr.\r\n   Darcy left, and he\n\tran. He fell.\r\n")
    arguments = ("chains", path, "--to", "csv")
    entities = list(csv.DictReader(io.StringIO(anaphora(*arguments).out)))
    printed = anaphora(*arguments, "--mentions", "--entity", "darcy").out
    mentions = list(csv.DictReader(io.StringIO(printed)))

    assert [(row["entity"], row["name"], row["start"], row["end"]) for row in entities] == [
        ("e1", "Mr. Darcy", "5", "40")
    ]
    assert [(row["text"], row["sentence"]) for row in mentions] == [
        ("Mr. Darcy", "Then Mr. Darcy left, and he ran."),
        ("he", "Then Mr. Darcy left, and he ran."),
        ("He", "He fell."),
    ]
    assert len(printed.splitlines()) == 1 + len(mentions), "no breaks of lines in a cell"


def test_a_corpus_format_has_the_chains(anaphora: Run, text: Path, tmp_path: Path) -> None:
    written = tmp_path / "darcy.conllu"
    written.write_text(anaphora("chains", text, "--to", "corefud").out, "utf8")
    ((document, key),) = corefud.read(written)

    assert [[document.words_of(span) for span in chain] for chain in key.chains] == [
        ["Mr. Darcy", "He", "Mr. Darcy"], ["Elizabeth", "her", "She"],
    ]  # fmt: skip
    assert {key.attributes[span].type for chain in key.chains for span in chain} == {"PERSON"}


def test_several_files_have_a_file_each(anaphora: Run, text: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "darcy.txt"
    other.parent.mkdir()
    other.write_text("Ann left. She ran.", "utf8")
    out = tmp_path / "out"
    done = anaphora("chains", text, other, "--resolver", "mars", "--to", "json", "--folder", out)

    assert (done.code, done.out) == (0, "")
    first, second = sorted(out.iterdir())
    assert {json.loads(path.read_text("utf8"))["text"] for path in (first, second)} == {DARCY, "Ann left. She ran."}


def test_what_cannot_be_is_refused(anaphora: Run, text: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "key.conllu"
    corpus.write_text("# newdoc id = a\n1\tAnn\t_\t_\t_\t_\t0\troot\t_\t_\n\n", "utf8")
    usage = (
        "--anaphors nominal", "--resolver oracle", "--resolver mars,hobbs", f"--folder {text}",
        f"--to html --json {text}.json", f"--folder {text}.d --json {text}.json",
    )  # fmt: skip

    assert {words: anaphora("chains", text, *words.split()).code for words in usage} == dict.fromkeys(usage, 2)
    assert anaphora("chains", corpus).code == 1
