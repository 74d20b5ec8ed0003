"""Who is right together: for each combination of resolvers the anaphors that just these have right.

What UpSet plots show of sets (Lex et al. 2014): a resolver that is right where all others are wrong is worth keeping,
and what nobody has right shows where the next idea is needed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.trace import KeyAnaphor


@dataclass(frozen=True, slots=True)
class Pattern:
    """The anaphors that the resolvers of `right` have right and the others of those compared have not.

    `distance` (sentences) and `candidates` (after agreement) are medians over them.
    """

    right: frozenset[str]
    count: int
    distance: float
    candidates: float


def patterns(comparison: Comparison, resolvers: Sequence[str]) -> list[Pattern]:
    """The combinations that occur, the most frequent first."""
    found: dict[frozenset[str], list[KeyAnaphor]] = {}
    for document in comparison.documents:
        who = {name: document.right(name) for name in resolvers}
        for place, anaphor in enumerate(document.anaphors):
            right = frozenset(name for name in resolvers if who[name][place])
            found.setdefault(right, []).append(anaphor)
    ordered = sorted(found.items(), key=lambda pair: (-len(pair[1]), sorted(pair[0])))
    return [
        Pattern(
            right,
            len(anaphors),
            median(max(0, anaphor.distance) for anaphor in anaphors),
            median(anaphor.compatible for anaphor in anaphors),
        )
        for right, anaphors in ordered
    ]
