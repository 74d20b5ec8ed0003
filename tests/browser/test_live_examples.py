"""Examples on the live page: right and wrong, arrows, drawn explanations; and a saved page without a server."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CLOSING, IMAGE, WITHOUT_MARKS, Live, Visit

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def chosen(page: "Page", title: str) -> "Page":
    """The page after an example was chosen."""
    option = page.locator("#example option", has_text=title)
    option.wait_for(state="attached")
    page.locator("#example").select_option(value=option.get_attribute("value"))
    expect(page.locator("#message")).to_contain_text("Done")
    return page


def why(page: "Page", resolver: str, pronoun: int) -> "Locator":
    """The explanation of an answer."""
    page.locator(f"#reading [data-pronoun='{pronoun}']").click()
    page.locator("#candidates select").select_option(label=resolver)
    return page.locator("#candidates")


def saved(page: "Page", folder: Path) -> Path:
    with page.expect_download() as started:
        page.locator("#save-page").click()
    started.value.save_as(folder / "saved.html")
    return folder / "saved.html"


def test_an_example_runs_when_it_is_chosen_and_says_where_it_is_from(visit: Visit, live: Live) -> None:
    page = chosen(visit(live.url), "Hobbs' castle")

    expect(page.locator("#about")).to_contain_text("Hobbs 1978")
    expect(page.locator("#pronouns tbody tr")).to_have_count(2)


def test_answers_to_an_example_are_right_or_wrong_in_words(visit: Visit, live: Live) -> None:
    """By the paper "it" is the residence, which Hobbs' algorithm finds; Lappin & Leass take the subject."""
    page = chosen(visit(live.url), "Hobbs' castle")
    row = page.locator("#pronouns tbody tr").nth(1)

    expect(row.locator("[data-r=hobbs]")).to_contain_text("the residence of the king ✓ right")
    expect(row.locator("[data-r=lappin_leass]")).to_contain_text("The castle in Camelot ✗ wrong")
    expect(row.locator("[data-r=cogniac]")).to_contain_text("✗ unresolved")
    expect(row.locator("th")).to_contain_text("key: the residence of the king")
    expect(page.locator("#pronouns thead th", has_text="hobbs")).to_contain_text("2 of 2 right")


def test_a_text_of_the_corpus_is_judged_too(visit: Visit, live: Live) -> None:
    page = chosen(visit(live.url), "printer (manual)")

    expect(page.locator("#pronouns .verdict-of.right").first).to_be_visible()
    expect(page.locator("#pronouns .verdict-of.wrong").first).to_be_visible()


def test_a_text_of_one_s_own_is_not_judged(visit: Visit, live: Live) -> None:
    page = visit(live.url)
    page.locator("#text").fill("Ann lost her key.")
    page.locator("#analyse").click()
    expect(page.locator("#message")).to_contain_text("Done")

    expect(page.locator(".verdict-of")).to_have_count(0)
    expect(page.locator("#same")).to_contain_text("Without a key")


def test_arrows_lead_from_the_pronoun_to_each_answer(visit: Visit, live: Live) -> None:
    """From "it" to the castle and to the residence: each starts at the pronoun and ends over the last word."""
    page = chosen(visit(live.url), "Hobbs' castle")
    page.locator("#reading [data-pronoun='1']").click()
    ends = page.locator("#reading").evaluate("""reading => {
      const own = reading.querySelector('[aria-pressed=true]').getBoundingClientRect();
      const badges = [...reading.querySelectorAll('.badge')].map(badge => badge.getBoundingClientRect());
      const paths = [...reading.querySelectorAll('.arrow path:not(.tip)')];
      return paths.map(path => {
        const at = length => path.getPointAtLength(length).matrixTransform(path.getScreenCTM());
        const [from, to] = [at(0), at(path.getTotalLength())];
        const near = badges.some(badge => Math.abs(badge.left - to.x) < 80 && Math.abs(badge.top - to.y) < 20);
        return [from.x > own.left && from.x < own.right, to.x < from.x, near];
      });
    }""")

    assert ends == [[True, True, True], [True, True, True]]


def test_another_text_has_its_own_arrows(visit: Visit, live: Live) -> None:
    """The second text is longer, so that its box has another size than that of the first."""
    page = chosen(visit(live.url), "John wants to see him")
    chosen(page, "printer (manual)")
    page.set_viewport_size({"width": 500, "height": 900})

    expect(page.locator("#reading .arrow").first).to_be_attached()


def test_no_line_begins_with_the_mark_behind_a_pronoun(visit: Visit, live: Live) -> None:
    page = chosen(visit(live.url), "Susan's Alfa Romeo")
    apart = """reading => {
      const words = [...reading.querySelectorAll(".t")];
      const [pronoun, mark] = [-2, -1].map(place => words.at(place));
      const isApart = width => {
        reading.style.width = `${width}px`;
        return mark.getBoundingClientRect().top > pronoun.getBoundingClientRect().bottom;
      };
      return Array.from({ length: 200 }, (_, step) => 300 + 2 * step).filter(isApart);
    }"""

    assert page.locator("#reading").evaluate(apart) == []


