"""One process that reads inputs one after the other, and what it tells of them."""

import faulthandler
import gc
import resource
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from unittest.mock import patch

import catalogue as registries

from anaphora.workbench.registry import Registry
from tests.fuzz.inputs import numbered
from tests.fuzz.refusing import Target
from tests.fuzz.seeds import Files, seeds
from tests.fuzz.targets import targets
from tests.process_memory import process_memory

SLOWEST = 2.0
"""Seconds of processor time that one input may take."""
LARGEST = 1_000_000_000
"""Bytes of memory that the process may have while it reads one."""
_MEASURED = 25
"""Inputs between two looks at the most memory that was in use."""


@dataclass(slots=True)
class Tally:
    """What became of the inputs of one reader: `slowest` in seconds with its number, `largest` in bytes."""

    inputs: int = 0
    accepted: int = 0
    slowest: tuple[float, int] = (0.0, 0)
    largest: int = 0
    failures: list[tuple[int, str]] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Take what became of further inputs."""
        self.inputs += other.inputs
        self.accepted += other.accepted
        self.slowest = max(self.slowest, other.slowest)
        self.largest = max(self.largest, other.largest)
        self.failures += other.failures


@contextmanager
def remembered() -> Iterator[None]:
    """Look up only once which formats and plug-ins are installed, which takes longer than to read a small file."""
    found = cache(registries.Registry.get_all)

    def get_all(registry: registries.Registry) -> Any:
        return found(registry)

    with (
        patch.object(Registry, "_origins", cache(Registry._origins)),
        patch.object(registries.Registry, "get_all", get_all),
    ):
        yield


def put(target: str, files: Files, folder: Path) -> Path:
    """Write the files of an input into a folder, in place of those of the one before; the path of the one to read."""
    place = folder / target
    if not place.is_dir():
        for name in ("written/x", *_names(target)):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
    for name in _names(target):
        if name in files:
            (place / name).write_bytes(files[name])
        else:
            (place / name).unlink(missing_ok=True)
    return place / next(iter(files))


@cache
def _names(target: str) -> frozenset[str]:
    return frozenset(name for files in seeds(target) for name in files)


def serve(asked: Connection, at: Any, folder: str) -> None:
    """Read the inputs that are asked for (target, seed, first and last number, those to leave out), until None is.

    `at` always has the number of the input that is being read, for who watches.
    """
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with remembered():
        known = targets()
        for name in known:  # what is loaded once counts for no input
            known[name](put(name, seeds(name)[0], Path(folder)), numbered(name, 0, 0)[1])
        _limit_memory()
        gc.freeze()  # what is there now is not looked at again and again
        while (batch := asked.recv()) is not None:
            target, seed, numbers, left_out = batch
            asked.send(_read(target, known[target], seed, numbers, left_out, Path(folder), at))


def _read(
    name: str, target: Target, seed: int, numbers: range, left_out: frozenset[int], folder: Path, at: Any
) -> Tally:
    tally = Tally()
    for number in numbers:
        if number in left_out:
            continue
        at.value = number
        files, random = numbered(name, seed, number)
        path = put(name, files, folder)
        began = time.perf_counter()
        try:
            tally.accepted += target(path, random)
        except Exception as error:  # noqa: BLE001 (this is what is looked for)
            tally.failures.append((number, _told(error)))
        took = time.perf_counter() - began
        if took > SLOWEST / 4:  # the machine may have been busy, and to ask for processor time each time takes longer
            took = _again(name, target, seed, number, path)
        tally.slowest = max(tally.slowest, (took, number))
        if took > SLOWEST:
            tally.failures.append((number, f"took {took:.1f} s"))
        if not gc.isenabled():
            tally.failures.append((number, "leaves garbage collection off"))
            gc.enable()
        tally.inputs += 1
        if number % _MEASURED == 0:
            tally.largest = max(tally.largest, process_memory("VmHWM"))
    return tally


def _again(name: str, target: Target, seed: int, number: int, path: Path) -> float:
    """The processor time that an input takes when it is read a second time."""
    _, random = numbered(name, seed, number)
    began = time.process_time()
    with suppress(Exception):
        target(path, random)
    return time.process_time() - began


def _told(error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.name}, line {place.lineno} of {Path(place.filename).name}: {error}"[:300]


def _limit_memory() -> None:
    """Let whoever asks for 1 GB more than is there now have a MemoryError."""
    most = process_memory("VmSize") + LARGEST
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
