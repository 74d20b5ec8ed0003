import json
import sys
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.cli.main import main
from anaphora.experiments.scoring.agree import agree
from anaphora.experiments.setup.configuration import configure
from anaphora.workbench.errors import FormatError
from anaphora.workbench.results.agreement_tables import figures_table, tables
from anaphora.workbench.results.table import printed, to_json
from anaphora.workbench.results.values import Interval
from tests.refused import raises

ONE = "Ann/(1) met/- the/(2 old/- man/2) ./-"
OTHER = "Ann/(1) met/- the/- old/(1 man/1) ./-"


def written(folder: Path, name: str, **documents: str) -> Path:
    """A CoNLL file of documents, each one sentence of word/brackets."""
    lines: list[str] = []
    for id, sentence in documents.items():
        rows = (word.rsplit("/", 1) for word in sentence.split(" "))
        lines += [
            f"#begin document ({id}); part 000",
            *(f"{word}\t{mentions}" for word, mentions in rows),
            "",
            "#end document",
        ]
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
        "first": 3,
        "second": 3,
        "equal": 2,
        "overlapping": 3,
        "f1": pytest.approx(2 / 3),
        "f1_partial": pytest.approx((2 + 2 * 2 / 5) / 3),
    }
    assert list(found["chains"]) == ["muc", "b_cubed", "ceaf_e", "lea", "blanc_luo", "conll"]
    assert list(found["alpha"]) == list(found["alpha_union"]) == ["masi", "passonneau", "jaccard", "dice"]
    assert [row["document"] for row in found["per_document"]] == ["d; part 000", "e; part 000"]
    assert found["by_kind"] == {}
    assert found["disagreements"] == [
        {
            "document": "d; part 000",
            "what": "merged",
            "first": [
                {"text": "Ann", "start": 0, "end": 1, "mentions": 1},
                {"text": "the old man", "start": 2, "end": 5, "mentions": 1},
            ],
            "second": [{"text": "Ann", "start": 0, "end": 1, "mentions": 2}],
        },
        {
            "document": "d; part 000",
            "what": "boundaries",
            "first": [{"text": "the old man", "start": 2, "end": 5}],
            "second": [{"text": "old man", "start": 3, "end": 5}],
        },
    ]


def test_documents_that_only_one_annotator_has_are_left_out(tmp_path: Path) -> None:
    one = written(tmp_path, "one.conll", d="Ann/(1) left/-", e="Ben/(1) slept/-")
    found = compared(one, written(tmp_path, "other.conll", d="Ann/(1) left/-"))

    assert (found["documents"], found["mentions"]["f1"]) == (1, 1)
    assert found["warnings"] == [f"{one}: 1 documents are only here, 'e; part 000' first; they are left out."]


def test_documents_of_equal_text_match_although_their_ids_differ(tmp_path: Path) -> None:
    one = written(tmp_path, "one.conll", d="Ann/(1) left/-", e="Ben/(1) slept/-")
    other = written(tmp_path, "other.conll", x="Ben/(1) slept/-", y="Ann/- left/-")

    assert [row["mentions"]["f1"] for row in compared(one, other)["per_document"]] == [0, 1]


def test_annotators_of_other_texts_are_refused(tmp_path: Path) -> None:
    one = written(tmp_path, "one.conll", d="Ann/(1) left/-", e="Ben/(1) slept/-")
    other = written(tmp_path, "other.conll", x="It/- rained/-")

    with raises("no-common-document"):
        compared(one, other)


def test_annotators_of_one_document_with_other_words_are_both_named(tmp_path: Path) -> None:
    one = written(tmp_path, "one.conll", d="Ann/(1) left/- the/- house/- early/-")
    other = written(tmp_path, "other.conll", d="It/(1) rained/- all/- day/-")

    with pytest.raises(FormatError) as caught:
        compared(one, other)
    assert (caught.value.code, caught.value.path) == ("other-text", str(other))
    assert str(one) in caught.value.problem


