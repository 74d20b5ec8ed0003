"""Files of weights: the table of scores. Multipliers are tested with the resolvers that take them."""

from pathlib import Path

import pytest

from anaphora.resolvers import mars
from anaphora.resolvers._additive.settings import load_settings
from tests.resolvers.answers import scored
from tests.resolvers.votes import IT_STOPS, THE_PRINTER_NEEDS_A_PAGE


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
