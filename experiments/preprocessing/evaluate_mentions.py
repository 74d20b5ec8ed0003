"""How well noun phrases are found: recall and precision against the key mentions, and the errors by class."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anaphora.experiments.comparison.analysis import analyser, signature
from anaphora.experiments.comparison.documents import documents
from anaphora.experiments.comparison.settings import Settings
from anaphora.experiments.running.fingerprint import Fingerprint
from anaphora.workbench.document import Annotation, Document, Mention, Prepared, Span
from anaphora.workbench.key import Key
from anaphora.workbench.matching import gold_head

if TYPE_CHECKING:
    from rich.console import Group

_SHOWN = 12  # classes of each kind in the table; JSON has all


@dataclass(slots=True)
class Mentions:
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

    def as_json(self) -> dict[str, Any]:
        """The figures; precision counts a mention as right if the key has it, as a singleton or in a chain."""
        return {
            "signature": self.signature,
            "documents": self.documents,
            "key_mentions": self.key["all"],
            "mentions": self.ours["all"],
            **{
                how: {
                    "recall": _share(self.key[f"all {how}"], self.key["all"]),
                    "recall_without_singletons": _share(self.key[f"coreferent {how}"], self.key["coreferent"]),
                    "precision": _share(self.ours[how], self.ours["all"]),
                }
                for how in ("strict", "head")
            },
            "errors": {kind: dict(counted.most_common()) for kind, counted in self.errors.items()},
            "skipped": self.skipped,
        }

    def as_table(self) -> "Group":
        """The figures for the terminal, with the most frequent classes of errors."""
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        from anaphora.experiments.terminal.terminal import passed_over

        found = self.as_json()
        figures = Table("mentions", "k", "of", "share", title="Noun phrases against key mentions")
        for how in ("strict", "head"):
            for name, entry in found[how].items():
                row = (str(entry["k"]), str(entry["of"]), "–" if entry["value"] is None else f"{entry['value']:.4f}")
                figures.add_row(f"{how}: {name.replace('_', ' ')}", *row)
        errors = Table("error", "class", "k", "of", title="Errors by class")
        for kind, classes in found["errors"].items():
            for name, count in list(classes.items())[:_SHOWN]:
                errors.add_row(kind, Text(name), str(count), str(sum(classes.values())))
        signature = Text(self.signature, style="dim", overflow="fold")
        return Group(figures, errors, *passed_over(self.skipped), signature)


def evaluate_mentions(
    paths: Sequence[Path], settings: Settings, *, progress: Callable[[Document], None] | None = None
) -> Mentions:
    """Compare the mentions of every document with the key's. Raises `WorkbenchError` for bad input."""
    analyse = analyser(settings)
    found = Mentions(errors={kind: Counter() for kind in ("missed", "boundary", "spurious")})
    read = Fingerprint(paths)
    for document, key in documents(paths, settings, found.skipped):
        read.add(document, key)
        _count(found, document.annotation, key, analyse(document, key))
        found.documents += 1
        if progress:
            progress(document)
    found.signature = signature(str(read), found.documents, replace(settings, resolvers=()))
    return found


def _count(found: Mentions, marked: Annotation | None, key: Key, prepared: Prepared) -> None:
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
            found.key.update({kind: 1, f"{kind} strict": span in spans, f"{kind} head": head in by_head})
        if head not in by_head:
            found.errors["missed"][head_class(annotation, head, span)] += 1
        elif span not in spans:
            nearest = min(by_head[head], key=lambda mention: _difference(mention.span, span))
            found.errors["boundary"].update(set(boundary_classes(annotation, nearest, span)))
    heads = set(gold.values())
    for mention in prepared.mentions:
        found.ours.update({"all": 1, "strict": mention.span in gold, "head": mention.head in heads})
        if mention.head not in heads:
            found.errors["spurious"][head_class(annotation, mention.head, mention.span)] += 1


def _difference(ours: Span, gold: Span) -> int:
    return abs(ours.start - gold.start) + abs(ours.end - gold.end)


def head_class(annotation: Annotation, head: int, span: Span) -> str:
    """What a mention is by its head: part of speech and relation, such as "NOUN compound" or "VERB advcl"."""
    relation = annotation.relation[head].partition(":")[0]
    members = any(annotation.relation[token] == "conj" and annotation.head[token] == head for token in span)
    return f"{annotation.pos[head]} {relation}" + (", coordination" if members else "")


def boundary_classes(annotation: Annotation, ours: Mention, gold: Span) -> Iterator[str]:
    """How a span differs from the key's of the same head: each dependent at an edge that one has and the other lacks.

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


def _share(k: int, of: int) -> dict[str, Any]:
    return {"k": k, "of": of, "value": k / of if of else None}
