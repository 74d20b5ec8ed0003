"""Entities of plain texts: what is in them, in which shape, and what the command prints."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

import anaphora as door
from anaphora.corpora import corefud
from anaphora.experiments.texts.chains import Chained
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError, UnknownNameError
from tests.experiments.conftest import Run
from tests.refused import raises

DARCY = "Mr. Darcy saw Elizabeth. He bowed to her.\n\nShe smiled. Mr. Darcy left."
CHAT = "Ann: I am late.\nTom: You are never late, Ann.\nAnn: I was.\n"


def found(text: str, resolver: str = "mention_pair", **options: Any) -> Chained:
    return door.chains(text, resolver, **options).data


def members(chained: Chained) -> dict[str, list[str]]:
    (text,) = chained.texts
    return {entity.name: [text.phrases[each].text for each in entity.mentions] for entity in text.entities}


def test_entities_are_found_with_all_their_mentions() -> None:
    assert members(found(DARCY, "neural_ranker")) == {
        "Mr. Darcy": ["Mr. Darcy", "He", "Mr. Darcy"],
        "Elizabeth": ["Elizabeth", "her", "She"],
    }


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
                "mentions": [
                    {"text": "Ann", "start": 0, "end": 3, "type": "name", "probability": None},
                    {"text": "She", "start": 10, "end": 13, "type": "pronoun", "probability": None},
                ],
            }
        ],
        "singletons": 0,
        "resolver": "mars",
        "signature": result.signature,
    }


@pytest.mark.parametrize("text", ["\n\n  Ann left.\tShe “ran” to Zoë 😀.\r\nZoë saw her.\n", DARCY])
def test_places_are_characters_of_the_text_as_it_was_given(text: str) -> None:
    whole: Any = door.chains(text, "mars", singletons="keep").as_json()

    assert whole["text"] == text
    places = [(each["start"], each["end"], each["text"]) for one in whole["entities"] for each in one["mentions"]]
    assert places
    assert all(text[start:end] == words for start, end, words in places)


def test_entities_of_one_mention_are_left_out_and_counted() -> None:
    without, kept = found("Ann left. The lamp fell."), found("Ann left. The lamp fell.", singletons="keep")

    assert (without.texts[0].entities, without.texts[0].singletons) == ((), 2)
    assert without.signature != kept.signature
    assert ([each.name for each in kept.texts[0].entities], kept.texts[0].singletons) == (["Ann", "the lamp"], 0)


def test_i_and_you_are_mentions_on_request_by_who_speaks() -> None:
    assert "I" not in str(members(found(CHAT, "neural_ranker")))
    speaking = members(found(CHAT, "neural_ranker", anaphors="personal"))

    assert {"I", "You"} <= {word for words in speaking.values() for word in words}
    assert not any({"I", "You"} < set(words) and "Tom" in words for words in speaking.values())
    (ann,) = (words for words in speaking.values() if "You" in words)
    assert [word for word in ann if word != "Ann"] == ["I", "You", "I"]


def test_i_and_you_on_request_change_nothing_for_all_others() -> None:
    text = "Ann told Bob: I saw him. You said that he left. This made her laugh, and I gave it to you."
    listed, more = (members(found(text, "ranker", anaphors=which)) for which in ("third-person", "all"))
    others = [[word for word in words if word.lower() not in ("i", "you", "this")] for words in more.values()]

    assert len(listed) > 1
    assert all(words in others for words in listed.values())


@pytest.mark.parametrize("resolver", ["ranker", "neural_ranker", "mention_pair", "mars+ranker", "most_recent"])
def test_names_and_pronouns_that_clash_share_no_chain(resolver: str) -> None:
    text = "Kim and Lee met Mr. Lee. He saw her. She saw him. Lee fell on it. It hurt him, and she laughed at her."

    assert [each.clashes() for each in found(text, resolver, anaphors="personal").texts] == [0]


def test_a_resolver_that_does_not_look_at_features_is_told_of() -> None:
    chained = found("Kim saw him. She laughed.", "one_entity")
    *_, note = chained.short_tables()[0].notes

    assert chained.texts[0].clashes() == 1
    assert "1" in note


def test_a_resolver_that_says_how_sure_it_is_says_it_of_pronouns() -> None:
    whole: Any = door.chains(DARCY, "neural_ranker").as_json()
    sure = [(each["type"], each["probability"]) for one in whole["entities"] for each in one["mentions"]]

    assert [kind for kind, probability in sure if probability is not None] == ["pronoun"] * 3
    assert all(0 < probability <= 1 for _, probability in sure if probability is not None)


class Nearest:
    """Takes the nearest candidate, whatever it is."""

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide every case."""
        return [Decision(number, max(case.candidates), probability=0.9) for number, case in enumerate(prepared.cases)]


