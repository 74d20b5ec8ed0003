"""Errors in reference beyond identity: split antecedents, bridging, non-referring expressions, discourse deixis.

They are judged as the measures of Yu et al. 2022 judge them, whether singletons count or not: bridging and what does
not refer by exact words, entities by the mentions that they share.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from anaphora.workbench.chains.overlap import BRIDGING, DEIXIS, NON_REFERRING, Overlap, Side
from anaphora.workbench.error_analysis.mentions import (
    DocumentText,
    ShownMention,
    group_mentions,
    partners,
    place,
    types,
)

Reference = Literal["split_antecedent", "bridging", "non_referring", "deixis"]
REFERENCES: tuple[Reference, ...] = get_args(Reference)
Verdict = Literal["right", "wrong", "missed", "spurious"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class ReferenceAnswer:
    """The answer of a side on an expression: its antecedents, or its type if it does not refer.

    The antecedents in a set are the first mention of each entity, that of deixis is the last mention before.
    """

    antecedents: tuple[ShownMention, ...]
    type: str = ""


@dataclass(frozen=True, slots=True)
class JudgedExpression:
    """An expression, and what key and response say of it (`None`: nothing of this kind); `document` is an index.

    `missed` is what only the key has, `spurious` what only the response has. If both have it, it is `wrong` with other
    entities in the set, no antecedent of the entity (bridging), none in common (deixis), or another type.
    """

    reference: Reference
    verdict: Verdict
    document: int
    expression: ShownMention
    key: ReferenceAnswer | None
    response: ReferenceAnswer | None


@dataclass(frozen=True, slots=True)
class _Answer:
    """The answer of a side: the mentions to be shown, and the whole in terms of the key."""

    shown: Sequence[int]
    meant: frozenset[Hashable]


_Answers = Mapping[int, _Answer]
"""By mention."""


def judge(overlap: Overlap, texts: Sequence[DocumentText]) -> tuple[JudgedExpression, ...]:
    """Judge all such reference on both sides, by kind, then in text order. Split antecedents must count."""
    judged = [*_judged("split_antecedent", overlap, _sets(overlap), _pairs_of_sets(overlap), texts)]
    of_layer: tuple[tuple[str, Reference, Callable[[Overlap, Side], _Answers]], ...] = (
        (BRIDGING, "bridging", _bridging),
        (NON_REFERRING, "non_referring", _types),
        (DEIXIS, "deixis", _deixis),
    )
    for name, reference, answers in of_layer:
        if layer := overlap.layers.get(name):
            of_key, of_response = answers(layer, layer.key), answers(layer, layer.response)
            pairs = _pairs(of_key, of_response, layer.twin.tolist())
            judged += _judged(reference, layer, (of_key, of_response), pairs, texts)
    order = {reference: rank for rank, reference in enumerate(REFERENCES)}
    return tuple(sorted(judged, key=lambda entry: (order[entry.reference], entry.document, entry.expression.start)))


def _judged(
    reference: Reference,
    overlap: Overlap,
    answers: tuple[_Answers, _Answers],
    pairs: Iterable[tuple[int, int]],
    texts: Sequence[DocumentText],
) -> Iterator[JudgedExpression]:
    """Judge the pairs of mentions of key and response (-1: none)."""
    sides = overlap.key, overlap.response
    kinds = [types(side, texts).tolist() for side in sides]

    def shown(number: int, mention: int) -> ReferenceAnswer | None:
        if mention < 0:
            return None
        antecedents = (place(sides[number], row, kinds[number][row], texts) for row in answers[number][mention].shown)
        type = sides[number].type[mention] if reference == "non_referring" else -1
        return ReferenceAnswer(tuple(antecedents), overlap.type_names[type] if type >= 0 else "")

    is_exact = reference in ("split_antecedent", "non_referring")
    for in_key, in_response in pairs:
        number, mention = (0, in_key) if in_key >= 0 else (1, in_response)
        yield JudgedExpression(
            reference,
            _verdict(answers[0].get(in_key), answers[1].get(in_response), is_exact),
            int(sides[number].document[mention]),
            place(sides[number], mention, kinds[number][mention], texts),
            shown(0, in_key),
            shown(1, in_response),
        )


def _verdict(key: _Answer | None, response: _Answer | None, is_exact: bool) -> Verdict:
    """Right is the same answer if `is_exact`, or else one that has a part in common."""
    if key is None:
        return "spurious"
    if response is None:
        return "missed"
    right = key.meant == response.meant if is_exact else key.meant & response.meant
    return "right" if right else "wrong"


def _pairs(key: _Answers, response: _Answers, twin: Sequence[int]) -> Iterator[tuple[int, int]]:
    both = {twin[mention]: mention for mention in response if twin[mention] in key}
    yield from ((mention, both.get(mention, -1)) for mention in key)
    yield from ((-1, mention) for mention in response if twin[mention] not in key)


def _pairs_of_sets(overlap: Overlap) -> Iterator[tuple[int, int]]:
    """Chains that share most mentions, by their first ones; a key chain has one response chain, which is the first."""
    partner = partners(overlap).tolist()
    first = [_first(side) for side in (overlap.key, overlap.response)]
    left = dict.fromkeys(overlap.key.split)
    for chain in sorted(overlap.response.split):
        key_chain = partner[chain]
        yield first[0][key_chain] if key_chain in left else -1, first[1][chain]
        left.pop(key_chain, None)
    yield from ((first[0][chain], -1) for chain in left)


def _first(side: Side) -> Sequence[int]:
    """The first mention of each chain."""
    first: Sequence[int] = np.unique(side.chain, return_index=True)[1].tolist()
    return first


def _sets(overlap: Overlap) -> tuple[_Answers, _Answers]:
    """The sets of entities by the first mentions of their anaphors' chains."""
    partner = partners(overlap).tolist()
    of_response = [("response", chain) if key < 0 else key for chain, key in enumerate(partner)]
    return _sets_of_side(overlap.key, range(len(overlap.key.size))), _sets_of_side(overlap.response, of_response)


