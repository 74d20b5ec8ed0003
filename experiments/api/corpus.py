"""Corpora as a sequence of documents, read when they are asked for; checks, conversion, and the way out and back in."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, Unpack

from anaphora.experiments.run.configuration import PreparationOptions, configure, takes
from anaphora.workbench.document import Document
from anaphora.workbench.key import Key

if TYPE_CHECKING:
    from anaphora.experiments.commands.check import CheckedFiles
    from anaphora.experiments.commands.convert.convert import Conversion
    from anaphora.experiments.commands.export.export import ExportSummary
    from anaphora.experiments.commands.import_ import ImportSummary

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
    from anaphora.experiments.run.documents import BUNDLED

    sources = paths_of(paths)
    if not sources:
        return Corpus((BUNDLED,), format or "corefud")
    for path in sources:
        corpora.files(path, format)
    return Corpus(sources, format)


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


def check(
    *paths: PathLike | Iterable[PathLike], format: str | None = None, repair: PathLike | None = None
) -> "CheckedFiles":
    """Validate corpus files and folders: every problem with its file and line, in `findings`.

    `repair` is a new folder for a copy in which what is certain is mended; then the problems are those of the copy, and
    `repairs` says what was done and what was left. The files that are checked stay as they are.

    Raises:
        WorkbenchError: there is nothing to repair, or the folder holds something or cannot be written to.
    """
    from anaphora.experiments.commands.check import check_files

    return check_files(paths_of(paths), format, None if repair is None else Path(repair))


def convert(
    source: PathLike,
    target: PathLike,
    to: str | None = None,
    *,
    format: str | None = None,
    drop: bool = False,
    force: bool = False,
    progress: "Callable[[Document], None] | None" = None,
) -> "Conversion":
    """Write a corpus in another format, read it again, and say what was lost.

    `to` is the format where the name of `target` does not say it, `format` that of the source. `drop` leaves out
    mentions that the format cannot express; `force` replaces a file, or files of the same names in a folder.

    Raises:
        WorkbenchError: bad input, mentions that cannot be expressed, or a target that is there.
    """
    from anaphora.experiments.commands.convert.convert import convert as work

    return work(Path(source), Path(target), to, format, drop, force, progress)


@takes(PreparationOptions)
def export(
    corpus: "Corpus | PathLike | Iterable[PathLike] | None",
    target: PathLike,
    *,
    mentions: bool = False,
    questions: bool = False,
    choices: int | None = None,
    none: float = 0.2,
    shuffles: int = 2,
    swap: Iterable[str] = (),
    distance: tuple[int, int] | None = None,
    seed: int = 0,
    progress: "Callable[[Document], None] | None" = None,
    **options: Unpack[PreparationOptions],
) -> "ExportSummary":
    """Write the input of an external system, JSON lines: tokens, sentences, a hash of the text; never the key.

    `mentions` adds our candidate mentions with their records, `questions` each anaphor with its candidates.

    With `choices` it writes questions for people and language models instead, a line each, for `evaluate("choices")`.
    Each anaphor has so many choices of entities and "none of these", which is right in the share `none`; it is asked
    about in `shuffles` orders, and again for each `swap`: "gender", or a culture whose names stand in the text instead.
    `distance` are the least and the most sentences to the nearest mention of the right entity. Errors are those of
    `compare`, and `OptionError` for what is out of range.
    """
    from anaphora.experiments.commands.export.export import ExportSummary
    from anaphora.experiments.commands.export.export import export as work

    settings = configure(**options)
    if choices is not None:
        from anaphora.experiments.commands.evaluate.choices import write_choices
        from anaphora.experiments.commands.evaluate.questions import EVERY, Asking

        asking = Asking(choices, none, shuffles, tuple(swap), distance=distance or EVERY, seed=seed)
        read, asked = write_choices(paths_of(corpus), Path(target), settings, asking, progress)
        return ExportSummary(read, questions=asked)
    return work(paths_of(corpus), Path(target), settings, mentions=mentions, questions=questions, progress=progress)


def import_(
    given: PathLike, predictions: PathLike, target: PathLike, *, dropped: str = "refuse", strict: bool = False
) -> "ImportSummary":
    """Check predictions of an external system and align them with our tokens, for `recorded(file=...)`.

    `given` is what the system read, from `export`. `dropped` says what becomes of documents without predictions:
    "refuse", or "empty" (no mentions). `strict` rejects what would otherwise be repaired.
    """
    from anaphora.experiments.commands.import_ import import_ as work

    return work(Path(given), Path(predictions), Path(target), dropped=dropped, strict=strict)
