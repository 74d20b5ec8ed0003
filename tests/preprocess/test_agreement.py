from dataclasses import replace
from itertools import product

import pytest

from preprocess.agreement import Features, agrees, features, first_name
from preprocess.noun_phrases import noun_phrases
from tests.annotated import annotated, prepared
from workbench.document import Mention


def of_first(text: str, *, entity: str = "", lemma: str = "") -> Features:
    """The features of the first noun phrase of the text; `entity` and `lemma` are those of its head."""
    document, annotation = annotated(text)
    phrase = noun_phrases(annotation, document.words)[0]
    if entity:
        annotation = replace(annotation, entity=tuple(entity if at in phrase.span else "" for at in phrase.span))
    if lemma:
        changed = [lemma if at == phrase.head else old for at, old in enumerate(annotation.lemma)]
        annotation = replace(annotation, lemma=tuple(changed))
    return features(annotation, document.words, phrase)


def of_noun(noun: str, tag: str = "NN", **given: str) -> Features:
    """The features of a noun without any modifier."""
    return of_first(f"{noun}/{tag}/0/root", **given)


def mention(**changes: object) -> Mention:
    """A mention of which nothing is known but what is given."""
    base = prepared("thing/NN/0/root").mentions[0]
    known = {"number": "unknown", "gender": "unknown", "animacy": "unknown", **changes}
    return replace(base, **known)  # type: ignore[arg-type]


def test_pronoun_form_decides_everything() -> None:
    assert of_noun("She", "PRP") == Features(3, "singular", "feminine", "animate", "pronoun she")
    assert of_noun("We", "PRP") == Features(1, "plural", "unknown", "animate", "pronoun we")
    assert of_noun("You", "PRP") == Features(2, "unknown", "unknown", "animate", "pronoun you")


def test_morphology_gives_number() -> None:
    assert of_noun("lids", "NNS").number == "plural"
    assert of_noun("lid").number == "singular"


def test_number_without_evidence_is_unknown() -> None:
    assert of_first("fair/JJ/2/nsubj wins/VBZ/0/root").number == "unknown"


def test_numeral_is_plural_unless_one() -> None:
    assert of_first("Two/CD/2/nsubj broke/VBD/0/root").number == "plural"
    assert of_first("One/CD/2/nsubj broke/VBD/0/root").number == "singular"


def test_coordination_with_and_is_plural() -> None:
    assert of_first("lid/NN/0/root and/CC/3/cc tray/NN/1/conj").number == "plural"


def test_coordination_with_or_is_of_unknown_number() -> None:
    assert of_first("lid/NN/0/root or/CC/3/cc tray/NN/1/conj").number == "unknown"


@pytest.mark.parametrize("noun", ["government", "team", "parliament"])
def test_collective_is_of_unknown_number(noun: str) -> None:
    """Mitkov 1998, note 5."""
    assert of_noun(noun).number == "unknown"


def test_collective_in_the_plural_is_plural() -> None:
    assert of_noun("teams", "NNS").number == "plural"


def test_organization_is_of_unknown_number() -> None:
    assert of_noun("Nexor", "NNP", entity="ORGANIZATION").number == "unknown"


def test_data_is_of_unknown_number() -> None:
    """Mitkov 1998, note 5: plural in form, but "it" may refer to it."""
    assert of_noun("data", "NNS").number == "unknown"


def test_united_states_is_of_unknown_number() -> None:
    assert of_first("United/NNP/2/compound States/NNPS/0/root").number == "unknown"
    assert of_noun("states", "NNS").number == "plural"


def test_police_is_plural() -> None:
    assert of_noun("police").number == "plural"


def test_quantifier_leaves_number_open_only_before_of() -> None:
    assert of_first("a/DT/2/det lot/NN/0/root of/IN/4/case paper/NN/2/nmod").number == "unknown"
    assert of_first("a/DT/2/det lot/NN/0/root").number == "singular"


