"""ACE-Value by hand (NIST 2007): a name is worth 1, a nominal 0.5, a pronoun 0.1; an entity as its best mention."""

from dataclasses import replace
from typing import Any

import pytest

from anaphora.workbench.document import Span
from anaphora.workbench.key import Attributes, Key, Response
from anaphora.workbench.measures import ace_value, numbers
from tests.workbench.clusters import MEASURES, overlapping

ANN, ACME, SHE, EVE = (Span(at, at + 1) for at in range(4))
NAME, NOMINAL, PRONOUN = (Attributes(kind=kind) for kind in ("name", "nominal", "pronoun"))
PER, ORG = Attributes(kind="name", type="PER"), Attributes(kind="name", type="ORG")


def side(*chains: dict[Span, Attributes]) -> Key:
    return Key("d", tuple(map(tuple, chains)), {span: told for chain in chains for span, told in chain.items()})


def value(key: Key, response: Key | Response, measure: Any = MEASURES["ace_value"]) -> dict[str, float | None]:
    return numbers(measure, overlapping([(key, response)]))


def test_entity_of_the_wrong_type_loses_half_of_its_value_of_an_unknown_one_nothing() -> None:
    """Another entity of the document has a type on both sides."""
    for ours, theirs in ((PER, ORG), (ORG, PER)):
        half = value(side({ANN: ours}), side({ANN: theirs}))
        assert half == {"value": 0.5, "missed": 0, "error": 0.5, "false_alarm": 0}
    for ours, theirs in ((PER, PER), (ORG, ORG), (PER, NAME), (ORG, NAME), (NAME, PER), (NAME, ORG)):
        whole = value(side({ANN: ours}, {ACME: ORG}, {EVE: PER}), side({ANN: theirs}, {ACME: ORG}, {EVE: PER}))
        assert whole["value"] == 1, (ours, theirs)
    of_first = value(side({ANN: NAME, SHE: PER, EVE: ORG}), side({ANN: PER, SHE: PER, EVE: PER}))
    assert of_first["value"] == 1, "an entity has the type of its first mention that has one"


def test_mention_taken_for_another_kind_loses_a_tenth_of_the_lesser() -> None:
    """A name as a pronoun: 0.1 * 0.9 of 1; a nominal as a name: 0.5 * 0.9 of 0.5."""
    less = value(side({ANN: NAME}), side({ANN: PRONOUN}))

    assert less == {"value": pytest.approx(0.09), "missed": 0, "error": pytest.approx(0.91), "false_alarm": 0}
    assert value(side({ANN: NOMINAL}), side({ANN: NAME}))["value"] == pytest.approx(0.9)


def test_kinds_count_only_where_the_key_tells_all_of_them() -> None:
    """The second mention's kind is not known, so that both weigh 1 and the missed one is half of the entity."""
    key = side({ANN: NAME, SHE: PRONOUN})

    assert value(side({ANN: NAME, SHE: Attributes()}), side({ANN: NAME}))["value"] == 0.5
    assert value(key, side({ANN: NAME}))["value"] == pytest.approx(1 / 1.1)
    assert value(key, Response("d", ((ANN, SHE),)))["value"] == 1, "the response has the kinds of the key"


def test_spurious_mention_costs_its_share_of_a_false_alarm() -> None:
    """Of two names one is of another entity: the entity found is whole, half of the response's is a false alarm."""
    found = value(side({ANN: NAME}), side({ANN: NAME, EVE: NAME}))

    assert (found["value"], found["error"]) == (1 - 0.75 / 2, 0.75 / 2)


def test_missed_and_spurious_entities_cost_what_their_types_are_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Persons are worth 2. Of 3 in the key 2 are missed; of the response 2 are wrong, which cost 0.75 each."""
    costs = replace(ace_value._tables()["ace_2007"], type={"PER": 2})
    monkeypatch.setattr(ace_value, "_tables", lambda: {"persons": costs})
    measure = ace_value.ace_value("persons")
    found = value(side({ANN: PER}, {ACME: ORG}), side({ACME: ORG}, {EVE: PER}), measure)

    assert found == {
        "value": pytest.approx(1 - 2 / 3 - 1.5 / 3), "missed": pytest.approx(2 / 3), "error": 0,
        "false_alarm": pytest.approx(1.5 / 3),
    }  # fmt: skip


def test_what_is_not_known_weighs_1() -> None:
    """The type of an entity beside one that has a type; and the kinds of a document beside one that tells them."""
    untyped = value(side({ANN: NAME}, {ACME: ORG}), side({ACME: ORG}))
    told, untold = side({ANN: NAME}), side({ANN: Attributes()})
    unkind = numbers(MEASURES["ace_value"], overlapping([(told, told), (untold, Response("d", ()))]))

    assert (untyped["missed"], unkind["missed"]) == (0.5, 0.5)
