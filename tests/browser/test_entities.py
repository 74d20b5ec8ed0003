"""The page of entities: one is chosen in the list or in the text, and its mentions are walked through."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import anaphora
from tests.browser.conftest import BOLD, CLOSING, SCREENS, Visit
from tests.browser.test_accessibility import grave, opened, rules
from tests.browser.test_hostile_text import injected

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

RAIN = "\n\n".join(["In the morning the rain came down."] * 80)
TEXT = f"""Mr. Darcy saw Elizabeth. He bowed to her, and she smiled.

A coach came to London with Mr. Darcy and his sister. Elizabeth was late, and his sister left.

{RAIN}

At last Mr. Darcy left London. Elizabeth saw him leave."""
DARCY, ELIZABETH = "Mr. Darcy", "Elizabeth"


@pytest.fixture(scope="module")
def file(browser: "Browser", folder: Path) -> Path:
    return anaphora.chains(TEXT, "mention_pair").report(folder / "entities.html")


@pytest.fixture
def page(visit: Visit, file: Path) -> "Page":
    return started(visit(file))


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
    assert set(page.locator(".words .chosen").all()) != set()
    assert page.locator(".words .chosen").count() == mentions(page, name).count()


def is_in_sight(page: "Page", mention: "Locator") -> bool:
    box, pane = mention.bounding_box(), page.locator(".words").bounding_box()
    assert box
    assert pane
    return pane["y"] <= box["y"] <= pane["y"] + pane["height"]


def shown(page: "Page") -> list[str]:
    return [each.inner_text() for each in page.locator(".list li > a").all() if each.is_visible()]


def test_an_entity_of_the_list_is_marked_and_the_others_are_dimmed(page: "Page") -> None:
    colour = "each => getComputedStyle(each).backgroundColor"
    other = mentions(page, ELIZABETH).first
    before = other.evaluate(colour)
    found = choose(page, DARCY)

    require_chosen(page, DARCY)
    expect(found.first).to_be_focused()
    assert other.evaluate(colour) != before
    assert found.first.evaluate(colour) != other.evaluate(colour)
    expect(page.locator(".reader [role=status]")).to_contain_text(f"1 of {found.count()}")


def test_keys_and_buttons_go_from_mention_to_mention_and_round(page: "Page") -> None:
    found = choose(page, DARCY)
    last = found.count() - 1
    found.first.press("n")
    expect(found.nth(1)).to_be_focused()
    found.nth(1).press("p")
    found.first.press("p")

    expect(found.nth(last)).to_be_focused()
    assert is_in_sight(page, found.nth(last))
    page.get_by_role("button", name="next").click()
    expect(found.first).to_have_attribute("aria-current", "true")
    assert is_in_sight(page, found.first)


def test_escape_shows_all_entities_again(page: "Page") -> None:
    choose(page, DARCY)
    page.keyboard.press("Escape")

    expect(page.locator(".chosen, .choosing")).to_have_count(0)
    expect(page.get_by_role("button", name="next")).to_be_disabled()


def test_a_mention_in_the_text_chooses_its_entity_also_inside_another(page: "Page") -> None:
    inner = page.locator(".words .m .m:text-is('his')").first
    inner.click()

    require_chosen(page, DARCY)
    expect(inner).to_have_attribute("aria-current", "true")


def test_arrows_go_to_the_next_mention_of_any_entity(page: "Page") -> None:
    page.locator(".words").focus()
    page.keyboard.press("ArrowRight")
    require_chosen(page, DARCY)
    page.keyboard.press("ArrowRight")
    require_chosen(page, ELIZABETH)
    page.keyboard.press("ArrowLeft")

    require_chosen(page, DARCY)


def test_the_list_is_filtered_by_typing_kind_and_number_of_mentions(page: "Page") -> None:
    everything = shown(page)
    page.get_by_label("Find").fill("DARCY")
    assert shown(page) == [DARCY]
    page.get_by_label("Find").fill("")
    page.get_by_label("Kind").select_option("place")
    assert shown(page) == ["London"]
    page.get_by_label("Kind").select_option(label="all")
    page.get_by_label("At least").fill("4")

    assert 0 < len(shown(page)) < len(everything)
    assert page.locator(".who [role=status]").inner_text() == f"{len(shown(page))} of {len(everything)} entities"


def test_an_entity_is_found_by_any_of_its_mentions(page: "Page") -> None:
    page.get_by_label("Find").fill("she")

    assert shown(page) == [ELIZABETH]


def test_the_others_that_occur_with_an_entity_are_listed_and_lead_to_them(page: "Page") -> None:
    choose(page, DARCY)
    table = row(page, DARCY).locator("table")
    rows = [cells.split() for cells in table.locator("tbody tr").all_inner_texts()]

    assert rows[0] == [ELIZABETH, "4", "3"]
    assert ["London", "2", "2"] in rows
    table.get_by_role("link", name="London").click()
    require_chosen(page, "London")


def test_the_table_of_who_occurs_with_whom_leads_to_the_text(page: "Page") -> None:
    page.locator(".matrix").first.get_by_role("link", name=ELIZABETH).click()

    require_chosen(page, ELIZABETH)
    expect(mentions(page, ELIZABETH).first).to_be_in_viewport()


def test_a_link_holds_the_entity_and_back_leads_to_the_one_before(visit: Visit, file: Path, page: "Page") -> None:
    choose(page, DARCY)
    choose(page, "London")
    again = started(visit(file, page.url.partition("#")[2]))
    require_chosen(again, "London")
    page.go_back()
    require_chosen(page, DARCY)
    page.go_back()

    expect(page.locator(".chosen")).to_have_count(0)


def test_a_place_of_the_strip_leads_to_the_nearest_mention(page: "Page") -> None:
    strip = row(page, ELIZABETH).locator(".strip")
    box = strip.bounding_box()
    assert box
    strip.click(position={"x": box["width"] - 2, "y": 3})

    expect(mentions(page, ELIZABETH).last).to_be_focused()
    assert is_in_sight(page, mentions(page, ELIZABETH).last)


def test_without_a_script_text_and_list_are_there_and_the_list_leads_into_the_text(visit: Visit, file: Path) -> None:
    page = visit(file, java_script_enabled=False)
    colour = mentions(page, DARCY).first.evaluate("each => getComputedStyle(each).backgroundColor")
    row(page, "London").locator("> a").click()

    assert colour != "rgba(0, 0, 0, 0)"
    expect(mentions(page, "London").first).to_be_in_viewport()
    assert not page.locator(".filters").is_visible()
    assert not page.locator(".reader .pages").is_visible()
    assert page.locator(".matrix").first.is_visible()


def test_a_phone_has_list_and_text_below_each_other_and_goes_to_what_is_chosen(visit: Visit, file: Path) -> None:
    page = started(visit(file, viewport=SCREENS["narrow"]))
    width = page.evaluate("document.documentElement.scrollWidth")
    found = choose(page, "London")

    expect(found.first).to_be_in_viewport()
    assert width <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_several_texts_are_read_apart(visit: Visit, folder: Path) -> None:
    texts = anaphora.chains([TEXT, "Ann left London. She ran. Ann slept in London."], "mention_pair")
    page = started(visit(texts.report(folder / "both.html")))
    second = page.locator("article").nth(1)
    second.locator(".list li > a > bdi:text-is('Ann')").click()

    expect(second.locator(".words .chosen")).to_have_count(3)
    expect(page.locator("article").first.locator(".chosen")).to_have_count(0)


def test_no_grave_violation_before_and_after_an_entity_is_chosen(
    visit: Visit, file: Path, looks: tuple[str, str]
) -> None:
    page = started(opened(visit, file, looks))
    assert grave(page, rules(looks)) == []
    choose(page, DARCY)

    assert grave(page, rules(looks)) == []


def test_texts_and_names_are_shown_as_they_are_and_never_run(visit: Visit, folder: Path) -> None:
    hostile = folder / "it's <b>&.txt"
    hostile.write_text(f"Ann read {BOLD}. She saw {CLOSING} and wrote {BOLD} to Ann.", "utf-8")
    page = started(visit(anaphora.chains(hostile, "mention_pair").report(folder / "hostile_entities.html")))
    choose(page, "Ann")

    assert page.locator("h1").inner_text() == "it's <b>&"
    assert BOLD in page.locator(".words").inner_text()
    assert CLOSING in page.locator(".words").inner_text()
    assert injected(page) == 0
    assert visit.dialogs == []
