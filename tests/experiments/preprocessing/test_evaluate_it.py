from collections import Counter
from pathlib import Path

import pytest

from anaphora.experiments.preprocessing.evaluate import ratio
from anaphora.experiments.preprocessing.evaluate_it import ClassFigures, FilterFigures, evaluate_it
from anaphora.experiments.setup.configuration import configure
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError
from tests.experiments.comparison.test_profile import ROWS
from tests.experiments.conftest import Run, small_corpus


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The lid covers the tray. It (the lid) sticks. It (pleonastic) is easy to see that they like it (the lid)."""
    return small_corpus(tmp_path, ROWS)


def test_rules_are_right_on_gold_trees(small: Path) -> None:
    found = evaluate_it([small], configure(), filters=("rules",), inputs=("perfect",))

    figures = found.results["full", "perfect", "rules"]
    assert found.counts["full"] == {"anaphoric": 2, "pleonastic": 1}
    assert figures.accuracy == ratio(3, 3)
    assert figures.classes()["pleonastic"].f1 == 1


def test_figures_are_worked_out_of_the_pairs() -> None:
    """Of 4 pleonastic 3 are found, and so are 1 clausal and 1 "other" that are not."""
    pairs = {("pleonastic", "pleonastic"): 3, ("pleonastic", "anaphoric"): 1, ("clausal", "pleonastic"): 1}
    pairs |= {("other", "pleonastic"): 1, ("other", "clausal"): 2, ("anaphoric", "anaphoric"): 2}
    found = FilterFigures(Counter(pairs))
    classes = found.classes()

    assert found.accuracy == found.accuracy_of_classes == ratio(7, 10)
    assert classes["pleonastic"] == ClassFigures(precision=ratio(3, 5), recall=ratio(3, 4))
    assert classes["pleonastic"].f1 == pytest.approx(2 / 3)
    assert classes["clausal"] == ClassFigures(precision=ratio(0, 0), recall=ratio(0, 1))
    assert classes["clausal"].f1 == 0
    assert classes["anaphoric"].precision == ratio(2, 3)


def test_classes_that_no_label_tells_have_no_figures() -> None:
    found = FilterFigures(Counter({("pleonastic", "pleonastic"): 1, ("other", "anaphoric"): 1}))

    assert found.accuracy_of_classes is None
    assert list(found.classes()) == ["pleonastic"]


def test_command_prints_a_row_for_each_filter(small: Path, anaphora: Run) -> None:
    shown = anaphora("evaluate", "it", small, "--filters", "rules,paice_husk", "--input", "perfect")

    assert shown.code == 0
    assert "100.0" in shown.out
    assert {"rules", "paice_husk"} <= set(shown.out.split())


def test_command_writes_json_for_both_parses_by_default(small: Path, anaphora: Run) -> None:
    shown = anaphora("evaluate", "it", small, "--filters", "learned", "--json", "-", "--no-cache").json

    assert list(shown["labels"]["expl"]["inputs"]) == ["automatic", "perfect"]
    assert list(shown["labels"]["expl"]["inputs"]["automatic"]) == ["learned"]


def test_unknown_filter_and_input_are_refused(small: Path) -> None:
    with pytest.raises(UnknownNameError):
        evaluate_it([small], configure(), filters=("best",))
    with pytest.raises(OptionError):
        evaluate_it([small], configure(), inputs=("gold",))


def test_corpus_that_tells_of_no_it_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plain.txt"
    path.write_text("It broke.", "utf8")

    with pytest.raises(WorkbenchError):
        evaluate_it([path], configure(cached=False), filters=("rules",))
    with pytest.raises(OptionError):
        evaluate_it([path], configure(), filters=("rules",), inputs=("perfect",))


def test_documents_add_up_to_all(small: Path, anaphora: Run) -> None:
    """Three words of each file are "it", one of them pleonastic, and the rules are right on all."""
    other = small.with_name("other.conllu")
    other.write_text(small.read_text("utf8").replace("newdoc id = small", "newdoc id = other"), "utf8")

    shown = anaphora("evaluate", "it", small.parent, "--filters", "rules", "--per-document", "--json", "-").json

    of_one = [document["labels"]["full"] for document in shown["per_document"].values()]
    assert list(shown["per_document"]) == ["other", "small"]
    assert [full["classes"] for full in of_one] == [{"anaphoric": 2, "pleonastic": 1}] * 2
    assert of_one[0]["inputs"]["perfect"]["rules"]["accuracy"] == {"right": 3, "of": 3, "value": 1}
    assert shown["labels"]["full"]["inputs"]["perfect"]["rules"]["accuracy"] == {"right": 6, "of": 6, "value": 1}


def test_a_row_of_each_document_says_how_many_it_are_in_the_right_class(small: Path) -> None:
    found = evaluate_it([small], configure(), filters=("rules",), inputs=("perfect",))

    *_, table, _ = found.tables(per_document=True)

    assert [column.name for column in table.columns][2:] == ["it", "pleonastic", "anaphoric", "rules_perfect"]
    assert [row[2:] for row in table.rows] == [(3, 1, 2, ratio(3, 3))] * 2
