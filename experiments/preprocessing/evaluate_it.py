"""Accuracy of filters that tell pleonastic, clausal and anaphoric "it" apart, on automatic and gold parses."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from anaphora.experiments.comparison.documents import documents
from anaphora.experiments.comparison.settings import Settings
from anaphora.experiments.preprocessing.it_classes import LABEL_SETS, it_classes
from anaphora.experiments.preprocessing.rates import ratio
from anaphora.experiments.running.fingerprint import Fingerprint
from anaphora.preprocess import cache, pipeline
from anaphora.preprocess.english import it_filter
from anaphora.preprocess.english.it_filter import CLASSES, FILTERS, Class
from anaphora.preprocess.trees import trees_of
from anaphora.workbench import __version__
from anaphora.workbench.document import Annotation, Document
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Rate

INPUTS = ("automatic", "perfect")
_UNKNOWN = "other"  # clausal or anaphoric, which the corpus does not say


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """Precision, recall and F of one class."""

    precision: Rate
    recall: Rate

    @property
    def f1(self) -> float | None:
        """The harmonic mean; `None` if there is no "it" of the class, by the corpus or the filter."""
        total = self.precision.total + self.recall.total
        return 2 * self.precision.right / total if total else None


@dataclass(frozen=True, slots=True)
class FilterFigures:
    """Counts of pairs (class by the corpus, class by the filter) and the figures that follow from them."""

    pairs: Counter[tuple[str, str]]

    @property
    def accuracy(self) -> Rate:
        """How many "it" are rightly called pleonastic or not."""
        right = sum(n for (key, ours), n in self.pairs.items() if (key == "pleonastic") == (ours == "pleonastic"))
        return ratio(right, self.pairs.total())

    @property
    def accuracy_of_classes(self) -> Rate | None:
        """How many are in the right class, as far as labels say; `None` if these know pleonastic or not alone."""
        if not self._has_classes:
            return None
        return ratio(sum(n for (key, ours), n in self.pairs.items() if ours in _allowed(key)), self.pairs.total())

    def classes(self) -> dict[Class, ClassFigures]:
        """The figures of each class; those of `clausal` and `anaphoric` count the "it" whose class is known."""
        known = Counter({pair: count for pair, count in self.pairs.items() if pair[0] != _UNKNOWN})
        others = {kind: _figures(known, kind) for kind in CLASSES[1:]} if self._has_classes else {}
        return {"pleonastic": _figures(self.pairs, "pleonastic"), **others}

    @property
    def _has_classes(self) -> bool:
        return any(key not in ("pleonastic", _UNKNOWN) for key, _ in self.pairs)

    def as_json(self) -> dict[str, object]:
        """Accuracy and the figures of each class."""
        return {
            "accuracy": _json(self.accuracy),
            "accuracy_of_classes": _json(self.accuracy_of_classes) if self.accuracy_of_classes else None,
            "classes": {
                kind: {"precision": _json(entry.precision), "recall": _json(entry.recall), "f1": entry.f1}
                for kind, entry in self.classes().items()
            },
        }


def _json(rate: Rate) -> dict[str, object]:
    return {"right": rate.right, "of": rate.total, "value": rate.value}


def _allowed(key: str) -> tuple[str, ...]:
    return ("clausal", "anaphoric") if key == _UNKNOWN else (key,)


def _figures(pairs: Mapping[tuple[str, str], int], kind: str) -> ClassFigures:
    right = pairs.get((kind, kind), 0)
    named = sum(n for (_, ours), n in pairs.items() if ours == kind)
    in_key = sum(n for (key, _), n in pairs.items() if key == kind)
    return ClassFigures(ratio(right, named), ratio(right, in_key))


@dataclass(frozen=True, slots=True)
class ItFigures:
    """The figures of each set of labels, input and filter; `counts` are classes by the labels."""

    signature: str
    documents: int
    counts: Mapping[str, Counter[str]]
    results: Mapping[tuple[str, str, str], FilterFigures]
    skipped: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Everything, by labels, input and filter."""
        inputs: dict[str, dict[str, dict[str, object]]] = {labels: {} for labels in self.counts}
        for (labels, source, name), figures in self.results.items():
            inputs[labels].setdefault(source, {})[name] = figures.as_json()
        sets = {
            labels: {"it": counts.total(), "classes": dict(counts.most_common()), "inputs": inputs[labels]}
            for labels, counts in self.counts.items()
            if counts
        }
        return {
            "signature": self.signature, "documents": self.documents, "labels": sets, "skipped": list(self.skipped),
        }  # fmt: skip

    def tables(self) -> list[Table]:
        """A table for each set of labels, with a row for each input and filter."""
        columns = [Column("filter"), Column("input"), Column("accuracy", "percent"), Column("classes_right", "percent")]
        for kind in CLASSES:
            columns += [Column(f"{kind}_{name}", "percent") for name in ("precision", "recall", "f1")]
        notes = tuple(f"Skipped: {message}" for message in self.skipped)
        tables = []
        for labels, counts in self.counts.items():
            title = f"Filters of it, labels: {labels} ({counts.total()} it in {self.documents} documents, %)"
            of_labels = [(place, figures) for place, figures in self.results.items() if place[0] == labels]
            rows = tuple(_row(name, source, figures) for (_, source, name), figures in of_labels)
            tables += [Table(title, tuple(columns), rows, notes)] if rows else []
        return tables


