"""Names: titles, first names, entity types, and the same name elsewhere in the document."""

from dataclasses import replace

import pytest

from anaphora.preprocess.english.features import features_of
from anaphora.preprocess.english.names import first_name, is_of_either_sex, known_names
from anaphora.preprocess.noun_phrases import noun_phrases
from anaphora.preprocess.trees import trees_of
from tests.annotated import annotated
from tests.preprocess.first_phrase import of_first, of_noun


@pytest.mark.parametrize(("title", "gender"), [("Mr.", "masculine"), ("Lady", "feminine"), ("Dr.", "unknown")])
def test_title_gives_gender_or_at_least_animacy(title: str, gender: str) -> None:
    found = of_first(f"{title}/NNP/2/compound Zxyw/NNP/0/root")

    assert (found.animacy, found.gender) == ("animate", gender)


@pytest.mark.parametrize(
    ("text", "entity", "gender"),
    [
        ("Mrs./NNP/2/compound James/NNP/0/root", "", "feminine"),  # a title outdoes a first name
        ("Carole/NNP/0/root King/NNP/1/flat", "", "feminine"),  # the last word is no title
        ("the/DT/2/det Queen/NNP/0/root", "", "feminine"),  # unless it is alone
        ("Jesus/NNP/0/root", "", "masculine"),  # listed
        ("Steve/NNP/0/root Mann/NNP/1/flat", "ORGANIZATION", "masculine"),  # a first name outdoes this type
    ],
)
def test_titles_lists_and_first_names_give_gender(text: str, entity: str, gender: str) -> None:
    assert of_first(text, entity=entity).gender == gender


def test_entity_type_alone_makes_no_person() -> None:
    """Of Zxyw nothing is known but what the pipeline says, which is surer of things."""
    found = {entity: of_noun("Zxyw", "NNP", entity=entity).animacy for entity in ("PERSON", "PLACE", "OBJECT")}

    assert found == {"PERSON": "unknown", "PLACE": "unknown", "OBJECT": "inanimate"}


def test_evidence_adds_up_to_a_person_or_a_thing() -> None:
    """Lithuania is a place of WordNet; who says something, with the type of a person, is one."""
    assert of_noun("Lithuania", "NNP").gender == "neuter"
    assert features_of_names("Zxyw/NNP/2/nsubj said/VBD/0/root/say", "PERSON") == [("animate", "unknown")]


def test_place_that_does_what_persons_do_is_left_open() -> None:
    assert features_of_names("Lithuania/NNP/2/nsubj said/VBD/0/root/say", "PERSON") == [("unknown", "unknown")]


@pytest.mark.parametrize(
    ("name", "gender"),
    [
        ("MARY", "feminine"),  # 98 % of those with this name in 33 sources
        ("JAMES", "masculine"),
        ("Fatima", "feminine"),
        ("Omar", "masculine"),
        ("Björn", "masculine"),
        ("Małgorzata", "feminine"),
        ("Jean-Pierre", "masculine"),
        ("Casey", None),  # of both sexes
        ("Andrea", None),  # a woman in Germany, a man in Italy
        ("Major", None),  # a common noun, and rare as a first name
        ("China", None),  # a place
        ("Alex", None),  # 91 % of men, but names are registered there as they are in full
        ("AI", None),  # an abbreviation, though Ai is a first name
        ("ZXYW", None),
    ],
)
def test_first_names_of_the_world_give_gender_if_they_are_clear(name: str, gender: str | None) -> None:
    assert first_name(name) == gender


def test_name_of_both_sexes_is_no_place() -> None:
    assert {name: is_of_either_sex(name) for name in ("Jordan", "Åsa", "London")} == {
        "Jordan": True,
        "Åsa": True,
        "London": False,
    }


def test_place_with_a_first_name_is_what_its_type_says_or_open() -> None:
    types = ("PLACE", "PERSON")

    assert [of_noun("Virginia", "NNP", entity=type).animacy for type in types] == ["inanimate", "unknown"]


def test_surname_alone_tells_no_sex() -> None:
    """Carroll is a first name of 0.022 % of men, and the surname of more people."""
    assert of_first("Carroll/NNP/2/nsubj said/VBD/0/root/say", entity="PERSON").gender == "unknown"
    assert of_first("John/NNP/0/root Carroll/NNP/1/flat", entity="PERSON").gender == "masculine"


