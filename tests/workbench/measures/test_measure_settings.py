"""Settings of measures: policies for twinless mentions, weights of mentions, the correction for chance."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings

from anaphora.workbench.chains.alignment import overlap_of
from anaphora.workbench.chains.overlap import KINDS, columns, stack
from anaphora.workbench.document import Span
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Attributes, Clusters, Key, Response
from anaphora.workbench.measures import numbers
from anaphora.workbench.measures.blanc import LINKS, link_counts
from anaphora.workbench.measures.choosing import adjust, choose_measure, deal
from tests.contracts.test_measures import CORPORA, KINDS_OF_SPANS, same
from tests.workbench import by_definition
from tests.workbench.by_definition import Documents
from tests.workbench.clusters import MEASURES, evidence, overlapping, score

POLICIES = ("discard", "rahman_ng", "cai_strube")


@settings(max_examples=20)
@given(corpus=CORPORA)
def test_a_policy_follows_its_definition(corpus: Documents) -> None:
    overlap = evidence(corpus)
    for name in ("b_cubed", "b_cubed_class", "ceaf_m", "ceaf_e"):
        for policy in POLICIES:
            found = numbers(choose_measure(f"{name}(twinless={policy})"), overlap)
            defined = by_definition.twinless(corpus, policy, getattr(by_definition, name))
            assert same(found, defined), (name, policy)


# the key is a b c; d and e are in the response only; each word is a chain of one-letter mentions
TWINLESS = {
    ("ab d", "b_cubed"): (4 / 9, 2 / 3),  # d alone counts as wrong
    ("ab d", "b_cubed(twinless=discard)"): (1, 1),
    ("ab d", "b_cubed(twinless=rahman_ng)"): (4 / 9, 1),
    ("ab d", "b_cubed(twinless=cai_strube)"): (5 / 9, 1),  # c is a singleton of the response: a third of its chain
    ("abd", "b_cubed"): (4 / 9, 4 / 9),
    ("abd", "b_cubed(twinless=discard)"): (1, 1),
    ("abd", "b_cubed(twinless=rahman_ng)"): (4 / 9, 4 / 9),
    ("abd", "b_cubed(twinless=cai_strube)"): (5 / 9, 2 / 3),  # precision (2/3 + 2/3 + 1/3 + 1) / 4 of a, b, d and c
    ("abde", "b_cubed(twinless=cai_strube)"): (5 / 9, 1 / 2),  # (2/4 + 2/4 + 1/4 + 1/4 + 1) / 5
    # the chains a b c and a b d share two mentions, of three in the key; for precision c is one of four
    ("abd", "ceaf_m(twinless=cai_strube)"): (2 / 3, 2 / 4),
    ("abde", "ceaf_m(twinless=cai_strube)"): (2 / 3, 2 / 5),
    ("ab d", "ceaf_m(twinless=rahman_ng)"): (2 / 3, 1),
    ("ab d", "ceaf_e(twinless=discard)"): (1, 1),
}


def test_twinless_mentions_under_each_policy() -> None:
    found = {
        (response, name): score(choose_measure(name), [(["abc"], response.split())]) for response, name in TWINLESS
    }

    assert {row: pytest.approx((values["recall"], values["precision"])) for row, values in found.items()} == TWINLESS


@settings(max_examples=40)
@given(corpus=CORPORA)
def test_links_and_sizes_follow_their_definition(corpus: Documents) -> None:
    """Of documents together: links of each kind, right and wrong, and how many chains there are."""
    of_key, of_response = link_counts(LINKS.count(evidence(corpus)).sum(axis=0))
    n = by_definition.corpus_links(corpus)

    assert of_response.figures[:4] == (n["rc"], n["cr"] - n["rc"], n["rn"], n["nr"] - n["rn"])
    assert (of_key.rc, of_key.rn) == (n["ck"], n["nk"])
    assert of_key.entities == sum(len(key) for key, _ in corpus)
    assert of_response.singletons == sum(len(chain) == 1 for _, response in corpus for chain in response)


# ---- weights


@settings(max_examples=40)
@given(corpus=CORPORA, kinds=KINDS_OF_SPANS)
def test_weights_of_kinds_follow_the_definition_and_equal_ones_are_none(
    corpus: Documents, kinds: Mapping[Any, Any]
) -> None:
    weights = dict(zip(KINDS, (Fraction(6, 10), Fraction(3, 10), Fraction(1, 10)), strict=True))
    overlap = evidence(corpus, kinds)

    weighted, level = (numbers(choose_measure(f"b_cubed(weights={it})"), overlap) for it in ("0.6/0.3/0.1", "2/2/2"))

    assert same(weighted, by_definition.b_cubed_weighted(corpus, lambda mention: weights[kinds[mention]]))
    assert same(level, numbers(MEASURES["b_cubed"], overlap))


def test_pronouns_that_go_to_another_cost_little_if_names_weigh_more() -> None:
    """Ann's pronoun went to Eve. Recall: Ann has 1/2 of her chain, she 1/2, Eve all of hers."""
    documents = [([["Ann", "she"], ["Eve"]], [["Ann"], ["Eve", "she"]])]
    kinds = {"Ann": "name", "Eve": "name", "she": "pronoun"}

    plain, weighed = (score(choose_measure(name), documents, kinds) for name in ("b_cubed", "b_cubed(weights=6/3/1)"))

    assert plain["recall"] == pytest.approx((1 / 2 + 1 / 2 + 1) / 3)
    assert weighed["recall"] == pytest.approx((6 / 2 + 1 / 2 + 6) / 13)
    of_unknown_kinds = score(choose_measure("b_cubed(weights=6/3/1)"), documents)
    assert of_unknown_kinds == pytest.approx(score("b_cubed", documents))


