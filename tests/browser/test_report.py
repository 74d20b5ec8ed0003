"""The report as a reader finds it: whole without a script, in any theme, on a narrow screen, on paper."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Visit

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Page

NARROW = {"width": 400, "height": 800}
REPORTS = ("short_report", "ablation_report", "score_report", "hostile_report")


@pytest.fixture(params=REPORTS)
def each_report(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(request.param)
    return found


def background(page: "Page") -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_without_a_script_sections_charts_tables_and_the_first_anaphors_are_there(visit: Visit, report: Path) -> None:
    with_script, without = visit(report), visit(report, java_script_enabled=False)

    for selector in (
        "main section:not(#reader, #weighing) > h2",
        "figure svg",
        "table.figures",
        "#anaphor-table tbody tr",
    ):
        assert without.locator(selector).count() == with_script.locator(selector).count() > 0
    assert without.locator("#anaphor-table tbody tr").first.is_visible()
    assert re.search(r"The first 100 of \d+ anaphors", without.locator("#shown").inner_text())


def test_without_a_script_nothing_is_offered_that_needs_one(visit: Visit, short_report: Path) -> None:
    page = visit(short_report, java_script_enabled=False)

    assert not any(button.is_visible() for button in page.locator("button, input, select").all())
    assert not page.locator("#reader").is_visible()
    assert not page.locator("#weighing").is_visible()


def test_the_theme_button_changes_the_colours_for_good(visit: Visit, short_report: Path) -> None:
    page = visit(short_report, color_scheme="light")
    seen = []
    for _ in range(3):
        page.locator("#theme").click()
        seen.append((page.locator("#theme").inner_text(), background(page)))
    page.locator("#theme").click()
    page.locator("#theme").click()
    page.reload()

    assert seen == [
        ("Theme: light", "rgb(255, 255, 255)"),
        ("Theme: dark", "rgb(20, 23, 26)"),
        ("Theme: system", "rgb(255, 255, 255)"),
    ]
    assert background(page) == "rgb(20, 23, 26)"


def test_a_narrow_screen_scrolls_tables_and_charts_but_not_the_page(visit: Visit, each_report: Path) -> None:
    page = visit(each_report, viewport=NARROW)

    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_on_paper_figures_are_open_and_controls_are_gone(visit: Visit, short_report: Path) -> None:
    page = visit(short_report, color_scheme="dark")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")

    assert background(page) == "rgb(255, 255, 255)"
    assert page.locator("figure details[open]").count() > 3
    assert page.locator(":not(.small) > figure details:not([open])").count() == 0
    controls = "nav, form, button, select, input, .skip"
    assert [found.evaluate("it => it.outerHTML") for found in page.locator(controls).all() if found.is_visible()] == []


def test_on_paper_no_row_is_cut(visit: Visit, report: Path) -> None:
    """Neither by the end of a page nor by the edge of what scrolls on a screen."""
    page = visit(report)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 1031, "height": 703})  # what A4 landscape leaves within margins of 12 mm

    breakable = "rows => rows.filter(row => getComputedStyle(row).breakInside !== 'avoid').length"
    cut = """boxes => boxes.filter(box => box.offsetParent && getComputedStyle(box).overflow !== 'visible').length"""
    assert page.evaluate("document.documentElement.scrollWidth") <= 1031
    assert page.locator("main tr").evaluate_all(breakable) == 0
    assert page.locator(".scroll").evaluate_all(cut) == 0
