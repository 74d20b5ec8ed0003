import pytest

from anaphora.workbench.language.pronouns import is_anaphoric, pronoun


def test_pronoun_table_knows_lower_case_forms_only() -> None:
    assert pronoun("it") is not None
    assert pronoun("It") is None


def test_pronoun_table_gives_features() -> None:
    entry = pronoun("herself")

    assert entry is not None
    assert (entry.person, entry.number, entry.gender, entry.animacy, entry.type) == (
        3,
        "singular",
        "feminine",
        "animate",
        "reflexive",
    )


@pytest.mark.parametrize("form", ["who", "which", "one", "there", "each"])
def test_other_words_are_no_pronouns_of_the_table(form: str) -> None:
    assert pronoun(form) is None


@pytest.mark.parametrize(
    ("which", "expected"),
    [("third-person", [False, True, False]), ("personal", [True, True, False]), ("all", [True, True, True])],
)
def test_anaphors_depend_on_person_and_type(which: str, expected: list[bool]) -> None:
    kinds = [(1, "personal"), (3, "possessive"), (3, "demonstrative")]

    assert [is_anaphoric(person, type, which) for person, type in kinds] == expected
