"""The report holds every anaphor with every answer, needs no network, and cannot be broken by what a corpus says."""

import base64
import hashlib
import json
import re
from dataclasses import replace

import pytest
from lxml import html as lxml_html

from anaphora.experiments.findings import Findings
from anaphora.experiments.report import anaphors
from anaphora.experiments.report.report import fragment, report
from anaphora.workbench.key import Key
from anaphora.workbench.results.comparison import Comparison
from tests.workbench.tiny_comparison import (
    CAREFUL,
    DRIVER,
    FIRST_ID,
    HASTY,
    IT,
    IT_AGAIN,
    empty_comparison,
    tiny_comparison,
)


def made(comparison: Comparison) -> str:
    return report(Findings(f"Anaphora resolution on {comparison.corpus}", comparison.signature, comparison))


REPORT = made(tiny_comparison())
PAGE = lxml_html.document_fromstring(REPORT)
EMPTY = lxml_html.document_fromstring(made(empty_comparison()))


def text(element: lxml_html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def table(section: str, page: lxml_html.HtmlElement = PAGE) -> list[list[str]]:
    """The first table of a section, as words."""
    rows = page.xpath(f"(//section[@aria-labelledby='{section}']//table)[1]//tr")
    return [[text(cell) for cell in row] for row in rows]


def test_every_anaphor_stands_once_beside_each_resolver_s_answer() -> None:
    assert [row[3:] for row in table("anaphors")] == [
        ["candidates", CAREFUL, HASTY],
        ["3 → 2", "The driver </script> ✓ right", "the page ✗ wrong: outranked"],
        ["3 → 2", "– no answer: unresolved", "The driver </script> ✗ wrong: tie"],
        ["– anaphor missed", "– no answer: anaphor missed", "– no answer: anaphor missed"],
    ]


def test_an_anaphor_is_marked_in_its_sentence_and_its_antecedent_underlined_in_the_context() -> None:
    row = PAGE.get_element_by_id("a2")

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

    page = lxml_html.document_fromstring(
        made(replace(comparison, documents=documents, evidence=(evidence, comparison.evidence[1])))
    )

    assert (
        text(page.get_element_by_id("a2").xpath("./td[@data-r='key']")[0])
        == "It before it: The driver </script> 1 sentence back"
    )


def test_the_result_table_shows_counts_rates_and_the_expectation_of_chance() -> None:
    headings, *rows = table("scores")
    careful, hasty = (dict(zip(headings, row, strict=True)) for row in rows)

    assert [careful[name] for name in ("resolver", "right", "success rate")] == ["careful (ahead)", "1", "33.3"]
    assert "anaphors" not in headings  # as many for each
    assert [careful[name] for name in ("non-trivial", "prec.")] == ["50.0", "100.0"]
    assert (hasty["resolver"], hasty["success rate"]) == (f"{HASTY} (chance)", "0.0")
    section = text(PAGE.xpath("//section[@aria-labelledby='scores']")[0])
    assert f"{HASTY} 33.3" in section  # below the table: a column would have a dash for all others


def test_the_table_of_losses_is_that_of_the_comparison() -> None:
    rows = PAGE.xpath("//section[@aria-labelledby='losses']//table[1]//tr")

    assert [[text(cell) for cell in row] for row in rows] == [
        ["resolver", "anaphor missed", "unresolved", "tie", "outranked", "right"],
        [CAREFUL, "1", "1", "0", "0", "1"],
        [HASTY, "1", "0", "1", "1", "0"],
    ]


def test_a_number_opens_the_anaphors_behind_it() -> None:
    links = {link.get("data-filter"): text(link) for link in PAGE.xpath("//a[@data-filter]")}

    assert links["wrong=1&stage=tie_lost"] == "1"
    assert links["right=0&wrong=1"] == "1"
    assert links["is=0:wrong&is=1:wrong"] == "2"


def test_nothing_is_linked_where_there_are_no_anaphors_to_list() -> None:
    assert EMPTY.xpath("//a[@data-filter]") == []


def test_the_verdict_names_the_leader_the_bound_and_the_main_loss_and_claims_no_more() -> None:
    verdict = text(PAGE.xpath("//section[@class='verdict']")[0])

    assert "careful is ahead on this corpus: 1 of 3 anaphors right (33.3%" in verdict
    assert "66.7 strict, 66.7 partial" in verdict
    assert (
        "most anaphors are lost as “anaphor missed”: 1 (33.3%); careful itself loses most as “unresolved”: 1 (33.3%)"
        in verdict
    )
    assert "say nothing about texts of another kind" in verdict


def test_a_resolver_that_reads_the_key_is_never_ahead() -> None:
    tiny = tiny_comparison()
    (leader,) = tiny.leaders
    page = made(replace(tiny, read_key=frozenset({leader}), evidence=()))

    assert f"{leader} is ahead" in REPORT
    assert f"{leader} is ahead" not in page


def test_resolvers_that_have_as_many_right_are_level() -> None:
    comparison = tiny_comparison()
    documents = tuple(
        replace(document, outcomes={"one": document.outcomes[CAREFUL], "two": document.outcomes[CAREFUL]},
                attempted={"one": 1, "two": 1})
        for document in comparison.documents
    )  # fmt: skip

    level = made(replace(comparison, resolvers=("one", "two"), documents=documents, evidence=(), random=frozenset()))

    assert "one and two are tied for first on this corpus: 1 of 3" in level


def test_what_is_beside_the_figures_is_told() -> None:
    notes = " ".join(text(note) for note in PAGE.xpath("//ul[@class='notes']/li"))

    assert "Not counted: 3 key pronouns (2 first mention of its chain, 1 split antecedent)." in notes
    assert "Spurious: 1 pronoun taken for anaphors that the key does not have." in notes
    assert "Skipped: broken.conllu:3: seven columns instead of ten." in notes


def test_an_empty_comparison_shows_dashes() -> None:
    row = dict(zip(*table("scores", EMPTY)[:2], strict=True))

    assert (row["resolver"], row["right"], row["anaphors"]) == ("careful", "0", "0")
    assert (row["success rate"], row["prec."], row["of MAX"]) == ("–", "–", "–")
    assert "nothing to compare" in text(EMPTY)


def test_without_the_analysed_documents_the_figures_are_there_and_the_anaphors_are_not() -> None:
    page = lxml_html.document_fromstring(made(replace(tiny_comparison(), evidence=())))

    assert table("scores", page) == table("scores")
    assert "cannot be shown in their sentences" in text(page.get_element_by_id("shown"))


def test_the_first_anaphors_stand_in_the_page_and_the_others_wait_for_a_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anaphors, "STATIC", 2)

    page = lxml_html.document_fromstring(made(tiny_comparison()))

    assert page.xpath("//tr/@id") == ["a1", "a2"]
    assert text(page.get_element_by_id("shown")).startswith("The first 2 of 3 anaphors;")
    assert len(json.loads(page.get_element_by_id("traces").text)["anaphors"]) == 3


