"""Number of noun phrases, and where singular they may be meant."""

import pytest

from anaphora.preprocess.english.features import features_of
from anaphora.preprocess.noun_phrases import NounPhrase
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.document import Span
from tests.annotated import annotated
from tests.preprocess.first_phrase import of_first, of_noun

NOUNS = {
    "morphology gives number": [("lids", "NNS", "", "plural"), ("lid", "NN", "", "singular")],
    # Mitkov 1998, note 5
    "a collective is open": [(noun, "NN", "", "unknown") for noun in ("government", "team", "parliament")],
    "a collective in the plural is plural": [("teams", "NNS", "", "plural")],
    "data is plural in form, but it may refer to it": [("data", "NNS", "", "unknown"), ("states", "NNS", "", "plural")],
    "an organization is open": [("Nexor", "NNP", "ORGANIZATION", "unknown")],
    "a noun that cannot be a group is none": [("kettle", "NN", "ORGANIZATION", "singular")],
    "police is plural": [("police", "NN", "", "plural")],
    "what is the same in the plural is open": [(noun, "NN", "", "unknown") for noun in ("fish", "aircraft", "sheep")],
    "a person of known sex is singular": [("waitress", "NN", "", "singular")],
    "so is a name of a person of unknown sex": [("Zxyw", "NNP", "PERSON", "singular")],
    "taggers take Chalmers for several": [("Chalmers", "NNPS", "PERSON", "unknown")],
}
PHRASES = {
    "without evidence": [("fair/JJ/2/nsubj wins/VBZ/0/root", "", "unknown")],
    "numerals": [
        ("Two/CD/2/nsubj broke/VBD/0/root", "", "plural"), ("One/CD/2/nsubj broke/VBD/0/root", "", "singular"),
    ],
    "coordination with and": [("lid/NN/0/root and/CC/3/cc tray/NN/1/conj", "", "plural")],
    "coordination with or": [("lid/NN/0/root or/CC/3/cc tray/NN/1/conj", "", "unknown")],
    "coordination under one determiner may be one person": [
        ("a/DT/2/det friend/NN/0/root and/CC/4/cc colleague/NN/2/conj", "", "unknown"),
        ("a/DT/2/det friend/NN/0/root and/CC/5/cc a/DT/5/det colleague/NN/2/conj", "", "plural"),
    ],
    "united states": [("United/NNP/2/compound States/NNPS/0/root", "", "unknown")],
    "quantifiers, but before of only": [
        ("a/DT/2/det lot/NN/0/root of/IN/4/case paper/NN/2/nmod", "", "unknown"),
        ("a/DT/2/det lot/NN/0/root", "", "singular"),
    ],
    "person by entity type may be they": [("a/DT/2/det subject/NN/0/root", "PERSON", "unknown")],
    "measures may be one amount": [
        ("Twenty/CD/2/nummod minutes/NNS/0/root", "", "unknown"), ("the/DT/2/det minutes/NNS/0/root", "", "plural"),
    ],
    "years": [("1999/CD/2/nsubj ended/VBD/0/root", "", "singular")],
    "quantities that stand for a noun": [
        ("Several/JJ/2/nsubj broke/VBD/0/root", "", "plural"), ("Much/JJ/2/nsubj broke/VBD/0/root", "", "singular"),
    ],
    "a family": [("the/DT/2/det Chalmers/NNPS/0/root", "PERSON", "plural")],
}  # fmt: skip


@pytest.mark.parametrize("case", NOUNS)
def test_number_of_a_noun(case: str) -> None:
    for noun, tag, entity, number in NOUNS[case]:
        assert (noun, of_noun(noun, tag, entity=entity).number) == (noun, number)


@pytest.mark.parametrize("case", PHRASES)
def test_number_of_a_phrase(case: str) -> None:
    for text, entity, number in PHRASES[case]:
        assert (text, of_first(text, entity=entity).number) == (text, number)


def test_person_of_unknown_sex_may_be_they() -> None:
    found = of_noun("user")

    assert (found.number, found.animacy, found.gender) == ("unknown", "animate", "unknown")


@pytest.mark.parametrize("determiner", ["every", "each", "any", "no"])
def test_distributive_determiner_leaves_number_open(determiner: str) -> None:
    """Every leaf has its place, but: every leaf fell when they were ripe."""
    found = of_first(f"{determiner}/DT/2/det leaf/NN/0/root")

    assert (found.number, found.evidence.partition("; ")[0]) == ("unknown", f"distributive: {determiner}")
    assert of_first(f"{determiner}/DT/2/det leaves/NNS/0/root").number == "plural"


def test_clause_is_singular() -> None:
    """Key mentions may be clauses, and verbs have number, too."""
    sang = "birds/NNS/2/nsubj sing/VBP/0/root/sing/Number=Plur"
    document, annotation = annotated(sang)
    phrase = NounPhrase(Span(0, 2), Span(0, 2), 1)

    assert features_of(trees_of(annotation, document.words), phrase).number == "singular"
