"""Pipelines of spaCy: the one that ships, those of other languages, and the accuracy of any on words of treebanks.

Words are gold, everything else is predicted, sentence boundaries too. ClearNLP's trees, those of the pipelines that
spaCy distributes, are converted to Universal Dependencies before they are measured, as the workbench converts them.
Attachment scores leave out punctuation the way spaCy's own scorer does: each side drops the words that *it* labels
``punct``, and the score is the F of what is left. Morphology is right when the whole feature set is. Fractions lie in
0..1.
"""

import tempfile
import time
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span, Token
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.util import load_config
from spacy.vocab import Vocab

from anaphora.experiments.training.treebanks import Document, read, to_doc
from anaphora.preprocess.encoder import FACTORY
from anaphora.preprocess.encoder.component import Encoder
from anaphora.preprocess.encoder.network import Network
from anaphora.preprocess.english import clearnlp
from anaphora.preprocess.pipeline import Pipeline, columns
from anaphora.workbench.errors import OptionError

_Items: TypeAlias = set[tuple[int | str, ...]]
LICENCE = Path(__file__).parents[2] / "preprocess" / "models" / "LICENSE"
"""The makers of encoder and treebanks, and what the licence of the weights asks; the file travels with them."""


@cache
def meta() -> dict[str, Any]:
    """Return what the bundled pipeline says of itself."""
    return tomllib.loads(Path(__file__).with_name("pipeline.toml").read_text("utf-8"))


def pipeline(network: Network) -> Language:
    """A spaCy pipeline of English tokens and the network."""
    nlp = spacy.blank("en")
    component: Encoder = nlp.add_pipe(FACTORY)  # type: ignore[assignment]
    component.loaded = network
    nlp.meta = {**nlp.meta, **meta()}
    return nlp


CONFIGURATION = Path(__file__).with_name("treebank_pipeline.cfg")
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
    """Train spaCy's own parts on treebanks and write the pipeline of a language.

    Networks and training are spaCy's (Honnibal, Montani, Van Landeghem & Boyd 2020): hash embeddings and a
    convolutional encoder that all parts share, and a transition-based parser, which also ends sentences. They need no
    word vectors and no download, and some ten minutes of one core. The same files give the same weights on a machine.
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


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The accuracy of a pipeline; ``None`` where gold has nothing to compare with. Speed is words a second."""

    words: int
    tag: float | None
    pos: float | None
    morph: float | None
    lemma: float | None
    uas: float | None
    las: float | None
    sentence_f: float | None
    entity_type_f: float | None
    entity_types: dict[str, float | None]
    imperative_f: float | None = None
    words_per_second: float | None = None


def evaluate(pipeline: Pipeline, gold: Sequence[Doc]) -> Accuracy:
    """The figures of the pipeline, which sees the words of ``gold`` and nothing else; the time includes conversion."""
    began = time.perf_counter()
    predicted = list(pipeline.nlp.pipe(bare(gold, familiar=pipeline.clearnlp)))
    if pipeline.clearnlp:
        predicted = [universal(*pair) for pair in zip(predicted, gold, strict=True)]
    return compare(predicted, gold, time.perf_counter() - began)


def bare(gold: Iterable[Doc], *, familiar: bool = False) -> Iterable[Doc]:
    """The documents with their words and spaces only, if asked for with the marks that ClearNLP's pipelines know."""
    for doc in gold:
        words = [token.text.translate(clearnlp.FAMILIAR) if familiar else token.text for token in doc]
        yield Doc(doc.vocab, words=words, spaces=[bool(token.whitespace_) for token in doc])


def universal(doc: Doc, words: Iterable[Token]) -> Doc:
    """A document with ClearNLP's trees and OntoNotes' entities in our labels, and with the `words` as they are."""
    found = clearnlp.to_universal(columns(doc))
    converted = Doc(
        doc.vocab,
        words=[token.text for token in words],
        tags=list(found.tag),
        pos=list(found.pos),
        morphs=list(found.morphology),
        lemmas=list(found.lemma),
        heads=list(found.head),
        deps=["ROOT" if relation == "root" else relation for relation in found.relation],
    )
    types = [Span(converted, span.start, span.end, clearnlp.entity_type(span.label_)) for span in doc.ents]
    converted.set_ents([span for span in types if span.label_])
    return converted


def compare(predicted: Sequence[Doc], gold: Sequence[Doc], seconds: float | None = None) -> Accuracy:
    """The figures of documents with the same words. Raises ``ValueError`` where the words differ."""
    pairs = [pair for docs in zip(predicted, gold, strict=True) for pair in zip(*docs, strict=True)]
    if any(a.text != b.text for a, b in pairs):
        raise ValueError("predicted and gold documents have different words")
    found, right = _arcs(predicted), _arcs(gold)
    types = _types(predicted), _types(gold)
    return Accuracy(
        words=len(pairs),
        tag=_accuracy(pairs, lambda token: token.tag_),
        pos=_accuracy(pairs, lambda token: token.pos_),
        morph=_accuracy(pairs, lambda token: str(token.morph)),
        lemma=_accuracy([pair for pair in pairs if pair[1].lemma_], lambda token: token.lemma_),
        uas=_f1({arc[:-1] for arc in found}, {arc[:-1] for arc in right}),
        las=_f1(found, right),
        sentence_f=_f1(_sentences(predicted), _sentences(gold)),
        entity_type_f=_f1(*types),
        entity_types={
            label: _f1(*({span for span in side if span[-1] == label} for side in types))
            for label in sorted({str(span[-1]) for span in types[1]})
        },
        imperative_f=_f1(_imperatives(predicted), _imperatives(gold)),
        words_per_second=len(pairs) / seconds if seconds else None,
    )


def _accuracy(pairs: Sequence[tuple[Token, Token]], value: Callable[[Token], str]) -> float | None:
    return sum(value(found) == value(right) for found, right in pairs) / len(pairs) if pairs else None


def _f1(predicted: _Items, gold: _Items) -> float | None:
    return 2 * len(predicted & gold) / (len(predicted) + len(gold)) if gold else None


def _imperatives(docs: Sequence[Doc]) -> _Items:
    return {(number, t.i) for number, doc in enumerate(docs) for t in doc if "Mood=Imp" in str(t.morph)}


def _arcs(docs: Sequence[Doc]) -> _Items:
    return {
        (number, t.i, t.head.i, t.dep_) for number, doc in enumerate(docs) for t in doc if t.dep_ not in ("punct", "")
    }


def _sentences(docs: Sequence[Doc]) -> _Items:
    return {(number, sent.start, sent.end) for number, doc in enumerate(docs) for sent in doc.sents}


def _types(docs: Sequence[Doc]) -> _Items:
    return {(number, span.start, span.end, span.label_) for number, doc in enumerate(docs) for span in doc.ents}


def table(figures: Mapping[str, float | Mapping[str, float | None] | None]) -> str:
    """The figures for a person: a line each, the entity types indented, a dash where there is none."""
    lines = []
    for name, value in figures.items():
        if isinstance(value, Mapping):
            lines += [f"  {label:<14}{_show(score):>8}" for label, score in value.items()]
        else:
            lines.append(f"{name:<16}{_show(value):>8}")
    return "".join(f"{line}\n" for line in lines)


def _show(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if value <= 1 else f"{value:.0f}"
