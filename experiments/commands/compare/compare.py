"""The main job: several resolvers on the same candidate lists of the same documents."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Unpack

from anaphora.experiments.run.analysis import sign, source_and_cards
from anaphora.experiments.run.arguments import (
    Corpora,
    CorpusLike,
    Journaled,
    Resolvers,
    configuration,
    paths_of,
    words_of_corpus,
)
from anaphora.experiments.run.command import (
    FIGURES,
    GATES,
    JSON,
    PER_DOCUMENT,
    REPORT,
    TO,
    Command,
    PathLike,
    Progress,
    details,
    flag,
    split_typed,
)
from anaphora.experiments.run.configuration import OF_RUNS, Configuration, Options, takes
from anaphora.experiments.run.documents import Fingerprint, corpus_files, documents, first_language, require_key
from anaphora.experiments.run.execution import start_workers
from anaphora.experiments.run.journal import Journal
from anaphora.experiments.run.plan import Plan, option_files
from anaphora.experiments.run.responses import responses_hook, write_responses
from anaphora.experiments.run.worker import DocumentHook, Hooks, Job, ResolvedDocument, work_on, worker_state
from anaphora.experiments.show.charts import comparison as charts
from anaphora.experiments.show.result import Result
from anaphora.resolvers.specs import ORACLE, default_resolvers
from anaphora.workbench.decision import Resolver
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError, OptionError, unknown_name
from anaphora.workbench.external.systems import ExternalSystem
from anaphora.workbench.key import Key
from anaphora.workbench.measures import raised
from anaphora.workbench.measures.success import MEASURES
from anaphora.workbench.options import JUDGED, OUTPUT, About
from anaphora.workbench.preparation import LAYERS, PRONOUNS
from anaphora.workbench.provenance import Card, card_of, contamination_warnings, text_digest
from anaphora.workbench.results import comparison as tables
from anaphora.workbench.results.comparison import Comparison, Evidence
from anaphora.workbench.results.coverage import joined_coverage, open_anaphors
from anaphora.workbench.results.slices import BY, Sliced
from anaphora.workbench.results.vocabulary import counted
from anaphora.workbench.statistics.significance import parse_sample
from anaphora.workbench.trace.build import Criteria, mention_chains, right_candidates
from anaphora.workbench.trace.document import DocumentTrace

if TYPE_CHECKING:
    from anaphora.experiments.show.report.page import Page


@takes(*OF_RUNS)
def compare(
    corpus: Corpora = None,
    resolvers: Resolvers = (),
    *,
    keep: bool | None = None,
    sample: Annotated[
        str | None,
        About(
            "Also success rates on subsamples whose anaphors are at least N sentences apart.",
            JUDGED,
            "gap=N",
            rare=True,
        ),
    ] = None,
    repeats: Annotated[int, About("Number of subsamples to average.", JUDGED, least=1, rare=True)] = 1000,
    responses: Annotated[
        PathLike | None, About("Write links as chains, for 'anaphora score'.", OUTPUT, "FOLDER")
    ] = None,
    slices: Annotated[
        str | Sequence[str], About(f"Add success rates by {', '.join(BY)}.", OUTPUT, "NAMES", read=split_typed)
    ] = (),
    open_by: Annotated[
        CorpusLike,
        About(
            "Another annotation of the texts: anaphors whose antecedents it does not share are open; repeatable.",
            JUDGED,
            "PATH",
        ),
    ] = None,
    journal: Journaled = None,
    progress: Progress = None,
    **options: Unpack[Options],
) -> Result[Comparison]:
    """Compare resolvers on the same candidate lists: success rates, upper bound MAX, significant differences.

    Args:
        corpus: A path, several paths or what `read` gives; the bundled corpus by default.
        resolvers: Names with options (`"mars"`, `"hobbs(agreement=no)"`, `"Mine=./mine.py"`) or objects with a method
            `resolve(prepared) -> list[Decision]`, or a mapping from the name to show to either; all by default.
        keep: Keep texts and candidates, which `report` needs; `False` saves memory on large corpora. By default they
            are kept unless there is a journal, which cannot hold them.
        sample: Also success rates on subsamples: `"gap=100"` for anaphors at least 100 sentences apart.
        repeats: The number of subsamples to average.
        responses: A folder for each resolver's links as chains, for `score`.
        slices: Also success rates on parts of the anaphors, by `genre`, `distance`, `candidates` or `pronoun`.
        open_by: Further annotations of the same texts. Anaphors whose antecedents one of them does not share are open;
            the result then says how many of them a resolver leaves open, and how many of the others it has right.
        journal: A file that each document's result is appended to, and from which an interrupted comparison resumes.
        progress: Called with each document when it is done.
        options: Everything else that shapes the figures, as in `anaphora compare --help`: `window=3`,
            `perfect=["mentions"]`, `match="head"`, ...

    Raises:
        WorkbenchError: bad input, an unknown name or a value out of range.
        TypeError: there is no such option.
    """
    settings = configuration(resolvers, corpus, options)
    wanted = split_typed(slices) if isinstance(slices, str) else slices
    for name in wanted:
        if name not in BY:
            raise unknown_name("kind of slices", name, BY)
    spaced = parse_sample(sample, repeats, settings.execution.seed) if sample is not None else None
    with write_responses(Path(responses)) if responses else nullcontext() as write:
        data = run_comparison(
            paths_of(corpus),
            settings,
            keep=journal is None if keep is None else keep,
            confidences=True,
            progress=progress,
            hooks=[responses_hook(write)] if write else [],
            journal=Path(journal) if journal else None,
        )
    data = with_open(data, paths_of(open_by), settings)
    return comparison_result(data.with_sample(spaced) if spaced else data, settings, wanted)


def with_open(data: Comparison, annotations: Sequence[Path], settings: Configuration) -> Comparison:
    """The same with the open anaphors: those whose antecedents one of further annotations does not share.

    Raises `FormatError` if one of them has not all documents, or other words.
    """
    chains: dict[str, list[Mapping[Span, Collection[Span]]]] = defaultdict(list)
    read = [Fingerprint([path]) for path in annotations]
    wanted = {trace.document_id: (data.texts[trace.document_id], trace.words) for trace in data.documents}
    for path, fingerprint in zip(annotations, read, strict=True):
        texts = {}
        for document, key in fingerprint.watch(documents([path], settings), None):
            texts[document.id] = text_digest(document.words), len(document.words)
            chains[document.id].append({span: chain for chain in map(frozenset, key.chains) for span in chain})
        if other := next((id for id, text in wanted.items() if texts.get(id) != text), None):
            problem = f"'{other}' has other words than in the key" if other in texts else f"there is no '{other}'"
            raise FormatError(path, None, problem, "Annotate the texts of the key, under its ids.", code="other-text")
    if not annotations:
        return data
    found = {trace.document_id: open_anaphors(trace.anaphors, chains[trace.document_id]) for trace in data.documents}
    return replace(data, found_open=found, signature=f"{data.signature}|open-by:{'+'.join(map(str, read))}")


def comparison_result(data: Comparison, settings: Configuration, by: Sequence[str] = ()) -> Result[Comparison]:
    """Several resolvers on the same candidate lists; the data hold the trace that every figure is a reduction of."""
    sliced = Sliced(data, by)
    return Result(
        data,
        data.signature,
        sliced.tables,
        {
            "table": partial(tables.ranked_table, data),
            "differences": partial(tables.differences_table, data),
            "losses": partial(tables.stages_table, data),
            "coverage": lambda: joined_coverage(data.coverage),
            "anaphors": partial(tables.anaphors_table, data),
            "documents": partial(tables.documents_table, data),
        },
        by_row=("coverage",),
        figures=sliced.figures,
        json=sliced.as_json,
        charts=partial(charts.charts, data, by),
        page=partial(_page, data, settings),
        gate=data,
        headline=data.headline,
    )


def _page(data: Comparison, settings: Configuration) -> "Page":
    from anaphora.experiments.commands.compare.page import page_of  # slow to import: most comparisons make none

    return page_of(data, settings)


def run_comparison(
    paths: Sequence[Path],
    settings: Configuration,
    *,
    keep: bool = False,
    confidences: bool = False,
    progress: Callable[[Document], None] | None = None,
    hooks: Hooks = (),
    journal: Path | None = None,
) -> Comparison:
    """Run the resolvers over every document of the corpora (the bundled one if none is named).

    `keep` retains the evidence, which the report needs, and with it how sure the resolvers are of their answers, which
    `confidences` retains alone. Each of `hooks` extracts something from every document in the worker and receives it
    here, in document order; then `progress` is called. A `journal` records results as they come, and supplies those
    that it has; it holds figures only, so it cannot be combined with `keep`.
    Raises `WorkbenchError` for bad input; with `skip_bad` a bad file is passed over and named in the result.
    """
    settings, left_out = _with_resolvers(paths, settings)
    seen = _Seen(Fingerprint(paths, settings.preparation.name))
    if keep:
        hooks = (*hooks, DocumentHook("evidence", partial(_evidence, settings.criteria), seen.evidence.append))
    _require_repeatable(settings, hooks, journal)
    job = Job(settings, tuple(hook.take for hook in hooks), keep or confidences)
    with start_workers(settings.execution) as run, ExitStack() as opened:
        state = worker_state(job)  # what cannot be built is reported before any work
        analysis = cache(lambda: [*run(source_and_cards, [settings])].pop()[1])
        recorded = None
        if journal:
            files = len(corpus_files(paths, settings.preparation.format))
            kept = ["trace", "confidences"] if job.confidences else ["trace"]
            header = {
                "settings": sign("", 0, settings, analysis()[0], state.analysis.names),
                "files": str(option_files(settings.resolvers)),
                "kept": "+".join((*kept, *(hook.name for hook in hooks))),
            }
            recorded = opened.enter_context(Journal(journal, header, files=files))
        for document, key, result in work_on(job, documents(paths, settings, seen.skipped), run, recorded, hooks):
            seen.add(document, key, result.trace)
            for hook, taken in zip(hooks, result.taken, strict=True):
                hook.seen(taken)
            if progress:
                progress(document)
        require_key(len(seen.traces), seen.read.chains)
        source, cards = analysis()
    signed = sign(seen.read, len(seen.traces), settings, source, state.analysis.names) + raised(MEASURES)
    warnings = tuple(_warnings(settings, state.plan.resolvers, seen, cards, left_out))
    return _comparison(settings, state.plan, seen, signed, warnings)


def _comparison(
    settings: Configuration, made: Plan, seen: "_Seen", signed: str, warnings: tuple[str, ...]
) -> Comparison:
    """The result: what was seen of the documents, and what is known of the resolvers that were asked for."""
    asked = made.found
    anaphors = settings.preparation.anaphors
    pronouns_only = [label for label, resolver in asked.items() if resolver.pronouns_only]
    return Comparison(
        corpus=seen.read.corpus,
        signature=signed,
        resolvers=tuple(asked),
        documents=tuple(seen.traces),
        random=frozenset(label for label, resolver in asked.items() if resolver.entry.random),
        baselines=frozenset(label for label, resolver in asked.items() if resolver.baseline),
        labels={label: resolver.title for label, resolver in asked.items()},
        read_key=frozenset(spec.label for spec in settings.resolvers if spec.name == ORACLE),
        evidence=tuple(seen.evidence),
        skipped=tuple(seen.skipped),
        texts=seen.texts,
        warnings=warnings,
        criteria=settings.criteria,
        pronouns_only=frozenset(() if anaphors in PRONOUNS else pronouns_only),
    )


def _with_resolvers(paths: Sequence[Path], settings: Configuration) -> tuple[Configuration, Sequence[str]]:
    """The settings with the default resolvers of the texts' language if none are named, and those left out for it."""
    if settings.resolvers:
        return settings, ()
    code = first_language(paths, settings)
    anaphors = settings.preparation.anaphors
    chosen = default_resolvers(anaphors, code)
    return settings.changed(resolvers=chosen), [name for name in default_resolvers(anaphors) if name not in chosen]


