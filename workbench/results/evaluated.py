"""Preprocessing judged without any resolver: noun phrases, what agreement removes, and filters of "it"."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field
from functools import partial

from anaphora.workbench.document import IT_CLASSES, ItClass
from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.figures import Figure, figure, rate_figure
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Rate, ratio
from anaphora.workbench.results.vocabulary import counted

_SHOWN = 12  # classes of each kind in the table; JSON and CSV have all
FEATURES = ("person", "number", "gender", "animacy", "coordination")
Removal = tuple[str, str]
_COUNTS = (Column("right", "count", "k"), Column("total", "count", "of"), Column("share", "percent", unit="%"))


def _cells(rate: Rate) -> tuple[Cell, ...]:
    return rate.right, rate.total, rate.value


def _share_json(rate: Rate, right: str = "k") -> JsonObject:
    return {right: rate.right, "of": rate.total, "value": rate.value}


@dataclass(slots=True)
class MentionFigures:
    """Counts over a corpus: key mentions (`all` and `coreferent` ones) and our mentions, found strictly and by head.

    `errors` counts classes of errors: `missed`, whose head heads no mention of ours; `boundary`, whose head does, but
    with another span; `spurious`, our mentions whose head heads no key mention. `skipped` are the messages of bad files
    that were passed over.
    """

    signature: str = ""
    documents: int = 0
    key: Counter[str] = field(default_factory=Counter)
    ours: Counter[str] = field(default_factory=Counter)
    errors: dict[str, Counter[str]] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)

    def rates(self, how: str) -> dict[str, Rate]:
        """Recall and precision, `strict` or by `head`.

        A mention is right if the key has it, as a singleton or in a chain.
        """
        return {
            "recall": ratio(self.key[f"all {how}"], self.key["all"]),
            "recall_without_singletons": ratio(self.key[f"coreferent {how}"], self.key["coreferent"]),
            "precision": ratio(self.ours[how], self.ours["all"]),
        }

    def tables(self, **_: object) -> list[Table]:
        """The figures, and the most frequent classes of errors."""
        rates = (
            (f"{how}: {name.replace('_', ' ')}", *_cells(rate))
            for how in ("strict", "head")
            for name, rate in self.rates(how).items()
        )
        errors = (
            (kind, name, count, classes.total())
            for kind, classes in self.errors.items()
            for name, count in classes.most_common(_SHOWN)
        )
        notes = tuple(f"Skipped: {message}" for message in self.skipped)
        return [
            Table("Noun phrases against key mentions", (Column("mentions"), *_COUNTS), tuple(rates)),
            Table("Errors by class", (Column("error"), Column("class"), *_COUNTS[:2]), tuple(errors), notes),
        ]

    def figures(self, **_: object) -> Iterator[Figure]:
        """The long table: recall and precision, and all classes of errors."""
        for how in ("strict", "head"):
            for name, rate in self.rates(how).items():
                yield rate_figure("", "noun phrases", name, rate, how)
        for kind, classes in self.errors.items():
            for name, count in classes.most_common():
                yield rate_figure("", "noun phrases", kind, ratio(count, classes.total()), name)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora evaluate mentions --json`."""
        return {
            "signature": self.signature,
            "documents": self.documents,
            "key_mentions": self.key["all"],
            "mentions": self.ours["all"],
            "strict": {name: _share_json(rate) for name, rate in self.rates("strict").items()},
            "head": {name: _share_json(rate) for name, rate in self.rates("head").items()},
            "errors": self.errors,
            "skipped": self.skipped,
        }


@dataclass(frozen=True, slots=True)
class Judged:
    """One key anaphor that has a right antecedent among its candidates before agreement.

    `right` and `wrong` hold for each such candidate what removed it: feature and source of evidence (`None`: it was
    kept). Right ones are of the anaphor's chain under the matching asked for, in text order; wrong ones are not even
    partially. What is neither, such as a right noun phrase with a wrong boundary, counts for nothing.
    """

    form: str
    right: tuple[Removal | None, ...]
    wrong: tuple[Removal | None, ...]

    @property
    def kept(self) -> bool:
        """True if agreement leaves a right antecedent."""
        return None in self.right


@dataclass(frozen=True, slots=True)
class RemovalEvidence:
    """Counts of the wrong and right candidates that one source of evidence removes by one feature."""

    feature: str
    source: str
    wrong: int
    right: int


