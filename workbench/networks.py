"""Networks: the input of an encoder of lower-cased word pieces, and ONNX Runtime, which runs what was trained.

ONNX Runtime is loaded here and nowhere else, because its official builds report their use to Microsoft by default. From
its import on they keep an identifier of the device and a store of events in the user's cache folder, and send them (its
Privacy.md, "Official Builds" and "Disabling Telemetry").
"""

import os
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

MOST_PIECES = 510
"""Pieces that the encoder can see, without the marks of start and end."""

SHAPES = 7
"""The number of kinds of letters that `shape` tells apart."""

_LONGEST = 100
"""Characters; a longer run is unknown, as in BERT."""


class Pieces:
    """WordPiece (Wu et al. 2016), as in BERT without case (Devlin et al. 2019): words to the numbers of their pieces.

    The ``vocabulary`` has the pieces in the order of their numbers, those that continue a word with "##" before them.
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self.vocabulary = tuple(vocabulary)
        self._numbers = {piece: number for number, piece in enumerate(self.vocabulary)}
        self.split = lru_cache(maxsize=50_000)(self._split)

    def number(self, words: Sequence[str], most: int) -> tuple[list[int], list[int]]:
        """The numbers of a text's pieces between [CLS] and [SEP], and the place of the word that each belongs to.

        The marks belong to no word, -1. Pieces beyond ``most`` are left out.
        """
        pieces = [(number, owner) for owner, word in enumerate(words) for number in self.split(word)][:most]
        marked = [(self._numbers["[CLS]"], -1), *pieces, (self._numbers["[SEP]"], -1)]
        return [number for number, _ in marked], [owner for _, owner in marked]

    def _split(self, word: str) -> tuple[int, ...]:
        return tuple(number for run in _runs(word) for number in self._greedy(run))

    def _greedy(self, run: str) -> list[int]:
        """The longest pieces from left to right, or one unknown piece."""
        pieces: list[int] = []
        start = 0
        while start < len(run) <= _LONGEST:
            mark = "##" if start else ""
            end = next((end for end in range(len(run), start, -1) if mark + run[start:end] in self._numbers), None)
            if end is None:
                break
            pieces.append(self._numbers[mark + run[start:end]])
            start = end
        return pieces if start == len(run) else [self._numbers["[UNK]"]]


def _runs(word: str) -> list[str]:
    """A word without accents and capitals, cut at punctuation and Chinese characters."""
    if word.isascii() and word.isalnum():
        return [word.lower()]
    plain = unicodedata.normalize("NFD", word.lower())
    kept = (sign for sign in plain if unicodedata.category(sign) not in ("Mn", "Cc", "Cf", "Co", "Cs"))
    return "".join(f" {sign} " if _stands_alone(sign) else sign for sign in kept).split()


def _stands_alone(sign: str) -> bool:
    is_ascii_sign = sign.isascii() and sign.isprintable() and not sign.isalnum() and sign != " "
    return is_ascii_sign or unicodedata.category(sign).startswith("P") or unicodedata.name(sign, "").startswith("CJK ")


def shape(word: str) -> int:
    """The kind of a word's letters, from 0: what an encoder of lower-cased text cannot see."""
    if word.isalpha():
        if word.islower():
            return 0
        if word.istitle() and len(word) > 1:
            return 1
        return 2 if word.isupper() else 3
    if any(map(str.isdigit, word)):
        return 4
    return 5 if any(map(str.isalpha, word)) else 6


@dataclass(frozen=True, slots=True)
class Window:
    """A window as the network takes it.

    `pieces` are numbers of the vocabulary, `words[w, p]` the share of piece `p` in the mean that is the vector of word
    `w`, `shapes` the kinds of letters of the words.
    """

    pieces: NDArray[np.int64]
    words: NDArray[np.float32]
    shapes: NDArray[np.int64]


def encode_window(vocabulary: Pieces, words: Sequence[str]) -> Window:
    """A window of words for the network."""
    numbers, owners = vocabulary.number(words, MOST_PIECES)
    shares = (np.arange(len(words))[:, None] == np.array(owners)).astype(np.float32)
    shares /= np.maximum(shares.sum(1, keepdims=True), 1)
    return Window(np.array(numbers), shares, np.array([shape(word) for word in words]))


def load_onnx_runtime(module: str = "onnxruntime") -> ModuleType:
    """The library, or one of its modules by its full name, with its reports switched off.

    The variable keeps the reporter from being made if the library is imported here first; processes started later
    inherit it. Where a program has imported the library before us, the call at least suppresses further events.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return import_module(module)


def start_session(data: bytes) -> "InferenceSession":
    """A network in the bytes of an ONNX file, ready to run on one processor. Raises `ValueError` if it is none."""
    library = load_onnx_runtime()
    options = library.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # no two texts have the same shapes
    slow = ["SkipLayerNormFusion"]  # on a CPU an addition and a normalization take a third of its time
    try:
        return library.InferenceSession(data, options, providers=["CPUExecutionProvider"], disabled_optimizers=slow)
    except Exception as error:  # it has a class for each problem, and no other base
        raise ValueError(f"this is no network that ONNX Runtime can load ({error})") from error
