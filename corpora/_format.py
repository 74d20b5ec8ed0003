"""Formats of corpora: what each says of itself, which there are, and which files of a path are in which of them."""

import hashlib
import os
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from anaphora.corpora._lines import text as text_of
from anaphora.workbench.chains.overlap import MentionColumns, columns
from anaphora.workbench.chains.texts import describe_by_tags, kinds_of_zeros
from anaphora.workbench.document import FIRST_NODE, Annotation, Document, EmptyNode, Quotes, Span
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.files import not_regular, opened, read_toml, require_regular
from anaphora.workbench.key import Clusters
from anaphora.workbench.registry import Registry

Pair: TypeAlias = tuple[Document, Clusters]
"""A document with its chains: those of the key, or of a response."""

Reader: TypeAlias = Callable[[Path], Iterator[Pair]]

_REGISTRY = Registry("format", "anaphora.corpora", "anaphora_workbench.formats", apart=frozenset({"answers"}))
names = _REGISTRY.names

_HEAD = 65_536
_COMPRESSED = re.compile(rb"\x1f\x8b|PK\x03\x04|BZh[1-9](?:1AY&SY|\x17rE8P)|\xfd7zXZ\0")
"""Beginnings of files of gzip, zip, bzip2 and xz."""
_ABOUT = re.compile(r"readme(?:\.(?:md|txt|rst))?", re.IGNORECASE)
"""Names of files that describe a folder, maybe with examples, and are no documents."""
_ASKED_FIRST = ("conll2012",)
"""Formats of large corpora: loading the modules of all others takes as long as scoring ten novels."""
_OF_ANSWERS = "jsonlines"
"""The format whose responses may be answers of language models."""
_PROSE = frozenset(("", ".json", ".markdown", ".md", ".txt"))
_STANDARD_INPUT = Path("-")
_SHOWN = 60
"""Bytes of a file that is not recognised."""
_CONVERT = "Convert it to JSON lines or CoNLL-2012; 'anaphora list formats' says what else is read."


class Repair(NamedTuple):
    """One thing that was mended, or was left since it is not certain (not `done`); `line` counts from 1."""

    path: str
    line: int | None
    done: bool
    text: str


@dataclass(slots=True)
class Mender:
    """The lines of a file while it is mended, with their ends, and what was done; the file stays as it is.

    `contents` has the file of each document that was met in the corpus, by its id, and digests of its words and of its
    mentions. If it `drops` them, brackets that cannot be mended are left out.
    """

    path: Path
    lines: list[str]
    contents: dict[str, tuple[Path, str, str]]
    repairs: list[Repair] = field(default_factory=list)
    drops: bool = False

    @classmethod
    def of(cls, path: Path, contents: dict[str, tuple[Path, str, str]], *, drops: bool = False) -> "Mender":
        """Return the mender of a file, with its lines as they are."""
        return cls(path, re.split(r"(?<=\n)", text_of(path)), contents, drops=drops)

    def change(self, line: int, text: str, what: str = "") -> None:
        """Put another text in place of a line, whose end stays; say `what` is mended by it."""
        before = self.lines[line - 1]
        self.lines[line - 1] = text + before[len(before.rstrip("\r\n")) :]
        if what:
            self.note(line, what)

    def note(self, line: int | None, what: str) -> None:
        """Say what is mended."""
        self.repairs.append(Repair(str(self.path), line, True, what))

    def leave(self, line: int | None, what: str) -> None:
        """Say what is left as it is."""
        self.repairs.append(Repair(str(self.path), line, False, what))

    def line(self, number: int) -> str:
        """A line without its end."""
        return self.lines[number - 1].rstrip("\r\n")

    def new_id(self, id: str, line: int, words: str, mentions: str) -> str:
        """The id of a document, which no other of the corpus has: with -2, -3 and so on where one has it.

        A document that comes twice, word for word and mention for mention, is left: it may be one too many. So is one
        with the same words in another file, which may be another annotation.
        """
        of_words, of_mentions = (
            hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() for text in (words, mentions)
        )
        content = self.path, of_words, of_mentions
        if id not in self.contents:
            self.contents[id] = content
            return id
        earlier = self.contents[id]
        if earlier[1:] == content[1:]:
            self.leave(line, f"the document '{id}' comes twice and is the same: leave one out")
            return id
        if earlier[1] == content[1] and earlier[0] != content[0]:
            cure = "if both annotate one text, compare them with 'anaphora agree'"
            self.leave(line, f"the document '{id}' has the same words in {earlier[0].name}: {cure}")
            return id
        new = self._numbered(id)
        self.contents[new] = content
        self.note(line, f"the second document '{id}' is called '{new}'")
        return new

    def _numbered(self, id: str) -> str:
        """The id with the first number that is free; where many have it, those that are taken are not all asked."""
        stem, part = id.partition("; ")[::2]

        def name(number: int) -> str:
            return "; ".join(filter(None, (f"{stem}-{number}", part)))

        numbers = range(2, len(self.contents) + 2)
        number = bisect_left(numbers, True, key=lambda number: name(number) not in self.contents) + 2
        while name(number) in self.contents:
            number += 1
        return name(number)


