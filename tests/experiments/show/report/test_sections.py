"""What reports show is what the commands print, drawn: nothing is lost on the way, and nothing stands outside."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from anaphora.experiments.commands.ablate.ablate import run_ablation
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.compare.page import of_comparison
from anaphora.experiments.commands.score.counting import score_files
from anaphora.experiments.commands.score.page import errors_beside
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.show.charts.chart import Chart
from anaphora.experiments.show.charts.shapes import Box, Text, text_width
from anaphora.experiments.show.report import findings
from anaphora.experiments.show.report.findings import Chained, Findings
from anaphora.experiments.show.report.report import figures, report
from anaphora.experiments.show.report.section import Beside, Row
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.comparison import Comparison

FILES = [BUNDLED / "printer.conllu", BUNDLED / "fiction.conllu"]
SETTINGS = configure(("mars", "most_recent", "random_agreeing"), perfect=("annotation",))


@cache
def of(name: str) -> Findings:
    """What a command found."""
    if name == "comparison":
        files = [*FILES, BUNDLED / "news.conllu"]
        return of_comparison(run_comparison(files, SETTINGS, keep=True), SETTINGS)
    if name == "scores":
        key, responses = BUNDLED, {"half": Path("key(links=0.5)"), "most": Path("key(links=0.9)")}
        settings = configure(measures=("muc", "b_cubed", "conll"), resamples=100)
        return findings.of_scores(score_files(key, responses, settings), errors_beside(key, responses, settings))
    return findings.of_ablation(run_ablation(FILES, name, SETTINGS.changed(resolvers=()), keep=True))


@pytest.mark.parametrize("name", ["comparison", "scores", "mitkov", "cogniac"])
def test_charts_say_their_finding_have_a_table_and_draw_nothing_outside(name: str) -> None:
    blocks = [block for section in figures(of(name)) for block in section.blocks]
    rows = [chart for block in blocks if isinstance(block, Row) for chart in block.charts]
    charts = [*rows, *(block.chart for block in blocks if isinstance(block, Beside))]
    charts += [block for block in blocks if isinstance(block, Chart)]

    assert charts
    assert report(of(name)).startswith("<!doctype html>")
    for chart in charts:
        assert chart.title
        assert chart.description.endswith("."), chart.name
        assert chart.figures.rows, chart.name
        assert {len(row) for row in chart.figures.rows} == {len(chart.figures.headings)}, chart.name
        assert_inside(chart, None)
        assert_inside(chart, 800)


def assert_inside(chart: Chart, width: float | None) -> None:
    drawing = chart.plan.drawn(width)
    for shape in drawing.shapes:
        if isinstance(shape, Text) and not shape.slant:
            room = text_width(shape.text, shape.look)
            start = shape.x - {"start": 0, "middle": room / 2, "end": room}[shape.anchor]
            assert -1 <= start <= start + room <= drawing.width + 1, (chart.name, shape.text)
            assert 0 <= shape.y <= drawing.height, (chart.name, shape.text)
        if isinstance(shape, Box):
            assert shape.width >= 0, chart.name
            assert -0.01 <= shape.x <= shape.x + shape.width <= drawing.width, chart.name
            assert shape.y + shape.height <= drawing.height, chart.name


def chained(comparison: Comparison) -> Chained:
    chains = of_comparison(comparison, SETTINGS).chained
    assert chains is not None
    return chains


def test_chains_of_resolvers_are_held_against_what_they_were_asked_for() -> None:
    """The oracle's links are right and miss little, since the key is cut down to what it was asked for.

    As it sees the key, it is not scored beside the others.
    """
    settings = SETTINGS.changed(resolvers=("oracle", "most_recent"), perfect=LAYERS)
    result = run_comparison(FILES, settings, keep=True)
    muc = choose_measure("muc")
    oracle = chained(replace(result, read_key=frozenset())).scores.values("oracle", muc)

    assert (oracle["precision"] or 0) > 0.97
    assert (oracle["recall"] or 0) > 0.6
    assert chained(result).scores.systems == ("most_recent",)


def test_simulated_responses_have_no_errors_beside_their_scores() -> None:
    assert errors_beside(FILES[0], {"half": Path("key(links=0.5)")}, configure()) is None
