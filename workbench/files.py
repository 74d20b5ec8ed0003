"""Files: the one place where those are opened that somebody names, and where all are written, whole or not at all.

Only regular files are read, and no more of them than a limit. Digests notice damage of files and of parts of them: they
guard against disks, copies that were cut and hands that slip, not against a forger, who can work them out as well.
"""

import errno
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from anaphora.workbench.errors import FormatError, WorkbenchError
from anaphora.workbench.progress import watch

JsonObject: TypeAlias = dict[str, Any]
"""Data by name."""
LONGEST = 64_000_000
"""Bytes of a file that is read as a whole."""
LONGEST_LINE = 256_000_000
"""Bytes of a line of JSON; that of a document of two million characters stays far below it."""

_CURES = {
    errno.ENOSPC: "Free some space, or name a place on another disk.",
    errno.EDQUOT: "Free some space, or name a place on another disk.",
    errno.EMFILE: "Allow more open files (ulimit -n 256).",
}


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


LONGEST_TOML = 1_000_000
"""Bytes of a file."""
_MOST_PARTS = 200
"""Full stops of a line, which may divide a key."""


def read_toml(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of a TOML file that a user writes, and its tables.

    Keys of many parts take the parser the square of their number. Raises `FormatError` if the file cannot be read or is
    larger than any of ours, and `ValueError` if it is no UTF-8, no TOML, or beyond what any of ours needs.
    """
    import tomllib  # what starts a command reads none

    text = content(path, LONGEST_TOML).decode("utf-8").replace("\r\n", "\n")
    if any(line.count(".") > _MOST_PARTS for line in text.split("\n")):
        raise ValueError(f"a line has more than {_MOST_PARTS} full stops")
    try:
        return text, tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("lists or tables are nested too deep") from error


DIGESTS = "digests.json"
"""The file of a folder that has the digests of all others, by their paths."""
_SIZE = 16


def digest(*parts: bytes) -> str:
    """The digest of some bytes, one part behind the other: 32 hexadecimal digits."""
    hasher = hashlib.blake2b(digest_size=_SIZE)
    for part in parts:
        hasher.update(part)
    return hasher.hexdigest()


def checked(path: Path, expected: str | None) -> bytes:
    """A file as its digest says. Raises `FormatError` if it cannot be read, or is not as expected (code "damaged")."""
    data = content(path, LONGEST_LINE)
    _require_same(path, digest(data), expected)
    return data


def _require_same(path: Path, actual: str, expected: object) -> None:
    if actual != expected:
        cure = f"Copy or install it again; if it was changed on purpose, remove its line from {DIGESTS}."
        raise FormatError(path, None, "its digest is not the one that was written with it", cure, code="damaged")


def write_digests(folder: Path) -> None:
    """Write the digests of all files in a folder into its `DIGESTS`."""
    import json

    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != DIGESTS)
    digests = {path.relative_to(folder).as_posix(): digest_of_file(path, _SIZE) for path in files}
    (folder / DIGESTS).write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")


def check_digests(folder: Path) -> frozenset[str]:
    """Check all files that a folder has digests of, if it has any; return their paths in the folder.

    Raises `FormatError` for the first that is missing or not as written (code "damaged"), and for damaged digests.
    """
    import json

    path = folder / DIGESTS
    if not path.exists():
        return frozenset()
    try:
        expected = json.loads(text(path))
    except (ValueError, RecursionError):
        expected = None
    if not isinstance(expected, Mapping):
        raise FormatError(path, None, "this is no list of digests", "Copy or install the folder again.", code="damaged")
    for name, value in expected.items():
        _require_same(folder / name, digest_of_file(folder / name, _SIZE), value)
    return frozenset(expected)


WRITTEN: list[Path] = []
"""The paths that this process has written with `replacing`, to be told if it is interrupted."""


def write_text_atomically(path: str | Path, text: str) -> None:
    """Write UTF-8 text to a file; see `replacing`."""
    with replacing(Path(path)) as temporary:
        temporary.write_bytes(text.encode("utf-8", "replace"))


@contextmanager
def replacing(target: Path, *, keep: bool = True) -> Iterator[Path]:
    """Yield a temporary path for a file or folder that takes the place of `target` when the block ends.

    Whatever goes wrong before, `target` stays as it was and nothing else is left. A file replaces an earlier one; a
    device or pipe is written to. In a folder that exists, files of the same names are replaced one by one and all
    others stay; without `keep` the new folder takes the place of the old one.

    Raises:
        WorkbenchError: the place cannot be written to.
    """
    final = target.resolve() if target.is_dir() else target
    device = final.exists() and not final.is_file() and not final.is_dir()
    try:
        # a folder that is mounted, or whose parent is read-only, holds the temporary files itself
        within = final.is_dir() and (final.is_mount() or not os.access(final.parent, os.W_OK))
        beside = final if within else final.parent
        with _temporary_folder(Path(tempfile.gettempdir()) if device else beside, final.name) as folder:
            temporary = folder / final.name
            yield temporary
            if device:
                final.write_bytes(temporary.read_bytes())
                return
            _flush(temporary)
            if not temporary.is_dir() or not final.is_dir():
                temporary.replace(final)
            elif keep:
                for path in sorted(temporary.iterdir()):
                    path.replace(final / path.name)
            else:
                final.replace(folder / "earlier.files")  # a folder that is not empty cannot be replaced
                temporary.replace(final)
            WRITTEN.append(target)
    except OSError as error:
        raise unwritable(target, error) from error


def unwritable(
    place: object, error: OSError, cure: str = "Name a file in a folder that exists and that you may write to."
) -> WorkbenchError:
    """Make the error that says why a place cannot be written, and what to do."""
    return WorkbenchError(
        f"{place}: cannot be written ({error.strerror or error}). {_CURES.get(error.errno or 0, cure)}"
    )


@contextmanager
def _temporary_folder(beside: Path, name: str) -> Iterator[Path]:
    """A folder of this process; those of the same name that killed processes left are removed."""
    from glob import escape

    start, end = f".{name[:40]}.", ".part"
    for left in beside.glob(f"{escape(start)}{'?' * 8}{end}"):
        with held(left) as free:
            if free:
                shutil.rmtree(left, ignore_errors=True)
    while True:
        folder = beside / f"{start}{os.urandom(4).hex()}{end}"
        try:
            folder.mkdir(0o700)
            with held(folder, wait=True):
                if folder.exists():  # or another process took it for one that was left
                    yield folder
                    return
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def held(path: Path, wait: bool = False) -> Iterator[bool]:
    """Hold a file or folder until the block, or this process, ends; yield whether no other process holds it.

    Where they cannot be held, as on Windows, none is known to be free.
    """
    if sys.platform == "win32":
        yield False
        return
    import fcntl

    with ExitStack() as opened:
        free = False
        with suppress(OSError):
            handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            opened.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
            free = True
        yield free


def _flush(written: Path) -> None:
    """Force everything to the disk before it replaces anything: a full disk may fail only now."""
    for path in written.rglob("*") if written.is_dir() else (written,):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())


def is_same(path: Path, other: Path) -> bool:
    """Return whether both paths are of the same file, which exists."""
    return path.exists() and other.exists() and path.samefile(other)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Reserve a file for this process until the block, or the process, ends.

    Raises:
        WorkbenchError: another process has reserved it (code "locked").
        OSError: there can be no lock file beside it.
    """
    from filelock import FileLock, Timeout

    file = path.with_name(f".{path.name}.lock")
    lock = FileLock(file)
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        cure = "Wait for it to end, or name another place."
        raise WorkbenchError(f"Another run is writing to {path}. {cure}", code="locked") from error
    try:
        yield
    finally:
        with suppress(OSError):  # Windows removes no open file
            file.unlink()
        lock.release()
