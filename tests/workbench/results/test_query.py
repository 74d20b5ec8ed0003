import pytest

from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.results.query import condition, unmet
from anaphora.workbench.results.table import Cell, Column

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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("length > 2", ["the old man", "those who came late"]),
        ("length > 2 and upos = PRON", ["those who came late"]),
        ("upos = noun or zero", ["the old man", "∅"]),
        ("not zero and length<2", ["She"]),
        ("zero = no and not (upos = PRON or length = 9)", ["the old man"]),
        ('text ~ "OLD man"', ["the old man"]),
        ("text != she and length <= 3", ["the old man", "∅"]),
    ],
)
def test_a_condition_chooses_rows(text: str, expected: list[str]) -> None:
    assert chosen(text) == expected


def test_and_binds_closer_than_or() -> None:
    assert chosen("zero or upos = PRON and length = 1") == ["She", "∅"]


def test_what_is_undefined_fulfils_no_comparison_but_that_it_is_another() -> None:
    assert "∅" not in chosen("upos = PRON")
    assert chosen("upos != PRON") == ["the old man", "∅"]


@pytest.mark.parametrize(
    "text",
    [
        "length >", "length > many", "upos > NOUN", "zero > no", "zero = 3", "length", "(zero", "zero)", "zero zero",
        "and zero", "length ~ 3", "= 3", '"length" = 3', "length ! 3", 'text = "open', "not " * 30 + "zero",
        "(" * 30 + "zero" + ")" * 30, "zero or " * 200 + "zero",
    ],
)  # fmt: skip
def test_a_malformed_condition_is_refused(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        condition(text, COLUMNS)
    assert caught.value.code == "bad-query"


@pytest.mark.parametrize("text", ["lenght > 2", "__import__('os')"])
def test_a_column_that_there_is_not_is_refused(text: str) -> None:
    with pytest.raises(UnknownNameError):
        condition(text, COLUMNS)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("upos = PRON and length > 9", 0),
        ("upos = prn or upos != NUON", 1),
        ('text = "the old man" or text ~ nothing', 0),
        ("upos = PRN and text = Nobody", 2),
    ],
)
def test_a_text_that_no_row_has_is_told(text: str, problems: int) -> None:
    there = {number: {row[number] for row in ROWS} for number in range(len(COLUMNS))}

    assert len(unmet(text, COLUMNS, there)) == problems


def test_a_column_of_which_nothing_is_known_is_told() -> None:
    assert len(unmet("upos != PRON", COLUMNS, {2: {None}})) == 1
