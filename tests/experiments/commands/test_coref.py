"""Resolvers of both kinds as coreference systems."""

from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.commands import coref
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.coref import run_coreference
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.resolvers.specs import default_chain_resolvers, default_resolvers
from anaphora.workbench.measures import COMPARED
from anaphora.workbench.results.scores import main_part
from anaphora.workbench.results.table import plain
from tests.conftest import required
from tests.experiments.conftest import Run

NEWS = BUNDLED / "news.conllu"
STORIES = [NEWS, BUNDLED / "how_to.conllu"]
SYSTEMS = ("most_recent", "most_recent+head_match", "singletons", "head_match", "mention_pair", "oracle")
PERFECT = configure(SYSTEMS, perfect=("annotation", "mentions"), singletons="auto", resamples=0)

FRENCH = """\
# newdoc id = d
# global.Entity = eid-etype-head-other
1\tMarie\tMarie\tPROPN\t_\tGender=Fem|Number=Sing\t2\tnsubj\t_\tEntity=(e1-person-1-)
2\tdort\tdormir\tVERB\t_\tNumber=Sing|Person=3|VerbForm=Fin\t0\troot\t_\t_

1\tElle\til\tPRON\t_\tGender=Fem|Number=Sing|Person=3\t2\tnsubj\t_\tEntity=(e1-person-1-)
2\trêve\trêver\tVERB\t_\tNumber=Sing|Person=3|VerbForm=Fin\t0\troot\t_\t_

1\tMarie\tMarie\tPROPN\t_\tGender=Fem|Number=Sing\t2\tnsubj\t_\tEntity=(e1-person-1-)
2\trit\trire\tVERB\t_\tNumber=Sing|Person=3|VerbForm=Fin\t0\troot\t_\t_

"""


@pytest.fixture(scope="module")
def found() -> Any:
    return plain(run_coreference([NEWS], PERFECT).as_json())


def f1(found: dict[str, Any], system: str, measure: str) -> float:
    return float(found["resolvers"][system]["measures"][measure]["f1"])


def test_pronouns_and_chains_stand_side_by_side_for_every_kind_of_resolver(found: dict[str, Any]) -> None:
    assert list(found["resolvers"]) == list(SYSTEMS)
    for system in SYSTEMS:
        assert set(found["resolvers"][system]["measures"]) == set(COMPARED)
        assert found["resolvers"][system]["success_rate"]["of"] == found["anaphors"] > 0
    assert "|resolvers:most_recent+(most_recent+head_match)+singletons+" in found["signature"]


