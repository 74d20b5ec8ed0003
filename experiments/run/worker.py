"""The work on each document of a comparison, wherever it is done: analysis, decisions, trace."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, lru_cache, partial
from itertools import accumulate
from numbers import Real
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar, get_type_hints
from uuid import uuid4

import numpy as np

from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.execution import Run
from anaphora.experiments.run.gold import Oracle
from anaphora.experiments.run.journal import Journal, Json
from anaphora.experiments.run.plan import ANALYSIS, Plan, plan
from anaphora.resolvers.specs import ORACLE
from anaphora.workbench import progress
from anaphora.workbench.adapters import require_fit
from anaphora.workbench.decision import Decision, Resolver, with_candidates
from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.key import Key
from anaphora.workbench.trace.build import trace
from anaphora.workbench.trace.document import Confidence, DocumentTrace, KeyAnaphor, Outcome

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Kept = TypeVar("Kept")
_MOST_SURE = 1 + 1e-6  # what adds up may be rounded
_NO_EFFORTS: Mapping[str, float] = {}
_PARTS = itemgetter("stated", "values", "of_key", "right")  # of a `Confidence`


class ResolvedDocument(NamedTuple):
    """A document, what became of it, and the resolvers that decided (but for the oracle)."""

    document: Document
    key: Key
    prepared: Prepared
    decisions: Mapping[str, Sequence[Decision]]
    resolvers: Mapping[str, Resolver]


@dataclass(frozen=True, slots=True)
class DocumentHook(Generic[Kept]):
    """A result for each document besides its trace, called `name` in a journal.

    `take` computes it in the worker, where it is imported by its name; `seen` receives it. `write` and `read` convert
    it to JSON and back; without them it cannot go into a journal.
    """

    name: str
    take: Callable[[ResolvedDocument], Kept]
    seen: Callable[[Kept], None]
    write: Callable[[Kept], Json] | None = None
    read: Callable[[Json], Kept] | None = None


Hooks: TypeAlias = Sequence[DocumentHook[Any]]


@dataclass(frozen=True, slots=True)
class Job:
    """The work on each document: the `settings` of the run, and what its hooks take.

    With `confidences` the traces say how sure the resolvers are. Jobs are the same only within a run (`id`), since the
    same options may name files that have changed.
    """

    settings: Configuration = field(compare=False)
    takes: tuple[Callable[[ResolvedDocument], object], ...] = field(default=(), compare=False)
    confidences: bool = field(default=False, compare=False)
    id: str = field(default_factory=lambda: uuid4().hex)


class DocumentResult(NamedTuple):
    """The trace of a document, and what each hook took of it."""

    trace: DocumentTrace
    taken: tuple[object, ...] = ()


@dataclass(frozen=True)
class WorkerState:
    """Resolvers and analysis, made once in each worker; the analysis only where there is a document."""

    plan: Plan
    analysis: Analysis


@lru_cache(maxsize=1)
def worker_state(job: Job) -> WorkerState:
    """The state for a job; that of the last one is kept. Raises what the resolvers raise."""
    made = plan(job.settings)
    return WorkerState(made, Analysis(job.settings, made.share_of_analysis()))


def work_on(
    job: Job, documents: Iterable[tuple[Document, Key]], run: Run, journal: Journal | None = None, hooks: Hooks = ()
) -> Iterator[tuple[Document, Key, DocumentResult]]:
    """Work on every document that the journal does not have, and add the results to it."""

    def marked() -> Iterator[tuple[Document, Key, str, bool]]:
        for document, key in documents:
            id = journal.key_of(document, key) if journal is not None else ""
            yield document, key, id, journal is not None and id in journal

    for (document, key, id, kept), result in run(partial(_result, job), marked()):
        if result is None and journal is not None:
            result = _read(journal, id, hooks)
        elif journal is not None and result and not kept:
            journal.add(id, _written(result, hooks))
        if result:
            yield document, key, result


def _result(job: Job, item: tuple[Document, Key, str, bool]) -> DocumentResult | None:
    document, key, _, kept = item
    if kept:
        return None
    state = worker_state(job)
    state.plan.require_language(document)
    prepared = state.analysis.prepare(document, key)
    criteria = job.settings.criteria
    resolvers = {
        spec.label: Oracle(document, key, criteria) if spec.name == ORACLE else state.plan.resolvers[spec.label]
        for spec in state.plan.specs
    }
    decisions = decide(resolvers, prepared, state.plan.efforts())
    resolved = ResolvedDocument(document, key, prepared, decisions, state.plan.resolvers)
    traced = trace(document, key, prepared, decisions, criteria, confidences=job.confidences)
    return DocumentResult(traced, tuple(take(resolved) for take in job.takes))


def _written(result: DocumentResult, hooks: Hooks) -> Json:
    from pydantic_core import to_jsonable_python

    traced = result.trace
    rows = {
        "anaphors": [replace(anaphor, acceptable=tuple(anaphor.acceptable)) for anaphor in traced.anaphors],
        "outcomes": dict(traced.outcomes),
    }
    plain = {entry.name: getattr(traced, entry.name) for entry in fields(traced)} | rows
    taken = [hook.write(taken) for hook, taken in zip(hooks, result.taken, strict=True) if hook.write]
    return {"trace": to_jsonable_python(plain, fallback=np.ndarray.tolist), "taken": taken}


@cache
def _fields_of_trace() -> "dict[str, TypeAdapter[Any]]":
    """The types of a trace's fields in a journal: rows where it keeps columns, lists where it has arrays."""
    from pydantic import TypeAdapter

    rows = {
        "anaphors": tuple[KeyAnaphor, ...],
        "outcomes": dict[str, tuple[Outcome, ...]],
        "confidences": dict[str, tuple[bool, list[float], list[bool], list[bool]]],
    }
    return {name: TypeAdapter(kind) for name, kind in (get_type_hints(DocumentTrace) | rows).items()}


