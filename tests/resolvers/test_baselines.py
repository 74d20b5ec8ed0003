"""The baselines of pronouns: the most recent, the last subject, and chance."""

from collections import Counter
from typing import Any

import pytest

from anaphora.resolvers import most_recent, random_agreeing, random_any, recent_subject
from anaphora.resolvers.specs import build_resolver, default_resolvers
from tests.resolvers.answers import answer, read, ruled

LID, FANS = "The lid of the copier covers a tray", "The fans stop"


def test_most_recent_takes_the_last_head_that_agrees() -> None:
    expected = {
        f"{LID} | It stops": "a tray",
        "Press the key beside the knob | It stops": "the knob",  # the inner of nested noun phrases
        f"{LID} | {FANS} | It stops": "a tray",
    }

    assert {text: answer(most_recent.MostRecent(), text)[0] for text in expected} == expected
    assert answer(most_recent.MostRecent(agreement=False), f"{LID} | {FANS} | It stops")[0] == "The fans"


def test_recent_subject_takes_the_last_subject_or_falls_back() -> None:
    resolver, strict = recent_subject.RecentSubject(), recent_subject.RecentSubject(fallback="none")
    knob = "Press the key beside the knob | It stops"

    assert ruled(resolver, f"{LID} | It stops") == ("The lid of the copier", "most recent subject")
    assert ruled(resolver, knob) == ("the knob", "no subject: most recent")
    assert ruled(strict, knob) == (None, "no subject")
    for either in (resolver, strict):
        assert ruled(either, "Press the key | It stops") == ("the key", "only candidate")


@pytest.mark.parametrize(("module", "candidates"), [(random_agreeing, 3), (random_any, 4)])
def test_random_draws_follow_their_chances_and_differ_between_documents_but_not_between_runs(
    module: Any, candidates: int
) -> None:
    """Lid, copier and tray agree with "it", and the fans do not; draws of all seeds are within 4 deviations."""
    text, count = f"{LID} | {FANS} | It stops", 400
    document = read(text)
    decisions = [module.build(seed=seed).resolve(document)[0] for seed in range(count)]
    drawn, chance = Counter(decision.antecedent for decision in decisions), 1 / candidates

    assert decisions[0].explanation.chances == (chance,) * candidates
    assert set(drawn) == set(decisions[0].explanation.candidates)
    assert all(abs(times - count * chance) < 4 * (count * chance * (1 - chance)) ** 0.5 for times in drawn.values())
    documents = [read(text, name=f"document {number}") for number in range(20)]
    forwards = [module.build().resolve(entry)[0].antecedent for entry in documents]
    assert forwards == [module.build().resolve(entry)[0].antecedent for entry in reversed(documents)][::-1]
    assert len(set(forwards)) > 1


def test_every_resolver_leaves_a_pronoun_without_candidates_open() -> None:
    actual = {name: ruled(build_resolver(name, seed=0), "It stops") for name in default_resolvers()}

    assert {name: row for name, row in actual.items() if row[0] is not None or not row[1].startswith("no ")} == {}
