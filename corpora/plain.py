"""Plain text: UTF-8, paragraphs divided by empty lines, words by spaCy's rules for English."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from anaphora.corpora._lines import text as text_of
from anaphora.corpora._tokens import tokenise
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Clusters

LONGEST = 2_000_000
"""Characters of one document, some 700 pages; tagging it takes memory in proportion."""
BYTES_PER_CHARACTER = 4
"""At most, in UTF-8."""

_PARAGRAPH = re.compile(r"\S[^\n]*(?:\n[^\n]*\S[^\n]*)*+")
_HEADING_WORDS = 12


def recognises(head: str, path: Path) -> bool:  # noqa: ARG001 (any text is plain text)
    """Whether a file of this name is one; the content does not show it."""
    return path.suffix.lower() in {".txt", ".text"}


def read(path: Path) -> Iterator[tuple[Document, Clusters]]:
    """The file as one document, called after the file, with an empty key.

    Raises:
        FormatError: the file is empty, binary, not UTF-8, or longer than `LONGEST` characters.
    """
    read_document = document(text_of(path, LONGEST * BYTES_PER_CHARACTER), path.stem, path)
    yield read_document, Clusters(read_document.id, ())


def document(text: str, id: str, path: str | Path = "", cuts: Iterable[int] = ()) -> Document:
    """A text as a document; paragraphs are divided by lines without words.

    A paragraph is a heading if it is one line of at most 12 words that does not end with `. ! ? : ; ,` and another
    paragraph follows. Words are divided at the character offsets `cuts`. Errors name `path`, or else the id.

    Raises:
        FormatError: the text holds no word or is longer than `LONGEST` characters.
    """
    path = path or id
    if len(text) > LONGEST:
        problem = f"the text has {len(text):,} characters, more than {LONGEST:,}"
        cure = "Split it, at chapters for example, into several files."
        raise FormatError(path, None, problem, cure, code="too-large")
    tokens = tokenise(text, cuts)
    if not tokens.words:
        raise FormatError(path, None, "the text has no words", "Give a text with at least one word.", code="no-words")
    paragraphs = list(_PARAGRAPH.finditer(text))
    starts = [tokens.at(paragraph.start()) for paragraph in paragraphs]
    headings = [
        Span(start, end)
        for start, end, paragraph in zip(starts, starts[1:], paragraphs, strict=False)
        if _is_heading(paragraph[0])
    ]
    return Document(
        id=id,
        words=tokens.words,
        spaces=tokens.spaces,
        paragraph_starts=tuple(starts),
        headings=tuple(headings),
        prefix=tokens.prefix,
    )


def _is_heading(paragraph: str) -> bool:
    line = paragraph.strip()
    return "\n" not in line and len(line.split()) <= _HEADING_WORDS and line[-1] not in ".!?:;,"
