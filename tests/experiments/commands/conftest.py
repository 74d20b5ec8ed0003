"""The scripts import each other by their own names, as they do wherever they are copied to."""

import json
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
SYSTEMS = ROOT / "experiments" / "commands" / "export" / "scripts"
RECORDED = ROOT / "tests" / "fixtures" / "recorded"
sys.path.insert(0, str(SYSTEMS))

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
    """Runs a script's `main` on documents; gives the lines it wrote. The packages of the systems count as installed."""
    monkeypatch.setattr(metadata, "version", lambda package: "1.0")

    def run(script: Any, documents: list[Line], *arguments: str) -> list[Line]:
        given, written = tmp_path / "input.jsonl", tmp_path / "predictions.jsonl"
        given.write_text("".join(json.dumps(document) + "\n" for document in documents), encoding="utf-8")
        monkeypatch.setattr(sys, "argv", [f"{script.__name__}.py", str(given), str(written), *arguments])
        script.main()
        return lines_of(written)

    return run
