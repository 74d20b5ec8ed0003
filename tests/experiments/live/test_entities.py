"""Which answers agree. Ann(0) met Eve(1). She(2) smiled. She(3) left. Two resolvers, A and B."""

from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments import live
from tests.experiments.report.scripts import evaluate, needs_node

pytestmark = needs_node

ENTITIES = (Path(live.__file__).parent / "assets" / "entities.js").read_text("utf-8")
ANN, EVE, SHE = 0, 1, 2


def numbered(first: tuple[int | None, ...], second: tuple[int | None, ...], chains: list[int] | None = None) -> Any:
    """The different answers of A and B to each of the two pronouns."""
    data = {
        "documents": [{"mentions": [0, 1, 2, 3, 4, 5, 7, 8], "chains": chains}],
        "anaphors": [{"document": 0, "span": [4, 5]}, {"document": 0, "span": [7, 8]}],
    }
    return evaluate("anaphora.numbered(data, more, new Map())", data, [first, second], ENTITIES)


def answers(first: tuple[int | None, ...], second: tuple[int | None, ...], chains: list[int] | None = None) -> Any:
    """The different answers to the second pronoun, if A and B answered `first` to the first one."""
    return [{name: each[name] for name in ("mentions", "by", "root")} for each in numbered(first, second, chains)[1]]


def letters(found: Any) -> list[list[int]]:
    return [[answer["number"] for answer in answers] for answers in found]


def group(mentions: list[int], by: list[int], root: int) -> dict[str, Any]:
    return {"mentions": mentions, "by": by, "root": root}


def test_an_entity_has_one_number_in_every_row() -> None:
    """Ann is 0 and Eve 1, by whatever phrase and to whichever pronoun they are answered."""
    assert letters(numbered((EVE, EVE), (ANN, SHE))) == [[1], [0, 1]]


def test_numbers_follow_the_text_and_not_the_rows() -> None:
    assert letters(numbered((EVE, EVE), (ANN, ANN))) == [[1], [0]]


def test_another_mention_of_a_name_has_the_same_number() -> None:
    """If the second phrase were "Ann" again."""
    data = {
        "documents": [{"mentions": [0, 1, 2, 3, 4, 5, 7, 8], "chains": None}],
        "anaphors": [{"document": 0, "span": [4, 5]}, {"document": 0, "span": [7, 8]}],
    }
    call = "anaphora.numbered(data, more, new Map(), (mention) => (mention === 1 ? 0 : mention))"

    assert letters(evaluate(call, data, [[ANN, ANN], [EVE, EVE]], ENTITIES)) == [[0], [0]]


def test_a_chain_of_the_key_has_one_number() -> None:
    assert letters(numbered((ANN, None), (SHE, SHE), [0, 1, 0, 0])) == [[0], [0]]


def test_the_same_phrase_is_one_answer() -> None:
    assert answers((ANN, ANN), (ANN, ANN)) == [group([ANN], [0, 1], ANN)]


def test_a_pronoun_agrees_with_what_the_same_resolver_answers_to_it() -> None:
    assert answers((ANN, ANN), (ANN, SHE)) == [group([ANN, SHE], [0, 1], ANN)]


def test_a_pronoun_that_its_resolver_takes_for_another_is_another_answer() -> None:
    """B says that the first "she" is Eve, whatever A says of it."""
    assert answers((ANN, EVE), (ANN, SHE)) == [group([ANN], [0], ANN), group([SHE], [1], EVE)]


def test_two_resolvers_may_name_one_pronoun_and_mean_two_entities() -> None:
    assert answers((ANN, EVE), (SHE, SHE)) == [group([SHE], [0], ANN), group([SHE], [1], EVE)]


def test_a_pronoun_that_is_left_open_stands_for_itself() -> None:
    assert len(answers((None, None), (ANN, SHE))) == 2


@pytest.mark.parametrize(("chains", "count"), [([0, 1, 0, 0], 1), ([0, 1, 1, 1], 2)])
def test_with_a_key_its_chains_decide(chains: list[int], count: int) -> None:
    """Whatever B made of the first "she"."""
    assert len(answers((ANN, EVE), (ANN, SHE), chains)) == count


def test_no_answer_is_none_of_the_answers() -> None:
    assert answers((ANN, ANN), (ANN, None)) == [group([ANN], [0], ANN)]
