"""Number of noun phrases, and where singular they may be meant."""

import pytest

from anaphora.preprocess.english.features import features_of
from anaphora.preprocess.noun_phrases import NounPhrase
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.document import Span
from tests.annotated import annotated
from tests.preprocess.first_phrase import of_first, of_noun


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


def test_person_by_entity_type_may_be_they() -> None:
    assert of_first("a/DT/2/det subject/NN/0/root", entity="PERSON").number == "unknown"


@pytest.mark.parametrize("noun", ["fish", "aircraft", "sheep"])
def test_noun_that_is_the_same_in_the_plural_is_of_unknown_number(noun: str) -> None:
    assert of_noun(noun).number == "unknown"


@pytest.mark.parametrize("determiner", ["every", "each", "any", "no"])
def test_distributive_determiner_leaves_number_open(determiner: str) -> None:
    """Every leaf has its place, but: every leaf fell when they were ripe."""
    found = of_first(f"{determiner}/DT/2/det leaf/NN/0/root")

    assert (found.number, found.evidence.partition("; ")[0]) == ("unknown", f"distributive: {determiner}")
    assert of_first(f"{determiner}/DT/2/det leaves/NNS/0/root").number == "plural"


def test_measure_may_be_one_amount() -> None:
    assert of_first("Twenty/CD/2/nummod minutes/NNS/0/root").number == "unknown"
    assert of_first("the/DT/2/det minutes/NNS/0/root").number == "plural"


def test_year_is_singular() -> None:
    assert of_first("1999/CD/2/nsubj ended/VBD/0/root").number == "singular"


def test_quantity_that_stands_for_a_noun_has_its_own_number() -> None:
    assert of_first("Several/JJ/2/nsubj broke/VBD/0/root").number == "plural"
    assert of_first("Much/JJ/2/nsubj broke/VBD/0/root").number == "singular"


def test_name_of_a_person_in_s_is_of_unknown_number() -> None:
    """Taggers take Chalmers for several; the Chalmers are several."""
    assert of_noun("Chalmers", "NNPS", entity="PERSON").number == "unknown"
    assert of_first("the/DT/2/det Chalmers/NNPS/0/root", entity="PERSON").number == "plural"


def test_coordination_under_one_determiner_may_be_one_person() -> None:
    one = "a/DT/2/det friend/NN/0/root and/CC/4/cc colleague/NN/2/conj"
    two = "a/DT/2/det friend/NN/0/root and/CC/5/cc a/DT/5/det colleague/NN/2/conj"

    assert (of_first(one).number, of_first(two).number) == ("unknown", "plural")


def test_noun_that_cannot_be_a_group_is_no_organization() -> None:
    assert of_noun("kettle", entity="ORGANIZATION").number == "singular"


def test_clause_is_singular() -> None:
    """Key mentions may be clauses, and verbs have number, too."""
    sang = "birds/NNS/2/nsubj sing/VBP/0/root/sing/Number=Plur"
    document, annotation = annotated(sang)
    phrase = NounPhrase(Span(0, 2), Span(0, 2), 1)

    assert features_of(trees_of(annotation, document.words), phrase).number == "singular"
