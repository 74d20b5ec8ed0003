"""Mentions as brackets, which the writers of CorefUD and CoNLL share, and the mentions that brackets cannot express."""

from collections.abc import Callable, Iterable, Iterator

from workbench.document import Document, Span
from workbench.errors import FormatError
from workbench.key import Key


def bracket_cells(document: Document, key: Key, opening: Callable[[int, Span], str], joint: str) -> dict[int, str]:
    """The brackets of each token that has any: openings, the longer first, and closings, the inner first.

    `opening` gives the text behind "(" from the number of a chain (from 1) and the span; up to its first "-" it closes
    the mention too. `joint` stands between brackets.

    Raises:
        FormatError: a mention is discontinuous, or two of one chain cross.
    """
    for chain in key.chains:
        require_nesting(document, chain, "another of its chain", "Brackets cannot express that; shorten one of them.")
    first: dict[int, list[str]] = {}
    last: dict[int, list[str]] = {}
    mentions = [(span, number) for number, chain in enumerate(key.chains, start=1) for span in chain]
    for span, number in sorted(mentions, key=lambda mention: (mention[0].start, -mention[0].end, mention[1])):
        text = opening(number, span)
        single = span.end == span.start + 1
        first.setdefault(span.start, []).append(f"({text})" if single else f"({text}")
        if not single:
            last.setdefault(span.end - 1, []).insert(0, f"{text.partition('-')[0]})")
    return {token: joint.join(_ordered(first.get(token, []), last.get(token, []))) for token in {*first, *last}}


def _ordered(openings: list[str], closings: list[str]) -> list[str]:
    # where a mention ends in the first token of another, "(e1" and "e2)" would be read as the one bracket "(e1e2)"
    crosses = any(not bracket.endswith(")") for bracket in openings)
    return [*closings, *openings] if crosses else [*openings, *closings]


def require_nesting(document: Document, mentions: Iterable[Span], other: str, cure: str) -> None:
    """Raise `FormatError` if a mention is discontinuous or crosses one of the others."""
    for _, span in unnested((0, span) for span in mentions):
        problem = f"the mention '{document.words_of(span)}' is discontinuous or crosses {other}"
        raise FormatError(document.id, None, problem, cure)


def unnested_in_chains(key: Key) -> Iterator[tuple[int, Span]]:
    """What labelled brackets cannot express: mentions that are discontinuous or cross another of their chain."""
    for chain, spans in enumerate(key.chains):
        yield from unnested((chain, span) for span in spans)


def unnested(mentions: Iterable[tuple[int, Span]]) -> Iterator[tuple[int, Span]]:
    """The mentions (chain and span) that are discontinuous or cross an earlier one, so that without them all nest."""
    around: list[Span] = []
    for chain, span in sorted(mentions, key=lambda mention: (mention[1].start, -mention[1].end)):
        while around and around[-1].end <= span.start:
            around.pop()
        if span.gaps or (around and around[-1].end < span.end):
            yield chain, span
        else:
            around.append(span)
