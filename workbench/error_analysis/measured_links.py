"""Links and mentions that a measure counts, each with its share, of which its recall and precision are sums.

A measure counts the cells of key and response chains. Here the same sums are told mention by mention, as the papers
tell them, so that they can be shown on the words.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.error_analysis.mentions import UnitedMentions, group_mentions
from anaphora.workbench.measures import ceaf

LinkState = Literal["right", "missing", "spurious"]
Share = tuple[float, float]
_SIMILARITIES = {"ceaf_m": ceaf.phi3, "ceaf_e": ceaf.phi4}
_ALONE: tuple[LinkState, LinkState] = ("missing", "spurious")


@dataclass(frozen=True, slots=True)
class MeasuredLink:
    """A link from a mention to one before it, or a mention that counts alone: then `antecedent` is `mention`.

    Both are rows of `UnitedMentions`. It is `right` if both sides have it, `missing` if only the key has it, `spurious`
    if only the response does; `recall` and `precision` are what it adds to numerator and denominator of either.
    """

    mention: int
    antecedent: int
    state: LinkState
    recall: Share
    precision: Share


_WEIGHTS: Mapping[str, Callable[[int], tuple[float, float]]] = {
    "mentions": lambda _: (1.0, 0.0),
    "muc": lambda _: (0.0, 1.0),
    # a mention is found with each of the k of its chain, itself too, a k-th each (Bagga & Baldwin 1998)
    "b_cubed": lambda size: (1 / size, 2 / size),
    # the mentions that two aligned chains have share the similarity of these (Luo 2005)
    "ceaf_m": lambda _: (1.0, 0.0),
    "ceaf_e": lambda size: (1 / size, 0.0),
    # all links of a chain share its size; a singleton is linked to itself (Moosavi & Strube 2016)
    "lea": lambda size: (0.0, 2 / (size - 1)) if size > 1 else (1.0, 0.0),
}
"""What a mention alone and a link of two add to the denominator, in a chain of so many."""
MEASURED = tuple(_WEIGHTS)
"""Measures whose links can be shown."""
OF_PAIRS = ("b_cubed", "lea")
"""Those of them that link all mentions of a chain."""


def _links(name: str, across: Sequence[int]) -> Iterator[tuple[int, int, float]]:
    """Two places in a chain, the later one first, or one twice, and the weight; the other side has them `across`.

    MUC has a spanning tree: each mention is linked to the closest before it that the other side has in one chain with
    it, else to the one before. |K| - |p(K)| links are right (Vilain et al. 1995); the others are those of
    `steps.recall_errors` with the tree `closest`.
    """
    alone, pair = _WEIGHTS[name](len(across))
    last: dict[int, int] = {}
    for place, part in enumerate(across):
        if alone:
            yield place, place, alone
        if pair and place:
            others = (last.get(part, place - 1),) if name == "muc" else range(place)
            yield from ((place, other, pair) for other in others)
        if part >= 0:
            last[part] = place


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
            for later, earlier, weight in _links(name, across):
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
