from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from anaphora.resolvers import mitkov, most_recent
from anaphora.workbench.ablation.search import GRID, LARGEST, Gene, fitness, genes, genetic, on_grid, part, unfold
from anaphora.workbench.ablation.vote_matrix import (
    NO_VOTES,
    STEP,
    DocumentVotes,
    VoteMatrix,
    document_votes,
    subsets,
    vote_matrix,
)
from anaphora.workbench.arrays import Numbers
from anaphora.workbench.decision import Votes
from tests.annotated import prepared
from tests.refused import raises

SCORES = {
    "distance": {"same": 2, "previous": 1, "two_before": 0, "farther": -1},
    "function": {"subject": 2, "existential": 2, "object": 1},
    "term": {"term": 1},
}
Candidate = tuple[tuple[int, ...], bool]
SUBJECT, TERM = (1, 0), (0, 1)


def matrix(
    *anaphors: Sequence[Candidate],
    indicators: tuple[str, ...] = ("subject", "term"),
    documents: list[int] | None = None,
    ties: tuple[int, ...] = (),
) -> VoteMatrix:
    """Of each anaphor the candidates, the most recent last, with their votes and whether they are right.

    By default each anaphor has a document of its own and all weights are 1.
    """
    rows = [row for candidates in anaphors for row in candidates]
    document = np.array(range(len(anaphors)) if documents is None else documents)
    return VoteMatrix(
        indicators=indicators,
        votes=np.array([votes for votes, _ in rows], np.int8),
        right=np.array([right for _, right in rows]),
        starts=np.cumsum([0, *map(len, anaphors)])[:-1],
        document=document,
        asked=np.bincount(document),
        weights=np.ones(len(indicators)),
        ties=ties,
    )


SUBJECT_IS_RIGHT: list[Candidate] = [(SUBJECT, True), (TERM, False)]  # lost on a tie while both score 1
TERM_IS_RIGHT: list[Candidate] = [(TERM, True), (SUBJECT, False)]


def test_genes_are_the_scores_of_outcomes_that_are_not_zero() -> None:
    assert genes(("distance",), SCORES) == (
        Gene("distance", ("same",), 2),
        Gene("distance", ("previous",), 1),
        Gene("distance", ("farther",), -1),
    )
    assert genes(("function",), SCORES)[0] == Gene("function", ("subject", "existential"), 2), "outcomes of one score"


def test_unfolded_ballots_have_a_column_for_each_gene_and_the_scores_as_weights() -> None:
    votes = matrix([((2, 1), True), ((-1, 0), False), ((0, 1), False)], indicators=("distance", "term"))
    votes = replace(votes, weights=np.array([0.5, 3.0]))

    columns = unfold(votes, genes(votes.indicators, SCORES))

    assert columns.indicators == ("distance: same", "distance: previous", "distance: farther", "term: term")
    assert columns.votes.tolist() == [[1, 0, 0, 1], [0, 0, 1, 0], [0, 0, 0, 1]]
    assert columns.weights.tolist() == [1.0, 0.5, -0.5, 3.0]


def test_unfolded_ballots_break_ties_by_the_same_indicator() -> None:
    votes = replace(matrix(SUBJECT_IS_RIGHT, TERM_IS_RIGHT), ties=(1,))
    searched = (Gene("term", ("term",), 1), Gene("subject", ("subject",), 1))

    columns = unfold(votes, searched)

    assert columns.ties == (0,)
    assert columns.solved(np.ones((1, 2))).tolist() == votes.solved(np.ones((1, 2))).tolist() == [[False, True]]

    several = replace(matrix([((2, 0), True)], indicators=("distance", "term")), ties=(0,))
    with raises("tie-with-several-scores"):
        unfold(several, genes(several.indicators, SCORES))


def test_a_part_holds_the_anaphors_of_its_documents_and_no_others() -> None:
    whole = matrix(SUBJECT_IS_RIGHT, TERM_IS_RIGHT, SUBJECT_IS_RIGHT)

    some = part(whole, np.array([False, True, True]))

    assert some.asked.tolist() == [0, 1, 1]
    assert some.document.tolist() == [1, 2]
    assert some.starts.tolist() == [0, 2]
    assert some.votes.tolist() == whole.votes[2:].tolist()
    assert some.right.tolist() == [True, False, True, False]


def test_fitness_counts_right_anaphors_and_of_equal_scores_prefers_those_nearer_to_the_own() -> None:
    votes = matrix(SUBJECT_IS_RIGHT, SUBJECT_IS_RIGHT)
    own, near, far = [1.0, 1.0], [1.25, 1.0], [3.0, 1.0]

    nothing, better, worse = fitness(votes, np.array([own, near, far])).tolist()

    assert nothing == 0
    assert 1 < worse < better < 2


def test_the_search_finds_scores_that_solve_all_where_such_are() -> None:
    votes = matrix(*[SUBJECT_IS_RIGHT] * 5)

    found = genetic(votes, 0)

    assert found[0] > found[1]
    assert votes.totals(found[np.newaxis]).tolist() == [5]


def test_the_search_goes_with_the_majority_where_not_all_can_be_right() -> None:
    """The same seed gives the same, on the grid."""
    votes = matrix(*[SUBJECT_IS_RIGHT] * 3, *[TERM_IS_RIGHT] * 2)
    found = genetic(votes, 0)

    assert votes.totals(found[np.newaxis]).tolist() == [3]
    assert found.tolist() == genetic(votes, 0).tolist()
    assert np.array_equal(found / GRID, np.round(found / GRID))
    assert np.abs(found).max() <= LARGEST
    assert on_grid(np.array([0.3, -9.0, -0.1])).tolist() == [0.25, -3.0, 0.0]


def test_the_search_can_turn_a_score_round() -> None:
    neither_is_right: list[Candidate] = [(SUBJECT, False), ((0, 0), True), (SUBJECT, False)]
    votes = matrix(*[neither_is_right] * 4)

    found = genetic(votes, 0)

    assert found[0] < 0
    assert votes.totals(found[np.newaxis]).tolist() == [4]


def test_a_search_keeps_the_own_scores_where_none_are_better() -> None:
    votes = matrix(*[TERM_IS_RIGHT] * 2, *[SUBJECT_IS_RIGHT] * 2)

    assert genetic(replace(votes, weights=np.array([0.5, 1.0])), 0).tolist() == [0.5, 1.0]


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
    votes = Votes(("near", "subject", "term"), np.zeros((1, 3), np.int8), np.ones(3))
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
    cast = matrix(*anaphors, indicators=("near", "subject", "term"), documents=[0] * len(anaphors), ties=ties)
    expected = [by_definition(cast, weights) for weights in weightings]

    assert cast.solved(weightings).tolist() == expected
    assert cast.totals(weightings).tolist() == [sum(solved) for solved in expected]
    assert cast.right[cast.winners(weightings[0])].tolist() == expected[0]
    assert cast.solved(subsets(3)).tolist() == [by_definition(cast, row) for row in subsets(3)]


def test_large_fractional_weights_are_added_exactly() -> None:
    """100 + 1/64 against 100: the last place decides, with three indicators that break ties below the sum."""
    weights = np.array([[100.0, 1 / 64, 100.0]])
    candidates = [((2, 1, 2), True), *[((2, 0, 2), False)] * 200]

    assert matrix(candidates, indicators=("near", "subject", "term"), ties=(0, 1, 2)).solved(weights).tolist() == [
        [True]
    ]
    with raises("large-weights"):
        matrix([(SUBJECT, True), (TERM, False)]).solved(np.full((1, 2), 1e15))
