"""Writing files and folders so that nobody ever finds half of one."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path

from workbench.errors import FormatError, WorkbenchError


def write_text_atomically(path: str | Path, text: str) -> None:
    """Write UTF-8 text under a temporary name in the same folder, then rename it over `path`.

    Whatever goes wrong, an earlier file of that name stays as it was and no temporary file is left. What is no file
    (a pipe, `/dev/null`) is written to as it is. Raises `WorkbenchError` if the place cannot be written to.
    """
    path = Path(path)
    data = text.encode("utf-8", "replace")
    with _told(path):
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(path, data)


def opened(path: Path) -> BufferedReader:
    """A file to read from. Raises `FormatError` if it cannot be opened."""
    try:
        return path.open("rb")
    except OSError as error:
        problem = f"the file cannot be opened ({error.strerror})"
        raise FormatError(path, None, problem, "Check its name and permissions.") from error


def is_same(one: str | Path, other: str | Path) -> bool:
    """Whether both are the same file, which exists."""
    one, other = Path(one), Path(other)
    return one.exists() and other.exists() and one.samefile(other)


@contextmanager
def staging(target: Path) -> Iterator[Path]:
    """A hidden folder beside `target`, to make in it what `publish` then puts there; gone afterwards, come what may.

    Raises `WorkbenchError` if the place cannot be written to.
    """
    place = _real(target)
    beside = tempfile.gettempdir() if _is_device(place) else place.parent
    with _told(target), tempfile.TemporaryDirectory(prefix=f".{place.name[:40]}.", suffix=".part", dir=beside) as made:
        yield Path(made)


def publish(made: Path, target: Path) -> None:
    """Rename a finished file or folder of the staging folder to its place.

    A file replaces one of that name; what is no file (a pipe) is written to. A folder appears all at once where there
    was none, or an empty one; into one that holds something its files move one by one, each of them whole, over those
    of the same name, and all others stay.

    Raises `WorkbenchError` if the place cannot be written to.
    """
    place = _real(target)
    with _told(target):
        if _is_device(place):
            place.write_bytes(made.read_bytes())
        elif made.is_dir() and place.is_dir() and any(place.iterdir()):
            _flush(made)
            for file in sorted(made.iterdir()):
                file.replace(place / file.name)
        else:
            _flush(made)
            made.replace(place)


def _flush(made: Path) -> None:
    """Have everything on the disk before it takes another's place; a full one may tell only now that it is."""
    for file in (it for it in (made.rglob("*") if made.is_dir() else (made,)) if it.is_file()):
        with file.open("rb") as opened:
            os.fsync(opened.fileno())


def _real(target: Path) -> Path:
    return target.resolve() if target.is_dir() else target


def _is_device(place: Path) -> bool:
    return place.exists() and not place.is_file() and not place.is_dir()


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        problem = f"{path}: cannot be written ({error.strerror or error})."
        raise WorkbenchError(f"{problem} Name a file in a folder that exists and that you may write to.") from error


def _replace(path: Path, data: bytes) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
