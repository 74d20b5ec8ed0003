"""Success rates, recall and precision of pronoun resolution.

Sources: Mitkov 2001, section 5.1; Aone & Bennett 1995; Baldwin 1997.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.files import read_toml
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


def _expected(document: "DocumentTrace", resolver: str) -> float:
    return sum(outcome.chance for outcome in document.outcomes[resolver])


def _among(document: "DocumentTrace", resolver: str, candidates: str) -> tuple[float, float]:
    several = document.column(candidates) > 1
    return int((document.right(resolver) & several).sum()), int(several.sum())


def _with_others(document: "DocumentTrace", resolver: str, right: float) -> tuple[float, float]:
    """Add the non-anaphoric pronouns, of which those without an answer are right."""
    return right + document.left.get(resolver, 0), len(document.anaphors) + sum(document.non_anaphoric.values())


def _count(answers: Answers, rate: Rate) -> Numbers:
    rows = [rate(document, answers.resolver) for document in answers.documents]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


_SOURCES: Mapping[str, str] = read_toml(Path(__file__).with_suffix(".toml"))[1]
_RATES: Mapping[str, Rate] = {
    "success_rate": lambda document, resolver: (_right(document, resolver), len(document.anaphors)),
    "expected": lambda document, resolver: (_expected(document, resolver), len(document.anaphors)),
    "non_trivial": lambda document, resolver: _among(document, resolver, "candidates"),
    "critical": lambda document, resolver: _among(document, resolver, "compatible"),
    "recall_aone_bennett": lambda document, resolver: (_right(document, resolver), document.identified),
    "recall_baldwin": lambda document, resolver: (_right(document, resolver), len(document.anaphors)),
    "precision": lambda document, resolver: (_right(document, resolver), document.attempted[resolver]),
    "all_pronouns": lambda document, resolver: _with_others(document, resolver, _right(document, resolver)),
    "expected_all_pronouns": lambda document, resolver: _with_others(document, resolver, _expected(document, resolver)),
    "f1": lambda document, resolver: (
        2 * _right(document, resolver),
        document.attempted[resolver] + len(document.anaphors),
    ),
}
MEASURES = tuple(
    Measure(name, partial(_count, rate=rate), ratio, _SOURCES[name], ("value",), evidence="trace")
    for name, rate in _RATES.items()
)
