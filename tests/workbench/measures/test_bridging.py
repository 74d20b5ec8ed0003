"""Bridging, by hand and by the rules of the Universal Anaphora scorer written slowly."""

import random
from collections.abc import Sequence

from anaphora.workbench.coreference.alignment import overlap_of
from anaphora.workbench.coreference.overlap import Overlap, columns, stack
from anaphora.workbench.document import Span
from anaphora.workbench.key import Bridge, Clusters
from anaphora.workbench.measures import chain_measures

MEASURES = ("bridging_anaphors", "bridging_mentions", "bridging_entities")
CAR, IT, HOUSE, DOOR, ROOF, SEAT = (Span(number, number + 1) for number in range(6))
CHAINS = ((CAR, IT), (HOUSE,), (DOOR,), (ROOF,), (SEAT,))


def key(*links: tuple[Span, Span], chains: Sequence[tuple[Span, ...]] = CHAINS) -> Clusters:
    return Clusters("d", tuple(chains), bridges=tuple(Bridge(*link) for link in links))


def evidence(*documents: tuple[Clusters, Clusters]) -> Overlap:
    return overlap_of(*stack(*([columns(pair[side]) for pair in documents] for side in (0, 1))), "strict")


def counts(name: str, *documents: tuple[Clusters, Clusters]) -> list[list[float]]:
    rows: list[list[float]] = chain_measures()[name].count(evidence(*documents)).tolist()
    return rows


def test_anaphors_mentions_and_entities_are_three_levels() -> None:
    """The door has the same antecedent, the roof another mention of the car, the seat another entity.

    The house is an anaphor in the response only, *it* in the key only.
    """
    mine = key((DOOR, CAR), (ROOF, CAR), (SEAT, CAR), (IT, HOUSE))
    theirs = key((DOOR, CAR), (ROOF, IT), (SEAT, HOUSE), (HOUSE, CAR))

    assert [counts(name, (mine, theirs)) for name in MEASURES] == [[[right, 4, right, 4]] for right in (3, 1, 2)]


def test_the_entity_is_that_of_the_key() -> None:
    """The response has the car and it apart; the key says that they are one."""
    apart = key((DOOR, IT), chains=((CAR,), (IT,), (DOOR,)))

    assert counts("bridging_entities", (key((DOOR, CAR)), apart)) == [[1, 1, 1, 1]]
    assert counts("bridging_entities", (apart, key((DOOR, CAR)))) == [[0, 1, 0, 1]]


def test_one_of_several_antecedents_is_enough_and_it_may_be_in_no_chain() -> None:
    lone, both = key((DOOR, HOUSE), chains=((CAR, IT), (DOOR,))), key((DOOR, CAR), (DOOR, HOUSE))

    assert counts("bridging_entities", (lone, lone)) == [[1, 1, 1, 1]]
    assert counts("bridging_mentions", (both, key((DOOR, HOUSE)))) == [[1, 1, 1, 1]]


def slow_counts(mine: Clusters, theirs: Clusters) -> list[list[int]]:
    """As the scorer counts an anaphor: found, with the same antecedent, or with one of the same key entity."""
    asked, answered = ({bridge.anaphor: bridge.antecedent for bridge in side.bridges} for side in (mine, theirs))
    entity = {span: number for number, chain in enumerate(mine.chains) for span in chain}
    right = [0, 0, 0]
    for anaphor, antecedent in asked.items():
        if anaphor in answered:
            other = answered[anaphor]
            right[0] += 1
            right[1] += antecedent == other
            known = antecedent in entity and other in entity
            right[2] += antecedent == other or (known and entity[antecedent] == entity[other])
    return [[count, len(asked), count, len(answered)] for count in right]


def test_random_bridging_is_counted_as_in_the_scorer() -> None:
    chance = random.Random(1)
    spans = [Span(number, number + 1) for number in range(10)]

    def side() -> Clusters:
        number = {span: chance.randrange(5) for span in spans if chance.random() < 0.8}
        chains = sorted(tuple(span for span in number if number[span] == chain) for chain in set(number.values()))
        anaphors = chance.sample(spans, chance.randint(0, 5))
        return key(*((anaphor, chance.choice(spans)) for anaphor in anaphors), chains=chains)

    documents = [(side(), side()) for _ in range(100)]
    found = [counts(name, *documents) for name in MEASURES]

    for row, (mine, theirs) in enumerate(documents):
        assert [rows[row] for rows in found] == slow_counts(mine, theirs)
