"""Results of documents written down as they come, so that a run that was interrupted goes on where it stopped.

A journal is a file of JSON lines: first what the run is, then a line for each result under the hash of what it was made
from. Lines are only ever added, so that whatever kills a run costs at most the last one.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

SCHEMA = "anaphora-workbench/journal/1"


class Journal:
    """Results by the hash of what they were made from; values are what JSON can hold, and stay on disk."""

    def __init__(self, path: Path, run: Mapping[str, str]) -> None:
        """Open a journal, or begin one; `run` says everything that shapes its results but the documents.

        A last line that was cut off is taken away.

        Raises:
            FormatError: the file is no journal.
            OptionError: it is the journal of another run.
            WorkbenchError: it cannot be read or written.
        """
        self.path = path
        self._places: dict[str, int] = {}
        with ExitStack() as opened:
            try:
                self._file: BinaryIO = opened.enter_context(path.open("a+b"))
                self._lock()
                self._read(dict(run))
            except OSError as error:
                raise self._unwritable(error) from error
            opened.pop_all()  # stays open

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        self._file.close()

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, key: str) -> Any:
        """The result under a hash. Raises `KeyError` if there is none."""
        self._file.seek(self._places[key])
        return json.loads(self._file.readline())["result"]

    def add(self, key: str, result: Any) -> None:
        """Write a result down. Raises `WorkbenchError` if that fails; what was written of it counts for nothing."""
        line = json.dumps({"key": key, "result": result}, ensure_ascii=False, separators=(",", ":")) + "\n"
        at = self._file.seek(0, os.SEEK_END)
        try:
            self._file.write(line.encode("utf-8", "surrogatepass"))
            self._file.flush()
        except OSError as error:
            raise self._unwritable(error) from error
        self._places[key] = at

    def _lock(self) -> None:
        """Two runs would cut off each other's last lines; where the system has no locks, nothing is done."""
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            cure = "Wait for it to end, or name another file."
            raise WorkbenchError(f"Another run is writing to the journal {self.path}. {cure}") from error

    def _read(self, run: dict[str, str]) -> None:
        header = json.dumps({"schema": SCHEMA, "run": run}, ensure_ascii=False).encode() + b"\n"
        self._file.seek(0)
        end, first = 0, True
        for number, raw in enumerate(self._file, start=1):
            if not raw.endswith(b"\n") and (not first or header.startswith(raw)):
                break
            entry = self._entry(number, raw)
            if first:
                self._require_same(entry, run)
            else:
                self._places[entry["key"]] = end
            first, end = False, end + len(raw)
        self._file.truncate(end)
        if first:
            self._file.write(header)
            self._file.flush()

    def _entry(self, number: int, raw: bytes) -> dict[str, Any]:
        try:
            entry: Any = json.loads(raw)
        except (ValueError, RecursionError):
            entry = None
        its = entry if isinstance(entry, dict) else {}
        if not ("run" in its if number == 1 else isinstance(its.get("key"), str) and "result" in its):
            raise FormatError(self.path, number, "this is no journal of ours", "Name a new file, or remove this one.")
        return its

    def _require_same(self, entry: Mapping[str, Any], run: Mapping[str, str]) -> None:
        before = entry["run"] if entry.get("schema") == SCHEMA and isinstance(entry["run"], dict) else {}
        for name in sorted({*before, *run}):
            if before.get(name) != run.get(name):
                change = f"{name} is {run.get(name)!r} now and was {before.get(name)!r}"
                raise OptionError(f"{self.path} is the journal of another run: {change}. Name another file.")

    def _unwritable(self, error: OSError) -> WorkbenchError:
        return WorkbenchError(f"{self.path}: the journal cannot be written ({error.strerror or error}).")


def key_of(*parts: object) -> str:
    """The hash under which a result stands: of all that it was made from."""
    made = hashlib.blake2b(digest_size=16)
    for part in parts:
        made.update(repr(part).encode("utf-8", "surrogatepass") + b"\0")
    return made.hexdigest()
