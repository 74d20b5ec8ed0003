"""H: the information that key and response share (Popescu-Belis 2000)."""

import numpy as np

from anaphora.workbench.arrays import Integers, Numbers
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.measures import Measure, divide, matrix, with_f1


def _count(overlap: Overlap) -> Numbers:
    """On common mentions: information shared and entropies of key and response, in bits times mentions; mentions.

    With the documents' entropies weighted by mentions these add; one table for all documents would add the entropy of
    the documents themselves.
    """
    total = overlap.of_cells(overlap.shared)
    key = _bits(total) - overlap.key.of_chains(_bits(overlap.key_common))
    response = _bits(total) - overlap.response.of_chains(_bits(overlap.response_common))
    joint = _bits(total) - overlap.of_cells(_bits(overlap.shared))
    return matrix(np.maximum(key + response - joint, 0), np.maximum(key, 0), np.maximum(response, 0), total)


def _bits(count: Integers | Numbers) -> Numbers:
    return np.asarray(count * np.log2(np.maximum(count, 1)), dtype=np.float64)


def _score(sums: Numbers) -> Numbers:
    """Shared information over the entropy of the key (recall) and response (precision).

    Where there is nothing to know, nothing can be lost: 1. Undefined without common mentions.
    """
    shared, key, response, total = np.moveaxis(sums, -1, 0)
    # entropies are differences of large sums: below this they are 0
    least = 1e-9 * np.maximum(total, 1)

    def share(entropy: Numbers) -> Numbers:
        value = np.where(entropy <= least, 1.0, np.minimum(divide(shared, entropy), 1.0))
        return np.where(total == 0, np.nan, value)

    return with_f1(share(key), share(response))


MEASURES = (Measure("mutual_information", _count, _score, "H on common mentions; Popescu-Belis 2000"),)
