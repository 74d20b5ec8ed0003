"""Bad input is refused with an error that programs can tell apart: by code, file and line, never by its wording."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from anaphora.workbench.errors import FormatError, WorkbenchError

FORMAT_CODES = tomllib.loads((Path(__file__).parents[1] / "workbench" / "format_codes.toml").read_text("utf8"))
_ANY = -1


@contextmanager
def raises(code: str, kind: type[WorkbenchError] = WorkbenchError) -> Iterator[pytest.ExceptionInfo[WorkbenchError]]:
    """A block that raises an error of ours with this code, and of this kind, which decides the exit code."""
    with pytest.raises(kind) as caught:
        yield caught
    assert caught.value.code == code, str(caught.value)


@contextmanager
def refused(code: str, path: str | Path = "", line: int | None = _ANY) -> Iterator[pytest.ExceptionInfo[FormatError]]:
    """A block that raises a `FormatError` with this code; `path` is the file or how its name ends."""
    with pytest.raises(FormatError) as caught:
        yield caught
    assert caught.value.code == code, str(caught.value)
    assert code in FORMAT_CODES
    assert caught.value.path.endswith(str(path))
    assert line in (_ANY, caught.value.line)
