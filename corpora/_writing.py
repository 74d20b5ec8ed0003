"""Mentions as brackets, which the writers of CorefUD and CoNLL share, and the mentions that brackets cannot express."""

from collections.abc import Iterable, Iterator

from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Key


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
    return {token: joint.join(_ordered(first.get(token, []), last.get(token, []))) for token in {*first, *last}}


def _ordered(openings: list[str], closings: list[str]) -> list[str]:
    # where a mention ends in the first token of another, "(e1" and "e2)" would be read as the one bracket "(e1e2)"
    crosses = any(not bracket.endswith(")") for bracket in openings)
    return [*closings, *openings] if crosses else [*openings, *closings]


def require_nesting_in_chains(document: Document, key: Key, gaps: bool = False) -> None:
    """Raise `FormatError` for the first of the mentions that `unnested_in_chains` gives."""
    for chain in key.chains:
        cure = "Brackets cannot express that; shorten one of them."
        require_nesting(document, chain, "another of its chain", cure, gaps)


def require_nesting(document: Document, mentions: Iterable[Span], other: str, cure: str, gaps: bool = False) -> None:
    """Raise `FormatError` for the first of the mentions that `unnested` gives."""
    for _, span in unnested(((0, span) for span in mentions), gaps):
        found = "crosses" if gaps else "is discontinuous or crosses"
        raise FormatError(document.id, None, f"the mention '{document.words_of(span)}' {found} {other}", cure)


def discontinuous(key: Key) -> Iterator[tuple[int, Span]]:
    """Chain and span of each mention with gaps: what formats cannot express whose mentions are runs of words."""
    return ((chain, span) for chain, spans in enumerate(key.chains) for span in spans if span.gaps)


def unnested_in_chains(key: Key, gaps: bool = False) -> Iterator[tuple[int, Span]]:
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
