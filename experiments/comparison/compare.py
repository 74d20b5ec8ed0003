"""The main job: several resolvers on the same candidate lists of the same documents."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache as once
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from anaphora import corpora
from anaphora.experiments.comparison.upper_bound import LAYERS, gold_annotation, perfect_layers
from anaphora.experiments.running.execution import Execution, running
from anaphora.experiments.running.fingerprint import Fingerprint
from anaphora.experiments.running.journal import Journal
from anaphora.experiments.running.worker import DocumentHook, Job, bench, working
from anaphora.preprocess import Layers, Options, cache, cards, pipeline, prepare
from anaphora.resolvers.specs import ORACLE, default_resolvers, is_random, layers
from anaphora.workbench import __version__
from anaphora.workbench.decision import Decision, Resolver
from anaphora.workbench.document import Annotation, Document, Prepared
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.external.systems import ExternalSystem
from anaphora.workbench.key import Key
from anaphora.workbench.matching import MATCHES
from anaphora.workbench.provenance import contamination
from anaphora.workbench.provenance.cards import Card, card_of, digest
from anaphora.workbench.results.comparison import Comparison, Evidence
from anaphora.workbench.spec import parsed
from anaphora.workbench.trace import CRITERIA, Criteria, DocumentTrace, mention_chains, right_candidates

Observe = Callable[[Document, Key, Prepared, Mapping[str, Sequence[Decision]]], None]
BUNDLED = Path(corpora.__file__).parent / "manuals"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that shapes a comparison.

    `perfect` names the layers that come from the key instead of the pipeline (see
    `experiments.comparison.upper_bound`).
    """

    resolvers: tuple[str, ...] = ()
    pipeline: str = pipeline.BUNDLED
    perfect: tuple[str, ...] = ()
    criteria: Criteria = field(default_factory=Criteria)
    options: Options = field(default_factory=Options)
    execution: Execution = field(default_factory=Execution)
    seed: int = 0
    cached: bool = True
    format: str | None = None
    skip_bad: bool = False

    def __post_init__(self) -> None:
        """Raise `OptionError` for names that do not exist."""
        _require("layer", self.perfect, LAYERS)
        _require("match", (self.criteria.match,), MATCHES)
        _require("criterion", (self.criteria.antecedent,), CRITERIA)


def _require(kind: str, given: Sequence[str], known: Sequence[str]) -> None:
    for name in given:
        if name not in known:
            raise OptionError(f"There is no {kind} {name!r}; choose from {', '.join(known)}.")


def compare(
    paths: Sequence[Path],
    settings: Settings,
    *,
    keep: bool = False,
    progress: Callable[[Document], None] | None = None,
    observe: Observe | None = None,
    extra: DocumentHook[Any] | None = None,
    journal: Path | None = None,
) -> Comparison:
    """Run the resolvers over every document of the corpora (the bundled one if none is named).

    `keep` holds on to the evidence, which the report needs; `progress` is called after each document.
    `observe` gets each document with its key, its preparation and what the resolvers decided; `extra` is something
    that is made of these in the worker. With a `journal` results are written down there as they come, and those that it
    has are taken from it; it does not go with `keep` and `observe`, which need more than results.
    Raises `WorkbenchError` for bad input; with `skip_bad` a bad file is passed over and named in the result.
    """
    names = settings.resolvers or default_resolvers()
    if journal and (keep or observe or (extra and not extra.write)):
        raise OptionError("A journal keeps figures only. Leave it out, or reports, charts and responses.")
    take, whole = extra.take if extra else None, keep or observe is not None
    job = Job(names, settings.seed, settings.criteria, partial(analyser, settings), take, whole)
    resolvers = bench(job).resolvers  # what cannot be built is told before any work
    seen, skipped = _Seen(Fingerprint(paths)), list[str]()
    with running(settings.execution) as run, ExitStack() as opened:
        shaped = once(lambda: next(found for _, found in run(_shaped, [settings])))
        known = opened.enter_context(Journal(journal, _run(shaped(), names, settings, extra))) if journal else None
        for document, key, found in working(job, documents(paths, settings, skipped), run, known, extra):
            seen.add(document, key, found.trace)
            if extra:
                extra.seen(found.extra)
            if observe and found.prepared:
                observe(document, key, found.prepared, found.decisions)
            if keep and found.prepared:
                seen.kept.append(_evidence(document, key, found.prepared, found.decisions, settings.criteria))
            if progress:
                progress(document)
        require_key(len(seen.traces), seen.chains)
        analysis, used = shaped()
    return Comparison(
        corpus=seen.read.corpus,
        signature=signature(str(seen.read), len(seen.traces), names, settings, analysis),
        resolvers=tuple(names),
        documents=tuple(seen.traces),
        random=frozenset(filter(is_random, names)),
        read_key=frozenset({ORACLE} & set(names)),
        evidence=tuple(seen.kept),
        skipped=tuple(skipped),
        texts=seen.texts,
        warnings=(*contamination.warnings(seen.texts, _cards(resolvers), used), *_notes(resolvers)),
    )


@dataclass(slots=True)
class _Seen:
    """What is held of the documents that went by: traces, digests of texts, how many chains, evidence if asked for."""

    read: Fingerprint
    traces: list[DocumentTrace] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    chains: int = 0
    kept: list[Evidence] = field(default_factory=list)

    def add(self, document: Document, key: Key, found: DocumentTrace) -> None:
        self.read.add(document, key)
        self.traces.append(found)
        self.texts[document.id] = digest(document.words)
        self.chains += len(key.chains)


