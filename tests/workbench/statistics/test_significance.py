"""Expected values: worked out by hand, by enumeration, or from the papers and tables that the names say.

Simulations say how often tests of families are right; they would show the known mistakes of other tools: `>` instead of
`>=`, one-sided probabilities, a correction that lets too many false alarms through.
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
from anaphora.workbench.statistics import ALPHA, MIN_DOCUMENTS
from anaphora.workbench.statistics.significance import (
    EXACT_UP_TO,
    Combination,
    Exchanges,
    FamilyTests,
    Sample,
    cluster_t,
    detectable,
    difference,
    draw_spaced,
    equal_within,
    estimate_spaced,
    exchanges,
    identified,
    interval,
    intraclass_correlation,
    max_t,
    max_t_of_scores,
    mcnemar,
    needed,
    one_sided,
    parse_sample,
    partial_conjunction,
    replicated,
)
from tests.refused import raises


def test_mcnemar_is_that_of_the_binomial() -> None:
    """The mid p counts the observed table half: (5, 0) twice 1/32 less 1/32, (1, 1) one less half of 2/4.

    z = (600 - 1) / sqrt(20,600), 4.17, is near the exact test of many anaphors.
    """
    exact = {(18, 3): 0.0015, (29, 14): 0.032, (5, 0): 0.0625, (0, 5): 0.0625, (0, 0): 1.0, (4, 4): 1.0}

    assert {cells: mcnemar(*cells)[0] for cells in exact} == pytest.approx(exact, abs=0.0005)
    assert [mcnemar(*cells)[1] for cells in ((5, 0), (1, 1), (0, 0))] == pytest.approx([1 / 32, 0.75, 1])
    assert mcnemar(10_600, 10_000)[0] == pytest.approx(3.0e-5, rel=0.03)


def test_cluster_t_of_two_documents() -> None:
    """Rates 1/4 and 3/4: the residuals are -1 and 1, se = sqrt(2 / 1 * 2) / 8 = 0.25; t with one degree is 12.706."""
    (low, high), error = cluster_t(np.array([1.0, 3.0]), np.array([4.0, 4.0]))

    assert error == pytest.approx(0.25)
    assert (low, high) == pytest.approx((0.5 - 12.706 * 0.25, 0.5 + 12.706 * 0.25), abs=1e-3)


def test_difference_counts_what_only_one_has_right() -> None:
    found = difference(np.array([3.0, 1.0]), np.array([0.0, 2.0]), np.array([10.0, 10.0]), 0.5)

    assert (found.only_first, found.only_second, found.value, found.anaphors) == (4, 2, 0.1, 20)
    assert (found.p, found.interval) == (None, None)  # two documents are too few to test


def test_difference_is_tested_from_six_documents_on_and_undefined_on_nothing() -> None:
    for documents, tested in ((MIN_DOCUMENTS - 1, False), (MIN_DOCUMENTS, True)):
        ones = np.ones(documents)
        found = difference(ones, 0 * ones, 5 * ones, 2 / 2**documents)
        assert (found.p is not None, found.interval is not None) == (tested, tested)

    nothing = np.zeros(0)
    found = difference(nothing, nothing, nothing, 1.0)
    assert (found.value, found.interval, found.p, found.detectable, found.needed) == (None, None, None, None, None)


def test_resolvers_are_equal_within_a_margin_if_the_90_percent_interval_lies_within_it() -> None:
    """Six documents of 100 and differences 1, -1, 1, -1, 1, -1: se = sqrt(6/5 x 6) / 600 = 0.00447; t is 2.015.

    A difference of 2 in each lies on the margin of 0.02. Five documents are too few to tell.
    """
    moved, of = np.array([1.0, -1.0] * 3), np.full(6, 100.0)

    assert equal_within(moved, of, 0.0091)  # 2.015 x 0.00447 = 0.00901
    assert not equal_within(moved, of, 0.0089)
    assert [equal_within(np.full(6, by), of, 0.02) for by in (1.0, 2.0, -2.0)] == [True, False, False]
    assert equal_within(np.zeros(6), np.array([0.0, 9.0, 9.0, 9.0, 9.0, 9.0]), 0.02) is None


def test_what_anaphors_can_show_and_how_many_are_needed() -> None:
    """The sample of Mitkov 2001, section 8: 426 anaphors; MARS has 62.5 and CogNIAC 59.02 %, 3.5 points apart.

    Dependence within documents takes more.
    """
    points = {0.10: 4.3, 0.20: 6.1, 0.30: 7.5}
    anaphors = {0.10: 639, 0.138: 882, 0.20: 1280, 0.25: 1600, 0.30: 1920}

    assert {discordant: 100 * detectable(discordant, 426) for discordant in points} == pytest.approx(points, abs=0.1)
    assert {discordant: needed(0.035, discordant) for discordant in anaphors} == pytest.approx(anaphors, rel=0.002)
    assert needed(0.05, 0.2, effect=1.55) == pytest.approx(1.55 * needed(0.05, 0.2), rel=0.01)
    assert detectable(0.2, 426, effect=4.0) == pytest.approx(2 * detectable(0.2, 426))


def test_intraclass_correlation_of_extremes() -> None:
    """All right or all wrong by document: 1. The same rate everywhere: no more alike than -1 / (size - 1)."""
    assert intraclass_correlation(np.array([5.0, 0.0, 5.0]), np.array([5.0, 5.0, 5.0])) == pytest.approx(1.0)
    assert intraclass_correlation(np.array([2.0, 2.0]), np.array([4.0, 4.0])) == pytest.approx(-1 / 3)
    assert intraclass_correlation(np.array([1.0]), np.array([4.0])) is None


def of(*documents: tuple[float, float]) -> tuple[float, float]:
    """The interval for documents given as (right, of)."""
    found = interval(np.array([right for right, _ in documents]), np.array([total for _, total in documents]))
    assert found is not None
    return found


def test_interval_of_a_single_document_is_wilsons() -> None:
    """266 of 426: Wilson 1927 with z = 1.96 gives 57.8 to 66.9 %; z² is 3.841.

    Of none or all of n right, one end is 0 or 1, and the other z² / (n + z²) or n / (n + z²).
    """
    low, high = of((266, 426))

    assert (round(low, 3), round(high, 3)) == (0.578, 0.669)
    assert of((0, 10)) == pytest.approx((0, 3.8415 / 13.8415), abs=1e-4)
    assert of((10, 10)) == pytest.approx((10 / 13.8415, 1), abs=1e-4)


def test_interval_grows_with_the_level() -> None:
    right, total = np.array([30.0]), np.array([60.0])
    narrow, wide = interval(right, total, 0.8), interval(right, total, 0.99)

    assert narrow is not None
    assert wide is not None
    assert wide[0] < narrow[0] < 0.5 < narrow[1] < wide[1]


def test_interval_is_much_wider_if_documents_differ_and_never_narrower_than_without_documents() -> None:
    """20/20 and 0/20 are like two independent observations, not like 40."""
    low, high = of((20, 20), (0, 20))
    first, last = of((10, 20), (10, 20), (10, 20))
    alone, of_sixty = of((20, 40)), of((30, 60))

    assert high - low > 3 * (alone[1] - alone[0])
    assert first < of_sixty[0] < of_sixty[1] < last


def test_interval_on_the_effective_number_by_hand() -> None:
    """Four documents with 8, 6, 4, 2 of 10 right: rate 1/2, deviations 3, 1, -1, -3.

    Their squares add up to 20; times 4/3 over 40² is a variance of 1/60, where independence gives 1/160: design effect
    8/3. The effective number is 40 / (8/3) = 15, times (1.95996 / 3.18245)² = 5.68937. Wilson at 1/2 on this number has
    the half-width z / (2 sqrt(n + z²)) = 1.95996 / (2 * 3.08724) = 0.31743.
    """
    low, high = of((8, 10), (6, 10), (4, 10), (2, 10))

    assert low == pytest.approx(0.5 - 0.31743, abs=1e-4)
    assert high == pytest.approx(0.5 + 0.31743, abs=1e-4)


def test_documents_without_anaphors_change_nothing_and_have_no_interval_alone() -> None:
    assert interval(np.array([0.0, 0.0]), np.array([0.0, 0.0])) is None
    assert of((8, 10), (2, 10), (0, 0)) == of((8, 10), (2, 10))


@settings(max_examples=25)
@given(st.lists(st.integers(1, 50).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=1, max_size=8))
def test_interval_lies_in_the_unit_interval_and_contains_the_rate(documents: list[tuple[int, int]]) -> None:
    """The order of documents does not matter."""
    low, high = of(*documents)
    rate = sum(right for right, _ in documents) / sum(total for _, total in documents)

    assert 0 <= low <= high <= 1
    assert low - 1e-12 <= rate <= high + 1e-12
    assert of(*reversed(documents)) == pytest.approx((low, high))


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


ONE, BOTH = [[1.0, 0.0]], [[1.0, 1.0]]


def test_a_sample_takes_anaphors_while_there_is_room() -> None:
    """One of two that are near, both of two that are far; a gap of one takes one of each sentence.

    Of sentences 0, 60 and 120 it takes the middle one alone (1/3) or the outer two (2/3). The same seed takes the same.
    """
    near = draw_spaced(np.array([3, 102]), Sample(100, 2000), np.random.default_rng(0))
    three = draw_spaced(np.array([0, 60, 120]), Sample(100, 3000), np.random.default_rng(0))
    one, again = (draw_spaced(np.array([0, 0, 1, 7, 7, 7]), Sample(1, 5), np.random.default_rng(1)) for _ in range(2))

    assert (near.sum(axis=1) == 1).all()
    assert near.mean(axis=0) == pytest.approx([0.5, 0.5], abs=0.05)
    assert draw_spaced(np.array([3, 103]), Sample(100, 10), np.random.default_rng(0)).all()
    assert {tuple(row) for row in three.tolist()} == {(False, True, False), (True, False, True)}
    assert three[:, 1].mean() == pytest.approx(1 / 3, abs=0.03)
    assert (one.sum(axis=1) == 3).all()
    assert (one == again).all()


@settings(max_examples=30)
@given(st.lists(st.integers(0, 40), min_size=1, max_size=12), st.integers(1, 20), st.integers(0, 3))
def test_anaphors_of_a_sample_are_apart_and_no_other_has_room(places: list[int], gap: int, seed: int) -> None:
    sentences = np.array(places)
    for row in draw_spaced(sentences, Sample(gap, 20), np.random.default_rng(seed)):
        chosen = sentences[row]
        assert all(abs(one - other) >= gap for at, one in enumerate(chosen) for other in chosen[:at])
        assert all((np.abs(chosen - place) < gap).any() for place in sentences)


def test_rates_and_interval_are_those_of_documents_if_a_sample_takes_one_anaphor_of_each() -> None:
    """Of the first document's three anaphors the first resolver has all and the other none, of the second's one both.

    By anaphors the other would have 1/4; with one of each document it has 1/2: rates 0 and 1, se = sqrt(2 / 1 x (1/4 +
    1/4)) / 2 = 1/2; t with one degree, 12.7, reaches beyond both ends.
    """
    documents = [(np.array([0, 1, 2]), np.array(ONE * 3)), (np.array([5]), np.array(BOTH))]
    found = estimate_spaced(documents, Sample(100, 10))

    assert found is not None
    assert (found.anaphors, [rate.value for rate in found.rates]) == (2.0, [1.0, 0.5])
    assert found.differences[0, 1].value == 0.5
    assert found.rates[1].interval == (0.0, 1.0)


def test_documents_that_do_not_differ_and_a_single_one_have_no_interval_and_none_no_rates() -> None:
    """The first resolver has the one anaphor of each right and the second none; that says nothing of their spread."""
    nothing = (np.zeros(0, np.int64), np.zeros((0, 2)))
    alike = (np.array([0]), np.array(ONE))
    for documents in ([alike] * 3, [alike, nothing]):
        found = estimate_spaced(documents, Sample(100, 10))
        assert found is not None
        assert [rate.interval for rate in found.rates] == [None, None]

    assert estimate_spaced([nothing], Sample()) is None


def test_a_sample_is_asked_for_by_its_gap() -> None:
    assert parse_sample("gap=100", 50, 1) == Sample(100, 50, 1)
    for name in ("", "100", "gap", "gap=", "gap=0", "gap=-1", "gap=1.5", "size=3", "gap=" + "9" * 99):
        with raises("unknown-sample"):
            parse_sample(name, 10, 0)