@dataclass(frozen=True, slots=True)
class AgreementFigures:
    """The judged anaphors of a corpus; `skipped` are the messages of bad files that were passed over."""

    signature: str
    documents: int
    anaphors: tuple[Judged, ...]
    skipped: tuple[str, ...] = ()

    @property
    def right(self) -> list[Removal | None]:
        """The removals of the right candidates, `None` for each that was kept."""
        return [removal for judged in self.anaphors for removal in judged.right]

    @property
    def wrong(self) -> list[Removal | None]:
        """The removals of the wrong candidates, `None` for each that was kept."""
        return [removal for judged in self.anaphors for removal in judged.wrong]

    @property
    def last_right(self) -> list[Removal | None]:
        """The removal of the nearest right candidate of each anaphor that keeps none."""
        return [judged.right[-1] for judged in self.anaphors if not judged.kept]

    def kept(self, form: str = "") -> Rate:
        """The anaphors (of a form) that keep a right antecedent."""
        kept = [judged.kept for judged in self.anaphors if not form or judged.form == form]
        return ratio(sum(kept), len(kept))

    @property
    def forms(self) -> list[str]:
        """The forms of anaphors, the most frequent first."""
        return [form for form, _ in Counter(judged.form for judged in self.anaphors).most_common()]

    def evidence(self) -> list[RemovalEvidence]:
        """All sources that removed a candidate, by feature, those first that remove most wrong ones."""
        wrong, right = Counter(filter(None, self.wrong)), Counter(filter(None, self.right))
        counted = [RemovalEvidence(*removal, wrong[removal], right[removal]) for removal in wrong.keys() | right.keys()]
        return sorted(counted, key=lambda entry: (FEATURES.index(entry.feature), -entry.wrong, entry.source))

    def tables(self, **_: object) -> list[Table]:
        """Tables of what is kept, what is removed, and on which evidence."""
        kept = {"all": self.kept(), **{form: self.kept(form) for form in self.forms}}
        anaphors = ((form, *_cells(entry)) for form, entry in kept.items())
        features = tuple(Column(feature, "count") for feature in FEATURES)
        candidates = [
            (name, *_cells(removed(removals)), *by_feature(removals).values())
            for name, removals in (("right", self.right), ("wrong", self.wrong))
        ]
        last = ("the only right one", len(self.last_right), None, None, *by_feature(self.last_right).values())
        sources = (Column("feature"), Column("evidence"), Column("wrong", "count"), Column("right", "count"))
        notes = tuple(f"Skipped: {message}" for message in self.skipped)
        candidate_columns = (Column("candidates"), *_COUNTS, *features)
        return [
            Table("Anaphors that keep a right antecedent", (Column("anaphors"), *_COUNTS), tuple(anaphors)),
            Table("Candidates that agreement removes", candidate_columns, (*candidates, last)),
            Table("Evidence that removes", sources, tuple(map(astuple, self.evidence())), notes),
        ]

    def figures(self, **_: object) -> Iterator[Figure]:
        """The long table: anaphors kept by form, candidates removed by feature, and by feature and evidence."""
        yield rate_figure("", "agreement", "kept", self.kept(), "all")
        for form in self.forms:
            yield rate_figure("", "agreement", "kept", self.kept(form), form)
        for feature, count in by_feature(self.last_right).items():
            yield figure("", "agreement", "lost_by", feature, count)
        for name, removals in (("right_removed", self.right), ("wrong_removed", self.wrong)):
            yield rate_figure("", "agreement", name, removed(removals), "all")
            for feature, count in by_feature(removals).items():
                yield rate_figure("", "agreement", name, ratio(count, len(removals)), feature)
        for entry in self.evidence():
            part = f"{entry.feature}: {entry.source}"
            yield rate_figure("", "agreement", "right_removed", ratio(entry.right, len(self.right)), part)
            yield rate_figure("", "agreement", "wrong_removed", ratio(entry.wrong, len(self.wrong)), part)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora evaluate agreement --json`.

        An anaphor that keeps none is `lost_by` the feature that removed its nearest right candidate.
        """
        return {
            "signature": self.signature,
            "documents": self.documents,
            "kept": _share_json(self.kept()),
            "lost_by": by_feature(self.last_right),
            "forms": {form: _share_json(self.kept(form)) for form in self.forms},
            "right_removed": {**_share_json(removed(self.right)), "by": by_feature(self.right)},
            "wrong_removed": {**_share_json(removed(self.wrong)), "by": by_feature(self.wrong)},
            "evidence": [asdict(entry) for entry in self.evidence()],
            "skipped": self.skipped,
        }


def removed(removals: Sequence[Removal | None]) -> Rate:
    """Count the candidates that were removed, as a share of all."""
    return ratio(sum(map(bool, removals)), len(removals))


def by_feature(removals: Sequence[Removal | None]) -> dict[str, int]:
    """Count the candidates that each feature removed."""
    counted = Counter(removal[0] for removal in removals if removal)
    return {feature: counted[feature] for feature in FEATURES}


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
        allowed = {_UNKNOWN: ("clausal", "anaphoric")}
        right = sum(n for (key, ours), n in self.pairs.items() if ours in allowed.get(key, (key,)))
        return ratio(right, self.pairs.total())

    def classes(self) -> dict[ItClass, ClassFigures]:
        """The figures of each class; those of `clausal` and `anaphoric` count the "it" whose class is known."""
        labelled = Counter({pair: count for pair, count in self.pairs.items() if pair[0] != _UNKNOWN})
        others = {kind: _figures(labelled, kind) for kind in IT_CLASSES[1:]} if self._has_classes else {}
        return {"pleonastic": _figures(self.pairs, "pleonastic"), **others}

    @property
    def _has_classes(self) -> bool:
        return any(key not in ("pleonastic", _UNKNOWN) for key, _ in self.pairs)


def _figures(pairs: Mapping[tuple[str, str], int], kind: str) -> ClassFigures:
    right = pairs.get((kind, kind), 0)
    named = sum(n for (_, ours), n in pairs.items() if ours == kind)
    in_key = sum(n for (key, _), n in pairs.items() if key == kind)
    return ClassFigures(ratio(right, named), ratio(right, in_key))


_NOTHING = FilterFigures(Counter())


@dataclass(frozen=True, slots=True)
class ItCounts:
    """Words, the classes of each "it" by each set of labels, and the figures by labels, input and filter."""

    words: int
    classes: Mapping[str, Counter[str]]
    results: Mapping[tuple[str, str, str], FilterFigures]


@dataclass(frozen=True, slots=True)
class ItFigures:
    """The figures of all documents together, and those of each by its id."""

    signature: str
    total: ItCounts
    by_document: Mapping[str, ItCounts]
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
        """A table for each set of labels that differs from those before, and one with a row for each document."""
        labels = next((labels for labels, _, _ in self.results), "")
        return [*self._of_filters(), *([self._of_documents(labels)] if per_document else [])]

    def figures(self, per_document: bool = False, **_: object) -> Iterator[Figure]:
        """The long table: each filter on each input, labels are the part; also of each document if asked for."""
        counts = {"": self.total, **(self.by_document if per_document else {})}
        return (row for unit, counted in counts.items() for row in _long_figures(unit, counted))

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
        kinds = [kind for kind in IT_CLASSES if self.counts[labels][kind]]

        def row(name: str, counts: ItCounts) -> tuple[Cell, ...]:
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
        notes = ("Other labels by document: --to csv or json.",) if len({key[0] for key in self.results}) > 1 else ()
        return Table(title, columns, (*rows, row("all", self.total)), notes, groups=frozenset({len(rows)}))

    def _of_filters(self) -> list[Table]:
        columns = [Column("filter"), Column("input"), Column("accuracy", "percent"), Column("classes_right", "percent")]
        for kind in IT_CLASSES:
            columns += [Column(f"{kind}_{name}", "percent") for name in ("precision", "recall", "f1")]
        notes = tuple(f"Skipped: {message}" for message in self.skipped)
        by_figures: dict[tuple[tuple[Cell, ...], ...], list[str]] = {}
        for labels in dict.fromkeys(labels for labels, _, _ in self.results):
            rows = tuple(_row(*key[1:], figures) for key, figures in self.results.items() if key[0] == labels)
            by_figures.setdefault(rows, []).append(labels)
        documents = counted(len(self.by_document), "document")
        tables = []
        for rows, (labels, *others) in by_figures.items():
            title = f"Filters of it, labels: {labels} ({self.counts[labels].total():,} it in {documents}, %)"
            same = (f"Labels {' and '.join(others)}: the same figures.",) if others else ()
            tables.append(Table(title, tuple(columns), rows, (*same, *notes)).filled())
        return tables


def _long_figures(unit: str, counts: ItCounts) -> Iterator[Figure]:
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


def _labels_json(counts: ItCounts) -> JsonObject:
    """The sets of labels that know an "it", each with its classes, inputs and filters."""
    shown = partial(_share_json, right="right")
    inputs: dict[str, dict[str, JsonObject]] = {labels: {} for labels in counts.classes}
    for (labels, source, name), pairs in counts.results.items():
        inputs[labels].setdefault(source, {})[name] = {
            "accuracy": shown(pairs.accuracy),
            "accuracy_of_classes": pairs.accuracy_of_classes and shown(pairs.accuracy_of_classes),
            "classes": {
                kind: {"precision": shown(entry.precision), "recall": shown(entry.recall), "f1": entry.f1}
                for kind, entry in pairs.classes().items()
            },
        }
    return {
        labels: {"it": tally.total(), "classes": dict(tally.most_common()), "inputs": inputs[labels]}
        for labels, tally in counts.classes.items()
        if tally
    }


def _row(source: str, name: str, figures: FilterFigures) -> tuple[Cell, ...]:
    classes = figures.classes()
    cells: list[Cell] = []
    for kind in IT_CLASSES:
        entry = classes.get(kind)
        cells += (entry.precision, entry.recall, entry.f1) if entry else (None, None, None)
    return name, source, figures.accuracy, figures.accuracy_of_classes, *cells
