"""Split antecedents: the cases of the Universal Anaphora scorer, cases worked by hand, and a scorer written slowly.

From https://github.com/juntaoy/universal-anaphora-scorer, tests of plurals, in the notation of their README: letters
are mentions, braces chains, and braces in braces the split antecedent of a chain: {ac} are the entities of a and c.
"""

import random
import re
from collections.abc import Sequence

import pytest

from anaphora.workbench.chains.alignment import overlap_of
from anaphora.workbench.chains.overlap import Overlap, columns, stack
from anaphora.workbench.document import Span
from anaphora.workbench.key import Clusters
from anaphora.workbench.measures import chain_measures, numbers
from tests.workbench.chains.slow_universal_scorer import MEASURES, Chain, slow_counts

KEY = "{ab} {cd} {e} {{ac}fg}"
TWO = "{ab} {cd} {e} {{ac}fg} {{ae}h}"
SCORED = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "lea")
PERFECT = dict.fromkeys(SCORED, (1.0, 1.0))
CASES = (
    ("PA-1", KEY, KEY, "1 1; 1 1; 1 1; 1 1; 1 1"),
    ("PA-2", KEY, "{ab} {cd} {e} {{ad}fg}", "1 1; 1 1; 1 1; 1 1; 1 1"),
    ("PA-3", KEY, "{ab} {cd} {e} {{bd}fg}", "1 1; 1 1; 1 1; 1 1; 1 1"),
    ("PA-4", KEY, "{ab} {cd} {e} {fg}", "3/4 1; 19/24 1; 7/8 1; 3.8/4 3.8/4; 6/8 1"),
    ("PA-5", KEY, "{ab} {cd} {e} {{ace}fg}", "1 11/12; 1 .95167; .98611 .98611; .98333 .98333; 1 7.6/8"),
    ("PA-6", KEY, "{ab} {cd} {e} {{ae}fg}", "7/8 7/8; .88542 .92130; .94643 .94643; .95833 .95833; 7/8 11/12"),
    ("PA-7", KEY, "{ab} {c} {e} {{ac}fg}", "5/8 5/6; .72461 1; .85714 .97959; .90278 .90278; 5/8 16/21"),
    ("PA-8", KEY, "{ab} {cd} {e} {{ac}f} {{bc}g}", "1 1; 1 1; 1 1; 1 1; 1 1"),
    ("PA-9", KEY, "{ab} {cde} {{ac}fg}", "1 11/15; 1 .75463; .86111 .86111; .69167 .92222; 7/8 5.2/8"),
    ("PA-10", KEY, "{ab} {cd} {e} {{ac}f} {{bce}g}", "3/4 3/4; .83333 .83333; 7/8 7/9; 3.8/4 3.8/5; 6/8 7/9"),
    ("PA-11", KEY, "{ab} {cd} {e} {{ab}fg}", "7/8 1; .88542 1; .95833 .95833; .97222 .97222; 7/8 1"),
    ("PB-1", TWO, TWO, "1 1; 1 1; 1 1; 1 1; 1 1"),
    ("PB-2", TWO, "{ab} {cd} {e} {{ad}fg} {{be}h}", "1 1; 1 1; 1 1; 1 1; 1 1"),
    ("PB-3", TWO, "{ab} {cd} {e} {{ac}fg} {{ace}h}", "1 14/15; 1 .928; .975 .975; 4.9/5 4.9/5; 1 .92"),
    ("PB-4", TWO, "{ab} {cd} {e} {{ac}fgh}", ".8 .8; .85 7.5/9; .8 8/9; .77143 .96429; .8 7/9"),
)
"""Name, key, response, recall and precision of each measure."""


def clusters(text: str) -> Clusters:
    """Chains in braces; a set in a chain names entities by any of their letters."""
    found = [
        (re.sub(r"\{\w+\}", "", body), re.findall(r"\{(\w+)\}", body))
        for body in re.findall(r"\{((?:\{\w+\})?\w+)\}", text)
    ]
    chains = sorted((tuple(sorted(map(place, letters))), sets) for letters, sets in found)
    chain_of = {span: number for number, (spans, _) in enumerate(chains) for span in spans}
    split = {spans[0]: tuple(sorted({chain_of[place(letter)] for letter in sets[0]})) for spans, sets in chains if sets}
    return Clusters("d", tuple(spans for spans, _ in chains), split=split)


def place(letter: str) -> Span:
    number = ord(letter) - ord("a")
    return Span(number, number + 1)


def evidence(pairs: Sequence[tuple[Clusters, Clusters]], split: bool = True) -> Overlap:
    key, response = stack([columns(key) for key, _ in pairs], [columns(response) for _, response in pairs], split=split)
    return overlap_of(key, response, "strict")


