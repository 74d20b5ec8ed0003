"""Five decodings of the same confidences.

A B C D are four mentions. The tables give the confidence of each pair: a row for each mention, with those before it.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora.resolvers.chains.mention_pair import DECODINGS, decode, decoding_of

A, B, C, D = range(4)
HALF = 0.5


def chains(rows: list[list[float]], name: str, nearest_first: bool = False) -> tuple[tuple[int, ...], ...]:
    return decode([np.array(row) for row in rows], decoding_of(name, nearest_first), HALF)


DISAGREEING = [[], [0.1], [0.6, 0.8], [0.9, 0.1, 0.7]]
"""C goes with A (.6) and more with B (.8); D with A (.9) and with C (.7), but not with B."""


def test_closest_first_takes_the_nearest_coreferent_mention() -> None:
    assert chains(DISAGREEING, "closest_first") == ((A,), (B, C, D))


def test_best_first_takes_the_surest_mention_and_asks_no_other() -> None:
    assert chains(DISAGREEING, "best_first") == ((A, D), (B, C))


def test_of_equally_sure_mentions_best_first_takes_the_nearest() -> None:
    assert chains([[], [0.1], [0.8, 0.8]], "best_first") == ((A,), (B, C))


def test_strong_match_takes_the_first_mention_of_the_text() -> None:
    assert chains(DISAGREEING, "strong") == ((A, C, D), (B,))


def test_strong_match_asks_every_member_and_then_tries_the_next_entity() -> None:
    rows = [[], [0.9], [0.1, 0.1], [0.9, 0.2, 0.7]]

    assert chains(rows, "strong") == ((A, B), (C, D))
    assert chains(rows, "weak") == ((A, B, D), (C,))


def test_a_mention_that_passes_no_check_starts_an_entity() -> None:
    assert chains([[], [0.9], [0.9, 0.2]], "strong") == ((A, B), (C,))
    assert chains([[], [0.9], [0.9, 0.2]], "best") == ((A, B), (C,))


def test_best_match_begins_with_the_surest_pair_and_asks_every_member() -> None:
    rows = [[], [0.1], [0.6, 0.8], [0.7, 0.9, 0.2]]

    assert chains(rows, "best") == ((A, D), (B, C))
    assert chains(rows, "best_first") == ((A,), (B, C, D))


def test_weak_match_takes_the_first_without_any_check() -> None:
    assert chains([[], [0.9], [0.1, 0.8], [0.9, 0.2, 0.2]], "weak") == ((A, B, C, D),)


def test_first_may_be_read_from_the_anaphor_backwards() -> None:
    assert chains(DISAGREEING, "weak", nearest_first=True) == chains(DISAGREEING, "closest_first")
    assert chains(DISAGREEING, "strong", nearest_first=True) == ((A, D), (B, C))
    assert decoding_of("best", nearest_first=True) == DECODINGS["best"]


def test_a_confidence_at_the_threshold_is_not_above_it() -> None:
    assert chains([[], [HALF]], "closest_first") == ((A,), (B,))


def test_members_out_of_reach_have_no_say() -> None:
    """The row of D reaches back to B only."""
    rows = [[], [0.9], [0.9, 0.9], [0.9, 0.9]]

    assert chains(rows, "strong") == ((A, B, C, D),)
    assert chains([[], [0.9], [0.9], [0.9, 0.1]], "strong") == ((A, B, C), (D,))


confidences = st.integers(0, 12).flatmap(
    lambda size: st.tuples(*(st.lists(st.floats(0, 1), min_size=row, max_size=row) for row in range(size)))
)


@pytest.mark.parametrize("name", DECODINGS)
@given(rows=confidences)
def test_every_mention_is_in_one_chain(name: str, rows: tuple[list[float], ...]) -> None:
    found = chains(list(rows), name)

    assert sorted(mention for chain in found for mention in chain) == list(range(len(rows)))
    assert all(list(chain) == sorted(chain) for chain in found)


@pytest.mark.parametrize("name", ["strong", "best"])
@given(rows=confidences)
def test_where_every_member_is_asked_all_pairs_of_a_chain_corefer(name: str, rows: tuple[list[float], ...]) -> None:
    pairs = [(one, other) for chain in chains(list(rows), name) for other in chain for one in chain if one < other]

    assert all(rows[other][one] > HALF for one, other in pairs)
