"""The formats that there are, the files to read of a path, and their documents as columns for scoring."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import chain
from pathlib import Path

from anaphora.corpora._format import Format
from anaphora.workbench.chains.overlap import MentionColumns, columns
from anaphora.workbench.chains.zeros import kinds_of_zeros
from anaphora.workbench.document import FIRST_NODE, Annotation, EmptyNode, Quotes
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.files import not_regular, opened, require_regular
from anaphora.workbench.registry import Registry

_REGISTRY = Registry("format", "anaphora.corpora", "anaphora_workbench.formats")
names = _REGISTRY.names

_HEAD = 65_536
_COMPRESSED = re.compile(rb"\x1f\x8b|PK\x03\x04|BZh[1-9](?:1AY&SY|\x17rE8P)|\xfd7zXZ\0")
"""Beginnings of files of gzip, zip, bzip2 and xz."""
_ABOUT = re.compile(r"readme(?:\.(?:md|txt|rst))?", re.IGNORECASE)
"""Names of files that describe a folder, maybe with examples, and are no documents."""
_ASKED_FIRST = ("conll2012",)
"""Formats of large corpora: loading the modules of all others takes as long as scoring ten novels."""
_STANDARD_INPUT = Path("-")

Loaders = Mapping[str, Callable[[], Format]]
"""Functions that load the formats, by their names, in the order in which they are asked."""


def load(name: str) -> Format:
    """The format of that name.

    Raises:
        UnknownNameError: there is no such name.
        OptionError: the name is given twice, its module cannot be imported, or has no `FORMAT` of that name.
    """
    form = _REGISTRY.load_object(name, "FORMAT", Format)
    if form.name != name:
        raise OptionError(f"The format '{name}' calls itself '{form.name}'. Give it the name of its module.")
    return form


def formats() -> dict[str, Format]:
    """All formats by name, in alphabetical order; errors are those of `load`."""
    return {name: load(name) for name in names()}


def recognise(path: str | Path) -> str:
    """The name of a file's format: by its first 64 KiB, and where they do not show it, by the file's name.

    Raises:
        FormatError: no format fits, or the file cannot be opened, is compressed or no regular file.
    """
    _require_reachable(Path(path))
    _require_file(Path(path))
    loaders = _loaders()
    form = _guess(Path(path), loaders)
    if form is None:
        cure = f"Name its format: {', '.join(sorted(loaders))}."
        problem = "the format is not recognised, neither by content nor by name"
        raise FormatError(path, None, problem, cure, code="unknown-format")
    return form.name


def files(path: Path, format: str | None) -> list[tuple[Path, Format]]:
    """The files to read, sorted by path, each with its format.

    Raises:
        FormatError: the path does not exist, is compressed or no regular file, its format is not recognised, or the
            folder holds nothing to read.
        UnknownNameError: there is no such format.
    """
    if format:
        form_named = load(format)
    _require_reachable(path)
    if not path.is_dir():
        _require_file(path)
        return [(path, form_named if format else load(recognise(path)))]
    loaders = _loaders()
    guessed = [(file, form) for file in _inside(path) if (form := _guess(file, loaders))]
    if format:
        chosen = [(file, form) for file, form in guessed if form.name == format]
    else:
        chosen = _richest([(file, form) for file, form in guessed if not form.is_any_text] or guessed)
    if not chosen:
        wanted = f"of the format {format}" if format else f"of a known format ({', '.join(sorted(loaders))})"
        cure = "Name another folder, or a single file and its format."
        if any(file.is_symlink() for file in path.iterdir()):
            cure = f"Symbolic links that lead out of it are not followed. {cure}"
        raise FormatError(path, None, f"the folder has no file {wanted}", cure, code="empty")
    return chosen


def unread(folder: Path, read: Sequence[tuple[Path, Format]]) -> list[Path]:
    """The files of a folder that are none of those that are `read`, nor the same text in another form, nor parts of it.

    Those that belong to a file of several begin like it, and lie beside it or deeper.
    """
    stems = {file.with_suffix("") for file, _ in read}
    wholes: dict[Path, list[str]] = {}
    for file, form in read:
        if form.is_of_several_files:
            wholes.setdefault(file.parent, []).append(file.stem)
    return [
        file
        for file in _inside(folder)
        if file.with_suffix("") not in stems
        and not any(file.name.startswith(tuple(wholes.get(parent, ()))) for parent in file.parents if wholes)
    ]


def _loaders() -> Loaders:
    asked = sorted(names(), key=lambda name: (name not in _ASKED_FIRST, name))
    return {name: cache(partial(load, name)) for name in asked}


def _guess(path: Path, loaders: Loaders) -> Format | None:
    head = _head(path).decode(errors="replace")
    for loaded in loaders.values():
        if loaded().recognises(head, Path()):
            return loaded()
    ordered = sorted((loaded() for loaded in loaders.values()), key=lambda form: form.is_any_text)
    return next((form for form in ordered if form.recognises("", path)), None)


def _richest(guessed: list[tuple[Path, Format]]) -> list[tuple[Path, Format]]:
    most: dict[Path, int] = {}
    for file, form in guessed:
        text = file.with_suffix("")
        most[text] = max(most.get(text, 0), form.richness)
    return [(file, form) for file, form in guessed if form.richness == most[file.with_suffix("")]]


def _inside(folder: Path) -> list[Path]:
    root = folder.resolve()
    paths = []
    for inner, folders, inside in os.walk(folder, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        visible = (Path(inner, name) for name in inside if not name.startswith(".") and not _ABOUT.fullmatch(name))
        # only links lead out, and to resolve a path takes as long as to recognise its format
        paths += [p for p in visible if p.is_file() and (not p.is_symlink() or p.resolve().is_relative_to(root))]
    return sorted(paths)


def _refuse(error: OSError) -> None:
    """Raise `FormatError`: a folder that cannot be opened may hold half of a corpus."""
    raise _unreadable(error.filename, error) from error


def _unreadable(path: str | Path, error: OSError) -> FormatError:
    problem = f"this cannot be opened ({error.strerror})"
    return FormatError(path, None, problem, "Check its name and permissions.", code="unreadable")


def _head(path: Path) -> bytes:
    with opened(path) as file:
        return file.read(_HEAD)


def _require_reachable(path: Path) -> None:
    """Raise `FormatError` for a path on which a folder may not be entered, or that no file can have."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        pass  # `_require_file` says that it does not exist
    except OSError as error:
        raise _unreadable(path, error) from error


