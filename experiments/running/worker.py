"""What is done with each document of a comparison, wherever it is done: analysis, decisions, trace."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar
from uuid import uuid4

from anaphora.experiments.comparison.upper_bound import Oracle
from anaphora.experiments.running.execution import Run
from anaphora.experiments.running.journal import Journal, key_of
from anaphora.resolvers.specs import ORACLE, build_resolvers
from anaphora.workbench.decision import Decision, Resolver, with_candidates
from anaphora.workbench.document import Document, Prepared, Span
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.key import Key
from anaphora.workbench.trace import Criteria, DocumentTrace, KeyAnaphor, Outcome, trace

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Kept = TypeVar("Kept")
Analyse: TypeAlias = Callable[[Document, Key], Prepared]
Decisions: TypeAlias = Mapping[str, Sequence[Decision]]


@dataclass(frozen=True, slots=True)
class ResolvedDocument:
    """A document with what was made of it, and the resolvers that did it."""

    document: Document
    key: Key
    prepared: Prepared
    decisions: Decisions
    resolvers: Mapping[str, Resolver]


@dataclass(frozen=True, slots=True)
class DocumentHook(Generic[Kept]):
    """Something that is made of each document beside its trace, called `name` in a journal.

    `take` makes it in the worker, so that it must be known by its name there; `seen` gets it. `write` and `read` turn
    it into what JSON can hold, and back; without them it goes into no journal.
    """

    name: str
    take: Callable[[ResolvedDocument], Kept]
    seen: Callable[[Kept], None]
    write: Callable[[Kept], Any] | None = None
    read: Callable[[Any], Kept] | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """What is done with each document: `analyser` makes what analyses it; `names` are those of the resolvers.

    `take` makes something besides, and `whole` asks for the preparation and the decisions. `id` tells runs apart, since
    the same options may name files that have changed.
    """

    names: tuple[str, ...]
    seed: int
    criteria: Criteria
    analyser: Callable[[], Analyse]
    take: Callable[[ResolvedDocument], Any] | None = None
    whole: bool = False
    id: str = field(default_factory=lambda: uuid4().hex)


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """What was made of a document; its preparation and the decisions only if the whole was asked for."""

    trace: DocumentTrace
    extra: Any = None
    prepared: Prepared | None = None
    decisions: Decisions = field(default_factory=dict)


@dataclass(frozen=True)
class WorkerState:
    """Resolvers and analysis, made once in each worker; the latter where there is a document."""

    job: Job
    resolvers: Mapping[str, Resolver]

    @cached_property
    def analyse(self) -> Analyse:
        """What analyses a document. Raises what the pipeline raises."""
        return self.job.analyser()


_last: list[tuple[str, WorkerState]] = []


def bench(job: Job) -> WorkerState:
    """The bench of a job; that of the last one is kept. Raises what the resolvers raise."""
    found = _last[:1]  # a copy, since another thread may replace it meanwhile
    if not found or found[0][0] != job.id:
        found = [(job.id, WorkerState(job, build_resolvers(job.names, job.seed)))]
        _last[:] = found
    return found[0][1]


def working(
    job: Job,
    documents: Iterable[tuple[Document, Key]],
    run: Run,
    journal: Journal | None = None,
    extra: DocumentHook[Any] | None = None,
) -> Iterator[tuple[Document, Key, DocumentResult]]:
    """Work on every document; what the journal has is taken from it, and what it has not is written down there."""

    def marked() -> Iterator[tuple[Document, Key, str, bool]]:
        for document, key in documents:
            id = key_of(document, key) if journal is not None else ""
            yield document, key, id, journal is not None and id in journal

    for (document, key, id, known), fresh in run(partial(_worked, job), marked()):
        if fresh is None and journal is not None:
            fresh = _read(journal, id, extra)
        elif journal is not None and fresh and not known:
            journal.add(id, _written(fresh, extra))
        if fresh:
            yield document, key, fresh


def _worked(job: Job, item: tuple[Document, Key, str, bool]) -> DocumentResult | None:
    document, key, _, known = item
    if known:
        return None
    its = bench(job)
    prepared = its.analyse(document, key)
    decisions = decide(job.names, its.resolvers, document, key, prepared, job.criteria)
    found = trace(document, key, prepared, decisions, job.criteria)
    taken = job.take(ResolvedDocument(document, key, prepared, decisions, its.resolvers)) if job.take else None
    return DocumentResult(found, taken, prepared, decisions) if job.whole else DocumentResult(found, taken)


@dataclass(frozen=True)
class _Plain:
    """What a journal keeps of a trace."""

    document_id: str
    genre: str
    anaphors: tuple[KeyAnaphor, ...]
    outcomes: dict[str, tuple[Outcome, ...]]
    identified: int
    attempted: dict[str, int]
    spurious: tuple[Span, ...]
    not_counted: dict[str, int]


def _written(worked: DocumentResult, extra: DocumentHook[Any] | None) -> Any:
    taken = extra.write(worked.extra) if extra and extra.write else None
    its = {field.name: getattr(worked.trace, field.name) for field in fields(_Plain)}
    plain = _Plain(**its | {"anaphors": tuple(its["anaphors"]), "outcomes": dict(its["outcomes"])})
    return {"trace": _traces().dump_python(plain, mode="json"), "extra": taken}


def _read(journal: Journal, id: str, extra: DocumentHook[Any] | None) -> DocumentResult:
    """Raises `FormatError` if the journal holds something else."""
    try:
        written = journal[id]
        trace = DocumentTrace(**vars(_traces().validate_python(written["trace"])))
        return DocumentResult(trace, extra.read(written["extra"]) if extra and extra.read else None)
    except (KeyError, TypeError, ValueError) as error:  # of pydantic, too
        raise FormatError(journal.path, None, "a result in it is not one of ours", "Remove the file.") from error


@cache
def _traces() -> "TypeAdapter[_Plain]":
    from pydantic import TypeAdapter

    return TypeAdapter(_Plain)


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
        name: resolve_checked(name, prepared, Oracle(document, key, criteria) if name == ORACLE else resolvers[name])
        for name in names
    }


def resolve_checked(name: str, prepared: Prepared, resolver: Resolver) -> list[Decision]:
    """Resolve a document and check the result, since anybody may write a resolver.

    There must be one decision for each case, in their order, and each answer must be among the candidates of the case
    and of its explanation. Raises `OptionError` otherwise.
    """
    decisions = resolver.resolve(prepared)
    if [decision.case for decision in decisions] != list(range(len(prepared.cases))):
        raise OptionError(f"The resolver {name!r} did not give one decision for each case of {prepared.document.id}.")
    decisions = with_candidates(prepared, decisions)
    for decision, case in zip(decisions, prepared.cases, strict=True):
        pool = set(case.candidates).intersection(decision.explanation.candidates)
        if decision.antecedent is not None and decision.antecedent not in pool:
            where = prepared.document.words_of(prepared.mentions[case.anaphor].span)
            raise OptionError(
                f"The resolver {name!r} answered {where!r} in {prepared.document.id} with mention "
                f"{decision.antecedent}, which is not among the candidates of the case and of its explanation."
            )
    return decisions
