"""The page on languages shows the figures of its tables, and these are those of the program."""

import csv
from pathlib import Path
from typing import Any

import pytest

import anaphora
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.run.configuration import configure
from anaphora.workbench.results.comparison import Comparison
from tests.conftest import required
from tests.experiments.commands.languages import BEGIN, END, INDICATORS, PAGE, RATES, STAGES, page_table

PERFECT = ("annotation", "mentions")


def test_the_table_of_the_page_is_that_of_all_figures() -> None:
    assert PAGE.read_text("utf8").split(BEGIN)[1].split(END)[0] == page_table()


def test_figures_add_up_and_lie_within_their_intervals() -> None:
    for row in rows(RATES):
        lost = sum(int(row[stage]) for stage in STAGES)
        right = 100 * (1 - lost / int(row["anaphors"]))
        assert right == pytest.approx(float(row["success rate"]), abs=0.051), row
    with INDICATORS.open(encoding="utf8", newline="") as file:
        header, *others = csv.reader(file)
    assert header.count("low") == 2
    for cells in others:
        for value, low, high in (cells[4:7], cells[7:10]):
            assert not low or float(low) <= float(value) <= float(high), cells


@pytest.mark.slow
def test_the_rates_of_hungarian_and_czech_are_those_of_the_program(data: Path) -> None:
    """Trees and mentions are the corpora's, so that no processor rounds them differently."""
    hungarian = {
        row["resolver"]: row for row in rows(RATES) if (row["language"], row["input"]) == ("Hungarian", "gold")
    }
    names: tuple[str, ...] = ("most_recent", "mars", "lappin_leass")
    scored = run_comparison([required(data / "languages" / "hungarian_korkor")], configure(names, perfect=PERFECT))
    assert {name: _percent(scored, name) for name in names} == {name: hungarian[name]["success rate"] for name in names}

    names = ("most_recent(agreement=no)", "most_recent", "mitkov", "mars", "lappin_leass")
    scored = run_comparison([required(data / "zeros" / "pdtc_ft.key.conllu")], configure(names, perfect=PERFECT))
    section = PAGE.read_text("utf8").split("## Czech")[1]
    assert scored.anaphors == 81
    assert [name for name in names if f" {_percent(scored, name)}" not in section] == []


@pytest.mark.slow
def test_ranker_trained_on_half_of_hungarian_is_as_good_on_the_rest_as_the_page_says(
    data: Path, tmp_path: Path
) -> None:
    pytest.importorskip("sklearn", reason="training needs the extra")
    files = sorted(required(data / "languages" / "hungarian_korkor").glob("*.conllu"))
    others = [file for file in files[1::2] if file.stem != "globv_22"]  # which has the text of globv_5
    (tmp_path / "ranker.json").write_text(anaphora.train("ranker", files[::2], perfect=PERFECT).data.as_text(), "utf8")
    names = ("most_recent", "mars", "lappin_leass", f"ranker=ranker(parameters={tmp_path / 'ranker.json'})")
    scored = run_comparison(others, configure(names, perfect=PERFECT))
    *_, scope, nearest, mars, lappin_leass, ranker = _row("| Hungarian: 38 texts |")

    assert (len(files[::2]), len(others), scope) == (38, 36, f"36 others ({scored.anaphors})")
    assert [_percent(scored, name) for name in names[:3]] == [nearest, mars, lappin_leass.split()[0]]
    assert float(_percent(scored, "ranker")) == pytest.approx(float(ranker.split()[0]), abs=1)


@pytest.mark.slow
def test_chains_of_nynorsk_are_those_of_the_page(data: Path) -> None:
    corpus = required(data / "languages" / "norwegian_narc" / "no_nynorsk")
    names = ("lappin_leass", "lappin_leass+string_match", "lappin_leass+head_match", "lappin_leass+word_match")
    scored: Any = anaphora.coref(corpus, names, perfect=("annotation",)).as_json()["resolvers"]
    shown = [cell.split()[0] for cell in _row("| Norwegian, nynorsk |")[1:]]

    assert [f"{100 * scored[name]['measures']['conll']['f1']:.1f}" for name in names] == shown


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf8", newline="") as file:
        return list(csv.DictReader(file))


def _row(beginning: str) -> list[str]:
    line = next(line for line in PAGE.read_text("utf8").splitlines() if line.startswith(beginning))
    return [cell.strip() for cell in line.strip("|").split("|")]


def _percent(scored: Comparison, name: str) -> str:
    return f"{100 * (scored.rate('success_rate', name).value or 0):.1f}"
