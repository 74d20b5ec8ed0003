"""Agreement of two annotators, and of three and more."""

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

import anaphora as workbench
from anaphora import corpora
from anaphora.experiments.commands.agree.annotators import annotators_agreement
from anaphora.experiments.run.configuration import configure
from anaphora.workbench.document import Span
from anaphora.workbench.errors import OptionError
from anaphora.workbench.results.agreement_tables import as_json, figures, tables
from anaphora.workbench.results.table import plain
from tests.conftest import required
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


def compared(one: Path, other: Path, **settings: Any) -> Any:
    return plain(as_json(annotators_agreement({"ann": one, "ben": other}, configure(**settings))))


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
    place = {"document": "d; part 000", "file": str(both[0]), "sentence": None}
    met, man = "[Ann] met the old man .", "Ann met [the old man] ."
    assert found["disagreements"] == [
        {"what": "merged", **place, "line": 2, "context": met, **merged},
        {"what": "boundaries", **place, "line": 4, "context": man, **boundaries},
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
            annotators_agreement(files, configure())


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
    assert found["disagreements"][0]["context"] == "[old and tired men]"


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
    result = annotators_agreement(dict(zip(("ann", "ben"), both, strict=True)), configure())
    counts, shares, *_, kinds, cases = found = tables(result, per_document=True)
    documents = next(table for table in found if table.title == "By document")
    rows = {(unit, measure, part): cells for unit, _, measure, part, *cells in figures(result).rows}

    assert (counts.rows[0], shares.rows[0][:2], documents.rows[0][0]) == (("ann", 3), ("equal", 2 / 3), "d; part 000")
    assert sum(count for _, count in kinds.rows if isinstance(count, int)) == len(result.disagreements)
    assert "the old man" in str(cases.rows)
    assert rows["", "mentions", "f1"][:2] == [2 / 3, 0.5]
    assert [rows["e; part 000", measure, "f1"][0] for measure in ("muc", "mentions")] == [None, 1]


def test_two_formats_of_one_annotation_agree(data: Path) -> None:
    name = "1064_the_masque_of_the_red_death_brat"
    litbank = required(data / "litbank")
    found = compared(litbank / "conll" / f"{name}.conll", litbank / "tsv" / f"{name}.ann", resamples=0)

    assert found["mentions"]["f1"] == 1
    assert found["alpha"]["masi"]["value"] == 1
    assert {"name", "nominal", "pronoun"} == found["by_kind"].keys()


# ---- three annotators and more

WORDS = [f"w{number}" for number in range(10)]
TSV = """#FORMAT=WebAnno TSV 3.3
#T_CH=webanno.custom.CoreferenceLink|referenceRelation|referenceType

#Text=Ann saw Eve . She ran .
"""


def annotated(folder: Path, name: str, *chains: str, **documents: tuple[str, ...]) -> Path:
    """A file of one annotator: ten words, each a mention in the chain that names it, or several documents of such."""
    texts = {"d": chains} if chains else documents
    sentences = {}
    for id, parts in texts.items():
        label = {word: number for number, chain in enumerate(parts) for word in chain}
        cells = (f"({label[str(place)]})" if str(place) in label else "-" for place in range(10))
        sentences[id] = " ".join(f"{word}/{cell}" for word, cell in zip(WORDS, cells, strict=True))
    return written(folder, name, **sentences)


@pytest.fixture
def three(tmp_path: Path) -> dict[str, Path]:
    return {
        "ann": annotated(tmp_path, "a.conll", "0123", "456", "78", "9"),
        "ben": annotated(tmp_path, "b.conll", "012", "3456", "78", "9"),
        "eve": annotated(tmp_path, "c.conll", "0123", "456", "789"),
    }


def test_three_annotators_have_the_figures_of_hand(three: dict[str, Path]) -> None:
    """See tests/workbench/agreement/test_annotators.py."""
    found = workbench.agree(three).as_json()
    muc, b_cubed, ceaf_e = 12 / 13, 2 * (26 / 30) / (56 / 30), 2 * (1 + 1 + 4 / 5) / 7
    conll = muc + b_cubed + ceaf_e  # of 0123, 456, 789 and the majority 0123, 456, 78, 9

    assert found["alpha"]["passonneau"]["all"] == pytest.approx(1 - 638 / 1910)
    pairs = {(pair["first"], pair["second"]): pair for pair in found["pairs"]}
    assert [*pairs] == [("ann", "ben"), ("ann", "eve"), ("ben", "eve")]
    assert all(pair["mentions"] == 1 for pair in pairs.values())
    assert found["annotators"]["eve"] == {
        "mentions": 10, "chains": 3, "only_here": 0, "only_not_here": 0, "mentions_f1": 1, "majority_f1": 1,
        "conll": pytest.approx((pairs["ann", "eve"]["conll"] + pairs["ben", "eve"]["conll"]) / 2),
        "majority_conll": pytest.approx(conll / 3),
    }  # fmt: skip
    assert [each["mention"]["text"] for each in found["disputes"]] == ["w3", "w4", "w9"]


def test_the_majority_is_written_and_read_again(three: dict[str, Path], tmp_path: Path) -> None:
    for name in ("agreed.conllu", "agreed.jsonl"):
        workbench.agree(three, majority=tmp_path / name)
        [(_, key)] = corpora.read(tmp_path / name)
        assert [[span.start for span in chain] for chain in key.chains] == [[0, 1, 2, 3], [4, 5, 6], [7, 8], [9]]
    for target, code in ((name, "exists"), ("agreed.xyz", "ambiguous-format")):
        with raises(code, OptionError):
            workbench.agree(three, majority=tmp_path / target)
    (tmp_path / name).write_text("before")
    workbench.agree(three, majority=tmp_path / name, force=True)
    assert len([*corpora.read(tmp_path / name)]) == 1


def test_intervals_are_over_documents(tmp_path: Path) -> None:
    """In one document all agree, in the other two of three do: values lie between those of the documents.

    A document that one lacks is left out of the figures of all.
    """
    one = annotated(tmp_path, "a.conll", d=("01", "2"), e=("01", "2"))
    other = annotated(tmp_path, "b.conll", d=("01", "2"), e=("0", "12"))
    data = workbench.agree({"a": one, "b": one, "c": other}).data
    fewer = workbench.agree({"a": one, "b": one, "c": annotated(tmp_path, "c.conll", d=("01",))})
    low, high = data.interval("alpha_masi", "value") or (0, 0)

    assert low == data.figures(1).alpha["masi"]["value"]
    assert high == data.figures(0).alpha["masi"]["value"] == 1
    assert (fewer.as_json()["documents"], len(fewer.data.warnings)) == (1, 1)


def test_a_bracket_that_is_not_closed_is_left_out_with_its_line_and_another_text_is_refused(
    three: dict[str, Path],
) -> None:
    text = three["eve"].read_text()
    three["eve"].write_text(text.replace("w4\t(1)", "w4\t(1"))
    data = workbench.agree(three).data

    assert Span(4, 5) not in data.marks[0][2]
    assert any(":6: " in warning for warning in data.warnings)
    three["eve"].write_text(text.replace("w", "x"))
    with raises("other-text"):
        workbench.agree(three)


def tsv(*labels: str) -> bytes:
    """The sentence with one chain link a labelled word."""
    rows = []
    for number, (word, label) in enumerate(
        zip(["Ann", "saw", "Eve", ".", "She", "ran", "."], labels, strict=True), start=1
    ):
        link = f"*->{label}\t*" if label else "_\t_"
        rows.append(f"1-{number}\t{4 * number}-{4 * number + len(word)}\t{word}\t{link}\t")
    return (TSV + "\n".join(rows) + "\n").encode()


LABELS = {"ann": "1-2", "ben": "2-2", "eve": "1-2"}
"""The chain of *She*."""


def test_the_export_of_a_project_is_read_annotator_by_annotator(tmp_path: Path) -> None:
    files = {
        f"annotation/park.txt/{who}.tsv": tsv("1-1", "", "2-1", "", label, "", "") for who, label in LABELS.items()
    }
    files["annotation/park.txt/INITIAL_CAS.tsv"] = tsv(*[""] * 7)
    files |= {"source/park.txt": b"Ann saw Eve . She ran .", "exportedproject.json": b"{}"}
    for name, raw in files.items():
        (tmp_path / "folder" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "folder" / name).write_bytes(raw)
    with zipfile.ZipFile(tmp_path / "project.zip", "w") as packed:
        for name, raw in files.items():
            inner = io.BytesIO()  # INCEpTION packs each annotation once more
            with zipfile.ZipFile(inner, "w") as again:
                again.writestr("park.tsv", raw)
            packed.writestr(re.sub(r"\.tsv$", ".zip", name), inner.getvalue() if name.endswith(".tsv") else raw)
    found = [workbench.agree(tmp_path / name).as_json() for name in ("folder", "project.zip")]
    places = [each["disputes"][0].pop("file") for each in found]

    assert places == [str(tmp_path / name) for name in ("folder", "project.zip")]
    assert found[0] == found[1]
    assert found[0]["names"] == ["ann", "ben", "eve"]
    assert [(each["document"], each["mention"]["text"]) for each in found[0]["disputes"]] == [("park.txt", "She")]
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as packed:
        packed.writestr("source/park.txt", b"Ann")
    with refused("empty"):
        workbench.agree(tmp_path / "empty.zip")


@pytest.mark.slow
def test_the_german_act(data: Path) -> None:
    folder = required(data / "languages" / "german_agreement")
    result = workbench.agree({name: folder / f"Emilia-{name}_Act1.conll" for name in ("IV", "LF", "SE")})
    found = result.as_json()
    pairs = {f"{pair['first']}-{pair['second']}": pair for pair in found["pairs"]}

    assert [len(chain) for chain in sorted(result.data.majority[0], key=len)[-3:]] == [121, 122, 291]
    assert len(result.data.warnings) == 5  # mentions that cross sentences in each, words that one has not of each other
    assert {name: round(100 * pair["mentions"], 1) for name, pair in pairs.items()} == {
        "IV-LF": 93.5, "IV-SE": 79.6, "LF-SE": 78.9,
    }  # fmt: skip
    assert {name: round(100 * pair["conll"], 1) for name, pair in pairs.items()} == {
        "IV-LF": 87.1, "IV-SE": 59.8, "LF-SE": 58.8,
    }  # fmt: skip
    assert round(found["alpha"]["masi"]["all"], 3) == 0.401
    assert round(found["alpha"]["masi"]["any"], 3) == 0.243
