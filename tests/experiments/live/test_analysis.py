"""What is added to an answer: who is judged by the key, why others are not, and how decisions came about."""

from typing import Any

import pytest

from anaphora.experiments.live import analysis
from anaphora.resolvers import centering_bfp, cogniac, hobbs, mars
from anaphora.workbench.decision import Resolver
from anaphora.workbench.document import Span
from anaphora.workbench.key import Key
from tests.annotated import prepared

ANN_SAW_BOB = "Ann/NNP/2/nsubj saw/VBD/0/root Bob/NNP/2/obj ././2/punct"
SHE_SMILED = "She/PRP/2/nsubj smiled/VBD/0/root ././2/punct"
IT_HURT = "It/PRP/2/nsubj hurt/VBD/0/root ././2/punct"
WHEN_SHE_CAME_EVE_LEFT = (
    "When/WRB/3/advmod she/PRP/3/nsubj came/VBD/6/advcl ,/,/3/punct Eve/NNP/6/nsubj left/VBD/0/root ././6/punct"
)
ANN, BOB, SHE = Span(0, 1), Span(2, 3), Span(4, 5)


@pytest.mark.parametrize(
    ("text", "chain", "right", "words", "why"),
    [
        (f"{ANN_SAW_BOB}\n{SHE_SMILED}", (ANN, SHE), [0], "Ann", ""),
        (f"{ANN_SAW_BOB}\n{SHE_SMILED}", (BOB,), None, "", "not in the key"),
        (WHEN_SHE_CAME_EVE_LEFT, (Span(1, 2), Span(4, 5)), None, "Eve", "cataphoric"),
        (f"{ANN_SAW_BOB}\n{IT_HURT}", (Span(0, 3), SHE), None, "Ann saw Bob", "clause"),
    ],
)
def test_an_anaphor_of_the_key_has_its_right_answers_and_others_are_told_why_not(
    text: str, chain: tuple[Span, ...], right: list[int] | None, words: str, why: str
) -> None:
    document = prepared(text)
    data: dict[str, Any] = {"documents": [{}], "anaphors": [{} for _ in document.cases]}
    analysis.add_key(data, document, Key("test", (chain,)))
    (anaphor,) = data["anaphors"]

    assert anaphor.get("right") == right
    assert anaphor["expected"]["words"] == words
    assert why in anaphor["expected"]["why"]
    assert bool(why) == bool(anaphor["expected"]["why"])
    if right:
        assert data["documents"] == [{"chains": [0, -1, 0]}]


def test_decisions_have_trails() -> None:
    """Two pronouns, decided by Hobbs's walk, CogNIAC's rules, centering, and MARS, which votes and has no trail."""
    she_smiles = SHE_SMILED.replace("smiled", "smiles")
    document = prepared(f"Ann/NNP/2/nsubj sleeps/VBZ/0/root ././2/punct\n{she_smiles}\n{she_smiles}")
    resolvers: list[Resolver] = [hobbs.Hobbs(), cogniac.Cogniac(), centering_bfp.CenteringBFP(), mars.build()]
    data: dict[str, Any] = {"anaphors": [{"answers": [{} for _ in resolvers]} for _ in document.cases]}
    analysis.add_trails(data, [resolver.resolve(document) for resolver in resolvers])
    walks, rules, discourses, votes = zip(*(anaphor["answers"] for anaphor in data["anaphors"]), strict=True)
    (tree,) = data["trees"]
    words = len(tree["parents"]) - len(tree["labels"])
    visits = walks[0]["trail"]["visits"]

    assert words == 9
    assert [walk["trail"]["tree"] for walk in walks] == [0, 0], "it stands once"
    assert [(tree["labels"][node - words], rule, outcome) for node, rule, outcome in visits] == [
        ("S", "", ""), ("NP", "step 4", "is taken"),
    ]  # fmt: skip
    assert rules[0]["trail"] == {"rules": cogniac.HIGH_PRECISION, "objections": ()}  # Ann is unique in the discourse
    assert [answer["trail"] for answer in discourses] == [{"discourse": 0, "place": 1}, {"discourse": 0, "place": 2}]
    assert [utterance["transition"] for utterance in data["discourses"][0]] == ["", "continue", "continue"]
    assert votes == ({}, {})
