"""A reader that reads no further, such as `head`: the files are written, and the command ends as it would have."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands import commands
from tests.experiments.conftest import COMMAND, Run
from tests.experiments.failing_disk import contents, put_back
from tests.experiments.small_commands import COMMANDS, QUICK

OTHERS = {
    "help": ("--help",),
    "help of a command": ("score", "--help"),
    "version": ("--version",),
    "list": ("list",),
    "list as JSON": ("list", "--json", "-"),
    "check": ("check", "in.conll"),
    "score as JSON": ("score", "in.conll", "in.conll", "--report", "out/a.html", "--json", "-"),
    "score many": ("score", "--datasets", "sets", "--report", "out/a.html", "--figures", "out/figures"),
    "errors": ("errors", "in.conll", "in.conll", "--report", "out/a.html"),
    "agree": ("agree", "one=in.conll", "two=in.conll", "--json", "out/a.json"),
    "coref with a report": ("coref", "in.conll", "--resolvers", "singletons", "--report", "out/a.html"),
    "ablate": ("ablate", "in.conll", "--report", "out/a.html"),
    "profile": ("profile", "in.conll", "--json", "out/a.json"),
    "resolve": ("resolve", "text.txt", *QUICK, "--json", "out/a.json"),
    "resolve to HTML": ("resolve", "text.txt", *QUICK, "--to", "html"),
    "resolve to a corpus": ("resolve", "text.txt", *QUICK, "--to", "corefud"),
    "chains": ("chains", "text.txt", *QUICK, "--json", "out/a.json"),
    "chains to a corpus": ("chains", "text.txt", *QUICK, "--to", "conll2012"),
    "rewrite": ("rewrite", "text.txt", *QUICK, "--json", "out/a.json"),
    "rewrite to text": ("rewrite", "text.txt", *QUICK, "--to", "text"),
    "evaluate rewriting": ("evaluate", "rewriting", "in.conll", *QUICK),
    "evaluate choices": ("evaluate", "choices", "questions.jsonl", "answers.jsonl", "--key", "in.conll", *QUICK),
    "evaluate it": ("evaluate", "it", "in.conll"),
    "evaluate mentions": ("evaluate", "mentions", "in.conll"),
    "evaluate agreement": ("evaluate", "agreement", "in.conll"),
}
ALL = {**COMMANDS, **OTHERS}
OFTEN = {"help", "score", "agree"}
"""Tried whenever tests run."""
SILENT = {"serve", "new", "train"}
"""Commands that print nothing to standard output."""


@pytest.fixture
def unread(place: Path, anaphora: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Run a command whose standard output, and with `both` its messages too, nobody reads."""
    (place / "text.txt").write_text("Ann saw Eve. She waved.\n")
    for side in ("key", "mine"):
        (place / "sets" / side).mkdir(parents=True)
        for number in range(2):
            (place / "sets" / side / f"s{number}.conll").write_bytes((place / "in.conll").read_bytes())

    def run(*words: str, both: bool = False) -> int:
        reader, writer = os.pipe()
        os.close(reader)
        with monkeypatch.context() as patch, open(writer, "w", closefd=True) as pipe:  # noqa: PTH123
            patch.setattr(sys, "stdout", pipe)
            if both:
                patch.setattr(sys, "stderr", pipe)
            return anaphora(*words).code

    return run


def test_every_command_that_prints_is_tried_with_a_closed_pipe() -> None:
    called = {" ".join(words[:2]) if words[0] == "evaluate" else words[0] for words in ALL.values()}

    assert called >= commands().keys() - SILENT


@pytest.mark.parametrize(
    "name", [name if name in OFTEN else pytest.param(name, marks=pytest.mark.slow) for name in ALL]
)
def test_a_closed_pipe_changes_neither_files_nor_exit_code(
    name: str, place: Path, anaphora: Run, unread: Callable[..., int]
) -> None:
    read = anaphora(*ALL[name])
    wanted = contents(place / "out")
    assert read.code == 0, read.err
    for both in (False, True):
        put_back(place / "out", {})
        assert unread(*ALL[name], both=both) == 0
        assert contents(place / "out") == wanted


def test_what_fails_also_fails_with_a_closed_pipe(unread: Callable[..., int]) -> None:
    commands_by_code = {
        ("score", "in.conll", "in.conll", "--fail-under", "muc=101"): 3,
        ("score", "in.conll", "nowhere.conll"): 1,
        ("score", "in.conll"): 2,
        ("scor",): 2,
    }
    for both in (False, True):
        assert {words: unread(*words, both=both) for words in commands_by_code} == commands_by_code


@pytest.mark.parametrize(
    "redirected",
    ["| head -c 1", *(pytest.param(it, marks=pytest.mark.slow) for it in (">&-", "2>&-", "2>&1 | true"))],
)
def test_a_shell_that_closes_a_stream_sees_no_traceback(redirected: str, place: Path) -> None:
    command = f"exec 3>&1; {{ '{COMMAND[0]}' -c '{COMMAND[2]}' --help; echo $? >&3; }} {redirected}"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run(["/bin/bash", "-c", command], capture_output=True, text=True, check=False, env=environment)

    assert ended.stderr == ""
    assert ended.stdout.endswith("0\n")
