"""The learned classifier of pairs: its confidences, and its file of parameters."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers.chains._mention_pair.decoding import DECODINGS
from anaphora.resolvers.chains._mention_pair.features import FEATURES, Pairs, matrix
from anaphora.resolvers.chains._mention_pair.sampling import all_pairs
from anaphora.resolvers.chains._mention_pair.table import Table
from anaphora.resolvers.chains._mention_pair.trees import Tree, is_fraction
from anaphora.resolvers.chains._mention_pair.trees import read as read_tree
from anaphora.workbench.errors import OptionError

FORMAT, VERSION = "mention_pair", 1
_BLOCK = 500_000  # pairs whose features are held in memory at once
_CURE = "Name a file that 'anaphora train mention_pair' has written."


@dataclass(frozen=True, slots=True, eq=False)
class Classifier:
    """A tree over named features, and for each decoding the confidence above which a pair counts as coreferent."""

    features: tuple[str, ...]
    tree: Tree
    thresholds: Mapping[str, float]

    def rows(self, its: Table) -> list[NDArray[np.float64]]:
        """For each mention the confidences of its pairs with the mentions before it, as far as `REACH` goes."""
        found: list[NDArray[np.float64]] = []
        for start, end in pairwise(_borders(len(its))):
            i, j = all_pairs(len(its), start, end)
            confidences = self.tree.confidences(matrix(Pairs(its, i, j), self.features))
            found += np.split(confidences, np.searchsorted(j, np.arange(start + 1, end)))
        return found

    def written(self) -> dict[str, Any]:
        """The parameters for a file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "features": list(self.features),
            "thresholds": dict(self.thresholds),
            "tree": self.tree.written(),
        }


def _borders(mentions: int) -> list[int]:
    """Where to cut the mentions so that no block has many more than `_BLOCK` pairs."""
    pairs = np.cumsum(np.arange(mentions)) // _BLOCK
    return [*np.flatnonzero(np.diff(pairs, prepend=-1)).tolist(), mentions] if mentions else [0]


def read(path: Path) -> Classifier:
    """The classifier of a file. Raises `OptionError` where it cannot be read or is not what training writes."""
    try:
        data = json.loads(path.read_text("utf8"))
    except (OSError, ValueError, RecursionError) as error:
        raise OptionError(f"The parameters in {path} cannot be read: {error}. {_CURE}") from error
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        raise OptionError(f"The file {path} does not hold parameters of {FORMAT}, version {VERSION}. {_CURE}")
    try:
        names, thresholds = _names(data.get("features")), _thresholds(data.get("thresholds"))
        return Classifier(names, read_tree(data.get("tree"), len(names)), thresholds)
    except ValueError as error:
        raise OptionError(f"The parameters in {path} are malformed: {error}. {_CURE}") from error


def _names(features: object) -> tuple[str, ...]:
    if not isinstance(features, list) or not features or not all(name in FEATURES for name in map(str, features)):
        raise ValueError(f"'features' is no list of features (known: {', '.join(FEATURES)})")
    return tuple(map(str, features))


def _thresholds(given: object) -> dict[str, float]:
    if not isinstance(given, dict) or not all(is_fraction(given.get(name)) for name in DECODINGS):
        raise ValueError(f"'thresholds' has no number from 0 to 1 for each of {', '.join(DECODINGS)}")
    return {name: float(given[name]) for name in DECODINGS}
