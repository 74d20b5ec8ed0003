"""What scores reduce to: figures, intervals, comparisons, JSON, tables; from counts made by hand."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.coreference.overlap import Overlap
from anaphora.workbench.measures import Measure, ratio, recall_precision
from anaphora.workbench.results.family import Pair
from anaphora.workbench.results.scores import Exchanged, Scores
from anaphora.workbench.results.table import printed, to_json, transposed
from anaphora.workbench.results.values import Interval, Marked
from anaphora.workbench.statistics.defaults import BLOCKS, FEW_DOCUMENTS
from anaphora.workbench.statistics.randomisation import EXACT_UP_TO

Rows = Sequence[tuple[float, ...]]


def no_count(_: Overlap) -> Numbers:
    raise AssertionError("the counts are given")


RATE: Measure[Overlap] = Measure("rate", no_count, ratio, "made up", parts=("value",))
LINKS: Measure[Overlap] = Measure("links", no_count, recall_precision, "made up")
CONLL = replace(LINKS, name="conll")
ERRORS: Measure[Overlap] = Measure("errors", no_count, lambda sums: sums / 4, "made up", parts=("value", "false_alarm"))


def of(*measures: Measure[Overlap], resamples: int = 200, seed: int = 0, **systems: Rows | tuple[Rows, ...]) -> Scores:
    """Scores of systems with one row of counts for each document, or such rows for each measure."""
    counts = {
        name: {
            measure.name: np.array(rows, dtype=np.float64)
            for measure, rows in zip(measures, given if len(measures) > 1 else (given,), strict=True)
        }
        for name, given in systems.items()
    }
    documents = len(next(iter(next(iter(counts.values())).values())))
    return Scores(
        key="key.conll",
        signature="key:key.conll",
        documents=tuple(f"d{number}" for number in range(documents)),
        systems=tuple(counts),
        measures=measures,
        counts=counts,
        resamples=resamples,
        seed=seed,
    )


RIGHT, WRONG, NOTHING = (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)
UNDEFINED = (0.0, 0.0, 0.0, 0.0)


def test_values_are_those_of_added_counts() -> None:
    """1 of 2 and 3 of 3 are 4 of 5, not the mean of 1/2 and 1."""
    assert of(RATE, a=[(1, 2), (3, 3)]).values("a", RATE) == {"value": 0.8}


@pytest.mark.parametrize("scores", [of(RATE, a=[RIGHT]), of(RATE, resamples=0, a=[RIGHT, WRONG])])
def test_one_document_or_no_resamples_have_no_intervals(scores: Scores) -> None:
    assert scores.intervals == {"a": {"rate": {}}}


def test_intervals_are_given_for_every_part() -> None:
    """All documents are alike, so all samples are: 1 of 2, 1 of 4, and their F1 1/3."""
    intervals = of(LINKS, a=[(1, 2, 1, 4)] * 3).intervals["a"]["links"]

    assert list(intervals) == ["recall", "precision", "f1"]
    assert [pytest.approx((value, value)) for value in (1 / 2, 1 / 4, 1 / 3)] == list(intervals.values())


def test_intervals_of_measures_do_not_mix() -> None:
    scores = of(RATE, LINKS, a=([RIGHT] * 3, [(1, 2, 1, 4)] * 3), b=([WRONG] * 3, [(2, 2, 2, 2)] * 3))

    assert scores.intervals["a"]["rate"] == {"value": (1, 1)}
    assert scores.intervals["b"]["rate"] == {"value": (0, 0)}
    assert scores.intervals["a"]["links"]["recall"] == pytest.approx((1 / 2, 1 / 2))
    assert scores.intervals["b"]["links"]["recall"] == (1, 1)


def test_undefined_part_has_no_interval() -> None:
    intervals = of(LINKS, a=[(0, 0, 1, 1)] * 2).intervals["a"]["links"]

    assert list(intervals) == ["precision", "f1"]


def test_interval_is_that_of_samples_in_which_the_value_is_defined() -> None:
    """The second document alone would be undefined, which a quarter of the samples are."""
    assert of(RATE, a=[RIGHT, NOTHING]).intervals["a"]["rate"] == {"value": (1, 1)}


def test_same_seed_gives_the_same_intervals() -> None:
    rows = [(float(at % 3), 3.0) for at in range(20)]

    one, same, other = (of(RATE, seed=seed, a=rows).intervals for seed in (1, 1, 2))

    assert one == same
    assert one != other


@pytest.mark.parametrize(
    "scores",
    [
        of(RATE, a=[RIGHT], b=[WRONG]),
        of(RATE, resamples=0, a=[RIGHT, WRONG], b=[WRONG, WRONG]),
        of(RATE, a=[RIGHT, WRONG]),
    ],
    ids=["one document", "no resamples", "one system"],
)
def test_nothing_to_compare_gives_no_comparisons(scores: Scores) -> None:
    assert scores.pairs == ()


def test_comparison_of_three_documents_by_hand() -> None:
    """Only 2 of the 8 exchanges give a difference of 3/3 in either direction; all samples have it."""
    assert of(RATE, a=[RIGHT] * 3, b=[WRONG] * 3).pairs == (
        Pair("a", "b", 1.0, Interval(1.0, 1.0), 0.25, 0.25, Exchanged(True), "rate", "value"),
    )


def test_difference_is_that_of_the_main_part_and_keeps_its_sign() -> None:
    """F1 is 1/2 (recall and precision are), and 1."""
    [row] = of(LINKS, a=[(1, 2, 1, 2)] * 3, b=[(2, 2, 2, 2)] * 3).pairs

    assert row.part == "f1"
    assert row.difference == pytest.approx(-0.5)
    assert row.interval is not None
    assert (row.interval.low, row.interval.high) == pytest.approx((-0.5, -0.5))


def test_identical_systems_do_not_differ() -> None:
    [row] = of(RATE, a=[RIGHT, WRONG, RIGHT], b=[RIGHT, WRONG, RIGHT]).pairs

    assert (row.difference, row.interval, row.p, row.p_adjusted) == (0, Interval(0, 0), 1, 1)


def test_samples_of_a_difference_are_the_same_documents_of_both_systems() -> None:
    """Documents differ widely, but the second system has one less everywhere: the difference is certain."""
    a, b = ([(right - less, 10.0) for right in (1, 10, 5, 2, 9)] for less in (0, 1))

    scores = of(RATE, a=a, b=b)
    [row] = scores.pairs

    assert row.interval is not None
    assert (row.interval.low, row.interval.high) == pytest.approx((0.1, 0.1))
    low, high = scores.intervals["a"]["rate"]["value"]
    assert high - low > 0.3


def test_every_pair_is_compared_in_every_measure() -> None:
    rows = ([RIGHT] * 2, [(1, 1, 1, 1)] * 2)
    found = of(RATE, LINKS, c=rows, a=rows, b=rows).pairs

    pairs = [("c", "a"), ("c", "b"), ("a", "b")]
    assert [(row.measure, row.first, row.second) for row in found] == [
        (measure, *pair) for measure in ("rate", "links") for pair in pairs
    ]


def test_probabilities_are_adjusted_for_the_pairs_of_their_measure() -> None:
    """With 6 documents all or none exchanged has p = 2/64. Two such pairs, and one that does not differ (p = 1).

    The two are largest in the same exchanges, so that together they are as improbable as alone. In the second measure
    nothing differs, and it does not count for the first.
    """
    good, bad = ([RIGHT] * 6, [(1, 1, 1, 1)] * 6), ([WRONG] * 6, [(1, 1, 1, 1)] * 6)
    found = of(RATE, LINKS, a=good, b=bad, c=bad).pairs

    rates = {(row.first, row.second): (row.p, row.p_adjusted) for row in found if row.measure == "rate"}
    assert rates == {("a", "b"): (2 / 64, 2 / 64), ("a", "c"): (2 / 64, 2 / 64), ("b", "c"): (1, 1)}
    assert [row.p_adjusted for row in found if row.measure == "links"] == [1, 1, 1]


def test_many_documents_are_compared_by_drawn_exchanges() -> None:
    documents = EXACT_UP_TO + 1
    [row] = of(RATE, resamples=999, a=[RIGHT] * documents, b=[WRONG] * documents).pairs

    assert not row.detail.exact
    assert row.p is not None
    assert 1 / 1000 <= row.p <= 4 / 1000


def test_more_documents_than_blocks_are_scored_in_full_and_compared_in_blocks() -> None:
    documents = BLOCKS + 500
    scores = of(RATE, resamples=50, a=[RIGHT] * documents, b=[WRONG] * (documents - 1) + [RIGHT])
    [row] = scores.pairs

    assert scores.values("b", RATE) == {"value": pytest.approx(1 / documents)}
    assert row.difference == pytest.approx(1 - 1 / documents)
    assert (row.p, row.detail.exact) == (1 / 51, False)
    assert scores.intervals["a"]["rate"] == {"value": (1, 1)}


def test_undefined_counts_as_0_where_systems_are_compared() -> None:
    [row] = of(RATE, a=[RIGHT] * 3, b=[NOTHING] * 3).pairs

    assert (row.difference, row.p, row.interval) == (1, 0.25, Interval(1, 1))


def test_json_of_one_system() -> None:
    assert to_json(of(LINKS, a=[(1, 2, 0, 0)]).tables()) == {
        "signature": "key:key.conll",
        "documents": 1,
        "systems": {
            "a": {
                "measures": {"links": {"recall": 0.5, "precision": None, "f1": 0.0, "intervals": {}}},
                "fractions": {"links": {"recall": [1, 2], "precision": [0, 0]}},
            }
        },
        "comparisons": [],
        "warnings": [],
    }


def test_json_of_several_systems_has_intervals_and_comparisons() -> None:
    found = to_json(of(RATE, a=[RIGHT, WRONG], b=[WRONG, WRONG]).tables())

    assert found["systems"]["a"]["measures"]["rate"] == {"value": 0.5, "intervals": {"value": [0.0, 1.0]}}
    assert found["systems"]["b"]["measures"]["rate"] == {"value": 0.0, "intervals": {"value": [0.0, 0.0]}}
    assert [(row["first"], row["second"]) for row in found["comparisons"]] == [("a", "b")]


def test_json_tells_each_document_on_demand() -> None:
    found = of(RATE, a=[(1, 2), NOTHING], b=[WRONG, RIGHT])

    assert "per_document" not in to_json(found.tables())
    assert to_json(found.tables(per_document=True))["per_document"] == {
        "d0": {"a": {"rate": {"value": 0.5}}, "b": {"rate": {"value": 0.0}}},
        "d1": {"a": {"rate": {"value": None}}, "b": {"rate": {"value": 1.0}}},
    }


@pytest.mark.parametrize("resamples", [0, 20])
@pytest.mark.parametrize("documents", [1, 3, EXACT_UP_TO + 2])
def test_json_holds_nothing_that_json_has_not(documents: int, resamples: int) -> None:
    """Neither NaN nor numbers of another library; what is read back is what was written."""
    rows: Rows = [(0, 0, 1, 2)] * documents
    found: Any = of(LINKS, RATE, resamples=resamples, a=(rows, [NOTHING] * documents), b=(rows, [RIGHT] * documents))

    written = json.dumps(to_json(found.tables(per_document=True)), allow_nan=False)

    assert json.loads(written) == to_json(found.tables(per_document=True))


def significant(documents: int = 6) -> Scores:
    """The first system is right everywhere, the second in one half, the third nowhere."""
    good, fair, bad = ([row] * documents for row in ((1, 1, 1, 1), (1, 2, 1, 2), (0, 1, 0, 1)))
    return of(CONLL, good=good, fair=fair, bad=bad)


def test_one_system_has_recall_precision_and_f1() -> None:
    (table,) = printed(of(CONLL, RATE, mine=([(1, 2, 1, 4)], [(2, 3)])).tables())

    assert table.rows == (("conll", 0.5, 0.25, 1 / 3, None), ("rate", None, None, 2 / 3, None))


def test_what_is_undefined_is_none_and_explained() -> None:
    (table,) = printed(of(CONLL, resamples=0, mine=[UNDEFINED]).tables())

    assert table.rows == (("conll", None, None, None, None),)
    assert len(table.notes) == 1


def test_other_parts_of_a_measure_have_rows_of_their_own() -> None:
    table = of(ERRORS, mine=[(3, 1)]).system_table("mine")

    assert [row[0].strip() for row in table.rows if isinstance(row[0], str)] == ["errors", "false alarm"]
    assert table.rows[1][3] == 0.25


def test_intervals_stand_beside_the_value() -> None:
    """All documents are alike."""
    table = of(RATE, mine=[(1, 2)] * 3).system_table("mine")

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
    x: Rows = [(1, 2)] * 3
    y: Rows = [(1, 1)] * 3
    nothing: Rows = [UNDEFINED] * 3

    assert of(RATE, CONLL, x=(x, nothing), y=(y, nothing)).primary == CONLL
    assert of(RATE, x=x, y=y).differences_table().rows[0][2] == -0.5


def test_without_resamples_there_are_no_differences() -> None:
    (table,) = printed(of(RATE, resamples=0, x=[(1, 2)] * 3, y=[(1, 1)] * 3).tables())

    assert [column.shown for column in table.columns] == ["measure", "x", "y"]


def test_documents_are_shown_on_demand() -> None:
    scores = of(RATE, mine=[(1, 2), NOTHING])

    assert printed(scores.tables(per_document=True))[-1].rows == (("d0", 0.5), ("d1", None))


@pytest.mark.parametrize(
    ("measures", "names"), [(1, ["x: m0", "x: conll", "y: m0", "y: conll"]), (4, ["x: conll", "y: conll"])]
)
def test_documents_have_a_column_for_each_of_few_measures(measures: int, names: list[str]) -> None:
    many = [replace(RATE, name=f"m{number}") for number in range(measures)]
    rows: tuple[Rows, ...] = (*[[(1, 2)]] * measures, [(1, 1, 1, 1)])
    table = of(*many, CONLL, x=rows, y=rows).documents_table()

    assert [column.name for column in table.columns[1:]] == names


@pytest.mark.parametrize(("documents", "few"), [(1, True), (FEW_DOCUMENTS - 1, True), (FEW_DOCUMENTS, False)])
def test_notes_say_that_few_documents_show_little(documents: int, few: bool) -> None:
    assert len(of(RATE, x=[(1, 2)] * documents).notes()) == few


def test_figures_are_tidy() -> None:
    names, rows = of(CONLL, mine=[(1, 2, 1, 4)]).figures_table().flat()

    assert names == ("system", "measure", "part", "value", "low", "high")
    assert [row[2:4] for row in rows] == [("recall", 0.5), ("precision", 0.25), ("f1", pytest.approx(1 / 3))]


def test_a_transposed_table_has_a_row_a_system_and_its_best_figures_in_each_column() -> None:
    scores = of(RATE, CONLL, a=([(1, 2)], [(2, 2, 2, 2)]), b=([(2, 2)], [(1, 2, 1, 2)]))

    turned = transposed(scores.table(), "chains of")

    assert [column.shown for column in turned.columns] == ["chains of", "rate", "conll"]
    assert turned.rows == (("a", Marked(0.5, ""), Marked(1.0, "")), ("b", Marked(1.0, ""), Marked(0.5, "")))
    assert turned.best() == {(1, 1), (0, 2)}


def test_the_smallest_detectable_difference_follows_from_the_differences_of_documents() -> None:
    """Four documents of ten mentions differ by 2, four by none: the sum varies by sqrt(8 * 8 / 7) of 80."""
    scores = of(RATE, resamples=10_000, a=[(8, 10)] * 4 + [(6, 10)] * 4, b=[(6, 10)] * 8)
    [pair] = scores.pairs

    assert pair.detail.detectable == pytest.approx((1.96 + 0.842) * (64 / 7) ** 0.5 / 80, rel=0.03)
    assert to_json(scores.tables())["comparisons"][0]["detectable"] == pair.detail.detectable


def test_no_difference_is_detectable_where_none_can_be_significant() -> None:
    [pair] = of(RATE, a=[(8, 10), (6, 10)] * 2, b=[(6, 10)] * 4).pairs

    assert pair.detail.detectable is None


def test_a_loss_of_the_smallest_detectable_size_is_found_four_times_in_five() -> None:
    """Of 24 documents of 100 mentions each differs by 5 (sd), so that the error is 0.05 / sqrt(24)."""
    random, size = np.random.default_rng(0), 24
    loss = 100 * (1.96 + 0.842) * 0.05 / size**0.5
    found = 0
    for _ in range(200):
        moved = random.normal(-loss, 5, size)
        scores = of(RATE, a=[(50 + each, 100) for each in moved], b=[(50, 100)] * size)
        found += len(scores.against("b").worse)

    assert 0.7 < found / 200 < 0.9


def test_systems_are_held_against_a_baseline_as_one_family() -> None:
    """`bad` is wrong in all eight documents, `odd` in one; who is better passes."""
    scores = of(
        RATE, old=[RIGHT] * 7 + [WRONG], bad=[WRONG] * 8, odd=[RIGHT] * 6 + [WRONG] * 2, good=[RIGHT] * 8, resamples=500
    )
    held = scores.against("old")

    assert [pair.first for pair in held.pairs] == ["bad", "odd", "good"]
    assert [pair.first for pair in held.worse] == ["bad"]
    assert held.warning == ""
