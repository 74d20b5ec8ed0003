"""The network and what it says of the words of a window."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.english.encoding import encode, start_session
from anaphora.workbench.english.word_pieces import Pieces

WINDOW = 130
"""Words that the encoder sees at a time, at most."""


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


class Network:
    """The network in the bytes of an ONNX file, with its labels and its vocabulary of pieces."""

    def __init__(self, data: bytes, known: Labels, vocabulary: Pieces) -> None:
        self.data = data
        self.known = known
        self.pieces = vocabulary
        self._session = start_session(data)

    def predict(self, words: Sequence[str]) -> Parse:
        """What the network says of a window."""
        inputs = {name: value[None] for name, value in asdict(encode(self.pieces, words)).items()}
        return Parse(*(layer[0] for layer in self._session.run(Parse.__slots__, inputs)))
