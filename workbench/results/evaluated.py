"""Preprocessing judged without any resolver: noun phrases against key mentions, and what agreement removes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, field

from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.figures import Figure, figure, figures_table, rate_figure
from anaphora.workbench.results.table import Column, Table
from anaphora.workbench.results.values import Rate, ratio

_SHOWN = 12  # classes of each kind in the table; JSON and CSV have all
FEATURES = ("person", "number", "gender", "animacy", "coordination")
Removal = tuple[str, str]
_COUNTS = (Column("right", "count", "k"), Column("total", "count", "of"), Column("share", "percent", unit="%"))


def _share_json(rate: Rate) -> JsonObject:
    return {"k": rate.right, "of": rate.total, "value": rate.value}


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
            (f"{how}: {name.replace('_', ' ')}", rate.right, rate.total, rate.value)
            for how in ("strict", "head")
            for name, rate in self.rates(how).items()
        )
        errors = (
            (kind, name, count, counted.total())
            for kind, counted in self.errors.items()
            for name, count in counted.most_common(_SHOWN)
        )
        notes = tuple(f"Skipped: {message}" for message in self.skipped)
        return [
            Table("Noun phrases against key mentions", (Column("mentions"), *_COUNTS), tuple(rates)),
            Table("Errors by class", (Column("error"), Column("class"), *_COUNTS[:2]), tuple(errors), notes),
        ]

    def figures(self, **_: object) -> Table:
        """The long table: recall and precision, and all classes of errors."""
        return figures_table(self._figures())

    def _figures(self) -> Iterator[Figure]:
        for how in ("strict", "head"):
            for name, rate in self.rates(how).items():
                yield rate_figure("", "noun phrases", name, rate, how)
        for kind, counted in self.errors.items():
            total = counted.total()
            for name, count in counted.most_common():
                yield figure("", "noun phrases", kind, name, count / total, fraction=(count, total))

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
class Evidence:
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

    def evidence(self) -> list[Evidence]:
        """All sources that removed a candidate, by feature, those first that remove most wrong ones."""
        wrong, right = Counter(filter(None, self.wrong)), Counter(filter(None, self.right))
        counted = [Evidence(*removal, wrong[removal], right[removal]) for removal in wrong.keys() | right.keys()]
        return sorted(counted, key=lambda entry: (FEATURES.index(entry.feature), -entry.wrong, entry.source))

    def tables(self, **_: object) -> list[Table]:
        """Tables of what is kept, what is removed, and on which evidence."""
        kept = {"all": self.kept(), **{form: self.kept(form) for form in self.forms}}
        anaphors = ((form, entry.right, entry.total, entry.value) for form, entry in kept.items())
        features = tuple(Column(feature, "count") for feature in FEATURES)
        candidates = [
            (name, (entry := removed(removals)).right, entry.total, entry.value, *by_feature(removals).values())
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

    def figures(self, **_: object) -> Table:
        """The long table: anaphors kept by form, candidates removed by feature, and by feature and evidence."""
        return figures_table(self._figures())

    def _figures(self) -> Iterator[Figure]:
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
