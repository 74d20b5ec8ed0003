"""What scores reduce to: figures, intervals, comparisons, JSON, tables; from counts made by hand."""

import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from anaphora.experiments.commands.score.memory import Documents, score_chains
from anaphora.experiments.run.configuration import configure
from anaphora.workbench.arrays import Numbers
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.measures import Measure, ratio, recall_precision
from anaphora.workbench.results.family import Pair
from anaphora.workbench.results.scores import SPREAD_OF, Exchanged, Scores, fractions_table, links_tables, spread_table
from anaphora.workbench.results.table import plain
from anaphora.workbench.results.values import Interval, Marked
from anaphora.workbench.statistics import BLOCKS, FEW_DOCUMENTS
from anaphora.workbench.statistics.significance import EXACT_UP_TO
from tests.refused import raises

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


def test_intervals_are_those_of_each_part_in_samples_in_which_it_is_defined() -> None:
    """All documents are alike, so all samples are: 1 of 2, 1 of 4, and their F1 1/3.

    At last the second document alone would be undefined, which a quarter of the samples are.
    """
    both = of(RATE, LINKS, a=([RIGHT] * 3, [(1, 2, 1, 4)] * 3), b=([WRONG] * 3, [(2, 2, 2, 2)] * 3)).intervals

    assert both["a"]["rate"] == {"value": (1, 1)}
    assert both["b"]["rate"] == {"value": (0, 0)}
    assert list(both["a"]["links"]) == ["recall", "precision", "f1"]
    assert [pytest.approx((value, value)) for value in (1 / 2, 1 / 4, 1 / 3)] == list(both["a"]["links"].values())
    assert both["b"]["links"]["recall"] == (1, 1)
    for scores in (of(RATE, a=[RIGHT]), of(RATE, resamples=0, a=[RIGHT, WRONG])):
        assert scores.intervals == {"a": {"rate": {}}}
    assert list(of(LINKS, a=[(0, 0, 1, 1)] * 2).intervals["a"]["links"]) == ["precision", "f1"], "recall is undefined"
    assert of(RATE, a=[RIGHT, NOTHING]).intervals["a"]["rate"] == {"value": (1, 1)}


def test_same_seed_gives_the_same_intervals() -> None:
    rows = [(float(at % 3), 3.0) for at in range(20)]

    one, same, other = (of(RATE, seed=seed, a=rows).intervals for seed in (1, 1, 2))

    assert one == same
    assert one != other


def test_comparison_of_six_documents_by_hand() -> None:
    """Only 2 of the 64 exchanges give a difference of 6/6 in either direction; all samples have it.

    With five documents no p is below 0.05, and there is no interval either.
    """
    assert of(RATE, a=[RIGHT] * 6, b=[WRONG] * 6).pairs == (
        Pair("a", "b", 1.0, Interval(1.0, 1.0), 1 / 32, 1 / 32, Exchanged(True), "rate", "value"),
    )
    [few] = of(RATE, a=[RIGHT] * 5, b=[WRONG] * 5).pairs
    assert (few.p, few.interval) == (1 / 16, None)
    [undefined] = of(RATE, a=[RIGHT] * 6, b=[NOTHING] * 6).pairs
    assert (undefined.difference, undefined.p, undefined.interval) == (1, 1 / 32, Interval(1, 1)), "it counts as 0"
    [same] = of(RATE, a=[RIGHT, WRONG, RIGHT] * 2, b=[RIGHT, WRONG, RIGHT] * 2).pairs
    assert (same.difference, same.interval, same.p, same.p_adjusted) == (0, Interval(0, 0), 1, 1)
    assert of(RATE, a=[RIGHT], b=[WRONG]).pairs == (), "one document"
    assert of(RATE, resamples=0, a=[RIGHT, WRONG], b=[WRONG, WRONG]).pairs == ()
    assert of(RATE, a=[RIGHT, WRONG]).pairs == (), "one system"


