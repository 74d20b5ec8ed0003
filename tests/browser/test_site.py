"""The documentation site, opened as files without a network: it searches, draws formulas, and fits a small screen."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SCREENS, Visit
from tests.browser.test_accessibility import grave, rules

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = {"width": 380, "height": 740}
PAGES = (
    "index",
    "start/own-resolver",
    "science/measures/blanc",
    "python/notebook",
    "results/resolvers",
    "tasks/compare",
)


@pytest.fixture
def read(visit: Visit, site: Path) -> Callable[..., "Page"]:
    """Open a page of the site."""
    return lambda name, **options: visit(site / f"{name}.html", site=site, **options)


def test_search_finds_a_measure_without_a_server(read: Callable[..., "Page"]) -> None:
    page = read("index")

    page.get_by_placeholder("Search").click()
    page.keyboard.type("exclusive_core_mr")

    expect(page.locator(".md-search-result__item a").first).to_have_attribute(
        "href", re.compile("science/measures/others.html")
    )


def test_no_page_is_long(read: Callable[..., "Page"], site: Path) -> None:
    """But the reference, the changelog, and the README, which `tests/test_repository.py` counts in lines."""
    names = [path.relative_to(site).with_suffix("").as_posix() for path in site.rglob("*.html")]
    long = ("files/", "reference/", "404", "project/overview", "project/changelog")
    pages = [name for name in names if not name.startswith(long)]
    heights = {name: read(name).evaluate("document.documentElement.scrollHeight") for name in pages}

    assert {name: height for name, height in heights.items() if height > 6000} == {}


def test_a_formula_is_drawn(read: Callable[..., "Page"]) -> None:
    formula = read("science/measures/muc").locator(".formula math").first

    box = formula.bounding_box()
    assert box
    assert box["height"] > 30  # a fraction has two storeys


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_a_telephone(read: Callable[..., "Page"], name: str) -> None:
    page = read(name, viewport=PHONE)

    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_grave_violation(read: Callable[..., "Page"], name: str, looks: tuple[str, str]) -> None:
    theme, screen = looks
    page = read(name, color_scheme=theme, viewport=SCREENS[screen])

    assert grave(page, rules(looks) | {"preload": False}, within=".md-content") == []
