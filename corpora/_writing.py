"""Mentions as brackets, which the writers of CorefUD and CoNLL share."""

from collections.abc import Callable, Iterable

from workbench.document import Document, Span
from workbench.errors import FormatError
from workbench.key import Key


def bracket_cells(document: Document, key: Key, opening: Callable[[int, Span], str], joint: str) -> dict[int, str]:
    """The brackets of each token that has any: openings, the longer first, then closings, the inner first.

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
    return {token: joint.join([*first.get(token, ()), *last.get(token, ())]) for token in {*first, *last}}


def require_nesting(document: Document, mentions: Iterable[Span], other: str, cure: str) -> None:
    """Raise `FormatError` if a mention is discontinuous or crosses one of the others."""
    around: list[Span] = []
    for span in sorted(mentions, key=lambda span: (span.start, -span.end)):
        while around and around[-1].end <= span.start:
            around.pop()
        if span.gaps or (around and around[-1].end < span.end):
            problem = f"the mention '{document.words_of(span)}' is discontinuous or crosses {other}"
            raise FormatError(document.id, None, problem, cure)
        around.append(span)
