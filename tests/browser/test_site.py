"""The documentation site, opened as files without a network: it searches, draws formulas, and fits a small screen."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ALL, COLOURS, SCREENS, Visit, grave, width

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Page

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


def test_search_finds_a_measure_without_a_server_and_its_formula_is_drawn(read: Callable[..., "Page"]) -> None:
    page = read("index")
    page.get_by_placeholder("Search").click()
    page.keyboard.type("exclusive_core_mr")
    found = page.locator(".md-search-result__item a").first
    expect(found).to_have_attribute("href", re.compile("science/measures/others.html"))

    box = read("science/measures/muc").locator(".formula math").first.bounding_box()
    assert box
    assert box["height"] > 30  # a fraction has two storeys


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_a_telephone_and_has_no_grave_violation(read: Callable[..., "Page"], name: str) -> None:
    page = read(name, color_scheme="light", viewport=SCREENS["narrow"])

    assert width(page) <= SCREENS["narrow"]["width"]
    assert grave(page, ALL | {"preload": False}, within=".md-content") == []
    dark = read(name, color_scheme="dark", viewport=SCREENS["wide"])
    assert grave(dark, COLOURS | {"preload": False}, within=".md-content") == []
