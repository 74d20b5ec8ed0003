"""The main job: several resolvers on the same candidate lists of the same documents."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import corpora
from experiments.building import ORACLE, build_resolvers, default_resolvers, is_random, layers
from experiments.fingerprint import Fingerprint
from experiments.upper_bound import LAYERS, Oracle, gold_annotation, perfect_layers
from preprocess import Layers, Options, cache, pipeline, prepare
from workbench import __version__
from workbench.comparison import Comparison, Evidence
from workbench.decision import Decision, Resolver
from workbench.document import Annotation, Document, Prepared
from workbench.errors import FormatError, OptionError, WorkbenchError
from workbench.key import Key
from workbench.matching import MATCHES
from workbench.trace import CRITERIA, Criteria, mention_chains, right_candidates, trace

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
    resolvers = build_resolvers(names, settings.seed)
    analyse = analyser(settings)
    read = Fingerprint(paths)
    traces, kept, chains = [], [], 0
    skipped: list[str] = []
    for document, key in documents(paths, settings, skipped):
        read.add(document, key)
        chains += len(key.chains)
        prepared = analyse(document, key)
        decisions = decide(names, resolvers, document, key, prepared, settings.criteria)
        traces.append(trace(document, key, prepared, decisions, settings.criteria))
        if observe:
            observe(document, key, prepared, decisions)
        if keep:
            kept.append(_evidence(document, key, prepared, decisions, settings.criteria))
        if progress:
            progress(document)
    require_key(len(traces), chains)
    return Comparison(
        corpus=read.corpus,
        signature=signature(str(read), len(traces), names, settings),
        resolvers=tuple(names),
        documents=tuple(traces),
        random=frozenset(filter(is_random, names)),
        read_key=frozenset({ORACLE} & set(names)),
        evidence=tuple(kept),
        skipped=tuple(skipped),
    )


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
