"""Documents of corpora as a stream, one file after the other."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from anaphora import corpora
from anaphora.corpora import Format, plain
from anaphora.experiments.run.configuration import Configuration
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
    from anaphora.experiments.run.zeros import with_zeros  # scoring does without

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
