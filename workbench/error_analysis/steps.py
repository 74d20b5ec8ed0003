"""Errors as the steps that turn the response's chains into the key's, what correcting them gains, and wrong links.

Steps and gains are those of Kummerfeld & Klein 2013, links those of Martschat & Strube 2014: anaphors that miss a link
to an antecedent, or have a wrong one.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, get_args

import numpy as np

from anaphora.workbench.arrays import Flags, Integers, inverted
from anaphora.workbench.chains.overlap import Overlap, Side, overlap
from anaphora.workbench.error_analysis.mentions import (
    TYPES,
    DocumentText,
    UnitedMentions,
    group_mentions,
    repair_spans,
    types,
    unite,
)
from anaphora.workbench.measures import b_cubed, by_name, ceaf, conll, muc, numbers

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
    mentions: UnitedMentions
    is_pronoun: Sequence[bool]
    wrong_span: Sequence[bool]
    steps: Sequence[Step]


def transformation(overlap: Overlap, texts: Sequence[DocumentText]) -> Transformation:
    """Find all errors of a response, first those of spans, then chain by chain.

    The part with the anchor of a chain, its first mention that is no pronoun, or else its first, is no error: it stays
    where it is, and the others moved. Mentions that are spurious or missing are errors of their own unless a
    whole entity is, that is two or more of them and nothing but pronouns beside. A singleton on one side only, which
    the authors do not have, is an extra or missing mention.
    """
    twin = repair_spans(overlap, texts)
    moved = replace(overlap, twin=twin)
    mentions = unite(moved, types(overlap.key, texts), types(overlap.response, texts))
    wrong = np.append((twin >= 0) & (overlap.twin < 0), False)[mentions.in_response].tolist()
    pronoun = mentions.is_pronoun
    spans = (Step("span", (mention,), (mention,)) for mention, is_wrong in enumerate(wrong) if is_wrong)
    splits = _steps(mentions.response_chain, mentions.key_chain, pronoun, _SPLITS)
    merges = _steps(mentions.key_chain, mentions.response_chain, pronoun, _MERGES)
    return Transformation(overlap, mentions, pronoun, wrong, (*spans, *splits, *merges))


def anchor(chain: Sequence[int], pronoun: Sequence[bool]) -> int:
    """The mention of a chain that stays where it is: its first that is no pronoun, or else its first."""
    return next((mention for mention in chain if not pronoun[mention]), chain[0])


_Types = tuple[ErrorType, ErrorType, ErrorType]
_SPLITS: _Types = ("conflated_entities", "extra_mention", "extra_entity")
_MERGES: _Types = ("divided_entity", "missing_mention", "missing_entity")
"""The types of parts of a chain that belong elsewhere, of single mentions and of entities of one side only."""


def _steps(chains: Integers, others: Integers, pronoun: Sequence[bool], types: _Types) -> Iterator[Step]:
    """The errors of the chains of one side, which those of the other side divide into parts."""
    for chain in group_mentions(chains):
        parts: dict[int, list[int]] = defaultdict(list)
        for mention, label in zip(chain, others[chain].tolist(), strict=True):
            parts[label].append(mention)
        alone = parts.pop(-1, [])
        yield from _steps_of_chain(chain, list(parts.values()), alone, pronoun, types)


def _steps_of_chain(
    chain: list[int], parts: list[list[int]], alone: list[int], pronoun: Sequence[bool], types: _Types
) -> Iterator[Step]:
    part_type, mention_type, entity_type = types
    stays = anchor(chain, pronoun)
    whole = tuple(chain)
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


_KNOWN = by_name((*muc.MEASURES, *b_cubed.MEASURES, *ceaf.MEASURES, *conll.MEASURES))
MEASURES = tuple(_KNOWN[name] for name in ("muc", "b_cubed", "ceaf_e", "conll"))

Values = Mapping[str, Mapping[str, float | None]]


def scores(errors: Transformation) -> Callable[[Iterable[ErrorType]], Values]:
    """Make a function from error types to recall, precision and F1 by each of `MEASURES` after these are corrected."""
    occurring = {step.type for step in errors.steps}

    @cache
    def after(types: frozenset[ErrorType]) -> Values:
        evidence = correct(errors, types)
        return {measure.name: numbers(measure, evidence) for measure in MEASURES}

    return lambda types: after(frozenset(occurring.intersection(types)))


def correct(errors: Transformation, types: Collection[ErrorType]) -> Overlap:
    """Key and response after errors of these types are corrected, in the order of `ERROR_TYPES`.

    Parts of conflated entities become chains of their own, what is extra goes, parts of a divided entity and all that
    was linked to them join its anchor, missing mentions join the first that is there, missing entities are one chain.
    A mention that this leaves alone stays if it is one of the key, as in the authors' program, and goes if it is not.
    """
    chains = _MovableChains(errors.mentions)
    for type in ERROR_TYPES:
        if type in types:
            for step in errors.steps:
                if step.type == type:
                    _correct(chains, step, errors.is_pronoun)
    return _evidence(errors, np.array(chains.chain_of, dtype=np.int64), "span" in types)


class _MovableChains:
    """The chain of each mention (-1: in none) while it is corrected; chains are told apart by number."""

    def __init__(self, mentions: UnitedMentions) -> None:
        self.chain_of: list[int] = mentions.response_chain.tolist()
        self._members: dict[int, set[int]] = defaultdict(set)
        for mention, chain in enumerate(self.chain_of):
            self._members[chain].add(mention)
        self._next = max(self.chain_of, default=-1) + 1

    def set_apart(self, part: Iterable[int]) -> None:
        """Make mentions a chain of their own."""
        self.move(part, self._next)
        self._next += 1

    def join(self, mention: int, partner: int) -> None:
        """Put the chains of two mentions together; a mention that is in none is one of its own."""
        for end in (mention, partner):
            if self.chain_of[end] < 0:
                self.set_apart((end,))
        larger, smaller = self.chain_of[mention], self.chain_of[partner]
        if len(self._members[larger]) < len(self._members[smaller]):
            larger, smaller = smaller, larger
        if larger != smaller:
            self.move(tuple(self._members[smaller]), larger)

    def move(self, part: Iterable[int], chain: int) -> None:
        """Put mentions into a chain, or into none (-1)."""
        for mention in part:
            self._members[self.chain_of[mention]].discard(mention)
            self._members[chain].add(mention)
            self.chain_of[mention] = chain


def _correct(chains: _MovableChains, step: Step, pronoun: Sequence[bool]) -> None:
    if step.type in ("conflated_entities", "missing_entity"):
        chains.set_apart(step.whole if step.type == "missing_entity" else step.part)
    elif step.type in ("extra_mention", "extra_entity"):
        chains.move(step.part, -1)
    elif step.type == "divided_entity":
        chains.join(anchor(step.whole, pronoun), step.part[0])
    elif step.type == "missing_mention":
        there = next((mention for mention in step.whole if chains.chain_of[mention] >= 0), step.part[0])
        chains.join(there, step.part[0])


def _evidence(errors: Transformation, chain: Integers, with_spans: bool) -> Overlap:
    mentions = errors.mentions
    of_key = mentions.in_key >= 0
    if not with_spans:
        of_key &= ~np.array(errors.wrong_span, dtype=np.bool_)
    alone_now = (_sizes(chain) == 1) & (_sizes(mentions.response_chain) != 1)
    kept = (chain >= 0) & ~(alone_now & (mentions.in_key < 0))
    rows = np.flatnonzero(kept)
    response = _side(errors, rows, chain[rows], of_key[rows])
    return overlap(errors.overlap.key, response, np.where(of_key[rows], mentions.in_key[rows], -1))


def _sizes(chain: Integers) -> Integers:
    return np.bincount(chain + 1)[chain + 1]


def _side(errors: Transformation, rows: Integers, label: Integers, of_key: Flags) -> Side:
    """Make a response of these mentions and chains, of which only span and chain are known."""
    mentions, key, response = errors.mentions, errors.overlap.key, errors.overlap.response
    document = mentions.document[rows]
    _, first, chain = np.unique(document * (label.max(initial=0) + 1) + label, return_index=True, return_inverse=True)
    unknown = np.full(len(rows), -1)

    def column(name: str) -> Integers:
        values = unknown.copy()
        values[of_key] = getattr(key, name)[mentions.in_key[rows[of_key]]]
        values[~of_key] = getattr(response, name)[mentions.in_response[rows[~of_key]]]
        return values

    return Side(
        documents=key.documents,
        document=document,
        start=column("start"),
        end=column("end"),
        span_id=column("span_id"),
        position=column("position"),
        chain=chain.reshape(-1),
        chain_document=document[first],
        head=unknown,
        minimum_start=unknown,
        minimum_end=unknown,
        kind=unknown,
        type=unknown,
        type_names=key.type_names,
        gaps={},
        given_links=np.zeros((0, 2), dtype=np.int64),
        optional=np.zeros(len(rows), dtype=np.bool_),
    )


Tree = Literal["closest", "accessibility"]
TREES: tuple[Tree, ...] = get_args(Tree)
Link = tuple[int, int]
_CHOSEN_FIRST = tuple(map(TYPES.index, ("name", "nominal")))
_ANY_EARLIER = tuple(map(TYPES.index, ("pronoun", "demonstrative")))


def recall_errors(mentions: UnitedMentions, tree: Tree) -> list[Link]:
    """The links, anaphor and antecedent, of a spanning tree of each key chain that the response's chains have not.

    A mention whose chain in the response has an earlier mention of the same key chain is linked to the closest of
    these, which is no error. Any other has for antecedent the one before it in the key chain (`closest`), or, unless it
    is a pronoun, the closest name, else the closest nominal before it (`accessibility`). There are as many errors as
    MUC misses links.
    """
    return sorted(_missed(mentions.key_chain, mentions.response_chain, mentions.type.tolist(), tree))


def precision_errors(overlap: Overlap, mentions: UnitedMentions, tree: Tree) -> list[Link]:
    """The links of the response between mentions that are not in one key chain.

    They are the response's own where it has them in a document; elsewhere those of the spanning tree. Its own may be
    wrong more often than MUC charges, as one that is wrong can be hidden by others.
    """
    linked = overlap.response.has_links
    chain = np.where(linked[mentions.document], -1, mentions.response_chain)
    tree_links = list(_missed(chain, mentions.key_chain, mentions.type.tolist(), tree))
    in_key = mentions.key_chain
    wrong = ((a, b) for a, b in _links_in_row(overlap, mentions) if in_key[a] < 0 or in_key[a] != in_key[b])
    return sorted([*tree_links, *wrong])


def links_of_response(overlap: Overlap, mentions: UnitedMentions) -> int:
    """Count the links that `precision_errors` looks at."""
    linked = overlap.response.has_links
    sizes = overlap.response.size[~linked[overlap.response.chain_document]]
    return len(_links_in_row(overlap, mentions)) + int((sizes - 1).sum())


def _links_in_row(overlap: Overlap, mentions: UnitedMentions) -> set[Link]:
    number = inverted(mentions.in_response, len(overlap.response.span_id))
    pairs = number[overlap.response.given_links].tolist()
    return {(max(pair), min(pair)) for pair in pairs if pair[0] != pair[1]}


def _missed(chains: Integers, others: Integers, types: Sequence[int], tree: Tree) -> Iterator[Link]:
    """The tree's links in each chain between parts that the other side makes of it."""
    for chain in group_mentions(chains):
        seen: set[int] = set()
        closest: dict[int, int] = {}  # the last mention of each type so far
        for before, (mention, part) in enumerate(zip(chain, others[chain].tolist(), strict=True)):
            if before and (part < 0 or part not in seen):
                chosen = tree == "accessibility" and types[mention] not in _ANY_EARLIER
                accessible = (closest[type] for type in _CHOSEN_FIRST if chosen and type in closest)
                yield mention, next(accessible, chain[before - 1])
            seen.add(part)
            closest[types[mention]] = mention
