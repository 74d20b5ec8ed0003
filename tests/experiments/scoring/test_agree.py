from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.scoring.agree import agree
from anaphora.experiments.setup.configuration import configure
from anaphora.workbench.results.agreement_tables import figures_table, tables
from anaphora.workbench.results.table import printed, to_json
from anaphora.workbench.results.values import Interval
from tests.conftest import required
from tests.experiments.conftest import Run
from tests.refused import raises, refused

ONE = "Ann/(1) met/- the/(2 old/- man/2) ./-"
OTHER = "Ann/(1) met/- the/- old/(1 man/1) ./-"


def written(folder: Path, name: str, **documents: str) -> Path:
    """A CoNLL file of documents, each one sentence of word/brackets."""
    lines: list[str] = []
    for id, sentence in documents.items():
        rows = ["\t".join(word.rsplit("/", 1)) for word in sentence.split(" ")]
        lines += [f"#begin document ({id}); part 000", *rows, "", "#end document"]
    (folder / name).write_text("\n".join(lines) + "\n", "utf8")
    return folder / name


def compared(one: Path, other: Path, **settings: Any) -> dict[str, Any]:
    return to_json(tables(agree({"ann": one, "ben": other}, configure(**settings))))


@pytest.fixture
def both(tmp_path: Path) -> tuple[Path, Path]:
    one = written(tmp_path, "one.conll", d=ONE, e="She/(3) left/- ./-")
    return one, written(tmp_path, "other.conll", d=OTHER, e="She/(5) left/- ./-")


def test_agreement_holds_mentions_chains_alpha_documents_and_disagreements(both: tuple[Path, Path]) -> None:
    found = compared(*both, match="partial")

    assert (found["documents"], found["annotators"]) == (2, ["ann", "ben"])
    assert found["mentions"] == {
        "first": 3, "second": 3, "equal": 2, "overlapping": 3, "f1": pytest.approx(2 / 3),
        "f1_partial": pytest.approx((2 + 2 * 2 / 5) / 3),
    }  # fmt: skip
    assert list(found["chains"]) == ["muc", "b_cubed", "ceaf_e", "lea", "blanc_luo", "conll"]
    assert list(found["alpha"]) == list(found["alpha_union"]) == ["masi", "passonneau", "jaccard", "dice"]
    assert [row["document"] for row in found["per_document"]] == ["d; part 000", "e; part 000"]
    assert found["by_kind"] == {}
    ann, old = {"text": "Ann", "start": 0, "end": 1}, {"text": "the old man", "start": 2, "end": 5}
    merged = {"first": [ann | {"mentions": 1}, old | {"mentions": 1}], "second": [ann | {"mentions": 2}]}
    boundaries = {"first": [old], "second": [{"text": "old man", "start": 3, "end": 5}]}
    assert found["disagreements"] == [
        {"document": "d; part 000", "what": "merged", **merged},
        {"document": "d; part 000", "what": "boundaries", **boundaries},
    ]


def test_documents_that_only_one_annotator_has_are_left_out(tmp_path: Path) -> None:
    one = written(tmp_path, "one.conll", d="Ann/(1) left/-", e="Ben/(1) slept/-")
    found = compared(one, written(tmp_path, "other.conll", d="Ann/(1) left/-"))

    assert (found["documents"], found["mentions"]["f1"]) == (1, 1)
    [warning] = found["warnings"]
    assert warning.startswith(f"{one}: 1 ")
    assert "'e; part 000'" in warning


def test_documents_of_equal_text_match_although_their_ids_differ(tmp_path: Path) -> None:
    one = written(tmp_path, "one.conll", d="Ann/(1) left/-", e="Ben/(1) slept/-")
    other = written(tmp_path, "other.conll", x="Ben/(1) slept/-", y="Ann/- left/-")

    assert [row["mentions"]["f1"] for row in compared(one, other)["per_document"]] == [0, 1]


def test_annotators_of_other_texts_are_refused_and_both_named(tmp_path: Path) -> None:
    one = written(tmp_path, "one.conll", d="Ann/(1) left/-", e="Ben/(1) slept/-")
    same_id = written(tmp_path, "same.conll", d="It/(1) rained/- all/- day/-")
    long = written(tmp_path, "long.conll", d="Ann/(1) left/- the/- house/- early/-")

    with raises("no-common-document"):
        compared(one, written(tmp_path, "other.conll", x="It/- rained/-"))
    with refused("other-text", same_id) as caught:
        compared(long, same_id)
    assert str(long) in caught.value.problem
    for files in ({"ann": one}, {"all": tmp_path}):
        with raises("not-two-annotators"):
            agree(files, configure())


