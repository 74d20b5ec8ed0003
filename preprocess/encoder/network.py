"""The network, what it says of the words of a window, and what that makes: sentences, phrases, trees and lemmas."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import pairwise, takewhile

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.networks import Pieces, encode_window, start_session

WINDOW = 130
"""Words that the encoder sees at a time, at most."""

_RECENT = 64
"""Windows whose results are kept, at most: texts of short lines repeat them."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels of each layer, in the order of its outputs.

    ``morphs`` are "POS|features", ``types`` BIO tags of entity types, ``lemmas`` rules as ``apply_rule`` takes them.
    """

    tags: tuple[str, ...]
    morphs: tuple[str, ...]
    lemmas: tuple[str, ...]
    types: tuple[str, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Parse:
    """Output of the network for the words of a window, under the network's own names: numbers of labels, and scores.

    ``starts`` are probabilities of a sentence start; ``arcs[d, h]`` is the log probability that word ``h - 1`` governs
    word ``d``, or that ``d`` is a root where ``h`` is 0. ``vectors`` are the states of one of the encoder's layers.
    """

    tags: NDArray[np.int64]
    morphs: NDArray[np.int64]
    lemmas: NDArray[np.int64]
    types: NDArray[np.int64]
    relations: NDArray[np.int64]
    starts: NDArray[np.float32]
    arcs: NDArray[np.float32]
    vectors: NDArray[np.float16]

    def cut(self, first: int, end: int) -> "Parse":
        """The part of a sentence, whose words have no head outside."""
        inside = slice(first, end)
        return Parse(
            tags=self.tags[inside],
            morphs=self.morphs[inside],
            lemmas=self.lemmas[inside],
            types=self.types[inside],
            relations=self.relations[inside],
            starts=self.starts[inside],
            arcs=np.concatenate([self.arcs[inside, :1], self.arcs[inside, first + 1 : end + 1]], 1),
            vectors=self.vectors[inside],
        )


class Network:
    """The network in the bytes of an ONNX file, with its labels and its vocabulary of pieces.

    ``name`` tells its vectors from those of others.
    """

    def __init__(self, data: bytes, known: Labels, vocabulary: Pieces, name: str) -> None:
        self.data = data
        self.name = name
        self.known = known
        self.pieces = vocabulary
        self._session = start_session(data)
        self._read = lru_cache(_RECENT)(self._run)

    def predict(self, words: Sequence[str]) -> Parse:
        """Run the network on the words of a window, unless it has just read the same."""
        return self._read(tuple(words))

    def _run(self, words: tuple[str, ...]) -> Parse:
        inputs = {name: value[None] for name, value in asdict(encode_window(self.pieces, words)).items()}
        return Parse(*(layer[0] for layer in self._session.run(Parse.__slots__, inputs)))


def find_sentences(starts: Sequence[float]) -> Iterator[tuple[int, int]]:
    """First word and end of each sentence of a window, by the probability of each word to start one."""
    yield from pairwise([0, *(word for word in range(1, len(starts)) if starts[word] > 0.5), len(starts)])


def find_phrases(marks: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Start, end and type of each run of BIO marks; an I that continues nothing starts a phrase."""
    start = 0
    for word, (mark, following) in enumerate(pairwise([*marks, "O"])):
        if mark == "O":
            continue
        if mark[0] == "B" or not word or marks[word - 1][2:] != mark[2:]:
            start = word
        if following != f"I-{mark[2:]}":
            yield start, word + 1, mark[2:]


def find_tree(scores: NDArray[np.float32]) -> list[int]:
    """The heads of the best tree whose root is the likeliest; the root's head is -1.

    ``scores[d, h]`` is the score of word ``h - 1`` as the head of ``d``, and in column 0 of ``d`` as the root.
    """
    size = len(scores)
    root = int(scores[:, 0].argmax())
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
    contracted = find_arborescence(smaller)
    for node, head in enumerate(contracted[1:size], 1):
        heads[rest[node]] = cycle[out[node].argmax()] if head == size else rest[head]
    heads[cycle[into[:, contracted[size]].argmax()]] = rest[contracted[size]]
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


def find_rule(word: str, lemma: str) -> str:
    """The rule that makes the lemma of the word: so many letters less at the end, other letters instead, which case.

    "cities" to "city" is "3 y lower", "better" to "good" is "6 good lower"; "kept" keeps capitals.
    """
    is_lower = lemma == lemma.lower()
    start = word.lower() if is_lower else word
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(start, lemma, strict=False)))
    return f"{len(word) - shared} {lemma[shared:]} {'lower' if is_lower else 'kept'}"


def apply_rule(word: str, rule: str) -> str:
    """Return a word as a rule changes it; a rule that cuts more letters than the word has keeps them."""
    cut, rest = rule.split(" ", 1)
    letters, case = rest.rsplit(" ", 1)
    start = word.lower() if case == "lower" else word
    size = len(start) - int(cut)
    return start[:size] + letters if size >= 0 else start
