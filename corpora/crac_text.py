"""Text of the CRAC shared tasks, in which language models mark mentions behind words."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from anaphora.corpora._brackets import (
    Brackets,
    MentionPiece,
    bracket_cells,
    require_nesting_in_chains,
    unnested_in_chains,
)
from anaphora.corpora._format import Format, Pair, by_signs
from anaphora.corpora._lines import text as text_of
from anaphora.corpora._mentions import document_of, heads_of_zeros, in_line, in_text_order, spans_of
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.external.mending import TAGS
from anaphora.workbench.key import Clusters

_TAGS = re.compile(TAGS)
_BLANKS = " \t\r\f\v"
_BLANK = re.compile(f"[{_BLANKS}]+")
_NO_BREAK = "\u00a0"
_TO_ROUND, _TO_SQUARE = str.maketrans("[],", "()|"), str.maketrans("()|", "[],")


def read(path: Path) -> Iterator[Pair]:
    """The documents of a file, one a line, with blanks between words.

    Behind its first word a mention opens with `|[e1`, behind its last it closes with `e1]`; `|[e1]` is a mention of one
    word, and commas divide several: `Espanyol|[e2],e1]`. Of one entity that which was opened last is closed first.
    Any other `|` is part of its word. Words that begin with `##` are empty nodes; mentions of these alone are zeros,
    whose head is the first of them. Documents have no names, and are called after the file and their place in it; an
    empty line is a document without words, but at the end of the file.

    Raises:
        FormatError: a mention is not closed in its line, closed without being opened, or marked without a word.
    """
    return _documents(path)


def read_response(path: Path) -> Iterator[Pair]:
    """Yield what `read` yields, but a mark that matches no other is a mention of one word, as in the tasks' own tool.

    Marks that are attached to no word are left out. The keys say how many marks were `mended`.

    Raises:
        FormatError: the file cannot be read, or has no words.
    """
    return _documents(path, mended=0)


def _documents(path: Path, mended: int | None = None) -> Iterator[Pair]:
    source = text_of(path).rstrip(f"\n{_BLANKS}")
    if not source:
        cure = "Check that it was written completely."
        raise FormatError(path, None, "the file has only white space", cure, code="no-words")
    for number, line in enumerate(source.split("\n"), start=1):
        yield _document(path, number, line, mended)


def token_lines(path: Path) -> list[int]:
    """The line of each word of the file."""
    return [line for line, (document, _) in enumerate(read(path), start=1) for _ in document.words]


def write(documents: Iterable[Pair]) -> Iterator[str]:
    """Documents as lines, entities numbered from `e1` in each; white space in a word becomes a no-break space.

    Raises:
        FormatError: a mention is discontinuous or crosses another of its chain, or a word begins with `##` or ends like
            the marks of a mention.
    """
    return (_render(document, key) + "\n" for document, key in documents)


def _document(path: Path, number: int, line: str, mended: int | None) -> tuple[Document, Clusters]:
    id = path.stem if number == 1 else f"{path.stem}-{number}"
    brackets = Brackets(path, signs=_TO_SQUARE, mended=mended)
    tokens: list[str] = []
    pieces: list[MentionPiece] = []
    for token in filter(None, _BLANK.split(line)):
        word, tags = _parted(token)
        if not word and brackets.mended is not None:
            brackets.mended += tags.count(",") + 1
            continue
        if not word:
            cure = "Marks are attached to the first and last word of a mention: Ann|[e1 Lee|e1]"
            raise FormatError(path, number, f"'{token}' marks a mention without a word", cure)
        pieces += brackets.close(tags.translate(_TO_ROUND), len(tokens), number)
        tokens.append(word)
    pieces += brackets.finish()
    chains: dict[str, list[Span]] = {}
    for piece in pieces:
        chains.setdefault(piece.label, []).append(Span(piece.start, piece.end))
    document, numbers = document_of(id, tokens)
    clusters = in_text_order(spans_of(chains.values(), numbers))
    return document, Clusters(
        id, clusters, heads_of_zeros(clusters), mended={"marks": brackets.mended} if brackets.mended else {}
    )


def _parted(token: str) -> tuple[str, str]:
    """A word and the marks behind it, if there are any."""
    word, bar, tags = token.rpartition("|")
    return (word, tags) if bar and _TAGS.fullmatch(tags) else (token, "")


def _render(document: Document, key: Clusters) -> str:
    line, in_order = in_line(document, key)
    line = ["".join(_NO_BREAK if sign.isspace() else sign for sign in word) for word in line]
    require_nesting_in_chains(document, in_order)
    for word in line:
        if _parted(word)[1]:
            problem = f"the word '{word}' ends like the marks of a mention"
            raise FormatError(document.id, None, problem, "Write CorefUD instead.", code="inexpressible")
    chains = sorted(in_order.chains, key=lambda spans: min((span.start, -span.end) for span in spans))
    mentions = [(span, f"e{number}") for number, spans in enumerate(chains, start=1) for span in spans]
    cells = bracket_cells(mentions, "|")
    marked = (f"{word}|{cells[token].translate(_TO_SQUARE)}" if token in cells else word
              for token, word in enumerate(line))  # fmt: skip
    return " ".join(marked)


FORMAT = Format(
    name="crac_text",
    source="Text of the CRAC shared tasks 2025 and 2026 on coreference (Novák et al. 2025, LLM track): "
    "`Ann|[e1 Lee|e1]`.",
    suffix=".txt",
    recognises=by_signs(rf"[^\s|]\|{TAGS}(?!\S)"),
    read=read,
    richness=10,
    is_named=False,
    is_copy=True,
    read_response=read_response,
    token_lines=token_lines,
    write=write,
    inexpressible=unnested_in_chains,
    keeps_zeros=True,
)
