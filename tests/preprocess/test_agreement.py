from dataclasses import replace
from itertools import product

import pytest

from anaphora.preprocess.agreement import Features, agrees
from anaphora.workbench.document import Mention
from tests.annotated import prepared
from tests.preprocess.first_phrase import of_first, of_noun


def mention(**changes: object) -> Mention:
    """A mention of which nothing is known but what is given."""
    base = prepared("thing/NN/0/root").mentions[0]
    known = {"number": "unknown", "gender": "unknown", "animacy": "unknown", **changes}
    return replace(base, **known)  # type: ignore[arg-type]


def test_pronoun_form_decides_everything() -> None:
    assert of_noun("She", "PRP") == Features(3, "singular", "feminine", "animate", "pronoun: she")
    assert of_noun("We", "PRP") == Features(1, "plural", "unknown", "animate", "pronoun: we")
    assert of_noun("You", "PRP") == Features(2, "unknown", "unknown", "animate", "pronoun: you")


@pytest.mark.parametrize(
    ("noun", "entity", "animacy", "gender"),
    [
        ("uncle", "", "animate", "masculine"),
        ("aunt", "", "animate", "feminine"),
        ("lawyer", "", "animate", "unknown"),
        ("dog", "", "unknown", "unknown"),
        ("something", "", "inanimate", "neuter"),
        ("someone", "", "animate", "unknown"),
        ("ex-wife", "", "animate", "feminine"),  # the last part counts
        # an ending
        ("ethnographer", "", "animate", "unknown"),
        ("cowwoman", "", "animate", "feminine"),
        *((noun, "", "inanimate", "neuter") for noun in ("process", "business", "illness", "career")),
        ("armadillo", "", "unknown", "unknown"),  # animals are he, she and it
        # a noun that is known outdoes its entity type
        ("uncle", "OBJECT", "animate", "masculine"),
        ("kettle", "PERSON", "inanimate", "neuter"),
        ("frobnyx", "", "unknown", "unknown"),
    ],
)
def test_lists_tables_and_endings_give_animacy_and_gender(noun: str, entity: str, animacy: str, gender: str) -> None:
    found = of_noun(noun, entity=entity)

    assert (found.animacy, found.gender) == (animacy, gender)


def test_entity_type_of_a_thing_decides_of_unknown_nouns() -> None:
    found = of_noun("frobnyx", entity="OBJECT")

    assert (found.animacy, found.gender, found.evidence) == ("inanimate", "neuter", "morphology; entity type: OBJECT")


def test_entity_type_person_does_not_make_an_unknown_noun_a_person() -> None:
    """Pipelines call many a thing a person, but a person may be "they"."""
    found = of_noun("frobnyx", entity="PERSON")

    assert (found.animacy, found.number) == ("unknown", "unknown")


def test_collective_is_no_man_and_no_woman() -> None:
    found = of_noun("committee")

    assert (found.animacy, found.gender, found.number) == ("inanimate", "neuter", "unknown")


def test_no_one_is_a_person_and_may_be_they() -> None:
    found = of_first("No/DT/2/det one/NN/3/nsubj came/VBD/0/root")

    assert (found.animacy, found.number) == ("animate", "unknown")


def test_what_is_counted_gives_animacy_and_gender() -> None:
    girls = "one/CD/0/root of/IN/4/case the/DT/4/det girls/NNS/1/nmod/girl"
    lids = "a/DT/2/det number/NN/0/root of/IN/4/case lids/NNS/2/nmod"

    assert (of_first(girls).gender, of_first(girls).number) == ("feminine", "singular")
    assert (of_first(lids).animacy, of_first(lids).number) == ("inanimate", "unknown")


def test_noun_that_counts_nothing_speaks_for_itself() -> None:
    assert of_first("the/DT/2/det number/NN/0/root on/IN/5/case the/DT/5/det girl/NN/2/nmod").gender == "neuter"


@pytest.mark.parametrize(
    ("members", "animacy", "gender"),
    [
        ("uncle/NN/0/root and/CC/3/cc aunt/NN/1/conj", "animate", "unknown"),
        ("lid/NN/0/root and/CC/3/cc kettle/NN/1/conj", "inanimate", "neuter"),
        ("uncle/NN/0/root and/CC/3/cc kettle/NN/1/conj", "unknown", "unknown"),
    ],
)
def test_coordination_is_what_all_its_members_are(members: str, animacy: str, gender: str) -> None:
    found = of_first(members)

    assert (found.animacy, found.gender) == (animacy, gender)


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ({"person": 3}, {"person": 1}, "person"),
        ({"number": "singular"}, {"number": "plural"}, "number"),
        ({"gender": "masculine"}, {"gender": "feminine"}, "gender"),
        ({"animacy": "animate"}, {"animacy": "inanimate"}, "animacy"),
    ],
)
def test_disagreement_names_the_feature(one: dict[str, object], other: dict[str, object], reason: str) -> None:
    assert agrees(mention(**one), mention(**other)) == reason


def test_pronouns_of_who_speaks_agree_if_they_mean_the_same() -> None:
    ann, tom, you = (mention(person=person, participant=who) for person, who in ((1, "Ann"), (1, "Tom"), (2, "Tom")))

    assert (agrees(ann, tom), agrees(ann, you), agrees(tom, you)) == ("speaker", "speaker", None)
    assert agrees(mention(person=1, number="plural"), ann) is None
    assert agrees(mention(), ann) == "person"


def test_disagreement_names_the_first_of_several_features() -> None:
    thing = mention(number="plural", gender="neuter", animacy="inanimate")

    assert agrees(thing, mention(number="singular", gender="feminine", animacy="animate")) == "number"


@pytest.mark.parametrize(
    ("number", "gender", "animacy"),
    list(product(("singular", "plural"), ("masculine", "feminine", "neuter"), ("animate", "inanimate"))),
)
def test_unknown_agrees_with_everything(number: str, gender: str, animacy: str) -> None:
    known = mention(number=number, gender=gender, animacy=animacy)

    assert agrees(mention(), known) is None
    assert agrees(known, mention()) is None


def test_abbreviation_in_capitals_is_no_pronoun() -> None:
    """The US is not us, and IT (information technology) is not it."""
    assert of_noun("US", "NNP").person == 3
    assert of_noun("IT", "NNP", entity="ABSTRACT").evidence != "pronoun: it"
