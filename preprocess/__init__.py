"""Preparation of a document for resolvers: mentions, anaphors and candidate lists."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from anaphora.preprocess.agreement import NO_NAMES, Features, NameList
from anaphora.workbench.document import Annotation, Document, NonAnaphoric, Prepared, Span
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.language.packs import language_of
from anaphora.workbench.preparation import Preparation

if __name__ == "preprocess":  # two copies of each class would be two classes
    raise ImportError("The folder preprocess is imported as anaphora.preprocess, never under its own name.")

__all__ = ["Features", "Layers", "Preparation", "prepare"]


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


_OPTIONS, _COMPUTED = Preparation(), Layers()


def prepare(
    document: Document,
    annotation: Annotation,
    *,
    options: Preparation = _OPTIONS,
    layers: Layers = _COMPUTED,
    names: NameList = NO_NAMES,
    signature: str = "",
) -> Prepared:
    """Extract mentions, filter non-anaphoric "it" or its like, and list candidates for each anaphor of one document.

    `annotation` comes from a pipeline (`preprocess.pipeline`) or from the corpus; `names` are those of which the user
    says what they name. The result's document is stripped of the corpus' own annotation, constituents and sentence
    boundaries, so that a resolver sees just what was handed in.

    Raises:
        WorkbenchError: there is no pack of the document's language (code "not-english"), the heads of the annotation
            are no trees or very deep ones, mentions nest as deep, or there are too many pairs of anaphor and candidate.
    """
    # Imported here: whoever needs the layers only starts without all this.
    from anaphora.preprocess import candidates, mentions, noun_phrases, pipeline
    from anaphora.preprocess.common_terms import in_common_terms
    from anaphora.preprocess.language import in_its_language, require_pack
    from anaphora.preprocess.trees import clause_heads, most_steps, require_trees, trees_of

    require_pack(document)
    document = in_its_language(document)
    require_trees(document, annotation)
    annotation = in_common_terms(annotation, document.words, language_of(document))
    trees = trees_of(annotation, document.words, document.language)
    clauses = clause_heads(trees)
    if layers.non_anaphoric is None:
        filtered = mentions.non_anaphoric(trees, options, document.paragraph_starts)
    else:
        filtered = tuple(NonAnaphoric(token, "given") for token in sorted(layers.non_anaphoric))
    taken_out = {entry.token for entry in filtered}
    phrases = [
        phrase
        for phrase in noun_phrases.of_spans(trees, layers.mentions)
        if len(phrase.span) > 1 or phrase.head not in taken_out
    ]
    if sum(len(phrase.span) for phrase in phrases) > (most := most_steps(document)):
        problem = f"The mentions of {document.id} are nested too deep: they have more than {most:,} words in all"
        raise WorkbenchError(f"{problem}. Leave some out, or do without --perfect mentions.", code="too-deep")
    records = mentions.records(document, trees, clauses, phrases, layers.agreement, names)
    cases = candidates.cases(
        annotation, records, options.window, options.anaphors, options.noun_window, document.language, document.words
    )
    return Prepared(
        document=replace(document, annotation=None, sentence_starts=(), parse=layers.constituents, nodes=()),
        annotation=annotation,
        mentions=records,
        clauses=clauses,
        cases=tuple(candidates.limited(cases, document, records, options.most_pairs)),
        non_anaphoric=filtered,
        signature=f"{signature}|{options.signature}" + (f"|names={names.digest}" if names.entries else ""),
        perfect=tuple(options.perfect),
        vectors=functools.partial(pipeline.vectors_of, document, annotation),
    )
