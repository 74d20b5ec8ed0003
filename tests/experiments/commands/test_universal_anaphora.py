"""Split antecedents, bridging, non-referring expressions and discourse deixis from files to figures."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import anaphora
from anaphora.corpora import Pair, conllua
from anaphora.experiments.commands.score.counting import score_files
from anaphora.experiments.run.configuration import configure
from anaphora.workbench.key import Bridge, Clusters
from anaphora.workbench.results.table import plain
from tests.beyond_identity import ANN, BOB, DOOR, HOUSE, KEY, TEXT, THAT, WORDS
from tests.conftest import required
from tests.corpora.samples import document_of
from tests.refused import raises
from tests.workbench.chains.slow_universal_scorer import MEASURES as SPLIT
from tests.workbench.measures.test_beyond_identity import BRIDGING


def written(path: Path, *pairs: Pair) -> Path:
    path.write_text("".join(conllua.write(pairs)), encoding="utf-8")
    return path


def measures(key: Path, response: Path, **settings: Any) -> dict[str, dict[str, float | None]]:
    found: Any = plain(score_files(key, {"r": response}, configure(resamples=0, **settings)).as_json())
    values: dict[str, dict[str, float | None]] = found["systems"]["r"]["measures"]
    return values


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return written(tmp_path / "key.txt", (document_of(*WORDS), KEY))


@pytest.mark.parametrize("preset", ["codi2021", "codi2022"])
def test_the_key_against_itself_is_1_in_all_that_the_task_scores(key: Path, preset: str) -> None:
    found = measures(key, key, preset=preset)

    assert {name: values["f1"] for name, values in found.items()} == dict.fromkeys(found, 1)
    assert {"conll", "bridging_entities", "conll(layer=deixis)"} <= found.keys()


def test_a_response_loses_what_it_lacks(key: Path, tmp_path: Path) -> None:
    """Without the set: of 7 members (6 mentions and the set) B-CUBED finds 2 + 1 + 1/2 + 1 + 1.

    They is alone with the set, so that it has one of two. The door is bridged to Bob, no *it* is marked, and the
    deictic chain has lost the clause, so that its one link is missing.
    """
    lesser = replace(KEY, split={}, bridges=(Bridge(DOOR, BOB),), non_referring={}, deixis=Clusters("d", ((THAT,),)))
    response = written(tmp_path / "response.txt", (document_of(*WORDS), lesser))

    found = measures(
        key, response, preset="codi2022", measures=("b_cubed", *BRIDGING, "non_referring", "muc(layer=deixis)")
    )

    assert found["b_cubed"]["recall"] == pytest.approx(5.5 / 7)
    assert found["b_cubed"]["precision"] == 1
    assert [found[name]["f1"] for name in BRIDGING] == [1, 0, 0]
    assert found["non_referring"]["recall"] == 0
    assert found["muc(layer=deixis)"]["recall"] == 0


def test_words_divided_differently_leave_every_layer_at_its_place(key: Path, tmp_path: Path) -> None:
    """The response has the first two words joined, which belong to no mention but the first."""
    document, chains = document_of(*TEXT.replace("rained", "rain ed").split(" ")), KEY
    response = written(tmp_path / "response.txt", (document, chains))

    found = measures(
        key, response, preset="codi2022", measures=(*BRIDGING, "non_referring", "muc", "muc(layer=deixis)")
    )

    assert {name: values["f1"] for name, values in found.items()} == dict.fromkeys(found, 1)


def test_split_antecedents_are_ignored_unless_asked_for_and_ask_for_singletons(key: Path, tmp_path: Path) -> None:
    """Keys without them score the same in any case."""
    response = written(tmp_path / "r.txt", (document_of(*WORDS), replace(KEY, split={})))
    plain = written(tmp_path / "a.txt", (document_of(*WORDS), Clusters("d", KEY.chains)))
    other = written(tmp_path / "b.txt", (document_of(*WORDS), Clusters("d", ((ANN, BOB), (DOOR, HOUSE)))))

    assert measures(key, response, measures=("muc",))["muc"]["f1"] == 1
    assert measures(key, response, measures=("muc",), split_antecedents="count")["muc"]["recall"] == 0.5
    assert measures(plain, other, split_antecedents="count") == measures(plain, other)
    with raises("split-without-singletons"):
        configure(split_antecedents="count", singletons="drop")


def test_gum_against_itself_is_1(data: Path) -> None:
    """With its split antecedents and its bridging; of equal spans the first counts."""
    files = sorted(required(data / "gum" / "dev" / "corefud").glob("*.conllu"))
    key = next(file for file in files if "SplitAnte" in file.read_text("utf8"))

    found = measures(key, key, split_antecedents="count", measures=(*SPLIT, *BRIDGING, "conll"))

    assert {name: values["f1"] for name, values in found.items()} == pytest.approx(dict.fromkeys(found, 1))


@pytest.mark.parametrize("settings", [{}, {"preset": "codi2022"}])
def test_errors_judge_reference_beyond_identity_whatever_counts_in_chains(
    key: Path, tmp_path: Path, settings: dict[str, Any]
) -> None:
    """The response says that it is Bob's door; all else is the key's. Sets are judged though singletons are dropped."""
    lesser = replace(KEY, bridges=(Bridge(DOOR, BOB),))
    response = written(tmp_path / "response.txt", (document_of(*WORDS), lesser))

    found: Any = plain(anaphora.errors(key, {"r": response}, **settings).as_json())["beyond_identity"]["r"]

    nothing = {"right": 0, "wrong": 0, "missed": 0, "spurious": 0}
    right, wrong = nothing | {"right": 1}, nothing | {"wrong": 1}
    assert {name: found[name] for name in ("split_antecedent", "bridging", "non_referring", "deixis")} == {
        "split_antecedent": right, "bridging": wrong, "non_referring": right, "deixis": right,
    }  # fmt: skip
    assert [each["expression"]["text"] for each in found["judged"] if each["verdict"] == "wrong"] == ["The door"]


def test_errors_print_nothing_beyond_identity_for_systems_that_do_not_look_for_it(key: Path, tmp_path: Path) -> None:
    chains = written(tmp_path / "plain.txt", (document_of(*WORDS), Clusters("d", KEY.chains)))
    result = anaphora.errors(key, {"r": chains})

    assert "Beyond identity" not in [table.title for table in result.tables()]
    assert result.as_json()["beyond_identity"]["r"]["bridging"]["missed"] == 1
