from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import spacy

from anaphora.preprocess import pipeline, prepare
from anaphora.workbench.document import Annotation, Document, Span
from anaphora.workbench.errors import UnknownNameError
from tests.refused import raises


@pytest.fixture(scope="module")
def bundled() -> pipeline.Pipeline:
    return pipeline.load()


def document(text: str, *, paragraph_starts: tuple[int, ...] = (), headings: tuple[Span, ...] = ()) -> Document:
    words = tuple(text.split())
    return Document("test", words, (" ",) * len(words), paragraph_starts=paragraph_starts, headings=headings)


SENTENCE = document("The cook opened the lid because it was stuck .")


def test_annotation_has_one_entry_for_each_token(bundled: pipeline.Pipeline) -> None:
    found = bundled.annotate(SENTENCE)
    columns = (found.pos, found.tag, found.lemma, found.morphology, found.head, found.relation, found.entity)

    assert {len(column) for column in columns} == {10}


def test_annotation_is_in_universal_dependencies(bundled: pipeline.Pipeline) -> None:
    found = bundled.annotate(SENTENCE)

    assert (found.relation[1], found.head[1]) == ("nsubj", 2)
    assert (found.relation[4], found.head[4]) == ("obj", 2)
    assert (found.pos[6], found.tag[6], found.lemma[2]) == ("PRON", "PRP", "open")


def test_possessive_belongs_to_the_noun_behind_it_whatever_the_parser_says(bundled: pipeline.Pipeline) -> None:
    found = bundled.annotate(document("The mare licked her foal ."))

    assert (found.tag[3], found.relation[3], found.head[3]) == ("PRP$", "nmod:poss", 4)


def test_lemmas_of_regular_verbs_are_mended(bundled: pipeline.Pipeline) -> None:
    assert bundled.annotate(document("You should practise loading a cassette or unloading it .")).lemma[7] == "unload"


def test_sentence_boundaries_are_predicted(bundled: pipeline.Pipeline) -> None:
    found = bundled.annotate(document("The lid is stuck . The cook opens it ."))

    assert found.sentence_starts == (0, 5)


def test_paragraph_start_is_a_sentence_start(bundled: pipeline.Pipeline) -> None:
    text = "the box of the printer"

    assert bundled.annotate(document(text)).sentence_starts == (0,)
    assert bundled.annotate(document(text, paragraph_starts=(0, 2))).sentence_starts == (0, 2)


def test_heading_is_a_sentence_of_its_own(bundled: pipeline.Pipeline) -> None:
    text = "Press the key . The paper in the tray is missing ."

    assert bundled.annotate(document(text, headings=(Span(4, 6),))).sentence_starts == (0, 4, 6)
    assert bundled.annotate(document(text)).sentence_starts == (0, 4)


def test_labels_of_turns_are_punctuation_before_what_is_said(bundled: pipeline.Pipeline) -> None:
    said = document("Did Mum call ? Yes . She did .", paragraph_starts=(0, 4))
    words = ("A", ":", *said.words[:4], "B", ":", *said.words[4:])
    chat = Document("test", words, (" ",) * len(words), labels=(Span(0, 2), Span(6, 8)))
    found, alone = bundled.annotate(chat), bundled.annotate(said)

    assert found.pos == ("PUNCT", "PUNCT", *alone.pos[:4], "PUNCT", "PUNCT", *alone.pos[4:])
    assert found.sentence_starts == (0, 6, 10)
    assert [words[found.head[token]] for token in (0, 1, 6, 7)] == ["call", "call", "Yes", "Yes"]
    assert {chat.words_of(entry.span) for entry in prepare(chat, found).mentions} == {"Mum", "She"}


def test_sentences_of_the_corpus_are_not_used(bundled: pipeline.Pipeline) -> None:
    plain = document("the box of the printer")
    split = Document("test", plain.words, plain.spaces, sentence_starts=(0, 2))

    assert bundled.annotate(split) == bundled.annotate(plain)


def test_empty_document_has_an_empty_annotation(bundled: pipeline.Pipeline) -> None:
    assert bundled.annotate(document("")) == Annotation((), (), (), (), (), (), (), ())


