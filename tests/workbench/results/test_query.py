import pytest

from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.results.query import condition, unmet
from anaphora.workbench.results.table import Cell, Column
from tests.refused import raises

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
