"""GAP's table: a pronoun and two names in each row, and answers to it."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from anaphora.corpora._format import Format, Pair, by_signs
from anaphora.corpora._lines import claim, lines, require_columns, table
from anaphora.corpora._mentions import in_text_order, require_overt
from anaphora.corpora.plain import Tokens, tokenise
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters

_COLUMNS = (
    "ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref", "URL",
)  # fmt: skip
_OPTIONAL = frozenset(("A-coref", "B-coref", "URL"))
_MENTIONS = ("Pronoun", "A", "B")
_LABELS = {"true": True, "false": False}
ANSWER_COLUMNS = 3
_OFFSET = re.compile("[0-9]{1,9}")
# white space that would end a cell or a line; one character for one, so that offsets stay
_PLAIN = str.maketrans("\t\n\r", "   ")


class _Example(NamedTuple):
    line: int
    id: str
    text: str
    mentions: tuple[tuple[int, int], ...]
    labels: tuple[bool, bool] | None


def read(path: Path) -> Iterator[Pair]:
    """One document a row. The pronoun is in a chain with the names it refers to, the other mentions are singletons.

    Words are found by spaCy's rules for English and divided where a mention begins or ends. `kind` separates the
    pronoun from the names, of which `attributes` describes A first. A row without labels (as in test files that keep
    them back) has an empty key: nothing is known of its mentions. Columns are known by their names in the first line,
    quotation marks are ordinary characters, offsets count code points.

    Raises:
        FormatError: the first line does not name the columns, a row has more or fewer of them, a word does not stand
            at its offset, a label is neither TRUE nor FALSE, or an ID is used twice.
    """
    for row in _rows(path):
        tokens = _tokens(row)
        yield Document(row.id, tokens.words, tokens.spaces, prefix=tokens.prefix), _key(row, tokens)


def token_lines(path: Path) -> list[int]:
    """The line of each token of the file."""
    return [row.line for row in _rows(path) for _ in _tokens(row).words]


def read_answers(path: Path) -> dict[str, tuple[bool | None, bool | None]]:
    """The answers of a system file (ID, A-coref, B-coref; no header) by ID; `None`: neither TRUE nor FALSE.

    Raises:
        FormatError: a row has not three columns, or an ID is answered twice.
    """
    answers: dict[str, tuple[bool | None, bool | None]] = {}
    taken: set[str] = set()
    for number, line in lines(path):
        if not line:
            continue
        cells = line.split("\t")
        require_columns(path, number, cells, ANSWER_COLUMNS, "Write ID, A-coref and B-coref, separated by TABs.")
        id, a, b = cells
        claim(path, number, id, taken, "answer")
        answers[id] = _LABELS.get(a.strip().lower()), _LABELS.get(b.strip().lower())
    return answers


def write(documents: Iterable[Pair]) -> Iterator[str]:
    """Documents that have one pronoun and two names, as GAP rows; A is the name described first, URL is empty.

    Words may be divided otherwise when they are read again.

    Raises:
        FormatError: a key has other mentions than these, or its mentions do not say of which kind they are.
    """
    yield "\t".join(_COLUMNS) + "\n"
    yield from (_render(document, key) for document, key in documents)


def _rows(path: Path) -> Iterator[_Example]:
    taken: set[str] = set()
    for number, cells in table(path, [name for name in _COLUMNS if name not in _OPTIONAL]):
        row = _row(path, number, cells)
        claim(path, number, row.id, taken)
        yield row


def _row(path: Path, line: int, cells: dict[str, str]) -> _Example:
    if not cells["ID"]:
        raise FormatError(path, line, "the ID is empty", "Give each example an ID of its own.")
    mentions = []
    for name in _MENTIONS:
        word = cells[name]
        offset = cells[f"{name}-offset"]
        start = int(offset) if _OFFSET.fullmatch(offset) else -1
        if not word.strip() or start < 0 or not cells["Text"].startswith(word, start):
            problem = f"{name} is '{word}', which is not at the offset '{offset}' of the text"
            cure = "Offsets count the Unicode characters (not bytes) before the word, from 0."
            raise FormatError(path, line, problem, cure, code="bad-span")
        mentions.append((start, start + len(word)))
    return _Example(line, cells["ID"], cells["Text"], tuple(mentions), _labels(path, line, cells))


def _labels(path: Path, line: int, cells: dict[str, str]) -> tuple[bool, bool] | None:
    a, b = (cells.get(name, "").strip() for name in ("A-coref", "B-coref"))
    if not a and not b:
        return None
    if a.lower() not in _LABELS or b.lower() not in _LABELS:
        problem = f"A-coref is '{a}' and B-coref '{b}'"
        cure = "Write TRUE or FALSE for both, or nothing for both if it is not known."
        raise FormatError(path, line, problem, cure, code="bad-value")
    return _LABELS[a.lower()], _LABELS[b.lower()]


def _tokens(row: _Example) -> Tokens:
    return tokenise(row.text, (border for mention in row.mentions for border in mention))


def _key(row: _Example, tokens: Tokens) -> Clusters:
    if row.labels is None:
        return Clusters(row.id, ())
    pronoun, *names = (Span(tokens.at(start), tokens.at(end)) for start, end in row.mentions)
    chain = [pronoun, *(name for name, refers in zip(names, row.labels, strict=True) if refers)]
    others = [[name] for name, refers in zip(names, row.labels, strict=True) if not refers]
    attributes = {name: Attributes(kind="name") for name in names} | {pronoun: Attributes(kind="pronoun")}
    return Clusters(row.id, in_text_order((chain, *others)), attributes)


def _render(document: Document, key: Clusters) -> str:
    require_overt(document)
    mentions = {span for chain in key.chains for span in chain}
    described = [span for span in key.attributes if span in mentions]
    pronouns, names = (
        [span for span in described if key.attributes[span].kind == kind] for kind in ("pronoun", "name")
    )
    spans = [*pronouns, *names]
    if (len(pronouns), len(names), sum(map(len, key.chains))) != (1, 2, 3) or any(span.gaps for span in spans):
        problem = f"the key has {len(pronouns)} pronouns and {len(names)} names among its mentions"
        cure = "GAP expresses one pronoun and two names; write CorefUD instead."
        raise FormatError(document.id, None, problem, cure, code="inexpressible")
    text = document.text.translate(_PLAIN)
    starts = document.character_starts()
    cells = [document.id.translate(_PLAIN), text]
    for span in spans:
        start = starts[span.start]
        end = starts[span.end - 1] + len(document.words[span.end - 1])
        cells += [text[start:end], str(start)]
        if span != spans[0]:
            cells.append(str(any({span, spans[0]} <= set(chain) for chain in key.chains)).upper())
    return "\t".join((*cells, "")) + "\n"


FORMAT = Format(
    name="gap",
    source="GAP: tab-separated rows with a pronoun, two names and whether it refers to them (Webster et al. 2018).",
    suffix=".tsv",
    recognises=by_signs(r"\A\ufeff?ID\tText\tPronoun\t", r"(?is)\Agap-.*\.tsv\Z"),
    read=read,
    unread="URLs",
    token_lines=token_lines,
    write=write,
)
