"""What the pages of results on chain resolvers say is so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from anaphora.resolvers import chains
from anaphora.resolvers._pairs import NG_CARDIE, OWN, SOON
from tests.csv_tables import FOLDER, as_csv, assert_same_but_for_rounding
from tests.resolvers.chains.figures import (
    COMPONENT_TABLES,
    NOUN_TABLES,
    PAGE,
    PAGES,
    TABLES,
    component_table,
    components_of,
    figures_of,
    noun_table,
    on_page,
    table,
)

TEXT = "\n".join(page.read_text("utf8") for page in PAGES)


def test_the_page_names_every_chain_resolver() -> None:
    text = PAGE.read_text("utf8")

    assert [name for name in chains.names() if f"`{name}`" not in text] == []


def test_the_page_names_every_feature() -> None:
    assert [name for name in (*SOON, *NG_CARDIE, *OWN) if name not in TEXT] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "name"),
    [(table, "models-gum"), (component_table, "camp-gum"), (noun_table, "nominal-gum")],
)
def test_the_files_of_gum_dev_are_those_of_the_program(make: Callable[[str], str], name: str, data: Path) -> None:
    assert data
    assert_same_but_for_rounding(as_csv(make(name)), (FOLDER / f"{name}.csv").read_text("utf8"))


@pytest.mark.slow
def test_the_table_of_gum_dev_is_that_of_the_page(data: Path) -> None:
    assert data
    assert_same_but_for_rounding(table("systems-gum"), on_page(TEXT, "systems-gum"))


def test_every_table_stands_on_a_page_or_lies_beside_it() -> None:
    names = {*TABLES, *COMPONENT_TABLES, *NOUN_TABLES}
    shown = {name for name in names if "|---|" in on_page(TEXT, name)}
    linked = {name for name in names if f"tables/{name}.csv)" in TEXT and (FOLDER / f"{name}.csv").is_file()}

    assert shown | linked == names
    assert not shown & linked


def test_camp_keeps_the_precision_it_was_developed_for(data: Path) -> None:
    assert data
    assert components_of("camp-gum")["measures"]["muc"]["precision"] >= 0.8


def test_the_classifier_beats_every_baseline_on_gum_dev(data: Path) -> None:
    assert data
    conll = {name: it["measures"]["conll"]["f1"] for name, it in figures_of("systems-gum")["resolvers"].items()}
    baselines = ("singletons", "one_entity", "any_word", "string_match", "head_match", "head_match(pron=yes)")

    assert min(conll["mention_pair"], conll["mention_pair(decoding=best)"]) > 0.05 + max(conll[it] for it in baselines)
