"""Scores to sentences and trees."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


def find_sentences(starts: Sequence[float]) -> Iterator[tuple[int, int]]:
    """First word and end of each sentence of a window, by the probability of each word to start one."""
    yield from pairwise([0, *(place for place in range(1, len(starts)) if starts[place] > 0.5), len(starts)])


def find_phrases(marks: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Start, end and type of each run of BIO marks; an I that continues nothing starts a phrase."""
    start = 0
    for place, (mark, following) in enumerate(pairwise([*marks, "O"])):
        if mark == "O":
            continue
        if mark[0] == "B" or not place or marks[place - 1][2:] != mark[2:]:
            start = place
        if following != f"I-{mark[2:]}":
            yield start, place + 1, mark[2:]


def find_tree(scores: NDArray[np.float32]) -> list[int]:
    """The heads of the best tree whose root is the likeliest; the root's head is -1.

    ``scores[d, h]`` is the score of word ``h - 1`` as the head of ``d``, and in column 0 of ``d`` as the root.
    """
    size, root = len(scores), int(scores[:, 0].argmax())
    square = np.full((size + 1, size + 1), -np.inf)
    square[1:, 1:] = scores[:, 1:]
    square[root + 1, 0] = 0.0
    np.fill_diagonal(square, -np.inf)
    square[root + 1, 1:] = -np.inf
    return [int(head) - 1 for head in find_arborescence(square)[1:]]


def find_arborescence(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """The heads of the tree with the highest sum of ``scores[dependent, head]``; node 0 is its root and its own head.

    Chu and Liu (1965), Edmonds (1967): where the best heads make a cycle it is contracted to one node.
    """
    heads: NDArray[np.int64] = scores.argmax(1)
    heads[0] = 0
    cycle = _cycle(heads)
    if not len(cycle):
        return heads
    rest = np.setdiff1d(np.arange(len(heads)), cycle)
    size = len(rest)
    out = scores[np.ix_(rest, cycle)]
    into = scores[np.ix_(cycle, rest)] - scores[cycle, heads[cycle]][:, None]
    smaller = np.full((size + 1, size + 1), -np.inf)
    smaller[:size, :size] = scores[np.ix_(rest, rest)]
    smaller[:size, size] = out.max(1)
    smaller[size, :size] = into.max(0)
    found = find_arborescence(smaller)
    for place, head in enumerate(found[1:size], 1):
        heads[rest[place]] = cycle[out[place].argmax()] if head == size else rest[head]
    heads[cycle[into[:, found[size]].argmax()]] = rest[found[size]]
    return heads


def _cycle(heads: NDArray[np.int64]) -> NDArray[np.int64]:
    reached = heads
    for _ in range(len(heads).bit_length()):
        reached = reached[reached]
    inside = reached[reached > 0]
    members = inside[:1].tolist()
    while members and heads[members[-1]] != members[0]:
        members.append(int(heads[members[-1]]))
    return np.sort(np.array(members, dtype=np.int64))
