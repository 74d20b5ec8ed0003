"""MUC's SGML, whose tags are read without any SGML machinery: nothing is fetched, expanded or re-nested."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from anaphora.corpora._brackets import require_nesting, unnested_in_text
from anaphora.corpora._format import Format, Pair, Remark, by_signs, dangling
from anaphora.corpora._lines import claim
from anaphora.corpora._lines import text as text_of
from anaphora.corpora._mentions import in_text_order, require_overt
from anaphora.corpora.plain import Tokens, tokenise
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters
from anaphora.workbench.linking import UnionFind

LONGEST_DOCUMENT = 2_000_000
"""Characters."""

_HEADINGS = frozenset(("HL", "SLUG", "PREAMBLE", "HEADLINE", "HEAD", "TITLE", "H1", "H2", "H3", "H4", "H5", "H6"))
_BLOCKS = _HEADINGS | frozenset(
    ("P", "TXT", "TEXT", "BODY", "DD", "DATE", "DATELINE", "SO", "CO", "IN", "GV", "TRAILER", "NWORDS")
)
_IDS = frozenset(("DOCNO", "DOCID"))
_HIDDEN = _IDS | {"STORYID"}
"""Elements whose content is no text."""

_DEEPEST = 100
# < that begins no tag is text; a quoted value may hold >; possessive, so that no input makes it slow
_TAG = re.compile(r"""<(?:![^<>]*|(/?)([A-Za-z][\w.-]*)((?:"[^"<]*"|'[^'<]*'|[^<>])*+))>""")
_DOC = re.compile(r"<DOC[\s>]", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""(?<![\w.-])([A-Za-z][\w.-]*+)\s*+=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'][^\s"]*))""")
_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot)|#(\d{1,7})|#x([0-9a-f]{1,6}));", re.IGNORECASE)
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"'}


@dataclass(slots=True)
class _Coref:
    """One COREF element; `start` and `end` are characters of the text, `position` one of the source."""

    id: str
    attributes: dict[str, str]
    position: int
    start: int
    end: int = -1


@dataclass(slots=True)
class _Draft:
    """One document while it is read: its text without tags, and the offsets in it of what the tags said."""

    position: int
    id: str = ""
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    corefs: list[_Coref] = field(default_factory=list)
    open: list[_Coref] = field(default_factory=list)
    blocks: list[int] = field(default_factory=list)
    sentences: list[int] = field(default_factory=list)
    headings: list[tuple[int, int]] = field(default_factory=list)
    heading: int | None = None
    hidden: str = ""

    def add(self, raw: str) -> None:
        """Take text that stands between two tags."""
        text = _ENTITY.sub(_character, raw) if "&" in raw else raw
        if not self.hidden:
            self.pieces.append(text)
            self.length += len(text)
        elif self.hidden in _IDS:
            self.id += text


def read(path: Path) -> Iterator[Pair]:
    """The documents of a file (DOC elements, or the whole file); chains are what REF connects, in either direction.

    Words are found by spaCy's rules for English and divided where a mention begins or ends. MIN becomes a mention's
    minimum: the first of its alternatives (`a|b`) that consists of whole words of the mention. STATUS="OPT" makes it
    optional. HL, SLUG, PREAMBLE and the like are headings; P and other blocks begin paragraphs, S sentences. Names of
    tags and attributes may be in any case, values without quotes. Only &amp; &lt; &gt; &quot; and numeric entities are
    read. A mention without words is counted as zero; it still connects others. `links` are the pairs that REF names.

    Raises:
        FormatError: tags do not match, a COREF has no ID or one that another has, DOC or COREF is not closed, or a
            file or document is too long.
    """
    taken: set[str] = set()
    source = text_of(path)
    for number, draft in enumerate(_drafts(path, source), start=1):
        id = draft.id.strip() or (path.stem if number == 1 else f"{path.stem}-{number}")
        claim(path, _line_of(source, draft.position) if id in taken else None, id, taken)
        if draft.length > LONGEST_DOCUMENT:
            problem = f"the document '{id}' has more than {LONGEST_DOCUMENT:,} characters"
            raise _error(path, source, draft.position, problem, "Split it into several DOC elements.", code="too-large")
        tokens = _tokens(draft)
        yield _document(id, draft, tokens), _key(id, draft, tokens)


def remarks(path: Path) -> Iterator[Remark]:
    """Yield each REF to an ID that is missing or its own, and each MIN that is not in its mention."""
    source = text_of(path)
    line, counted = 1, 0
    for draft in _drafts(path, source):
        tokens = _tokens(draft)
        ids = {coref.id for coref in draft.corefs}
        for coref in draft.corefs:
            line = line + source.count("\n", counted, coref.position)
            counted = coref.position
            reference, minimum = coref.attributes.get("REF"), coref.attributes.get("MIN")
            span = _span(coref, tokens)
            if reference and (reference == coref.id or reference not in ids):
                yield dangling(line, f"COREF {coref.id}", reference, itself=reference == coref.id)
            if minimum and span and not _minimum(minimum, span, tokens):
                yield Remark(line, f"MIN='{minimum}' is not among the words of COREF {coref.id}", "other-words")


def _tokens(draft: _Draft) -> Tokens:
    borders = [offset for coref in draft.corefs for offset in (coref.start, coref.end)]
    return tokenise("".join(draft.pieces), (*borders, *draft.blocks, *draft.sentences))


def _document(id: str, draft: _Draft, tokens: Tokens) -> Document:
    def firsts(offsets: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted({tokens.at(offset) for offset in (0, *offsets)} - {len(tokens.words)}))

    headings = [Span(tokens.at(start), tokens.at(end)) for start, end in draft.headings]
    marked = len(draft.blocks) > 1  # the last one is the end of the document
    return Document(
        id=id,
        words=tokens.words,
        spaces=tokens.spaces,
        sentence_starts=firsts((*draft.sentences, *draft.blocks)) if draft.sentences else (),
        paragraph_starts=firsts(draft.blocks) if marked else (),
        headings=tuple(heading for heading in headings if len(heading)),
        prefix=tokens.prefix,
    )


def _key(id: str, draft: _Draft, tokens: Tokens) -> Clusters:
    links = _links(draft.corefs)
    chain_of = UnionFind((coref.id for coref in draft.corefs), links).roots()
    spans: dict[str, Span] = {}
    chains: dict[str, list[Span]] = {}
    attributes: dict[Span, Attributes] = {}
    zeros = 0
    for coref in draft.corefs:
        span = _span(coref, tokens)
        if not span:
            zeros += 1
            continue
        spans[coref.id] = span
        chains.setdefault(chain_of[coref.id], []).append(span)
        status = coref.attributes.get("STATUS") or coref.attributes.get("STAT", "")
        minimum = _minimum(coref.attributes.get("MIN", ""), span, tokens)
        attributes.setdefault(span, Attributes(minimum=minimum, optional=status.upper() == "OPT"))
    return Clusters(
        document_id=id,
        chains=in_text_order(chains.values()),
        attributes=attributes,
        zeros=zeros,
        links=tuple((spans[left], spans[right]) for left, right in links if left in spans and right in spans),
    )


def _span(coref: _Coref, tokens: Tokens) -> Span | None:
    span = Span(tokens.at(coref.start), tokens.at(coref.end))
    return span if len(span) else None


def _minimum(alternatives: str, span: Span, tokens: Tokens) -> Span | None:
    """The first alternative that is a run of words of the span; white space does not count."""
    if not alternatives:
        return None
    words = tokens.words[span.start : span.end]
    token_at = {offset: token for token, offset in enumerate(accumulate(map(len, words), initial=0), start=span.start)}
    text = "".join(words)
    # the whole string first: a word may be |
    for wanted in (
        "".join(alternative.split()) for alternative in dict.fromkeys((alternatives, *alternatives.split("|")))
    ):
        start = text.find(wanted) if wanted else -1
        while start >= 0:
            if start in token_at and start + len(wanted) in token_at:
                return Span(token_at[start], token_at[start + len(wanted)])
            start = text.find(wanted, start + 1)
    return None


def _links(corefs: list[_Coref]) -> list[tuple[str, str]]:
    """The IDs that REF connects."""
    ids = {coref.id for coref in corefs}
    references = (
        (coref.id, coref.attributes.get("REF", ""))
        for coref in corefs
        if coref.attributes.get("TYPE", "IDENT").upper() == "IDENT"
    )
    return [(id, reference) for id, reference in references if reference in ids]


# The tags


def _drafts(path: Path, source: str) -> Iterator[_Draft]:
    """The documents of a file, or the file as one where it has no DOC element.

    Raises:
        FormatError: tags do not match, or a COREF has no ID, a second one's, or more than 100 around it.
    """
    several = bool(_DOC.search(source))
    draft = None if several else _Draft(0)
    done = 0
    for tag in _TAG.finditer(source):
        _take(path, source, done, tag.start(), draft)
        done = tag.end()
        closes = tag[1]
        name = (tag[2] or "").upper()
        if name == "DOC" and not closes:
            if draft:
                cure = "Write </DOC> before it."
                raise _error(path, source, tag.start(), "a document begins inside another", cure, code="unclosed")
            draft = _Draft(tag.start(), id=_attributes(tag[3]).get("ID", ""))
        elif name == "DOC" and draft:
            yield _finish(path, source, draft)
            draft = None
        elif draft:
            _apply(path, source, tag, draft)
        elif name in {"DOC", "COREF"}:
            problem = f"{tag[0][:40]} is outside a document"
            cure = "Write <DOC> before it."
            raise _error(path, source, tag.start(), problem, cure, code="outside-document")
    _take(path, source, done, len(source), draft)
    if draft and several:
        cure = "Write </DOC> after it; if the file was cut, get it again."
        raise _error(path, source, draft.position, "the document that begins here has no </DOC>", cure, code="unclosed")
    if draft:
        yield _finish(path, source, draft)


def _error(path: Path, source: str, position: int, problem: str, cure: str, code: str = "") -> FormatError:
    """The error at a character of the source."""
    return FormatError(path, _line_of(source, position), problem, cure, code=code)


def _line_of(source: str, position: int) -> int:
    """The line, from 1, of a character of the source."""
    return source.count("\n", 0, position) + 1


def _take(path: Path, source: str, start: int, end: int, draft: _Draft | None) -> None:
    text = source[start:end]
    if draft:
        draft.add(text)
    elif text.strip():
        position = start + len(text) - len(text.lstrip())
        cure = "Write <DOC> before it."
        raise _error(
            path, source, position, f"'{text.strip()[:40]}' is outside a document", cure, code="outside-document"
        )


def _apply(path: Path, source: str, tag: re.Match[str], draft: _Draft) -> None:
    closes = tag[1]
    name = (tag[2] or "").upper()
    if name == "COREF":
        (_close if closes else _open)(path, source, tag, draft)
    elif name in _HIDDEN:
        draft.hidden = "" if closes else name
    elif name == "S" and not closes:
        draft.sentences.append(draft.length)
    elif name in _BLOCKS:
        draft.blocks.append(draft.length)
        if draft.heading is not None:
            draft.headings.append((draft.heading, draft.length))
        draft.heading = draft.length if name in _HEADINGS and not closes else None


def _open(path: Path, source: str, tag: re.Match[str], draft: _Draft) -> None:
    attributes = _attributes(tag[3])
    id = attributes.get("ID", "")
    if not id:
        raise _error(path, source, tag.start(), "a COREF has no ID", 'Write <COREF ID="1">, each with its own number.')
    if len(draft.open) >= _DEEPEST:
        problem = f"more than {_DEEPEST} COREF elements are open at once"
        raise _error(path, source, tag.start(), problem, "Write </COREF> where each one ends.", code="too-large")
    draft.corefs.append(_Coref(id, attributes, tag.start(), draft.length))
    draft.open.append(draft.corefs[-1])


def _close(path: Path, source: str, tag: re.Match[str], draft: _Draft) -> None:
    if not draft.open:
        problem = "a COREF is closed but was not opened"
        cure = "Write <COREF ID=...> where it begins, or drop </COREF>."
        raise _error(path, source, tag.start(), problem, cure, code="unopened")
    draft.open.pop().end = draft.length


def _finish(path: Path, source: str, draft: _Draft) -> _Draft:
    if draft.open:
        problem = f"the COREF '{draft.open[-1].id}' is opened but not closed before the document ends"
        cure = "Write </COREF> where it ends; if the file was cut, get it again."
        raise _error(path, source, draft.open[-1].position, problem, cure, code="unclosed")
    if draft.hidden:
        cure = f"Write </{draft.hidden}> where it ends."
        raise _error(path, source, draft.position, f"the document has no </{draft.hidden}>", cure, code="unclosed")
    ids: set[str] = set()
    for coref in draft.corefs:
        if coref.id in ids:
            cure = "Give each COREF of a document its own ID, and refer to others with REF."
            problem = f"a second COREF has the ID '{coref.id}'"
            raise _error(path, source, coref.position, problem, cure, code="duplicate-id")
        ids.add(coref.id)
    draft.blocks.append(draft.length)
    if draft.heading is not None:
        draft.headings.append((draft.heading, draft.length))
    return draft


def _attributes(text: str) -> dict[str, str]:
    values = ((name.upper(), double or single or bare) for name, double, single, bare in _ATTRIBUTE.findall(text))
    return {name: _ENTITY.sub(_character, value).strip() for name, value in values}


def _character(entity: re.Match[str]) -> str:
    if entity[1]:
        return _NAMED[entity[1].lower()]
    code = int(entity[2]) if entity[2] else int(entity[3], 16)
    is_character = 0 < code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF
    return chr(code) if is_character else entity[0]


# Writing


def write(documents: Iterable[Pair]) -> Iterator[str]:
    """Documents as MUC SGML: REF names the previous mention of the chain, MIN the minimum or else the head.

    White space may be added between paragraphs; words may be divided otherwise when they are read again.

    Raises:
        FormatError: mentions cross or are discontinuous, which SGML elements cannot be.
    """
    return (_render(document, key) for document, key in documents)


def _render(document: Document, key: Clusters) -> str:
    require_overt(document)
    opening: dict[int, list[str]] = {}
    closing: dict[int, int] = {}
    for span, tag in _tags(document, key):
        opening.setdefault(span.start, []).append(tag)
        closing[span.end] = closing.get(span.end, 0) + 1
    headings = {heading.start: heading.end for heading in document.headings}
    blocks = sorted({0, *document.paragraph_starts, *headings, *headings.values()} - {len(document.words)})
    parts = [f"<DOC>\n<DOCID>{_escape(document.id)}</DOCID>\n"]
    for start, end in zip(blocks, (*blocks[1:], len(document.words)), strict=False):  # no words: no block
        name = "HL" if start in headings else "p"
        parts.append(f"<{name}>{_escape(document.prefix) if not start else ''}")
        for token in range(start, end):
            if document.sentence_starts and (token == start or token in document.sentence_starts):
                parts.append("<s>")
            parts += opening.get(token, ())
            parts.append(_escape(document.words[token]) + "</COREF>" * closing.get(token + 1, 0))
            parts.append(document.spaces[token])
        parts.append(f"</{name}>\n")
    return "".join((*parts, "</DOC>\n"))


def _tags(document: Document, key: Clusters) -> Iterator[tuple[Span, str]]:
    """The opening tags in the order in which they are written, outer ones first."""
    mentions = [(span, chain) for chain, spans in enumerate(key.chains) for span in spans]
    mentions.sort(key=lambda mention: (mention[0].start, -mention[0].end))
    require_nesting(
        document, (span for span, _ in mentions), "another", "SGML cannot express that; write CorefUD instead."
    )
    previous: dict[int, int] = {}
    for id, (span, chain) in enumerate(mentions, start=1):
        reference = f' TYPE="IDENT" REF="{previous[chain]}"' if chain in previous else ""
        yield span, f'<COREF ID="{id}"{reference}{_kernel(document, key, span)}>'
        previous[chain] = id


def _kernel(document: Document, key: Clusters, span: Span) -> str:
    attributes = key.attributes.get(span, Attributes())
    minimum = attributes.minimum
    if (minimum is None or minimum.gaps) and attributes.head is not None:
        minimum = Span(attributes.head, attributes.head + 1)
    kernel = f' MIN="{_escape(document.words_of(minimum))}"' if minimum and not minimum.gaps else ""
    return f'{kernel} STATUS="OPT"' if attributes.optional else kernel


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


FORMAT = Format(
    name="muc",
    source="MUC-6/7 SGML: `<COREF ID REF MIN>` around mentions "
    "(Hirschman & Chinchor 1997, MUC-7 Coreference Task Definition).",
    suffix=".sgm",
    recognises=by_signs(r"(?i)<COREF\s[^<>]*\bID\s*=|^\s*<DOC[\s>]|<DOC(?:NO|ID)>", r"(?i).\.(?:sgml?|muc)\Z"),
    read=read,
    unread="other tags and attributes",
    richness=60,
    remarks=remarks,
    write=write,
    inexpressible=unnested_in_text,
)