def test_difference_is_that_of_the_main_part_and_keeps_its_sign() -> None:
    """F1 is 1/2 (recall and precision are), and 1."""
    [row] = of(LINKS, a=[(1, 2, 1, 2)] * 6, b=[(2, 2, 2, 2)] * 6).pairs

    assert row.part == "f1"
    assert row.difference == pytest.approx(-0.5)
    assert row.interval is not None
    assert (row.interval.low, row.interval.high) == pytest.approx((-0.5, -0.5))


def test_samples_of_a_difference_are_the_same_documents_of_both_systems() -> None:
    """Documents differ widely, but the second system has one less everywhere: the difference is certain."""
    a, b = ([(right - less, 10.0) for right in (1, 10, 5, 2, 9, 1)] for less in (0, 1))

    scores = of(RATE, a=a, b=b)
    [row] = scores.pairs

    assert row.interval is not None
    assert (row.interval.low, row.interval.high) == pytest.approx((0.1, 0.1))
    low, high = scores.intervals["a"]["rate"]["value"]
    assert high - low > 0.3


def test_a_corrected_interval_is_as_wide_as_its_adjusted_p_asks_for() -> None:
    """An adjusted p of .06 for .02 is that of three tests: 1 - .05 / 3. Alone a pair keeps its interval."""
    a, b = ([(right - less, 10.0) for right, less in zip((5, 8, 5, 4, 9, 6), lost, strict=True)]
            for lost in ((0,) * 6, (0, 1, 2, 3, 2, -1)))  # fmt: skip
    scores = of(RATE, a=a, b=b)
    [pair] = scores.pairs
    three = pair._replace(p=0.02, p_adjusted=0.06)
    corrected = scores.corrected(three)

    assert (pair.corrected_level, three.corrected_level) == pytest.approx((0.95, 1 - 0.05 / 3))
    assert scores.corrected(pair) == pair.interval
    assert corrected
    assert pair.interval
    assert corrected.low < pair.interval.low <= pair.interval.high <= corrected.high


def test_probabilities_are_adjusted_for_the_pairs_of_their_measure() -> None:
    """With 6 documents all or none exchanged has p = 2/64. Two such pairs, and one that does not differ (p = 1).

    The two are largest in the same exchanges, so that together they are as improbable as alone. In the second measure
    nothing differs, and it does not count for the first.
    """
    good, bad = ([RIGHT] * 6, [(1, 1, 1, 1)] * 6), ([WRONG] * 6, [(1, 1, 1, 1)] * 6)
    found = of(RATE, LINKS, a=good, b=bad, c=bad).pairs

    assert [row.measure for row in found] == ["rate"] * 3 + ["links"] * 3
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


def significant(documents: int = 6) -> Scores:
    """The first system is right everywhere, the second in one half, the third nowhere."""
    good, fair, bad = ([row] * documents for row in ((1, 1, 1, 1), (1, 2, 1, 2), (0, 1, 0, 1)))
    return of(CONLL, good=good, fair=fair, bad=bad)


def test_json_holds_what_json_has() -> None:
    several = plain(of(RATE, a=[RIGHT, WRONG], b=[NOTHING, NOTHING]).as_json(per_document=True))

    assert json.loads(json.dumps(several, allow_nan=False)) == several
    assert several["per_document"]["d1"] == {"a": {"rate": {"value": 0.0}}, "b": {"rate": {"value": None}}}


def test_other_parts_of_a_measure_have_rows_of_their_own() -> None:
    table = of(ERRORS, mine=[(3, 1)]).system_table("mine")

    assert [row[0].strip() for row in table.rows if isinstance(row[0], str)] == ["errors", "false alarm"]
    assert table.rows[1][3] == 0.25
    assert of(RATE, mine=[(1, 2)] * 3).system_table("mine").rows[0][-1] == Interval(0.5, 0.5)


