import pytest

from anaphora.workbench.document import Kind
from anaphora.workbench.language.noun_phrases import NOUN_PHRASES, is_asked_for, is_definite, kind_of
from anaphora.workbench.language.packs import language


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
    assert is_definite(before.split(), language("en")) is definite


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


TEXT = frozenset({"The", "mayor", "of", "Paris", "spoke", ",", "and", "he", "thanked", "the", "people", "."})


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("He", "pronoun"),
        ("these", "pronoun"),
        ("Paris", "name"),
        ("Mr. Smith 's", "name"),
        ("the University of science", "name"),
        ("The mayor of Paris", "nominal"),  # the head stands before "of"
        ("Smith , the mayor", "name"),
        ("People", "nominal"),  # a sentence begins with it; elsewhere it has a small letter
        ("these people", "nominal"),
        ("1999", "nominal"),
        (",", "nominal"),
    ],
)
def test_words_tell_the_kind_of_a_mention(words: str, kind: str) -> None:
    assert kind_of(words.split(), TEXT) == kind
