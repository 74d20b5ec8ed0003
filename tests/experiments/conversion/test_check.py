from pathlib import Path

from anaphora.experiments.conversion.check import check_files
from anaphora.workbench.results.table import to_json


def test_findings_are_tabled_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.conll"
    path.write_text("#begin document (d)\na 1)\n#end document\n")
    table, _ = check_files([path]).tables()

    assert [row[:3] for row in table.rows] == [(str(path), 2, "error")]


def test_good_file_has_no_findings(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text("#begin document (d)\na (1)\n#end document\n")

    assert to_json(check_files([path]).tables()) == {"path": str(path), "errors": 0, "findings": []}


def test_missing_file_is_an_error(tmp_path: Path) -> None:
    assert check_files([tmp_path / "none"]).errors == 1


def test_check_counts_mentions_without_words_that_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"doc_key": "d", "text": "Ann ran.", "clusters": [[[0, 3], [3, 4]]]}')
    [found] = check_files([tmp_path / "in.jsonl"]).findings

    assert (found.severity, found.line) == ("warning", None)
