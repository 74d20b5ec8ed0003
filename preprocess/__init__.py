"""Preparation of a document for resolvers: mentions, anaphors and candidate lists."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from anaphora.preprocess import candidates, mentions, noun_phrases
from anaphora.preprocess.agreement import Features
from anaphora.preprocess.clauses import clause_heads
from anaphora.preprocess.english import it_filter
from anaphora.preprocess.name_list import NO_NAMES, NameList
from anaphora.preprocess.noun_phrases import NounPhrase
from anaphora.preprocess.trees import Trees, trees_of
from anaphora.workbench.document import Annotation, Document, NonAnaphoric, Prepared, Span
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.preparation import ItClasses, Preparation

__all__ = ["Features", "Layers", "Preparation", "prepare"]

_CLASSES: Mapping[ItClasses, tuple[it_filter.Class, ...]] = {
    "pleonastic": ("pleonastic",), "non-nominal": ("pleonastic", "clausal"),
}  # fmt: skip
"""What a filter may take out."""


@dataclass(frozen=True, slots=True)
class Layers:
    """Layers handed in from outside in place of the computed ones (`None`: compute), for perfect input.

    `mentions` are spans, `non_anaphoric` pronoun tokens, `agreement` features of mentions by span, `constituents` parse
    bits; no constituents are computed, so without them there are none.
    """

    mentions: tuple[Span, ...] | None = None
    non_anaphoric: frozenset[int] | None = None
    agreement: Mapping[Span, Features] = field(default_factory=dict)
    constituents: tuple[str, ...] = ()


def prepare(
    document: Document,
    annotation: Annotation,
    *,
    options: Preparation = Preparation(),
    layers: Layers = Layers(),
    names: NameList = NO_NAMES,
    signature: str = "",
) -> Prepared:
    """Extract mentions, filter non-anaphoric "it", and list candidates for each anaphor of one document.

    `annotation` comes from a pipeline (`preprocess.pipeline`) or from the corpus; `names` are those of which the user
    says what they name. The result's document is stripped of
    the corpus' own annotation, constituents and sentence boundaries, so that a resolver sees just what was handed in.

    Raises:
        WorkbenchError: the heads of the annotation are no trees, or there are too many pairs of anaphor and candidate.
    """
    _require_trees(document, annotation)
    trees = trees_of(annotation, document.words)
    clauses = clause_heads(trees)
    if layers.non_anaphoric is None:
        filtered = _non_anaphoric(document, trees, options)
    else:
        filtered = tuple(NonAnaphoric(token, "given") for token in sorted(layers.non_anaphoric))
    phrases = _phrases(trees, layers)
    out = {entry.token for entry in filtered}
    phrases = [phrase for phrase in phrases if not (len(phrase.span) == 1 and phrase.head in out)]
    records = mentions.records(document, trees, clauses, phrases, layers.agreement, names)
    cases = candidates.cases(annotation, records, options.window, options.anaphors, options.noun_window)
    return Prepared(
        document=replace(document, annotation=None, sentence_starts=(), parse=layers.constituents, nodes=()),
        annotation=annotation,
        mentions=records,
        clauses=clauses,
        cases=tuple(candidates.limited(cases, document, options.most_pairs)),
        non_anaphoric=filtered,
        signature=f"{signature}|{options.signature}" + (f"|names={names.digest}" if names.entries else ""),
    )


def _require_trees(document: Document, annotation: Annotation) -> None:
    """Raise `WorkbenchError` where a search up the heads, or up to the first of conjuncts, would never come back."""
    heads = np.array(annotation.head, dtype=np.int64)
    far = heads
    for _ in range(len(heads).bit_length()):  # each turn doubles the steps, in the end more than there are tokens
        far = far[far]
    circling = np.flatnonzero(heads[far] != far).tolist()
    roots = np.flatnonzero(heads == np.arange(len(heads))).tolist()
    odd = [*circling, *(token for token in roots if annotation.relation[token] == "conj")]
    if odd:
        word = f"{document.words[odd[0]]}' (token {odd[0]}) of document {document.id}"
        problem = f"The heads above '{word} lead in a circle" if circling else f"The root '{word} is called a conjunct"
        raise WorkbenchError(
            f"{problem}. Heads must lead from every token to a root (its own head) that is not a 'conj'."
        )


def _non_anaphoric(document: Document, trees: Trees, options: Preparation) -> tuple[NonAnaphoric, ...]:
    if options.it_filter == "none":
        return ()
    kinds = _CLASSES[options.it_classes]
    judged = it_filter.classify(trees, options.it_filter, document.paragraph_starts, kinds)
    return tuple(NonAnaphoric(judgement.token, judgement.explanation, judgement.kind) for judgement in judged)


def _phrases(trees: Trees, layers: Layers) -> list[NounPhrase]:
    computed = noun_phrases.noun_phrases(trees)
    if layers.mentions is None:
        return computed
    by_span = {phrase.span: phrase for phrase in computed}
    in_text_order = sorted(set(layers.mentions), key=lambda span: (span.start, -span.end))
    return [by_span.get(span) or _phrase_of(trees.annotation, span) for span in in_text_order]


def _phrase_of(annotation: Annotation, span: Span) -> NounPhrase:
    head = annotation.head_of(span)
    return NounPhrase(span, Span(span.start, head + 1), head)
