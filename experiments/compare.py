"""The main job: several resolvers on the same candidate lists of the same documents."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from types import ModuleType
from uuid import uuid4

import corpora
from experiments.building import ORACLE, build_resolvers, default_resolvers, is_random, layers
from experiments.execution import Execution, running
from experiments.fingerprint import Fingerprint
from experiments.upper_bound import LAYERS, Oracle, gold_annotation, perfect_layers
from preprocess import Layers, Options, cache, cards, pipeline, prepare
from workbench import __version__, contamination
from workbench.cards import Card, card_of, digest
from workbench.comparison import Comparison, Evidence
from workbench.decision import Decision, Resolver
from workbench.document import Annotation, Document, Prepared
from workbench.errors import FormatError, OptionError, WorkbenchError
from workbench.key import Key
from workbench.matching import MATCHES
from workbench.outside import Outside
from workbench.trace import CRITERIA, Criteria, DocumentTrace, mention_chains, right_candidates, trace

Observe = Callable[[Document, Key, Prepared, Mapping[str, Sequence[Decision]]], None]
BUNDLED = Path(corpora.__file__).parent / "manuals"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that shapes a comparison.

    `perfect` names the layers that come from the key instead of the pipeline (see `experiments.upper_bound`).
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
) -> Comparison:
    """Run the resolvers over every document of the corpora (the bundled one if none is named).

    `keep` holds on to the evidence, which the report needs; `progress` is called after each document.
    `observe` gets each document with its key, its preparation and what the resolvers decided.
    Raises `WorkbenchError` for bad input; with `skip_bad` a bad file is passed over and named in the result.
    """
    names = settings.resolvers or default_resolvers()
    job = _Job(names, settings, whole=keep or observe is not None)
    resolvers, _ = _bench(job)  # what cannot be built is told before any work
    read = Fingerprint(paths)
    traces, kept, chains = [], [], 0
    texts: dict[str, str] = {}
    skipped: list[str] = []
    with running(settings.execution) as run:
        for (document, key), found in run(partial(_worked, job), documents(paths, settings, skipped)):
            read.add(document, key)
            texts[document.id] = digest(document.words)
            chains += len(key.chains)
            traces.append(found.trace)
            if observe and found.prepared:
                observe(document, key, found.prepared, found.decisions)
            if keep and found.prepared:
                kept.append(_evidence(document, key, found.prepared, found.decisions, settings.criteria))
            if progress:
                progress(document)
    if traces and not chains:
        raise WorkbenchError(
            f"No mention is marked in any of the {len(traces)} documents, so there is no key to compare with. "
            "For texts without a key use 'anaphora resolve'."
        )
    return Comparison(
        corpus=read.corpus,
        signature=signature(str(read), len(traces), names, settings),
        resolvers=tuple(names),
        documents=tuple(traces),
        random=frozenset(filter(is_random, names)),
        read_key=frozenset({ORACLE} & set(names)),
        evidence=tuple(kept),
        skipped=tuple(skipped),
        texts=texts,
        warnings=(*contamination.warnings(texts, _cards(resolvers), input_cards(settings)), *_notes(resolvers)),
    )


def _cards(resolvers: Mapping[str, Resolver]) -> dict[str, Card]:
    """The cards of the resolvers that have one."""
    return {name: card for name, resolver in resolvers.items() if (card := card_of(resolver))}


def _notes(resolvers: Mapping[str, Resolver]) -> Iterator[str]:
    """What systems outside have to say of themselves."""
    for name, resolver in resolvers.items():
        yield from (f"{name}: {note}." for note in (resolver.notes if isinstance(resolver, Outside) else ()))


def input_cards(settings: Settings) -> list[Card]:
    """The cards of all that shapes what resolvers get."""
    loaded = None if "annotation" in settings.perfect else pipeline.load(settings.pipeline)
    return cards.used(loaded, settings.options, settings.perfect)


@dataclass(frozen=True, slots=True)
class _Job:
    """What is done with each document; `whole` asks for its preparation and the decisions beside the trace.

    `id` tells runs apart: the same settings may name files that have changed.
    """

    resolvers: tuple[str, ...]
    settings: Settings
    whole: bool
    id: str = field(default_factory=lambda: uuid4().hex)


@dataclass(frozen=True, slots=True)
class _Worked:
    """What a worker made of a document; its preparation and the decisions only if they are asked for."""

    trace: DocumentTrace
    prepared: Prepared | None = None
    decisions: Mapping[str, Sequence[Decision]] = field(default_factory=dict)


@lru_cache(maxsize=1)
def _bench(job: _Job) -> tuple[Mapping[str, Resolver], Callable[[Document, Key], Prepared]]:
    """Resolvers and analysis, made once in each worker."""
    return build_resolvers(job.resolvers, job.settings.seed), analyser(job.settings)


def _worked(job: _Job, item: tuple[Document, Key]) -> _Worked:
    (document, key), (resolvers, analyse) = item, _bench(job)
    prepared = analyse(document, key)
    decisions = decide(job.resolvers, resolvers, document, key, prepared, job.settings.criteria)
    found = trace(document, key, prepared, decisions, job.settings.criteria)
    return _Worked(found, prepared, decisions) if job.whole else _Worked(found)


def _evidence(
    document: Document, key: Key, prepared: Prepared, decisions: Mapping[str, Sequence[Decision]], criteria: Criteria
) -> Evidence:
    right = right_candidates(document, key, prepared, criteria)
    return Evidence(prepared, decisions, key, right, mention_chains(document, key, prepared, criteria.match))


def decide(
    names: Sequence[str],
    resolvers: Mapping[str, Resolver],
    document: Document,
    key: Key,
    prepared: Prepared,
    criteria: Criteria,
) -> dict[str, list[Decision]]:
    """Every resolver's decisions on one prepared document, in the order of `names`."""
    return {
        name: _checked(name, prepared, Oracle(document, key, criteria) if name == ORACLE else resolvers[name])
        for name in names
    }


def _checked(name: str, prepared: Prepared, resolver: Resolver) -> list[Decision]:
    """The decisions of a resolver, which may be a stranger's: one a case, in order, each among the candidates."""
    decisions = resolver.resolve(prepared)
    if [decision.case for decision in decisions] != list(range(len(prepared.cases))):
        raise OptionError(f"The resolver {name!r} did not give one decision for each case of {prepared.document.id}.")
    for decision, case in zip(decisions, prepared.cases, strict=True):
        pool = set(case.candidates).intersection(decision.trace.candidates)
        if decision.antecedent is not None and decision.antecedent not in pool:
            where = prepared.document.words_of(prepared.mentions[case.anaphor].span)
            raise OptionError(
                f"The resolver {name!r} answered {where!r} in {prepared.document.id} with mention "
                f"{decision.antecedent}, which is not among the candidates of the case and of its trace."
            )
    return decisions


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


def signature(corpus: str, documents: int, names: Sequence[str], settings: Settings) -> str:
    """One line that says everything that shaped the figures, in the manner of sacreBLEU."""
    analysis = "gold" if "annotation" in settings.perfect else pipeline.load(settings.pipeline).signature
    parts = {
        "corpus": corpus,
        "documents": documents,
        "pipeline": analysis,
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
