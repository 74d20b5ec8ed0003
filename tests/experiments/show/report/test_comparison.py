"""The report of a comparison: every anaphor with every answer; it needs no network and cannot be broken by texts.

What reports show is what the commands print, drawn: nothing is lost on the way, and nothing stands outside.
"""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from lxml import html as lxml_html

from anaphora.experiments.commands.ablate import run_ablation
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.compare.page import page_of, score_links
from anaphora.experiments.commands.score.chain_errors import errors_beside
from anaphora.experiments.commands.score.counting import score_files
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.show.charts.chart import Chart
from anaphora.experiments.show.charts.draw import Box, Label, text_width
from anaphora.experiments.show.report import anaphors
from anaphora.experiments.show.report.comparison import ablation_page, comparison_page
from anaphora.experiments.show.report.page import NARROW, Beside, ChartRow, Page, fragment, report
from anaphora.experiments.show.report.scores import scores_page
from anaphora.workbench.key import Key
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.scores import Scores
from tests.workbench.tiny_comparison import (
    CAREFUL,
    DRIVER,
    FIRST_ID,
    IT,
    IT_AGAIN,
    empty_comparison,
    tiny_comparison,
)  # fmt: skip


def made(comparison: Comparison) -> str:
    return report(comparison_page(comparison))


def parsed(comparison: Comparison) -> lxml_html.HtmlElement:
    return lxml_html.document_fromstring(made(comparison))


@cache
def tiny() -> lxml_html.HtmlElement:
    return parsed(tiny_comparison())


@cache
def empty() -> lxml_html.HtmlElement:
    return parsed(empty_comparison())


def text(element: lxml_html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def table(section: str, page: lxml_html.HtmlElement) -> list[list[str]]:
    """The first table of a section, as words."""
    rows = page.xpath(f"(//section[@aria-labelledby='{section}']//table)[1]//tr")
    return [[text(cell) for cell in row] for row in rows]


def test_an_anaphor_is_marked_in_its_sentence_and_its_antecedent_underlined_in_the_context() -> None:
    row = tiny().get_element_by_id("a2")

    assert text(row.xpath("./td[@class='sentence']/p")[0]) == "It prints it ."
    assert row.xpath("./td[@class='sentence']/p/mark/text()") == ["it"]
    assert text(row.xpath(".//details/p")[0]) == "The driver </script> reads the page ."
    assert row.xpath(".//details//u/text()") == ["the page"]


def test_a_pronoun_as_nearest_antecedent_is_followed_by_the_phrase_before_it() -> None:
    comparison = tiny_comparison()
    first = comparison.documents[0]
    again = replace(first.anaphors[1], chain=0, acceptable=(DRIVER, IT))
    documents = (replace(first, anaphors=(first.anaphors[0], again)), comparison.documents[1])
    evidence = replace(comparison.evidence[0], key=Key(FIRST_ID, ((DRIVER, IT, IT_AGAIN),)))
    page = parsed(replace(comparison, documents=documents, evidence=(evidence, comparison.evidence[1])))

    nearest = text(page.get_element_by_id("a2").xpath("./td[@data-r='key']")[0])
    assert nearest == "It before it: The driver </script> 1 sentence back"


def test_a_number_opens_the_anaphors_behind_it() -> None:
    links = {link.get("data-filter"): text(link) for link in tiny().xpath("//a[@data-filter]")}

    assert links["wrong=1&stage=tie_lost"] == "1"
    assert links["right=0&wrong=1"] == "1"
    assert empty().xpath("//a[@data-filter]") == [], "there are no anaphors to list"


def test_the_verdict_names_the_leader_unless_it_reads_the_key_or_is_level() -> None:
    comparison = tiny_comparison()
    documents = tuple(
        replace(document, outcomes={"one": document.outcomes[CAREFUL], "two": document.outcomes[CAREFUL]},
                attempted={"one": 1, "two": 1})
        for document in comparison.documents
    )  # fmt: skip
    level = replace(comparison, resolvers=("one", "two"), documents=documents, evidence=(), random=frozenset())
    reader = replace(comparison, read_key=frozenset({CAREFUL}), evidence=())
    warned = replace(comparison, warnings=("<b>hasty</b> was trained on these.",), evidence=())
    verdicts = {
        name: text(page.xpath("//section[@aria-labelledby='verdict']")[0])
        for name, page in (
            ("tiny", tiny()), ("level", parsed(level)), ("reader", parsed(reader)), ("warned", parsed(warned))
        )
    }  # fmt: skip

    assert "careful resolved 33.3% of 3 anaphors" in verdicts["tiny"]
    assert "careful resolved" not in verdicts["reader"]
    assert "one and two each resolved 33.3% of 3 anaphors" in verdicts["level"]
    assert "<b>hasty</b> was trained on these." in verdicts["warned"]


def test_without_the_analysed_documents_the_figures_are_there_and_the_anaphors_are_not() -> None:
    page = parsed(replace(tiny_comparison(), evidence=()))

    assert table("scores", page) == table("scores", tiny())
    assert page.xpath("//tr[starts-with(@id, 'a')]") == []


def test_the_first_anaphors_stand_in_the_page_and_the_others_wait_for_a_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anaphors, "STATIC", 2)
    page = parsed(tiny_comparison())

    assert page.xpath("//tr/@id") == ["a1", "a2"]
    assert [row[3:] for row in table("anaphors", tiny())][1:] == [
        ["3 → 2", "The driver </script> ✓ right", "the page ✗ wrong: outranked"],
        ["3 → 2", "– no answer: unresolved", "The driver </script> ✗ wrong: tie"],
        ["– anaphor missed", "– no answer: anaphor missed", "– no answer: anaphor missed"],
    ]
    assert text(page.get_element_by_id("shown")).startswith("The first 2 of 3 anaphors;")
    packed = base64.b64decode(page.get_element_by_id("traces").text)
    assert len(json.loads(gzip.decompress(packed))["anaphors"]) == 3


