"""Docs as documents and annotations: white space, paragraphs, trees and labels."""

import re
from typing import Any

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from anaphora.corpora import plain
from anaphora.experiments.spacy.component import bundled
from anaphora.experiments.spacy.reading import read
from anaphora.preprocess import pipeline
from anaphora.workbench.document import Span

BLANK = spacy.blank("en")
SPACES = st.sampled_from([" ", "\n", "\n\n", "  ", " \n \n", "\t", "\r\n", "\n\n\n "])
PIECES = st.lists(
    st.tuples(SPACES, st.sampled_from(["Cook", "it", "lid.", "“don't”", "a:", "naïve", "😀"])), min_size=1
)


def as_found(words: str, heads: list[int], relations: list[str]) -> Doc:
    """A Doc of nouns with these trees; `|` stands for an empty line."""
    texts = ["\n\n" if word == "|" else word for word in words.split()]
    tags, pos = ["NN"] * len(texts), ["NOUN"] * len(texts)
    return Doc(BLANK.vocab, texts, [False] * len(texts), tags=tags, pos=pos, heads=heads, deps=relations)


@given(PIECES, SPACES, st.booleans())
def test_documents_are_those_of_plain_text(pieces: list[tuple[str, str]], end: str, opens: bool) -> None:
    text = "".join(space + word for space, word in pieces)[0 if opens else len(pieces[0][0]) :] + end
    doc = BLANK(text)
    for token in doc:
        token.tag_, token.pos_, token.dep_ = "NN", "NOUN", "dep"

    assert read(doc).document == plain.document(text, "doc")


def test_annotation_is_that_of_the_pipeline_where_no_white_space_stands_between() -> None:
    doc = bundled()("The cook, who owns the old knife, didn't see Ann Lee in Paris. She's gone to it.")

    assert read(doc).annotation == pipeline.columns(doc)


def test_document_is_called_as_the_doc_says() -> None:
    doc = as_found("lid", [0], ["ROOT"])
    assert read(doc).document.id == "doc"
    doc.user_data["id"] = "manual"
    assert read(doc).document.id == "manual"


def test_word_with_an_empty_line_in_it_stays_whole() -> None:
    doc = Doc(
        BLANK.vocab,
        ["the\n\nlid", "fell\n\noff"],
        tags=["NN"] * 2,
        pos=["NOUN"] * 2,
        heads=[1, 1],
        deps=["dep", "ROOT"],
    )

    assert read(doc).document.words == ("the\n\nlid", "fell\n\noff")
    assert read(doc).document.paragraph_starts == (0,)


def test_empty_line_divides_paragraphs_and_a_short_line_before_it_is_a_heading() -> None:
    reading = read(as_found("oil change | cook waits", [0, 0, 1, 4, 4], ["ROOT", "dep", "dep", "nsubj", "ROOT"]))

    assert reading.document.words == ("oil", "change", "cook", "waits")
    assert reading.document.paragraph_starts == (0, 2)
    assert reading.document.headings == (Span(0, 2),)
    assert reading.annotation.sentence_starts == (0, 2)
    assert reading.annotation.head == (0, 0, 3, 3)


def test_words_below_white_space_belong_to_the_word_above_it() -> None:
    reading = read(as_found("cook | lid", [0, 0, 1], ["ROOT", "dep", "dep"]))
    assert (reading.annotation.head, reading.annotation.relation) == ((0, 1), ("root", "root"))

    doc = Doc(
        BLANK.vocab,
        ["cook", "\n", "lid"],
        heads=[0, 0, 1],
        deps=["ROOT", "dep", "dep"],
        tags=["NN"] * 3,
        pos=["NOUN"] * 3,
    )
    assert read(doc).annotation.head == (0, 0)


def test_tree_that_goes_beyond_a_paragraph_is_cut_there() -> None:
    reading = read(as_found("lid cook | pot pan", [0, 0, 1, 1, 3], ["ROOT", "conj", "dep", "conj", "conj"]))

    assert reading.annotation.head == (0, 0, 2, 2)
    assert reading.annotation.relation == ("root", "conj", "root", "conj")
    assert reading.annotation.sentence_starts == (0, 2)


def test_white_space_before_the_first_word_is_no_sentence() -> None:
    reading = read(as_found("| cook", [0, 1], ["ROOT", "ROOT"]))

    assert reading.document.prefix == "\n\n"
    assert reading.annotation.sentence_starts == (0,)
    assert reading.tokens(Span(0, 1)) == (1, 2)
    assert reading.characters(Span(0, 1)) == (2, 6)


def test_clearnlp_trees_are_converted() -> None:
    """The prepositional phrase: `pobj` below `prep` there, `obl` with its `case` here."""
    words = ["He", "waits", "on", "Ann"]
    tags, pos = ["PRP", "VBZ", "IN", "NNP"], ["PRON", "VERB", "ADP", "PROPN"]
    relations = ["nsubj", "ROOT", "prep", "pobj"]
    doc = Doc(BLANK.vocab, words, tags=tags, pos=pos, heads=[1, 1, 1, 2], deps=relations)

    annotation = read(doc).annotation
    assert annotation.head == (1, 1, 3, 1)
    assert annotation.relation == ("nsubj", "root", "case", "obl")


@pytest.mark.parametrize(
    ("columns", "missing"),
    [
        ({}, "without fine-grained tags (component 'tagger') and without parts of speech ('morphologizer', or"),
        ({"tags": ["NN"], "pos": ["NOUN"]}, "without dependency trees ('parser'). Put these components before"),
        ({"deps": ["ROOT"], "heads": [0], "pos": ["NOUN"]}, "without fine-grained tags (component 'tagger'). Put"),
        ({"deps": ["ROOT"], "heads": [0], "tags": ["NN"]}, "without parts of speech ('morphologizer', or"),
    ],
)
def test_doc_without_analysis_is_told_which_component_is_missing(columns: dict[str, Any], missing: str) -> None:
    with pytest.raises(ValueError, match=re.escape(missing)):
        read(Doc(BLANK.vocab, ["lid"], **columns))


@pytest.mark.parametrize("text", ["", " ", "\n", " \n\n \t "])
def test_doc_without_words_needs_no_analysis(text: str) -> None:
    reading = read(BLANK(text))

    assert (reading.document.words, reading.document.text, reading.annotation.head) == ((), text, ())
