"""Agreement of two annotators of the same texts, in mentions and in chains. Neither is the key: both count alike."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Literal

import numpy as np

from anaphora.workbench.agreement.alpha import DISTANCES, Similarity, alpha, disagreement, units
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
from anaphora.workbench.chains.overlap import KINDS, Overlap, Side, equal_spans, overlap
from anaphora.workbench.key import Match
from anaphora.workbench.measures import Measure, chain_measures, count_each, divide, matrix, named
from anaphora.workbench.statistics.resampling import blocks, draws, intervals

CHAIN_MEASURES = ("muc", "b_cubed", "ceaf_e", "lea", "blanc_luo", "conll")
"""Those whose F1 is the same whoever comes first; `blanc` is not, where one annotator has links of one kind only."""
_PRIME = 2**31 - 1
_TIE = 1e-9
_MAIN_PARTS = ("f1", "f1_partial", "value")


@dataclass(frozen=True, slots=True)
class Evidence:
    """Mentions and chains of both annotators: `overlapping` pairs mentions that share words, `chains` as asked for.

    `chosen` are the mentions of each side that count, all if it is `None`; a pair counts if both of it do.
    """

    first: Side
    second: Side
    overlapping: Integers
    chains: Overlap
    chosen: tuple[Flags, Flags] | None = None


def evidence(first: Side, second: Side, match: Match) -> Evidence:
    """Compare two annotations without duplicates; `match` says by which mentions their chains are compared."""
    overlapping = pair_mentions(first, second, "partial")
    twin = overlapping if match == "partial" else pair_mentions(first, second, match)
    return Evidence(first, second, overlapping, overlap(first, second, twin))


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


def _count_mentions(evidence: Evidence) -> Numbers:
    """Count by document the mentions of the first, of the second, equal and overlapping ones, and sum the credit.

    The credit of a pair is 2 |a & b| / (|a| + |b|) in words.
    """
    first, second = evidence.first, evidence.second
    every = np.ones(len(first.span_id), np.bool_), np.ones(len(second.span_id), np.bool_)
    first_chosen, second_chosen = evidence.chosen or every
    in_second = np.flatnonzero(evidence.overlapping >= 0)
    in_first = evidence.overlapping[in_second]
    both = first_chosen[in_first] & second_chosen[in_second]
    in_first, in_second = in_first[both], in_second[both]
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


def _count_alpha(evidence: Evidence, *, similarity: Similarity, union: bool) -> Numbers:
    pooled = units(evidence.chains, union)
    if evidence.chosen is None:
        return disagreement(pooled, similarity)
    of_first, of_second = (np.append(flags, True) for flags in evidence.chosen)  # the last stands for -1: not marked
    counted = of_first[pooled.first_mention] & of_second[pooled.second_mention]
    # where little is counted, as of a rare type, only the sets that it is in matter, and those in the whole
    near = counted | _among(pooled.first, counted) | _among(pooled.second, counted)
    return disagreement(pooled.select(near), similarity, counted[near])


def _among(sets: Integers, counted: Flags) -> Flags:
    """Return which units share a set with a counted unit."""
    among = flagged(sets[counted], int(sets.max(initial=-1)) + 2)
    among[-1] = False
    return np.asarray(among[sets])


def _alpha(name: str, distance: str, union: bool) -> Measure[Evidence]:
    counting = partial(_count_alpha, similarity=DISTANCES[distance], union=union)
    return Measure(name, counting, alpha, "Passonneau 2004", parts=("value", "observed", "expected"))


def _count_chains(evidence: Evidence, *, measure: Measure[Overlap]) -> Numbers:
    return measure.count(evidence.chains)


def _chain_f1(measure: Measure[Overlap]) -> Measure[Evidence]:
    counting = partial(_count_chains, measure=measure)
    return Measure(measure.name, counting, measure.score, measure.source, measure.parts)


OF_MENTIONS: Mapping[str, Measure[Evidence]] = {
    "mentions": Measure(
        "mentions", _count_mentions, _score_mentions, "Hripcsak & Rothschild 2005", parts=("f1", "f1_partial")
    ),
    **{f"alpha_{name}": _alpha(f"alpha_{name}", name, union=False) for name in DISTANCES},
    **{f"alpha_union_{name}": _alpha(f"alpha_union_{name}", name, union=True) for name in DISTANCES},
}
"""The measures that can be limited to some mentions. F1 of mentions is what kappa tends to where most spans are no
mention for either annotator, which is why it needs no correction for chance (Hripcsak & Rothschild 2005)."""


@cache
def measures() -> Mapping[str, Measure[Evidence]]:
    """All measures of agreement."""
    by_name = chain_measures()
    return {**OF_MENTIONS, **{name: _chain_f1(by_name[name]) for name in CHAIN_MEASURES}}


def categories(
    evidence: Evidence, column: Literal["kind", "type"], names: Sequence[str]
) -> dict[str, tuple[Flags, Flags]]:
    """The mentions of both sides by what `column` (`kind` or `type`) says of them, for each name that occurs.

    Where two mentions overlap, what is known of one holds for both.
    """
    first, second = evidence.first, evidence.second
    codes = (first.kind, second.kind) if column == "kind" else (first.type, second.type)
    filled = codes[0].copy(), codes[1].copy()
    in_second = np.flatnonzero(evidence.overlapping >= 0)
    in_first = evidence.overlapping[in_second]
    filled[0][in_first] = np.where(codes[0][in_first] < 0, codes[1][in_second], codes[0][in_first])
    filled[1][in_second] = np.where(codes[1][in_second] < 0, codes[0][in_first], codes[1][in_second])
    chosen_by_name = {name: (filled[0] == code, filled[1] == code) for code, name in enumerate(names)}
    return {name: chosen for name, chosen in chosen_by_name.items() if chosen[0].any() or chosen[1].any()}


Counts = Mapping[str, Numbers]


def count(evidence: Evidence) -> Counts:
    """The counts of all measures, documents x statistics, by their names."""
    return count_each(measures().values(), evidence)


def count_by(evidence: Evidence, column: Literal["kind", "type"]) -> dict[str, Counts]:
    """The counts of `OF_MENTIONS` for each kind of mention or each entity type, where the corpora tell it."""
    names = KINDS if column == "kind" else evidence.first.type_names
    return {
        name: count_each(OF_MENTIONS.values(), replace(evidence, chosen=chosen))
        for name, chosen in categories(evidence, column, names).items()
    }


@dataclass(frozen=True, slots=True)
class MarkedMention:
    """A mention of an annotator as people read it; for one part of a chain also how many `mentions` are shared."""

    text: str
    start: int
    end: int
    mentions: int | None = None


@dataclass(frozen=True, slots=True)
class DescribedDisagreement:
    """A disagreement in a document: `what` is its kind, and there are the mentions (or chains) of both."""

    document: str
    what: str
    first: tuple[MarkedMention, ...]
    second: tuple[MarkedMention, ...]


@dataclass(frozen=True)
class Agreement:
    """The agreement of two annotators, as counts (documents x statistics) from which all figures are computed.

    `names` are those of the annotators, `signature` says everything that shaped the figures, `disagreements` are rows
    for people to look at. `resamples` is the number of bootstrap samples; 0 means no intervals. `zeros` counts those of
    each annotator.
    """

    names: tuple[str, str]
    signature: str
    documents: tuple[str, ...]
    counts: Counts
    by_kind: Mapping[str, Counts]
    by_type: Mapping[str, Counts]
    disagreements: tuple[DescribedDisagreement, ...]
    warnings: tuple[str, ...] = ()
    resamples: int = 0
    seed: int = 0
    zeros: tuple[int, int] = (0, 0)

    @cached_property
    def intervals(self) -> dict[str, Numbers]:
        """The 95 % bootstrap interval of each part of each measure (2 x parts); none where there is one document."""
        if self.resamples == 0 or len(self.documents) < 2:
            return {}
        drawn = draws(len(blocks(self.counts["mentions"])), self.resamples, self.seed)
        samples = {name: drawn @ blocks(counts) for name, counts in self.counts.items()}
        return {name: intervals(measures()[name].score(sums)) for name, sums in samples.items()}

    def figures(self, document: int | None = None) -> "Figures":
        """The figures of a document, or of all."""
        if document is None:
            return summed(self.counts)
        return figures({name: counts[document] for name, counts in self.counts.items()})

    def interval(self, measure: str, part: str) -> tuple[float, float] | None:
        """The ends of the interval of one of the main parts of a measure, if it has one."""
        if measure not in self.intervals or part not in _MAIN_PARTS:
            return None
        low, high = self.intervals[measure][:, measures()[measure].parts.index(part)].tolist()
        return (low, high) if low == low else None


Values = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures that summed counts give, `None` where undefined.

    `mentions` counts those of the `first`, of the `second`, `equal` and `overlapping` ones, and has F1 without and with
    credit for overlap; `chains` the F1 of each measure, empty where chains were not counted. By distance between sets,
    the alphas over mentions of both and over mentions of either have `value`, `observed` and `expected` disagreement,
    and `units`.
    """

    mentions: Values
    chains: Values
    alpha: Mapping[str, Values]
    alpha_union: Mapping[str, Values]


