"""Format of corpora, as all commands see it: it says what it reads and writes, and what it cannot express."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from anaphora.workbench.chains.overlap import MentionColumns
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Clusters

if TYPE_CHECKING:
    from anaphora.corpora._repair import Mender

Pair: TypeAlias = tuple[Document, Clusters]
"""A document with its chains: those of the key, or of a response."""

Reader: TypeAlias = Callable[[Path], Iterator[Pair]]


def all_expressible(key: Clusters) -> Iterator[tuple[int, Span]]:  # noqa: ARG001 (other formats have something to say)
    """No mention: the format can write whatever a key holds."""
    return iter(())


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format of corpora; each module of the folder `corpora` ends with one, called `FORMAT`.

    Required are:

    - `name`: that of the module, which users write behind `--format`;
    - `source`: what the format is, in one line, and who describes it;
    - `suffix`: the usual extension of its files;
    - `recognises`: whether a file that begins with a text (64 KiB at most), or has a path's name, is in it; it is asked
      for either, the other one being empty;
    - `read`: the documents of a file, one after the other, each with its key; bad files are refused by a `FormatError`
      with one of the `FORMAT_CODES`, the file and, if it has lines, the line.

    What else there may be to say of reading:

    - `content`: what files hold. Text is UTF-8, XML says its encoding itself, and bytes that are no text are `binary`;
    - `unread`: what files may hold that is not read, in words;
    - `richness`: of files that differ in nothing but their extension (`a.conllu`, `a.sgml`) only the richest is read;
    - `is_of_several_files`: others belong to the file that is read, and lie beside it or in folders beside it;
    - `is_any_text`: any text is one, so that other formats are tried first, and a folder is only read so where there is
      nothing else;
    - `has_trees`: every document is expected to have parts of speech and trees;
    - `is_named`: files say what their documents are called;
    - `is_copy`: language models write the text again, so that words of a response may differ from those of the key;
    - `is_answer`: language models answer in it, so that more or fewer words than the key's are no other text;
    - `read_response`: where a file may hold what a system found beside the key, `read` gives the key and this the
      other; where models write by hand, it mends and counts what is wrong;
    - `columns`: id, words (each with a TAB behind it) and mentions of large files, faster; `None` where a file needs
      `read`;
    - `token_lines`: the line of each token of a file; or `mention_lines`, that of each mention of a file with one
      document; without either, findings of `check` tell no line;
    - `remarks`: line and text of what only the notation of the format shows;
    - `mend`: changes the lines of a file where it is certain what is meant, for `check --repair`.

    A format that can be written has one of two writers:

    - `write`: the content of one file that holds several documents, piece for piece, as text or bytes;
    - `write_files`: the files of one document by their names, which begin like the name given; `read` takes the first.

    And then

    - `inexpressible`: chain and span of the mentions that it cannot write, of a key whose spans count words and empty
      nodes together, in text order;
    - `keeps_zeros`: empty nodes and zeros are written;
    - `quotes`: how often the words of each mention are written, beside the text.
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
    is_any_text: bool = False
    has_trees: bool = False
    is_named: bool = True
    is_copy: bool = False
    is_answer: bool = False
    read_response: Reader | None = None
    columns: Callable[[Path], list[tuple[str, bytes, MentionColumns]] | None] | None = None
    token_lines: Callable[[Path], list[int]] | None = None
    mention_lines: Callable[[Path], Mapping[Span, int]] | None = None
    remarks: Callable[[Path], Iterator[tuple[int, str]]] | None = None
    mend: "Callable[[Mender], None] | None" = None
    write: Callable[[Iterable[Pair]], Iterator[str] | Iterator[bytes]] | None = None
    write_files: Callable[[Document, Clusters, str], Mapping[str, bytes]] | None = None
    inexpressible: Callable[[Clusters], Iterable[tuple[int, Span]]] = all_expressible
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
