"""Number, gender, animacy and person of noun phrases (`tables/features.tsv`), and the evidence that is told."""

from dataclasses import replace

from anaphora.preprocess.agreement import Features
from anaphora.preprocess.english.features import features_of
from anaphora.preprocess.noun_phrases import NounPhrase, noun_phrases
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.document import Span
from tests.annotated import annotated
from tests.preprocess.table_files import rows


def of_first(text: str, entity: str = "") -> Features:
    """The features of the first noun phrase of the text, whose words have this entity type."""
    document, annotation = annotated(text)
    span = noun_phrases(trees_of(annotation, document.words))[0].span
    types = tuple(entity if token in span else "" for token in range(len(document.words)))
    trees = trees_of(replace(annotation, entity=types), document.words)
    return features_of(trees, noun_phrases(trees)[0])


def test_features_of_noun_phrases() -> None:
    wrong = {}
    for about, text, entity, expected in rows("features"):
        phrase = of_first(text, entity)
        names = [feature.partition("=")[0] for feature in expected.split()]
        features = " ".join(f"{name}={getattr(phrase, name)}" for name in names)
        if features != expected:
            wrong[about, text, entity] = features, expected
    assert wrong == {}


def test_evidence_is_told() -> None:
    """Every leaf has its place, but: every leaf fell when they were ripe."""
    assert of_first("frobnyx/NN/0/root", "OBJECT").evidence == "morphology; entity type: OBJECT"
    assert of_first("IT/NNP/0/root", "ABSTRACT").evidence != "pronoun: it"
    for determiner in ("every", "each", "any", "no"):
        evidence = of_first(f"{determiner}/DT/2/det leaf/NN/0/root").evidence
        assert evidence.partition("; ")[0] == f"distributive: {determiner}"


def test_form_of_a_pronoun_decides_everything() -> None:
    assert of_first("She/PRP/0/root") == Features(3, "singular", "feminine", "animate", "pronoun: she")
    assert of_first("We/PRP/0/root") == Features(1, "plural", "unknown", "animate", "pronoun: we")
    assert of_first("You/PRP/0/root") == Features(2, "unknown", "unknown", "animate", "pronoun: you")


def test_clause_is_singular() -> None:
    """Key mentions may be clauses, and verbs have number, too."""
    document, annotation = annotated("birds/NNS/2/nsubj sing/VBP/0/root/sing/Number=Plur")
    phrase = NounPhrase(Span(0, 2), Span(0, 2), 1)

    assert features_of(trees_of(annotation, document.words), phrase).number == "singular"
