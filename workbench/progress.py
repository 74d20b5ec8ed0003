"""Progress of work, told to whoever listens; by default nobody does.

Work that may take long says so by `tell`, in shares of what it was given; whoever divides work among others says by
`part` what that is, or by `reading` that it is files. Neither has to know who listens, and resolvers that tell nothing
are counted when they are done. What is done at last, such as a part of a study, is said in a line by `tell_line`.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from os import fstat
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias, TypeVar

Listener: TypeAlias = Callable[[float], None]
"""A function that is told how much is done of the work in hand, in its own unit: words of a text, for example."""


class _Part(NamedTuple):
    listener: Listener
    start: float = 0.0
    size: float = 1.0


_Value = TypeVar("_Value")
_current: ContextVar[_Part | None] = ContextVar("progress", default=None)


@contextmanager
def _holding(variable: ContextVar[_Value], value: _Value) -> Iterator[None]:
    """Give a variable that value inside."""
    before = variable.set(value)
    try:
        yield
    finally:
        variable.reset(before)


def listening(listener: Listener) -> AbstractContextManager[None]:
    """Have a listener told of all work inside."""
    return _holding(_current, _Part(listener))


_lines: ContextVar[Callable[[str], None] | None] = ContextVar("lines", default=None)


def telling(write: Callable[[str], None]) -> AbstractContextManager[None]:
    """Have each line that is said inside of work that is done handed to a function."""
    return _holding(_lines, write)


def tell_line(text: str) -> None:
    """Say in a line what is done."""
    if write := _lines.get():
        write(text)


@contextmanager
def part(start: float, size: float) -> Iterator[None]:
    """Count what is told inside as that part of the work, in shares of what contains it; at the end it is done."""
    with scaled(start, size):
        yield
        tell(1)


@contextmanager
def scaled(start: float, by: float) -> Iterator[None]:
    """Multiply what is told inside, in the unit of what contains it, and count it from `start` on."""
    outer = _current.get()
    if outer is None:
        yield
        return
    with _holding(_current, _Part(outer.listener, outer.start + start * outer.size, by * outer.size)):
        yield


def tell(share: float) -> None:
    """Say how much of the part in hand is done, from 0 to 1."""
    current = _current.get()
    if current is not None:
        current.listener(current.start + share * current.size)


@dataclass(slots=True)
class _Files:
    """The bytes to be read: all of them, those of files that were closed again, and the open files with their sizes."""

    total: int
    closed: int = 0
    opened: list[tuple[BinaryIO, int]] = field(default_factory=list)

    def share(self) -> float:
        """Return the share that has been read, up to 1; files that were read twice count twice."""
        self.closed += sum(size for file, size in self.opened if file.closed)
        self.opened = [(file, size) for file, size in self.opened if not file.closed]
        return min(1.0, (self.closed + sum(file.tell() for file, _ in self.opened)) / max(1, self.total))


_files: ContextVar[_Files | None] = ContextVar("files", default=None)


@contextmanager
def reading(start: float, size: float, *paths: Path) -> Iterator[None]:
    """Count what is read inside, of files and of those in folders, as that part of the work; at the end it is done.

    Where nobody knows how many documents there are, this is known.
    """
    files = _Files(sum(map(_size, paths))) if _current.get() else None
    with _holding(_files, files), part(start, size):
        yield


def watch(file: BinaryIO) -> None:
    """Count what is read of an open file, if that is asked for."""
    if files := _files.get():
        files.opened.append((file, fstat(file.fileno()).st_size))


def tell_read() -> None:
    """Say how much has been read, if that is asked for."""
    if files := _files.get():
        tell(files.share())


def _size(path: Path) -> int:
    with suppress(OSError, ValueError):  # who reads it says what is wrong
        return path.stat().st_size if not path.is_dir() else sum(file.lstat().st_size for file in path.rglob("*"))
    return 0
