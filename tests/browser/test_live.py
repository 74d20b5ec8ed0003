"""The live page as somebody uses it who pastes a text and wants to know why."""

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import BOLD, CLOSING, IMAGE, WITHOUT_MARKS, Live, Visit, require_keys

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

TEXT = (
    "Insert the cassette into the recorder. It is important to be careful. "
    "Press the red key and hold it down until the lamp lights up. If it flickers, it is raining."
)
HOSTILE = f"The driver of {BOLD} reads the {CLOSING} page. It prints it. The {IMAGE} key is new. Press it."
HOLD, FLICKERS = 0, 1  # the others are taken out


@pytest.fixture
def analysed(visit: Visit, live: Live) -> "Page":
    """The live page after `TEXT` was pasted and analysed."""
    return ask(visit(live.url), TEXT)


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


def test_a_pasted_text_shows_every_resolver_s_antecedent_of_every_pronoun(analysed: "Page") -> None:
    expect(analysed.locator("#pronouns tbody tr:not(.out)")).to_have_count(2)
    expect(answer(analysed, HOLD, "mars")).to_contain_text("the red key")
    expect(answer(analysed, HOLD, "hobbs")).to_contain_text("the cassette")


def test_moving_a_slider_changes_the_antecedent_at_once(analysed: "Page") -> None:
    slider(analysed, "immediate reference").press("Home")

    expect(answer(analysed, HOLD, "mars")).to_contain_text("the cassette")
    expect(answer(analysed, HOLD, "mars")).to_contain_text("was the red key")
    expect(analysed.locator("#candidates tr.chosen")).to_contain_text("the cassette")
    expect(analysed.locator("#candidates .why")).to_contain_text("mars chose “the cassette”")


def test_reset_brings_the_resolver_s_own_answers_back(analysed: "Page") -> None:
    slider(analysed, "immediate reference").press("Home")
    expect(answer(analysed, HOLD, "mars")).to_contain_text("the cassette")
    analysed.get_by_role("button", name="Reset").click()

    expect(answer(analysed, HOLD, "mars")).to_contain_text("the red key")
    expect(slider(analysed, "immediate reference")).to_have_value("1")


def test_a_candidate_that_is_called_right_turns_on_the_explanation_of_the_error(analysed: "Page") -> None:
    row = analysed.locator("#candidates tbody tr", has_text="the cassette")
    row.get_by_role("button", name="this one is right").click()

    expect(analysed.locator("#candidates tr.chosen")).to_contain_text("✗ wrong")
    expect(analysed.locator("#candidates .margin")).to_contain_text("Winner minus key")


def test_keys_go_from_pronoun_to_pronoun_unless_switched_off(analysed: "Page") -> None:
    first, second = (analysed.locator(f"#reading [data-pronoun='{place}']") for place in (HOLD, FLICKERS))
    first.focus()
    require_keys(analysed, first, second)


def test_the_drawer_shows_tags_trees_phrases_and_the_verdict_on_it(analysed: "Page") -> None:
    open_drawer(analysed)
    drawer = analysed.locator("#drawer")
    drawer.locator("details details > summary").first.click()

    expect(drawer.locator("svg").first).to_be_visible()
    for found in ("VERB", "the red key", "pleonastic"):
        expect(drawer).to_contain_text(found)


def test_a_shared_link_restores_text_pronoun_and_weights(visit: Visit, analysed: "Page") -> None:
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


def test_a_busy_workbench_says_so_and_goes_on(visit: Visit, live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live.server.state.turns, "most", 0)  # nobody may wait
    first, second = visit(live.url), visit(live.url)
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
    page = visit(live.url)
    visit.failing.add(413)
    page.locator("#text").evaluate("(box) => { box.value = 'Press it. '.repeat(2001); }")  # as a link could
    page.locator("#analyse").click()

    expect(page.locator("#message")).to_contain_text("takes 20,000 characters")


def test_a_pasted_text_is_shown_as_it_is(visit: Visit, live: Live) -> None:
    page = ask(visit(live.url), HOSTILE)
    open_drawer(page)

    assert page.locator("#reading").evaluate(WITHOUT_MARKS).strip() == HOSTILE
    drawer = page.locator("#drawer").text_content() or ""
    for words in (BOLD, CLOSING, IMAGE):
        assert words in drawer
    assert page.locator("main script, main img, #reading b").count() == 0
    assert visit.dialogs == []


def test_a_narrow_screen_scrolls_tables_but_not_the_page(visit: Visit, live: Live) -> None:
    page = ask(visit(live.url, viewport={"width": 400, "height": 800}), TEXT)

    assert page.evaluate("document.documentElement.scrollWidth") <= 400


def test_on_paper_the_controls_are_gone(analysed: "Page") -> None:
    analysed.emulate_media(media="print")
    controls = analysed.locator("#question, #theme, .tools, .keys, input[type=range]").all()

    assert len(controls) > 10
    assert [control for control in controls if control.is_visible()] == []
