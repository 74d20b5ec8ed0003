"""The ranker: what it learns, what its answers are made of, how sure it is, its file of parameters."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora.corpora import plain
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.texts.resolution import resolve_document
from anaphora.resolvers import ranker
from anaphora.resolvers.ranker import UNIT, Calibration, Ranked, calibrate
from anaphora.resolvers.ranker import read as read_parameters
from anaphora.resolvers.ranking.features import GROUPS, History, entity_types
from anaphora.resolvers.ranking.features import NAMES as OF_HISTORY
from anaphora.resolvers.ranking.forest import NEVER, Forest, ForestData, build_forest
from anaphora.workbench.errors import OptionError
from tests.refused import raises
from tests.resolvers.answers import answer, example, read, words

LAMP = "The lamp fell on the desk | It broke"


# learning


@pytest.mark.parametrize(("chain", "expected"), [("The_lamp", "The lamp"), ("the_desk", "the desk")])
def test_it_answers_as_it_was_taught_and_its_file_holds_what_it_learned(
    chain: str, expected: str, tmp_path: Path
) -> None:
    path = tmp_path / "parameters.json"
    learned = ranker.train([example(LAMP, **{chain: 0, "It": 0})] * 4, trees=20, leaf=1)
    path.write_text(json.dumps(learned), "utf8")
    actual, explanation = answer(ranker.build(parameters=path), LAMP)

    assert (actual, explanation.rule) == (expected, "highest total")
    assert read_parameters(path).as_data() == json.loads(path.read_text("utf8"))


def test_texts_without_antecedents_teach_nothing() -> None:
    with raises("nothing-to-learn", OptionError):
        ranker.train([example(LAMP)])


# trees


def test_a_split_adds_the_change_of_value_to_the_group_of_its_feature() -> None:
    """Feature 1 is at most 5, or above: from 0.5 at the root to -1 and 2; it is of group 0, feature 0 of group 1."""
    stump = Forest(np.array([[1]]), np.array([[5]]), np.array([[0.5, -1.0, 2.0]]))
    values = np.array([[9, 5], [9, 6]], np.int16)

    assert stump.contributions(values, stump.shares(np.array([1, 0]))).tolist() == [[-1.5, 0.0], [1.5, 0.0]]


def test_contributions_add_up_to_what_the_leaves_say() -> None:
    random = np.random.default_rng(0)
    forest = Forest(random.integers(0, 6, (5, 7)), random.integers(0, 9, (5, 7)), random.normal(size=(5, 15)))
    values = random.integers(0, 9, (20, 6)).astype(np.int16)

    def leaf(tree: int, row: int) -> float:
        node = 0
        for _ in range(3):
            node = 2 * node + 1 + int(values[row, forest.feature[tree, node]] > forest.threshold[tree, node])
        return float(forest.value[tree, node])

    total = [sum(leaf(tree, row) - forest.value[tree, 0] for tree in range(5)) for row in range(20)]
    assert forest.contributions(values, forest.shares(np.array([0, 0, 1, 1, 2, 2]))).sum(axis=1) == pytest.approx(total)


def test_what_are_no_trees_is_refused() -> None:
    wrong: list[ForestData] = [
        ForestData([], [], []),
        ForestData([[0, 0]], [[1, 1]], [[0.0] * 5]),
        ForestData([[0]], [[1], [1]], [[0.0] * 3]),
        ForestData([[0]], [[1]], [[0.0] * 2]),
        ForestData([[9]], [[NEVER]], [[0.0] * 3]),
    ]
    for trees in wrong:
        with pytest.raises(ValueError, match=r"\w"):
            build_forest(trees, features=9)


# answers


def test_contributions_of_an_answer_are_whole_units_of_groups_of_which_some_may_be_left_out() -> None:
    _, explanation = answer(ranker.build(), LAMP)
    _, cut = answer(ranker.build(without=("distance", "syntax")), LAMP)
    votes = explanation.votes

    assert votes is not None
    groups = [*GROUPS, "centre"]
    assert votes.indicators == tuple(groups)
    assert sorted(ranker.indicators()) == sorted(groups)
    assert explanation.scores == tuple((votes.matrix.astype(float).sum(axis=1) * UNIT).tolist())
    left = [place for place, group in enumerate(groups) if group not in ("distance", "syntax")]
    assert cut.scores == tuple((votes.matrix[:, left].astype(float).sum(axis=1) * UNIT).tolist())


def test_where_no_candidate_is_left_several_persons_are_they_and_others_may_follow() -> None:
    """Of Hobbs 1978 and Lappin & Leass 1994; a probability goes with neither."""
    expected = {
        "Boris met Nadia. They had tea.": (("Boris", "Nadia"), None),
        "Before she left, Nadia wept.": ((), "Nadia"),
        "In his will, the farmer mentioned Nadia.": ((), "the farmer"),
        "They sold the table.": ((), None),
        "He slept.": ((), None),
        "He slept, Boris.": ((), None),
        "Are you well, Nadia?": ((), "Nadia"),
    }
    for resolver in ("ranker", "neural_ranker", "neural_ranker(min_confidence=0.1)"):
        for text, (persons, later) in expected.items():
            found = resolve_document(plain.document(text, "text"), configure(resolvers=[resolver], anaphors="personal"))
            (decision,) = found.decisions[f"{resolver}"]
            shown = [words(found.prepared, index) for index in (decision.antecedent, *decision.others)]
            silent = "min_confidence" in resolver
            assert shown == (list(persons) if persons and not silent else [None])
            assert words(found.prepared, decision.cataphoric) == (None if silent else later)
            assert decision.probability is None


def test_the_centre_of_the_sentence_before_of_the_own_clause_or_of_the_relative_clause_above_has_votes() -> None:
    """Not where it has another entity, nor against somebody whose sex is surer."""
    for text, expected in {
        "The pilot landed. He was tired. The mechanic arrived. He repaired it.": [0, 0, 54],
        "The pilot landed. He was tired. The mechanic called him. He left.": [0, 0, 0],
        "Clara sat at home. She read. The mechanic arrived. She got up.": [0, 0, 0],
        "The pilot landed. He was tired. The mechanic opened his box.": [0, 0, 5],
        "The press in the hall has a handle that jams when you pull it.": [0, 0, 35],
        "The press in the hall has a handle that jams its wheels.": [0, 0, 0],
    }.items():
        found = resolve_document(plain.document(text, "text"), configure(resolvers=["ranker"]))
        *_, last = [
            decision.explanation.votes
            for decision in found.decisions["ranker"]
            if len(decision.explanation.candidates) > 2
        ]
        assert last is not None
        assert last.matrix[:, last.indicators.index("centre")].tolist()[:3] == expected, text


def test_an_entity_type_of_another_scheme_is_as_none() -> None:
    document = read(LAMP)
    others = ("NORP",) * len(document.document.words)
    other = replace(document, annotation=replace(document.annotation, entity=others))

    assert entity_types(other).tolist() == entity_types(document).tolist()


def test_an_earlier_answer_is_history() -> None:
    document = read(f"{LAMP} | It shone")
    lamp, desk, broken, shining = range(4)
    changing = OF_HISTORY[OF_HISTORY.index("salience") :]
    mentions, repeated = changing.index("entity_mentions"), changing.index("last_answer")
    for answered, expected in ((lamp, [2, 1, 2]), (None, [1, 1, 1])):
        history = History(document)
        history.add()
        history.add()
        history.add(answered)
        rows = history.rows(document.cases[-1], [lamp, desk, broken])
        assert [row[mentions] for row in rows] == expected
        assert [row[repeated] > 0 for row in rows] == [answered is not None, False, answered is not None]
        assert history.same_entity(lamp, broken) == (answered is not None)
    assert document.cases[-1].anaphor == shining


# probabilities


def test_the_probability_is_that_of_all_candidates_of_the_entity() -> None:
    """Squared for the scale: 1 + 4 + 9, and 1 for no antecedent."""
    first, *others, none = Calibration(scale=2.0, open=0.0).chances(np.log([1.0, 2.0, 3.0]))

    assert sum(others) == pytest.approx(13 / 15)
    assert (first, none) == pytest.approx((1 / 15, 1 / 15))


def test_calibration_says_how_often_answers_were_right() -> None:
    alike = Ranked(0, (0,), np.zeros((1, 1), np.int8), np.ones(1), 0, np.ones(1, bool), 0.0, 0.0)
    calibration, _ = calibrate([(alike, right) for right in (True, True, True, False)])

    assert calibration.chances(alike.scores).tolist() == pytest.approx([0.75, 0.25], abs=0.01)


def test_pronouns_below_the_least_confidence_stay_open() -> None:
    def decide(text: str, **options: Any) -> tuple[int | None, float | None]:
        (decision,) = ranker.build(**options).resolve(read(text))
        return decision.antecedent, decision.probability

    antecedent, probability = decide(LAMP)
    assert antecedent is not None
    assert probability is not None
    assert 0 < probability < 1
    assert decide(LAMP, min_confidence=probability) == (antecedent, probability)
    assert decide(LAMP, min_confidence=min(1.0, probability + 0.01)) == (None, probability)
    assert decide("It broke") == (None, None)


def test_the_parameters_that_come_with_it_name_their_texts() -> None:
    data = json.loads(Path(ranker.__file__).with_suffix(".json").read_text("utf8"))

    assert data["provenance"]["corpus"].startswith("gum-train-free@")
    assert data["licence"]
