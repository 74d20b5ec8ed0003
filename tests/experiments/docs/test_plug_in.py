"""The example of a plug-in package: it installs from its own folder, and then it is everywhere."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.experiments.conftest import COMMAND
from tests.experiments.docs.commands import PAGES, ROOT

pytestmark = pytest.mark.slow
Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def anaphora(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The command line in an environment that has the plug-in."""
    folder = tmp_path_factory.mktemp("packages")
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    pip = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder), str(ROOT / "tests/plug_in")]
    installed = subprocess.run(pip, capture_output=True, text=True, check=False)
    assert installed.returncode == 0, installed.stderr
    path = os.pathsep.join((str(ROOT), str(folder)))

    def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *arguments],
            input=text, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": path},
        )  # fmt: skip

    return run


def test_it_is_listed_compared_and_asked_by_its_name(anaphora: Command) -> None:
    """It takes the first phrase of the nearest sentence that agrees."""
    listed = json.loads(anaphora("list", "resolvers", "--json", "-").stdout)["resolvers"]
    names = ["most_recent", "sentence_first", "sentence_first(own_sentence=no)"]
    printer = str(ROOT / "corpora" / "manuals" / "printer.conllu")
    compared = anaphora("compare", printer, "--resolvers", ",".join(names), "--json", "-")
    text = "The dog chased the cat across the garden. It climbed a tree."
    answered = anaphora("resolve", "--resolvers", "sentence_first", "--to", "json", text=text)

    assert listed["sentence_first"].startswith("The first noun phrase of the nearest sentence that agrees")
    assert list(json.loads(compared.stdout)["resolvers"]) == names
    [pronoun] = json.loads(answered.stdout)["pronouns"]
    assert pronoun["antecedents"]["sentence_first"]["text"] == "The dog"


def test_its_page_shows_it_whole() -> None:
    page = (PAGES / "start" / "own-resolver.md").read_text(encoding="utf-8")

    assert re.findall(r"<!-- code: tests/plug_in/(.*) -->", page) == ["sentence_first.py", "pyproject.toml"]
