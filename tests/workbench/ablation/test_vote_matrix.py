import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from anaphora.resolvers import mitkov, most_recent
from anaphora.workbench.ablation.vote_matrix import (
    NO_VOTES,
    STEP,
    DocumentVotes,
    VoteMatrix,
    document_votes,
    subsets,
    vote_matrix,
)
from anaphora.workbench.aliases import Numbers
from anaphora.workbench.decision import Votes
from tests.annotated import prepared
from tests.refused import raises

INDICATORS = ("near", "subject", "term")


def small_matrix(*anaphors: list[tuple[tuple[int, int, int], bool]], ties: tuple[int, ...] = ()) -> VoteMatrix:
    """One document; for each anaphor its candidates, votes and whether right, the most recent last."""
    rows = [row for candidates in anaphors for row in candidates]
    sizes = [len(candidates) for candidates in anaphors]
    return VoteMatrix(
        indicators=INDICATORS,
        votes=np.array([votes for votes, _ in rows], np.int8).reshape(-1, 3),
        right=np.array([right for _, right in rows], bool),
        starts=np.cumsum([0, *sizes])[:-1],
        document=np.zeros(len(sizes), np.int64),
        asked=np.array([len(sizes)]),
        weights=np.ones(3),
        ties=ties,
    )


def by_definition(given: VoteMatrix, weights: Numbers) -> list[bool]:
    """The rule of an additive resolver, one anaphor after another."""
    ends = [*given.starts[1:].tolist(), len(given.votes)]
    found = []
    for start, end in zip(given.starts.tolist(), ends, strict=True):
        keys = {
            row: (
                float(given.votes[row] @ weights),
                *(float(given.votes[row, tie] * weights[tie]) for tie in given.ties),
                row,
            )
            for row in range(start, end)
        }
        found.append(bool(given.right[max(keys, key=keys.__getitem__)]))
    return found


def test_anaphors_that_no_candidate_reached_count_in_their_document_only() -> None:
    votes = Votes(INDICATORS, np.zeros((1, 3), np.int8), np.ones(3))
    both = vote_matrix([NO_VOTES, DocumentVotes(votes, np.array([True]), (1,))], [2, 1])

    assert both.totals(np.ones((1, 3))).tolist() == [1]
    assert both.document.tolist() == [1]
    assert both.anaphors == 3
    with raises("no-votes"):
        vote_matrix([NO_VOTES], [3])


def test_polls_hold_the_votes_on_key_anaphors_from_the_farthest_candidate_to_the_most_recent() -> None:
    text = prepared(
        "The/DT/2/det key/NN/3/nsubj fits/VBZ/0/root the/DT/5/det lock/NN/3/obj ././3/punct\n"
        "It/PRP/2/nsubj stops/VBZ/0/root ././2/punct"
    )
    cast = document_votes(text, mitkov.build().resolve(text), {0: [0]})

    assert (cast.right.tolist(), cast.sizes) == ([True, False], (2,))
    assert cast.votes is not None
    assert cast.votes.matrix[:, cast.votes.indicators.index("givenness")].tolist() == [1, 0]
    assert cast.votes.ties == mitkov.TIES
    with raises("not-additive"):
        document_votes(text, most_recent.MostRecent().resolve(text), {})


CANDIDATES = st.tuples(st.tuples(*[st.integers(-1, 2)] * 3), st.booleans())
TEXTS = st.lists(st.lists(CANDIDATES, min_size=1, max_size=5), min_size=1, max_size=6)
WEIGHTINGS = arrays(np.float64, (4, 3), elements=st.integers(-130, 130).map(lambda count: count * STEP))


@settings(max_examples=25)
@given(TEXTS, WEIGHTINGS, st.sampled_from([(), (2,), (1, 0)]))
def test_many_weightings_at_once_decide_as_each_alone(
    anaphors: list[list[tuple[tuple[int, int, int], bool]]], weightings: Numbers, ties: tuple[int, ...]
) -> None:
    cast = small_matrix(*anaphors, ties=ties)
    expected = [by_definition(cast, weights) for weights in weightings]

    assert cast.solved(weightings).tolist() == expected
    assert cast.totals(weightings).tolist() == [sum(solved) for solved in expected]
    assert cast.right[cast.winners(weightings[0])].tolist() == expected[0]
    assert cast.solved(subsets(3)).tolist() == [by_definition(cast, row) for row in subsets(3)]


def test_large_fractional_weights_are_added_exactly() -> None:
    """100 + 1/64 against 100: the last place decides, with three indicators that break ties below the sum."""
    weights = np.array([[100.0, 1 / 64, 100.0]])
    candidates = [((2, 1, 2), True), *[((2, 0, 2), False)] * 200]

    assert small_matrix(candidates, ties=(0, 1, 2)).solved(weights).tolist() == [[True]]
    with raises("large-weights"):
        small_matrix([((2, 0, 0), True), ((0, 1, 0), False)]).solved(np.full((1, 3), 1e15))
