"""What the bundled pipeline gives for a text, and pipelines that are damaged, changed or no use.

A pipeline is used as it was written, or not at all.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import spacy

from anaphora.preprocess import pipeline, prepare
from anaphora.preprocess.encoder.component import Encoder
from anaphora.workbench.document import Annotation, Document, Span
from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.files import DIGESTS
from tests.refused import raises

SHIPPED = Path(pipeline.__file__).parent / "models" / pipeline.BUNDLED
RULES = {"POS": "NOUN", "MORPH": "Number=Sing", "LEMMA": "word"}


@pytest.fixture(scope="module")
def bundled() -> pipeline.Pipeline:
    return pipeline.load()


def document(text: str, *, paragraph_starts: tuple[int, ...] = (), headings: tuple[Span, ...] = ()) -> Document:
    words = tuple(text.split())
    return Document("test", words, (" ",) * len(words), paragraph_starts=paragraph_starts, headings=headings)


def test_annotation_is_in_universal_dependencies(bundled: pipeline.Pipeline) -> None:
    found = bundled.annotate(document("The cook opened the lid because it was stuck ."))
    columns = (found.pos, found.tag, found.lemma, found.morphology, found.head, found.relation, found.entity)

    assert {len(column) for column in columns} == {10}
    assert (found.relation[1], found.head[1]) == ("nsubj", 2)
    assert (found.relation[4], found.head[4]) == ("obj", 2)
    assert (found.pos[6], found.tag[6], found.lemma[2]) == ("PRON", "PRP", "open")


def test_what_the_parser_says_is_mended(bundled: pipeline.Pipeline) -> None:
    """A possessive belongs to the noun behind it; lemmas of regular verbs follow from their spelling."""
    possessive = bundled.annotate(document("The mare licked her foal ."))
    verbs = bundled.annotate(document("You should practise loading a cassette or unloading it ."))

    assert (possessive.tag[3], possessive.relation[3], possessive.head[3]) == ("PRP$", "nmod:poss", 4)
    assert verbs.lemma[7] == "unload"


def test_sentences_are_predicted_within_paragraphs_and_headings(bundled: pipeline.Pipeline) -> None:
    box, key = "the box of the printer", "Press the key . The paper in the tray is missing ."
    starts = {
        document("The lid is stuck . The cook opens it ."): (0, 5),
        document(box): (0,),
        document(box, paragraph_starts=(0, 2)): (0, 2),
        document(key): (0, 4),
        document(key, headings=(Span(4, 6),)): (0, 4, 6),
    }

    assert {text: bundled.annotate(text).sentence_starts for text in starts} == starts


def test_labels_of_turns_are_punctuation_before_what_is_said(bundled: pipeline.Pipeline) -> None:
    turns = document("Did Mum call ? Yes . She did .", paragraph_starts=(0, 4))
    words = ("A", ":", *turns.words[:4], "B", ":", *turns.words[4:])
    chat = Document("test", words, (" ",) * len(words), labels=(Span(0, 2), Span(6, 8)))
    found, alone = bundled.annotate(chat), bundled.annotate(turns)

    assert found.pos == ("PUNCT", "PUNCT", *alone.pos[:4], "PUNCT", "PUNCT", *alone.pos[4:])
    assert found.sentence_starts == (0, 6, 10)
    assert [words[found.head[token]] for token in (0, 1, 6, 7)] == ["call", "call", "Yes", "Yes"]
    assert {chat.words_of(entry.span) for entry in prepare(chat, found).mentions} == {"Mum", "She"}


def test_sentences_of_the_corpus_are_not_used(bundled: pipeline.Pipeline) -> None:
    plain = document("the box of the printer")
    split = Document("test", plain.words, plain.spaces, sentence_starts=(0, 2))

    assert bundled.annotate(split) == bundled.annotate(plain)
    assert bundled.annotate(document("")) == Annotation((), (), (), (), (), (), (), ())


# signatures


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


def test_fingerprint_changes_with_weights_and_rules_and_labels_are_told_apart(
    tmp_path: Path, bundled: pipeline.Pipeline
) -> None:
    nlp = small(layers=RULES)
    before = pipeline.fingerprint(nlp)
    tagger: Any = nlp.get_pipe("tagger")
    node = next(node for node in tagger.model.walk() if node.has_param("b"))
    node.set_param("b", node.get_param("b") + 1)
    weights = pipeline.fingerprint(nlp)
    nlp.get_pipe("attribute_ruler").add([[{"LOWER": "other"}]], {"LEMMA": "other"})
    rules = pipeline.fingerprint(nlp)
    nlp.to_disk(tmp_path)
    loaded = pipeline.load(str(tmp_path))

    assert len({before, weights, rules}) == 3
    assert loaded.signature.split(":")[1].startswith(f"{rules}+")
    assert (loaded.clearnlp, bundled.clearnlp) == (True, False)


def test_the_fingerprint_that_was_written_is_that_of_the_weights(bundled: pipeline.Pipeline) -> None:
    found = pipeline.fingerprint(bundled.nlp)

    assert bundled.signature == f"anaphora_ud@0.3.0:{found}"
    assert (SHIPPED / pipeline.FINGERPRINT).read_text().strip() == found


def test_a_pipeline_that_was_changed_and_saved_by_spacy_has_another_signature(
    tmp_path: Path, bundled: pipeline.Pipeline
) -> None:
    """Its files have no digests."""
    pipeline.read().to_disk(tmp_path)
    for part, old, new in (("meta.json", '"0.3.0"', '"0.0.1"'), ("anaphora_encoder/labels.json", '"NNPS"', '"NNPX"')):
        text = (tmp_path / part).read_text("utf8")
        assert old in text
        (tmp_path / part).write_text(text.replace(old, new), "utf8")
    loaded = pipeline.load(str(tmp_path))
    name, fingerprint = loaded.signature.split(":")

    assert isinstance(loaded.nlp.get_pipe("anaphora_encoder"), Encoder)
    assert name == "anaphora_ud@0.0.1"
    assert fingerprint != bundled.signature.split(":")[1]


# what is no use


def with_parts_of_speech_alone() -> Any:
    nlp = small(layers={"POS": "NOUN"})
    nlp.remove_pipe("parser")
    return nlp


def with_parser_that_has_learned_nothing() -> Any:
    nlp = spacy.blank("en")
    nlp.add_pipe("parser")
    return nlp


def joining_words() -> Any:
    nlp = small(layers=RULES)
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "GPE", "pattern": "New York"}])
    nlp.add_pipe("merge_entities")
    return nlp


@pytest.mark.parametrize(
    ("made", "code", "missing"),
    [
        (with_parts_of_speech_alone, "incomplete-pipeline", {*pipeline.LAYERS} - {"TAG", "POS"}),
        (lambda: spacy.blank("en"), "incomplete-pipeline", {*pipeline.LAYERS}),
        (with_parser_that_has_learned_nothing, "bad-pipeline", set()),
        (joining_words, "bad-pipeline", set()),
    ],
)
def test_pipeline_that_does_not_analyse_texts_is_refused(
    made: Callable[[], Any], code: str, missing: set[str], tmp_path: Path
) -> None:
    made().to_disk(tmp_path)

    with raises(code) as caught:
        pipeline.load(str(tmp_path))
    problem = str(caught.value).partition(";")[0]
    assert {layer for layer, name in pipeline.LAYERS.items() if f"no {name}" in problem} == missing


def test_names_of_what_is_no_pipeline_are_refused(tmp_path: Path) -> None:
    for name in ("json", "spacy", str(tmp_path)):
        with raises("bad-pipeline"):
            pipeline.load(name)
    with pytest.raises(UnknownNameError):
        pipeline.load("en_nothing")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the bundled pipeline."""
    return copytree(SHIPPED, tmp_path / "copy")


