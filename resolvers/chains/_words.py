"""The words of a mention as matching goes by them."""

from anaphora.workbench.document import Mention, Prepared

REMOVED = frozenset({"a", "an", "the", "this", "that", "these", "those"})
"""The words that STR_MATCH leaves out (Soon, Ng & Lim 2001, section 2.3)."""


def bare_words(prepared: Prepared, mention: Mention) -> tuple[str, ...]:
    """The base noun phrase in small letters without articles, demonstratives, punctuation and mark of the genitive.

    A mention that has no other words keeps them all.
    """
    words, annotation = prepared.document.words, prepared.annotation
    tokens = [token for token in mention.base if annotation.tag[token] != "POS"]
    kept = tuple(
        word for token in tokens if annotation.pos[token] != "PUNCT" and (word := words[token].lower()) not in REMOVED
    )
    return kept or tuple(words[token].lower() for token in tokens)
