"""Bridging and expressions that refer to nothing, by hand and by the rules of the Universal Anaphora scorer."""

import random
from collections.abc import Mapping, Sequence

from anaphora.workbench.chains.alignment import overlap_of
from anaphora.workbench.chains.overlap import Overlap, columns, stack
from anaphora.workbench.document import Span
from anaphora.workbench.key import Bridge, Clusters
from anaphora.workbench.measures import chain_measures, numbers
from anaphora.workbench.measures.choosing import choose_measure

BRIDGING = ("bridging_anaphors", "bridging_mentions", "bridging_entities")
CAR, IT, HOUSE, DOOR, ROOF, SEAT = (Span(number, number + 1) for number in range(6))
CHAINS = ((CAR, IT), (HOUSE,), (DOOR,), (ROOF,), (SEAT,))
Expressions = Mapping[Span, str]
KEY = {Span(0, 1): "expletive", Span(2, 4): "predicate", Span(6, 7): "predicate", Span(8, 9): ""}
RESPONSE = {Span(0, 1): "expletive", Span(2, 4): "idiom", Span(5, 6): "predicate"}


def evidence(*documents: tuple[Clusters, Clusters]) -> Overlap:
    return overlap_of(*stack(*([columns(pair[side]) for pair in documents] for side in (0, 1))), "strict")


def counts(name: str, *documents: tuple[Clusters, Clusters]) -> list[list[float]]:
    rows: list[list[float]] = chain_measures()[name].count(evidence(*documents)).tolist()
    return rows


def bridged(*links: tuple[Span, Span], chains: Sequence[tuple[Span, ...]] = CHAINS) -> Clusters:
    return Clusters("d", tuple(chains), bridges=tuple(Bridge(*link) for link in links))


def test_bridging_anaphors_mentions_and_entities_are_three_levels() -> None:
    """The door has the same antecedent, the roof another mention of the car, the seat another entity.

    The house is an anaphor in the response only, *it* in the key only.
    """
    key = bridged((DOOR, CAR), (ROOF, CAR), (SEAT, CAR), (IT, HOUSE))
    response = bridged((DOOR, CAR), (ROOF, IT), (SEAT, HOUSE), (HOUSE, CAR))

    assert [counts(name, (key, response)) for name in BRIDGING] == [[[right, 4, right, 4]] for right in (3, 1, 2)]


def test_the_entity_is_that_of_the_key_one_of_several_is_enough_and_it_may_be_in_no_chain() -> None:
    """A response has the car and it apart; the key says that they are one."""
    apart, lone = bridged((DOOR, IT), chains=((CAR,), (IT,), (DOOR,))), bridged((DOOR, HOUSE), chains=CHAINS[:1])

    assert counts("bridging_entities", (bridged((DOOR, CAR)), apart)) == [[1, 1, 1, 1]]
    assert counts("bridging_entities", (apart, bridged((DOOR, CAR)))) == [[0, 1, 0, 1]]
    assert counts("bridging_entities", (lone, lone)) == [[1, 1, 1, 1]]
    several = bridged((DOOR, CAR), (DOOR, HOUSE)), bridged((DOOR, HOUSE))
    assert counts("bridging_mentions", several) == [[1, 1, 1, 1]]


def slow_counts(key: Clusters, response: Clusters) -> list[list[int]]:
    """As the scorer counts an anaphor: found, with the same antecedent, or with one of the same key entity."""
    asked, answered = ({bridge.anaphor: bridge.antecedent for bridge in side.bridges} for side in (key, response))
    entity = {span: number for number, chain in enumerate(key.chains) for span in chain}
    pairs = [(antecedent, answered[anaphor]) for anaphor, antecedent in asked.items() if anaphor in answered]
    same = [antecedent == other for antecedent, other in pairs]
    alike = [antecedent == other or entity.get(antecedent, -1) == entity.get(other) for antecedent, other in pairs]
    return [[right, len(asked), right, len(answered)] for right in (len(pairs), sum(same), sum(alike))]


def test_random_bridging_is_counted_as_in_the_scorer() -> None:
    chance = random.Random(1)
    spans = [Span(number, number + 1) for number in range(10)]

    def side() -> Clusters:
        number = {span: chance.randrange(5) for span in spans if chance.random() < 0.8}
        chains = sorted(tuple(span for span in number if number[span] == chain) for chain in set(number.values()))
        anaphors = chance.sample(spans, chance.randint(0, 5))
        return bridged(*((anaphor, chance.choice(spans)) for anaphor in anaphors), chains=chains)

    documents = [(side(), side()) for _ in range(100)]
    found = [counts(name, *documents) for name in BRIDGING]

    for row, pair in enumerate(documents):
        assert [rows[row] for rows in found] == slow_counts(*pair)


# ---- non-referring expressions


def empty(expressions: Expressions) -> Clusters:
    return Clusters("d", (), non_referring=expressions)


def rates(name: str, *documents: tuple[Expressions, Expressions]) -> tuple[float | None, float | None]:
    values = numbers(choose_measure(name), evidence(*((empty(key), empty(other)) for key, other in documents)))
    return values["recall"], values["precision"]


def test_an_expression_is_recognised_if_both_call_it_non_referring_or_so_with_types() -> None:
    """Two of the key's four are found, which are two of the response's three; one of them has the same type.

    Of one type only those count that a side calls so; pleonastic *it* is one, too.
    """
    by_type = {"expletive": (1, 1), "predicate": (0, 0), "idiom": (None, 0), "quantifier": (None, None)}
    pleonastic = Clusters("d", (), non_anaphoric={3: "pleonastic", 5: "clausal"})

    assert rates("non_referring", (KEY, RESPONSE)) == (2 / 4, 2 / 3)
    assert rates("non_referring_types", (KEY, RESPONSE)) == (1 / 4, 1 / 3)
    assert rates("non_referring", (KEY, RESPONSE), ({}, {}), (RESPONSE, {})) == (2 / 7, 2 / 3)
    assert {type: rates(f"non_referring(type={type})", (KEY, RESPONSE)) for type in by_type} == by_type
    assert counts("non_referring", (pleonastic, pleonastic)) == [[1, 1, 1, 1]]


def test_random_expressions_are_counted_as_in_the_scorer() -> None:
    """It counts an expression of a side by whether the list of the other has it."""
    chance = random.Random(1)
    every = [Span(start, start + length) for start in range(8) for length in (1, 2)]
    sides: list[list[Expressions]] = [
        [
            {span: chance.choice(("expletive", "idiom", "")) for span in chance.sample(every, chance.randint(0, 8))}
            for _ in range(100)
        ]
        for _ in range(2)
    ]
    documents = list(zip(*sides, strict=True))
    for name in ("non_referring", "non_referring_types"):
        found = counts(name, *((empty(key), empty(response)) for key, response in documents))
        for row, (key, response) in zip(found, documents, strict=True):
            right = sum(span in response and (name[-1] == "g" or key[span] == response[span]) for span in key)
            assert row == [right, len(key), right, len(response)]
