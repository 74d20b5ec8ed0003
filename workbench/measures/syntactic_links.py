"""Links as they were annotated, the scorer before Vilain et al. 1995 (Sundheim 1995, MUC-6 task definition)."""

import numpy as np

from anaphora.workbench.aliases import Integers, Numbers
from anaphora.workbench.coreference.overlap import Overlap, sum_by
from anaphora.workbench.measures import Measure, matrix, recall_precision


def _count(overlap: Overlap) -> Numbers:
    """A key link is found if both of its ends are in one response chain, a response link right if in one key chain.

    Redundant links count. Where a format gives chains only, neighbours in a chain are linked.
    """
    key, response = overlap.key, overlap.response
    one, other = overlap.common
    # a mention that the other side lacks is in no chain there, and so in one with nobody
    response_chain = -1 - np.arange(len(key.place))
    response_chain[one] = response.chain[other]
    key_chain = -1 - np.arange(len(response.place))
    key_chain[other] = key.chain[one]

    def kept(chain: Integers, links: Integers) -> Integers:
        return np.asarray(chain[links[:, 0]] == chain[links[:, 1]], dtype=np.int64)

    def total(document: Integers, values: Integers) -> Numbers:
        return sum_by(document, values, overlap.documents)

    in_key, in_response = key.document[key.links[:, 0]], response.document[response.links[:, 0]]
    return matrix(
        total(in_key, kept(response_chain, key.links)),
        total(in_key, np.ones_like(in_key)),
        total(in_response, kept(key_chain, response.links)),
        total(in_response, np.ones_like(in_response)),
    )


MEASURES = (Measure("syntactic_links", _count, recall_precision, "annotated links; Vilain et al. 1995"),)
