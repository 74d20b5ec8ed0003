import json
from pathlib import Path

import pytest

from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.losses import losses
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.workbench.results.losses import CURE, Losses
from anaphora.workbench.results.table import plain
from anaphora.workbench.trace.document import SHARED_STAGES
from tests.experiments.conftest import Run

PRINTER = BUNDLED / "printer.conllu"
SETTINGS = configure(("most_recent", "cogniac"))


@pytest.fixture(scope="module")
def charged() -> Losses:
    """The losses of one text."""
    return losses([PRINTER], ["most_recent", "cogniac"]).data


def test_what_is_charged_and_what_is_right_add_up_to_all_key_anaphors(charged: Losses) -> None:
    figures = plain(charged.as_json())

    assert tuple(CURE) == SHARED_STAGES
    shared = sum(stage["charged"] for stage in figures["stages"].values())
    for name in (spec.label for spec in SETTINGS.resolvers):
        stages = figures["resolvers"][name]["losses"]
        assert sum(stages.values()) == figures["anaphors"]
        assert sum(stages[stage] for stage in SHARED_STAGES) == shared


def test_a_cured_layer_is_that_of_the_comparison_with_this_layer_perfect(charged: Losses) -> None:
    rates = plain(charged.as_json())["resolvers"]["most_recent"]["success_rate"]

    for layer in ("annotation", "mentions"):
        expected = run_comparison([PRINTER], SETTINGS.changed(perfect=(layer,)))
        assert rates[layer] == expected.rate("success_rate", "most_recent").value
        assert charged.cured[layer].upper_bound("strict") == expected.upper_bound("strict")
    assert charged.cured["window"].shared_losses()["out_of_window"] == 0
    signatures = {layer: cured.signature for layer, cured in charged.cured.items() if layer != "window"}
    perfect = "annotation", "mentions", "pleonastic", "agreement"
    assert {layer: f"|perfect:{layer}|" in signatures[layer] for layer in perfect} == dict.fromkeys(perfect, True)


def test_a_layer_that_is_perfect_from_the_start_or_that_the_corpus_lacks_is_no_cure() -> None:
    already = losses([PRINTER], ["most_recent"], perfect=["mentions"], window=1).cured
    without = losses([BUNDLED / "printer.sgml"], ["most_recent"], format="muc").cured

    assert "mentions" not in already
    assert already["agreement"].signature.count("perfect:mentions+agreement") == 1
    assert already["all"].signature.count("window:1|") == 1
    assert "annotation" not in without
    assert without["all"].signature.count("perfect:mentions+pleonastic+agreement|") == 1


def test_the_command_writes_figures_and_draws(anaphora: Run, tmp_path: Path) -> None:
    folder, figures = tmp_path / "charts", tmp_path / "losses.json"
    result = anaphora("losses", PRINTER, "--resolvers", "most_recent", "--figures", folder, "--json", figures)

    assert result.code == 0
    assert [path.name for path in folder.iterdir()] == ["losses.svg"]
    rates = json.loads(figures.read_text("utf8"))["resolvers"]["most_recent"]["success_rate"]
    assert list(rates) == ["as_it_is", "annotation", "mentions", "pleonastic", "agreement", "window", "all"]


def test_a_window_with_too_many_pairs_is_left_out_and_warned_of() -> None:
    """The text has 743 pairs of anaphor and candidate in three sentences, 4,206 in all."""
    result = losses([PRINTER], ["most_recent"], most_pairs=1_000)

    assert "window" not in result.cured
    assert "mentions" in result.cured
    assert len(result.left_out) == 1
    assert set(result.left_out) <= set(plain(result.as_json())["warnings"])
