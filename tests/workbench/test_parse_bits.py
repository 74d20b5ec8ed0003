import pytest

from anaphora.workbench import parse_bits


def test_a_bit_opens_phrases_the_outermost_first_and_closes_others() -> None:
    assert parse_bits.opened("(TOP(S(NP-SBJ*)") == ["TOP", "S", "NP-SBJ"]
    assert (parse_bits.closed("(TOP(S(NP-SBJ*)"), parse_bits.closed("*)))")) == (1, 3)
    assert (parse_bits.opened("*"), parse_bits.closed("*")) == ([], 0)


def test_trees_stand_within_their_sentences_and_words_may_stand_outside() -> None:
    assert parse_bits.fault(["(S(NP*)", "(VP*))", "*", "((S*))"], [0, 2]) is None
    assert parse_bits.fault([], []) is None


@pytest.mark.parametrize(
    ("bits", "token", "problem"),
    [
        (["(S*", "*)", "*)"], 2, "'*)' closes a phrase that was not opened"),
        (["(S*", "(VP*)"], 1, "a phrase is still open where the document ends"),
        (["(S*", "*", "*)"], 1, "a phrase is still open where the sentence ends"),
        (["(S*", "VP)"], 1, "'VP)' is not a parse bit such as (NP*, * or *)"),
        (["(S*", ")*)"], 1, "')*)' is not a parse bit such as (NP*, * or *)"),
        (["(S*(VP*)", "*)"], 0, "'(S*(VP*)' is not a parse bit such as (NP*, * or *)"),
        (["(S *", "*)"], 0, "'(S *' is not a parse bit such as (NP*, * or *)"),
    ],
)
def test_what_is_no_tree_is_told_with_its_first_token(bits: list[str], token: int, problem: str) -> None:
    assert parse_bits.fault(bits, [0, 2]) == (token, problem)
