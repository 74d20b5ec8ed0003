import pytest

from anaphora.workbench.document import Kind
from anaphora.workbench.english.noun_phrases import NOUN_PHRASES, is_asked_for, is_definite


@pytest.mark.parametrize(
    ("before", "definite"),
    [
        ("The old", True),
        ("this", True),
        ("her", True),
        ("all the", True),
        ("Ann 's", True),
        ("a", False),
        ("a state of the art", False),  # the first determiner decides
        ("some of the", False),
        ("old", False),
        ("", False),
    ],
)
def test_the_first_determiner_or_genitive_makes_a_noun_phrase_definite_or_not(before: str, definite: bool) -> None:
    assert is_definite(before.split()) is definite


@pytest.mark.parametrize(
    ("kind", "definite", "asked"),
    [
        ("nominal", True, {"nominal", "all-mentions"}),
        ("nominal", False, {"all-mentions"}),
        ("name", True, {"names", "all-mentions"}),  # "the Rhine"
        ("name", False, {"names", "all-mentions"}),
    ],
)
def test_definite_descriptions_and_names_are_asked_for_apart(kind: Kind, definite: bool, asked: set[str]) -> None:
    assert {which for which in (*NOUN_PHRASES, "all") if is_asked_for(kind, definite, which)} == asked
