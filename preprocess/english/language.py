"""The language of a text: preprocessing and resolvers know English only, and refuse what is not."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from anaphora.preprocess.english.words import read_table
from anaphora.workbench.document import Document
from anaphora.workbench.errors import WorkbenchError

_SHORT = 20
"""Words of letters; in a shorter text, the share of function words may be anything."""
_LEAST = 0.12
"""The least share of function words in English: documents of GUM have .43 to .64, Czech and French ones .00 to .08."""
_TELLING = 2
"""So many function words of another language tell it in a short text: one may be part of a name, "la Scala"."""
_ENGLISH = re.compile(r"en(?:g|glish)?(?:[-_].*)?", re.IGNORECASE)


def require_english(document: Document) -> None:
    """Raise `WorkbenchError` (code "not-english") for a text that is not in English, as `is_english` tells it."""
    if not is_english(document):
        said = f"is not in English but in '{document.language}'" if document.language else "does not look like English"
        problem = f"{document.id} {said}, and resolvers and preprocessing know no other language"
        cure = (
            "score, errors, agree, check, convert, profile (chains only) and export (texts only) work in any; "
            "--language en overrides this."
        )
        raise WorkbenchError(f"{problem}: {cure}", code="not-english")


def is_english(document: Document) -> bool:
    """Whether a document is in English: as its `language` says, or else its words.

    Enough of them must be function words of English. A text too short for shares is in English unless it is mostly in
    other letters than Latin ones, or two words and more of those than of English ones are function words of another
    language: "Elle la voit." is French, "Ann Lee met Dr. Lee." may be anything.
    """
    if document.language:
        return _ENGLISH.fullmatch(document.language) is not None
    words = [word for word in document.words if word.isalpha()]
    english, others = _function_words()
    known = sum(word.lower() in english for word in words)
    if len(words) >= _SHORT:
        return known >= _LEAST * len(words)
    if 2 * sum(map(_is_latin, words)) < len(words):
        return False
    plain = [word.lower() for word in words[:1]] + [word for word in words[1:] if word.islower()]  # Van Gogh, De Niro
    foreign = max(sum(word in listed for word in plain) for listed in others.values())
    return foreign < _TELLING or foreign <= known


def _is_latin(word: str) -> bool:
    return word.isascii() or all(unicodedata.name(letter, "").startswith("LATIN") for letter in word)


@cache
def _function_words() -> tuple[frozenset[str], Mapping[str, frozenset[str]]]:
    """Those of English, and those of other languages by code."""
    table = read_table("languages.toml")
    others = {language: frozenset(words.split()) for language, words in table["others"].items()}
    return frozenset(table["english"]["en"].split()), others
