"""Which texts are taken for English."""

import pytest

from anaphora.corpora import plain
from anaphora.preprocess import pipeline, prepare
from anaphora.preprocess.language import advice, can_tell, is_english
from anaphora.workbench.document import Document
from tests.annotated import annotated
from tests.refused import raises

FRENCH = "Marie a perdu sa clef dans le jardin. Elle la cherche depuis une heure, mais il fait nuit, et Paul dort."


def document(text: str, language: str = "") -> Document:
    words = text.split()
    return Document("d", tuple(words), (" ",) * len(words), language=language)


def test_english_and_what_is_too_short_to_tell_is_english() -> None:
    english = {
        "Sue lost her key . She found it .",
        "Ann Lee met Dr. Lee . Lee smiled .",
        "Van Gogh met De Niro in La Paz .",
        "Café Müller sells naïve paintings .",
        "President Bill Clinton spoke . Clinton left . Mr. Clinton returned . Hillary Clinton stayed .",
        "BC - HUGHES - FCC - BLOOM Hughes Aircraft bought it .",
        "GM SUES GE IN LA OVER DE LA RUE CASE Ann Lee won .",
        "Exit .",
        "3.14 !",
        "",
        "the " * 3 + "fan " * 17,
    }
    others = {
        "Elle la voit .",
        "Er sieht sie nicht .",
        "Ella no lo ve .",
        "Hij ziet haar niet .",
        "Anna szereti Pétert . Péter is szereti Annát . Együtt élnek egy kis lakásban , és minden nap kávét isznak .",
        "Она видит её .",
        "她 看见 它 。",
        "fan " * 18 + "the " * 2,
        FRENCH,
    }

    assert {text for text in english | others if is_english(document(text))} == english


def test_names_and_who_speaks_do_not_tell_the_language() -> None:
    chat = plain.document("Elle: Hi.\nSie: Hi.\nElle: Gone.\nSie: Gone.", "d")

    assert [can_tell(document(text)) for text in ("Ann Lee met Dr. Lee .", "Ann met her .")] == [False, True]
    assert is_english(chat)
    assert not is_english(plain.document("Tom: Elle la voit.\nAnn: Oui, elle la voit.", "d"))


def test_what_a_document_says_of_its_language_counts() -> None:
    for language, expected in (("en", True), ("en-GB", True), ("eng", True), ("fr", False)):
        assert [is_english(document(text, language)) for text in (FRENCH, "She saw it .")] == [expected] * 2, language


def test_the_pipeline_advised_is_that_of_spacy_or_one_to_train(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of spaCy for German have other relations, and for Czech there is none."""
    monkeypatch.setattr("spacy.util.get_installed_models", list)

    assert "fr_core_news_sm" in advice("fr")
    for code in ("de", "cs"):
        assert "treebank-pipeline" in advice(code)


def test_a_pipeline_parses_its_own_language_only_and_what_has_no_pack_is_not_prepared() -> None:
    polish = plain.document("Nie wiem co to jest.", "d")
    _, annotation = annotated(
        "Nie/RB/2/advmod wiem/VBP/0/root co/PRP/5/obj to/PRP/5/nsubj jest/VBZ/2/ccomp ././2/punct"
    )

    with raises("not-english"):
        pipeline.load().annotate(plain.document("Elle la voit.", "d"))
    with raises("not-english"):
        prepare(polish, annotation)
