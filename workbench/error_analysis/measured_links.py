"""What recall and precision of a measure are sums of: the links and mentions that it counts, each with its share.

A measure counts the cells of key and response chains. Here the same sums are told mention by mention, as the papers
tell them, so that they can be shown on the words.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from anaphora.workbench.arrays import Integers
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.error_analysis.mentions import UnitedMentions, group_mentions
from anaphora.workbench.measures import ceaf

LinkState = Literal["right", "missing", "spurious"]
Share = tuple[float, float]
"""What is added to the numerator and to the denominator."""
_NOTHING = (0.0, 0.0)
_ALONE: tuple[LinkState, LinkState] = ("missing", "spurious")
"""What a link is that only the key, or only the response, has."""
_SIMILARITIES = {"ceaf_m": ceaf.phi3, "ceaf_e": ceaf.phi4}


@dataclass(frozen=True, slots=True)
class MeasuredLink:
    """A link from a mention to one before it, or a mention that counts alone: then `antecedent` is `mention`.

    Both are rows of `UnitedMentions`. The link is `right` if it is found, `missing` if the key has it and `spurious` if
    the response has it without that; `recall` and `precision` are its shares in either.
    """

    mention: int
    antecedent: int
    state: LinkState
    recall: Share
    precision: Share


@dataclass(frozen=True, slots=True)
class AlignedChains:
    """A key chain and a response chain that correspond, and how similar they are."""

    key: int
    response: int
    similarity: float


@dataclass(frozen=True, slots=True)
class _Chain:
    """A chain of one side: for each mention in text order the chain `across` that has it on the other side (-1: none).

    `sizes` are those of all chains there; `partner` is the one that CEAF aligns with this, `similarity` theirs.
    """

    across: Sequence[int]
    sizes: Integers
    partner: int | None
    similarity: float

    @property
    def size(self) -> int:
        """The number of mentions."""
        return len(self.across)

    def share(self, place: int, antecedent: int, weight: float) -> "_Counted":
        """A link that counts so much if the other side has both mentions in one chain; of one mention, if at all."""
        is_right = self.across[place] == self.across[antecedent] >= 0
        return place, antecedent, (weight if is_right else 0.0, weight)


_Counted = tuple[int, int, Share]
"""Two places in a chain, the later one first (or one place twice), and what they add."""


def _mentions(chain: _Chain) -> Iterator[_Counted]:
    yield from (chain.share(place, place, 1.0) for place in range(chain.size))


def _muc(chain: _Chain) -> Iterator[_Counted]:
    """A spanning tree: each mention is linked to the closest before it that the other side has in one chain with it.

    Without such a mention the link goes to the one before, and is not right. There are |K| - |p(K)| right ones (Vilain
    et al. 1995); the others are those of `steps.recall_errors` with the tree `closest`.
    """
    last: dict[int, int] = {}
    for place, part in enumerate(chain.across):
        if place:
            yield chain.share(place, last.get(part, place - 1), 1.0)
        if part >= 0:
            last[part] = place


def _pairs(chain: _Chain, weight: float) -> Iterator[_Counted]:
    yield from (chain.share(place, other, weight) for other, place in combinations(range(chain.size), 2))


def _b_cubed(chain: _Chain) -> Iterator[_Counted]:
    """A mention is found with each of the k mentions of its chain, itself too, a k-th each (Bagga & Baldwin 1998).

    A link of two mentions counts for both.
    """
    yield from (chain.share(place, place, 1 / chain.size) for place in range(chain.size))
    yield from _pairs(chain, 2 / chain.size)


def _lea(chain: _Chain) -> Iterator[_Counted]:
    """All links of a chain share its size; a singleton is linked to itself (Moosavi & Strube 2016)."""
    if chain.size > 1:
        yield from _pairs(chain, 2 / (chain.size - 1))
    else:
        across = chain.across[0]
        yield 0, 0, (float(across >= 0 and chain.sizes[across] == 1), 1.0)


def _ceaf(chain: _Chain, weight: float) -> Iterator[_Counted]:
    """The mentions that are in the aligned chain too share the similarity of the two (Luo 2005)."""
    is_right = [across == chain.partner for across in chain.across]
    for place, right in enumerate(is_right):
        yield place, place, (chain.similarity / sum(is_right) if right else 0.0, weight)


_RULES: Mapping[str, Callable[[_Chain], Iterator[_Counted]]] = {
    "mentions": _mentions,
    "muc": _muc,
    "b_cubed": _b_cubed,
    "ceaf_m": lambda chain: _ceaf(chain, 1.0),
    "ceaf_e": lambda chain: _ceaf(chain, 1 / chain.size),
    "lea": _lea,
}
MEASURED = tuple(_RULES)
"""Measures whose links can be shown."""


def measured_links(name: str, overlap: Overlap, mentions: UnitedMentions) -> list[MeasuredLink]:
    """The links of one of `MEASURED`; their shares add up to what it counts with its default settings.

    The overlap is without split antecedents and without what scorers of shared tasks look up. CEAF links mentions to
    themselves, with the chains of `aligned_chains`.
    """
    aligned = aligned_chains(name, overlap)
    partners = (
        {pair.key: (pair.response, pair.similarity) for pair in aligned},
        {pair.response: (pair.key, pair.similarity) for pair in aligned},
    )
    chains = mentions.key_chain, mentions.response_chain
    sizes = overlap.response.size, overlap.key.size
    shares: dict[tuple[int, int, LinkState], list[Share]] = {}
    for side in (0, 1):
        for rows in group_mentions(chains[side]):
            partner, similarity = partners[side].get(int(chains[side][rows[0]]), (None, 0.0))
            chain = _Chain(chains[1 - side][rows].tolist(), sizes[side], partner, similarity)
            for place, antecedent, share in _RULES[name](chain):
                state: LinkState = "right" if share[0] else _ALONE[side]
                shares.setdefault((rows[place], rows[antecedent], state), [_NOTHING, _NOTHING])[side] = share
    return [MeasuredLink(*link, *shares[link]) for link in sorted(shares)]


def aligned_chains(name: str, overlap: Overlap) -> list[AlignedChains]:
    """The chains that CEAF aligns, by either similarity; other measures align none."""
    if name not in _SIMILARITIES:
        return []
    table = overlap.table
    similarity = ceaf.aligned(table, _SIMILARITIES[name](table))
    return [
        AlignedChains(int(table.row[cell]), int(table.column[cell]), float(similarity[cell]))
        for cell in np.flatnonzero(similarity).tolist()
    ]


def count_pairs(overlap: Overlap) -> int:
    """Count the pairs of mentions in one chain, of which measures that link all of them have so many links."""
    return sum(int((side.size * (side.size - 1) // 2).sum()) for side in (overlap.key, overlap.response))
