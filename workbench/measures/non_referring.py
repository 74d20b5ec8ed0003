"""Expressions that refer to nothing: expletives, predicates, quantifiers (Poesio et al. 2018; Yu et al. 2022)."""

from functools import partial

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.chains.overlap import NON_REFERRING, Overlap
from anaphora.workbench.measures import Measure, matrix, recall_precision


def _count(overlap: Overlap, typed: bool, type: str) -> Numbers:
    """Expressions of the same tokens that both sides call non-referring, of those of the key and of the response.

    If `typed`, of the same type too; of a `type` only its own are counted.
    """
    if NON_REFERRING not in overlap.layers:
        return np.zeros((overlap.documents, 4))
    layer = overlap.layers[NON_REFERRING]
    key, response, (in_key, in_response) = layer.key, layer.response, layer.common
    same = key.type[in_key] == response.type[in_response]
    right = same if typed or type else np.ones_like(same)
    asked, answered = np.ones(len(key.type), dtype=np.bool_), np.ones(len(response.type), dtype=np.bool_)
    if type:
        number = layer.type_names.index(type) if type in layer.type_names else len(layer.type_names)
        asked, answered = key.type == number, response.type == number
        right = right & asked[in_key]
    mentions = key.of_mentions(right, in_key)
    return matrix(mentions, key.of_mentions(asked), mentions, response.of_mentions(answered))


def non_referring(type: str = "") -> Measure[Overlap]:
    """The recognition of non-referring expressions, or of those of a `type` (expletive, predicate, ...)."""
    source = "recognised as non-referring; Yu et al. 2022"
    count = partial(_count, typed=False, type=type)
    return Measure("non_referring", count, recall_precision, source, make=non_referring)


MEASURES = (
    non_referring(),
    Measure(
        "non_referring_types",
        partial(_count, typed=True, type=""),
        recall_precision,
        "non-referring with the right type; Yu et al. 2022",
    ),
)
