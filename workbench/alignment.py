"""Which response mention stands for which key mention where spans need not be the same (Žabokrtský et al. 2022)."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from workbench.assignment import best
from workbench.overlap import Integers, Side, equal_spans

Match = Literal["strict", "partial", "head"]


def aligned(key: Side, response: Side, match: Match) -> Integers:
    """For each response mention the key mention that it stands for, -1 where there is none; one to one.

    `strict`: the same tokens. `head`: the same head token. `partial`: the response has the key's head (or all of its
    MIN, where the key gives one) and no token beyond the key. Equal spans go first (for `head` unless their heads
    differ); the others are paired so that the sum of shared tokens over the key's tokens is greatest. Mentions of which
    no head is known stand for equal spans only.
    """
    twin = equal_spans(key, response)
    if match == "head":
        paired = np.flatnonzero(twin >= 0)
        heads = key.head[twin[paired]], response.head[paired]
        twin[paired[(heads[0] != heads[1]) & (heads[0] >= 0) & (heads[1] >= 0)]] = -1
    if match == "strict":
        return twin
    missed, spurious = unaligned(key, twin)
    if match == "head":
        headed = missed[key.head[missed] >= 0]
        one, other = _joined(key.head[headed], response.head[spurious])
        pairs, shared = _shared(key, response, headed[one], spurious[other])
    else:
        token, owner = response.tokens(spurious)
        pairs, shared = _containing(key, response, missed, token, owner)
    weight = shared / key.lengths()[pairs[0]]
    chosen = best(pairs[0], pairs[1], weight)
    twin[pairs[1][chosen]] = pairs[0][chosen]
    return twin


def overlapping_tokens(key: Side, response: Side) -> NDArray[np.float64]:
    """The tokens of each document that mentions share, if each is paired with one of the other side at most.

    The pairing is the one with the greatest sum; some such pairing has all equal spans, so that only the others are
    searched.
    """
    twin = equal_spans(key, response)
    lengths = response.lengths()
    missed, spurious = unaligned(key, twin)
    pairs, shared = common_tokens(key.tokens(missed), response.tokens(spurious))
    chosen = best(pairs[0], pairs[1], shared.astype(float))
    found = np.where(twin >= 0, lengths, 0)
    found[pairs[1][chosen]] = shared[chosen]
    return response.of_mentions(found)


def unaligned(key: Side, twin: Integers) -> tuple[Integers, Integers]:
    """The key mentions and the response mentions that stand for nothing yet."""
    taken = np.zeros(len(key.place), dtype=np.bool_)
    taken[twin[twin >= 0]] = True
    return np.flatnonzero(~taken), np.flatnonzero(twin < 0)


def _joined(left: Integers, right: Integers) -> tuple[Integers, Integers]:
    """The rows of `left` and of `right` that have the same value, as all pairs."""
    order = np.argsort(right, kind="stable")
    first = np.searchsorted(right, left, side="left", sorter=order)
    count = np.searchsorted(right, left, side="right", sorter=order) - first
    one = np.repeat(np.arange(len(left)), count)
    before = np.repeat(np.cumsum(count) - count, count)
    return one, order[np.arange(len(one)) - before + np.repeat(first, count)]


def common_tokens(
    key: tuple[Integers, Integers], response: tuple[Integers, Integers]
) -> tuple[tuple[Integers, Integers], Integers]:
    """The pairs of mentions that share tokens, and how many, from (tokens, owners) of both sides."""
    one, other = _joined(key[0], response[0])
    pairs, shared = np.unique(np.stack((key[1][one], response[1][other])), axis=1, return_counts=True)
    return (pairs[0], pairs[1]), shared


def _shared(key: Side, response: Side, one: Integers, other: Integers) -> tuple[tuple[Integers, Integers], Integers]:
    """Of the given pairs of mentions those that share tokens, and how many."""
    pairs, shared = common_tokens(key.tokens(np.unique(one)), response.tokens(np.unique(other)))
    width = len(response.place) + 1
    wanted = np.isin(pairs[0] * width + pairs[1], one * width + other)
    return (pairs[0][wanted], pairs[1][wanted]), shared[wanted]


def _containing(
    key: Side, response: Side, missed: Integers, token: Integers, owner: Integers
) -> tuple[tuple[Integers, Integers], Integers]:
    """The pairs whose response mention lies inside the key mention and has its MIN, or else its head."""
    minimum = key.minimum_start[missed] >= 0
    start = np.where(minimum, key.minimum_start[missed], key.head[missed])
    end = np.where(minimum, key.minimum_end[missed], key.head[missed] + 1)
    known = start >= 0
    missed, start, end = missed[known], start[known], end[known]
    pairs, shared = common_tokens(key.tokens(missed), (token, owner))
    at = np.searchsorted(missed, pairs[0])
    inside = shared == response.lengths()[pairs[1]]
    # a minimum may be discontinuous on paper; its ends and all between must be there
    holds = (response.start[pairs[1]] <= start[at]) & (end[at] <= response.end[pairs[1]])
    wanted = inside & holds
    return (pairs[0][wanted], pairs[1][wanted]), shared[wanted]
