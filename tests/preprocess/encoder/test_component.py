"""The bundled parser in spaCy."""

from collections.abc import Sequence

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from anaphora.preprocess import pipeline
from anaphora.preprocess.encoder.network import Network, Parse

SENTENCE = ("The", "cook", "opened", "the", "lid", "because", "it", "was", "stuck", ".")


@pytest.fixture(scope="module")
def nlp() -> Language:
    return pipeline.read()


def layers(doc: Doc) -> list[tuple[object, ...]]:
    return [
        (t.tag_, t.pos_, str(t.morph), t.lemma_, t.dep_, t.head.i, t.ent_type_, t.ent_iob_, t.is_sent_start)
        for t in doc
    ]


def test_every_layer_is_there(nlp: Language) -> None:
    doc = nlp(Doc(nlp.vocab, list(SENTENCE)))
    cook, opened = doc[1], doc[2]

    assert (cook.tag_, cook.pos_, str(cook.morph), cook.lemma_) == ("NN", "NOUN", "Number=Sing", "cook")
    assert (cook.dep_, cook.head, cook.ent_type_) == ("nsubj", opened, "PERSON")
    assert (opened.dep_, opened.head, opened.lemma_) == ("ROOT", opened, "open")


def test_sentence_starts_that_a_document_brings_are_kept(nlp: Language) -> None:
    given: list[bool | int | None] = [None] * len(SENTENCE)
    given[3] = True
    doc = nlp(Doc(nlp.vocab, list(SENTENCE), sent_starts=given))

    assert 3 in [sentence.start for sentence in doc.sents]
    assert all(token.head in token.sent for token in doc)


def test_a_text_of_many_windows_is_cut_into_its_sentences(nlp: Language) -> None:
    for copies in (1, 12):
        doc = nlp(Doc(nlp.vocab, list(SENTENCE) * copies))
        assert [sentence.start for sentence in doc.sents] == list(range(0, len(doc), len(SENTENCE)))


def test_a_window_ends_with_a_full_stop_before_a_capital_and_no_word_is_read_twice(
    nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is no full stop the next window begins with the last sentence again."""
    windows: list[int] = []
    predict = Network.predict

    def counted(network: Network, words: Sequence[str]) -> Parse:
        windows.append(len(words))
        return predict(network, words)

    monkeypatch.setattr(Network, "predict", counted)
    nlp(Doc(nlp.vocab, ["Ann", "ran", "."] * 60))
    assert windows == [129, 51]

    windows.clear()
    nlp(Doc(nlp.vocab, ["She", "ran", "!"] * 60))
    assert sum(windows) > 180


@pytest.mark.parametrize("words", [["word"] * 140, ["\u200b"] * 140, ["Look", ":", "-" * 600, "is", "a", "line", "."]])
def test_a_run_without_end_or_meaning_is_annotated_whole(nlp: Language, words: list[str]) -> None:
    """No sentence ends in two windows; a word has more pieces than the encoder sees."""
    doc = nlp(Doc(nlp.vocab, words))

    assert all(token.tag_ and token.pos_ and token.dep_ for token in doc)
    assert len(words) > 7 or [token.tag_ for token in doc][3:] == ["VBZ", "DT", "NN", "."]


def test_a_component_without_a_network_is_refused() -> None:
    empty = spacy.blank("en")
    empty.add_pipe("anaphora_encoder")

    with pytest.raises(ValueError):  # noqa: PT011 (spaCy components have no codes)
        empty("Press the key.")


def test_white_space_changes_nothing_else(nlp: Language) -> None:
    spaced = nlp("  The cook opened\n the lid.\n\n It was stuck. ")
    plain = nlp("The cook opened the lid. It was stuck.")
    words = [token for token in spaced if not token.is_space]

    assert [token.text for token in words] == [token.text for token in plain]
    assert [(t.tag_, t.dep_, t.head.text, t.lemma_) for t in words] == [
        (t.tag_, t.dep_, t.head.text, t.lemma_) for t in plain
    ]
    assert {token.pos_ for token in spaced if token.is_space} == {"SPACE"}
    assert [sentence.text.split() for sentence in spaced.sents] == [sentence.text.split() for sentence in plain.sents]
    assert [span.text for span in spaced.ents] == [span.text for span in plain.ents]


def test_an_empty_line_starts_a_sentence_and_blanks_alone_are_annotated(nlp: Language) -> None:
    boxes = nlp("the box\n\nof the printer")

    assert [sentence.text.split() for sentence in boxes.sents] == [["the", "box"], ["of", "the", "printer"]]
    assert [token.pos_ for token in nlp(" \n ")] == ["SPACE"]
    assert len(nlp("")) == 0


def test_every_word_has_a_vector_of_its_context_and_white_space_has_none(nlp: Language) -> None:
    doc = nlp("The cook opened\n the lid. " * 12)
    bank, shore = nlp("The bank lends money."), nlp("The bank of the river.")

    assert len(doc.tensor) == len(doc)
    assert [not row.any() for row in doc.tensor] == [token.is_space for token in doc]
    assert doc.user_data["anaphora_encoder"] == nlp.get_pipe("anaphora_encoder").network.name  # type: ignore[attr-defined]
    assert abs(bank.tensor[1] - shore.tensor[1]).max() > 0.1


def test_no_document_changes_the_analysis_of_another(nlp: Language) -> None:
    texts = ["The cook opened the lid.", "It was stuck. " * 12, "Press the key, then wait."]

    assert [layers(doc) for doc in nlp.pipe(texts)] == [layers(nlp(text)) for text in texts]


@pytest.mark.slow
def test_a_pipeline_goes_through_bytes(nlp: Language) -> None:
    copy = spacy.blank("en").from_bytes(spacy.blank("en").to_bytes())
    copy.add_pipe("anaphora_encoder")
    copy.from_bytes(nlp.to_bytes())

    assert layers(copy("The lid is stuck.")) == layers(nlp("The lid is stuck."))
