"""Every command of the pages does what its page says."""

from pathlib import Path

import pytest

from experiments.docs.directives import carried_out
from tests.experiments.docs.commands import folder, plain, run, steps

PAGES = Path(__file__).resolve().parents[3] / "experiments" / "docs" / "pages"
COMMANDING = [path for path in sorted(PAGES.rglob("*.md")) if "```sh\n" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", COMMANDING, ids=[path.relative_to(PAGES).as_posix() for path in COMMANDING])
def test_the_commands_of_a_page_run_as_printed(page: Path, tmp_path: Path) -> None:
    text = carried_out(page.read_text(encoding="utf-8"), page.relative_to(PAGES).as_posix())
    place = folder(tmp_path)

    for step in steps(text):
        code, printed, complaint = run(step, place)
        assert code == 0, f"{step.commands}\n{printed}\n{complaint}"
        missing = [line for line in step.printed if plain(line) not in plain(printed)]
        assert missing == [], f"{step.commands}\nprinted\n{printed}"


def test_the_text_after_commands_is_what_they_print() -> None:
    found = list(steps("```sh\necho a\n```\n\n```text\na\n```\n\n```sh\necho b\n```\n"))

    assert [(step.commands, step.printed) for step in found] == [("echo a\n", ("a",)), ("echo b\n", ())]


def test_commands_by_hand_are_not_run() -> None:
    assert list(steps("```{ .sh .by-hand }\nmake demo\n```\n")) == []
