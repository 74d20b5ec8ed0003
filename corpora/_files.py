"""The files to read of a path, each with the module of its format."""

import os
import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from types import ModuleType

from anaphora.corpora._registry import load, names
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files.atomic import opened

_HEAD = 65_536
_COMPRESSED = re.compile(rb"\x1f\x8b|PK\x03\x04|BZh[1-9](?:1AY&SY|\x17rE8P)|\xfd7zXZ\0")
"""How files of gzip, zip, bzip2 and xz begin."""
_LAST_RESORT = "plain"
"""Any text is plain text, so this format is tried last."""
_ASKED_FIRST = ("conll2012",)
"""Formats of large corpora: loading the modules of all others takes as long as scoring ten novels."""
_STANDARD_INPUT = Path("-")
_RICHEST_FIRST = ("corefud", "conll2012", "muc", "litbank", "brat", "jsonlines", "crac_json", "crac_text")
"""Of files that differ in nothing but their extension, the first of these says most of the same text."""


def recognise(path: str | Path) -> str:
    """The name of a file's format: by its first 64 KiB, and where they do not show it, by the file's name.

    Raises:
        FormatError: no format fits, or the file cannot be opened, is compressed or no regular file.
    """
    _require_reachable(Path(path))
    _require_file(Path(path))
    formats = _formats()
    name = _guess(Path(path), formats)
    if name is None:
        cure = f"Name its format: {', '.join(sorted(formats))}."
        problem = "the format is not recognised, neither by content nor by name"
        raise FormatError(path, None, problem, cure, code="unknown-format")
    return name


def files(path: Path, format: str | None) -> list[tuple[Path, ModuleType]]:
    """The files to read, sorted by path, each with the module of its format.

    Raises:
        FormatError: the path does not exist, is compressed or no regular file, its format is not recognised, or the
            folder holds nothing to read.
        UnknownNameError: there is no such format.
    """
    if format:
        given = load(format)
    _require_reachable(path)
    if not path.is_dir():
        _require_file(path)
        return [(path, given if format else load(recognise(path)))]
    formats = _formats()
    named = [(file, name) for file in _inside(path) if (name := _guess(file, formats))]
    if format:
        chosen = [(file, name) for file, name in named if name == format]
    else:
        chosen = _richest([(file, name) for file, name in named if name != _LAST_RESORT] or named)
    if not chosen:
        wanted = f"of the format {format}" if format else f"of a known format ({', '.join(sorted(formats))})"
        cure = "Name another folder, or a single file and its format."
        if any(file.is_symlink() for file in path.iterdir()):
            cure = f"Symbolic links that lead out of it are not followed. {cure}"
        raise FormatError(path, None, f"the folder has no file {wanted}", cure, code="empty")
    return [(file, formats[name]()) for file, name in chosen]


def _formats() -> dict[str, Callable[[], ModuleType]]:
    """Loaders of the formats, in the order in which they are tried."""
    rank = {_LAST_RESORT: 1} | dict.fromkeys(_ASKED_FIRST, -1)
    asked = sorted(names(), key=lambda name: (rank.get(name, 0), name))
    return {name: cache(partial(load, name)) for name in asked}


def _guess(path: Path, formats: Mapping[str, Callable[[], ModuleType]]) -> str | None:
    head = _head(path).decode(errors="replace")
    by_content = (name for name, load in formats.items() if load().recognises(head, Path()))
    by_name = (name for name, load in formats.items() if load().recognises("", path))
    return next(by_content, None) or next(by_name, None)


def _richest(named: list[tuple[Path, str]]) -> list[tuple[Path, str]]:
    rank = dict(zip(_RICHEST_FIRST, range(-len(_RICHEST_FIRST), 0), strict=True))
    best: dict[Path, int] = {}
    for file, name in named:
        text = file.with_suffix("")
        best[text] = min(best.get(text, 0), rank.get(name, 0))
    return [(file, name) for file, name in named if rank.get(name, 0) == best[file.with_suffix("")]]


def _inside(folder: Path) -> list[Path]:
    root = folder.resolve()
    paths = []
    for inner, folders, inside in os.walk(folder, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        visible = (Path(inner, name) for name in inside if not name.startswith("."))
        paths += [path for path in visible if path.is_file() and path.resolve().is_relative_to(root)]
    return sorted(paths)


def _refuse(error: OSError) -> None:
    """Raise `FormatError`: a folder that cannot be opened may hold half of a corpus."""
    raise _unreadable(error.filename, error) from error


def _unreadable(path: str | Path, error: OSError) -> FormatError:
    problem = f"this cannot be opened ({error.strerror})"
    return FormatError(path, None, problem, "Check its name and permissions.", code="unreadable")


def _head(path: Path) -> bytes:
    with opened(path) as file:
        return file.read(_HEAD)


def _require_reachable(path: Path) -> None:
    """Raise `FormatError` for a path on which a folder may not be entered, or that no file can have."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        pass  # `_require_file` says that it does not exist
    except OSError as error:
        raise _unreadable(path, error) from error


def _require_file(path: Path) -> None:
    """Raise `FormatError` for what cannot be read as it is, whatever its format."""
    exists = path.exists()
    if (exists and not path.is_file() and not path.is_dir()) or (not exists and path == _STANDARD_INPUT):
        cure = "Files are read more than once; write what comes from it to a file first."
        raise FormatError(path, None, "this is not a regular file", cure, code="not-a-file")
    if not exists:
        raise FormatError(path, None, "there is no such file or folder", "Check the path.", code="missing-file")
    if path.is_file() and _COMPRESSED.match(_head(path)):
        raise FormatError(path, None, "the file is compressed", "Decompress it first.", code="compressed")
