"""Matching of mentions by their words, and the chains of those that match."""

from collections.abc import Hashable, Iterable, Sequence

from anaphora.workbench.decision import Chains
from anaphora.workbench.document import Mention, Prepared
from anaphora.workbench.union_find import UnionFind

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


def group(marks: Sequence[Iterable[Hashable]]) -> Chains:
    """The chains of mentions that share a mark, directly or through others; `marks` has those of each mention."""
    first: dict[Hashable, int] = {}
    links = [(first.setdefault(mark, mention), mention) for mention, own in enumerate(marks) for mark in own]
    return UnionFind(range(len(marks)), links).chains()
