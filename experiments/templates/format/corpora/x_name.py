"""X_NAME: a word a line and, behind a TAB, the number of its chain; `#x_name ID` begins a document."""

from collections.abc import Iterator
from pathlib import Path

from anaphora.corpora import Format, Pair, claim, in_text_order, lines, require_columns
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Clusters

_BEGIN = "#x_name "
_COLUMNS = 2


def recognises(head: str, path: Path) -> bool:
    """Return whether a file that begins with `head`, or has this name, is one."""
    return head.removeprefix("\ufeff").startswith(_BEGIN) or path.suffix == ".x_name"


def read(path: Path) -> Iterator[Pair]:
    """The documents of a file; the second column of a word that is no mention is empty.

    Raises:
        FormatError: a line has other columns or no word, a word stands before a document begins, a document has no
            words, or two have one id.
    """
    taken: set[str] = set()
    id, begun, words, chains = "", 0, list[str](), dict[str, list[Span]]()
    # `lines` refuses what is empty, binary, in another encoding or too long, and knows the numbers of lines
    for number, line in lines(path):
        if line.startswith(_BEGIN):
            if begun:
                yield _document(path, begun, id, words, chains)
            id, begun, words, chains = line.removeprefix(_BEGIN), number, [], {}
            claim(path, number, id, taken)
            continue
        cells = line.split("\t")
        require_columns(path, number, cells, _COLUMNS, "Write a word, a TAB, and the number of a chain or nothing.")
        if not begun or not cells[0]:
            problem = "the word is empty" if begun else "a word stands before a document begins"
            raise FormatError(path, number, problem, f"Begin with '{_BEGIN}ID', then write a word a line.")
        if cells[1]:
            chains.setdefault(cells[1], []).append(Span(len(words), len(words) + 1))
        words.append(cells[0])
    yield _document(path, begun, id, words, chains)


def token_lines(path: Path) -> list[int]:
    """The line of each token of the file."""
    return [number for number, line in lines(path) if not line.startswith(_BEGIN)]


def _document(path: Path, line: int, id: str, words: list[str], chains: dict[str, list[Span]]) -> Pair:
    if not words:
        raise FormatError(path, line, f"the document '{id}' has no words", "Write a word a line.", code="no-words")
    spaces = (" ",) * (len(words) - 1) + ("",)
    return Document(id, tuple(words), spaces), Clusters(id, in_text_order(chains.values()))


FORMAT = Format(
    name="x_name",
    source="X_NAME: words and chains, one a line (Author & Author year).",
    suffix=".x_name",
    recognises=recognises,
    read=read,
    token_lines=token_lines,
)
