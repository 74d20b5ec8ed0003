"""What charts say of figures made by hand."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from anaphora.experiments.show.charts import ablation, comparison
from anaphora.experiments.show.charts.draw import page_svg
from anaphora.experiments.show.charts.layout import Bars
from anaphora.experiments.show.charts.shapes import Box, Drawing, Text, mark, scale
from anaphora.workbench.ablation.figures import Curve
from anaphora.workbench.results.ablated import PartWorth
from tests.experiments.show.charts.drawn import bars, looks, texts
from tests.workbench.tiny_comparison import CAREFUL, HASTY, empty_comparison, tiny_comparison


def test_nothing_is_drawn_of_nothing() -> None:
    nothing = empty_comparison()

    assert comparison.differences(nothing) is None
    assert comparison.sliced(nothing, "pronoun") is None


def pieces(name: str) -> dict[str, float]:
    """The pieces of a bar of the waterfall of three anaphors, by their looks, in anaphors."""
    bar = next(bar for bar in bars(comparison.losses(tiny_comparison())) if bar.name == name)
    return {piece.look: round(3 * (piece.end - piece.start) / 100, 6) for piece in bar.segments}


def test_the_waterfall_leads_from_all_anaphors_over_the_shared_losses_to_one_branch_for_each_resolver() -> None:
    chart = comparison.losses(tiny_comparison())

    assert {bar.name: pieces(bar.name) for bar in bars(chart)} == {
        "key anaphors": {"all": 3},
        "anaphor missed": {"loss": 1},
        "resolvable": {"ceiling": 2},
        CAREFUL: {"right": 1, "abstained": 1},
        HASTY: {"tie_lost": 1, "outranked": 1},
    }
    assert [bar.name for bar in bars(chart) if bar.below] == [CAREFUL, HASTY]
    right, left_open = next(bar for bar in bars(chart) if bar.name == CAREFUL).segments
    assert right.start == 0
    assert left_open.start == right.end == pytest.approx(100 / 3)


def test_the_maximum_is_marked_under_both_matchings() -> None:
    tiny = tiny_comparison()
    first, second = tiny.documents
    it, again = first.anaphors
    documents = (replace(first, anaphors=(it, replace(again, strict=False))), second)

    plan = comparison.losses(replace(tiny, documents=documents)).plan

    assert isinstance(plan, Bars)
    assert plan.bounds == pytest.approx([100 / 3, 200 / 3])
    assert plan.bound == "MAX strict 33.3, partial 66.7"


def part(
    helped: int, hurt: int, power: float | None = 0.5, importance: float | None = 0.1, shapley: float | None = None
) -> PartWorth:
    return PartWorth(4, power, importance, helped, hurt, p=None, shapley=shapley)


def test_helped_and_hurt_show_what_the_net_hides() -> None:
    """The first part changes 600 anaphors for a net of 24, the second gains 10 and costs none."""
    chart = ablation.helped_and_hurt("mars", {"quiet": part(10, 0), "busy": part(312, 288)})

    assert chart is not None
    assert [(bar.name, [piece.end for piece in bar.segments], bar.told) for bar in bars(chart)] == [
        ("busy", [-288, 312], "net +24"),
        ("quiet", [0, 10], "net +10"),
    ]
    assert ablation.helped_and_hurt("mars", {"idle": part(0, 0)}) is None


def test_an_indicator_without_a_figure_has_no_point() -> None:
    chart = ablation.importance("mars", {"never": part(0, 0, None), "often": part(3, 1), "seldom": part(1, 1)})

    assert looks(chart, "point") == 5  # three of importance, two of power
    assert "4" in texts(chart)
    shares = ablation.shapley("mars", {"one": part(1, 0, shapley=0.05), "two": part(0, 1, shapley=-0.01)})
    assert shares is not None
    assert "add 4.0 points" in shares.description


def test_a_weight_s_curve_has_steps_and_the_values_on_the_ties_between() -> None:
    curve = Curve(points=(0.0, 1.0), at=(0.5, 0.4), between=(0.2, 0.6, 0.3))
    chart = ablation.sensitivity("mars", "near", curve, 1.0)

    assert (looks(chart, "step"), looks(chart, "on")) == (3, 2)
    assert chart.description == "20.0 to 60.0%, highest from 0.00 to 1.00; the weight is 1."
    assert [value for _, value in chart.figures.rows] == ["20.00", "50.00", "60.00", "40.00", "30.00"]
    beyond = ablation.sensitivity("mars", "near", Curve((1.0, 6.0), (0.2, 0.2), (0.2, 0.4, 0.6)), 1.0)
    assert beyond.description == "20.0 to 60.0%, highest above 6.00; the weight is 1."


NUMBERS = st.floats(-1e6, 1e6).map(lambda value: round(value, 3))


@settings(max_examples=30)
@given(NUMBERS, NUMBERS)
def test_a_scale_has_round_ticks_that_enclose_both_ends(one: float, other: float) -> None:
    low, high = sorted((one, other))
    found = scale(low, high, 0, 100)

    assert found.ticks[0] <= low
    assert high <= found.ticks[-1]
    assert 2 <= len(found.ticks) <= 14
    assert found(found.ticks[0]) == 0
    assert found(found.ticks[-1]) == 100
    assert scale(0, 0.4, 0, 1).ticks == (0, 0.1, 0.2, 0.3, 0.4)
    assert scale(-17, 3, 0, 1).ticks == (-20, -15, -10, -5, 0, 5)


def test_a_drawing_escapes_what_it_says_and_has_real_minus_signs() -> None:
    harm = "</svg><b>&\"'"
    shapes = (Text(harm, 1, 2), Box("right", 0, 0, 3, 5, tip=harm), mark(3, 5, 5, "mark-1"))
    picture = html.fragment_fromstring(page_svg(Drawing(10, 10, shapes), "chart", "a < b", "c & d"))

    assert picture.findtext("title") == "a < b"
    assert picture.findtext("desc") == "c & d"
    assert picture.findtext("text") == harm
    assert picture.find("rect").findtext("title") == harm
    signs = html.fragment_fromstring(page_svg(Drawing(9, 9, (Text("a-1: -1.5", 0, 0),)), "chart", "", ""))
    assert signs.findtext("text") == "a-1: −1.5", "names keep their hyphens"
