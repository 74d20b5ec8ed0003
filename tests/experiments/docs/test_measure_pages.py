"""Every measure has its page: formula, range, what it is blind to, and examples that are true."""

import re
from pathlib import Path

import pytest

from anaphora.experiments.docs.facts import measures, place, table
from tests.experiments.docs.examples import Block, blocks, percent

PAGES = Path(__file__).resolve().parents[3] / "experiments" / "docs" / "pages" / "science" / "measures"
OURS = tuple(measures())
EXAMPLES = [block for path in sorted(PAGES.glob("*.md")) for block in blocks(path)]


def page(name: str) -> Path:
    """The page that speaks of a measure."""
    return PAGES / place("measures", name).partition("#")[0]


def section(name: str) -> str:
    """What the pages say of a measure."""
    text = page(name).read_text(encoding="utf-8")
    return next(part for part in re.split(r"^## ", text, flags=re.MULTILINE) if part.startswith(f"`{name}`\n"))


@pytest.mark.parametrize("name", OURS)
def test_a_measure_has_a_section_with_formula_range_and_what_it_is_blind_to(name: str) -> None:
    text = section(name)

    assert f"<!-- measure: {name} -->" in text
    assert "$$" in text
    assert "**Range**" in text
    assert "**Blind to**" in text


@pytest.mark.parametrize("name", OURS)
def test_a_measure_has_an_example(name: str) -> None:
    own = [block for block in EXAMPLES if block.page == page(name) and name in block.figures]

    assert own, f"No example on {page(name).name} has a line that begins with {name}."


@pytest.mark.parametrize("block", EXAMPLES, ids=[f"{it.page.stem}-{', '.join(it.figures)}" for it in EXAMPLES])
def test_an_example_is_true(block: Block) -> None:
    computed = {name: block.computed(name) for name in block.figures}

    assert block.figures == {
        name: {part: percent(computed[name][part]) for part in told} for name, told in block.figures.items()
    }


def test_no_page_is_about_a_measure_that_does_not_exist() -> None:
    told = {name for path in PAGES.glob("*.md") for name in re.findall(r"^## `(.*)`$", path.read_text(), re.MULTILINE)}

    assert told == set(OURS)


def test_the_table_of_measures_has_all_with_their_pages() -> None:
    rows = table("measures")

    assert [name for name in OURS if f"[`{name}`]({page(name).name}#{name})" not in rows] == []
