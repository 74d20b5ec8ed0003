"""The README is short, and does what it says."""

import re
from pathlib import Path

import pandas as pd
import pytest

from tests.experiments.docs.commands import folder, plain, run, steps

README = (Path(__file__).resolve().parents[1] / "README.md").read_text("utf8")
STEPS = [step for step in steps(README) if step.commands.startswith(("anaphora", "echo"))]


def test_the_readme_is_short() -> None:
    assert README.count("\n") <= 150
    assert len(README.encode()) <= 9_000


def test_the_commands_run_and_print_what_is_shown(tmp_path: Path) -> None:
    folder(tmp_path)
    for step in STEPS:
        code, printed, complaint = run(step, tmp_path)

        assert code == 0, complaint
        assert [line for line in step.printed if plain(line) not in plain(printed)] == []
    assert len(STEPS) >= 3


def test_the_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [code] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}

    exec(code, names)  # noqa: S102  # our own README

    assert isinstance(names["scores"], pd.DataFrame)
    assert (tmp_path / "scores.pdf").read_bytes().startswith(b"%PDF")


def test_no_count_of_resolvers_measures_or_formats_can_become_false() -> None:
    """The pages of the documentation have counts, which the build writes."""
    numbers = r"(?:\d+|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty)"

    assert re.findall(rf"\b{numbers} (?:[a-z-]+ )?(?:formats|resolvers|measures)\b", README) == []


def test_the_figures_of_the_table_are_those_of_the_command() -> None:
    from anaphora.experiments.comparison.compare import compare
    from anaphora.experiments.setup.configuration import configure

    result = compare([], configure())
    best = max(result.rate("success_rate", name).value or 0 for name in result.resolvers)

    assert f"{100 * best:.1f}%" in README
    assert f"{100 * (result.upper_bound('strict') or 0):.1f}%" in README
