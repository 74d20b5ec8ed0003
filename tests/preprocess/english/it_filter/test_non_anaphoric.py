import pytest

from anaphora.preprocess.english.it_filter import CLASSES, FILTERS, classify, named
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.errors import UnknownNameError
from anaphora.workbench.preparation import ItFilter
from tests.annotated import annotated

TWO = (
    "It/PRP/3/nsubj was/VBD/3/cop dark/JJ/0/root and/CC/6/cc it/PRP/6/nsubj printed/VBD/3/conj "
    "because/IN/10/mark he/PRP/10/nsubj was/VBD/10/cop cold/JJ/6/advcl"
)


@pytest.mark.parametrize("name", FILTERS)
def test_every_filter_judges_each_it_and_says_why(name: ItFilter) -> None:
    document, annotation = annotated(TWO)

    judged = classify(trees_of(annotation, document.words), name)
    assert [it.token for it in judged] == [0, 4]
    assert all(it.kind in CLASSES and it.explanation for it in judged)


def test_rules_name_their_source() -> None:
    document, annotation = annotated(TWO)

    assert [(it.kind, it.explanation) for it in classify(trees_of(annotation, document.words), "rules")] == [
        ("pleonastic", "ours: weather"),
        ("anaphoric", "no rule fires"),
    ]


def test_a_source_alone_leaves_out_what_the_others_add() -> None:
    document, annotation = annotated(TWO)

    assert {it.kind for it in classify(trees_of(annotation, document.words), "lappin_leass")} == {"anaphoric"}


def test_unknown_filter_is_refused() -> None:
    with pytest.raises(UnknownNameError):
        named("best")
