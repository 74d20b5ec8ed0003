"""Training pairs, for six mentions: Ann (chain 0), a dog (alone), she (0), Bob (1), Ann (0), he (1)."""

from anaphora.resolvers.chains.mention_pair import NEAR, REACH, SPACING, all_pairs, instances

ANN, DOG, SHE, BOB, ANN_AGAIN, HE = range(6)
CHAINS = (0, -1, 0, 1, 0, 1)
PRONOUNS = (False, False, True, False, False, True)


def pairs(how: str) -> set[tuple[int, int, bool]]:
    found = instances(CHAINS, PRONOUNS, how)
    assert found.weight.tolist() == [1] * len(found.i)
    return set(zip(found.i.tolist(), found.j.tolist(), found.coreferent.tolist(), strict=True))


def test_pairs_of_soon_are_the_nearest_in_the_chain_and_what_stands_between() -> None:
    assert pairs("soon") == {
        (ANN, SHE, True), (DOG, SHE, False),
        (SHE, ANN_AGAIN, True), (BOB, ANN_AGAIN, False),
        (BOB, HE, True), (ANN_AGAIN, HE, False),
    }  # fmt: skip


def test_of_ng_and_cardie_a_name_is_paired_with_the_nearest_that_is_no_pronoun() -> None:
    """She, of Ann's chain, stands between, and is neither a positive nor a negative instance."""
    assert pairs("ng_cardie") == {
        (ANN, SHE, True), (DOG, SHE, False),
        (ANN, ANN_AGAIN, True), (DOG, ANN_AGAIN, False), (BOB, ANN_AGAIN, False),
        (BOB, HE, True), (ANN_AGAIN, HE, False),
    }  # fmt: skip


def test_of_ng_and_cardie_a_name_after_pronouns_only_gives_no_instance() -> None:
    found = instances((0, 0), (True, False), "ng_cardie")

    assert len(found.i) == 0
    assert len(instances((0, 0), (True, False), "soon").i) == 1


def test_every_pair_tells_of_mentions_that_are_alone_too() -> None:
    found = pairs("every")

    assert len(found) == 6 * 5 / 2
    assert {(one, other) for one, other, coreferent in found if coreferent} == {
        (ANN, SHE), (ANN, ANN_AGAIN), (SHE, ANN_AGAIN), (BOB, HE),
    }  # fmt: skip


def test_of_far_negative_pairs_one_stands_for_many() -> None:
    mentions = NEAR + 40
    found = instances([0, *[-1] * (mentions - 2), 0], [False] * mentions, "every")
    far = found.j - found.i > NEAR

    assert (far & found.coreferent).sum() == 1
    assert set(found.weight[far & ~found.coreferent].tolist()) == {float(SPACING)}
    assert set(found.weight[~far | found.coreferent].tolist()) == {1.0}
    assert abs((found.weight).sum() - mentions * (mentions - 1) / 2) < 2 * SPACING


def test_pairs_reach_back_so_many_mentions() -> None:
    i, j = all_pairs(REACH + 3, start=REACH + 1)

    assert (j - i).max() == REACH
    assert sorted(set(j.tolist())) == [REACH + 1, REACH + 2]
    assert len(i) == 2 * REACH


def test_pairs_in_blocks_are_all_pairs() -> None:
    whole = list(zip(*(side.tolist() for side in all_pairs(7)), strict=True))
    cut = [pair for start, end in ((0, 3), (3, 7)) for pair in zip(*map(list, all_pairs(7, start, end)), strict=True)]

    assert whole == cut == [(one, other) for other in range(7) for one in range(other)]
