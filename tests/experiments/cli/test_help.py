import re

import pytest

from anaphora.experiments.setup.configuration import OPTIONS, PARTS
from anaphora.workbench.options import about_of, choices
from tests.commands import commands
from tests.experiments.conftest import Run

VALUES = [name for name, (_, field) in OPTIONS.items() if (about := about_of(field)) and about.values]


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def options(shown: str) -> set[str]:
    """The options that a help has a line of."""
    return set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", shown, re.MULTILINE))


def test_help_of_compare_fits_sixty_lines_of_eighty_columns(anaphora: Run) -> None:
    lines = anaphora("compare", "--help").out.splitlines()

    assert len(lines) <= 60
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("width", [80, 120, 200])
def test_help_uses_the_width_of_the_terminal(anaphora: Run, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    longest = max(map(len, anaphora("optimise", "--help-all").out.splitlines()))

    assert min(width, 120) - 12 <= longest <= width


def test_rare_options_are_shown_where_all_are_asked_for(anaphora: Run) -> None:
    usual, every = options(anaphora("compare", "--help").out), options(anaphora("compare", "--help-all").out)

    assert {"--resolvers", "--window", "--help-all"} <= usual
    assert {"--scheduler", "--most-pairs", "--noun-window", "--repeats"} <= every - usual
    assert usual < every


@pytest.mark.parametrize("name", commands())
def test_help_of_everything_shows_every_option(anaphora: Run, name: str) -> None:
    known = {option.opts[0] for option in commands()[name].params if option.opts[0].startswith("--")}

    assert options(anaphora(*name.split(), "--help-all").out) == known | {"--help"}


@pytest.mark.parametrize("name", VALUES)
def test_values_are_explained_in_their_order(name: str) -> None:
    part, field = OPTIONS[name]
    about = about_of(field)

    assert about
    assert tuple(about.values) == choices(PARTS[part])[name]


def test_a_command_explains_only_the_values_that_it_takes(anaphora: Run) -> None:
    resolve, compare = (" ".join(anaphora(name, "--help").out.split()) for name in ("resolve", "compare"))

    assert "nominal (definite noun phrases)" in compare
    assert "third-person" in resolve
    assert "nominal" not in resolve
