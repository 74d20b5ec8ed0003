"""What common nouns name, by tables small enough to work through."""

import pytest

from anaphora.preprocess.english.nouns import Table, table

SMALL = Table(
    shares={
        "guard": (8, 0, 0),
        "fan": (6, 0, 0),
        "lawyer": (10, 0, 0),
        "lid": (0, 0, 0),
        "hen": (1, 8, 0),
        "panel": (0, 0, 6),
    },
    endings={"ness": 0, "yist": 97},
    base={"0": 2, "6": 50, "8": 50, "10": 94},
    counts={"guard": (9, 0), "fan": (24, 0), "frob": (0, 40)},
)


def test_noun_whose_senses_are_mostly_persons_is_a_person() -> None:
    assert SMALL.verdict("lawyer") == ("person", "WordNet: lawyer, 10 of 10 senses a person")


def test_noun_without_a_sense_that_is_a_person_is_a_thing() -> None:
    assert SMALL.verdict("lid") == ("thing", "WordNet: lid, 0 of 10 senses a person")


def test_counts_correct_the_senses() -> None:
    """Half of the nouns with eight of ten senses are persons; guard was nine times: (9 + 2 * 0.5) / 11 = 0.91."""
    assert SMALL.verdict("guard") == ("person", "GUM: guard, 9 of 9 a person")


def test_noun_with_senses_of_both_kinds_is_open_whatever_was_counted() -> None:
    """The fans of GUM are people, those of a manual are not."""
    assert SMALL.verdict("fan") == ("open", "WordNet: fan, 6 of 10 senses a person")


def test_counts_decide_where_there_are_no_senses() -> None:
    """(0 + 2 * 0.5) / 42 = 0.024."""
    assert SMALL.verdict("frob")[0] == "thing"


def test_animal_is_neither_person_nor_thing() -> None:
    assert SMALL.verdict("hen") == ("animal", "WordNet: hen, 8 of 10 senses an animal")


@pytest.mark.parametrize(("noun", "verdict"), [("zyxness", "thing"), ("zyxist", "open"), ("zyxyist", "person")])
def test_ending_decides_of_unknown_nouns(noun: str, verdict: str) -> None:
    assert SMALL.verdict(noun)[0] == verdict


def test_unknown_noun_is_open() -> None:
    assert SMALL.verdict("zyx") == ("open", "no evidence of animacy")


def test_compound_with_a_hyphen_is_what_its_last_part_is() -> None:
    assert SMALL.verdict("co-lawyer")[0] == "person"


def test_group_is_told_by_its_senses() -> None:
    assert SMALL.may_be_group("panel")
    assert not SMALL.may_be_group("lid")


@pytest.mark.parametrize(
    ("noun", "verdict"),
    [("lawyer", "person"), ("ethnographer", "person"), ("process", "thing"), ("dog", "animal"), ("printer", "open")],
)
def test_tables_that_come_with_the_project_know_common_nouns(noun: str, verdict: str) -> None:
    assert table().verdict(noun)[0] == verdict
