"""MUC-6/7 SGML: `<COREF ID REF MIN>` around mentions (Hirschman & Chinchor 1997, MUC-7 Coreference Task Definition)."""

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path

from anaphora.corpora._lines import claim
from anaphora.corpora._lines import text as text_of
from anaphora.corpora._sgml import Coref, Draft, drafts, error, line_of
from anaphora.corpora._spans import in_text_order
from anaphora.corpora._tokens import Tokens, tokenise
from anaphora.corpora._writing import require_nesting, unnested
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Attributes, Clusters
from anaphora.workbench.union_find import roots

SUFFIX = ".sgm"
UNREAD = "other tags and attributes"
LONGEST_FILE = 64_000_000
"""Bytes."""
LONGEST_DOCUMENT = 2_000_000
"""Characters."""

_SIGNS = re.compile(r"<COREF\s[^<>]*\bID\s*=|^\s*<DOC[\s>]|<DOC(?:NO|ID)>", re.IGNORECASE)


def recognises(head: str, path: Path) -> bool:
    """Whether a file that begins with `head`, or has this name, is one."""
    return bool(_SIGNS.search(head)) or path.suffix.lower() in {".sgm", ".sgml", ".muc"}


def read(path: Path) -> Iterator[tuple[Document, Clusters]]:
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
    source = text_of(path, LONGEST_FILE)
    for number, draft in enumerate(drafts(path, source), start=1):
        id = draft.id.strip() or (path.stem if number == 1 else f"{path.stem}-{number}")
        claim(path, line_of(source, draft.position) if id in taken else None, id, taken)
        if draft.length > LONGEST_DOCUMENT:
            problem = f"the document '{id}' has more than {LONGEST_DOCUMENT:,} characters"
            raise error(path, source, draft.position, problem, "Split it into several DOC elements.", code="too-large")
        tokens = _tokens(draft)
        yield _document(id, draft, tokens), _key(id, draft, tokens)


def remarks(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of each REF to an ID that is missing, and of each MIN that is not in its mention."""
    source = text_of(path, LONGEST_FILE)
    line, counted = 1, 0
    for draft in drafts(path, source):
        tokens = _tokens(draft)
        ids = {coref.id for coref in draft.corefs}
        for coref in draft.corefs:
            line, counted = line + source.count("\n", counted, coref.position), coref.position
            reference, minimum = coref.attributes.get("REF"), coref.attributes.get("MIN")
            span = _span(coref, tokens)
            if reference and reference not in ids:
                yield line, f"REF='{reference}' of COREF {coref.id} is not an ID of the document"
            if minimum and span and not _minimum(minimum, span, tokens):
                yield line, f"MIN='{minimum}' is not among the words of COREF {coref.id}"


def _tokens(draft: Draft) -> Tokens:
    borders = [offset for coref in draft.corefs for offset in (coref.start, coref.end)]
    return tokenise("".join(draft.pieces), (*borders, *draft.blocks, *draft.sentences))


def _document(id: str, draft: Draft, tokens: Tokens) -> Document:
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


def _key(id: str, draft: Draft, tokens: Tokens) -> Clusters:
    links = _links(draft.corefs)
    chain_of = roots((coref.id for coref in draft.corefs), links)
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


def _span(coref: Coref, tokens: Tokens) -> Span | None:
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


def _links(corefs: list[Coref]) -> list[tuple[str, str]]:
    """The IDs that REF connects."""
    ids = {coref.id for coref in corefs}
    references = (
        (coref.id, coref.attributes.get("REF", ""))
        for coref in corefs
        if coref.attributes.get("TYPE", "IDENT").upper() == "IDENT"
    )
    return [(id, reference) for id, reference in references if reference in ids]


def write(documents: Iterable[tuple[Document, Clusters]]) -> str:
    """Documents as MUC SGML: REF names the previous mention of the chain, MIN the minimum or else the head.

    White space may be added between paragraphs; words may be divided otherwise when they are read again.

    Raises:
        FormatError: mentions cross or are discontinuous, which SGML elements cannot be.
    """
    return "".join(pieces(documents))


def pieces(documents: Iterable[tuple[Document, Clusters]]) -> Iterator[str]:
    """What `write` joins, a piece for each document."""
    return (_render(document, key) for document, key in documents)


def inexpressible(key: Clusters) -> Iterator[tuple[int, Span]]:
    """Chain and span of each mention that `write` refuses: those that are discontinuous or cross another."""
    return unnested((chain, span) for chain, spans in enumerate(key.chains) for span in spans)


def _render(document: Document, key: Clusters) -> str:
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
    return kernel + ' STATUS="OPT"' * attributes.optional


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
