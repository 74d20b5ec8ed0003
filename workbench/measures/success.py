"""Success rates, recall and precision of pronoun resolution.

Sources: Mitkov 2001, section 5.1; Aone & Bennett 1995; Baldwin 1997.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.measures import Measure, ratio

if TYPE_CHECKING:
    from anaphora.workbench.trace.document import DocumentTrace


Rate = Callable[["DocumentTrace", str], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Answers:
    """The evidence: what one resolver did with the key anaphors of all documents."""

    documents: "Sequence[DocumentTrace]"
    resolver: str


def _right(document: "DocumentTrace", resolver: str) -> int:
    return int(document.right(resolver).sum())


def _success(document: "DocumentTrace", resolver: str) -> tuple[float, float]:
    return _right(document, resolver), len(document.anaphors)


def _expected(document: "DocumentTrace", resolver: str) -> tuple[float, float]:
    return sum(outcome.chance for outcome in document.outcomes[resolver]), len(document.anaphors)


def _non_trivial(document: "DocumentTrace", resolver: str) -> tuple[float, float]:
    return _among(document, resolver, "candidates")


def _critical(document: "DocumentTrace", resolver: str) -> tuple[float, float]:
    return _among(document, resolver, "compatible")


def _among(document: "DocumentTrace", resolver: str, candidates: str) -> tuple[float, float]:
    several = document.column(candidates) > 1
    return int((document.right(resolver) & several).sum()), int(several.sum())


def _of_identified(document: "DocumentTrace", resolver: str) -> tuple[float, float]:
    return _right(document, resolver), document.identified


def _of_attempted(document: "DocumentTrace", resolver: str) -> tuple[float, float]:
    return _right(document, resolver), document.attempted[resolver]


def _harmonic(document: "DocumentTrace", resolver: str) -> tuple[float, float]:
    return 2 * _right(document, resolver), document.attempted[resolver] + len(document.anaphors)


def _all_pronouns(document: "DocumentTrace", resolver: str) -> tuple[float, float]:
    return _with_others(document, resolver, _right(document, resolver))


def _expected_all_pronouns(document: "DocumentTrace", resolver: str) -> tuple[float, float]:
    return _with_others(document, resolver, _expected(document, resolver)[0])


def _with_others(document: "DocumentTrace", resolver: str, right: float) -> tuple[float, float]:
    """Add the non-anaphoric pronouns, of which those without an answer are right."""
    return right + document.left.get(resolver, 0), len(document.anaphors) + sum(document.non_anaphoric.values())


def _count(answers: Answers, count: "Rate") -> Numbers:
    rows = [count(document, answers.resolver) for document in answers.documents]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def _rate(name: str, count: "Rate", source: str) -> Measure[Answers]:
    return Measure(name, partial(_count, count=count), ratio, source, ("value",), evidence="trace")


MEASURES = (
    _rate("success_rate", _success, "right / all key anaphors; Mitkov 2001, 5.1.1"),
    _rate("expected", _expected, "of this project: expectation of the success rate over a random resolver's choices"),
    _rate("non_trivial", _non_trivial, "over anaphors with more than one candidate; Mitkov 2001, 5.1.2"),
    _rate("critical", _critical, "over anaphors with more than one candidate after agreement; Mitkov 2001, 5.1.3"),
    _rate("recall_aone_bennett", _of_identified, "right / anaphors that the program identified; Aone & Bennett 1995"),
    _rate("recall_baldwin", _success, "right / all key anaphors; Baldwin 1997"),
    _rate(
        "precision", _of_attempted, "right / anaphors that the resolver attempted; Aone & Bennett 1995; Baldwin 1997"
    ),
    _rate(
        "all_pronouns",
        _all_pronouns,
        "right, or left unresolved where non-anaphoric / all key anaphors and non-anaphoric pronouns; Mitkov 2001, "
        "Table 6, as its denominators show; Charniak & Elsner 2009",
    ),
    _rate(
        "expected_all_pronouns",
        _expected_all_pronouns,
        "of this project: expectation of all_pronouns over a random resolver's choices",
    ),
    _rate(
        "f1", _harmonic, "harmonic mean of precision and recall, 2 right / (attempted + all key anaphors); Baldwin 1997"
    ),
)
