"""The same work run one after the other, in processes, and by Dask."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from warnings import warn

import pytest

from anaphora.experiments.run import execution
from anaphora.experiments.run.configuration import Execution, ExecutorName
from anaphora.experiments.run.execution import AHEAD, ATTEMPTS, Run, start_workers
from anaphora.workbench.errors import FormatError, OptionError
from tests.refused import raises

NUMBERS = range(20)


def squared(number: int) -> int:
    return number * number


def refused(number: int) -> int:
    if number == 7:
        raise FormatError("seven.conll", 7, "this is seven", "Take eight.")
    return number


def warning(number: int) -> None:
    if number == 7:
        warn("this is seven", stacklevel=2)


class Dying:
    """Kills its worker on one number, as often as it is asked to."""

    def __init__(self, folder: Path, number: int, times: int) -> None:
        self.folder, self.number, self.times = folder, number, times

    def __call__(self, number: int) -> int:
        deaths = len(list(self.folder.iterdir()))
        if number == self.number and deaths < self.times:
            (self.folder / f"{deaths}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number


@pytest.fixture(scope="module", params=get_args(ExecutorName))
def run(request: pytest.FixtureRequest) -> Iterator[Run]:
    with start_workers(Execution(executor=request.param, jobs=None if request.param == "serial" else 2)) as opened:
        yield opened


def test_results_come_in_the_order_of_the_items_of_which_few_are_taken_ahead(run: Run) -> None:
    taken = []

    def items() -> Iterator[int]:
        for number in NUMBERS:
            taken.append(number)
            yield number

    results = run(squared, items())
    assert next(results) == (0, 0)
    assert len(taken) <= AHEAD * 2
    assert list(results) == [(number, number * number) for number in NUMBERS[1:]]
    assert list(run(squared, [])) == []


def test_an_error_in_the_work_comes_out_as_it_was_raised_after_what_came_before(run: Run) -> None:
    """A warning comes out where it was asked for."""
    results = run(refused, NUMBERS)

    assert [next(results)[0] for _ in range(7)] == list(range(7))
    with pytest.raises(FormatError) as caught:
        next(results)
    assert (caught.value.path, caught.value.line) == ("seven.conll", 7)
    with pytest.warns(UserWarning, match="^this is seven$") as warned:
        list(run(warning, NUMBERS))
    assert len(warned) == 1


def test_an_item_that_kills_every_worker_is_named(tmp_path: Path) -> None:
    with raises("worker-died") as caught, start_workers(Execution(executor="processes", jobs=2)) as processes:
        list(processes(Dying(tmp_path, 11, 100), NUMBERS))
    assert "11" in str(caught.value)
    assert len(list(tmp_path.iterdir())) == ATTEMPTS + 1, "once beside others, then alone"


@pytest.mark.slow
def test_workers_that_are_killed_cost_their_item_only_wherever_it_stands(tmp_path: Path) -> None:
    for number in (0, 6, 19):
        (folder := tmp_path / str(number)).mkdir()
        with start_workers(Execution(executor="processes", jobs=2)) as processes:
            assert list(processes(Dying(folder, number, 1), NUMBERS)) == [(it, it) for it in NUMBERS]
            assert list(processes(squared, NUMBERS)) == [(it, it * it) for it in NUMBERS], "and the pool works on"
    (tmp_path / "dask").mkdir()
    with start_workers(Execution(executor="dask", jobs=2)) as dask:
        assert list(dask(Dying(tmp_path / "dask", 6, 1), NUMBERS)) == [(it, it) for it in NUMBERS]


WORKING = """
import sys
from tests.experiments.run.test_execution import wait_for_ever
from anaphora.experiments.run.execution import start_workers
from anaphora.experiments.run.configuration import Execution
if __name__ == "__main__":
    with start_workers(Execution(jobs=2)) as run:
        list(run(wait_for_ever, [sys.argv[1]] * 2))
"""


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    """They hold the writing end of a pipe, which ends for its reader when the last of them is gone."""
    (script := tmp_path / "main.py").write_text(WORKING)
    os.mkfifo(pipe := tmp_path / "pipe")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen([sys.executable, script, pipe], env=environment) as parent:
        try:
            with pipe.open("rb") as reader:
                assert reader.read(2) == b"..", "both work"
                parent.kill()
                assert reader.read() == b""
        finally:
            parent.kill()


def wait_for_ever(pipe: str) -> None:
    """Write a dot into a pipe, and hold it open until a signal ends the process."""
    with open(pipe, "wb", buffering=0) as writer:  # noqa: PTH123
        writer.write(b".")
        while True:
            signal.pause()


@pytest.mark.parametrize(
    "wrong", [{"executor": "threads"}, {"jobs": -1}, {"executor": "processes", "scheduler": "tcp://host:8786"}]
)
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Execution(**wrong)


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(OptionError, match="dask"), start_workers(Execution(executor="dask")):
        pass


def test_a_scheduler_that_does_not_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(execution, "PATIENCE", "50ms")

    with raises("no-scheduler"), start_workers(Execution(executor="dask", scheduler="tcp://127.0.0.1:1")):
        pass
