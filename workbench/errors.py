"""Errors of bad input: what came, where, what was expected, the cure; and the codes that tell them apart."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

FORMAT_CODES: Mapping[str, str] = {
    "malformed": "a line, value or bracket is not in the notation of the format",
    "wrong-columns": "a line has too few or too many columns, or the first line does not name a column",
    "unclosed": "a mention, document or sentence begins but does not end; the file may have been cut",
    "no-entity-ids": "mentions are marked without the entity that each is of",
    "unopened": "a mention or document ends that did not begin",
    "outside-document": "there is text before, between or after the documents of a file",
    "no-words": "there is no word or sentence in the text",
    "bad-span": "a mention, head or minimum is not in the text, ends before it begins, or names no word",
    "bad-value": "a label or number is none of those that the format has",
    "other-words": "words that a line quotes are not those of the text",
    "inconsistent": "numbers, heads or layers contradict each other, such as heads that form no tree",
    "duplicate-id": "two documents, mentions or words have the same id",
    "unknown-reference": "a mention, question or layer is named that is not there",
    "corpus-for-text": "a corpus is given where a plain text is expected",
    "unknown-format": "no format, or several, fit the content",
    "not-read": "the format is known, but not read",
    "unreadable": "the file or folder cannot be opened",
    "missing-file": "the file, or one that belongs beside it, does not exist",
    "not-a-file": "it is a device, pipe or the like",
    "outside-folder": "a file leads out of its project's folder",
    "empty": "the file, or what the folder has of the format, is empty",
    "compressed": "the file is compressed",
    "binary": "the file has NUL bytes",
    "not-utf8": "the file is not UTF-8 text",
    "too-large": "a file, line, document or nesting is larger than is read",
    "xml-entities": "an XML file declares entities",
    "inexpressible": "what is to be written cannot be expressed in the format",
    "other-text": "a response or prediction was made from another text",
    "other-system": "predictions of several systems are in one file",
    "document-twice": "two corpora have the same document",
    "unknown-document": "predictions are of a document that the input does not have",
    "repaired": "predictions had to be repaired, which was not allowed",
    "not-the-same": "what was written is not what was to be written when it is read again",
    "not-readable-again": "what was written cannot be read again",
    "not-toml": "a study or language pack is not TOML",
    "untrusted": "a study names code that is not installed, which its user has to trust",
    "extra-document": "a response has documents missing from the key",
    "no-common-document": "two annotations have no document in common, or a response answers nothing of the key",
    "duplicate-span": "a span occurs twice on a side, where it may not",
    "no-ids-across-documents": "the chains of a key have no ids that hold across documents, which was asked for",
    "damaged": "the file, or a line, is not what was written: its digest is another",
    "foreign-journal": "a journal has entries that are not results of this run",
}
"""The codes of `FormatError`, each with the kind of problem that it stands for."""

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
