"""What recall and precision of a measure are sums of: the links and mentions that it counts, each with its share.

A measure counts the cells of key and response chains. Here the same sums are told mention by mention, as the papers
tell them, so that they can be shown on the words.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Literal

import numpy as np

from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.error_analysis.mentions import UnitedMentions, group_mentions
from anaphora.workbench.measures import ceaf

LinkState = Literal["right", "missing", "spurious"]
Share = tuple[float, float]
"""What is added to numerator and denominator."""
Places = Iterable[tuple[int, int, float]]
"""Two places in a chain, the later one first, or one twice; and what they add to the denominator."""
_SIMILARITIES = {"ceaf_m": ceaf.phi3, "ceaf_e": ceaf.phi4}
_ALONE: tuple[LinkState, LinkState] = ("missing", "spurious")


@dataclass(frozen=True, slots=True)
class MeasuredLink:
    """A link from a mention to one before it, or a mention that counts alone: then `antecedent` is `mention`.

    Both are rows of `UnitedMentions`. It is `right` if both sides have it, `missing` if only the key has it, `spurious`
    if only the response does; `recall` and `precision` are its shares in either.
    """

    mention: int
    antecedent: int
    state: LinkState
    recall: Share
    precision: Share


def _muc(across: Sequence[int]) -> Iterator[tuple[int, int, float]]:
    """A spanning tree: each mention is linked to the closest before it that the other side has in one chain with it.

    Without such a mention the link goes to the one before, and is not right. There are |K| - |p(K)| right ones (Vilain
    et al. 1995); the others are those of `steps.recall_errors` with the tree `closest`.
    """
    last: dict[int, int] = {}
    for place, part in enumerate(across):
        if place:
            yield place, last.get(part, place - 1), 1.0
        if part >= 0:
            last[part] = place


def _mentions(size: int, weight: float = 1.0) -> Places:
    return ((place, place, weight) for place in range(size))


def _pairs(size: int, weight: float) -> Places:
    return ((later, earlier, weight) for earlier, later in combinations(range(size), 2))


_RULES: Mapping[str, Callable[[Sequence[int]], Places]] = {
    "mentions": lambda across: _mentions(len(across)),
    "muc": _muc,
    # each mention is found with each of the k of its chain, itself too, a k-th each (Bagga & Baldwin 1998)
    "b_cubed": lambda across: chain(_mentions(len(across), 1 / len(across)), _pairs(len(across), 2 / len(across))),
    # the mentions that two aligned chains have share the similarity of these (Luo 2005)
    "ceaf_m": lambda across: _mentions(len(across)),
    "ceaf_e": lambda across: _mentions(len(across), 1 / len(across)),
    # all links of a chain share its size; a singleton is linked to itself (Moosavi & Strube 2016)
    "lea": lambda across: _pairs(len(across), 2 / (len(across) - 1)) if len(across) > 1 else _mentions(1),
}
"""The links of a chain, by the chains of the other side that have its mentions (-1: none)."""
MEASURED = tuple(_RULES)
"""Measures whose links can be shown."""
OF_PAIRS = ("b_cubed", "lea")
"""Those of them that link all mentions of a chain."""


def measured_links(name: str, overlap: Overlap, mentions: UnitedMentions) -> list[MeasuredLink]:
    """The links of one of `MEASURED`; their shares add up to what it counts with its default settings.

    The overlap is without split antecedents and without what scorers of shared tasks look up. CEAF counts mentions
    alone, by the chains of `aligned_chains`.
    """
    aligned = aligned_chains(name, overlap)
    sides = (mentions.key_chain, overlap.key.size), (mentions.response_chain, overlap.response.size)
    shares: dict[tuple[int, int, LinkState], list[Share]] = {}
    for side, (chains, _) in enumerate(sides):
        others, sizes = sides[1 - side]
        partners = {pair[side]: (pair[1 - side], similarity) for pair, similarity in aligned.items()}
        for rows in group_mentions(chains):
            across = others[rows].tolist()
            partner, similarity = partners.get(int(chains[rows[0]]), (-1, 0.0))
            if name in _SIMILARITIES:
                across = [other if other == partner else -1 for other in across]
            elif name == "lea" and len(rows) == 1 and across[0] >= 0 and sizes[across[0]] > 1:
                across = [-1]
            for later, earlier, weight in _RULES[name](across):
                is_right = across[later] == across[earlier] >= 0
                credit = similarity / (len(across) - across.count(-1)) if is_right and similarity else weight * is_right
                link = rows[later], rows[earlier], "right" if is_right else _ALONE[side]
                shares.setdefault(link, [(0.0, 0.0), (0.0, 0.0)])[side] = credit, weight
    return [MeasuredLink(*link, *shares[link]) for link in sorted(shares)]


def aligned_chains(name: str, overlap: Overlap) -> dict[tuple[int, int], float]:
    """The key and response chains that CEAF aligns, with their similarity; other measures align none."""
    if name not in _SIMILARITIES:
        return {}
    table = overlap.table
    similarity = ceaf.aligned(table, _SIMILARITIES[name](table))
    cells = np.flatnonzero(similarity)
    pairs = zip(table.row[cells].tolist(), table.column[cells].tolist(), strict=True)
    return dict(zip(pairs, similarity[cells].tolist(), strict=True))
