"""Documents with their mentions as columns, for scoring: by a format's own fast reader, else by its `read`."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import ModuleType

from anaphora.corpora._files import files
from anaphora.workbench.coreference.overlap import Columns, columns
from anaphora.workbench.coreference.zeros import kinds_of_zeros
from anaphora.workbench.document import FIRST_NODE, Annotation, EmptyNode


@dataclass(frozen=True, slots=True)
class AnnotatedDocument:
    """One document with its mentions and the corpus' own annotation; `words` has a TAB behind each word, in UTF-8.

    `nodes` are its empty nodes, if any mention has one; then `sentences` are the words that begin a sentence, where the
    format marks them. `is_copy`: a language model may have written its words again; `is_named`: its id is in the file.
    `mended` counts marks of a response that matched no other (`workbench.key.Clusters`).
    """

    path: Path
    id: str
    words: bytes
    mentions: Columns
    annotation: Annotation | None = None
    nodes: tuple[EmptyNode, ...] = ()
    sentences: tuple[int, ...] = ()
    is_copy: bool = False
    is_named: bool = True
    mended: int = 0


def read_annotated(path: str | Path, format: str | None = None, response: bool = False) -> Iterator[AnnotatedDocument]:
    """Read a file or folder as columns; files, order and errors are those of `anaphora.corpora.read`.

    Where a format stores a system's chains beside those of the key, a `response` has the system's.
    """
    return chain.from_iterable(_read_file(file, module, response) for file, module in files(Path(path), format))


def _read_file(path: Path, module: ModuleType, response: bool) -> Iterator[AnnotatedDocument]:
    blocks = module.columns(path) if hasattr(module, "columns") else None
    if blocks is not None:
        yield from (AnnotatedDocument(path, id, words, mentions) for id, words, mentions in blocks)
        return
    read = module.read_response if response and hasattr(module, "read_response") else module.read
    known = {"is_copy": hasattr(module, "COPIED"), "is_named": not hasattr(module, "UNNAMED")}
    for document, key in read(path):
        words = "".join([word.replace("\t", " ") + "\t" for word in document.words]).encode("utf-8", "surrogatepass")
        mentions = columns(key)
        nodes = document.nodes if (mentions.end > FIRST_NODE).any() else ()
        mentions = kinds_of_zeros(mentions, nodes) if nodes else mentions
        sentences = document.sentence_starts if nodes else ()
        tree = document.annotation
        yield AnnotatedDocument(path, document.id, words, mentions, tree, nodes, sentences, mended=key.mended, **known)
