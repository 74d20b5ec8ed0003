"""Analyses kept on disk, each under the signature of pipeline and text. Safe to delete at any time.

An entry is a digest and the columns of an annotation. The digest covers its name, too, so that damage is noticed and an
entry under another's name is none. Who can write an entry can forge it: only those are used that nobody else can write.
"""

import gc
import os
import stat
from contextlib import suppress
from dataclasses import fields
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import Protocol
from warnings import warn

import numpy as np
import platformdirs
import srsly

from anaphora.workbench.document import Annotation, Document, Vectors
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files import LONGEST_LINE, digest, held, opened

_FORMAT = "12"  # raise it when the columns of an Annotation, how they are mended, or the form of an entry change
_LENGTH = len(digest())
_COLUMNS = tuple(field.name for field in fields(Annotation) if field.name != "vectors")
_UNFINISHED = ".part", ".entry."
"""Suffix and prefix of the names of entries that are being written."""
_OF_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def folder() -> Path:
    """Return the folder of the analyses: `ANAPHORA_CACHE`, or one in the user's cache folder."""
    return Path(os.environ.get("ANAPHORA_CACHE") or platformdirs.user_cache_dir("anaphora-workbench"))


class Annotator(Protocol):
    """A pipeline: what its analyses are, and what they are made by."""

    @property
    def signature(self) -> str:
        """Another one for every pipeline whose analyses may differ."""
        ...

    def annotate(self, document: Document) -> Annotation:
        """Analyse a document's own tokens."""
        ...


def annotate(pipeline: Annotator, document: Document) -> Annotation:
    """The annotation of a document, from disk if the same text was analysed by the same pipeline before.

    An entry that is unreadable, damaged, or that others can write, is not used; a cache that cannot be written is no
    error.
    """
    path = folder() / f"{_signature(pipeline, document)}.msgpack"
    stored = _load(path, len(document.words))
    if stored:
        return stored
    annotation = pipeline.annotate(document)
    _store(path, annotation)
    return annotation


def _signature(pipeline: Annotator, document: Document) -> str:
    apart = [[(span.start, span.end) for span in spans] for spans in (document.headings, document.labels)]
    layout: tuple[object, ...] = (
        document.words,
        document.spaces,
        document.paragraph_starts,
        *apart[: 1 + bool(document.labels)],
        *filter(None, [document.tagged]),  # which a pipeline may complete
    )
    return digest(repr((_FORMAT, pipeline.signature, *layout)).encode("utf8", "surrogatepass"))


def _load(path: Path, tokens: int) -> Annotation | None:
    collecting = gc.isenabled()
    try:
        with opened(path) as file:
            status = os.fstat(file.fileno())
            seal, packed = file.read(_LENGTH), file.read(LONGEST_LINE)
        if seal != _seal(path, packed):
            return None
        if os.name == "posix" and (status.st_uid not in (os.geteuid(), 0) or status.st_mode & _OF_OTHERS):
            _warn_of_others(path.parent)
            return None
        columns = srsly.msgpack_loads(packed)
        network, values = columns["vectors"] or ("", None)
        vectors = None if values is None else Vectors(str(network), np.frombuffer(values, "<f2").reshape(tokens, -1))
        annotation = Annotation(**{name: tuple(columns[name]) for name in _COLUMNS}, vectors=vectors)
        return annotation if _is_whole(annotation, tokens) else None
    except (FormatError, OSError, ValueError, TypeError, KeyError):
        return None
    finally:
        if collecting:
            gc.enable()  # srsly turns it off while it unpacks, and where that fails does not turn it on again


@cache
def _warn_of_others(folder: Path) -> None:
    cure = "Name a folder of your own in ANAPHORA_CACHE, or remove them."
    warn(f"{folder} has analyses that others wrote or can change; these are made anew. {cure}", stacklevel=3)


def _is_whole(annotation: Annotation, tokens: int) -> bool:
    """Return whether all columns have the right length and types, which a file that was cut or patched may lack."""
    heads, starts = annotation.head, annotation.sentence_starts
    words = annotation.pos, annotation.tag, annotation.lemma, annotation.morphology
    return (
        all(
            len(column) == tokens and {str}.issuperset(map(type, column))
            for column in (*words, annotation.relation, annotation.entity)
        )
        and len(heads) == tokens
        and {int}.issuperset(map(type, (*heads, *starts)))
        and all(0 <= token < tokens for token in (*heads, *starts))
        and list(starts) == sorted({0, *starts} if tokens else ())
    )


def _seal(path: Path, packed: bytes) -> bytes:
    """Return the bytes that begin an entry: a digest of its name and content."""
    return digest(path.name.encode(), packed).encode()


def _store(path: Path, annotation: Annotation) -> None:
    columns: dict[str, object] = {name: getattr(annotation, name) for name in _COLUMNS}
    vectors = annotation.vectors
    columns["vectors"] = vectors and (vectors.network, vectors.values.astype("<f2").tobytes())
    packed: bytes = srsly.msgpack_dumps(columns)
    temporary = path.with_name(f"{_UNFINISHED[1]}{token_hex(4)}{_UNFINISHED[0]}")
    with suppress(OSError):  # also if another process takes it for one that was left
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_left(path.parent)
        try:
            temporary.touch(0o600, exist_ok=False)
            with held(temporary, wait=True):
                temporary.write_bytes(_seal(path, packed) + packed)
                temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


@cache
def _remove_left(folder: Path) -> None:
    """Remove what killed processes left; once in a process, since the folder may have many entries."""
    end, start = _UNFINISHED
    for left in folder.glob(f"{start}*{end}"):
        with held(left) as free:
            if free:
                left.unlink(missing_ok=True)
