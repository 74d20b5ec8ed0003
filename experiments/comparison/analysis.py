"""The preparation of documents as the settings ask for it, and the signature that says so."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from anaphora.experiments.comparison.settings import Settings
from anaphora.experiments.comparison.upper_bound import gold_annotation, perfect_layers
from anaphora.preprocess import Layers, cache, cards, pipeline, prepare
from anaphora.resolvers.specs import source_file
from anaphora.workbench import __version__
from anaphora.workbench.document import Annotation, Document, Prepared
from anaphora.workbench.key import Key
from anaphora.workbench.provenance.cards import Card
from anaphora.workbench.spec import ResolverSpec

Analyse = Callable[[Document, Key], Prepared]


def analyser(settings: Settings) -> Analyse:
    """The function that prepares a document: with the pipeline, and with the layers that are to be perfect."""
    loaded = _pipeline(settings)
    source = loaded.signature if loaded else "gold"
    options = settings.options

    def annotation_of(document: Document) -> Annotation:
        if loaded is None:
            return gold_annotation(document)
        return cache.annotate(loaded, document) if settings.cached else loaded.annotate(document)

    def analyse(document: Document, key: Key) -> Prepared:
        annotation = annotation_of(document)
        layers = perfect_layers(document, key, annotation, settings.perfect) if settings.perfect else Layers()
        origin = f"{source}|perfect={','.join(settings.perfect) or 'none'}"
        return prepare(document, annotation, options=options, layers=layers, signature=origin)

    return analyse


def _pipeline(settings: Settings) -> pipeline.Pipeline | None:
    return None if "annotation" in settings.perfect else pipeline.load(settings.pipeline)


def analysis_of(settings: Settings) -> str:
    """The signature of what analyses the documents."""
    loaded = _pipeline(settings)
    return loaded.signature if loaded else "gold"


def input_cards(settings: Settings) -> list[Card]:
    """The cards of all that shapes what resolvers get."""
    return cards.cards_used(_pipeline(settings), settings.options, settings.perfect)


def signature(corpus: str, documents: int, settings: Settings, analysis: str | None = None) -> str:
    """One line that says everything that shaped the figures, in the manner of sacreBLEU.

    `analysis` is what `analysis_of` says, if it is known; otherwise the pipeline is loaded.
    """
    resolvers = "+".join(map(_signature_of, settings.specs))
    parts = {
        "corpus": corpus,
        "documents": documents,
        "pipeline": analysis or analysis_of(settings),
        "perfect": "+".join(settings.perfect) or "none",
        "match": settings.match,
        "antecedent": settings.antecedent,
        "anaphors": settings.anaphors,
        "window": settings.window,
        **({} if settings.noun_window is None else {"noun-window": settings.noun_window}),
        "it-filter": settings.it_filtered_by,
        **({} if settings.names is None else {"names": settings.listed_names.digest}),
        **({} if settings.language is None else {"language": settings.language}),
        **({"it-classes": settings.it_classes} if settings.it_classes != "pleonastic" else {}),
        **({"resolvers": resolvers} if resolvers else {}),
        "seed": settings.seed,
        "version": __version__,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def option_files(settings: Settings) -> dict[str, str]:
    """Digests of the files that options of resolvers name, by the name."""
    return {
        value: hashlib.blake2b(Path(value).read_bytes(), digest_size=8).hexdigest()
        for spec in settings.specs
        for layer in spec.layers
        for value in layer.options.values()
        if Path(value).is_file()
    }


def _signature_of(spec: ResolverSpec) -> str:
    """A resolver as text; of the user's own with a digest of the file that it stands in."""
    files = [source_file(layer) for layer in spec.layers]
    digests = (hashlib.blake2b(Path(file).read_bytes(), digest_size=4).hexdigest() for file in files if file)
    text = "@".join((str(spec), *digests))
    shown = text if text == spec.label else f"{spec.label}={text}"
    return f"({shown})" if spec.below else shown
