"""Fingerprints of corpora: their names, and a hash of the documents that were read."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.run.configuration import Configuration
from anaphora.workbench import __version__
from anaphora.workbench.chains.overlap import MentionColumns
from anaphora.workbench.document import Document
from anaphora.workbench.key import Key
from anaphora.workbench.options import shaping


def signature_of(settings: Configuration | None = None, **parts: object) -> str:
    """One line of what shaped the figures: parts by name, the options that are not at their defaults, the version."""
    options = {}
    if settings:
        options = {**shaping(settings.preparation), **shaping(settings.judging), **shaping(settings.execution)}
    named = {name.replace("_", "-"): value for name, value in parts.items()}
    return "|".join(f"{name}:{value}" for name, value in {**named, **options, "version": __version__}.items())


def named_digests(digests: Mapping[str, object]) -> str:
    """Responses or annotators by name, each with the hash of what was read."""
    return "+".join(f"{name}@{digest}" for name, digest in digests.items())


def digest_of(data: object) -> str:
    """A short hash of data that print alike wherever they are equal."""
    return hashlib.blake2b(repr(data).encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()


class Fingerprint:
    """A hash over words and chains of documents, whatever the format; its text is `corpus@hash`, by `name` or files.

    `documents` and `chains` are how many were added.
    """

    __slots__ = ("_hash", "chains", "corpus", "documents")

    def __init__(self, paths: Sequence[Path], name: str | None = None) -> None:
        self.corpus = name or " ".join(path.resolve().name for path in paths) or "manuals"
        self._hash = hashlib.blake2b(digest_size=4)
        self.documents = self.chains = 0

    def watch(
        self, documents: Iterable[tuple[Document, Key]], progress: Callable[[Document], None] | None
    ) -> Iterator[tuple[Document, Key]]:
        """Add each document and pass it on; `progress` is called when its work is done."""
        for document, key in documents:
            self.add(document, key)
            yield document, key
            if progress:
                progress(document)

    def add(self, document: Document, key: Key) -> None:
        """Add the next document."""
        self._hash.update(repr((document.words, key.chains)).encode("utf8", "surrogatepass"))
        self.documents += 1
        self.chains += len(key.chains)

    def __str__(self) -> str:
        return f"{self.corpus}@{self._hash.hexdigest()}"


def digest(documents: Sequence[AnnotatedDocument]) -> str:
    """A hash of ids, words and everything about mentions, whatever the format and the order of its lines."""
    hashed = Digest()
    for _ in hashed.watch(documents):
        pass
    return str(hashed)


class Digest:
    """The hash of a stream of documents; see `digest`. With `ids` those of chains are part of it."""

    def __init__(self, ids: bool = False) -> None:
        self._hashed = hashlib.blake2b(digest_size=4)
        self._ids = ids

    def watch(self, documents: Iterable[AnnotatedDocument]) -> Iterator[AnnotatedDocument]:
        """Pass the documents on, and add each to the hash."""
        for document in documents:
            self._hashed.update(document.id.encode("utf-8", "replace"))
            self._hashed.update(document.words)
            for part in _parts(document.mentions):
                self._hashed.update(part)
            if self._ids:
                self._hashed.update(repr(list(document.mentions.ids)).encode("utf-8", "replace"))
            if document.nodes:
                self._hashed.update(repr(document.nodes).encode("utf-8", "surrogatepass"))
            if document.quotes:
                self._hashed.update(repr(document.quotes).encode("utf-8", "surrogatepass"))
            yield document

    def __str__(self) -> str:
        return self._hashed.hexdigest()


def _parts(mentions: MentionColumns) -> Iterator[bytes]:
    """The columns in text order, chains numbered by first mention, and what only some formats have."""
    order = np.lexsort((mentions.chain, mentions.end, mentions.start))
    chain = mentions.chain[order]
    _, first, inverse = np.unique(chain, return_index=True, return_inverse=True)
    yield np.argsort(np.argsort(first))[inverse].tobytes()
    for name in ("start", "end", "head", "minimum_start", "minimum_end", "kind"):
        yield getattr(mentions, name)[order].tobytes()
    row = np.argsort(order).tolist()
    yield "\t".join(mentions.type[index] for index in order.tolist()).encode() if any(mentions.type) else b""
    rest = (
        sorted((row[index], gaps) for index, gaps in (mentions.gaps or {}).items()),
        sorted((row[left], row[right]) for left, right in mentions.links),
        sorted(row[index] for index in mentions.optional),
    )
    yield repr(rest).encode()
