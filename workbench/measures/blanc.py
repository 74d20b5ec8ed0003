"""BLANC: coreference and non-coreference links with equal say (Recasens & Hovy 2011; Luo et al. 2014).

And the counts behind scores that papers print beside them: links right and wrong, and chains by size.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from anaphora.workbench.arrays import Numbers, sum_by
from anaphora.workbench.chains.overlap import Overlap, Side
from anaphora.workbench.errors import OptionError
from anaphora.workbench.measures import Measure, divide, matrix, with_f1
from anaphora.workbench.measures.pairwise import pairs


def _count(overlap: Overlap) -> Numbers:
    """Right coreference links, those of the key, of the response; right non-coreference links, key, response.

    Two mentions of different chains are a non-coreference link. Last the mentions of the key, of the response, of both.
    """
    overlap = overlap.seen_from_key
    key, response = overlap.key, overlap.response
    common = overlap.of_cells(overlap.shared)
    right = overlap.of_cells(pairs(overlap.shared))
    in_key, in_response = key.of_chains(pairs(key.size)), response.of_chains(pairs(response.size))
    all_key, all_response = key.of_chains(key.size), response.of_chains(response.size)
    apart = (
        pairs(common)
        - key.of_chains(pairs(overlap.key_common))
        - response.of_chains(pairs(overlap.response_common))
        + right
    )
    return matrix(
        right, in_key, in_response, apart, pairs(all_key) - in_key, pairs(all_response) - in_response,
        all_key, all_response, common,
    )  # fmt: skip


def _count_common(overlap: Overlap) -> Numbers:
    """The same links, both sides reduced to the mentions that they have in common."""
    common = overlap.of_cells(overlap.shared)
    right = overlap.of_cells(pairs(overlap.shared))
    key = overlap.key.of_chains(pairs(overlap.key_common))
    response = overlap.response.of_chains(pairs(overlap.response_common))
    total = pairs(common)
    return matrix(right, key, response, total - key - response + right, total - key, total - response)


def _components(sums: Numbers) -> list[Numbers]:
    """Recall, precision and F1 of coreference links, and of non-coreference links; what is undefined counts as 0."""
    both = (
        with_f1(divide(right, in_key), divide(right, in_response))
        for right, in_key, in_response in ((sums[..., first + part] for part in range(3)) for first in (0, 3))
    )
    return [np.nan_to_num(component, nan=0.0) for component in both]


def _reference(sums: Numbers, alpha: float) -> Numbers:
    """The mean of both components; where the key has links of one kind only, that component alone (ibid., 4.1.2).

    A key without any link scores 0.
    """
    link, apart = _components(sums)
    no_links, none_apart = sums[..., 1, np.newaxis] == 0, sums[..., 4, np.newaxis] == 0
    return np.where(none_apart, link, np.where(no_links, apart, alpha * link + (1 - alpha) * apart))


def _common_only(sums: Numbers, alpha: float) -> Numbers:
    """The same; undefined where no document has two common mentions, and so no link of any kind."""
    return np.where((sums[..., 1] + sums[..., 4])[..., np.newaxis] == 0, np.nan, _reference(sums, alpha))


def _luo(sums: Numbers, alpha: float) -> Numbers:
    """One component alone only where both sides lack the other; without any link equal mentions score 1 (ibid.)."""
    link, apart = _components(sums)
    no_links = (sums[..., 1] + sums[..., 2] == 0)[..., np.newaxis]
    none_apart = (sums[..., 4] + sums[..., 5] == 0)[..., np.newaxis]
    score = np.where(none_apart, link, np.where(no_links, apart, alpha * link + (1 - alpha) * apart))
    same = (sums[..., 6] == sums[..., 8]) & (sums[..., 7] == sums[..., 8])
    return np.where(no_links & none_apart, same.astype(float)[..., np.newaxis], score)


_KINDS: dict[str, tuple[Callable[[Overlap], Numbers], Callable[[Numbers, float], Numbers], str]] = {
    "blanc": (_count, _reference, "system mentions, boundary rules of the reference scorer 8.01; Luo et al. 2014"),
    "blanc_2011": (_count_common, _common_only, "common mentions only; Recasens & Hovy 2011, section 4.2"),
    "blanc_luo": (_count, _luo, "system mentions, boundary rules of the paper; Luo et al. 2014"),
}


def blanc(name: str, alpha: float = 0.5) -> Measure[Overlap]:
    """One of the three variants; `alpha` (0 to 1) is the weight of coreference links (Recasens & Hovy 2011, 4.1.3).

    Raises:
        OptionError: alpha is not between 0 and 1.
    """
    if not isinstance(alpha, float) or not 0 <= alpha <= 1:
        raise OptionError(f"alpha cannot be {alpha}. Give a number from 0 to 1, such as 0.5.")
    count, score, source = _KINDS[name]
    return Measure(name, count, lambda sums: score(sums, alpha), source, make=partial(blanc, name))


LARGEST = (1, 2, 3, 4, 5, 10)
SIZES = ("1", "2", "3", "4", "5", "6-10", "11+")
"""The classes of Recasens & Hovy 2011, Table 2."""


def _link_counts(overlap: Overlap) -> Numbers:
    """Links of the response: right and wrong coreferent ones, right and wrong others; then chains by size.

    Those of the key come first, which has all its links right. (Recasens & Hovy 2011, Tables 4, 5, 9 and 15; of the key
    Table 2.) A link with a mention that the key has not is wrong.
    """
    right, in_key, in_response, apart, key_apart, response_apart = _count(overlap)[:, :6].T
    return np.column_stack((
        in_key, key_apart, right, in_response - right, apart, response_apart - apart,
        _by_size(overlap.key), _by_size(overlap.response),
    ))  # fmt: skip


def _by_size(side: Side) -> Numbers:
    """Count the chains of each class of sizes in each document."""
    group = np.searchsorted(LARGEST, side.size)
    return np.stack([sum_by(side.chain_document, group == number, side.documents) for number in range(len(SIZES))], 1)


LINKS = Measure(
    "_links", _link_counts, lambda sums: sums, "links and chains by size; Recasens & Hovy 2011",
    ("key_c", "key_n", "rc", "wc", "rn", "wn", *(f"{side} {size}" for side in ("key", "response") for size in SIZES)),
)  # fmt: skip


class LinkCounts(NamedTuple):
    """The right and wrong coreferent links of one side, its right and wrong other links, and its entities by size."""

    rc: int
    wc: int
    rn: int
    wn: int
    entities: int
    singletons: int
    sizes: dict[str, int]

    @property
    def figures(self) -> tuple[int, ...]:
        """The counts without those by size."""
        return self.rc, self.wc, self.rn, self.wn, self.entities, self.singletons


def link_counts(sums: Numbers) -> tuple[LinkCounts, LinkCounts]:
    """The counts of the key and of the response."""
    in_key, key_apart, rc, wc, rn, wn = (int(count) for count in sums[:6])
    of_key, of_response = (dict(zip(SIZES, map(int, part), strict=True)) for part in np.split(sums[6:], 2))
    return (
        LinkCounts(in_key, 0, key_apart, 0, sum(of_key.values()), of_key["1"], of_key),
        LinkCounts(rc, wc, rn, wn, sum(of_response.values()), of_response["1"], of_response),
    )


MEASURES = tuple(map(blanc, _KINDS))
