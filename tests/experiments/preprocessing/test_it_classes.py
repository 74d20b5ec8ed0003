from dataclasses import replace

import pytest

from anaphora.experiments.preprocessing.evaluate_it import LABEL_SETS, it_classes
from anaphora.workbench.document import Span
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Key
from tests.annotated import annotated

EXPLETIVE = "It/PRP/3/expl is/VBZ/3/cop odd/JJ/0/root that/IN/6/mark fans/NNS/6/nsubj stop/VBP/3/csubj"
DARK = "It/PRP/3/nsubj was/VBD/3/cop dark/JJ/0/root"
HARD = "It/PRP/3/nsubj is/VBZ/3/cop hard/JJ/0/root to/TO/5/mark find/VB/3/xcomp jobs/NNS/5/obj"
CLEAN = "It/PRP/3/nsubj is/VBZ/3/cop easy/JJ/0/root to/TO/5/mark clean/VB/3/xcomp"
LID = "The/DT/2/det lid/NN/3/nsubj broke/VBD/0/root\nIt/PRP/2/nsubj fell/VBD/0/root"
SHE_LEFT = "She/PRP/2/nsubj left/VBD/0/root\nIt/PRP/3/nsubj was/VBD/3/cop good/JJ/0/root"
BEFORE = "Without/IN/2/mark knowing/VBG/5/advcl it/PRP/2/obj we/PRP/5/nsubj sleep/VBP/0/root"
IT = Span(3, 4)


def classes(text: str, *chains: tuple[Span, ...], labels: str, **more: object) -> list[str]:
    document, annotation = annotated(text)
    key = Key("test", chains, **more)  # type: ignore[arg-type]
    return list(it_classes(replace(document, annotation=annotation), key, labels).values())


@pytest.mark.parametrize("labels", LABEL_SETS)
def test_expletive_of_the_tree_is_pleonastic(labels: str) -> None:
    assert classes(EXPLETIVE, labels=labels) == ["pleonastic"]


@pytest.mark.parametrize(("text", "kind"), [(DARK, "pleonastic"), (HARD, "pleonastic"), (CLEAN, "other")])
def test_construction_in_the_tree_is_pleonastic_though_the_relation_says_subject(text: str, kind: str) -> None:
    assert classes(text, labels="expl") == ["other"]
    assert classes(text, labels="constructions") == classes(text, labels="full") == [kind]


def test_chain_that_says_what_it_is_outdoes_the_construction() -> None:
    chain = (Span(0, 2), IT)

    assert classes(f"The/DT/2/det hall/NN/0/root .\n{DARK}".replace(" .", " ././2/punct"), chain, labels="full") == [
        "anaphoric"
    ]


def test_it_with_a_nominal_before_it_in_its_chain_is_anaphoric() -> None:
    assert classes(LID, (Span(0, 2), IT), labels="full") == ["anaphoric"]


def test_it_out_of_every_chain_is_pleonastic_by_chains_and_unknown_by_construction() -> None:
    assert classes(LID, (Span(0, 2),), labels="full") == ["pleonastic"]
    assert classes(LID, (Span(0, 2),), (IT,), labels="full") == ["pleonastic"]
    assert classes(LID, (Span(0, 2),), labels="constructions") == ["other"]


def test_it_with_nothing_but_a_clause_before_it_is_clausal() -> None:
    assert classes(SHE_LEFT, (Span(0, 2), Span(2, 3)), labels="full") == ["clausal"]


def test_it_before_a_clause_of_its_sentence_is_pleonastic() -> None:
    assert classes(BEFORE, (Span(2, 3), Span(3, 5)), labels="full") == ["pleonastic"]


def test_it_with_split_antecedents_is_anaphoric() -> None:
    assert classes(LID, (Span(0, 2),), labels="full", split={IT: (0,)}) == ["anaphoric"]


def test_marks_of_the_corpus_come_first_but_for_the_relation_alone() -> None:
    marks = {0: "clausal"}

    assert classes(EXPLETIVE, labels="full", non_anaphoric=marks) == ["clausal"]
    assert classes(EXPLETIVE, labels="expl", non_anaphoric=marks) == ["pleonastic"]


def test_without_trees_only_chains_tell() -> None:
    document, _ = annotated(LID)

    assert it_classes(document, Key("test", ((Span(0, 2), IT),)), "full") == {3: "anaphoric"}
    assert it_classes(document, Key("test", ((Span(0, 2), IT),)), "expl") == {}
    assert it_classes(document, Key("test", ()), "full") == {}


def test_unknown_labels_are_refused() -> None:
    with pytest.raises(OptionError):
        classes(LID, labels="mine")
