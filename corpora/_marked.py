"""The mentions of a file as columns, for scoring: by a format's own fast way where it has one, else by reading it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import ModuleType

from anaphora.corpora._files import files
from anaphora.workbench.coreference.overlap import Columns, columns
from anaphora.workbench.document import Annotation


@dataclass(frozen=True, slots=True)
class AnnotatedDocument:
    """One document with its mentions; `words` holds each word in UTF-8 with a TAB behind it.

    `annotation` is what came with the corpus.
    """

    path: Path
    id: str
    words: bytes
    mentions: Columns
    annotation: Annotation | None = None


def marked(path: str | Path, format: str | None = None, response: bool = False) -> Iterator[AnnotatedDocument]:
    """The documents of a file or folder as columns; files, order and errors are those of `anaphora.corpora.read`.

    Of a `response` those chains are taken that a system wrote, where a format has them beside the key's.
    """
    return chain.from_iterable(_of_file(file, module, response) for file, module in files(Path(path), format))


def _of_file(path: Path, module: ModuleType, response: bool) -> Iterator[AnnotatedDocument]:
    blocks = module.columns(path) if hasattr(module, "columns") else None
    if blocks is not None:
        yield from (AnnotatedDocument(path, id, words, mentions) for id, words, mentions in blocks)
        return
    read = module.read_response if response and hasattr(module, "read_response") else module.read
    for document, key in read(path):
        words = "".join([word.replace("\t", " ") + "\t" for word in document.words]).encode("utf-8", "surrogatepass")
        yield AnnotatedDocument(path, document.id, words, columns(key), document.annotation)
