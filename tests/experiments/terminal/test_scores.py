"""Tables of scores for terminals, Markdown and LaTeX, from counts made by hand."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from anaphora.experiments.terminal.scores import FEWEST_DOCUMENTS, grids, notes, text
from anaphora.workbench.coreference.overlap import Overlap
from anaphora.workbench.measures import Measure, ratio, recall_precision
from anaphora.workbench.results.scores import Scores

Rows = Sequence[tuple[float, ...]]

RATE: Measure[Overlap] = Measure("rate", lambda _: np.zeros((0, 2)), ratio, "made up", parts=("value",))
CONLL: Measure[Overlap] = Measure("conll", lambda _: np.zeros((0, 4)), recall_precision, "made up")
ERRORS: Measure[Overlap] = Measure(
    "errors", lambda _: np.zeros((0, 2)), lambda sums: sums / 4, "made up", parts=("value", "false_alarm")
)
FORMATS = ("table", "markdown", "latex")
UNDEFINED = (0.0, 0.0, 0.0, 0.0)
ODD = "a\x1b[31mb\x07\x85c"


def of(
    systems: dict[str, Any], *measures: Measure[Overlap], documents: Sequence[str] = (), resamples: int = 0
) -> Scores:
    """Scores of systems with the rows of each measure; without names documents are numbered."""
    counts = {
        name: {measure.name: np.array(rows, dtype=float) for measure, rows in zip(measures, given, strict=True)}
        for name, given in systems.items()
    }
    number = len(next(iter(next(iter(counts.values())).values())))
    return Scores(
        key="key",
        signature="key:k@1|seed:0",
        documents=tuple(documents) or tuple(f"d{at}" for at in range(number)),
        systems=tuple(systems),
        measures=measures,
        counts=counts,
        resamples=resamples,
    )


def table(scores: Scores, **options: Any) -> list[list[str]]:
    """The cells of all lines of the plain text, which are two blanks apart."""
    return [re.split(r"\s{2,}", line) for line in text(scores, **options).splitlines()]


def significant(documents: int = 6) -> Scores:
    """The first system is right everywhere, the second in one half, the third nowhere."""
    right, half, wrong = (1, 1, 1, 1), (1, 2, 1, 2), (0, 1, 0, 1)
    rows = {"good": right, "fair": half, "bad": wrong}
    return of({name: ([row] * documents,) for name, row in rows.items()}, CONLL, resamples=100)


def test_table_of_one_system_has_recall_precision_and_f1_in_per_cent() -> None:
    assert text(of({"mine": ([(1, 2, 1, 4)], [(2, 3)])}, CONLL, RATE)) == (
        "measure  recall  precision  F1 or value  95 % interval\n"
        "conll     50.00      25.00        33.33              –\n"
        "rate                              66.67              –\n"
        "\n"
        "key:k@1|seed:0\n"
    )


def test_what_is_undefined_is_a_dash() -> None:
    assert table(of({"mine": ([UNDEFINED],)}, CONLL))[1] == ["conll", "–", "–", "–", "–"]


def test_zero_is_no_dash() -> None:
    assert table(of({"mine": ([(0, 1, 0, 1)],)}, CONLL))[1] == ["conll", "0.00", "0.00", "0.00", "–"]


def test_other_parts_of_a_measure_have_lines_of_their_own() -> None:
    lines = text(of({"mine": ([(3, 1)],)}, ERRORS)).splitlines()

    assert lines[1].split() == ["errors", "75.00", "–"]
    assert lines[2].startswith("  false alarm ")
    assert lines[2].split() == ["false", "alarm", "25.00"]


def test_table_of_one_system_shows_intervals() -> None:
    """All documents are alike."""
    assert table(of({"mine": ([(1, 2)] * 3,)}, RATE, resamples=10))[1] == ["rate", "50.00", "50.00 to 50.00"]


def test_table_of_several_systems_has_a_column_for_each() -> None:
    found = table(of({"mine": ([(1, 2)], [UNDEFINED]), "yours": ([(1, 4)], [(1, 2, 1, 2)])}, RATE, CONLL))

    assert found[:3] == [["F1 or value", "mine", "yours"], ["rate", "50.00", "25.00"], ["conll", "–", "50.00"]]


def test_letters_stand_for_the_systems_that_one_is_better_than() -> None:
    """With 8 documents p is 2/256 for every pair, which is at most 6/256 after Holm."""
    heading, row, *_ = table(significant(documents=8))

    assert heading == ["F1 or value", "a good", "b fair", "c bad"]
    assert row == ["conll", "100.00 bc", "50.00 c", "0.00"]


def test_no_letter_without_significance() -> None:
    """Three pairs with p = 2/64 are 6/64 after Holm, which is more than .05."""
    assert table(significant(documents=6))[1] == ["conll", "100.00", "50.00", "0.00"]


def test_letter_is_given_for_the_better_system_wherever_it_stands() -> None:
    rows = {"worse": ([(0, 1)] * 8,), "better": ([(1, 1)] * 8,)}

    assert table(of(rows, RATE, resamples=100))[1] == ["rate", "0.00", "100.00 a"]


def test_comparison_shows_differences_intervals_and_probabilities() -> None:
    """2 of 2 ** 8 exchanges, times 3, times 2 and times 1 by Holm, but never less than the one before."""
    lines = text(significant(documents=8)).split("\n\n")[1].splitlines()
    cells = [re.split(r"\s{2,}", line) for line in lines]

    assert cells == [
        ["difference in conll", "points", "95 % interval", "p", "p (Holm)"],
        ["good - fair", "+50.00", "+50.00 to +50.00", ".008", ".023"],
        ["good - bad", "+100.00", "+100.00 to +100.00", ".008", ".023"],
        ["fair - bad", "+50.00", "+50.00 to +50.00", ".008", ".023"],
    ]


def test_small_and_large_probabilities() -> None:
    """With 13 documents 2 of 8192 exchanges; systems that do not differ have p = 1."""
    rows = {"a": ([(1, 1)] * 13,), "b": ([(0, 1)] * 13,), "c": ([(0, 1)] * 13,)}
    lines = text(of(rows, RATE, resamples=50)).split("\n\n")[1].splitlines()

    assert lines[1].split()[-4:] == ["<", ".001", "<", ".001"]
    assert lines[3].split()[-2:] == ["1.000", "1.000"]


def test_comparison_is_that_in_conll_or_else_in_the_first_measure() -> None:
    """Without CoNLL the first measure; its difference is -50 points."""
    both = {"x": ([(1, 2)] * 3, [UNDEFINED] * 3), "y": ([(1, 1)] * 3, [UNDEFINED] * 3)}
    without = {name: given[:1] for name, given in both.items()}

    assert "difference in conll" in text(of(both, RATE, CONLL, resamples=5))
    assert "difference in rate" in text(of(without, RATE, resamples=5))
    assert "-50.00" in text(of(without, RATE, resamples=5))


def test_without_resamples_nothing_is_said_of_differences() -> None:
    shown = text(of({"x": ([(1, 2)] * 3,), "y": ([(1, 1)] * 3,)}, RATE))

    assert "difference" not in shown
    assert "Letters" not in shown
    assert table(of({"x": ([(1, 2)] * 3,), "y": ([(1, 1)] * 3,)}, RATE))[0] == ["F1 or value", "x", "y"]


def test_documents_are_shown_on_demand() -> None:
    scores = of({"mine": ([(1, 2), (0, 0)],)}, RATE, documents=("first", "second"))

    assert "first" not in text(scores)
    assert table(scores, per_document=True)[3:6] == [["document", "rate"], ["first", "50.00"], ["second", "–"]]


def test_documents_of_several_systems_have_a_column_for_each() -> None:
    scores = of({"x": ([(1, 2)],), "y": ([(1, 1)],)}, RATE)

    assert table(scores, per_document=True)[3:5] == [["document", "x: rate", "y: rate"], ["d0", "50.00", "100.00"]]


def test_documents_are_shown_in_conll_where_there_are_many_measures() -> None:
    many = [replace(RATE, name=f"m{at}") for at in range(4)]
    scores = of({"x": ([(1, 2)],) * 4 + ([(1, 1, 1, 1)],)}, *many, CONLL)

    assert grids(scores, per_document=True)[-1].headings == ("document", "conll")


def test_notes_say_that_one_document_is_no_sample() -> None:
    assert notes(of({"x": ([(1, 2)],)}, RATE, resamples=5)) == [
        "One document is no sample: there are no intervals and no tests."
    ]


@pytest.mark.parametrize(("documents", "few"), [(2, True), (FEWEST_DOCUMENTS - 1, True), (FEWEST_DOCUMENTS, False)])
def test_notes_say_that_few_documents_show_little(documents: int, few: bool) -> None:
    found = notes(of({"x": ([(1, 2)] * documents,)}, RATE, resamples=5))

    assert len(found) == few
    assert all(f"With {documents} documents intervals are too narrow" in note for note in found)


def test_notes_explain_letters() -> None:
    assert "Letters: better than a good, b fair, c bad" in text(significant(documents=7))


def test_notes_say_that_documents_are_too_few_for_so_many_responses() -> None:
    """Three pairs on six documents: p is 3 * 2 / 2 ** 6 = .094 at least."""
    shown = text(significant(documents=6))

    assert "With 6 documents and 3 responses no difference can be shown to be real: p is 0.094 at least" in shown
    assert "Letters" not in shown


def test_notes_explain_the_dash() -> None:
    assert notes(of({"x": ([(0, 0)],)}, RATE)) == [
        "–: there is nothing to divide by, or the corpus does not say what it needs."
    ]


def test_nothing_to_note_without_resamples() -> None:
    assert notes(of({"x": ([(1, 2)],)}, RATE)) == []


def test_thirty_systems_have_different_letters() -> None:
    scores = of({f"s{at}": ([(1, 2)] * 2,) for at in range(30)}, RATE, resamples=2)
    letters = [heading.split()[0] for heading in grids(scores)[0].headings[1:]]

    assert len(set(letters)) == 30
    assert (letters[25], letters[26]) == ("z", "a2")


def test_markdown_is_a_table_of_bars() -> None:
    shown = text(of({"mine": ([(1, 2)],)}, RATE), to="markdown").splitlines()

    assert [cell.strip() for cell in shown[0].strip("|").split("|")] == [
        "measure", "recall", "precision", "F1 or value", "95 % interval",
    ]  # fmt: skip
    assert set(shown[1]) <= set("|-:")
    assert [cell.strip() for cell in shown[2].strip("|").split("|")] == ["rate", "", "", "50.00", "–"]
    assert shown[-1] == "key:k@1|seed:0"


def test_markdown_keeps_figures_as_they_are() -> None:
    """Neither 50.00 nor +5.00 is taken for a number and shortened."""
    shown = text(of({"x": ([(1, 2)] * 3,), "y": ([(2, 2)] * 3,)}, RATE, resamples=5), to="markdown")

    assert " 50.00 |" in shown
    assert " -50.00 to -50.00 |" in shown


def test_markdown_escapes_bars_in_names() -> None:
    """A bar would begin another cell."""
    shown = text(of({"x|y": ([(1, 2)],), "z": ([(1, 1)],)}, RATE), to="markdown").splitlines()[0]

    assert len(re.findall(r"(?<!\\)\|", shown)) == 4


def test_latex_is_a_table_with_rules() -> None:
    shown = text(of({"mine": ([(1, 2)],)}, RATE), to="latex")

    assert shown.startswith("\\begin{tabular}{lrrrr}\n\\toprule\n")
    assert [cell.strip() for cell in shown.splitlines()[4].removesuffix("\\\\").split("&")] == [
        "rate", "", "", "50.00", "–",
    ]  # fmt: skip
    assert "\\bottomrule\n\\end{tabular}" in shown


def test_latex_escapes_names() -> None:
    scores = of({"50%_&{}": ([(1, 2)],), "#$~^\\input{x}": ([(1, 1)],)}, RATE)
    shown = text(scores, to="latex").splitlines()[2]

    _, second, third = re.split(r"(?<!\\)&", shown.removesuffix("\\\\"))
    assert second.strip() == r"50\%\_\&\{\}"
    assert r"\input" not in third
    assert third.strip().startswith(r"\#\$")


def test_latex_keeps_notes_and_signature_as_comments() -> None:
    shown = text(significant(documents=3), to="latex")
    after = shown.rpartition("\\end{tabular}")[2].strip().splitlines()

    assert len(after) == 3
    assert all(line.startswith("% ") for line in after)


@pytest.mark.parametrize("to", FORMATS)
def test_control_characters_of_names_are_replaced(to: str) -> None:
    scores = of({ODD: ([(1, 2)] * 2,), "b": ([(1, 1)] * 2,)}, RATE, documents=(ODD, "d"), resamples=5)

    shown = text(scores, to, per_document=True)

    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", shown)
    assert shown.count("a\N{REPLACEMENT CHARACTER}") >= 3


@pytest.mark.parametrize("to", FORMATS)
def test_line_ends_of_names_break_no_table(to: str) -> None:
    """Nor do they end a comment of LaTeX before its time. Ids of documents come from files, and may hold anything."""

    def lines(name: str) -> list[str]:
        scores = of({name: ([(1, 2)] * 2,), "b": ([(1, 1)] * 2,)}, RATE, documents=(name, "d"), resamples=5)
        return text(scores, to, per_document=True).splitlines()

    assert len(lines("x\ny")) == len(lines("x-y"))


def test_tabs_of_names_move_no_column() -> None:
    assert "\t" not in text(of({"x\ty": ([(1, 2)],), "b": ([(1, 1)],)}, RATE))


@pytest.mark.parametrize("to", FORMATS)
def test_every_format_shows_every_table(to: str) -> None:
    shown = text(significant(), to, per_document=True)

    assert [name for name in ("F1 or value", "difference in conll", "document") if name not in shown] == []
