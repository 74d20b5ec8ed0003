"""The report as a reader finds it: whole without a script, in any theme, on a narrow screen, on paper."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import anaphora
from tests.browser.conftest import Visit

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Page

NARROW = {"width": 400, "height": 800}
PHONE, WIDE = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
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


def test_three_annotators_have_columns_to_read_on_a_narrow_screen_and_scroll_in_their_box(
    visit: Visit, folder: Path
) -> None:
    for number, name in enumerate(("ann", "ben", "eve")):
        rows = f"Ann\t(1)\nleft\t-\n\nShe\t({number})\nran\t-\n"
        (folder / f"{name}.conll").write_text(f"#begin document ({'a_long_name' * 9}); part 000\n{rows}#end document\n")
    found = anaphora.agree({name: folder / f"{name}.conll" for name in ("ann", "ben", "eve")})
    page = visit(found.report(folder / "annotators.html"), viewport=PHONE)
    columns = page.locator(".side-by-side thead th").evaluate_all("cells => cells.slice(1).map(c => c.clientWidth)")

    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert min(columns) >= 110


@pytest.mark.parametrize("name", [*REPORTS, "bundled_report"])
def test_nothing_that_scrolls_is_cut_without_fading_out(
    visit: Visit, request: pytest.FixtureRequest, name: str
) -> None:
    """Wherever something goes on beyond an edge, below or to the right, it fades out before that edge."""
    page = visit(request.getfixturevalue(name), viewport=PHONE)
    expect(page.locator("html")).to_have_class(re.compile("drawn"))
    cut = """() => [...document.querySelectorAll('body *')].filter((box) => {
      const { overflowX, overflowY, maskImage } = getComputedStyle(box);
      const across = overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1;
      const down = overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1;
      const [right, below] = maskImage.split(/, (?=linear-gradient)/).map((part) => part.includes('100% -'));
      return box.checkVisibility() && !box.closest('select, svg') && ((across && !right) || (down && !below));
    }).map((box) => box.outerHTML.slice(0, 200))"""

    assert page.evaluate(cut) == []


@pytest.mark.parametrize("name", REPORTS)
def test_no_chart_draws_beyond_its_edge(visit: Visit, request: pytest.FixtureRequest, name: str) -> None:
    page = visit(request.getfixturevalue(name))
    beyond = """charts => charts.flatMap((chart) => {
      const { x, y, width, height } = chart.viewBox.baseVal;
      return [...chart.querySelectorAll('text, rect, circle, path')].filter((shape) => {
        const box = shape.getBBox();
        const [right, bottom] = [box.x + box.width - x - width, box.y + box.height - y - height];
        return box.x < x - 2 || box.y < y - 2 || right > 2 || bottom > 2;
      }).map((shape) => [chart.querySelector('title').textContent, shape.textContent || shape.outerHTML]);
    })"""

    assert page.locator("figure svg").evaluate_all(beyond) == []


def test_the_report_of_the_bundled_corpus_is_short_on_a_telephone(visit: Visit, bundled_report: Path) -> None:
    page = visit(bundled_report, viewport=PHONE)
    page.locator("#reader").scroll_into_view_if_needed()
    expect(page.locator("#reading .sentence").first).to_be_attached()

    assert page.evaluate("document.documentElement.scrollHeight") < 12_000
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "narrow"])
def test_the_contents_stay_in_sight_and_mark_the_section(visit: Visit, report: Path, viewport: dict[str, int]) -> None:
    page = visit(report, viewport=viewport)
    contents, current = page.get_by_role("navigation"), page.locator("nav [aria-current]")
    for name in ("losses", "anaphors", "scores"):
        page.locator(f"nav a[href='#{name}']").click()
        expect(current).to_have_attribute("href", f"#{name}")
        expect(current).to_be_in_viewport(ratio=1)
        expect(page.locator(f"#{name}")).to_be_in_viewport()
        heading, bar = page.locator(f"#{name}").bounding_box(), contents.bounding_box()
        assert heading
        assert bar
        assert bar["height"] < 90
        assert heading["y"] >= bar["y"] + bar["height"]


def test_a_heading_sorts_a_table_of_figures_by_click_and_by_key(visit: Visit, report: Path) -> None:
    page = visit(report)
    table = page.locator("section[aria-labelledby=scores] table").first
    heading = table.get_by_role("columnheader", name="prec.")
    column = 1 + heading.evaluate("it => it.cellIndex")
    figures = table.locator(f"tbody tr > :nth-child({column})")
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    down = [float(figure) for figure in figures.all_inner_texts()]
    heading.get_by_role("button").press("Enter")
    expect(heading).to_have_attribute("aria-sort", "ascending")
    up = [float(figure) for figure in figures.all_inner_texts()]

    assert len(down) == 5
    assert down == sorted(down, reverse=True) == up[::-1]


def test_on_paper_figures_are_open_and_controls_are_gone(visit: Visit, short_report: Path) -> None:
    page = visit(short_report, color_scheme="dark")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")

    assert background(page) == "rgb(255, 255, 255)"
    assert page.locator("figure details[open]").count() > 3
    assert page.locator(":not(.small) > figure details:not([open])").count() == 0
    controls = "nav, form, button:not(.sort), select, input, .skip"
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
