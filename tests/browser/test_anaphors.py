"""The anaphors of a report: filtered and sorted in the table, followed into the text, weighed anew."""

import re
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, require_keys

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

ZONE = """() => {
  const zones = '#walk, #reading, #candidates, #filters, #more-sets, #tools, #anaphor-table, #pages';
  const here = document.activeElement;
  return here.closest(zones)?.id ?? (here.matches('.scroll:has(#anaphor-table)') ? 'anaphor-table' : '');
}"""
"""Where the focus is; the box that scrolls the table counts as the table."""


@pytest.fixture
def page(visit: Visit, report: Path) -> "Page":
    """The report, with its scripts started."""
    return started(visit(report))


def started(page: "Page") -> "Page":
    expect(page.locator("#filters")).to_be_visible()
    return page


def rows(page: "Page") -> "Locator":
    return page.locator("#anaphor-table tbody tr")


def column(page: "Page", name: str, of: str = "it => it.textContent") -> list[str]:
    """The cells of a column on the page of the table that is shown."""
    return list(page.locator(f"#anaphor-table tbody td[data-r='{name}']").evaluate_all(f"cells => cells.map({of})"))


def shown(page: "Page") -> tuple[int, int]:
    """How many anaphors are said to be shown, and of how many."""
    words = page.locator("#shown").inner_text().split()
    return int(words[0]), int(words[2])


def test_the_filters_keep_what_one_gets_wrong_and_another_right(page: "Page") -> None:
    page.locator("#filters select[name=wrong]").select_option(label="mars")
    page.locator("#filters select[name=right]").select_option(label="lappin_leass")

    count, of = shown(page)
    assert 0 < count < of
    expect(rows(page)).to_have_count(count)
    assert set(column(page, "lappin_leass", "it => it.className")) == {"right"}
    assert "right" not in column(page, "mars", "it => it.className")


def test_a_filter_that_nothing_passes_says_so_and_is_cleared_again(page: "Page") -> None:
    page.locator("#filters input[name=text]").fill("no such word anywhere")
    expect(rows(page)).to_have_text("No anaphor passes the filter.")
    page.get_by_role("button", name="Clear").click()

    expect(rows(page)).to_have_count(100)


def test_a_number_in_a_figure_leads_to_the_anaphors_that_it_counts(page: "Page") -> None:
    link = page.locator("a[data-filter='right=0&wrong=1']:visible").first
    number = int(link.inner_text())
    link.click()

    assert shown(page)[0] == number
    expect(page.locator("#filters")).to_be_in_viewport()
    assert page.evaluate(ZONE) == "anaphor-table"


def test_every_number_with_a_filter_counts_its_anaphors(page: "Page") -> None:
    links = page.locator("a[data-filter]").evaluate_all("found => found.map(a => [a.dataset.filter, a.textContent])")
    count = "query => anaphora.filters.passing(anaphora.outcomes(data), anaphora.filters.fromQuery(query)).length"
    found = page.evaluate(
        f"""links => {{
          const data = JSON.parse(document.getElementById('traces').textContent);
          const count = {count};
          return links.map(link => count(link[0]));
        }}""",
        links,
    )
    told = [(int(text), number) for (_, text), number in zip(links, found, strict=True) if text.isdecimal()]

    assert len(told) > 20
    assert [pair for pair in told if pair[0] != pair[1]] == []


def test_a_heading_sorts_and_says_so(page: "Page") -> None:
    heading = page.locator("#anaphor-table thead th[data-sort=candidates]")
    heading.locator("button").click()
    expect(heading).to_have_attribute("aria-sort", "ascending")
    heading.locator("button").click()
    expect(heading).to_have_attribute("aria-sort", "descending")

    after = [int(cell.split("→")[1]) for cell in column(page, "candidates") if "→" in cell]
    assert after == sorted(after, reverse=True)
    assert after[0] > after[-1]


def test_rows_made_by_the_script_are_those_of_the_page_without_it(visit: Visit, page: "Page", report: Path) -> None:
    page.locator("#filters select[name=difficulty]").select_option(value="critical")
    _, every = shown(page)
    page.get_by_role("button", name="Clear").press("Enter")
    expect(page.locator("#shown")).to_have_text(f"{every} of {every} anaphors shown")
    written = rows(visit(report, java_script_enabled=False))
    words = "rows => rows.map(row => Array.from(row.cells, cell => cell.textContent.trim().replace(/\\s+/g, ' ')))"
    without_context = (
        f"rows => {{ rows.forEach(row => row.querySelector('details').remove()); return ({words})(rows); }}"
    )

    assert rows(page).evaluate_all(without_context) == written.evaluate_all(without_context)