def _require_repeatable(settings: Configuration, hooks: Hooks, journal: Path | None) -> None:
    """Refuse objects where they would have to be sent or recognised, and a journal of what it cannot keep."""
    objects = [spec.label for spec in settings.resolvers if any(layer.resolver is not None for layer in spec.layers)]
    if journal and not all(hook.write for hook in hooks):
        raise OptionError("A journal keeps figures only. Leave it out, or reports, charts and responses.")
    if objects and (journal or settings.execution.how != "serial"):
        cure = "Put it into a file and name that (./mine.py)."
        raise OptionError(f"The resolver '{objects[0]}' is an object: no journal or worker can have it. {cure}")


def _evidence(criteria: Criteria, resolved: ResolvedDocument) -> Evidence:
    document, key, prepared = resolved.document, resolved.key, resolved.prepared
    right = right_candidates(document, key, prepared, criteria)
    chains = mention_chains(document, key, prepared, criteria.match)
    return Evidence(prepared.without_vectors(), resolved.decisions, key, right, chains)


@dataclass(slots=True)
class _Seen:
    """The documents read so far: traces, digests of texts, evidence if it is kept; and the files that were skipped.

    `bare` are the ids of those without tags and trees.
    """

    read: Fingerprint
    traces: list[DocumentTrace] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    evidence: list[Evidence] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    bare: list[str] = field(default_factory=list)

    def add(self, document: Document, key: Key, traced: DocumentTrace) -> None:
        """Take in the next document."""
        self.read.add(document, key)
        self.traces.append(traced)
        self.texts[document.id] = text_digest(document.words)
        if document.annotation is None and document.tagged is None:
            self.bare.append(document.id)


