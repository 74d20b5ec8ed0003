"""Tables as papers lay them out, and as JSON."""

from dataclasses import replace

import pytest

from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.results.query import condition, unmet
from anaphora.workbench.results.table import Cell, Column, Table, lettered, record, to_json
from anaphora.workbench.results.values import Interval, Marked, Rate
from anaphora.workbench.results.vocabulary import letter, letters
from tests.refused import raises

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


COLUMNS = (Column("text"), Column("length", "count"), Column("upos"), Column("zero", "flag"))
ROWS: list[tuple[Cell, ...]] = [
    ("She", 1, "PRON", False),
    ("the old man", 3, "NOUN", False),
    ("those who came late", 4, "PRON", False),
    ("∅", 0, None, True),
]


def chosen(text: str) -> list[Cell]:
    fulfils = condition(text, COLUMNS)
    return [row[0] for row in ROWS if fulfils(row)]


def test_a_condition_chooses_rows() -> None:
    """`and` binds closer than `or`; what is undefined fulfils no comparison but that it is another."""
    expected: dict[str, list[Cell]] = {
        "length > 2": ["the old man", "those who came late"],
        "length > 2 and upos = PRON": ["those who came late"],
        "upos = noun or zero": ["the old man", "∅"],
        "not zero and length<2": ["She"],
        "zero = no and not (upos = PRON or length = 9)": ["the old man"],
        'text ~ "OLD man"': ["the old man"],
        "text != she and length <= 3": ["the old man", "∅"],
        "length >= 3": ["the old man", "those who came late"],
        "zero or upos = PRON and length = 1": ["She", "∅"],
        "upos = PRON": ["She", "those who came late"],
        "upos != PRON": ["the old man", "∅"],
    }

    assert {text: chosen(text) for text in expected} == expected


@pytest.mark.parametrize(
    "text",
    [
        "length >", "length > many", "upos > NOUN", "zero > no", "zero = 3", "length", "(zero", "zero)", "zero zero",
        "and zero", "length ~ 3", "= 3", '"length" = 3', "length ! 3", 'text = "open', "not " * 30 + "zero",
        "(" * 30 + "zero" + ")" * 30, "zero or " * 200 + "zero",
    ],
)  # fmt: skip
def test_a_malformed_condition_is_refused(text: str) -> None:
    with raises("bad-query", OptionError):
        condition(text, COLUMNS)


@pytest.mark.parametrize("text", ["lenght > 2", "__import__('os')"])
def test_a_column_that_there_is_not_is_refused(text: str) -> None:
    with pytest.raises(UnknownNameError):
        condition(text, COLUMNS)


def test_a_text_that_no_row_has_is_a_problem() -> None:
    there = {number: {row[number] for row in ROWS} for number in range(len(COLUMNS))}
    expected = {
        "upos = PRON and length > 9": 0,
        "upos = prn or upos != NUON": 1,
        'text = "the old man" or text ~ nothing': 0,
        "upos = PRN and text = Nobody": 2,
    }

    assert {text: len(unmet(text, COLUMNS, there)) for text in expected} == expected
    assert len(unmet("upos != PRON", COLUMNS, {2: {None}})) == 1, "nothing is known of the column"
