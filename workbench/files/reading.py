"""The one place where files are opened that somebody names: regular files only, and no more of them than a limit."""

import hashlib
import os
from collections.abc import Iterator
from functools import partial
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from anaphora.workbench.errors import FormatError
from anaphora.workbench.progress import watch

LONGEST = 64_000_000
"""Bytes of a file that is read as a whole."""
LONGEST_LINE = 256_000_000
"""Bytes of a line of JSON; that of a document of two million characters stays far below it."""


def opened(path: Path) -> BufferedReader:
    """A regular file to read from.

    A file that says that it has no bytes is taken at its word and not asked: those of the kernel say so, too, and some
    of them (/proc/kmsg) wait for ever.

    Raises:
        FormatError: it cannot be opened (code "unreadable"), or is no regular file ("not-a-file").
    """
    try:
        require_regular(path)
        return (path if path.stat().st_size else Path(os.devnull)).open("rb")
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        problem = f"the file cannot be opened ({getattr(error, 'strerror', None) or error})"
        raise FormatError(path, None, problem, "Check its name and permissions.", code="unreadable") from error


def require_regular(path: Path) -> None:
    """Refuse a device, a pipe and the like before it is opened: it may never end, or wait, or do something.

    What does not exist is no error. Raises `FormatError` (code "not-a-file"), `OSError`.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise not_regular(path)


def not_regular(path: Path) -> FormatError:
    """Make the error that refuses what is no regular file."""
    cure = "Files are read more than once; write what comes from it to a file first."
    return FormatError(path, None, "this is not a regular file", cure, code="not-a-file")


def content(path: Path, longest: int = LONGEST) -> bytes:
    """A whole file as it is.

    Raises:
        FormatError: as for `opened`, or it has more than `longest` bytes (code "too-large") and is not loaded.
    """
    with opened(path) as file:
        watch(file)
        raw = file.read(longest + 1)
    if len(raw) > longest:
        raise _too_large(path, None, "file", longest)
    return raw


def text(path: Path, longest: int = LONGEST) -> str:
    """A whole UTF-8 file. Raises `FormatError` as `content`, or with code "not-utf8"."""
    try:
        return content(path, longest).decode()
    except UnicodeDecodeError as error:
        cure = "Save the file as UTF-8 text."
        raise FormatError(path, None, "this is not UTF-8 text", cure, code="not-utf8") from error


def raw_lines(path: Path, file: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[bytes]:
    """The lines of an open file, with their ends. Raises `FormatError` (code "too-large") for a longer one."""
    watch(file)
    for number, line in enumerate(iter(partial(file.readline, longest + 1), b""), start=1):
        if len(line) > longest:
            raise _too_large(path, number, "line", longest)
        yield line


def digest_of_file(path: Path, size: int) -> str:
    """The BLAKE2b digest of a file of any length, of so many bytes, in hexadecimal digits. Raises `FormatError`."""
    with opened(path) as file:
        return hashlib.file_digest(file, partial(hashlib.blake2b, digest_size=size)).hexdigest()


def _too_large(path: Path, line: int | None, what: str, longest: int) -> FormatError:
    cure = "Name the right file, or split it into several."
    return FormatError(path, line, f"the {what} is larger than {longest:,} bytes", cure, code="too-large")
