"""The language of a text: resolvers know English only."""

from collections.abc import Sequence

_LEAST = 0.12
"""The least share of function words in English: documents of GUM have .43 to .64, Czech and French ones .00 to .08."""


def is_english(words: Sequence[str], least: int = 20) -> bool:
    """Whether enough of the words are function words of English; of fewer words than `least` it is assumed."""
    from spacy.lang.en.stop_words import STOP_WORDS

    letters = [word.lower() for word in words if word.isalpha()]
    return len(letters) < least or sum(word in STOP_WORDS for word in letters) >= _LEAST * len(letters)
