import pytest

from anaphora.workbench.statistics.grim import Claim, claims
from tests.refused import raises


@pytest.mark.parametrize(
    ("percentage", "of", "words"),
    [
        # Mitkov 2001, section 8: MARS, CogNIAC, Kennedy and Boguraev on 426 pronouns
        ("62.5", 426, "62.5 % of 426: no count gives it; nearest 266 = 62.44, 267 = 62.68."),
        ("59.02", 426, "59.02 % of 426: no count gives it; nearest 251 = 58.92, 252 = 59.15."),
        ("63.64", 426, "63.64 % of 426: no count gives it; nearest 271 = 63.62, 272 = 63.85."),
        ("62.44", 426, "62.44 % of 426: 266 = 62.44 gives it."),
        ("50", 200, "50 % of 200: 3 counts give it, 99 to 101; of so many, some count gives every percentage."),
        ("100", 7, "100 % of 7: 7 = 100.00 gives it."),
        ("0", 7, "0 % of 7: 0 = 0.00 gives it."),
        ("33.333", 3, "33.333 % of 3: 1 = 33.333 gives it."),
    ],
)
def test_a_claim_is_judged_in_words(percentage: str, of: int, words: str) -> None:
    assert Claim(percentage, of).in_words().replace("\N{NO-BREAK SPACE}", " ") == words


def test_decimals_that_were_printed_count() -> None:
    """267 / 426 is 62.676 %: it prints as 62.7, not as 62.70."""
    assert (list(Claim("62.7", 426).counts), list(Claim("62.70", 426).counts)) == ([267], [])


def test_halves_may_have_been_rounded_either_way() -> None:
    """1 / 8 is 12.5 %, printed as 12 or 13."""
    assert (list(Claim("12", 8).counts), list(Claim("13", 8).counts)) == ([1], [1])


def test_all_counts_of_a_large_number_are_found() -> None:
    """49.5 % and 50.5 % of 5,000."""
    assert (Claim("50", 5000).counts[0], Claim("50", 5000).counts[-1]) == (2475, 2525)


def test_a_claim_in_json_names_the_nearest_counts() -> None:
    assert Claim("37", 4).as_json() == {
        "percentage": "37", "of": 4, "possible": False, "counts": None,
        "nearest": [{"count": 1, "percentage": 25.0}, {"count": 2, "percentage": 50.0}],
    }  # fmt: skip


def test_claims_come_in_pairs_with_or_without_the_sign() -> None:
    assert claims(["62.5", "426", "83.8 %", "54"]) == [Claim("62.5", 426), Claim("83.8", 54)]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (["62.5"], "not-in-pairs"),
        ([], "not-in-pairs"),
        (["62,5", "426"], "not-a-percentage"),
        (["101", "426"], "not-a-percentage"),
        (["-1", "426"], "not-a-percentage"),
        ([".5", "426"], "not-a-percentage"),
        (["1/3", "426"], "not-a-percentage"),
        (["62.5", "0"], "not-a-count"),
        (["62.5", "4.5"], "not-a-count"),
        (["62.5", "9" * 9999], "not-a-count"),
    ],
)
def test_what_is_no_claim_is_an_error(given: list[str], code: str) -> None:
    with raises(code):
        claims(given)
