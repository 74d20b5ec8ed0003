"""Bootstrap intervals over documents: small cases counted by hand, and how often they are right in simulations.

The simulations would show a known mistake of other tools: samples of another size than the corpus.
"""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from anaphora.workbench.measures import named, numbers, ratio
from anaphora.workbench.statistics import ALPHA, BLOCKS
from anaphora.workbench.statistics.resampling import (
    blocks,
    draws,
    intervals,
    macro_intervals,
    macro_samples,
    ranks,
    ratio_value,
    resample,
)
from anaphora.workbench.statistics.significance import max_t
from tests.workbench.clusters import MEASURES, Documents, evidence


def test_each_draw_has_as_many_documents_as_the_corpus_and_is_that_of_its_seed() -> None:
    found = draws(7, 50, seed=1)

    assert found.shape == (50, 7)
    assert found.sum(axis=1).tolist() == [7] * 50
    assert np.array_equal(found, found.astype(int))
    assert found.min() >= 0
    assert np.array_equal(found, draws(7, 50, seed=1))
    assert not np.array_equal(found, draws(7, 50, seed=2))
    assert draws(1, 3, seed=0).tolist() == [[1], [1], [1]]


def test_draws_are_with_replacement_and_all_documents_are_equally_likely() -> None:
    """A document is missing in a share of (1 - 1/5) ** 5 = 0.328 of samples of five."""
    found = draws(5, 20_000, seed=2)

    assert found.mean(axis=0) == pytest.approx(np.ones(5), abs=0.03)
    assert (found == 0).mean(axis=0) == pytest.approx(np.full(5, 0.8**5), abs=0.015)


def test_sums_over_draws_are_those_of_the_draws_themselves() -> None:
    counts = np.arange(60, dtype=np.float64).reshape(20, 3)

    assert np.array_equal(resample(counts, 1_234, seed=3), draws(20, 1_234, seed=3) @ counts)


def test_interval_leaves_out_equal_tails_and_undefined_samples() -> None:
    """Of the values 0, 1, ... 1000 the 2.5 % on either side are those beyond 25 and 975."""
    known = np.arange(1001.0)
    samples = np.stack((np.concatenate((known, [np.nan] * 500)), np.full(1501, np.nan), np.ones(1501)), axis=1)

    low, high = intervals(samples)

    assert intervals(known[:, np.newaxis]).ravel() == pytest.approx([25, 975])
    assert intervals(known[:, np.newaxis], level=0.8).ravel() == pytest.approx([100, 900])
    assert (low[0], high[0]) == pytest.approx((25, 975))
    assert np.isnan([low[1], high[1]]).all()
    assert (low[2], high[2]) == (1, 1)


def test_intervals_keep_the_shape_of_values() -> None:
    samples = np.random.default_rng(0).random((100, 2, 3))
    for undefined in (0.5, np.nan):
        samples[4, 1, 2] = undefined
        found = intervals(samples)
        assert found.shape == (2, 2, 3)
        assert found[:, 0, 1] == pytest.approx(np.percentile(samples[:, 0, 1], [2.5, 97.5]))


def test_interval_of_documents_that_are_alike_is_a_point_and_of_two_opposite_ones_everything() -> None:
    """A quarter of the samples has twice the document with 0 of 1, a quarter twice that with 1 of 1."""
    alike = ratio(draws(5, 200, seed=0) @ np.array([[3.0, 4.0]] * 5))
    samples = ratio(draws(2, 4000, seed=0) @ np.array([[0.0, 1.0], [1.0, 1.0]]))

    assert intervals(alike).tolist() == [[0.75], [0.75]]
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


@pytest.mark.parametrize("documents", [1, BLOCKS, BLOCKS + 1, 2 * BLOCKS, 2 * BLOCKS + 437])
def test_blocks_are_documents_or_sums_of_neighbours(documents: int) -> None:
    """Each document is in one block, and blocks are as equal as can be."""
    number = np.arange(documents)
    found = blocks(np.stack((np.ones(documents), number), axis=1))
    size = found[:, 0]

    assert len(found) == min(documents, BLOCKS)
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
    drawn = draws(len(corpus), 3, seed=6)

    for name, measure in MEASURES.items():
        samples = measure.score(drawn @ measure.count(evidence(corpus)))
        for times, sample in zip(drawn.astype(int), samples, strict=True):
            held = [document for document, often in zip(corpus, times, strict=True) for _ in range(often)]
            assert named(measure, sample) == pytest.approx(numbers(measure, evidence(held)), nan_ok=True), name


TRUTH = 0.6


