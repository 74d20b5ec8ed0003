"""Names: titles, first names, entity types, and the same name elsewhere in the document."""

from dataclasses import replace

from anaphora.preprocess.english.features import features_of
from anaphora.preprocess.english.names import known_names
from anaphora.preprocess.noun_phrases import noun_phrases
from anaphora.preprocess.trees import trees_of
from tests.annotated import annotated


def test_evidence_adds_up_to_a_person_or_leaves_a_place_open() -> None:
    """Lithuania is a place of WordNet; who says something, with the type of a person, is one."""
    assert features_of_names("Zxyw/NNP/2/nsubj said/VBD/0/root/say", "PERSON") == [("animate", "unknown")]
    assert features_of_names("Lithuania/NNP/2/nsubj said/VBD/0/root/say", "PERSON") == [("unknown", "unknown")]


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
