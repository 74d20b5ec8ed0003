"""The renderers of the table model."""

import csv
import io
from dataclasses import replace

import pytest

from anaphora.experiments.terminal.render import FORMS, render, show, to_frame, to_latex, to_text
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Interval, Marked, Rate

TABLE = Table(
    "Corpus",
    (
        Column("resolver"),
        Column("success_rate", "percent", direction="higher"),
        Column("success_rate_interval", "percent", "95% interval"),
        Column("p", "p"),
    ),
    (("x_y|<b>&\n\x1b", 0.71649, Interval(0.6, 0.8), 0.0004), ("worse", 0.5, None, None), ("MAX", 0.9, None, None)),
    ("A note.",),
    references=frozenset({2}),
)


@pytest.mark.parametrize(
    ("cell", "column", "shown"),
    [
        (None, Column("x", "percent"), "–"),
        (0.716, Column("x", "percent"), "71.6"),
        (-0.0001, Column("x", "points"), "+0.0"),
        (0.021, Column("x", "points", digits=2), "+2.10"),
        (Interval(-0.01, 0.02), Column("x", "points"), "-1.0 to +2.0"),
        (Rate(1, 2, 0.5, None), Column("x", "percent"), "50.0"),
        (Marked(0.5, "a"), Column("x", "percent"), "50.0 a"),
        (12345, Column("x", "count"), "12,345"),
        (0.0004, Column("x", "p"), "< .001"),
        (0.25, Column("x", "p"), ".250"),
        (0.5, Column("x", "decimal", digits=3), "0.500"),
        (True, Column("x"), "yes"),
    ],
)
def test_a_cell_is_shown_in_the_format_of_its_column(cell: float | None, column: Column, shown: str) -> None:
    assert show(cell, column) == shown


@pytest.mark.parametrize("form", FORMS)
def test_no_form_lets_control_characters_through(form: str) -> None:
    assert "\x1b" not in render([TABLE], form)  # type: ignore[arg-type]


def test_a_block_of_columns_leaves_out_reference_rows_that_have_nothing_in_it() -> None:
    """MAX has a success rate only, worse no p; that it has none is shown, as it competes."""
    narrow, wide = (to_text([replace(TABLE, notes=())], width=width) for width in (36, 80))

    assert [block.count("MAX") for block in narrow.split("\n\n")] == [1, 0]
    assert [block.count("worse") for block in narrow.split("\n\n")] == [1, 1]
    assert wide.count("MAX") == 1


def test_markup_in_a_name_is_escaped_in_each_form() -> None:
    assert "x_y\\|&lt;b>" in render([TABLE], "markdown")
    assert r"x\_y$|$$<$b$>$\&" in render([TABLE], "latex")
    assert "x_y|&lt;b&gt;&amp;" in render([TABLE], "html")


def test_the_best_figure_is_bold_and_the_upper_bound_is_not() -> None:
    assert "**71.6**" in render([TABLE], "markdown")
    assert r"\textbf{71.6}" in render([TABLE], "latex")
    assert "\x1b[1m   71.6\x1b[0m" in to_text([TABLE], bold=True)
    assert TABLE.best() == {(0, 1)}


def test_latex_is_a_float_with_caption_and_label() -> None:
    text = to_latex([TABLE], caption="100% & more", label="tab:mine")

    assert r"\caption{100\% \& more}" in text
    assert r"\label{tab:mine}" in text
    assert r"\caption{Corpus}" in to_latex([TABLE])
    assert r"\label{tab:corpus}" in to_latex([TABLE])
    assert r"\label{tab:scores}" in to_latex([replace(TABLE, label="scores")])
    assert r"\caption{What it is.}" in to_latex([replace(TABLE, caption="What it is.")])


def test_marks_are_superscripts_beside_the_figures_in_latex() -> None:
    rows = (("one", Marked(0.716, "b")), ("two", Marked(-0.05, "")), ("three", None))
    text = to_latex([Table("", (Column("resolver"), Column("rate", "percent", direction="higher")), rows)])

    assert r"\begin{tabular}{lr@{}l}" in text
    assert r"\multicolumn{2}{r}{rate}" in text
    assert r"one & \textbf{71.6} & \textsuperscript{b} \\" in text
    assert r"two & $-$5.0 & \\" in text
    assert r"three & -- & \\" in text


def test_latex_takes_no_name_for_the_end_of_a_line() -> None:
    """After a line's end LaTeX reads a star or a bracket as its argument."""
    text = to_latex([Table("", (Column("resolver"), Column("n", "count")), (("*x", 1), ("[y]|", 2)))])

    assert r"{*}x & 1" in text
    assert r"{[}y]$|$ & 2" in text


@pytest.mark.parametrize(("columns", "place"), [(3, "table"), (10, "table*")])
def test_latex_is_as_wide_as_a_column_or_the_page(columns: int, place: str) -> None:
    cells: tuple[Cell, ...] = ("some_name", *[0.5] * columns)
    wide = Table("", (Column("name"), *[Column("figure", "percent")] * columns), (cells,))

    assert rf"\begin{{{place}}}[t]" in to_latex([wide])


def test_latex_has_the_layout_of_papers_where_there_is_one() -> None:
    assert r"\caption{Papers}" in to_latex([replace(TABLE, paper=replace(TABLE, caption="Papers"))])
    assert "Papers" not in render([replace(TABLE, paper=replace(TABLE, caption="Papers"))], "markdown")


def test_the_best_of_a_row_is_found_where_systems_are_columns() -> None:
    columns = (Column("measure"), *(Column(name, "percent", direction="higher") for name in "ab"))
    assert Table("", columns, (("muc", 0.1, 0.2), ("lea", 0.3, 0.3)), best_of="row").best() == {(0, 2)}


def test_csv_has_full_precision_and_two_columns_for_an_interval() -> None:
    rows = list(csv.DictReader(io.StringIO(render([TABLE], "csv"))))
    assert rows[0]["success_rate"] == "0.71649"
    assert (rows[0]["success_rate_low"], rows[0]["success_rate_high"]) == ("0.6", "0.8")
    assert rows[1]["success_rate_low"] == ""


def test_a_frame_holds_numbers() -> None:
    frame = to_frame(TABLE)
    assert list(frame) == ["resolver", "success_rate", "success_rate_low", "success_rate_high", "p"]
    assert frame["success_rate"].dtype == float
    assert frame["p"].isna().sum() == 2


@pytest.mark.parametrize("width", [30, 80])
def test_text_fits_the_width_and_repeats_the_first_column(width: int) -> None:
    columns = (Column("name"), *(Column(f"figure {number}", "percent") for number in range(12)))
    table = Table("", columns, (("some_name", *[0.5] * 12),), ("word " * 40,))
    text = to_text([table], width)
    assert max(map(len, text.splitlines())) <= width
    assert text.count("50.0") == 12
    assert text.count("some_name") > 1


def test_long_texts_share_the_width_of_the_terminal() -> None:
    """Two sentences of 60 letters in 50 columns: 24 for each, with 2 between."""
    columns, long = (Column("error"), Column("belongs with")), "ten cars " * 7
    first, *_ = to_text([Table("", columns, ((long, long),))], 50).splitlines()[1:]

    assert first == f"{'ten cars ten cars ten':24}  ten cars ten cars ten"


def test_a_row_must_have_a_cell_for_each_column() -> None:
    with pytest.raises(ValueError, match="columns"):
        Table("", (Column("a"),), (("x", "y"),))


def test_a_table_without_columns_is_its_title() -> None:
    assert to_text([Table("Nothing was lost.", (), ())], bold=False) == "Nothing was lost.\n"
