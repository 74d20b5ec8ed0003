"""Errors in split antecedents, bridging, what does not refer and deixis, by hand and as the measures count them."""

import random
from dataclasses import replace

from anaphora.workbench.chains.alignment import compare_chains
from anaphora.workbench.chains.overlap import columns
from anaphora.workbench.document import Span
from anaphora.workbench.error_analysis.beyond_identity import JudgedExpression, judge
from anaphora.workbench.error_analysis.mentions import DocumentText
from anaphora.workbench.key import Bridge, Clusters
from anaphora.workbench.measures import bridging, non_referring
from tests.beyond_identity import ANN, ANN_AGAIN, BOB, DOOR, HOUSE, KEY, RAIN, THAT, THEY, WORDS


def judged(key: Clusters, response: Clusters) -> tuple[JudgedExpression, ...]:
    return judge(compare_chains([columns(key)], [columns(response)], split=True), [DocumentText("d", WORDS)])


def told(key: Clusters, response: Clusters) -> list[tuple[str, str, str]]:
    """Kind, verdict and words of each."""
    return [(each.reference, each.verdict, each.expression.text) for each in judged(key, response)]


def test_a_key_is_right_in_everything() -> None:
    assert told(KEY, KEY) == [
        ("split_antecedent", "right", "They"),
        ("bridging", "right", "The door"),
        ("non_referring", "right", "it"),
        ("deixis", "right", "that"),
    ]


def test_a_set_of_other_entities_another_antecedent_and_another_type_are_wrong() -> None:
    """Bob and the house for Ann and Bob, Bob for the house, a predicate; "that" means the rain."""
    response = replace(
        KEY,
        split={THEY: (1, 3)},
        bridges=(Bridge(DOOR, BOB),),
        non_referring={RAIN: "predicate"},
        deixis=Clusters("d", ((Span(14, 15), THAT),)),
    )

    assert {(reference, verdict) for reference, verdict, _ in told(KEY, response)} == {
        ("split_antecedent", "wrong"), ("bridging", "wrong"), ("non_referring", "wrong"), ("deixis", "wrong"),
    }  # fmt: skip
    of_set, *_ = judged(KEY, response)
    assert [
        [mention.text for mention in said.antecedents] for said in (of_set.key, of_set.response) if said is not None
    ] == [["Ann", "Bob"], ["Bob", "a house"]]


def test_what_one_side_lacks_is_missed_or_spurious() -> None:
    plain = Clusters("d", KEY.chains)

    assert {verdict for _, verdict, _ in told(KEY, plain)} == {"missed"}
    assert {verdict for _, verdict, _ in told(plain, KEY)} == {"spurious"}
    assert told(plain, plain) == []


def test_entities_are_those_of_the_key_whatever_their_chains() -> None:
    """The response has not linked the two Anns, and bridges to another mention of the house: the entities are right."""
    again = Span(17, 18)
    key = replace(KEY, chains=((ANN, ANN_AGAIN), (BOB,), (THEY,), (HOUSE, again), (DOOR,)))
    response = replace(
        KEY,
        chains=((ANN,), (BOB,), (THEY,), (HOUSE,), (DOOR,), (ANN_AGAIN,), (again,)),
        split={THEY: (1, 5)},
        bridges=(Bridge(DOOR, again),),
    )

    assert [verdict for _, verdict, _ in told(key, response)] == ["right"] * 4


def test_what_is_right_missed_and_spurious_is_what_the_measures_count() -> None:
    chance = random.Random(0)
    entities = {measure.name: measure for measure in bridging.MEASURES}["bridging_entities"]
    types = {measure.name: measure for measure in non_referring.MEASURES}["non_referring_types"]
    for _ in range(50):
        mentions = [Span(token, token + 1) for token in range(12)]
        sides = []
        for _ in range(2):
            chains = tuple(tuple(mentions[first : first + 2]) for first in range(0, 8, 2))
            bridges = {
                anaphor: Bridge(anaphor, chance.choice(mentions[:6])) for anaphor in chance.sample(mentions[4:8], 2)
            }
            idle = {span: chance.choice(("expletive", "predicate")) for span in chance.sample(mentions[8:], 2)}
            sides.append(columns(Clusters("d", chains, bridges=tuple(bridges.values()), non_referring=idle)))
        overlap = compare_chains(sides[:1], sides[1:], split=True)
        found: list[tuple[str, str]] = [
            (each.reference, each.verdict) for each in judge(overlap, [DocumentText("d", WORDS)])
        ]
        for reference, measure in (("bridging", entities), ("non_referring", types)):
            right, asked, _, answered = measure.count(overlap)[0].tolist()
            wrong = found.count((reference, "wrong"))
            assert found.count((reference, "right")) == right
            assert found.count((reference, "missed")) == asked - right - wrong
            assert found.count((reference, "spurious")) == answered - right - wrong
