"""What axe-core finds in the pages: its rules of WCAG 2.2, levels A and AA, and of good practice.

All rules run on a wide and on a narrow screen in the light theme; in the dark theme only the contrast differs.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SCREENS, Live, Visit

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Page

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


def opened(visit: Visit, place: Path | str, looks: tuple[str, str], fragment: str = "") -> "Page":
    """A page in a theme, on a screen."""
    theme, screen = looks
    return visit(place, fragment, color_scheme=theme, viewport=SCREENS[screen])


def rules(looks: tuple[str, str]) -> dict[str, Any]:
    return ALL if looks[0] == "light" else COLOURS


@pytest.mark.parametrize("name", ["short_report", "ablation_report", "score_report"])
def test_a_report_has_no_grave_violation(
    visit: Visit, request: pytest.FixtureRequest, name: str, looks: tuple[str, str]
) -> None:
    report: Path = request.getfixturevalue(name)

    assert grave(opened(visit, report, looks), rules(looks)) == []


def test_an_opened_anaphor_has_no_grave_violation(visit: Visit, short_report: Path, looks: tuple[str, str]) -> None:
    page = opened(visit, short_report, looks, "a1")
    expect(page.locator("#reading [data-a='1']")).to_be_focused()

    assert grave(page, rules(looks), "#workbench") == []


def test_the_live_page_has_no_grave_violation_before_and_after_an_analysis(
    visit: Visit, live: Live, looks: tuple[str, str]
) -> None:
    page = opened(visit, live.url, looks)
    assert grave(page, rules(looks)) == []
    page.locator("#text").fill("Press the key and hold it down. If it flickers, release it.")
    page.locator("#analyse").click()
    expect(page.locator("#message")).to_contain_text("Done")
    for summary in page.locator("#drawer > details > summary").all():
        summary.click()
    page.locator("#drawer details details > summary").first.click()

    assert grave(page, rules(looks)) == []
