"""Writing of files and folders so that no reader ever sees half of one, and locks."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from glob import escape
from pathlib import Path

from anaphora.workbench.errors import WorkbenchError

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
        problem = f"{target}: cannot be written ({error.strerror or error})."
        raise WorkbenchError(f"{problem} Name a file in a folder that exists and that you may write to.") from error


@contextmanager
def _temporary_folder(beside: Path, name: str) -> Iterator[Path]:
    """A folder of this process; those of the same name that killed processes left are removed."""
    start, end = f".{name[:40]}.", ".part"
    for left in beside.glob(f"{escape(start)}{'?' * 8}{end}"):
        with held(left) as free:
            if free:
                shutil.rmtree(left, ignore_errors=True)
    while True:
        folder = Path(tempfile.mkdtemp(end, start, beside))
        try:
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
