"""What reports show is what the commands print, drawn: nothing is lost on the way, and nothing stands outside."""

from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html as lxml_html

from anaphora.experiments.comparison.ablate import ablate
from anaphora.experiments.comparison.compare import compare
from anaphora.experiments.report import gather
from anaphora.experiments.report.contents import Chained, Findings
from anaphora.experiments.report.drawing import CHARACTER, Drawing
from anaphora.experiments.report.report import figures, report
from anaphora.experiments.report.section import Row
from anaphora.experiments.scoring import score
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.results.comparison import Comparison

FILES = [BUNDLED / f"{name}.conllu" for name in ("printer", "fiction", "news", "dialogue", "help_file", "how_to")]
SETTINGS = configure(("mars", "hobbs", "most_recent", "random_agreeing"), perfect=("annotation",))
COMPARISON = compare(FILES, SETTINGS, keep=True)
ADDITIVE = ablate(FILES[:2], "mitkov", SETTINGS.changed(resolvers=()), keep=True)
LADDER = ablate(FILES[:2], "cogniac", SETTINGS.changed(resolvers=()), keep=True)


def of_scores() -> Findings:
    key, responses = FILES[0], {"same": FILES[0], "sgml": FILES[0].with_suffix(".sgml")}
    settings = configure(measures=("muc", "b_cubed", "conll"), resamples=100)
    errors = gather.errors_beside(key, responses, settings)
    return gather.of_scores(score.score(key, responses, settings), errors)


FINDINGS = {
    "comparison": gather.of_comparison(COMPARISON, SETTINGS),
    "additive": gather.of_ablation(ADDITIVE),
    "ladder": gather.of_ablation(LADDER),
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
DRAWINGS = [
    pytest.param(drawing, id=f"{name}-{drawing.name}")
    for name, found in FINDINGS.items()
    for section in figures(found)
    for block in section.blocks
    for drawing in (block.drawings if isinstance(block, Row) else [block])
    if isinstance(drawing, Drawing)
]


@pytest.mark.parametrize("name", FINDINGS)
def test_sections_stand_in_the_order_of_the_reader_s_questions(name: str) -> None:
    page = lxml_html.document_fromstring(report(FINDINGS[name]))

    assert page.xpath("//main/section/@aria-labelledby") == SECTIONS[name]
    assert page.xpath("//nav//a/@href") == [f"#{anchor}" for anchor in SECTIONS[name]]


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_nothing_is_drawn_outside_of_a_drawing(drawing: Drawing) -> None:
    """Texts are measured by the width that charts take for a character; bold ones may need it all."""
    for shape in drawing.shapes:
        at = shape.attributes
        if shape.element == "text":
            width = len(shape.text) * CHARACTER * 0.85
            start = float(at["x"]) - {"start": 0, "middle": width / 2, "end": width}[str(at["text-anchor"])]
            assert start >= -1
            assert start + width <= drawing.width + 1, shape.text
            assert 0 <= float(at["y"]) <= drawing.height
        if shape.element == "rect":
            assert float(at["x"]) >= -0.01
            assert float(at["x"]) + float(at["width"]) <= drawing.width
            assert float(at["y"]) + float(at["height"]) <= drawing.height


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_every_drawing_says_its_finding_and_has_a_table_with_all_columns(drawing: Drawing) -> None:
    assert drawing.title
    assert drawing.description.endswith(".")
    assert drawing.figures.rows
    assert {len(row) for row in drawing.figures.rows} == {len(drawing.figures.headings)}


def test_the_verdict_of_an_ablation_is_on_its_parts() -> None:
    figures = ADDITIVE.as_json()["success_rate"]
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
    found = gather.of_comparison(comparison, SETTINGS).chained
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
    assert gather.errors_beside(FILES[0], {"half": Path("key(links=0.5)")}, configure()) is None
