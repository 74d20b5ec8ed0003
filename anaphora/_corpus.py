"""Corpora as a sequence of documents, read when they are asked for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from anaphora.workbench.document import Document
from anaphora.workbench.key import Key

PathLike: TypeAlias = str | Path


@dataclass(frozen=True)
class Corpus:
    """Documents with their keys, in the order of the files; nothing is read before it is needed.

    It has a length, can be iterated over and indexed; each item is a pair of a `Document` and its `Key`. Iterating
    streams, so that memory stays flat; the length and an index read the corpus once and keep it.
    """

    paths: tuple[Path, ...]
    format: str | None = None

    @cached_property
    def _documents(self) -> tuple[tuple[Document, Key], ...]:
        return tuple(self._stream())

    def _stream(self) -> Iterator[tuple[Document, Key]]:
        from anaphora import corpora

        return chain.from_iterable(corpora.read(path, self.format) for path in self.paths)

    def __iter__(self) -> Iterator[tuple[Document, Key]]:
        return iter(self.__dict__.get("_documents") or self._stream())

    def __len__(self) -> int:
        return len(self._documents)

    def __getitem__(self, index: int) -> tuple[Document, Key]:
        return self._documents[index]

    def __repr__(self) -> str:
        return f"Corpus({', '.join(map(str, self.paths))})"


def read(*paths: PathLike | Iterable[PathLike], format: str | None = None) -> Corpus:
    """A corpus of files and folders of any known format (`anaphora.formats()`); without a path the bundled one.

    `format` names the format where it is not to be recognised.

    Raises:
        FormatError: a path does not exist, or nothing in it can be read; malformed files are reported when read.
        UnknownNameError: there is no such format.
    """
    from anaphora import corpora
    from anaphora.experiments.setup.documents import BUNDLED

    given = paths_of(paths)
    if not given:
        return Corpus((BUNDLED,), format or "corefud")
    for path in given:
        corpora.files(path, format)
    return Corpus(given, format)


def paths_of(given: object) -> tuple[Path, ...]:
    """The paths in a path, a corpus or any nesting of lists of these; none for `None`."""
    if given is None:
        return ()
    if isinstance(given, Corpus):
        return given.paths
    if isinstance(given, str | Path):
        return (Path(given).expanduser(),)
    if isinstance(given, Iterable):
        return tuple(path for part in given for path in paths_of(part))
    raise TypeError(f"A corpus is a path, several paths, or what anaphora.read gives, not {type(given).__name__}.")