def test_a_letter_names_one_entity_in_every_row(visit: Visit, live: Live) -> None:
    """The first "It" is the cartridge; of the last, resolvers answer that "It" or the cartridge. "she" is another."""
    rows = chosen(visit(live.url), "RAP's subjects").locator("#pronouns tbody tr")
    cartridge, technician, again = (set(row.locator("td .badge").all_inner_texts()) for row in rows.all())

    assert len(cartridge) == len(technician) == 1
    assert again == cartridge != technician


def test_hobbs_walk_is_drawn_on_the_tree(visit: Visit, live: Live) -> None:
    """From "he" past the castle and the residence, which are no persons, to the king."""
    explained = why(chosen(visit(live.url), "Hobbs' castle"), "hobbs", 0)
    steps = explained.locator(".walk li")
    taken = explained.locator("svg .taken")

    expect(steps.last).to_contain_text("step 7: NP “the king” ✓ is taken")
    expect(taken.locator(".number")).to_have_text(str(steps.count()))
    expect(explained.locator("svg .refused").first).to_be_visible()
    expect(explained.locator("svg .start")).to_have_count(1)


def test_the_rules_of_cogniac_are_ticked(visit: Visit, live: Live) -> None:
    """Baldwin 1997: the second "his" is the first one, by the fourth rule."""
    rules = why(chosen(visit(live.url), "CogNIAC's lockers"), "cogniac", 2).locator(".rules tbody tr")

    assert [row.partition("\t")[2].split("\t")[1] for row in rules.all_inner_texts()] == [
        "✗ no decision", "✗ no decision", "✗ no decision", "✓ decides", "– not tried", "– not tried",
    ]  # fmt: skip


def test_the_centres_of_the_utterances_are_listed(visit: Visit, live: Live) -> None:
    """Brennan, Friedman & Pollard 1987: the centre shifts from Susan to Lisa, smoothly."""
    rows = why(chosen(visit(live.url), "Susan's Alfa Romeo"), "centering_bfp", 2).locator(".centres tbody tr")

    assert [row.locator("td").nth(2).inner_text() for row in rows.all()] == [
        "none",
        "continue",
        "retain",
        "smooth shift",
    ]
    assert rows.nth(3).locator("ol li").all_inner_texts() == ["Lisa (She)", "Susan (her)"]
    expect(rows.nth(3).locator("td").nth(1)).to_have_text("Lisa")


@pytest.mark.parametrize(("resolver", "unit"), [("lappin_leass", "salience"), ("mars", "weighted votes")])
def test_bars_are_headed_by_what_they_are(visit: Visit, live: Live, resolver: str, unit: str) -> None:
    explained = why(chosen(visit(live.url), "RAP's subjects"), resolver, 0)

    expect(explained.locator(".candidate-table th.bars")).to_contain_text(unit)


def test_a_saved_page_opens_offline_shows_arrows_and_reasons_and_decides_anew(
    visit: Visit, live: Live, tmp_path: Path
) -> None:
    """MARS takes the cassette by 4 to 1; with obliqueness against the subject the VCR is ahead."""
    page = chosen(visit(live.url), "Mitkov's cassette")
    why(page, "mars", 0)
    again = visit(saved(page, tmp_path), offline=True)

    expect(again.locator("#reading .arrow")).to_have_count(1)
    expect(again.locator("#candidates .why")).to_contain_text("mars chose “the cassette” (4), which is right")
    expect(again.locator("#about")).to_contain_text("Mitkov 1998")
    again.get_by_role("slider", name="weight of obliqueness").press("Home")
    expect(again.locator("#candidates .why")).to_contain_text("mars chose “the VCR”")
    expect(again.locator("#pronouns td.changed")).to_contain_text("the VCR ✗ wrong")
    expect(again.locator("#reading .arrow")).to_have_count(2)


def test_a_saved_page_begins_as_it_was_left(visit: Visit, live: Live, tmp_path: Path) -> None:
    page = visit(live.url)
    page.locator("#text").fill("Ann met Eve. She smiled. She left.")
    page.locator("#analyse").click()
    expect(page.locator("#message")).to_contain_text("Done")
    why(page, "hobbs", 1)
    page.locator("#candidates tbody tr", has_text="Eve").get_by_role("button", name="this one is right").click()
    again = visit(saved(page, tmp_path), offline=True)

    expect(again.locator("#reading [data-pronoun='1']")).to_have_attribute("aria-pressed", "true")
    expect(again.locator("#candidates select")).to_have_value(page.locator("#candidates select").input_value())
    expect(again.locator("#candidates tr", has_text="Eve")).to_contain_text("declared right")


def test_a_saved_page_shows_a_hostile_text_as_it_is(visit: Visit, live: Live, tmp_path: Path) -> None:
    page = visit(live.url)
    text = f"The {CLOSING} page is new. It has {IMAGE} in it, and <!-- it's <script>."
    page.locator("#text").fill(text)
    page.locator("#analyse").click()
    expect(page.locator("#message")).to_contain_text("Done")
    again = visit(saved(page, tmp_path), offline=True)

    assert again.locator("#reading").evaluate(WITHOUT_MARKS).strip() == text
    assert again.locator("main script, main img").count() == 0
    assert visit.dialogs == []


def test_a_narrow_screen_shows_an_example_without_scrolling_sideways(visit: Visit, live: Live) -> None:
    page = chosen(visit(live.url, viewport={"width": 390, "height": 844}), "Hobbs' castle")
    why(page, "hobbs", 0)

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