def test_the_shown_rows_can_be_had_as_csv(page: "Page", tmp_path: Path) -> None:
    page.locator("#filters select[name=wrong]").select_option(label="mars")
    with page.expect_download() as started:
        page.locator("#csv").click()
    started.value.save_as(tmp_path / "rows.csv")

    assert len((tmp_path / "rows.csv").read_text("utf-8").splitlines()) == 1 + shown(page)[0]


def test_the_number_of_an_anaphor_leads_into_the_text_and_to_its_candidates(page: "Page") -> None:
    page.locator("#anaphor-table tbody a[href='#a7']").click()
    anaphor = page.locator("#reading [data-a='7']")

    expect(anaphor).to_be_focused()
    expect(anaphor).to_be_in_viewport()
    expect(anaphor).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#where")).to_contain_text("anaphor 7 of ")
    expect(page.locator("#candidates .candidate-table tbody tr").first).to_be_attached()
    expect(page.locator("tr#a7")).to_have_class("chosen")


def test_candidates_and_weights_are_there_only_with_an_anaphor(page: "Page") -> None:
    page.locator("#reader").scroll_into_view_if_needed()
    anaphor = page.locator("#reading [data-a='7']")
    expect(anaphor).to_be_visible()
    assert not page.locator("#weighing").is_visible()
    anaphor.click()
    expect(page.locator("#weighing")).to_be_visible()
    anaphor.press("Escape")

    expect(page.locator("#weighing")).to_be_hidden()


def test_keys_go_from_anaphor_to_anaphor_unless_switched_off(page: "Page") -> None:
    page.locator("#anaphor-table tbody a[href='#a7']").click()
    first, second = page.locator("#reading [data-a='7']"), page.locator("#reading [data-a='8']")
    require_keys(page, first, second)


def test_the_key_d_goes_to_the_next_disagreement(page: "Page") -> None:
    page.locator("#anaphor-table tbody a[href='#a1']").click()
    page.locator("#reading [data-a='1']").press("d")
    chosen = page.locator("#anaphor-table tr.chosen td.right, #anaphor-table tr.chosen td.wrong")

    expect(page.locator("#where")).not_to_contain_text("anaphor 1 of")
    assert len(set(chosen.evaluate_all("cells => cells.map(cell => cell.firstChild.textContent)"))) > 1


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


def test_a_slider_decides_the_corpus_anew_and_says_in_sample(page: "Page") -> None:
    page.locator("#anaphor-table tbody a[href='#a7']").click()
    page.locator("#candidates select").first.select_option(label="mars")
    before = column(page, "mars")
    page.get_by_role("slider", name="weight of referential distance").press("Home")

    expect(page.locator("#anaphor-table thead .in-sample")).to_have_count(1)
    assert column(page, "mars") != before
    expect(page.locator("#candidates .effect")).to_contain_text("broken")


def test_a_deep_link_restores_filters_anaphor_and_weights(visit: Visit, page: "Page", report: Path) -> None:
    page.locator("#filters select[name=wrong]").select_option(label="mars")
    number = rows(page).nth(2).locator("a").inner_text()
    rows(page).nth(2).locator("a").click()
    page.locator("#candidates select").first.select_option(label="mars")
    slider = page.get_by_role("slider", name="weight of referential distance")
    slider.press("ArrowLeft")
    slider.press("ArrowLeft")
    expect(page).to_have_url(re.compile("&w=mars:referential_distance:0.5$"))
    again = started(visit(page.url))

    expect(again.locator("#where")).to_contain_text(f"anaphor {number} of")
    expect(again.locator("#shown")).to_have_text(page.locator("#shown").inner_text())
    expect(again.locator("#filters select[name=wrong] option:checked")).to_have_text("mars")
    expect(again.get_by_role("slider", name="weight of referential distance")).to_have_value("0.5")


def test_on_paper_all_rows_that_pass_the_filter_are_there(page: "Page") -> None:
    page.locator("#filters select[name=difficulty]").select_option(value="critical")
    number, _ = shown(page)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")

    assert number > 100
    expect(rows(page)).to_have_count(number)
