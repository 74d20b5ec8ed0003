"""Sentences with a pronoun and the phrases that it may refer to, for WinoGender and WinoBias."""

import re
from collections.abc import Collection, Iterator, Sequence

from anaphora.corpora._spans import in_text_order
from anaphora.corpora._tokens import tokenise
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Attributes, Clusters

Range = tuple[int, int]
"""Characters of the text, the end exclusive."""

_FORMS = {
    "masculine": ("he", "him", "his", "himself"),
    "feminine": ("she", "her", "hers", "herself"),
    "neutral": ("they", "them", "their", "theirs", "themselves", "themself"),
    "neo": ("xe", "xem", "xyr", "xyrs", "xemself"),
}
"""The sets of pronouns of Gautam et al. 2024, of which WinoGender has three and WinoBias two."""
GENDERS = {form: gender for gender, forms in _FORMS.items() for form in forms}
_WORD = re.compile(r"\w+")
DETERMINED = r"(?:\b(?:the|an?)\s+)?"
"""What may stand before a noun and is part of its phrase."""


def pronouns(text: str, gender: str) -> Iterator[Range]:
    """Where the pronouns of a gender stand."""
    return (word.span() for word in _WORD.finditer(text) if GENDERS.get(word[0].lower()) == gender)


def phrases(text: str, nouns: Collection[str], taken: Collection[Range] = ()) -> list[tuple[str, Range]]:
    """Each of these nouns that stands in the text, in small letters, and where, with its determiner.

    Those that share a character with one of the ranges `taken` are left out.
    """
    longest_first = "|".join(map(re.escape, sorted(nouns, key=lambda noun: (-len(noun), noun))))
    matches = re.finditer(rf"{DETERMINED}\b({longest_first})\b", text, re.IGNORECASE)
    free = (match for match in matches if all(match.end() <= start or end <= match.start() for start, end in taken))
    return [(match[1].lower(), match.span()) for match in free]


def annotate(
    id: str, text: str, pronouns: Sequence[Range], candidates: Sequence[Range], right: int
) -> tuple[Document, Clusters]:
    """The sentence, and a key whose pronouns are in a chain with the candidate number `right`; others are singletons.

    Attributes describe the candidates in the order given, which are nominals even where one is `someone`.
    """
    ranges = (*pronouns, *candidates)
    tokens = tokenise(text, (border for place in ranges for border in place))
    spans = [Span(tokens.at(start), tokens.at(end)) for start, end in ranges]
    asked, nominals = spans[: len(pronouns)], spans[len(pronouns) :]
    chains = [[nominal] + (asked if number == right else []) for number, nominal in enumerate(nominals)]
    attributes = {nominal: Attributes(kind="nominal") for nominal in nominals}
    attributes |= {pronoun: Attributes(kind="pronoun") for pronoun in asked}
    document = Document(id, tokens.words, tokens.spaces, sentence_starts=(0,), prefix=tokens.prefix)
    return document, Clusters(id, in_text_order(chains), attributes)
