"""Success rates on anaphors far apart from each other, which may count as independent: a check of the main result.

Mitkov 2001, section 7, asks for samples without two anaphors within 100 sentences of each other. One such sample throws
nearly everything away and depends on chance, so many are drawn and put together (within-cluster resampling, Hoffman,
Sen & Weinberg 2001; multiple outputation, Follmann, Proschan & Leifer 2003).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from anaphora.workbench.arrays import Flags, Integers, Numbers
from anaphora.workbench.errors import OptionError
from anaphora.workbench.statistics.significance import cluster_t

_NOTHING = 1e-12  # what rounding leaves of a variance of 0


@dataclass(frozen=True, slots=True)
class Sample:
    """A request: samples of anaphors at least `gap` sentences apart within each document, `repeats` times."""

    gap: int = 100
    repeats: int = 1000
    seed: int = 0


@dataclass(frozen=True, slots=True)
class SpacedEstimate:
    """The value over all samples, and its 95 % t interval with documents as clusters.

    There is none for a single document, nor where documents do not differ.
    """

    value: float
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class SpacedEstimates:
    """The results of the samples: the mean number of anaphors in one, the success rates, the differences by pair."""

    anaphors: float
    rates: tuple[SpacedEstimate, ...]
    differences: dict[tuple[int, int], SpacedEstimate]


def parse_sample(given: str, repeats: int, seed: int) -> Sample:
    """The sample that `gap=100` asks for.

    Raises:
        OptionError: it asks for something else, or for no gap.
    """
    match = re.fullmatch(r"gap=([1-9][0-9]{0,8})", given)
    if not match:
        problem = f"There is no sample {given!r}. Write gap=100 for anaphors at least 100 sentences apart."
        raise OptionError(problem, code="unknown-sample")
    return Sample(int(match[1]), repeats, seed)


def estimate_spaced(documents: Sequence[tuple[Integers, Numbers]], sample: Sample) -> SpacedEstimates | None:
    """The rates and differences over samples; `None` without anaphors.

    For each document come the sentence of each anaphor, and anaphors x resolvers, 1 for a right answer. The seed and
    the number of a document decide what is drawn of it.
    """
    filled = [(sentences, right) for sentences, right in documents if len(sentences)]
    if not filled:
        return None
    shares = [
        draw_spaced(sentences, sample, np.random.default_rng([sample.seed, number])).mean(axis=0)
        for number, (sentences, _) in enumerate(filled)
    ]
    totals = np.array([share.sum() for share in shares])
    rights = np.array([share @ right for share, (_, right) in zip(shares, filled, strict=True)]).T
    return SpacedEstimates(
        anaphors=float(totals.sum()),
        rates=tuple(_estimate(right, totals, 0.0) for right in rights),
        differences={
            (first, second): _estimate(rights[first] - rights[second], totals, -1.0)
            for first, second in combinations(range(len(rights)), 2)
        },
    )


def draw_spaced(sentences: Integers, sample: Sample, random: np.random.Generator) -> Flags:
    """Draw the anaphors of a document that each sample takes: samples x anaphors.

    They are taken in random order, each that is far enough from those taken before, until none is left.
    """
    order = random.random((sample.repeats, len(sentences)))
    taken = np.zeros(order.shape, bool)
    unfinished = np.arange(sample.repeats)
    while len(unfinished):
        first = order[unfinished].argmin(axis=1)
        taken[unfinished, first] = True
        near = np.abs(sentences - sentences[first][:, np.newaxis]) < sample.gap
        order[unfinished] = np.where(near, np.inf, order[unfinished])
        unfinished = unfinished[np.isfinite(order[unfinished]).any(axis=1)]
    return taken


def _estimate(sums: Numbers, totals: Numbers, least: float) -> SpacedEstimate:
    """SpacedEstimate a rate from `sums` and `totals`, one entry a document; its interval is cut at `least` and 1."""
    value = float(sums.sum() / totals.sum())
    if len(totals) < 2:
        return SpacedEstimate(value, None)
    (low, high), error = cluster_t(sums, totals)
    return SpacedEstimate(value, (max(least, low), min(1.0, high)) if error > _NOTHING else None)
