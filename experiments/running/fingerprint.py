"""What a result was computed on: the names of the corpora, and a hash of what was read."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from anaphora.corpora import AnnotatedDocument
from anaphora.workbench.coreference.overlap import Columns
from anaphora.workbench.document import Document
from anaphora.workbench.key import Key


class Fingerprint:
    """Documents as they are read, words and chains, whatever the format; its text is `corpus@hash`."""

    __slots__ = ("_hash", "corpus")

    def __init__(self, paths: Sequence[Path]) -> None:
        self.corpus = " ".join(path.resolve().name for path in paths) or "manuals"
        self._hash = hashlib.blake2b(digest_size=4)

    def add(self, document: Document, key: Key) -> None:
        """Take in the next document."""
        self._hash.update(repr((document.words, key.chains)).encode("utf8", "surrogatepass"))

    def __str__(self) -> str:
        return f"{self.corpus}@{self._hash.hexdigest()}"


def digest(documents: Sequence[AnnotatedDocument]) -> str:
    """A hash of ids, words and all that is known of mentions, whatever the format and the order of its lines."""
    made = Digest()
    for _ in made.watching(documents):
        pass
    return str(made)


class Digest:
    """The hash of documents as they come; see `digest`."""

    def __init__(self) -> None:
        self._hashed = hashlib.blake2b(digest_size=4)

    def watching(self, documents: Iterable[AnnotatedDocument]) -> Iterator[AnnotatedDocument]:
        """The documents as they come, taken in on the way."""
        for document in documents:
            self._hashed.update(document.id.encode("utf-8", "replace"))
            self._hashed.update(document.words)
            for part in _parts(document.mentions):
                self._hashed.update(part)
            yield document

    def __str__(self) -> str:
        return self._hashed.hexdigest()


def _parts(mentions: Columns) -> Iterator[bytes]:
    """The columns in text order, chains numbered as they come, and what only some formats tell."""
    order = np.lexsort((mentions.chain, mentions.end, mentions.start))
    chain = mentions.chain[order]
    _, first, inverse = np.unique(chain, return_index=True, return_inverse=True)
    yield np.argsort(np.argsort(first))[inverse].tobytes()
    for name in ("start", "end", "head", "minimum_start", "minimum_end", "kind"):
        yield getattr(mentions, name)[order].tobytes()
    row = np.argsort(order).tolist()
    yield "\t".join(mentions.type[at] for at in order.tolist()).encode() if any(mentions.type) else b""
    others = (
        sorted((row[at], gaps) for at, gaps in (mentions.gaps or {}).items()),
        sorted((row[one], row[other]) for one, other in mentions.links),
        sorted(row[at] for at in mentions.optional),
    )
    yield repr(others).encode()
