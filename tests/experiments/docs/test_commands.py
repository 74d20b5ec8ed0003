"""Every command and every line of Python on the pages does what its page says."""

from pathlib import Path

import pytest

from tests.experiments.docs.commands import folder, plain, run, run_python, steps

pytestmark = pytest.mark.slow

PAGES = Path(__file__).resolve().parents[3] / "experiments" / "docs" / "pages"
COMMANDING = [path for path in sorted(PAGES.rglob("*.md")) if "```sh\n" in path.read_text(encoding="utf-8")]
PROGRAMMING = [path for path in sorted(PAGES.rglob("*.md")) if "```python\n" in path.read_text(encoding="utf-8")]


def follow(text: str, place: Path) -> None:
    """Run what a page asks for; it must end well and print what the page shows."""
    folder(place)
    for step in steps(text):
        code, printed, complaint = run(step, place)
        assert code == 0, f"{step.commands}\n{printed}\n{complaint}"
        missing = [line for line in step.printed if plain(line) not in plain(printed)]
        assert missing == [], f"{step.commands}\nprinted\n{printed}"


@pytest.mark.parametrize("page", COMMANDING, ids=[path.relative_to(PAGES).as_posix() for path in COMMANDING])
def test_the_commands_of_a_page_run_as_printed(page: Path, tmp_path: Path) -> None:
    follow(page.read_text(encoding="utf-8"), tmp_path)


@pytest.mark.parametrize("page", PROGRAMMING, ids=[path.relative_to(PAGES).as_posix() for path in PROGRAMMING])
def test_the_python_of_a_page_runs_as_printed(page: Path, tmp_path: Path) -> None:
    folder(tmp_path)
    names: dict[str, object] = {}
    for step in steps(page.read_text(encoding="utf-8"), "python"):
        printed = run_python(step, tmp_path, names)
        assert [line for line in step.printed if plain(line) not in plain(printed)] == [], printed


def test_the_text_after_commands_is_what_they_print() -> None:
    found = list(steps("```sh\necho a\n```\n\n```text\na\n```\n\n```sh\necho b\n```\n"))

    assert [(step.commands, step.printed) for step in found] == [("echo a\n", ("a",)), ("echo b\n", ())]


def test_commands_by_hand_are_not_run() -> None:
    assert list(steps("```{ .sh .by-hand }\nmake demo\n```\n")) == []
