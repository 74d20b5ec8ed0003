"""From votes to decisions, and files of weights: the table of scores."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora.resolvers import mars, mitkov
from anaphora.resolvers._additive.columns import columns_of, pairs_of
from anaphora.resolvers._additive.settings import load_settings
from anaphora.resolvers._additive.voting import tally
from tests.annotated import prepared
from tests.resolvers.answers import scored
from tests.resolvers.votes import IT_STOPS, THE_PRINTER_NEEDS_A_PAGE

NOUNS = "\n".join(f"The/DT/2/det thing{number}/NN/3/nsubj stops/VBZ/0/root" for number in range(3))
DOCUMENT = prepared("\n".join([NOUNS, IT_STOPS, IT_STOPS, NOUNS, IT_STOPS]))
COLUMNS, PAIRS = columns_of(DOCUMENT), pairs_of(DOCUMENT)
SETTINGS = load_settings("mitkov.toml", preset="1998")
TIES = [SETTINGS.indicators.index(name) for name in mitkov.TIES]


@given(
    votes=st.lists(st.integers(-1, 2), min_size=PAIRS.candidate.size * 10, max_size=PAIRS.candidate.size * 10),
    weights=st.lists(st.sampled_from([-1.0, 0.0, 0.5, 1.0]), min_size=10, max_size=10),
)
def test_the_tally_of_all_cases_at_once_is_that_of_each_alone(votes: list[int], weights: list[float]) -> None:
    matrix = np.array(votes, np.int8).reshape(-1, 10)
    weighing = np.array(weights)

    winners, tie_breaks = tally(COLUMNS, PAIRS, matrix, replace(SETTINGS, weights=weighing), mitkov.TIES)

    for number in range(len(PAIRS.cases)):
        rows = np.flatnonzero(PAIRS.owner == number).tolist()
        keys = {
            row: (
                float(matrix[row] @ weighing),
                *(float(matrix[row, tie] * weighing[tie]) for tie in TIES),
                DOCUMENT.mentions[PAIRS.candidate[row]].head,
            )
            for row in rows
        }
        winner = max(rows, key=keys.__getitem__)
        second = max((keys[row] for row in rows if row != winner), default=None)
        decided = 0 if second is None else next(i for i in range(5) if second[i] != keys[winner][i])
        assert winners[number] == winner
        assert tie_breaks[number] == decided


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "weights.toml"


def scores(file: Path, content: str) -> dict[str, float]:
    """What the candidates of "it" total with a file of weights, by their words."""
    file.write_text(content)
    return scored(mars.build(weights=file), THE_PRINTER_NEEDS_A_PAGE, IT_STOPS)[0]


def test_scores_replace_those_of_the_outcomes_named(file: Path) -> None:
    """The printer is a subject (2) and has the function of "it" (1), the page an indefinite (-1) object (1)."""
    before = scores(file, "[weights]\n")
    after = scores(file, "[scores]\nobliqueness = { subject = 0.75, object = 2.5 }\n")

    assert {name: after[name] - before[name] for name in after} == {"The printer": -1.25, "a page": 1.5}


def test_scores_can_be_weighed(file: Path) -> None:
    before = scores(file, "[scores]\nobliqueness = { subject = 0.75 }\n")
    after = scores(file, "[scores]\nobliqueness = { subject = 0.75 }\n[weights]\nobliqueness = 2\n")

    assert after["The printer"] - before["The printer"] == 0.75


def test_votes_are_whole_numbers_of_the_finest_fraction(file: Path) -> None:
    file.write_text("[scores]\nreferential_distance = { same_sentence = 2.25, farther = -0.5 }\n")
    found = load_settings("mars.toml", preset="2002", weights=file)

    assert found.scores["referential_distance"] == {
        "same_sentence": 9, "previous_sentence": 4, "two_before": 0, "farther": -2,
    }  # fmt: skip
    assert found.weights[found.indicators.index("referential_distance")] == 0.25


def test_weights_beside_whole_scores_stay_as_they_are(file: Path) -> None:
    file.write_text("[scores]\ncollocation = { same_pattern = 3 }\n[weights]\ncollocation = 0.3\n")
    found = load_settings("mars.toml", preset="2002", weights=file)

    assert found.weights[found.indicators.index("collocation")] == 0.3
