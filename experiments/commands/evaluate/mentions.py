"""Evaluation of noun phrases and of agreement, without any resolver.

Of noun phrases: recall and precision against the key mentions, and the errors by class. Of agreement: the right
candidates that it removes, which are its costs, and the wrong ones, its gains.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Unpack

from anaphora.experiments.run.analysis import analyser, signature
from anaphora.experiments.run.arguments import Corpora, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import Command, Progress
from anaphora.experiments.run.configuration import Configuration, Options, fields_of, takes
from anaphora.experiments.run.documents import documents
from anaphora.experiments.run.fingerprint import Fingerprint
from anaphora.experiments.show.result import Result
from anaphora.workbench.document import Annotation, Document, Mention, Prepared, Span
from anaphora.workbench.key import Key, gold_head
from anaphora.workbench.preparation import Preparation
from anaphora.workbench.results.table import Cell, Column, Table, record
from anaphora.workbench.results.values import Rate

_SHOWN = 12  # classes of each kind in the table; JSON has all


def ratio(right: int, total: int) -> Rate:
    """A rate without interval."""
    return Rate(right, total, right / total if total else None, None)


def share_cells(rate: Rate) -> dict[str, Cell]:
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


@takes(*(name for name in fields_of(Preparation) if name not in ("window", "anaphors", "name")), "cached")
def mentions(
    corpus: Corpora = None, *, progress: Progress = None, **options: Unpack[Options]
) -> Result[MentionFigures]:
    """Evaluate noun phrases against the key mentions: recall, precision, and errors by class.

    Arguments and errors are those of `compare`.
    """
    settings = configuration((), corpus, options).changed(anaphors="all")
    figures = evaluate_mentions(paths_of(corpus), settings, progress=progress)
    return Result(figures, figures.signature, lambda **_: figures.tables())


COMMAND = Command(
    mentions,
    example="anaphora evaluate mentions my_corpus/ --perfect annotation",
    work="Analysing",
    words=words_of_corpus,
)
