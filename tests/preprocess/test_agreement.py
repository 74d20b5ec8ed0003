from dataclasses import replace
from itertools import product

from anaphora.preprocess.agreement import agrees
from anaphora.workbench.document import Mention
from tests.annotated import prepared


def mention(**changes: object) -> Mention:
    """A mention of which nothing is known but what is given."""
    base = prepared("thing/NN/0/root").mentions[0]
    known = {"number": "unknown", "gender": "unknown", "animacy": "unknown", **changes}
    return replace(base, **known)  # type: ignore[arg-type]


def test_disagreement_names_the_first_feature() -> None:
    thing = mention(number="plural", gender="neuter", animacy="inanimate")

    assert agrees(mention(person=3), mention(person=1)) == "person"
    assert agrees(mention(number="singular"), mention(number="plural")) == "number"
    assert agrees(mention(gender="masculine"), mention(gender="feminine")) == "gender"
    assert agrees(mention(animacy="animate"), mention(animacy="inanimate")) == "animacy"
    assert agrees(thing, mention(number="singular", gender="feminine", animacy="animate")) == "number"


def test_pronouns_of_who_speaks_agree_if_they_mean_the_same() -> None:
    ann, tom, you = (mention(person=person, participant=who) for person, who in ((1, "Ann"), (1, "Tom"), (2, "Tom")))

    assert (agrees(ann, tom), agrees(ann, you), agrees(tom, you)) == ("speaker", "speaker", None)
    assert agrees(mention(person=1, number="plural"), ann) is None
    assert agrees(mention(), ann) == "person"


def test_unknown_agrees_with_everything() -> None:
    for features in product(("singular", "plural"), ("masculine", "feminine", "neuter"), ("animate", "inanimate")):
        known = mention(**dict(zip(("number", "gender", "animacy"), features, strict=True)))
        assert (agrees(mention(), known), agrees(known, mention())) == (None, None), features
