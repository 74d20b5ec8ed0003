from pathlib import Path

import pytest
from rich.console import Console

from anaphora.experiments.conversion.check import check_files


@pytest.mark.parametrize("width", [60, 80, 200])
def test_findings_table_shows_whole_file_names(tmp_path: Path, width: int) -> None:
    path = tmp_path / f"{'long_name_' * 12}.conll"
    path.write_text("#begin document (d)\na 1)\n#end document\n")
    console = Console(width=width, file=None)
    with console.capture() as capture:
        console.print(check_files([path]).as_table())
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in capture.get().splitlines() if "│" in line]

    assert "…" not in capture.get()
    assert "".join(file for file, *_ in rows) == str(path)
    assert next((line, severity) for _, line, severity, _ in rows) == ("2", "error")


def test_good_file_has_no_findings(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text("#begin document (d)\na (1)\n#end document\n")

    assert check_files([path]).as_json() == {"path": str(path), "errors": 0, "findings": []}


def test_missing_file_is_an_error(tmp_path: Path) -> None:
    assert check_files([tmp_path / "none"]).errors == 1
