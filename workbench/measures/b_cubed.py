"""B-CUBED in the two weightings of its paper (Bagga & Baldwin 1998), with weights of mentions and twinless policies."""

from dataclasses import replace
from functools import partial

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.chains.overlap import KINDS, ChainTable, Overlap
from anaphora.workbench.errors import OptionError
from anaphora.workbench.measures import Measure, matrix, recall_precision
from anaphora.workbench.measures._tables import both_ways, with_policy

Weights = str | float | tuple[float, ...]


@both_ways
def _equal_mentions(table: ChainTable) -> Numbers:
    """Every mention weighs the same: recall is the mean of n/k over key mentions, precision that of n/r.

    n is what the chains of a mention share, a split antecedent in part. A missed mention adds 0 to recall, a spurious
    one to precision, and 1 to the denominator (Pradhan et al. 2014).
    """
    key, response, shared = table.key, table.response, table.shared**2
    return matrix(
        table.of_cells(shared / key.size[table.row]),
        key.of_chains(key.size),
        table.of_cells(shared / response.size[table.column]),
        response.of_chains(response.size),
    )


def _equal_chains(overlap: Overlap) -> Numbers:
    """Every chain weighs the same, however many mentions it has."""
    key, response, shared = overlap.key, overlap.response, overlap.shared**2
    return matrix(
        overlap.of_cells(shared / key.size[overlap.row] ** 2),
        key.of_chains(key.size > 0),
        overlap.of_cells(shared / response.size[overlap.column] ** 2),
        response.of_chains(response.size > 0),
    )


def b_cubed(twinless: str = "keep", weights: Weights = 1.0) -> Measure[Overlap]:
    """The measure with a policy for `twinless` mentions (`keep` or one of `POLICIES`), and `weights` of mentions.

    The weights are numbers for names, other nominals and pronouns (0.6/0.3/0.1), or types of entities with theirs
    (person:2/place:1), of which those that are not named weigh nothing. A mention of both sides is what the key says;
    one whose kind or type nobody tells weighs the mean of the weights given.

    Raises:
        OptionError: there is no such policy, or the weights are none.
    """
    source = "equal weight per mention; Bagga & Baldwin 1998"
    plain = Measure("b_cubed", _equal_mentions, recall_precision, source, make=b_cubed)
    if weights != 1.0:
        by_name = by_type(weights) if isinstance(weights, str) else _by_kind(weights)
        plain = replace(plain, count=partial(_weighted, weights=by_name))
    return with_policy(plain, twinless)


def b_cubed_class(twinless: str = "keep") -> Measure[Overlap]:
    """The measure with equal weights of chains and a policy for `twinless` mentions. Errors are those of `b_cubed`."""
    source = "equal weight per chain; Bagga & Baldwin 1998"
    plain = Measure("b_cubed_class", _equal_chains, recall_precision, source, make=b_cubed_class)
    return with_policy(plain, twinless)


def _by_kind(weights: float | tuple[float, ...]) -> dict[str, float]:
    if isinstance(weights, float) or len(weights) != len(KINDS) or min(weights) < 0 or not sum(weights):
        wanted = f"Give a number for each of {', '.join(KINDS)}, as in 0.6/0.3/0.1, or types: person:2/place:1"
        raise OptionError(f"weights cannot be {weights}. {wanted}.", code="bad-weights")
    return dict(zip(KINDS, weights, strict=True))


def by_type(text: str) -> dict[str, float]:
    """The weights of entity types, by the name of the type in small letters; raises `OptionError` for other texts."""
    weights: dict[str, float] = {}
    for part in text.split("/"):
        name, _, number = part.rpartition(":")
        try:
            weights[name.strip().lower()] = float(number)
        except ValueError:
            weights[""] = -1.0
    if "" in weights or min(weights.values()) < 0 or not sum(weights.values()):
        raise OptionError(f"weights cannot be '{text}'. Write types as in person:2/place:1.", code="bad-weights")
    return weights


def _weighted(overlap: Overlap, weights: dict[str, float]) -> Numbers:
    """The same with weights: the mean of n/k over mentions that weigh differently (ibid., section 2)."""
    key, response, (in_key, in_response) = overlap.key, overlap.response, overlap.common
    shared = overlap.shared[overlap.cell]
    kinds = set(weights) == set(KINDS)
    names = KINDS if kinds else tuple(name.lower() for name in overlap.type_names)
    of_key, of_response = ((side.kind if kinds else side.type) for side in (key, response))
    of_response = of_response.copy()
    of_response[in_response] = np.where(of_key[in_key] >= 0, of_key[in_key], of_response[in_response])
    worth = np.array([*(weights.get(name, 0.0) for name in names), sum(weights.values()) / len(weights)])
    key_worth, response_worth = worth[of_key], worth[of_response]  # -1, not known, is the last
    return matrix(
        key.of_mentions(key_worth[in_key] * shared / key.size[key.chain[in_key]], in_key),
        key.of_mentions(key_worth),
        response.of_mentions(
            response_worth[in_response] * shared / response.size[response.chain[in_response]], in_response
        ),
        response.of_mentions(response_worth),
    )


MEASURES = (b_cubed(), b_cubed_class())
