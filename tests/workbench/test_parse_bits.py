from anaphora.workbench import parse_bits


def test_a_bit_opens_phrases_the_outermost_first_and_closes_others() -> None:
    assert parse_bits.opened("(TOP(S(NP-SBJ*)") == ["TOP", "S", "NP-SBJ"]
    assert (parse_bits.closed("(TOP(S(NP-SBJ*)"), parse_bits.closed("*)))")) == (1, 3)
    assert (parse_bits.opened("*"), parse_bits.closed("*")) == ([], 0)


def test_trees_stand_within_their_sentences_and_words_may_stand_outside() -> None:
    assert parse_bits.fault(["(S(NP*)", "(VP*))", "*", "((S*))"], [0, 2]) is None
    assert parse_bits.fault([], []) is None


def test_what_is_no_tree_is_told_with_its_first_token() -> None:
    """A phrase that is closed and not opened, or open at the end of the document or sentence; what is no parse bit."""
    expected = {
        ("(S*", "*)", "*)"): 2,
        ("(S*", "(VP*)"): 1,
        ("(S*", "*", "*)"): 1,
        ("(S*", "VP)"): 1,
        ("(S*", ")*)"): 1,
        ("(S*(VP*)", "*)"): 0,
        ("(S *", "*)"): 0,
    }
    faults = {bits: parse_bits.fault(bits, [0, 2]) for bits in expected}

    assert {bits: fault and fault[0] for bits, fault in faults.items()} == expected
