"""Pipelines of spaCy: the one that ships, around a network, and the accuracy of any on the words of treebanks.

Words are gold, everything else is predicted, sentence boundaries too. ClearNLP's trees, those of the pipelines that
spaCy distributes, are converted to Universal Dependencies before they are measured, as the workbench converts them.
Attachment scores leave out punctuation the way spaCy's own scorer does: each side drops the words that *it* labels
``punct``, and the score is the F of what is left. Morphology is right when the whole feature set is. Fractions lie in
0..1.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span, Token

from anaphora.preprocess.encoder import FACTORY
from anaphora.preprocess.encoder.component import Encoder
from anaphora.preprocess.encoder.network import Network
from anaphora.preprocess.english import clearnlp
from anaphora.preprocess.pipeline import Pipeline, columns

_Items: TypeAlias = set[tuple[int | str, ...]]
LICENCE = Path(__file__).parents[2] / "preprocess" / "models" / "LICENSE"
"""The makers of encoder and treebanks, and what the licence of the weights asks; the file travels with them."""
META: dict[str, object] = {
    "name": "anaphora_ud",
    "version": "0.3.0",
    "description": "English parser: all-MiniLM-L6-v2 fine-tuned on free Universal Dependencies treebanks, "
    "with entity types of base noun phrases",
    "license": "CC BY-SA 4.0",
    "spacy_version": ">=3.8.18,<3.9.0",
    "sources": [
        {
            "name": "all-MiniLM-L6-v2",
            "url": "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
            "license": "Apache-2.0",
        },
        *(
            {
                "name": f"UD English {name}",
                "url": f"https://universaldependencies.org/treebanks/en_{name.lower()}/",
                "license": "CC BY-SA 3.0" if name == "PUD" else "CC BY-SA 4.0",
            }
            for name in ("EWT", "PUD", "CTeTex", "Pronouns", "Atis")
        ),
        {
            "name": "GUM, documents whose texts are CC BY or CC BY-SA",
            "url": "https://gucorpling.org/gum/",
            "license": "annotations CC BY 4.0, texts CC BY 2.5, CC BY 4.0 and CC BY-SA 3.0",
        },
    ],
}


def pipeline(network: Network) -> Language:
    """A spaCy pipeline of English tokens and the network."""
    nlp = spacy.blank("en")
    component: Encoder = nlp.add_pipe(FACTORY)  # type: ignore[assignment]
    component.loaded = network
    nlp.meta = {**nlp.meta, **META}
    return nlp


@dataclass(frozen=True, slots=True)
class Figures:
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


def evaluate(pipeline: Pipeline, gold: Sequence[Doc]) -> Figures:
    """The figures of the pipeline, which sees the words of ``gold`` and nothing else; the time includes conversion."""
    began = time.perf_counter()
    predicted = list(pipeline.nlp.pipe(bare(gold, familiar=pipeline.clearnlp)))
    if pipeline.clearnlp:
        predicted = [universal(*pair) for pair in zip(predicted, gold, strict=True)]
    seconds = time.perf_counter() - began
    return compare(predicted, gold, seconds)


def bare(gold: Iterable[Doc], *, familiar: bool = False) -> Iterable[Doc]:
    """The documents with their words and spaces only, if asked for with the marks that ClearNLP's pipelines know."""
    for doc in gold:
        words = [token.text.translate(clearnlp.FAMILIAR) if familiar else token.text for token in doc]
        yield Doc(doc.vocab, words=words, spaces=[bool(token.whitespace_) for token in doc])


def universal(doc: Doc, words: Iterable[Token]) -> Doc:
    """A document with ClearNLP's trees and OntoNotes' entities in our labels, and with the `words` as they are."""
    found = clearnlp.to_universal(columns(doc))
    relations = ["ROOT" if relation == "root" else relation for relation in found.relation]
    converted = Doc(
        doc.vocab,
        words=[token.text for token in words],
        tags=list(found.tag),
        pos=list(found.pos),
        morphs=list(found.morphology),
        lemmas=list(found.lemma),
        heads=list(found.head),
        deps=relations,
    )
    types = [Span(converted, span.start, span.end, clearnlp.entity_type(span.label_)) for span in doc.ents]
    converted.set_ents([span for span in types if span.label_])
    return converted


def compare(predicted: Sequence[Doc], gold: Sequence[Doc], seconds: float | None = None) -> Figures:
    """The figures of documents with the same words. Raises ``ValueError`` where the words differ."""
    pairs = [pair for docs in zip(predicted, gold, strict=True) for pair in zip(*docs, strict=True)]
    if any(a.text != b.text for a, b in pairs):
        raise ValueError("predicted and gold documents have different words")
    found, right = _arcs(predicted), _arcs(gold)
    types = _types(predicted), _types(gold)
    return Figures(
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
