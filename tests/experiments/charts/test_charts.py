"""What charts say of figures made by hand."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from anaphora.experiments.charts import ablation, chains, comparison
from anaphora.experiments.charts.draw import page_svg
from anaphora.experiments.charts.layout import Bars
from anaphora.experiments.charts.shapes import Box, Drawing, Text, mark, scale
from anaphora.experiments.comparison.ablate import PartWorth
from anaphora.experiments.scoring.memory import score_chains
from anaphora.experiments.setup.configuration import configure
from anaphora.workbench.ablation.figures import Curve
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.results.scores import Scores
from tests.experiments.charts.drawn import bars, looks, texts
from tests.workbench.tiny_comparison import CAREFUL, HASTY, empty_comparison, tiny_comparison


def test_nothing_is_drawn_of_nothing() -> None:
    nothing = empty_comparison()

    assert comparison.differences(nothing) is None
    assert comparison.together(nothing) is None
    assert comparison.documents(nothing) is None
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


def scores(*measured: tuple[str, list[list[float]], list[list[float]]]) -> Scores:
    """Two systems by recall and precision counts of each document, for some measures."""
    measures = tuple(choose_measure(name) for name, *_ in measured)
    counts = {
        system: {name: np.array(both[at], np.float64) for name, *both in measured}
        for at, system in enumerate(("a", "b"))
    }
    return Scores("key", "", tuple("123456789"), ("a", "b"), measures, counts, resamples=500)


def test_ranks_show_changes_of_places_that_are_real_and_how_sure_they_are() -> None:
    good, bad, level = [[9.0, 10.0, 9.0, 10.0]] * 9, [[1.0, 10.0, 1.0, 10.0]] * 9, [[5.0, 10.0, 5.0, 10.0]] * 9
    mixed = [[5.0, 10.0, 5.0, 10.0], [6.0, 10.0, 6.0, 10.0]] * 5
    real = scores(("muc", good, bad), ("ceaf_m", bad, good))
    same = scores(("muc", good, bad), ("ceaf_m", good, bad))
    noise = scores(("muc", mixed[:9], mixed[1:]), ("ceaf_m", mixed[1:], mixed[:9]))
    shared = chains.ranks(scores(("muc", level, level), ("ceaf_m", level, level)))

    flips = {
        name: len(chains.flips(ranked, ["muc", "ceaf_m"]))
        for name, ranked in (("real", real), ("same", same), ("noise", noise))
    }
    assert flips == {"real": 1, "same": 0, "noise": 0}
    assert texts(chains.ranks(real))[:2] == ["muc", "ceaf_m"]
    assert same.rank_certainty(choose_measure("muc")) == {"a": 1, "b": 1}
    assert looks(chains.ranks(same), "line-1 w4") == 1, "the surer a rank, the thicker its line"
    assert shared is not None
    assert shared.figures.rows[0] == ("muc", "1.5. (50.0)", "1.5. (50.0)"), "level systems share a rank"


def test_the_surface_of_blanc_has_the_published_scores_where_the_responses_of_the_paper_lie() -> None:
    """Recasens & Hovy 2011, tables 9 to 11: 10 coreference links and 2,405 others; shares of right ones by response."""
    key = [set(range(62, 66)), set(range(66, 69)), {69, 70}, *({mention} for mention in range(1, 62))]
    scores = score_chains(key, {"any": [{mention} for mention in range(1, 71)]}, configure(measures=("blanc",)))

    rows = chains.surface(scores, scores.primary).rows
    assert rows["rn 100%"][7].shade == pytest.approx(0.9115, abs=6e-5)  # C: 7 of the 10 links, nothing wrong
    assert rows["rn 100%"][0].shade == pytest.approx(0.499, abs=6e-5)  # G: all singletons
    assert rows["rn 0%"][10].shade == pytest.approx(0.0041, abs=6e-5)  # H: one entity
    assert [row.text for row in (rows["rn 100%"][10], rows["rn 0%"][0])] == ["100.0", "0.0"]


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
