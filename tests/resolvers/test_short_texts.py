"""What resolvers make of short texts that the bundled pipeline reads: reflexives, alternatives, coordinations."""

import pytest

from anaphora.resolvers.specs import default_resolvers
from anaphora.workbench.english.pronouns import AnaphorKind
from tests.resolvers.answers import told

ALL = [name for name in default_resolvers() if not name.startswith("random")]
ANSWER_ALL = [name for name in ALL if name != "cogniac"]


@pytest.mark.parametrize("resolver", default_resolvers())
def test_a_reflexive_has_its_antecedent_in_its_sentence(resolver: str) -> None:
    assert told(resolver, "Bill called Tom. Bill was happy. Then John hurt himself.") == "himself = John"


@pytest.mark.parametrize("resolver", ALL)
def test_the_subject_is_nearer_to_a_reflexive_than_who_possesses_it(resolver: str) -> None:
    assert told(resolver, "Mary's sister hurt herself.") == "herself = Mary's sister"


@pytest.mark.parametrize("resolver", ALL)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Each user must change his or her password.", "his = Each user; her = Each user"),
        ("The user lost his or her password.", "his = The user; her = The user"),
    ],
)
def test_his_or_her_is_one_person(resolver: str, text: str, expected: str) -> None:
    assert told(resolver, text) == expected


@pytest.mark.parametrize("resolver", ALL)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The boys and the girls played. They were happy.", "They = The boys and the girls"),
        ("IBM and Microsoft said they would cooperate.", "they = IBM and Microsoft"),
    ],
)
def test_they_are_a_coordination_rather_than_its_last_conjunct(resolver: str, text: str, expected: str) -> None:
    assert told(resolver, text) == expected


@pytest.mark.parametrize("resolver", ["kennedy_boguraev", "lappin_leass"])
@pytest.mark.parametrize("anaphors", ["personal", "all"])
def test_pronouns_of_the_first_person_may_be_antecedents(resolver: str, anaphors: AnaphorKind) -> None:
    text = "I bought a printer. I like it."

    assert told(resolver, text, anaphors) == "I = –; I = I; it = a printer"


@pytest.mark.parametrize("resolver", ALL)
@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The dog wagged his tail when he saw Ann.", "he = his tail"),
        ("The cat licked its paw, and then she slept.", "she = its paw"),
    ],
)
def test_he_and_she_are_no_parts_of_animals(resolver: str, text: str, wrong: str) -> None:
    assert wrong not in told(resolver, text)


@pytest.mark.parametrize("resolver", ["mitkov", "mitkov(preset=2001)", "mars"])
def test_the_cassette_is_suitable_and_not_the_vcr(resolver: str) -> None:
    """The example of Mitkov 1998, section 2.1."""
    text = "Insert the cassette into the VCR making sure it is suitable for the length of recording."

    assert told(resolver, text) == "it = the cassette"
