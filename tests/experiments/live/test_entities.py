"""Which answers agree. Ann(0) met Eve(1). She(2) smiled. She(3) left. Two resolvers, A and B."""

from typing import Any

from anaphora.experiments.live.saved import asset
from tests.experiments.show.report.scripts import evaluate, needs_node

pytestmark = needs_node

ANN, EVE, SHE = 0, 1, 2
CASES: dict[str, tuple[tuple[int | None, ...], tuple[int | None, ...], list[int] | None]] = {
    "another phrase, another pronoun": ((EVE, EVE), (ANN, SHE), None),
    "numbers follow the text": ((EVE, EVE), (ANN, ANN), None),
    "a chain of the key": ((ANN, None), (SHE, SHE), [0, 1, 0, 0]),
    "the same phrase": ((ANN, ANN), (ANN, ANN), None),
    "a pronoun and what is answered to it": ((ANN, ANN), (ANN, SHE), None),
    "a pronoun that B takes for another": ((ANN, EVE), (ANN, SHE), None),
    "one pronoun for two entities": ((ANN, EVE), (SHE, SHE), None),
    "a pronoun that is left open": ((None, None), (ANN, SHE), None),
    "the key says that all are Ann": ((ANN, EVE), (ANN, SHE), [0, 1, 0, 0]),
    "the key says that she is Eve": ((ANN, EVE), (ANN, SHE), [0, 1, 1, 1]),
    "no answer": ((ANN, ANN), (ANN, None), None),
}
"""What A and B answer to the first pronoun and to the second, and the key."""


def numbered(*names: str, same: str = "undefined") -> dict[str, Any]:
    """The different answers of A and B to each of the two pronouns, case by case."""
    anaphors = [{"document": 0, "span": [4, 5]}, {"document": 0, "span": [7, 8]}]
    cases = [
        {
            "data": {"documents": [{"mentions": [0, 1, 2, 3, 4, 5, 7, 8], "chains": chains}], "anaphors": anaphors},
            "answers": [first, second],
        }
        for first, second, chains in (CASES[name] for name in names)
    ]
    call = f"data.map((each) => numbered(each.data, each.answers, new Map(), {same}))"
    return dict(zip(names, evaluate(call, cases, None, asset("parallel.js")), strict=True))


def test_answers_to_one_pronoun_are_grouped_by_whom_they_mean() -> None:
    """The mentions that are answered, by whom (A is 0, B is 1), and the mention that the answers lead to."""
    found = {
        name: [(answer["mentions"], answer["by"], answer["root"]) for answer in second]
        for name, (_, second) in numbered(*CASES).items()
    }
    groups = {
        "the same phrase": [([ANN], [0, 1], ANN)],
        "a pronoun and what is answered to it": [([ANN, SHE], [0, 1], ANN)],
        "a pronoun that B takes for another": [([ANN], [0], ANN), ([SHE], [1], EVE)],
        "one pronoun for two entities": [([SHE], [0], ANN), ([SHE], [1], EVE)],
        "no answer": [([ANN], [0], ANN)],
    }

    assert {name: found[name] for name in groups} == groups
    assert len(found["a pronoun that is left open"]) == 2
    assert len(found["the key says that all are Ann"]) == 1
    assert len(found["the key says that she is Eve"]) == 2


def test_an_entity_has_one_number_in_every_row() -> None:
    """By whatever phrase and to whichever pronoun it is answered; a name that comes again may be the same entity."""

    def numbers(found: Any) -> list[list[int]]:
        return [[answer["number"] for answer in answers] for answers in found]

    found = numbered(*CASES)
    name = "numbers follow the text"

    assert numbers(found["another phrase, another pronoun"]) == [[1], [0, 1]]
    assert numbers(found[name]) == [[1], [0]]
    assert numbers(found["a chain of the key"]) == [[0], [0]]
    again = numbered(name, same="(mention) => (mention === 1 ? 0 : mention)")
    assert numbers(again[name]) == [[0], [0]]