def scores(found: Overlap) -> dict[str, tuple[float, float]]:
    values = {name: numbers(chain_measures()[name], found) for name in PERFECT}
    return {name: (each["recall"] or 0.0, each["precision"] or 0.0) for name, each in values.items()}


def number(quotient: str) -> float:
    dividend, _, divisor = quotient.partition("/")
    return float(dividend) / float(divisor or 1)


def test_split_antecedents_score_as_in_the_cases_of_the_scorer() -> None:
    for name, key, response, expected in CASES:
        found = scores(evidence([(clusters(key), clusters(response))]))
        values = [tuple(map(number, pair.split())) for pair in expected.split("; ")]
        assert [found[measure] for measure in SCORED] == [pytest.approx(pair, abs=1e-5) for pair in values], name


def test_a_set_that_is_right_in_part_counts_in_part() -> None:
    """Ann (a) met Bob (b). They (c) left. They (d) ...; in the response they are Ann and Eve (e).

    Of the two singletons of the key's set, a and b, the response has one, so that every measure aligns the sets with
    recall, precision and F1 1/2. MUC: the chain {set, c, d} has two links, of which c-d is found and that of the set by
    half: 1.5/2. B-CUBED: a and b 2, of the chain's three members (2 + 1/2)^2 / 3; of 5 members, precision of 6 (e is
    wrong). CEAF by mentions: 2 + 2.5; by entities: 2 + 2 * 2.5 / 6. LEA: of the chain's three links 1 + 2 * 1/2.
    """
    found = scores(evidence([(clusters("{a} {b} {{ab}cd}"), clusters("{a} {b} {{ae}cd} {e}"))]))

    b_cubed, lea = 2 + 2.5**2 / 3, 2 + 3 * 2 / 3
    assert found["muc"] == pytest.approx((1.5 / 2, 1.5 / 2))
    assert found["b_cubed"] == pytest.approx((b_cubed / 5, b_cubed / 6))
    assert found["ceaf_m"] == pytest.approx((4.5 / 5, 4.5 / 6))
    assert found["ceaf_e"] == pytest.approx(((2 + 5 / 6) / 3, (2 + 5 / 6) / 4))
    assert found["lea"] == pytest.approx((lea / 5, lea / 6))


def test_the_members_of_a_set_in_a_set_count() -> None:
    """They (d) are Ann, Bob; they (f) are those two and Eve, which is the set of all three."""
    chains = tuple((place(letter),) for letter in "abcdef")
    nested, flat = (Clusters("d", chains, split={place("d"): (0, 1), place("f"): them}) for them in ((3, 4), (0, 1, 4)))

    assert scores(evidence([(nested, flat)])) == PERFECT


def test_sets_that_hold_themselves_are_no_sets_and_others_count_only_if_asked_for() -> None:
    chains = (place("a"), place("c")), (place("b"),)
    for split in ({place("a"): (0,)}, {place("a"): (1,), place("b"): (0,)}):
        assert scores(evidence([(Clusters("d", chains, split=split), Clusters("d", chains))])) == PERFECT

    assert scores(evidence([(clusters(KEY), clusters("{ab} {cd} {e} {fg}"))], split=False)) == PERFECT


# ---- the slow scorer


def random_side(chance: random.Random) -> Clusters:
    letters = [letter for letter in "abcdefghijkl" if chance.random() < 0.85]
    numbers = [chance.randrange(6) for _ in letters]
    chains = sorted(
        tuple(place(letter) for letter, number in zip(letters, numbers, strict=True) if number == chain)
        for chain in set(numbers)
    )
    split = {}
    for chain in chains:
        others = [number for number, other in enumerate(chains) if other != chain]
        if chance.random() < 0.4 and len(others) > 1:
            split[chance.choice(chain)] = tuple(
                sorted(chance.sample(others, chance.choice((2, 2, min(3, len(others))))))
            )
    return Clusters("d", tuple(chains), split=split)


def as_chains(key: Clusters) -> list[Chain]:
    chain_of = {span: number for number, chain in enumerate(key.chains) for span in chain}
    sets = {chain_of[span]: antecedents for span, antecedents in key.split.items()}
    return [Chain(chain, sets.get(number, ())) for number, chain in enumerate(key.chains)]


@pytest.mark.parametrize("measure", MEASURES)
def test_measures_are_those_of_the_scorer_written_slowly(measure: str) -> None:
    """One split antecedent a chain, as it cannot be told apart else which of several a file means."""
    chance = random.Random(measure)
    pairs = [(random_side(chance), random_side(chance)) for _ in range(60)]

    found = chain_measures()[measure].count(evidence(pairs))

    for row, (key, response) in zip(found, pairs, strict=True):
        assert row.tolist() == pytest.approx(slow_counts(measure, as_chains(key), as_chains(response)), abs=1e-12)
