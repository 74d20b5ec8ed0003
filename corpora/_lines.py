"""Files as lines, texts, tables and JSON, and errors that name file and line, for all formats."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sized
from functools import partial
from pathlib import Path

from anaphora.workbench import files
from anaphora.workbench.errors import FormatError

LONGEST_LINE = 1_000_000
"""Bytes. No line of a column format comes near it; a longer one is something else, and is not loaded."""
_MOST_DIGITS = 9
_BLANK = re.compile(r"[ \t\r\n]*")


def lines(path: Path) -> Iterator[tuple[int, str]]:
    r"""The lines of a UTF-8 file, numbered from 1, without `\n` or `\r\n`, a byte order mark being skipped.

    Raises:
        FormatError: the file cannot be opened, is empty, binary or not UTF-8, or a line is longer than `LONGEST_LINE`.
    """
    with files.opened(path) as file:
        if not file.peek(1):
            raise _empty(path)
        for number, raw in enumerate(iter(partial(file.readline, LONGEST_LINE), b""), start=1):
            if len(raw) == LONGEST_LINE:
                problem = f"the line is longer than {LONGEST_LINE:,} bytes"
                cure = "No column format has such lines; name the format of this file."
                raise FormatError(path, number, problem, cure, code="too-large")
            if number == 1:
                raw = raw.removeprefix(BOM_UTF8)
            yield number, _decode(path, raw, number).rstrip("\r\n")


def text(path: Path, longest: int = files.LONGEST) -> str:
    """A whole UTF-8 file, every character kept but a byte order mark.

    Raises:
        FormatError: as for `lines`, or the file has more than `longest` bytes, in which case it is not loaded.
    """
    return _decode(path, content(path, longest).removeprefix(BOM_UTF8), 1)


def content(path: Path, longest: int = files.LONGEST) -> bytes:
    """A whole file as it is.

    Raises:
        FormatError: the file cannot be opened, is empty, or has more than `longest` bytes, in which case it is not
            loaded.
    """
    if not (raw := files.content(path, longest)):
        raise _empty(path)
    return raw


def number_of(digits: str) -> int:
    """The number that decimal digits write; -1 if they are none, or more than nine, which no format needs."""
    return int(digits) if digits.isdecimal() and len(digits) <= _MOST_DIGITS else -1


def claim(path: Path, line: int | None, id: str, taken: set[str], noun: str = "document") -> None:
    """Note an id as used in its file.

    Raises:
        FormatError: another document (or what `noun` says) of the file has it.
    """
    if id in taken:
        cure = "Give each its own id."
        raise FormatError(path, line, f"a second {noun} has the id '{id}'", cure, code="duplicate-id")
    taken.add(id)


def require_columns(path: Path, line: int, cells: Sized, expected: int, cure: str) -> None:
    """Raise `FormatError` unless the line has the expected number of columns."""
    if len(cells) != expected:
        problem = f"{len(cells)} columns where {expected} were expected"
        raise FormatError(path, line, problem, cure, code="wrong-columns")


def table(path: Path, required: Iterable[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table of TAB-separated columns, with their lines, by the column names of its first line.

    Raises:
        FormatError: a required column is missing, a row has more or fewer columns than the first line, or as `lines`.
    """
    header: list[str] = []
    for number, line in lines(path):
        cells = line.split("\t")
        if not header:
            header = [name.strip() for name in cells]
            if missing := [name for name in required if name not in header]:
                problem = f"the first line does not name the column {missing[0]}"
                cure = f"It must name, separated by TABs: {', '.join(required)}."
                raise FormatError(path, number, problem, cure, code="wrong-columns")
        elif line.strip():
            cure = f"Rows have the columns of the first line, {header[0]} first."
            require_columns(path, number, cells, len(header), cure)
            yield number, dict(zip(header, cells, strict=True))


def json_values(path: Path, source: str) -> Iterator[tuple[int, object]]:
    """The values of JSON, one after the other or in one array, each with the line where it begins.

    Raises:
        FormatError: there is none, or it is not JSON.
    """
    position = _after_blank(source, 0)
    if position == len(source):
        cure = "Check that it was written completely."
        raise FormatError(path, None, "the file has only white space", cure, code="no-words")
    is_array = source[position] == "["
    if is_array:
        position = _after_blank(source, position + 1)
    line, counted = 1, 0
    while position < len(source) and not (is_array and source[position] == "]"):
        line = line + source.count("\n", counted, position)
        counted = position
        value, position = _decode_json(path, source, position, line)
        yield line, value
        position = _after_blank(source, position)
        if is_array and source.startswith(",", position):
            position = _after_blank(source, position + 1)
            if source.startswith("]", position):
                raise _broken(path, source, position, "a value was expected behind the ','")
        elif is_array and not source.startswith("]", position):
            raise _broken(path, source, position, "',' or ']' was expected")
    if is_array and (rest := _after_blank(source, position + 1)) < len(source):
        raise _broken(path, source, rest, "something follows the array")
    if is_array and position == len(source):
        raise _broken(path, source, position, "the array has no ']'")


def objects(path: Path) -> Iterator[tuple[int, dict[str, object]]]:
    """The objects of a file of JSON lines, or of any other JSON, with their lines; raises `FormatError` as above."""
    for line, value in json_values(path, text(path)):
        if not isinstance(value, dict):
            import json

            problem = f"expected an object, found {json.dumps(value)[:60]}"
            raise FormatError(path, line, problem, "Each entry is an object: {...}.")
        yield line, value


def _decode_json(path: Path, source: str, position: int, line: int) -> tuple[object, int]:
    import json  # columns need none

    try:
        return json.JSONDecoder().raw_decode(source, position)
    except json.JSONDecodeError as error:
        problem = error.msg.removesuffix(" at").removesuffix(" starting")
        raise _broken(path, source, error.pos, problem) from error
    except RecursionError as error:
        cure = "Clusters are lists of lists of lists."
        raise FormatError(path, line, "lists or objects are nested too deep", cure) from error
    except ValueError as error:  # a number of more than 4,300 digits
        raise FormatError(path, line, "a number is too long", "Offsets are small integers.") from error


def _broken(path: Path, source: str, position: int, problem: str) -> FormatError:
    line = source.count("\n", 0, position) + 1
    return FormatError(path, line, f"this is not JSON: {problem}", "Check that the file was written completely.")


def _after_blank(source: str, position: int) -> int:
    blank = _BLANK.match(source, position)
    return blank.end() if blank else position


def _empty(path: Path) -> FormatError:
    cure = "Check that it was copied or written completely."
    return FormatError(path, None, "the file is empty", cure, code="empty")


def _decode(path: Path, raw: bytes, first_line: int) -> str:
    try:
        decoded = raw.decode()
    except UnicodeDecodeError as error:
        line = first_line + raw.count(b"\n", 0, error.start)
        cure = "Save the file as UTF-8 text."
        raise FormatError(path, line, "this is not UTF-8 text", cure, code="not-utf8") from error
    if "\0" in decoded:
        line = first_line + decoded.count("\n", 0, decoded.index("\0"))
        cure = "Binary files cannot be read; save a text as UTF-8."
        raise FormatError(path, line, "the file is binary (it has NUL bytes)", cure, code="binary")
    return decoded
