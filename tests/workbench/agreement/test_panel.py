"""Three annotators of ten mentions, all figures by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.agreement.alpha import DISTANCES, Units, disagreement, disagreement_of_several
from anaphora.workbench.agreement.panel import MEASURES, Dispute, disputes, majority
from anaphora.workbench.document import Span

TEN = [Span(word, word + 1) for word in range(10)]


def marks(*chains: str) -> dict[Span, int]:
    """Mentions, each a word of one digit, in numbered chains."""
    return {TEN[int(word)]: number for number, chain in enumerate(chains) for word in chain}


A = marks("0123", "456", "78", "9")
B = marks("012", "3456", "78", "9")
C = marks("0123", "456", "789")


def alpha_of(name: str, *text: dict[Span, int]) -> float:
    measure = MEASURES[name]
    return float(measure.score(measure.count((text,)).sum(axis=0))[0])


def test_alpha_of_three_annotators_is_that_of_hand() -> None:
    """By Passonneau's distance: 0 for equal sets, 1/3 if one holds the other, 2/3 for other overlap, 1 for none.

    Observed, as the mean over the pairs AB, AC, BC: 2/9 for each of 0, 1, 2 (B has 012), 4/9 for 3 (B has 3456), 2/9
    for each of 4, 5, 6, and 2/9 for each of 7, 8, 9 (C has 789): 22/9, of ten mentions.

    Expected: of the 30 labels 8 are 0123, 3 are 012, 4 are 3456, 6 are 456, 4 are 78, 3 are 789 and 2 are 9. Of 30 x 29
    ordered pairs 900 - 154 = 746 have different labels; of these 2 x 24 (0123, 012), 2 x 24 (3456, 456), 2 x 12 (78,
    789) and 2 x 6 (9, 789) have a distance of 1/3, 2 x 32 (0123, 3456) one of 2/3: 746 - 264/3 - 64/3 = 1910/3.

    A and B alone: 2/3 for 3, 1/3 for the six beside it, so 8/30; of 20 x 19 pairs 330 - 128/3 = 862/3 by distance.
    """
    assert alpha_of("alpha_passonneau", A, B, C) == pytest.approx(1 - (22 / 90) / (1910 / 3 / (30 * 29)))
    assert alpha_of("alpha_passonneau", A, B) == pytest.approx(1 - (8 / 30) / (862 / 3 / (20 * 19)))
    assert all(alpha_of(name, A, A, A) == 1 for name in MEASURES)


def test_a_mention_that_one_lacks_is_in_no_set_of_theirs() -> None:
    """Two mentions in one chain, of which the third annotator marked one; labels are 01, 01, 01, 01, 0 and none.

    Observed by Jaccard: mention 0: 0, 1/2, 1/2; mention 1: 0, 1, 1, so 1/3 + 2/3. Expected, of 30 ordered pairs:
    2 x 4 x 1/2 (01 and 0), 2 x 4 (01 and none), 2 (0 and none): 14, for two mentions 28/30.
    """
    both, one = marks("01"), marks("0")

    assert alpha_of("alpha_union_jaccard", both, both, one) == pytest.approx(1 - 1 / (28 / 30))
    assert np.isnan(alpha_of("alpha_jaccard", both, both, one))  # of all is one mention, alone in its set


@settings(max_examples=12)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=8))
def test_two_annotators_have_the_alpha_of_two(labels: list[tuple[int, int]]) -> None:
    sets, units = np.array(labels).T, np.arange(len(labels))
    documents = np.zeros(len(labels), dtype=np.int64)
    for similarity in DISTANCES.values():
        two = disagreement(Units(1, documents, units, units, sets[0], sets[1]), similarity)
        assert disagreement_of_several(1, documents, sets, similarity) == pytest.approx(two)


def test_most_have_what_more_than_half_have() -> None:
    """B alone has 3 with 456, C alone has 9 with 78. Of four annotators two are not most: 2 is a mention of two."""
    joined, apart = marks("01", "2"), marks("0", "1")

    assert majority((A, B, C)) == tuple(tuple(TEN[int(word)] for word in chain) for chain in ("0123", "456", "78", "9"))
    assert majority((joined, joined, apart, apart)) == ((TEN[0],), (TEN[1],))


def test_disputes_say_who_has_what() -> None:
    """9 follows 8 for C, nothing for the others; 3 follows 2 for A and C, nothing for B; 4 follows 3 for B."""
    found = {each.mention: each for each in disputes("d", (A, B, C))}
    [unmarked] = disputes("d", (marks("01"), marks("01"), marks("0")))

    assert [*found] == [TEN[3], TEN[4], TEN[9]]
    assert found[TEN[9]] == Dispute("d", "antecedent", TEN[9], (None, None, TEN[8]))
    assert found[TEN[3]].answers == (TEN[2], None, TEN[2])
    assert found[TEN[4]].answers == (None, TEN[3], None)
    assert unmarked == Dispute("d", "mention", TEN[1], (TEN[1], TEN[1], None))
