"""The ranker: what it learns, what its answers are made of, how sure it is, its file of parameters."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora.resolvers import ranker
from anaphora.resolvers._ranking.features import GROUPS, History
from anaphora.resolvers._ranking.features import NAMES as OF_HISTORY
from anaphora.resolvers._ranking.forest import NEVER, Forest, Trees, build_forest
from anaphora.resolvers._ranking.model import UNIT, Calibration, Ranked, calibrate, read
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.resolver_entry import Example
from tests.annotated import prepared
from tests.refused import raises
from tests.resolvers.answers import answer, example, words

A_LAMP_FELL = "The/DT/2/det lamp/NN/3/nsubj fell/VBD/0/root on/IN/6/case the/DT/6/det desk/NN/3/obl ././3/punct"
IT_BROKE = "It/PRP/2/nsubj broke/VBD/0/root ././2/punct"
IT_SHONE = "It/PRP/2/nsubj shone/VBD/0/root ././2/punct"


SUBJECTS = [example(A_LAMP_FELL, IT_BROKE, The_lamp=0, It=0)] * 4
OBLIQUES = [example(A_LAMP_FELL, IT_BROKE, the_desk=0, It=0)] * 4


def stored(folder: Path, examples: list[Example]) -> Path:
    path = folder / "parameters.json"
    path.write_text(json.dumps(ranker.train(examples, trees=20, leaf=1)), "utf8")
    return path


def ranks(document: Prepared, **options: Any) -> list[str | None]:
    """The answers to all pronouns of a document."""
    return [words(document, decision.antecedent) for decision in ranker.build(**options).resolve(document)]


# learning


@pytest.mark.parametrize(("examples", "expected"), [(SUBJECTS, "The lamp"), (OBLIQUES, "the desk")])
def test_it_answers_as_it_was_taught(examples: list[Example], expected: str, tmp_path: Path) -> None:
    found, explanation = answer(ranker.build(parameters=stored(tmp_path, examples)), A_LAMP_FELL, IT_BROKE)

    assert found == expected
    assert explanation.rule == "highest total"


def test_texts_without_antecedents_teach_nothing() -> None:
    with raises("nothing-to-learn", OptionError):
        ranker.train([example(A_LAMP_FELL, IT_BROKE)])


def test_a_file_holds_what_was_learned(tmp_path: Path) -> None:
    path = stored(tmp_path, SUBJECTS)

    assert read(path).as_data() == json.loads(path.read_text("utf8"))


# trees


STUMP = Forest(np.array([[1]]), np.array([[5]]), np.array([[0.5, -1.0, 2.0]]))
"""Feature 1 is at most 5, or above."""


def test_a_split_adds_the_change_of_value_to_the_group_of_its_feature() -> None:
    values = np.array([[9, 5], [9, 6]], np.int16)

    # from 0.5 at the root to -1 and 2; feature 1 is of group 0, feature 0 of group 1
    assert STUMP.contributions(values, np.array([1, 0])).tolist() == [[-1.5, 0.0], [1.5, 0.0]]


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
    found = forest.contributions(values, np.array([0, 0, 1, 1, 2, 2]))
    assert found.sum(axis=1) == pytest.approx(total)


@pytest.mark.parametrize(
    ("feature", "threshold", "value"),
    [
        ([], [], []),
        ([[0, 0]], [[1, 1]], [[0.0] * 5]),
        ([[0]], [[1], [1]], [[0.0] * 3]),
        ([[0]], [[1]], [[0.0] * 2]),
        ([[9]], [[NEVER]], [[0.0] * 3]),
    ],
)
def test_what_are_no_trees_is_refused(feature: Any, threshold: Any, value: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        build_forest(Trees(feature, threshold, value), features=9)


# answers


def test_contributions_of_an_answer_are_whole_units_and_add_up_to_its_score() -> None:
    _, explanation = answer(ranker.build(), A_LAMP_FELL, IT_BROKE)

    assert explanation.votes is not None
    assert explanation.votes.indicators == tuple(GROUPS)
    assert explanation.scores == tuple((explanation.votes.matrix.astype(float).sum(axis=1) * UNIT).tolist())


def test_a_group_that_is_left_out_weighs_nothing() -> None:
    document = prepared(f"{A_LAMP_FELL}\n{IT_BROKE}")
    (full,), (cut,) = (ranker.build(without=without).resolve(document) for without in ((), ("distance", "syntax")))

    assert full.explanation.votes is not None
    others = [place for place, group in enumerate(GROUPS) if group not in ("distance", "syntax")]
    expected = full.explanation.votes.matrix[:, others].astype(float).sum(axis=1) * UNIT
    assert cut.explanation.scores == tuple(expected.tolist())


def test_the_groups_are_listed_with_their_sources() -> None:
    assert tuple(sorted(ranker.indicators())) == tuple(sorted(GROUPS))


def test_a_pronoun_without_candidates_stays_open() -> None:
    (decision,) = ranker.build().resolve(prepared(IT_BROKE))

    assert (decision.antecedent, decision.probability) == (None, None)


def test_an_earlier_answer_is_history() -> None:
    document = prepared("\n".join((A_LAMP_FELL, IT_BROKE, IT_SHONE)))
    lamp, _desk, broken, shining = range(4)
    changing = OF_HISTORY[OF_HISTORY.index("salience") :]
    mentions, repeated = changing.index("entity_mentions"), changing.index("last_answer")
    for answered, expected in ((lamp, [2, 1, 2]), (None, [1, 1, 1])):
        history = History(document)
        history.add()
        history.add()
        history.add(answered)
        rows = history.rows(document.cases[-1], [lamp, _desk, broken])
        assert [row[mentions] for row in rows] == expected
        assert [row[repeated] > 0 for row in rows] == [answered is not None, False, answered is not None]
        assert history.same_entity(lamp, broken) == (answered is not None)
    assert document.cases[-1].anaphor == shining


# probabilities


def test_the_probability_is_that_of_all_candidates_of_the_entity() -> None:
    calibration = Calibration(scale=2.0, open=0.0)
    first, *others, none = calibration.chances(np.log([1.0, 2.0, 3.0]))

    # squared for the scale: 1 + 4 + 9, and 1 for no antecedent
    assert sum(others) == pytest.approx(13 / 15)
    assert (first, none) == pytest.approx((1 / 15, 1 / 15))


def test_calibration_says_how_often_answers_were_right() -> None:
    alike = Ranked(0, (0,), np.zeros((1, 1), np.int8), np.ones(1), 0, np.ones(1, bool), 0.0, 0.0)
    calibration, _ = calibrate([(alike, right) for right in (True, True, True, False)])

    assert calibration.chances(alike.scores).tolist() == pytest.approx([0.75, 0.25], abs=0.01)


def test_pronouns_below_the_least_confidence_stay_open() -> None:
    document = prepared(f"{A_LAMP_FELL}\n{IT_BROKE}")
    (decision,) = ranker.build().resolve(document)
    assert decision.probability is not None
    assert 0 < decision.probability < 1

    assert ranks(document, min_confidence=decision.probability) == [words(document, decision.antecedent)]
    (open_one,) = ranker.build(min_confidence=min(1.0, decision.probability + 0.01)).resolve(document)
    assert (open_one.antecedent, open_one.probability) == (None, decision.probability)


def test_the_parameters_that_come_with_it_name_their_texts() -> None:
    data = json.loads(Path(ranker.__file__).with_suffix(".json").read_text("utf8"))

    assert data["provenance"]["corpus"].startswith("gum-train-free@")
    assert data["licence"]
