"""What agreement costs and what it is worth: the right candidates that it removes, and the wrong ones."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anaphora.experiments.comparison.analysis import analyser, signature
from anaphora.experiments.comparison.documents import documents
from anaphora.experiments.comparison.settings import Settings
from anaphora.experiments.running.fingerprint import Fingerprint
from anaphora.workbench.document import Document, Mention, Prepared
from anaphora.workbench.key import Key
from anaphora.workbench.trace import KeyAnaphor, mention_chains, trace

if TYPE_CHECKING:
    from rich.console import Group

FEATURES = ("person", "number", "gender", "animacy")


@dataclass(frozen=True, slots=True)
class Judged:
    """One key anaphor that has a right antecedent among its candidates before agreement.

    `right` and `wrong` hold for each such candidate what removed it: feature and source of evidence (`None`: it was
    kept). Right ones are of the anaphor's chain under the matching asked for, in text order; wrong ones are not even
    partially. What is neither, such as a right noun phrase with a wrong boundary, counts for nothing.
    """

    form: str
    right: tuple[tuple[str, str] | None, ...]
    wrong: tuple[tuple[str, str] | None, ...]

    @property
    def kept(self) -> bool:
        """Whether agreement leaves a right antecedent."""
        return None in self.right


@dataclass(frozen=True, slots=True)
class Agreement:
    """The judged anaphors of a corpus; `skipped` are the messages of bad files that were passed over."""

    signature: str
    documents: int
    anaphors: tuple[Judged, ...]
    skipped: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The figures: anaphors that keep a right antecedent, candidates removed by feature and by evidence.

        An anaphor that keeps none is `lost_by` the feature that removed its nearest right candidate.
        """
        right = [removal for judged in self.anaphors for removal in judged.right]
        wrong = [removal for judged in self.anaphors for removal in judged.wrong]
        lost = [judged.right[-1] for judged in self.anaphors if not judged.kept]
        return {
            "signature": self.signature,
            "documents": self.documents,
            "kept": _share(judged.kept for judged in self.anaphors),
            "lost_by": _by_feature(lost),
            "forms": {
                form: _share(judged.kept for judged in self.anaphors if judged.form == form)
                for form, _ in Counter(judged.form for judged in self.anaphors).most_common()
            },
            "right_removed": _share(map(bool, right)) | {"by": _by_feature(right)},
            "wrong_removed": _share(map(bool, wrong)) | {"by": _by_feature(wrong)},
            "evidence": _by_evidence(right, wrong),
            "skipped": list(self.skipped),
        }

    def as_table(self) -> "Group":
        """The figures for the terminal: what is kept, what is removed, and on which evidence."""
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        from anaphora.experiments.terminal.terminal import passed_over

        found = self.as_json()
        kept = Table("anaphors", "keep a right antecedent", "of", "share", title="Agreement")
        for form, entry in {"all": found["kept"], **found["forms"]}.items():
            kept.add_row(form, str(entry["k"]), str(entry["of"]), _shown(entry["value"]))
        removed = Table("candidates", "removed", "of", "share", *FEATURES, title="Candidates that agreement removes")
        for kind in ("right", "wrong"):
            entry = found[f"{kind}_removed"]
            counts = (str(entry["by"][feature]) for feature in FEATURES)
            removed.add_row(kind, str(entry["k"]), str(entry["of"]), _shown(entry["value"]), *counts)
        lost = (str(found["lost_by"][feature]) for feature in FEATURES)
        removed.add_row("last right of its anaphor", str(sum(found["lost_by"].values())), "", "", *lost)
        evidence = Table("feature", "evidence", "wrong removed", "right removed", title="Evidence that removes")
        for row in found["evidence"]:
            evidence.add_row(row["feature"], Text(row["source"]), str(row["wrong"]), str(row["right"]))
        signature = Text(self.signature, style="dim", overflow="fold")
        return Group(kept, removed, evidence, *passed_over(self.skipped), signature)


def evaluate_agreement(
    paths: Sequence[Path], settings: Settings, *, progress: Callable[[Document], None] | None = None
) -> Agreement:
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
    return Agreement(signature(str(read), count, replace(settings, resolvers=())), count, tuple(judged), tuple(skipped))


def judge(document: Document, key: Key, prepared: Prepared, settings: Settings) -> Iterator[Judged]:
    """The key anaphors of one document that have a right antecedent in scope, each with its candidates judged."""
    chains = mention_chains(document, key, prepared, settings.match)
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
    removed = {entry.mention: entry.reason for entry in case.removed}

    def removal(candidate: int) -> tuple[str, str] | None:
        reason = removed.get(candidate)
        return (reason, source(prepared.mentions[candidate], reason)) if reason else None

    return Judged(
        anaphor.form,
        tuple(removal(one) for one in case.candidates if chains[one] == anaphor.chain),
        tuple(removal(one) for one in case.candidates if anaphor.chain not in (chains[one], partly[one])),
    )


def source(mention: Mention, feature: str) -> str:
    """What kind of evidence decided a feature of a mention, such as "morphology" or "first name"."""
    number, _, rest = mention.evidence.partition("; ")
    decisive = number if feature in ("number", "person") or not rest else rest
    return decisive.partition(":")[0]


def _by_feature(removals: Sequence[tuple[str, str] | None]) -> dict[str, int]:
    counted = Counter(removal[0] for removal in removals if removal)
    return {feature: counted[feature] for feature in FEATURES}


def _by_evidence(
    right: Sequence[tuple[str, str] | None], wrong: Sequence[tuple[str, str] | None]
) -> list[dict[str, Any]]:
    removed, spoiled = Counter(filter(None, wrong)), Counter(filter(None, right))
    found = sorted(removed.keys() | spoiled.keys(), key=lambda entry: (FEATURES.index(entry[0]), -removed[entry]))
    return [
        {"feature": feature, "source": kind, "wrong": removed[feature, kind], "right": spoiled[feature, kind]}
        for feature, kind in found
    ]


def _share(outcomes: Iterator[bool]) -> dict[str, Any]:
    values = list(outcomes)
    return {"k": sum(values), "of": len(values), "value": sum(values) / len(values) if values else None}


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"