def _read(journal: Journal, id: str, hooks: Hooks) -> DocumentResult:
    """Read a result as `_written` writes it. Raises `FormatError` if the journal holds something else."""
    try:
        written = journal[id]
        rows = written["trace"]
        rows["confidences"] = {name: _PARTS(sure) for name, sure in rows.get("confidences", {}).items()}
        adapters = {name: adapter for name, adapter in _fields_of_trace().items() if name in rows}
        values = {name: adapter.validate_python(rows[name]) for name, adapter in adapters.items()}
        values["confidences"] = {
            name: Confidence(stated, np.array(sure, np.float32), np.array(of_key, bool), np.array(right, bool))
            for name, (stated, sure, of_key, right) in values["confidences"].items()
        }
        pairs = zip(hooks, written["taken"], strict=True)
        return DocumentResult(DocumentTrace(**values), tuple(hook.read(taken) for hook, taken in pairs if hook.read))
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:  # of pydantic, too
        raise FormatError(
            journal.path, None, "has an entry that this version cannot read", "Remove the file."
        ) from error


def decide(
    resolvers: Mapping[str, Resolver], prepared: Prepared, efforts: Mapping[str, float] = _NO_EFFORTS
) -> dict[str, list[Decision]]:
    """Every resolver's decisions on one prepared document, by label; `efforts` says how long each takes (others 1).

    Raises `WorkbenchError` before any of them works where the document is too large for one.
    """
    for resolver in resolvers.values():
        require_fit(resolver, prepared)
    sizes = [ANALYSIS, *(efforts.get(name, 1) for name in resolvers)]
    words = len(prepared.document.words) / sum(sizes)
    decisions = {}
    for (name, resolver), before, size in zip(resolvers.items(), accumulate(sizes), sizes[1:], strict=False):
        with progress.part(words * before, words * size):
            decisions[name] = resolve_checked(name, prepared, resolver)
    return decisions


def resolve_checked(name: str, prepared: Prepared, resolver: Resolver) -> list[Decision]:
    """Resolve a document and check the result, since anybody may write a resolver.

    There must be one decision for each case, in their order, each answer must be among the candidates of the case and
    of its explanation, and probabilities must be such. Raises `OptionError` otherwise.
    """
    try:
        decisions = list(resolver.resolve(prepared))
    except WorkbenchError:
        raise
    except (Exception, SystemExit) as error:  # whatever somebody's resolver raises
        problem = f"failed on {prepared.document.id}: {type(error).__name__}: {error}"
        raise OptionError(f"The resolver {name!r} {problem}.", code="own-resolver") from error
    if strange := [answer for answer in decisions if not isinstance(answer, Decision)]:
        raise OptionError(f"The resolver {name!r} returned {strange[0]!r:.80}, not a Decision.", code="no-decision")
    if [decision.case for decision in decisions] != list(range(len(prepared.cases))):
        problem = f"did not return one Decision for each case of {prepared.document.id}, in their order"
        raise OptionError(f"The resolver {name!r} {problem}.", code="no-decision")
    decisions = with_candidates(prepared, decisions)
    for decision, case in zip(decisions, prepared.cases, strict=True):
        _require_apart(name, prepared, decision)
        _require_probabilities(name, prepared, decision)
        pool = set(case.candidates).intersection(decision.explanation.candidates)
        if decision.antecedent is not None and not pool.issuperset((decision.antecedent, *decision.others)):
            where = prepared.document.words_of(prepared.mentions[case.anaphor].span)
            answer = ", ".join(map(str, (decision.antecedent, *decision.others)))
            raise OptionError(
                f"The resolver {name!r} answered {where!r} in {prepared.document.id} with mention {answer}, "
                "which is not among the candidates of the case and of its explanation.",
                code="no-candidate",
            )
    return decisions


def _require_apart(name: str, prepared: Prepared, decision: Decision) -> None:
    """Raise `OptionError` for a cataphoric answer that does not follow the anaphor, or stands beside another answer."""
    case, cataphoric = prepared.cases[decision.case], decision.cataphoric
    answered = decision.antecedent is not None
    follows = cataphoric is None or (not answered and case.anaphor < cataphoric < len(prepared.mentions))
    if not follows or (decision.others and not answered):
        cure = "A cataphoric answer is a mention after the anaphor, without an antecedent; others need an antecedent."
        where = f"{prepared.document.id}, case {decision.case}"
        raise OptionError(f"The resolver {name!r} gave an answer that cannot be ({where}). {cure}", code="no-candidate")


def _require_probabilities(name: str, prepared: Prepared, decision: Decision) -> None:
    """Raise `OptionError` for a probability that is none: a number below 0 or above 1, alone or together."""
    stated = [value for value in (decision.probability, decision.no_antecedent) if value is not None]
    if not all(isinstance(value, Real) and value >= 0 for value in stated) or not sum(stated) <= _MOST_SURE:
        shown = " and ".join(map(repr, stated))
        where = f"{prepared.document.id}, case {decision.case}"
        cure = "Probabilities go from 0 to 1, that of an answer and that of no antecedent together; None says nothing."
        raise OptionError(
            f"The resolver {name!r} states {shown} as probability ({where}). {cure}", code="no-probability"
        )
