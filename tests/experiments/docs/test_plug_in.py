"""The example of a plug-in package: it installs from its own folder, and then it is everywhere."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.experiments.conftest import COMMAND

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
PLUG_IN = ROOT / "tests" / "plug_in"

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def anaphora(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The command line in an environment that has the plug-in."""
    folder = tmp_path_factory.mktemp("packages")
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    pip = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder), str(PLUG_IN)]
    installed = subprocess.run(pip, capture_output=True, text=True, check=False)
    assert installed.returncode == 0, installed.stderr
    path = os.pathsep.join((str(ROOT), str(folder)))

    def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *arguments],
            input=text, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": path},
        )  # fmt: skip

    return run


def test_it_is_in_the_list_of_resolvers_with_its_source(anaphora: Command) -> None:
    listed = anaphora("list", "resolvers", "--json", "-")

    assert json.loads(listed.stdout)["resolvers"]["sentence_first"] == (
        "The first noun phrase of the nearest sentence that agrees: what a sentence begins with is what it is about."
    )


def test_it_stands_in_a_comparison_with_its_options(anaphora: Command) -> None:
    text = str(ROOT / "corpora" / "manuals" / "printer.conllu")
    names = ["most_recent", "sentence_first", "sentence_first(own_sentence=no)"]

    compared = anaphora("compare", text, "--resolvers", ",".join(names), "--json", "-")

    assert list(json.loads(compared.stdout)["resolvers"]) == names


def test_it_takes_the_first_phrase_of_the_nearest_sentence_that_agrees(anaphora: Command) -> None:
    answered = anaphora(
        "resolve",
        "--resolvers",
        "sentence_first",
        "--to",
        "json",
        text="The dog chased the cat across the garden. It climbed a tree.",
    )

    [pronoun] = json.loads(answered.stdout)["pronouns"]
    assert pronoun["antecedents"]["sentence_first"]["text"] == "The dog"


def test_its_page_shows_it_whole() -> None:
    page = (ROOT / "experiments/docs/pages/start/own-resolver.md").read_text(encoding="utf-8")

    assert re.findall(r"<!-- code: tests/plug_in/(.*) -->", page) == ["sentence_first.py", "pyproject.toml"]
