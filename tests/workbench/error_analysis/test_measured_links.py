"""Links that are shown: worked by hand on one response, and on any chains as many as the measure counts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.error_analysis.measured_links import MEASURED, aligned_chains, measured_links
from anaphora.workbench.error_analysis.mentions import UnitedMentions, unite
from tests.workbench.clusters import MEASURES, Chains, evidence

KEY, RESPONSE = ("adf", "be", "cg"), ("aed", "cgh")
"""Ann(a) lent Eve(b) a bicycle(c). She(e) rode it(g) home, Ann(d) took her(f) bus(h): the response joins a, d and e."""
# (mention, antecedent) of the key, of both, of the response
BY_HAND = {
    "mentions": {"missing": "bb ff", "right": "aa cc dd ee gg", "spurious": "hh"},
    "muc": {"missing": "fd eb", "right": "da gc", "spurious": "ed hg"},
    "lea": {"missing": "eb fa fd", "right": "da gc", "spurious": "ea ed hc hg"},
    "ceaf_e": {"missing": "bb ee ff", "right": "aa cc dd gg", "spurious": "ee hh"},
}


def united(overlap: Overlap) -> UnitedMentions:
    nothing = (np.full(len(side.span_id), -1) for side in (overlap.key, overlap.response))
    return unite(overlap, *nothing)


def test_links_of_a_measure_are_those_of_its_paper() -> None:
    both = evidence([(KEY, RESPONSE)])
    mentions = united(both)
    labels = sorted({*"".join((*KEY, *RESPONSE))})

    for name, expected in BY_HAND.items():
        found: dict[str, list[str]] = {}
        for link in measured_links(name, both, mentions):
            found.setdefault(link.state, []).append(labels[link.mention] + labels[link.antecedent])
        assert {state: set(links) for state, links in found.items()} == {
            state: set(links.split()) for state, links in expected.items()
        }, name
    assert aligned_chains("ceaf_e", both) == pytest.approx({(0, 0): 2 / 3, (2, 1): 4 / 5})


SIDE = st.lists(st.integers(-1, 3), min_size=9, max_size=9)


def chains_of(labels: list[int]) -> Chains:
    """The mentions 0 to 8 by chain; -1 is in none."""
    return [chain for label in range(4) if (chain := [at for at, other in enumerate(labels) if other == label])]


@given(st.lists(st.tuples(SIDE, SIDE), min_size=1, max_size=3))
def test_shares_of_links_add_up_to_what_the_measure_counts(documents: list[tuple[list[int], list[int]]]) -> None:
    both = evidence([(chains_of(key), chains_of(response)) for key, response in documents])
    mentions = united(both)

    for name in MEASURED:
        links = measured_links(name, both, mentions)
        shares = [[*link.recall, *link.precision] for link in links] or [[0.0] * 4]
        assert np.sum(shares, axis=0) == pytest.approx(MEASURES[name].count(both).sum(axis=0)), name
        for link in links:  # one side alone has what is missing or spurious
            assert (link.state == "right") == (link.recall[0] > 0) == (link.precision[0] > 0)
            assert link.state == "right" or 0.0 in (link.recall[1], link.precision[1])
            assert (mentions.document[link.mention], True) == (
                mentions.document[link.antecedent], link.antecedent <= link.mention,
            )  # fmt: skip
