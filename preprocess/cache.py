"""Analyses kept on disk, each under the signature of pipeline and text. Safe to delete at any time."""

import gc
import hashlib
import os
import tempfile
from contextlib import suppress
from dataclasses import asdict, fields
from pathlib import Path
from typing import Protocol

import platformdirs
import srsly

from anaphora.workbench.document import Annotation, Document

_FORMAT = "1"  # raise it when the columns of an Annotation change


def folder() -> Path:
    """Where analyses are kept: `ANAPHORA_CACHE`, or the user's cache folder."""
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

    An unreadable entry is analysed anew; a cache that cannot be written is no error.
    """
    path = folder() / f"{_signature(pipeline, document)}.msgpack"
    stored = _load(path, len(document.words))
    if stored:
        return stored
    annotation = pipeline.annotate(document)
    _store(path, annotation)
    return annotation


def _signature(pipeline: Annotator, document: Document) -> str:
    digest = hashlib.blake2b(digest_size=16)
    layout = (document.words, document.spaces, document.paragraph_starts, [(h.start, h.end) for h in document.headings])
    digest.update(repr((_FORMAT, pipeline.signature, *layout)).encode("utf8", "surrogatepass"))
    return digest.hexdigest()


def _load(path: Path, tokens: int) -> Annotation | None:
    collecting = gc.isenabled()
    try:
        columns = srsly.read_msgpack(path)
        annotation = Annotation(**{field.name: tuple(columns[field.name]) for field in fields(Annotation)})
        return annotation if _is_whole(annotation, tokens) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None
    finally:
        if collecting:
            gc.enable()  # srsly turns it off while it unpacks, and where that fails does not turn it on again


def _is_whole(annotation: Annotation, tokens: int) -> bool:
    """Whether all columns have the right length and values, which a file that was cut or patched may lack."""
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


def _store(path: Path, annotation: Annotation) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
    except OSError:
        return
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(srsly.msgpack_dumps(asdict(annotation)))
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
