"""ACE-Value: what entities are worth, less what misses, errors and false alarms cost (NIST 2007)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from math import inf
from pathlib import Path

import numpy as np

from anaphora.workbench.arrays import Integers, Numbers, sum_by
from anaphora.workbench.chains.assignment import best
from anaphora.workbench.chains.overlap import KINDS, Overlap, Side
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.measures import Measure, divide, matrix

DEFAULT = "ace_2007"
_UNKNOWN = -1


def ace_value(costs: str = DEFAULT) -> Measure[Overlap]:
    """The measure with the cost table of that name; kinds and types that the key does not tell all weigh 1.

    Its value is 1 less the shares of the key's value that are lost to missed entities, to errors within found ones
    (mentions missed or wrong, wrong type) and to entities that are not in the key; it may be negative.

    Raises:
        UnknownNameError: there is no such table.
    """
    if costs != DEFAULT and costs not in _tables():
        raise unknown_name("cost table", str(costs), _tables())
    source = f"costs {costs}; NIST 2007"
    bounds = (-inf, 1.0)
    return Measure("ace_value", partial(_count, name=costs), _score, source, _PARTS, make=ace_value, bounds=bounds)


@dataclass(frozen=True, slots=True)
class Costs:
    """A cost table: what kinds of mentions and types of entities are worth, 1 where it does not say, and what remains.

    `false_alarm` is what an entity that is not in the key costs of its own value, `wrong_entity_type` and
    `wrong_mention_kind` are what remains of the value of an entity or a mention.
    """

    source: str
    mention: Mapping[str, float]
    type: Mapping[str, float]
    false_alarm: float
    wrong_entity_type: float
    wrong_mention_kind: float


@cache
def _tables() -> dict[str, Costs]:
    import tomllib

    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {name: Costs(**table) for name, table in tables.items()}


_PARTS = ("value", "missed", "error", "false_alarm")


def _count(overlap: Overlap, name: str) -> Numbers:
    """The key's value, and what is lost of it to misses, errors and false alarms, with level weighting.

    A mention is worth what its kind is, an entity what its type is times its best kind of mention; the mentions of an
    entity share its value in proportion to theirs. Entities correspond one to one so that the total is greatest.
    """
    costs = _tables()[name]
    key, response = overlap.key, overlap.response
    kind, response_kind = _kinds(overlap)
    of_key, of_response = _worth(kind, costs), _worth(response_kind, costs)
    in_key, in_response = overlap.common
    mentions = np.minimum(of_key[in_key], of_response[in_response])
    differ = kind[in_key] != response_kind[in_response]
    mentions = mentions * np.where(differ, costs.wrong_mention_kind, 1.0)
    cells = len(overlap.row)
    credit = sum_by(overlap.cell, mentions, cells)
    kept = sum_by(overlap.cell, of_response[in_response], cells)

    key_type, response_type = _types(key), _types(response)
    key_all, response_all = _sums(key, of_key), _sums(response, of_response)
    key_value = _levels(key, of_key) * _type_values(overlap, key_type, costs)
    response_value = _levels(response, of_response) * _type_values(overlap, response_type, costs)
    row, column = overlap.row, overlap.column
    differ = (key_type[row] != response_type[column]) & (key_type[row] >= 0) & (response_type[column] >= 0)
    right_type = np.where(differ, costs.wrong_entity_type, 1.0)
    alarm = costs.false_alarm * response_value
    value = key_value[row] * right_type * credit / key_all[row]
    value = value - alarm[column] * (1 - kept / response_all[column])
    chosen = best(row, column, value + alarm[column])
    loss = np.maximum(key_value[row[chosen]] - value[chosen], 0.0)  # what is all found may round to a bit more
    lost = sum_by(row[chosen], loss, len(key_value))
    missed = np.bincount(row[chosen], minlength=len(key_value)) == 0
    alarmed = np.bincount(column[chosen], minlength=len(alarm)) == 0
    return matrix(
        key.of_chains(key_value), key.of_chains(key_value * missed), key.of_chains(lost),
        response.of_chains(alarm * alarmed),
    )  # fmt: skip


def _score(sums: Numbers) -> Numbers:
    shares = divide(sums[..., 1:], sums[..., :1])
    return np.concatenate((1 - shares.sum(axis=-1, keepdims=True), shares), axis=-1)


def _kinds(overlap: Overlap) -> tuple[Integers, Integers]:
    """The kinds of key and response mentions, unknown where the key does not know all of a document's.

    A response mention of unknown kind has that of its counterpart.
    """
    key, response = overlap.key, overlap.response
    complete = key.of_mentions(key.kind < 0) == 0
    kind = response.kind.copy()
    in_key, in_response = overlap.common
    kind[in_response] = np.where(kind[in_response] < 0, key.kind[in_key], kind[in_response])
    return np.where(complete[key.document], key.kind, _UNKNOWN), np.where(complete[response.document], kind, _UNKNOWN)


def _worth(kinds: Integers, costs: Costs) -> Numbers:
    """Return the worth of mentions by their kinds; 1 if a kind is not known."""
    weights = np.array([*(costs.mention[kind] for kind in KINDS), 1.0])
    return weights[kinds]


def _sums(side: Side, worth: Numbers) -> Numbers:
    return sum_by(side.chain, worth, len(side.chain_document))


def _levels(side: Side, worth: Numbers) -> Numbers:
    """The worth of the best mention of each chain."""
    levels = np.zeros(len(side.chain_document))
    np.maximum.at(levels, side.chain, worth)
    return levels


def _types(side: Side) -> Integers:
    """The entity type of each chain: that of its first mention which has one."""
    types = np.full(len(side.chain_document), _UNKNOWN)
    typed = np.flatnonzero(side.type >= 0)[::-1]
    types[side.chain[typed]] = side.type[typed]
    return types


def _type_values(overlap: Overlap, types: Integers, costs: Costs) -> Numbers:
    """Return the worth of entities by the type of each chain; 1 where the table does not say."""
    names = overlap.type_names
    values = np.array([*(costs.type.get(name, 1.0) for name in names), 1.0])
    return values[types]


MEASURES = (ace_value(),)
