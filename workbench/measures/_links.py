"""The counts behind scores that papers print beside them: links right and wrong, and chains by size."""

from dataclasses import dataclass

import numpy as np

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.coreference.overlap import Overlap, Side, sum_by
from anaphora.workbench.measures import Measure
from anaphora.workbench.measures.blanc import MEASURES as BLANC

LARGEST = (1, 2, 3, 4, 5, 10)
SIZES = ("1", "2", "3", "4", "5", "6-10", "11+")
"""The classes of Recasens & Hovy 2011, Table 2."""


def _count(overlap: Overlap) -> Numbers:
    """Links of the response: right and wrong coreferent ones, right and wrong others; then chains by size.

    Those of the key come first, which has all its links right. (Recasens & Hovy 2011, Tables 4, 5, 9 and 15; of the key
    Table 2.) A link with a mention that the key has not is wrong.
    """
    right, in_key, in_response, apart, key_apart, response_apart = BLANC[0].count(overlap)[:, :6].T
    return np.column_stack((
        in_key, key_apart, right, in_response - right, apart, response_apart - apart,
        _by_size(overlap.key), _by_size(overlap.response),
    ))  # fmt: skip


def _by_size(side: Side) -> Numbers:
    """Count the chains of each class of sizes in each document."""
    group = np.searchsorted(LARGEST, side.size)
    return np.stack([sum_by(side.chain_document, group == number, side.documents) for number in range(len(SIZES))], 1)


def _score(sums: Numbers) -> Numbers:
    return sums


LINKS = Measure(
    "_links", _count, _score, "links and chains by size; Recasens & Hovy 2011",
    ("key_c", "key_n", "rc", "wc", "rn", "wn", *(f"{side} {size}" for side in ("key", "response") for size in SIZES)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LinkCounts:
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
