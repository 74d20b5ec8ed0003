import numpy as np
import pytest

from anaphora.workbench.statistics.defaults import ALPHA
from anaphora.workbench.statistics.randomisation import max_t
from anaphora.workbench.statistics.resampling import draws, macro_intervals, macro_samples

TRUTH = 0.6


def test_samples_are_means_of_drawn_datasets_the_same_for_all_systems() -> None:
    parts = [np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]])]  # one sample of each dataset, two systems

    found = macro_samples(parts, 1_000, seed=0)

    assert {tuple(row) for row in found.tolist()} == {(1.0, 2.0), (2.0, 3.0), (3.0, 4.0)}
    assert found.mean(axis=0) == pytest.approx([2.0, 3.0], abs=0.1)


def test_one_dataset_has_no_interval() -> None:
    assert macro_intervals(np.array([[0.5]]), np.array([[0.4], [0.6]])) is None


def test_datasets_without_any_difference_have_an_interval_without_width() -> None:
    found = macro_intervals(np.full((3, 1), 0.5), np.full((10, 1), 0.5))

    assert found is not None
    assert found.tolist() == [[0.5], [0.5]]


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


@pytest.mark.parametrize("between", [0.0, 0.02, 0.1])
def test_the_interval_covers_the_truth_as_often_as_it_says(between: float) -> None:
    assert 0.92 <= covered(600, 27, between) <= 0.98


@pytest.mark.slow
@pytest.mark.parametrize("datasets", [8, 27])
@pytest.mark.parametrize("between", [0.0, 0.02, 0.1])
def test_the_interval_covers_the_truth_in_94_to_96_percent(between: float, datasets: int) -> None:
    assert 0.94 <= covered(8_000, datasets, between) <= 0.96


@pytest.mark.parametrize("runs", [200, pytest.param(2_000, marks=pytest.mark.slow)])
def test_systems_without_a_difference_are_told_apart_no_more_often_than_the_level(runs: int) -> None:
    random = np.random.default_rng(1)
    found = 0
    for run in range(runs):
        systems = random.normal(0.6, 0.1, (27, 1)) + random.normal(0, 0.03, (27, 4))
        pairs = np.stack([systems[:, one] - systems[:, two] for one in range(4) for two in range(one)], axis=1)
        found += bool(np.any(max_t(pairs, run, 500).p_adjusted < ALPHA))

    assert found / runs <= ALPHA + 3 * (ALPHA * (1 - ALPHA) / runs) ** 0.5
