"""What commands leave in an empty home, and whom they speak to: entries of the cache folder, and nobody."""

import json
import os
import re
import socket
import subprocess
import sys
import urllib.request
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.commands import commands
from tests.experiments.conftest import COMMAND
from tests.experiments.small_commands import prepare

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
TEXT = "The printer stopped. It is out of paper."
LINES = (
    "compare ../in.conll --resolvers mars,neural_ranker --report a.html --json a.json --responses chains --jobs 2",
    "compare ../in.conll --resolvers most_recent --figures pdf --figure-format pdf --executor dask --jobs 2",
    "compare ../in.conll --resolvers most_recent --journal a.jsonl --no-cache",
    "resolve ../text.txt --to corefud",
    "chains ../text.txt --folder chains --to csv",
    "rewrite ../text.txt --folder rewritten --to text",
    "evaluate rewriting ../in.conll --figures help",
    "ablate ../in.conll --report a.html --figures png --figure-format png",
    "losses ../in.conll --resolvers most_recent --figures svg",
    "profile ../in.conll",
    "list",
    "score ../in.conll ../in.conll --report a.html --figures pdf --figure-format pdf",
    "coref ../in.conll --responses chains",
    "errors ../in.conll ../in.conll --report a.html",
    "agree ../in.conll ../in.conll",
    "check ../in.conll",
    "convert ../in.conll a.jsonl",
    "run ../study.toml --to study --report a.html",
    "optimise ../in.conll --protocol self --output a.toml",
    "train mention_pair ../in.conll --output a.json",
    "export ../in.conll --mentions --for fastcoref",
    "import ../input.jsonl ../predictions.jsonl",
    "ask ../in.conll --model m",
    "new measure mine",
    "evaluate choices ../questions.jsonl ../answers.jsonl --key ../in.conll",
    "evaluate it ../in.conll",
    "evaluate mentions ../in.conll",
    "evaluate agreement ../in.conll",
)
"""Every command but `serve`, as it is called in the folder that it writes to."""
PYTHON = """
import anaphora
from anaphora.experiments.spacy import bundled

nlp = bundled()
nlp.add_pipe("anaphora", config={"resolver": "mars"})
assert nlp("The printer stopped. It is out of paper.")._.anaphora
assert anaphora.compare("../in.conll", resolvers=["most_recent"], jobs=2)._repr_html_()
"""
"""A program or a notebook of a user."""
WATCH = """
import os, sys

def watch(event, arguments):
    if event.startswith("socket.") and event != "socket.__new__":
        with open(os.environ["WATCHED"], "a") as file:
            print(event, *[each for each in arguments if not hasattr(each, "fileno")], file=file)

sys.addaudithook(watch)
"""
"""What each process begins with: it writes down all that is done with sockets."""


@dataclass(frozen=True)
class Ended:
    """A program that has ended, in a folder with `home`, `out`, and `tmp`."""

    folder: Path
    code: int
    shown: str

    @property
    def left(self) -> list[Path]:
        """The files and folders outside the cache and the folder that the user pointed to."""
        cache, out = self.folder / "home" / ".cache" / "anaphora-workbench", self.folder / "out"
        found = (path for name in ("home", "out", "tmp") for path in (self.folder / name).rglob("*"))
        return [
            path for path in found if path not in {*cache.parents, cache, out} and not {cache, out} & {*path.parents}
        ]

    def sockets(self, dask: bool = False) -> list[str]:
        """What was done with sockets, but for those that only this machine can reach, as the workers of Dask are."""
        watched = self.folder / "watched"
        lines = watched.read_text().splitlines() if watched.exists() else []
        here = r"127\.0\.0\.1|socket\.bind \('::1'" if dask else r"socket\.bind \('(127\.0\.0\.1|::1)'"
        return [line for line in lines if not re.search(here, line)]


def start(folder: Path, *words: str) -> "subprocess.Popen[str]":
    """A program that starts in `out` with an empty home, and with no variable that says where files go."""
    prepare(folder)
    for name in ("home", "out/tests", "out/anaphora/workbench", "tmp", "python"):
        (folder / name).mkdir(parents=True)
    (folder / "text.txt").write_text(TEXT)
    (folder / "python" / "sitecustomize.py").write_text(WATCH)
    told = ("ANAPHORA_CACHE", "MPLCONFIGDIR", "ORT_DISABLE_TELEMETRY")
    environment = {name: value for name, value in os.environ.items() if name not in told and name[:4] != "XDG_"}
    environment |= {
        "HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp"), "WATCHED": str(folder / "watched"),
        "PYTHONPATH": f"{folder / 'python'}{os.pathsep}{ROOT}", "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    pipe = subprocess.PIPE
    return subprocess.Popen(
        words, cwd=folder / "out", env=environment, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True
    )


def run(folder: Path, *words: str) -> Ended:
    """A program that runs to its end."""
    with start(folder, *words) as program:
        out, err = program.communicate()
    return Ended(folder, program.returncode, out + err)


def test_every_command_is_tried() -> None:
    called = {name for line in LINES for name in commands() if f"{line} ".startswith(f"{name} ")}

    assert called == commands().keys() - {"serve"}


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.partition(" -")[0].replace("../", ""))
def test_a_command_speaks_to_nobody_and_leaves_files_only_in_the_cache_and_where_the_user_pointed(
    line: str, tmp_path: Path
) -> None:
    ended = run(tmp_path, *COMMAND, *line.split())

    assert ended.code == 0, ended.shown
    assert (ended.left, ended.sockets(dask="dask" in line)) == ([], [])


def test_a_program_of_a_user_leaves_and_says_no_more_than_a_command(tmp_path: Path) -> None:
    ended = run(tmp_path, sys.executable, "-c", PYTHON)

    assert ended.code == 0, ended.shown
    assert (ended.left, ended.sockets()) == ([], [])


def test_the_live_page_stores_nothing_and_speaks_to_nobody(tmp_path: Path) -> None:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        port = tried.getsockname()[1]
    with start(tmp_path, *COMMAND, "serve", "--no-open", "--port", str(port)) as server:
        try:
            answer = ask(server, f"http://127.0.0.1:{port}/analyse", {"text": TEXT, "resolvers": ["mars"]})
        finally:
            server.terminate()
    stored = [path for name in ("home", "tmp") for path in (tmp_path / name).iterdir()]

    assert "printer" in answer
    assert (stored, Ended(tmp_path, 0, answer).sockets()) == ([], [])


def ask(server: "subprocess.Popen[str]", address: str, question: object) -> str:
    """The answer of the live page, as soon as it is there; until then it is waited whether the server ends."""
    headers = {"Content-Type": "application/json"}
    asked = urllib.request.Request(address, json.dumps(question).encode(), headers)  # noqa: S310
    while server.poll() is None:
        try:
            with urllib.request.urlopen(asked) as answer:  # noqa: S310
                return str(answer.read())
        except OSError:
            with suppress(subprocess.TimeoutExpired):
                server.wait(0.1)
    return pytest.fail("the server has ended")


def test_a_connection_would_be_seen(tmp_path: Path) -> None:
    ended = run(tmp_path, sys.executable, "-c", "import socket; socket.socket().connect_ex(('127.0.0.2', 9))")

    assert len(ended.sockets()) == 1
