"""Parts that writers share: file names, sentences, brackets, and the mentions that formats cannot express."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from types import ModuleType

from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Clusters

_LONGEST_NAME = 200
"""Bytes of UTF-8. File systems take 255, and extensions come behind."""


def require_words(document: Document) -> None:
    """Raise `FormatError` for a document without words, which annotations beside a text cannot express."""
    if not document.words:
        raise FormatError(document.id, None, "the document has no words", "Leave it out.", code="no-words")


def require_continuous(document: Document, key: Clusters) -> None:
    """Raise `FormatError` for the first mention with gaps, in formats whose mentions are runs of words."""
    for _, span in discontinuous(key):
        problem = f"the mention '{document.words_of(span)}' is discontinuous"
        cure = "This format cannot express that; write CorefUD instead."
        raise FormatError(document.id, None, problem, cure, code="inexpressible")


def sentences(document: Document) -> list[tuple[int, int]]:
    """First token and end of each sentence, as the corpus marks them or else as its annotation does."""
    annotation = document.annotation
    starts = {0, *document.sentence_starts, *(annotation.sentence_starts if annotation else ()), len(document.words)}
    return list(pairwise(sorted(starts)))


def file_name(id: str, taken: set[str]) -> str:
    """A document's id as the name of a file, without extension, which becomes one of those `taken`.

    Whatever is no letter, digit, `-`, `.` or `_` becomes `_`, as does a dot at the beginning. At most 200 bytes
    are kept; a name that is taken, in capitals or not, gets `-2`, `-3` and so on.
    """
    stem = re.sub(r"^\.|[^\w.-]", "_", id).encode()[:_LONGEST_NAME].decode(errors="ignore") or "_"
    name, number = stem, 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name.casefold())
    return name


def bracket_cells(mentions: Iterable[tuple[Span, str]], joint: str) -> dict[int, str]:
    """The brackets of each token that has any: openings, the longer first, and closings, the inner first.

    `mentions` are spans without gaps, each with the text behind "("; up to its first "-" it closes the mention too.
    `joint` stands between brackets.
    """
    first: dict[int, list[str]] = {}
    last: dict[int, list[str]] = {}
    for span, text in sorted(mentions, key=lambda mention: (mention[0].start, -mention[0].end)):
        single = span.end == span.start + 1
        first.setdefault(span.start, []).append(f"({text})" if single else f"({text}")
        if not single:
            last.setdefault(span.end - 1, []).insert(0, f"{text.partition('-')[0]})")
    return {token: joint.join(_order(first.get(token, []), last.get(token, []))) for token in {*first, *last}}


def _order(openings: list[str], closings: list[str]) -> list[str]:
    # where a mention ends in the first token of another, "(e1" and "e2)" would be read as the one bracket "(e1e2)"
    crosses = any(not bracket.endswith(")") for bracket in openings)
    return [*closings, *openings] if crosses else [*openings, *closings]


def require_nesting_in_chains(document: Document, key: Clusters, gaps: bool = False) -> None:
    """Raise `FormatError` for the first of the mentions that `unnested_in_chains` gives."""
    for chain in key.chains:
        cure = "Brackets cannot express that; shorten one of them."
        require_nesting(document, chain, "another of its chain", cure, gaps)


def require_nesting(document: Document, mentions: Iterable[Span], other: str, cure: str, gaps: bool = False) -> None:
    """Raise `FormatError` for the first of the mentions that `unnested` gives."""
    for _, span in unnested(((0, span) for span in mentions), gaps):
        verb = "crosses" if gaps else "is discontinuous or crosses"
        problem = f"the mention '{document.words_of(span)}' {verb} {other}"
        raise FormatError(document.id, None, problem, cure, code="inexpressible")


def discontinuous(key: Clusters) -> Iterator[tuple[int, Span]]:
    """Chain and span of each mention with gaps: what formats cannot express whose mentions are runs of words."""
    return ((chain, span) for chain, spans in enumerate(key.chains) for span in spans if span.gaps)


def placed(document: Document, key: Clusters) -> Clusters:
    """The chains with places among words and empty nodes, in text order, for tokens; attributes are left out."""
    if not document.nodes:
        return Clusters(key.document_id, key.chains)
    place = _places(document)
    chains = (tuple(sorted(_placed(span, place) for span in spans)) for spans in key.chains)
    return Clusters(key.document_id, tuple(chains))


def _places(document: Document) -> dict[int, int]:
    return {token: place for place, token in enumerate(document.in_text_order())}


def _placed(span: Span, place: Mapping[int, int]) -> Span:
    return Span.over(place[token] for token in span)


def inexpressible(module: ModuleType, document: Document, key: Clusters) -> list[tuple[int, Span]]:
    """Chain and span of each mention that a format cannot write, as its module says of those in text order."""
    if not hasattr(module, "inexpressible"):
        return []
    if not document.nodes:
        return list(module.inexpressible(key))
    place = _places(document)
    given = [{_placed(span, place): span for span in spans} for spans in key.chains]
    return [(chain, given[chain][span]) for chain, span in module.inexpressible(placed(document, key))]


def unnested_in_chains(key: Clusters, gaps: bool = False) -> Iterator[tuple[int, Span]]:
    """What labelled brackets cannot express: mentions that cross one of their chain, or (without `gaps`) have gaps."""
    for chain, spans in enumerate(key.chains):
        yield from unnested(((chain, span) for span in spans), gaps)


def unnested(mentions: Iterable[tuple[int, Span]], gaps: bool = False) -> Iterator[tuple[int, Span]]:
    """The mentions (chain and span) that are discontinuous or cross an earlier one, so that without them all nest.

    With `gaps` discontinuous ones nest too, where others lie wholly in one of their parts or gaps.
    """
    around: list[Span] = []
    for chain, span in sorted(mentions, key=lambda mention: (mention[1].start, -mention[1].end, mention[1].gaps)):
        while around and around[-1].end <= span.start:
            around.pop()
        edges = (around[-1].end, *(edge for gap in around[-1].gaps for edge in gap)) if around else ()
        if (span.gaps and not gaps) or any(span.start < edge < span.end for edge in edges):
            yield chain, span
        else:
            around.append(span)
