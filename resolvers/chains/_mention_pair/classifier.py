"""The learned classifier of pairs: its confidences, and its file of parameters."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers._data_files import Fraction, header, malformed, read_parameters
from anaphora.resolvers.chains._mention_pair.decoding import DECODINGS
from anaphora.resolvers.chains._mention_pair.features import FEATURES, Pairs, matrix
from anaphora.resolvers.chains._mention_pair.sampling import all_pairs
from anaphora.resolvers.chains._mention_pair.table import Table
from anaphora.resolvers.chains._mention_pair.trees import Nodes, Tree, build_tree

_NAME = "mention_pair"
_BLOCK = 500_000  # pairs whose features are held in memory at once


@dataclass(frozen=True, slots=True, eq=False)
class Classifier:
    """A tree over named features, and for each decoding the confidence above which a pair counts as coreferent."""

    features: tuple[str, ...]
    tree: Tree
    thresholds: Mapping[str, float]

    def rows(self, table: Table) -> list[NDArray[np.float64]]:
        """For each mention the confidences of its pairs with the mentions before it, as far as `REACH` goes."""
        rows: list[NDArray[np.float64]] = []
        for start, end in pairwise(_borders(len(table))):
            i, j = all_pairs(len(table), start, end)
            confidences = self.tree.confidences(matrix(Pairs(table, i, j), self.features))
            rows += np.split(confidences, np.searchsorted(j, np.arange(start + 1, end)))
        return rows

    def as_data(self) -> dict[str, object]:
        """The content of a file of parameters."""
        return {
            **header(_NAME),
            "features": list(self.features),
            "thresholds": dict(self.thresholds),
            "tree": self.tree.as_data(),
        }


def _borders(mentions: int) -> list[int]:
    """Where to cut the mentions so that no block has many more than `_BLOCK` pairs."""
    pairs = np.cumsum(np.arange(mentions)) // _BLOCK
    return [*np.flatnonzero(np.diff(pairs, prepend=-1)).tolist(), mentions] if mentions else [0]


@dataclass(frozen=True, slots=True)
class _Parameters:
    """The content of a file of parameters."""

    features: tuple[str, ...]
    thresholds: dict[str, Fraction]
    tree: Nodes


def read(path: Path) -> Classifier:
    """The classifier of a file. Raises `OptionError` where it cannot be read or is not what training writes."""
    data = read_parameters(path, _Parameters, _NAME)
    if not data.features or not FEATURES.keys() >= set(data.features):
        raise malformed(path, _NAME, f"'features' is not a list of features (known: {', '.join(FEATURES)})")
    if not data.thresholds.keys() >= set(DECODINGS):
        raise malformed(path, _NAME, f"'thresholds' lacks one of {', '.join(DECODINGS)}")
    try:
        tree = build_tree(data.tree, len(data.features))
    except ValueError as error:
        raise malformed(path, _NAME, str(error)) from error
    return Classifier(data.features, tree, {name: data.thresholds[name] for name in DECODINGS})