def _row(name: str, source: str, figures: FilterFigures) -> tuple[Cell, ...]:
    classes = figures.classes()
    cells: list[Cell] = []
    for kind in CLASSES:
        entry = classes.get(kind)
        cells += (entry.precision, entry.recall, entry.f1) if entry else (None, None, None)
    return name, source, figures.accuracy, figures.accuracy_of_classes, *cells


def evaluate_it(
    paths: Sequence[Path],
    settings: Settings,
    *,
    filters: Sequence[str] = (),
    inputs: Sequence[str] = (),
    progress: Callable[[Document], None] | None = None,
) -> ItFigures:
    """Compare filters (all if none is named) with what the trees, chains and marks of the corpora say.

    Without `inputs`, the automatic parse is judged, and the gold parse of the documents that have one.

    Raises:
        UnknownNameError: there is no such filter.
        OptionError: there is no such input, or the parse is to be perfect where the corpus has none.
        WorkbenchError: a corpus is bad, or marks no "it".
    """
    _require(filters, inputs)
    names = tuple(filters) or tuple(FILTERS)
    counts = {labels: Counter[str]() for labels in LABEL_SETS}
    pairs: dict[tuple[str, str, str], Counter[tuple[str, str]]] = {}
    skipped: list[str] = []
    read, seen = Fingerprint(paths), 0
    for document, key in documents(paths, settings, skipped):
        read.add(document, key)
        seen += 1
        classes = {labels: it_classes(document, key, labels) for labels in LABEL_SETS}
        for labels, known in classes.items():
            counts[labels].update(known.values())
        for source, annotation in _annotations(document, settings, inputs).items():
            for name in names:
                judged = it_filter.classify(trees_of(annotation, document.words), name, document.paragraph_starts)
                for labels, known in classes.items():
                    both = ((known[entry.token], entry.kind) for entry in judged if entry.token in known)
                    pairs.setdefault((labels, source, name), Counter()).update(both)
        if progress:
            progress(document)
    if not any(counts.values()):
        raise WorkbenchError('No "it" of known class is in the corpora: they need gold trees, or chains with an "it".')
    results = {
        place: FilterFigures(pairs[place])
        for labels in LABEL_SETS
        for source in INPUTS
        for name in names
        if pairs.get(place := (labels, source, name))
    }
    return ItFigures(_signature(str(read), seen, settings, results), seen, counts, results, tuple(skipped))


def _require(filters: Sequence[str], inputs: Sequence[str]) -> None:
    for name in filters:
        if name not in FILTERS:
            raise UnknownNameError(f"There is no it filter {name!r}; choose from {', '.join(FILTERS)}.")
    for name in inputs:
        if name not in INPUTS:
            raise OptionError(f"There is no input {name!r}; choose automatic or perfect.")


def _annotations(document: Document, settings: Settings, inputs: Sequence[str]) -> dict[str, Annotation]:
    annotations = {}
    if not inputs or "automatic" in inputs:
        loaded = pipeline.load(settings.pipeline)
        annotations["automatic"] = cache.annotate(loaded, document) if settings.cached else loaded.annotate(document)
    if document.annotation and (not inputs or "perfect" in inputs):
        annotations["perfect"] = document.annotation
    elif inputs and "perfect" in inputs:
        raise OptionError(f"Document {document.id} has no gold trees. Use a CoNLL-U corpus, or --input automatic.")
    return annotations


def _signature(corpus: str, documents: int, settings: Settings, results: Mapping[tuple[str, str, str], object]) -> str:
    automatic = any(source == "automatic" for _, source, _ in results)
    parts = {
        "corpus": corpus,
        "documents": documents,
        "pipeline": pipeline.load(settings.pipeline).signature if automatic else "gold",
        "version": __version__,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())
