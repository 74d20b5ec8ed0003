"""The network and what it says of the words of a window."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession, SessionOptions

from anaphora.preprocess.encoder.pieces import Pieces

WINDOW = 130
"""Words that the encoder sees at a time, at most."""

MOST_PIECES = 510
"""Pieces that the encoder can see, without the marks of start and end."""


@dataclass(frozen=True, slots=True)
class Labels:
    """What each layer can say, in the order of its outputs.

    ``morphs`` are "POS|features", ``types`` BIO tags of entity types, ``lemmas`` rules as in ``encoder.lemmas``.
    """

    tags: tuple[str, ...]
    morphs: tuple[str, ...]
    lemmas: tuple[str, ...]
    types: tuple[str, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Parse:
    """What the network says of the words of a window: numbers of labels, and scores.

    ``starts`` are probabilities of a sentence start; ``arcs[d, h]`` is the log probability that word ``h - 1`` governs
    word ``d``, or that ``d`` is a root where ``h`` is 0.
    """

    tags: NDArray[np.int64]
    morphs: NDArray[np.int64]
    lemmas: NDArray[np.int64]
    types: NDArray[np.int64]
    relations: NDArray[np.int64]
    starts: NDArray[np.float32]
    arcs: NDArray[np.float32]

    def cut(self, first: int, end: int) -> "Parse":
        """The part of a sentence, whose words have no head outside."""
        layers = {name: getattr(self, name)[first:end] for name in Parse.__slots__}
        arcs = layers["arcs"]
        return Parse(**{**layers, "arcs": np.concatenate([arcs[:, :1], arcs[:, first + 1 : end + 1]], 1)})


SHAPES = 7
"""How many kinds of letters `shape` tells apart."""


def shape(word: str) -> int:
    """The kind of a word's letters, from 0: what an encoder of lower-cased text cannot see."""
    if word.isalpha():
        return 0 if word.islower() else 1 if word.istitle() and len(word) > 1 else 2 if word.isupper() else 3
    return 4 if any(map(str.isdigit, word)) else 5 if any(map(str.isalpha, word)) else 6


@dataclass(frozen=True, slots=True)
class Input:
    """A window as the network takes it.

    ``pieces`` are numbers of the vocabulary, ``words[w, p]`` the share of piece ``p`` in the mean that is the vector of
    word ``w``, ``shapes`` the kinds of letters of the words.
    """

    pieces: NDArray[np.int64]
    words: NDArray[np.float32]
    shapes: NDArray[np.int64]


def encode(vocabulary: Pieces, words: Sequence[str]) -> Input:
    """A window of words for the network."""
    numbers, owners = vocabulary.number(words, MOST_PIECES)
    shares = (np.arange(len(words))[:, None] == np.array(owners)).astype(np.float32)
    shares /= np.maximum(shares.sum(1, keepdims=True), 1)
    return Input(np.array(numbers), shares, np.array([shape(word) for word in words]))


class Network:
    """The network in the bytes of an ONNX file, with its labels and its vocabulary of pieces."""

    def __init__(self, data: bytes, known: Labels, vocabulary: Pieces) -> None:
        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.data = data
        self.known = known
        self.pieces = vocabulary
        self._session = InferenceSession(data, options, providers=["CPUExecutionProvider"])

    def predict(self, words: Sequence[str]) -> Parse:
        """What the network says of a window."""
        inputs = {name: value[None] for name, value in asdict(encode(self.pieces, words)).items()}
        return Parse(*(layer[0] for layer in self._session.run(Parse.__slots__, inputs)))
