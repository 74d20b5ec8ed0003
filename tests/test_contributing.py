"""A resolver, a format, a measure, a language, a column and an option are added to a clone as CONTRIBUTING says."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest

from anaphora.experiments.commands.new import new
from tests.installed import OFFLINE, PIP, installed, output_of
from tests.mutants import copy_to
from tests.refused import raises
from tests.test_repository import FOLDERS, ROOT

NAMES: dict[Literal["resolver", "format", "measure", "language"], str] = {
    "resolver": "nearest_subject",
    "format": "sentence_lists",
    "measure": "whole_chains",
    "language": "xx",
}
MAIN = "from anaphora.experiments.cli.main import main; main()"
COLUMN = '    (Column("wrong", "count", detail=True), lambda found, name: found.anaphors - found.right(name)),\n'
"""A column of `compare` that needs no room in the short table: how many key anaphors a resolver has wrong."""
OPTION = '    reach: int = option(2, "Made up.", least=0)\n'
STUDY = """
title = "Reach"
corpora = { printer = "corpora/manuals/printer.conllu" }

[[part]]
name = "far"
command = "compare"
resolvers = ["most_recent"]
reach = 3
"""
OFFERED = """
from spacy.language import Language
from starlette.testclient import TestClient
from anaphora.experiments.live.analysis import analyst
from anaphora.experiments.commands.score.boxes import score_boxes
from anaphora.experiments.live.app import application, asked_in
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.spacy import bundled

page = TestClient(application(analyst(configure(("most_recent",))), score_boxes), "http://localhost").get("/").text
print("live page:", '<label>Made up <input id="reach" name="reach" type="number" min="0" value="2">' in page)
print("request:", asked_in(b'{"text": "It broke.", "reach": 3}').options.reach)
print("pipeline:", Language.get_factory_meta("anaphora").default_config["reach"])
print("component:", bundled().add_pipe("anaphora", config={"reach": 3}).settings.preparation.reach)
"""


def test_the_walks_lead_along_files_and_functions_that_there_are() -> None:
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8").partition("## Three walks")[2]
    stops = re.findall(r"`([\w/]+\.py)`(?: beside it)?(?: \(`(\w+)`)?", text)
    folder = ROOT
    lacking = []
    for path, name in stops:
        file = ROOT / path if "/" in path else folder / path
        folder = file.parent
        if not file.is_file() or name not in file.read_text("utf-8"):
            lacking.append((path, name))

    assert lacking == []
    assert len(stops) > 15


def run(folder: Path, *words: str) -> str:
    """What a module prints in the folder, whose modules it uses."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    command = (sys.executable, *words)
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-2000:]
    return ended.stdout


@pytest.mark.slow
def test_what_is_new_passes_all_checks_as_it_is_and_a_new_column_is_printed(tmp_path: Path) -> None:
    """Ruff and mypy on the new files, and the tests of the new parts with those that hold for all parts."""
    clone = copy_to(tmp_path)
    if (ROOT / ".mypy_cache").is_dir():  # what stays as it is was checked there
        shutil.copytree(ROOT / ".mypy_cache", clone / ".mypy_cache")
    before = set(clone.rglob("*.py"))
    for kind, name in NAMES.items():
        new(kind, name, clone)
    table = clone / "workbench" / "results" / "comparison.py"
    text, first = table.read_text("utf-8"), '    _rate_column("non_trivial"'
    table.write_text(text.replace(first, f"{COLUMN}{first}", 1), "utf-8")

    added = [path.relative_to(clone) for path in clone.rglob("*.py") if path not in before]
    tests = [str(path) for path in added if path.name.startswith("test_")]
    parts = [(*(("anaphora",) if path.parts[0] in FOLDERS else ()), *path.with_suffix("").parts) for path in added]
    modules = [word for names in parts for word in ("-m", ".".join(names))]
    run(clone, "-m", "ruff", "check", *map(str, added), str(table))
    run(clone, "-m", "ruff", "format", "--check", *map(str, added), str(table))
    run(clone, "-m", "mypy", *modules)
    run(
        clone,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-m",
        "not slow",
        *tests,
        "tests/contracts",
        "tests/preprocess/test_by_tables.py",
    )
    words = ("compare", "corpora/manuals/printer.conllu", "--perfect", "annotation", "--json", "-")
    figures = json.loads(run(clone, "-c", MAIN, *words, "--resolvers", f"{NAMES['resolver']},most_recent"))
    rates = figures["resolvers"]["most_recent"]
    assert rates["wrong"] == rates["success_rate"]["of"] - rates["success_rate"]["right"]


@pytest.mark.slow
def test_an_option_is_a_field_of_the_configuration_and_is_offered_everywhere(tmp_path: Path) -> None:
    """Its name in the TypedDict is for mypy and editors alone."""
    clone = copy_to(tmp_path)
    fields = clone / "workbench" / "preparation.py"
    text, first = fields.read_text("utf-8"), "    window: int = option("
    fields.write_text(text.replace(first, f"{OPTION}{first}", 1), "utf-8")
    (clone / "study.toml").write_text(STUDY, "utf-8")
    compare = ("compare", "corpora/manuals/printer.conllu", "--resolvers", "most_recent", "--json", "-")

    for command in ("compare", "resolve"):
        assert re.search(r"--reach +N +Made up\. +\[2\]", run(clone, "-c", MAIN, command, "--help-all"))
    assert "|reach:3|" in json.loads(run(clone, "-c", MAIN, *compare, "--reach", "3"))["signature"]
    assert "reach" not in json.loads(run(clone, "-c", MAIN, *compare))["signature"]
    run(clone, "-c", MAIN, "run", "study.toml", "--to", "results")
    assert any(b"|reach:3|" in path.read_bytes() for path in (clone / "results").rglob("*.*"))
    shown = "live page: True\nrequest: 3\npipeline: 2\ncomponent: 3\n"
    assert run(clone, "-c", OFFERED) == shown


def test_kinds_names_and_folders_that_cannot_be_are_refused(tmp_path: Path) -> None:
    refused = {
        ("resolver", "Mine"): "name",
        ("measure", "class"): "name",
        ("resolver", "hobbs"): "exists",
        ("theory", "mine"): "unknown-name",
    }
    for (kind, name), code in refused.items():
        with raises(code):
            new(kind, name, ROOT)  # type: ignore[arg-type] # as the command line hands them on
    with raises("no-checkout"):
        new("resolver", "mine", tmp_path)


@pytest.mark.slow
def test_what_is_installed_writes_the_files_of_a_measure_into_a_checkout(tmp_path: Path) -> None:
    """Its page among them, since the templates of pages are in the wheel."""
    clone = copy_to(tmp_path)
    output_of(*PIP, "wheel", *OFFLINE, "--wheel-dir", tmp_path, ROOT, folder=tmp_path)
    [wheel] = tmp_path.glob("*.whl")
    written = output_of(installed(wheel, tmp_path), "new", "measure", NAMES["measure"], folder=clone)

    page = clone / "experiments" / "docs" / "pages" / "science" / "measures" / f"{NAMES['measure']}.md"
    assert f"`{NAMES['measure']}`" in page.read_text("utf-8")
    assert (clone / "workbench" / "measures" / f"{NAMES['measure']}.py").is_file()
    assert (clone / "tests" / "workbench" / "measures" / f"test_{NAMES['measure']}.py").is_file()
    assert written == ""