def summed(counts: Counts) -> Figures:
    """The figures of all documents."""
    return figures({name: matrix.sum(axis=0) for name, matrix in counts.items()})


def figures(sums: Mapping[str, Numbers]) -> Figures:
    """The figures that summed counts give."""
    values = {name: named(measures()[name], measures()[name].score(counts)) for name, counts in sums.items()}
    sizes = zip(("first", "second", "equal", "overlapping"), sums["mentions"].tolist(), strict=False)
    alpha, union = (
        {name: {**values[f"{prefix}_{name}"], "units": int(sums[f"{prefix}_{name}"][2])} for name in DISTANCES}
        for prefix in ("alpha", "alpha_union")
    )
    return Figures(
        mentions={**{name: int(size) for name, size in sizes}, **values["mentions"]},
        chains={name: values[name]["f1"] for name in CHAIN_MEASURES if name in values},
        alpha=alpha,
        alpha_union=union,
    )


What = Literal["only_first", "only_second", "boundaries", "split", "merged"]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One difference: `first` and `second` are mentions (rows) of each annotator.

    A mention that only one of them has, `only_first` or `only_second`; two that share words but not both
    `boundaries`; a chain of the first that is `split` over several of the second, or several of the first `merged` in
    one of the second. A chain is shown by its most telling mention; `shared` tells how many mentions it has in common
    with the chain on the other side, part by part.
    """

    what: What
    document: int
    first: tuple[int, ...]
    second: tuple[int, ...]
    shared: tuple[int, ...] = ()


def disagreements(evidence: Evidence) -> list[Disagreement]:
    """All differences in the order of the texts."""
    listed = [*_of_mentions(evidence), *_of_chains(evidence)]
    return sorted(listed, key=lambda difference: (difference.document, _place(evidence, difference), difference.what))


def _place(evidence: Evidence, difference: Disagreement) -> int:
    starts = [*evidence.first.start[list(difference.first)], *evidence.second.start[list(difference.second)]]
    return int(min(starts))


def _of_mentions(evidence: Evidence) -> Iterator[Disagreement]:
    first = evidence.first
    second = evidence.second
    twin = evidence.overlapping.tolist()
    for in_first in sorted(set(range(len(first.span_id))) - set(twin)):
        yield Disagreement("only_first", int(first.document[in_first]), (in_first,), ())
    for in_second, in_first in enumerate(twin):
        document = int(second.document[in_second])
        if in_first < 0:
            yield Disagreement("only_second", document, (), (in_second,))
        elif first.span_id[in_first] != second.span_id[in_second]:
            yield Disagreement("boundaries", document, (in_first,), (in_second,))


def _of_chains(evidence: Evidence) -> Iterator[Disagreement]:
    chains = evidence.chains
    of_first, of_second = telling(chains.key), telling(chains.response)
    for chain, cells in _several(chains.row):
        document = int(chains.key.chain_document[chain])
        parts = tuple(of_second[chains.column[cells]].tolist())
        yield Disagreement("split", document, (int(of_first[chain]),), parts, tuple(chains.shared[cells].tolist()))
    for chain, cells in _several(chains.column):
        document = int(chains.response.chain_document[chain])
        parts = tuple(of_first[chains.row[cells]].tolist())
        yield Disagreement("merged", document, parts, (int(of_second[chain]),), tuple(chains.shared[cells].tolist()))


def _several(groups: Integers) -> Iterator[tuple[int, Integers]]:
    """The numbers that occur more than once, with their places."""
    order = np.argsort(groups, kind="stable")
    numbers, starts = np.unique(groups[order], return_index=True)
    for number, places in zip(numbers.tolist(), np.split(order, starts[1:]), strict=False):
        if len(places) > 1:
            yield number, places


def telling(side: Side) -> Integers:
    """The mention that stands for each chain: its first name, else nominal (or unknown kind), else pronoun."""
    rank = np.where(side.kind < 0, KINDS.index("nominal"), side.kind)
    order = np.lexsort((rank, side.chain))
    chain, first = np.unique(side.chain[order], return_index=True)
    mention = np.full(len(side.chain_document), -1)
    mention[chain] = order[first]
    return mention
