"""What reports show is what the commands print, drawn: nothing is lost on the way, and nothing stands outside."""

from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html as lxml_html

from anaphora.experiments import findings
from anaphora.experiments.charts.chart import Chart
from anaphora.experiments.charts.shapes import Box, Text, text_width
from anaphora.experiments.comparison.ablate import ablate
from anaphora.experiments.comparison.compare import compare
from anaphora.experiments.findings import Chained, Findings
from anaphora.experiments.report.report import figures, report
from anaphora.experiments.report.section import Row
from anaphora.experiments.scoring import score
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.table import to_json

FILES = [BUNDLED / f"{name}.conllu" for name in ("printer", "fiction", "news", "dialogue", "help_file", "how_to")]
SETTINGS = configure(("mars", "hobbs", "most_recent", "random_agreeing"), perfect=("annotation",))
COMPARISON = compare(FILES, SETTINGS, keep=True)
ADDITIVE = ablate(FILES[:2], "mitkov", SETTINGS.changed(resolvers=()), keep=True)
LADDER = ablate(FILES[:2], "cogniac", SETTINGS.changed(resolvers=()), keep=True)


def of_scores() -> Findings:
    key, responses = FILES[0], {"same": FILES[0], "sgml": FILES[0].with_suffix(".sgml")}
    settings = configure(measures=("muc", "b_cubed", "conll"), resamples=100)
    errors = findings.errors_beside(key, responses, settings)
    return findings.of_scores(score.score(key, responses, settings), errors)


FINDINGS = {
    "comparison": findings.of_comparison(COMPARISON, SETTINGS),
    "additive": findings.of_ablation(ADDITIVE),
    "ladder": findings.of_ablation(LADDER),
    "scores": of_scores(),
}
SECTIONS = {
    "comparison": [
        "verdict", "scores", "differences", "losses", "corpus", "slices", "agreement", "indicators", "chains",
        "anaphors", "methods",
    ],
    "additive": ["verdict", "losses", "corpus", "slices", "indicators", "anaphors", "methods"],
    "ladder": ["verdict", "losses", "corpus", "slices", "indicators", "anaphors", "methods"],
    "scores": ["verdict", "chains", "errors", "methods"],
}  # fmt: skip
CHARTS = [
    pytest.param(chart, id=f"{name}-{chart.name}")
    for name, found in FINDINGS.items()
    for section in figures(found)
    for block in section.blocks
    for chart in (block.charts if isinstance(block, Row) else [block])
    if isinstance(chart, Chart)
]


@pytest.mark.parametrize("name", FINDINGS)
def test_sections_stand_in_the_order_of_the_reader_s_questions(name: str) -> None:
    page = lxml_html.document_fromstring(report(FINDINGS[name]))

    assert page.xpath("//main/section/@aria-labelledby") == SECTIONS[name]
    assert page.xpath("//nav//a/@href") == [f"#{anchor}" for anchor in SECTIONS[name]]


@pytest.mark.parametrize("width", [None, 800])
@pytest.mark.parametrize("chart", CHARTS)
def test_nothing_is_drawn_outside_of_a_drawing(chart: Chart, width: float | None) -> None:
    drawing = chart.plan.drawn(width)
    for shape in drawing.shapes:
        if isinstance(shape, Text) and not shape.slant:
            room = text_width(shape.text, shape.look)
            start = shape.x - {"start": 0, "middle": room / 2, "end": room}[shape.anchor]
            assert start >= -1, shape.text
            assert start + room <= drawing.width + 1, shape.text
            assert 0 <= shape.y <= drawing.height
        if isinstance(shape, Box):
            assert shape.width >= 0
            assert shape.x >= -0.01
            assert shape.x + shape.width <= drawing.width
            assert shape.y + shape.height <= drawing.height


@pytest.mark.parametrize("chart", CHARTS)
def test_every_chart_says_its_finding_and_has_a_table_with_all_columns(chart: Chart) -> None:
    assert chart.title
    assert chart.description.endswith(".")
    assert chart.figures.rows
    assert {len(row) for row in chart.figures.rows} == {len(chart.figures.headings)}


def test_the_verdict_of_an_ablation_is_on_its_parts() -> None:
    figures = to_json(ADDITIVE.tables())["success_rate"]
    page = report(FINDINGS["additive"])

    assert f"mitkov has {figures['right']} of {figures['of']} anaphors right" in page
    assert "The largest loss is without" in page


def rows(section: str) -> list[str]:
    """The headings of the rows of a section's first table."""
    page = lxml_html.document_fromstring(report(FINDINGS["comparison"]))
    headings: list[str] = page.xpath(
        f"(//section[@aria-labelledby='{section}']//table)[1]//th[@scope='row']/bdi/text()"
    )
    return headings


@pytest.mark.parametrize("section", ["losses", "chains"])
def test_tables_have_a_row_a_resolver_best_first(section: str) -> None:
    assert [name.split()[-1 if section == "chains" else 0] for name in rows(section)] == [*COMPARISON.ranking]


def chained(comparison: Comparison) -> Chained:
    found = findings.of_comparison(comparison, SETTINGS).chained
    assert found is not None
    return found


def test_chains_of_resolvers_are_held_against_what_they_were_asked_for() -> None:
    """The oracle's links are right and miss little, since the key is cut down to what it was asked for."""
    perfect = ("annotation", "mentions", "pleonastic", "agreement")
    found = compare(FILES[:2], SETTINGS.changed(resolvers=("oracle", "most_recent"), perfect=perfect), keep=True)
    muc = choose_measure("muc")

    seen = chained(replace(found, read_key=frozenset())).scores.values("oracle", muc)

    assert (seen["precision"] or 0) > 0.97
    assert (seen["recall"] or 0) > 0.6


def test_a_resolver_that_sees_the_key_is_not_scored_beside_the_others() -> None:
    found = compare(FILES[:2], SETTINGS.changed(resolvers=("oracle", "most_recent")), keep=True)

    assert chained(found).scores.systems == ("most_recent",)


def test_simulated_responses_have_no_errors_beside_their_scores() -> None:
    assert findings.errors_beside(FILES[0], {"half": Path("key(links=0.5)")}, configure()) is None
