"""Lemmas as rules of what to cut and to add."""

import pytest

from anaphora.preprocess.encoder.lemmas import apply_rule, find_rule


@pytest.mark.parametrize(
    ("word", "lemma", "rule"),
    [
        ("cities", "city", "3 y lower"),
        ("better", "good", "6 good lower"),
        ("The", "the", "0  lower"),
        ("London", "London", "0  kept"),
        ("Germans", "German", "1  kept"),
        ("'m", "be", "2 be lower"),
    ],
)
def test_a_rule_cuts_letters_and_adds_others(word: str, lemma: str, rule: str) -> None:
    assert find_rule(word, lemma) == rule
    assert apply_rule(word, rule) == lemma


def test_a_rule_serves_other_words() -> None:
    assert apply_rule("Parties", "3 y lower") == "party"


def test_a_rule_that_cuts_more_letters_than_there_are_leaves_them() -> None:
    assert apply_rule("It", "6 good lower") == "it"