def test_letters_name_the_systems_that_one_is_significantly_better_than() -> None:
    """With 8 documents p is 2/256 for every pair, which all are largest in the same exchanges.

    With five it is 2/32 at least, which is more than .05.
    """
    table, p = significant(documents=8).table(), 2 / 256
    unsure = significant(documents=5).table()

    assert [column.shown for column in table.columns] == ["measure", "a good", "b fair", "c bad"]
    assert table.rows == (("conll", Marked(1.0, "bc"), Marked(0.5, "c"), Marked(0.0, "")),)
    assert table.best() == {(0, 1)}
    assert [cell.marks for cell in unsure.rows[0] if isinstance(cell, Marked)] == ["", "", ""]
    assert significant(documents=8).differences_table().rows == (
        ("good", "fair", 0.5, Interval(0.5, 0.5), p, p),
        ("good", "bad", 1.0, Interval(1.0, 1.0), p, p),
        ("fair", "bad", 0.5, Interval(0.5, 0.5), p, p),
    )


def test_a_pair_is_seen_from_either_side() -> None:
    found = significant(documents=8)

    pair = found.pair("conll", "bad", "good")
    assert pair is not None
    assert (pair.difference, pair.better, pair.worse) == (-1.0, "good", "bad")
    assert found.pair("muc", "bad", "good") is None


def test_few_documents_are_noted_and_those_of_few_measures_have_a_column_each() -> None:
    def notes(documents: int) -> int:
        return len(of(RATE, x=[(1, 2)] * documents).notes())

    def columns(measures: int) -> list[str]:
        many = [replace(RATE, name=f"m{number}") for number in range(measures)]
        rows: tuple[Rows, ...] = (*[[(1, 2)]] * measures, [(1, 1, 1, 1)])
        return [column.name for column in of(*many, CONLL, x=rows, y=rows).documents_table().columns[1:]]

    assert [notes(documents) for documents in (1, FEW_DOCUMENTS - 1, FEW_DOCUMENTS)] == [1, 1, 0]
    assert columns(1) == ["x: m0", "x: conll", "y: m0", "y: conll"]
    assert columns(4) == ["x: conll", "y: conll"]


def test_differences_are_those_in_conll_or_else_in_the_first_measure() -> None:
    x: Rows = [(1, 2)] * 3
    y: Rows = [(1, 1)] * 3
    nothing: Rows = [UNDEFINED] * 3

    assert of(RATE, CONLL, x=(x, nothing), y=(y, nothing)).primary == CONLL
    assert of(RATE, x=x, y=y).differences_table().rows[0][2] == -0.5


def test_the_smallest_detectable_difference_follows_from_the_differences_of_documents() -> None:
    """Four documents of ten mentions differ by 2, four by none: the sum varies by sqrt(8 * 8 / 7) of 80."""
    scores = of(RATE, resamples=10_000, a=[(8, 10)] * 4 + [(6, 10)] * 4, b=[(6, 10)] * 8)
    [pair] = scores.pairs

    assert pair.detail.detectable == pytest.approx((1.96 + 0.842) * (64 / 7) ** 0.5 / 80, rel=0.03)
    assert plain(scores.as_json())["comparisons"][0]["detectable"] == pair.detail.detectable
    [few] = of(RATE, a=[(8, 10), (6, 10)] * 2, b=[(6, 10)] * 4).pairs
    assert few.detail.detectable is None, "none can be significant"


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


def scored(key: Documents, response: Documents, *measures: str, links: bool = False) -> Scores:
    return score_chains(key, {"r": response}, configure(measures=measures, resamples=0, links=links))


KEY, RESPONSE = [{"b", "c", "d", "e", "g", "h", "j"}], [{"a", "b", "c"}, {"d", "e", "f"}, {"g", "h", "i"}]
"""Vilain et al. 1995, first complex example."""


def test_fractions_of_muc_are_those_that_its_paper_prints() -> None:
    """Both sides have six mentions in common, 15 pairs, of which 3 are linked in both: all are linked in the key."""
    scores = scored(KEY, RESPONSE, "muc", "rand", "conll")

    assert fractions_table(scores, "r").rows[0][:3] == ("muc", "3/6", "3/6")
    assert plain(scores.as_json())["systems"]["r"]["fractions"] == {
        "muc": {"recall": [3, 6], "precision": [3, 6]}, "rand": {"value": [3, 15]}, "conll": {},
    }  # fmt: skip


