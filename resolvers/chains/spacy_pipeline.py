"""Any spaCy pipeline that finds coreference, run beside us: span groups coref_clusters_N, coreferee, fastcoref.

The pipeline gets our tokens and sentences. What it found is read from where its component puts it:

- `doc.spans["coref_clusters_1"]`, ...: spacy-experimental, and this workbench's own component;
- `doc._.coref_chains`: coreferee, whose mentions are head words, several of them where they are coordinated; these
  mentions are left out, since no span is theirs;
- `doc._.coref_clusters`: fastcoref's component, whose mentions are characters.

Systems that cannot be installed beside us come in through `recorded`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from anaphora.workbench.decision import Spans
from anaphora.workbench.document import Prepared, Span, once
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.external.systems import ExternalSystem, SystemOutput
from anaphora.workbench.provenance import card_of_pipeline
from anaphora.workbench.registry import is_installed_pipeline
from anaphora.workbench.resolver_entry import ResolverEntry

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

GROUPS = "coref_clusters_"


def build(*, pipeline: str, antecedent: str = "nearest") -> ExternalSystem:
    """The resolver that runs the spaCy pipeline of a package or folder.

    `antecedent` says which candidate in an anaphor's chain answers it: the nearest, or nearest_nominal.
    Raises `OptionError` if the pipeline cannot be loaded, and when it runs, if no component of it resolves coreference.
    """
    import spacy

    try:
        nlp = spacy.load(pipeline)
    except (OSError, ValueError, TypeError, ImportError, AttributeError) as error:  # packages may be anything
        problem = str(error).partition("\n")[0]
        problem = f"'{pipeline}' is not a spaCy pipeline that can be loaded: {problem}"
        raise OptionError(problem, code="no-pipeline") from error
    return ExternalSystem(
        once(lambda prepared: _predict(nlp, pipeline, prepared)), antecedent, card_of_pipeline(nlp.meta)
    )


def _predict(nlp: "Language", name: str, prepared: Prepared) -> SystemOutput:
    try:
        doc = nlp(_laid_out(nlp, prepared))
    except (Exception, SystemExit) as error:
        problem = (str(error).splitlines() or [""])[0][:200]
        problem = f"The pipeline '{name}' failed on '{prepared.document.id}': {type(error).__name__}: {problem}"
        raise WorkbenchError(problem, code="pipeline-failed") from error
    if len(doc) != len(prepared.document.words):
        problem = f"The pipeline '{name}' changes the tokens of '{prepared.document.id}'."
        raise OptionError(f"{problem} Leave out its components that merge or split tokens.", code="changed-tokens")
    if groups := sorted((int(key.removeprefix(GROUPS)), key) for key in doc.spans if _is_cluster(key)):
        return SystemOutput(_disjoint([Span(span.start, span.end) for span in doc.spans[key]] for _, key in groups))
    # another pipeline of the same process may have registered the extension, so that it may be None here
    if doc.has_extension("coref_chains") and (chains := doc._.coref_chains) is not None:
        indexes = ([mention.token_indexes for mention in chain] for chain in chains)
        heads = ([Span(tokens[0], tokens[0] + 1) for tokens in inside if len(tokens) == 1] for inside in indexes)
        return SystemOutput(_disjoint(heads), heads=True)
    if doc.has_extension("coref_clusters") and (clusters := doc._.coref_clusters) is not None:
        return SystemOutput(_disjoint(_characters(doc, cluster) for cluster in clusters))
    # a component for coreference by its factory's name, or our own, may have found nothing
    factories = [nlp.get_pipe_meta(name).factory for name in nlp.pipe_names]
    if any("coref" in factory or factory == "anaphora" for factory in factories):
        return SystemOutput(())
    parts = ", ".join(nlp.pipe_names) or "nothing"
    cure = "Name one with a component for it: coreferee, fastcoref, spacy-experimental's coref."
    raise OptionError(
        f"The pipeline '{name}' ({parts}) has no component for coreference. {cure}", code="no-coreference"
    )


def _laid_out(nlp: "Language", prepared: Prepared) -> "Doc":
    from spacy.tokens import Doc

    document = prepared.document
    starts = set(prepared.annotation.sentence_starts)
    sentences: list[bool | int | None] = [token in starts for token in range(len(document.words))]
    return Doc(nlp.vocab, list(document.words), list(map(bool, document.spaces)), sent_starts=sentences)


def _is_cluster(key: object) -> bool:
    return isinstance(key, str) and key.startswith(GROUPS) and key.removeprefix(GROUPS).isdecimal()


def _characters(doc: "Doc", cluster: Iterable[Sequence[int]]) -> Iterator[Span]:
    for pair in cluster:
        span = doc.char_span(pair[0], pair[1], alignment_mode="expand") if pair and None not in pair else None
        if span is not None:
            yield Span(span.start, span.end)


def _disjoint(clusters: Iterable[Iterable[Span]]) -> Spans:
    """Clusters in text order, a mention being in the first of its clusters only."""
    seen: set[Span] = set()
    chains = []
    for cluster in clusters:
        fresh = sorted(set(cluster) - seen, key=lambda span: (span.start, span.end))
        seen.update(fresh)
        chains.append(tuple(fresh))
    return tuple(sorted(filter(None, chains), key=lambda chain: (chain[0].start, chain[0].end)))


RESOLVER = ResolverEntry(
    build,
    title="Any spaCy pipeline that finds coreference, run beside us",
    summary="span groups coref_clusters_N, coreferee, fastcoref",
    code={"pipeline": is_installed_pipeline},
)
