import pytest

from anaphora.workbench.english.kinds import kind_of

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
