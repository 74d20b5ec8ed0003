"""Exports of WebAnno and INCEpTION projects, annotator by annotator."""

import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from anaphora import corpora
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files import LONGEST, content

_OF_PROJECT = re.compile(r"(?:.*/)?annotation/([^/]+)/([^/]+)\.(tsv|zip)")
_NOBODY = "INITIAL_CAS"
"""INCEpTION's name of the document before anybody annotated it."""
_MOST_FILES = 10_000


def is_project(path: Path) -> bool:
    """Return whether a path is the export of a project: a ZIP file, or a folder with a folder `annotation`."""
    return (path.is_file() and zipfile.is_zipfile(path)) or (path / "annotation").is_dir()


@contextmanager
def annotators_of(project: Path) -> Iterator[dict[str, Path]]:
    """A folder of WebAnno TSV files for each annotator of a project, exported as `annotation/DOCUMENT/ANNOTATOR.tsv`.

    What INCEpTION packs once more, `ANNOTATOR.zip`, is unpacked.

    Raises:
        FormatError: there is no such file in it, it is damaged, or a file is too large.
    """
    with TemporaryDirectory() as folder:
        by_name: dict[str, Path] = {}
        for document, annotator, raw in _annotations(project):
            by_name.setdefault(annotator, Path(folder, str(len(by_name))))
            by_name[annotator].mkdir(exist_ok=True)
            name = corpora.file_name(document.removesuffix(".tsv"), set())
            (by_name[annotator] / f"{name}.tsv").write_bytes(raw)
        if not by_name:
            problem = "there is no annotation/DOCUMENT/ANNOTATOR.tsv in it"
            cure = "Export the project with the format WebAnno TSV v3.3 as secondary format."
            raise FormatError(project, None, problem, cure, code="empty")
        yield dict(sorted(by_name.items()))


def _annotations(project: Path) -> Iterator[tuple[str, str, bytes]]:
    """Document, annotator and content of each file of a project."""
    if project.is_dir():
        inside = {str(path.relative_to(project)): path for path in sorted(project.rglob("*")) if path.is_file()}
        for name, path in inside.items():
            if match := _OF_PROJECT.fullmatch(name.replace("\\", "/")):
                yield from _unpacked(project, (match[1], match[2], match[3]), content(path))
        return
    try:
        with zipfile.ZipFile(project) as packed:
            for entry in packed.infolist()[:_MOST_FILES]:
                if match := _OF_PROJECT.fullmatch(entry.filename):
                    yield from _unpacked(project, (match[1], match[2], match[3]), _entry(project, packed, entry))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise FormatError(project, None, f"it cannot be unpacked ({error})", "Export it again.") from error


def _unpacked(project: Path, name: tuple[str, str, str], raw: bytes) -> Iterator[tuple[str, str, bytes]]:
    document, annotator, kind = name
    if annotator == _NOBODY:
        return
    if kind == "tsv":
        yield document, annotator, raw
        return
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        inner = [entry for entry in packed.infolist() if entry.filename.endswith(".tsv")]
        yield from ((document, annotator, _entry(project, packed, entry)) for entry in inner[:1])


def _entry(project: Path, packed: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """A packed file, of which no more is unpacked than is ever read."""
    with packed.open(entry) as file:
        raw = file.read(LONGEST + 1)
    if len(raw) > LONGEST:
        problem = f"{entry.filename} has more than {LONGEST:,} bytes"
        raise FormatError(project, None, problem, "Divide the document.", code="too-large")
    return raw
