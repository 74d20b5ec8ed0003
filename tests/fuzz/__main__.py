"""Read very many odd files: `python -m tests.fuzz --inputs 1000000 --seed 0`.

Every input is a small valid file after some edits, and can be made again: `--format muc --only 156` reads one, tells
what happens and prints the file. A process reads one after the other, under a limit of 1 GB of memory; it is started
anew where it dies or is stuck, and after a while in any case.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from tests.fuzz.inputs import numbered
from tests.fuzz.running import LARGEST, Tally, put, remembered, serve
from tests.fuzz.targets import targets

BATCH = 500
_STUCK, _ASLEEP = 10.0, 300.0
"""Seconds of processor time, and of any time, that one input may take before the process is ended."""
_MEMORY = "/dev/shm"  # noqa: S108 (a folder of its own is made in it)
_BATCHES_OF_A_PROCESS = 60
_SHARES = {"fixture": 0.01, "docbin": 0.5, "plain": 0.3}
"""Readers that get fewer inputs, since each takes long: a pipeline runs, spaCy makes objects, all words are found."""


class Reader:
    """The process that reads."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        self.at: Any = context.Value("q", -1, lock=False)
        self.asked, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, self.at, self.folder), daemon=True)
        self.process.start()
        theirs.close()
        self.batches = 0

    def read(self, target: str, seed: int, numbers: range) -> Tally:
        """What becomes of these inputs; those at which the process dies or is stuck are failures."""
        lost: dict[int, str] = {}
        while True:
            self.asked.send((target, seed, numbers, frozenset(lost)))
            tally, problem = self._answer(self.asked)
            if tally:
                break
            lost[self.at.value] = problem
            self.end()
            self._start()
        tally.add(Tally(len(lost), failures=list(lost.items())))
        self.batches += 1
        if self.batches == _BATCHES_OF_A_PROCESS:
            self.end()
            self._start()
        return tally

    def _answer(self, asked: Connection) -> tuple[Tally | None, str]:
        last, since, worked = self.at.value, time.monotonic(), self._processor_time()
        while not asked.poll(0.5):
            if not self.process.is_alive():
                return None, f"the process died ({self.process.exitcode})"
            if self.at.value != last:
                last, since, worked = self.at.value, time.monotonic(), self._processor_time()
            elif last >= 0 and (self._processor_time() - worked > _STUCK or time.monotonic() - since > _ASLEEP):
                return None, "was stuck"
        try:
            return asked.recv(), ""
        except EOFError:
            self.process.join()
            return None, f"the process died ({self.process.exitcode})"

    def _processor_time(self) -> float:
        """Seconds that the process has worked, which a busy machine does not add to."""
        try:
            columns = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:  # it is gone, or this is no Linux
            return 0.0
        return (int(columns[11]) + int(columns[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()


def shared(inputs: int, names: list[str]) -> Mapping[str, int]:
    """How many inputs each reader gets."""
    total = sum(_SHARES.get(name, 1.0) for name in names)
    counts = {name: round(inputs * _SHARES.get(name, 1.0) / total) for name in names}
    counts[names[0]] += inputs - sum(counts.values())
    return counts


def batches(counts: Mapping[str, int]) -> Iterator[tuple[str, range]]:
    """Batches of all readers in turn, so that a run that is ended early has read of each."""
    for first in range(0, max(counts.values()), BATCH):
        yield from ((name, range(first, min(first + BATCH, count))) for name, count in counts.items() if first < count)


def table(tallies: Mapping[str, Tally]) -> str:
    """The figures, a line for each reader."""
    rows = [f"{'reader':18} {'inputs':>9} {'accepted':>9} {'refused':>9} {'failed':>7} {'slowest':>9} {'memory':>8}"]
    for name, it in tallies.items():
        refused = it.inputs - it.accepted - len(it.failures)
        took, memory = f"{it.slowest[0]:.2f} s", f"{it.largest / 1e6:.0f} MB"
        rows.append(
            f"{name:18} {it.inputs:9,} {it.accepted:9,} {refused:9,} {len(it.failures):7,} {took:>9} {memory:>8}"
        )
    return "\n".join(rows)


def _tallies(inputs: int, seed: int, names: list[str], jobs: int, folder: str) -> Mapping[str, Tally]:
    """What became of all inputs; each failure is told at once, and how far it is once a minute."""
    tallies = {name: Tally() for name in names}
    began = told = time.monotonic()
    waiting, lock = batches(shared(inputs, names)), Lock()

    def work(job: int) -> None:
        nonlocal told
        reader = Reader(str(Path(folder) / str(job)))
        while True:
            with lock:
                batch = next(waiting, None)
            if not batch:
                break
            tally = reader.read(batch[0], seed, batch[1])
            with lock:
                tallies[batch[0]].add(tally)
                for number, problem in tally.failures:
                    print(f"{batch[0]} {number}: {problem}", flush=True)
                if time.monotonic() - told > 60:
                    told = time.monotonic()
                    print(f"# {sum(it.inputs for it in tallies.values()):,} in {told - began:.0f} s", flush=True)
        reader.end()

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(work, range(jobs)))
    return tallies


def run(inputs: int, seed: int, names: list[str], jobs: int = 1) -> int:
    """Read so many inputs, print a line for each failure and the table; the exit code."""
    began = time.monotonic()
    with TemporaryDirectory(dir=_MEMORY if Path(_MEMORY).is_dir() else None) as folder:
        tallies = _tallies(inputs, seed, names, jobs, folder)
    total = Tally()
    for tally in tallies.values():
        total.add(tally)
    print(table({**tallies, "all": total}))
    print(f"seed {seed}, {time.monotonic() - began:.0f} s")
    return int(bool(total.failures) or total.largest > LARGEST)


def show(name: str, seed: int, number: int) -> int:
    """Read one input in this process, and print it."""
    files, random = numbered(name, seed, number)
    for file, content in files.items():
        print(f"--- {file}: {len(content)} bytes\n{content!r}")
    with remembered(), TemporaryDirectory() as folder:
        accepted = targets()[name](put(name, files, Path(folder)), random)
    print("accepted" if accepted else "refused")
    return 0


def main() -> int:
    """The command."""
    known = list(targets())
    parser = argparse.ArgumentParser("python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="how many, over all readers")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes read")
    parser.add_argument("--format", action="append", choices=known, help="only this reader (repeatable)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="read one input of --format, and print it")
    options = parser.parse_args()
    if options.only is not None:
        return show((options.format or known)[0], options.seed, options.only)
    return run(options.inputs, options.seed, options.format or known, options.jobs)


if __name__ == "__main__":
    sys.exit(main())
