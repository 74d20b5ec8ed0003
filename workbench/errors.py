"""Errors of bad input: what came, where, what was expected, the cure; and the codes that tell them apart."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

_LONGEST = 500
"""Characters of a problem, which may quote what came."""
_LONGEST_MESSAGE = 3_000


class WorkbenchError(Exception):
    """Bad input of any kind.

    The command line prints the message and ends with exit code 1; with 2 for wrong usage (`UnknownNameError`,
    `OptionError`), with 3 for a gate that was missed (`GateError`).

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
        self.path = str(path)
        self.line = line
        self.problem = problem
        self.cure = cure

    def __reduce__(self) -> tuple[object, ...]:
        """Keep all parts when the error crosses a process border."""
        return FormatError, (self.path, self.line, self.problem, self.cure), {"code": self.code}


class UnknownNameError(WorkbenchError):
    """A resolver, measure, format or pipeline was asked for that does not exist."""

    code = "unknown-name"


class OptionError(WorkbenchError):
    """Options or data files (weights, word lists) contradict each other or are malformed."""

    code = "bad-option"


class CrowdedError(WorkbenchError):
    """The mentions of a document overlap in too many pairs to look for the best pairing of them."""

    code = "too-many-pairs"

    def __init__(self, document: int, most: int, name: str = "") -> None:
        """`document` counts from 0 among those that are compared; `name` is its id where that is known."""
        which = name or f"document {document + 1}"
        cure = "Such nesting is hardly meant; 'score --match strict' aligns equal spans without this limit."
        super().__init__(f"The mentions of {which} overlap in more than {most:,} pairs, too many to align. {cure}")
        self.document, self.most = document, most

    def __reduce__(self) -> tuple[object, ...]:
        """Keep all parts when the error crosses a process border."""
        return CrowdedError, (self.document, self.most), {"args": self.args}


class GateError(WorkbenchError):
    """A figure is below the one that was asked for (`--fail-under`), or below a baseline's (`--no-worse-than`)."""

    code = "gate-missed"


def unknown_name(noun: str, name: str, known: Iterable[str], also: Mapping[str, str] | None = None) -> UnknownNameError:
    """Make the error for a name that does not exist, with the name that may have been meant, or else all known names.

    `also` has the known names by others in lower case.
    """
    from difflib import get_close_matches

    known = sorted(known)
    lowered = {entry.lower(): entry for entry in known}
    exact = {**(also or {}), **lowered}
    near = get_close_matches(name.lower(), lowered, n=1)
    guess = exact.get(name.lower()) or (lowered[near[0]] if near else "")
    cure = f"Choose from {', '.join(known)}." if known else ""
    if guess:
        cure = f"Did you mean '{guess}'?"
    return UnknownNameError(f"There is no {noun} '{name}'. {cure}".rstrip())


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
