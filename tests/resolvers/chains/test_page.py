"""What the pages of results on chain resolvers say is so."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from anaphora.resolvers import chains
from anaphora.resolvers.ranking.pairs import NG_CARDIE, OWN, SOON
from tests.csv_tables import FOLDER, as_csv, assert_same_but_for_rounding
from tests.resolvers.chains.figures import (
    COMPONENT_TABLES,
    NOUN_TABLES,
    PAGE,
    PAGES,
    TABLES,
    component_table,
    noun_table,
    on_page,
    table,
)


@pytest.fixture(scope="module")
def text() -> str:
    return "\n".join(page.read_text("utf8") for page in PAGES)


def test_the_pages_name_every_chain_resolver_feature_and_table(text: str) -> None:
    page = PAGE.read_text("utf8")
    assert [name for name in chains.names() if f"`{name}`" not in page] == []
    assert [name for name in (*SOON, *NG_CARDIE, *OWN) if name not in text] == []
    # a table stands on a page or lies beside it
    names = {*TABLES, *COMPONENT_TABLES, *NOUN_TABLES}
    shown = {name for name in names if "|---|" in on_page(text, name)}
    linked = {name for name in names if f"tables/{name}.csv)" in text and (FOLDER / f"{name}.csv").is_file()}
    assert shown | linked == names
    assert not shown & linked


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "name"),
    [(table, "models-gum"), (table, "systems-gum"), (component_table, "camp-gum"), (noun_table, "nominal-gum")],
)
def test_the_tables_of_gum_dev_are_those_of_the_program(
    make: Callable[[str], str], name: str, text: str, data: Path
) -> None:
    assert data
    if "|---|" in on_page(text, name):
        assert_same_but_for_rounding(make(name), on_page(text, name))
    else:
        assert_same_but_for_rounding(as_csv(make(name)), (FOLDER / f"{name}.csv").read_text("utf8"))


def test_the_classifier_beats_every_baseline_and_camp_keeps_the_precision_it_was_developed_for(text: str) -> None:
    """On GUM dev, by the tables, which the slow tests compare with the program."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in on_page(text, "systems-gum").splitlines()]
    place = next(row.index("CoNLL") for row in rows if "CoNLL" in row)
    conll = {row[0]: float(row[place]) for row in rows if len(row) > place and row[place][:1].isdigit()}
    baselines = ("singletons", "one_entity", "any_word", "string_match", "head_match", "head_match(pron=yes)")
    best = min(conll["mention_pair"], conll["mention_pair(decoding=best)"])
    assert best > 5 + max(conll[name] for name in baselines)

    headings, *components = csv.reader((FOLDER / "camp-gum.csv").read_text("utf8").splitlines())
    # the row of all components leaves four cells before the rates of what runs up to it open
    (whole,) = (row for row in components if row[0] == "all")
    assert float(whole[headings.index("up to it: MUC R") + 1]) >= 80
