"""The errors of responses: filtered, opened in the text beside the chains of key and response, walked by keys."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from anaphora.corpora import corefud
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Key
from tests.browser.conftest import BOLD, CLOSING, TEXTS, Visit, command
from tests.browser.test_accessibility import ALL, COLOURS, grave
from tests.browser.test_hostile_text import injected

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page


@pytest.fixture(scope="module")
def error_report(browser: "Browser", folder: Path) -> Path:
    """The errors of two resolvers on one text."""
    responses = folder / "wrong"
    command("compare", "--resolvers", "mars,cogniac", "--responses", responses, TEXTS[1])
    command("errors", TEXTS[1], *sorted(responses.iterdir()), "--report", folder / "errors.html")
    return folder / "errors.html"


@pytest.fixture
def page(visit: Visit, error_report: Path) -> "Page":
    return started(visit(error_report))


def started(page: "Page") -> "Page":
    expect(page.locator("#error-filters")).to_be_visible()
    return page


def rows(page: "Page") -> "Locator":
    return page.locator("#error-table tbody tr")


def shown(page: "Page") -> int:
    return int(page.locator("#errors-shown").inner_text().split()[0].replace(",", ""))


def test_the_filters_keep_errors_of_one_type_of_one_response(page: "Page") -> None:
    everything = shown(page)
    page.locator("#error-filters select[name=type]").select_option(label="divided entity")
    both = shown(page)
    page.locator("#error-filters select[name=response]").select_option(label="mars")

    assert everything > both > shown(page) > 0
    for cell in rows(page).locator("td:nth-child(2)").all_inner_texts():
        assert cell.split() == ["divided", "entity", "mars"]


def test_words_are_looked_for_in_the_sentences(page: "Page") -> None:
    word = rows(page).locator("mark").first.inner_text()
    page.locator("#error-filters input[name=text]").fill(word)

    for sentence in rows(page).locator(".sentence").all_inner_texts():
        assert word.lower() in sentence.lower()


def test_an_error_opens_in_the_text_of_both_sides(page: "Page") -> None:
    row = rows(page).first
    marked = row.locator("mark").first.inner_text()
    row.locator("a").click()

    expect(page.locator("#chain-text .told-error mark")).to_have_text(marked)
    expect(row).to_have_class("chosen")
    for side in (1, 2):
        part = page.locator(f"#chain-text .sentence p:nth-child({side}) .w.part")
        assert re.sub(r"\W*[A-Z+]*\d*[–✗]?$", "", part.first.evaluate("it => it.firstChild.data")) in marked


def test_mentions_of_one_entity_have_one_letter_on_both_sides(page: "Page") -> None:
    letters = [
        set(page.locator(f"#chain-text .sentence p:nth-child({side}) .badge").all_inner_texts()) for side in (1, 2)
    ]

    assert {letter for letter in letters[0] if letter.isalpha()} & {letter for letter in letters[1] if letter.isalpha()}


def test_a_chain_can_be_looked_at_alone(page: "Page") -> None:
    before = page.locator("#chain-text .badge").count()
    page.locator("#chain-text select").last.select_option(index=1)
    badges = page.locator("#chain-text .sentence p:first-child .badge").all_inner_texts()

    assert 0 < len(badges) < before
    assert {badge.strip("–✗") for badge in badges} == {"A"}


def test_keys_go_from_error_to_error(page: "Page") -> None:
    first = rows(page).first.locator("a")
    first.click()
    page.keyboard.press("n")
    expect(rows(page).nth(1)).to_have_class("chosen")
    page.keyboard.press("p")

    expect(rows(page).first).to_have_class("chosen")


def test_a_link_holds_filter_and_error(visit: Visit, error_report: Path, page: "Page") -> None:
    page.locator("#error-filters select[name=type]").select_option(label="missing mention")
    rows(page).nth(1).locator("a").click()
    expect(page.locator("#chain-text .told-error")).to_be_visible()
    again = started(visit(error_report, page.url.partition("#")[2]))

    expect(again.locator("#errors-shown")).to_have_text(page.locator("#errors-shown").inner_text())
    expect(again.locator("#chain-text .told-error")).to_have_text(page.locator("#chain-text .told-error").inner_text())


def test_back_returns_to_what_was_shown_before(page: "Page") -> None:
    for number in (0, 2):
        rows(page).nth(number).locator("a").click()
        expect(rows(page).nth(number)).to_have_class("chosen")
    page.go_back()

    expect(rows(page).first).to_have_class("chosen")


def test_without_a_script_the_first_errors_stand_in_their_sentences(visit: Visit, error_report: Path) -> None:
    page = visit(error_report, java_script_enabled=False)

    assert rows(page).count() == 25
    assert rows(page).first.locator("mark").is_visible()
    assert not page.locator("#chain-reader").is_visible()
    assert not page.locator("#error-filters").is_visible()


def test_a_phone_has_key_and_response_below_each_other_and_lists_in_boxes(visit: Visit, error_report: Path) -> None:
    page = started(visit(error_report, viewport={"width": 390, "height": 844}))
    key, response = page.locator("#chain-text .sentence").first.locator("p").all()
    boxes = key.bounding_box(), response.bounding_box()

    assert boxes[0]
    assert boxes[1]
    assert boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.documentElement.scrollHeight") < 12_000


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_opened_error_has_no_grave_violation(visit: Visit, error_report: Path, theme: str) -> None:
    page = started(visit(error_report, color_scheme=theme))
    rows(page).first.locator("a").click()
    expect(page.locator("#chain-text .told-error")).to_be_visible()

    assert grave(page, ALL if theme == "light" else COLOURS, "#error-workbench") == []


def test_words_and_names_of_files_are_shown_as_they_are(visit: Visit, folder: Path) -> None:
    words = ("The", BOLD, "driver", "reads", CLOSING, ".", "It", "prints", "it", ".")
    document = Document(f"{CLOSING}{BOLD}", words, (" ",) * len(words), sentence_starts=(0, 6))
    sides = {
        "hostile_key": ((Span(0, 3), Span(6, 7)), (Span(4, 5), Span(8, 9))),
        "hostile_response": ((Span(0, 3), Span(6, 7), Span(8, 9)),),
    }
    for name, chains in sides.items():
        (folder / f"{name}.conllu").write_text("".join(corefud.write([(document, Key(document.id, chains))])), "utf-8")
    place = folder / "hostile_errors.html"
    command("errors", folder / "hostile_key.conllu", folder / "hostile_response.conllu", "--report", place)
    page = started(visit(place))
    rows(page).first.locator("a").click()

    assert BOLD in page.locator("#chain-text .pane").inner_text()
    assert CLOSING in page.locator("#chain-text").inner_text()
    assert injected(page) == 0
    assert visit.dialogs == []


def test_lines_of_chains_stand_below_their_words(page: "Page") -> None:
    line = page.locator("#chain-text .line").first
    word = line.locator("..").locator(".w")

    boxes = line.bounding_box(), word.bounding_box()
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] > boxes[1]["y"] + boxes[1]["height"] / 2
