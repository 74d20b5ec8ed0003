"""The component table of a chain resolver."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.comparison.component_ablation import component_ablation, variants_of
from anaphora.experiments.comparison.coref import coreference
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.resolvers.chains.camp import COMPONENTS
from anaphora.resolvers.specs import find
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.results.table import to_json
from tests.refused import raises

NEWS = BUNDLED / "news.conllu"
TWO = [NEWS, BUNDLED / "how_to.conllu"]
PERFECT = configure(perfect=("mentions",))


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return to_json(component_ablation(TWO, "camp", PERFECT).tables())


def test_every_component_has_its_figures_alone_in_order_and_blocked(found: dict[str, Any]) -> None:
    assert found["resolver"] == "camp"
    assert "|resolvers:camp|" in found["signature"]
    assert list(found["components"]) == list(COMPONENTS)
    for its in found["components"].values():
        assert list(its) == ["alone", "until", "without"]
        assert 0 <= its["alone"]["right"] <= its["alone"]["links"]
        assert set(its["without"]["change"]) == {"muc", "b_cubed"}


def test_scores_are_those_of_the_variants_as_coreference_systems(found: dict[str, Any]) -> None:
    names = ("camp", "camp(components=common_nouns)", "camp(until=syntactic)", "camp(without=pronouns)")
    settings = configure(names, perfect=("mentions",))
    expected = to_json(
        coreference(TWO, settings.changed(measures=("muc", "b_cubed"), resamples=0, singletons="auto")).tables()
    )["resolvers"]
    parts = found["components"]
    ours = (
        found["measures"], parts["common_nouns"]["alone"], parts["syntactic"]["until"], parts["pronouns"]["without"],
    )  # fmt: skip

    for name, its in zip(names, ours, strict=True):
        for measure in ("muc", "b_cubed"):
            for part in ("recall", "precision", "f1"):
                assert its[measure][part] == expected[name]["measures"][measure][part]


def test_gains_add_up_to_the_whole_and_so_do_links(found: dict[str, Any]) -> None:
    parts = found["components"].values()
    whole = component_ablation(TWO, "camp", PERFECT)

    assert sum(its["until"]["gain"]["muc"]["recall"] for its in parts) == pytest.approx(
        found["measures"]["muc"]["recall"]
    )
    assert found["components"][COMPONENTS[-1]]["until"]["muc"] == found["measures"]["muc"]
    assert sum(its["until"]["links"] for its in parts) == sum(it.links for it in whole.added.values()) > 0


def test_recall_at_80_percent_precision_is_the_best_point_of_the_line_that_is_so_precise(found: dict[str, Any]) -> None:
    for measure, goal in found["recall_at_precision"].items():
        points = [its["until"][measure] for its in found["components"].values()]
        precise = [point["recall"] for point in points if (point["precision"] or 0) >= 0.8]

        assert goal["recall"] == max(precise)
        assert found["components"][goal["until"]]["until"][measure]["recall"] == goal["recall"]
    assert set(found["recall_at_precision"]) == {"muc", "b_cubed"}


def test_the_change_is_what_is_left_without_a_component_less_the_whole(found: dict[str, Any]) -> None:
    for its in found["components"].values():
        for measure in ("muc", "b_cubed"):
            change = its["without"]["change"][measure]
            left = its["without"][measure]["f1"]
            assert change["value"] == pytest.approx(left - found["measures"][measure]["f1"])
            assert 0 < change["p"] <= change["p_adjusted"] <= 1


def test_one_document_has_figures_but_no_test() -> None:
    figures = to_json(component_ablation([NEWS], "camp(without=genre)", PERFECT).tables())

    assert all(its["without"]["change"] == {} for its in figures["components"].values())


def test_options_of_the_resolver_stay_in_its_variants() -> None:
    variants = variants_of(find("camp(window=3;without=genre)"))

    assert {kind: variant.label for kind, variant in variants["syntactic"].items()} == {
        "alone": "camp(window=3;without=genre;components=syntactic)",
        "until": "camp(window=3;without=genre;until=syntactic)",
        "without": "camp(window=3;without=genre/syntactic)",
    }


def test_a_chain_resolver_without_components_is_refused() -> None:
    with pytest.raises(OptionError) as caught:
        component_ablation([NEWS], "head_match", PERFECT)
    assert caught.value.code == "no-components"


def test_the_command_prints_three_tables_and_the_figures(anaphora: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "components.json"
    charts = tmp_path / "charts"
    shown = anaphora("ablate", NEWS, "--resolver", "camp", "--perfect", "mentions", "--json", file, "--figures", charts)
    figures = anaphora("ablate", NEWS, "--resolver", "camp", "--perfect", "mentions", "--json", "-")

    assert shown.code == 0, shown.err
    for heading in ("in isolation", "One after the other", "The whole without"):
        assert heading in shown.out
    assert all(shown.out.count(f"\n{name} ") == 3 for name in COMPONENTS)
    assert {"signature", "resolver", "components"} <= set(figures.json)
    assert [path.name for path in charts.iterdir()] == ["components.svg"]


@pytest.mark.parametrize("option", ["--report", "--journal"])
def test_a_report_of_components_is_refused_before_any_work(
    anaphora: Callable[..., Any], option: str, tmp_path: Path
) -> None:
    told = anaphora("ablate", NEWS, "--resolver", "camp", option, tmp_path / "out")

    assert told.code == 2
    assert option in told.err
    assert anaphora("ablate", NEWS, "--resolver", "camp", "--jobs", "2").code == 2


def test_texts_without_a_key_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("He left.", "utf8")

    with pytest.raises(WorkbenchError) as caught:
        component_ablation([file], "camp", configure(singletons="auto"))
    assert caught.value.code == "no-key"


def test_a_text_in_another_language_is_refused() -> None:
    with raises("not-english"):
        component_ablation([BUNDLED / "news.conllu"], "camp", configure(perfect=("annotation",), language="fr"))
