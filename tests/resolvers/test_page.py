"""The figures on the pages of results on resolvers are those of the program, for the resolvers that stand there."""

import re
from pathlib import Path

import pytest

from anaphora import resolvers
from anaphora.resolvers.specs import default_resolvers
from tests.csv_tables import ONE_ANAPHOR, as_csv
from tests.resolvers.figures import COLUMNS, FIGURES, PAGE, PAGES, cells, draw, published, rows_of

TEXT = PAGE.read_text("utf8")
LISTED = tuple(name for name in default_resolvers() if f"\n| {name} |" in TEXT)


def on_page(column: str) -> dict[str, str]:
    place = 1 + list(COLUMNS).index(column)
    return {row[0]: row[place] for row in rows_of(TEXT, "rates")}


def assert_on_page(column: str) -> None:
    """Equal, and of what is drawn by chance, which turns on every candidate, within one anaphor."""
    page, program = on_page(column), cells(column, LISTED)
    drawn = [name for name in page if name.startswith("random_")]
    assert {**page, **dict.fromkeys(drawn, "")} == {**program, **dict.fromkeys(drawn, "")}
    assert [float(program[name]) for name in drawn] == pytest.approx(
        [float(page[name]) for name in drawn], abs=ONE_ANAPHOR
    )


@pytest.mark.parametrize("column", [column for column in COLUMNS if column.startswith("bundled")])
def test_the_rates_of_the_bundled_corpus_are_those_of_the_page(column: str) -> None:
    assert_on_page(column)


@pytest.mark.slow
@pytest.mark.parametrize("column", [column for column in COLUMNS if column.startswith("GUM dev")])
def test_the_rates_of_gum_dev_are_those_of_the_page(column: str, data: Path) -> None:
    assert data
    assert_on_page(column)


def test_every_chart_of_the_page_is_one_of_the_program() -> None:
    assert sorted(path.stem for path in (PAGE.parent / "figures").iterdir()) == sorted(FIGURES)
    assert set(re.findall(r"\(figures/([\w-]+)\.svg\)", TEXT)) == set(FIGURES)


@pytest.mark.slow
@pytest.mark.parametrize("chart", FIGURES)
def test_the_charts_of_the_page_are_those_of_the_program(chart: str, tmp_path: Path) -> None:
    """Another version of the library may place things a point aside, so numbers are compared within two; counts too."""
    stored = pieces((PAGE.parent / "figures" / f"{chart}.svg").read_text("utf8"))
    drawn = pieces(draw(chart, tmp_path / "chart.svg", LISTED))

    assert stored[::2] == drawn[::2]
    assert [float(number) for number in stored[1::2]] == pytest.approx([*map(float, drawn[1::2])], abs=2)


def pieces(svg: str) -> list[str]:
    """The text of a drawing, every other piece a number."""
    return re.split(r"(-?\d+\.\d+|(?<=: )\d+(?=</title>))", re.sub(r"#?\b[mp][0-9a-f]{10}\b", "id", svg))


def test_the_published_figures_stand_beside_the_rates_of_the_page() -> None:
    page = PAGES["published"].read_text("utf8")
    assert published(TEXT) in page
    assert as_csv(published(TEXT, whole=True)) == PAGES["published-whole"].read_text("utf8")
    assert {row[0] for row in rows_of(page, "published")} <= set(default_resolvers())


def test_the_page_names_every_resolver() -> None:
    assert [name for name in resolvers.names() if f"`{name}`" not in TEXT] == []


def test_every_resolver_of_the_literature_beats_chance_with_perfect_input() -> None:
    for column in ("GUM dev, perfect", "GUM train, perfect", "bundled, perfect"):
        rates = {name: float(rate) for name, rate in on_page(column).items() if name in default_resolvers()}
        chance = max(rates.pop("random_agreeing"), rates.pop("random_any"))
        assert min(rates.values()) > chance
