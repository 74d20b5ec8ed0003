"""What an encoder of lower-cased word pieces is given, and the session that runs it on one processor."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.english.word_pieces import Pieces

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

MOST_PIECES = 510
"""Pieces that the encoder can see, without the marks of start and end."""

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

    `pieces` are numbers of the vocabulary, `words[w, p]` the share of piece `p` in the mean that is the vector of word
    `w`, `shapes` the kinds of letters of the words.
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


def start_session(data: bytes) -> "InferenceSession":
    """A network in the bytes of an ONNX file, ready to run on one processor; raises what ONNX Runtime does."""
    from onnxruntime import InferenceSession, SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return InferenceSession(data, options, providers=["CPUExecutionProvider"])
