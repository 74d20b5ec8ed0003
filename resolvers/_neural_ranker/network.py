"""The network: an encoder of windows, and a scorer of pairs of mentions by the words at their borders and heads.

A folder holds both as ONNX files, the vocabulary of word pieces, and `neural_ranker.json` with all that is not a
network: how scores become probabilities, what was trained on, and a digest of each file.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, FiniteFloat

from anaphora.resolvers._data_files import header, malformed, read_parameters
from anaphora.resolvers._neural_ranker.windows import Window, windows
from anaphora.workbench.aliases import Integers
from anaphora.workbench.encoder import Pieces, encode, start_session

NAME = "neural_ranker"
SETTINGS = f"{NAME}.json"
FILES = ("encoder.onnx", "scorer.onnx", "pieces.txt")
Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Settings:
    """What is not in the networks.

    `weight` is that of the votes of `ranker`, `context` that of the votes of the network. A candidate's probability is
    proportional to exp(`scale` * score), that of no antecedent to exp(`open`); `bias` is added to the score of no
    antecedent when chains are made. `digests` are those of the files.
    """

    weight: Annotated[float, Field(gt=0, le=100)]
    context: Annotated[float, Field(gt=0, le=100)]
    scale: Annotated[float, Field(gt=0, le=100)]
    open: FiniteFloat
    bias: FiniteFloat
    digests: dict[str, str]

    def as_data(self) -> dict[str, object]:
        """The content of the file."""
        return {**header(NAME), **asdict(self)}


class PairScores(NamedTuple):
    """Scores of pairs, pairs x 2, and those of no antecedent, mentions x 2: for chains, and for pronouns."""

    pairs: Vectors
    none: Vectors


class Network:
    """Encoder and scorer in the bytes of their files, with the vocabulary of word pieces."""

    def __init__(self, encoder: bytes, scorer: bytes, vocabulary: Pieces) -> None:
        self._encoder, self._scorer, self._pieces = start_session(encoder), start_session(scorer), vocabulary

    def read(self, words: Sequence[str]) -> Iterator[tuple[Window, Vectors]]:
        """The windows of a text, each with the vectors of its words."""
        for window in windows(self._pieces, words):
            inputs = encode(self._pieces, words[window.start : window.end])
            given = {name: value[None] for name, value in asdict(inputs).items()}
            yield window, self._encoder.run(None, given)[0][0]

    def score(self, vectors: Vectors, i: Integers, j: Integers, features: Vectors) -> PairScores:
        """The scores of pairs of mentions; each is the vectors of the words at its head, start and end.

        `i` and `j` are rows of `vectors`: candidates, and the anaphors behind them.
        """
        given = {"mentions": vectors, "i": i, "j": j, "features": features}
        return PairScores(*self._scorer.run(None, given))


def digest(data: bytes) -> str:
    """What a file is known by."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def load(folder: Path) -> tuple[Network, Settings]:
    """The network in a folder, with its settings.

    Raises `OptionError` where a file cannot be read, or is not what the settings were made for.
    """
    settings = read_parameters(folder / SETTINGS, Settings, NAME)
    data: Mapping[str, bytes] = {name: _checked(folder / name, settings) for name in FILES}
    encoder, scorer, pieces = data.values()
    return Network(encoder, scorer, Pieces(pieces.decode().split("\n"))), settings


def _checked(path: Path, settings: Settings) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise malformed(path, NAME, f"it cannot be read: {error}", code="unreadable") from error
    if digest(data) != settings.digests.get(path.name):
        raise malformed(path, NAME, f"it is not the file that {SETTINGS} was written for", code="damaged")
    return data