def test_types_that_are_not_named_weigh_nothing() -> None:
    """Of two chains only that of the person counts, which is found in half; "there" of unknown type weighs the mean."""
    person, place, there = (Span(0, 1), Span(2, 3)), (Span(4, 5), Span(6, 7)), Span(8, 9)
    types = {span: Attributes(type="person") for span in person} | {span: Attributes(type="place") for span in place}
    overlap = overlapping([(Key("d", (person, place), types), Response("d", (person[:1], person[1:], place)))])
    unknown = overlapping([(Key("d", (person, (there,)), types), Response("d", (person[:1], person[1:])))])

    assert numbers(choose_measure("b_cubed(weights=person:1)"), overlap)["recall"] == pytest.approx(1 / 2)
    assert numbers(choose_measure("b_cubed(weights=person:3/place:1)"), overlap)["recall"] == pytest.approx(5 / 8)
    assert numbers(choose_measure("b_cubed(weights=Person:3/place:1)"), unknown)["recall"] == pytest.approx(3 / 8)


@pytest.mark.parametrize(
    "asked",
    [
        "b_cubed(twinless=all)", "ceaf_e(twinless=1)", "ceaf_m(weights=1/1/1)", "b_cubed(weights=2)",
        "b_cubed(weights=1/2)", "b_cubed(weights=0/0/0)", "b_cubed(weights=person)", "b_cubed(weights=person:x)",
        "b_cubed(weights=:1)", "b_cubed(weights=a:-1/b:1)", "b_cubed_class(weights=1/1/1)", "muc(adjusted=maybe)",
        "muc(layer=identity)",
    ],
)  # fmt: skip
def test_settings_without_meaning_are_refused(asked: str) -> None:
    with pytest.raises(OptionError):
        choose_measure(asked)


# ---- chance


CHAINS = [["a", "b", "c"], ["d", "e"], ["f"]]


@pytest.mark.parametrize("name", ["muc", "b_cubed", "ceaf_m", "ceaf_e", "lea", "blanc"])
def test_chance_is_the_mean_over_all_ways_to_deal_mentions_out(name: str) -> None:
    """Within four standard errors of what all ways in both documents give, listed one by one."""
    a, b, c = (0, 1), (1, 2), (2, 3)
    p, q, r, s = (4, 5), (5, 6), (6, 7), (7, 8)
    documents = [([[a, b], [c]], [[a, c], [b]]), ([[p, q, r], [s]], [[p, q], [r, s]])]
    found = score(adjust(MEASURES[name], draws=400), documents)
    expected = by_definition.expected_by_chance(documents, getattr(by_definition, name), "f1")
    plain = score(name, documents)["f1"]

    assert found["chance"] == pytest.approx(expected, abs=4 * (found["chance_error"] or 0))
    assert 0 < (found["chance_error"] or 0) < 0.02
    assert found["f1"] == pytest.approx(((plain or 0) - found["chance"]) / (1 - found["chance"]))  # type: ignore[operator]


