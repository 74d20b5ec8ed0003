"""The live page as somebody uses it who pastes a text and wants to know why."""

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import (
    BOLD,
    CLOSING,
    SCREENS,
    Live,
    Visit,
    grave_in_any_look,
    require_keys,
    saved,
    why,
    width,
)

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

TEXT = (
    "Insert the cassette into the recorder. It is important to be careful. "
    "Press the red key and hold it down until the lamp lights up. If it flickers, it is raining."
)
IMAGE = "<img/src=x/onerror=alert(2)>"
HOSTILE = (
    f"The driver of {BOLD} reads the {CLOSING} page. It prints it. The {IMAGE} key is new. "
    "Press it, and <!-- it's <script>."
)
HOLD, FLICKERS = 0, 1  # the others are taken out
WITHOUT_MARKS = """text => {
  const copy = text.cloneNode(true);
  for (const mark of copy.querySelectorAll('.badge, sub')) mark.remove();
  return copy.textContent.trim();
}"""
"""The words of the text."""


@pytest.fixture
def analysed(visit: Visit, live: Live) -> "Page":
    """The live page after `TEXT` was pasted and analysed."""
    return ask(opened(visit, live), TEXT)


def opened(visit: Visit, live: Live) -> "Page":
    """The live page, which has brought its first example into the box of the text."""
    page = visit(live.url, viewport=SCREENS["wide"])
    expect(page.locator("#message")).to_contain_text("An example at work")
    return page


def ask(page: "Page", text: str) -> "Page":
    page.locator("#text").fill(text)
    page.locator("#analyse").click()
    expect(page.locator("#message")).to_contain_text("Done")
    return page


def answer(page: "Page", pronoun: int, resolver: str) -> "Locator":
    """What a resolver answers, in the table of all pronouns."""
    rows = page.locator("#pronouns tbody tr:not(.out)")
    return rows.nth(pronoun).locator(f"td[data-r='{resolver}']")


def open_drawer(page: "Page") -> None:
    for summary in page.locator("#drawer > details > summary").all():
        summary.click()


def slider(page: "Page", indicator: str) -> "Locator":
    return page.get_by_role("slider", name=f"weight of {indicator}")


def test_a_pasted_text_shows_antecedents_tags_and_trees_and_judges_nothing(analysed: "Page") -> None:
    expect(analysed.locator("#pronouns tbody tr:not(.out)")).to_have_count(2)
    expect(answer(analysed, HOLD, "mars")).to_contain_text("the red key")
    expect(answer(analysed, HOLD, "hobbs")).to_contain_text("the cassette")
    expect(analysed.locator(".verdict-of")).to_have_count(0)
    expect(analysed.locator("#same")).to_contain_text("Without a key")

    open_drawer(analysed)
    drawer = analysed.locator("#drawer")
    drawer.locator("details details > summary").first.click()
    expect(drawer.locator("svg").first).to_be_visible()
    for words in ("VERB", "the red key", "pleonastic"):
        expect(drawer).to_contain_text(words)
    assert grave_in_any_look(analysed) == {}
    analysed.set_viewport_size({"width": 400, "height": 800})
    assert width(analysed) <= 400

    controls = ":is(#question, #theme, .tools, .keys, input[type=range])"
    assert analysed.locator(controls).count() > 10
    analysed.emulate_media(media="print")
    assert analysed.locator(f"{controls}:visible").count() == 0


def test_a_slider_and_a_candidate_called_right_change_what_is_explained(analysed: "Page") -> None:
    first, second = (analysed.locator(f"#reading [data-pronoun='{place}']") for place in (HOLD, FLICKERS))
    first.focus()
    require_keys(analysed, first, second)

    slider(analysed, "immediate reference").press("Home")
    expect(answer(analysed, HOLD, "mars")).to_contain_text("the cassette")
    expect(answer(analysed, HOLD, "mars")).to_contain_text("was the red key")
    expect(analysed.locator("#candidates tr.chosen")).to_contain_text("the cassette")
    expect(analysed.locator("#candidates .why")).to_contain_text("mars chose “the cassette”")
    analysed.get_by_role("button", name="Reset").click()
    expect(answer(analysed, HOLD, "mars")).to_contain_text("the red key")
    expect(slider(analysed, "immediate reference")).to_have_value("1")

    row = analysed.locator("#candidates tbody tr", has_text="the cassette")
    row.get_by_role("button", name="this one is right").click()
    expect(analysed.locator("#candidates tr.chosen")).to_contain_text("✗ wrong")
    expect(analysed.locator("#candidates .margin")).to_contain_text("Winner minus key")


