"""Corpora: files of any known format to documents and keys. The folder is the registry, one `Format` a module.

A format is read and written by its `Format` object, which the module called after it ends with. What is exported here,
modules of other distributions may use: how files are read as lines, texts and tables, so that whatever is wrong with
them is refused in the same words (`lines`, `text`, `content`, `table`, `claim`, `require_columns`), how running text is
divided into words (`tokenise`), and how keys hold mentions (`in_text_order`).
"""

from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from anaphora.corpora._format import (
    AnnotatedDocument,
    Format,
    Mender,
    Pair,
    Repair,
    files,
    formats,
    load,
    names,
    read_annotated,
    recognise,
)
from anaphora.corpora._lines import claim, content, lines, number_of, objects, require_columns, table, text
from anaphora.corpora._mentions import file_name, in_text_order, inexpressible

if TYPE_CHECKING:
    from anaphora.corpora._check import Finding, check
    from anaphora.corpora.plain import tokenise

if __name__ == "corpora":  # two copies of each class would be two classes
    raise ImportError("The folder corpora is imported as anaphora.corpora, never under its own name.")

__all__ = [
    "AnnotatedDocument", "Finding", "Format", "Mender", "Pair", "Repair", "check", "claim", "content", "file_name",
    "files", "formats", "in_text_order", "inexpressible", "lines", "load", "names", "number_of", "objects", "read",
    "read_annotated", "recognise", "require_columns", "table", "text", "tokenise",
]  # fmt: skip
_HOMES = {"Finding": "_check", "check": "_check", "tokenise": "plain"}
"""What scoring does without."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'anaphora.corpora' has no attribute {name!r}")
    return getattr(import_module(f"anaphora.corpora.{_HOMES[name]}"), name)


def read(path: str | Path, format: str | None = None) -> Iterator[Pair]:
    """The documents of a file, or of a folder's files in the order of their paths, each with its key, read on demand.

    Of a folder, all files are read whose format is recognised, or those that have the given format; symbolic links out
    of it are not followed, hidden files and READMEs are passed over, and plain text is read only where there is nothing
    else (a corpus comes with its licence). Where files differ in nothing but their extension (`a.conllu`, `a.sgml`),
    they are one text in several formats: it is read once, from the richest. Spans are kept as the file has them, even
    where two of them are the same: see `check`. A malformed document is never yielded.

    Raises:
        FormatError: there is nothing to read, or (while reading) a file is malformed.
        UnknownNameError: there is no such format.
    """
    return chain.from_iterable(form.read(file) for file, form in files(Path(path), format))
