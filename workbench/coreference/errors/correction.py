"""Gains of correcting errors: the response's chains without them, measured like any others."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache

import numpy as np

from anaphora.workbench.aliases import Flags, Integers
from anaphora.workbench.coreference.errors.mentions import Mentions
from anaphora.workbench.coreference.errors.transformation import ERROR_TYPES, ErrorType, Step, Transformation, anchor
from anaphora.workbench.coreference.overlap import Overlap, Side, overlap
from anaphora.workbench.measures import b_cubed, by_name, ceaf, conll, muc, numbers

_KNOWN = by_name((*muc.MEASURES, *b_cubed.MEASURES, *ceaf.MEASURES, *conll.MEASURES))
MEASURES = tuple(_KNOWN[name] for name in ("muc", "b_cubed", "ceaf_e", "conll"))

Values = Mapping[str, Mapping[str, float | None]]


def scores(found: Transformation) -> Callable[[Iterable[ErrorType]], Values]:
    """What gives recall, precision and F1 by each of `MEASURES` after errors of some types are `correct`."""
    occurring = {step.type for step in found.steps}

    @cache
    def after(types: frozenset[ErrorType]) -> Values:
        evidence = correct(found, types)
        return {measure.name: numbers(measure, evidence) for measure in MEASURES}

    return lambda types: after(frozenset(occurring.intersection(types)))


def correct(found: Transformation, types: Collection[ErrorType]) -> Overlap:
    """Key and response after errors of these types are corrected, in the order of `ERROR_TYPES`.

    Parts of conflated entities become chains of their own, what is extra goes, parts of a divided entity and all that
    was linked to them join its anchor, missing mentions join the first that is there, missing entities are one chain.
    A mention that this leaves alone stays if it is one of the key, as in the authors' program, and goes if it is not.
    """
    chains = _Chains(found.mentions)
    for type in ERROR_TYPES:
        if type in types:
            for step in found.steps:
                if step.type == type:
                    _correct(chains, step, found.is_pronoun)
    return _evidence(found, np.array(chains.chain_of, dtype=np.int64), "span" in types)


class _Chains:
    """The chain of each mention (-1: in none) while it is corrected; chains are told apart by number."""

    def __init__(self, mentions: Mentions) -> None:
        self.chain_of: list[int] = mentions.response_chain.tolist()
        self._members: dict[int, set[int]] = defaultdict(set)
        for mention, chain in enumerate(self.chain_of):
            self._members[chain].add(mention)
        self._next = max(self.chain_of, default=-1) + 1

    def take_out(self, part: Iterable[int]) -> None:
        """Leave mentions in no chain."""
        self._move(part, -1)

    def set_apart(self, part: Iterable[int]) -> None:
        """Make mentions a chain of their own."""
        self._move(part, self._next)
        self._next += 1

    def join(self, one: int, other: int) -> None:
        """Put the chains of two mentions together; a mention that is in none is one of its own."""
        for mention in (one, other):
            if self.chain_of[mention] < 0:
                self.set_apart((mention,))
        larger, smaller = self.chain_of[one], self.chain_of[other]
        if len(self._members[larger]) < len(self._members[smaller]):
            larger, smaller = smaller, larger
        if larger != smaller:
            self._move(tuple(self._members[smaller]), larger)

    def _move(self, part: Iterable[int], chain: int) -> None:
        for mention in part:
            self._members[self.chain_of[mention]].discard(mention)
            self._members[chain].add(mention)
            self.chain_of[mention] = chain


def _correct(chains: _Chains, step: Step, pronoun: Sequence[bool]) -> None:
    if step.type in ("conflated_entities", "missing_entity"):
        chains.set_apart(step.whole if step.type == "missing_entity" else step.part)
    elif step.type in ("extra_mention", "extra_entity"):
        chains.take_out(step.part)
    elif step.type == "divided_entity":
        chains.join(anchor(step.whole, pronoun), step.part[0])
    elif step.type == "missing_mention":
        there = next((mention for mention in step.whole if chains.chain_of[mention] >= 0), step.part[0])
        chains.join(there, step.part[0])


def _evidence(found: Transformation, chain: Integers, with_spans: bool) -> Overlap:
    mentions = found.mentions
    of_key = mentions.in_key >= 0
    if not with_spans:
        of_key &= ~np.array(found.wrong_span, dtype=np.bool_)
    kept = (chain >= 0) & ~_left_alone(mentions, chain)
    rows = np.flatnonzero(kept)
    response = _side(found, rows, chain[rows], of_key[rows])
    return overlap(found.overlap.key, response, np.where(of_key[rows], mentions.in_key[rows], -1))


def _left_alone(mentions: Mentions, chain: Integers) -> Flags:
    """The spurious mentions that are alone now, but were not before."""
    left: Flags = (_sizes(chain) == 1) & (_sizes(mentions.response_chain) != 1) & (mentions.in_key < 0)
    return left


def _sizes(chain: Integers) -> Integers:
    return np.bincount(chain + 1)[chain + 1]


def _side(found: Transformation, rows: Integers, label: Integers, of_key: Flags) -> Side:
    """A response of these mentions and chains, of which nothing but span and chain is known."""
    mentions, key, response = found.mentions, found.overlap.key, found.overlap.response
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
        place=column("place"),
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
