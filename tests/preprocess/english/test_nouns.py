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


@pytest.mark.parametrize(
    ("claim", "noun", "verdict", "evidence"),
    [
        ("senses that are mostly persons", "lawyer", "person", "WordNet: lawyer, 100% of its senses a person"),
        ("no sense that is a person", "lid", "thing", "WordNet: lid, 0% of its senses a person"),
        # Half of the nouns with eight of ten senses are persons; guard was nine times: (9 + 2 * 0.5) / 11 = 0.91.
        ("counts correct the senses", "guard", "person", "GUM: guard, 9 of 9 a person"),
        # The fans of GUM are people, those of a manual are not.
        ("senses of both kinds, whatever was counted", "fan", "open", "WordNet: fan, 60% of its senses a person"),
        # (0 + 2 * 0.5) / 42 = 0.024
        ("counts decide where there are no senses", "frob", "thing", "GUM: frob, 0 of 40 a person"),
        ("an animal is neither", "hen", "animal", "WordNet: hen, 80% of its senses an animal"),
        ("an ending that persons never have", "zyxness", "thing", ""),
        ("an ending that tells nothing", "zyxist", "open", ""),
        ("an ending of persons", "zyxyist", "person", ""),
        ("unknown", "zyx", "open", "no evidence of animacy"),
        ("a compound with a hyphen is what its last part is", "co-lawyer", "person", ""),
    ],
)
def test_verdict_on_a_noun(claim: str, noun: str, verdict: str, evidence: str) -> None:
    found = SMALL.verdict(noun)

    assert found[0] == verdict, claim
    assert evidence in ("", found[1])


def test_group_is_told_by_its_senses() -> None:
    assert SMALL.may_be_group("panel")
    assert not SMALL.may_be_group("lid")


@pytest.mark.parametrize(
    ("noun", "verdict"),
    [("lawyer", "person"), ("ethnographer", "person"), ("process", "thing"), ("dog", "animal"), ("printer", "open")],
)
def test_tables_that_come_with_the_project_know_common_nouns(noun: str, verdict: str) -> None:
    assert table().verdict(noun)[0] == verdict
