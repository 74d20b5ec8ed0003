import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.comparison.compare import compare
from anaphora.experiments.comparison.losses import CURE, Losses, losses
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench.results.table import to_json
from anaphora.workbench.trace import SHARED_STAGES

PRINTER = BUNDLED / "printer.conllu"
SETTINGS = configure(("most_recent", "cogniac"))


@pytest.fixture(scope="module")
def found() -> Losses:
    """The losses of one text."""
    return losses([PRINTER], SETTINGS)


def test_what_is_charged_and_what_is_right_add_up_to_all_key_anaphors(found: Losses) -> None:
    figures = to_json(found.tables())

    shared = sum(stage["charged"] for stage in figures["stages"].values())
    for name in (spec.label for spec in SETTINGS.resolvers):
        own = figures["resolvers"][name]["losses"]
        assert sum(own.values()) == figures["anaphors"]
        assert sum(own[stage] for stage in SHARED_STAGES) == shared


def test_every_shared_stage_has_a_cure() -> None:
    assert tuple(CURE) == SHARED_STAGES


@pytest.mark.parametrize("layer", ["annotation", "mentions", "pleonastic", "agreement"])
def test_a_cured_layer_is_that_of_the_comparison_with_this_layer_perfect(found: Losses, layer: str) -> None:
    expected = compare([PRINTER], SETTINGS.changed(perfect=(layer,)))

    rates = to_json(found.tables())["resolvers"]["most_recent"]["success_rate"]
    assert rates[layer] == expected.rate("success_rate", "most_recent").value
    assert found.cured[layer].upper_bound("strict") == expected.upper_bound("strict")


def test_a_perfect_window_loses_nothing_out_of_it(found: Losses) -> None:
    assert found.cured["window"].shared_losses()["out_of_window"] == 0


def test_a_layer_that_is_perfect_from_the_start_is_no_cure() -> None:
    already = losses([PRINTER], SETTINGS.changed(perfect=("mentions",), window=1))

    assert "mentions" not in already.cured
    assert already.cured["agreement"].signature.count("perfect:mentions+agreement") == 1
    assert already.cured["all"].signature.count("window:1|") == 1


def test_a_corpus_without_trees_has_no_perfect_trees() -> None:
    without = losses([BUNDLED / "printer.sgml"], configure(("most_recent",), format="muc"))

    assert "annotation" not in without.cured
    assert without.cured["all"].signature.count("perfect:mentions+pleonastic+agreement|") == 1


def test_the_command_prints_both_tables_and_draws(anaphora: Callable[..., Any], tmp_path: Path) -> None:
    folder, figures = tmp_path / "charts", tmp_path / "losses.json"
    result = anaphora("losses", PRINTER, "--resolvers", "most_recent", "--figures", folder, "--json", figures)

    assert result.code == 0
    assert "MAX (upper bound)" in result.out
    assert "Oracle success rates" in result.out
    assert [path.name for path in folder.iterdir()] == ["losses.svg"]
    rates = json.loads(figures.read_text("utf8"))["resolvers"]["most_recent"]["success_rate"]
    assert list(rates) == ["as_it_is", "annotation", "mentions", "pleonastic", "agreement", "window", "all"]


def test_a_window_with_too_many_pairs_is_left_out_and_said() -> None:
    """The text has 743 pairs of anaphor and candidate in three sentences, 4,206 in all."""
    found = losses([PRINTER], SETTINGS.changed(most_pairs=1_000))

    assert "window" not in found.cured
    assert "mentions" in found.cured
    assert len(found.left_out) == 1
    assert set(found.left_out) <= set(to_json(found.tables())["warnings"])
