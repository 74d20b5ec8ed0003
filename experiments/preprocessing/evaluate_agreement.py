"""Costs and gains of agreement: the right candidates that it removes, and the wrong ones."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass
from pathlib import Path

from anaphora.experiments.preprocessing.rates import rate, share
from anaphora.experiments.running.fingerprint import Fingerprint
from anaphora.experiments.setup.analysis import analyser, signature
from anaphora.experiments.setup.configuration import Configuration
from anaphora.experiments.setup.documents import documents
from anaphora.workbench.document import Document, Mention, Prepared
from anaphora.workbench.key import Key
from anaphora.workbench.results.table import Column, Table
from anaphora.workbench.results.values import Rate
from anaphora.workbench.trace import KeyAnaphor, mention_chains, trace

FEATURES = ("person", "number", "gender", "animacy", "coordination")
Removal = tuple[str, str]
"""The feature that removed a candidate (or that a coordination goes before it), and the kind of evidence."""


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
        """Whether agreement leaves a right antecedent."""
        return None in self.right


@dataclass(frozen=True, slots=True)
class Evidence:
    """How many wrong and right candidates one source of evidence removes by one feature."""

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
        """What removed each right candidate."""
        return [removal for judged in self.anaphors for removal in judged.right]

    @property
    def wrong(self) -> list[Removal | None]:
        """What removed each wrong candidate."""
        return [removal for judged in self.anaphors for removal in judged.wrong]

    @property
    def last_right(self) -> list[Removal | None]:
        """What removed the nearest right candidate of each anaphor that keeps none."""
        return [judged.right[-1] for judged in self.anaphors if not judged.kept]

    def kept(self, form: str = "") -> Rate:
        """The anaphors (of a form) that keep a right antecedent."""
        return rate([judged.kept for judged in self.anaphors if not form or judged.form == form])

    @property
    def forms(self) -> list[str]:
        """The forms of anaphors, the most frequent first."""
        return [form for form, _ in Counter(judged.form for judged in self.anaphors).most_common()]

    def evidence(self) -> list[Evidence]:
        """All sources that removed a candidate, by feature, those first that remove most wrong ones."""
        wrong, right = Counter(filter(None, self.wrong)), Counter(filter(None, self.right))
        counted = [Evidence(*removal, wrong[removal], right[removal]) for removal in wrong.keys() | right.keys()]
        return sorted(counted, key=lambda entry: (FEATURES.index(entry.feature), -entry.wrong, entry.source))

    def as_json(self) -> dict[str, object]:
        """The figures: anaphors that keep a right antecedent, candidates removed by feature and by evidence.

        An anaphor that keeps none is `lost_by` the feature that removed its nearest right candidate.
        """
        return {
            "signature": self.signature,
            "documents": self.documents,
            "kept": share(self.kept()),
            "lost_by": by_feature(self.last_right),
            "forms": {form: share(self.kept(form)) for form in self.forms},
            "right_removed": {**share(removed(self.right)), "by": by_feature(self.right)},
            "wrong_removed": {**share(removed(self.wrong)), "by": by_feature(self.wrong)},
            "evidence": [asdict(entry) for entry in self.evidence()],
            "skipped": list(self.skipped),
        }

    def tables(self) -> list[Table]:
        """What is kept, what is removed, and on which evidence."""
        counts = (Column("right", "count", "k"), Column("total", "count", "of"), Column("share", "percent", unit="%"))
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
        return [
            Table("Anaphors that keep a right antecedent", (Column("anaphors"), *counts), tuple(anaphors)),
            Table("Candidates that agreement removes", (Column("candidates"), *counts, *features), (*candidates, last)),
            Table("Evidence that removes", sources, tuple(map(astuple, self.evidence())), notes),
        ]


def evaluate_agreement(
    paths: Sequence[Path], settings: Configuration, *, progress: Callable[[Document], None] | None = None
) -> AgreementFigures:
    """Judge agreement on every document of the corpora; no resolver runs. Raises `WorkbenchError` for bad input."""
    analyse = analyser(settings)
    judged: list[Judged] = []
    skipped: list[str] = []
    read, count = Fingerprint(paths), 0
    for document, key in documents(paths, settings, skipped):
        read.add(document, key)
        judged += judge(document, key, analyse(document, key), settings)
        count += 1
        if progress:
            progress(document)
    return AgreementFigures(
        signature(str(read), count, settings.changed(resolvers=())), count, tuple(judged), tuple(skipped)
    )


def judge(document: Document, key: Key, prepared: Prepared, settings: Configuration) -> Iterator[Judged]:
    """The key anaphors of one document that have a right antecedent in scope, each with its candidates judged."""
    chains = mention_chains(document, key, prepared, settings.judging.match)
    partly = mention_chains(document, key, prepared, "partial")
    for anaphor in trace(document, key, prepared, {}, settings.criteria).anaphors:
        if anaphor.case is not None:
            entry = _judged(anaphor, anaphor.case, prepared, chains, partly)
            if entry.right:
                yield entry


def _judged(
    anaphor: KeyAnaphor, number: int, prepared: Prepared, chains: Sequence[int], partly: Sequence[int]
) -> Judged:
    case = prepared.cases[number]
    reasons = {entry.mention: entry.reason for entry in case.removed}

    def removal(candidate: int) -> Removal | None:
        reason = reasons.get(candidate)
        return (reason, source(prepared.mentions[candidate], reason)) if reason else None

    return Judged(
        anaphor.form,
        tuple(removal(candidate) for candidate in case.candidates if chains[candidate] == anaphor.chain),
        tuple(
            removal(candidate)
            for candidate in case.candidates
            if anaphor.chain not in (chains[candidate], partly[candidate])
        ),
    )


def source(mention: Mention, feature: str) -> str:
    """What kind of evidence decided a feature of a mention, such as "morphology" or "first name"."""
    if feature == "coordination":
        return "conjunct"
    number, _, rest = mention.evidence.partition("; ")
    decisive = number if feature in ("number", "person") or not rest else rest
    return decisive.partition(":")[0]


def removed(removals: Sequence[Removal | None]) -> Rate:
    """How many candidates were removed."""
    return rate(list(map(bool, removals)))


def by_feature(removals: Sequence[Removal | None]) -> dict[str, int]:
    """How many candidates each feature removed."""
    counted = Counter(removal[0] for removal in removals if removal)
    return {feature: counted[feature] for feature in FEATURES}