def test_fraction_of_a_mean_has_digits_and_an_average_of_measures_has_none() -> None:
    """Of three mentions of the key Ann and her have 1/2 each, Eve has 1."""
    table = fractions_table(scored([{"Ann", "her"}, {"Eve"}], [{"Ann"}, {"her"}, {"Eve"}], "b_cubed", "conll"), "r")

    assert [row[:3] for row in table.rows] == [("b_cubed", "2/3", "3/3")]
    third = fractions_table(scored([{"a", "b", "c"}], [{"a", "b"}], "b_cubed"), "r")
    assert third.rows[0][1] == "1.33/3"


def test_links_of_key_and_response_are_right_or_wrong_coreferent_or_not() -> None:
    """a, b and c corefer, d is alone; the response has a with b, and c with d.

    Of its two coreference links a-b is right; of the other four a-d and b-d are right.
    """
    scores = scored([{"a", "b", "c"}, {"d"}], [{"a", "b"}, {"c", "d"}], "muc", links=True)
    links, sizes = links_tables(scores)
    in_json = plain(scores.as_json())["links"]

    assert links.rows == (("key", 3, 0, 3, 0, 2, 1), ("r", 1, 1, 2, 2, 2, 0))
    assert [row for row in sizes.rows if any(row[1:])] == [("1", 1, 0), ("2", 0, 2), ("3", 1, 0)]
    assert [in_json["systems"]["r"][kind] for kind in ("rc", "wc", "rn", "wn")] == [1, 1, 2, 2]
    assert in_json["key"]["entities"] == 2
    without = scored(KEY, RESPONSE, "muc")
    assert "links" not in plain(without.as_json())
    with raises("links-not-counted"):
        links_tables(without)


def test_sizes_are_in_the_classes_of_the_paper() -> None:
    """Recasens & Hovy 2011, Table 2: 6 to 10 mentions, and 11 or more, are one class each."""
    key = [set(range(100 * size, 100 * size + size)) for size in (1, 5, 6, 10, 11, 30)]

    _, sizes = links_tables(scored(key, key, "muc", links=True))

    assert [row[1] for row in sizes.rows] == [1, 0, 0, 0, 1, 2, 2]


def test_spread_falls_with_the_root_of_the_number_of_documents() -> None:
    """Half of the documents are all right, half all wrong: the standard deviation of n of them is 0.5 / sqrt(n)."""
    rate: Measure[object] = Measure("rate", lambda _: np.zeros((0, 2)), ratio, "made up", parts=("value",))
    counts = {"r": {"rate": np.array([[1.0, 1.0], [0.0, 1.0]] * 20)}}
    scores = Scores("k", "k", tuple(f"d{number}" for number in range(40)), ("r",), (rate,), counts)

    (row,) = spread_table(scores).rows

    assert row[0] == "rate"
    assert row[1:] == pytest.approx([0.5 / size**0.5 for size in SPREAD_OF], rel=0.05)
    (alone,) = spread_table(scored(KEY, RESPONSE, "muc")).rows
    assert set(alone[1:]) == {None}, "one document has none"


def test_parts_have_their_measures_in_json_and_the_primary_measure_in_their_table() -> None:
    """Recall of the chain of the key is 1/2, 5/9 and 4/5 by the measures of CoNLL, precision is 1, 1 and 4/5."""
    key, less = [{"a", "b", "c"}], [{"a", "b"}, {"c"}]
    options = configure(measures=("muc", "conll"), by=("chain-length",), resamples=0)
    both, alone = (score_chains(key, answers, options) for answers in ({"all": key, "less": less}, {"less": less}))
    in_json = plain(both.as_json())["by"]["chain-length"]["2-5"]["less"]
    titled = [{table.title: table.rows for table in scores.tables()} for scores in (both, alone)]
    beside, single = (tables["conll by chain-length"][1] for tables in titled)
    conll = (2 / 3 + 5 / 7 + 4 / 5) / 3

    assert (in_json["response_mentions"], in_json["measures"]["muc"]["recall"]) == (2, 0.5)
    assert (*beside[1:4], *single[1:4]) == (1, 3, 1, 1, 3, 1)
    assert [beside[4], single[6]] == pytest.approx([conll, conll])
