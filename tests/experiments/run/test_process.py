"""The process of a command: signals that end it in order, and how much of its work is done, by a clock of the test."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from anaphora.experiments.run import process
from anaphora.experiments.run.configuration import Execution
from anaphora.experiments.run.execution import start_workers
from anaphora.experiments.run.journal import Journal
from anaphora.experiments.run.process import SHOWN_AFTER, Interrupted, Meter, Reading, interruptible, tell
from anaphora.workbench.files import WRITTEN, replacing
from tests.experiments.run.test_execution import wait_for_ever


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The process of the tests lives on, and hears signals also where it was started to ignore them (nohup)."""
    monkeypatch.setattr(process, "PATIENCE", 1e6)
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, signal.SIG_DFL) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_raises_what_ends_the_program_with_its_code(number: signal.Signals, code: int) -> None:
    before = signal.getsignal(number)
    with pytest.raises(Interrupted) as caught, interruptible():
        signal.raise_signal(number)

    assert caught.value.code == code
    assert signal.getsignal(number) is before


def test_what_a_library_makes_of_it_is_an_interruption_all_the_same_and_other_errors_are_what_they_were() -> None:
    def load() -> None:
        try:
            signal.raise_signal(signal.SIGTERM)
        except Interrupted as error:
            raise ImportError("initialisation failed") from error

    with pytest.raises(Interrupted), interruptible():
        load()
    with pytest.raises(ImportError), interruptible():
        raise ImportError("no interruption")


def test_a_signal_that_the_process_was_to_ignore_stays_ignored() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with interruptible():
        signal.raise_signal(signal.SIGHUP)


def test_what_is_kept_is_named_in_a_line(tmp_path: Path) -> None:
    def work() -> None:
        with interruptible(), Journal(tmp_path / "j.jsonl", {"settings": "these"}, files=80) as journal:
            journal.add("first", 1)
            journal.add("second", 2)
            signal.raise_signal(signal.SIGTERM)

    with pytest.raises(Interrupted) as caught:
        work()
    line = tell(caught.value, [])
    assert all(part in line for part in (str(tmp_path / "j.jsonl"), "2 documents", "80 files"))
    assert "\n" not in line
    assert "nothing" in tell(Interrupted(signal.SIGINT), [])
    assert str(tmp_path / "a.json") in tell(Interrupted(signal.SIGINT), [tmp_path / "a.json"])


def test_a_file_half_written_is_gone_and_one_written_is_remembered(tmp_path: Path) -> None:
    def write(name: str, *, ends: bool) -> None:
        with interruptible(), replacing(tmp_path / name) as made:
            made.write_text(name)
            if not ends:
                signal.raise_signal(signal.SIGTERM)

    write("whole", ends=True)
    with pytest.raises(Interrupted):
        write("half", ends=False)
    assert [path.name for path in tmp_path.iterdir()] == ["whole"]
    assert WRITTEN[-1] == tmp_path / "whole"


def test_workers_end_with_the_work_that_is_broken_off(tmp_path: Path) -> None:
    """They hold the writing end of a pipe, which ends for its reader when the last of them is gone."""
    os.mkfifo(pipe := tmp_path / "pipe")
    heard = []

    def interrupt_both() -> None:
        with pipe.open("rb") as reader:
            heard.append(reader.read(2))
            os.kill(os.getpid(), signal.SIGTERM)
            heard.append(reader.read())

    def work() -> None:
        with interruptible(), start_workers(Execution(jobs=2)) as run:
            watcher.start()
            list(run(wait_for_ever, [str(pipe)] * 2))

    watcher = threading.Thread(target=interrupt_both)
    with pytest.raises(Interrupted):
        work()
    watcher.join()
    assert heard == [b"..", b""]


STUCK = """
import threading, time
from anaphora.experiments.run import process
process.PATIENCE = 0.3
threading.Thread(target=time.sleep, args=(1000,)).start()
with process.interruptible():
    try:
        print("begun", flush=True)
        time.sleep(1000)
    except process.Interrupted:
        time.sleep(1000)
"""


def test_a_process_that_cannot_leave_in_order_ends_all_the_same() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", STUCK], stdout=pipe, stderr=pipe, text=True, env=environment) as stuck:
        assert stuck.stdout is not None
        assert stuck.stdout.readline() == "begun\n"
        stuck.terminate()
        stuck.terminate()  # a second one changes nothing
        errors = stuck.communicate()[1]

    assert stuck.returncode == 143
    assert len(errors.splitlines()) == 1


@dataclass
class Clock:
    """Time that passes when the test says so."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def never() -> float:
    raise AssertionError("how much there is was asked for, which may cost as much as the work")


def test_short_work_says_nothing_and_work_whose_size_nobody_knows_has_no_share() -> None:
    clock, shown = Clock(), list[Reading]()
    short = Meter(never, shown.append, every=0, clock=clock)
    for clock.now in (0, 1, SHOWN_AFTER - 0.1):
        short.reach(clock.now)
    assert shown == []

    clock.now = 0
    unknown = Meter(lambda: 0, shown.append, every=0, clock=clock)
    clock.now = SHOWN_AFTER
    unknown.finish(10)
    assert shown == [Reading(None, None)]


def test_long_work_says_the_share_and_the_time_left() -> None:
    clock, shown = Clock(), list[Reading]()
    meter = Meter(lambda: 1000, shown.append, every=10, clock=clock)

    for clock.now in range(31):
        meter.reach(10 * clock.now)  # ten words a second

    assert [reading.share for reading in shown] == [0.1, 0.2, 0.3]
    assert [reading.left for reading in shown] == [90, 80, 70]


def test_the_share_grows_within_a_text_and_never_falls() -> None:
    clock, shown = Clock(SHOWN_AFTER), list[Reading]()
    meter = Meter(lambda: 100, shown.append, every=0, clock=clock)
    clock.now += SHOWN_AFTER

    meter.reach(20)
    meter.finish(50)
    meter.reach(10)
    meter.reach(5)

    assert [reading.share for reading in shown] == [0.2, 0.5, 0.6, 0.6]


def test_the_time_left_follows_from_the_last_minute() -> None:
    """A text that was in the cache took a second; the others take ten each."""
    clock, shown = Clock(), list[Reading]()
    meter = Meter(lambda: 1000, shown.append, every=100, clock=clock)

    clock.now = 1
    meter.finish(500)
    for clock.now in range(2, 101):
        meter.finish(1)

    assert shown[-1].left == pytest.approx(1000 - 599)
