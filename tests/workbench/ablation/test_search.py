from dataclasses import replace

import numpy as np

from anaphora.workbench.ablation.search import GRID, LARGEST, Gene, fitness, genes, genetic, on_grid, part, unfold
from anaphora.workbench.ablation.vote_matrix import VoteMatrix
from tests.refused import raises

SCORES = {
    "distance": {"same": 2, "previous": 1, "two_before": 0, "farther": -1},
    "function": {"subject": 2, "existential": 2, "object": 1},
    "term": {"term": 1},
}
Candidate = tuple[tuple[int, ...], bool]
SUBJECT, TERM = (1, 0), (0, 1)


def matrix(
    *anaphors: list[Candidate], indicators: tuple[str, ...] = ("subject", "term"), documents: list[int] | None = None
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
