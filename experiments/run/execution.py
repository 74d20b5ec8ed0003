"""Execution of work on many documents: in this process, in worker processes, or on a Dask cluster.

Results come in the order of the documents and are the same in all three. Only a few documents are in flight at a time,
so that a corpus may be larger than memory.
"""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib import import_module
from logging import CRITICAL
from multiprocessing import get_context, parent_process
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Protocol, TypeVar
from warnings import catch_warnings, warn

from anaphora.experiments.run.configuration import Execution
from anaphora.experiments.run.process import Interrupted, collect_rarely, end_workers, unheard
from anaphora.workbench.errors import WorkbenchError, needs_extra

if TYPE_CHECKING:
    from distributed import Client

Item = TypeVar("Item")
Result = TypeVar("Result")
Submitted = TypeVar("Submitted")
AHEAD = 4
"""Documents in flight for each worker: enough that none waits, few enough for memory."""
PATIENCE = "30s"
"""The time that a scheduler may take to answer."""
ATTEMPTS = 3
"""The number of times that a document is tried alone after a worker died."""
_QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "2s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "1s",
    "distributed.scheduler.worker-saturation": "inf",  # a few documents wait at each worker, not at the scheduler
}
"""For Dask on this machine, whose workers spend a tenth of their time on monitoring by default."""


class Run(Protocol):
    """A function that does the same work on every item; results come in the order of the items, each with its item."""

    def __call__(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
        """The result of each item. Work, items and results are sent between processes."""
        ...


@contextmanager
def start_workers(execution: Execution) -> Iterator[Run]:
    """Workers, which end with the block, or with this process.

    Raises:
        OptionError: Dask is not installed.
        WorkbenchError: its scheduler does not answer.
    """
    if execution.how == "serial":
        yield lambda work, items: ((item, work(item)) for item in items)
    else:
        with (_processes if execution.how == "processes" else _dask)(execution) as run:
            yield run


def _in_order(
    submit: Callable[[Item], Submitted], items: Iterable[Item], in_flight: int
) -> Iterator[tuple[Item, Submitted]]:
    """Yield each item with what was submitted of it; a few more items are submitted ahead."""
    waiting: deque[tuple[Item, Submitted]] = deque()
    for item in items:
        waiting.append((item, submit(item)))
        if len(waiting) >= in_flight:
            yield waiting.popleft()
    while waiting:
        yield waiting.popleft()


def _pool(workers: int) -> ProcessPoolExecutor:
    # not forked: a model loaded before, and the threads of its library, would be shared
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_start_worker)


def _start_worker() -> None:
    collect_rarely()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this worker with its parent: if that was killed, it would wait for work for ever."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def _listening(work: Callable[[Item], Result], item: Item) -> tuple[Result, list[Warning | str]]:
    """Return the result of an item in a worker with the warnings, which the process that started it shows the user."""
    with catch_warnings(record=True) as heard:
        result = work(item)
    return result, [warning.message for warning in heard]


def _retold(answer: tuple[Result, list[Warning | str]]) -> Result:
    result, heard = answer
    for warning in heard:
        warn(warning, stacklevel=2)
    return result


@contextmanager
def _processes(execution: Execution) -> Iterator[Run]:
    """A pool of processes. If one dies, the pool does not tell on which item: all in flight are done again alone."""
    pool = _pool(execution.workers)
    with unheard():
        for _ in range(execution.workers):  # they import while this process finds out what they shall do
            pool.submit(import_module, "anaphora.experiments.run.worker")

    def run(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
        nonlocal pool

        def submit(item: Item) -> Future[tuple[Result, list[Warning | str]]]:
            nonlocal pool
            with unheard():
                try:
                    return pool.submit(_listening, work, item)
                except BrokenProcessPool:
                    pool = _pool(execution.workers)
                    return pool.submit(_listening, work, item)

        for item, future in _in_order(submit, items, AHEAD * execution.workers):
            try:
                answer = future.result()
            except BrokenProcessPool:
                pool.shutdown()  # when its other items are done: memory may be what was missing
                answer = _alone(partial(_listening, work), item)
                pool = _pool(execution.workers)
            yield item, _retold(answer)

    try:
        yield run
    finally:
        _end(pool)


def _end(pool: ProcessPoolExecutor) -> None:
    """End its workers now: nobody waits for what they do."""
    for worker in list((pool._processes or {}).values()):
        worker.kill()
    pool.shutdown(wait=False, cancel_futures=True)


def _alone(work: Callable[[Item], Result], item: Item) -> Result:
    for _ in range(ATTEMPTS):
        pool = _pool(1)
        try:
            with unheard():
                future = pool.submit(work, item)
            with suppress(BrokenProcessPool):
                return future.result()
        finally:
            _end(pool)
    raise _fatal(item)


def _fatal(item: object) -> WorkbenchError:
    document = item[0] if isinstance(item, tuple) and item else item
    name = f"the document '{document.id}'" if hasattr(document, "id") else repr(item)[:60]
    cure = "It may need more memory than there is: try fewer workers with --jobs, or leave it out."
    return WorkbenchError(f"The worker died {ATTEMPTS} times on {name}. {cure}", code="worker-died")


@contextmanager
def _dask(execution: Execution) -> Iterator[Run]:
    """A cluster, or one started for this run; Dask itself retries what a dead worker had."""
    with needs_extra("dask"):
        from distributed import KilledWorker

    with _client(execution) as client:
        workers = len(client.scheduler_info(n_workers=-1)["workers"])

        def run(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
            submit = partial(client.submit, _listening, work, pure=False)
            for item, future in _in_order(submit, items, AHEAD * max(1, workers)):
                try:
                    yield item, _retold(future.result())
                except KilledWorker:
                    raise _fatal(item) from None

        yield run


@contextmanager
def _client(execution: Execution) -> Iterator["Client"]:
    from dask import config
    from distributed import Client, LocalCluster

    with ExitStack() as outer, ExitStack() as stack:
        address: object = execution.scheduler
        if not address:
            folder = outer.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))  # Dask's own would stay
            stack.enter_context(config.set(_QUIET | {"temporary-directory": folder}))
            with unheard():
                cluster = LocalCluster(  # type: ignore[no-untyped-call]
                    execution.workers,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",  # without an address it would show the run to the whole network
                    silence_logs=CRITICAL,
                )
            address = stack.enter_context(cluster)
        try:
            client = Client(address, timeout=PATIENCE)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            problem = f"The Dask scheduler {execution.scheduler} does not answer"
            raise WorkbenchError(
                f"{problem} ({error}). Start it, or correct the address.", code="no-scheduler"
            ) from error
        try:
            stack.enter_context(client)
            if not execution.scheduler:
                client.run(collect_rarely)
            yield client
        except Interrupted:
            stack.pop_all()  # closing a cluster in order takes longer than there is
            end_workers()
            raise
