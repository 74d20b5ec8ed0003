"""Tables of scores from counts made by hand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from anaphora.workbench.coreference.overlap import Overlap
from anaphora.workbench.measures import Measure, ratio, recall_precision
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.table import printed, transposed
from anaphora.workbench.results.values import Interval, Marked
from anaphora.workbench.statistics.defaults import MIN_DOCUMENTS

RATE: Measure[Overlap] = Measure("rate", lambda _: np.zeros((0, 2)), ratio, "made up", parts=("value",))
CONLL: Measure[Overlap] = Measure("conll", lambda _: np.zeros((0, 4)), recall_precision, "made up")
ERRORS: Measure[Overlap] = Measure(
    "errors", lambda _: np.zeros((0, 2)), lambda sums: sums / 4, "made up", parts=("value", "false_alarm")
)
UNDEFINED = (0.0, 0.0, 0.0, 0.0)


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
        documents=tuple(documents) or tuple(f"d{number}" for number in range(number)),
        systems=tuple(systems),
        measures=measures,
        counts=counts,
        resamples=resamples,
    )


def significant(documents: int = 6) -> Scores:
    """The first system is right everywhere, the second in one half, the third nowhere."""
    rows = {"good": (1, 1, 1, 1), "fair": (1, 2, 1, 2), "bad": (0, 1, 0, 1)}
    return of({name: ([row] * documents,) for name, row in rows.items()}, CONLL, resamples=100)


def test_one_system_has_recall_precision_and_f1() -> None:
    (table,) = printed(of({"mine": ([(1, 2, 1, 4)], [(2, 3)])}, CONLL, RATE).tables())

    assert table.rows == (("conll", 0.5, 0.25, 1 / 3, None), ("rate", None, None, 2 / 3, None))


def test_what_is_undefined_is_none_and_explained() -> None:
    (table,) = printed(of({"mine": ([UNDEFINED],)}, CONLL).tables())

    assert table.rows == (("conll", None, None, None, None),)
    assert len(table.notes) == 1


def test_other_parts_of_a_measure_have_rows_of_their_own() -> None:
    table = of({"mine": ([(3, 1)],)}, ERRORS).system_table("mine")

    assert [row[0].strip() for row in table.rows if isinstance(row[0], str)] == ["errors", "false alarm"]
    assert table.rows[1][3] == 0.25


def test_intervals_stand_beside_the_value() -> None:
    """All documents are alike."""
    table = of({"mine": ([(1, 2)] * 3,)}, RATE, resamples=10).system_table("mine")

    assert table.rows[0][-1] == Interval(0.5, 0.5)


def test_letters_name_the_systems_that_one_is_significantly_better_than() -> None:
    """With 8 documents p is 2/256 for every pair, which all are largest in the same exchanges."""
    table = significant(documents=8).table()

    assert [column.shown for column in table.columns] == ["measure", "a good", "b fair", "c bad"]
    assert table.rows == (("conll", Marked(1.0, "bc"), Marked(0.5, "c"), Marked(0.0, "")),)
    assert table.best() == {(0, 1)}


def test_there_is_no_letter_without_significance() -> None:
    """With five documents p is 2/32 at least, which is more than .05."""
    table = significant(documents=5).table()

    assert [cell.marks for cell in table.rows[0] if isinstance(cell, Marked)] == ["", "", ""]


def test_differences_have_intervals_and_probabilities() -> None:
    """2 of 2 ** 8 exchanges, all or none, in which all three pairs are largest."""
    table = significant(documents=8).differences_table()

    p = adjusted = 2 / 256
    assert table.rows == (
        ("good", "fair", 0.5, Interval(0.5, 0.5), p, adjusted),
        ("good", "bad", 1.0, Interval(1.0, 1.0), p, adjusted),
        ("fair", "bad", 0.5, Interval(0.5, 0.5), p, adjusted),
    )


def test_a_pair_is_seen_from_either_side() -> None:
    found = significant(documents=8)

    pair = found.pair("conll", "bad", "good")
    assert pair is not None
    assert (pair.difference, pair.better, pair.worse) == (-1.0, "good", "bad")
    assert found.pair("muc", "bad", "good") is None


def test_differences_are_those_in_conll_or_else_in_the_first_measure() -> None:
    both = {"x": ([(1, 2)] * 3, [UNDEFINED] * 3), "y": ([(1, 1)] * 3, [UNDEFINED] * 3)}
    without = {name: given[:1] for name, given in both.items()}

    assert of(both, RATE, CONLL, resamples=5).primary == CONLL
    assert of(without, RATE, resamples=5).differences_table().rows[0][2] == -0.5


def test_without_resamples_there_are_no_differences() -> None:
    (table,) = printed(of({"x": ([(1, 2)] * 3,), "y": ([(1, 1)] * 3,)}, RATE).tables())

    assert [column.shown for column in table.columns] == ["measure", "x", "y"]


def test_documents_are_shown_on_demand() -> None:
    scores = of({"mine": ([(1, 2), (0, 0)],)}, RATE, documents=("first", "second"))

    assert printed(scores.tables(per_document=True))[-1].rows == (("first", 0.5), ("second", None))


@pytest.mark.parametrize(
    ("measures", "names"), [(1, ["x: m0", "x: conll", "y: m0", "y: conll"]), (4, ["x: conll", "y: conll"])]
)
def test_documents_have_a_column_for_each_of_few_measures(measures: int, names: list[str]) -> None:
    many = [replace(RATE, name=f"m{number}") for number in range(measures)]
    rows = ([(1, 2)],) * measures + ([(1, 1, 1, 1)],)
    table = of({"x": rows, "y": rows}, *many, CONLL).documents_table()

    assert [column.name for column in table.columns[1:]] == names


@pytest.mark.parametrize(("documents", "few"), [(1, True), (MIN_DOCUMENTS - 1, True), (MIN_DOCUMENTS, False)])
def test_notes_say_that_few_documents_show_little(documents: int, few: bool) -> None:
    assert len(of({"x": ([(1, 2)] * documents,)}, RATE, resamples=5).notes()) == few


def test_figures_are_tidy() -> None:
    names, rows = of({"mine": ([(1, 2, 1, 4)],)}, CONLL).figures_table().flat()

    assert names == ("system", "measure", "part", "value", "low", "high")
    assert [row[2:4] for row in rows] == [("recall", 0.5), ("precision", 0.25), ("f1", pytest.approx(1 / 3))]


def test_a_transposed_table_has_a_row_a_system_and_its_best_figures_in_each_column() -> None:
    scores = of({"a": [[(1, 2)], [(2, 2, 2, 2)]], "b": [[(2, 2)], [(1, 2, 1, 2)]]}, RATE, CONLL)

    turned = transposed(scores.table(), "chains of")

    assert [column.shown for column in turned.columns] == ["chains of", "rate", "conll"]
    assert turned.rows == (("a", Marked(0.5, ""), Marked(1.0, "")), ("b", Marked(1.0, ""), Marked(0.5, "")))
    assert turned.best() == {(1, 1), (0, 2)}
