"""Agreement judged: the right and wrong candidates that it removes, by feature and by evidence."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Unpack

from anaphora.experiments.commands.evaluate.mentions import ratio, share_cells
from anaphora.experiments.run.analysis import analyser, signature
from anaphora.experiments.run.arguments import Corpora, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import Command, Progress
from anaphora.experiments.run.configuration import OF_CORPORA, Configuration, Options, takes
from anaphora.experiments.run.documents import documents
from anaphora.experiments.run.fingerprint import Fingerprint
from anaphora.experiments.show.result import Result
from anaphora.workbench.document import Document, Mention, Prepared
from anaphora.workbench.key import Key
from anaphora.workbench.results.table import Column, Table, record
from anaphora.workbench.results.values import Rate
from anaphora.workbench.trace.build import mention_chains, trace
from anaphora.workbench.trace.document import KeyAnaphor

FEATURES = ("person", "number", "gender", "animacy", "coordination")
Removal = tuple[str, str]


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

    def tables(self) -> list[Table]:
        """Tables of what is kept, what is removed, and on which evidence.

        In JSON, an anaphor that keeps none is `lost_by` the feature that removed its nearest right candidate.
        """
        counts = (Column("right", "count", "k"), Column("total", "count", "of"), Column("share", "percent", unit="%"))
        kept = {"all": self.kept(), **{form: self.kept(form) for form in self.forms}}
        anaphors = ((form, entry.right, entry.total, entry.value) for form, entry in kept.items())
        features = tuple(Column(feature, "count") for feature in FEATURES)
        candidates = [
            (name, (entry := removed(removals)).right, entry.total, entry.value, *by_feature(removals).values())
            for name, removals in (("right", self.right), ("wrong", self.wrong))
        ]
        last = ("the only right one", len(self.last_right), None, None, *by_feature(self.last_right).values())
        sources = (
            Column("feature"), Column("evidence", key="source"), Column("wrong", "count"), Column("right", "count"),
        )  # fmt: skip
        notes = tuple(f"Skipped: {message}" for message in self.skipped)
        return [
            Table("Anaphors that keep a right antecedent", (Column("anaphors"), *counts), tuple(anaphors)),
            Table("Candidates that agreement removes", (Column("candidates"), *counts, *features), (*candidates, last)),
            Table("Evidence that removes", sources, tuple(map(astuple, self.evidence())), notes, path="evidence[]"),
            record({
                "signature": self.signature, "documents": self.documents, "kept": share_cells(self.kept()),
                "lost_by": by_feature(self.last_right),
                "forms": {form: share_cells(self.kept(form)) for form in self.forms},
                "right_removed": {**share_cells(removed(self.right)), "by": by_feature(self.right)},
                "wrong_removed": {**share_cells(removed(self.wrong)), "by": by_feature(self.wrong)},
                "skipped": self.skipped,
            }),
        ]  # fmt: skip


def evaluate_agreement(
    paths: Sequence[Path], settings: Configuration, *, progress: Callable[[Document], None] | None = None
) -> AgreementFigures:
    """Judge agreement on every document of the corpora; no resolver runs. Raises `WorkbenchError` for bad input."""
    analyse = analyser(settings)
    judged: list[Judged] = []
    skipped: list[str] = []
    read = Fingerprint(paths, settings.preparation.name)
    for document, key in read.watch(documents(paths, settings, skipped), progress):
        judged += judge(document, key, analyse(document, key), settings)
    signed = signature(str(read), read.documents, settings.changed(resolvers=()))
    return AgreementFigures(signed, read.documents, tuple(judged), tuple(skipped))


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
    # whom "I" and "you" mean is counted with their person
    reasons = {entry.mention: "person" if entry.reason == "speaker" else entry.reason for entry in case.removed}

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
    """Name the kind of evidence that decided a feature of a mention, such as "morphology" or "first name"."""
    if feature == "coordination":
        return "conjunct"
    number, _, rest = mention.evidence.partition("; ")
    decisive = number if feature in ("number", "person") or not rest else rest
    return decisive.partition(":")[0]


def removed(removals: Sequence[Removal | None]) -> Rate:
    """Count the candidates that were removed, as a share of all."""
    return ratio(sum(map(bool, removals)), len(removals))


def by_feature(removals: Sequence[Removal | None]) -> dict[str, int]:
    """Count the candidates that each feature removed."""
    counted = Counter(removal[0] for removal in removals if removal)
    return {feature: counted[feature] for feature in FEATURES}


@takes(*OF_CORPORA)
def agreement(
    corpus: Corpora = None, *, progress: Progress = None, **options: Unpack[Options]
) -> Result[AgreementFigures]:
    """Count the right and wrong candidates that agreement removes, by feature and by evidence.

    Arguments and errors are those of `compare`.
    """
    figures = evaluate_agreement(paths_of(corpus), configuration((), corpus, options), progress=progress)
    return Result(figures, figures.signature, lambda **_: figures.tables())


COMMAND = Command(
    agreement,
    example="anaphora evaluate agreement my_corpus/ --perfect annotation",
    work="Analysing",
    words=words_of_corpus,
)