def test_samples_are_means_of_drawn_datasets_the_same_for_all_systems() -> None:
    parts = [np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]])]  # one sample of each dataset, two systems

    found = macro_samples(parts, 1_000, seed=0)

    assert {tuple(row) for row in found.tolist()} == {(1.0, 2.0), (2.0, 3.0), (3.0, 4.0)}
    assert found.mean(axis=0) == pytest.approx([2.0, 3.0], abs=0.1)


def test_one_dataset_has_no_interval_and_datasets_that_do_not_differ_one_without_width() -> None:
    found = macro_intervals(np.full((3, 1), 0.5), np.full((10, 1), 0.5))

    assert found is not None
    assert found.tolist() == [[0.5], [0.5]]
    assert macro_intervals(np.array([[0.5]]), np.array([[0.4], [0.6]])) is None


def covered(runs: int, datasets: int, between: float) -> float:
    """In what share of the runs the interval holds the truth; each column of values is a run."""
    hits = []
    for begin in range(0, runs, 200):
        random = np.random.default_rng((begin, datasets, int(1_000 * between)))
        centres = random.normal(TRUTH, between, (datasets, 1, 200))
        documents = centres + random.normal(0, 0.1, (datasets, 20, 200))
        parts = [draws(20, 300, begin + number) @ part / 20 for number, part in enumerate(documents)]
        found = macro_intervals(documents.mean(axis=1), macro_samples(parts, 1_000, begin))
        assert found is not None
        hits.append((found[0] <= TRUTH) & (found[1] >= TRUTH))
    return float(np.mean(hits))


@pytest.mark.parametrize("between", [0.0, 0.1])
@pytest.mark.parametrize(
    ("runs", "datasets"), [(200, 27), *(pytest.param(4_000, size, marks=pytest.mark.slow) for size in (8, 27))]
)
def test_the_interval_covers_the_truth_as_often_as_it_says(runs: int, datasets: int, between: float) -> None:
    assert covered(runs, datasets, between) == pytest.approx(0.95, abs=3 * (0.05 * 0.95 / runs) ** 0.5)


@pytest.mark.parametrize("runs", [100, pytest.param(2_000, marks=pytest.mark.slow)])
def test_systems_without_a_difference_are_told_apart_no_more_often_than_the_level(runs: int) -> None:
    random = np.random.default_rng(1)
    found = 0
    for run in range(runs):
        systems = random.normal(0.6, 0.1, (27, 1)) + random.normal(0, 0.03, (27, 4))
        pairs = np.stack([systems[:, one] - systems[:, two] for one in range(4) for two in range(one)], axis=1)
        found += bool(np.any(max_t(pairs, run, 500).p_adjusted < ALPHA))

    assert found / runs <= ALPHA + 3 * (ALPHA * (1 - ALPHA) / runs) ** 0.5


def test_ranks_by_hand() -> None:
    """Who is ahead in every document is first in every sample; those who are level share the ranks behind the first.

    Of two documents with another winner each, the first resolver is ahead if the first document is drawn twice (1/4),
    level with one of each (1/2): 1/4 + 1/2 x 1/2. Where the first document is larger it is ahead unless the second is
    drawn twice: 3/4.
    """
    level = ranks(np.array([[1.0, 2.0, 1.0]] * 3), seed=0)

    assert ranks(np.array([[1.0, 3.0], [0.0, 2.0]]), seed=0).tolist() == [[0.0, 1.0], [1.0, 0.0]]
    assert ranks(np.array([[2.0, 0.0], [0.0, 2.0]]), seed=0) == pytest.approx(np.full((2, 2), 0.5), abs=0.02)
    assert ranks(np.array([[5.0, 0.0], [0.0, 2.0]]), seed=0)[0, 0] == pytest.approx(0.75, abs=0.02)
    assert level.tolist() == [[0.0, 0.5, 0.5], [1.0, 0.0, 0.0], [0.0, 0.5, 0.5]]


@settings(max_examples=30)
@given(arrays(np.float64, (4, 3), elements=st.integers(0, 5)), st.permutations(range(3)))
def test_ranks_and_resolvers_add_up_and_the_order_of_resolvers_does_not_matter(
    right: "np.ndarray[tuple[int, int], np.dtype[np.float64]]", order: list[int]
) -> None:
    found = ranks(right, seed=0, resamples=50)

    assert found.sum(axis=0) == pytest.approx(np.ones(3))
    assert found.sum(axis=1) == pytest.approx(np.ones(3))
    assert ranks(right[:, order], seed=0, resamples=50) == pytest.approx(found[order])


def test_a_ratio_of_counts_is_undefined_of_nothing() -> None:
    assert ratio_value(Counter(mentions=3, words=200), ("mentions", "words", 1000)) == 15
    assert ratio_value(Counter(mentions=3), ("mentions", "words", 1000)) is None
