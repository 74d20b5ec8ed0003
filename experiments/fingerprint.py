"""What a result was computed on: the names of the corpora, and a hash of what was read."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from workbench.document import Document
from workbench.key import Key


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
