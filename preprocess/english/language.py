"""The language of a text: preprocessing and resolvers know English only, and refuse what is not."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from anaphora.preprocess.english.words import read_table
from anaphora.workbench.document import Document
from anaphora.workbench.errors import WorkbenchError

_SHORT = 20
"""Words; in a shorter text, the share of function words may be anything."""
_LEAST = 0.12
"""The least share of function words in English: documents of GUM have .43 to .64, Czech and French ones .00 to .08."""
_TELLING = 2
"""So many function words of another language tell it in a short text: one may be part of a name, "la Scala"."""
_ENDS = frozenset({".", "?", "!", ":"})
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

    Names, headings, labels of turns and what is in capitals do not count. A text is not in English if it is mostly in
    other letters than Latin ones, if two words and more of those than of English ones are function words of another
    language, or if it has words enough and hardly a function word of English among them. "Elle la voit." is French;
    "Ann Lee met Dr. Lee." may be anything, and is read as English.
    """
    if document.language:
        return _ENGLISH.fullmatch(document.language) is not None
    words = [word for word in document.words if word.isalpha()]
    if 2 * sum(map(_is_latin, words)) < len(words):
        return False
    plain = _plain(document)
    english, others = _function_words()
    known = sum(word in english for word in plain)
    if len(plain) >= _SHORT and known < _LEAST * len(plain):
        return False
    foreign = max(sum(word in listed for word in plain) for listed in others.values())
    return foreign < _TELLING or foreign <= known


def can_tell(document: Document) -> bool:
    """Whether a document has words by which its language shows; if not, it is read as English."""
    english, others = _function_words()
    return bool(document.language) or any(
        word in english or any(word in listed for listed in others.values()) for word in _plain(document)
    )


def _plain(document: Document) -> list[str]:
    """The words that are no names: in small letters, or the first of a sentence or paragraph; none of headings."""
    starts = {0, *document.paragraph_starts}
    apart = {token for span in (*document.headings, *document.labels) for token in span}
    return [
        word.lower()
        for token, word in enumerate(document.words)
        if word.isalpha() and token not in apart and (word.islower() or _begins(document, token, starts))
    ]


def _begins(document: Document, token: int, starts: set[int]) -> bool:
    return (token in starts or document.words[token - 1] in _ENDS) and not document.words[token].isupper()


def _is_latin(word: str) -> bool:
    return word.isascii() or all(unicodedata.name(letter, "").startswith("LATIN") for letter in word)


@cache
def _function_words() -> tuple[frozenset[str], Mapping[str, frozenset[str]]]:
    """Those of English, and those of other languages by code."""
    table = read_table("languages.toml")
    others = {language: frozenset(words.split()) for language, words in table["others"].items()}
    return frozenset(table["english"]["en"].split()), others