def test_response_worse_than_chance_is_negative() -> None:
    """A pair of three mentions is dealt out in three ways, of which one is right: (0 - 1/3) / (1 - 1/3)."""
    found = score(adjust(MEASURES["muc"], draws=1_000), [([["Ann", "she"], ["Eve"]], [["Eve", "she"], ["Ann"]])])
    chance = found["chance"] or 0

    assert chance == pytest.approx(1 / 3, abs=0.045)
    assert found["f1"] == pytest.approx(-chance / (1 - chance))
    assert found["chance_error"] == pytest.approx(sqrt(chance * (1 - chance) / 999))  # draws are 0 or 1


def test_rand_corrected_for_chance_is_the_adjusted_rand_index() -> None:
    """Hubert & Arabie 1985 give it in closed form."""
    response = [["a", "b"], ["c", "d", "e"], ["f"]]
    found = score(adjust(MEASURES["rand"], draws=1_000), [(CHAINS, response)])
    exact = score("adjusted_rand", [(CHAINS, response)])["value"]

    assert found["value"] == pytest.approx(exact, abs=0.03)


def test_a_perfect_response_is_1_beyond_chance_too_unless_random_chains_are_perfect() -> None:
    names = ("muc", "b_cubed", "ceaf_e", "lea", "blanc", "rand")
    values = {name: score(choose_measure(f"{name}(adjusted=yes)"), [(CHAINS, CHAINS)]) for name in names}
    singletons = [["a"], ["b"]]

    assert {name: found.get("f1", found.get("value")) for name, found in values.items()} == pytest.approx(
        dict.fromkeys(names, 1)
    )
    assert score(choose_measure("b_cubed(adjusted=yes)"), [(singletons, singletons)])["f1"] is None


@settings(max_examples=15)
@given(corpus=CORPORA)
def test_dealing_out_keeps_sizes_and_depends_on_no_other_document(corpus: Documents) -> None:
    together = evidence(corpus)
    dealt = deal(together.response, 3)

    assert dealt.size.tolist() == together.response.size.tolist()
    for number, document in enumerate(corpus):
        alone = deal(evidence([document]).response, 3).chain.tolist()
        beside = dealt.chain[dealt.document == number].tolist()
        assert [at - min(alone) for at in alone] == [at - min(beside) for at in beside]
    side = evidence([([list("abcdefgh")], [list("abcd"), list("efgh")])]).response
    assert len({tuple(deal(side, draw).chain.tolist()) for draw in range(20)}) > 10


def test_correction_stands_beside_other_settings() -> None:
    found = choose_measure("blanc(alpha=0.2;adjusted=yes)")

    assert found.name == "blanc(alpha=0.2;adjusted=yes)"
    assert found.parts == ("recall", "precision", "f1", "chance", "chance_error")
    assert choose_measure("muc(adjusted=no)").parts == ("recall", "precision", "f1")


def test_a_layer_has_chains_of_its_own_and_none_where_no_document_has_it() -> None:
    """Of the two links of the key's deixis the response has one."""
    chains = (tuple(Span(at, at + 1) for at in range(size)) for size in (3, 2))
    key, response = (columns(Clusters("d", (), deixis=Clusters("d", (chain,)))) for chain in chains)
    deixis = choose_measure("muc(layer=deixis)")

    assert numbers(deixis, overlap_of(*stack([key], [response]), "strict"))["recall"] == 1 / 2
    assert set(score(deixis, [(CHAINS, CHAINS)]).values()) == {None}


def test_a_set_of_antecedents_counts_by_its_recall_and_by_its_precision() -> None:
    """They are Ann and Bob, in the response also Eve: both of the two, and two of the three."""
    ann, bob, eve, they = (Span(at, at + 1) for at in range(4))
    chains = ((ann,), (bob,), (eve,), (they,))
    key, response = (columns(Clusters("d", chains, split={they: whom})) for whom in ((0, 1), (0, 1, 2)))
    values = numbers(MEASURES["muc"], overlap_of(*stack([key], [response], split=True), "strict"))

    assert (values["recall"], values["precision"]) == pytest.approx((1, 2 / 3))
