from collections import Counter
from pathlib import Path

import pytest

from anaphora.experiments.comparison.settings import Settings
from anaphora.experiments.preprocessing.evaluate_it import Agreement, evaluate_it
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError
from tests.experiments.comparison.test_profile import ROWS
from tests.experiments.conftest import Run, small_corpus


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The lid covers the tray. It (the lid) sticks. It (pleonastic) is easy to see that they like it (the lid)."""
    return small_corpus(tmp_path, ROWS)


def test_rules_are_right_on_gold_trees(small: Path) -> None:
    found = evaluate_it([small], Settings(), filters=("rules",), inputs=("perfect",)).as_json()

    figures = found["labels"]["full"]["inputs"]["perfect"]["rules"]
    assert found["labels"]["full"]["classes"] == {"anaphoric": 2, "pleonastic": 1}
    assert figures["accuracy"] == {"right": 3, "of": 3, "value": 1.0}
    assert figures["classes"]["pleonastic"]["f1"] == 1


def test_figures_are_worked_out_of_the_pairs() -> None:
    """Of 4 pleonastic 3 are found, and so are 1 clausal and 1 "other" that are not."""
    pairs = {("pleonastic", "pleonastic"): 3, ("pleonastic", "anaphoric"): 1, ("clausal", "pleonastic"): 1}
    pairs |= {("other", "pleonastic"): 1, ("other", "clausal"): 2, ("anaphoric", "anaphoric"): 2}
    found = Agreement(Counter(pairs)).as_json()

    assert found["accuracy"] == {"right": 7, "of": 10, "value": 0.7}
    assert found["accuracy_of_classes"] == {"right": 7, "of": 10, "value": 0.7}
    assert found["classes"]["pleonastic"] == {
        "precision": {"right": 3, "of": 5, "value": 0.6},
        "recall": {"right": 3, "of": 4, "value": 0.75},
        "f1": pytest.approx(2 / 3),
    }
    assert found["classes"]["clausal"] == {
        "precision": {"right": 0, "of": 0, "value": None}, "recall": {"right": 0, "of": 1, "value": 0.0}, "f1": 0.0,
    }  # fmt: skip
    assert found["classes"]["anaphoric"]["precision"] == {"right": 2, "of": 3, "value": 2 / 3}


def test_classes_that_no_label_tells_have_no_figures() -> None:
    found = Agreement(Counter({("pleonastic", "pleonastic"): 1, ("other", "anaphoric"): 1})).as_json()

    assert found["accuracy_of_classes"] is None
    assert list(found["classes"]) == ["pleonastic"]


def test_command_prints_a_row_for_each_filter(small: Path, anaphora: Run) -> None:
    shown = anaphora("evaluate-it", small, "--filters", "rules,paice_husk", "--input", "perfect")

    assert shown.code == 0
    assert "1.000 (3/3)" in shown.out
    assert {"rules", "paice_husk"} <= set(shown.out.split())


def test_command_writes_json_for_both_parses_by_default(small: Path, anaphora: Run) -> None:
    shown = anaphora("evaluate-it", small, "--filters", "learned", "--json", "-", "--no-cache").json

    assert list(shown["labels"]["expl"]["inputs"]) == ["automatic", "perfect"]
    assert list(shown["labels"]["expl"]["inputs"]["automatic"]) == ["learned"]


def test_unknown_filter_and_input_are_refused(small: Path) -> None:
    with pytest.raises(UnknownNameError, match="There is no filter 'best' of it; choose from learned, memory"):
        evaluate_it([small], Settings(), filters=("best",))
    with pytest.raises(OptionError, match="There is no input 'gold'; choose automatic or perfect"):
        evaluate_it([small], Settings(), inputs=("gold",))


def test_corpus_that_tells_of_no_it_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plain.txt"
    path.write_text("It broke.", "utf8")

    with pytest.raises(WorkbenchError, match='No "it" of known class is in the corpora'):
        evaluate_it([path], Settings(cached=False), filters=("rules",))
    with pytest.raises(OptionError, match="has no gold trees"):
        evaluate_it([path], Settings(), filters=("rules",), inputs=("perfect",))
