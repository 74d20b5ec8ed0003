"""Corpora: files of any known format to documents and keys. The folder is the registry, one module per format.

A format's module has a one-line docstring that names its source, `recognises(head, path)` and `read(path)`. For `check`
it may have `token_lines(path)` (the line of each token) or `mention_lines(path)` (the line of each mention, where a
file is one document), and `remarks(path)` (line and text of what only its own notation shows). Where a file may hold
what a system found beside the key, `read` gives the key and `read_response(path)` the other; where a model writes marks
by hand, `read_response` mends and counts what does not match. A format that can be
written has `write(documents)`, the content of one file as text or bytes, and `SUFFIX`, its usual extension; or, where a
document takes several files, `write_files(documents)`: their names and bytes, document by document, of each first the
file that `read` takes. `inexpressible(key)` gives chain and span of the mentions it cannot write, if `key` counts words
and empty nodes together (the function `inexpressible` sees to it).
A writer that keeps empty nodes and zeros has `ZEROS`. A format in which language models write a text again has
`COPIED`: words of a response may then differ from the key's. One whose documents have no names has `UNNAMED`.
`UNREAD` says in words what else the files of a format may hold.
`columns(path)` reads the mentions of large files faster, or gives `None`. Errors have the codes of `FORMAT_CODES`.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from anaphora.corpora._annotated import AnnotatedDocument, read_annotated
from anaphora.corpora._check import Finding, check
from anaphora.corpora._files import files, recognise
from anaphora.corpora._registry import REGISTRY, load, modules, names, source_line
from anaphora.corpora._writing import file_name, inexpressible
from anaphora.workbench.document import Document
from anaphora.workbench.key import Clusters

if __name__ == "corpora":  # two copies of each class would be two classes
    raise ImportError("The folder corpora is imported as anaphora.corpora, never under its own name.")

__all__ = [
    "REGISTRY",
    "AnnotatedDocument",
    "Finding",
    "check",
    "file_name",
    "files",
    "inexpressible",
    "load",
    "modules",
    "names",
    "read",
    "read_annotated",
    "recognise",
    "source_line",
]  # fmt: skip


def read(path: str | Path, format: str | None = None) -> Iterator[tuple[Document, Clusters]]:
    """The documents of a file, or of a folder's files in the order of their paths, each with its key, read on demand.

    Of a folder, all files are read whose format is recognised, or those that have the given format; symbolic links out
    of it are not followed, hidden files are passed over, and plain text is read only where there is nothing else (a
    corpus comes with its licence). Where files differ in nothing but their extension (`a.conllu`, `a.sgml`), they are
    one text in several formats: it is read once, from the richest. Spans are kept as the file has them, even where two
    of them are the same: see `check`. A malformed document is never yielded.

    Raises:
        FormatError: there is nothing to read, or (while reading) a file is malformed.
        UnknownNameError: there is no such format.
    """
    return chain.from_iterable(module.read(file) for file, module in files(Path(path), format))
