"""The page of entities as it stands in the file, before any script runs."""

import re
from dataclasses import replace
from typing import Any

from lxml import html as lxml_html

import anaphora as door
from anaphora.experiments.texts.chained import Chained, ChainedText
from anaphora.experiments.texts.entities_page import entities_page
from anaphora.workbench.decision import Entity
from anaphora.workbench.document import Span
from tests.annotated import prepared

DARCY = "Mr. Darcy saw Elizabeth. He bowed to her.\n\nShe smiled. Mr. Darcy left with his sister."
WRAPPED = (
    "It was the best of times, it was the worst of\ntimes, it was the age of wisdom, it was the age\nof foolishness."
)


def tree(chained: Chained) -> lxml_html.HtmlElement:
    return lxml_html.document_fromstring(entities_page(chained))


def page(*texts: str, **options: Any) -> lxml_html.HtmlElement:
    return tree(door.chains(list(texts), "mention_pair", **options).data)


def chained(words: str, *chains: tuple[Span, ...]) -> Chained:
    """A text of names with chains of our own."""
    base = prepared(" ".join(f"{word}/NNP/{int(place > 0)}/dep" for place, word in enumerate(words.split())))
    spans = sorted(span for chain in chains for span in chain)
    mentions = tuple(replace(base.mentions[0], span=span, head=span.start) for span in spans)
    entities = tuple(
        Entity(f"e{number}", "N", None, None, None, tuple(map(spans.index, chain)))
        for number, chain in enumerate(chains, start=1)
    )
    return Chained((ChainedText(replace(base, mentions=mentions), entities),), "ours", "signed")


def paragraphs(found: lxml_html.HtmlElement) -> list[str]:
    return [paragraph.text_content() for paragraph in found.xpath("//*[contains(@class, 'words')]/p")]


def marked(found: lxml_html.HtmlElement, number: int) -> list[str]:
    return [each.text_content() for each in found.xpath(f"//p//*[@data-e='{number}']")]


def test_all_mentions_of_an_entity_are_marked_in_the_text() -> None:
    found = page(DARCY)

    assert paragraphs(found) == [part.strip() for part in DARCY.split("\n\n")]
    assert marked(found, 1) == ["Mr. Darcy", "He", "Mr. Darcy", "his"]
    assert marked(found, 2) == ["Elizabeth", "her", "She"]


def test_the_list_has_every_entity_with_its_mentions_and_leads_to_the_first() -> None:
    found = page(DARCY)
    first, second = found.xpath("//ol/li")

    assert (first.get("data-e"), first.get("data-kind"), first.get("data-count")) == ("1", "person", "4")
    assert [row.xpath("./a/bdi")[0].text for row in (first, second)] == ["Mr. Darcy", "Elizabeth"]
    assert found.get_element_by_id(second.xpath("./a/@href")[0][1:]).text_content() == "Elizabeth"
    assert "2 names, 2 pronouns" in first.text_content()
    assert "lines 1 to 3" in first.text_content()


def test_a_strip_says_where_in_the_text_mentions_are() -> None:
    [path] = page("Ann left. " + "Then the rain came down again. " * 9 + "Ann slept.").xpath(
        "//li[.//bdi='Ann']//path/@d"
    )
    places = [int(place) for place in re.findall(r"M(\d+) 0v1", path)]

    assert places[0] == 0
    assert 380 < places[-1] < 400
    ids = page(DARCY, "Ann left. She ran.").xpath("//@id")
    assert len(ids) == len(set(ids))
    assert {"t1-e1", "t1-e2", "t2-e1"} <= set(ids), "several texts have anchors of their own"


def test_mentions_that_cross_end_with_the_one_around_them() -> None:
    found = tree(chained("Ann Lee Kim left .", (Span(0, 2),), (Span(1, 3),)))

    assert paragraphs(found) == ["Ann Lee Kim left ."]
    assert (marked(found, 1), marked(found, 2)) == (["Ann Lee"], ["Lee"])
    [inner] = page("Ann left. Her brother slept. He snored.").xpath("//p//*[@data-e]//*[@data-e]")
    assert (inner.text_content(), inner.getparent().text_content()) == ("Her", "Her brother")
    without = page("It rained.")
    assert (paragraphs(without), without.xpath("//table")) == (["It rained."], [])


def test_markup_in_a_text_is_shown_as_it_is() -> None:
    hostile = '<b>Ann</b> left. She said "</script><script>alert(1)</script>" & ran.'
    found = page(hostile)

    assert paragraphs(found) == [hostile]
    assert found.xpath("//main//script | //p//b") == []
    assert found.xpath("//*[@src or @style] | //link | //a[not(starts-with(@href, '#'))]") == []
    assert "default-src 'none'" in found.xpath("//meta/@content[contains(., 'src')]")[0]


def test_a_line_that_was_only_full_goes_on_and_others_end() -> None:
    assert paragraphs(page(f"{WRAPPED}\n\nRoses are red,\nviolets are blue.")) == [
        WRAPPED.replace("\n", " "),
        "Roses are red,\nviolets are blue.",
    ]
    assert paragraphs(page("Ann left.\r\nShe ran.\r\n\r\nTom slept.\r\n")) == ["Ann left.\nShe ran.", "Tom slept."]
    assert paragraphs(page("Ann: I am late.\nTom: You are never late, Ann.\nAnn: I was.")) == [
        "Ann: I am late.\nTom: You are never late, Ann.\nAnn: I was."
    ]


def test_who_occurs_with_whom_is_counted_in_sentences_and_paragraphs() -> None:
    sentences, in_paragraphs = page(DARCY).xpath("//table")
    rows = [[cell.text_content() for cell in row] for row in sentences.xpath(".//tbody/tr")]

    assert rows == [["Mr. Darcy", "–", "2"], ["Elizabeth", "2", "–"]]
    assert [cell.text_content() for cell in in_paragraphs.xpath(".//tbody/tr[1]/td")] == ["–", "2"]
