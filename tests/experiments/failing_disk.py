"""A disk that fails at the n-th thing that is asked of it."""

import errno
import io
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

NEVER = 10**9


class Disk:
    """Counts what is written, made, renamed and flushed in a folder, and fails at number `at`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.at, self.steps = folder.resolve(), NEVER, 0
        self.failed = ""

    def step(self, what: str, path: object = "") -> None:
        """One thing that is asked; raises `OSError` if its turn has come."""
        self.steps += 1
        if self.steps == self.at:
            self.failed = f"{what} {path}"
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def holds(self, path: int | str | os.PathLike[str]) -> bool:
        """Whether a path, or an open file, is in the folder."""
        if isinstance(path, int):
            try:
                path = Path(f"/proc/self/fd/{path}").readlink()
            except OSError:
                return False
        return Path(os.fspath(path)).absolute().is_relative_to(self.folder)


class _Raw(io.FileIO):
    disk: Disk

    def write(self, data: Any) -> Any:
        self.disk.step("write", self.name)
        return super().write(data)


@contextmanager
def failing(folder: Path) -> Iterator[Disk]:
    """A disk that holds a folder and fails when `at` is set; reading and removing files always works."""
    disk = Disk(folder)
    opened = io.open

    def open_(file: Any, mode: str = "r", buffering: int = -1, encoding: Any = None, errors: Any = None,
              newline: Any = None, *rest: Any, **named: Any) -> Any:  # fmt: skip
        if not set(mode) & set("wxa") or not disk.holds(file):
            return opened(file, mode, buffering, encoding, errors, newline, *rest, **named)
        disk.step("open", file)
        raw = _Raw(file, mode.translate({ord("b"): None, ord("t"): None}))
        raw.disk = disk
        buffered = (io.BufferedRandom if "+" in mode else io.BufferedWriter)(raw)
        return buffered if "b" in mode else io.TextIOWrapper(buffered, encoding or "utf-8", errors, newline)

    def counting(name: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def call(*arguments: Any, **named: Any) -> Any:
            there = name == "mkdir" and Path(arguments[0]).is_dir()
            if not there and any(disk.holds(it) for it in arguments if isinstance(it, (str, Path)) or name == "fsync"):
                disk.step(name, arguments[0])
            return real(*arguments, **named)

        return call

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(io, "open", open_)
        for name in ("mkdir", "rename", "replace", "fsync", "link", "symlink"):
            patch.setattr(os, name, counting(name))
        yield disk


def contents(folder: Path) -> dict[str, bytes]:
    """What stands in a folder, by path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def put_back(folder: Path, files: Mapping[str, bytes]) -> None:
    """Have a folder hold these files and nothing else."""
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