@pytest.mark.parametrize("harm", ["</script> ", "<b>hasty", "<img src=x", "alert('1')"])
def test_corpus_text_and_names_are_text_and_never_markup(harm: str) -> None:
    scripts = PAGE.xpath("//script[@type='application/json']/text()")

    assert not any(re.search("[<>&]", script) for script in scripts)
    assert harm.strip() not in re.sub(r"<script.*?</script>", "", REPORT, flags=re.DOTALL)
    assert harm.strip() in text(PAGE)


def test_control_characters_and_halves_of_surrogate_pairs_are_replaced() -> None:
    shown = made(replace(empty_comparison(), corpus="a\x00b\x1b[31mc\ud800d"))

    assert "<title>Anaphora resolution on a\ufffdb\ufffd[31mc\ufffdd</title>" in shown
    assert shown.encode("utf-8")


def test_the_file_asks_for_nothing_outside_itself() -> None:
    assert set(re.findall(r"https?:[^\"\s]*", REPORT)) <= {"http://www.w3.org/2000/svg"}  # a name, not an address
    assert PAGE.xpath("//*[self::link or self::iframe or self::object or self::img]") == []
    assert PAGE.xpath("//@src | //@style | //@*[starts-with(name(), 'on')]") == []
    assert all(target.startswith("#") for target in PAGE.xpath("//@href"))


def test_the_content_security_policy_allows_our_style_and_script_only() -> None:
    policy = PAGE.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]

    assert policy.startswith("default-src 'none'; ")
    for element in ("style", "script[not(@type)]"):
        (inline,) = PAGE.xpath(f"//{element}/text()")
        digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
        assert f"{element.split('[')[0]}-src 'sha256-{digest}'" in policy


def test_the_same_comparison_gives_the_same_bytes() -> None:
    assert made(tiny_comparison()) == REPORT


@pytest.mark.parametrize("page", [PAGE, EMPTY])
def test_every_drawing_has_a_title_a_description_and_a_table(page: lxml_html.HtmlElement) -> None:
    drawings = page.xpath("//svg[@role]")

    assert drawings
    for drawing in drawings:
        assert drawing.get("role") == "img"
        assert [text(page.get_element_by_id(id)) for id in drawing.get("aria-labelledby").split()] == [
            text(drawing.xpath("./title")[0]),
            text(drawing.xpath("./desc")[0]),
        ]
        assert drawing.xpath("./ancestor::figure//details//table")


@pytest.mark.parametrize("page", [PAGE, EMPTY])
def test_ids_are_unique_and_every_reference_leads_somewhere(page: lxml_html.HtmlElement) -> None:
    ids = page.xpath("//@id")

    assert len(ids) == len(set(ids))
    assert {target.removeprefix("#") for target in page.xpath("//@href")} <= set(ids)
    assert {id for label in page.xpath("//@aria-labelledby") for id in label.split()} <= set(ids)


def test_headers_have_a_scope_and_fields_have_a_label() -> None:
    assert PAGE.xpath("//th[not(@scope)]") == []
    assert PAGE.xpath("//select[not(ancestor::label)] | //input[not(ancestor::label) and not(@type='hidden')]") == []


def test_a_fragment_keeps_its_ids_apart_and_leaves_the_anaphors_out() -> None:
    findings = Findings("tiny", "corpus:tiny", tiny_comparison())
    found = lxml_html.document_fromstring(f"<main>{fragment(findings, 'part-')}</main>")

    assert all(id.startswith("part-") for id in found.xpath("//@id"))
    assert found.xpath("//section/@aria-labelledby")[0] == "part-verdict"
    assert found.xpath("//table[@id='anaphor-table']") == []


def test_warnings_stand_in_the_verdict_as_text() -> None:
    page = made(replace(tiny_comparison(), warnings=("<b>hasty</b> was trained on 1 of the 2 documents (GUM).",)))
    (warning,) = lxml_html.document_fromstring(page).xpath("//section[@aria-labelledby='verdict']//p[@class='warning']")

    assert text(warning) == "Warning: <b>hasty</b> was trained on 1 of the 2 documents (GUM)."
    assert not PAGE.xpath("//p[@class='warning']")
