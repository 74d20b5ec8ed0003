"""Writing files and folders so that nobody ever finds half of one."""

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path

from anaphora.workbench.errors import FormatError, WorkbenchError

_EARLIER = "earlier"
"""The folder in the staging folder for files that are being replaced; left there only if they cannot be put back."""


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
        raise FormatError(path, None, problem, "Check its name and permissions.", code="unreadable") from error


def is_same(one: str | Path, other: str | Path) -> bool:
    """Whether both are the same file, which exists."""
    one, other = Path(one), Path(other)
    return one.exists() and other.exists() and one.samefile(other)


@contextmanager
def staging(target: Path) -> Iterator[Path]:
    """A hidden folder beside `target`, to make in it what `publish` then puts there; gone afterwards, come what may.

    It is within `target` where that is a folder whose own place cannot be used: a disk of its own, or beside it
    nothing may be written.

    Raises `WorkbenchError` if the place cannot be written to.
    """
    place = _real(target)
    with _told(target):
        made = Path(tempfile.mkdtemp(".part", f".{place.name[:40]}.", _beside(place)))
        try:
            yield made
        finally:
            if not (made / _EARLIER).exists():
                shutil.rmtree(made, ignore_errors=True)


def publish(made: Path, target: Path) -> None:
    """Rename a finished file or folder of the staging folder to its place.

    A file replaces one of that name; what is no file (a pipe) is written to. A folder appears all at once where there
    was none, or an empty one; into one that holds something its files move one by one, each of them whole, over those
    of the same name, and all others stay. If one of them cannot, or the user interrupts, what was moved is taken back:
    the folder holds what it held before. Only a machine that stops in between leaves some new files and some earlier.

    Raises `WorkbenchError` if the place cannot be written to, or what was moved cannot be taken back, with the folder
    where the earlier files are.
    """
    place = _real(target)
    with _told(target):
        if _is_device(place):
            place.write_bytes(made.read_bytes())
        elif made.is_dir() and place.is_dir() and any(place.iterdir()):
            _flush(made)
            _move_all(made, place, target)
        else:
            _flush(made)
            made.replace(place)


def _move_all(made: Path, place: Path, target: Path) -> None:
    """Every entry of one folder into another, or none."""
    earlier = made.with_name(_EARLIER)
    earlier.mkdir()
    names = sorted(it.name for it in made.iterdir())
    try:
        for name in names:
            if os.path.lexists(place / name):
                _keep(place / name, earlier / name)
            (made / name).replace(place / name)
    except BaseException as error:
        try:
            _take_back(names, made, place, earlier)
        except OSError as another:
            problem = f"{target}: some files were written ({error}) and cannot be taken back ({another.strerror})."
            raise WorkbenchError(f"{problem} Those that were there before are in {earlier}.") from error
        shutil.rmtree(earlier, ignore_errors=True)
        raise
    shutil.rmtree(earlier, ignore_errors=True)


def _keep(file: Path, kept: Path) -> None:
    """Give a file a second name, so that it is never missing; where that is not possible, move it."""
    if file.is_dir() and not file.is_symlink():
        raise IsADirectoryError(errno.EISDIR, f"{file.name} in it is a folder")
    try:
        kept.hardlink_to(file)
    except OSError:
        file.replace(kept)


def _take_back(names: Sequence[str], made: Path, place: Path, earlier: Path) -> None:
    for name in names:
        if not os.path.lexists(made / name):
            (place / name).replace(made / name)
        if os.path.lexists(earlier / name):
            (earlier / name).replace(place / name)


def _flush(made: Path) -> None:
    """Have everything on the disk before it takes another's place; a full one may tell only now that it is."""
    for file in (it for it in (made.rglob("*") if made.is_dir() else (made,)) if it.is_file()):
        with file.open("rb") as opened:
            os.fsync(opened.fileno())


def _real(target: Path) -> Path:
    return target.resolve() if target.is_dir() else target


def _beside(place: Path) -> Path:
    if _is_device(place):
        return Path(tempfile.gettempdir())
    within = place.is_dir() and (place.is_mount() or not os.access(place.parent, os.W_OK))
    return place if within else place.parent


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
