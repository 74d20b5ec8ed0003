"""Agreement of two annotators or more of the same texts, in mentions and in chains. None is the key: all count alike.

Of two all measures are counted, by mentions that are equal, overlap or have one head, as asked for. Of more, alpha is
counted over equal spans, and there is the agreement of each pair.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from typing import Literal

import numpy as np

from anaphora.workbench.agreement.alpha import DISTANCES, Similarity, Units, alpha, disagreement, marked_mentions, units
from anaphora.workbench.agreement.differences import Disagreement, LocatedText, MarkedChains, majority
from anaphora.workbench.arrays import Flags, Integers, Numbers, flagged
from anaphora.workbench.chains.alignment import (
    closest,
    require_few_pairs,
    shared_tokens,
    sharing,
    unaligned,
    with_same_head,
)
from anaphora.workbench.chains.assignment import best
from anaphora.workbench.chains.overlap import KINDS, Overlap, Side, columns, equal_spans, overlap, stack
from anaphora.workbench.document import Span
from anaphora.workbench.key import Clusters, Match
from anaphora.workbench.measures import Measure, chain_measures, count_each, divide, matrix, named
from anaphora.workbench.statistics.resampling import blocks, draws, intervals

CHAIN_MEASURES = ("muc", "b_cubed", "ceaf_e", "lea", "blanc_luo", "conll")
"""Those whose F1 is the same whoever comes first; `blanc` is not, where one annotator has links of one kind only."""
ALPHAS: Mapping[str, bool] = {"alpha": False, "alpha_union": True}
"""Prefixes of the alphas over mentions of all annotators and over those of any (`union`)."""
_PRIME = 2**31 - 1
_TIE = 1e-9
_MAIN_PARTS = ("f1", "f1_partial", "value")

Counts = Mapping[str, Numbers]
"""The counts of measures, documents x statistics, by their names."""


@dataclass(frozen=True, slots=True)
class TwoAnnotations:
    """Mentions and chains of two annotators: `overlapping` pairs mentions that share words, `chains` as asked for.

    `chosen` are the mentions of each side that count, all if it is `None`; a pair counts if both of it do.
    """

    first: Side
    second: Side
    overlapping: Integers
    chains: Overlap
    chosen: tuple[Flags, Flags] | None = None


def compare(first: Side, second: Side, match: Match) -> TwoAnnotations:
    """Compare two annotations without duplicates; `match` says by which mentions their chains are compared."""
    overlapping = pair_mentions(first, second, "partial")
    twin = overlapping if match == "partial" else pair_mentions(first, second, match)
    return TwoAnnotations(first, second, overlapping, overlap(first, second, twin))


def pair_mentions(first: Side, second: Side, match: Match) -> Integers:
    """Pair mentions one to one: for each of the second annotator that of the first, -1 where there is none.

    `strict`: the same words. Else equal spans go first, and the others are paired so that the sum of shared words over
    mean length (Dice 1945) is greatest, as CEAF pairs chains (Luo 2005, phi4): of those that share any word
    (`partial`), or that have the same head (`head`; mentions of which no head is known are equal or nothing).
    Ties are broken by place, so that it makes no difference who is first. Zeros with known relations go first.

    Raises:
        CrowdedError: the mentions of a document overlap in too many pairs.
    """
    twin = closest(first, second, equal_spans(first, second))
    if match == "strict":
        return twin
    missed, spurious = unaligned(first, twin)
    require_few_pairs(first, second, missed, spurious)
    candidates = with_same_head if match == "head" else sharing
    (in_first, in_second), shared = candidates(first, second, missed, spurious)
    credit = 2 * shared / (first.lengths()[in_first] + second.lengths()[in_second])
    tie_breaker = (_mixed(first, in_first) * _mixed(second, in_second) % _PRIME) / _PRIME
    chosen = best(in_first, in_second, credit + _TIE * tie_breaker)
    twin[in_second[chosen]] = in_first[chosen]
    return twin


def _mixed(side: Side, mentions: Integers) -> Integers:
    """Number spans so that ties fall the same way in any order of annotators and documents."""
    length = side.end[mentions] - side.start[mentions]
    return (side.position[mentions] * 1_000_003 + length * 7_919 + 1) % _PRIME


# ---- measures


def _count_mentions(both: TwoAnnotations) -> Numbers:
    """Count by document the mentions of the first, of the second, equal and overlapping ones, and sum the credit.

    The credit of a pair is 2 |a & b| / (|a| + |b|) in words.
    """
    first, second = both.first, both.second
    every = np.ones(len(first.span_id), np.bool_), np.ones(len(second.span_id), np.bool_)
    first_chosen, second_chosen = both.chosen or every
    in_second = np.flatnonzero(both.overlapping >= 0)
    in_first = both.overlapping[in_second]
    counted = first_chosen[in_first] & second_chosen[in_second]
    in_first, in_second = in_first[counted], in_second[counted]
    credit = np.zeros(len(second.span_id))
    shared = shared_tokens(first, second, in_first, in_second)
    credit[in_second] = 2 * shared / (first.lengths()[in_first] + second.lengths()[in_second])
    equal = np.zeros(len(second.span_id), dtype=np.bool_)
    equal[in_second] = first.span_id[in_first] == second.span_id[in_second]
    return matrix(
        first.of_mentions(first_chosen),
        second.of_mentions(second_chosen),
        second.of_mentions(equal),
        second.of_mentions(credit > 0),
        second.of_mentions(credit),
    )


def _score_mentions(sums: Numbers) -> Numbers:
    """F1 of equal mentions, and with credit for overlap."""
    total = sums[..., 0] + sums[..., 1]
    return np.stack((divide(2 * sums[..., 2], total), divide(2 * sums[..., 4], total)), axis=-1)


def _count_alpha(both: TwoAnnotations, *, similarity: Similarity, union: bool) -> Numbers:
    in_first, in_second = marked_mentions(both.chains, union)
    pooled = units(both.chains, in_first, in_second)
    if both.chosen is None:
        return disagreement(pooled, similarity)
    of_first, of_second = (np.append(flags, True) for flags in both.chosen)  # the last stands for -1: not marked
    counted = of_first[in_first] & of_second[in_second]
    # where little is counted, as of a rare type, only the sets that it is in matter, and those in the whole
    near = counted.copy()
    for sets in pooled.sets:
        among = flagged(sets[counted], int(sets.max(initial=-1)) + 2)
        among[-1] = False
        near |= among[sets]
    selected = Units(pooled.documents, pooled.document[near], pooled.sets[:, near])
    return disagreement(selected, similarity, counted[near])


def _alpha(name: str, similarity: Similarity, union: bool) -> Measure[TwoAnnotations]:
    counting = partial(_count_alpha, similarity=similarity, union=union)
    return Measure(name, counting, alpha, "Passonneau 2004", parts=("value", "observed", "expected"))


def _chain_f1(measure: Measure[Overlap]) -> Measure[TwoAnnotations]:
    return Measure(measure.name, lambda both: measure.count(both.chains), measure.score, measure.source, measure.parts)


OF_MENTIONS: Mapping[str, Measure[TwoAnnotations]] = {
    "mentions": Measure(
        "mentions", _count_mentions, _score_mentions, "Hripcsak & Rothschild 2005", parts=("f1", "f1_partial")
    ),
    **{
        f"{prefix}_{name}": _alpha(f"{prefix}_{name}", similarity, union)
        for prefix, union in ALPHAS.items()
        for name, similarity in DISTANCES.items()
    },
}
"""The measures that can be limited to some mentions. F1 of mentions is what kappa tends to where most spans are no
mention for either annotator, which is why it needs no correction for chance (Hripcsak & Rothschild 2005)."""


@cache
def measures() -> Mapping[str, Measure[TwoAnnotations]]:
    """All measures of agreement."""
    by_name = chain_measures()
    return {**OF_MENTIONS, **{name: _chain_f1(by_name[name]) for name in CHAIN_MEASURES}}


# ---- counts


def count(both: TwoAnnotations) -> Counts:
    """The counts of all measures."""
    return count_each(measures().values(), both)


def count_by(both: TwoAnnotations, column: Literal["kind", "type"]) -> dict[str, Counts]:
    """The counts of `OF_MENTIONS` for each kind of mention or each entity type, where the corpora tell it.

    Where two mentions overlap, what is known of one holds for both.
    """
    first, second = both.first, both.second
    names = KINDS if column == "kind" else first.type_names
    codes = (first.kind, second.kind) if column == "kind" else (first.type, second.type)
    filled = codes[0].copy(), codes[1].copy()
    in_second = np.flatnonzero(both.overlapping >= 0)
    in_first = both.overlapping[in_second]
    filled[0][in_first] = np.where(codes[0][in_first] < 0, codes[1][in_second], codes[0][in_first])
    filled[1][in_second] = np.where(codes[1][in_second] < 0, codes[0][in_first], codes[1][in_second])
    chosen_by_name = {name: (filled[0] == code, filled[1] == code) for code, name in enumerate(names)}
    return {
        name: count_each(OF_MENTIONS.values(), replace(both, chosen=chosen))
        for name, chosen in chosen_by_name.items()
        if chosen[0].any() or chosen[1].any()
    }


def count_marks(texts: Sequence[MarkedChains]) -> Counts:
    """The counts of each alpha over equal spans, by what all annotators marked in each document."""
    counts = {}
    for prefix, union in ALPHAS.items():
        pooled = [_pool(marks, union) for marks in texts]
        for name, similarity in DISTANCES.items():
            counts[f"{prefix}_{name}"] = np.concatenate([disagreement(text, similarity) for text in pooled])
    return counts


def _pool(marks: MarkedChains, union: bool) -> Units:
    """Make units of the mentions that all annotators of a document marked, or any of them did."""
    spans = sorted(set().union(*marks) if union else set(marks[0]).intersection(*marks[1:]))
    sets: Integers = np.array([[chains.get(span, -1) for span in spans] for chains in marks], dtype=np.int64)
    return Units(1, np.zeros(len(spans), dtype=np.int64), sets.reshape(len(marks), -1))


# ---- the result


Values = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class AnnotatorFigures:
    """All figures that summed counts give, `None` where undefined.

    `mentions` counts those of the `first`, of the `second`, `equal` and `overlapping` ones, and has F1 without and with
    credit for overlap; `chains` the F1 of each measure; either is empty where it was not counted. By distance between
    sets, the alphas over mentions of all and over mentions of any have `value`, `observed` and `expected` disagreement,
    and `units`.
    """

    mentions: Values
    chains: Values
    alpha: Mapping[str, Values]
    alpha_union: Mapping[str, Values]


def summed(counts: Counts) -> AnnotatorFigures:
    """The figures of all documents."""
    return _figures({name: matrix.sum(axis=0) for name, matrix in counts.items()})


def _figures(sums: Mapping[str, Numbers]) -> AnnotatorFigures:
    values = {name: named(measures()[name], measures()[name].score(counts)) for name, counts in sums.items()}
    mentions: dict[str, float | None] = {}
    if "mentions" in sums:
        sizes = zip(("first", "second", "equal", "overlapping"), sums["mentions"].tolist(), strict=False)
        mentions = {**{name: int(size) for name, size in sizes}, **values["mentions"]}
    alphas = {
        prefix: {name: {**values[f"{prefix}_{name}"], "units": int(sums[f"{prefix}_{name}"][2])} for name in DISTANCES}
        for prefix in ALPHAS
    }
    chains = {name: values[name]["f1"] for name in CHAIN_MEASURES if name in values}
    return AnnotatorFigures(mentions, chains, **alphas)


@dataclass(frozen=True)
class Agreement:
    """The agreement of annotators, as counts (documents x statistics) from which all figures are computed.

    `names` are those of the annotators, `signature` says everything that shaped the figures, `disagreements` are rows
    for people to look at. `resamples` is the number of bootstrap samples; 0 means no intervals.

    `texts` are the documents as the first annotator has them, `marks` what each marked in each of them.

    Of two, `counts` has all measures, `by_kind` and `by_type` those of some mentions, and `zeros` counts those of each
    annotator. Of more, `counts` has the alphas of all together, and `pairs` the agreement of each pair, by their names.
    """

    names: tuple[str, ...]
    signature: str
    documents: tuple[str, ...]
    counts: Counts
    disagreements: tuple[Disagreement, ...] = ()
    by_kind: Mapping[str, Counts] = field(default_factory=dict)
    by_type: Mapping[str, Counts] = field(default_factory=dict)
    pairs: Mapping[tuple[str, str], "Agreement"] = field(default_factory=dict)
    texts: tuple[LocatedText, ...] = ()
    marks: tuple[MarkedChains, ...] = ()
    warnings: tuple[str, ...] = ()
    resamples: int = 0
    seed: int = 0
    zeros: tuple[int, ...] = ()

    @cached_property
    def majority(self) -> tuple[tuple[tuple[Span, ...], ...], ...]:
        """The chains of each document that most annotators have; of two, those that both have."""
        return tuple(map(majority, self.marks))

    def against_majority(self, annotator: int) -> AnnotatorFigures:
        """The figures of an annotator and the majority, over equal spans."""
        of_annotator, of_most = [], []
        for marks, agreed in zip(self.marks, self.majority, strict=True):
            chains: dict[int, list[Span]] = {}
            for span, chain in sorted(marks[annotator].items()):
                chains.setdefault(chain, []).append(span)
            of_annotator.append(columns(Clusters("", tuple(map(tuple, chains.values())))))
            of_most.append(columns(Clusters("", agreed)))
        return summed(count(compare(*stack(of_annotator, of_most), "strict")))

    @cached_property
    def intervals(self) -> dict[str, Numbers]:
        """The 95 % bootstrap interval of each part of each measure (2 x parts); none where there is one document."""
        if self.resamples == 0 or len(self.documents) < 2:
            return {}
        drawn = draws(len(blocks(self.counts["alpha_masi"])), self.resamples, self.seed)
        samples = {name: drawn @ blocks(counts) for name, counts in self.counts.items()}
        return {name: intervals(measures()[name].score(sums)) for name, sums in samples.items()}

    def figures(self, document: int | None = None) -> AnnotatorFigures:
        """The figures of a document, or of all."""
        if document is None:
            return summed(self.counts)
        return _figures({name: counts[document] for name, counts in self.counts.items()})

    def interval(self, measure: str, part: str) -> tuple[float, float] | None:
        """The ends of the interval of one of the main parts of a measure, if it has one."""
        if measure not in self.intervals or part not in _MAIN_PARTS:
            return None
        low, high = self.intervals[measure][:, measures()[measure].parts.index(part)].tolist()
        return (low, high) if low == low else None
