"""Systems on many datasets: where these are found, what each figure is, and that many of them take little."""

import json
import tracemalloc
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from anaphora.corpora import jsonlines
from anaphora.experiments.commands.score.datasets import find_datasets, score_datasets
from anaphora.experiments.run.configuration import configure
from anaphora.workbench.results.family import Family
from anaphora.workbench.results.macro import (
    DatasetScores,
    MacroScores,
    datasets_table,
    differences_table,
    ranking_table,
    replicated_table,
    wins_table,
)
from anaphora.workbench.results.table import plain
from tests.experiments.conftest import Run
from tests.noise import corpus, noisy
from tests.refused import raises, refused

QUICK = configure(measures=("conll", "muc"), resamples=200)


def written(folder: Path, datasets: int, documents: int, rates: Mapping[str, float]) -> Path:
    """A key of made-up documents and a response of each system, with mistakes at its rate, for each dataset."""
    random = Random(0)
    for number in range(datasets):
        key = list(corpus(documents, random))
        sides = {"key": key}
        for name, rate in rates.items():
            sides[name] = [(document, noisy(document, chains, rate, random)) for document, chains in key]
        for name, content in sides.items():
            (folder / name).mkdir(parents=True, exist_ok=True)
            (folder / name / f"set{number}.jsonl").write_text("".join(jsonlines.write(content)), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight datasets and two systems, the first of which is better."""
    return written(tmp_path_factory.mktemp("league"), 8, 7, {"good": 0.02, "poor": 0.3})


@pytest.fixture(scope="module")
def whole(league: Path) -> MacroScores:
    return score_datasets(find_datasets(league), QUICK)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two datasets of a document."""
    return written(tmp_path_factory.mktemp("small"), 2, 1, {"good": 0.02, "poor": 0.3})


# ---- places


def test_a_folder_has_a_key_and_systems_with_the_same_names(league: Path, tmp_path: Path) -> None:
    """Files may be links to elsewhere."""
    places = find_datasets(league)
    for side in ("key", "good"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "set0.jsonl").symlink_to(league / side / "set0.jsonl")

    assert list(places.named) == [f"set{number}" for number in range(8)]
    assert places.named["set3"].key == league / "key" / "set3.jsonl"
    assert dict(places.named["set3"].responses) == {name: league / name / "set3.jsonl" for name in ("good", "poor")}
    assert (places.systems, places.warnings) == (("good", "poor"), ())
    assert list(find_datasets(tmp_path).named) == ["set0"]


def test_datasets_may_be_folders_or_listed_in_toml_with_files_anywhere(small: Path, tmp_path: Path) -> None:
    key, response = small / "key" / "set0.jsonl", small / "poor" / "set0.jsonl"
    for side in ("key", "system"):
        (tmp_path / side / "v1.2").mkdir(parents=True)
        (tmp_path / side / "v1.2" / "a.jsonl").write_bytes(key.read_bytes())
        (tmp_path / side / "README.md").write_text("Licence", encoding="utf-8")
    place = tmp_path / "league.toml"
    place.write_text(f"[datasets.one]\nkey = '{key}'\nmine = '{response}'\n", encoding="utf-8")

    places, [(name, dataset)] = find_datasets(tmp_path), find_datasets(place).named.items()

    assert (list(places.named), places.warnings) == (["v1.2"], ())
    assert (name, dataset.key, dict(dataset.responses)) == ("one", key, {"mine": response})
    assert find_datasets({"one": {"key": key, "mine": response}}).named == {"one": dataset}


def test_a_list_that_is_none_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "league.toml"
    twice = "[datasets.a]\nkey = 'a'\nmine = 'b'\nmine = 'c'"
    contents = {
        "no toml": "not-toml", "[other]": "bad-value", "[datasets.a]\nmine = 'a.jsonl'": "bad-value",
        "[datasets.a]\nkey = 3": "bad-value", f"{twice}\n": "not-toml", twice: "not-toml",
        f"{twice}\n[datasets.b]\nkey = 'b'\n": "not-toml",
    }  # fmt: skip
    for content, code in contents.items():
        place.write_text(content, encoding="utf-8")
        with refused(code, place):
            find_datasets(place)
    listed: Any
    for listed in ({"a": {"mine": "a.jsonl"}}, {"a": {"key": 3}}, {"a": "a.jsonl"}):
        with raises("bad-value"):
            find_datasets(listed)


def test_a_place_without_key_systems_or_a_response_is_refused(small: Path, tmp_path: Path) -> None:
    with refused("missing-file"):
        find_datasets(tmp_path)
    with refused("missing-file"):
        find_datasets(tmp_path / "nothing")
    (tmp_path / "key").symlink_to(small / "key")
    with raises("no-datasets"):
        find_datasets(tmp_path)
    (tmp_path / "good").mkdir()
    (tmp_path / "good" / "set0.jsonl").symlink_to(small / "good" / "set0.jsonl")
    with raises("no-response"):
        find_datasets(tmp_path)
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("{]", encoding="utf-8")
    with refused("malformed", wrong, 1) as error:  # names dataset and system
        score_datasets(find_datasets({"set1": {"key": small / "key" / "set1.jsonl", "poor": wrong}}), QUICK)
    assert "poor to the dataset 'set1'" in str(error.value)


def test_what_belongs_to_no_dataset_is_left_out_with_a_warning_and_two_files_of_one_are_refused(tmp_path: Path) -> None:
    place = written(tmp_path, 1, 1, {"good": 0.0})
    (place / "good" / "set7.jsonl").write_text((place / "good" / "set0.jsonl").read_text("utf-8"), "utf-8")
    (place / "charts").mkdir()

    places = find_datasets(place)

    assert places.systems == ("good",)
    assert [warning.partition(":")[0] for warning in places.warnings] == ["charts", "good"]
    assert "set7.jsonl" in places.warnings[1]
    (place / "good" / "set7.jsonl").rename(place / "good" / "set0.json")
    with raises("duplicate-name"):
        find_datasets(place)


# ---- figures


def renamed(league: Path, **sides: str) -> dict[str, dict[str, Path]]:
    """The eight datasets, in which a side has another name."""
    numbers = range(8)
    return {f"set{it}": {name: league / side / f"set{it}.jsonl" for name, side in sides.items()} for it in numbers}


def test_a_dataset_without_a_response_counts_as_0_and_is_named(league: Path, whole: MacroScores) -> None:
    """Nor is it a win of the system that answered it."""
    listed = renamed(league, key="key", good="good", poor="poor")
    del listed["set7"]["poor"]
    gap = score_datasets(find_datasets(listed), QUICK)

    values = [dataset.values["conll"][1] for dataset in gap.datasets]
    assert values[:7] == [dataset.values["conll"][1] for dataset in whole.datasets[:7]]
    assert values[7] is None
    assert gap.average("poor") == pytest.approx(sum(value or 0 for value in values) / 8)
    assert gap.average("good") == whole.average("good")
    assert (gap.missing("poor"), gap.missing("good")) == (["set7"], [])
    assert "set7" in gap.warnings[0]
    pair = gap.pairs.pair("good", "poor")
    assert pair is not None
    assert pair.detail.forward.wins == 7
    assert gap.datasets[7].pairs.pair("good", "poor") is None


def test_the_macro_average_is_the_mean_of_the_values_of_the_datasets(whole: MacroScores) -> None:
    """A clear difference is found in the average and on the datasets."""
    figures = plain(whole.as_json())

    values = [figures["datasets"][f"set{number}"]["systems"]["poor"]["measures"]["conll"]["f1"] for number in range(8)]
    macro = figures["macro"]["poor"]
    assert macro["value"] == macro["measures"]["conll"] == pytest.approx(sum(values) / 8)
    assert macro["interval"][0] < macro["value"] < macro["interval"][1]
    assert figures["macro"]["good"]["ranks"] == [1.0, 0.0]
    [pair] = figures["comparisons"]
    assert (pair["first"], pair["second"]) == ("good", "poor")
    assert 0 < pair["interval"][0] < pair["difference"] < pair["interval"][1]
    assert pair["p_adjusted"] == pair["p"] == 2 / 2**8  # all exchanges of eight datasets
    # of seven documents p is 1/128 in one direction at least, and Bonferroni's 8/128 is above 0.025
    assert pair["first_better"] == {"wins": 8, "bonferroni": 0, "fisher": 8, "datasets": []}
    assert pair["second_better"] == {"wins": 0, "bonferroni": 0, "fisher": 0, "datasets": []}


def test_tables_have_the_best_system_first(league: Path) -> None:
    settings = QUICK.changed(measures=("muc",), resamples=50)
    macro = score_datasets(find_datasets(renamed(league, key="key", a="poor", z="good")), settings)

    assert macro.ranking == ("z", "a")
    assert [row[0] for row in ranking_table(macro).rows] == ["z", "a"]
    assert [column.name for column in datasets_table(macro).columns[2:]] == ["z", "a"]
    assert [row[1:3] for row in differences_table(macro).rows] == [("z", "a")] * 8
    assert [row[1:] for row in wins_table(macro).rows] == [(None, 8), (0, None)]
    assert [row[1:] for row in replicated_table(macro, "fisher").rows] == [(None, 8), (0, None)]


def test_ranks_are_those_of_95_percent_of_the_samples() -> None:
    # level systems share ranks: two that differ on half of the datasets may both be first
    samples = np.array([[[0.5, 0.4]], [[0.4, 0.5]]] * 3)
    datasets = tuple(
        DatasetScores(f"d{number}", 1, {"conll": (float(part[0, 0]), float(part[0, 1]))}, Family(), part, {})
        for number, part in enumerate(samples)
    )
    macro = MacroScores("made up", "", ("a", "b"), {"conll": "f1"}, "conll", datasets, (), 200, 0)

    assert macro.likely_ranks("a") == macro.likely_ranks("b") == (1, 2)
    assert replace(macro, datasets=datasets[::2]).likely_ranks("a") == (1, 1)


def test_without_resamples_there_are_values_alone_of_a_few_measures_beside_the_average(small: Path) -> None:
    """No text has zeros; what there is nothing of counts as 0. The signature names what all datasets have in common."""
    few, many = ("conll", "muc", "zero"), ("conll", "muc", "lea", "blanc", "b_cubed")
    settings = QUICK.changed(resamples=0, singletons="drop")
    result, other = (score_datasets(find_datasets(small), settings.changed(measures=each)) for each in (few, many))
    shaped = result.signature.split("|")

    assert plain(result.as_json())["comparisons"] == []
    assert plain(result.as_json())["macro"]["good"]["interval"] is None
    assert [len(table.rows) for table in result.tables()] == [2, 3]
    assert [column.detail for column in ranking_table(result).columns if column.name in few] == [False] * 2
    assert [column.detail for column in ranking_table(other).columns if column.name in many] == [True] * 4
    assert (len(result.undefined("zero")), result.undefined("conll")) == (2, [])
    assert (result.average("good", "zero"), len(ranking_table(result).notes)) == (0, 1)
    assert (shaped[0].startswith("datasets:2@"), "singletons:drop" in shaped) == (True, True)
    assert not any(part.startswith(("key:", "responses:", "documents:")) for part in shaped)


# ---- the command


def test_the_command_prints_tables_and_writes_json_a_report_and_charts(
    small: Path, anaphora: Run, tmp_path: Path
) -> None:
    words = ("score", "--datasets", small, "--resamples", "50", "--measures", "conll,muc")

    printed = anaphora(
        *words, "--json", tmp_path / "j.json", "--report", tmp_path / "r.html", "--figures", tmp_path / "f"
    )
    latex = anaphora(*words, "--to", "latex")

    assert printed.code == latex.code == 0
    assert "macro average" in printed.out
    assert "\\begin{tabular}" in latex.out
    figures = json.loads((tmp_path / "j.json").read_text("utf-8"))
    assert set(figures["datasets"]["set0"]) >= {"signature", "documents", "systems", "comparisons", "warnings"}
    assert set(figures["macro"]["good"]["measures"]) == set(figures["datasets"]["set0"]["systems"]["good"]["measures"])
    assert "Who beats whom" in (tmp_path / "r.html").read_text("utf-8")
    charts = {path.name for path in (tmp_path / "f").iterdir()}
    assert charts == {"scores.svg", "datasets.svg", "ranks.svg", "wins.svg", "differences.svg"}


def test_a_gate_is_for_the_macro_average_of_every_system(small: Path, anaphora: Run) -> None:
    gates = {"conll=0": 0, "conll=99.9": 3, "muc=99.9": 3, "lea=50": 2, "conll=0.7": 2}
    words = ("score", "--datasets", small, "--measures", "conll,muc", "--resamples", "0", "--fail-under")

    assert {gate: anaphora(*words, gate).code for gate in gates} == gates
    result = anaphora("score", "--datasets", small, "--measures", "conll", "--no-worse-than", "good")
    assert (result.code, "2 datasets" in result.err) == (0, True), "with few datasets nothing can be worse"
    for extra in (("key.jsonl", "response.jsonl"), ("--journal", "j.jsonl")):  # are about one dataset
        assert anaphora("score", *extra, "--datasets", small).code == 2


@pytest.mark.parametrize(("baseline", "code"), [("good", 3), ("poor", 0), ("nobody", 2)])
def test_a_system_may_not_be_worse_than_a_baseline_over_datasets(
    baseline: str, code: int, league: Path, anaphora: Run
) -> None:
    """The one is worse on eight datasets of eight: exact p is 2 / 2^8."""
    options = ("--measures", "muc", "--resamples", "300", "--no-worse-than", baseline)
    result = anaphora("score", "--datasets", league, *options, "--json", "-")

    assert result.code == code
    if code != 2:
        [(name, held)] = result.json["no_worse_than"].items()
        assert {name, baseline} == {"good", "poor"}
        assert (held["baseline"], held["worse"]) == (baseline, code == 3)
        assert held["p_adjusted"] == pytest.approx(2 / 2**8)


@pytest.mark.slow
def test_more_datasets_need_hardly_more_memory(tmp_path: Path) -> None:
    settings = configure(measures=("conll",), resamples=1_000)
    peaks = []
    for number in (4, 16):
        place = written(tmp_path / str(number), number, 10, {"good": 0.05, "poor": 0.1})
        tracemalloc.start()
        score_datasets(find_datasets(place), settings).tables()
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    assert peaks[1] < 1.5 * peaks[0]
