"""Systems on many datasets: where these are found, what each figure is, and that many of them take little."""

import json
import time
import tracemalloc
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import numpy as np
import pytest

from anaphora import corpora
from anaphora.corpora import corefud, jsonlines
from anaphora.experiments.findings import of_datasets
from anaphora.experiments.report.report import report
from anaphora.experiments.scoring.datasets.macro import (
    DatasetScores,
    MacroScores,
    datasets_table,
    differences_table,
    ranking_table,
    replicated_table,
    wins_table,
)
from anaphora.experiments.scoring.datasets.places import find_datasets
from anaphora.experiments.scoring.datasets.score import score_datasets
from anaphora.experiments.setup.configuration import configure
from anaphora.workbench.document import Document
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Key, overt
from anaphora.workbench.results.family import Family
from anaphora.workbench.results.table import printed, to_json
from tests.experiments.conftest import Run
from tests.noise import corpus, noisy
from tests.patience import is_within
from tests.refused import raises, refused

QUICK = configure(measures=("conll", "muc"), resamples=200)


def continuous(key: Key) -> Key:
    """The chains without discontinuous mentions, which JSON lines cannot express."""
    chains = (tuple(span for span in chain if not span.gaps) for chain in key.chains)
    return Key(key.document_id, tuple(chain for chain in chains if chain))


Texts: TypeAlias = Sequence[tuple[Document, Key]]


def written(folder: Path, datasets: int, documents: int, rates: Mapping[str, float]) -> Path:
    """A key of made-up documents and a response of each system, with mistakes at its rate, for each dataset."""
    random = Random(0)
    return responded(folder, (list(corpus(documents, random)) for _ in range(datasets)), rates, random)


