"""The page on languages shows the figures of its tables, and these are those of the program."""

import csv
from pathlib import Path

import pytest

from anaphora.experiments.comparison.compare import compare
from anaphora.experiments.setup.configuration import configure
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

    assert {name: f"{100 * (found.rate('success_rate', name).value or 0):.1f}" for name in names} == {
        name: rows[name]["success rate"] for name in names
    }


@pytest.mark.slow
def test_the_figures_of_czech_are_those_of_the_program(data: Path) -> None:
    corpus = data / "zeros" / "pdtc_ft.key.conllu"
    if not corpus.exists():
        pytest.skip("needs this corpus")
    names = ("most_recent(agreement=no)", "most_recent", "mitkov", "mars", "lappin_leass")
    found = compare([corpus], configure(names, perfect=("annotation", "mentions")))
    section = PAGE.read_text("utf8").split("## Czech")[1]

    assert found.anaphors == 81
    assert [
        name for name in names if f" {100 * (found.rate('success_rate', name).value or 0):.1f}" not in section
    ] == []
