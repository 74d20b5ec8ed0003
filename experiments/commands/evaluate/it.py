"""Filters of "it": what a corpus says of each "it", and how well filters tell the classes apart.

Classes (pleonastic, clausal, anaphoric) are read off the trees, chains and marks of the corpus; filters are judged on
automatic and on gold parses.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from pathlib import Path
from typing import Annotated, TypeAlias, Unpack

from anaphora.experiments.run.arguments import Corpora, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import JSON, PER_DOCUMENT, TO, Command, Progress, split_typed
from anaphora.experiments.run.configuration import Configuration, Options, signature_of, takes
from anaphora.experiments.run.documents import Fingerprint, documents
from anaphora.experiments.show.result import Result
from anaphora.preprocess import cache, pipeline
from anaphora.preprocess.english import it_filter
from anaphora.preprocess.english.it_filter import CLASSES, FILTERS, Class
from anaphora.preprocess.english.it_filter.context import It, occurrences
from anaphora.preprocess.english.it_filter.rules import firing_rules
from anaphora.preprocess.english.it_filter.sure import decide
from anaphora.preprocess.language import require_language
from anaphora.preprocess.trees import base, trees_of
from anaphora.workbench.document import Annotation, Document, Span
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.files import JsonObject
from anaphora.workbench.key import Key
from anaphora.workbench.options import COMPARED, About
from anaphora.workbench.preparation import ItFilter
from anaphora.workbench.results.figures import Figure, figure, figures_table, rate_figure
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Rate, ratio
from anaphora.workbench.trace.key_anaphors import is_clause

LABEL_SETS = ("constructions", "expl", "full")

_PATTERNS = frozenset({
    "cognitive verb", "raising verb", "object of make", "time to", "thanks to", "more verbs", "more raising verbs",
    "more objects", "weather", "time",
})  # fmt: skip
_ADJECTIVES = frozenset({"modal adjective", "more adjectives and nouns"})
_BEYOND_TREES = frozenset({
    "idiom", "object with a clause", "seeming", "turn", "time since", "distance", "question of time",
})  # fmt: skip
"""Sure rules for what Universal Dependencies do not tell from a subject or an object."""
_COMPLEMENTS = frozenset({"obj", "obl", "ccomp", "xcomp"})
_Beginnings: TypeAlias = tuple[float, ...]
INPUTS = ("automatic", "perfect")
_UNKNOWN = "other"  # clausal or anaphoric, which the corpus does not say


def it_classes(document: Document, key: Key, labels: str = "constructions") -> dict[int, str]:
    """The class of each "it", by token; empty where the corpus has neither gold trees nor chains.

    Marks of the corpus (`It=`) hold for every set of labels but `expl`. Else an "it" is `pleonastic`

    - with `expl`, if the gold tree calls it an expletive; Universal Dependencies do so for most extraposed clauses and
      clefts, but keep `nsubj` for weather and time, and annotators vary;
    - with `constructions`, also if the gold tree shows weather, time, an object with its clause ("make it easy to"), a
      that-clause behind a verb of thinking or seeming (rules of `preprocess.english.it_filter`), or behind an
      adjective of judgement a that-clause or an infinitive with a complement of its own, or if the words show distance,
      time since, an idiom, an object with its clause ("love it when"), or "it looks as if"; but not if it is in a
      chain that says what it refers to;
    - with `full`, also if it is no mention, is alone in its chain, or begins a chain that goes on with a clause of the
      same sentence (so GUM links extraposition). Without chains this is the same as `constructions`.

    An "it" is `clausal` if a clause but nothing nominal stands before it in its chain, else `anaphoric`; where there
    are no chains, and with `expl`, these two are `other`. With `constructions`, what only `full` calls pleonastic is
    `other`, too: it does not refer, but nothing in the sentence tells.
    Raises `OptionError` for unknown labels.
    """
    if labels not in LABEL_SETS:
        raise OptionError(f"There are no labels {labels!r}; choose from {', '.join(LABEL_SETS)}.")
    tree = document.annotation
    if tree is None and (labels == "expl" or not key.chains):
        return {}
    chains = {span.start: chain for chain in key.chains for span in chain if len(span) == 1}
    shown = {it.token: _shown(it) for it in occurrences(trees_of(tree, document.words))} if tree else {}
    classes = {}
    beginnings: dict[int, _Beginnings] = {}
    for token in (token for token, word in enumerate(document.words) if word.lower() == "it"):
        expletive = tree is not None and base(tree.relation[token]) == "expl"
        if labels == "expl":
            classes[token] = "pleonastic" if expletive else "other"
        elif token in key.non_anaphoric:
            classes[token] = key.non_anaphoric[token]
        elif expletive:
            classes[token] = "pleonastic"
        elif not key.chains:
            classes[token] = "pleonastic" if shown[token] else "other"
        else:
            by_chain = _by_chain(document, key, chains.get(token, ()), token, beginnings)
            vague = by_chain == "pleonastic" and labels == "constructions" and not shown.get(token)
            classes[token] = "other" if vague else by_chain
    return classes


def _shown(it: It) -> bool:
    rules = {rule.partition(": ")[2] for rule in firing_rules(it)}
    extraposed = not _ADJECTIVES.isdisjoint(rules) and any(_is_complete(it, clause) for clause in it.clauses_after())
    beyond = any(kind == "pleonastic" and rule in _BEYOND_TREES for kind, rule in islice(decide(it), 1))
    return extraposed or beyond or not _PATTERNS.isdisjoint(rules)


def _is_complete(it: It, clause: int) -> bool:
    """Return whether the clause that "it" could be lacks nothing, unlike "to clean" in "it is easy to clean"."""
    below = {it.trees.base[child] for child in it.trees.children[clause]}
    return it.marker(clause) == "that" or not _COMPLEMENTS.isdisjoint(below)


def _by_chain(
    document: Document, key: Key, chain: Sequence[Span], token: int, beginnings: dict[int, _Beginnings]
) -> str:
    """The class of an "it" by its chain; `beginnings` keeps what is found of chains, by their identity."""
    tree = document.annotation
    split = Span(token, token + 1) in key.split
    if len(chain) < 2:
        return "anaphoric" if split else "pleonastic"
    if tree is None or split:
        return "anaphoric"
    if id(chain) not in beginnings:
        beginnings[id(chain)] = _beginnings(document, key, tree, chain)
    first, full, nominal = beginnings[id(chain)]
    if first >= token:
        after = min(span for span in chain if span.start > token)
        extraposed = tree.sentence_of(after.start) == tree.sentence_of(token) and is_clause(document, key, after)
        return "pleonastic" if extraposed else "anaphoric"
    return "clausal" if full < token <= nominal else "anaphoric"


def _beginnings(document: Document, key: Key, tree: Annotation, chain: Sequence[Span]) -> _Beginnings:
    """Find where a chain begins, its first mention that is no pronoun, and the first that is no clause either."""
    full = [span for span in chain if tree.pos[tree.head_of(span)] not in ("PRON", "DET")]
    nominal = (span.start for span in full if not is_clause(document, key, span))
    starts = (span.start for span in chain), (span.start for span in full), nominal
    return tuple(min(places, default=inf) for places in starts)


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
        """The rate of "it" that are rightly called pleonastic or not."""
        right = sum(n for (key, ours), n in self.pairs.items() if (key == "pleonastic") == (ours == "pleonastic"))
        return ratio(right, self.pairs.total())

    @property
    def accuracy_of_classes(self) -> Rate | None:
        """The rate of "it" in the right class, as far as labels tell; `None` if they tell pleonastic or not alone."""
        return self.right_classes if self._has_classes else None

    @property
    def right_classes(self) -> Rate:
        """The rate of "it" in a class that the label allows, even if no label tells more than pleonastic or not."""
        return ratio(sum(n for (key, ours), n in self.pairs.items() if ours in _allowed(key)), self.pairs.total())

    def classes(self) -> dict[Class, ClassFigures]:
        """The figures of each class; those of `clausal` and `anaphoric` count the "it" whose class is known."""
        labelled = Counter({pair: count for pair, count in self.pairs.items() if pair[0] != _UNKNOWN})
        others = {kind: _figures(labelled, kind) for kind in CLASSES[1:]} if self._has_classes else {}
        return {"pleonastic": _figures(self.pairs, "pleonastic"), **others}

    @property
    def _has_classes(self) -> bool:
        return any(key not in ("pleonastic", _UNKNOWN) for key, _ in self.pairs)


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

    def tables(self, per_document: bool = False, **_: object) -> list[Table]:
        """Two tables for each set of labels: with a row for each input and filter, and with a row for each document."""
        labels = dict.fromkeys(labels for labels, _, _ in self.results)
        return [*self._of_filters(), *(self._of_documents(name) for name in labels if per_document)]

    def figures(self, per_document: bool = False, **_: object) -> Table:
        """The long table: each filter on each input, labels are the part; also of each document if asked for."""
        counts = {"": self.total, **(self.by_document if per_document else {})}
        return figures_table(row for unit, counted in counts.items() for row in _long_figures(unit, counted))

    def as_json(self, per_document: bool = False, **_: object) -> JsonObject:
        """The figures by set of labels, input and filter, and so for each document if asked for."""
        data: JsonObject = {
            "signature": self.signature,
            "documents": len(self.by_document),
            "labels": _labels_json(self.total),
            "skipped": self.skipped,
        }
        if per_document:
            data["per_document"] = {
                id: {"words": counts.words, "labels": _labels_json(counts)} for id, counts in self.by_document.items()
            }
        return data

    def _of_documents(self, labels: str) -> Table:
        """Mitkov 2001, Table 5: words, each class of "it", and the accuracy of each filter."""
        places = {key: figures for key, figures in self.results.items() if key[0] == labels}
        several = len({source for _, source, _ in places}) > 1
        by_class = any(figures.accuracy_of_classes for figures in places.values())
        kinds = [kind for kind in CLASSES if self.counts[labels][kind]]

        def row(name: str, counts: Counts) -> tuple[Cell, ...]:
            tallies = [counts.results.get(key, _NOTHING) for key in places]
            rates = [figures.right_classes if by_class else figures.accuracy for figures in tallies]
            classes = counts.classes[labels]
            return (name, counts.words, classes.total(), *(classes[kind] for kind in kinds), *rates)

        columns = (
            Column("document"), Column("words", "count"), Column("it", "count"),
            *(Column(kind, "count") for kind in kinds),
            *(
                Column(f"{name}_{source}", "percent", f"{name}, {source}" if several else name)
                for _, source, name in places
            ),
        )  # fmt: skip
        rows = [row(id, counts) for id, counts in self.by_document.items()]
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
            of_labels = [(key, figures) for key, figures in self.results.items() if key[0] == labels]
            rows = tuple(_row(name, source, figures) for (_, source, name), figures in of_labels)
            tables += [Table(title, tuple(columns), rows, notes)] if rows else []
        return tables


def _long_figures(unit: str, counts: Counts) -> Iterator[Figure]:
    yield figure(unit, "", "words", "value", counts.words)
    for labels, tally in counts.classes.items():
        for kind, count in tally.most_common():
            yield figure(unit, "", f"it {kind}", labels, count)
    for (labels, source, name), pairs in counts.results.items():
        system = f"{name} {source}"
        yield rate_figure(unit, system, "accuracy", pairs.accuracy, labels)
        if right := pairs.accuracy_of_classes:
            yield rate_figure(unit, system, "accuracy_of_classes", right, labels)
        for kind, entry in pairs.classes().items():
            yield rate_figure(unit, system, f"{kind}_precision", entry.precision, labels)
            yield rate_figure(unit, system, f"{kind}_recall", entry.recall, labels)
            yield figure(unit, system, f"{kind}_f1", labels, entry.f1)


def _labels_json(counts: Counts) -> JsonObject:
    """The sets of labels that know an "it", each with its classes, inputs and filters."""
    inputs: dict[str, dict[str, JsonObject]] = {labels: {} for labels in counts.classes}
    for (labels, source, name), pairs in counts.results.items():
        inputs[labels].setdefault(source, {})[name] = {
            "accuracy": _rate_json(pairs.accuracy),
            "accuracy_of_classes": pairs.accuracy_of_classes and _rate_json(pairs.accuracy_of_classes),
            "classes": {
                kind: {"precision": _rate_json(entry.precision), "recall": _rate_json(entry.recall), "f1": entry.f1}
                for kind, entry in pairs.classes().items()
            },
        }
    return {
        labels: {"it": tally.total(), "classes": dict(tally.most_common()), "inputs": inputs[labels]}
        for labels, tally in counts.classes.items()
        if tally
    }


def _rate_json(rate: Rate) -> JsonObject:
    return {"right": rate.right, "of": rate.total, "value": rate.value}


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
    for name in inputs:
        if name not in INPUTS:
            raise OptionError(f"There is no input {name!r}; choose automatic or perfect.")
    names = tuple(map(it_filter.named, filters)) or tuple(FILTERS)
    by_document: dict[str, Counts] = {}
    skipped: list[str] = []
    read = Fingerprint(paths)
    for document, key in read.watch(documents(paths, settings, skipped), progress):
        require_language(document, "en", "the filter of 'it'")
        by_document[document.id] = _counts(document, key, _annotations(document, settings, inputs), names)
    total = _together(list(by_document.values()), names)
    if not any(total.classes.values()):
        raise WorkbenchError('No "it" of known class is in the corpora: they need gold trees, or chains with an "it".')
    automatic = any(source == "automatic" for _, source, _ in total.results)
    parsed = pipeline.load(settings.preparation.pipeline).signature if automatic else "gold"
    signature = signature_of(corpus=read, documents=len(by_document), pipeline=parsed)
    return ItFigures(signature, total, by_document, tuple(skipped))


def _counts(document: Document, key: Key, annotations: Mapping[str, Annotation], names: Sequence[ItFilter]) -> Counts:
    classes = {labels: it_classes(document, key, labels) for labels in LABEL_SETS}
    results: dict[tuple[str, str, str], FilterFigures] = {}
    for source, annotation in annotations.items():
        for name in names:
            judged = it_filter.classify(trees_of(annotation, document.words), name, document.paragraph_starts)
            for labels, truth in classes.items():
                both = [(truth[entry.token], str(entry.kind)) for entry in judged if entry.token in truth]
                results[labels, source, name] = FilterFigures(Counter(both))
    return Counts(len(document.words), {labels: Counter(truth.values()) for labels, truth in classes.items()}, results)


def _together(documents: Sequence[Counts], names: Sequence[str]) -> Counts:
    """The counts of all documents; combinations that no "it" is known of are left out."""
    classes = {labels: Counter[str]() for labels in LABEL_SETS}
    places = [(labels, source, name) for labels in LABEL_SETS for source in INPUTS for name in names]
    pairs = {key: Counter[tuple[str, str]]() for key in places}
    for counted in documents:
        for labels, counts in counted.classes.items():
            classes[labels].update(counts)
        for key, figures in counted.results.items():
            pairs[key].update(figures.pairs)
    results = {key: FilterFigures(both) for key, both in pairs.items() if both}
    return Counts(sum(counted.words for counted in documents), classes, results)


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


@takes("pipeline", "language", "format", "skip_bad", "cached")
def it(
    corpus: Corpora = None,
    *,
    filters: Annotated[
        Iterable[str], About("Names, separated by commas; all by default.", COMPARED, kind=str, read=split_typed)
    ] = (),
    inputs: Annotated[
        Iterable[str],
        About(
            "The parse: automatic or perfect; both by default.",
            COMPARED,
            names=("--input",),
            kind=str,
            read=split_typed,
        ),
    ] = (),
    progress: Progress = None,
    **options: Unpack[Options],
) -> Result[ItFigures]:
    """Evaluate filters of pleonastic and clausal "it": accuracy, precision, recall, F.

    `filters` (all by default), and `inputs` ("automatic", "perfect"; both by default). Other arguments and errors are
    those of `compare`.
    """
    settings = configuration((), corpus, options)
    figures = evaluate_it(paths_of(corpus), settings, filters=tuple(filters), inputs=tuple(inputs), progress=progress)
    return Result(figures, figures.signature, figures.tables, figures=figures.figures, json=figures.as_json)


COMMAND = Command(
    it,
    example="anaphora evaluate it my_corpus/ --filters rules,memory,learned",
    offers=(TO, JSON, PER_DOCUMENT),
    work="Analysing",
    words=words_of_corpus,
)