def test_a_link_that_clashes_and_is_not_made_has_no_probability() -> None:
    (text,) = door.chains("Ann left. She ran. He fell.", Nearest()).data.texts

    assert {text.phrases[each].text: sure for each, sure in text.probabilities.items()} == {"She": 0.9}


ANNS = "Ann Lee met her sister. Ann Lee left. Her sister saw Mr. Lee. He ran. Lee fell. The lamp fell, and it broke."


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("Ann Lee", ["Ann Lee"]),
        ("ann", ["Ann Lee"]),
        ("the lamp", ["the lamp"]),
        ("e1", ["Ann Lee"]),
        ("Lee", ["Mr. Lee"]),  # which is a name of his as it stands, and only a part of hers
    ],
)
def test_an_entity_is_chosen_by_any_of_its_names(name: str, names: list[str]) -> None:
    result = door.chains(ANNS, "neural_ranker", entity=name)

    assert result.table()["name"].tolist() == names
    assert result.signature != door.chains(ANNS, "neural_ranker").signature


def test_a_name_that_nothing_has_is_refused() -> None:
    with raises("unknown-name", UnknownNameError):
        door.chains(ANNS, "neural_ranker", entity="Bob")


@pytest.mark.parametrize(("resolver", "is_told"), [("mars", True), ("mars+head_match", False), ("head_match", False)])
def test_a_resolver_that_links_pronouns_only_is_told_of(resolver: str, is_told: bool) -> None:
    chained = found("Ann left. She ran. Ann fell.", resolver)

    assert bool(chained.warning()) is is_told
    assert (chained.warning() in chained.short_tables()[0].notes) is is_told


def test_several_texts_are_documents_of_their_own() -> None:
    result = door.chains(["Ann left. She ran.", "Tom ran. He fell."], "mars")
    whole: Any = result.as_json()

    assert [(each["id"], each["entities"][0]["name"]) for each in whole["documents"]] == [
        ("text 1", "Ann"),
        ("text 2", "Tom"),
    ]
    assert result.table()[["document", "name"]].to_numpy().tolist() == [["text 1", "Ann"], ["text 2", "Tom"]]
    assert [each.title.split(":")[0] for each in result.data.short_tables()] == ["text 1", "text 2"]


def test_a_result_has_tables_of_entities_and_of_mentions() -> None:
    result = door.chains(DARCY, "neural_ranker")

    assert result.table().loc["e1", ["names", "pronouns", "first_line", "last_line"]].tolist() == [2, 1, 1, 3]
    assert result.mentions()["text"].tolist() == ["Mr. Darcy", "He", "Mr. Darcy", "Elizabeth", "her", "She"]
    assert "Mr. Darcy" in str(result)
    assert "<table" in result._repr_html_()


def test_the_table_fits_a_terminal() -> None:
    names = ["Ann", "Bob", "Carl", "Dora", "Eve", "Fred", "Gus", "Hal", "Ida", "Jim", "Kate", "Lou", "Max", "Nora",
             "Otto", "Paul", "Rose", "Sam", "Tess", "Ursula", "Vera", "Will"]  # fmt: skip
    shown = str(door.chains(" ".join(f"{name} came. {name} left." for name in names), "head_match",
                             language="en")).splitlines()  # fmt: skip

    assert max(map(len, shown)) <= 80
    assert len(shown) <= 24
    assert all(name in "\n".join(shown) for name in names[:15])


