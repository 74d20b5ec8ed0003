"""Tables as papers lay them out, and as JSON."""

from anaphora.workbench.results.table import Column, Table, lettered
from anaphora.workbench.results.values import Marked
from anaphora.workbench.results.vocabulary import letter, letters

TABLE = Table(
    "Corpus",
    (Column("resolver"), Column("success_rate", "percent"), Column("f1", "percent")),
    (("best", 0.7, 0.6), ("middle", Marked(0.6, "*"), 0.5), ("last", Marked(0.1, "*"), None)),
)


def test_a_figure_has_the_letters_of_the_systems_that_are_worse() -> None:
    worse = {"success_rate": {"best": ["last", "middle"], "middle": ["last"]}}

    assert lettered(TABLE, worse).rows == (
        ("a", "best", Marked(0.7, "bc"), 0.6),
        ("b", "middle", Marked(0.6, "c"), 0.5),
        ("c", "last", 0.1, None),
    )
    assert lettered(TABLE, {}) is TABLE, "no difference is significant"


def test_the_best_figures_are_the_highest_or_lowest_unless_there_is_nothing_to_compare() -> None:
    columns = [Column(str(at), direction="lower" if at == 1 else "higher") for at in range(4)]
    table = Table("", tuple(columns), ((0.3, 0.3, 0.5, 0.7), (0.2, 0.2, 0.5, None)))

    assert table.best() == {(0, 0), (1, 1)}


def test_three_letters_in_a_row_are_named_by_their_ends_and_after_z_they_are_numbered() -> None:
    shown = {(): "", (1, 0): "ab", (0, 2, 3): "acd", (2, 3, 4): "c–e", (0, 2, 3, 4): "a,c–e"}

    assert {numbers: letters(numbers) for numbers in shown} == shown
    assert (letter(25), letter(26)) == ("z", "a2")
