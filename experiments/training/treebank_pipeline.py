"""A pipeline of spaCy's own parts for any language that has a treebank: tags, morphology, lemmas, trees, sentences.

Networks and training are spaCy's (Honnibal et al., spaCy 3: hash embeddings and a convolutional encoder that all parts
share; a transition-based parser, whose arc-eager system also ends sentences). They need neither word vectors nor a
download, and half an hour of one core for 100,000 words.
"""

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import spacy
from spacy.tokens import DocBin
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.util import load_config
from spacy.vocab import Vocab

from anaphora.experiments.training.treebanks import Document, read, to_doc
from anaphora.workbench.errors import OptionError

CONFIGURATION = Path(__file__).with_suffix(".cfg")
SENTENCES = 10
"""Sentences in a text to learn from, since treebanks seldom say where documents end: their ends are to be learned."""
CHOOSES = 20
"""Every so-manieth text is not learned from: it says after which step the weights are best."""


def make(code: str, files: Sequence[Path], to: Path, *, without_morphology: Sequence[Path] = (), licence: str) -> None:
    """Train on all of the treebanks and write the pipeline; the same files give the same weights on the same machine.

    Of the files `without_morphology` parts of speech and features are not learned, since they lack features.

    Raises:
        OptionError: the folder exists.
    """
    if to.exists():
        raise OptionError(f"{to} exists. Name a new folder.", code="exists")
    whole = [text for path in files for text in texts(read(path))]
    partial = [text for path in without_morphology for text in texts(read(path))]
    docs = [to_doc(text, Vocab()) for text in whole]
    for doc in (to_doc(text, Vocab()) for text in partial):
        for token in doc:
            token.pos_ = ""
            token.set_morph(None)
        docs.append(doc)
    with tempfile.TemporaryDirectory() as folder:
        parts = {"dev": docs[::CHOOSES], "train": [doc for n, doc in enumerate(docs) if n % CHOOSES]}
        paths = {name: Path(folder, f"{name}.spacy") for name in parts}
        for name, part in parts.items():
            DocBin(docs=part).to_disk(paths[name])
        given = {f"paths.{name}": str(path) for name, path in paths.items()} | {"nlp.lang": code}
        nlp = init_nlp(load_config(CONFIGURATION, overrides=given))
        train(nlp, Path(folder))
        best = spacy.load(Path(folder, "model-best"))
        best.meta |= {"name": "treebank", "license": licence, "description": ", ".join(path.name for path in files)}
        best.to_disk(to)


def texts(documents: Iterable[Document]) -> Iterator[Document]:
    """Documents in pieces of `SENTENCES`."""
    for document in documents:
        for start in range(0, len(document), SENTENCES):
            yield document[start : start + SENTENCES]