def test_no_text_is_refused() -> None:
    with raises("no-text", OptionError):
        door.chains([])


# the command


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "darcy.txt"
    path.write_text(DARCY, "utf8")
    return path


def test_the_command_prints_what_python_gives(anaphora: Run, text: Path) -> None:
    assert anaphora("chains", text, "--to", "json").json == door.chains(text).as_json()
    assert anaphora("chains", text, "--json", "-").json == door.chains(text).as_json()
    assert "Mr. Darcy" in anaphora("chains", text).out
    assert anaphora("chains", given=DARCY.encode()).out.startswith("standard input:")


def test_csv_has_a_row_for_each_entity_or_each_mention(anaphora: Run, text: Path) -> None:
    entities = list(csv.DictReader(io.StringIO(anaphora("chains", text, "--to", "csv").out)))
    mentions = list(csv.DictReader(io.StringIO(anaphora("chains", text, "--to", "csv", "--mentions").out)))

    assert [(row["entity"], row["name"], row["start"], row["end"]) for row in entities] == [
        ("e1", "Mr. Darcy", "0", "64"), ("e2", "Elizabeth", "14", "46"),
    ]  # fmt: skip
    assert [DARCY[int(row["start"]) : int(row["end"])] for row in mentions] == [row["text"] for row in mentions]


def test_csv_of_mentions_has_the_sentence_and_no_breaks_of_lines(anaphora: Run, tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes(b"Then Mr.\r\n   Darcy left, and he\n\tran. He fell.\r\n")
    printed = anaphora("chains", path, "--to", "csv", "--mentions", "--entity", "darcy").out
    rows = list(csv.DictReader(io.StringIO(printed)))

    assert [row["text"] for row in rows] == ["Mr. Darcy", "he", "He"]
    assert [row["sentence"] for row in rows] == ["Then Mr. Darcy left, and he ran."] * 2 + ["He fell."]
    assert len(printed.splitlines()) == 1 + len(rows)


def test_what_links_pronouns_only_is_told_of_in_every_form(anaphora: Run, text: Path) -> None:
    done = anaphora("chains", text, "--resolver", "mars", "--to", "json")

    assert done.code == 0
    assert "mars+ranker" in done.err
    assert done.json["resolver"] == "mars"
    assert anaphora("chains", text, "--resolver", "mars+ranker", "--to", "json").err == ""


@pytest.mark.parametrize("form", ["markdown", "latex", "conll2012"])
def test_every_form_names_the_entities(anaphora: Run, text: Path, form: str) -> None:
    assert "Darcy" in anaphora("chains", text, "--to", form).out


def test_the_page_is_printed_or_written(anaphora: Run, text: Path, tmp_path: Path) -> None:
    door.chains(text).report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf8")

    assert page.startswith("<!doctype html>")
    assert anaphora("chains", text, "--to", "html").out == page
    assert anaphora("chains", text, "--to", "html", "--folder", tmp_path / "out").code == 0
    assert (tmp_path / "out" / "darcy.html").read_text("utf8") == page


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
    one, two = sorted(out.iterdir())
    assert {json.loads(each.read_text("utf8"))["text"] for each in (one, two)} == {DARCY, "Ann left. She ran."}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--anaphors", "nominal"), 2),
        (("--resolver", "oracle"), 2),
        (("--resolver", "mars,hobbs"), 2),
        (("--folder", "{text}"), 2),
        (("--to", "html", "--json", "{text}.json"), 2),
        (("--folder", "{text}.d", "--json", "{text}.json"), 2),
    ],
)
def test_what_cannot_be_is_refused(anaphora: Run, text: Path, words: tuple[str, ...], code: int) -> None:
    assert anaphora("chains", text, *(word.format(text=text) for word in words)).code == code


def test_a_corpus_is_refused(anaphora: Run, tmp_path: Path) -> None:
    corpus = tmp_path / "key.conllu"
    corpus.write_text("# newdoc id = a\n1\tAnn\t_\t_\t_\t_\t0\troot\t_\t_\n\n", "utf8")

    assert anaphora("chains", corpus).code == 1
