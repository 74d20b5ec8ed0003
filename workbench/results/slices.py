"""Success rates on parts of the anaphors: by distance, number of candidates, pronoun and genre.

Each slice stands with what a random choice among the compatible candidates would have right, without which a falling
curve says little: with more candidates everybody does worse, chance most of all.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from anaphora.workbench.arrays import Flags
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.trace.document import DocumentTrace, KeyAnaphor

FEW = 30
"""Below so many anaphors a rate says little, and is shown so."""
_CANDIDATES = ((1, "1"), (3, "2–3"), (6, "4–6"), (10, "7–10"), (20, "11–20"))
_FARTHEST = 3
_Member: TypeAlias = tuple[KeyAnaphor, Flags]  # which resolvers have it right


@dataclass(frozen=True, slots=True)
class Slice:
    """A group of anaphors: how many (`of`), how many each resolver has right, how many a random choice would have."""

    name: str
    of: int
    right: Mapping[str, int]
    expected: float


def slices(comparison: Comparison, by: str) -> list[Slice]:
    """The slices by one of `BY`, in their natural order; pronouns and genres from the most frequent on."""
    groups: dict[str, list[_Member]] = {}
    for document in comparison.documents:
        right = np.array([document.right(name) for name in comparison.resolvers], np.bool_)
        for number, anaphor in enumerate(document.anaphors):
            groups.setdefault(BY[by](document, anaphor), []).append((anaphor, right[:, number]))
    ordered = sorted(groups, key=lambda name: (_rank(by, name), -len(groups[name]), name))
    return [_slice(name, groups[name], comparison.resolvers) for name in ordered]


def _slice(name: str, members: list[_Member], resolvers: tuple[str, ...]) -> Slice:
    right = np.sum([right for _, right in members], axis=0).tolist()
    expected = sum(anaphor.reachable / anaphor.compatible for anaphor, _ in members if anaphor.compatible)
    return Slice(name, len(members), dict(zip(resolvers, right, strict=True)), expected)


def distance(_: DocumentTrace, anaphor: KeyAnaphor) -> str:
    """Sentences to the nearest acceptable antecedent."""
    sentences = max(0, anaphor.distance)
    return str(sentences) if sentences < _FARTHEST else f"{_FARTHEST}+"


def candidates(_: DocumentTrace, anaphor: KeyAnaphor) -> str:
    """Candidates that agreement leaves."""
    if not anaphor.compatible:
        return "0"
    return next((name for most, name in _CANDIDATES if anaphor.compatible <= most), "> 20")


def pronoun(_: DocumentTrace, anaphor: KeyAnaphor) -> str:
    """The form of the anaphor."""
    return anaphor.form


def genre(document: DocumentTrace, _: KeyAnaphor) -> str:
    """The genre of the text."""
    return document.genre or "–"


def _rank(by: str, name: str) -> int:
    if by == "distance":
        return int(name.rstrip("+"))
    order = ["0", *(entry for _, entry in _CANDIDATES), "> 20"]
    return order.index(name) if by == "candidates" else 0


BY: dict[str, Callable[[DocumentTrace, KeyAnaphor], str]] = {
    "distance": distance, "candidates": candidates, "pronoun": pronoun, "genre": genre,
}  # fmt: skip
