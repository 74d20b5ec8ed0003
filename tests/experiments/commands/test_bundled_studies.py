"""The bundled studies of simulated responses, of Mitkov 2001, and of rules and learning, on the bundled corpus."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from anaphora.experiments.commands.run.run import run
from anaphora.experiments.run import documents
from anaphora.experiments.run.documents import BUNDLED
from tests.csv_tables import FOLDER, as_csv, assert_same_but_for_rounding


def test_measures_rise_with_right_links_and_fall_with_merged_chains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key, here of one text, which scores 1, is the sixth of eleven responses."""
    (tmp_path / "key").mkdir()
    shutil.copy(BUNDLED / "printer.conllu", tmp_path / "key")
    monkeypatch.setattr(documents, "BUNDLED", tmp_path / "key")
    finished = run(Path("curves"), tmp_path / "curves").data.folder / "results" / "curves.manuals"
    systems = json.loads((finished / "result.json").read_text("utf8"))["systems"].values()

    for measure in ("muc", "b_cubed", "ceaf_m", "ceaf_e", "lea", "blanc", "conll"):
        curve = [system["measures"][measure]["f1"] for system in systems]
        assert curve[5] == pytest.approx(1)
        assert curve[:6] == sorted(curve[:6])
        assert curve[5:] == sorted(curve[5:], reverse=True)


@pytest.mark.slow
def test_the_page_tells_where_the_curves_begin_and_end(tmp_path: Path) -> None:
    finished = run(Path("curves"), tmp_path).data.folder / "results" / "curves.manuals"
    systems = json.loads((finished / "result.json").read_text("utf8"))["systems"]
    begin, end = ({name: round(100 * it["f1"]) for name, it in systems[at]["measures"].items()} for at in ("0%", "one"))
    text = (FOLDER.parent / "measures.md").read_text("utf8")

    assert f"B³ starts at {begin['b_cubed']}, CEAF-e at {begin['ceaf_e']} and BLANC at {begin['blanc']}" in text
    assert f"keeps {end['muc']} points of MUC" in text


@pytest.mark.slow
def test_the_study_of_the_literature_is_that_of_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All pronouns count but where non-nominal "it" was identified: 694 anaphors, 41 pleonastic and 20 clausal ones."""
    monkeypatch.delenv("ANAPHORA_DATA", raising=False)
    finished = run(Path("literature"), tmp_path).data.folder / "tables"
    printed = [row for row in (finished / "literature.md").read_text("utf-8").splitlines() if row.startswith("|")]
    assert_same_but_for_rounding(as_csv("\n".join(printed)), (FOLDER / "literature.csv").read_text("utf-8"))

    *files, total = csv.DictReader((finished / "literature.csv").read_text("utf-8").splitlines())
    assert {row["unit"] for row in files} == {path.stem for path in BUNDLED.glob("*.conllu")}
    assert (total["unit"], total["anaphors"], total["pronouns"]) == ("all", "694", str(694 + 41 + 20))
    for sizes, column in (("anaphors", "w/o it"), ("anaphors", "MAX partial"), ("pronouns", "default")):
        right = sum(float(row[column]) * int(row[sizes]) for row in files)
        assert right == pytest.approx(float(total[column]) * int(total[sizes]))


@pytest.mark.slow
def test_the_study_of_rules_and_learning_is_that_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANAPHORA_DATA", raising=False)
    finished = run(Path("rules_and_learning"), tmp_path).data.folder / "tables"
    (rates,) = csv.DictReader((finished / "rates.csv").read_text("utf-8").splitlines())
    parts = csv.DictReader((finished / "rates_by_distance.csv").read_text("utf-8").splitlines())
    rounded = [f"{100 * float(rate):.1f}" for rate in list(rates.values())[2:]]

    assert f"| bundled | {rates['anaphors']} | {' | '.join(rounded)} |" in (
        FOLDER.parents[1] / "published.md"
    ).read_text("utf-8")
    assert sum(int(row["anaphors"]) for row in parts) == int(rates["anaphors"])
