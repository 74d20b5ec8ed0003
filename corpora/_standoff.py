"""Annotations that stand beside a text: the two files, and mentions given as characters of the text."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from anaphora.corpora._lines import text as text_of
from anaphora.corpora.plain import BYTES_PER_CHARACTER, LONGEST
from anaphora.workbench.document import Document, Kind, Span
from anaphora.workbench.errors import FormatError

LONGEST_FILE = 64_000_000
"""Bytes of annotations."""

KINDS: dict[str, Kind] = {"PROP": "name", "NOM": "nominal", "PRON": "pronoun"}
"""Kinds of mentions as LitBank calls them."""

Characters = tuple[int, int]
"""Offsets of characters (Unicode code points), start inclusive, end exclusive."""

_LINE = re.compile(r"\S(?:[^\r\n]*\S)?")


def pair_of_texts(path: Path) -> tuple[str, str]:
    """The annotations of a file, and the text of the same name with the extension `.txt` beside it.

    Annotations may be empty where there is a text: nobody has marked anything yet.

    Raises:
        FormatError: one of the files cannot be opened, is binary, not UTF-8 or too long.
    """
    beside = path.with_suffix(".txt")
    unmarked = path.is_file() and not path.stat().st_size and beside.is_file()
    annotations = "" if unmarked else text_of(path, LONGEST_FILE)
    if not beside.is_file():
        cure = "Copy it there; offsets count in it."
        raise FormatError(path, None, f"the text {beside.name} is not beside it", cure, code="missing-file")
    return annotations, text_of(beside, LONGEST * BYTES_PER_CHARACTER)


def span_of(starts: Sequence[int], fragments: Iterable[Characters]) -> Span | None:
    """The tokens that begin in one of the fragments, which are in text order; `None` if there is none.

    `starts` are the offsets of all tokens.
    """
    runs = ((bisect_left(starts, start), bisect_left(starts, end)) for start, end in fragments)
    filled = [(start, end) for start, end in runs if start < end]
    if not filled:
        return None
    gaps = tuple((end, start) for (_, end), (start, _) in pairwise(filled) if end < start)
    return Span(filled[0][0], filled[-1][1], gaps)


def fragments_of(document: Document, starts: Sequence[int], text: str, span: Span) -> Iterator[Characters]:
    """The characters of a mention in the document's text, one piece for each run of words within a line."""
    borders = (span.start, *(border for gap in span.gaps for border in gap), span.end)
    for first, end in zip(borders[::2], borders[1::2], strict=True):
        for line in _LINE.finditer(text, starts[first], starts[end - 1] + len(document.words[end - 1])):
            yield line.span()
