"""The README does what it says."""

import re
import shutil
from pathlib import Path

import pandas as pd
import pytest

from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.run import documents
from anaphora.experiments.run.configuration import configure
from tests.csv_tables import ONE_ANAPHOR
from tests.experiments.docs.commands import ROOT, follow, run, run_python, steps

README = (ROOT / "README.md").read_text("utf8")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a reader, whose corpus is one text."""
    manuals = tmp_path / "corpora" / "manuals"
    manuals.mkdir(parents=True)
    shutil.copy(documents.BUNDLED / "printer.conllu", manuals)
    monkeypatch.setattr(documents, "BUNDLED", manuals)
    return tmp_path


def test_the_commands_run(place: Path) -> None:
    tried = [step for step in steps(README) if step.commands.startswith(("anaphora", "echo"))]
    ended = {step.commands: run(step, place) for step in tried}

    assert {commands: (code, told) for commands, (code, _, told) in ended.items() if code} == {}
    assert len(ended) >= 3


def test_the_python_runs(place: Path) -> None:
    [code] = steps(README, "python")
    names: dict[str, object] = {}
    run_python(code, place, names)

    assert isinstance(names["scores"], pd.DataFrame)
    assert (place / "scores.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.slow
def test_the_commands_print_what_is_shown(tmp_path: Path) -> None:
    follow("".join(part for part in re.split(r"(?m)^(?=## )", README) if "make demo" not in part), tmp_path)


@pytest.mark.slow
def test_the_figures_of_the_table_are_those_of_the_command() -> None:
    """But for an anaphor, as processors round networks differently."""
    result = run_comparison([], configure())
    best = max(result.rate("success_rate", name).value or 0 for name in result.resolvers)
    shown = [float(figure) for figure in re.findall(r"\| (\d+\.\d)% \| `anaphora", README)]

    assert shown == pytest.approx([100 * best, 100 * (result.upper_bound("strict") or 0)], abs=ONE_ANAPHOR + 0.05)


def test_no_count_of_resolvers_measures_or_formats_can_become_false() -> None:
    """The pages of the documentation have counts, which the build writes."""
    numbers = r"(?:\d+|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty)"

    assert re.findall(rf"\b{numbers} (?:[a-z-]+ )?(?:formats|resolvers|measures)\b", README) == []
