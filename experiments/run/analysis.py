"""The analysis of documents as the settings ask for it, made once a run, and the signature that says so."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.fingerprint import signature_of
from anaphora.experiments.run.names import read_names
from anaphora.experiments.run.plan import text_of
from anaphora.experiments.run.upper_bound import gold_annotation, perfect_layers
from anaphora.preprocess import Layers, cache, cards, pipeline, prepare
from anaphora.preprocess.agreement import NO_NAMES, NameList
from anaphora.workbench import progress
from anaphora.workbench.document import Annotation, Document, Prepared
from anaphora.workbench.key import Key
from anaphora.workbench.provenance import Card


@dataclass(frozen=True)
class Analysis:
    """The preparation of documents: with a pipeline, the user's names, and the layers that are to be perfect.

    `share` is that of the time that it takes, beside resolvers. The pipeline is loaded when it is first needed; then
    it raises what that does.
    """

    settings: Configuration
    share: float = 1.0

    @cached_property
    def pipeline(self) -> pipeline.Pipeline | None:
        """The pipeline; with the corpus' own annotation `None`, or one that completes it if the user named any."""
        name = self.settings.preparation.pipeline
        if "annotation" not in self.settings.preparation.perfect:
            return pipeline.load(name)
        return None if name == pipeline.BUNDLED else pipeline.load(name).completing()

    @cached_property
    def names(self) -> NameList:
        """The names of the user's list; raises `FormatError` for a file that is none."""
        return read_names(Path(self.settings.preparation.names)) if self.settings.preparation.names else NO_NAMES

    @property
    def source(self) -> str:
        """The signature of what analyses the documents."""
        return self.pipeline.signature if self.pipeline else "gold"

    @property
    def cards(self) -> list[Card]:
        """The cards of all that shapes what resolvers get."""
        return cards.cards_used(self.pipeline, self.settings.preparation)

    def annotate(self, document: Document) -> Annotation:
        """The annotation of a document: its own, or the pipeline's, which may be kept from before."""
        loaded = self.pipeline
        if loaded is None or (loaded.completes and not (document.tagged and document.annotation is None)):
            return gold_annotation(document)
        return cache.annotate(loaded, document) if self.settings.execution.cached else loaded.annotate(document)

    def prepare(self, document: Document, key: Key) -> Prepared:
        """The candidate lists of a document; the key gives the layers that are to be perfect, and nothing else."""
        options = self.settings.preparation
        names = self.names  # what is wrong with them is said before minutes of work
        with progress.part(0, self.share * len(document.words)):
            annotation = self.annotate(document)
        layers = Layers()
        if options.perfect:
            clausal = self.settings.judging.clausal
            layers = perfect_layers(document, key, annotation, options.perfect, clausal=clausal)
        origin = f"{self.source}|perfect={','.join(options.perfect) or 'none'}"
        return prepare(document, annotation, options=options, layers=layers, names=names, signature=origin)

    def sign(self, corpus: object, documents: int) -> str:
        """One line that says what shaped the figures, options where they differ from their defaults."""
        return sign(corpus, documents, self.settings, self.source, self.names)


def sign(corpus: object, documents: int, settings: Configuration, source: str, names: NameList = NO_NAMES) -> str:
    """The same, where it is known what analyses the documents."""
    resolvers = text_of(settings.resolvers)
    return signature_of(
        settings,
        corpus=corpus,
        documents=documents,
        pipeline=source,
        **({"names": names.digest} if names.entries else {}),
        **({"resolvers": resolvers} if resolvers else {}),
    )
