"""Raw text to silver trees: the teacher parses it, and its vectors of each word are averaged."""

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

import numpy as np
import spacy
from numpy.typing import NDArray
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from anaphora.experiments.preprocessing.training.data import Document, Phrase, Sentence, write
from anaphora.experiments.preprocessing.training.teacher import Teacher, Vectors, parse

SHARD = 3000
"""Paragraphs in a file."""

LONGEST = 100
"""Words in a sentence: what is longer is a list or a table."""


def make(teacher: Teacher, raw: Path, to: Path) -> None:
    """Parse the paragraphs of ``raw/*.txt``, one a line, into ``to/NAME-NUMBER.spacy`` with the sums of their vectors.

    Files that exist are not made again.
    """
    tokenizer = spacy.blank("en").tokenizer
    for path in sorted(raw.glob("*.txt")):
        paragraphs = list(filter(None, path.read_text(encoding="utf-8").splitlines()))
        for number, first in enumerate(range(0, len(paragraphs), SHARD)):
            target = to / f"{path.stem}-{number:03}.spacy"
            if not target.exists():
                vectors = Vectors()
                found = parse_texts(teacher, [*map(tokenizer, paragraphs[first : first + SHARD])], vectors)
                vectors.save(target.with_suffix(".npz"))
                write(join(found), target)


def parse_texts(teacher: Teacher, texts: Sequence[Doc], vectors: Vectors) -> list[Document]:
    """The teacher's sentences of tokenised texts, with the texts' spaces."""
    found = parse(teacher, [[token.text for token in text] for text in texts], vectors)
    documents = []
    for text, document in zip(texts, found, strict=True):
        spaces = iter([*(bool(token.whitespace_) for token in text[:-1]), True])
        documents.append(
            tuple(replace(sentence, spaces=tuple(next(spaces) for _ in sentence.words)) for sentence in document)
        )
    return documents


def join(paragraphs: Sequence[Document], size: int = 10) -> Iterator[Document]:
    """Neighbouring paragraphs together until they have ``size`` sentences; very long sentences are left out."""
    run: list[Sentence] = []
    for paragraph in paragraphs:
        run += [sentence for sentence in paragraph if len(sentence.words) <= LONGEST]
        if len(run) >= size:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def read(folder: Path, words: int = sys.maxsize) -> list[Document]:
    """The documents of ``make`` in random order, the first that have at least ``words`` words together."""
    vocab = Vocab()
    docs = [doc for path in sorted(folder.glob("*.spacy")) for doc in DocBin().from_disk(path).get_docs(vocab)]
    random.Random(0).shuffle(docs)
    before = accumulate(map(len, docs), initial=0)
    return [from_doc(doc) for doc, seen in zip(docs, before, strict=False) if seen < words]


def from_doc(doc: Doc) -> Document:
    """A spaCy document with trees and entity types as sentences of our own."""
    return tuple(
        Sentence(
            words=tuple(sys.intern(token.text) for token in sentence),
            spaces=tuple(bool(token.whitespace_) for token in sentence),
            lemmas=tuple(token.lemma_ for token in sentence),
            pos=tuple(token.pos_ for token in sentence),
            tags=tuple(token.tag_ for token in sentence),
            morphs=tuple(str(token.morph) or "_" for token in sentence),
            heads=tuple(token.head.i - sentence.start for token in sentence),
            relations=tuple(token.dep_ for token in sentence),
            phrases=tuple(
                Phrase(span.start - sentence.start, span.end - sentence.start, span.label_) for span in sentence.ents
            ),
        )
        for sentence in doc.sents
    )


def read_vectors(folder: Path, size: int, width: int) -> tuple[list[str], NDArray[np.float32]]:
    """The most frequent words of all files and their vectors of ``width`` numbers, as ``Vectors.reduce`` gives them."""
    vectors = Vectors()
    for path in sorted(folder.glob("*.npz")):
        vectors.update(path)
    return vectors.reduce(size, width)
