"""The commands of the recipes for continuous integration and pre-commit run as they stand on the page."""

import re
import shutil
from pathlib import Path

import pytest

from tests.experiments.docs.commands import ROOT, Step, run

PAGE = (ROOT / "experiments" / "docs" / "pages" / "start" / "ci.md").read_text(encoding="utf-8")
RECIPES = re.findall(r"(run|entry): (anaphora .+)", PAGE)
EXAMPLES = ROOT / "corpora" / "manuals"


@pytest.mark.parametrize(("kind", "command"), RECIPES, ids=[command for _, command in RECIPES])
def test_a_command_of_a_recipe_passes_where_all_is_well(kind: str, command: str, tmp_path: Path) -> None:
    """A hook of pre-commit gets the changed files behind its command, unless it asks for none."""
    for name in ("gold", "system", "baseline"):
        shutil.copytree(EXAMPLES, tmp_path / name)
    given = " gold/printer.conllu" if kind == "entry" and "gold/" not in command else ""
    code, printed, complaint = run(Step(command + given), tmp_path)

    assert code == 0, printed + complaint


def test_both_recipes_check_and_score() -> None:
    assert [(kind, command.split()[1]) for kind, command in RECIPES] == [
        ("run", "check"), ("run", "score"), ("entry", "check"), ("entry", "score"),
    ]  # fmt: skip
