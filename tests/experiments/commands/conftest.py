"""Recorded input and output of systems, and the script that runs them."""

import json
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.commands.export import run_system

RECORDED = Path(__file__).resolve().parents[2] / "fixtures" / "recorded"

Line = dict[str, Any]
Run = Callable[..., list[Line]]


def lines_of(path: Path) -> list[Line]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def inputs() -> dict[str, Line]:
    """Three public-domain passages, as `anaphora export --mentions --questions` writes them."""
    return {line["doc_id"]: line for line in lines_of(RECORDED / "input.jsonl")}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a system on documents; gives the lines that were written. The packages of the systems count as installed."""
    monkeypatch.setattr(metadata, "version", lambda package: "1.0")

    def run(system: str, documents: list[Line], *arguments: str) -> list[Line]:
        given, written = tmp_path / "input.jsonl", tmp_path / "predictions.jsonl"
        given.write_text("".join(json.dumps(document) + "\n" for document in documents), encoding="utf-8")
        monkeypatch.setattr(sys, "argv", ["run_system.py", system, str(given), str(written), *arguments])
        run_system.main()
        return lines_of(written)

    return run