def _warnings(
    settings: Configuration,
    resolvers: Mapping[str, Resolver],
    seen: "_Seen",
    used: Sequence[Card],
    left_out: Sequence[str],
) -> Iterator[str]:
    """Yield warnings: nothing to resolve, texts that were learned from, notes of systems, resolvers left out."""
    if not any(trace.anaphors for trace in seen.traces):
        anaphors, language = settings.preparation.anaphors, settings.preparation.language
        read = f"read as --language {language} says" if language else "in the language that the texts are in"
        yield (
            f"There is no anaphor to resolve: no mention of the key that refers back is what --anaphors {anaphors} "
            f"asks for, {read}. Ask for others, or name the right language."
        )
    if seen.bare and set(LAYERS) <= set(settings.preparation.perfect):
        size = f"{counted(len(seen.bare), 'document')}, the first '{seen.bare[0]}'"
        yield f"Not perfect: the corpus has no annotation, so tags and trees are those of the pipeline ({size})."
    cards = {name: card for name, resolver in resolvers.items() if (card := card_of(resolver))}
    yield from contamination_warnings(seen.texts, cards, used)
    for name, resolver in resolvers.items():
        if isinstance(resolver, ExternalSystem):
            yield from (f"{name}: {note}." for note in resolver.notes)
    if left_out:
        yield f"Left out, since they have learned from English texts: {', '.join(left_out)}."


COMMAND = Command(
    compare,
    example="anaphora compare corpus/ --resolvers mitkov,mars --report result.html",
    offers=(
        TO, JSON, REPORT, FIGURES, GATES, PER_DOCUMENT,
        flag("losses", "Add the anaphors that each stage loses."),
        flag("coverage", "Add precision of the surest answers, calibration."),
        details("Print every figure, pair of resolvers, and stage."),
        flag("listed", "List all anaphors with each resolver's answer; with --to csv alone.", names=("--list",)),
    ),
    written=("responses",),
    implied=lambda wanted: {"keep": wanted.report or bool(wanted.flags.get("listed"))},
    work="Analysing",
    words=words_of_corpus,
)  # fmt: skip