def test_spans_of_texts_that_are_divided_differently_are_compared_as_characters(tmp_path: Path) -> None:
    one = written(tmp_path, "one.conll", d="the/(1 well-known/- man/1) left/-")
    other = written(tmp_path, "other.conll", d="the/- well/(1 -/- known/- man/1) left/-")
    found = compared(one, other)

    assert found["mentions"]["f1_partial"] == pytest.approx(2 * 13 / (16 + 13))
    texts = [found["disagreements"][0][side][0]["text"] for side in ("first", "second")]
    assert texts == ["the well-known man", "well-known man"]
    assert "divided differently" in found["warnings"][0]


def test_text_of_a_mention_shows_what_it_leaves_out(tmp_path: Path) -> None:
    one, other = tmp_path / "one.ann", tmp_path / "other.jsonlines"
    (tmp_path / "one.txt").write_text("old and tired men", "utf8")
    one.write_text("T1\tEntity 0 3;14 17\told men\n", "utf8")
    other.write_text('{"doc_key": "d", "tokens": ["old", "and", "tired", "men"], "clusters": [[[0, 3]]]}\n', "utf8")
    found = compared(one, other)

    assert found["disagreements"][0]["first"] == [{"text": "old ... men", "start": 0, "end": 4}]


def test_tree_of_one_text_tells_kinds_for_both(tmp_path: Path) -> None:
    tree = tmp_path / "one.conllu"
    tree.write_text(
        "# newdoc id = d\n# global.Entity = eid-etype-head-other\n# sent_id = 1\n"
        "1\tShe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\tEntity=(e1-person-1-)\n2\tleft\tleave\tVERB\tVBD\t_\t0\troot\t_\t_\n\n",
        "utf8",
    )
    plain = written(tmp_path, "other.conll", d="She/(1) left/-")

    assert compared(tree, plain)["by_kind"] == compared(plain, tree)["by_kind"]
    assert compared(tree, plain)["by_kind"]["pronoun"]["mentions"]["f1"] == 1


def test_duplicates_singletons_and_unknown_heads(both: tuple[Path, Path], tmp_path: Path) -> None:
    twice = written(tmp_path, "one.twice.conll", d="Ann/(1)|(2) left/-")
    once = compared(twice, written(tmp_path, "other.twice.conll", d="Ann/(1) left/-"))
    dropped = compared(*both, singletons="drop")["mentions"]

    assert once["mentions"]["f1"] == 1
    assert "duplicate spans" in once["warnings"][0]
    assert (dropped["first"], dropped["second"]) == (0, 2)
    assert "No heads are known" in compared(*both, match="head")["warnings"][-1]


def test_tables_show_figures_and_disagreements(both: tuple[Path, Path]) -> None:
    """That for programs has a row for each figure."""
    result = agree(dict(zip(("ann", "ben"), both, strict=True)), configure())
    counts, shares, *_, kinds, cases = found = printed(tables(result, per_document=True))
    documents = next(table for table in found if table.title == "By document")
    rows = {
        (group, name, figure): (value, interval) for group, name, figure, value, interval in figures_table(result).rows
    }

    assert (counts.rows[0], shares.rows[0][:2], documents.rows[0][0]) == (("ann", 3), ("equal", 2 / 3), "d; part 000")
    assert sum(count for _, count in kinds.rows if isinstance(count, int)) == len(result.disagreements)
    assert "the old man" in str(cases.rows)
    value, interval = rows["all", "", "mentions_f1"]
    assert isinstance(interval, Interval)
    assert (value, interval.low) == (2 / 3, 0.5)
    assert [rows["document", "e; part 000", figure][0] for figure in ("muc_f1", "mentions_f1")] == [None, 1]


def test_command_writes_json(both: tuple[Path, Path], anaphora: Run) -> None:
    result = anaphora("agree", f"ann={both[0]}", f"ben={both[1]}", "--json", "-")

    assert (result.code, result.json["annotators"]) == (0, ["ann", "ben"])
    assert "|match:strict|" in result.json["signature"]


def test_two_formats_of_one_annotation_agree(data: Path) -> None:
    name = "1064_the_masque_of_the_red_death_brat"
    litbank = required(data / "litbank")
    found = compared(litbank / "conll" / f"{name}.conll", litbank / "tsv" / f"{name}.ann", resamples=0)

    assert found["mentions"]["f1"] == 1
    assert found["alpha"]["masi"]["value"] == 1
    assert {"name", "nominal", "pronoun"} == found["by_kind"].keys()
