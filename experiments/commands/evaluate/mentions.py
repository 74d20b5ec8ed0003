"""Evaluation of noun phrases, without any resolver: recall and precision against the key mentions, errors by class."""

from collections import Counter
from collections.abc import Iterator
from typing import Unpack

from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.arguments import Corpora, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import Command, Progress
from anaphora.experiments.run.configuration import Options, fields_of, takes
from anaphora.experiments.run.documents import Fingerprint, documents
from anaphora.experiments.show.result import Result, result_of
from anaphora.workbench.document import Annotation, Mention, Prepared, Span
from anaphora.workbench.key import Key, gold_head
from anaphora.workbench.preparation import Preparation
from anaphora.workbench.results.evaluated import MentionFigures


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
        for kind in ("all", "coreferent") if span in coreferent else ("all",):
            figures.key.update({kind: 1, f"{kind} strict": span in spans, f"{kind} head": head in by_head})
        if head not in by_head:
            figures.errors["missed"][head_class(annotation, head, span)] += 1
        elif span not in spans:
            nearest = min(by_head[head], key=lambda mention: len({*mention.span} ^ {*span}))
            figures.errors["boundary"].update(sorted(set(boundary_classes(annotation, nearest, span))))
    heads = set(gold.values())
    for mention in prepared.mentions:
        figures.ours.update({"all": 1, "strict": mention.span in gold, "head": mention.head in heads})
        if mention.head not in heads:
            figures.errors["spurious"][head_class(annotation, mention.head, mention.span)] += 1


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
    paths = paths_of(corpus)
    analysis = Analysis(settings)
    figures = MentionFigures(errors={kind: Counter() for kind in ("missed", "boundary", "spurious")})
    read = Fingerprint(paths, settings.preparation.name)
    for document, key in read.watch(documents(paths, settings, figures.skipped), progress):
        _count(figures, document.annotation, key, analysis.prepare(document, key))
    figures.documents = read.documents
    figures.signature = analysis.sign(read, read.documents)
    return result_of(figures)


COMMAND = Command(
    mentions,
    example="anaphora evaluate mentions my_corpus/ --perfect annotation",
    work="Analysing",
    words=words_of_corpus,
)
