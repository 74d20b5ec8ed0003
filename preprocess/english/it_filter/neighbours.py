"""Memory-based learning as TiMBL's IB1 does it by default: overlap metric, gain-ratio weights, k nearest distances.

Source: Daelemans, Zavrel, van der Sloot & van den Bosch, TiMBL reference guide. Gain ratio is information gain over
split information; k counts distances, so all instances at one of the k smallest vote; a tie is broken by one more
distance, then by the commoner class (the rules for ties are from memory and unverified). Every value is a symbol,
numbers too.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

_UNSEEN = -1
_SAME = 9  # decimals to which distances count as equal


@dataclass(frozen=True)
class Memory:
    """Instances, one row of values each, with their classes."""

    rows: Sequence[tuple[str, ...]]
    kinds: Sequence[str]
    k: int = 3
    _codes: list[dict[str, int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Number the values of each column."""
        codes: list[dict[str, int]] = [{} for _ in self.rows[0]]
        for row in self.rows:
            for column, value in zip(codes, row, strict=True):
                column.setdefault(value, len(column))
        object.__setattr__(self, "_codes", codes)

    @cached_property
    def table(self) -> npt.NDArray[np.int32]:
        """The values as numbers, instances by features."""
        return np.array([self._encode(row) for row in self.rows], dtype=np.int32)

    @cached_property
    def weights(self) -> npt.NDArray[np.float64]:
        """The gain ratio of each feature."""
        return np.array([gain_ratio(column, self.kinds) for column in zip(*self.rows, strict=True)])

    @cached_property
    def frequency(self) -> Counter[str]:
        """How often each class is in memory."""
        return Counter(self.kinds)

    def nearest(self, row: tuple[str, ...], k: int) -> list[int]:
        """The instances at the `k` smallest distances, nearest first."""
        distances = (self.table != self._encode(row)) @ self.weights
        distances = np.round(distances, _SAME)
        farthest = np.unique(distances)[:k][-1]
        found = np.flatnonzero(distances <= farthest)
        return [int(at) for at in found[np.argsort(distances[found], kind="stable")]]

    def vote(self, row: tuple[str, ...]) -> tuple[str, list[int]]:
        """The class of a new instance, and the neighbours that voted."""
        for k in (self.k, self.k + 1):
            neighbours = self.nearest(row, k)
            votes = Counter(self.kinds[at] for at in neighbours)
            best = [kind for kind, count in votes.items() if count == max(votes.values())]
            if len(best) == 1:
                break
        return max(best, key=lambda kind: (self.frequency[kind], kind)), neighbours

    def _encode(self, row: tuple[str, ...]) -> npt.NDArray[np.int32]:
        return np.array([codes.get(v, _UNSEEN) for codes, v in zip(self._codes, row, strict=True)], dtype=np.int32)


def gain_ratio(values: Sequence[str], kinds: Sequence[str]) -> float:
    """Information gain of a feature over its split information, in [0, 1]; 0 for a feature with one value."""
    split = _entropy(Counter(values))
    if split == 0:
        return 0.0
    by_value: dict[str, Counter[str]] = {}
    for value, kind in zip(values, kinds, strict=True):
        by_value.setdefault(value, Counter())[kind] += 1
    rest = sum(counts.total() * _entropy(counts) for counts in by_value.values()) / len(values)
    return max(0.0, _entropy(Counter(kinds)) - rest) / split


def _entropy(counts: Counter[str]) -> float:
    shares = np.array(list(counts.values()), dtype=float) / counts.total()
    return float(-(shares * np.log2(shares)).sum())
