"""The figures on the pages of results on resolvers are those of the program, for the resolvers that stand there."""

import re
from pathlib import Path

import pytest

from anaphora import resolvers
from anaphora.resolvers.specs import default_resolvers
from tests.conftest import required
from tests.csv_tables import ONE_ANAPHOR, as_csv
from tests.resolvers.figures import COLUMNS, FIGURES, PAGE, PAGES, cells, draw, published, rows_of


@pytest.fixture(scope="module")
def text() -> str:
    return PAGE.read_text("utf8")


def listed(text: str) -> tuple[str, ...]:
    return tuple(name for name in default_resolvers() if f"\n| {name} |" in text)


def on_page(text: str, column: str) -> dict[str, str]:
    place = 1 + list(COLUMNS).index(column)
    return {row[0]: row[place] for row in rows_of(text, "rates")}


def assert_on_page(text: str, column: str, names: tuple[str, ...]) -> None:
    """Equal, and of what is drawn by chance, which turns on every candidate, within one anaphor."""
    program = cells(column, names)
    page = {name: rate for name, rate in on_page(text, column).items() if name in program}
    drawn = dict.fromkeys((name for name in page if name.startswith("random_")), "")
    assert {**page, **drawn} == {**program, **drawn}
    assert [float(program[name]) for name in drawn] == pytest.approx(
        [float(page[name]) for name in drawn], abs=ONE_ANAPHOR
    )


def test_the_rates_of_the_bundled_corpus_with_gold_annotation_are_those_of_the_page(text: str) -> None:
    assert_on_page(text, "bundled, perfect", ("most_recent", "hobbs", "lappin_leass", "random_any"))


@pytest.mark.slow
@pytest.mark.parametrize("column", [column for column in COLUMNS if column.startswith(("bundled", "GUM dev"))])
def test_the_rates_of_all_resolvers_are_those_of_the_page(column: str, text: str) -> None:
    required(COLUMNS[column][0] or PAGE)
    assert_on_page(text, column, listed(text))


@pytest.mark.slow
@pytest.mark.parametrize("chart", FIGURES)
def test_the_charts_of_the_page_are_those_of_the_program(chart: str, text: str, tmp_path: Path) -> None:
    """Another version of the library may place things a point aside, so numbers are compared within two; counts too."""

    def pieces(svg: str) -> list[str]:
        """The text of a drawing, every other piece a number."""
        return re.split(r"(-?\d+\.\d+|(?<=: )\d+(?=</title>))", re.sub(r"#?\b[mp][0-9a-f]{10}\b", "id", svg))

    stored = pieces((PAGE.parent / "figures" / f"{chart}.svg").read_text("utf8"))
    drawn = pieces(draw(chart, tmp_path / "chart.svg", listed(text)))
    assert stored[::2] == drawn[::2]
    assert [float(number) for number in stored[1::2]] == pytest.approx([*map(float, drawn[1::2])], abs=2)


def test_the_page_names_every_resolver_and_chart_and_stands_beside_the_published_figures(text: str) -> None:
    assert [name for name in resolvers.names() if f"`{name}`" not in text] == []
    assert {path.stem for path in (PAGE.parent / "figures").iterdir()} == set(FIGURES)
    assert set(re.findall(r"\(figures/([\w-]+)\.svg\)", text)) == set(FIGURES)
    page = PAGES["published"].read_text("utf8")
    assert published(text) in page
    assert as_csv(published(text, whole=True)) == PAGES["published-whole"].read_text("utf8")
    assert {row[0] for row in rows_of(page, "published")} <= set(default_resolvers())


def test_every_resolver_of_the_literature_beats_chance_with_perfect_input(text: str) -> None:
    for column in ("GUM dev, perfect", "GUM train, perfect", "bundled, perfect"):
        rates = {name: float(rate) for name, rate in on_page(text, column).items() if name in default_resolvers()}
        chance = max(rates.pop("random_agreeing"), rates.pop("random_any"))
        assert min(rates.values()) > chance
