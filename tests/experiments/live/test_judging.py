"""What the key adds to an answer: who is judged, and why others are not."""

from typing import Any

from anaphora.experiments.live import judging
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
    judging.add(data, document, Key("test", chains))
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


def test_a_key_knows_its_words() -> None:
    key = Key("test", ((ANN, SHE),))

    assert judging.is_in(key, 4)
    assert not judging.is_in(key, 2)