def test_spans_of_texts_that_are_divided_differently_are_compared_as_characters(tmp_path: Path) -> None:
    one = written(tmp_path, "one.conll", d="the/(1 well-known/- man/1) left/-")
    other = written(tmp_path, "other.conll", d="the/- well/(1 -/- known/- man/1) left/-")
    found = compared(one, other)

    assert found["mentions"]["f1_partial"] == pytest.approx(2 * 13 / (16 + 13))
    assert [found["disagreements"][0][side][0]["text"] for side in ("first", "second")] == [
        "the well-known man",
        "well-known man",
    ]
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


def test_span_that_an_annotator_marked_twice_counts_once(tmp_path: Path) -> None:
    one = written(tmp_path, "one.conll", d="Ann/(1)|(2) left/-")
    found = compared(one, written(tmp_path, "other.conll", d="Ann/(1) left/-"))

    assert found["mentions"]["f1"] == 1
    assert "duplicate spans" in found["warnings"][0]


def test_singletons_can_be_dropped(both: tuple[Path, Path]) -> None:
    found = compared(*both, singletons="drop")["mentions"]

    assert (found["first"], found["second"]) == (0, 2)


def test_heads_that_nobody_knows_are_told(both: tuple[Path, Path]) -> None:
    assert "No heads are known" in compared(*both, match="head")["warnings"][-1]


def test_one_annotator_is_refused(both: tuple[Path, Path]) -> None:
    with raises("not-two-annotators"):
        agree({"ann": both[0]}, configure())
    with raises("not-two-annotators"):
        agree({"all": both[0].parent}, configure())


def test_tables_show_figures_and_disagreements(both: tuple[Path, Path]) -> None:
    result = agree(dict(zip(("ann", "ben"), both, strict=True)), configure())
    counts, shares, *_, kinds, cases = found = printed(tables(result, per_document=True))
    documents = next(table for table in found if table.title == "By document")

    assert counts.rows[0] == ("ann", 3)
    assert shares.rows[0][:2] == ("equal", 2 / 3)
    assert documents.rows[0][0] == "d; part 000"
    assert sum(count for _, count in kinds.rows if isinstance(count, int)) == len(result.disagreements)
    assert "the old man" in str(cases.rows)
    assert "too narrow" in " ".join(cases.notes)


def test_the_table_for_programs_has_one_row_for_each_figure(both: tuple[Path, Path]) -> None:
    table = figures_table(agree(dict(zip(("ann", "ben"), both, strict=True)), configure()))
    values = {(group, name, figure): value for group, name, figure, value, _ in table.rows}
    intervals = {(group, name, figure): interval for group, name, figure, _, interval in table.rows}

    assert values["all", "", "mentions_f1"] == 2 / 3
    assert isinstance(interval := intervals["all", "", "mentions_f1"], Interval)
    assert interval.low == 0.5
    assert values["document", "e; part 000", "muc_f1"] is None
    assert values["document", "e; part 000", "mentions_f1"] == 1


def test_command_writes_json(
    both: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["anaphora", "agree", f"ann={both[0]}", f"ben={both[1]}", "--json", "-"])
    with pytest.raises(SystemExit) as ended:
        main()
    found = json.loads(capsys.readouterr().out)

    assert not ended.value.code
    assert found["annotators"] == ["ann", "ben"]
    assert "|match:strict|" in found["signature"]


def test_two_formats_of_one_annotation_agree(data: Path) -> None:
    names = ("1023_bleak_house_brat", "105_persuasion_brat", "1064_the_masque_of_the_red_death_brat")
    for name in names:
        conll, tsv = data / "litbank" / "conll" / f"{name}.conll", data / "litbank" / "tsv" / f"{name}.ann"
        found = compared(conll, tsv, resamples=0)

        assert found["mentions"]["f1"] == 1
        assert found["alpha"]["masi"]["value"] == 1
        assert {"name", "nominal", "pronoun"} == found["by_kind"].keys()
