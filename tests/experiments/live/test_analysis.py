"""What is added to an answer: who is judged by the key, why others are not, and how decisions came about."""

from typing import Any

from anaphora.experiments.live import analysis
from anaphora.resolvers import centering_bfp, cogniac, hobbs, mars
from anaphora.workbench.decision import Resolver
from anaphora.workbench.document import Span
from anaphora.workbench.key import Key
from tests.annotated import prepared

ANN_SAW_BOB = "Ann/NNP/2/nsubj saw/VBD/0/root Bob/NNP/2/obj ././2/punct"
SHE_SMILED = "She/PRP/2/nsubj smiled/VBD/0/root ././2/punct"
WHEN_SHE_CAME_EVE_LEFT = (
    "When/WRB/3/advmod she/PRP/3/nsubj came/VBD/6/advcl ,/,/3/punct Eve/NNP/6/nsubj left/VBD/0/root ././6/punct"
)
ANN, BOB, SHE = Span(0, 1), Span(2, 3), Span(4, 5)


def judged(lines: tuple[str, ...], *chains: tuple[Span, ...]) -> dict[str, Any]:
    document = prepared("\n".join(lines))
    data: dict[str, Any] = {"documents": [{}], "anaphors": [{} for _ in document.cases]}
    analysis.add_key(data, document, Key("test", chains))
    return data


def test_an_anaphor_of_the_key_has_its_right_answers_and_the_words_of_one() -> None:
    data = judged((ANN_SAW_BOB, SHE_SMILED), (ANN, SHE))

    assert data["anaphors"] == [{"right": [0], "expected": {"words": "Ann", "why": ""}}]
    assert data["documents"] == [{"chains": [0, -1, 0]}]


def test_a_pronoun_that_the_key_does_not_have_is_not_judged() -> None:
    (anaphor,) = judged((ANN_SAW_BOB, SHE_SMILED), (BOB,))["anaphors"]

    assert anaphor == {"expected": {"words": "", "why": "not in the key"}}


def test_a_cataphoric_pronoun_is_not_judged_but_its_antecedent_is_told() -> None:
    (anaphor,) = judged((WHEN_SHE_CAME_EVE_LEFT,), (Span(1, 2), Span(4, 5)))["anaphors"]

    assert "right" not in anaphor
    assert anaphor["expected"]["words"] == "Eve"
    assert anaphor["expected"]["why"].startswith("cataphoric")


def test_a_pronoun_of_a_clause_is_not_judged_but_the_clause_is_told() -> None:
    it_hurt = "It/PRP/2/nsubj hurt/VBD/0/root ././2/punct"
    (anaphor,) = judged((ANN_SAW_BOB, it_hurt), (Span(0, 3), SHE))["anaphors"]

    assert "right" not in anaphor
    assert anaphor["expected"]["words"] == "Ann saw Bob"
    assert "clause" in anaphor["expected"]["why"]


ANN_SLEEPS = "Ann/NNP/2/nsubj sleeps/VBZ/0/root ././2/punct"
SHE_SMILES = "She/PRP/2/nsubj smiles/VBZ/0/root ././2/punct"


def with_trails() -> dict[str, Any]:
    """Two pronouns, decided by four resolvers."""
    document = prepared("\n".join((ANN_SLEEPS, SHE_SMILES, SHE_SMILES)))
    resolvers: list[Resolver] = [hobbs.Hobbs(), cogniac.Cogniac(), centering_bfp.CenteringBFP(), mars.build()]
    data: dict[str, Any] = {"anaphors": [{"answers": [{} for _ in resolvers]} for _ in document.cases]}
    analysis.add_trails(data, [resolver.resolve(document) for resolver in resolvers])
    return data


def test_a_walk_names_nodes_of_a_tree_that_stands_once() -> None:
    """From [NP She] up to S, and to [NP Ann] in the sentence before."""
    data = with_trails()
    walks = [anaphor["answers"][0]["trail"] for anaphor in data["anaphors"]]
    (tree,) = data["trees"]
    words = len(tree["parents"]) - len(tree["labels"])

    assert [walk["tree"] for walk in walks] == [0, 0]
    assert words == 9
    labels = [(tree["labels"][node - words], rule, outcome) for node, rule, outcome in walks[0]["visits"]]
    assert labels == [("S", "", ""), ("NP", "step 4", "is taken")]


def test_rules_are_told_with_their_objections() -> None:
    trail = with_trails()["anaphors"][0]["answers"][1]["trail"]

    assert trail == {"rules": cogniac.HIGH_PRECISION, "objections": ()}  # Ann is unique in the discourse


def test_utterances_of_centering_stand_once() -> None:
    data = with_trails()

    assert [anaphor["answers"][2]["trail"] for anaphor in data["anaphors"]] == [
        {"discourse": 0, "place": 1},
        {"discourse": 0, "place": 2},
    ]
    assert [utterance["transition"] for utterance in data["discourses"][0]] == ["", "continue", "continue"]


def test_a_resolver_that_votes_has_no_trail() -> None:
    assert with_trails()["anaphors"][0]["answers"][3] == {}
