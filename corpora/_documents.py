"""What writers need of a document: its sentences, and a name for its files."""

import re
from itertools import pairwise

from anaphora.workbench.document import Document

_LONGEST_NAME = 200
"""Bytes of UTF-8. File systems take 255, and extensions come behind."""


def sentences(document: Document) -> list[tuple[int, int]]:
    """First token and end of each sentence, as the corpus marks them or else as its annotation does."""
    annotation = document.annotation
    starts = {0, *document.sentence_starts, *(annotation.sentence_starts if annotation else ()), len(document.words)}
    return list(pairwise(sorted(starts)))


def file_name(id: str, taken: set[str]) -> str:
    """A document's id as the name of a file, without extension, which becomes one of those `taken`.

    Whatever is no letter, digit, `-`, `.` or `_` becomes `_`, as does a dot at the beginning. At most 200 bytes
    are kept; a name that is taken, in capitals or not, gets `-2`, `-3` and so on.
    """
    stem = re.sub(r"^\.|[^\w.-]", "_", id).encode()[:_LONGEST_NAME].decode(errors="ignore") or "_"
    name, number = stem, 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name.casefold())
    return name
