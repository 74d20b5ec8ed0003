"""Tables as papers lay them out, and as JSON."""

from dataclasses import replace

from anaphora.workbench.results.table import Column, Table, lettered, record, to_json
from anaphora.workbench.results.values import Interval, Marked, Rate
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


def test_figures_stand_in_json_by_a_column_that_the_path_names_under_their_keys() -> None:
    columns = (Column("resolver"), Column("rate"), Column("p", key="test.p"), Column("shown", key=None))
    rows = (("a.b", Marked(Rate(1.0, 2, 0.5, Interval(0.1, 0.9)), "*"), None, 3),)

    assert to_json([Table("", columns, rows, path="resolvers.{resolver}")]) == {
        "resolvers": {"a.b": {"rate": {"right": 1, "of": 2, "value": 0.5, "interval": [0.1, 0.9]}, "test": {"p": None}}}
    }


def test_a_list_has_an_object_for_each_row_and_is_there_without_rows() -> None:
    table = Table("", (Column("first"), Column("p", "p")), (("a", 0.5), ("b", None)), path="comparisons[]")

    assert to_json([table]) == {"comparisons": [{"first": "a", "p": 0.5}, {"first": "b", "p": None}]}
    assert to_json([replace(table, rows=())]) == {"comparisons": []}
    assert to_json([replace(table, path="by.{first}", rows=())]) == {"by": {}}


def test_tables_of_one_path_add_to_the_same_objects_and_records_stand_first() -> None:
    counts = Table("", (Column("name"), Column("count", "count")), (("x", 1),), path="all.{name}")
    sizes = Table("", (Column("name"), Column("size", "count")), (("x", 2),), path="all.{name}")
    whole = record({"signature": "s", "upper_bound.strict": 0.5, "warnings": ("odd",)})

    found = to_json([counts, sizes, whole, record({"gap": 3}, path="sampled"), TABLE])
    assert found == {
        "signature": "s", "upper_bound": {"strict": 0.5}, "warnings": ["odd"], "all": {"x": {"count": 1, "size": 2}},
        "sampled": {"gap": 3},
    }  # fmt: skip
    assert next(iter(found)) == "signature"