def test_a_file_that_was_cut_or_is_missing_is_told(copy: Path) -> None:
    pieces = copy / "anaphora_encoder" / "pieces.txt"
    for path in (pieces, copy / "anaphora_encoder" / "network.onnx", copy / "config.cfg", copy / "vocab/strings.json"):
        content = path.read_bytes()
        path.write_bytes(content[: len(content) // 2])
        with raises("damaged", OptionError):
            pipeline.load(str(copy))
        path.write_bytes(content)

    pieces.unlink()
    with raises("unreadable", OptionError):
        pipeline.load(str(copy))


@pytest.mark.parametrize("name", [DIGESTS, "anaphora_encoder/pieces.txt"])
def test_a_pipe_in_place_of_a_file_is_told(copy: Path, name: str) -> None:
    (copy / DIGESTS).unlink()
    (copy / name).unlink(missing_ok=True)
    os.mkfifo(copy / name)

    with raises("not-a-file", OptionError):
        pipeline.load(str(copy))


def test_digests_that_are_damaged_are_told(copy: Path) -> None:
    for content in ("", "{", "[]", '{"meta.json": 3}'):
        (copy / DIGESTS).write_text(content)
        with raises("damaged", OptionError):
            pipeline.load(str(copy))


def test_a_network_without_digests_that_cannot_be_loaded_is_told(copy: Path) -> None:
    (copy / DIGESTS).unlink()
    (copy / "anaphora_encoder" / "network.onnx").write_bytes(b"\x08\x08")

    with raises("bad-pipeline", OptionError):
        pipeline.load(str(copy))


def test_a_part_that_was_changed_on_purpose_changes_the_fingerprint(copy: Path, bundled: pipeline.Pipeline) -> None:
    pieces = copy / "anaphora_encoder" / "pieces.txt"
    pieces.write_text(pieces.read_text("utf8") + "\nunheardof", "utf8")
    digests = json.loads((copy / DIGESTS).read_text())
    del digests["anaphora_encoder/pieces.txt"]
    (copy / DIGESTS).write_text(json.dumps(digests))
    found = pipeline.load(str(copy))

    assert found.signature != bundled.signature
    assert found.signature == f"anaphora_ud@0.3.0:{pipeline.fingerprint(found.nlp)}"
