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
from anaphora.workbench.english.pronouns import ANAPHORS, PRONOUNS
from anaphora.workbench.errors import OptionError, WorkbenchError

if __name__ == "preprocess":  # two copies of each class would be two classes
    raise ImportError("The folder preprocess is imported as anaphora.preprocess, never under its own name.")

__all__ = ["Features", "Layers", "Options", "prepare"]

IT_FILTERS = (*it_filter.FILTERS, "none")
IT_CLASSES: Mapping[str, tuple[it_filter.Class, ...]] = {
    "pleonastic": ("pleonastic",), "non-nominal": ("pleonastic", "clausal"),
}  # fmt: skip
"""What a filter may take out."""


@dataclass(frozen=True, slots=True)
class Options:
    """What shapes the candidate lists.

    `window` counts sentences before a pronoun's own, `noun_window` those before a noun phrase's (`None`: all);
    `anaphors` says what is resolved, and `it_filter` what takes out non-anaphoric "it"
    (`preprocess.english.it_filter.FILTERS`), or "none". `it_classes` says which of them: "pleonastic", or "non-nominal"
    for clausal ones too, as MARS does (Mitkov 2001, section 6). `most_pairs` bounds the pairs of anaphor and candidate
    in a document (0: `candidates.MOST_PAIRS`, in long documents `MOST_PAIRS_A_WORD`). `names` are names of which the
    user says what they name.
    """

    window: int = 3
    anaphors: str = "third-person"
    it_filter: str = "learned"
    it_classes: str = "pleonastic"
    noun_window: int | None = None
    most_pairs: int = 0
    names: NameList = NO_NAMES

    def __post_init__(self) -> None:
        """Raise `OptionError` for values out of range."""
        if min(self.window, self.noun_window or 0) < 0:
            raise OptionError(f"A window is {min(self.window, self.noun_window or 0)} sentences; it must be 0 or more.")
        if self.most_pairs < 0:
            raise OptionError(f"The most pairs are {self.most_pairs}; they must be 0 or more.")
        if self.anaphors not in ANAPHORS:
            raise OptionError(f"There is no set of anaphors {self.anaphors!r}; choose from {', '.join(ANAPHORS)}.")
        if self.it_filter not in IT_FILTERS:
            raise OptionError(f"There is no it filter {self.it_filter!r}; choose from {', '.join(IT_FILTERS)}.")
        if self.it_classes not in IT_CLASSES:
            known = ", ".join(IT_CLASSES)
            raise OptionError(
                f"There are no classes of it {self.it_classes!r}; choose from {known}.", code="it-classes"
            )

    @property
    def signature(self) -> str:
        """The options in one line."""
        reach = "" if self.anaphors in PRONOUNS else f"|noun-window={_shown(self.noun_window)}"
        classes = "" if self.it_classes == "pleonastic" else f",{self.it_classes}"
        names = f"|names={self.names.digest}" if self.names.entries else ""
        return f"window={self.window}{reach}|anaphors={self.anaphors}|it={self.it_filter}{classes}{names}"


def _shown(window: int | None) -> str:
    return "all" if window is None else str(window)


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
    options: Options = Options(),
    layers: Layers = Layers(),
    signature: str = "",
) -> Prepared:
    """Extract mentions, filter non-anaphoric "it", and list candidates for each anaphor of one document.

    `annotation` comes from a pipeline (`preprocess.pipeline`) or from the corpus. The result's document is stripped of
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
    records = mentions.records(document, trees, clauses, phrases, layers.agreement, options.names)
    cases = candidates.cases(annotation, records, options.window, options.anaphors, options.noun_window)
    return Prepared(
        document=replace(document, annotation=None, sentence_starts=(), parse=layers.constituents, nodes=()),
        annotation=annotation,
        mentions=records,
        clauses=clauses,
        cases=tuple(candidates.limited(cases, document, options.most_pairs)),
        non_anaphoric=filtered,
        signature=f"{signature}|{options.signature}",
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


def _non_anaphoric(document: Document, trees: Trees, options: Options) -> tuple[NonAnaphoric, ...]:
    if options.it_filter == "none":
        return ()
    kinds = IT_CLASSES[options.it_classes]
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