def _require_file(path: Path) -> None:
    """Raise `FormatError` for what cannot be read as it is, whatever its format."""
    require_regular(path)
    if not path.exists():
        if path == _STANDARD_INPUT:
            raise not_regular(path)
        raise FormatError(path, None, "there is no such file or folder", "Check the path.", code="missing-file")
    if path.is_file() and _COMPRESSED.match(_head(path)):
        raise FormatError(
            path,
            None,
            "the file is compressed",
            "Decompress it, or let the word processor save plain text (UTF-8).",
            code="compressed",
        )


@dataclass(frozen=True, slots=True)
class AnnotatedDocument:
    """One document with its mentions and the corpus' own annotation; `words` has a TAB behind each word, in UTF-8.

    `nodes` are its empty nodes, if any mention has one; then `sentences` are the words that begin a sentence, where the
    format marks them. `is_copy`: a language model may have written its words again; `is_answer`: it is a response
    that may have more or fewer words than the key; `is_named`: its id is in the file.
    `mended`, `quotes` and `in_characters` are as in `workbench.key.Clusters`.
    """

    path: Path
    id: str
    words: bytes
    mentions: MentionColumns
    annotation: Annotation | None = None
    nodes: tuple[EmptyNode, ...] = ()
    sentences: tuple[int, ...] = ()
    is_copy: bool = False
    is_answer: bool = False
    is_named: bool = True
    mended: Mapping[str, int] = field(default_factory=dict)
    quotes: Quotes = ()
    in_characters: bool = False


def read_annotated(path: str | Path, format: str | None = None, response: bool = False) -> Iterator[AnnotatedDocument]:
    """Read a file or folder as columns; files, order and errors are those of `anaphora.corpora.read`.

    Where a format stores a system's chains beside those of the key, a `response` has the system's.
    """
    return chain.from_iterable(_columns_of(file, form, response) for file, form in files(Path(path), format))


def _columns_of(path: Path, form: Format, response: bool) -> Iterator[AnnotatedDocument]:
    blocks = form.columns(path) if form.columns else None
    if blocks is not None:
        yield from (AnnotatedDocument(path, id, words, mentions) for id, words, mentions in blocks)
        return
    read = (form.read_response if response else None) or form.read
    for document, key in read(path):
        words = "\t".join((*document.words, ""))
        if words.count("\t") > len(document.words):
            words = "".join([word.replace("\t", " ") + "\t" for word in document.words])
        mentions = columns(key)
        nodes = document.nodes if (mentions.end > FIRST_NODE).any() else ()
        yield AnnotatedDocument(
            path,
            document.id,
            words.encode("utf-8", "surrogatepass"),
            kinds_of_zeros(mentions, nodes) if nodes else mentions,
            document.annotation,
            nodes,
            document.sentence_starts if nodes else (),
            form.is_copy,
            form.is_answer and response,
            form.is_named,
            key.mended,
            key.quotes,
            key.in_characters,
        )
