"""The two files: written, read again, and refused with file and line."""

import json
from pathlib import Path

import pytest

from anaphora.workbench.errors import FormatError
from anaphora.workbench.external.files import line_of, record_at, records, text_hash
from anaphora.workbench.external.schema import Answer, Input, Link, Prediction
from tests.workbench.external.novel import NOVEL, TOM, predicted

LINE = predicted(unit="token", end="exclusive", clusters=((TOM,),), links=(Link(TOM, None, 0.5),), raw={"a": [1, None]})


def written(folder: Path, *lines: str) -> Path:
    file = folder / "lines.jsonl"
    file.write_bytes("\n".join(lines).encode())
    return file


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    for record in (LINE, predicted(answers=(Answer(0, "x"),)), predicted(rewritten="", dropped=None)):
        assert list(records(written(tmp_path, line_of(record)), Prediction)) == [(1, 0, record)]
    assert list(records(written(tmp_path, line_of(NOVEL)), Input)) == [(1, 0, NOVEL)]


def test_a_document_is_found_again_by_its_offset_whatever_the_line_ends(tmp_path: Path) -> None:
    other = line_of(LINE).replace("novel", "Erzählung")
    file = written(tmp_path, "", line_of(LINE).strip() + "\r", "", other)
    places = [(line, offset) for line, offset, _ in records(file, Prediction)]

    assert [record_at(file, *place, Prediction).doc_id for place in places] == ["novel", "Erzählung"]
    assert [line for line, _ in places] == [2, 4]


def changed(**fields: object) -> str:
    return json.dumps(json.loads(line_of(LINE)) | fields)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "Invalid JSON"),
        ("[]", "no line of the schema anaphora-workbench/external/1"),
        ("[" * 100_000, "recursion limit"),
        (changed(schema="bench/pred/1"), "no line of the schema"),
        (line_of(NOVEL), "what 'anaphora export' wrote, not the schema"),
        (changed(doc_id=7), "'doc_id' is 7"),
        (changed(unit="subtoken"), "'unit' is 'subtoken'"),
        (changed(cluster=[]), "'cluster' is .*unexpected"),
        (changed(clusters=[[[0, None]]]), "'clusters.0.0.1' is None"),
        (changed(clusters=[[[0, 1.5]]]), "'clusters.0.0.1' is 1.5"),
        (changed(clusters=[[[0, "1"]]]), "'clusters.0.0.1' is '1'"),
        (changed(clusters=[[[0, True]]]), "'clusters.0.0.1' is True"),
        (changed(clusters=[[[0, 1, 2]]]), "clusters.0.0"),
        (changed(clusters="x" * 1000), r"'clusters' is 'x+\.\.\.:"),
        (changed(links=[{"anaphor": [0, 1], "antecedent": None, "score": float("nan")}]), "links.0.score"),
        (changed(system={}), "system.name"),
    ],
)
def test_a_malformed_line_is_refused_with_file_line_and_place(tmp_path: Path, line: str, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as told:
        list(records(written(tmp_path, line_of(LINE).strip(), line), Prediction))
    assert told.value.line == 2


def test_a_document_that_comes_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"lines.jsonl:2: document 'novel' comes twice, here and in line 1"):
        list(records(written(tmp_path, line_of(LINE).strip(), line_of(LINE)), Prediction))


@pytest.mark.parametrize("content", ["", "\n\n  \n"])
def test_a_file_without_documents_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(FormatError, match="no document"):
        list(records(written(tmp_path, content), Input))


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be opened"):
        list(records(tmp_path / "missing.jsonl", Input))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FormatError, match="binary:1"):
        list(records(tmp_path / "binary", Input))


def test_the_hash_is_sha256_of_utf8() -> None:
    assert text_hash("é") == "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"


def test_an_input_whose_text_was_changed_is_refused(tmp_path: Path) -> None:
    for old, new, problem in (
        ("old park", "old bark", "a token does not stand in the text"),
        ("see  the", "see\u00a0 the", "not the one that 'text_sha256' is the hash of"),
    ):
        changed_text = line_of(NOVEL).replace(old, new, 1)
        with pytest.raises(FormatError, match=problem):
            list(records(written(tmp_path, changed_text), Input))
