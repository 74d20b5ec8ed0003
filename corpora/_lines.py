"""What all formats share in reading files: bytes to text, and errors that name file and line."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

from anaphora.workbench.errors import FormatError
from anaphora.workbench.files.atomic import opened

LONGEST_LINE = 1_000_000
"""Bytes. No line of a column format comes near it; a longer one is something else, and is not loaded."""
_MOST_DIGITS = 9


def lines(path: Path) -> Iterator[tuple[int, str]]:
    r"""The lines of a UTF-8 file, numbered from 1, without `\n` or `\r\n`, a byte order mark being skipped.

    Raises:
        FormatError: the file cannot be opened, is empty, binary or not UTF-8, or a line is longer than `LONGEST_LINE`.
    """
    with _opened(path) as file:
        for number, raw in enumerate(iter(partial(file.readline, LONGEST_LINE), b""), start=1):
            if len(raw) == LONGEST_LINE:
                problem = f"the line is longer than {LONGEST_LINE:,} bytes"
                raise FormatError(
                    path, number, problem, "No column format has such lines; name the format of this file."
                )
            if number == 1:
                raw = raw.removeprefix(BOM_UTF8)
            yield number, _decoded(path, raw, number).rstrip("\r\n")


def text(path: Path, longest: int) -> str:
    """A whole UTF-8 file, every character kept but a byte order mark.

    Raises:
        FormatError: as for `lines`, or the file has more than `longest` bytes, in which case it is not loaded.
    """
    return _decoded(path, content(path, longest).removeprefix(BOM_UTF8), 1)


def content(path: Path, longest: int) -> bytes:
    """A whole file as it is.

    Raises:
        FormatError: the file cannot be opened, is empty, or has more than `longest` bytes, in which case it is not
            loaded.
    """
    with _opened(path) as file:
        raw = file.read(longest + 1)
    if len(raw) > longest:
        raise FormatError(path, None, f"the file is larger than {longest:,} bytes", "Split it into several files.")
    return raw


def number_of(digits: str) -> int:
    """The number that decimal digits write; -1 if they are none, or more than nine, which no format needs."""
    return int(digits) if digits.isdecimal() and len(digits) <= _MOST_DIGITS else -1


def claim(path: Path, line: int | None, id: str, taken: set[str]) -> None:
    """Note the id of a document as used in its file.

    Raises:
        FormatError: another document of the file has it.
    """
    if id in taken:
        raise FormatError(path, line, f"a second document is called '{id}'", "Give each document of a file its own id.")
    taken.add(id)


def _opened(path: Path) -> BinaryIO:
    file = opened(path)
    if not file.peek(1):
        file.close()
        raise FormatError(path, None, "the file is empty", "Check that it was copied or written completely.")
    return file


def _decoded(path: Path, raw: bytes, first_line: int) -> str:
    try:
        decoded = raw.decode()
    except UnicodeDecodeError as error:
        line = first_line + raw.count(b"\n", 0, error.start)
        raise FormatError(path, line, "this is not UTF-8 text", "Save the file as UTF-8 text.") from error
    if "\0" in decoded:
        line = first_line + decoded.count("\n", 0, decoded.index("\0"))
        cure = "Binary files cannot be read; save a text as UTF-8."
        raise FormatError(path, line, "the file is binary (it holds NUL bytes)", cure)
    return decoded
