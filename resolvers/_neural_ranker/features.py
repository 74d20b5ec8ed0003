"""What the network is told of a pair of mentions beside their words: the features of the mention-pair model."""

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers.chains._mention_pair.features import FEATURES, UNKNOWN, Pairs, matrix
from anaphora.resolvers.chains._mention_pair.table import Table
from anaphora.workbench.aliases import Integers

_NAMES = tuple(FEATURES)
_DISTANCES = [_NAMES.index(name) for name in ("DIST", "PARANUM", "MENTIONS")]
_AGREEMENT = [_NAMES.index(name) for name in ("NUMBER", "GENDER", "AGREEMENT", "ANIMACY", "SEMCLASS")]
WIDTH = len(_NAMES) + 1


def features(table: Table, i: Integers, j: Integers) -> NDArray[np.float32]:
    """The features of pairs of mentions, pairs x `WIDTH`: `i` are candidates, `j` the anaphors behind them.

    Distances are logarithms, agreement is -1, 0 (unknown) or 1, all others are 0 or 1.
    """
    values = matrix(Pairs(table, i, j), _NAMES).astype(np.float32)
    values[:, _DISTANCES] = np.log1p(values[:, _DISTANCES]) / 2
    values[:, _AGREEMENT] -= UNKNOWN
    words = np.log1p(np.maximum(table.head[j] - table.head[i], 0)) / 3
    return np.column_stack([values, words.astype(np.float32)])
