"""Comparisons of three resolvers of which only is said which anaphors they have right."""

from anaphora.workbench.document import Span
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.trace.document import DocumentTrace, KeyAnaphor, Outcome

NAMES = ("one", "other", "third")


def document(name: str, *rights: tuple[bool, ...]) -> DocumentTrace:
    """A document in which each anaphor was answered rightly by the resolvers marked."""
    anaphors = tuple(
        KeyAnaphor(
            span=Span(at, at + 1), form="it", chain=0, acceptable=(), distance=0, case=at, candidates=2, compatible=2,
            reachable=1, loss="", strict=True, partial=True,
        )
        for at in range(len(rights))
    )  # fmt: skip
    outcomes = {
        resolver: tuple(Outcome("right" if row[at] else "outranked", None, "", float(row[at])) for row in rights)
        for at, resolver in enumerate(NAMES)
    }
    return DocumentTrace(name, "", anaphors, outcomes, len(rights), dict.fromkeys(NAMES, len(rights)), (), {})


def comparison(*documents: DocumentTrace) -> Comparison:
    return Comparison("made up", "signature", NAMES, documents)