def test_corpus_text_and_names_are_text_and_never_markup() -> None:
    page = made(tiny_comparison())
    scripts = tiny().xpath("//script[@type]/text()")

    assert made(tiny_comparison()) == page
    assert not any(re.search("[<>&]", script) for script in scripts)
    for harm in ("</script> ", "<b>hasty", "<img src=x", "alert('1')"):
        assert harm.strip() not in re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
        assert harm.strip() in text(tiny())


def test_control_characters_and_halves_of_surrogate_pairs_are_replaced() -> None:
    shown = made(replace(empty_comparison(), corpus="a\x00b\x1b[31mc\ud800d"))

    assert "<title>Anaphora resolution on a\ufffdb\ufffd[31mc\ufffdd</title>" in shown
    assert shown.encode("utf-8")


def test_the_file_asks_for_nothing_outside_itself_and_allows_its_own_style_and_script_only() -> None:
    page = tiny()
    policy = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]

    addresses = re.findall(r"https?:[^\"\s]*", made(tiny_comparison()))
    assert set(addresses) <= {"http://www.w3.org/2000/svg"}  # a name, not an address
    assert page.xpath("//*[self::link or self::iframe or self::object or self::img]") == []
    assert page.xpath("//@src | //@style | //@*[starts-with(name(), 'on')]") == []
    assert all(target.startswith("#") for target in page.xpath("//@href"))
    assert policy.startswith("default-src 'none'; ")
    for element in ("style", "script[not(@type)]"):
        (inline,) = page.xpath(f"//{element}/text()")
        digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
        assert f"{element.split('[')[0]}-src 'sha256-{digest}'" in policy


@pytest.mark.parametrize("make", [tiny, empty])
def test_drawings_have_words_and_references_lead_somewhere(make: Callable[[], lxml_html.HtmlElement]) -> None:
    page = make()
    drawings, ids = page.xpath("//svg[@role]"), page.xpath("//@id")

    assert drawings
    for drawing in drawings:
        assert drawing.get("role") == "img"
        assert [text(page.get_element_by_id(name)) for name in drawing.get("aria-labelledby").split()] == [
            text(drawing.xpath("./title")[0]),
            text(drawing.xpath("./desc")[0]),
        ]
        assert drawing.xpath("./ancestor::figure//details//table")
    assert len(ids) == len(set(ids))
    assert {target.removeprefix("#") for target in page.xpath("//@href")} <= set(ids)
    assert {name for label in page.xpath("//@aria-labelledby") for name in label.split()} <= set(ids)
    assert page.xpath("//th[not(@scope)]") == []
    assert page.xpath("//select[not(ancestor::label)] | //input[not(ancestor::label) and not(@type='hidden')]") == []


