"""What must hold of an error that refuses an input."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from anaphora.workbench.errors import FormatError, WorkbenchError

Target = Callable[[Path, Random], bool]
"""Reads the input that a path leads to; whether it was accepted."""


@contextmanager
def refusing(path: Path) -> Iterator[list[WorkbenchError]]:
    """Keep the error that refuses an input, which must be a plain sentence and name the file."""
    refused: list[WorkbenchError] = []
    try:
        yield refused
    except WorkbenchError as error:
        refused.append(error)
        said = str(error)
        assert str(path.parent) in said, f"names no file: {said}"
        assert len(said) < 4000, f"is no sentence but {len(said)} characters: {said[:200]}"
        if isinstance(error, FormatError) and error.line is not None:
            named = Path(error.path)
            lines = len(named.read_bytes().replace(b"\r", b"\n").split(b"\n"))
            assert 1 <= error.line <= lines, f"names line {error.line} of {lines}"  # noqa: PT017 (and goes on)
