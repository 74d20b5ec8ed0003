"""Every command and every line of Python on the pages does what its page says."""

from pathlib import Path

import pytest

from tests.experiments.docs.commands import folder, plain, run, run_python, steps

pytestmark = pytest.mark.slow

DOCS = Path(__file__).resolve().parents[3] / "experiments" / "docs"
TEXTS = sorted(path for folder in ("pages", "notes") for path in (DOCS / folder).rglob("*.md"))
COMMANDING = [path for path in TEXTS if "```sh\n" in path.read_text(encoding="utf-8")]
PROGRAMMING = [path for path in TEXTS if "```python\n" in path.read_text(encoding="utf-8")]


def follow(text: str, place: Path) -> None:
    """Run what a page asks for; it must end well and print what the page shows."""
    folder(place)
    for step in steps(text):
        code, printed, complaint = run(step, place)
        assert code == 0, f"{step.commands}\n{printed}\n{complaint}"
        missing = [line for line in step.printed if plain(line) not in plain(printed)]
        assert missing == [], f"{step.commands}\nprinted\n{printed}"


@pytest.mark.parametrize("page", COMMANDING, ids=[path.relative_to(DOCS).as_posix() for path in COMMANDING])
def test_the_commands_of_a_page_run_as_printed(page: Path, tmp_path: Path) -> None:
    follow(page.read_text(encoding="utf-8"), tmp_path)


@pytest.mark.parametrize("page", PROGRAMMING, ids=[path.relative_to(DOCS).as_posix() for path in PROGRAMMING])
def test_the_python_of_a_page_runs_as_printed(page: Path, tmp_path: Path) -> None:
    folder(tmp_path)
    names: dict[str, object] = {}
    for step in steps(page.read_text(encoding="utf-8"), "python"):
        printed = run_python(step, tmp_path, names)
        assert [line for line in step.printed if plain(line) not in plain(printed)] == [], printed
