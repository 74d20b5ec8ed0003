"""What axe-core finds in the pages, in both themes: its rules of WCAG 2.2, levels A and AA, and of good practice."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Live, Visit

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Page

THEMES = ("light", "dark")
GRAVE = ("serious", "critical")
ALL: dict[str, Any] = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
COLOURS = ALL | {"runOnly": ["color-contrast"], "rules": {}}
"""The only rule that the theme matters to."""


def grave(page: "Page", options: dict[str, Any], within: str = "html") -> list[str]:
    """The serious and critical violations, with their places."""
    if not find_spec("axe_playwright_python"):
        pytest.skip("the package axe-playwright-python is not installed; make test installs it")
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, within, options).response["violations"]
    return [f"{it['id']}: {[node['target'] for node in it['nodes']]}" for it in found if it["impact"] in GRAVE]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["short_report", "ablation_report", "score_report"])
def test_a_report_has_no_grave_violation(visit: Visit, request: pytest.FixtureRequest, name: str, theme: str) -> None:
    report: Path = request.getfixturevalue(name)
    page = visit(report, color_scheme=theme)

    assert grave(page, ALL if theme == "light" else COLOURS) == []


def test_an_opened_anaphor_has_no_grave_violation(visit: Visit, short_report: Path) -> None:
    page = visit(short_report, "a1")
    expect(page.locator("#reading [data-a='1']")).to_be_focused()

    assert grave(page, ALL, "#workbench") == []


@pytest.mark.parametrize("theme", THEMES)
def test_the_live_page_has_no_grave_violation_before_and_after_an_analysis(
    visit: Visit, live: Live, theme: str
) -> None:
    page = visit(live.url, color_scheme=theme)
    options = ALL if theme == "light" else COLOURS
    assert grave(page, options) == []
    page.locator("#text").fill("Press the key and hold it down. If it flickers, release it.")
    page.locator("#analyse").click()
    expect(page.locator("#message")).to_contain_text("Done")
    for summary in page.locator("#drawer > details > summary").all():
        summary.click()
    page.locator("#drawer details details > summary").first.click()

    assert grave(page, options) == []
