"""What signals do: work ends where it is, all that has to be tidied is, and a line says what is kept."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from anaphora.experiments.running import interruption
from anaphora.experiments.running.execution import start_workers
from anaphora.experiments.running.interruption import Interrupted, interruptible, tell
from anaphora.experiments.running.journal import Journal
from anaphora.experiments.setup.configuration import Execution
from anaphora.workbench.files.atomic import WRITTEN, replacing
from tests.experiments.running.test_execution import eventually, wait_beside


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The process of the tests lives on, and hears signals also where it was started to ignore them (nohup)."""
    monkeypatch.setattr(interruption, "PATIENCE", 1e6)
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, signal.SIG_DFL) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


def interrupt(number: signal.Signals = signal.SIGTERM) -> None:
    os.kill(os.getpid(), number)
    time.sleep(5)  # it comes at once


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_raises_what_ends_the_program_with_its_code(number: signal.Signals, code: int) -> None:
    before = signal.getsignal(number)
    with pytest.raises(Interrupted) as caught, interruptible():
        interrupt(number)

    assert caught.value.code == code
    assert signal.getsignal(number) is before


def test_what_a_library_makes_of_it_is_an_interruption_all_the_same() -> None:
    def load() -> None:
        try:
            interrupt()
        except Interrupted as error:
            raise ImportError("initialisation failed") from error

    with pytest.raises(Interrupted), interruptible():
        load()


def test_other_errors_are_what_they_were() -> None:
    with pytest.raises(ImportError), interruptible():
        raise ImportError("no interruption")


def test_a_signal_that_the_process_was_told_to_ignore_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interruptible():
            os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_journal_says_what_it_keeps(tmp_path: Path) -> None:
    def work() -> None:
        with interruptible(), Journal(tmp_path / "j.jsonl", {"settings": "these"}, files=80) as journal:
            journal.add("first", 1)
            journal.add("second", 2)
            interrupt()

    with pytest.raises(Interrupted) as caught:
        work()
    said = tell(caught.value, [])
    assert all(part in said for part in (str(tmp_path / "j.jsonl"), "2 documents", "80 files"))
    assert "\n" not in said


def test_files_that_are_written_are_named_and_nothing_if_there_are_none(tmp_path: Path) -> None:
    assert "nothing" in tell(Interrupted(signal.SIGINT), [])
    assert str(tmp_path / "a.json") in tell(Interrupted(signal.SIGINT), [tmp_path / "a.json"])


def test_a_file_half_written_is_gone_and_one_written_is_remembered(tmp_path: Path) -> None:
    def write(name: str, *, ends: bool) -> None:
        with interruptible(), replacing(tmp_path / name) as made:
            made.write_text(name)
            if not ends:
                interrupt()

    write("whole", ends=True)
    with pytest.raises(Interrupted):
        write("half", ends=False)
    assert [path.name for path in tmp_path.iterdir()] == ["whole"]
    assert WRITTEN[-1] == tmp_path / "whole"


def test_workers_end_with_the_work_that_is_broken_off(tmp_path: Path) -> None:
    def work() -> None:
        with interruptible(), start_workers(Execution(jobs=2)) as run:
            results = run(wait_beside, [tmp_path] * 2)
            signal.signal(signal.SIGALRM, lambda *_: interrupt() if both_work() else None)
            signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
            list(results)

    def both_work() -> bool:
        return len(list(tmp_path.glob("*.pid"))) == 2

    try:
        with pytest.raises(Interrupted):
            work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    assert both_work()
    workers = [Path("/proc", path.stem, "fd") for path in tmp_path.glob("*.pid")]
    assert eventually(lambda: not any(os.access(worker, os.R_OK) and list(worker.iterdir()) for worker in workers))


STUCK = """
import os, signal, threading, time
from anaphora.experiments.running.interruption import Interrupted, interruptible
threading.Thread(target=time.sleep, args=(60,)).start()
with interruptible():
    try:
        print("begun", flush=True)
        time.sleep(60)
    except Interrupted:
        time.sleep(60)
"""


def test_a_process_that_cannot_leave_in_order_ends_all_the_same() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", STUCK], stdout=pipe, stderr=pipe, text=True, env=environment) as stuck:
        assert stuck.stdout is not None
        assert stuck.stdout.readline() == "begun\n"
        stuck.terminate()
        stuck.terminate()  # a second one changes nothing
        said = stuck.communicate(timeout=30)[1]

    assert stuck.returncode == 143
    assert len(said.splitlines()) == 1
