"""Writing files so that nobody ever finds half of one."""

import os
from pathlib import Path

from workbench.errors import WorkbenchError


def write_text_atomically(path: str | Path, text: str) -> None:
    """Write UTF-8 text under a temporary name in the same folder, then rename it over `path`.

    Whatever goes wrong, an earlier file of that name stays as it was and no temporary file is left. What is no file
    (a pipe, `/dev/null`) is written to as it is. Raises `WorkbenchError` if the place cannot be written to.
    """
    path = Path(path)
    data = text.encode("utf-8", "replace")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(path, data)
    except OSError as error:
        problem = f"{path}: cannot be written ({error.strerror or error})."
        raise WorkbenchError(f"{problem} Name a file in a folder that exists and that you may write to.") from error


def _replace(path: Path, data: bytes) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with temporary.open("xb") as file:
            file.write(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
