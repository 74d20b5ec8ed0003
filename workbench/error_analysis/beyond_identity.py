"""Errors in reference beyond identity: split antecedents, bridging, non-referring expressions, discourse deixis.

They are judged as the measures of Yu et al. 2022 judge them, whether singletons count or not: bridging and what does
not refer by exact words, entities by the mentions that they share.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from anaphora.workbench.coreference.overlap import BRIDGING, DEIXIS, NON_REFERRING, Overlap, Side
from anaphora.workbench.error_analysis.mentions import Place, Text, group_mentions, partners, place, types

Reference = Literal["split_antecedent", "bridging", "non_referring", "deixis"]
REFERENCES: tuple[Reference, ...] = get_args(Reference)
Verdict = Literal["right", "wrong", "missed", "spurious"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class Said:
    """What a side says of an expression: its antecedents, or the type of what does not refer.

    Of a set it is the first mention of each entity, of deixis the last mention before.
    """

    antecedents: tuple[Place, ...]
    type: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """An expression, and what key and response say of it (`None`: nothing of this kind); `document` is an index.

    `missed` is what only the key has, `spurious` what only the response has. If both have it, it is `wrong` with other
    entities in the set, no antecedent of the entity (bridging), none in common (deixis), or another type.
    """

    reference: Reference
    verdict: Verdict
    document: int
    expression: Place
    key: Said | None
    response: Said | None


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a side says: the mentions to be shown, and the whole in terms of the key."""

    shown: Sequence[int]
    meant: frozenset[Hashable]


_Answers = Mapping[int, _Answer]
"""By mention."""


def judge(overlap: Overlap, texts: Sequence[Text]) -> tuple[Judged, ...]:
    """All of this on either side, by kind, then in text order. Split antecedents must count in the overlap."""
    judged = [*_judged("split_antecedent", overlap, _sets(overlap), _pairs_of_sets(overlap), texts)]
    of_layer: tuple[tuple[str, Reference, Callable[[Overlap, Side], _Answers]], ...] = (
        (BRIDGING, "bridging", _bridging),
        (NON_REFERRING, "non_referring", _types),
        (DEIXIS, "deixis", _deixis),
    )
    for name, reference, answers in of_layer:
        if layer := overlap.layers.get(name):
            mine, theirs = answers(layer, layer.key), answers(layer, layer.response)
            pairs = _pairs(mine, theirs, layer.twin.tolist())
            judged += _judged(reference, layer, (mine, theirs), pairs, texts)
    order = {reference: rank for rank, reference in enumerate(REFERENCES)}
    return tuple(sorted(judged, key=lambda each: (order[each.reference], each.document, each.expression.start)))


def _judged(
    reference: Reference,
    overlap: Overlap,
    answers: tuple[_Answers, _Answers],
    pairs: Iterable[tuple[int, int]],
    texts: Sequence[Text],
) -> Iterator[Judged]:
    """The pairs of mentions of key and response (-1: none)."""
    sides = overlap.key, overlap.response
    kinds = [types(side, texts).tolist() for side in sides]

    def said(number: int, mention: int) -> Said | None:
        if mention < 0:
            return None
        shown = (place(sides[number], each, kinds[number][each], texts) for each in answers[number][mention].shown)
        type = sides[number].type[mention] if reference == "non_referring" else -1
        return Said(tuple(shown), overlap.type_names[type] if type >= 0 else "")

    for mine, theirs in pairs:
        number, mention = (0, mine) if mine >= 0 else (1, theirs)
        yield Judged(
            reference,
            _verdict(answers[0].get(mine), answers[1].get(theirs), reference in ("split_antecedent", "non_referring")),
            int(sides[number].document[mention]),
            place(sides[number], mention, kinds[number][mention], texts),
            said(0, mine),
            said(1, theirs),
        )


def _verdict(key: _Answer | None, response: _Answer | None, whole: bool) -> Verdict:
    """Right is the `whole` answer, or else a part of it."""
    if key is None or response is None:
        return "spurious" if key is None else "missed"
    return "right" if (key.meant == response.meant if whole else key.meant & response.meant) else "wrong"


def _pairs(mine: _Answers, theirs: _Answers, twin: Sequence[int]) -> Iterator[tuple[int, int]]:
    both = {twin[mention]: mention for mention in theirs if twin[mention] in mine}
    yield from ((mention, both.get(mention, -1)) for mention in mine)
    yield from ((-1, mention) for mention in theirs if twin[mention] not in mine)


def _pairs_of_sets(overlap: Overlap) -> Iterator[tuple[int, int]]:
    """Chains that share most mentions, by their first ones; a key chain has one response chain, which is the first."""
    partner = partners(overlap).tolist()
    first = [_first(side) for side in (overlap.key, overlap.response)]
    left = dict.fromkeys(overlap.key.split)
    for chain in sorted(overlap.response.split):
        mine = partner[chain]
        yield first[0][mine] if mine in left else -1, first[1][chain]
        left.pop(mine, None)
    yield from ((first[0][chain], -1) for chain in left)


def _first(side: Side) -> Sequence[int]:
    """The first mention of each chain."""
    first: Sequence[int] = np.unique(side.chain, return_index=True)[1].tolist()
    return first


def _sets(overlap: Overlap) -> tuple[_Answers, _Answers]:
    """The sets of entities by the first mentions of their anaphors' chains."""
    mine, theirs = _first(overlap.key), _first(overlap.response)
    entity = [("response", chain) if key < 0 else key for chain, key in enumerate(partners(overlap).tolist())]
    return (
        {mine[c]: _Answer([mine[each] for each in its], frozenset(its)) for c, its in overlap.key.split.items()},
        {
            theirs[c]: _Answer([theirs[each] for each in its], frozenset(entity[each] for each in its))
            for c, its in overlap.response.split.items()
        },
    )


def _bridging(layer: Overlap, side: Side) -> _Answers:
    """The entities of the antecedents of each bridging anaphor."""
    by_anaphor: dict[int, list[int]] = {}
    for anaphor, antecedent in side.given_links.tolist():
        by_anaphor.setdefault(anaphor, []).append(antecedent)
    mentions = np.array(_in_key(layer, side), dtype=np.int64)
    entity = np.where(mentions < 0, mentions, np.append(layer.key.chain, -1)[np.maximum(mentions, -1)]).tolist()
    return {
        anaphor: _Answer(antecedents, frozenset(entity[each] for each in antecedents))
        for anaphor, antecedents in by_anaphor.items()
    }


def _types(layer: Overlap, side: Side) -> _Answers:  # noqa: ARG001
    """The type of each expression."""
    return {mention: _Answer((), frozenset((type,))) for mention, type in enumerate(side.type.tolist())}


def _deixis(layer: Overlap, side: Side) -> _Answers:
    """The mentions before each in its chain."""
    mention = _in_key(layer, side)
    return {
        anaphor: _Answer(chain[number : number + 1], frozenset(mention[each] for each in chain[: number + 1]))
        for chain in group_mentions(side.chain)
        for number, anaphor in enumerate(chain[1:])
    }


def _in_key(layer: Overlap, side: Side) -> list[int]:
    """The key mention that each mention of a side stands for, a negative number of its own if there is none."""
    own = np.arange(len(side.chain))
    mentions: list[int] = (own if side is layer.key else np.where(layer.twin < 0, -1 - own, layer.twin)).tolist()
    return mentions
