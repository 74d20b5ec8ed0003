"""Accuracy of a pipeline on given words.

Run ``python -m anaphora.experiments.preprocessing.training.evaluate PIPELINE CONLLU...``.

Words are gold, everything else is predicted, sentence boundaries too. ClearNLP's trees, those of the pipelines that
spaCy distributes, are converted to Universal Dependencies before they are measured, as the workbench converts them.
Attachment scores leave out punctuation the way spaCy's own scorer does: each side drops the words that *it* labels
``punct``, and the score is the F of what is left. Morphology is right when the whole feature set is. Fractions lie in
0..1.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias

from spacy.tokens import Doc, Span, Token

from anaphora.experiments.preprocessing.training.data import read, to_doc
from anaphora.preprocess.english import clearnlp
from anaphora.preprocess.pipeline import Pipeline, columns, load
from anaphora.workbench.errors import WorkbenchError

_Items: TypeAlias = set[tuple[int | str, ...]]


@dataclass(frozen=True, slots=True)
class Figures:
    """What a pipeline gets right; ``None`` where gold has nothing to compare with. Speed is words a second."""

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
    ours, theirs = _arcs(predicted), _arcs(gold)
    types = _types(predicted), _types(gold)
    return Figures(
        words=len(pairs),
        tag=_accuracy(pairs, lambda token: token.tag_),
        pos=_accuracy(pairs, lambda token: token.pos_),
        morph=_accuracy(pairs, lambda token: str(token.morph)),
        lemma=_accuracy([pair for pair in pairs if pair[1].lemma_], lambda token: token.lemma_),
        uas=_f1({arc[:-1] for arc in ours}, {arc[:-1] for arc in theirs}),
        las=_f1(ours, theirs),
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
    return sum(value(ours) == value(theirs) for ours, theirs in pairs) / len(pairs) if pairs else None


def _f1(ours: _Items, theirs: _Items) -> float | None:
    return 2 * len(ours & theirs) / (len(ours) + len(theirs)) if theirs else None


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


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line: a pipeline (name or folder), then CoNLL-U files or folders of them."""
    parser = argparse.ArgumentParser(
        prog="python -m anaphora.experiments.preprocessing.training.evaluate", description=main.__doc__
    )
    parser.add_argument("pipeline", help="installed name or folder of a spaCy pipeline")
    parser.add_argument("treebanks", nargs="+", type=Path, metavar="CONLLU", help="a file, or a folder of *.conllu")
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON; - is standard output")
    parser.add_argument(
        "--by",
        choices=("document", "sentence"),
        default="document",
        help="what the pipeline sees at a time; gold sentences one by one make the parser's work easier",
    )
    options = parser.parse_args(arguments)
    try:
        documents = [document for path in options.treebanks for file in _files(path) for document in read(file)]
        pipeline = load(options.pipeline)
    except (OSError, ValueError, WorkbenchError) as error:
        sys.exit(f"{parser.prog}: {error}")
    if options.by == "sentence":
        documents = [(sentence,) for document in documents for sentence in document]
    figures = asdict(evaluate(pipeline, [to_doc(document, pipeline.nlp.vocab) for document in documents]))
    text = json.dumps(figures, indent=2) + "\n"
    if options.json and options.json != "-":
        Path(options.json).write_text(text, encoding="utf-8")
    print(text if options.json == "-" else table(figures), end="")


def table(figures: Mapping[str, float | Mapping[str, float | None] | None]) -> str:
    """The figures for a person: a line each, the entity types indented, a dash where there is none."""
    lines = []
    for name, value in figures.items():
        if isinstance(value, Mapping):
            lines += [f"  {label:<14}{_show(score):>8}" for label, score in value.items()]
        else:
            lines.append(f"{name:<16}{_show(value):>8}")
    return "".join(f"{line}\n" for line in lines)


def _files(path: Path) -> list[Path]:
    return sorted(path.glob("*.conllu")) if path.is_dir() else [path]


def _show(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if value <= 1 else f"{value:.0f}"


if __name__ == "__main__":
    main()
