"""The component table of a chain resolver."""

from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.comparison.component_ablation import component_ablation, variants_of
from anaphora.experiments.comparison.coref import coreference
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.resolvers.chains.camp import COMPONENTS
from anaphora.resolvers.specs import find
from anaphora.workbench.results.table import to_json
from tests.experiments.conftest import Run
from tests.refused import raises

NEWS = BUNDLED / "news.conllu"
TWO = [NEWS, BUNDLED / "how_to.conllu"]
PERFECT = configure(perfect=("annotation", "mentions"))
MEASURES = ("muc", "b_cubed")


@pytest.fixture(scope="module")
def table() -> dict[str, Any]:
    return to_json(component_ablation(TWO, "camp", PERFECT).tables())


def test_every_component_has_its_figures_alone_in_order_and_blocked(table: dict[str, Any]) -> None:
    whole, parts = table["measures"], table["components"]

    assert table["resolver"] == "camp"
    assert "|resolvers:camp|" in table["signature"]
    assert list(parts) == list(COMPONENTS)
    for part in parts.values():
        assert list(part) == ["alone", "until", "without"]
        assert 0 <= part["alone"]["right"] <= part["alone"]["links"]
        for measure, change in part["without"]["change"].items():
            assert change["value"] == pytest.approx(part["without"][measure]["f1"] - whole[measure]["f1"])
            assert 0 < change["p"] <= change["p_adjusted"] <= 1
        assert tuple(part["without"]["change"]) == MEASURES
    assert sum(part["until"]["gain"]["muc"]["recall"] for part in parts.values()) == pytest.approx(
        whole["muc"]["recall"]
    )
    assert parts[COMPONENTS[-1]]["until"]["muc"] == whole["muc"]
    whole_links = sum(part.links for part in component_ablation([NEWS], "camp", PERFECT).added.values())
    only = to_json(component_ablation([NEWS], "camp", PERFECT).tables())["components"]
    assert sum(part["until"]["links"] for part in only.values()) == whole_links > 0
    assert [part["without"]["change"] for part in only.values()] == [{}] * len(COMPONENTS), "one document is no test"


def test_scores_are_those_of_the_variants_as_coreference_systems(table: dict[str, Any]) -> None:
    names = ("camp", "camp(components=common_nouns)", "camp(until=syntactic)", "camp(without=pronouns)")
    settings = PERFECT.changed(resolvers=names, measures=MEASURES, resamples=0, singletons="auto")
    expected = to_json(coreference(TWO, settings).tables())["resolvers"]
    parts = table["components"]
    ours = (
        table["measures"], parts["common_nouns"]["alone"], parts["syntactic"]["until"], parts["pronouns"]["without"],
    )  # fmt: skip

    for name, scores in zip(names, ours, strict=True):
        for measure in MEASURES:
            for part in ("recall", "precision", "f1"):
                assert scores[measure][part] == expected[name]["measures"][measure][part]


def test_recall_at_80_percent_precision_is_the_best_point_of_the_line_that_is_so_precise(table: dict[str, Any]) -> None:
    assert set(table["recall_at_precision"]) == set(MEASURES)
    for measure, goal in table["recall_at_precision"].items():
        points = {name: part["until"][measure] for name, part in table["components"].items()}
        precise = [point["recall"] for point in points.values() if (point["precision"] or 0) >= 0.8]

        assert goal["recall"] == max(precise) == points[goal["until"]]["recall"]


def test_options_of_the_resolver_stay_in_its_variants() -> None:
    variants = variants_of(find("camp(window=3;without=genre)"))

    assert {kind: variant.label for kind, variant in variants["syntactic"].items()} == {
        "alone": "camp(window=3;without=genre;components=syntactic)",
        "until": "camp(window=3;without=genre;until=syntactic)",
        "without": "camp(window=3;without=genre/syntactic)",
    }


def test_the_command_prints_three_tables_and_draws(anaphora: Run, tmp_path: Path) -> None:
    file, charts = tmp_path / "components.json", tmp_path / "charts"
    options = ("--perfect", "annotation,mentions", "--json", file, "--figures", charts)
    shown = anaphora("ablate", NEWS, "--resolver", "camp", *options)

    assert shown.code == 0, shown.err
    assert all(shown.out.count(f"\n{name} ") == 3 for name in COMPONENTS)
    assert file.exists()
    assert [path.name for path in charts.iterdir()] == ["components.svg"]


def test_what_has_no_component_table_is_refused_before_any_work(anaphora: Run, tmp_path: Path) -> None:
    (text := tmp_path / "text.txt").write_text("He left.", "utf8")
    for option in (("--report", tmp_path / "out"), ("--journal", tmp_path / "out"), ("--jobs", "2")):
        assert anaphora("ablate", NEWS, "--resolver", "camp", *option).code == 2

    with raises("no-components"):
        component_ablation([NEWS], "head_match", PERFECT)
    with raises("no-key"):
        component_ablation([text], "camp", configure(singletons="auto"))
    with raises("not-english"):
        component_ablation([NEWS], "camp", configure(perfect=("annotation",), language="fr"))
