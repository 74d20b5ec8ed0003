"""Sentences that parsers of small treebanks get wrong: those of manuals above all (`tables/sentences.tsv`)."""

from functools import cache

from anaphora.corpora import plain
from anaphora.preprocess.pipeline import load
from anaphora.workbench.document import Annotation, Document
from tests.preprocess.table_files import rows

WRONG = {
    ("Plug in the adapter and switch on the computer.", "computer"),
    ("International Business Machines sold it.", "International"),
    ("International Business Machines sold it.", "Machines"),
}
"""Words that come out wrong so far."""


@cache
def annotated(sentence: str) -> tuple[Document, Annotation]:
    document = plain.document(sentence, "test")
    return document, load().annotate(document)


def test_words_of_difficult_sentences_are_annotated() -> None:
    wrong = {}
    for sentence, word, layer, expected in rows("sentences"):
        document, annotation = annotated(sentence)
        value = getattr(annotation, layer)[document.words.index(word)].removesuffix("S")
        if value != expected:
            wrong[sentence, word] = value, expected
    assert wrong.keys() == WRONG, wrong
