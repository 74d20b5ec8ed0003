import pytest

from anaphora.preprocess.english.it_filter import FILTERS, Judgement, classify, named
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.document import IT_CLASSES
from anaphora.workbench.errors import UnknownNameError
from anaphora.workbench.preparation import ItFilter
from tests.annotated import annotated

TWO = (
    "It/PRP/3/nsubj was/VBD/3/cop dark/JJ/0/root and/CC/6/cc it/PRP/6/nsubj printed/VBD/3/conj "
    "because/IN/10/mark he/PRP/10/nsubj was/VBD/10/cop cold/JJ/6/advcl"
)


def judged(name: ItFilter) -> tuple[Judgement, ...]:
    document, annotation = annotated(TWO)
    return classify(trees_of(annotation, document.words), name)


def test_every_filter_judges_each_it_and_says_why() -> None:
    for name in FILTERS:
        assert [it.token for it in judged(name)] == [0, 4], name
        assert all(it.kind in IT_CLASSES and it.explanation for it in judged(name)), name


def test_rules_name_their_source_and_one_alone_leaves_out_what_the_others_add() -> None:
    assert [(it.kind, it.explanation) for it in judged("rules")] == [
        ("pleonastic", "ours: weather"),
        ("anaphoric", "no rule fires"),
    ]
    assert {it.kind for it in judged("lappin_leass")} == {"anaphoric"}


def test_unknown_filter_is_refused() -> None:
    with pytest.raises(UnknownNameError):
        named("best")
