"""How well filters of "it" tell pleonastic, clausal and anaphoric "it" apart, on automatic and gold parses."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anaphora.experiments.comparison.documents import documents
from anaphora.experiments.comparison.settings import Settings
from anaphora.experiments.preprocessing.it_classes import LABEL_SETS, it_classes
from anaphora.experiments.running.fingerprint import Fingerprint
from anaphora.preprocess import cache, pipeline
from anaphora.preprocess.english import it_filter
from anaphora.preprocess.english.it_filter import CLASSES, FILTERS
from anaphora.preprocess.trees import trees_of
from anaphora.workbench import __version__
from anaphora.workbench.document import Annotation, Document
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError

if TYPE_CHECKING:
    from rich.table import Table

INPUTS = ("automatic", "perfect")
_WIDTH = 17  # of "P 0.903 (223/247)"
_UNKNOWN = "other"  # clausal or anaphoric, which the corpus does not tell


@dataclass(frozen=True, slots=True)
class Agreement:
    """Counts of pairs (class by the corpus, class by the filter)."""

    pairs: Counter[tuple[str, str]]

    def as_json(self) -> dict[str, Any]:
        """Accuracy and the figures of each class.

        `accuracy` asks "pleonastic or not" of every "it"; `accuracy_of_classes` asks for its class, as far as labels
        tell ("other": anything but pleonastic). Precision and recall of `clausal` and `anaphoric` count the "it" whose
        class is told.
        """
        known = Counter({pair: count for pair, count in self.pairs.items() if pair[0] != _UNKNOWN})
        binary = sum(n for (key, found), n in self.pairs.items() if (key == "pleonastic") == (found == "pleonastic"))
        same = sum(n for (key, found), n in self.pairs.items() if found in _allowed(key))
        told = any(key not in ("pleonastic", _UNKNOWN) for key, _ in known)
        classes = {"pleonastic": _figures(self.pairs, "pleonastic")}
        if told:
            classes |= {kind: _figures(known, kind) for kind in CLASSES[1:]}
        return {
            "accuracy": _rate(binary, self.pairs.total()),
            "accuracy_of_classes": _rate(same, self.pairs.total()) if told else None,
            "classes": classes,
        }


def _allowed(key: str) -> tuple[str, ...]:
    return ("clausal", "anaphoric") if key == _UNKNOWN else (key,)


def _rate(right: int, of: int) -> dict[str, Any]:
    return {"right": right, "of": of, "value": right / of if of else None}


def _figures(pairs: Mapping[tuple[str, str], int], kind: str) -> dict[str, Any]:
    right = pairs.get((kind, kind), 0)
    named = sum(n for (_, found), n in pairs.items() if found == kind)
    of = sum(n for (key, _), n in pairs.items() if key == kind)
    f1 = 2 * right / (named + of) if named + of else None
    return {"precision": _rate(right, named), "recall": _rate(right, of), "f1": f1}


@dataclass(frozen=True, slots=True)
class ItFigures:
    """Of each set of labels, input and filter the agreement with the corpus; `counts` are classes by the labels."""

    signature: str
    documents: int
    counts: Mapping[str, Counter[str]]
    results: Mapping[tuple[str, str, str], Agreement]
    skipped: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Everything, by labels, input and filter."""
        sets: dict[str, Any] = {}
        for labels, counts in self.counts.items():
            if counts:
                sets[labels] = {"it": counts.total(), "classes": dict(counts.most_common()), "inputs": {}}
        for (labels, source, name), agreement in self.results.items():
            sets[labels]["inputs"].setdefault(source, {})[name] = agreement.as_json()
        return {
            "signature": self.signature, "documents": self.documents, "labels": sets, "skipped": list(self.skipped),
        }  # fmt: skip

    def as_table(self) -> "Table":
        """One row for each labels, input and filter."""
        from rich.table import Table

        table = Table(title=f"Filters of it ({self.documents} documents)", caption=self.signature, show_lines=True)
        for column in ("labels", "input", "filter"):
            table.add_column(column)
        for column in ("accuracy", "classes right", *CLASSES):
            table.add_column(column, min_width=_WIDTH)
        for (labels, source, name), agreement in self.results.items():
            figures = agreement.as_json()
            cells = [_cell(figures["accuracy"]), _cell(figures["accuracy_of_classes"])]
            cells += [_three(figures["classes"].get(kind)) for kind in CLASSES]
            table.add_row(labels, source, name, *cells)
        return table


def _cell(rate: Mapping[str, Any] | None) -> str:
    return f"{rate['value']:.3f} ({rate['right']}/{rate['of']})" if rate and rate["of"] else "–"


def _three(figures: Mapping[str, Any] | None) -> str:
    if figures is None:
        return "–"
    f1 = "–" if figures["f1"] is None else f"{figures['f1']:.3f}"
    return f"P {_cell(figures['precision'])}\nR {_cell(figures['recall'])}\nF {f1}"


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
        for labels, told in classes.items():
            counts[labels].update(told.values())
        for source, annotation in _annotations(document, settings, inputs).items():
            for name in names:
                judged = it_filter.classify(trees_of(annotation, document.words), name, document.paragraph_starts)
                for labels, told in classes.items():
                    found = ((told[it.token], it.kind) for it in judged if it.token in told)
                    pairs.setdefault((labels, source, name), Counter()).update(found)
        if progress:
            progress(document)
    if not any(counts.values()):
        raise WorkbenchError('No "it" of known class is in the corpora: they need gold trees, or chains with an "it".')
    results = {
        place: Agreement(pairs[place])
        for labels in LABEL_SETS
        for source in INPUTS
        for name in names
        if pairs.get(place := (labels, source, name))
    }
    return ItFigures(_signature(str(read), seen, settings, results), seen, counts, results, tuple(skipped))


def _require(filters: Sequence[str], inputs: Sequence[str]) -> None:
    for name in filters:
        if name not in FILTERS:
            raise UnknownNameError(f"There is no filter {name!r} of it; choose from {', '.join(FILTERS)}.")
    for name in inputs:
        if name not in INPUTS:
            raise OptionError(f"There is no input {name!r}; choose automatic or perfect.")


def _annotations(document: Document, settings: Settings, inputs: Sequence[str]) -> dict[str, Annotation]:
    found = {}
    if not inputs or "automatic" in inputs:
        loaded = pipeline.load(settings.pipeline)
        found["automatic"] = cache.annotate(loaded, document) if settings.cached else loaded.annotate(document)
    if document.annotation and (not inputs or "perfect" in inputs):
        found["perfect"] = document.annotation
    elif inputs and "perfect" in inputs:
        raise OptionError(f"Document {document.id} has no gold trees. Use a CoNLL-U corpus, or --input automatic.")
    return found


def _signature(corpus: str, documents: int, settings: Settings, results: Mapping[tuple[str, str, str], object]) -> str:
    automatic = any(source == "automatic" for _, source, _ in results)
    parts = {
        "corpus": corpus,
        "documents": documents,
        "pipeline": pipeline.load(settings.pipeline).signature if automatic else "gold",
        "version": __version__,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())
