"""Success rates, recall and precision of pronoun resolution.

Sources: Mitkov 2001, section 5.1; Aone & Bennett 1995; Baldwin 1997.
"""

from workbench.measures import Measure, ratio
from workbench.trace import DocumentTrace


def _right(document: DocumentTrace, resolver: str) -> int:
    return sum(outcome.stage == "right" for outcome in document.outcomes[resolver])


def _success(document: DocumentTrace, resolver: str) -> tuple[float, ...]:
    return _right(document, resolver), len(document.anaphors)


def _expected(document: DocumentTrace, resolver: str) -> tuple[float, ...]:
    return sum(outcome.chance for outcome in document.outcomes[resolver]), len(document.anaphors)


def _non_trivial(document: DocumentTrace, resolver: str) -> tuple[float, ...]:
    rows = zip(document.anaphors, document.outcomes[resolver], strict=True)
    right = [outcome.stage == "right" for anaphor, outcome in rows if anaphor.candidates > 1]
    return sum(right), len(right)


def _critical(document: DocumentTrace, resolver: str) -> tuple[float, ...]:
    rows = zip(document.anaphors, document.outcomes[resolver], strict=True)
    right = [outcome.stage == "right" for anaphor, outcome in rows if anaphor.compatible > 1]
    return sum(right), len(right)


def _of_identified(document: DocumentTrace, resolver: str) -> tuple[float, ...]:
    return _right(document, resolver), document.identified


def _of_attempted(document: DocumentTrace, resolver: str) -> tuple[float, ...]:
    return _right(document, resolver), document.attempted[resolver]


MEASURES = (
    Measure("success_rate", _success, ratio, "right / all key anaphors; Mitkov 2001, 5.1.1"),
    Measure("expected", _expected, ratio, "expectation of the success rate over a random resolver's choices"),
    Measure("non_trivial", _non_trivial, ratio, "over anaphors with more than one candidate; Mitkov 2001, 5.1.2"),
    Measure(
        "critical", _critical, ratio, "over anaphors with more than one candidate after agreement; Mitkov 2001, 5.1.3"
    ),
    Measure(
        "recall_aone_bennett",
        _of_identified,
        ratio,
        "right / anaphors that the program identified; Aone & Bennett 1995",
    ),
    Measure("recall_baldwin", _success, ratio, "right / all key anaphors; Baldwin 1997"),
    Measure("precision", _of_attempted, ratio, "right / anaphors that the resolver attempted; both papers"),
)
