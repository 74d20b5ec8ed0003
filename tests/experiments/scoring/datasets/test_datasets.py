"""Systems on many data sets: where these are found, what each figure is, and that many of them take little."""

import json
import time
import tracemalloc
from pathlib import Path
from random import Random

import pytest

from anaphora.corpora import jsonlines
from anaphora.experiments.scoring.datasets.places import find_datasets
from anaphora.experiments.scoring.datasets.score import score_datasets
from anaphora.experiments.scoring.settings import Settings
from tests.experiments.conftest import Run
from tests.noise import corpus, noisy
from tests.refused import raises, refused

QUICK = Settings(measures=("conll", "muc"), resamples=200)


def written(folder: Path, datasets: int, documents: int, rates: dict[str, float]) -> Path:
    """A key and a response of each system, with mistakes at its rate, for each data set."""
    random = Random(0)
    for number in range(datasets):
        key = list(corpus(documents, random))
        responses = {
            name: [(document, noisy(document, chains, rate, random)) for document, chains in key]
            for name, rate in rates.items()
        }
        for name, content in {"key": key, **responses}.items():
            (folder / name).mkdir(parents=True, exist_ok=True)
            (folder / name / f"set{number}.jsonl").write_text(jsonlines.write(content), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight data sets and two systems, the first of which is better."""
    return written(tmp_path_factory.mktemp("league"), 8, 7, {"good": 0.02, "poor": 0.3})


def test_a_folder_has_a_key_and_systems_with_the_same_names(league: Path) -> None:
    found = find_datasets(league)

    assert list(found) == [f"set{number}" for number in range(8)]
    assert found["set3"].key == league / "key" / "set3.jsonl"
    assert dict(found["set3"].responses) == {name: league / name / "set3.jsonl" for name in ("good", "poor")}


def test_data_sets_may_be_folders_and_other_files_are_passed_over(league: Path, tmp_path: Path) -> None:
    for side in ("key", "system"):
        (tmp_path / side / "v1.2").mkdir(parents=True)
        (tmp_path / side / "v1.2" / "a.jsonl").write_text((league / "key" / "set0.jsonl").read_text("utf-8"), "utf-8")
        (tmp_path / side / "README.md").write_text("Licence", encoding="utf-8")

    assert list(find_datasets(tmp_path)) == ["v1.2"]


def test_a_list_in_toml_names_files_anywhere(league: Path, tmp_path: Path) -> None:
    place = tmp_path / "league.toml"
    key, response = league / "key" / "set0.jsonl", league / "poor" / "set0.jsonl"
    place.write_text(f"[datasets.one]\nkey = '{key}'\nmine = '{response}'\n", encoding="utf-8")

    [(name, dataset)] = find_datasets(place).items()

    assert (name, dataset.key, dict(dataset.responses)) == ("one", key, {"mine": response})


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


def test_a_system_that_answers_only_some_data_sets_is_refused(tmp_path: Path) -> None:
    place = written(tmp_path, 2, 1, {"good": 0.0, "poor": 0.3})
    (place / "poor" / "set1.jsonl").unlink()

    with raises("no-response"):
        find_datasets(place)


def test_the_macro_average_is_the_mean_of_the_values_of_the_data_sets(league: Path) -> None:
    figures = score_datasets(league, QUICK).as_json()

    values = [figures["datasets"][f"set{number}"]["systems"]["poor"]["measures"]["conll"]["f1"] for number in range(8)]
    macro = figures["macro"]["poor"]
    assert macro["value"] == macro["measures"]["conll"] == pytest.approx(sum(values) / 8)
    assert macro["interval"][0] < macro["value"] < macro["interval"][1]
    assert figures["macro"]["good"]["ranks"] == [1.0, 0.0]


def test_a_clear_difference_is_found_in_the_average_and_on_the_data_sets(league: Path) -> None:
    [pair] = score_datasets(league, QUICK).as_json()["comparisons"]

    assert (pair["first"], pair["second"]) == ("good", "poor")
    assert 0 < pair["interval"][0] < pair["difference"] < pair["interval"][1]
    assert pair["p_adjusted"] == pair["p"] == 2 / 2**8  # all exchanges of eight data sets
    # of seven documents p is 1/128 in one direction at least, and Bonferroni's 8/128 is above 0.025
    assert pair["first_better"] == {"wins": 8, "bonferroni": 0, "fisher": 8, "datasets": []}
    assert pair["second_better"] == {"wins": 0, "bonferroni": 0, "fisher": 0, "datasets": []}


def test_without_resamples_there_are_values_alone(league: Path) -> None:
    result = score_datasets(league, Settings(measures=("conll",), resamples=0))

    assert result.as_json()["comparisons"] == []
    assert result.as_json()["macro"]["good"]["interval"] is None
    assert [len(table.rows) for table in result.tables()] == [9, 2]


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


@pytest.mark.parametrize(
    "extra", [("key.jsonl", "response.jsonl"), ("--report", "r.html"), ("--fail-under", "conll=1")]
)
def test_what_is_about_one_data_set_does_not_go_with_many(extra: tuple[str, ...], league: Path, anaphora: Run) -> None:
    assert anaphora("score", *extra, "--datasets", league).code == 2


@pytest.mark.slow
def test_27_data_sets_and_ten_systems_take_less_than_a_minute(tmp_path: Path) -> None:
    place = written(tmp_path, 27, 10, {f"system{number}": 0.05 + number / 100 for number in range(10)})
    begun = time.process_time()

    result = score_datasets(place, Settings(measures=("mentions", "muc", "b_cubed", "ceaf_e", "conll", "lea", "blanc")))
    result.tables()

    assert time.process_time() - begun < 60


@pytest.mark.slow
def test_more_data_sets_need_hardly_more_memory(tmp_path: Path) -> None:
    settings = Settings(measures=("conll",), resamples=1_000)
    peaks = []
    for number in (4, 16):
        place = written(tmp_path / str(number), number, 10, {"good": 0.05, "poor": 0.1})
        tracemalloc.start()
        score_datasets(place, settings).tables()
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    assert peaks[1] < 1.5 * peaks[0]