def test_a_fragment_keeps_its_ids_apart_and_leaves_the_anaphors_out() -> None:
    found = fragment(comparison_page(tiny_comparison()), "part-")
    page = lxml_html.document_fromstring(f"<main>{found}</main>")

    assert all(name.startswith("part-") for name in page.xpath("//@id"))
    assert page.xpath("//section/@aria-labelledby")[0] == "part-verdict"
    assert page.xpath("//table[@id='anaphor-table']") == []


# what commands found

FILES = [BUNDLED / "printer.conllu", BUNDLED / "fiction.conllu"]
SETTINGS = configure(("mars", "most_recent", "random_agreeing"), perfect=("annotation",))


@cache
def page_by(name: str) -> Page:
    """The page of what a command found."""
    if name == "comparison":
        files = [*FILES, BUNDLED / "news.conllu"]
        return page_of(run_comparison(files, SETTINGS, keep=True), SETTINGS)
    if name == "scores":
        key, responses = BUNDLED, {"half": Path("key(links=0.5)"), "most": Path("key(links=0.9)")}
        settings = configure(measures=("muc", "b_cubed", "conll"), resamples=100)
        return scores_page(score_files(key, responses, settings), errors_beside(key, responses, settings))
    return ablation_page(run_ablation(FILES, name, SETTINGS.changed(resolvers=()), keep=True))


@pytest.mark.parametrize("name", ["comparison", "scores", "mitkov", "cogniac"])
def test_charts_say_their_finding_have_a_table_and_draw_nothing_outside(name: str) -> None:
    blocks = [block for section in page_by(name).sections for block in section.blocks]
    rows = [chart for block in blocks if isinstance(block, ChartRow) for chart in block.charts]
    charts = [*rows, *(block.chart for block in blocks if isinstance(block, Beside))]
    charts += [block for block in blocks if isinstance(block, Chart)]

    assert charts
    assert report(page_by(name)).startswith("<!doctype html>")
    for chart in charts:
        assert chart.title
        assert chart.description.endswith("."), chart.name
        assert chart.figures.rows, chart.name
        assert {len(row) for row in chart.figures.rows} == {len(chart.figures.headings)}, chart.name
        for width in (None, NARROW, 390, 800):
            assert_inside(chart, width)


def assert_inside(chart: Chart, width: float | None) -> None:
    drawing = chart.plan.drawn(width)
    for shape in drawing.shapes:
        if isinstance(shape, Label) and not shape.slant:
            room = text_width(shape.text, shape.look)
            start = shape.x - {"start": 0, "middle": room / 2, "end": room}[shape.anchor]
            assert -1 <= start <= start + room <= drawing.width + 1, (chart.name, shape.text)
            assert 0 <= shape.y <= drawing.height, (chart.name, shape.text)
        if isinstance(shape, Box):
            assert shape.width >= 0, chart.name
            assert -0.01 <= shape.x <= shape.x + shape.width <= drawing.width, chart.name
            assert shape.y + shape.height <= drawing.height, chart.name


def linked(comparison: Comparison) -> Scores:
    found = score_links(comparison, SETTINGS)
    assert found is not None
    return found[0]


def test_chains_of_resolvers_are_held_against_what_they_were_asked_for() -> None:
    """The oracle's links are right and miss little, since the key is cut down to what it was asked for.

    As it sees the key, it is not scored beside the others.
    """
    settings = SETTINGS.changed(resolvers=("oracle", "most_recent"), perfect=LAYERS)
    result = run_comparison(FILES, settings, keep=True)
    muc = choose_measure("muc")
    oracle = linked(replace(result, read_key=frozenset())).values("oracle", muc)

    assert (oracle["precision"] or 0) > 0.97
    assert (oracle["recall"] or 0) > 0.6
    assert linked(result).systems == ("most_recent",)


def test_simulated_responses_have_no_errors_beside_their_scores() -> None:
    assert errors_beside(FILES[0], {"half": Path("key(links=0.5)")}, configure()) is None
