"""Work on many documents: one after the other, in processes of this machine, or on a Dask cluster.

Documents are the unit. Whatever runs them, results come in the order of the documents and are the same; only a few are
under way at a time, so that a corpus may be larger than memory.
"""

import gc
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from logging import CRITICAL
from multiprocessing import get_context
from typing import Any, Generic, Protocol, TypeVar

from anaphora.workbench.errors import OptionError, WorkbenchError, needs_extra

Item = TypeVar("Item")
Result = TypeVar("Result")

EXECUTORS = ("serial", "processes", "dask")
AHEAD = 4
"""Documents under way for each worker: enough that none waits, few enough for memory."""
PATIENCE = "30s"
"""How long a scheduler may take to answer."""
ATTEMPTS = 3
"""How often a document is begun whose worker dies before it is given up."""
_OBJECTS = 50_000
_UNWATCHED = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "2s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "1s",
    "distributed.scheduler.worker-saturation": "inf",  # a few documents wait at each worker, not at the scheduler
}
"""For Dask on this machine, whose workers look at themselves a hundred times a second: a tenth of the time."""


def collect_rarely() -> None:
    """Let this process look for garbage in cycles less often.

    Documents are very many small objects, which have none; looking takes a quarter of the time to read a corpus.
    """
    gc.set_threshold(_OBJECTS, 20, 20)


@dataclass(frozen=True, slots=True)
class Execution:
    """What runs the work: `jobs` workers (0: one a processor) of an executor, or the Dask cluster of a `scheduler`."""

    executor: str = "serial"
    jobs: int = 0
    scheduler: str = ""

    def __post_init__(self) -> None:
        """Raise `OptionError` for what does not exist or does not go together."""
        if self.executor not in EXECUTORS:
            raise OptionError(f"There is no executor {self.executor!r}; choose from {', '.join(EXECUTORS)}.")
        if self.jobs < 0:
            raise OptionError(f"--jobs is {self.jobs}; it must be 1 or more, or 0 for one a processor.")
        if self.scheduler and self.executor != "dask":
            raise OptionError("--scheduler names a Dask cluster. Add --executor dask.")

    @property
    def workers(self) -> int:
        """How many documents are worked on at once on this machine."""
        if self.jobs:
            return self.jobs
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Run(Protocol):
    """Runs the same work on every item; results come in the order of the items, each with its item."""

    def __call__(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
        """What `work` makes of each item. Items and results cross the borders of processes, and so must `work`."""
        ...


@contextmanager
def running(execution: Execution) -> Iterator[Run]:
    """Workers, started when there is work and gone afterwards.

    Raises `OptionError` if Dask is asked for and not installed, `WorkbenchError` if its scheduler does not answer.
    """
    if execution.executor == "serial":
        yield _serial
    elif execution.executor == "processes":
        with _Processes(execution.workers) as processes:
            yield processes.run
    else:
        with _dask(execution) as run:
            yield run


def _serial(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
    return ((item, work(item)) for item in items)


@dataclass(slots=True)
class _Task(Generic[Item, Result]):
    """An item, what it becomes (`None`: not begun), and how often it was worked on alone."""

    item: Item
    future: Future[Result] | None
    alone: int = 0


class _Processes:
    """A pool of processes that is made anew when one of them dies.

    The pool does not tell on which item that was. So everything that was under way is begun again one by one, and the
    item on which a worker dies then is known.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool = self._new()
        self.careful = False

    def _new(self) -> Executor:
        # not forked: a model loaded before, and the threads of its library, would be shared
        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"), initializer=collect_rarely)

    def __enter__(self) -> "_Processes":
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)

    def run(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
        """See `Run`. Raises `WorkbenchError` for an item on which workers die again and again."""
        waiting: deque[_Task[Item, Result]] = deque()
        for item in items:
            waiting.append(_Task(item, self._begun(work, item)))
            while waiting and (self.careful or len(waiting) >= AHEAD * self.workers):
                yield self._first(work, waiting)
        while waiting:
            yield self._first(work, waiting)

    def _begun(self, work: Callable[[Item], Result], item: Item) -> Future[Result] | None:
        try:
            return self.pool.submit(work, item)
        except BrokenProcessPool:  # a worker died just now
            return None

    def _first(self, work: Callable[[Item], Result], waiting: deque[_Task[Item, Result]]) -> tuple[Item, Result]:
        task = waiting[0]
        while True:
            if task.future is None:
                self._renew(waiting)
                task.alone += 1
                task.future = self.pool.submit(work, task.item)
            try:
                result = task.future.result()
            except BrokenProcessPool:
                if task.alone == ATTEMPTS:
                    raise WorkbenchError(_deadly(task.item)) from None
                task.future = None
            else:
                waiting.popleft()
                self.careful = self.careful and bool(waiting)
                return task.item, result

    def _renew(self, waiting: Iterable[_Task[Item, Result]]) -> None:
        """A pool without anything under way."""
        self.careful = True
        for task in waiting:
            if task.future is not None and (not task.future.done() or task.future.exception() is not None):
                task.future.cancel()
                task.future = None
        self.pool.shutdown(wait=True, cancel_futures=True)
        self.pool = self._new()


def _deadly(item: object) -> str:
    cure = "It may need more memory than there is: try fewer workers with --jobs, or leave it out."
    return f"The worker died {ATTEMPTS} times on {_named(item)}. {cure}"


def _named(item: object) -> str:
    document = item[0] if isinstance(item, tuple) and item else item
    return f"the document '{document.id}'" if hasattr(document, "id") else repr(item)[:60]


@contextmanager
def _dask(execution: Execution) -> Iterator[Run]:
    """A cluster, or one that is started for this run; Dask itself begins again what a dead worker had."""
    with ExitStack() as opened:
        client = opened.enter_context(_client(execution, opened))
        workers = len(client.scheduler_info(n_workers=-1)["workers"])

        def run(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
            waiting: deque[tuple[Item, Any]] = deque()
            for item in items:
                waiting.append((item, client.submit(work, item, pure=False)))
                if len(waiting) >= AHEAD * max(1, workers):
                    yield _result(waiting)
            while waiting:
                yield _result(waiting)

        yield run


def _result(waiting: deque[tuple[Item, Any]]) -> tuple[Item, Any]:
    from distributed import KilledWorker

    item, future = waiting.popleft()
    try:
        return item, future.result()
    except KilledWorker:
        raise WorkbenchError(_deadly(item)) from None


def _client(execution: Execution, opened: ExitStack) -> Any:
    with needs_extra("dask"):
        import distributed
        from dask import config
    connect: Any = distributed.Client
    if not execution.scheduler:
        start: Any = distributed.LocalCluster
        opened.enter_context(config.set(_UNWATCHED))
        cluster = start(execution.workers, threads_per_worker=1, dashboard_address=":0", silence_logs=CRITICAL)
        return connect(opened.enter_context(cluster))
    try:
        return connect(execution.scheduler, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        problem = f"The Dask scheduler {execution.scheduler} does not answer"
        raise WorkbenchError(f"{problem} ({error}). Start it, or correct the address.") from error
