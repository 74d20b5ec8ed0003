from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora import Decision, Explanation, Prepared, Votes
from anaphora.experiments.commands.ablate import run_ablation, run_component_ablation, variants_of, without_parts
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.coref import run_coreference
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.resolvers.chains.camp.camp import COMPONENTS
from anaphora.resolvers.specs import find
from anaphora.workbench.errors import OptionError
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.ablated import Ablated
from anaphora.workbench.results.table import plain
from tests.experiments.conftest import Run
from tests.refused import raises

PRINTER = (BUNDLED / "printer.conllu",)
PERFECT = configure(perfect=LAYERS)


@pytest.fixture(scope="module")
def mitkov() -> Ablated:
    """Mitkov's indicators on two texts."""
    return run_ablation(PRINTER, "mitkov", PERFECT)


def test_weighing_the_votes_anew_gives_the_success_rate_of_the_resolver(mitkov: Ablated) -> None:
    expected = run_comparison(PRINTER, configure(("mitkov",), perfect=LAYERS)).rate("success_rate", "mitkov")

    assert mitkov.additive is not None
    assert mitkov.additive.right == expected.right
    assert plain(mitkov.as_json())["success_rate"]["value"] == expected.value


def test_an_indicator_that_is_off_is_one_that_weighs_nothing(mitkov: Ablated, tmp_path: Path) -> None:
    indicator = "referential_distance"
    weights = tmp_path / "weights.toml"
    weights.write_text(f"[weights]\n{indicator} = 0\n", "utf8")
    without = f"mitkov(weights={weights})"
    both = run_comparison(PRINTER, configure(("mitkov", without), perfect=LAYERS))
    (pair,) = both.pairs

    row = plain(mitkov.as_json())["indicators"][indicator]
    assert (row["helped"], row["hurt"]) == (pair.detail.only_first, pair.detail.only_second)
    right = both.losses("mitkov")["right"]
    assert row["relative_importance"] == (right - both.losses(without)["right"]) / right


def test_the_identities_of_the_figures_hold(mitkov: Ablated) -> None:
    figures = plain(mitkov.as_json())
    rows = figures["indicators"]

    gain = figures["success_rate"]["value"] - figures["tie_break_only"]
    assert sum(row["shapley"] for row in rows.values()) == pytest.approx(gain)
    for row in rows.values():
        curve = row["curve"]
        at = dict(zip(curve["points"], curve["at"], strict=True))
        place = sum(point < row["weight"] for point in curve["points"])
        assert at.get(row["weight"], curve["between"][place]) == figures["success_rate"]["value"]
    wrong = figures["success_rate"]["of"] - figures["success_rate"]["right"]
    assert sum(figures["flips"].values()) <= wrong  # those without a candidate are not among them


def test_rules_of_a_ladder_are_counted_and_left_out_one_by_one() -> None:
    found = run_ablation(PRINTER, "cogniac", PERFECT)
    figures = plain(found.as_json())

    assert found.additive is None
    assert sum(row["right"] for row in figures["rules"].values()) == figures["success_rate"]["right"]
    assert set(figures["indicators"]) == set(without_parts(find("cogniac")))
    unique = figures["indicators"]["unique in current and prior"]
    assert unique["applied"] == figures["rules"]["unique in current and prior"]["decided"]
    assert unique["helped"] >= 0 < unique["applied"]
    assert unique["right_without"] <= unique["applied"]


def test_factors_of_a_salience_model_are_switched_off_one_by_one() -> None:
    found = run_ablation(PRINTER, "lappin_leass", PERFECT)
    figures = plain(found.as_json())
    both = run_comparison(
        PRINTER, configure(("lappin_leass", "lappin_leass(without=sentence_recency)"), perfect=LAYERS)
    )
    (pair,) = both.pairs

    row = figures["indicators"]["sentence_recency"]
    assert (row["helped"], row["hurt"], row["applied"]) == (pair.detail.only_first, pair.detail.only_second, None)


