"""The command `anaphora serve`."""

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

import pytest

from tests.experiments.conftest import Run


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


@pytest.fixture
def free() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        port: int = tried.getsockname()[1]
    return port


def test_a_port_that_is_taken_is_told_with_another(anaphora: Run, taken: int) -> None:
    result = anaphora("serve", "--no-open", "--port", str(taken))

    assert result.code == 1
    assert f"Port {taken} cannot be used" in result.err
    assert f"anaphora serve --port {taken % 65535 + 1}" in result.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--resolvers", "marz"), "mars"),
        (("--resolvers", "oracle"), "needs a key"),
        (("--pipeline", "no_such"), "There is no pipeline"),
    ],
)
def test_wrong_names_are_told_before_anything_is_served(anaphora: Run, arguments: tuple[str, ...], says: str) -> None:
    result = anaphora("serve", "--no-open", *arguments)

    assert result.code == 2
    assert says in result.err


def test_the_page_is_there_before_the_pipeline_is_and_only_on_this_machine(free: int) -> None:
    code = "from anaphora.experiments.cli.main import main; main()"
    command = [sys.executable, "-c", code, "serve", "--no-open", "--port", str(free)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            health = _health(free)
            with socket.socket() as outside:
                outside.settimeout(1)
                elsewhere = outside.connect_ex(("127.0.0.2", free))
        finally:
            server.terminate()
    assert health["status"] == "ok"
    assert elsewhere != 0


def _health(port: int) -> dict[str, object]:
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2) as answer:
                found: dict[str, object] = json.load(answer)
                return found
        except OSError:
            time.sleep(0.1)
    raise TimeoutError


def test_other_commands_start_without_the_server() -> None:
    code = "import sys, anaphora.experiments.cli.main as _; print({'starlette', 'anyio', 'spacy'} & set(sys.modules))"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "set()"
