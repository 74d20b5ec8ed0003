"""Docs as documents and annotations: white space, paragraphs, trees and labels."""

from functools import cache
from typing import Any

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc

from anaphora.corpora import plain
from anaphora.experiments.spacy.component import bundled
from anaphora.experiments.spacy.reading import read
from anaphora.preprocess import pipeline
from anaphora.workbench.document import Span

SPACES = st.sampled_from([" ", "\n", "\n\n", "  ", " \n \n", "\t", "\r\n", "\n\n\n "])
PIECES = st.lists(
    st.tuples(SPACES, st.sampled_from(["Cook", "it", "lid.", "“don’t”", "a:", "naïve", "😀"])), min_size=1
)


@cache
def blank() -> Language:
    return spacy.blank("en")


def nouns(words: str, heads: list[int], relations: str, **columns: Any) -> Doc:
    """A Doc of nouns with these trees; `|` and `¶` stand for empty lines, `/` for the end of a line."""
    texts = [{"|": "\n\n", "/": "\n"}.get(word, word.replace("¶", "\n\n")) for word in words.split()]
    many = {"tags": ["NN"] * len(texts), "pos": ["NOUN"] * len(texts), **columns}
    return Doc(blank().vocab, texts, [False] * len(texts), heads=heads, deps=relations.split(), **many)


@settings(max_examples=25)
@given(PIECES, SPACES, st.booleans())
def test_documents_are_those_of_plain_text(pieces: list[tuple[str, str]], end: str, opens: bool) -> None:
    text = "".join(space + word for space, word in pieces)[0 if opens else len(pieces[0][0]) :] + end
    doc = blank()(text)
    for token in doc:
        token.tag_, token.pos_, token.dep_ = "NN", "NOUN", "dep"

    assert read(doc).document == plain.document(text, "doc")


def test_annotation_is_that_of_the_pipeline_where_no_white_space_stands_between() -> None:
    doc = bundled()("The cook, who owns the old knife, didn't see Ann Lee in Paris. She's gone to it.")

    assert read(doc).annotation == pipeline.columns(doc)


def test_empty_line_divides_paragraphs_and_a_short_line_before_it_is_a_heading() -> None:
    reading = read(nouns("oil change | cook waits", [0, 0, 1, 4, 4], "ROOT dep dep nsubj ROOT"))
    inside = read(nouns("the¶lid fell¶off", [1, 1], "dep ROOT")).document

    assert reading.document.words == ("oil", "change", "cook", "waits")
    assert reading.document.paragraph_starts == (0, 2)
    assert reading.document.headings == (Span(0, 2),)
    assert reading.annotation.sentence_starts == (0, 2)
    assert reading.annotation.head == (0, 0, 3, 3)
    assert inside.words == ("the\n\nlid", "fell\n\noff"), "a word with an empty line in it stays whole"
    assert inside.paragraph_starts == (0,)


def test_words_below_white_space_belong_to_the_word_above_it_and_trees_end_with_the_paragraph() -> None:
    apart = read(nouns("cook | lid", [0, 0, 1], "ROOT dep dep")).annotation
    together = read(nouns("cook / lid", [0, 0, 1], "ROOT dep dep")).annotation
    cut = read(nouns("lid cook | pot pan", [0, 0, 1, 1, 3], "ROOT conj dep conj conj")).annotation

    assert (apart.head, apart.relation) == ((0, 1), ("root", "root"))
    assert together.head == (0, 0)
    assert (cut.head, cut.relation) == ((0, 0, 2, 2), ("root", "conj", "root", "conj"))
    assert cut.sentence_starts == (0, 2)


def test_white_space_before_the_first_word_is_no_sentence() -> None:
    doc = nouns("| cook", [0, 1], "ROOT ROOT")
    reading = read(doc)

    assert reading.document.id == "doc"
    doc.user_data["id"] = "manual"
    assert read(doc).document.id == "manual"
    assert reading.document.prefix == "\n\n"
    assert reading.annotation.sentence_starts == (0,)
    assert reading.tokens(Span(0, 1)) == (1, 2)
    assert reading.characters(Span(0, 1)) == (2, 6)


def test_clearnlp_trees_are_converted() -> None:
    """The prepositional phrase: `pobj` below `prep` there, `obl` with its `case` here."""
    columns = {"tags": ["PRP", "VBZ", "IN", "NNP"], "pos": ["PRON", "VERB", "ADP", "PROPN"]}
    annotation = read(nouns("He waits on Ann", [1, 1, 1, 2], "nsubj ROOT prep pobj", **columns)).annotation

    assert annotation.head == (1, 1, 3, 1)
    assert annotation.relation == ("nsubj", "root", "case", "obl")


def test_doc_without_analysis_is_told_which_component_is_missing_unless_it_has_no_words() -> None:
    tree: dict[str, Any] = {"deps": ["ROOT"], "heads": [0]}
    lacks: tuple[tuple[dict[str, Any], str], ...] = (
        ({}, "tagger.*morphologizer"),
        ({"tags": ["NN"], "pos": ["NOUN"]}, "parser"),
        ({**tree, "pos": ["NOUN"]}, "tagger"),
        ({**tree, "tags": ["NN"]}, "morphologizer"),
    )
    for columns, missing in lacks:
        with pytest.raises(ValueError, match=missing):
            read(Doc(blank().vocab, ["lid"], **columns))
    for text in ("", " ", "\n", " \n\n \t "):
        reading = read(blank()(text))
        assert (reading.document.words, reading.document.text, reading.annotation.head) == ((), text, ())
