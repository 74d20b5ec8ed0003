"""The errors of responses: filtered, opened in the text beside the chains of key and response, walked by keys."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import COLOURS, SCREENS, Visit, Written, grave, width

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Locator, Page


@pytest.fixture
def page(visit: Visit, written: Written) -> "Page":
    return started(visit(written("errors")))


def started(page: "Page") -> "Page":
    expect(page.locator("#error-filters")).to_be_visible()
    return page


def rows(page: "Page") -> "Locator":
    return page.locator("#error-table tbody tr")


def shown(page: "Page") -> int:
    return int(page.locator("#errors-shown").inner_text().split()[0].replace(",", ""))


def box_of(element: "Locator") -> "FloatRect":
    box = element.bounding_box()
    assert box
    return box


def test_filters_keep_errors_of_one_type_of_one_response_with_some_words(page: "Page") -> None:
    everything, words = shown(page), page.locator("#error-filters input[name=text]")
    word = rows(page).locator("mark").first.inner_text()
    words.fill(word)
    assert 0 < shown(page) < everything
    for sentence in rows(page).locator(".sentence").all_inner_texts():
        assert word.lower() in sentence.lower()

    words.fill("")
    page.locator("#error-filters select[name=type]").select_option(label="divided entity")
    both = shown(page)
    page.locator("#error-filters select[name=response]").select_option(label="mars")
    assert everything > both > shown(page) > 0
    for cell in rows(page).locator("td:nth-child(2)").all_inner_texts():
        assert cell.split() == ["divided", "entity", "mars"]


def test_the_text_has_the_chains_of_both_sides_below_its_words(page: "Page") -> None:
    sides = [page.locator(f"#chain-text .sentence p:nth-child({side}) .badge").all_inner_texts() for side in (1, 2)]
    key, response = ({letter for letter in side if letter.isalpha()} for side in sides)
    assert key & response  # mentions of one entity have one letter on both sides
    line = page.locator("#chain-text .line").first
    word = box_of(line.locator("..").locator(".w"))
    assert box_of(line)["y"] > word["y"] + word["height"] / 2

    before = page.locator("#chain-text .badge").count()
    page.locator("#chain-text select").last.select_option(index=1)
    badges = page.locator("#chain-text .sentence p:first-child .badge").all_inner_texts()
    assert 0 < len(badges) < before
    assert {badge.strip("–✗") for badge in badges} == {"A"}


def test_an_error_opens_in_the_text_of_both_sides_and_keys_and_back_lead_on(page: "Page") -> None:
    row = rows(page).first
    marked = row.locator("mark").first.inner_text()
    row.locator("a").click()
    expect(page.locator("#chain-text .told-error mark")).to_have_text(marked)
    expect(row).to_have_class("chosen")
    for side in (1, 2):
        part = page.locator(f"#chain-text .sentence p:nth-child({side}) .w.part")
        word = part.first.evaluate("element => element.firstChild.data")
        assert re.sub(r"\W*[A-Z+]*\d*[–✗]?$", "", word) in marked

    page.keyboard.press("n")
    expect(rows(page).nth(1)).to_have_class("chosen")
    page.keyboard.press("p")
    expect(row).to_have_class("chosen")
    rows(page).nth(2).locator("a").click()
    expect(rows(page).nth(2)).to_have_class("chosen")
    page.go_back()
    expect(row).to_have_class("chosen")


def test_a_link_holds_filter_and_error_and_no_look_has_a_grave_violation(
    visit: Visit, written: Written, page: "Page"
) -> None:
    page.locator("#error-filters select[name=type]").select_option(label="missing mention")
    rows(page).nth(1).locator("a").click()
    opened = page.locator("#chain-text .told-error")
    expect(opened).to_be_visible()
    again = started(visit(written("errors"), page.url.partition("#")[2]))
    expect(again.locator("#errors-shown")).to_have_text(page.locator("#errors-shown").inner_text())
    expect(again.locator("#chain-text .told-error")).to_have_text(opened.inner_text())

    assert grave(page, within="#error-workbench") == []
    page.emulate_media(color_scheme="dark")
    assert grave(page, COLOURS, "#error-workbench") == []


def test_without_a_script_the_first_errors_stand_in_their_sentences(visit: Visit, written: Written) -> None:
    page = visit(written("errors"), java_script_enabled=False)

    assert rows(page).count() == 25
    assert rows(page).first.locator("mark").is_visible()
    assert page.locator(":is(#chain-reader, #error-filters):visible").count() == 0


def test_a_phone_has_key_and_response_below_each_other(visit: Visit, written: Written) -> None:
    page = started(visit(written("errors"), viewport=SCREENS["narrow"]))
    key, response = map(box_of, page.locator("#chain-text .sentence").first.locator("p").all())

    assert response["y"] >= key["y"] + key["height"]
    assert width(page) <= SCREENS["narrow"]["width"]
