"""What the page of errors is given: texts, the chains of both sides, and as many errors as it has room for."""

from pathlib import Path

import pytest
from lxml import html as lxml_html

from anaphora.experiments.commands.score.chain_errors import classify_errors
from anaphora.experiments.commands.score.memory import score_chains
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.show.report import errors
from anaphora.experiments.show.report.comparison import comparison_page
from anaphora.experiments.show.report.errors import (
    TextWithZeros,
    payload,
    rows,
    sentence,
    shown_documents,
    shown_texts,
)
from anaphora.experiments.show.report.page import report
from anaphora.experiments.show.report.scores import scores_page
from anaphora.workbench.chains.overlap import columns
from anaphora.workbench.document import Span
from anaphora.workbench.error_analysis.analysis import ChainErrors, chain_errors
from anaphora.workbench.error_analysis.mentions import DocumentText
from anaphora.workbench.key import Key
from tests.experiments.commands.test_zeros import ANN, IT, SAYS, conllu
from tests.workbench.tiny_comparison import tiny_comparison

HOSTILE = "<b>Ann</b></script>"
WORDS = (HOSTILE, "saw", "the", "cat", ".", "She", "fed", "it", ".")
RIGHT = ((Span(0, 1), Span(5, 6)), (Span(2, 4), Span(7, 8)))
WRONG = ((Span(0, 1), Span(5, 6), Span(7, 8)),)


def compared(*responses: tuple[tuple[Span, ...], ...], documents: int = 1) -> ChainErrors:
    texts = [DocumentText(f"d{number}", WORDS, starts=(0, 5)) for number in range(documents)]
    given = {f"r{number}": [columns(Key(text.id, chains)) for text in texts] for number, chains in enumerate(responses)}
    return chain_errors(texts, [columns(Key(text.id, RIGHT)) for text in texts], given)


def page(found: ChainErrors) -> lxml_html.HtmlElement:
    scores = score_chains([RIGHT], {"r0": [WRONG]})
    return lxml_html.document_fromstring(report(scores_page(scores, found)))


def test_errors_and_links_stand_in_the_order_of_the_text() -> None:
    """`it` is glued to the wrong chain, and torn from the right one; so are its links."""
    listed = rows(compared(WRONG))

    assert [(row.type, row.part[0].text, row.whole.text, row.size) for row in listed] == [
        ("conflated_entities", "it", HOSTILE, 3),
        ("divided_entity", "it", "the cat", 2),
        ("missed_link", "it", "the cat", 0),
        ("wrong_link", "it", "She", 0),
    ]


def test_chains_of_both_sides_have_the_ends_of_their_mentions_and_what_corresponds() -> None:
    found = compared(WRONG)
    packed = payload(found, shown_texts(found, 1), rows(found))
    [document] = packed["documents"]

    assert [packed["types"][error[0]] for error in packed["errors"]][:2] == ["conflated entities", "divided entity"]
    assert packed["errors"][0][1:] == [0, 0, [7, 8], [0, 1], 3]
    assert document["tokens"][:2] == [f"{HOSTILE} ", "saw "]
    assert document["responses"] == [
        {
            "key": [[0, 1, 5, 6], [2, 4, 7, 8]],
            "chains": [[0, 1, 5, 6, 7, 8]],
            "of": [0],
            "keyState": ["11", "02"],
            "state": ["112"],
        }
    ]


def test_documents_beyond_what_the_page_holds_are_left_out_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = compared(WRONG, documents=5)
    monkeypatch.setattr(errors, "MOST_ERRORS", 10)  # each document has four
    shown = page(found)

    assert shown_documents(found, rows(found)) == 2
    assert len(payload(found, shown_texts(found, 2), rows(found))["errors"]) == 8
    assert shown.xpath("//table[@id='error-table']//b") == [], "what the corpus says is text"
    assert HOSTILE in shown.get_element_by_id("e1").text_content()
    assert "first 2 of 5 documents" in " ".join(" ".join(shown.xpath("//*[@class='warning']//text()")).split())
    monkeypatch.setattr(errors, "MOST_WORDS", 3)
    assert shown_documents(found, rows(found)) == 1, "the first is there however long it is"


def test_zeros_stand_in_the_text_as_words_do(tmp_path: Path) -> None:
    """A response without the zero lacks its entity: both mentions are marked, and the chain has the zero's place."""
    key = conllu(tmp_path / "key.conllu", ANN, SAYS, "2.1 (e1--1) 3:nsubj", IT)
    found = classify_errors(key, {"r": conllu(tmp_path / "r.conllu", ANN, SAYS, IT)}, configure(singletons="drop"))
    [shown] = shown_texts(found, 1)
    [document] = payload(found, [shown], rows(found))["documents"]
    pieces = sentence(shown, rows(found)[0])

    assert "".join(document["tokens"]).split() == ["w", "w", "∅", "w"]
    assert document["responses"][0]["key"] == [[0, 1, 2, 3]]
    assert [(piece.text.strip(), piece.look) for piece in pieces] == [
        ("w", "anaphor"), ("w", ""), ("∅", "anaphor"), ("w", ""),
    ]  # fmt: skip


def test_mentions_move_by_the_zeros_before_them() -> None:
    """Of zeros before the words 2 and 4, a mention holds those between its words, not those beside it."""
    expected = {(2, 2): (2, 3), (2, 3): (3, 4), (4, 4): (5, 6), (1, 5): (1, 7), (0, 2): (0, 2)}

    assert {words: TextWithZeros(DocumentText("d", WORDS), (2, 4), ()).ends(*words) for words in expected} == expected


def test_comparisons_have_the_list_of_anaphors_in_its_place() -> None:
    chains = (score_chains([RIGHT], {"r0": [WRONG]}), compared(WRONG))
    page = comparison_page(tiny_comparison(), chains=chains)

    assert "chains" in [section.id for section in page.sections]
    assert [section.id for section in page.lists] == ["anaphors"]
