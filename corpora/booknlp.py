"""BookNLP's table of mentions, `.entities`, which counts the tokens of `.tokens` beside it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from anaphora.corpora._format import Format, Pair, by_signs
from anaphora.corpora._lines import number_of, table
from anaphora.corpora._mentions import LITBANK_KINDS, in_text_order
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters

_COLUMNS = ("COREF", "start_token", "end_token", "prop", "cat", "text")
_PARAGRAPH, _SENTENCE, _ID, _WORD = "paragraph_ID", "sentence_ID", "token_ID_within_document", "word"
_ONSET, _OFFSET = "byte_onset", "byte_offset"
_ALONE = "-1"
"""The chain of what was not resolved."""


def read(path: Path) -> Iterator[Pair]:
    """The document that `.entities` and the `.tokens` beside it are of, called after them.

    A mention is from `start_token` to `end_token` (included), ids of tokens within the document; those of one `COREF`
    are a chain. `prop` (PROP, NOM, PRON) gives its kind and `cat` its type. Sentences, paragraphs and the blanks
    between words are those of `.tokens`.

    Raises:
        FormatError: there is no `.tokens`, a column is missing, tokens are numbered twice, or a mention is outside the
            text or has other words than it.
    """
    document, mentions = _parse(path)
    chains: dict[str, list[Span]] = {}
    attributes: dict[Span, Attributes] = {}
    for line, span, cells in mentions:
        chain = f" {line}" if cells["COREF"] == _ALONE else cells["COREF"]
        chains.setdefault(chain, []).append(span)
        attributes.setdefault(span, Attributes(type=cells["cat"].upper(), kind=LITBANK_KINDS.get(cells["prop"])))
    yield document, Clusters(document.id, in_text_order(chains.values()), attributes)


def mention_lines(path: Path) -> dict[Span, int]:
    """The line of each mention; where several have the same words, that of the last of them."""
    return {span: line for line, span, _ in _parse(path)[1]}


def _parse(path: Path) -> tuple[Document, list[tuple[int, Span, dict[str, str]]]]:
    rows = [*table(path, _COLUMNS)]
    beside = path.with_suffix(".tokens")
    if not beside.is_file():
        cure = "Put the .tokens that BookNLP wrote with it there: it has the words."
        raise FormatError(path, None, f"there is no {beside.name} beside it", cure, code="missing-file")
    document, index = _document(beside)
    letters = ["".join(word.split()) for word in document.words]
    mentions = []
    for line, cells in rows:
        span = _span(path, line, cells, index)
        if not _is_quoted(span, letters, "".join(cells["text"].split())):
            problem = f"the line says '{cells['text'][:40]}', its tokens do not"
            raise FormatError(path, line, problem, "Check that both files are of one run.", code="other-words")
        mentions.append((line, span, cells))
    return document, mentions


def _document(path: Path) -> tuple[Document, dict[str, int]]:
    rows = [*table(path, (_PARAGRAPH, _SENTENCE, _ID, _WORD, _ONSET, _OFFSET))]
    index: dict[str, int] = {}
    for line, cells in rows:
        if cells[_ID] in index or number_of(cells[_ID]) < 0:
            problem = f"the token '{cells[_ID]}' is there twice, or has no number"
            raise FormatError(path, line, problem, "Tokens are numbered within the document.", code="duplicate-id")
        index[cells[_ID]] = len(index)
    words = [cells for _, cells in rows]
    spaces = [
        "\n\n" if left[_PARAGRAPH] != right[_PARAGRAPH] else "" if left[_OFFSET] == right[_ONSET] else " "
        for left, right in pairwise(words)
    ]
    document = Document(
        id=path.stem,
        words=tuple(cells[_WORD].strip() or "_" for cells in words),
        spaces=(*spaces, *("" for _ in words[:1])),
        sentence_starts=_starts(words, _SENTENCE),
        paragraph_starts=_starts(words, _PARAGRAPH),
    )
    return document, index


def _starts(words: Sequence[dict[str, str]], column: str) -> tuple[int, ...]:
    changes = (number for number, (left, right) in enumerate(pairwise(words), 1) if left[column] != right[column])
    return (0, *changes) if words else ()


def _span(path: Path, line: int, cells: dict[str, str], index: dict[str, int]) -> Span:
    start, last = (index.get(cells[name], -1) for name in ("start_token", "end_token"))
    if not 0 <= start <= last:
        problem = f"there are no tokens from {cells['start_token'][:80]} to {cells['end_token'][:80]}"
        cure = "They are ids of tokens within the document (token_ID_within_document), and both are included."
        raise FormatError(path, line, problem, cure, code="bad-span")
    return Span(start, last + 1)


def _is_quoted(span: Span, letters: Sequence[str], text: str) -> bool:
    """Return whether a text without blanks is that of a span; it takes no longer than the text is."""
    position = 0
    for token in span:
        if position == len(text) or not text.startswith(letters[token], position):
            return False
        position += len(letters[token])
    return position == len(text)


FORMAT = Format(
    name="booknlp",
    source="BookNLP's mentions, .entities beside .tokens (Bamman; github.com/booknlp/booknlp).",
    suffix=".entities",
    recognises=by_signs(r"\A\ufeff?COREF\tstart_token\tend_token\t"),
    read=read,
    unread="lemmas, tags, dependencies, quotations, events and supersenses",
    richness=45,
    is_of_several_files=True,
    mention_lines=mention_lines,
    quotes=1,
)
