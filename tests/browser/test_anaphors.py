"""The anaphors of a report: filtered and sorted in the table, followed into the text, explained, and back again."""

import re
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import RESOLVERS, Visit, Written, require_focus, require_keys

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

ZONE = """() => {
  const zones = '#walk, #reading, #candidates, #filters, #more-sets, #tools, #anaphor-table, #pages';
  const here = document.activeElement;
  return here.closest(zones)?.id ?? (here.matches('.scroll:has(#anaphor-table)') ? 'anaphor-table' : '');
}"""
"""Where the focus is; the box that scrolls the table counts as the table."""
COUNTS = """async () => {
  const held = outcomes(unpacked(await inflated('traces')));
  const links = [...document.querySelectorAll('a[data-filter]')].filter(link => /^\\d+$/.test(link.textContent));
  return links.map(({ dataset, textContent }) =>
    [Number(textContent), passing(held, filterFromQuery(dataset.filter)).length]);
}"""
"""The numbers that lead to anaphors, each with how many pass its filter."""
KEPT = """() => {
  const { under, top } = history.state?.standing ?? {};
  const heading = document.getElementById(under) ?? document.querySelector('h1');
  return top !== undefined && Math.abs(heading.getBoundingClientRect().top - top) < 1;
}"""
"""Whether the history has noted where the window stands now."""


@pytest.fixture
def page(visit: Visit, written: Written) -> "Page":
    """The report, with its scripts started."""
    return started(visit(written("report")))


def started(page: "Page") -> "Page":
    expect(page.locator("#filters")).to_be_visible()
    return page


def rows(page: "Page") -> "Locator":
    return page.locator("#anaphor-table tbody tr")


def column(page: "Page", name: str, part: str = "textContent") -> list[str]:
    """The cells of a column on the page of the table that is shown."""
    cells = page.locator(f"#anaphor-table tbody td[data-r='{name}']")
    return list(cells.evaluate_all(f"cells => cells.map(cell => cell.{part})"))


def choose(page: "Page", name: str, value: str) -> None:
    page.locator(f"#filters select[name={name}]").select_option(value)


def shown(page: "Page") -> tuple[int, int]:
    """How many anaphors are said to be shown, and of how many."""
    words = page.locator("#shown").inner_text().split()
    return int(words[0]), int(words[2])


def height(element: "Locator") -> int:
    """Where an element stands below the top of the window, in steps of four pixels, when that is kept."""
    element.page.wait_for_function(KEPT)
    return round(float(element.evaluate("element => element.getBoundingClientRect().top / 4")))


def entries(page: "Page") -> int:
    return int(page.evaluate("history.length"))


def test_filters_keep_what_passes_in_the_table_in_a_file_and_on_paper(page: "Page", tmp_path: Path) -> None:
    page.locator("#filters select[name=wrong]").select_option(label="mars")
    page.locator("#filters select[name=right]").select_option(label="lappin_leass")
    count, every = shown(page)
    assert 0 < count < every
    expect(rows(page)).to_have_count(count)
    assert set(column(page, "lappin_leass", "className")) == {"right"}
    assert "right" not in column(page, "mars", "className")
    with page.expect_download() as started:
        page.locator("#csv").click()
    started.value.save_as(tmp_path / "rows.csv")
    assert len((tmp_path / "rows.csv").read_text("utf-8").splitlines()) == 1 + count

    page.locator("#filters input[name=text]").fill("no such word anywhere")
    expect(rows(page)).to_have_text("No anaphor passes the filter.")
    page.get_by_role("button", name="Clear").click()
    expect(rows(page)).to_have_count(100)
    choose(page, "difficulty", "critical")
    critical, _ = shown(page)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert critical > 100
    expect(rows(page)).to_have_count(critical)


def test_numbers_lead_to_the_anaphors_that_they_count_and_headings_sort_them(page: "Page") -> None:
    counts = page.evaluate(COUNTS)
    assert len(counts) > 20
    assert [pair for pair in counts if pair[0] != pair[1]] == []

    link = page.locator("a[data-filter='right=0&wrong=1']:visible").first
    number = int(link.inner_text())
    link.click()
    assert shown(page)[0] == number
    expect(page.locator("#filters")).to_be_in_viewport()
    assert page.evaluate(ZONE) == "anaphor-table"

    heading = page.locator("#anaphor-table thead th[data-sort=candidates]")
    heading.locator("button").click()
    expect(heading).to_have_attribute("aria-sort", "ascending")
    heading.locator("button").click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    after = [int(cell.split("→")[1]) for cell in column(page, "candidates") if "→" in cell]
    assert after == sorted(after, reverse=True)
    assert after[0] > after[-1]


