"""Partial conjunction (Dror et al. 2017), by hand, and in simulations where the number of differences is known."""

import numpy as np
import pytest

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.statistics.randomisation import (
    Combination,
    identified,
    max_t,
    one_sided,
    partial_conjunction,
    replicated,
)

LEVEL = 0.025


def test_bonferroni_takes_the_least_p_of_those_that_are_left() -> None:
    # N = 3: u = 1: 3 x 0.01, u = 2: 2 x 0.02, u = 3: 1 x 0.5
    assert partial_conjunction([0.5, 0.01, 0.02], "bonferroni") == pytest.approx([0.03, 0.04, 0.5])


def test_the_p_of_more_datasets_is_never_less() -> None:
    # u = 1: 3 x 0.03 = 0.09, u = 2: 2 x 0.03 = 0.06, raised to 0.09
    assert partial_conjunction([0.03, 0.03, 0.9], "bonferroni") == pytest.approx([0.09, 0.09, 0.9])


def test_fisher_adds_the_logarithms_of_those_that_are_left() -> None:
    # with two degrees of freedom P(chi2 >= -2 ln p) is p; with four P(chi2 >= x) is exp(-x / 2) (1 + x / 2)
    product = 0.1 * 0.2

    assert partial_conjunction([0.2, 0.1], "fisher") == pytest.approx([product * (1 - np.log(product)), 0.2])


def test_replicated_counts_the_datasets_and_holm_names_as_many() -> None:
    p = [0.004, 0.9, 0.001, 0.02]  # 4 x 0.001, 3 x 0.004, 2 x 0.02

    assert replicated(p, 0.025, "bonferroni") == 2
    assert identified(p, 0.025) == [0, 2]
    assert replicated(p, 0.05, "bonferroni") == 3


def test_a_p_against_the_direction_of_the_difference_says_nothing() -> None:
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
@pytest.mark.parametrize("runs", [200, pytest.param(4_000, marks=pytest.mark.slow)])
def test_too_many_datasets_are_claimed_no_more_often_than_the_level(
    runs: int, different: int, combination: Combination
) -> None:
    found = claimed(runs, 12, different, combination)

    noise = 3 * (LEVEL * (1 - LEVEL) / runs) ** 0.5
    assert np.mean(found > different) <= LEVEL + noise
    assert different - 1 <= np.median(found) <= different  # and they are found
