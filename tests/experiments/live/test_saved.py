"""The page of its own that a resolved text makes."""

import json

from lxml import html

from anaphora.corpora.plain import document
from anaphora.experiments.live.saved import answers_page
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.texts.resolve import resolve

TEXT = "Ann left her coat </script><b>. It is raining."


def test_a_page_of_answers_holds_the_text_and_every_answer() -> None:
    page = answers_page(resolve(document(TEXT, "test"), configure(("most_recent", "hobbs"))))
    held = json.loads(html.document_fromstring(page).get_element_by_id("saved").text)
    data = held["answer"]["data"]

    assert "".join(data["documents"][0]["tokens"]) == TEXT
    assert [resolver["name"] for resolver in data["resolvers"]] == ["most_recent", "hobbs"]
    [her] = data["anaphors"]
    assert [answer["pick"] for answer in her["answers"]] == [0, 0]
    assert her["answers"][1]["trail"]["visits"]
    [pleonastic] = held["answer"]["drawer"]["taken_out"]
    assert data["documents"][0]["tokens"][pleonastic] == "It "


def test_a_page_of_answers_asks_for_nothing_else() -> None:
    page = html.document_fromstring(answers_page(resolve(document(TEXT, "test"), configure(("hobbs",)))))

    assert page.xpath("//@src | //link/@href | //b[.='.']") == []
