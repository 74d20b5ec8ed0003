"""A pipeline of spaCy's own parts for any language that has a treebank: tags, morphology, lemmas, trees, sentences.

Networks and training are spaCy's (Honnibal, Montani, Van Landeghem & Boyd 2020): hash embeddings and a convolutional
encoder that all parts share, and a transition-based parser, which also ends sentences. They need no word vectors and no
download, and some ten minutes of one core.
"""

import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

import spacy
from spacy.tokens import Doc, DocBin
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


def make(
    code: str,
    files: Sequence[Path],
    to: Path,
    *,
    featureless: Collection[Path] = (),
    without: Collection[str] = (),
    licence: str = "",
    epochs: int | None = None,
) -> None:
    """Train on treebanks and write the pipeline of a language; the same files give the same weights on a machine.

    Of the files that are `featureless` parts of speech and features are not learned, and documents `without`, by id,
    are left out. `epochs` bounds how often the texts are seen.

    Raises:
        OptionError: the folder exists, or there are too few sentences to choose by.
    """
    if to.exists():
        raise OptionError(f"{to} exists. Name a new folder.", code="exists")
    docs = [_doc(text, path in featureless) for path in files for text in texts(read(path, without))]
    parts = {"dev": docs[::CHOOSES], "train": [doc for number, doc in enumerate(docs) if number % CHOOSES]}
    if not parts["train"]:
        raise OptionError(f"The treebanks have no more than {SENTENCES} sentences. Name larger ones.", code="too-few")
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: Path(folder, f"{name}.spacy") for name in parts}
        for name, part in parts.items():
            DocBin(docs=part).to_disk(paths[name])
        overrides: dict[str, object] = {f"paths.{name}": str(path) for name, path in paths.items()}
        overrides |= {"nlp.lang": code} | ({"training.max_epochs": epochs} if epochs else {})
        train(init_nlp(load_config(CONFIGURATION, overrides=overrides)), Path(folder))
        best = spacy.load(Path(folder, "model-best"))
    learned = ", ".join(path.name for path in files)
    best.meta |= {"name": "treebank", "license": licence, "description": f"Trained on {learned}"}
    best.to_disk(to)


def texts(documents: Iterable[Document]) -> Iterator[Document]:
    """Documents in pieces of `SENTENCES`."""
    for document in documents:
        for start in range(0, len(document), SENTENCES):
            yield document[start : start + SENTENCES]


def _doc(text: Document, featureless: bool) -> Doc:
    doc = to_doc(text, Vocab())
    for token in doc if featureless else ():
        token.pos_ = ""
        token.set_morph(None)  # type: ignore[attr-defined]
    return doc
