"""Links as they were annotated, the scorer before Vilain et al. 1995 (Sundheim 1995, MUC-6 task definition)."""

import numpy as np

from anaphora.workbench.arrays import Integers, Numbers, sum_by
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.measures import Measure, matrix, recall_precision


def _count(overlap: Overlap) -> Numbers:
    """A key link is found if both of its ends are in one response chain, a response link right if in one key chain.

    Redundant links count. Where a format gives chains only, neighbours in a chain are linked.
    """
    key, response = overlap.key, overlap.response
    in_key, in_response = overlap.common
    # a mention that the other side lacks is in no chain there, and so in one with nobody
    response_chain = -1 - np.arange(len(key.span_id))
    response_chain[in_key] = response.chain[in_response]
    key_chain = -1 - np.arange(len(response.span_id))
    key_chain[in_response] = key.chain[in_key]

    def kept(chain: Integers, links: Integers) -> Integers:
        return np.asarray(chain[links[:, 0]] == chain[links[:, 1]], dtype=np.int64)

    def total(document: Integers, values: Integers) -> Numbers:
        return sum_by(document, values, overlap.documents)

    key_document, response_document = key.document[key.links[:, 0]], response.document[response.links[:, 0]]
    return matrix(
        total(key_document, kept(response_chain, key.links)),
        total(key_document, np.ones_like(key_document)),
        total(response_document, kept(key_chain, response.links)),
        total(response_document, np.ones_like(response_document)),
    )


MEASURES = (Measure("syntactic_links", _count, recall_precision, "annotated links; Vilain et al. 1995"),)
