import io
import re
import zipfile
from pathlib import Path

import pytest

import anaphora
from anaphora import corpora
from anaphora.workbench.agreement.panel import Panel
from anaphora.workbench.document import Span
from anaphora.workbench.errors import OptionError
from tests.conftest import required
from tests.experiments.scoring.test_agree import written
from tests.refused import raises, refused

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
    """See tests/workbench/agreement/test_panel.py."""
    found = anaphora.agree(three).as_json()

    assert found["alpha"]["passonneau"]["all"] == pytest.approx(1 - 638 / 1910)  # type: ignore[index]
    pairs = {(pair["first"], pair["second"]): pair for pair in found["pairs"]}  # type: ignore[attr-defined]
    assert [*pairs] == [("ann", "ben"), ("ann", "eve"), ("ben", "eve")]
    assert all(pair["mentions"] == 1 for pair in pairs.values())
    assert found["annotators"]["eve"] == {  # type: ignore[index]
        "mentions": 10, "chains": 3, "only_here": 0, "only_not_here": 0, "mentions_f1": 1, "majority_f1": 1,
        "conll": pytest.approx((pairs["ann", "eve"]["conll"] + pairs["ben", "eve"]["conll"]) / 2),
    }  # fmt: skip
    assert [each["mention"]["text"] for each in found["disputes"]] == ["w3", "w4", "w9"]  # type: ignore[attr-defined]


def test_the_majority_is_written_and_read_again(three: dict[str, Path], tmp_path: Path) -> None:
    for name in ("agreed.conllu", "agreed.jsonl"):
        anaphora.agree(three, majority=tmp_path / name)
        [(_, key)] = corpora.read(tmp_path / name)
        assert [[span.start for span in chain] for chain in key.chains] == [[0, 1, 2, 3], [4, 5, 6], [7, 8], [9]]
    for target, code in ((name, "exists"), ("agreed.xyz", "ambiguous-format")):
        with raises(code, OptionError):
            anaphora.agree(three, majority=tmp_path / target)
    (tmp_path / name).write_text("before")
    anaphora.agree(three, majority=tmp_path / name, force=True)
    assert len([*corpora.read(tmp_path / name)]) == 1


def test_intervals_are_over_documents(tmp_path: Path) -> None:
    """In one document all agree, in the other two of three do: values lie between those of the documents.

    A document that one lacks is left out of the figures of all.
    """
    one = annotated(tmp_path, "a.conll", d=("01", "2"), e=("01", "2"))
    other = annotated(tmp_path, "b.conll", d=("01", "2"), e=("0", "12"))
    data = anaphora.agree({"a": one, "b": one, "c": other}).data
    fewer = anaphora.agree({"a": one, "b": one, "c": annotated(tmp_path, "c.conll", d=("01",))})
    assert isinstance(data, Panel)
    low, high = data.intervals["alpha_masi"] or (0, 0)

    assert low == data.values(1)["alpha_masi"]["value"]
    assert high == data.values(0)["alpha_masi"]["value"] == 1
    assert (fewer.as_json()["documents"], len(fewer.data.warnings)) == (1, 1)


def test_a_bracket_that_is_not_closed_is_left_out_with_its_line_and_another_text_is_refused(
    three: dict[str, Path],
) -> None:
    text = three["eve"].read_text()
    three["eve"].write_text(text.replace("w4\t(1)", "w4\t(1"))
    data = anaphora.agree(three).data

    assert isinstance(data, Panel)
    assert Span(4, 5) not in data.texts[0][2]
    assert any(":6: " in warning for warning in data.warnings)
    three["eve"].write_text(text.replace("w", "x"))
    with raises("other-text"):
        anaphora.agree(three)


def tsv(*labels: str) -> bytes:
    """The sentence with one chain link a labelled word."""
    rows = []
    for number, (word, label) in enumerate(
        zip(("Ann", "saw", "Eve", ".", "She", "ran", "."), labels, strict=True), start=1
    ):
        link = f"*->{label}\t*" if label else "_\t_"
        rows.append(f"1-{number}\t{4 * number}-{4 * number + len(word)}\t{word}\t{link}\t")
    return (TSV + "\n".join(rows) + "\n").encode()


ANNOTATIONS = {
    "annotation/park.txt/ann.tsv": tsv("1-1", "", "2-1", "", "1-2", "", ""),
    "annotation/park.txt/ben.tsv": tsv("1-1", "", "2-1", "", "2-2", "", ""),
    "annotation/park.txt/eve.tsv": tsv("1-1", "", "2-1", "", "1-2", "", ""),
    "annotation/park.txt/INITIAL_CAS.tsv": tsv("", "", "", "", "", "", ""),
    "source/park.txt": b"Ann saw Eve . She ran .",
    "exportedproject.json": b"{}",
}


def test_the_export_of_a_project_is_read_annotator_by_annotator(tmp_path: Path) -> None:
    for name, raw in ANNOTATIONS.items():
        (tmp_path / "folder" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "folder" / name).write_bytes(raw)
    with zipfile.ZipFile(tmp_path / "project.zip", "w") as packed:
        for name, raw in ANNOTATIONS.items():
            inner = io.BytesIO()  # INCEpTION packs each annotation once more
            with zipfile.ZipFile(inner, "w") as again:
                again.writestr("park.tsv", raw)
            packed.writestr(re.sub(r"\.tsv$", ".zip", name), inner.getvalue() if name.endswith(".tsv") else raw)
    found = [anaphora.agree(tmp_path / name).as_json() for name in ("folder", "project.zip")]

    assert found[0] == found[1]
    assert found[0]["names"] == ["ann", "ben", "eve"]
    assert [(each["document"], each["mention"]["text"]) for each in found[0]["disputes"]] == [("park.txt", "She")]  # type: ignore[attr-defined]


def test_a_project_without_annotations_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "project.zip", "w") as packed:
        packed.writestr("source/park.txt", b"Ann")
    with refused("empty"):
        anaphora.agree(tmp_path / "project.zip")


def test_the_page_has_the_text_of_each_annotator_and_what_differs(three: dict[str, Path], tmp_path: Path) -> None:
    text = anaphora.agree(three).report(tmp_path / "page.html").read_text("utf-8")

    assert [name for name in three if f"<bdi>{name}</bdi>" not in text] == []
    assert text.count("disputed") > 3


@pytest.mark.slow
def test_the_german_act(data: Path) -> None:
    folder = required(data / "languages" / "german_agreement")
    result = anaphora.agree({name: folder / f"Emilia-{name}_Act1.conll" for name in ("IV", "LF", "SE")})
    found = result.as_json()
    pairs = {f"{pair['first']}-{pair['second']}": pair for pair in found["pairs"]}  # type: ignore[attr-defined]

    assert len(result.data.warnings) == 5  # mentions that cross sentences in each, words that one has not of each other
    assert {name: round(100 * pair["mentions"], 1) for name, pair in pairs.items()} == {
        "IV-LF": 93.5, "IV-SE": 79.6, "LF-SE": 78.9,
    }  # fmt: skip
    assert {name: round(100 * pair["conll"], 1) for name, pair in pairs.items()} == {
        "IV-LF": 87.1, "IV-SE": 59.8, "LF-SE": 58.8,
    }  # fmt: skip
    assert round(found["alpha"]["masi"]["all"], 3) == 0.401  # type: ignore[index]
    assert round(found["alpha"]["masi"]["any"], 3) == 0.243  # type: ignore[index]
