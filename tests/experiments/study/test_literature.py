"""The bundled study `literature`: the comparison table of Mitkov 2001, on the bundled corpus."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from anaphora.experiments.setup.documents import BUNDLED
from anaphora.experiments.study.study import run
from tests.csv_tables import FOLDER, as_csv, assert_same_but_for_rounding

OVER_ANAPHORS = {"w/o it", "optimised w/o it", "MAX strict", "MAX partial"}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("ANAPHORA_DATA", raising=False)
        yield run(Path("literature"), tmp_path_factory.mktemp("literature")).folder


@pytest.fixture(scope="module")
def table(finished: Path) -> pd.DataFrame:
    return pd.read_csv(finished / "tables" / "literature.csv", keep_default_na=False)


def test_the_files_add_up_to_all(table: pd.DataFrame) -> None:
    files, total = table[table.document != ""], table[table.document == ""].set_index("column")

    assert len(files.document.unique()) == len(list(BUNDLED.glob("*.conllu")))
    for column, rows in files.groupby("column"):
        assert rows["right"].sum() == pytest.approx(total.right[column])
        assert rows["of"].sum() == total["of"][column]


def test_all_pronouns_count_but_where_non_nominal_it_has_been_identified(table: pd.DataFrame) -> None:
    """The corpus has 694 anaphors, 41 pleonastic pronouns and 20 clausal ones of the third person."""
    total = table[table.document == ""].set_index("column")["of"].to_dict()

    assert {column: of for column, of in total.items() if column in OVER_ANAPHORS} == dict.fromkeys(OVER_ANAPHORS, 694)
    assert {of for column, of in total.items() if column not in OVER_ANAPHORS} == {694 + 41 + 20}
    assert len(total) == 11


def test_the_manuals_have_a_subtotal_as_two_files_of_the_paper_have(finished: Path, table: pd.DataFrame) -> None:
    """Seven of the twelve texts are of the genre "manual"."""
    genre = "# meta::genre = manual"
    files = [path.stem for path in BUNDLED.glob("*.conllu") if genre in path.read_text("utf-8").splitlines()]
    of_files = table[table.document.isin(files) & (table.column == "default")]

    printed = (finished / "tables" / "literature.md").read_text("utf-8")
    [row] = [line.split(" | ") for line in printed.splitlines() if line.startswith("| manuals, genre manual")]
    assert len(files) == 7
    assert (int(row[2]), row[4]) == (of_files["of"].sum(), f"{100 * of_files.right.sum() / of_files['of'].sum():.2f}")


def test_the_table_lies_beside_the_pages(finished: Path) -> None:
    text = (finished / "tables" / "literature.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("|")]

    assert_same_but_for_rounding(as_csv("\n".join(rows)), (FOLDER / "literature.csv").read_text("utf-8"))
