"""The page of one resolved text."""

from lxml import html as lxml_html

from anaphora.corpora.plain import document
from anaphora.experiments.report.answers import answers
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.texts.resolve import resolve


def text(element: lxml_html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def test_answers_mark_each_pronoun_and_escape_the_text() -> None:
    page = answers(
        resolve(document("Ann left her coat <b>. It is raining.", "test"), configure(("most_recent", "mars")))
    )
    tree = lxml_html.document_fromstring(page)

    assert [mark.text for mark in tree.iter("mark")] == ["her", "It"]
    assert " coat &lt;b&gt;. " in page
    assert [[text(cell) for cell in row] for row in tree.iter("tr")] == [
        ["pronoun", "most_recent", "mars"],
        ["1 her", "Ann", "Ann"],
        ["2 It", "pleonastic", "pleonastic"],
    ]
