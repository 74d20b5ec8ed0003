"""From the confidence of pairs to chains: five ways to choose an anaphor's antecedent.

All read the mentions in text order, with the confidences of each and those before it. A pair is coreferent if its
confidence is above the threshold.

- `closest_first` (Soon, Ng & Lim 2001): the nearest coreferent mention.
- `best_first` (Ng & Cardie 2002): the coreferent mention with the highest confidence, of equal ones the nearest.
- `strong`, `best`, `weak` (Recasens & Hovy 2011, section 5.2, models C, D and E): the initial pair is with the first
  coreferent mention of the text (`best`: the one of highest confidence). If its entity has several mentions already,
  the anaphor must be coreferent with every one of them; `weak` does without that check.

The paper leaves open what follows when the check fails: here the next initial pair is tried (in text order, `best` by
confidence), and where none passes the mention starts an entity. `nearest_first` reads "first" from the anaphor
backwards, for `strong` and `weak`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.decision import Chains

Confidences = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Decoding:
    """A way to choose: the order in which initial pairs are tried, and whether every member of an entity must agree."""

    order: Callable[[Confidences], NDArray[np.int64]]
    check: bool


def _nearest(confidences: Confidences) -> NDArray[np.int64]:
    return np.arange(len(confidences))[::-1]


def _first(confidences: Confidences) -> NDArray[np.int64]:
    return np.arange(len(confidences))


def _surest(confidences: Confidences) -> NDArray[np.int64]:
    return _nearest(confidences)[np.argsort(-confidences[::-1], kind="stable")]


DECODINGS: Mapping[str, Decoding] = {
    "closest_first": Decoding(_nearest, check=False),
    "best_first": Decoding(_surest, check=False),
    "strong": Decoding(_first, check=True),
    "best": Decoding(_surest, check=True),
    "weak": Decoding(_first, check=False),
}


def decoding(name: str, nearest_first: bool = False) -> Decoding:
    """The decoding of that name."""
    way = DECODINGS[name]
    return Decoding(_nearest, way.check) if nearest_first and way.order is _first else way


def decode(rows: Sequence[Confidences], how: Decoding, threshold: float) -> Chains:
    """The chains of a document; `rows` has for each mention the confidences of the pairs with the mentions before it.

    A row may be shorter than there are mentions before, if the first of these are out of reach; such members of an
    entity have no say in the check.
    """
    entity: list[int] = []
    chains: list[list[int]] = []
    for mention, row in enumerate(rows):
        out_of_reach = mention - len(row)
        for place in _candidates(row, how, threshold):
            chain = chains[entity[out_of_reach + place]]
            within = [member - out_of_reach for member in chain if member >= out_of_reach]
            if not how.check or (row[within] > threshold).all():
                entity.append(entity[out_of_reach + place])
                chain.append(mention)
                break
        else:
            entity.append(len(chains))
            chains.append([mention])
    return tuple(map(tuple, chains))


def _candidates(row: Confidences, how: Decoding, threshold: float) -> list[int]:
    """The places of initial pairs, in the order in which they are tried."""
    order = how.order(row)
    return [int(place) for place in order[row[order] > threshold]]
