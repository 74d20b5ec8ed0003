import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from anaphora.experiments.listing import findings_table, validate


@pytest.mark.parametrize("width", [60, 80, 200])
def test_findings_are_shown_with_every_letter_of_their_file_names(tmp_path: Path, width: int) -> None:
    path = tmp_path / f"{'long_name_' * 12}.conll"
    path.write_text("#begin document (d)\na 1)\n#end document\n")
    found = validate([path], None)
    console = Console(width=width, file=None)
    with console.capture() as capture:
        console.print(findings_table(found))
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in capture.get().splitlines() if "│" in line]

    assert "…" not in capture.get()
    assert "".join(file for file, *_ in rows) == str(path)
    assert next((line, severity) for _, line, severity, _ in rows) == ("2", "error")


def test_findings_of_a_good_file_are_none(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text("#begin document (d)\na (1)\n#end document\n")
    found: dict[str, Any] = validate([path], None)

    assert found == {"path": str(path), "errors": 0, "findings": []}
    assert str(findings_table(found)) == f"{path}: nothing to report"


@pytest.mark.parametrize("module", ["convert", "listing", "profile", "resolve"])
def test_what_prints_tables_is_imported_without_rich(module: str) -> None:
    code = f"import sys, anaphora.experiments.{module} as _; print('rich' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
