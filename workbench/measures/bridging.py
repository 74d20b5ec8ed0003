"""Bridging: anaphors understood through another entity, "a house ... the door" (Yu et al. 2022)."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.chains.overlap import BRIDGING, Overlap, Side
from anaphora.workbench.measures import Measure, recall_precision

Antecedents = Mapping[int, frozenset[int]]
"""The antecedents of each bridging anaphor, all by their spans."""
Right = Callable[[frozenset[int], frozenset[int], Mapping[int, int]], bool]


def _count(overlap: Overlap, right: Right) -> Numbers:
    """Bridging anaphors of the key that are right, all; those of the response that are right, all."""
    counts = np.zeros((overlap.documents, 4))
    if BRIDGING not in overlap.layers:
        return counts
    layer = overlap.layers[BRIDGING]
    key, response = layer.key, layer.response
    asked, answered = _antecedents(key), _antecedents(response)
    entity = dict(zip(key.span_id.tolist(), key.chain.tolist(), strict=True))
    for side, links, column in ((key, asked, 1), (response, answered, 3)):
        document = dict(zip(side.span_id.tolist(), side.document.tolist(), strict=True))
        for anaphor in links:
            counts[document[anaphor], column] += 1
            if anaphor in asked and anaphor in answered and right(asked[anaphor], answered[anaphor], entity):
                counts[document[anaphor], column - 1] += 1
    return counts


def _antecedents(side: Side) -> Antecedents:
    antecedents: dict[int, set[int]] = {}
    for anaphor, antecedent in side.span_id[side.given_links].tolist():
        antecedents.setdefault(anaphor, set()).add(antecedent)
    return {anaphor: frozenset(spans) for anaphor, spans in antecedents.items()}


def _entity(key: frozenset[int], response: frozenset[int], entity: Mapping[int, int]) -> bool:
    """An antecedent of the response is a mention of the entity of an antecedent of the key."""
    wanted = {entity[span] for span in key}
    return any(entity.get(span) in wanted for span in response)


MEASURES = tuple(
    Measure(name, partial(_count, right=right), recall_precision, f"{what}; Yu et al. 2022")
    for name, right, what in (
        ("bridging_anaphors", lambda *_: True, "bridging anaphors recognised"),
        ("bridging_mentions", lambda key, response, _: bool(key & response), "bridging to the very mention"),
        ("bridging_entities", _entity, "bridging to a mention of the entity"),
    )
)
