"""The CoNLL average of MUC, B-CUBED and CEAF-e (Denis & Baldridge 2009; Pradhan et al. 2011)."""

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.measures import Measure, b_cubed, by_name, ceaf, muc

_AVERAGED = (muc.MEASURES[0], by_name(b_cubed.MEASURES)["b_cubed"], by_name(ceaf.MEASURES)["ceaf_e"])


def _count(overlap: Overlap) -> Numbers:
    return np.concatenate([measure.count(overlap) for measure in _AVERAGED], axis=-1)


def _score(sums: Numbers) -> Numbers:
    """The mean F1, which is the official number, and for those who print them the means of recall and of precision.

    What is undefined counts as 0 in a mean; it is undefined if all three are.
    """
    scores = np.stack(
        [measure.score(part) for measure, part in zip(_AVERAGED, np.split(sums, len(_AVERAGED), axis=-1), strict=True)]
    )
    undefined = np.isnan(scores)
    mean = np.where(undefined, 0.0, scores).mean(axis=0)
    return np.where(undefined.all(axis=0), np.nan, mean)


MEASURES = (Measure("conll", _count, _score, "mean F1 of muc, b_cubed and ceaf_e; Pradhan et al. 2011"),)
