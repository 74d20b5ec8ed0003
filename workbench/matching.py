"""Strict, partial and head matching of a proposed antecedent with a mention of the key."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from anaphora.workbench.document import Annotation, Span
from anaphora.workbench.key import Attributes

Match = Literal["strict", "partial", "head"]
MATCHES: tuple[Match, ...] = get_args(Match)
Antecedent = Literal["chain", "nominal", "nearest"]
"""The antecedents that are acceptable; see `anaphora.workbench.trace.Criteria`."""


def gold_head(span: Span, attributes: Attributes | None, annotation: Annotation) -> int:
    """The head of a key mention: as the corpus marks it, else by the tree at hand."""
    if attributes and attributes.head is not None:
        return attributes.head
    return annotation.head_of(span)


@dataclass(frozen=True, slots=True)
class GoldMention:
    """A key mention as it is compared; `minimum` is the part that must be there, the head where there is none."""

    span: Span
    head: int
    minimum: Span | None = None


def matches(proposed: Span, proposed_head: int, gold: GoldMention, words: Sequence[str], how: Match) -> bool:
    """Return whether a proposed mention stands for a key mention.

    `strict`: the same tokens. `partial`: it holds the key's head (or all of its MIN) and reaches beyond the key's
    span by punctuation only. `head`: the same head token. Strict implies partial.
    """
    if how == "strict":
        return proposed == gold.span
    if how == "head":
        return proposed_head == gold.head
    if proposed == gold.span:
        return True
    core = gold.minimum if gold.minimum is not None else (gold.head,)
    if not all(token in proposed for token in core):
        return False
    beyond = (token for token in proposed if not gold.span.start <= token < gold.span.end)
    return not any(character.isalnum() for token in beyond for character in words[token])
