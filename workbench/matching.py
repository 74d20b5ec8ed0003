"""Strict, partial and head matching of a proposed antecedent with a mention of the key."""

from collections.abc import Sequence
from typing import Literal, get_args

from anaphora.workbench.document import Annotation, Span
from anaphora.workbench.key import Attributes

Match = Literal["strict", "partial", "head"]
MATCHES: tuple[Match, ...] = get_args(Match)
Antecedent = Literal["chain", "nominal", "nearest"]
"""Which antecedents are acceptable; see `anaphora.workbench.trace.Criteria`."""


def gold_head(span: Span, attributes: Attributes | None, annotation: Annotation) -> int:
    """The head of a key mention: as the corpus marks it, else by the tree at hand."""
    if attributes and attributes.head is not None:
        return attributes.head
    return annotation.head_of(span)


def matches(
    proposed: Span, proposed_head: int, gold: Span, head: int, minimum: Span | None, words: Sequence[str], how: Match
) -> bool:
    """Whether a proposed mention stands for a key mention.

    `strict`: the same tokens. `partial`: it holds the key's head (or all of its MIN) and reaches beyond the key's
    span by punctuation only. `head`: the same head token. Strict implies partial.
    """
    if how == "strict":
        return proposed == gold
    if how == "head":
        return proposed_head == head
    if proposed == gold:
        return True
    core = minimum if minimum is not None else (head,)
    if not all(token in proposed for token in core):
        return False
    beyond = (token for token in proposed if not gold.start <= token < gold.end)
    return not any(character.isalnum() for token in beyond for character in words[token])