def test_a_shared_link_and_a_saved_page_restore_what_was_shown(visit: Visit, analysed: "Page", tmp_path: Path) -> None:
    analysed.locator(f"#reading [data-pronoun='{FLICKERS}']").click()
    slider(analysed, "immediate reference").press("Home")
    expect(answer(analysed, HOLD, "mars")).to_contain_text("the cassette")
    analysed.locator("#share").click()
    assert parse_qs(urlsplit(analysed.url).fragment)["it_filter"] == ["learned"]
    again = visit(analysed.url.replace("window=3", "window=7"))
    expect(again.locator("#window")).to_have_value("7")
    expect(answer(again, HOLD, "mars")).to_contain_text("the cassette")
    assert again.locator("#text").input_value() == TEXT
    expect(again.locator(f"#reading [data-pronoun='{FLICKERS}']")).to_have_attribute("aria-pressed", "true")
    expect(slider(again, "immediate reference")).to_have_value("-2")

    why(analysed, "hobbs", FLICKERS)
    row = analysed.locator("#candidates tbody tr", has_text="the lamp")
    row.get_by_role("button", name="this one is right").click()
    home = visit(saved(analysed, tmp_path), offline=True)
    expect(home.locator(f"#reading [data-pronoun='{FLICKERS}']")).to_have_attribute("aria-pressed", "true")
    expect(home.locator("#candidates select option:checked")).to_have_text("hobbs")
    expect(home.locator("#candidates tr", has_text="the lamp")).to_contain_text("declared right")


def test_a_busy_workbench_says_so_and_goes_on(visit: Visit, live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = opened(visit, live), opened(visit, live)
    monkeypatch.setattr(live.server.state.turns, "most", 0)  # nobody may wait
    visit.failing.add(503)
    first.locator("#text").fill(TEXT * 30)
    second.locator("#text").fill(TEXT)
    first.locator("#analyse").click()
    second.locator("#analyse").click()

    expect(second.locator("#message")).to_have_text("The workbench is busy with another text; try again.")
    expect(second.locator("#analyse")).to_be_enabled()
    expect(second.locator("#result")).to_be_hidden()
    expect(first.locator("#message")).to_contain_text("Done")
    ask(second, TEXT)


def test_a_text_beyond_the_limit_is_refused_with_the_limit(visit: Visit, live: Live) -> None:
    page = opened(visit, live)
    visit.failing.add(413)
    page.locator("#text").evaluate("(box) => { box.value = 'Press it. '.repeat(2001); }")  # as a link could
    page.locator("#analyse").click()

    expect(page.locator("#message")).to_contain_text("takes 20,000 characters")


def test_a_pasted_text_is_shown_as_it_is_also_in_a_saved_page(visit: Visit, live: Live, tmp_path: Path) -> None:
    page = ask(opened(visit, live), HOSTILE)
    open_drawer(page)
    drawer = page.locator("#drawer").text_content() or ""
    assert [words for words in (BOLD, CLOSING, IMAGE) if words not in drawer] == []

    for place in (page, visit(saved(page, tmp_path), offline=True)):
        assert place.locator("#reading").evaluate(WITHOUT_MARKS) == HOSTILE
        assert place.locator("main script, main img, #reading b").count() == 0


def test_the_first_screen_shows_an_example_at_work(visit: Visit, live: Live) -> None:
    page = opened(visit, live)
    box = page.locator("#reading").bounding_box()

    assert box is not None
    assert box["y"] + box["height"] < SCREENS["wide"]["height"]
    expect(page.locator("#reading .arrow")).to_have_count(2)
