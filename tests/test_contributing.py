"""A resolver, a format, a measure, a language and a column are added to a clone as CONTRIBUTING says, and tested."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest

from anaphora.experiments.scaffold import new
from tests.refused import raises
from tests.test_repository import FOLDERS, ROOT, repository_files

NAMES = {"resolver": "nearest_subject", "format": "sentence_lists", "measure": "whole_chains", "language": "xx"}
ANAPHORA = (sys.executable, "-c", "from anaphora.experiments.cli.main import main; main()")
QUICK = (sys.executable, "-m", "pytest", "-q", "-x", "-n", "2", "--dist", "loadfile", "-m", "not slow")
FOR_ALL = re.compile(r"contracts|registry|names\(\)|formats\(\)|presets\(\)")
"""What stands in tests that hold for all parts without a test for each."""
COLUMN = '    (Column("wrong", "count", detail=True), lambda found, name: found.anaphors - found.right(name)),\n'
"""A column of `compare` that needs no room in the short table: how many key anaphors a resolver has wrong."""


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with a resolver, a format, a measure, a language and a column more."""
    folder = tmp_path_factory.mktemp("clone")
    for path in repository_files():
        place = folder / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place)
    for name in FOLDERS:
        (folder / "anaphora" / name).symlink_to(Path("..", name))
    if (ROOT / ".mypy_cache").is_dir():  # what stays as it is was checked there
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")
    run(folder, "git", "init", "--quiet")
    for kind, name in NAMES.items():
        run(folder, *ANAPHORA, "new", kind, name)
    table = folder / "workbench" / "results" / "comparison.py"
    text = table.read_text("utf-8")
    first = '    _rate_column("non_trivial"'
    table.write_text(text.replace(first, f"{COLUMN}{first}", 1), "utf-8")
    return folder


def run(folder: Path, *words: str | Path) -> str:
    """What a command prints in the folder, whose modules it uses."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    ended = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-2000:]
    return ended.stdout


@pytest.mark.slow
def test_what_is_new_passes_all_checks_as_it_is(clone: Path) -> None:
    run(clone, sys.executable, "-m", "ruff", "check", ".")
    run(clone, sys.executable, "-m", "ruff", "format", "--check", ".")
    run(clone, sys.executable, "-m", "mypy")
    run(clone, *QUICK, *(path for path in clone.glob("tests/**/test_*.py") if FOR_ALL.search(path.read_text("utf-8"))))
    run(clone, *QUICK, "-k", " or ".join(NAMES.values()))


@pytest.mark.slow
def test_a_new_column_is_in_the_json_of_the_command(clone: Path) -> None:
    words = ("compare", "--resolvers", f"{NAMES['resolver']},most_recent", "--json", "-")
    figures = json.loads(run(clone, *ANAPHORA, *words))

    rates = figures["resolvers"]["most_recent"]
    assert rates["wrong"] == rates["success_rate"]["of"] - rates["success_rate"]["right"]


@pytest.mark.parametrize(
    ("kind", "name", "code"),
    [
        ("resolver", "Mine", "name"),
        ("measure", "class", "name"),
        ("resolver", "hobbs", "exists"),
        ("theory", "mine", "unknown-name"),
    ],
)
def test_a_kind_that_is_unknown_and_a_name_that_exists_or_no_module_can_have_are_refused(
    kind: Literal["resolver"], name: str, code: str
) -> None:
    with raises(code):
        new(kind, name, ROOT)


def test_a_folder_that_is_no_checkout_is_refused(tmp_path: Path) -> None:
    with raises("no-checkout"):
        new("resolver", "mine", tmp_path)
