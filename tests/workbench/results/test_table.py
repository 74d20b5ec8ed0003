"""Tables as papers lay them out."""

import pytest

from anaphora.workbench.results.table import Column, Table, lettered
from anaphora.workbench.results.values import Marked
from anaphora.workbench.results.vocabulary import letter, letters

TABLE = Table(
    "Corpus",
    (Column("resolver"), Column("success_rate", "percent"), Column("f1", "percent")),
    (("best", 0.7, 0.6), ("middle", Marked(0.6, "*"), 0.5), ("last", Marked(0.1, "*"), None)),
)


def test_a_figure_has_the_letters_of_the_systems_that_are_worse() -> None:
    worse = {("best", "success_rate"): ["last", "middle"], ("middle", "success_rate"): ["last"]}

    assert lettered(TABLE, worse).rows == (
        ("a", "best", Marked(0.7, "bc"), 0.6),
        ("b", "middle", Marked(0.6, "c"), 0.5),
        ("c", "last", 0.1, None),
    )


def test_without_a_significant_difference_there_are_no_letters() -> None:
    assert lettered(TABLE, {}) is TABLE


@pytest.mark.parametrize(
    ("numbers", "shown"), [([], ""), ([1, 0], "ab"), ([0, 2, 3], "acd"), ([2, 3, 4], "c–e"), ([0, 2, 3, 4], "a,c–e")]
)
def test_three_letters_in_a_row_are_told_by_their_ends(numbers: list[int], shown: str) -> None:
    assert letters(numbers) == shown


def test_after_z_letters_are_numbered() -> None:
    assert (letter(25), letter(26)) == ("z", "a2")
