"""The mentions of a file as columns, for scoring: by a format's own fast way where it has one, else by reading it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import ModuleType

from corpora._files import files
from workbench.document import Annotation
from workbench.overlap import Columns, columns


@dataclass(frozen=True, slots=True)
class Marked:
    """One document with its mentions; `words` holds each word in UTF-8 with a TAB behind it.

    `annotation` is what came with the corpus, `zeros` the number of mentions without any word.
    """

    path: Path
    id: str
    words: bytes
    mentions: Columns
    annotation: Annotation | None = None
    zeros: int = 0


def marked(path: str | Path, format: str | None = None) -> Iterator[Marked]:
    """The documents of a file or folder as columns; files, order and errors are those of `corpora.read`."""
    return chain.from_iterable(_of_file(file, module) for file, module in files(Path(path), format))


def _of_file(path: Path, module: ModuleType) -> Iterator[Marked]:
    blocks = module.columns(path) if hasattr(module, "columns") else None
    if blocks is not None:
        yield from (Marked(path, id, words, mentions) for id, words, mentions in blocks)
        return
    for document, key in module.read(path):
        words = "".join([word.replace("\t", " ") + "\t" for word in document.words]).encode("utf-8", "surrogatepass")
        yield Marked(path, document.id, words, columns(key), document.annotation, key.zeros)
