"""The page on languages shows the figures of its tables, and these are those of the program."""

import csv
from pathlib import Path
from typing import Any

import pytest

import anaphora
from anaphora.experiments.comparison.compare import compare
from anaphora.experiments.setup.configuration import configure
from anaphora.workbench.results.comparison import Comparison
from tests.experiments.study.languages import BEGIN, END, INDICATORS, PAGE, RATES, STAGES, page_table


def test_the_table_of_the_page_is_that_of_all_figures() -> None:
    assert PAGE.read_text("utf8").split(BEGIN)[1].split(END)[0] == page_table()


def test_losses_and_right_answers_add_up_to_all_anaphors() -> None:
    with RATES.open(encoding="utf8", newline="") as file:
        for row in csv.DictReader(file):
            lost = sum(int(row[stage]) for stage in STAGES)
            right = 100 * (1 - lost / int(row["anaphors"]))
            assert right == pytest.approx(float(row["success rate"]), abs=0.051), row


def test_figures_of_indicators_lie_within_their_intervals() -> None:
    with INDICATORS.open(encoding="utf8", newline="") as file:
        header, *rows = csv.reader(file)
    assert header.count("low") == 2
    for row in rows:
        for value, low, high in (row[4:7], row[7:10]):
            assert not low or float(low) <= float(value) <= float(high), row


@pytest.mark.slow
def test_the_rates_of_hungarian_are_those_of_the_program(data: Path) -> None:
    """Trees and mentions are the corpus' own, so that no processor rounds them differently."""
    with RATES.open(encoding="utf8", newline="") as file:
        rows = {
            row["resolver"]: row
            for row in csv.DictReader(file)
            if (row["language"], row["input"]) == ("Hungarian", "gold")
        }
    corpus = data / "languages" / "hungarian_korkor"
    if not corpus.exists():
        pytest.skip("needs this corpus")
    names = ("most_recent", "mars", "lappin_leass")
    found = compare([corpus], configure(names, perfect=("annotation", "mentions")))

    assert {name: _percent(found, name) for name in names} == {name: rows[name]["success rate"] for name in names}


@pytest.mark.slow
def test_the_figures_of_czech_are_those_of_the_program(data: Path) -> None:
    corpus = data / "zeros" / "pdtc_ft.key.conllu"
    if not corpus.exists():
        pytest.skip("needs this corpus")
    names = ("most_recent(agreement=no)", "most_recent", "mitkov", "mars", "lappin_leass")
    found = compare([corpus], configure(names, perfect=("annotation", "mentions")))
    section = PAGE.read_text("utf8").split("## Czech")[1]

    assert found.anaphors == 81
    assert [name for name in names if f" {_percent(found, name)}" not in section] == []


@pytest.mark.slow
def test_ranker_trained_on_half_of_hungarian_is_as_good_on_the_rest_as_the_page_says(
    data: Path, tmp_path: Path
) -> None:
    corpus = data / "languages" / "hungarian_korkor"
    if not corpus.exists():
        pytest.skip("needs this corpus")
    pytest.importorskip("sklearn", reason="training needs the extra")
    files = sorted(corpus.glob("*.conllu"))
    others = [file for file in files[1::2] if file.stem != "globv_22"]  # which has the text of globv_5
    perfect = ("annotation", "mentions")
    (tmp_path / "ranker.json").write_text(anaphora.train("ranker", files[::2], perfect=perfect).as_text(), "utf8")
    names = ("most_recent", "mars", "lappin_leass", f"ranker=ranker(parameters={tmp_path / 'ranker.json'})")
    scored = compare(others, configure(names, perfect=perfect))
    *_, scope, nearest, mars, lappin_leass, ranker = _row("| Hungarian: 38 texts |")

    assert (len(files[::2]), len(others), scope) == (38, 36, f"36 others ({scored.anaphors})")
    assert [_percent(scored, name) for name in names[:3]] == [nearest, mars, lappin_leass.split()[0]]
    assert float(_percent(scored, "ranker")) == pytest.approx(float(ranker.split()[0]), abs=1)


@pytest.mark.slow
def test_chains_of_nynorsk_are_those_of_the_page(data: Path) -> None:
    corpus = data / "languages" / "norwegian_narc" / "no_nynorsk"
    if not corpus.exists():
        pytest.skip("needs this corpus")
    names = ("lappin_leass", "lappin_leass+string_match", "lappin_leass+head_match", "lappin_leass+word_match")
    scored: Any = anaphora.coref(corpus, names, perfect=("annotation",)).as_json()["resolvers"]
    _, *cells = _row("| Norwegian, nynorsk |")

    assert [f"{100 * scored[name]['measures']['conll']['f1']:.1f}" for name in names] == [
        cell.split()[0] for cell in cells
    ]


def _row(beginning: str) -> list[str]:
    line = next(line for line in PAGE.read_text("utf8").splitlines() if line.startswith(beginning))
    return [cell.strip() for cell in line.strip("|").split("|")]


def _percent(scored: Comparison, name: str) -> str:
    return f"{100 * (scored.rate('success_rate', name).value or 0):.1f}"
