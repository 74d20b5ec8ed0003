"""The commands and the Python of a page, run as they are printed.

Blocks of the languages `sh` and `python` are run one after the other in a folder that looks like the project's;
`{ .sh .by-hand }` marks those that a test cannot run. The lines of a `text` block must be among those that the block
before it printed.
"""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from typer.testing import CliRunner

from anaphora.experiments.cli.main import application

ROOT = Path(__file__).resolve().parents[3]
_BLOCK = re.compile(r"^```(sh|text|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Step:
    """Commands, and the lines that the page says they print."""

    commands: str
    printed: tuple[str, ...] = ()


def steps(text: str, wanted: str = "sh") -> Iterator[Step]:
    """What a page asks its reader to run, in one language."""
    for (language, body), (after, printed) in pairwise([*_BLOCK.findall(text), ("", "")]):
        if language == wanted:
            yield Step(body, tuple(printed.splitlines()) if after == "text" else ())


def folder(place: Path) -> None:
    """Put into a folder what the pages use of the project."""
    for name in ("corpora", "tests"):
        (place / name).symlink_to(ROOT / name)
    (place / "build").mkdir()  # `make demo` makes it


def environment(place: Path) -> Mapping[str, str]:
    """The reader's: `anaphora`, `python` and `pip` on the path; what pip installs goes to a folder of the test."""
    packages = place / "packages"
    commands = place / "commands"
    commands.mkdir(exist_ok=True)
    for name, module in {
        "anaphora": '-c "from anaphora.experiments.cli.main import main; main()"',
        "python": "",
        "pip": "-m pip",
    }.items():
        (commands / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n', encoding="utf-8")
        (commands / name).chmod(0o755)
    offline = {
        "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_TARGET": str(packages), "PIP_NO_CACHE_DIR": "1",
    }  # fmt: skip
    path = os.pathsep.join((str(commands), os.environ["PATH"]))
    python = os.pathsep.join((str(ROOT), str(packages)))
    return {**os.environ, **offline, "PATH": path, "PYTHONPATH": python, "COLUMNS": "100"}


def run(step: Step, place: Path) -> tuple[int, str, str]:
    """The exit code of a step's commands, what they print, and what they complain; the first that fails ends it.

    Where `anaphora` alone is called it is called in this process, which has loaded what it needs.
    """
    lines = step.commands.replace("\\\n", " ").splitlines()
    if all(re.fullmatch(r"anaphora [^|<>$&;*`]*", line) for line in lines):
        return _here([shlex.split(line, comments=True)[1:] for line in lines], place)
    done = subprocess.run(
        ["/bin/sh", "-e", "-c", step.commands],
        cwd=place, env=environment(place), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def _here(commands: Sequence[Sequence[str]], place: Path) -> tuple[int, str, str]:
    printed = ""
    with contextlib.chdir(place):
        for arguments in commands:
            done = CliRunner().invoke(application(), list(arguments), env={"COLUMNS": "100"})
            printed += done.stdout
            if done.exit_code:
                return done.exit_code, printed, f"{done.stderr}{done.exception!r}"
    return 0, printed, ""


def run_python(step: Step, place: Path, names: dict[str, object]) -> str:
    """What the code of a step prints; `names` are those that earlier steps have defined."""
    printed = io.StringIO()
    with contextlib.chdir(place), contextlib.redirect_stdout(printed):
        exec(step.commands, names)  # noqa: S102
    return printed.getvalue()


def plain(text: str) -> str:
    """A text with single blanks, as tables are wider or narrower."""
    return "\n".join(" ".join(line.split()) for line in text.splitlines())
