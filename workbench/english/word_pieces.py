"""WordPiece: words to the numbers of pieces that the encoder knows.

Wu et al. (2016), as in BERT without case (Devlin et al. 2019).
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_LONGEST = 100
"""Characters; a longer run is unknown, as in BERT."""


class Pieces:
    """The ``vocabulary``: pieces in the order of their numbers, those that continue a word with "##" before them."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self.vocabulary = tuple(vocabulary)
        self._numbers = {piece: number for number, piece in enumerate(self.vocabulary)}
        self.split = lru_cache(maxsize=50_000)(self._split)

    def number(self, words: Sequence[str], most: int) -> tuple[list[int], list[int]]:
        """The numbers of a text's pieces between [CLS] and [SEP], and the place of the word that each belongs to.

        The marks belong to no word, -1. Pieces beyond ``most`` are left out.
        """
        found = [(number, place) for place, word in enumerate(words) for number in self.split(word)][:most]
        marked = [(self._numbers["[CLS]"], -1), *found, (self._numbers["[SEP]"], -1)]
        return [number for number, _ in marked], [place for _, place in marked]

    def _split(self, word: str) -> tuple[int, ...]:
        return tuple(number for run in _runs(word) for number in self._greedy(run))

    def _greedy(self, run: str) -> list[int]:
        """The longest pieces from left to right, or one unknown piece."""
        found: list[int] = []
        start = 0
        while start < len(run) <= _LONGEST:
            mark = "##" if start else ""
            end = next((end for end in range(len(run), start, -1) if mark + run[start:end] in self._numbers), None)
            if end is None:
                break
            found.append(self._numbers[mark + run[start:end]])
            start = end
        return found if start == len(run) else [self._numbers["[UNK]"]]


def _runs(word: str) -> list[str]:
    """A word without accents and capitals, cut at punctuation and Chinese characters."""
    plain = unicodedata.normalize("NFD", word.lower())
    kept = (sign for sign in plain if unicodedata.category(sign) not in ("Mn", "Cc", "Cf", "Co", "Cs"))
    return "".join(f" {sign} " if _stands_alone(sign) else sign for sign in kept).split()


def _stands_alone(sign: str) -> bool:
    is_ascii_sign = sign.isascii() and sign.isprintable() and not sign.isalnum() and sign != " "
    return is_ascii_sign or unicodedata.category(sign).startswith("P") or unicodedata.name(sign, "").startswith("CJK ")
