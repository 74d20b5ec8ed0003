"""The renderers of the table model."""

import csv
import io
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora.experiments.commands.compare.compare import comparison_result
from anaphora.experiments.commands.score.score import scores_result
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.show.render import FORMS, render, show, to_csv, to_frame, to_latex, to_text
from anaphora.experiments.show.report.page import report
from anaphora.workbench.results import comparison, scores
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Interval, Marked, Rate
from tests.experiments.conftest import Run
from tests.workbench.results.test_scores import CONLL, of
from tests.workbench.tiny_comparison import CAREFUL, tiny_comparison

TABLE = Table(
    "Corpus",
    (
        Column("resolver"),
        Column("success_rate", "percent", direction="higher"),
        Column("success_rate_interval", "percent", "95% interval", ends=True),
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


def test_a_block_of_columns_leaves_out_reference_rows_that_have_nothing_in_it() -> None:
    """MAX has a success rate only, worse no p; that it has none is shown, as it competes."""
    narrow, wide = (to_text([replace(TABLE, notes=())], width=width) for width in (36, 80))

    assert [block.count("MAX") for block in narrow.split("\n\n")] == [1, 0]
    assert [block.count("worse") for block in narrow.split("\n\n")] == [1, 1]
    assert wide.count("MAX") == 1


def test_markup_in_a_name_is_escaped_in_each_form() -> None:
    """After a line's end LaTeX reads a star or a bracket as its argument."""
    names = to_latex([Table("", (Column("resolver"), Column("n", "count")), (("*x", 1), ("[y]|", 2)))])

    assert "x_y\\|&lt;b>" in render([TABLE], "markdown")
    assert r"x\_y$|$$<$b$>$\&" in render([TABLE], "latex")
    assert "x_y|&lt;b&gt;&amp;" in render([TABLE], "html")
    assert [form for form in FORMS if "\x1b" in render([TABLE], form)] == ["csv"]  # for programs
    assert r"{*}x & 1" in names
    assert r"{[}y]$|$ & 2" in names


def test_the_best_figure_is_bold_and_the_upper_bound_is_not() -> None:
    columns = (Column("measure"), *(Column(name, "percent", direction="higher") for name in "ab"))
    by_row = Table("", columns, (("muc", 0.1, 0.2), ("lea", 0.3, 0.3)), best_of="row")

    assert "**71.6**" in render([TABLE], "markdown")
    assert r"\textbf{71.6}" in render([TABLE], "latex")
    assert "\x1b[1m   71.6\x1b[0m" in to_text([TABLE], bold=True)
    assert TABLE.best() == {(0, 1)}
    assert by_row.best() == {(0, 2)}


def test_latex_is_a_float_with_caption_and_label_as_wide_as_a_column_or_the_page() -> None:
    text = to_latex([TABLE], caption="100% & more", label="tab:mine")
    papers = replace(TABLE, paper=replace(TABLE, caption="Papers"))

    assert r"\caption{100\% \& more}" in text
    assert r"\label{tab:mine}" in text
    assert r"\label{tab:scores}" in to_latex([replace(TABLE, label="scores")])
    assert r"\caption{Papers}" in to_latex([papers]), "the layout of papers where there is one"
    assert "Papers" not in render([papers], "markdown")
    for columns, place in ((3, "table"), (10, "table*")):
        cells: tuple[Cell, ...] = ("some_name", *[0.5] * columns)
        wide = Table("", (Column("name"), *[Column("figure", "percent")] * columns), (cells,))
        assert rf"\begin{{{place}}}[t]" in to_latex([wide])


def test_marks_are_beside_the_figures_and_superscripts_in_latex() -> None:
    rows = (("one", Marked(0.716, "b")), ("two", Marked(-0.05, "")), ("three", None))
    table = Table("", (Column("resolver"), Column("rate", "percent", direction="higher")), rows)
    text = to_latex([table])
    one, two = (line.rstrip() for line in to_text([table]).splitlines() if line.startswith(("one", "two")))

    assert len(one.removesuffix(" b")) == len(two), "figures stand under each other"
    assert r"\begin{tabular}{lr@{}l}" in text
    assert r"\multicolumn{2}{r}{rate}" in text
    assert r"one & \textbf{71.6} & \textsuperscript{b} \\" in text
    assert r"two & $-$5.0 & \\" in text
    assert r"three & -- & \\" in text


def test_csv_and_frames_have_full_precision_and_two_columns_for_an_interval() -> None:
    rows = list(csv.DictReader(io.StringIO(render([TABLE], "csv"))))
    frame = to_frame(TABLE)

    assert rows[0]["success_rate"] == "0.71649"
    assert (rows[0]["success_rate_low"], rows[0]["success_rate_high"]) == ("0.6", "0.8")
    assert rows[1]["success_rate_low"] == ""
    assert list(frame) == ["resolver", "success_rate", "success_rate_low", "success_rate_high", "p"]
    assert frame["success_rate"].dtype == float
    assert frame["p"].isna().sum() == 2


def test_text_fits_the_width_and_repeats_the_first_column() -> None:
    """Long texts share the width: two sentences of 60 letters in 50 columns have 24 each, with 2 between."""
    columns = (Column("name"), *(Column(f"figure {number}", "percent") for number in range(12)))
    table = Table("", columns, (("some_name", *[0.5] * 12),), ("word " * 40,))
    for width in (30, 80):
        text = to_text([table], width)
        assert max(map(len, text.splitlines())) <= width
        assert text.count("50.0") == 12
        assert text.count("some_name") > 1
    long = "ten cars " * 7
    first, *_ = to_text([Table("", (Column("error"), Column("belongs with")), ((long, long),))], 50).splitlines()[1:]

    high = Table("", (Column("name"), Column("rate of success", "percent")), (("some_name", 0.5),))

    assert to_text([high]).split("\n")[:3] == ["           rate of", "name       success", "some_name     50.0"]
    assert first == f"{'ten cars ten cars ten':24}  ten cars ten cars ten"
    assert to_text([Table("Nothing was lost.", (), ())], bold=False) == "Nothing was lost.\n"
    with pytest.raises(ValueError, match="columns"):
        Table("", (Column("a"),), (("x", "y"),))


def require_everywhere(tables: Sequence[Table], heading: str, name: str) -> None:
    """Terminal text, Markdown, LaTeX, CSV and HTML have the column; programs read its name, people its heading."""
    for form in FORMS:
        shown = render(tables, form)
        assert (name if form == "csv" else heading) in shown, form
        assert ("0.25" if form == "csv" else "25.0") in shown, form


def test_a_column_that_is_added_in_one_place_stands_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    share = Column("share_of_luck", "percent", "luck"), lambda result, resolver: 0.25
    luck = Column("luck", "percent", "luck"), lambda *_: 0.25
    monkeypatch.setattr(comparison, "_COLUMNS", (*comparison._COLUMNS, share))
    monkeypatch.setattr(scores, "_FIGURES", (*scores._FIGURES, luck))
    compared = comparison_result(tiny_comparison(), Configuration())
    scored = scores_result(of(CONLL, mine=[(1, 2, 1, 4)]), Configuration())

    require_everywhere(compared.tables(), "luck", "share_of_luck")
    require_everywhere(scored.tables(), "luck", "luck")
    for result, name in ((compared, "share_of_luck"), (scored, "luck")):
        assert name in result.to_csv()
        findings = result.page() if result.page else None
        assert findings is not None
        assert not isinstance(findings, str)
        assert "luck" in report(findings)
    assert compared.as_json()["resolvers"][CAREFUL]["share_of_luck"] == 0.25
    assert scored.as_json()["systems"]["mine"]["measures"]["conll"]["luck"]["f1"] == 0.25
    assert compared.table().loc[CAREFUL, "share_of_luck"] == 0.25
    assert scored.table().loc["mine", "conll_luck"] == 0.25


PAPER = r"""
\documentclass[twocolumn]{article}
\usepackage[T1]{fontenc}
\usepackage{booktabs,graphicx}
\begin{document}
Tables \ref{tab:compare-manuals} to \ref{tab:ablate-mars-on-manuals}.
\input{compare.tex}
\begin{figure}[t]
\includegraphics[width=\columnwidth]{figures/scores}
\caption{Success rates.}
\end{figure}
\clearpage
\input{all.tex}
\input{score.tex}
\input{losses.tex}
\input{ablate.tex}
\end{document}
"""


@pytest.mark.slow
def test_tables_and_a_figure_stand_in_a_paper(anaphora: Run, tmp_path: Path) -> None:
    """pdflatex compiles them without an error, and says of none that it is too wide for its column."""
    latex = shutil.which("pdflatex") or pytest.skip("pdflatex is not installed")
    gold, answers = ("--perfect", "annotation"), tmp_path / "answers"
    names = "lappin_leass,mars,50%_of&[A]|<b>=hobbs,most_recent"
    tables = {
        "compare": ("--resolvers", names, "--figures", tmp_path / "figures", "--figure-format", "pdf", *gold),
        "all": ("--losses", "--responses", answers, "--resolvers", "mars,hobbs", *gold),
        "score": (BUNDLED, answers / "mars.jsonl", answers / "hobbs.jsonl", "--resamples", "50"),
        "losses": (BUNDLED / "printer.conllu", "--resolvers", "mars,hobbs", *gold),
        "ablate": ("--resolvers", "mars", *gold),
    }
    for name, words in tables.items():
        result = anaphora("compare" if name == "all" else name, *words, "--to", "latex")
        assert result.code == 0, result.err
        (tmp_path / f"{name}.tex").write_text(result.out.replace("tab:", f"tab:{name}-"), "utf8")
    (tmp_path / "paper.tex").write_text(PAPER)

    for _ in range(2):  # the second time references are known
        made = subprocess.run(
            [latex, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
            cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False,
        )  # fmt: skip

    assert made.returncode == 0, made.stdout[-2000:]
    assert [line for line in made.stdout.splitlines() if line.startswith(("Overfull", "LaTeX Warning", "!"))] == []


def test_csv_has_no_text_that_a_spreadsheet_computes_and_all_others_as_they_are() -> None:
    computed = ("=1+1", "@SUM(A1)", "+cmd", "-cmd", "＝1+1", "－x", "\v=1")
    others = ("-", "-1.5", "-1e-05", "a=b", "\x1b[1m", "\u202ea")
    rows = [(text, -1.0) for text in (*computed, *others)]
    csv = to_csv(Table("", (Column("=name"), Column("figure", "signed")), tuple(rows)))

    assert csv.removesuffix("\n").split("\n") == [
        "'=name,figure",
        *(f"'{text},-1.0" for text in computed),
        *(f"{text},-1.0" for text in others),
    ]
