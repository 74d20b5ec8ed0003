"""Paired randomisation: small cases counted by hand or by enumeration, and how often tests are right in simulations.

The simulations would show the known mistakes of other tools: `>` instead of `>=`, one-sided probabilities, a correction
that lets too many false alarms through.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from anaphora.workbench.arrays import Integers, Numbers
from anaphora.workbench.measures import ratio, recall_precision
from anaphora.workbench.statistics import ALPHA
from anaphora.workbench.statistics.significance import (
    EXACT_UP_TO,
    Combination,
    Exchanges,
    FamilyTests,
    exchanges,
    identified,
    max_t,
    max_t_of_scores,
    one_sided,
    partial_conjunction,
    replicated,
)

ALL_OF_THREE = exchanges(3, 0, 0)[0]


def total(sums: Numbers) -> Numbers:
    """The number of right answers itself, as a score."""
    return sums[..., 0]


def column(*right: float) -> Numbers:
    """Counts of one statistic, a document each."""
    return np.array(right, dtype=np.float64)[:, np.newaxis]


def f1_score(sums: Numbers) -> Numbers:
    """F1 alone of recall, precision and F1."""
    return recall_precision(sums)[..., 2]


def p_of(differences: Numbers, swaps: Exchanges) -> float:
    """How likely the summed differences between two systems are by chance."""
    return float(max_t_of_scores([(differences, np.zeros_like(differences))], swaps, total).p[0])


def test_all_exchanges_are_tried_for_few_documents() -> None:
    for documents in (1, 3, EXACT_UP_TO):
        found, exact = exchanges(documents, 10, seed=0)
        assert exact
        assert {tuple(row) for row in found.tolist()} == set(product((0, 1), repeat=documents))
        assert len(found) == 2**documents


def test_exchanges_of_many_documents_are_drawn() -> None:
    """The first is what was observed; no p is 0."""
    found, exact = exchanges(EXACT_UP_TO + 1, 2000, seed=3)

    assert not exact
    assert found.shape == (2001, EXACT_UP_TO + 1)
    assert not found[0].any()
    assert set(np.unique(found)) == {0, 1}
    assert found.mean(axis=0) == pytest.approx(np.full(EXACT_UP_TO + 1, 0.5), abs=0.05)
    assert np.array_equal(found, exchanges(EXACT_UP_TO + 1, 2000, seed=3)[0])
    assert not np.array_equal(found, exchanges(EXACT_UP_TO + 1, 2000, seed=4)[0])
    assert p_of(column(*[1] * 40), exchanges(40, 999, seed=0)[0]) == 1 / 1000


def test_p_of_three_documents_counts_the_exchanges_as_large() -> None:
    expected = {
        (3, 2, 1): 2 / 8,  # nothing but all or none exchanged gives 6 or -6
        (3, 2, -1): 4 / 8,  # sums are 4, -4, 2, -2, 6, -6, 0, 0: those as large as 4
        (2, 1, 1): 2 / 8,
        (1, 1, -1): 8 / 8,  # 1, -1, 3 or -3: none is smaller than 1
        (1, 0, 0): 8 / 8,
        (5, -2, -3): 8 / 8,  # the sum is 0
    }

    assert {differences: p_of(column(*differences), ALL_OF_THREE) for differences in expected} == expected


def test_p_counts_differences_that_are_equal_but_for_rounding() -> None:
    """0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1 in floating point, and (0.3, 0.2, 0.1) has p = 1/4."""
    for differences in product((0.1, 0.2, 0.3), repeat=3):
        sums = [sum((Fraction(str(d)) * sign for d, sign in zip(differences, signs, strict=True)), Fraction(0))
                for signs in product((1, -1), repeat=3)]  # fmt: skip
        as_large = sum(abs(it) >= abs(sums[0]) for it in sums)

        assert p_of(column(*differences), ALL_OF_THREE) == as_large / 8


def test_identical_systems_and_those_that_are_right_in_different_places_have_p_1() -> None:
    for documents in (3, 40):
        counts = np.random.default_rng(0).random((documents, 4))
        tested = max_t_of_scores([(counts, counts.copy())], exchanges(documents, 100, seed=0)[0], f1_score)
        assert (tested.difference.tolist(), tested.p.tolist(), tested.p_adjusted.tolist()) == ([0], [1], [1])

    tested = max_t_of_scores([(column(1, 0, 1, 0), column(0, 1, 0, 1))], exchanges(4, 0, seed=0)[0], total)
    assert (tested.difference.tolist(), tested.p.tolist()) == ([0], [1])


FEW = settings(max_examples=20)
COUNTS = st.tuples(*[st.integers(0, 6)] * 4).map(lambda it: (min(it[0], it[1]), it[1], min(it[2], it[3]), it[3]))
SYSTEMS = st.lists(st.tuples(COUNTS, COUNTS), min_size=1, max_size=5)


def f1(rows: list[tuple[int, ...]]) -> Fraction:
    """F1 of summed counts, 0 where it is undefined."""
    sums = [sum(it) for it in zip(*rows, strict=True)]
    recall, precision = (Fraction(a, b) if b else Fraction(0) for a, b in (sums[:2], sums[2:]))
    return 2 * recall * precision / (recall + precision) if recall + precision else Fraction(0)


def as_matrices(systems: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> tuple[Numbers, Numbers]:
    one, other = (np.array([pair[at] for pair in systems], dtype=np.float64) for at in (0, 1))
    return one, other


@FEW
@given(SYSTEMS)
def test_p_of_f1_is_that_of_scoring_every_exchange_anew(systems: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> None:
    """It is two-sided: the same whichever system comes first."""
    observed = f1([one for one, _ in systems]) - f1([other for _, other in systems])
    tried = []
    for swapped in product((False, True), repeat=len(systems)):
        sides = [pair[::-1] if swap else pair for pair, swap in zip(systems, swapped, strict=True)]
        tried.append(f1([one for one, _ in sides]) - f1([other for _, other in sides]))

    swaps = exchanges(len(systems), 0, seed=0)[0]
    there = max_t_of_scores([as_matrices(systems)], swaps, f1_score)
    back = max_t_of_scores([as_matrices(systems)[::-1]], swaps, f1_score)

    assert there.difference[0] == pytest.approx(float(observed))
    assert there.p[0] == sum(abs(it) >= abs(observed) for it in tried) / len(tried)
    assert back.difference == pytest.approx(-there.difference)
    assert back.p.tolist() == there.p.tolist()


def test_what_is_undefined_counts_as_0() -> None:
    """The first system is right in all of three documents, the second gives no answer, so that 0/0 is its rate."""
    one, other = np.array([[2.0, 2.0]] * 3), np.zeros((3, 2))

    tested = max_t_of_scores([(one, other)], ALL_OF_THREE, lambda sums: ratio(sums)[..., 0])

    assert (tested.difference.tolist(), tested.p.tolist()) == ([1], [2 / 8])


def rejected(corpora: Numbers) -> float:
    """The share of corpora in which the two systems differ at the level of 5 %."""
    swaps, _ = exchanges(corpora.shape[1], 400, seed=21)
    return float(np.mean([p_of(it[:, np.newaxis], swaps) <= 0.05 for it in corpora]))


def test_systems_differ_in_5_per_cent_of_corpora_by_chance_and_in_most_where_one_is_better() -> None:
    """Differences of 50 documents of one anaphor, or of any size in 30 documents.

    With few different sums many tie; to count only larger ones would reject 12 %.
    """
    random = np.random.default_rng(22)

    def simulated(corpora: int, discordant: float, better: float) -> Numbers:
        signs = np.where(random.random((corpora, 50)) < better, 1.0, -1.0)
        return signs * (random.random((corpora, 50)) < discordant)

    assert 0.015 <= rejected(simulated(1000, discordant=0.2, better=0.5)) <= 0.055
    assert rejected(random.normal(size=(1000, 30)) * np.linspace(0.1, 3, 30)) == pytest.approx(0.05, abs=0.018)
    assert rejected(simulated(200, discordant=0.4, better=0.9)) > 0.95
    assert rejected(simulated(200, discordant=0.4, better=0.1)) > 0.95


def test_documents_that_all_agree_have_the_smallest_p() -> None:
    """Of six only all plus and all minus are as large, 2 of 64; 40 are flipped at random 10,000 times."""
    many = max_t(np.full((40, 1), 1.0), seed=0)

    assert max_t(np.full((6, 1), 2.0), seed=0).p.tolist() == [2 / 64]
    assert (many.p.tolist(), many.p_adjusted.tolist()) == ([1 / 10_001], [1 / 10_001])


def test_two_pairs_in_three_documents_by_hand() -> None:
    """The sums of the first are 2, 4, 0 and 2 over root 6, those of the second 5, 1, 3 and 1 over 3, and negated.

    The second pair, 1.667, is reached by nothing else: 2/8, not 4/8 as by Holm. The first, 0.816, is compared with its
    own sums alone: 6/8. With all pairs (single-step), the 3 of the second would count, too: 8/8.
    """
    tested = max_t(np.array([[2.0, 2.0], [1.0, 1.0], [-1.0, 2.0]]), seed=0)

    assert tested.difference.tolist() == [2, 5]
    assert tested.p.tolist() == [6 / 8, 2 / 8]
    assert tested.p_adjusted.tolist() == [6 / 8, 2 / 8]


FAMILIES = arrays(np.int64, st.tuples(st.integers(1, 6), st.integers(1, 4)), elements=st.integers(-3, 3))


def enumerated(differences: Integers) -> tuple[list[float], list[float]]:
    """P alone and adjusted of each pair from their definitions, every change of signs at a time."""
    scale = [max(1.0, float(np.linalg.norm(pair))) for pair in differences.T]
    tried = [
        [abs(float(np.dot(signs, pair))) / norm + 1e-9 for pair, norm in zip(differences.T, scale, strict=True)]
        for signs in product((1, -1), repeat=len(differences))
    ]
    observed = [value - 1e-9 for value in tried[0]]

    def share(pairs: list[int], level: float) -> float:
        return sum(max(row[pair] for pair in pairs) >= level for row in tried) / len(tried)

    numbers = range(len(observed))
    first = [share([pair for pair in numbers if observed[pair] <= tried[0][step]], observed[step]) for step in numbers]
    alone = [share([pair], observed[pair]) for pair in numbers]
    adjusted = [max(first[step] for step in numbers if tried[0][step] >= observed[pair]) for pair in numbers]
    return alone, adjusted


@FEW
@given(FAMILIES, st.randoms(use_true_random=False))
def test_a_family_is_tested_as_by_enumeration_in_any_order(differences: Integers, random: Random) -> None:
    """And as a score that is a sum: over all flips its standard deviation is the root of the sum of squares."""
    counts = differences.astype(np.float64)
    documents, pairs = (random.sample(range(size), size) for size in differences.shape)
    tested = max_t(counts, seed=0)
    mixed = max_t(-counts[documents][:, pairs], seed=0)
    sides = [(pair[:, np.newaxis], np.zeros((len(pair), 1))) for pair in counts.T]
    scored = max_t_of_scores(sides, exchanges(len(counts), 0, seed=0)[0], total)
    alone, adjusted = enumerated(differences)

    assert tested.p.tolist() == pytest.approx(alone)
    assert tested.p_adjusted.tolist() == pytest.approx(adjusted)
    assert (mixed.p.tolist(), mixed.p_adjusted.tolist()) == (
        tested.p[pairs].tolist(),
        tested.p_adjusted[pairs].tolist(),
    )
    assert (scored.p.tolist(), scored.p_adjusted.tolist()) == (tested.p.tolist(), tested.p_adjusted.tolist())


def test_the_order_of_pairs_does_not_matter_where_flips_are_drawn() -> None:
    differences = np.random.default_rng(3).normal(0.2, 1, (30, 8))
    there, back = max_t(differences, seed=5), max_t(differences[:, ::-1], seed=5)

    assert back.p_adjusted.tolist() == there.p_adjusted[::-1].tolist()
    assert (there.p <= there.p_adjusted).all()


def test_no_pair_and_no_difference() -> None:
    tested = max_t(np.array([[0.0, 1.0]] * 20), seed=0)

    assert max_t(np.zeros((7, 0)), seed=0).p_adjusted.tolist() == []
    assert max_t(np.zeros((0, 2)), seed=0).p_adjusted.tolist() == [1, 1]
    assert (tested.p[0], tested.p_adjusted[0]) == (1, 1)


RESOLVERS = 6
PAIRS = list(combinations(range(RESOLVERS), 2))


def families(corpora: int, better: Sequence[float]) -> Iterator[FamilyTests]:
    """Tests of six resolvers on corpora of 12 documents with 20 to 90 anaphors each.

    Documents differ in how hard they are, and in how well each resolver fares in them: anaphors are clustered. `better`
    is added to the log odds of each resolver.
    """
    random = np.random.default_rng(31)
    for _ in range(corpora):
        anaphors = random.integers(20, 91, (12, 1))
        odds = random.normal(0, 0.6, (12, 1)) + random.normal(0, 0.4, (12, RESOLVERS)) + np.asarray(better)
        right = random.binomial(anaphors, 1 / (1 + np.exp(-odds))).astype(np.float64)
        yield max_t(np.array([right[:, first] - right[:, second] for first, second in PAIRS]).T, seed=0)


@pytest.mark.parametrize("corpora", [120, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("better", [[0] * RESOLVERS, [0, 0, 0, 1, 1, 2]])
def test_equal_resolvers_differ_somewhere_in_5_per_cent_of_corpora_by_chance(corpora: int, better: list[int]) -> None:
    """Uncorrected, a third would be false; fewer are where other resolvers do differ."""
    equal = [better[first] == better[second] for first, second in PAIRS]
    false = np.mean([(tested.p_adjusted[equal] < ALPHA).any() for tested in families(corpora, better)])

    noise = 3 * (ALPHA * (1 - ALPHA) / corpora) ** 0.5
    assert (0 if any(better) else ALPHA - noise) <= false <= ALPHA + noise


def holm(probabilities: Numbers) -> Numbers:
    """Adjusted for their number (Holm 1979)."""
    order = np.argsort(probabilities, kind="stable")
    factors = np.arange(len(probabilities), 0, -1)
    adjusted = np.empty(len(probabilities))
    adjusted[order] = np.maximum.accumulate(np.minimum(1.0, factors * probabilities[order]))
    return adjusted


def test_more_true_differences_are_found_than_by_holm() -> None:
    """Of the same p, whose smallest is 2 / 4096."""
    found, by_holm = 0, 0
    for tested in families(60, [0, 0.2, 0.4, 0.6, 0.8, 1.0]):
        found += int((tested.p_adjusted < ALPHA).sum())
        by_holm += int((holm(tested.p) < ALPHA).sum())

    assert found > 1.15 * by_holm


LEVEL = 0.025


def test_combined_p_of_so_many_datasets_by_hand() -> None:
    """Bonferroni takes the least p of those that are left, and the p of more datasets is never less.

    N = 3: u = 1: 3 x 0.01, u = 2: 2 x 0.02, u = 3: 1 x 0.5; then 3 x 0.03 = 0.09, 2 x 0.03 = 0.06, raised to 0.09.
    Fisher adds the logarithms of those that are left: with two degrees of freedom P(chi2 >= -2 ln p) is p; with four
    P(chi2 >= x) is exp(-x / 2) (1 + x / 2).
    """
    both = 0.1 * 0.2

    assert partial_conjunction([0.5, 0.01, 0.02], "bonferroni") == pytest.approx([0.03, 0.04, 0.5])
    assert partial_conjunction([0.03, 0.03, 0.9], "bonferroni") == pytest.approx([0.09, 0.09, 0.9])
    assert partial_conjunction([0.2, 0.1], "fisher") == pytest.approx([both * (1 - np.log(both)), 0.2])


def test_replicated_counts_the_datasets_and_holm_names_as_many() -> None:
    """A p against the direction of the difference says nothing."""
    p = [0.004, 0.9, 0.001, 0.02]  # 4 x 0.001, 3 x 0.004, 2 x 0.02

    assert replicated(p, 0.025, "bonferroni") == 2
    assert identified(p, 0.025) == [0, 2]
    assert replicated(p, 0.05, "bonferroni") == 3
    assert (one_sided(0.1, 0.04), one_sided(-0.1, 0.04), one_sided(0.0, 1.0)) == (0.02, 1.0, 1.0)


def claimed(runs: int, datasets: int, different: int, combination: Combination) -> Numbers:
    """On how many datasets each run claims that the first system is better; truly it is on the first `different`."""
    random = np.random.default_rng(different)
    truth = np.where(np.arange(datasets) < different, 0.06, 0.0)
    values = random.normal(truth[:, np.newaxis, np.newaxis], 0.05, (datasets, 20, runs))
    tested = [max_t(differences, seed=number, resamples=2_000) for number, differences in enumerate(values)]
    p = [[one_sided(*pair) for pair in zip(part.difference, part.p, strict=True)] for part in tested]
    return np.array([replicated(column, LEVEL, combination) for column in zip(*p, strict=True)])


@pytest.mark.parametrize("combination", ["bonferroni", "fisher"])
@pytest.mark.parametrize("different", [0, 4])
@pytest.mark.parametrize("runs", [60, pytest.param(1_000, marks=pytest.mark.slow)])
def test_too_many_datasets_are_claimed_no_more_often_than_the_level(
    runs: int, different: int, combination: Combination
) -> None:
    found = claimed(runs, 12, different, combination)

    noise = 3 * (LEVEL * (1 - LEVEL) / runs) ** 0.5
    assert np.mean(found > different) <= LEVEL + noise
    assert different - 1 <= np.median(found) <= different  # and they are found
