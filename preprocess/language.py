"""The language of a text, which picks the pack that preprocessing and resolvers read; what has none they refuse."""

import tomllib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

from anaphora.workbench.document import Document, once
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.language.packs import codes, language

UNKNOWN = "und"
"""The code of a language that is not known (ISO 639)."""

_SHORT = 20
"""Words; in a shorter text, the share of function words may be anything."""
_LEAST = 0.12
"""The least share of function words in English: documents of GUM have .43 to .64, Czech and French ones .00 to .08."""
_TELLING = 2
"""So many function words of another language tell it in a short text: one may be part of a name, "la Scala"."""
_OF_SPACY = (
    "ca", "da", "de", "el", "es", "fi", "fr", "hr", "it", "ja", "ko", "lt", "mk", "nb", "nl", "pl", "pt", "ro", "ru",
    "sl", "sv", "uk", "zh",
)  # fmt: skip
"""Languages for which spaCy itself distributes pipelines, named after them: `fr_core_news_sm`."""
_ENDS = frozenset({".", "?", "!", ":"})


def in_its_language(document: Document) -> Document:
    """A document that says its language, English ones as they are: what it says, or else what its words tell."""
    code = language_of_text(document)
    return document if code in ("en", UNKNOWN, document.language) else replace(document, language=code)


def require_pack(document: Document) -> None:
    """Raise `WorkbenchError` (code "not-english") for a text in a language without a pack; `language_of_text` tells."""
    detected = language_of_text(document)
    if language(detected).is_known:
        return
    packs = ", ".join(f"{language(code).name} ({code})" for code in codes())
    verdict = f"is in '{detected}'" if detected != UNKNOWN else "is in no language that we can tell"
    problem = f"{document.id} {verdict}, and there are packs of {packs} only"
    cure = (
        "score, errors, agree, check, convert, profile (chains only) and export (texts only) work in any; "
        "--language en overrides this, and the page 'A language of your own' adds one."
    )
    raise WorkbenchError(f"{problem}: {cure}", code="not-english")


def require_language(document: Document, code: str, reader: str) -> None:
    """Raise `WorkbenchError` (code "not-english") for a text in another language than that which `reader` reads."""
    detected = language_of_text(document)
    if language(detected) is language(code):
        return
    verdict = f"is in {language(detected).name}" if detected != UNKNOWN else f"does not look like {language(code).name}"
    problem = f"{document.id} {verdict}, and {reader} reads {language(code).name}"
    or_annotation = " Or take the corpus' own annotation: --perfect annotation." if document.annotation else ""
    raise WorkbenchError(
        f"{problem}. {advice(detected)}{or_annotation} --language {code} overrides this.", code="not-english"
    )


def installed_pipelines(code: str) -> list[str]:
    """The spaCy pipelines of a language that are installed, but for German ones with relations of TIGER."""
    from spacy.util import get_installed_models

    codes = {language(code).code, *language(code).codes}
    installed = (name for name in get_installed_models() if not name.startswith("de_core_news_"))
    return sorted(name for name in installed if name.partition("_")[0] in codes)


def advice(code: str) -> str:
    """Say which pipeline a text in a language needs: an installed one, one to install, or one to train."""
    codes = {language(code).code, *language(code).codes}
    if ready := installed_pipelines(code):
        return f"Name one of its language: --pipeline {ready[0]}."
    named = next((prefix for prefix in _OF_SPACY if prefix in codes), "")
    if named in ("", "de"):
        return "Train one of its language with the recipe treebank-pipeline, and name its folder with --pipeline."
    package = f"{named}_core_{'web' if named == 'zh' else 'news'}_sm"
    return f"Install one of its language (python -m spacy download {package}), and name it: --pipeline {package}."


def is_english(document: Document) -> bool:
    """Return whether a document is in English, by its `language` or else by its words."""
    return language(language_of_text(document)).code == "en"


def language_of_text(document: Document) -> str:
    """The code of a document's language: as its `language` says, or else its words; `UNKNOWN` where these do not tell.

    Names, headings, labels of turns and what is in capitals do not count. A text is not in English if it is mostly in
    other letters than Latin ones, if two words and more of those than of English ones are function words of another
    language, or if it has words enough and hardly a function word of English among them. "Elle la voit." is French;
    "Ann Lee met Dr. Lee." may be anything, and is read as English.
    """
    return document.language or _told_by_words(document)


@once
def _told_by_words(document: Document) -> str:
    occurrences = Counter(document.words)
    words = [word for word in occurrences if word.isalpha()]
    in_latin = [word for word in words if word.isascii() or _is_latin(word)]
    if 2 * sum(map(occurrences.__getitem__, in_latin)) < sum(map(occurrences.__getitem__, words)):
        return UNKNOWN
    plain = _plain(document, occurrences)
    known, codes_of = _function_words()
    counts = dict.fromkeys(known, 0)
    for word in codes_of.keys() & plain.keys():
        for code in codes_of[word]:
            counts[code] += plain[word]
    in_english = counts.pop("en")
    most = max(counts, key=lambda code: counts[code])
    if counts[most] >= _TELLING and counts[most] > in_english:
        return most
    return UNKNOWN if plain.total() >= _SHORT and in_english < _LEAST * plain.total() else "en"


def can_tell(document: Document) -> bool:
    """Return whether a document has words by which its language shows; if not, it is read as English."""
    plain = _plain(document, Counter(document.words))
    return bool(document.language) or not _function_words()[1].keys().isdisjoint(plain)


def _plain(document: Document, counts: Counter[str]) -> Counter[str]:
    """The words that are no names: in small letters, or the first of a sentence or paragraph; none of headings."""
    words = document.words
    starts = {0, *document.paragraph_starts, *[token + 1 for token, word in enumerate(words) if word in _ENDS]}
    apart = {token for span in (*document.headings, *document.labels) for token in span}
    first = [words[token] for token in starts - apart if token < len(words)]
    if apart:
        counts = counts - Counter([words[token] for token in apart])
    plain = Counter({word: count for word, count in counts.items() if word.islower() and word.isalpha()})
    plain.update([word.lower() for word in first if word.isalpha() and not word.islower() and not word.isupper()])
    return plain


def _is_latin(word: str) -> bool:
    return all(unicodedata.name(letter, "").startswith("LATIN") for letter in word)


@cache
def _function_words() -> tuple[Sequence[str], Mapping[str, Sequence[str]]]:
    """Return the codes of languages, and by function word the codes of those that have it."""
    table = tomllib.loads(files("anaphora.preprocess").joinpath("languages.toml").read_text("utf8"))
    listed = {code: frozenset(words.split()) for code, words in (table["english"] | table["others"]).items()}
    listed |= {code: language(code).of("detection.function_words") for code in codes() if code not in listed}
    codes_of = defaultdict(list)
    for code, words in listed.items():
        for word in words:
            codes_of[word].append(code)
    return tuple(listed), codes_of
