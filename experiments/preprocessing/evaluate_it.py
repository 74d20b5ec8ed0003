"""Accuracy of filters that tell pleonastic, clausal and anaphoric "it" apart, on automatic and gold parses."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from anaphora.experiments.preprocessing.it_classes import LABEL_SETS, it_classes
from anaphora.experiments.preprocessing.rates import ratio
from anaphora.experiments.running.fingerprint import Fingerprint
from anaphora.experiments.setup.configuration import Configuration
from anaphora.experiments.setup.documents import documents
from anaphora.preprocess import cache, pipeline
from anaphora.preprocess.english import it_filter
from anaphora.preprocess.english.it_filter import CLASSES, FILTERS, Class
from anaphora.preprocess.english.language import require_english
from anaphora.preprocess.trees import trees_of
from anaphora.workbench import __version__
from anaphora.workbench.document import Annotation, Document
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.key import Key
from anaphora.workbench.preparation import ItFilter
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
        return self.right_classes if self._has_classes else None

    @property
    def right_classes(self) -> Rate:
        """How many are in a class that the label allows, even if no label says more than pleonastic or not."""
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


_NOTHING = FilterFigures(Counter())


@dataclass(frozen=True, slots=True)
class Counts:
    """Words, the classes of each "it" by each set of labels, and the figures by labels, input and filter."""

    words: int
    classes: Mapping[str, Counter[str]]
    results: Mapping[tuple[str, str, str], FilterFigures]

    def as_json(self) -> dict[str, object]:
        """The sets of labels that know an "it", each with its classes, inputs and filters."""
        inputs: dict[str, dict[str, dict[str, object]]] = {labels: {} for labels in self.classes}
        for (labels, source, name), figures in self.results.items():
            inputs[labels].setdefault(source, {})[name] = figures.as_json()
        return {
            labels: {"it": counts.total(), "classes": dict(counts.most_common()), "inputs": inputs[labels]}
            for labels, counts in self.classes.items()
            if counts
        }


@dataclass(frozen=True, slots=True)
class ItFigures:
    """The figures of all documents together, and those of each by its id."""

    signature: str
    total: Counts
    by_document: Mapping[str, Counts]
    skipped: tuple[str, ...] = ()

    @property
    def counts(self) -> Mapping[str, Counter[str]]:
        """Classes by each set of labels."""
        return self.total.classes

    @property
    def results(self) -> Mapping[tuple[str, str, str], FilterFigures]:
        """Figures by labels, input and filter."""
        return self.total.results

    def as_json(self, per_document: bool = False) -> dict[str, object]:
        """Everything, by labels, input and filter, and that of each document if asked for."""
        documents = {id: {"words": counts.words, "labels": counts.as_json()} for id, counts in self.by_document.items()}
        return {
            "signature": self.signature, "documents": len(self.by_document), "labels": self.total.as_json(),
            "skipped": list(self.skipped), **({"per_document": documents} if per_document else {}),
        }  # fmt: skip

    def tables(self, per_document: bool = False) -> list[Table]:
        """For each set of labels a table with a row for each input and filter, and one with a row for each document."""
        labels = dict.fromkeys(labels for labels, _, _ in self.results)
        return [*self._of_filters(), *(self._of_documents(name) for name in labels if per_document)]

    def _of_documents(self, labels: str) -> Table:
        """Mitkov 2001, Table 5: words, each class of "it", and the accuracy of each filter."""
        places = {place: figures for place, figures in self.results.items() if place[0] == labels}
        several = len({source for _, source, _ in places}) > 1
        by_class = any(figures.accuracy_of_classes for figures in places.values())
        kinds = [kind for kind in CLASSES if self.counts[labels][kind]]

        def row(name: str, known: Counts) -> tuple[Cell, ...]:
            found = [known.results.get(place, _NOTHING) for place in places]
            rates = [figures.right_classes if by_class else figures.accuracy for figures in found]
            classes = known.classes[labels]
            return (name, known.words, classes.total(), *(classes[kind] for kind in kinds), *rates)

        columns = (
            Column("document"), Column("words", "count"), Column("it", "count"),
            *(Column(kind, "count") for kind in kinds),
            *(
                Column(f"{name}_{source}", "percent", f"{name}, {source}" if several else name)
                for _, source, name in places
            ),
        )  # fmt: skip
        rows = [row(id, known) for id, known in self.by_document.items()]
        right = "in the right class" if by_class else "rightly called pleonastic or not"
        title = f"By document, labels: {labels} (% of it {right})"
        return Table(title, columns, (*rows, row("all", self.total)), groups=frozenset({len(rows)}))

    def _of_filters(self) -> list[Table]:
        columns = [Column("filter"), Column("input"), Column("accuracy", "percent"), Column("classes_right", "percent")]
        for kind in CLASSES:
            columns += [Column(f"{kind}_{name}", "percent") for name in ("precision", "recall", "f1")]
        notes = tuple(f"Skipped: {message}" for message in self.skipped)
        tables = []
        for labels, counts in self.counts.items():
            title = f"Filters of it, labels: {labels} ({counts.total()} it in {len(self.by_document)} documents, %)"
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
    settings: Configuration,
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
    _require(inputs)
    names = tuple(map(it_filter.named, filters)) or tuple(FILTERS)
    by_document: dict[str, Counts] = {}
    skipped: list[str] = []
    read = Fingerprint(paths)
    for document, key in documents(paths, settings, skipped):
        require_english(document)
        read.add(document, key)
        by_document[document.id] = _counts(document, key, _annotations(document, settings, inputs), names)
        if progress:
            progress(document)
    total = _together(list(by_document.values()), names)
    if not any(total.classes.values()):
        raise WorkbenchError('No "it" of known class is in the corpora: they need gold trees, or chains with an "it".')
    signature = _signature(str(read), len(by_document), settings, total.results)
    return ItFigures(signature, total, by_document, tuple(skipped))


def _counts(document: Document, key: Key, annotations: Mapping[str, Annotation], names: Sequence[ItFilter]) -> Counts:
    classes = {labels: it_classes(document, key, labels) for labels in LABEL_SETS}
    results: dict[tuple[str, str, str], FilterFigures] = {}
    for source, annotation in annotations.items():
        for name in names:
            judged = it_filter.classify(trees_of(annotation, document.words), name, document.paragraph_starts)
            for labels, known in classes.items():
                both = [(known[entry.token], str(entry.kind)) for entry in judged if entry.token in known]
                results[labels, source, name] = FilterFigures(Counter(both))
    return Counts(len(document.words), {labels: Counter(known.values()) for labels, known in classes.items()}, results)


def _together(documents: Sequence[Counts], names: Sequence[str]) -> Counts:
    """The counts of all documents; combinations that no "it" is known of are left out."""
    classes = {labels: Counter[str]() for labels in LABEL_SETS}
    places = [(labels, source, name) for labels in LABEL_SETS for source in INPUTS for name in names]
    pairs = {place: Counter[tuple[str, str]]() for place in places}
    for known in documents:
        for labels, counts in known.classes.items():
            classes[labels].update(counts)
        for place, figures in known.results.items():
            pairs[place].update(figures.pairs)
    results = {place: FilterFigures(both) for place, both in pairs.items() if both}
    return Counts(sum(known.words for known in documents), classes, results)


def _require(inputs: Sequence[str]) -> None:
    for name in inputs:
        if name not in INPUTS:
            raise OptionError(f"There is no input {name!r}; choose automatic or perfect.")


def _annotations(document: Document, settings: Configuration, inputs: Sequence[str]) -> dict[str, Annotation]:
    annotations = {}
    if not inputs or "automatic" in inputs:
        loaded = pipeline.load(settings.preparation.pipeline)
        annotations["automatic"] = (
            cache.annotate(loaded, document) if settings.execution.cached else loaded.annotate(document)
        )
    if document.annotation and (not inputs or "perfect" in inputs):
        annotations["perfect"] = document.annotation
    elif inputs and "perfect" in inputs:
        raise OptionError(f"Document {document.id} has no gold trees. Use a CoNLL-U corpus, or --input automatic.")
    return annotations


def _signature(
    corpus: str, documents: int, settings: Configuration, results: Mapping[tuple[str, str, str], object]
) -> str:
    automatic = any(source == "automatic" for _, source, _ in results)
    parts = {
        "corpus": corpus,
        "documents": documents,
        "pipeline": pipeline.load(settings.preparation.pipeline).signature if automatic else "gold",
        "version": __version__,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())
