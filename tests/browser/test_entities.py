"""The page of entities: one is chosen in the list or in the text, and its mentions are walked through."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import anaphora
from tests.browser.conftest import (
    BOLD,
    CLOSING,
    NOVEL,
    SCREENS,
    Visit,
    Written,
    grave_in_any_look,
    injected,
    require_focus,
    width,
)

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

DARCY, ELIZABETH, LONDON = "Mr. Darcy", "Elizabeth", "London"
COLOUR = "element => getComputedStyle(element).backgroundColor"


@pytest.fixture
def page(visit: Visit, written: Written) -> "Page":
    return started(visit(written("entities")))


def started(page: "Page") -> "Page":
    expect(page.locator(".reader .pages").first).to_be_visible()
    return page


def row(page: "Page", name: str) -> "Locator":
    return page.locator(f".list li:has(> a > bdi:text-is('{name}'))")


def mentions(page: "Page", name: str) -> "Locator":
    return page.locator(f".words [data-e='{row(page, name).get_attribute('data-e')}']")


def choose(page: "Page", name: str) -> "Locator":
    """Choose an entity in the list, and return its mentions."""
    row(page, name).locator("> a").click()
    return mentions(page, name)


def require_chosen(page: "Page", name: str) -> None:
    expect(row(page, name)).to_have_class("chosen")
    expect(page.locator(".list li.chosen")).to_have_count(1)
    assert page.locator(".words .chosen").count() == mentions(page, name).count() > 0


def require_in_sight(page: "Page", mention: "Locator") -> None:
    box, pane = mention.bounding_box(), page.locator(".words").bounding_box()
    assert box
    assert pane
    assert pane["y"] <= box["y"] <= pane["y"] + pane["height"]


def shown(page: "Page") -> list[str]:
    return [names.strip() for names in page.locator(".list li > a:visible").all_text_contents()]


def test_an_entity_of_the_list_is_marked_and_keys_and_buttons_go_round_its_mentions(page: "Page") -> None:
    other = mentions(page, ELIZABETH).first
    before = other.evaluate(COLOUR)
    chosen = choose(page, DARCY)
    require_chosen(page, DARCY)
    require_focus(chosen.first)
    assert other.evaluate(COLOUR) not in (before, chosen.first.evaluate(COLOUR))  # dimmed
    expect(page.locator(".reader [role=status]")).to_contain_text(f"1 of {chosen.count()}")

    chosen.first.press("n")
    require_focus(chosen.nth(1))
    chosen.nth(1).press("p")
    chosen.first.press("p")
    require_focus(chosen.last)
    require_in_sight(page, chosen.last)
    page.get_by_role("button", name="next").click()
    expect(chosen.first).to_have_attribute("aria-current", "true")
    require_in_sight(page, chosen.first)

    page.keyboard.press("Escape")
    expect(page.locator(".chosen, .choosing")).to_have_count(0)
    expect(page.get_by_role("button", name="next")).to_be_disabled()


def test_a_mention_an_arrow_and_a_place_of_the_strip_choose_in_the_text(page: "Page") -> None:
    inner = page.locator(".words .m .m:text-is('his')").first  # inside another mention
    inner.click()
    require_chosen(page, DARCY)
    expect(inner).to_have_attribute("aria-current", "true")
    page.keyboard.press("Escape")

    page.locator(".words").focus()
    page.keyboard.press("ArrowRight")
    require_chosen(page, DARCY)
    page.keyboard.press("ArrowRight")
    require_chosen(page, ELIZABETH)
    page.keyboard.press("ArrowLeft")
    require_chosen(page, DARCY)

    strip = row(page, ELIZABETH).locator(".strip")
    box = strip.bounding_box()
    assert box
    strip.click(position={"x": box["width"] - 2, "y": 3})
    require_focus(mentions(page, ELIZABETH).last)
    require_in_sight(page, mentions(page, ELIZABETH).last)


def test_the_list_is_filtered_by_any_mention_kind_and_number_of_mentions(page: "Page") -> None:
    everything = shown(page)
    for words, names in {"DARCY": [DARCY], "she": [ELIZABETH], "": everything}.items():
        page.get_by_label("Find").fill(words)
        assert shown(page) == names
    page.get_by_label("Kind").select_option("place")
    assert shown(page) == [LONDON]
    page.get_by_label("Kind").select_option(label="all")
    page.get_by_label("At least").fill("4")

    assert 0 < len(shown(page)) < len(everything)
    assert page.locator(".who [role=status]").inner_text() == f"{len(shown(page))} of {len(everything)} entities"


def test_those_that_occur_with_an_entity_lead_to_them_and_back(visit: Visit, written: Written, page: "Page") -> None:
    page.locator(".matrix").first.get_by_role("link", name=ELIZABETH).click()
    require_chosen(page, ELIZABETH)
    expect(mentions(page, ELIZABETH).first).to_be_in_viewport()
    choose(page, DARCY)
    table = row(page, DARCY).locator("table")
    rows = [cells.split() for cells in table.locator("tbody tr").all_inner_texts()]
    assert rows[0] == [ELIZABETH, "4", "3"]
    assert [LONDON, "2", "2"] in rows
    table.get_by_role("link", name=LONDON).click()
    require_chosen(page, LONDON)

    again = started(visit(written("entities"), page.url.partition("#")[2]))
    require_chosen(again, LONDON)
    for name in (DARCY, ELIZABETH):
        page.go_back()
        require_chosen(page, name)
    page.go_back()
    expect(page.locator(".chosen")).to_have_count(0)


def test_without_a_script_text_and_list_are_there_and_the_list_leads_into_the_text(
    visit: Visit, written: Written
) -> None:
    page = visit(written("entities"), java_script_enabled=False)
    row(page, LONDON).locator("> a").click()

    assert mentions(page, DARCY).first.evaluate(COLOUR) != "rgba(0, 0, 0, 0)"
    expect(mentions(page, LONDON).first).to_be_in_viewport()
    assert page.locator(":is(.filters, .reader .pages):visible").count() == 0
    assert page.locator(".matrix").first.is_visible()


def test_a_phone_goes_to_what_is_chosen(visit: Visit, written: Written) -> None:
    page = started(visit(written("entities"), viewport=SCREENS["narrow"]))
    before = width(page)
    chosen = choose(page, LONDON)

    expect(chosen.first).to_be_in_viewport()
    assert max(before, width(page)) <= SCREENS["narrow"]["width"]


def test_no_look_has_a_grave_violation_before_and_after_an_entity_is_chosen(page: "Page") -> None:
    assert grave_in_any_look(page) == {}
    choose(page, DARCY)
    assert grave_in_any_look(page) == {}


def test_several_texts_are_read_apart_and_shown_as_they_are(visit: Visit, tmp_path: Path) -> None:
    """Texts, and names of files, are never run."""
    hostile, novel = tmp_path / "it's <b>&.txt", tmp_path / "novel.txt"
    hostile.write_text(f"Ann read {BOLD}. She saw {CLOSING} and wrote {BOLD} to Ann.", "utf-8")
    novel.write_text(NOVEL.replace("Elizabeth", "Ann"), "utf-8")
    page = started(visit(anaphora.chains([novel, hostile], "mention_pair").report(tmp_path / "both.html")))
    second = page.locator("article").nth(1)
    second.locator(".list li > a > bdi:text-is('Ann')").click()

    expect(second.locator(".words .chosen")).to_have_count(3)
    expect(page.locator("article").first.locator(".chosen")).to_have_count(0)
    assert "it's <b>&" in page.locator("main").inner_text()
    assert BOLD in second.locator(".words").inner_text()
    assert CLOSING in second.locator(".words").inner_text()
    assert injected(page) == 0
