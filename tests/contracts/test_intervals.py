"""What is true of every interval: it never leaves what its value can be, however few documents or datasets."""

from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.measures.choosing import adjust
from anaphora.workbench.results.family import Family
from anaphora.workbench.results.macro import DatasetScores, MacroScores
from anaphora.workbench.results.scores import Scores, main_part
from anaphora.workbench.results.values import Interval
from anaphora.workbench.statistics.significance import difference
from tests.contracts.test_measures import BEYOND, CORPORA, tried
from tests.workbench.by_definition import Documents
from tests.workbench.clusters import MEASURES, overlapping, pair

EXACT = 1e-9


def are_within(found: Interval | None, least: float, most: float) -> bool:
    return found is None or least - EXACT <= found.low <= found.high <= most + EXACT


def test_a_measure_says_what_its_main_value_can_be() -> None:
    for measure in MEASURES.values():
        least, most = BEYOND.get(measure.name, (0, 1))
        assert measure.bounds == (least, min(most, 1)), measure.name
    assert adjust(MEASURES["muc"]).bounds == (-inf, 1)


def test_levels_and_differences_of_every_measure_stay_within_its_bounds() -> None:
    """A measure of each kind of bounds, and counts of bootstrap samples as few as can be."""

    def law(corpus: Documents) -> None:
        sides = {
            "perfect": overlapping(pair((key, key), heads=True) for key, _ in corpus),
            "other": overlapping(pair(document, heads=True) for document in corpus),
        }
        counts = {name: {each.name: each.count(both) for each in measures} for name, both in sides.items()}
        names = tuple(str(number) for number in range(len(corpus)))
        scores = Scores("key", "", names, tuple(sides), measures, counts, resamples=20)

        for measure in measures:
            least, most = measure.bounds
            for system in sides:
                value = scores.values(system, measure)[main_part(measure)]
                assert value is None or least - EXACT <= value <= most + EXACT, measure.name
                assert are_within(scores.interval(system, measure), least, most), measure.name
        for apart in scores.pairs:
            least, most = MEASURES[apart.measure].bounds
            assert are_within(apart.interval, least - most, most - least), apart.measure

    measures = tuple(MEASURES[name] for name in ("muc", "b_cubed", "blanc", "adjusted_rand", "ace_value", "conll"))
    tried(law, 30, corpus=CORPORA)


@settings(max_examples=20)
@given(
    bounds=st.sampled_from([(0.0, 1.0), (-1.0, 1.0), (-inf, 1.0)]),
    answered=st.lists(st.tuples(*[st.none() | st.floats(0, 1)] * 3), min_size=1, max_size=6),
    seed=st.integers(0, 9),
)
def test_macro_averages_stay_within_the_bounds_of_the_measure(
    bounds: tuple[float, float], answered: list[tuple[float | None, ...]], seed: int
) -> None:
    least, most = bounds
    width = most - max(least, -1.0)
    datasets = tuple(
        _dataset(number, [None if each is None else most - width * each for each in values], seed)
        for number, values in enumerate(answered)
    )
    macro = MacroScores("d", "", ("a", "b", "c"), {"m": "f1"}, "m", datasets, (), 50, seed, bounds=bounds)

    assert all(are_within(each, least, most) for each in macro.intervals)
    assert all(are_within(each.interval, least - most, most - least) for each in macro.pairs)


def _dataset(number: int, values: list[float | None], seed: int) -> DatasetScores:
    """A dataset whose values vary a little over the samples, but for those of missing responses."""
    filled = np.array([value or 0.0 for value in values])
    noise = np.random.default_rng(seed + number).uniform(0.9, 1.0, (50, len(filled)))
    missing = frozenset(name for name, value in zip("abc", values, strict=True) if value is None)
    return DatasetScores(f"d{number}", 5, {"m": tuple(values)}, Family(), filled * noise, {}, missing)


def test_a_difference_of_a_long_document_and_short_ones_is_not_more_than_all() -> None:
    """40 of 45, all in one document: the t interval with five degrees of freedom would end at 1.19."""
    found = difference(np.array([40.0, *[0.0] * 5]), np.zeros(6), np.array([40.0, *[1.0] * 5]), None)

    assert found.value == pytest.approx(40 / 45)
    assert found.interval
    assert found.interval[1] == 1.0
