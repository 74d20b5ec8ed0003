"""The report as a reader finds it: whole without a script, in any theme, on any screen, on paper, with any words."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import anaphora
from tests.browser.conftest import (
    SCREENS,
    Visit,
    Written,
    grave_in_any_look,
    require_focus,
    width,
)

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Page

CUT = """() => [...document.querySelectorAll('body *')].filter((box) => {
  const { overflowX, overflowY, maskImage } = getComputedStyle(box);
  const across = overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1;
  const down = overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1;
  const [right, below] = maskImage.split(/, (?=linear-gradient)/).map((part) => part.includes('100% -'));
  return box.checkVisibility() && !box.closest('select, svg') && ((across && !right) || (down && !below));
}).map((box) => box.outerHTML.slice(0, 200))"""
"""What goes on beyond an edge, below or to the right, without fading out before that edge."""
BEYOND = """charts => charts.flatMap((chart) => {
  const { x, y, width, height } = chart.viewBox.baseVal;
  return [...chart.querySelectorAll('text, rect, circle, path')].filter((shape) => {
    const box = shape.getBBox();
    const [right, bottom] = [box.x + box.width - x - width, box.y + box.height - y - height];
    return box.x < x - 2 || box.y < y - 2 || right > 2 || bottom > 2;
  }).map((shape) => [chart.querySelector('title').textContent, shape.textContent || shape.outerHTML]);
})"""
"""The shapes that a chart draws beyond its edge."""
ROWS = """rows => rows.map((row) => {
  const copy = row.cloneNode(true);
  copy.querySelector('details').remove();
  return Array.from(copy.cells, cell => cell.textContent.trim().replace(/\\s+/g, ' '));
})"""
"""The words of rows without their contexts."""


def background(page: "Page") -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def print_(page: "Page") -> None:
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")


def require_edges(page: "Page") -> None:
    """A page that was opened on a narrow screen fits it and cuts nothing; wide, no chart draws beyond its edge."""
    expect(page.locator("html")).to_have_class(re.compile("drawn"))
    assert width(page) <= SCREENS["narrow"]["width"]
    assert page.evaluate(CUT) == []
    page.set_viewport_size({"width": SCREENS["wide"]["width"], "height": SCREENS["wide"]["height"]})
    assert page.locator("figure svg").evaluate_all(BEYOND) == []


def test_without_a_script_all_is_there_but_what_needs_one(visit: Visit, written: Written) -> None:
    page, without = visit(written("report")), visit(written("report"), java_script_enabled=False)
    expect(page.locator("#filters")).to_be_visible()
    rows = "#anaphor-table tbody tr"

    for selector in ("main section:not(#reader, #weighing) > h2", "figure svg", "table.figures", rows):
        assert without.locator(selector).count() == page.locator(selector).count() > 0
    assert without.locator(rows).first.is_visible()
    assert re.search(r"The first 100 of \d+ anaphors", without.locator("#shown").inner_text())
    assert without.locator(":is(button, input, select, #reader, #weighing):visible").count() == 0
    page.locator("#filters select[name=difficulty]").select_option(value="critical")
    page.get_by_role("button", name="Clear").press("Enter")
    expect(page.locator("#shown")).to_have_text(re.compile(r"^(\d+) of \1 anaphors shown$"))
    assert page.locator(rows).evaluate_all(ROWS) == without.locator(rows).evaluate_all(ROWS)


def test_the_theme_button_changes_the_colours_for_good(visit: Visit, written: Written) -> None:
    page = visit(written("short"), color_scheme="light")
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


@pytest.mark.parametrize("name", ["short", "ablation", "score"])
def test_a_report_fits_a_narrow_screen_and_has_no_grave_violation(visit: Visit, written: Written, name: str) -> None:
    page = visit(written(name), viewport=SCREENS["narrow"])
    require_edges(page)
    if name == "short":
        page.locator("a[href='#a1']").first.click()
        require_focus(page.locator("#reading [data-a='1']"))

    assert grave_in_any_look(page) == {}


def test_three_annotators_have_columns_to_read_on_a_narrow_screen(visit: Visit, tmp_path: Path) -> None:
    names = ("ann", "ben", "eve")
    for number, name in enumerate(names):
        rows = f"Ann\t(1)\nleft\t-\n\nShe\t({number})\nran\t-\n"
        text = f"#begin document ({'a_long_name' * 9}); part 000\n{rows}#end document\n"
        (tmp_path / f"{name}.conll").write_text(text)
    agreement = anaphora.agree({name: tmp_path / f"{name}.conll" for name in names})
    page = visit(agreement.report(tmp_path / "annotators.html"), viewport=SCREENS["narrow"])
    columns = page.locator(".side-by-side thead th").evaluate_all("cells => cells.slice(1).map(c => c.clientWidth)")

    assert width(page) <= SCREENS["narrow"]["width"]
    assert min(columns) >= 110


def test_the_contents_stay_in_sight_and_mark_the_section(visit: Visit, written: Written) -> None:
    page = visit(written("report"))
    contents, current = page.get_by_role("navigation"), page.locator("nav [aria-current]")
    for screen in SCREENS.values():
        page.set_viewport_size({"width": screen["width"], "height": screen["height"]})
        for name in ("losses", "anaphors", "scores"):
            page.locator(f"nav a[href='#{name}']").press("Enter")  # a click may hit a neighbour, as the list moves
            expect(current).to_have_attribute("href", f"#{name}")
            expect(current).to_be_in_viewport(ratio=1)
            expect(page.locator(f"#{name}")).to_be_in_viewport()
            heading, bar = page.locator(f"#{name}").bounding_box(), contents.bounding_box()
            assert heading
            assert bar
            assert bar["height"] < 90
            assert heading["y"] >= bar["y"] + bar["height"]


def test_a_heading_sorts_a_table_of_figures_by_click_and_by_key(visit: Visit, written: Written) -> None:
    page = visit(written("report"))
    table = page.locator("section[aria-labelledby=scores] table").first
    heading = table.get_by_role("columnheader", name="prec.")
    column = 1 + heading.evaluate("cell => cell.cellIndex")
    figures = table.locator(f"tbody tr > :nth-child({column})")
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    down = [float(figure) for figure in figures.all_inner_texts()]
    heading.get_by_role("button").press("Enter")
    expect(heading).to_have_attribute("aria-sort", "ascending")
    up = [float(figure) for figure in figures.all_inner_texts()]

    assert len(down) == 5
    assert down == sorted(down, reverse=True) == up[::-1]


def test_paper_has_open_figures_whole_rows_and_no_controls(visit: Visit, written: Written) -> None:
    """No row is cut by the end of a page or by the edge of what scrolls on a screen."""
    page = visit(written("report"), color_scheme="dark")
    expect(page.locator("#filters")).to_be_visible()
    print_(page)
    page.set_viewport_size({"width": 1031, "height": 703})  # what A4 landscape leaves within margins of 12 mm

    assert background(page) == "rgb(255, 255, 255)"
    assert page.locator("figure details[open]").count() > 3
    assert page.locator(":not(.small) > figure details:not([open])").count() == 0
    assert page.locator(":is(nav, form, button:not(.sort), select, input, .skip):visible").count() == 0
    breakable = "rows => rows.filter(row => getComputedStyle(row).breakInside !== 'avoid').length"
    cut = "boxes => boxes.filter(box => box.offsetParent && getComputedStyle(box).overflow !== 'visible').length"
    assert width(page) <= 1031
    assert page.locator("main tr").evaluate_all(breakable) == 0
    assert page.locator(".scroll").evaluate_all(cut) == 0
