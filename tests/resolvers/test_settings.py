"""Files of weights: the table of scores. Multipliers are tested with the resolvers that take them."""

from pathlib import Path

import pytest

from anaphora.resolvers import mars
from anaphora.resolvers._additive.settings import settings
from anaphora.workbench.errors import OptionError
from tests.annotated import prepared
from tests.resolvers.votes import IT_STOPS, THE_PRINTER_NEEDS_A_PAGE


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "weights.toml"


def scores(file: Path, content: str) -> dict[str, float]:
    """What the candidates of "it" total with a file of weights, by their words."""
    file.write_text(content)
    document = prepared("\n".join([THE_PRINTER_NEEDS_A_PAGE, IT_STOPS]))
    (decision,) = mars.build(weights=file).resolve(document)
    words = [document.document.words_of(document.mentions[index].span) for index in decision.explanation.candidates]
    return dict(zip(words, decision.explanation.scores, strict=True))


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
    found = settings("mars.toml", preset="2002", weights=file)

    assert found.scores["referential_distance"] == {
        "same_sentence": 9, "previous_sentence": 4, "two_before": 0, "farther": -2,
    }  # fmt: skip
    assert found.weights[found.indicators.index("referential_distance")] == 0.25


def test_weights_beside_whole_scores_stay_as_they_are(file: Path) -> None:
    file.write_text("[scores]\ncollocation = { same_pattern = 3 }\n[weights]\ncollocation = 0.3\n")
    found = settings("mars.toml", preset="2002", weights=file)

    assert found.weights[found.indicators.index("collocation")] == 0.3


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[scores]\nhue = { red = 1 }\n", "There is no indicator 'hue'"),
        ("[scores]\ngivenness = { first = 1 }\n", "There is no indicator 'givenness'"),
        ("[scores]\ncollocation = 2\n", "The scores of collocation are 2; expected is a table of its outcomes: same_p"),
        (
            "[scores]\ncollocation = { pattern = 2 }\n",
            "collocation has no outcome 'pattern' to score; known here: same",
        ),
        ("[scores]\ncollocation = { same_pattern = 0.3 }\n", r"collocation, same_pattern, is 0\.3; it must be a mult"),
        ("[scores]\ncollocation = { same_pattern = inf }\n", "collocation, same_pattern, is inf; it must be a mult"),
        ("[scores]\ncollocation = { same_pattern = true }\n", "collocation, same_pattern, is True; it must be a mult"),
        ("[scores]\ncollocation = { same_pattern = 32.25 }\n", "The scores of collocation are too far apart"),
        ("scores = 3\n", r"There is no table \[weights\] in .*or a table \[scores\]"),
    ],
)
def test_scores_that_are_none_are_refused(file: Path, content: str, message: str) -> None:
    file.write_text(content)

    with pytest.raises(OptionError, match=message):
        mars.build(weights=file)
