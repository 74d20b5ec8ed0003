"""The report holds every anaphor with every answer, needs no network, and cannot be broken by what a corpus says."""

import base64
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from lxml import html as lxml_html

from anaphora.experiments.show.report import anaphors
from anaphora.experiments.show.report.findings import Findings
from anaphora.experiments.show.report.report import fragment, report
from anaphora.workbench.key import Key
from anaphora.workbench.results.comparison import Comparison
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
    return report(Findings(f"Anaphora resolution on {comparison.corpus}", comparison.signature, comparison))


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

    assert "careful is ahead on this corpus: 1 of 3 anaphors right (33.3%" in verdicts["tiny"]
    assert "careful is ahead" not in verdicts["reader"]
    assert "one and two are tied for first on this corpus: 1 of 3" in verdicts["level"]
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
    assert len(json.loads(page.get_element_by_id("traces").text)["anaphors"]) == 3


def test_corpus_text_and_names_are_text_and_never_markup() -> None:
    page = made(tiny_comparison())
    scripts = tiny().xpath("//script[@type='application/json']/text()")

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
    findings = Findings("tiny", "corpus:tiny", tiny_comparison())
    page = lxml_html.document_fromstring(f"<main>{fragment(findings, 'part-')}</main>")

    assert all(name.startswith("part-") for name in page.xpath("//@id"))
    assert page.xpath("//section/@aria-labelledby")[0] == "part-verdict"
    assert page.xpath("//table[@id='anaphor-table']") == []
