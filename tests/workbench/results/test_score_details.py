"""What stands behind scores: fractions, links, chains by size, the spread of samples."""

import numpy as np
import pytest

from anaphora.experiments.scoring.memory import Documents, score_chains
from anaphora.experiments.setup.configuration import configure
from anaphora.workbench.measures import Measure, ratio
from anaphora.workbench.results.scores import SPREAD_OF, Scores, fractions_table, links_tables, spread_table
from anaphora.workbench.results.table import to_json
from tests.refused import raises


def scored(key: Documents, response: Documents, *measures: str, links: bool = False) -> Scores:
    return score_chains(key, {"r": response}, configure(measures=measures, resamples=0, links=links))


KEY, RESPONSE = [{"b", "c", "d", "e", "g", "h", "j"}], [{"a", "b", "c"}, {"d", "e", "f"}, {"g", "h", "i"}]
"""Vilain et al. 1995, first complex example."""


def test_fractions_of_muc_are_those_that_its_paper_prints() -> None:
    """Both sides have six mentions in common, 15 pairs, of which 3 are linked in both: all are linked in the key."""
    scores = scored(KEY, RESPONSE, "muc", "rand", "conll")

    assert fractions_table(scores, "r").rows[0][:3] == ("muc", "3/6", "3/6")
    assert to_json(scores.tables())["systems"]["r"]["fractions"] == {
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
    in_json = to_json(scores.tables())["links"]

    assert links.rows == (("key", 3, 0, 3, 0, 2, 1), ("r", 1, 1, 2, 2, 2, 0))
    assert [row for row in sizes.rows if any(row[1:])] == [("1", 1, 0), ("2", 0, 2), ("3", 1, 0)]
    assert [in_json["systems"]["r"][kind] for kind in ("rc", "wc", "rn", "wn")] == [1, 1, 2, 2]
    assert in_json["key"]["entities"] == 2
    without = scored(KEY, RESPONSE, "muc")
    assert "links" not in to_json(without.tables())
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
