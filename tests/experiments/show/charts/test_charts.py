"""Charts: what they say of figures made by hand, and that the files for papers stand on their own."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree, html

from anaphora.experiments.show.charts import ablation, comparison, scores
from anaphora.experiments.show.charts import chart as plots
from anaphora.experiments.show.charts.chart import Chart, Plans, Plot
from anaphora.experiments.show.charts.draw import Box, Drawing, Label, Shape, Strokes, mark, page_svg, scale
from anaphora.experiments.show.charts.layout import Bar, Bars, Dots, Lines
from anaphora.workbench.ablation.figures import Curve, PartWorth
from anaphora.workbench.chains.overlap import columns
from anaphora.workbench.document import Span
from anaphora.workbench.error_analysis.analysis import ChainErrors, chain_errors
from anaphora.workbench.error_analysis.mentions import DocumentText
from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.key import Key
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.losses import Losses
from anaphora.workbench.results.macro import MacroScores
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.trace.document import Confidence, Outcome
from tests.experiments.show.report.test_scores import league
from tests.workbench.rights import document
from tests.workbench.tiny_comparison import CAREFUL, HASTY, empty_comparison, tiny_comparison


def shapes(chart: Chart | Plot | None) -> Sequence[Shape]:
    assert chart is not None
    return chart.drawing.shapes if isinstance(chart, Plot) else chart.plan.drawn().shapes


def texts(chart: Chart | Plot | None) -> list[str]:
    """The words on a chart."""
    return [shape.text for shape in shapes(chart) if isinstance(shape, Label) and shape.text]


def looks(chart: Chart | Plot | None, look: str) -> int:
    """Count the shapes that have exactly this look."""
    return sum(shape.look == look for shape in shapes(chart))


def dots(chart: Plot, series: str = "") -> dict[str, tuple[float, bool]]:
    """The dots of a series by the names of their rows, from the top: value, and whether it is filled."""
    assert isinstance(chart.plan, Dots)
    return {name: (round(row[series].value, 1), row[series].held) for name, row in chart.plan.rows.items()}


def bars(chart: Chart) -> Sequence[Bar]:
    assert isinstance(chart.plan, Bars)
    return chart.plan.bars


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
    assert [(bar.name, [piece.end for piece in bar.segments], bar.words) for bar in bars(chart)] == [
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
    assert chart.description == "20.0 to 60.0%, highest from 0 to 1; the weight is 1."
    assert [value for _, value in chart.figures.rows] == ["20.00", "50.00", "60.00", "40.00", "30.00"]
    beyond = ablation.sensitivity("mars", "near", Curve((1.0, 6.0), (0.2, 0.2), (0.2, 0.4, 0.6)), 1.0)
    assert beyond.description == "20.0 to 60.0%, highest above 6; the weight is 1."


def test_a_learned_weight_s_thousands_of_steps_are_shown_by_the_extremes_of_ranges() -> None:
    points = tuple(number / 100 for number in range(100))  # two ranges have none, twenty have five each
    crowded = Curve((*points, 1.0, *(1.01 + point for point in points)), (0.25,) * 201, (0.2, *(0.3, 0.2) * 100, 0.4))
    chart = ablation.sensitivity("ranker", "near", crowded, 1.0)
    rows = {row[0]: row[1:] for row in chart.figures.rows}

    assert (looks(chart, "step"), looks(chart, "on"), len(rows)) == (1, 0, 160)
    assert rows["-0.05 to 0"] == ("20.00", "20.00")
    assert rows["0 to 0.05"] == ("20.00", "30.00")
    assert rows["4.95 to 5"] == ("40.00", "40.00")


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
    drawn = (Label(harm, 1, 2), Box("right", 0, 0, 3, 5, tip=harm), mark(3, 5, 5, "mark-1"))
    picture = html.fragment_fromstring(page_svg(Drawing(10, 10, drawn), "chart", "a < b", "c & d"))

    assert picture.findtext("title") == "a < b"
    assert picture.findtext("desc") == "c & d"
    assert picture.findtext("text") == harm
    assert picture.find("rect").findtext("title") == harm
    signs = html.fragment_fromstring(page_svg(Drawing(9, 9, (Label("a-1: -1.5", 0, 0),)), "chart", "", ""))
    assert signs.findtext("text") == "a-1: −1.5", "names keep their hyphens"


# charts for papers

SVG = "{http://www.w3.org/2000/svg}"
RIGHT, HALF = (3, 3, 3, 3), (1, 2, 1, 2)
"""Counts of a measure: hits and totals of recall, then of precision: all right, half right."""


def scored(documents: int = 8) -> Scores:
    measures = tuple(choose_measure(name) for name in ("muc", "b_cubed"))
    counts = {"worse": HALF, "better": RIGHT}
    return Scores(
        key="key",
        signature="key:made up",
        documents=tuple(f"d{number}" for number in range(documents)),
        systems=("worse", "better"),
        measures=measures,
        counts={
            system: {measure.name: np.array([row] * documents, np.float64) for measure in measures}
            for system, row in counts.items()
        },
        resamples=200,
    )


def charts(result: object) -> Plans:
    makers: dict[type, Callable[..., Plans]] = {
        ChainErrors: scores.charts_of_errors,
        Comparison: comparison.charts,
        Losses: lambda lost: comparison.charts_of_losses(lost.base),
        MacroScores: scores.charts_of_datasets,
        Scores: scores.charts_of_scores,
    }
    return makers[type(result)](result)


def plot(result: object, name: str = "", width: str = "column", *, dark: bool = False) -> Plot:
    further = scores.charts_of_measures(result) if isinstance(result, Scores) else {}
    return plots.plot(charts(result) | further, name, width, dark=dark)


def test_success_rates_stand_best_first_and_baselines_are_grey() -> None:
    """Of three anaphors `careful` has one right, `hasty` none."""
    chart = plot(replace(tiny_comparison(), resolvers=(HASTY, CAREFUL), baselines=frozenset({HASTY})), "scores")

    assert list(dots(chart).items()) == [(CAREFUL, (33.3, True)), (HASTY, (0.0, False))]
    assert (looks(chart, "point held"), looks(chart, "point")) == (1, 1)
    assert dots(plot(tiny_comparison(), "differences")) == {HASTY: (-33.3, False)}
    assert list(charts(Losses(tiny_comparison(), {}))) == ["losses"]


def test_surest_answers_make_curves_and_selective_resolvers_points() -> None:
    """Of six resolvers five have two answers, one right, in whose order their curves differ; one answers half."""
    sure = {f"r{number}": _sure(number + 1.0, 2.0) for number in range(5)}
    wary = {"wary": Confidence(False, *(np.array([value]) for value in (np.float32("nan"), True, True)))}
    rights = [Outcome("right", None, "", 1.0), Outcome("abstained", None, "", 0.0)]
    traced = replace(document("d", *[(True, True, True)] * 2), confidences=sure | wary)
    traced = replace(traced, outcomes=dict.fromkeys((*sure, "wary"), rights), attempted=dict.fromkeys(sure, 2))
    found = replace(
        tiny_comparison(),
        resolvers=(*sure, "wary"),
        documents=(replace(traced, attempted={**traced.attempted, "wary": 1}),),
    )

    plan = plot(found, "coverage-curves").plan
    assert isinstance(plan, Lines)
    *curves, point = plan.series
    assert [curve.look for curve in curves] == ["line-1", "line-2", "line-3", "line-4", "others"]
    assert (curves[0].name, curves[0].points[-1]) == ("r2", (100.0, 50.0))
    assert (point.name, point.points) == ("wary", [(50.0, 100.0)])
    assert "coverage-curves" not in charts(tiny_comparison())


def _sure(right: float, wrong: float) -> Confidence:
    """Two answers to key anaphors."""
    return Confidence(False, np.array([right, wrong], np.float32), np.ones(2, bool), np.array([True, False]))


def test_scores_have_charts_of_the_primary_measure_of_all_and_of_each() -> None:
    """MUC of `worse`: recall and precision 1/2, so F1 50."""
    found = scored()

    assert list(charts(found)) == ["scores", "measures", "differences"]
    assert list(dots(plot(found, "muc")).items()) == [("better", (100.0, True)), ("worse", (50.0, True))]
    assert dots(plot(found, "differences")) == {"worse": (-50.0, True)}
    assert dots(plot(found, "measures"), "worse").keys() == {"muc", "b_cubed"}


def test_a_chart_that_the_result_does_not_have_is_refused(tmp_path: Path) -> None:
    assert plots.write_figures(charts(empty_comparison()), tmp_path / "figures", "svg") == []
    with pytest.raises(UnknownNameError):
        plot(empty_comparison(), "scores")
    with pytest.raises(UnknownNameError):
        plot(tiny_comparison(), "muc")
    with pytest.raises(UnknownNameError):
        plot(tiny_comparison(), "scores", "poster")
    with pytest.raises(OptionError):
        plot(tiny_comparison()).save("scores.gif")


def test_every_chart_is_a_file_of_its_name_and_always_the_same(tmp_path: Path) -> None:
    """A PDF embeds its font."""
    names = plots.write_figures(charts(tiny_comparison()), tmp_path / "all", "svg")

    assert {"scores", "differences", "losses"} < set(names)
    assert {path.name for path in (tmp_path / "all").iterdir()} == {f"{name}.svg" for name in names}
    for form in ("svg", "pdf", "png"):
        first, second = (
            plot(tiny_comparison(), "scores").save(tmp_path / f"{run}.{form}").read_bytes() for run in "ab"
        )
        assert first == second
        assert form != "pdf" or (b"/FontFile2" in first and b"/Type3" not in first)


@pytest.mark.parametrize("dark", [False, True])
def test_svg_has_literal_colours_and_labels_that_stay_text(tmp_path: Path, dark: bool) -> None:
    text = plot(tiny_comparison(), "scores", dark=dark).save(tmp_path / "scores.svg").read_text("utf8")

    assert not re.search(r"var\(|class=|light-dark|currentColor|@media|http://(?!www\.w3)", text)
    root = etree.fromstring(text.encode())
    labels = list(root.iter(f"{SVG}text"))
    assert {CAREFUL, HASTY, "Success rate (%), 95% CI"} <= {label.text for label in labels}
    assert root.get("font-family").endswith("sans-serif")
    assert (root.find(f"{SVG}rect").get("fill") == "#ffffff") is not dark
    for width, inches in (("column", 3.33), ("page", 6.9)):
        sized = etree.fromstring(plot(tiny_comparison(), "scores", width).save(tmp_path / "a.svg").read_bytes())
        assert float(sized.get("width").removesuffix("pt")) == pytest.approx(72 * inches)


@pytest.mark.parametrize(
    ("key", "response", "drawn"),
    [
        ("ABCD", "AB CD", ["A-B=C-D 2 parts, 2 of 3 links", "A-B 1 part, 1 of 1 link", "C-D 1 part, 1 of 1 link"]),
        ("AB CD", "ABCD", ["A-B 1 part, 1 of 1 link", "C-D 1 part, 1 of 1 link", "A-B=C-D 2 parts, 2 of 3 links"]),
        ("ABC", "AC", ["A-C=B 2 parts, 1 of 2 links", "A-C 1 part, 1 of 1 link"]),  # B is a part of its own
        ("AB C", "AB C", []),
    ],
)
def test_chains_are_divided_into_the_parts_of_vilain(key: str, response: str, drawn: list[str]) -> None:
    """Table 1 of Vilain et al. 1995: - joins what is together on the other side too, = the parts."""
    chart = scores.partitions(parted("ABCD", key.split(), response.split()))
    rows = [row for side in (chart.sides.values() if chart else ()) for row in side]

    assert [f"{'='.join(map('-'.join, row.parts))} {row.words}" for row in rows] == drawn
    dashed = [shape for shape in chart.drawn().shapes if shape.look == "max"] if chart else []
    assert len(dashed) == sum(row.count("=") for row in drawn)


def parted(words: Sequence[str], key: Sequence[Sequence[str]], response: Sequence[Sequence[str]]) -> ChainErrors:
    """The errors of a response whose chains are of words."""
    places = {word: Span(place, place + 1) for place, word in enumerate(words)}
    given, other = (
        columns(Key("d", tuple(tuple(map(places.__getitem__, chain)) for chain in side))) for side in (key, response)
    )
    return chain_errors([DocumentText("d", words, starts=(0,))], [given], {"r": [other]})


def divided() -> ChainErrors:
    """A chain that goes on in further lines, torn apart."""
    names = [f"the very long name of a person {number}" for number in range(20)]
    return parted(names, [names], [names[:9], names[9:]])


@pytest.mark.parametrize("width", ["column", "page"])
@pytest.mark.parametrize("make", [tiny_comparison, scored, league, divided])
def test_nothing_is_drawn_outside_of_a_chart(make: Callable[[], object], width: str) -> None:
    for name in charts(result := make()):
        drawing = plot(result, name, width).drawing
        for shape in drawing.shapes:
            assert all(-1 <= x <= drawing.width + 1 for x in across(shape)), (name, shape)


def across(shape: Shape) -> list[float]:
    """Where a shape stands from left to right."""
    if isinstance(shape, Strokes):
        return [x for stroke in shape.strokes for x, _ in stroke]
    return [shape.x] if isinstance(shape, Label) else [shape.x, shape.x]


def test_many_datasets_have_averages_grids_and_differences() -> None:
    """Values on eight datasets, the same on all: "good" 0.8, "poor" 0.6."""
    found = league()
    wins = scores.wins_grid(found)

    assert list(charts(found)) == ["scores", "datasets", "ranks", "wins", "differences"]
    assert list(dots(plot(found, "scores"))) == ["good", "poor"]
    assert dots(plot(found, "differences")) == {"poor": (-20.0, True)}
    values = texts(plot(found, "datasets"))
    assert (values.count("80.0"), values.count("60.0")) == (9, 9)  # eight datasets and the average
    assert texts(scores.values_grid(found)).count("80.0") == 9
    axes = ["rank", "share of the bootstrap", "samples (%)"]
    assert texts(scores.ranks_grid(found)) == [axes[0], "1", "2", "good", "100.0", "poor", "100.0", *axes[1:]]
    assert [word for word in texts(plot(found, "wins")) if word in ("–", "8", "0")] == ["–", "8", "0", "–"]
    assert "≥ 8" in texts(wins)
    assert wins.description == "good beats 1 system of 1 on every dataset."
    assert texts(scores.against(found, "good", "poor")).count("+20.0") == 9


def test_an_average_below_all_values_has_a_shade() -> None:
    """A dataset without a response counts as 0 in the average, which falls below the values of the others."""
    found = league()
    whole = replace(found.datasets[0], name="missed", values={"conll": (0.8, None)})

    assert "52.5" in texts(plot(replace(found, datasets=(*found.datasets[1:], whole)), "datasets"))  # 7 of 8 times 60
