"""Arguments of the public functions: corpora, resolvers, texts, and the configuration that they and options make."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from anaphora.experiments.run.command import PathLike, split_typed
from anaphora.experiments.run.configuration import Configuration, configure
from anaphora.workbench.document import Document
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.key import Key
from anaphora.workbench.options import COMPARED, EXECUTION, About
from anaphora.workbench.spec import parse_resolver

if TYPE_CHECKING:
    from anaphora.workbench.decision import Resolver


@dataclass(frozen=True)
class Corpus:
    """Documents with their keys, in the order of the files; nothing is read before it is needed.

    It has a length, can be iterated over and indexed; each item is a pair of a `Document` and its `Key`. Iterating
    streams, so that memory stays flat; the length and an index read the corpus once and keep it.
    """

    paths: tuple[Path, ...]
    format: str | None = None

    @cached_property
    def _documents(self) -> tuple[tuple[Document, Key], ...]:
        return tuple(self._stream())

    def _stream(self) -> Iterator[tuple[Document, Key]]:
        from anaphora import corpora

        return chain.from_iterable(corpora.read(path, self.format) for path in self.paths)

    def __iter__(self) -> Iterator[tuple[Document, Key]]:
        return iter(self.__dict__.get("_documents") or self._stream())

    def __len__(self) -> int:
        return len(self._documents)

    def __getitem__(self, index: int) -> tuple[Document, Key]:
        return self._documents[index]

    def __repr__(self) -> str:
        return f"Corpus({', '.join(map(str, self.paths))})"


_LONGEST_PATH = 250
CorpusLike: TypeAlias = Corpus | PathLike | Iterable[PathLike] | None
ResolverLike: TypeAlias = "str | Resolver"
ResolversLike: TypeAlias = "ResolverLike | Iterable[ResolverLike] | Mapping[str, ResolverLike]"


def require_one(text: str) -> str:
    """Refuse several resolvers where there is room for one."""
    if len(split_typed(text)) != 1:
        raise OptionError(f"'{text}' is not one resolver. Run the command once for each.", code="several-resolvers")
    return text


def join_resolver(names: Sequence[str] | None, name: str) -> tuple[Sequence[str], str]:
    """Add a resolver to those named, if it is not among them; raises `OptionError` if there are none."""
    if not names:
        cure = "Name those that may not be worse, too: --resolvers NAME,NAME."
        raise OptionError(f"--no-worse-than {name} stands alone. {cure}", code="no-resolver")
    return (*names, *({name} - {*names})), parse_resolver(name).label


def named_corpora(paths: Sequence[Path]) -> Sequence[Path]:
    """Report a resolver that stands among the corpora, as it does after a blank: --resolvers NAME mars."""
    for path in paths:
        if not path.exists() and len(path.parts) == 1:
            from anaphora.resolvers import chains, names

            if path.name in (*names(), *chains.names()):
                cure = f"Separate resolvers by commas: --resolvers NAME,{path.name}."
                raise OptionError(f"{path} is a resolver, not a corpus. {cure}", code="resolver-as-corpus")
    return paths


Corpora = Annotated[
    CorpusLike, About("Files or folders; the bundled corpus if none is named.", metavar="CORPUS", read=named_corpora)
]
Resolvers = Annotated[
    ResolversLike,
    About(
        "Names, separated by commas (default: all that read the language). With options: mars(scope=window). "
        "Your own: ./mine.py or module:Class. Renamed in tables: Label=mars.",
        COMPARED,
        "NAMES",
        names=("--resolvers",),
        read=split_typed,
        join=join_resolver,
    ),
]
OneResolver = Annotated[
    ResolverLike,
    About(
        "One resolver, with options: mars(scope=window).", COMPARED, "NAME", names=("--resolvers",), read=require_one
    ),
]
TextLike: TypeAlias = str | Path | Document


def text_document(file: Path | None = None) -> Document:
    """Read a plain text as a document, standard input without a file; raises `WorkbenchError` for anything else."""
    from anaphora.corpora import plain, recognise
    from anaphora.experiments.run.documents import in_own_words

    if file is None:
        return in_own_words(plain.document(_standard_input(), "standard input"))
    if " " in str(file) and not file.exists():
        cure = f'Pass a text on standard input: echo "{file}" | anaphora resolve'
        raise OptionError(f"There is no file called {str(file)!r}. {cure}", code="text-for-file")
    try:
        format = recognise(file)
    except FormatError as error:
        if error.code != "unknown-format":
            raise
        cure = f"Let its name end in .txt, or pass it on standard input: anaphora resolve < {file}"
        raise FormatError(file, None, "its name does not say that it is plain text", cure, code=error.code) from None
    if format != "plain":
        cure = "Use 'anaphora compare' or 'anaphora coref', or pass its text on standard input."
        raise FormatError(file, None, f"this is a corpus ({format}), not a plain text", cure, code="corpus-for-text")
    return in_own_words(next(iter(plain.read(file)))[0])


def _standard_input() -> str:
    if sys.stdin.isatty():
        sys.stderr.write("Reading the text from standard input; end it with Ctrl-D.\n")
    try:
        return sys.stdin.buffer.read().decode("utf8")
    except UnicodeDecodeError as error:
        raise WorkbenchError(
            f"Standard input is not UTF-8 text (byte {error.start}). Convert it, e.g. with iconv."
        ) from None


OneText = Annotated[
    TextLike,
    About(
        "A plain text file; standard input if none is named.", metavar="FILE", read=text_document, absent=text_document
    ),
]
Texts = Annotated[
    TextLike | Iterable[TextLike],
    About(
        "Plain text files; standard input if none is named.",
        metavar="FILES",
        read=lambda files: [*map(text_document, files)],
        absent=lambda: [text_document()],
    ),
]
Journaled = Annotated[
    PathLike | None, About("Append each document's result to FILE, and resume from it.", EXECUTION, "FILE")
]


def read(*paths: PathLike | Iterable[PathLike], format: str | None = None) -> Corpus:
    """A corpus of files and folders of any known format (`anaphora.formats()`); without a path the bundled one.

    `format` names the format where it is not to be recognised.

    Raises:
        FormatError: a path does not exist, or nothing in it can be read; malformed files are reported when read.
        UnknownNameError: there is no such format.
    """
    from anaphora import corpora
    from anaphora.experiments.run.documents import BUNDLED

    sources = paths_of(paths)
    if not sources:
        return Corpus((BUNDLED,), format or "corefud")
    for path in sources:
        corpora.files(path, format)
    return Corpus(sources, format)


def paths_of(source: object) -> tuple[Path, ...]:
    """The paths in a path, a corpus or any nesting of lists of these; none for `None`."""
    if source is None:
        return ()
    if isinstance(source, Corpus):
        return source.paths
    if isinstance(source, str | Path):
        return (Path(source).expanduser(),)
    if isinstance(source, Iterable):
        return tuple(path for part in source for path in paths_of(part))
    raise TypeError(f"A corpus is a path, several paths, or what anaphora.read gives, not {type(source).__name__}.")


def single_path(source: PathLike | Corpus) -> Path:
    """The one path of a key; raises `OptionError` for none or several."""
    files = paths_of(source)
    if len(files) != 1:
        problem = f"A key is one file or folder; put several files into a folder. Here are {len(files)}."
        raise OptionError(problem, code="several-keys")
    return files[0]


def configuration(resolvers: ResolversLike, corpus: CorpusLike, options: Mapping[str, Any]) -> Configuration:
    """The configuration of a run: a corpus that was read as a format stays one."""
    if isinstance(corpus, Corpus) and corpus.format:
        options = {"format": corpus.format, **options}
    if isinstance(resolvers, Mapping):
        resolvers = [replace(parse_resolver(spec), label=label) for label, spec in resolvers.items()]  # type: ignore[misc]
    return configure(resolvers, **options)


def words_of_corpus(arguments: Mapping[str, Any], times: int = 1) -> float:
    """Count the words of the argument `corpus`, which is read so many times: the work that a progress bar shows."""
    from anaphora.experiments.run.documents import words_of

    return times * words_of(paths_of(arguments.get("corpus")), arguments.get("format"))


def words_of_texts(arguments: Mapping[str, Any]) -> float:
    """Count the words of the texts that a command gets, which are documents."""
    return sum(len(text.words) for text in arguments.get("texts") or [arguments["text"]])


def documents_of(texts: TextLike | Iterable[TextLike]) -> list[Document]:
    """Texts as documents; raises `OptionError` if there is none."""
    several = [texts] if isinstance(texts, (str, Path)) or not isinstance(texts, Iterable) else texts
    documents = [document_of(text, f"text {number}") for number, text in enumerate(several, start=1)]
    if not documents:
        raise OptionError("No text is given. Name one, as a string, a Path or a Document.", code="no-text")
    return documents


def document_of(text: TextLike, id: str) -> Document:
    """A text as a document: a string is the text itself, called by the id, a `Path` is that of a file.

    Raises `OptionError` for what is neither, and for a string that is the name of a file.
    """
    from anaphora.corpora import plain
    from anaphora.experiments.run.documents import in_own_words

    if isinstance(text, str):
        if _names_file(text):
            cure = f"Give Path({text!r}) for what is in it, or a Document for these words."
            raise OptionError(f"The string {text!r} is the name of a file, not a text. {cure}", code="path-for-text")
        return in_own_words(plain.document(text, id))
    if isinstance(text, Path):
        return in_own_words(next(iter(plain.read(text)))[0])
    if not isinstance(text, Document):
        problem = f"A text is a string, the Path of a file or a Document, not {type(text).__name__}."
        raise OptionError(f"{problem} For several call anaphora.chains, or resolve each.", code="no-text")
    return text


def _names_file(text: str) -> bool:
    """Return whether a string is the path of a file, or one word with the suffix of a text file."""
    word = text.strip()
    if len(word) > _LONGEST_PATH or "\n" in word:
        return False
    return (" " not in word and word.endswith((".txt", ".md", ".text"))) or Path(word).expanduser().is_file()
