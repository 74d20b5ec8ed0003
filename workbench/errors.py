"""What can go wrong, and how it is reported: what came, where, what was expected, the cure."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

_LONGEST = 500
"""Characters of a problem, which may quote what came."""
_LONGEST_MESSAGE = 3_000


class WorkbenchError(Exception):
    """Bad input of any kind. The command line prints the message and ends with exit code 1, or 2 for the last two.

    `code` is a short, stable name of the kind of problem, such as "malformed" or "unknown-name"; `path` and `line` say
    where it is, as far as it is in a file.
    """

    code = "bad-input"
    path: str | None = None
    line: int | None = None

    def __init__(self, message: str, *, code: str = "") -> None:
        """`code` defaults to that of the class."""
        super().__init__(message)
        self.code = code or type(self).code

    def __str__(self) -> str:
        """The message, without its middle if it quotes what is very long."""
        return _shortened(super().__str__(), _LONGEST_MESSAGE)

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the code when the error crosses a process border."""
        return type(self), self.args, self.__dict__


def _shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest // 2]} ... {text[-longest // 2 :]}"


class FormatError(WorkbenchError):
    """A file is not what its format allows."""

    code = "malformed"
    path: str

    def __init__(self, path: str | Path, line: int | None, problem: str, cure: str, *, code: str = "") -> None:
        """`line` counts from 1; `None` where the whole file is meant."""
        problem = _shortened(problem, _LONGEST)
        where = f"{path}:{line}" if line else f"{path}"
        super().__init__(f"{where}: {problem}. {cure}", code=code)
        self.path, self.line, self.problem, self.cure = str(path), line, problem, cure

    def __reduce__(self) -> tuple[object, ...]:
        """Keep all parts when the error crosses a process border."""
        return FormatError, (self.path, self.line, self.problem, self.cure), {"code": self.code}


class UnknownNameError(WorkbenchError):
    """A resolver, measure, format or pipeline was asked for that does not exist."""

    code = "unknown-name"


class OptionError(WorkbenchError):
    """Options or data files (weights, word lists) contradict each other or are malformed."""

    code = "bad-option"


def unknown_name(noun: str, name: str, known: Iterable[str]) -> UnknownNameError:
    """The error for a name that does not exist: what was asked, the likely meaning, all that is known."""
    from difflib import get_close_matches

    known = sorted(known)
    guess = get_close_matches(name, known, n=1)
    meant = f" Did you mean '{guess[0]}'?" if guess else ""
    return UnknownNameError(f"There is no {noun} '{name}'.{meant} Known: {', '.join(known) or 'none'}.")


@contextmanager
def needs_extra(name: str) -> Iterator[None]:
    """Imports of packages that only an extra of the distribution installs.

    Raises:
        OptionError: a package is missing (code "missing-extra"); the message says how to install the extra.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        cure = f'Install the extra: pip install "anaphora-workbench[{name}]"'
        raise OptionError(f"{error.name} is not installed. {cure}", code="missing-extra") from error
