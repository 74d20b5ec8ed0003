"""What charts say of figures made by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from anaphora.experiments.comparison.ablate import PartWorth, RuleCounts
from anaphora.experiments.report.charts import curves, documents, forest, indicators, ranks, rules, upset
from anaphora.experiments.report.drawing import Cell, Drawing
from anaphora.workbench.ablation.figures import Curve
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.results.scores import Scores
from tests.workbench.tiny_comparison import CAREFUL, HASTY, empty_comparison, tiny_comparison


def texts(drawing: Drawing | None) -> list[str]:
    assert drawing is not None
    return [shape.text for shape in drawing.shapes if shape.text]


def shapes(drawing: Drawing | None, look: str) -> int:
    assert drawing is not None
    return sum(str(shape.attributes.get("class", "")) == look for shape in drawing.shapes)


def test_the_forest_shows_how_far_others_are_behind_the_one_ahead() -> None:
    """Of three anaphors "careful" has one right and "hasty" none: -33.3 points, which two documents cannot test."""
    drawing = forest.forest(tiny_comparison())

    assert f"{-100 / 3:+.1f}  (right alone: 0, other alone: 1)  not testable" in texts(drawing)
    assert drawing is not None
    assert drawing.description == f"careful is ahead of {HASTY} by 33.3 points (not testable)."
    assert drawing.figures.rows[0][3:5] == (Cell("1", "right=0&wrong=1"), Cell("0", "right=1&wrong=0"))


def test_nothing_is_drawn_of_nothing() -> None:
    nothing = empty_comparison()

    assert forest.forest(nothing) is None
    assert upset.together(nothing) is None
    assert documents.documents(nothing) is None
    assert curves.curve(nothing, "pronoun") is None


def test_curves_of_few_anaphors_are_hollow_and_stand_with_chance() -> None:
    drawing = curves.curve(tiny_comparison(), "pronoun")

    assert {CAREFUL, HASTY, "chance"} <= set(texts(drawing))
    assert shapes(drawing, "mark s1 hollow") == 2
    assert shapes(drawing, "chance") == 1


def test_a_row_of_who_is_right_together_lists_its_anaphors() -> None:
    drawing = upset.together(tiny_comparison())

    assert drawing is not None
    assert [row[:2] for row in drawing.figures.rows] == [
        ("none", Cell("2", "is=0:wrong&is=1:wrong")),
        (CAREFUL, Cell("1", "is=0:right&is=1:wrong")),
    ]


def test_documents_stand_from_the_best_to_the_worst() -> None:
    drawing = documents.documents(tiny_comparison())

    assert drawing is not None
    assert texts(drawing).index("2") < texts(drawing).index("second")  # two anaphors in the first one
    assert drawing.description.startswith("careful runs from 0.0% (second) to 50.0% (")


def part(
    helped: int, hurt: int, power: float | None = 0.5, importance: float | None = 0.1, shapley: float | None = None
) -> PartWorth:
    return PartWorth(4, power, importance, helped, hurt, p=None, shapley=shapley)


def test_churn_shows_what_the_net_hides() -> None:
    """The first part changes 600 anaphors for a net of 24, the second gains 10 and costs none."""
    drawing = indicators.churn("mars", {"busy": part(312, 288), "quiet": part(10, 0)})

    assert texts(drawing)[:4] == ["busy", "288", "312", "+24"]
    assert indicators.churn("mars", {"idle": part(0, 0)}) is None


def test_an_indicator_without_a_figure_has_no_point() -> None:
    drawing = indicators.scatter("mars", {"never": part(0, 0, None), "often": part(3, 1)})

    assert shapes(drawing, "point") == 1
    assert "often (4)" in texts(drawing)


def test_shapley_shares_add_up_in_the_finding() -> None:
    drawing = indicators.shapley("mars", {"one": part(1, 0, shapley=0.05), "two": part(0, 1, shapley=-0.01)})

    assert drawing is not None
    assert drawing.description == "one adds most (+5.0 points); together they add 4.0 points to the tie-break alone."


def test_a_weight_s_curve_has_steps_and_the_values_on_the_ties_between() -> None:
    curve = Curve(points=(0.0, 1.0), at=(0.5, 0.4), between=(0.2, 0.6, 0.3))
    drawing = indicators.sensitivity("mars", "near", curve, 1.0)

    assert (shapes(drawing, "step"), shapes(drawing, "dot on")) == (3, 2)
    assert drawing.description == "20.0 to 60.0%, highest from 0.00 to 1.00; the weight is 1."
    assert drawing.figures.rows == (
        ("−3 to 0.000", "20.00"), ("at 0.000", "50.00"), ("0.000 to 1.000", "60.00"), ("at 1.000", "40.00"),
        ("1.000 to 5", "30.00"),
    )  # fmt: skip


def test_a_weight_beyond_the_scale_may_be_the_best() -> None:
    drawing = indicators.sensitivity("mars", "near", Curve((1.0, 6.0), (0.2, 0.2), (0.2, 0.4, 0.6)), 1.0)

    assert drawing.description == "20.0 to 60.0%, highest above 6.00; the weight is 1."
    assert shapes(drawing, "step") == 2


def test_rules_that_never_decided_are_left_out() -> None:
    drawing = rules.rules("cogniac", {"unique": RuleCounts(10, 9), "never": RuleCounts(0, 0)})

    assert texts(drawing) == ["unique", "9 of 10 (90.0%)"]


def scores(*measured: tuple[str, list[list[float]], list[list[float]]]) -> Scores:
    """Two systems by recall and precision counts of each document, for some measures."""
    measures = tuple(choose_measure(name) for name, *_ in measured)
    counts = {
        system: {name: np.array(both[at], np.float64) for name, *both in measured}
        for at, system in enumerate(("a", "b"))
    }
    return Scores("key", "", tuple("123456789"), ("a", "b"), measures, counts, resamples=500)


def test_a_change_of_places_that_both_measures_show_to_be_real_is_told() -> None:
    good, bad = [[9.0, 10.0, 9.0, 10.0]] * 9, [[1.0, 10.0, 1.0, 10.0]] * 9
    found = scores(("muc", good, bad), ("ceaf_m", bad, good))

    assert ranks.flips(found, ["muc", "ceaf_m"]) == ["a beats b in muc and is beaten in ceaf_m, both significantly."]
    assert texts(ranks.ranks(found))[:2] == ["muc", "ceaf_m"]


def test_a_change_of_places_that_may_be_noise_is_not() -> None:
    one, other = [[5.0, 10.0, 5.0, 10.0], [6.0, 10.0, 6.0, 10.0]], [[6.0, 10.0, 6.0, 10.0], [5.0, 10.0, 5.0, 10.0]]
    found = scores(
        ("muc", one * 4 + one[:1], other * 4 + other[:1]), ("ceaf_m", other * 4 + other[:1], one * 4 + one[:1])
    )

    assert ranks.flips(found, ["muc", "ceaf_m"]) == []


def test_the_surer_a_rank_the_thicker_its_line() -> None:
    good, bad = [[9.0, 10.0, 9.0, 10.0]] * 9, [[1.0, 10.0, 1.0, 10.0]] * 9
    found = scores(("muc", good, bad), ("ceaf_m", good, bad))

    assert found.rank_certainty(choose_measure("muc")) == {"a": 1, "b": 1}
    assert shapes(ranks.ranks(found), "rank s1 w4") == 1


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=9))
def test_kendall_s_tau_is_that_of_scipy(pairs: list[tuple[int, int]]) -> None:
    one, other = ([float(pair[at]) for pair in pairs] for at in (0, 1))
    expected = float(kendalltau(one, other).statistic)

    assert ranks.kendall(one, other) == (None if np.isnan(expected) else pytest.approx(expected))
