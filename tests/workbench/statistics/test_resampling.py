"""Intervals and tests over documents: small cases counted by hand, and how often they are right in simulations.

The simulations would show the known mistakes of other tools: `>` instead of `>=`, one-sided probabilities, samples of
another size than the corpus.
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.measures import named, numbers, ratio, recall_precision
from anaphora.workbench.statistics.defaults import BLOCKS
from anaphora.workbench.statistics.resampling import (
    EXACT_UP_TO,
    Exchanges,
    blocks,
    draws,
    exchanges,
    intervals,
    randomise,
    resample,
)
from tests.workbench.clusters import MEASURES, Documents, evidence

ALL_OF_THREE = exchanges(3, 0, 0)[0]


def total(sums: Numbers) -> Numbers:
    """The number of right answers itself, as a score."""
    return sums[..., 0]


def column(*right: float) -> Numbers:
    """Counts of one statistic, a document each."""
    return np.array(right, dtype=np.float64)[:, np.newaxis]


def p_of(differences: Numbers, swaps: Exchanges, exact: bool) -> float:
    """How likely the summed differences between two systems are by chance."""
    return float(randomise(differences, np.zeros_like(differences), swaps, exact, total)[1])


def test_each_draw_has_as_many_documents_as_the_corpus() -> None:
    found = draws(7, 50, seed=1)

    assert found.shape == (50, 7)
    assert found.sum(axis=1).tolist() == [7] * 50
    assert np.array_equal(found, found.astype(int))
    assert found.min() >= 0


def test_draws_are_with_replacement_and_all_documents_are_equally_likely() -> None:
    """A document is missing in a share of (1 - 1/5) ** 5 = 0.328 of samples of five."""
    found = draws(5, 20_000, seed=2)

    assert found.mean(axis=0) == pytest.approx(np.ones(5), abs=0.03)
    assert (found == 0).mean(axis=0) == pytest.approx(np.full(5, 0.8**5), abs=0.015)


def test_draws_are_the_same_for_the_same_seed_only() -> None:
    assert np.array_equal(draws(6, 30, seed=4), draws(6, 30, seed=4))
    assert not np.array_equal(draws(6, 30, seed=4), draws(6, 30, seed=5))


def test_sums_over_draws_are_those_of_the_draws_themselves() -> None:
    counts = np.arange(60, dtype=np.float64).reshape(20, 3)

    assert np.array_equal(resample(counts, 1_234, seed=3), draws(20, 1_234, seed=3) @ counts)


def test_a_corpus_of_one_document_is_drawn_as_it_is() -> None:
    assert draws(1, 3, seed=0).tolist() == [[1], [1], [1]]


def test_interval_leaves_out_equal_tails() -> None:
    """Of the values 0, 1, ... 1000 the 2.5 % on either side are those beyond 25 and 975."""
    samples = np.arange(1001.0)[:, np.newaxis]

    assert intervals(samples).ravel() == pytest.approx([25, 975])
    assert intervals(samples, level=0.8).ravel() == pytest.approx([100, 900])


def test_interval_leaves_out_undefined_samples() -> None:
    known = np.arange(1001.0)
    samples = np.stack((np.concatenate((known, [np.nan] * 500)), np.full(1501, np.nan), np.ones(1501)), axis=1)

    low, high = intervals(samples)

    assert (low[0], high[0]) == pytest.approx((25, 975))
    assert np.isnan([low[1], high[1]]).all()
    assert (low[2], high[2]) == (1, 1)


@pytest.mark.parametrize("undefined", [False, True])
def test_intervals_keep_the_shape_of_values(undefined: bool) -> None:
    samples = np.random.default_rng(0).random((100, 2, 3))
    if undefined:
        samples[4, 1, 2] = np.nan

    found = intervals(samples)

    assert found.shape == (2, 2, 3)
    assert found[:, 0, 1] == pytest.approx(np.percentile(samples[:, 0, 1], [2.5, 97.5]))


def test_interval_of_documents_that_are_alike_is_a_point() -> None:
    counts = np.array([[3.0, 4.0]] * 5)

    assert intervals(ratio(draws(5, 200, seed=0) @ counts)).tolist() == [[0.75], [0.75]]


def test_interval_of_two_opposite_documents_is_everything() -> None:
    """A quarter of the samples has twice the document with 0 of 1, a quarter twice that with 1 of 1."""
    samples = ratio(draws(2, 4000, seed=0) @ np.array([[0.0, 1.0], [1.0, 1.0]]))

    assert (samples == 0).mean() == pytest.approx(0.25, abs=0.02)
    assert (samples == 0.5).mean() == pytest.approx(0.5, abs=0.02)
    assert intervals(samples).tolist() == [[0], [1]]


def test_intervals_of_95_per_cent_hold_the_true_rate_that_often() -> None:
    """Documents of 10 to 30 anaphors, with rates of their own around 1/2; half-size samples would give 99 %."""
    random = np.random.default_rng(11)
    corpora, documents = 400, 60
    drawn = draws(documents, 400, seed=12)
    held = 0
    for _ in range(corpora):
        of = random.integers(10, 31, documents)
        counts = np.stack((random.binomial(of, random.beta(2, 2, documents)), of), axis=1).astype(float)
        low, high = intervals(ratio(drawn @ counts)).ravel()
        held += bool(low <= 0.5 <= high)

    assert held / corpora == pytest.approx(0.94, abs=0.025)


@pytest.mark.parametrize("documents", [1, 3, EXACT_UP_TO])
def test_all_exchanges_are_tried_for_few_documents(documents: int) -> None:
    found, exact = exchanges(documents, 10, seed=0)

    assert exact
    assert {tuple(row) for row in found.tolist()} == set(product((0, 1), repeat=documents))
    assert len(found) == 2**documents


def test_exchanges_of_many_documents_are_drawn() -> None:
    found, exact = exchanges(EXACT_UP_TO + 1, 5000, seed=3)

    assert not exact
    assert found.shape == (5000, EXACT_UP_TO + 1)
    assert set(np.unique(found)) == {0, 1}
    assert found.mean(axis=0) == pytest.approx(np.full(EXACT_UP_TO + 1, 0.5), abs=0.03)
    assert np.array_equal(found, exchanges(EXACT_UP_TO + 1, 5000, seed=3)[0])
    assert not np.array_equal(found, exchanges(EXACT_UP_TO + 1, 5000, seed=4)[0])


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        ((3, 2, 1), 2 / 8),  # nothing but all or none exchanged gives 6 or -6
        ((3, 2, -1), 4 / 8),  # sums are 4, -4, 2, -2, 6, -6, 0, 0: those as large as 4
        ((2, 1, 1), 2 / 8),
        ((1, 1, -1), 8 / 8),  # 1, -1, 3 or -3: none is smaller than 1
        ((1, 0, 0), 8 / 8),
        ((5, -2, -3), 8 / 8),  # the sum is 0
    ],
)
def test_p_of_three_documents_counts_the_exchanges_as_large(differences: tuple[float, ...], p: float) -> None:
    assert p_of(column(*differences), ALL_OF_THREE, exact=True) == p


def test_p_of_drawn_exchanges_counts_what_was_found_as_one_more() -> None:
    """Four of eight are as large as 4."""
    assert p_of(column(3, 2, -1), ALL_OF_THREE, exact=False) == (1 + 4) / (1 + 8)


def test_p_of_drawn_exchanges_is_never_0() -> None:
    swaps, exact = exchanges(40, 999, seed=0)

    assert p_of(column(*[1] * 40), swaps, exact) == 1 / 1000


def test_p_counts_differences_that_are_equal_but_for_rounding() -> None:
    """0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1 in floating point, and (0.3, 0.2, 0.1) has p = 1/4."""
    for differences in product((0.1, 0.2, 0.3), repeat=3):
        sums = [sum((Fraction(str(d)) * sign for d, sign in zip(differences, signs, strict=True)), Fraction(0))
                for signs in product((1, -1), repeat=3)]  # fmt: skip
        as_large = sum(abs(it) >= abs(sums[0]) for it in sums)

        assert p_of(column(*differences), ALL_OF_THREE, exact=True) == as_large / 8


@pytest.mark.parametrize("documents", [3, 40])
def test_identical_systems_have_p_1(documents: int) -> None:
    counts = np.random.default_rng(0).random((documents, 4))
    difference, p = randomise(counts, counts.copy(), *exchanges(documents, 100, seed=0), score=recall_precision)

    assert difference.tolist() == [0, 0, 0]
    assert p.tolist() == [1, 1, 1]


def test_systems_that_are_right_in_different_places_do_not_differ() -> None:
    difference, p = randomise(column(1, 0, 1, 0), column(0, 1, 0, 1), *exchanges(4, 0, seed=0), score=total)

    assert (float(difference), float(p)) == (0, 1)


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


@given(SYSTEMS)
def test_p_of_f1_is_that_of_scoring_every_exchange_anew(systems: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> None:
    observed = f1([one for one, _ in systems]) - f1([other for _, other in systems])
    tried = []
    for swapped in product((False, True), repeat=len(systems)):
        sides = [pair[::-1] if swap else pair for pair, swap in zip(systems, swapped, strict=True)]
        tried.append(f1([one for one, _ in sides]) - f1([other for _, other in sides]))

    difference, p = randomise(*as_matrices(systems), *exchanges(len(systems), 0, seed=0), score=recall_precision)

    assert difference[2] == pytest.approx(float(observed))
    assert p[2] == sum(abs(it) >= abs(observed) for it in tried) / len(tried)


@given(systems=SYSTEMS, exact=st.booleans())
def test_p_is_two_sided(systems: list[tuple[tuple[int, ...], tuple[int, ...]]], exact: bool) -> None:
    one, other = as_matrices(systems)
    swaps = exchanges(len(systems), 0, seed=0)[0]

    there, back = (randomise(*pair, swaps, exact, recall_precision) for pair in ((one, other), (other, one)))

    assert there[0] == pytest.approx(-back[0])
    assert there[1].tolist() == back[1].tolist()


def test_what_is_undefined_counts_as_0() -> None:
    """The first system is right in all of three documents, the second gives no answer, so that 0/0 is its rate."""
    one, other = np.array([[2.0, 2.0]] * 3), np.zeros((3, 2))

    difference, p = randomise(one, other, ALL_OF_THREE, exact=True, score=ratio)

    assert (difference.tolist(), p.tolist()) == ([1], [2 / 8])


def simulated(random: np.random.Generator, corpora: int, discordant: float, better: float) -> Numbers:
    """Differences of two systems in 50 documents of one anaphor each, `corpora` times; `better` goes to the first."""
    signs = np.where(random.random((corpora, 50)) < better, 1.0, -1.0)
    return signs * (random.random((corpora, 50)) < discordant)


def rejected(corpora: Numbers) -> float:
    """The share of corpora in which the two systems differ at the level of 5 %."""
    swaps, exact = exchanges(corpora.shape[1], 400, seed=21)
    return float(np.mean([p_of(it[:, np.newaxis], swaps, exact) <= 0.05 for it in corpora]))


def test_systems_that_are_equally_good_differ_in_at_most_5_per_cent_of_corpora() -> None:
    """With few different sums many tie; to count only larger ones would reject 12 %."""
    assert 0.015 <= rejected(simulated(np.random.default_rng(22), 1000, discordant=0.2, better=0.5)) <= 0.055


def test_systems_with_continuous_differences_differ_in_5_per_cent_of_corpora_by_chance() -> None:
    corpora = np.random.default_rng(23).normal(size=(1000, 30)) * np.linspace(0.1, 3, 30)

    assert rejected(corpora) == pytest.approx(0.05, abs=0.018)


@pytest.mark.parametrize("better", [0.9, 0.1])
def test_a_better_system_is_found_whichever_comes_first(better: float) -> None:
    assert rejected(simulated(np.random.default_rng(24), 200, discordant=0.4, better=better)) > 0.95


@pytest.mark.parametrize("documents", [1, BLOCKS])
def test_few_documents_are_their_own_blocks(documents: int) -> None:
    counts = np.random.default_rng(0).random((documents, 3))

    assert np.array_equal(blocks(counts), counts)


@pytest.mark.parametrize("documents", [BLOCKS + 1, 2 * BLOCKS, 2 * BLOCKS + 437])
def test_blocks_of_many_documents_are_sums_of_neighbours(documents: int) -> None:
    """Each document is in one block, and blocks are as equal as can be."""
    number = np.arange(documents)
    found = blocks(np.stack((np.ones(documents), number), axis=1))
    size = found[:, 0]

    assert len(found) == BLOCKS
    assert size.sum() == documents
    assert size.max() - size.min() <= 1
    start = np.cumsum(size) - size
    assert np.array_equal(found[:, 1], size * start + size * (size - 1) / 2)


def test_a_sample_scores_like_the_corpus_of_the_documents_that_it_holds() -> None:
    """Documents are counted once for all samples; here each sample is put together and counted anew."""
    corpus: Documents = [
        ([["a", "b", "c"], ["d", "e"]], [["a", "b"], ["c", "d", "e"]]),
        ([["a", "b"], ["c"]], [["a", "c"], ["b", "d"]]),
        ([["a", "b"]], [["a", "b"]]),
        ([["a"], ["b", "c", "d"]], []),
    ]
    drawn = draws(len(corpus), 8, seed=6)

    for name, measure in MEASURES.items():
        samples = measure.score(drawn @ measure.count(evidence(corpus)))
        for times, sample in zip(drawn.astype(int), samples, strict=True):
            held = [document for document, often in zip(corpus, times, strict=True) for _ in range(often)]
            assert named(measure, sample) == pytest.approx(numbers(measure, evidence(held)), nan_ok=True), name