def test_an_anaphor_is_followed_into_the_text_and_keys_lead_on(page: "Page") -> None:
    assert not page.locator("#weighing").is_visible()
    page.locator("#anaphor-table tbody a[href='#a7']").click()
    anaphor = page.locator("#reading [data-a='7']")
    require_focus(anaphor)
    expect(anaphor).to_be_in_viewport()
    expect(anaphor).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#where")).to_contain_text("anaphor 7 of ")
    expect(page.locator("#candidates .candidate-table tbody tr").first).to_be_attached()
    expect(page.locator("#weighing")).to_be_visible()
    expect(page.locator("tr#a7")).to_have_class("chosen")

    require_keys(page, anaphor, page.locator("#reading [data-a='8']"))
    anaphor.press("Escape")
    expect(page.locator("#weighing")).to_be_hidden()
    anaphor.click()
    anaphor.press("d")  # to the next disagreement
    expect(page.locator("#where")).not_to_contain_text("anaphor 7 of")
    answers = [page.locator(f"#anaphor-table tr.chosen td[data-r='{name}']").inner_text() for name in RESOLVERS]
    assert len(set(answers)) > 1


def test_tab_goes_from_text_to_candidates_to_filters_to_list(page: "Page") -> None:
    page.locator("#more-sets button", has_text="only mitkov right").click()
    page.locator("#anaphor-table tbody a").first.click()
    page.locator("#previous").focus()
    visited = [page.evaluate(ZONE)]
    while visited[-1] and len(visited) < 160:
        page.keyboard.press("Tab")
        visited.append(page.evaluate(ZONE))

    order = [zone for zone, _ in groupby(filter(None, visited))]
    assert order == ["walk", "reading", "candidates", "filters", "more-sets", "tools", "anaphor-table"]


def test_candidates_have_their_votes_the_decision_and_what_lost_it_and_a_link_restores_them(
    visit: Visit, page: "Page"
) -> None:
    page.locator("#filters select[name=wrong]").select_option(label="mars")
    choose(page, "stage", "outranked")
    number = rows(page).nth(2).locator("a").inner_text()
    rows(page).nth(2).locator("a").click()
    page.locator("#candidates select").select_option(label="mars")
    why = page.locator("#candidates .why")
    expect(why).to_contain_text("mars chose")
    expect(why).to_contain_text("Lost as: outranked.")
    chosen = page.locator("#candidates tr.chosen")
    expect(chosen).to_contain_text("✗ wrong")
    votes = re.findall(r"[+−]\d+", chosen.locator(".bars").inner_text())
    total = sum(int(vote.replace("−", "-")) for vote in votes)
    assert chosen.locator(".total").inner_text().replace("−", "-") == str(total)

    again = started(visit(page.url))
    expect(again.locator("#where")).to_contain_text(f"anaphor {number} of")
    expect(again.locator("#shown")).to_have_text(page.locator("#shown").inner_text())
    expect(again.locator("#filters select[name=wrong] option:checked")).to_have_text("mars")
    expect(again.locator("#candidates .why")).to_have_text(why.inner_text())


def test_back_forward_and_reloading_lead_to_where_the_reader_was(page: "Page") -> None:
    number, line = page.locator("a[data-filter]:visible").nth(5), page.locator("#shown")
    number.scroll_into_view_if_needed()
    before = height(number)
    number.click()
    there, words = height(line), line.inner_text()
    assert height(number) < 0
    assert words.startswith(number.inner_text())

    page.go_back()
    require_focus(number)
    assert height(number) == before
    assert line.inner_text() != words
    page.go_forward()
    expect(line).to_have_text(words)
    assert height(line) == there
    page.locator("nav a[href='#losses']").evaluate("link => link.click()")
    expect(page).to_have_url(re.compile("#losses$"))
    assert height(line) > there
    page.go_back()
    expect(page).not_to_have_url(re.compile("#losses$"))
    assert (height(line), line.inner_text()) == (there, words)
    page.reload()
    expect(line).to_have_text(words)
    assert height(line) == there


def test_back_from_the_text_returns_to_the_same_row_of_the_list(page: "Page") -> None:
    page.locator("#pages .next").click()
    link = page.locator("#anaphor-table tbody a[href='#a120']")
    link.scroll_into_view_if_needed()
    before = height(link)
    link.evaluate("link => link.click()")
    require_focus(page.locator("#reading [data-a='120']"))
    page.go_back()

    expect(page.locator("#where")).to_have_text("no anaphor chosen")
    assert height(link) == before


def test_a_filter_a_typed_word_and_a_walk_are_one_entry_each_and_reading_is_none(page: "Page") -> None:
    before, line = entries(page), page.locator("#shown")
    page.mouse.wheel(0, 3000)
    page.wait_for_function("scrollY > 0")
    page.wait_for_function(KEPT)
    page.locator("figure summary").first.click()
    assert entries(page) == before

    page.locator("#filters select[name=wrong]").select_option(label="mars")
    first = line.inner_text()
    page.locator("#filters select[name=right]").select_option(label="hobbs")
    assert entries(page) == before + 2
    page.go_back()
    expect(line).to_have_text(first)
    expect(page.locator("#filters select[name=right]")).to_have_value("")
    page.locator("#filters input[name=text]").press_sequentially("the ")
    assert entries(page) == before + 2
    for _ in range(3):
        page.locator("#next").click()
    assert entries(page) == before + 3
