"""Results in the forms that commands print."""

import json
from pathlib import Path

import pytest

from anaphora.experiments.cli.options import Output
from anaphora.experiments.cli.output import deliver
from anaphora.resolvers.specs import default_resolvers
from anaphora.workbench.results.table import to_json
from tests.experiments.conftest import Run
from tests.workbench.tiny_comparison import tiny_comparison

TINY = tiny_comparison()
TABLES = TINY.tables()


@pytest.mark.parametrize(
    ("to", "begins"),
    [
        ("table", "tiny: 2 documents"),
        ("markdown", "**tiny: 2 documents"),
        ("latex", "\\begin{table*}"),
        ("csv", "resolver,right,anaphors,success_rate,success_rate_low"),
        ("json", '{\n  "signature"'),
    ],
)
def test_a_result_is_printed_in_each_form(to: Output, begins: str, capsys: pytest.CaptureFixture[str]) -> None:
    deliver(TINY, TABLES, to)

    assert capsys.readouterr().out.startswith(begins)


@pytest.mark.parametrize("to", ["markdown", "latex"])
def test_tables_for_papers_carry_the_whole_signature(to: Output, capsys: pytest.CaptureFixture[str]) -> None:
    deliver(TINY, TABLES, to)

    assert TINY.signature in capsys.readouterr().out


def test_details_print_every_column_and_the_whole_signature(capsys: pytest.CaptureFixture[str]) -> None:
    deliver(TINY, TABLES, details=True)
    shown = capsys.readouterr().out

    assert "P(best)" in shown
    assert TINY.signature in shown


def test_json_goes_to_a_file_beside_the_table_or_alone_to_standard_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deliver(TINY, TABLES, json_to=str(tmp_path / "figures.json"))
    assert json.loads((tmp_path / "figures.json").read_text("utf8")) == to_json(TABLES)
    assert "resolver" in capsys.readouterr().out

    deliver(TINY, TABLES, json_to="-")
    assert json.loads(capsys.readouterr().out) == to_json(TABLES)


def test_compare_fits_a_terminal_and_shows_losses_if_asked_for(anaphora: Run) -> None:
    shown = anaphora("compare", "--resolvers", "most_recent,mars", "--losses").out
    brief = anaphora("compare").out  # of the resolvers that come with it; others add a line each

    assert "outranked" in shown
    assert "outranked" not in brief
    assert len(brief.splitlines()) <= 25 + max(0, len(default_resolvers()) - 17)
    assert max(map(len, brief.splitlines())) <= 80