def test_signature_changes_with_the_weights(tmp_path: Path) -> None:
    nlp = small(layers=RULES)
    for name in ("before", "same"):
        nlp.to_disk(tmp_path / name)
    tagger: Any = nlp.get_pipe("tagger")
    node = next(node for node in tagger.model.walk() if node.has_param("b"))
    node.set_param("b", node.get_param("b") + 1)
    nlp.to_disk(tmp_path / "changed")

    before, same, changed = (pipeline.load(str(tmp_path / name)).signature for name in ("before", "same", "changed"))
    assert before == same
    assert before != changed


def test_signature_of_the_bundled_pipeline_changes_with_its_network(tmp_path: Path, bundled: pipeline.Pipeline) -> None:
    nlp = pipeline.read()
    nlp.to_disk(tmp_path / "same")
    labels = tmp_path / "changed" / "anaphora_encoder" / "labels.json"
    nlp.to_disk(tmp_path / "changed")
    labels.write_text(labels.read_text(encoding="utf-8").replace('"NNPS"', '"NNPX"'), encoding="utf-8")

    assert pipeline.load(str(tmp_path / "same")).signature == bundled.signature
    assert pipeline.load(str(tmp_path / "changed")).signature != bundled.signature


def small(*, layers: dict[str, str]) -> Any:
    """An untrained pipeline with tags, ClearNLP's trees, and rules for the other layers."""
    nlp = spacy.blank("en")
    tagger: Any = nlp.add_pipe("tagger")
    tagger.add_label("NN")
    parser: Any = nlp.add_pipe("parser")
    for label in ("dobj", "pobj", "nsubj"):
        parser.add_label(label)
    nlp.initialize()
    ruler: Any = nlp.add_pipe("attribute_ruler")
    ruler.add([[{}]], layers)
    return nlp


RULES = {"POS": "NOUN", "MORPH": "Number=Sing", "LEMMA": "word"}


def without_parser() -> Any:
    nlp = small(layers=RULES)
    nlp.remove_pipe("parser")
    return nlp


def with_parser_that_has_learned_nothing() -> Any:
    nlp = spacy.blank("en")
    nlp.add_pipe("parser")
    return nlp


def joining_words() -> Any:
    nlp = pipeline.read()
    nlp.add_pipe("merge_entities")
    return nlp


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (without_parser, "incomplete-pipeline"),
        (lambda: spacy.blank("en"), "incomplete-pipeline"),
        (with_parser_that_has_learned_nothing, "bad-pipeline"),
        (joining_words, "bad-pipeline"),
    ],
)
def test_pipeline_that_does_not_analyse_texts_is_refused(made: Callable[[], Any], code: str, tmp_path: Path) -> None:
    made().to_disk(tmp_path)

    with raises(code):
        pipeline.load(str(tmp_path))


@pytest.mark.parametrize("missing", ["POS", "MORPH", "LEMMA"])
def test_pipeline_without_a_layer_that_is_needed_is_refused(tmp_path: Path, missing: str) -> None:
    small(layers={layer: value for layer, value in RULES.items() if layer != missing}).to_disk(tmp_path)

    with raises("incomplete-pipeline") as caught:
        pipeline.load(str(tmp_path))
    assert pipeline.LAYERS[missing] in str(caught.value)


def test_names_of_what_is_no_pipeline_are_refused(tmp_path: Path) -> None:
    for name in ("json", "spacy", str(tmp_path)):
        with raises("bad-pipeline"):
            pipeline.load(name)
    with pytest.raises(UnknownNameError):
        pipeline.load("en_nothing")


def test_pipeline_with_clearnlp_labels_is_told_apart(tmp_path: Path, bundled: pipeline.Pipeline) -> None:
    small(layers=RULES).to_disk(tmp_path)

    assert (pipeline.load(str(tmp_path)).clearnlp, bundled.clearnlp) == (True, False)


def test_signature_changes_with_the_rules(tmp_path: Path) -> None:
    small(layers=RULES).to_disk(tmp_path / "one")
    small(layers={**RULES, "LEMMA": "other"}).to_disk(tmp_path / "two")

    one, two = (pipeline.load(str(tmp_path / name)).signature for name in ("one", "two"))
    assert one != two
