"""The command `anaphora` as a test runs it."""

import io
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.cli.main import main
from anaphora.experiments.commands.export import export
from tests.experiments.small_commands import prepare

COMMAND = (sys.executable, "-c", "from anaphora.experiments.cli.main import main; main()")
"""The command in a process of its own."""


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Result]


@pytest.fixture
def anaphora(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command with arguments and, if given, standard input."""

    def run(*arguments: str | Path, given: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "argv", ["anaphora", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(bool(end.code))
        shown = capsys.readouterr()
        return Result(code, shown.out, shown.err)

    return run


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a small corpus and what the commands read besides."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "_exit", lambda code: pytest.fail("ended at once"))
    prepare(tmp_path)
    monkeypatch.setattr(export, "SCRIPT", tmp_path / "systems" / "run_system.py")
    return tmp_path


def small_corpus(folder: Path, rows: str) -> Path:
    """A CorefUD file of these rows, whose columns are divided by blanks."""
    path = folder / "small.conllu"
    lines = (line if line.startswith("#") else line.replace(" ", "\t") for line in rows.splitlines())
    path.write_text("\n".join(lines) + "\n", "utf8")
    return path