def _shaped(settings: Settings) -> tuple[str, list[Card]]:
    """Signature of the analysis and cards of the input: asked of a worker, which has loaded the pipeline anyway."""
    return analysis_of(settings), input_cards(settings)


def _cards(resolvers: Mapping[str, Resolver]) -> dict[str, Card]:
    """The cards of the resolvers that have one."""
    return {name: card for name, resolver in resolvers.items() if (card := card_of(resolver))}


def _notes(resolvers: Mapping[str, Resolver]) -> Iterator[str]:
    """What systems outside have to say of themselves."""
    for name, resolver in resolvers.items():
        yield from (f"{name}: {note}." for note in (resolver.notes if isinstance(resolver, ExternalSystem) else ()))


def input_cards(settings: Settings) -> list[Card]:
    """The cards of all that shapes what resolvers get."""
    loaded = None if "annotation" in settings.perfect else pipeline.load(settings.pipeline)
    return cards.used(loaded, settings.options, settings.perfect)


def _run(
    shaped: tuple[str, list[Card]], names: Sequence[str], settings: Settings, extra: DocumentHook[Any] | None
) -> dict[str, str]:
    """What a journal says of its run: all that shapes the results of a document, and what is kept of it.

    Of files that options name it has the digests.
    """
    named = {
        value: hashlib.blake2b(Path(value).read_bytes(), digest_size=8).hexdigest()
        for name in names
        for part in layers(name)
        for value in parsed(part)[1].values()
        if Path(value).is_file()
    }
    kept = "trace" + (f"+{extra.name}" if extra else "")
    return {"settings": signature("", 0, names, settings, shaped[0]), "files": str(named), "kept": kept}


def require_key(documents: int, chains: int) -> None:
    """Raise `WorkbenchError` if there are documents, but no chains in any of them."""
    if documents and not chains:
        raise WorkbenchError(
            f"No mention is marked in any of the {documents} documents, so there is no key to compare with. "
            "For texts without a key use 'anaphora resolve'."
        )


def _evidence(
    document: Document, key: Key, prepared: Prepared, decisions: Mapping[str, Sequence[Decision]], criteria: Criteria
) -> Evidence:
    right = right_candidates(document, key, prepared, criteria)
    return Evidence(prepared, decisions, key, right, mention_chains(document, key, prepared, criteria.match))


def analyser(settings: Settings) -> Callable[[Document, Key], Prepared]:
    """The function that prepares a document: with the pipeline, and with the layers that are to be perfect."""
    loaded = None if "annotation" in settings.perfect else pipeline.load(settings.pipeline)
    source = loaded.signature if loaded else "gold"

    def annotation_of(document: Document) -> Annotation:
        if loaded is None:
            return gold_annotation(document)
        return cache.annotate(loaded, document) if settings.cached else loaded.annotate(document)

    def analyse(document: Document, key: Key) -> Prepared:
        annotation = annotation_of(document)
        layers = perfect_layers(document, key, annotation, settings.perfect) if settings.perfect else Layers()
        origin = f"{source}|perfect={','.join(settings.perfect) or 'none'}"
        return prepare(document, annotation, options=settings.options, layers=layers, signature=origin)

    return analyse


def documents(
    paths: Sequence[Path], settings: Settings, skipped: list[str] | None = None
) -> Iterator[tuple[Document, Key]]:
    """Every document of the corpora (the bundled one if none is named), as a stream.

    With `skip_bad` the message of a bad file goes to `skipped` and the next file is read; otherwise it is raised. A
    document id that comes twice is an error, since a folder may hold the same texts in two formats.
    """
    seen: dict[str, Path] = {}
    for file, module in corpus_files(paths, settings.format):
        try:
            for document, key in module.read(file):
                if document.id in seen:
                    problem = f"document '{document.id}' comes twice, here and in {seen[document.id]}"
                    raise FormatError(file, None, problem, "Name one of the two, or choose a format with --format.")
                seen[document.id] = file
                yield document, key
        except FormatError as error:
            if not settings.skip_bad:
                raise
            if skipped is not None:
                skipped.append(str(error))


def corpus_files(paths: Sequence[Path], format: str | None) -> list[tuple[Path, ModuleType]]:
    """The files of the corpora, each with the module of its format; of the bundled corpus only one of its formats."""
    if not paths:
        return corpora.files(BUNDLED, format or "corefud")
    return [entry for path in paths for entry in corpora.files(path, format)]


def analysis_of(settings: Settings) -> str:
    """The signature of what analyses the documents."""
    return "gold" if "annotation" in settings.perfect else pipeline.load(settings.pipeline).signature


def signature(
    corpus: str, documents: int, names: Sequence[str], settings: Settings, analysis: str | None = None
) -> str:
    """One line that says everything that shaped the figures, in the manner of sacreBLEU.

    `analysis` is what `analysis_of` says, if it is known; otherwise the pipeline is loaded.
    """
    parts = {
        "corpus": corpus,
        "documents": documents,
        "pipeline": analysis or analysis_of(settings),
        "perfect": "+".join(settings.perfect) or "none",
        "match": settings.criteria.match,
        "antecedent": settings.criteria.antecedent,
        "anaphors": settings.options.anaphors,
        "window": settings.options.window,
        "it-filter": "key" if "pleonastic" in settings.perfect else settings.options.it_filter,
        **({"resolvers": "+".join(f"({name})" if layers(name)[1] else name for name in names)} if names else {}),
        "seed": settings.seed,
        "version": __version__,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())