def test_options_of_the_resolver_stay_when_a_part_is_left_out() -> None:
    variants = without_parts(find("lappin_leass(cataphora=no;without=parallelism)"))

    assert variants["subject"].label == "lappin_leass(cataphora=no;without=parallelism/subject)"


class Nearness:
    """Votes for the nearest candidate and, of several, for subjects; of the first case it says nothing."""

    def resolve(self, prepared: Prepared) -> list[Decision]:
        decisions = []
        for number, case in enumerate(prepared.cases):
            pool, mentions = case.compatible, prepared.mentions
            if number == 0 or not pool:
                decisions.append(Decision(number, None))
                continue
            near = np.array([[index == pool[-1]] for index in pool], np.int8)
            subject = np.array([[mentions[index].function == "subject"] for index in pool], np.int8)
            matrix = np.hstack([near, subject]) if len(pool) > 1 else near
            votes = Votes(("near", "subject")[: matrix.shape[1]], matrix, np.array([2.0, 1.0])[: matrix.shape[1]])
            best = pool[int(np.argmax(votes.scores))]
            explanation = Explanation("additive", pool, "votes", tuple(votes.scores.tolist()), votes)
            decisions.append(Decision(number, best, explanation))
        return decisions


def test_an_own_resolver_is_taken_apart_by_the_votes_that_any_of_its_decisions_has() -> None:
    found = run_ablation(PRINTER, Nearness(), PERFECT)

    assert list(found.parts()) == ["near", "subject"]


@pytest.mark.parametrize("resolver", ["most_recent", "oracle"])
def test_what_cannot_be_taken_apart_is_refused(resolver: str) -> None:
    with pytest.raises(OptionError):
        run_ablation(PRINTER, resolver, PERFECT)


def test_parts_cannot_be_weighed_anew_where_answers_are_followed() -> None:
    with pytest.raises(OptionError):
        run_ablation(PRINTER, "mitkov", PERFECT.changed(antecedent="nominal"))


def test_components_are_ablated_on_noun_phrases() -> None:
    """Each decision names the component that linked the anaphor; without one its anaphors are decided by others."""
    found = run_ablation(PRINTER, "camp", configure(perfect=LAYERS, anaphors="nominal"))
    rules, parts = found.rules(), found.parts()

    assert set(parts) == set(COMPONENTS)
    assert rules.keys() & parts.keys()
    assert sum(counts.right for counts in rules.values()) == found.comparison.right("camp")
    for part, rate in rules.items():
        if part in parts:
            assert (parts[part].applied, parts[part].decision_power) == (rate.total, rate.value)


NEWS = BUNDLED / "news.conllu"
STORIES = [NEWS, BUNDLED / "how_to.conllu"]
MENTIONS = configure(perfect=("annotation", "mentions"))
MEASURES = ("muc", "b_cubed")


@pytest.fixture(scope="module")
def table() -> Any:
    return plain(run_component_ablation(STORIES, "camp", MENTIONS).as_json())


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
    whole_links = sum(part.links for part in run_component_ablation([NEWS], "camp", MENTIONS).added.values())
    only = plain(run_component_ablation([NEWS], "camp", MENTIONS).as_json())["components"]
    assert sum(part["until"]["links"] for part in only.values()) == whole_links > 0
    assert [part["without"]["change"] for part in only.values()] == [{}] * len(COMPONENTS), "one document is no test"


def test_scores_are_those_of_the_variants_as_coreference_systems(table: dict[str, Any]) -> None:
    names = ("camp", "camp(components=common_nouns)", "camp(until=syntactic)", "camp(without=pronouns)")
    settings = MENTIONS.changed(resolvers=names, measures=MEASURES, resamples=0, singletons="auto")
    expected = plain(run_coreference(STORIES, settings).as_json())["resolvers"]
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
        run_component_ablation([NEWS], "head_match", MENTIONS)
    with raises("no-key"):
        run_component_ablation([text], "camp", configure(singletons="auto"))
    with raises("not-english"):
        run_component_ablation([NEWS], "camp", configure(perfect=("annotation",), language="fr"))