def responded(folder: Path, keys: Iterable[Texts], rates: Mapping[str, float], random: Random) -> Path:
    """The same for these keys."""
    for number, key in enumerate(keys):
        responses = {
            name: [(document, noisy(document, chains, rate, random)) for document, chains in key]
            for name, rate in rates.items()
        }
        for name, content in {"key": key, **responses}.items():
            (folder / name).mkdir(parents=True, exist_ok=True)
            (folder / name / f"set{number}.jsonl").write_text("".join(jsonlines.write(content)), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight datasets and two systems, the first of which is better."""
    return written(tmp_path_factory.mktemp("league"), 8, 7, {"good": 0.02, "poor": 0.3})


def test_a_folder_has_a_key_and_systems_with_the_same_names(league: Path) -> None:
    found = find_datasets(league)

    assert list(found.named) == [f"set{number}" for number in range(8)]
    assert found.named["set3"].key == league / "key" / "set3.jsonl"
    assert dict(found.named["set3"].responses) == {name: league / name / "set3.jsonl" for name in ("good", "poor")}
    assert (found.systems, found.warnings) == (("good", "poor"), ())


def test_datasets_may_be_folders_and_other_files_are_passed_over(league: Path, tmp_path: Path) -> None:
    for side in ("key", "system"):
        (tmp_path / side / "v1.2").mkdir(parents=True)
        (tmp_path / side / "v1.2" / "a.jsonl").write_text((league / "key" / "set0.jsonl").read_text("utf-8"), "utf-8")
        (tmp_path / side / "README.md").write_text("Licence", encoding="utf-8")

    found = find_datasets(tmp_path)
    assert (list(found.named), found.warnings) == (["v1.2"], ())


def test_a_list_in_toml_names_files_anywhere(league: Path, tmp_path: Path) -> None:
    place = tmp_path / "league.toml"
    key, response = league / "key" / "set0.jsonl", league / "poor" / "set0.jsonl"
    place.write_text(f"[datasets.one]\nkey = '{key}'\nmine = '{response}'\n", encoding="utf-8")

    [(name, dataset)] = find_datasets(place).named.items()

    assert (name, dataset.key, dict(dataset.responses)) == ("one", key, {"mine": response})
    assert find_datasets({"one": {"key": key, "mine": response}}).named == {"one": dataset}


@pytest.mark.parametrize("end", ["\n", "", "\n[datasets.b]\nkey = 'b'\n"])
def test_a_system_listed_twice_is_named_with_its_line(end: str, tmp_path: Path) -> None:
    place = tmp_path / "league.toml"
    place.write_text(f"[datasets.a]\nkey = 'a'\nmine = 'b'\nmine = 'c'{end}", encoding="utf-8")

    with pytest.raises(FormatError) as refusal:
        find_datasets(place)
    assert refusal.value.code == "not-toml"
    assert {"4", "'mine'"} <= {*refusal.value.problem.replace("(", " ").split()}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("no toml", "not-toml"),
        ("[other]", "bad-value"),
        ("[datasets.a]\nmine = 'a.jsonl'", "bad-value"),
        ("[datasets.a]\nkey = 3", "bad-value"),
    ],
)
def test_a_list_that_is_none_is_refused(content: str, code: str, tmp_path: Path) -> None:
    place = tmp_path / "league.toml"
    place.write_text(content, encoding="utf-8")

    with refused(code, place):
        find_datasets(place)


def test_a_place_without_key_or_systems_is_refused(league: Path, tmp_path: Path) -> None:
    with refused("missing-file"):
        find_datasets(tmp_path)
    with refused("missing-file"):
        find_datasets(tmp_path / "nothing")
    (tmp_path / "key").symlink_to(league / "key")
    with raises("no-datasets"):
        find_datasets(tmp_path)


@pytest.mark.parametrize("listed", [{"a": {"mine": "a.jsonl"}}, {"a": {"key": 3}}, {"a": "a.jsonl"}])
def test_a_mapping_without_paths_of_keys_is_refused(listed: dict[str, Any]) -> None:
    with raises("bad-value"):
        find_datasets(listed)


def test_a_dataset_that_no_system_answers_is_refused(tmp_path: Path) -> None:
    place = written(tmp_path, 2, 1, {"good": 0.0})
    (place / "good" / "set1.jsonl").unlink()

    with raises("no-response"):
        find_datasets(place)


def test_two_files_of_one_dataset_are_refused(tmp_path: Path) -> None:
    place = written(tmp_path, 1, 1, {"good": 0.0})
    (place / "good" / "set0.json").write_text((place / "good" / "set0.jsonl").read_text("utf-8"), "utf-8")

    with raises("duplicate-name"):
        find_datasets(place)


def test_what_belongs_to_no_dataset_is_left_out_with_a_warning(tmp_path: Path) -> None:
    place = written(tmp_path, 1, 1, {"good": 0.0})
    (place / "good" / "set7.jsonl").write_text((place / "good" / "set0.jsonl").read_text("utf-8"), "utf-8")
    (place / "charts").mkdir()

    found = find_datasets(place)

    assert found.systems == ("good",)
    assert [warning.partition(":")[0] for warning in found.warnings] == ["charts", "good"]
    assert "set7.jsonl" in found.warnings[1]


def test_files_may_be_links_to_elsewhere(league: Path, tmp_path: Path) -> None:
    for side in ("key", "good"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "set0.jsonl").symlink_to(league / side / "set0.jsonl")

    assert list(find_datasets(tmp_path).named) == ["set0"]


@pytest.fixture(scope="module")
def gap(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight datasets; "poor" has no response to the last."""
    place = written(tmp_path_factory.mktemp("gap"), 8, 7, {"good": 0.02, "poor": 0.3})
    (place / "poor" / "set7.jsonl").unlink()
    return place


def test_a_dataset_without_a_response_counts_as_0_and_is_named(league: Path, gap: Path) -> None:
    whole, found = (score_datasets(find_datasets(place), QUICK) for place in (league, gap))

    values = [dataset.values["conll"][1] for dataset in found.datasets]
    assert values[:7] == [dataset.values["conll"][1] for dataset in whole.datasets[:7]]
    assert values[7] is None
    assert found.average("poor") == pytest.approx(sum(value or 0 for value in values) / 8)
    assert found.average("good") == whole.average("good")
    assert (found.missing("poor"), found.missing("good")) == (["set7"], [])
    assert "set7" in found.warnings[0]


def test_a_dataset_with_nothing_to_measure_counts_as_0_and_is_counted(league: Path) -> None:
    """No text has zeros; one without a response to a dataset is no such case."""
    found = score_datasets(find_datasets(league), QUICK.changed(measures=("conll", "zero"), resamples=0))

    assert (len(found.undefined("zero")), found.undefined("conll")) == (8, [])
    assert found.average("good", "zero") == 0
    assert len(ranking_table(found).notes) == 1


def test_a_dataset_that_only_one_system_answered_is_no_win(gap: Path) -> None:
    found = score_datasets(find_datasets(gap), QUICK)

    pair = found.pairs.pair("good", "poor")
    assert pair is not None
    assert pair.detail.forward.wins == 7
    assert found.datasets[7].pairs.pair("good", "poor") is None


def test_an_error_in_a_file_names_dataset_and_system(tmp_path: Path) -> None:
    place = written(tmp_path, 2, 1, {"good": 0.0, "poor": 0.3})
    bad = place / "poor" / "set1.jsonl"
    bad.write_text("{]", encoding="utf-8")

    with refused("malformed", bad, 1) as error:
        score_datasets(find_datasets(place), QUICK)
    assert "poor to the dataset 'set1'" in str(error.value)


def test_key_and_responses_may_be_of_different_formats(league: Path, tmp_path: Path) -> None:
    listed = {"key": tmp_path / "key.conllu", "good": league / "good" / "set0.jsonl"}
    listed["key"].write_text(
        "".join(corefud.write(list(jsonlines.read(league / "key" / "set0.jsonl")))), encoding="utf-8"
    )

    found = score_datasets(find_datasets({"set0": listed}), QUICK)
    same = score_datasets(find_datasets({"set0": {**listed, "key": league / "key" / "set0.jsonl"}}), QUICK)

    assert found.average("good") == same.average("good") > 0


def test_the_signature_names_what_all_datasets_have_in_common(league: Path) -> None:
    settings = QUICK.changed(match="head", singletons="drop", resamples=0)

    parts = score_datasets(find_datasets(league), settings).signature.split("|")

    assert parts[0].startswith("datasets:8@")
    assert {"match:head", "singletons:drop"} <= set(parts)
    assert not any(part.startswith(("key:", "responses:", "documents:")) for part in parts)


def test_the_macro_average_is_the_mean_of_the_values_of_the_datasets(league: Path) -> None:
    figures = to_json(score_datasets(find_datasets(league), QUICK).tables())

    values = [figures["datasets"][f"set{number}"]["systems"]["poor"]["measures"]["conll"]["f1"] for number in range(8)]
    macro = figures["macro"]["poor"]
    assert macro["value"] == macro["measures"]["conll"] == pytest.approx(sum(values) / 8)
    assert macro["interval"][0] < macro["value"] < macro["interval"][1]
    assert figures["macro"]["good"]["ranks"] == [1.0, 0.0]


def test_a_clear_difference_is_found_in_the_average_and_on_the_datasets(league: Path) -> None:
    [pair] = to_json(score_datasets(find_datasets(league), QUICK).tables())["comparisons"]

    assert (pair["first"], pair["second"]) == ("good", "poor")
    assert 0 < pair["interval"][0] < pair["difference"] < pair["interval"][1]
    assert pair["p_adjusted"] == pair["p"] == 2 / 2**8  # all exchanges of eight datasets
    # of seven documents p is 1/128 in one direction at least, and Bonferroni's 8/128 is above 0.025
    assert pair["first_better"] == {"wins": 8, "bonferroni": 0, "fisher": 8, "datasets": []}
    assert pair["second_better"] == {"wins": 0, "bonferroni": 0, "fisher": 0, "datasets": []}


def test_tables_have_the_best_system_first(league: Path) -> None:
    sides = {"key": "key", "a": "poor", "z": "good"}
    listed = {
        f"set{number}": {name: league / side / f"set{number}.jsonl" for name, side in sides.items()}
        for number in range(8)
    }

    macro = score_datasets(find_datasets(listed), QUICK)

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


def test_without_resamples_there_are_values_alone(league: Path) -> None:
    result = score_datasets(find_datasets(league), configure(measures=("conll",), resamples=0))

    assert to_json(result.tables())["comparisons"] == []
    assert to_json(result.tables())["macro"]["good"]["interval"] is None
    assert [len(table.rows) for table in printed(result.tables())] == [2, 9]


def test_the_command_prints_tables_and_writes_json(league: Path, anaphora: Run, tmp_path: Path) -> None:
    place = tmp_path / "scores.json"

    printed = anaphora("score", "--datasets", league, "--resamples", "100", "--json", place)
    latex = anaphora("score", "--datasets", league, "--resamples", "100", "--to", "latex", "--measures", "conll")

    assert printed.code == latex.code == 0
    assert "macro average" in printed.out
    assert "\\begin{tabular}" in latex.out
    figures = json.loads(place.read_text("utf-8"))
    assert set(figures["datasets"]["set0"]) >= {"signature", "documents", "systems", "comparisons", "warnings"}
    assert set(figures["macro"]["good"]["measures"]) == set(figures["datasets"]["set0"]["systems"]["good"]["measures"])


def test_the_command_writes_a_report_and_charts(league: Path, anaphora: Run, tmp_path: Path) -> None:
    options = (
        "--measures",
        "conll",
        "--resamples",
        "100",
        "--report",
        tmp_path / "r.html",
        "--figures",
        tmp_path / "f",
    )

    assert anaphora("score", "--datasets", league, *options).code == 0
    assert "Who beats whom" in (tmp_path / "r.html").read_text("utf-8")
    names = {path.name for path in (tmp_path / "f").iterdir()}
    assert names == {"scores.svg", "datasets.svg", "ranks.svg", "wins.svg", "differences.svg"}


@pytest.mark.parametrize("extra", [("key.jsonl", "response.jsonl"), ("--journal", "j.jsonl")])
def test_what_is_about_one_dataset_does_not_go_with_many(extra: tuple[str, ...], league: Path, anaphora: Run) -> None:
    assert anaphora("score", *extra, "--datasets", league).code == 2


@pytest.mark.parametrize(
    ("gate", "code"), [("conll=0", 0), ("conll=99.9", 3), ("muc=99.9", 3), ("lea=50", 2), ("conll=0.7", 2)]
)
def test_a_gate_is_for_the_macro_average_of_every_system(gate: str, code: int, league: Path, anaphora: Run) -> None:
    options = ("--measures", "conll,muc", "--resamples", "0", "--fail-under", gate)

    assert anaphora("score", "--datasets", league, *options).code == code


@pytest.mark.parametrize(("baseline", "code"), [("good", 3), ("poor", 0), ("nobody", 2)])
def test_a_system_may_not_be_worse_than_a_baseline_over_datasets(
    baseline: str, code: int, league: Path, anaphora: Run
) -> None:
    """The one is worse on eight datasets of eight: exact p is 2 / 2^8."""
    options = ("--measures", "conll", "--no-worse-than", baseline)
    result = anaphora("score", "--datasets", league, *options, "--json", "-")

    assert result.code == code
    if code != 2:
        [(name, held)] = result.json["no_worse_than"].items()
        assert {name, baseline} == {"good", "poor"}
        assert (held["baseline"], held["worse"]) == (baseline, code == 3)
        assert held["p_adjusted"] == pytest.approx(2 / 2**8)


def test_with_few_datasets_nothing_can_be_worse(tmp_path: Path, anaphora: Run) -> None:
    place = written(tmp_path, 3, 3, {"good": 0.02, "poor": 0.3})
    result = anaphora("score", "--datasets", place, "--measures", "conll", "--no-worse-than", "good")

    assert result.code == 0
    assert "3 datasets" in result.err


@pytest.mark.parametrize(
    ("measures", "are_details"), [("conll,muc", [False]), ("conll,muc,lea,blanc,b_cubed", [True] * 4)]
)
def test_a_few_measures_stand_beside_the_macro_average(measures: str, are_details: list[bool], league: Path) -> None:
    settings = configure(measures=tuple(measures.split(",")), resamples=0)
    table = ranking_table(score_datasets(find_datasets(league), settings))

    assert [column.detail for column in table.columns if column.name in measures.split(",")] == are_details


@pytest.mark.slow
def test_27_datasets_and_ten_systems_take_less_than_a_minute(data: Path, tmp_path: Path) -> None:
    """Nine documents each, parts of GUM and LitBank under other names; the systems make more and more mistakes."""
    read = chain.from_iterable(map(corpora.read, (data / "gum" / "train" / "corefud", data / "litbank" / "conll")))
    texts = [overt(document, continuous(key)) for document, key in read]
    rates = {f"system{number}": 0.05 + number / 100 for number in range(10)}
    place = responded(tmp_path, (texts[9 * part : 9 * part + 9] for part in range(27)), rates, Random(0))
    begun = time.process_time()

    macro = score_datasets(find_datasets(place), configure())
    shown = [*macro.tables(), differences_table(macro)]
    page = report(of_datasets(macro))

    assert is_within(time.process_time() - begun, 60)
    assert len(shown[-1].rows) == 27 * 45
    assert macro.ranking == tuple(rates)
    assert len(page) < 1_000_000


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