class Remark(NamedTuple):
    """A finding that only the notation shows, with its line, in the file itself or in one that belongs to it.

    Many remarks of one `code` are one kind.
    """

    line: int
    text: str
    code: str = ""
    path: Path | None = None


def dangling(line: int, source: str, target: str, *, itself: bool = False, path: Path | None = None) -> Remark:
    """The remark that a link leads to itself, or else nowhere."""
    if itself:
        return Remark(line, f"the link of {source} leads to itself, and is not read", "self-link", path)
    problem = f"the link of {source} leads to '{target}', which is not there, and is not read"
    return Remark(line, problem, "unknown-reference", path)


def by_signs(beginning: str = "", name: str = "") -> Callable[[str, Path], bool]:
    """Make a `Format.recognises` of two patterns: one searched in the beginning of a file, one in its name."""
    in_file = re.compile(beginning or r"(?!)")
    in_name = re.compile(name or r"(?!)")
    return lambda head, path: bool(in_file.search(head) or in_name.search(path.name))


class Format(NamedTuple):
    """One format of corpora; each module of the folder `corpora` ends with one, called `FORMAT`.

    Every format has a `name`, that of its module; a `source`, one line on what it is and who describes it; the usual
    `suffix` of its files; `recognises`, which is given the beginning of a file (64 KiB at most) or else its path, the
    other one being empty; and `read`, which yields the documents of a file with their keys and refuses bad files by a
    `FormatError` with one of the codes of `format_codes.toml`, the file and, if it has lines, the line.

    Of what it reads it may say: `content`, XML (which names its encoding) or bytes; what is left `unread`, in words;
    its `richness`, as of files that differ in their extension alone only the richest is read; `is_of_several_files`, of
    which those not read are called like the `entry` of that one and lie beside it or deeper; `is_any_text`, so that
    others are tried first; `has_trees`, expected of every document; `is_named`, if files name their documents. Language
    models write the text again in it (`is_copy`: words may differ from the key's) or answer in it (`is_answer`: with
    more or fewer words).

    `read_response` reads what a system found, mended, where `read` would refuse it or give the key beside it. `columns`
    reads id, words (each with a TAB behind it) and mentions of large files faster, until an `UnusualError`. `check`
    tells lines by `token_lines`, a line for each token of a file, or by `mention_lines`, those of a file with one
    document; `remarks` are what only the notation shows, and `mend` changes lines where it is certain what is meant.

    A format is written by `write`, which yields the content of one file of several documents, or by `write_files`: the
    files of one document by names that begin like the name given, of which `read` takes the first. `inexpressible`
    gives chain and span of the mentions that it cannot write, spans counting words and empty nodes together, in text
    order; `keeps_zeros` if it writes these nodes; `quotes` says how often it writes the words of each mention.
    """

    name: str
    source: str
    suffix: str
    recognises: Callable[[str, Path], bool]
    read: Reader
    content: Literal["text", "xml", "binary"] = "text"
    unread: str = ""
    richness: int = 0
    is_of_several_files: bool = False
    entry: Callable[[Path], Path] = lambda path: path
    is_any_text: bool = False
    has_trees: bool = False
    is_named: bool = True
    is_copy: bool = False
    is_answer: bool = False
    read_response: Reader | None = None
    columns: Callable[[Path], Iterator[tuple[str, bytes, MentionColumns]]] | None = None
    token_lines: Callable[[Path], list[int]] | None = None
    mention_lines: Callable[[Path], Mapping[Span, int]] | None = None
    remarks: Callable[[Path], Iterator[Remark]] | None = None
    mend: Callable[[Mender], None] | None = None
    write: Callable[[Iterable[Pair]], Iterator[str] | Iterator[bytes]] | None = None
    write_files: Callable[[Document, Clusters, str], Mapping[str, bytes]] | None = None
    inexpressible: Callable[[Clusters], Iterable[tuple[int, Span]]] = lambda _: ()
    keeps_zeros: bool = False
    quotes: int = 0

    def pieces(self, documents: Iterable[Pair]) -> Iterator[bytes]:
        """Yield the output of `write` as bytes; half characters, which no file can hold, become question marks."""
        if not self.write:
            raise TypeError(f"{self.name} does not write several documents into one file")
        return (piece.encode(errors="replace") if isinstance(piece, str) else piece for piece in self.write(documents))

    @property
    def is_written(self) -> bool:
        """True if documents can be written in this format."""
        return bool(self.write or self.write_files)


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


