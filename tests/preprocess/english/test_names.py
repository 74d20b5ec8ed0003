"""Names: titles, first names, entity types, and the same name elsewhere in the document."""

from dataclasses import replace

import pytest

from anaphora.preprocess.english.features import features_of
from anaphora.preprocess.english.names import first_name, known_names
from anaphora.preprocess.noun_phrases import noun_phrases
from anaphora.preprocess.trees import trees_of
from tests.annotated import annotated
from tests.preprocess.first_phrase import of_first, of_noun


@pytest.mark.parametrize(("title", "gender"), [("Mr.", "masculine"), ("Lady", "feminine"), ("Dr.", "unknown")])
def test_title_gives_gender_or_at_least_animacy(title: str, gender: str) -> None:
    found = of_first(f"{title}/NNP/2/compound Zxyw/NNP/0/root")

    assert (found.animacy, found.gender) == ("animate", gender)


def test_title_outdoes_first_name() -> None:
    assert of_first("Mrs./NNP/2/compound James/NNP/0/root").gender == "feminine"


def test_last_word_of_a_name_is_no_title() -> None:
    assert of_first("Carole/NNP/0/root King/NNP/1/flat").gender == "feminine"


def test_title_alone_counts() -> None:
    assert of_first("the/DT/2/det Queen/NNP/0/root").gender == "feminine"


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


def test_first_name_of_the_census_gives_gender() -> None:
    """Census of 1990: Mary 2.629 % of women, 0.009 % of men; James 3.318 % of men, 0.010 % of women."""
    assert first_name("MARY") == "feminine"
    assert first_name("JAMES") == "masculine"


def test_first_name_of_both_sexes_tells_nothing() -> None:
    """Casey is 0.054 % of men and 0.029 % of women: less than five times as frequent."""
    assert first_name("CASEY") is None


def test_unlisted_first_name_tells_nothing() -> None:
    assert first_name("ZXYW") is None


def test_place_with_a_first_name_is_what_its_type_says_or_open() -> None:
    types = ("PLACE", "PERSON")

    assert [of_noun("Virginia", "NNP", entity=type).animacy for type in types] == ["inanimate", "unknown"]


def test_rare_first_name_tells_nothing() -> None:
    """Major is the first name of 0.007 % of men, Marlena of 0.005 % of women."""
    assert first_name("Major") is None
    assert first_name("Marlena") is None


def test_short_name_of_both_sexes_tells_nothing() -> None:
    """Alex is 0.115 % of men and 0.002 % of women in the census, which has names as they are registered."""
    assert first_name("Alex") is None


def test_surname_alone_tells_no_sex() -> None:
    """Carroll is a first name of 0.022 % of men, and the surname of more people."""
    assert of_first("Carroll/NNP/2/nsubj said/VBD/0/root/say", entity="PERSON").gender == "unknown"
    assert of_first("John/NNP/0/root Carroll/NNP/1/flat", entity="PERSON").gender == "masculine"


def test_abbreviation_is_no_first_name() -> None:
    """Ai is a first name of 0.001 % of women."""
    assert first_name("AI") is None


def test_name_without_first_name_may_be_listed() -> None:
    assert of_noun("Jesus", "NNP").gender == "masculine"


def test_first_name_outdoes_the_type_of_an_organization() -> None:
    assert of_first("Steve/NNP/0/root Mann/NNP/1/flat", entity="ORGANIZATION").gender == "masculine"


def test_firm_with_the_name_of_a_person_is_left_open() -> None:
    found = of_first("Ford/NNP/2/nsubj said/VBD/0/root/say", entity="PERSON")

    assert (found.animacy, found.number) == ("unknown", "unknown")


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
