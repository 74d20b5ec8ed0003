"""The tab Score, as somebody uses it who wants to see which links a measure counts."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import (
    BOLD,
    CLOSING,
    SCREENS,
    Live,
    Visit,
    grave_in_any_look,
    injected,
    require_focus,
    width,
)

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

IMAGE = "<img/src=x/onerror=alert(2)>"
WORDS = ["Ann", BOLD, CLOSING, "saw", IMAGE, "."]
HOSTILE = json.dumps({"doc_key": f"{CLOSING}{BOLD}", "sentences": [WORDS], "clusters": [[[0, 1], [4, 4]]]})
NAME = 'it\'s <b>&"x".jsonlines'
EVE = 1  # a mention that only the key has
SHE = 3


@pytest.fixture
def page(visit: Visit, live: Live) -> "Page":
    """The example in both boxes, scored."""
    page = visit(f"{live.url}#score", viewport=SCREENS["wide"])
    expect(page.locator("#score-message")).to_contain_text("An example at work")
    return page


def links(page: "Page") -> dict[str, int]:
    """How many arrows there are of each state."""
    return {state: page.locator(f"#links-text .arrow.{state}").count() for state in ("right", "missing", "spurious")}


def measure(page: "Page", name: str) -> "Locator":
    return page.locator("#score-figures").get_by_role("button", name=name, exact=True)


def test_links_of_a_measure_are_drawn_and_listed_and_those_of_one_mention_alone(page: "Page") -> None:
    assert links(page) == {"right": 2, "missing": 2, "spurious": 2}
    expect(page.locator("#link-list tbody tr").last).to_contain_text("2/4")
    assert grave_in_any_look(page) == {}

    measure(page, "lea").click()
    assert links(page) == {"right": 2, "missing": 3, "spurious": 4}
    page.locator(f"[data-mention='{SHE}']").click()
    assert links(page) == {"right": 0, "missing": 1, "spurious": 2}
    measure(page, "ceaf_e").click()
    expect(page.locator("#links-aligned tbody tr")).to_have_count(2)
    expect(page.locator("#link-list tbody tr:not(.ahead)")).to_have_count(2)  # B is not aligned, 1 with A
    assert grave_in_any_look(page) == {}
    for screen in SCREENS.values():
        page.set_viewport_size({"width": screen["width"], "height": screen["height"]})
        assert width(page) <= screen["width"]


def test_the_keyboard_alone_goes_from_tab_to_box_to_measure_to_mention(visit: Visit, live: Live) -> None:
    page = visit(live.url, viewport=SCREENS["wide"])
    page.locator("#tab-resolve").focus()
    page.keyboard.press("ArrowRight")
    require_focus(page.locator("#tab-score"))
    expect(page.locator("#panel-resolve")).to_be_hidden()
    expect(page.locator("#score-message")).to_contain_text("An example at work")

    page.locator("#theme").press("Tab")
    require_focus(page.locator("#box-key"))
    page.locator("#box-response").focus()
    page.keyboard.insert_text(" \n- Eve: Eve, her\n")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#score-message")).to_contain_text("Scored. The key is read as muc, the response as jsonlines.")
    measure(page, "b_cubed").press("Enter")
    require_focus(measure(page, "b_cubed"))
    expect(measure(page, "b_cubed")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-mention='0']").focus()
    page.keyboard.press("ArrowRight")
    require_focus(page.locator(f"[data-mention='{EVE}']"))
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-mention='{EVE}']")).to_have_attribute("aria-pressed", "true")

    page.locator("#box-key").fill("Ann met Eve.")
    visit.failing.add(422)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#score-message")).to_contain_text("the format is not recognised")
    expect(page.locator("#score-result")).to_be_hidden()
    page.locator("#tab-score").press("ArrowLeft")
    expect(page.locator("#text")).to_be_visible()


def test_hostile_files_are_shown_as_they_are_also_in_a_saved_page(visit: Visit, page: "Page", tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(HOSTILE, "utf-8")
    for box in ("key", "response"):
        page.locator(f"#file-{box}").set_input_files(tmp_path / NAME)
    expect(page.locator("#holds-response")).to_have_text(NAME)
    page.locator("#boxes button[type=submit]").click()
    expect(page.locator("#score-message")).to_contain_text("Scored.")
    measure(page, "lea").click()
    with page.expect_download() as started:
        page.locator("#save-score").click()
    started.value.save_as(tmp_path / "saved.html")

    saved = visit(tmp_path / "saved.html", offline=True, viewport=SCREENS["narrow"])
    for place in (page, saved):
        expect(measure(place, "lea")).to_have_attribute("aria-pressed", "true")
        expect(place.locator("#link-list tbody th").first).to_contain_text(f"{IMAGE}2")
        assert links(place) == {"right": 1, "missing": 0, "spurious": 0}
        assert injected(place) == 0
    expect(saved.locator("h1")).to_have_text("Which links are right?")
    assert width(saved) <= SCREENS["narrow"]["width"]
    assert grave_in_any_look(saved) == {}