# Files of a path


def recognise(path: str | Path) -> str:
    """The name of a file's format: by its first 64 KiB, and where they do not show it, by the file's name.

    Raises:
        FormatError: no format fits (code "not-read": it is known, but not read), or the file cannot be opened, is
            compressed or no regular file.
    """
    _require_reachable(Path(path))
    _require_file(Path(path))
    loaders = _loaders()
    form = _guess(Path(path), loaders)
    if form is None:
        _require_readable(Path(path))
        cure = f"Name its format: {', '.join(sorted(loaders))}."
        begin = " ".join(_head(Path(path))[:_SHOWN].decode(errors="replace").split())
        problem = f"the format is not recognised, neither by its name nor by its content, which begins '{begin}'"
        raise FormatError(path, None, problem, cure, code="unknown-format")
    return form.name


def files(path: Path, format: str | None, response: bool = False) -> list[tuple[Path, Format]]:
    """The files to read, sorted by path, each with its format; of a `response` also answers of a model without JSON.

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
        if response and not format and _is_prose(path):
            return [(path, load(_OF_ANSWERS))]
        return [(path, form_named if format else load(recognise(path)))]
    loaders = _loaders()
    guessed = [(file, form) for file in _inside(path) if (form := _guess(file, loaders))]
    if format:
        chosen = [(file, form) for file, form in guessed if form.name == format]
    else:
        chosen = _richest([(file, form) for file, form in guessed if not form.is_any_text] or guessed)
    if response and not format and all(form.is_any_text or form.name == _OF_ANSWERS for _, form in chosen):
        answers = {file for file, form in chosen if not form.is_any_text}
        chosen = [(file, load(_OF_ANSWERS)) for file in _inside(path) if file in answers or _is_prose(file)]
    if not chosen:
        for file in _inside(path) if not format else ():
            _require_readable(file)
        wanted = f"of the format {format}" if format else f"of a known format ({', '.join(sorted(loaders))})"
        cure = "Name another folder, or a single file and its format."
        if any(file.is_symlink() for file in path.iterdir()):
            cure = f"Symbolic links that lead out of it are not followed. {cure}"
        raise FormatError(path, None, f"the folder has no file {wanted}", cure, code="empty")
    return chosen


class ForeignFormat(NamedTuple):
    """A format that is known, but not read: its signs, its name, and what to do."""

    recognises: Callable[[str, Path], bool]
    name: str
    cure: str


@cache
def _foreign_formats() -> tuple[ForeignFormat, ...]:
    """The formats of `not_read.toml`."""
    _, tables = read_toml(Path(__file__).with_name("not_read.toml"))
    return tuple(
        ForeignFormat(by_signs(table["signs"], table.get("file", "")), table["name"], table.get("cure", _CONVERT))
        for table in tables.values()
    )


def foreign(path: Path) -> ForeignFormat | None:
    """The format of a file, if it is one that is known, but not read."""
    head = _head(path).decode(errors="replace")
    return next((form for form in _foreign_formats() if form.recognises(head, path)), None)


def _require_readable(path: Path) -> None:
    """Raise `FormatError` for a file of a format that is known, but not read."""
    if form := foreign(path):
        raise FormatError(path, None, f"this is {form.name}, which is not read", form.cure, code="not-read")


def unread(folder: Path, read: Sequence[tuple[Path, Format]]) -> list[Path]:
    """The files of a folder that are none of those that are `read`, nor the same text in another form, nor parts of it.

    Those that belong to a file of several begin like it, and lie beside it or deeper.
    """
    stems = {file.with_suffix("") for file, _ in read}
    wholes: dict[Path, list[str]] = {}
    for file, form in read:
        if form.is_of_several_files:
            wholes.setdefault(form.entry(file).parent, []).append(form.entry(file).stem)
    return [
        file
        for file in _inside(folder)
        if file.with_suffix("") not in stems
        and not any(file.name.startswith(tuple(wholes.get(parent, ()))) for parent in file.parents if wholes)
    ]


_Loaders: TypeAlias = Mapping[str, Callable[[], Format]]
"""Functions that load the formats, by their names, in the order in which they are asked."""


def _loaders() -> _Loaders:
    asked = sorted(names(), key=lambda name: (name not in _ASKED_FIRST, name))
    return {name: cache(partial(load, name)) for name in asked}


def _guess(path: Path, loaders: _Loaders) -> Format | None:
    head = _head(path).decode(errors="replace")
    is_xml = head.lstrip("\ufeff \t\r\n").startswith("<")  # in which MUC's tags may mean something else
    if is_xml and foreign(path):
        return None
    for loaded in loaders.values():
        if loaded().recognises(head, Path()):
            return loaded()
    if not is_xml and foreign(path):
        return None
    ordered = sorted((loaded() for loaded in loaders.values()), key=lambda form: form.is_any_text)
    return next((form for form in ordered if form.recognises("", path)), None)


def _is_prose(path: Path) -> bool:
    """Return whether a file may be an answer of a language model that holds no JSON, or JSON of no known shape."""
    head = _head(path)
    if path.suffix.lower() not in _PROSE or b"\t" in head or b"\0" in head:
        return False
    form = _guess(path, _loaders())
    return form.is_any_text if form else not foreign(path)


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
        form = foreign(path)
        problem = f"the file is compressed: it is {form.name}" if form else "the file is compressed"
        raise FormatError(path, None, problem, form.cure if form else "Decompress it.", code="compressed")


class UnusualError(Exception):
    """Lines follow that are not of the plain kind that `Format.columns` reads."""


class AnnotatedDocument(NamedTuple):
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
    mended: Mapping[str, int] = {}
    quotes: Quotes = ()
    in_characters: bool = False


def read_annotated(path: str | Path, format: str | None = None, response: bool = False) -> Iterator[AnnotatedDocument]:
    """Read a file or folder as columns; files, order and errors are those of `anaphora.corpora.read`.

    Where a format stores a system's chains beside those of the key, a `response` has the system's.
    """
    return chain.from_iterable(_columns_of(file, form, response) for file, form in files(Path(path), format, response))


def _columns_of(path: Path, form: Format, response: bool) -> Iterator[AnnotatedDocument]:
    count = 0
    try:
        if form.columns:
            for id, words, mentions in form.columns(path):
                yield AnnotatedDocument(path, id, words, mentions)
                count += 1
            return
    except UnusualError:
        pass  # `read` reads on, or says what is wrong
    read = (form.read_response if response else None) or form.read
    for document, key in islice(read(path), count, None):
        text = "\t".join((*document.words, ""))
        if text.count("\t") > len(document.words):
            text = "".join([word.replace("\t", " ") + "\t" for word in document.words])
        mentions = columns(key)
        if document.tagged and document.annotation is None:
            mentions = describe_by_tags(mentions, document.tagged)
        nodes = document.nodes if (mentions.end > FIRST_NODE).any() else ()
        yield AnnotatedDocument(
            path,
            document.id,
            text.encode("utf-8", "surrogatepass"),
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
