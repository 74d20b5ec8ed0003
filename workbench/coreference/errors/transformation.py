"""Errors as the steps that turn the response's chains into the key's (Kummerfeld & Klein 2013)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from anaphora.workbench.aliases import Integers
from anaphora.workbench.coreference.errors.mentions import Mentions, Text, group_mentions, types, unite
from anaphora.workbench.coreference.errors.spans import repair_spans
from anaphora.workbench.coreference.overlap import Overlap

ErrorType = Literal[
    "span", "conflated_entities", "extra_mention", "extra_entity", "divided_entity", "missing_mention", "missing_entity"
]
ERROR_TYPES: tuple[ErrorType, ...] = get_args(ErrorType)
"""In the order in which they are corrected."""


@dataclass(frozen=True, slots=True)
class Step:
    """One error: `part` of the chain `whole` (mentions) was put, or not put, into it.

    `whole` is a chain of the response for conflated entities and what is extra, of the key for what is divided or
    missing. A span error is a mention alone.
    """

    type: ErrorType
    part: tuple[int, ...]
    whole: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Transformation:
    """The errors of a response; `mentions` counts those with a `wrong_span` as one with the key mention meant."""

    overlap: Overlap
    mentions: Mentions
    is_pronoun: Sequence[bool]
    wrong_span: Sequence[bool]
    steps: Sequence[Step]


def transformation(overlap: Overlap, texts: Sequence[Text]) -> Transformation:
    """All errors of a response, first those of spans, then chain by chain.

    What is no error on its own: the part with the anchor of a chain, its first mention that is no pronoun, or else its
    first, stays where it is; the others moved. Mentions that are spurious or missing are errors of their own unless a
    whole entity is, that is two or more of them and nothing but pronouns beside. A singleton on one side only, which
    the authors do not have, is an extra or missing mention.
    """
    twin = repair_spans(overlap, texts)
    moved = replace(overlap, twin=twin)
    mentions = unite(moved, types(overlap.key, texts), types(overlap.response, texts))
    wrong = np.append((twin >= 0) & (overlap.twin < 0), False)[mentions.in_response].tolist()
    pronoun = mentions.is_pronoun
    spans = (Step("span", (mention,), (mention,)) for mention, is_wrong in enumerate(wrong) if is_wrong)
    splits = (step for chain in group_mentions(mentions.response_chain) for step in _splits(chain, mentions, pronoun))
    merges = (step for chain in group_mentions(mentions.key_chain) for step in _merges(chain, mentions, pronoun))
    return Transformation(overlap, mentions, pronoun, wrong, (*spans, *splits, *merges))


def anchor(chain: Sequence[int], pronoun: Sequence[bool]) -> int:
    """The mention of a chain that stays where it is: its first that is no pronoun, or else its first."""
    return next((mention for mention in chain if not pronoun[mention]), chain[0])


def _splits(chain: list[int], mentions: Mentions, pronoun: Sequence[bool]) -> Iterator[Step]:
    parts, extra = _parts(chain, mentions.key_chain)
    yield from _steps(chain, parts, extra, pronoun, ("conflated_entities", "extra_mention", "extra_entity"))


def _merges(chain: list[int], mentions: Mentions, pronoun: Sequence[bool]) -> Iterator[Step]:
    parts, missing = _parts(chain, mentions.response_chain)
    yield from _steps(chain, parts, missing, pronoun, ("divided_entity", "missing_mention", "missing_entity"))


def _parts(chain: list[int], other: Integers) -> tuple[list[list[int]], list[int]]:
    """What the chains of the other side make of one, and the mentions that are in none of them."""
    parts: dict[int, list[int]] = defaultdict(list)
    for mention, label in zip(chain, other[chain].tolist(), strict=True):
        parts[label].append(mention)
    alone = parts.pop(-1, [])
    return list(parts.values()), alone


def _steps(
    chain: list[int],
    parts: list[list[int]],
    alone: list[int],
    pronoun: Sequence[bool],
    names: tuple[ErrorType, ErrorType, ErrorType],
) -> Iterator[Step]:
    """The errors of a chain: parts that belong elsewhere, single mentions of one side only, or a whole entity."""
    part_type, mention_type, entity_type = names
    stays, whole = anchor(chain, pronoun), tuple(chain)
    if len(chain) == 1 and alone:
        yield Step(mention_type, (chain[0],), (chain[0],))
        return
    if len(alone) > 1 and all(pronoun[mention] for part in parts for mention in part):
        yield Step(entity_type, tuple(alone), whole)
        alone = []
    for part in parts:
        if stays not in part:
            yield Step(part_type, tuple(part), whole)
    for mention in alone:
        if mention != stays:
            yield Step(mention_type, (mention,), whole)
