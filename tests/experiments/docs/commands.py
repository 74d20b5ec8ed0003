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
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from typer.testing import CliRunner

from tests.csv_tables import assert_same_but_for_rounding

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "experiments" / "docs"
PAGES = DOCS / "pages"
_BLOCK = re.compile(r"^```(sh|text|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ALONE = re.compile(r'(?:echo "([^"$`\\]*)" \| )?anaphora ([^|<>$&;*`]*)')
_FILE = re.compile(r'echo "([^"$`\\]*)" > (\S+)')


@dataclass(frozen=True)
class Step:
    """Commands, and the lines that the page says they print."""

    commands: str
    printed: tuple[str, ...] = ()

    def missing(self, printed: str) -> list[str]:
        """The lines of the page that were not printed; tables may be wider, networks of 8 bits round differently."""
        lines = [" ".join(line.split()) for line in printed.splitlines()]
        shown = (" ".join(line.split()) for line in self.printed)
        return [line for line in shown if not any(line in other or _is_near(other, line) for other in lines)]


def _is_near(printed: str, page: str) -> bool:
    try:
        assert_same_but_for_rounding(printed, page)
    except AssertionError:
        return False
    return True


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
    main = '-c "from anaphora.experiments.cli.main import main; main()"'
    for name, module in {"anaphora": main, "python": "", "pip": "-m pip"}.items():
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

    Where `anaphora` alone is called, or with a text, it is called in this process, which has loaded what it needs.
    """
    lines = step.commands.replace("\\\n", " ").splitlines()
    if all(_ALONE.fullmatch(line) or _FILE.fullmatch(line) for line in lines):
        return _here(lines, place)
    done = subprocess.run(
        ["/bin/sh", "-e", "-c", step.commands],
        cwd=place, env=environment(place), capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def _here(lines: list[str], place: Path) -> tuple[int, str, str]:
    from anaphora.experiments.cli.main import application

    printed = ""
    with contextlib.chdir(place):
        for line in lines:
            if file := _FILE.fullmatch(line):
                Path(file[2]).write_text(f"{file[1]}\n", encoding="utf-8")
            elif command := _ALONE.fullmatch(line):
                words = shlex.split(command[2], comments=True)
                done = CliRunner().invoke(application(), words, command[1], env={"COLUMNS": "100"})
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


def follow(text: str, place: Path) -> None:
    """Run the commands that a page asks for; they must end well and print what the page shows."""
    folder(place)
    for step in steps(text):
        code, printed, complaint = run(step, place)
        assert code == 0, f"{step.commands}\n{printed}\n{complaint}"
        assert step.missing(printed) == [], f"{step.commands}\nprinted\n{printed}"


def follow_python(text: str, place: Path) -> dict[str, object]:
    """Run the Python of a page, and return the names that it has defined."""
    folder(place)
    names: dict[str, object] = {}
    for step in steps(text, "python"):
        printed = run_python(step, place, names)
        assert step.missing(printed) == [], f"{step.commands}\nprinted\n{printed}"
    return names