def test_person_of_unknown_sex_may_be_they() -> None:
    found = of_noun("user")

    assert (found.number, found.animacy, found.gender) == ("unknown", "animate", "unknown")


def test_person_of_known_sex_is_singular() -> None:
    assert of_noun("waitress").number == "singular"


def test_name_of_a_person_of_unknown_sex_is_singular() -> None:
    assert of_noun("Zxyw", "NNP", entity="PERSON").number == "singular"


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


def test_first_name_of_the_census_gives_gender() -> None:
    """Census of 1990: Mary 2.629 % of women, 0.009 % of men; James 3.318 % of men, 0.010 % of women."""
    assert first_name("MARY") == "feminine"
    assert first_name("JAMES") == "masculine"


def test_first_name_of_both_sexes_tells_nothing() -> None:
    """Casey is 0.054 % of men and 0.029 % of women: less than five times as frequent."""
    assert first_name("CASEY") is None


def test_unlisted_first_name_tells_nothing() -> None:
    assert first_name("ZXYW") is None


def test_evidence_names_the_first_name_that_decided() -> None:
    assert of_first("Senator/NNP/2/compound Mary/NNP/0/root").evidence == "morphology; first name Mary"


def test_first_name_and_the_type_of_a_place_leave_it_open() -> None:
    """Virginia is a first name, too, and the pipeline takes Isabel for a place."""
    found = of_noun("Virginia", "NNP", entity="PLACE")

    assert (found.animacy, found.gender) == ("unknown", "unknown")


def test_entity_type_decides_names_without_title_and_first_name() -> None:
    assert of_noun("Zxyw", "NNP", entity="PERSON").animacy == "animate"
    assert of_noun("Zxyw", "NNP", entity="ORGANIZATION").animacy == "inanimate"
    assert of_noun("Zxyw", "NNP", entity="OBJECT").animacy == "unknown"


@pytest.mark.parametrize(
    ("noun", "animacy", "gender"),
    [
        ("uncle", "animate", "masculine"),
        ("aunt", "animate", "feminine"),
        ("lawyer", "animate", "unknown"),
        ("dog", "unknown", "unknown"),
        ("something", "inanimate", "neuter"),
        ("someone", "animate", "unknown"),
    ],
)
def test_word_list_gives_animacy_and_gender(noun: str, animacy: str, gender: str) -> None:
    found = of_noun(noun)

    assert (found.animacy, found.gender) == (animacy, gender)


def test_word_list_outdoes_entity_type() -> None:
    assert of_noun("uncle", entity="OBJECT").animacy == "animate"


def test_ending_gives_animacy() -> None:
    assert of_noun("ethnographer").animacy == "animate"


@pytest.mark.parametrize("noun", ["process", "business", "illness", "career"])
def test_noun_that_only_ends_like_a_person_is_of_unknown_animacy(noun: str) -> None:
    assert of_noun(noun).animacy == "unknown"


def test_entity_type_of_a_thing_makes_a_noun_inanimate() -> None:
    found = of_noun("gadget", entity="OBJECT")

    assert (found.animacy, found.gender) == ("inanimate", "neuter")


def test_entity_type_person_needs_an_agent_ending() -> None:
    assert of_noun("welder", entity="PERSON").animacy == "animate"
    assert of_noun("gadget", entity="PERSON").animacy == "unknown"


def test_noun_without_evidence_is_of_unknown_animacy() -> None:
    found = of_noun("gadget")

    assert (found.animacy, found.gender) == ("unknown", "unknown")


def test_coordination_is_of_unknown_animacy() -> None:
    assert of_first("uncle/NN/0/root and/CC/3/cc aunt/NN/1/conj").animacy == "unknown"


def test_evidence_names_what_decided() -> None:
    assert of_noun("aunt").evidence == "morphology; list: aunt"


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
    assert of_noun("IT", "NNP", entity="ABSTRACT").evidence != "pronoun it"
