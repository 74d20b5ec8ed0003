"""Journal of a run: results of documents on disk, so that an interrupted run can resume.

A journal is a file of JSON lines: first a description of the run, then a line for each result under the hash of its
inputs. Lines are only ever appended, so that whatever kills a run costs at most the last one. Each begins with a digest
of itself and of the run, so that damage is noticed; who forges a line can work it out as well.
"""

import json
import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeAlias

from anaphora.experiments.run.process import Interrupted
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.files import digest, locked, raw_lines, require_regular, unwritable
from anaphora.workbench.results.vocabulary import counted

SCHEMA = "anaphora-workbench/journal/2"
Json: TypeAlias = Any
"""A value that JSON can express."""
_SEAL = '{"digest":"%s",'
_BODY = len(_SEAL % digest())


class Journal:
    """Results by the hash of their inputs; they stay on disk."""

    def __init__(self, path: Path, run: Mapping[str, str], unit: str = "document", files: int = 0) -> None:
        """Open a journal or begin one; `run` describes all that shapes its results except the documents.

        `unit` says what a result is of, `files` how many the run reads. A last line that was cut off is removed.

        Raises:
            FormatError: the file is not a journal, or a line is not what was written (code "damaged").
            OptionError: it is the journal of another run.
            WorkbenchError: it cannot be read or written, or another run writes to it (code "locked").
        """
        self.path, self._unit, self._files = path, unit, files
        self._run = json.dumps({"schema": SCHEMA, "run": dict(run)}, ensure_ascii=False).encode()
        self._offsets: dict[str, int] = {}
        try:
            with ExitStack() as stack:
                require_regular(path)
                self._file = stack.enter_context(path.open("a+b"))
                stack.enter_context(locked(path))
                self._read(dict(run))
                self._stack = stack.pop_all()  # stays open
        except OSError as error:  # also of closing what a full disk did not take
            raise unwritable(self.path, error) from error

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self._stack.close()
        if isinstance(error, Interrupted):
            of_files = f" of {counted(self._files, 'file')}" if self._files else ""
            error.add_note(f"{self.path} keeps {counted(len(self), self._unit)}{of_files}")

    @staticmethod
    def key_of(*parts: object) -> str:
        """The hash of all inputs of a result."""
        return digest(*(repr(part).encode("utf-8", "surrogatepass") + b"\0" for part in parts))

    def __contains__(self, key: str) -> bool:
        return key in self._offsets

    def __len__(self) -> int:
        return len(self._offsets)

    def __getitem__(self, key: str) -> Json:
        """The result under a hash. Raises `KeyError` if there is none."""
        self._file.seek(self._offsets[key])
        return json.loads(self._file.readline())["result"]

    def add(self, key: str, result: Json) -> None:
        """Append a result. Raises `WorkbenchError` if that fails; a partly written line does not count."""
        line = json.dumps({"key": key, "result": result}, ensure_ascii=False, separators=(",", ":")) + "\n"
        body = line[1:].encode("utf-8", "surrogatepass")
        offset = self._file.seek(0, os.SEEK_END)
        try:
            self._file.write(self._seal(body) + body)
            self._file.flush()
        except OSError as error:
            raise unwritable(self.path, error) from error
        self._offsets[key] = offset

    def _read(self, run: dict[str, str]) -> None:
        header = self._run + b"\n"
        self._file.seek(0)
        end = 0
        for number, line in enumerate(raw_lines(self.path, self._file), start=1):
            if not line.endswith(b"\n") and (number > 1 or header.startswith(line)):
                break
            if number == 1:
                self._require_same(self._header(line), run)
            else:
                self._offsets[self._key(number, line)] = end
            end += len(line)
        self._file.truncate(end)
        if not end:
            self._file.write(header)
            self._file.flush()

    def _seal(self, body: bytes) -> bytes:
        """Return the beginning of a result's line, up to its key: the digest of the rest."""
        return (_SEAL % digest(self._run, body)).encode()

    def _key(self, number: int, line: bytes) -> str:
        """The key of a result; its line is not read further than that."""
        body = line[_BODY:]
        try:
            key = json.loads(b"{" + body.partition(b',"result":')[0] + b"}")["key"]
        except (ValueError, KeyError, RecursionError):
            key = None
        if line[:_BODY] != self._seal(body) or not isinstance(key, str):
            problem = "this line is not the result that was written here"
            cure = "Remove it, and the result is worked out again; all others are kept."
            raise FormatError(self.path, number, problem, cure, code="damaged")
        return key

    def _header(self, line: bytes) -> dict[str, Json]:
        try:
            parsed = json.loads(line)
        except (ValueError, RecursionError):
            parsed = None
        if isinstance(parsed, dict) and isinstance(parsed.get("run"), dict):
            return parsed
        raise FormatError(self.path, 1, "not a journal written by anaphora", "Name a new file, or remove this one.")

    def _require_same(self, entry: Mapping[str, Json], run: Mapping[str, str]) -> None:
        if (schema := entry.get("schema")) != SCHEMA:
            problem = f"{self.path} is a journal of another version: {schema!r:.50}, not {SCHEMA!r}"
            raise OptionError(f"{problem}. Name another file.", code="another-run")
        before = entry["run"]
        for name in sorted({*before, *run}):
            if before.get(name) != run.get(name):
                change = f"{name} is {run.get(name)!r} now and was {before.get(name)!r}"
                problem = f"{self.path} is the journal of another run: {change}. Name another file."
                raise OptionError(problem, code="another-run")
