"""The preparation of documents as the settings ask for it, and the signature that says so."""

from collections.abc import Callable, Iterable
from pathlib import Path

from anaphora.experiments.run.configuration import ENTITY_RESOLVER_ELSEWHERE, Configuration
from anaphora.experiments.run.names import read_names
from anaphora.experiments.run.upper_bound import gold_annotation, perfect_layers
from anaphora.preprocess import Layers, cache, cards, pipeline, prepare
from anaphora.preprocess.agreement import NO_NAMES, NameList
from anaphora.resolvers.specs import find, reads, source_file
from anaphora.workbench import __version__, progress
from anaphora.workbench.document import Annotation, Document, Prepared
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.files import digest_of_file
from anaphora.workbench.key import Key
from anaphora.workbench.language.anaphors import NOUN_PHRASES
from anaphora.workbench.language.packs import language_of
from anaphora.workbench.provenance import Card
from anaphora.workbench.spec import ResolverSpec

Analyse = Callable[[Document, Key], Prepared]
ANALYSIS = 10
"""The time that analysis takes, relative to resolvers; see `ResolverEntry.effort`."""


def analyser(settings: Configuration) -> Analyse:
    """The function that prepares a document: with the pipeline, and with the layers that are to be perfect."""
    loaded = _pipeline(settings)
    source = loaded.signature if loaded else "gold"
    prepared_as = settings.preparation
    listed = listed_names(settings)
    share = ANALYSIS / (ANALYSIS + sum(efforts(settings.resolvers, prepared_as.anaphors).values()))

    def annotation_of(document: Document) -> Annotation:
        if loaded is None or (loaded.completes and not (document.tagged and document.annotation is None)):
            return gold_annotation(document)
        return cache.annotate(loaded, document) if settings.execution.cached else loaded.annotate(document)

    def analyse(document: Document, key: Key) -> Prepared:
        with progress.part(0, share * len(document.words)):
            annotation = annotation_of(document)
        layers = (
            perfect_layers(document, key, annotation, prepared_as.perfect, clausal=settings.judging.clausal)
            if prepared_as.perfect
            else Layers()
        )
        origin = f"{source}|perfect={','.join(settings.preparation.perfect) or 'none'}"
        return prepare(document, annotation, options=prepared_as, layers=layers, names=listed, signature=origin)

    return analyse


def efforts(specs: Iterable[ResolverSpec], anaphors: str) -> dict[str, float]:
    """Return the relative time of resolvers by label; see `ResolverEntry.effort`. Chains below answer noun phrases."""
    resolvers = {spec.label: find(spec) for spec in specs}
    used = {name: found.entries if anaphors in NOUN_PHRASES else (found.entry,) for name, found in resolvers.items()}
    return {name: sum(entry.effort for entry in entries) for name, entries in used.items()}


def listed_names(settings: Configuration) -> NameList:
    """The names of the user's list; raises `FormatError` for a file that is none."""
    return read_names(Path(settings.preparation.names)) if settings.preparation.names else NO_NAMES


def require_language(specs: Iterable[ResolverSpec], document: Document) -> None:
    """Raise `WorkbenchError` (code "not-english") where a resolver does not read the language of a document."""
    tables = language_of(document)
    for spec in specs:
        if not reads(spec, tables.code):
            problem = f"{document.id} is in {tables.name}, and {spec.label} has learned from English texts only"
            cure = f"Take others, as {ENTITY_RESOLVER_ELSEWHERE}, or train it on such texts and name the file"
            raise WorkbenchError(f"{problem}. {cure}. --language en overrides this.", code="not-english")


def _pipeline(settings: Configuration) -> pipeline.Pipeline | None:
    """The pipeline; with the corpus' own annotation `None`, or one that completes it if the user named any."""
    name = settings.preparation.pipeline
    if "annotation" not in settings.preparation.perfect:
        return pipeline.load(name)
    return None if name == pipeline.BUNDLED else pipeline.load(name).completing()


def analysis_of(settings: Configuration) -> str:
    """The signature of what analyses the documents."""
    loaded = _pipeline(settings)
    return loaded.signature if loaded else "gold"


def input_cards(settings: Configuration) -> list[Card]:
    """The cards of all that shapes what resolvers get."""
    return cards.cards_used(_pipeline(settings), settings.preparation)


def signature(corpus: str, documents: int, settings: Configuration, analysis: str | None = None) -> str:
    """One line that says everything that shaped the figures, in the manner of sacreBLEU.

    `analysis` is what `analysis_of` says, if it is known; otherwise the pipeline is loaded.
    """
    resolvers = "+".join(map(_signature_of, settings.resolvers))
    parts = {
        "corpus": corpus,
        "documents": documents,
        "pipeline": analysis or analysis_of(settings),
        "perfect": "+".join(settings.preparation.perfect) or "none",
        "match": settings.judging.match,
        "antecedent": settings.judging.antecedent,
        "anaphors": settings.preparation.anaphors,
        **({"clausal": "counted"} if settings.judging.clausal else {}),
        "window": settings.preparation.window,
        **({} if settings.preparation.noun_window is None else {"noun-window": settings.preparation.noun_window}),
        "it-filter": settings.preparation.it_filtered_by,
        **({} if settings.preparation.names is None else {"names": listed_names(settings).digest}),
        **({} if settings.preparation.language is None else {"language": settings.preparation.language}),
        **({"it-classes": settings.preparation.it_classes} if settings.preparation.it_classes != "pleonastic" else {}),
        **({"resolvers": resolvers} if resolvers else {}),
        "seed": settings.execution.seed,
        "version": __version__,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def option_files(settings: Configuration) -> dict[str, str]:
    """Digests of the files that options of resolvers name, by the name."""
    return {
        value: digest_of_file(Path(value), 8)
        for spec in settings.resolvers
        for layer in spec.layers
        for value in layer.options.values()
        if Path(value).is_file()
    }


def _signature_of(spec: ResolverSpec) -> str:
    """A resolver as text; of the user's own with a digest of the file that it stands in."""
    files = [source_file(layer) for layer in spec.layers]
    digests = (digest_of_file(Path(file), 4) for file in files if file)
    text = "@".join((str(spec), *digests))
    shown = text if text == spec.label else f"{spec.label}={text}"
    return f"({shown})" if spec.below else shown
