"""The same work run one after the other, in processes, and by Dask."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args
from warnings import warn

import pytest

from anaphora.experiments.running import execution
from anaphora.experiments.running.execution import AHEAD, ATTEMPTS, Run, start_workers
from anaphora.experiments.setup.configuration import Execution, ExecutorName
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError

NUMBERS = range(20)


def squared(number: int) -> int:
    time.sleep(0.01 * (number % 3))
    return number * number


def refused(number: int) -> int:
    if number == 7:
        raise FormatError("seven.conll", 7, "this is seven", "Take eight.")
    return number


def warning(number: int) -> None:
    if number == 7:
        warn("this is seven", stacklevel=2)


class Dying:
    """Kills its worker on one number, as often as it is told."""

    def __init__(self, folder: Path, number: int, times: int) -> None:
        self.folder, self.number, self.times = folder, number, times

    def __call__(self, number: int) -> int:
        if number == self.number and len(list(self.folder.iterdir())) < self.times:
            (self.folder / str(time.monotonic_ns())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number


@pytest.fixture(scope="module", params=get_args(ExecutorName))
def run(request: pytest.FixtureRequest) -> Iterator[Run]:
    with start_workers(Execution(executor=request.param, jobs=None if request.param == "serial" else 2)) as opened:
        yield opened


def test_results_come_in_the_order_of_the_items_each_with_its_item(run: Run) -> None:
    assert list(run(squared, NUMBERS)) == [(number, number * number) for number in NUMBERS]
    assert list(run(squared, [])) == []


def test_an_error_in_the_work_comes_out_as_it_was_raised_after_what_came_before(run: Run) -> None:
    results = run(refused, NUMBERS)

    assert [next(results)[0] for _ in range(7)] == list(range(7))
    with pytest.raises(FormatError) as caught:
        next(results)
    assert (caught.value.path, caught.value.line) == ("seven.conll", 7)


def test_what_the_work_warns_of_is_told_where_it_was_asked_for(run: Run) -> None:
    with pytest.warns(UserWarning, match="^this is seven$") as told:
        list(run(warning, NUMBERS))

    assert len(told) == 1


def test_only_a_few_items_are_taken_ahead(run: Run) -> None:
    taken = []

    def items() -> Iterator[int]:
        for number in range(20):
            taken.append(number)
            yield number

    results = run(squared, items())
    assert next(results) == (0, 0)
    assert len(taken) <= AHEAD * 2
    assert [number for number, _ in results] == list(range(1, 20))


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_its_item_only(tmp_path: Path) -> None:
    with start_workers(Execution(executor="processes", jobs=2)) as processes:
        for number in (0, 6, 19):
            folder = tmp_path / str(number)
            folder.mkdir()
            assert list(processes(Dying(folder, number, 1), NUMBERS)) == [(it, it) for it in NUMBERS]
        assert list(processes(squared, NUMBERS)) == [(it, it * it) for it in NUMBERS], "and the pool works on"


def test_an_item_that_kills_every_worker_is_named(tmp_path: Path) -> None:
    with (
        start_workers(Execution(executor="processes", jobs=2)) as processes,
        pytest.raises(WorkbenchError, match="11") as caught,
    ):
        list(processes(Dying(tmp_path, 11, 100), NUMBERS))
    assert caught.value.code == "worker-died"
    assert len(list(tmp_path.iterdir())) == ATTEMPTS + 1, "once beside others, then alone"


@pytest.mark.slow
def test_a_dask_worker_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    with start_workers(Execution(executor="dask", jobs=2)) as dask:
        assert list(dask(Dying(tmp_path, 6, 1), NUMBERS)) == [(it, it) for it in NUMBERS]


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path\n"
        "from anaphora.experiments.running.execution import start_workers\n"
        "from anaphora.experiments.setup.configuration import Execution\n"
        "from tests.experiments.running.test_execution import wait_beside\n"
        "if __name__ == '__main__':\n"
        "    with start_workers(Execution(jobs=2)) as run:\n"
        f"        list(run(wait_beside, [Path({str(tmp_path)!r})] * 2))\n"
    )
    (script := tmp_path / "main.py").write_text(code)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    parent = subprocess.Popen([sys.executable, script], env=environment)
    try:
        assert eventually(lambda: len(list(tmp_path.glob("*.pid"))) == 2)
    finally:
        parent.kill()
        parent.wait()

    workers = [Path("/proc", path.stem, "fd") for path in tmp_path.glob("*.pid")]
    assert eventually(lambda: not any(os.access(worker, os.R_OK) and list(worker.iterdir()) for worker in workers))


def wait_beside(folder: Path) -> None:
    (folder / f"{os.getpid()}.pid").touch()
    time.sleep(60)


def eventually(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + 30
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


@pytest.mark.parametrize(
    "wrong", [{"executor": "threads"}, {"jobs": -1}, {"executor": "processes", "scheduler": "tcp://host:8786"}]
)
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Execution(**wrong)


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)

    with pytest.raises(OptionError, match="dask"), start_workers(Execution(executor="dask")):
        pass


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(execution, "PATIENCE", "1s")

    with (
        pytest.raises(WorkbenchError) as caught,
        start_workers(Execution(executor="dask", scheduler="tcp://127.0.0.1:1")),
    ):
        pass
    assert caught.value.code == "no-scheduler"