def test_firm_with_the_name_of_a_person_is_left_open() -> None:
    found = of_first("Ford/NNP/2/nsubj said/VBD/0/root/say", entity="PERSON")

    assert (found.animacy, found.number) == ("unknown", "unknown")


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("Goldman/NNP/3/nsubj Sachs/NNP/1/flat said/VBD/0/root/say", "neuter"),
        ("Rolls/NNP/4/nsubj -/HYPH/3/punct Royce/NNP/1/flat said/VBD/0/root/say", "neuter"),
        ("Victoria/NNP/3/nmod:poss ’s/POS/1/case Secret/NNP/4/nsubj said/VBD/0/root/say", "unknown"),  # a first name
    ],
)
def test_listed_firm_of_several_words_may_be_it_and_they(text: str, gender: str) -> None:
    found = of_first(text, entity="PERSON")

    assert (found.gender, found.number) == (gender, "unknown")


def test_name_with_a_corporate_designator_is_a_firms_whoever_stands_in_it() -> None:
    found = of_first("Rupert/NNP/4/nmod:poss 's/POS/1/case News/NNP/4/compound Corp./NNP/0/root", entity="PERSON")

    assert (found.animacy, found.gender) == ("inanimate", "neuter")


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("The/DT/2/det Titanic/NNP/3/nsubj sank/VBD/0/root", "unknown"),
        ("HMS/NNP/2/compound Victory/NNP/3/nsubj sank/VBD/0/root", "unknown"),
        ("The/DT/2/det Pentagon/NNP/3/nsubj spoke/VBD/0/root", "neuter"),
    ],
)
def test_ship_may_be_she(text: str, gender: str) -> None:
    assert of_first(text, entity="OBJECT").gender == gender


def test_capitalised_noun_that_no_table_has_is_a_name() -> None:
    """The tagger may take a name for a noun; "with" and the type of something abstract do not make it a thing."""
    found = of_first("with/IN/2/case Taft/NN/0/root", entity="ABSTRACT")

    assert (found.animacy, found.gender) == ("unknown", "unknown")


def features_of_names(text: str, *types: str) -> list[tuple[str, str]]:
    """Animacy and gender of the noun phrases of a text, which are names with these entity types."""
    document, annotation = annotated(text)
    phrases = noun_phrases(trees_of(annotation, document.words))
    entity = [""] * len(document.words)
    for phrase, given in zip(phrases, types, strict=True):
        entity[phrase.head] = given
    trees = trees_of(replace(annotation, entity=tuple(entity)), document.words)
    known = known_names(trees, phrases)
    found = [features_of(trees, phrase, known) for phrase in phrases]
    return [(feature.animacy, feature.gender) for feature in found]


WEBER = """Ms./NNP/2/compound Weber/NNP/3/nsubj came/VBD/0/root
           Weber/NNP/2/nsubj left/VBD/0/root"""


def test_name_has_the_gender_that_its_title_gives_elsewhere() -> None:
    assert features_of_names(WEBER, "PERSON", "PERSON")[1] == ("animate", "feminine")


def test_name_of_a_man_and_a_woman_is_of_unknown_gender() -> None:
    both = WEBER + "\nMr./NNP/2/compound Weber/NNP/3/nsubj stayed/VBD/0/root"

    assert features_of_names(both, "PERSON", "PERSON", "PERSON")[1] == ("animate", "unknown")


def test_mentions_of_a_name_share_their_evidence() -> None:
    """One apposition, "Zxyw, a lawyer", tells who came."""
    text = """Zxyw/NNP/5/nsubj ,/,/4/punct a/DT/4/det lawyer/NN/1/appos came/VBD/0/root
              Zxyw/NNP/2/nsubj left/VBD/0/root"""

    assert features_of_names(text, "PERSON", "PERSON", "PERSON")[-1] == ("animate", "unknown")


def test_wife_with_the_name_of_her_husband_says_nothing_of_it() -> None:
    text = """Mrs./NNP/3/compound Zxyw/NNP/3/compound Weber/NNP/4/nsubj came/VBD/0/root
              Zxyw/NNP/2/nsubj said/VBD/0/root/say"""

    assert features_of_names(text, "PERSON", "PERSON") == [("animate", "feminine"), ("animate", "unknown")]
