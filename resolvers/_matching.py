"""Matching of mentions by their words, and the chains of those that match."""

from collections.abc import Hashable, Iterable, Sequence
from functools import cache

from anaphora.workbench.decision import Chains
from anaphora.workbench.document import Mention, Prepared
from anaphora.workbench.language.packs import Language, language_of
from anaphora.workbench.linking import UnionFind

REMOVED = frozenset({"a", "an", "the", "this", "that", "these", "those"})
"""The words that STR_MATCH leaves out (Soon, Ng & Lim 2001, section 2.3)."""


@cache
def articles(tables: Language) -> frozenset[str]:
    """The articles and demonstratives of a language: its determiners but for possessives."""
    owners = {form for form, entry in tables.pronouns.items() if entry.type == "possessive"}
    return tables.of("determiners.definite", "articles.definite", "articles.indefinite") - owners


def bare_words(prepared: Prepared, mention: Mention) -> tuple[str, ...]:
    """The base noun phrase in small letters without articles, demonstratives, punctuation and mark of the genitive.

    A mention that has no other words keeps them all.
    """
    words = prepared.document.words
    annotation = prepared.annotation
    tables = language_of(prepared.document)
    removed = REMOVED if tables.code == "en" else articles(tables)
    tokens = [token for token in mention.base if annotation.tag[token] != "POS"]
    kept = tuple(
        word for token in tokens if annotation.pos[token] != "PUNCT" and (word := words[token].lower()) not in removed
    )
    return kept or tuple(words[token].lower() for token in tokens)


def group(marks: Sequence[Iterable[Hashable]]) -> Chains:
    """The chains of mentions that share a mark, directly or through others; `marks` has those of each mention."""
    first: dict[Hashable, int] = {}
    links = [(first.setdefault(mark, mention), mention) for mention, own in enumerate(marks) for mark in own]
    return UnionFind(range(len(marks)), links).chains()
