from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora.experiments.commands.evaluate.it import (
    LABEL_SETS,
    it,
    it_classes,
)
from anaphora.workbench.document import Span
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError
from anaphora.workbench.key import Key
from anaphora.workbench.results.evaluated import ClassFigures, FilterFigures
from anaphora.workbench.results.values import ratio
from tests.annotated import annotated
from tests.experiments.commands.test_profile import ROWS
from tests.experiments.conftest import Run, small_corpus


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The lid covers the tray. It (the lid) sticks. It (pleonastic) is easy to see that they like it (the lid)."""
    return small_corpus(tmp_path, ROWS)


def test_rules_are_right_on_gold_trees(small: Path) -> None:
    found = it([small], filters=("rules",), inputs=("perfect",))
    figures = found.results["full", "perfect", "rules"]
    *_, table = found.tables(per_document=True)
    *_, both = it([small], filters=("rules",)).tables(per_document=True)

    assert found.counts["full"] == {"anaphoric": 2, "pleonastic": 1}
    assert figures.accuracy == ratio(3, 3)
    assert figures.classes()["pleonastic"].f1 == 1
    assert [column.name for column in table.columns][2:] == ["it", "pleonastic", "anaphoric", "rules_perfect"]
    assert [row[2:] for row in table.rows] == [(3, 1, 2, ratio(3, 3))] * 2
    assert table.columns[-1].shown == "rules"
    assert {column.shown for column in both.columns[-2:]} == {"rules, perfect", "rules, automatic"}


def test_figures_are_worked_out_of_the_pairs() -> None:
    """Of 4 pleonastic 3 are found, and so are 1 clausal and 1 "other" that are not."""
    pairs = {("pleonastic", "pleonastic"): 3, ("pleonastic", "anaphoric"): 1, ("clausal", "pleonastic"): 1}
    pairs |= {("other", "pleonastic"): 1, ("other", "clausal"): 2, ("anaphoric", "anaphoric"): 2}
    found = FilterFigures(Counter(pairs))
    classes = found.classes()
    untold = FilterFigures(Counter({("pleonastic", "pleonastic"): 1, ("other", "anaphoric"): 1}))

    assert found.accuracy == found.accuracy_of_classes == ratio(7, 10)
    assert classes["pleonastic"] == ClassFigures(precision=ratio(3, 5), recall=ratio(3, 4))
    assert classes["pleonastic"].f1 == pytest.approx(2 / 3)
    assert classes["clausal"] == ClassFigures(precision=ratio(0, 0), recall=ratio(0, 1))
    assert classes["clausal"].f1 == 0
    assert classes["anaphoric"].precision == ratio(2, 3)
    assert untold.accuracy_of_classes is None
    assert list(untold.classes()) == ["pleonastic"]


def test_command_evaluates_both_parses_by_default(small: Path, anaphora: Run) -> None:
    shown = anaphora("evaluate", "it", small, "--filters", "learned", "--json", "-", "--no-cache").json

    assert list(shown["labels"]["expl"]["inputs"]) == ["automatic", "perfect"]
    assert list(shown["labels"]["expl"]["inputs"]["automatic"]) == ["learned"]


def test_unknown_names_and_a_corpus_that_tells_of_no_it_are_refused(small: Path) -> None:
    text = small.with_name("plain.txt")
    text.write_text("It broke.", "utf8")

    with pytest.raises(UnknownNameError):
        it([small], filters=("best",))
    with pytest.raises(OptionError):
        it([small], inputs=("gold",))
    with pytest.raises(WorkbenchError):
        it([text], cached=False, filters=("rules",))
    with pytest.raises(OptionError):
        it([text], filters=("rules",), inputs=("perfect",))


def test_documents_add_up_to_all(small: Path, anaphora: Run) -> None:
    """Three words of each file are "it", one of them pleonastic, and the rules are right on all."""
    other = small.with_name("other.conllu")
    other.write_text(small.read_text("utf8").replace("newdoc id = small", "newdoc id = other"), "utf8")
    shown = anaphora("evaluate", "it", small.parent, "--filters", "rules", "--per-document", "--json", "-").json
    single = [document["labels"]["full"] for document in shown["per_document"].values()]

    assert list(shown["per_document"]) == ["other", "small"]
    assert [full["classes"] for full in single] == [{"anaphoric": 2, "pleonastic": 1}] * 2
    assert single[0]["inputs"]["perfect"]["rules"]["accuracy"] == {"right": 3, "of": 3, "value": 1}
    assert shown["labels"]["full"]["inputs"]["perfect"]["rules"]["accuracy"] == {"right": 6, "of": 6, "value": 1}


def test_labels_that_agree_are_printed_once_and_documents_once(small: Path) -> None:
    """The pleonastic "it" of the file is an expletive of the tree, but `expl` tells no other classes apart."""
    tables = it([small], filters=("rules",), inputs=("perfect",)).tables(per_document=True)

    assert [len(table.rows) for table in tables] == [1, 1, 2]
    assert [column.name for column in tables[1].columns][2:] == [
        "accuracy", "pleonastic_precision", "pleonastic_recall", "pleonastic_f1",
    ]  # fmt: skip


EXPLETIVE = "It/PRP/3/expl is/VBZ/3/cop odd/JJ/0/root that/IN/6/mark fans/NNS/6/nsubj stop/VBP/3/csubj"
DARK = "It/PRP/3/nsubj was/VBD/3/cop dark/JJ/0/root"
HARD = "It/PRP/3/nsubj is/VBZ/3/cop hard/JJ/0/root to/TO/5/mark find/VB/3/xcomp jobs/NNS/5/obj"
CLEAN = "It/PRP/3/nsubj is/VBZ/3/cop easy/JJ/0/root to/TO/5/mark clean/VB/3/xcomp"
HALL = f"The/DT/2/det hall/NN/0/root ././2/punct\n{DARK}"
LID = "The/DT/2/det lid/NN/3/nsubj broke/VBD/0/root\nIt/PRP/2/nsubj fell/VBD/0/root"
SHE_LEFT = "She/PRP/2/nsubj left/VBD/0/root\nIt/PRP/3/nsubj was/VBD/3/cop good/JJ/0/root"
BEFORE = "Without/IN/2/mark knowing/VBG/5/advcl it/PRP/2/obj we/PRP/5/nsubj sleep/VBP/0/root"
FIRST, IT = Span(0, 2), Span(3, 4)


def classes(text: str, *chains: tuple[Span, ...], labels: str, **more: object) -> list[str]:
    document, annotation = annotated(text)
    key = Key("test", chains, **more)  # type: ignore[arg-type]
    return list(it_classes(replace(document, annotation=annotation), key, labels).values())


@pytest.mark.parametrize(
    ("text", "chains", "labels", "expected"),
    [
        *((EXPLETIVE, (), labels, "pleonastic") for labels in ("expl", "constructions", "full")),
        # a construction in the tree, though the relation says subject
        *((text, (), "expl", "other") for text in (DARK, HARD, CLEAN)),
        *((DARK, (), labels, "pleonastic") for labels in ("constructions", "full")),
        *((HARD, (), labels, "pleonastic") for labels in ("constructions", "full")),
        *((CLEAN, (), labels, "other") for labels in ("constructions", "full")),
        # a chain that says what it is outdoes the construction
        (HALL, ((FIRST, IT),), "full", "anaphoric"),
        (LID, ((FIRST, IT),), "full", "anaphoric"),
        # out of every chain it is unknown by its construction
        (LID, ((FIRST,),), "full", "pleonastic"),
        (LID, ((FIRST,), (IT,)), "full", "pleonastic"),
        (LID, ((FIRST,),), "constructions", "other"),
        # a clause before it, or behind it in its sentence
        (SHE_LEFT, ((FIRST, Span(2, 3)),), "full", "clausal"),
        (BEFORE, ((Span(2, 3), Span(3, 5)),), "full", "pleonastic"),
    ],
)
def test_tree_and_chains_say_what_it_is(
    text: str, chains: tuple[tuple[Span, ...], ...], labels: str, expected: str
) -> None:
    assert labels in LABEL_SETS
    assert classes(text, *chains, labels=labels) == [expected]


def test_marks_of_the_corpus_come_first_but_for_the_relation_alone() -> None:
    """An *it* with split antecedents is anaphoric; without trees only chains tell."""
    document, _ = annotated(LID)

    assert classes(EXPLETIVE, labels="full", non_anaphoric={0: "clausal"}) == ["clausal"]
    assert classes(EXPLETIVE, labels="expl", non_anaphoric={0: "clausal"}) == ["pleonastic"]
    assert classes(LID, (FIRST,), labels="full", split={IT: (0,)}) == ["anaphoric"]
    assert it_classes(document, Key("test", ((FIRST, IT),)), "full") == {3: "anaphoric"}
    assert it_classes(document, Key("test", ((FIRST, IT),)), "expl") == {}
    assert it_classes(document, Key("test", ()), "full") == {}
    with pytest.raises(OptionError):
        classes(LID, labels="mine")
