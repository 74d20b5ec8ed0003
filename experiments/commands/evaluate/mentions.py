"""Evaluation of noun phrases and of agreement, without any resolver.

Of noun phrases: recall and precision against the key mentions, and the errors by class. Of agreement: the right
candidates that it removes, which are its costs, and the wrong ones, its gains.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, field
from pathlib import Path

from anaphora.experiments.run.analysis import analyser, signature
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.documents import documents
from anaphora.experiments.run.fingerprint import Fingerprint
from anaphora.workbench.document import Annotation, Document, Mention, Prepared, Span
from anaphora.workbench.key import Key, gold_head
from anaphora.workbench.results.table import Cell, Column, Table, record
from anaphora.workbench.results.values import Rate
from anaphora.workbench.trace import KeyAnaphor, mention_chains, trace

_SHOWN = 12  # classes of each kind in the table; JSON has all
FEATURES = ("person", "number", "gender", "animacy", "coordination")
Removal = tuple[str, str]
"""The feature that removed a candidate (or that a coordination goes before it), and the kind of evidence."""


def ratio(right: int, total: int) -> Rate:
    """A rate without interval."""
    return Rate(right, total, right / total if total else None, None)


def _share(rate: Rate) -> dict[str, Cell]:
    """A rate as JSON has it here."""
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

    def tables(self) -> list[Table]:
        """The figures, and the most frequent classes of errors; JSON has them all."""
        counts = (Column("right", "count", "k", key="k"), Column("total", "count", "of", key="of"))
        columns = (
            Column("mentions", key=None), *counts, Column("share", "percent", unit="%", key="value"),
            Column("how", printed=False), Column("rate", printed=False),
        )  # fmt: skip
        rates = (
            (f"{how}: {name.replace('_', ' ')}", rate.right, rate.total, rate.value, how, name)
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
            Table("Noun phrases against key mentions", columns, tuple(rates), path="{how}.{rate}"),
            Table("Errors by class", (Column("error"), Column("class"), *counts), tuple(errors), notes),
            record({
                "signature": self.signature, "documents": self.documents, "key_mentions": self.key["all"],
                "mentions": self.ours["all"], "errors": self.errors, "skipped": tuple(self.skipped),
            }),
        ]  # fmt: skip


def evaluate_mentions(
    paths: Sequence[Path], settings: Configuration, *, progress: Callable[[Document], None] | None = None
) -> MentionFigures:
    """Compare the mentions of every document with the key's. Raises `WorkbenchError` for bad input."""
    analyse = analyser(settings)
    figures = MentionFigures(errors={kind: Counter() for kind in ("missed", "boundary", "spurious")})
    read = Fingerprint(paths, settings.preparation.name)
    for document, key in read.watch(documents(paths, settings, figures.skipped), progress):
        _count(figures, document.annotation, key, analyse(document, key))
    figures.documents = read.documents
    figures.signature = signature(str(read), read.documents, settings.changed(resolvers=()))
    return figures


def _count(figures: MentionFigures, marked: Annotation | None, key: Key, prepared: Prepared) -> None:
    annotation = prepared.annotation
    spans = {mention.span for mention in prepared.mentions}
    by_head: dict[int, list[Mention]] = {}
    for mention in prepared.mentions:
        by_head.setdefault(mention.head, []).append(mention)
    heads_by = marked or annotation
    gold = {span: gold_head(span, key.attributes.get(span), heads_by) for chain in key.chains for span in chain}
    coreferent = {span for chain in key.chains if len(chain) > 1 for span in chain}
    for span, head in gold.items():
        kinds = ("all", "coreferent") if span in coreferent else ("all",)
        for kind in kinds:
            figures.key.update({kind: 1, f"{kind} strict": span in spans, f"{kind} head": head in by_head})
        if head not in by_head:
            figures.errors["missed"][head_class(annotation, head, span)] += 1
        elif span not in spans:
            nearest = min(by_head[head], key=lambda mention: _difference(mention.span, span))
            figures.errors["boundary"].update(sorted(set(boundary_classes(annotation, nearest, span))))
    heads = set(gold.values())
    for mention in prepared.mentions:
        figures.ours.update({"all": 1, "strict": mention.span in gold, "head": mention.head in heads})
        if mention.head not in heads:
            figures.errors["spurious"][head_class(annotation, mention.head, mention.span)] += 1


def _difference(ours: Span, gold: Span) -> int:
    return abs(ours.start - gold.start) + abs(ours.end - gold.end)


def head_class(annotation: Annotation, head: int, span: Span) -> str:
    """Name the class of a mention by its head: part of speech and relation, such as "NOUN compound" or "VERB advcl"."""
    relation = annotation.relation[head].partition(":")[0]
    members = any(annotation.relation[token] == "conj" and annotation.head[token] == head for token in span)
    return f"{annotation.pos[head]} {relation}" + (", coordination" if members else "")


def boundary_classes(annotation: Annotation, ours: Mention, gold: Span) -> Iterator[str]:
    """Yield the differences from the key's span of the same head: dependents at an edge that only one of them has.

    A dependent is named by its relation to the mention's head; tokens that do not depend on the head are "outside".
    """
    for name, inside, outside in (("lacks", gold, ours.span), ("has", ours.span, gold)):
        for token in inside:
            if token not in outside:
                side = "before" if token < ours.head else "behind"
                yield f"{name} {_branch(annotation, ours.head, token)} {side}"


def _branch(annotation: Annotation, head: int, token: int) -> str:
    """The relation of the dependent of `head` that a token belongs to."""
    while annotation.head[token] not in (head, token):
        token = annotation.head[token]
    return annotation.relation[token] if annotation.head[token] == head else "what is outside"


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
                "signature": self.signature, "documents": self.documents, "kept": _share(self.kept()),
                "lost_by": by_feature(self.last_right),
                "forms": {form: _share(self.kept(form)) for form in self.forms},
                "right_removed": {**_share(removed(self.right)), "by": by_feature(self.right)},
                "wrong_removed": {**_share(removed(self.wrong)), "by": by_feature(self.wrong)},
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
