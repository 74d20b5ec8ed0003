"""ONNX Runtime is loaded without its telemetry, which it would start with its import."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from anaphora.workbench.onnx_runtime import load

OURS = "from anaphora.workbench.onnx_runtime import load; load()"
THEIRS = "import onnxruntime"


def imported(home: Path, code: str) -> str:
    """What the library says of its telemetry, with this home; the proxy of those that would send is not there."""
    kept = {
        name: value for name, value in os.environ.items() if name not in ("ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME")
    }
    environment = kept | {"HOME": str(home), "https_proxy": "http://127.0.0.1:9"}
    ended = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return "".join(line for line in (ended.stdout + ended.stderr).splitlines() if "telemetry" in line.lower())


@pytest.mark.parametrize("is_full", [False, True])
def test_the_library_keeps_no_identifier_and_no_events_and_its_log_knows_of_none(tmp_path: Path, is_full: bool) -> None:
    """Where it can store nothing, it would say so."""
    if is_full:
        (tmp_path / ".cache").touch()

    assert imported(tmp_path, OURS) == ""
    assert len(list(tmp_path.iterdir())) == is_full


@pytest.mark.slow
def test_the_library_alone_would_keep_both_and_say_so(tmp_path: Path) -> None:
    """Or the tests above show nothing."""
    imported(tmp_path, THEIRS)
    if not list(tmp_path.iterdir()):
        pytest.skip("a build of ONNX Runtime without telemetry")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / ".cache").touch()

    assert imported(tmp_path / "full", THEIRS) != ""


def test_a_library_that_the_program_has_loaded_before_is_told_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(load(), "disable_telemetry_events", lambda: told.append("stop"))
    monkeypatch.delenv("ORT_DISABLE_TELEMETRY", raising=False)

    load()

    assert told == ["stop"]
    assert os.environ["ORT_DISABLE_TELEMETRY"] == "1"
