"""The page of one resolved text."""

from lxml import html as lxml_html

from anaphora.experiments.report.answers import answers


def text(element: lxml_html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def test_answers_mark_each_pronoun_and_escape_the_text() -> None:
    page = answers({
        "text": "<b>Ann</b> left her coat. It rained.",
        "pronouns": [
            {"text": "her", "start": 16, "end": 19, "pleonastic": False,
             "antecedents": {"one": {"text": "Ann", "start": 3, "end": 6}, "other": None}},
            {"text": "It", "start": 26, "end": 28, "pleonastic": True, "antecedents": {"one": None, "other": None}},
        ],
    })  # fmt: skip
    tree = lxml_html.document_fromstring(page)

    assert [mark.text for mark in tree.iter("mark")] == ["her", "It"]
    assert "&lt;b&gt;Ann&lt;/b&gt; left " in page
    assert [[text(cell) for cell in row] for row in tree.iter("tr")] == [
        ["pronoun", "one", "other"],
        ["1 her", "Ann", "–"],
        ["2 It", "pleonastic", "pleonastic"],
    ]
