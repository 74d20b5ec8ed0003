"""The language of a text: resolvers know English only."""

import re

from anaphora.workbench.document import Document

_LEAST = 0.12
"""The least share of function words in English: documents of GUM have .43 to .64, Czech and French ones .00 to .08."""
_ENGLISH = re.compile(r"en(?:g|glish)?(?:[-_].*)?", re.IGNORECASE)


def is_english(document: Document, language: str | None = None, least: int = 20) -> bool:
    """Whether a document is in English: as `language` says, or else its corpus, or else its words.

    Enough of the words must be function words of English; of fewer words than `least` it is assumed.
    """
    said = language or document.language
    if said:
        return _ENGLISH.fullmatch(said) is not None
    from spacy.lang.en.stop_words import STOP_WORDS

    letters = [word.lower() for word in document.words if word.isalpha()]
    return len(letters) < least or sum(word in STOP_WORDS for word in letters) >= _LEAST * len(letters)
