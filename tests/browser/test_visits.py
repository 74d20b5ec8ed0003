"""Back, Forward and reloading lead to where the reader was."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SETTLED = 300  # milliseconds, after which the place is kept


@pytest.fixture
def page(visit: Visit, report: Path) -> "Page":
    """The report, with its scripts started."""
    page = visit(report)
    expect(page.locator("#filters")).to_be_visible()
    return page


def height(element: "Locator") -> int:
    """Where an element stands below the top of the window, in steps of four pixels, when all is settled."""
    element.page.wait_for_timeout(SETTLED)
    return round(float(element.evaluate("it => it.getBoundingClientRect().top / 4")))


def entries(page: "Page") -> int:
    return int(page.evaluate("history.length"))


def shown(page: "Page") -> str:
    return page.locator("#shown").inner_text()


def test_back_from_a_number_returns_to_it(page: "Page") -> None:
    number = page.locator("a[data-filter]:visible").nth(5)
    number.scroll_into_view_if_needed()
    before = height(number)
    number.click()
    assert height(number) < 0
    page.go_back()

    assert height(number) == before
    expect(number).to_be_focused()
    assert not shown(page).startswith(number.inner_text())


def test_forward_shows_the_same_anaphors_again(page: "Page") -> None:
    page.locator("a[data-filter]:visible").nth(5).click()
    there, said = height(page.locator("#shown")), shown(page)
    page.go_back()
    height(page.locator("#shown"))
    page.go_forward()

    assert (height(page.locator("#shown")), shown(page)) == (there, said)


def test_back_from_the_text_returns_to_the_same_row_of_the_list(page: "Page") -> None:
    page.locator("#pages .next").click()
    link = page.locator("#anaphor-table tbody a[href='#a120']")
    link.scroll_into_view_if_needed()
    before = height(link)
    link.evaluate("it => it.click()")
    expect(page.locator("#reading [data-a='120']")).to_be_focused()
    page.go_back()

    assert height(link) == before
    expect(page.locator("#where")).to_have_text("no anaphor chosen")


def test_back_takes_one_filter_away(page: "Page") -> None:
    page.locator("#filters select[name=wrong]").select_option(label="mars")
    first = shown(page)
    page.locator("#filters select[name=right]").select_option(label="hobbs")
    page.go_back()

    expect(page.locator("#shown")).to_have_text(first)
    expect(page.locator("#filters select[name=right]")).to_have_value("")


def test_a_typed_word_and_steps_from_anaphor_to_anaphor_are_one_entry_each(page: "Page") -> None:
    before = entries(page)
    page.locator("#filters input[name=text]").press_sequentially("the ")
    assert entries(page) == before + 1
    page.locator("#next").click()
    page.locator("#next").click()
    page.locator("#next").click()

    assert entries(page) == before + 2


def test_a_report_that_was_only_read_adds_no_entry(page: "Page") -> None:
    before = entries(page)
    page.mouse.wheel(0, 3000)
    page.wait_for_timeout(SETTLED)
    page.locator("figure summary").first.click()

    assert entries(page) == before


def test_back_from_a_link_of_the_contents_returns(page: "Page") -> None:
    page.locator("a[data-filter]:visible").nth(5).click()
    there, said = height(page.locator("#shown")), shown(page)
    page.locator("nav a[href='#losses']").evaluate("it => it.click()")
    assert height(page.locator("#shown")) > there
    page.go_back()

    assert (height(page.locator("#shown")), shown(page)) == (there, said)


def test_a_reloaded_report_is_where_it_was(page: "Page") -> None:
    page.locator("a[data-filter]:visible").nth(5).click()
    there, said = height(page.locator("#shown")), shown(page)
    page.reload()
    expect(page.locator("#shown")).to_have_text(said)

    assert height(page.locator("#shown")) == there
