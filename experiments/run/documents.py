"""Documents of corpora as a stream, one file after the other, and hashes of what was read."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np

from anaphora import corpora
from anaphora.corpora import AnnotatedDocument, Format
from anaphora.experiments.run.configuration import Configuration
from anaphora.workbench.arrays import ranks
from anaphora.workbench.chains.overlap import MentionColumns
from anaphora.workbench.document import Document
from anaphora.workbench.errors import FormatError, WorkbenchError
from anaphora.workbench.key import Key, overt
from anaphora.workbench.results.vocabulary import counted

BUNDLED = Path(corpora.__file__).parent / "manuals"


def documents(
    paths: Sequence[Path], settings: Configuration, skipped: list[str] | None = None, *, nodes: bool = False
) -> Iterator[tuple[Document, Key]]:
    """Every document of the corpora (the bundled one if none is named), without empty nodes but where `nodes` asks.

    In languages that drop pronouns they are words where the trees come from the corpus, which alone knows them.
    What the settings say of the language counts, whatever the corpus says.
    With `skip_bad` the message of a bad file goes to `skipped` and the next file is read; otherwise it is raised. A
    document id that comes twice is an error, since a folder may hold the same texts in two formats.
    """
    files = corpus_files(paths, settings.preparation.format)
    if len(paths) > 1 or len({form.name for _, form in files}) > 1:
        for _ in _read(files, settings, None):  # the ids alone, before minutes are spent on what is refused in the end
            pass
    read = _read(files, settings, skipped)
    yield from read if nodes else (without_nodes(document, key, settings) for document, key in read)


def without_nodes(document: Document, key: Key, settings: Configuration) -> tuple[Document, Key]:
    """Return a document and its key as resolvers see them, without empty nodes; see `documents`."""
    from anaphora.experiments.run.gold import with_zeros  # scoring does without

    if "annotation" in settings.preparation.perfect:
        document, key = with_zeros(document, key)
    return overt(document, key)


def _read(
    files: Sequence[tuple[Path, Format]], settings: Configuration, skipped: list[str] | None
) -> Iterator[tuple[Document, Key]]:
    from anaphora.preprocess.language import in_its_language  # scoring does without

    seen: dict[str, Path] = {}
    for file, form in files:
        try:
            for document, key in form.read(file):
                if document.id in seen:
                    problem = f"document '{document.id}' comes twice, here and in {seen[document.id]}"
                    cure = "Name one of the two, or choose a format with --format."
                    raise FormatError(file, None, problem, cure, code="document-twice")
                seen[document.id] = file
                language = settings.preparation.language or document.language
                yield in_its_language(replace(document, language=language)), key
        except FormatError as error:
            if not settings.preparation.skip_bad:
                raise
            if skipped is not None:
                skipped.append(str(error))


def in_own_words(document: Document, language: str = "") -> Document:
    """Divide a plain text again into words by the rules of its language, which its words tell if none is named."""
    from anaphora.corpora import plain
    from anaphora.preprocess.language import UNKNOWN, language_of_text

    code = language or language_of_text(document)
    is_divided = code in ("en", UNKNOWN)  # plain texts are read with the English rules
    return document if is_divided else plain.document(document.text, document.id, language=code)


def first_language(paths: Sequence[Path], settings: Configuration) -> str:
    """The code of the language of the corpora, by their first document; empty where that cannot be read or told."""
    from anaphora.preprocess.language import in_its_language

    if settings.preparation.language:
        return settings.preparation.language
    with suppress(WorkbenchError):
        for file, form in corpus_files(paths, settings.preparation.format):
            for document, _ in form.read(file):
                return in_its_language(document).language
    return ""


def words_of(paths: Sequence[Path], format: str | None) -> int:
    """Count the words of the corpora; bad files count as far as they can be read."""
    words = 0
    for file, form in corpus_files(paths, format):
        with suppress(WorkbenchError):
            words += sum(len(document.words) for document, _ in form.read(file))
    return words


def corpus_files(paths: Sequence[Path], format: str | None) -> list[tuple[Path, Format]]:
    """The files of the corpora, each with its format; of the bundled corpus only one of its formats."""
    if not paths:
        return corpora.files(BUNDLED, format or "corefud")
    return [entry for path in paths for entry in corpora.files(path, format)]


def require_key(documents: int, chains: int) -> None:
    """Raise `WorkbenchError` if there are documents, but no chains in any of them."""
    if documents and not chains:
        raise WorkbenchError(
            f"The corpus has no key: no mention is marked in {counted(documents, 'document')}. "
            "For texts without a key use 'anaphora resolve'.",
            code="no-key",
        )


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
            for more in filter(None, (document.nodes, document.quotes)):
                self._hashed.update(repr(more).encode("utf-8", "surrogatepass"))
            yield document

    def __str__(self) -> str:
        return self._hashed.hexdigest()


def _parts(mentions: MentionColumns) -> Iterator[bytes]:
    """The columns in text order, chains numbered by first mention, and what only some formats have."""
    order = np.lexsort((mentions.chain, mentions.end, mentions.start))
    chain = mentions.chain[order]
    first = np.full(chain.max(initial=-1) + 1, len(chain))
    first[chain[::-1]] = np.arange(len(chain))[::-1]  # what is written last stays
    yield ranks(np.argsort(first))[chain].tobytes()
    for name in ("start", "end", "head", "minimum_start", "minimum_end", "kind"):
        yield getattr(mentions, name)[order].tobytes()
    row = ranks(order).tolist()
    yield "\t".join(mentions.type[index] for index in order.tolist()).encode() if any(mentions.type) else b""
    rest = (
        sorted((row[index], gaps) for index, gaps in (mentions.gaps or {}).items()),
        sorted((row[left], row[right]) for left, right in mentions.links),
        sorted(row[index] for index in mentions.optional),
    )
    yield repr(rest).encode()