def _sets_of_side(side: Side, entity: Sequence[Hashable]) -> _Answers:
    first = _first(side)
    return {
        first[chain]: _Answer([first[part] for part in parts], frozenset(entity[part] for part in parts))
        for chain, parts in side.split.items()
    }


def _bridging(layer: Overlap, side: Side) -> _Answers:
    """The entities of the antecedents of each bridging anaphor."""
    by_anaphor: dict[int, list[int]] = {}
    for anaphor, antecedent in side.given_links.tolist():
        by_anaphor.setdefault(anaphor, []).append(antecedent)
    mentions = np.array(_in_key(layer, side), dtype=np.int64)
    entity = np.where(mentions < 0, mentions, np.append(layer.key.chain, -1)[np.maximum(mentions, -1)]).tolist()
    return {
        anaphor: _Answer(antecedents, frozenset(entity[antecedent] for antecedent in antecedents))
        for anaphor, antecedents in by_anaphor.items()
    }


def _types(layer: Overlap, side: Side) -> _Answers:  # noqa: ARG001
    """The type of each expression."""
    return {mention: _Answer((), frozenset((type,))) for mention, type in enumerate(side.type.tolist())}


def _deixis(layer: Overlap, side: Side) -> _Answers:
    """The mentions before each in its chain."""
    mention = _in_key(layer, side)
    return {
        anaphor: _Answer(chain[number : number + 1], frozenset(mention[earlier] for earlier in chain[: number + 1]))
        for chain in group_mentions(side.chain)
        for number, anaphor in enumerate(chain[1:])
    }


def _in_key(layer: Overlap, side: Side) -> list[int]:
    """The key mention that each mention of a side stands for, a negative number of its own if there is none."""
    rows = np.arange(len(side.chain))
    mentions: list[int] = (rows if side is layer.key else np.where(layer.twin < 0, -1 - rows, layer.twin)).tolist()
    return mentions