def test_success_rates_errors_and_intervals_are_those_of_the_same_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where few documents are held at once."""
    settings = configure(("most_recent+head_match", "head_match"), perfect=("annotation", "mentions"), resamples=50)
    result = run_coreference(STORIES, settings.changed(singletons="auto"), with_errors=True)
    figures = plain(result.as_json())
    compared = plain(run_comparison(STORIES, settings).as_json())["resolvers"]
    monkeypatch.setattr(coref, "BATCH", 1)

    assert plain(run_coreference(STORIES, settings.changed(singletons="auto")).as_json()) == figures
    assert result.errors is not None
    for name, response in result.errors.systems.items():
        assert figures["resolvers"][name]["success_rate"]["value"] == compared[name]["success_rate"]["value"]
        assert response.scores["conll"]["f1"] == pytest.approx(f1(figures, name, "conll"))
    low, high = figures["resolvers"]["head_match"]["measures"]["conll"]["intervals"]["f1"]
    assert low <= f1(figures, "head_match", "conll") <= high
    assert {row["measure"] for row in figures["comparisons"]} == set(COMPARED)
    assert main_part(result.scores.measures[-1]) == "f1"


def test_chains_below_a_pronoun_resolver_leave_its_decisions_alone_and_add_nominal_links(found: dict[str, Any]) -> None:
    systems = found["resolvers"]

    assert systems["most_recent+head_match"]["success_rate"] == systems["most_recent"]["success_rate"]
    assert systems["most_recent+head_match"]["links"] > systems["most_recent"]["links"] > 0
    assert f1(found, "most_recent+head_match", "conll") > f1(found, "most_recent", "conll")


def test_with_key_mentions_singletons_are_kept_and_every_key_mention_counts(found: dict[str, Any]) -> None:
    systems = found["resolvers"]
    alone = systems["singletons"]

    assert alone["entities"] == alone["singletons"]
    assert alone["links"] == alone["right_links"] == alone["wrong_links"] == 0
    assert alone["measures"]["b_cubed"]["precision"] == 1
    assert alone["measures"]["muc"]["f1"] == 0
    assert found["key"]["singletons"] > 0
    for system in systems.values():
        ceaf = system["measures"]["ceaf_m"]
        assert ceaf["recall"] == pytest.approx(ceaf["precision"]), "as many mentions on both sides"
        assert system["links"] == system["right_links"] + system["wrong_links"]
        assert system["right_links"] <= found["key"]["links"]
    assert systems["oracle"]["wrong_links"] == 0


def test_with_automatic_mentions_singletons_are_dropped_unless_they_are_asked_for() -> None:
    settings = configure(("head_match",), perfect=("annotation",))
    dropped, kept = (
        plain(run_coreference([NEWS], settings.changed(singletons=how, resamples=0)).as_json())
        for how in ("auto", "keep")
    )

    assert dropped["key"]["singletons"] == dropped["resolvers"]["head_match"]["singletons"] == 0
    assert kept["key"]["singletons"] > 0
    assert "|singletons:drop" in dropped["signature"]
    assert "singletons" not in kept["signature"], "they are kept by default"


@pytest.mark.parametrize(
    ("how", "options"),
    [("drop", ("--perfect", "annotation")), ("keep", ("--perfect", "annotation,mentions"))],
)
def test_chains_written_for_others_score_the_same(
    anaphora: Run, how: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    """Recasens & Hovy 2011, tables 14 and 15: model A is all singletons; its non-links are those of the whole key."""
    folder = tmp_path / "chains"
    common = ("--measures", "b_cubed,ceaf_m,blanc,muc", "--resamples", "0", "--json", "-")
    systems = ("--resolvers", "singletons,mars+head_match", "--responses", folder)
    made = anaphora("coref", NEWS, *options, *systems, *common)
    assert made.code == 0, made.err
    files = sorted(file.name for file in folder.iterdir())
    assert files == ["mars-head_match.jsonl", "singletons.jsonl"]
    scored = anaphora(
        "score", NEWS, *(folder / file for file in files), "--singletons", how, "--show", "links", *common
    )
    assert scored.code == 0, scored.err
    for ours, file in (("singletons", "singletons"), ("mars+head_match", "mars-head_match")):
        expected, counted = made.json["resolvers"][ours], scored.json["links"]["systems"][file]
        assert scored.json["systems"][file]["measures"] == expected["measures"]
        counts = {name: counted[name] for name in ("entities", "singletons", "rc")}
        assert counts == {
            "entities": expected["entities"], "singletons": expected["singletons"], "rc": expected["right_links"]
        }  # fmt: skip
    key, alone = scored.json["links"]["key"], scored.json["links"]["systems"]["singletons"]
    assert how == "drop" or (alone["rn"], alone["wn"]) == (key["rn"], key["rc"])


def test_all_chain_resolvers_run_by_default_and_none_but_those_of_both_kinds_in_compare(
    anaphora: Run,
) -> None:
    assert {"singletons", "head_match", "mention_pair", "ranker"} <= set(default_chain_resolvers())
    assert set(default_chain_resolvers()) & set(default_resolvers()) == {"ranker"}, "both a pronoun and chain resolver"
    listed = anaphora("list", "chains", "--json", "-")
    named_only = {"recorded", "spacy_pipeline", "neural_ranker", "word_match"}  # files, the slowest, other languages
    assert set(default_chain_resolvers()) == set(listed.json["chains"]) - named_only


def test_in_another_language_pronouns_and_names_are_linked_by_default(tmp_path: Path) -> None:
    corpus = tmp_path / "fr.conllu"
    corpus.write_text(FRENCH, "utf8")
    found = plain(
        run_coreference([corpus], configure((), perfect=("annotation",), language="fr", resamples=0)).as_json()
    )

    assert {"string_match", "head_match"} < set(found["resolvers"])
    assert "ranker" not in found["resolvers"]
    assert f1(found, "lappin_leass+word_match", "conll") == 1.0


@pytest.mark.slow
def test_a_trained_best_match_beats_head_match_by_more_than_five_points(data: Path) -> None:
    names = ("head_match", "mention_pair(decoding=best)")
    settings = configure(names, perfect=("mentions",))
    result = run_coreference(
        [required(data / "gum" / "dev" / "corefud")], settings.changed(measures=("conll",), singletons="auto")
    )
    [row] = plain(result.as_json())["comparisons"]

    assert row["difference"] < -0.05
    assert row["interval"][1] < -0.05


def test_split_antecedents_that_resolvers_answer_are_scored(tmp_path: Path) -> None:
    """The only link of the key is that of They and the set of John and Mary, which `split` alone answers."""
    rows = ("John (e1)", "met", "Mary (e2)", "at", "the", "bank", ".", "They (e3) e1<e3,e2<e3", "left", ".")
    lines = ["# newdoc id = d", "# global.Entity = eid"]
    for number, row in enumerate(rows):
        word, *marks = row.split()
        misc = "|".join(f"{name}={mark}" for name, mark in zip(("Entity", "SplitAnte"), marks, strict=False))
        lines += [""] * (number == 7)
        lines.append("\t".join((str(number % 7 + 1), word, *"_" * 7, misc or "_")))
    path = tmp_path / "key.conllu"
    path.write_text("\n".join((*lines, "", "")), encoding="utf-8")
    settings = configure(
        ("hobbs(split=yes)", "hobbs"), measures=("muc",), singletons="keep", split_antecedents="count", resamples=0
    )

    found = plain(run_coreference([path], settings).as_json())["resolvers"]

    assert [found[name]["measures"]["muc"]["recall"] for name in ("hobbs(split=yes)", "hobbs")] == [1, 0]
