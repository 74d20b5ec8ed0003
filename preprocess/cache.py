"""Analyses kept on disk, each under the signature of pipeline and text. Safe to delete at any time."""

import hashlib
import os
import tempfile
from dataclasses import asdict, fields
from pathlib import Path

import platformdirs
import srsly

from preprocess.pipeline import Pipeline
from workbench.document import Annotation, Document

_FORMAT = "1"  # raise it when the columns of an Annotation change


def folder() -> Path:
    """Where analyses are kept: `ANAPHORA_CACHE`, or the user's cache folder."""
    return Path(os.environ.get("ANAPHORA_CACHE") or platformdirs.user_cache_dir("anaphora-workbench"))


def annotate(pipeline: Pipeline, document: Document) -> Annotation:
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


def _signature(pipeline: Pipeline, document: Document) -> str:
    digest = hashlib.blake2b(digest_size=16)
    layout = (document.words, document.spaces, document.paragraph_starts, [(h.start, h.end) for h in document.headings])
    digest.update(repr((_FORMAT, pipeline.signature, *layout)).encode("utf8", "surrogatepass"))
    return digest.hexdigest()


def _load(path: Path, tokens: int) -> Annotation | None:
    try:
        columns = srsly.read_msgpack(path)
        annotation = Annotation(**{field.name: tuple(columns[field.name]) for field in fields(Annotation)})
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return annotation if len(annotation.head) == tokens else None


def _store(path: Path, annotation: Annotation) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(srsly.msgpack_dumps(asdict(annotation)))
        Path(file.name).replace(path)
    except OSError:
        return
