"""What words tell of noun phrases and pronouns."""

from anaphora.workbench.document import Kind
from anaphora.workbench.language.anaphors import NOUN_PHRASES, is_anaphoric, is_asked_for, is_definite, pronoun
from anaphora.workbench.language.packs import language


def test_the_first_determiner_or_genitive_makes_a_noun_phrase_definite_or_not() -> None:
    definite = {"The old", "this", "her", "all the", "Ann 's"}
    others = {"a", "a state of the art", "some of the", "old", ""}

    assert {words for words in definite | others if is_definite(words.split(), language("en"))} == definite


def test_definite_descriptions_and_names_are_asked_for_apart() -> None:
    """A name may be definite: "the Rhine"."""
    expected: dict[tuple[Kind, bool], set[str]] = {
        ("nominal", True): {"nominal", "all-mentions"},
        ("nominal", False): {"all-mentions"},
        ("name", True): {"names", "all-mentions"},
        ("name", False): {"names", "all-mentions"},
    }
    kinds = (*NOUN_PHRASES, "all")

    assert {asked: {which for which in kinds if is_asked_for(*asked, which)} for asked in expected} == expected


def test_pronoun_table_knows_lower_case_forms_of_its_own() -> None:
    entry = pronoun("herself")

    assert entry is not None
    assert (entry.person, entry.number, entry.gender) == (3, "singular", "feminine")
    assert (entry.animacy, entry.type) == ("animate", "reflexive")
    assert pronoun("it") is not None
    assert [pronoun(form) for form in ("It", "who", "which", "one", "there", "each")] == [None] * 6


def test_anaphors_depend_on_person_and_type() -> None:
    kinds = [(1, "personal"), (3, "possessive"), (3, "demonstrative")]
    expected = {"third-person": [False, True, False], "personal": [True, True, False], "all": [True, True, True]}

    assert {which: [is_anaphoric(person, type, which) for person, type in kinds] for which in expected} == expected
