"""LitBank's table of mentions, which stands beside its text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from anaphora.corpora._format import Format, Pair, by_signs
from anaphora.corpora._lines import claim
from anaphora.corpora._mentions import (
    LITBANK_KINDS,
    discontinuous,
    in_text_order,
    require_continuous,
    require_overt,
    require_words,
    sentences,
)
from anaphora.corpora.plain import pair_of_texts
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters

_MENTION = re.compile(
    r"MENTION\t([^\t]+)\t([0-9]{1,9})\t([0-9]{1,9})\t([0-9]{1,9})\t([0-9]{1,9})\t([^\t]*)\t([^\t]*)\t([^\t]*)"
)
_COREF = re.compile(r"COREF\t([^\t]+)\t([^\t]+)")
_UNREAD = re.compile(r"(?:COP|APPOS)\t|\s*$")
_NAMES = {kind: name for name, kind in LITBANK_KINDS.items()}
_NONE = "-"
_LAST = 1
"""Added to the last token of a mention to get its end."""
_LONGEST_NAME = 200


@dataclass(slots=True)
class _MentionTable:
    """The mentions of a file by their ID, the last line of each span, and its COREF lines.

    Those are line number, mention, and name of the chain.
    """

    mentions: dict[str, tuple[Span, Attributes]] = field(default_factory=dict)
    lines: dict[Span, int] = field(default_factory=dict)
    corefs: list[tuple[int, str, str]] = field(default_factory=list)


def read(path: Path) -> Iterator[Pair]:
    """The `.txt` beside the file as one document, called after the file: a line is a sentence, blanks divide words.

    MENTION lines give sentence and token of the first and of the last word, all counted from 0, the words, type and
    kind (`PROP`, `NOM`, `PRON`); COREF lines put a mention into a chain. A mention that has no COREF line is a chain of
    its own: so are predicates (COP) and appositions (APPOS), which LitBank does not count as coreferent and writes as
    chains of one in its CoNLL files too; their lines are left unread. An empty file is a text without mentions.

    Raises:
        FormatError: there is no text beside the file, a line is not in the format, a mention is outside the text or
            has other words than it, or an ID is missing or given twice.
    """
    document, draft = _parse(path)
    yield document, _key(document.id, draft)


def mention_lines(path: Path) -> dict[Span, int]:
    """The line of each mention; where several have the same words, that of the last of them."""
    return _parse(path)[1].lines


def write_files(document: Document, key: Clusters, name: str) -> dict[str, bytes]:
    """The mentions (`.ann`) and the sentences (`.txt`) of a document.

    A chain is called after its first mention and its number, as in LitBank. What is not known of a mention is `-`.

    Raises:
        FormatError: a mention is discontinuous, a word holds white space, or the document has no words.
    """
    lines = _lines(document)
    return {f"{name}.ann": _render(document, key).encode(), f"{name}.txt": "".join(lines).encode()}


def _parse(path: Path) -> tuple[Document, _MentionTable]:
    annotations, text = pair_of_texts(path)
    texts = (line.removesuffix("\r") for line in text.removesuffix("\n").split("\n"))
    rows = [[word for word in line.split(" ") if word] for line in texts]  # empty lines count, too
    lines = list(zip(accumulate(map(len, rows), initial=0), map(len, rows), strict=False))
    document = Document(
        id=path.stem,
        words=tuple(word for row in rows for word in row),
        spaces=tuple(space for row in rows if row for space in (*" " * (len(row) - 1), "\n")),
        sentence_starts=tuple(first for first, length in lines if length),
    )
    return document, _draft(path, annotations, document, lines)


def _draft(path: Path, annotations: str, document: Document, lines: Sequence[tuple[int, int]]) -> _MentionTable:
    """Read the table; `lines` are the first token of each line of the text, and how many it has."""
    draft = _MentionTable()
    taken: set[str] = set()
    for number, line in enumerate(annotations.split("\n"), start=1):
        line = line.removesuffix("\r")
        if mention := _MENTION.fullmatch(line):
            id, *ends, words, type, kind = mention.groups()
            claim(path, number, id, taken, "mention")
            span = _span(path, number, list(map(int, ends)), lines)
            if " ".join(document.words[span.start : span.end]) != words.strip(" "):
                problem = f"the line says '{words[:40]}', its tokens say '{document.words_of(span)[:40]}'"
                cure = "Sentences are lines of the .txt, blanks divide tokens, both count from 0; check both files."
                raise FormatError(path, number, problem, cure, code="other-words")
            attributes = Attributes(type="" if type == _NONE else type.upper(), kind=LITBANK_KINDS.get(kind))
            draft.mentions[id] = span, attributes
            draft.lines[span] = number
        elif coref := _COREF.fullmatch(line):
            draft.corefs.append((number, coref[1], coref[2]))
        elif not _UNREAD.match(line):
            cure = "Lines begin with MENTION (9 columns, divided by TABs), COREF (3 columns), COP or APPOS."
            raise FormatError(path, number, f"'{line[:40]}' is not a line of LitBank's tables", cure)
    for number, id, _ in draft.corefs:
        if id not in draft.mentions:
            cure = "Write its MENTION line, or drop this one."
            raise FormatError(path, number, f"there is no mention '{id}'", cure, code="unknown-reference")
    return draft


def _key(id: str, draft: _MentionTable) -> Clusters:
    chains: dict[str, list[Span]] = {}
    for _, mention, name in draft.corefs:
        chains.setdefault(name, []).append(draft.mentions[mention][0])
    chained = {mention for _, mention, _ in draft.corefs}
    alone = [[span] for mention, (span, _) in draft.mentions.items() if mention not in chained]
    attributes: dict[Span, Attributes] = {}
    for span, attributes_of_mention in draft.mentions.values():
        attributes.setdefault(span, attributes_of_mention)
    return Clusters(id, in_text_order((*chains.values(), *alone)), attributes)


def _span(path: Path, number: int, ends: Sequence[int], lines: Sequence[tuple[int, int]]) -> Span:
    """The mention from sentence and token of its first word and of its last."""
    first_line, first, last_line, last = ends
    inside = all(
        line < len(lines) and token < lines[line][1] for line, token in ((first_line, first), (last_line, last))
    )
    if not inside or (first_line, first) > (last_line, last):
        problem = f"there are no tokens from {first_line}:{first} to {last_line}:{last} (sentence:token)"
        cure = f"The text has {len(lines)} sentences, one a line; sentences and tokens count from 0, ends are included."
        raise FormatError(path, number, problem, cure, code="bad-span")
    return Span(lines[first_line][0] + first, lines[last_line][0] + last + _LAST)


def _lines(document: Document) -> list[str]:
    require_words(document)
    for word in document.words:
        if re.search(r"[ \t\r\n]", word):
            cure = "Blanks divide words in this format; write CorefUD instead."
            raise FormatError(document.id, None, f"the word {word!r} contains white space", cure, code="inexpressible")
    return [" ".join(document.words[start:end]) + "\n" for start, end in sentences(document)]


def _render(document: Document, key: Clusters) -> str:
    require_overt(document)
    require_continuous(document, key)
    ends = [
        f"{line}\t{token - start}"
        for line, (start, end) in enumerate(sentences(document))
        for token in range(start, end)
    ]
    mentions = sorted((span, chain) for chain, spans in enumerate(key.chains) for span in spans)
    names = [re.sub(r"\W", "_", document.words_of(spans[0]))[:_LONGEST_NAME] for spans in key.chains]
    entities, corefs = [], []
    for id, (span, chain) in enumerate(mentions, start=1):
        words = " ".join(document.words[span.start : span.end])
        attributes = key.attributes.get(span, Attributes())
        kind = _NAMES[attributes.kind] if attributes.kind else _NONE
        type = "_".join(attributes.type.split()) or _NONE
        entities.append(f"MENTION\tT{id}\t{ends[span.start]}\t{ends[span.end - _LAST]}\t{words}\t{type}\t{kind}\n")
        corefs.append(f"COREF\tT{id}\t{names[chain]}-{chain}\n")
    return "".join((*entities, *corefs))


FORMAT = Format(
    name="litbank",
    source="LitBank's table of mentions, .ann beside .txt (Bamman, Lewke & Mansoor 2020; github.com/dbamman/litbank).",
    suffix=".ann",
    recognises=by_signs(rf"(?m)^{_MENTION.pattern}"),
    read=read,
    unread="COP and APPOS lines",
    richness=50,
    is_of_several_files=True,
    mention_lines=mention_lines,
    write_files=write_files,
    inexpressible=discontinuous,
    quotes=1,
)
