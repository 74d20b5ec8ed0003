"""Charts for papers: what they show, and that their files stand on their own."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from lxml import etree
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

from anaphora.experiments.comparison.ablate import PartWorth
from anaphora.experiments.comparison.losses import Losses
from anaphora.experiments.plots import ablation
from anaphora.experiments.plots.charts import Point, grouped_dots, lines
from anaphora.experiments.plots.figures import charts, plot, write_figures
from anaphora.experiments.plots.plot import MAIN, MUTED, Plot
from anaphora.workbench.errors import UnknownNameError
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.trace import Confidence, Outcome
from tests.experiments.report.test_datasets import league
from tests.workbench.rights import document
from tests.workbench.tiny_comparison import CAREFUL, HASTY, empty_comparison, tiny_comparison

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


def rows(chart: Plot) -> list[str]:
    """The labels of the rows, from the top."""
    return [label.get_text() for label in chart.figure.axes[0].get_yticklabels()]


def dots(axes: Axes) -> list[tuple[float, str]]:
    """Where the dots stand, from the top, and their colours."""
    found = [line for line in axes.lines if line.get_marker() == "o"]
    return [(round(float(np.ravel(line.get_xdata())[0]), 1), str(line.get_color())) for line in found]


def test_success_rates_stand_best_first_and_baselines_are_grey() -> None:
    """Of three anaphors `careful` has one right, `hasty` none."""
    chart = plot(replace(tiny_comparison(), resolvers=(HASTY, CAREFUL), baselines=frozenset({HASTY})), "scores")

    assert rows(chart) == [CAREFUL, HASTY]
    assert dots(chart.figure.axes[0]) == [(33.3, MAIN), (0.0, MUTED)]


def test_precision_stands_beside_the_anaphors_answered() -> None:
    """Of three anaphors `careful` answers one, rightly, and `hasty` two, both wrongly."""
    chart = plot(tiny_comparison(), "coverage")

    assert rows(chart) == [CAREFUL, HASTY]
    assert [value for value, _ in dots(chart.figure.axes[0])] == [100.0, 0.0]
    assert [value for value, _ in dots(chart.figure.axes[1])] == [33.3, 66.7]


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

    axes = plot(found, "coverage-curves").figure.axes[0]
    lines = [line for line in axes.lines if line.get_linestyle() != "None"]
    (point,) = [line for line in axes.lines if line.get_linestyle() == "None"]
    assert len(lines) == 5
    assert [line.get_color() == MUTED for line in lines] == [False] * 4 + [True]
    assert (lines[0].get_label(), np.array(lines[0].get_xydata())[-1].tolist()) == ("r2", [100.0, 50.0])
    assert (point.get_label(), np.array(point.get_xydata()).tolist()) == ("wary", [[50.0, 100.0]])
    assert "coverage-curves" not in charts(tiny_comparison())


def _sure(right: float, wrong: float) -> Confidence:
    """Two answers to key anaphors."""
    return Confidence(False, np.array([right, wrong], np.float32), np.ones(2, bool), np.array([True, False]))


def test_differences_are_those_to_the_best_and_grey_where_not_significant() -> None:
    chart = plot(tiny_comparison(), "differences")

    assert rows(chart) == [HASTY]
    assert dots(chart.figure.axes[0]) == [(-33.3, MUTED)]
    assert CAREFUL in chart.figure.axes[0].get_xlabel()


def test_the_bars_of_losses_are_as_long_as_all_anaphors() -> None:
    bars = plot(tiny_comparison(), "losses").figure.axes[0].patches
    ends = [bar.get_x() + bar.get_width() for bar in bars]  # type: ignore[attr-defined]

    assert max(ends) == pytest.approx(100)


def test_losses_have_the_chart_of_their_comparison() -> None:
    assert list(charts(Losses(tiny_comparison(), {}))) == ["losses"]


def test_scores_have_charts_of_the_primary_measure_of_all_and_of_each() -> None:
    """MUC of `worse`: recall and precision 1/2, so F1 50."""
    scores = scored()

    assert list(charts(scores)) == ["scores", "measures", "differences"]
    chart = plot(scores, "muc")
    assert rows(chart) == ["better", "worse"]
    assert [value for value, _ in dots(chart.figure.axes[0])] == [100.0, 50.0]
    assert dots(plot(scores, "differences").figure.axes[0]) == [(-50.0, MAIN)]
    assert rows(plot(scores, "measures")) == ["muc", "b_cubed"]


def test_series_differ_by_mark_and_colour() -> None:
    row = {name: Point(name, value, value - 1, value + 1) for name, value in (("a", 10), ("b", 20))}
    axes = grouped_dots({"muc": row, "lea": row}, "F1", "column").axes[0]

    marks = {(line.get_marker(), line.get_color()) for line in axes.lines if line.get_marker() != "None"}
    assert len({mark for mark, _ in marks}) == len({colour for _, colour in marks}) == len(marks) == 2


def test_few_cases_have_a_hollow_mark() -> None:
    axes = lines(["1", "2"], {"a": [50, 60], "random choice": [10, 20]}, ("x", "y"), "column", [False, True]).axes[0]

    hollow = [line for line in axes.lines if to_hex(line.get_markerfacecolor()) == "#ffffff"]
    assert [np.ravel(line.get_xdata()).tolist() for line in hollow] == [[1]]


def test_importance_stands_beside_decision_power() -> None:
    """Helped 12 and hurt 2 of 50 right ones: relative importance 0.2."""
    worth = {
        "near": PartWorth(40, 0.5, 0.2, 12, 2, 0.01, 0.02),
        "first": PartWorth(30, 0.4, -0.02, 1, 2, 0.6, 0.9),
    }
    chart = Plot(ablation.importance(worth, "column"))

    assert rows(chart) == ["near", "first"]
    assert dots(chart.figure.axes[0]) == [(0.2, MAIN), (-0.0, MUTED)]
    assert dots(chart.figure.axes[1]) == [(0.5, MAIN), (0.4, MUTED)]


def test_helped_anaphors_go_to_the_right_and_hurt_ones_to_the_left() -> None:
    chart = ablation.helped_and_hurt({"near": PartWorth(None, None, 0.2, 12, 2, 0.01)}, "column")

    assert [bar.get_width() for bar in chart.axes[0].patches] == [-2, 12]  # type: ignore[attr-defined]


def test_a_result_without_anaphors_has_no_chart(tmp_path: Path) -> None:
    assert write_figures(empty_comparison(), tmp_path / "figures", "svg") == []
    with pytest.raises(UnknownNameError):
        plot(empty_comparison(), "scores")


def test_a_chart_that_the_result_does_not_have_is_refused() -> None:
    with pytest.raises(UnknownNameError):
        plot(tiny_comparison(), "muc")
    with pytest.raises(UnknownNameError):
        plot(tiny_comparison(), "scores", "poster")


@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
def test_every_chart_is_a_file_of_its_name_and_always_the_same(tmp_path: Path, form: str) -> None:
    names = write_figures(tiny_comparison(), tmp_path / "first", form)
    write_figures(tiny_comparison(), tmp_path / "second", form)

    assert {"scores", "differences", "losses"} < set(names)
    first, second = (
        {path.name: path.read_bytes() for path in (tmp_path / run).iterdir()} for run in ("first", "second")
    )
    assert first.keys() == {f"{name}.{form}" for name in names}
    assert first == second


@pytest.mark.parametrize("dark", [False, True])
def test_svg_has_literal_colours_and_labels_that_stay_text(tmp_path: Path, dark: bool) -> None:
    text = plot(tiny_comparison(), "scores", dark=dark).save(tmp_path / "scores.svg").read_text("utf8")

    assert not re.search(r"var\(|light-dark|currentColor|@media|http://(?!www\.w3|purl|creativecommons)", text)
    root = etree.fromstring(text.encode())
    labels = list(root.iter(f"{SVG}text"))
    assert {CAREFUL, HASTY, "Success rate (%), 95% CI"} <= {label.text for label in labels}
    assert all("sans-serif;" in label.get("style") for label in labels)
    background = next(root.iter(f"{SVG}path")).get("style")
    assert ("#ffffff" in background) is not dark


def test_pdf_embeds_its_font(tmp_path: Path) -> None:
    written = plot(tiny_comparison(), "scores").save(tmp_path / "scores.pdf").read_bytes()

    assert b"/FontFile2" in written
    assert b"/Type3" not in written


@pytest.mark.parametrize(("width", "inches"), [("column", 3.33), ("page", 6.9)])
def test_a_chart_is_as_wide_as_a_column_or_a_page(width: str, inches: float, tmp_path: Path) -> None:
    root = etree.fromstring(plot(tiny_comparison(), "scores", width).save(tmp_path / "a.svg").read_bytes())

    assert float(root.get("width").removesuffix("pt")) == pytest.approx(72 * inches)


def test_many_datasets_have_averages_grids_and_differences() -> None:
    """Values on eight datasets, the same on all: "good" 0.8, "poor" 0.6."""
    chart = {name: plot(league(), name) for name in charts(league())}

    assert list(chart) == ["scores", "datasets", "ranks", "wins", "differences"]
    assert rows(chart["scores"]) == ["good", "poor"]
    assert dots(chart["differences"].figure.axes[0]) == [(-20.0, MAIN)]
    written = [text.get_text() for text in chart["datasets"].figure.axes[0].texts]
    assert (written.count("80.0"), written.count("60.0")) == (9, 9)  # eight datasets and the average
    assert [text.get_text() for text in chart["wins"].figure.axes[0].texts] == ["–", "8", "0", "–"]


def test_a_grid_of_many_systems_has_shades_alone() -> None:
    macro = league(values={f"system{number}": 0.9 - number / 100 for number in range(20)})

    assert not plot(macro, "datasets").figure.axes[0].texts
    assert len(plot(macro, "datasets", "page").figure.axes[0].texts) == 20 * 9


def test_an_average_below_all_values_has_a_shade() -> None:
    """A dataset without a response counts as 0 in the average, which falls below the values of the others."""
    found = league()
    whole = replace(found.datasets[0], name="missed", values={"conll": (0.8, None)})

    chart = plot(replace(found, datasets=(*found.datasets[1:], whole)), "datasets").figure.axes[0]

    assert "52.5" in [text.get_text() for text in chart.texts]  # 7 of 8 times 60
