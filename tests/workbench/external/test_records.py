"""The two files: written, read again, and refused with file and line."""

import json
from pathlib import Path

from anaphora.workbench.external.records import (
    Answer,
    Input,
    Link,
    Prediction,
    read_record,
    read_records,
    text_hash,
    to_line,
)
from tests.refused import refused
from tests.workbench.external.novel import NOVEL, TOM, predicted

LINE = predicted(unit="token", end="exclusive", clusters=((TOM,),), links=(Link(TOM, None, 0.5),), raw={"a": [1, None]})


def written(folder: Path, *lines: str) -> Path:
    file = folder / "lines.jsonl"
    file.write_bytes("\n".join(lines).encode())
    return file


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    for record in (LINE, predicted(answers=(Answer(0, "x"),)), predicted(rewritten="", dropped=None)):
        assert list(read_records(written(tmp_path, to_line(record)), Prediction)) == [(1, 0, record)]
    assert list(read_records(written(tmp_path, to_line(NOVEL)), Input)) == [(1, 0, NOVEL)]


def test_a_document_is_found_again_by_its_offset_whatever_the_line_ends(tmp_path: Path) -> None:
    other = to_line(LINE).replace("novel", "Erzählung")
    file = written(tmp_path, "", to_line(LINE).strip() + "\r", "", other)
    places = [(line, offset) for line, offset, _ in read_records(file, Prediction)]

    assert [read_record(file, *place, Prediction).doc_id for place in places] == ["novel", "Erzählung"]
    assert [line for line, _ in places] == [2, 4]


def changed(**fields: object) -> str:
    return json.dumps(json.loads(to_line(LINE)) | fields)


def test_a_malformed_or_repeated_line_is_refused_with_file_and_line(tmp_path: Path) -> None:
    clusters: list[object] = [[[[0, end]]] for end in (None, 1.5, "1", True)]
    clusters += [[[[0, 1, 2]]], "x" * 1000]
    scored = {"anaphor": [0, 1], "antecedent": None, "score": float("nan")}
    malformed = [
        "{", "[]", "[" * 100_000, to_line(NOVEL), *(changed(clusters=odd) for odd in clusters), changed(links=[scored]),
        changed(schema="bench/pred/1"), changed(doc_id=7), changed(unit="subtoken"), changed(cluster=[]),
        changed(system={}),
    ]  # fmt: skip
    for line in malformed:
        with refused("malformed", "lines.jsonl", 2):
            list(read_records(written(tmp_path, to_line(LINE).strip(), line), Prediction))
    with refused("duplicate-id", "lines.jsonl", 2):
        list(read_records(written(tmp_path, to_line(LINE).strip(), to_line(LINE)), Prediction))


def test_a_file_that_is_empty_absent_or_no_text_is_refused(tmp_path: Path) -> None:
    for content in ("", "\n\n  \n"):
        with refused("empty"):
            list(read_records(written(tmp_path, content), Input))
    with refused("unreadable"):
        list(read_records(tmp_path / "missing.jsonl", Input))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with refused("malformed", "binary", 1):
        list(read_records(tmp_path / "binary", Input))


def test_an_input_whose_text_was_changed_is_refused(tmp_path: Path) -> None:
    """The hash is SHA-256 of UTF-8."""
    assert text_hash("é") == "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"
    for old, new in (("old park", "old bark"), ("see  the", "see\u00a0 the")):
        changed_text = to_line(NOVEL).replace(old, new, 1)
        with refused("inconsistent"):
            list(read_records(written(tmp_path, changed_text), Input))
