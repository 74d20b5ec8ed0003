"""Settings of measures: policies for twinless mentions, weights of mentions, the correction for chance."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.coreference.overlap import KINDS
from anaphora.workbench.document import Span
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Attributes, Key, Response
from anaphora.workbench.measures import numbers
from anaphora.workbench.measures._links import LINKS, link_counts
from anaphora.workbench.measures.choosing import adjust, choose_measure, deal
from tests.contracts.test_measures import CORPORA, KINDS_OF_SPANS, same
from tests.workbench import by_definition
from tests.workbench.by_definition import Chains, Documents
from tests.workbench.clusters import MEASURES, evidence, overlapping, score

DEFINED = {
    "b_cubed": by_definition.b_cubed,
    "b_cubed_class": by_definition.b_cubed_class,
    "ceaf_m": by_definition.ceaf_m,
    "ceaf_e": by_definition.ceaf_e,
}
POLICIES = ("discard", "rahman_ng", "cai_strube")


# ---- twinless mentions


@given(corpus=CORPORA)
def test_a_policy_follows_its_definition(corpus: Documents) -> None:
    overlap = evidence(corpus)
    for name, defined in DEFINED.items():
        for policy in POLICIES:
            found = numbers(choose_measure(f"{name}(twinless={policy})"), overlap)
            assert same(found, by_definition.twinless(corpus, policy, defined)), (name, policy)


@given(corpus=CORPORA)
def test_policies_agree_where_both_sides_have_the_same_mentions(corpus: Documents) -> None:
    overlap = evidence(by_definition.common(corpus))
    for name in DEFINED:
        plain = numbers(MEASURES[name], overlap)
        assert all(same(numbers(choose_measure(f"{name}(twinless={it})"), overlap), plain) for it in POLICIES)


@pytest.mark.parametrize(
    ("response", "measure", "recall", "precision"),
    [
        # the key is a b c; d is in the response only
        ("ab d", "b_cubed", 4 / 9, 2 / 3),  # d alone counts as wrong
        ("ab d", "b_cubed(twinless=discard)", 1, 1),
        ("ab d", "b_cubed(twinless=rahman_ng)", 4 / 9, 1),
        ("ab d", "b_cubed(twinless=cai_strube)", 5 / 9, 1),  # c is a singleton of the response: a third of its chain
        ("abd", "b_cubed", 4 / 9, 4 / 9),
        ("abd", "b_cubed(twinless=discard)", 1, 1),
        ("abd", "b_cubed(twinless=rahman_ng)", 4 / 9, 4 / 9),
        # precision of a, b, d and c: (2/3 + 2/3 + 1/3 + 1) / 4
        ("abd", "b_cubed(twinless=cai_strube)", 5 / 9, 2 / 3),
        ("abde", "b_cubed(twinless=cai_strube)", 5 / 9, 1 / 2),  # (2/4 + 2/4 + 1/4 + 1/4 + 1) / 5
        # the chains a b c and a b d share two mentions, of three in the key; for precision c is one of four
        ("abd", "ceaf_m(twinless=cai_strube)", 2 / 3, 2 / 4),
        ("abde", "ceaf_m(twinless=cai_strube)", 2 / 3, 2 / 5),
        ("ab d", "ceaf_m(twinless=rahman_ng)", 2 / 3, 1),
        ("ab d", "ceaf_e(twinless=discard)", 1, 1),
    ],
)
def test_twinless_mentions_under_each_policy(response: str, measure: str, recall: float, precision: float) -> None:
    """Each word is a chain of one-letter mentions."""
    found = score(choose_measure(measure), [(["abc"], response.split())])

    assert (found["recall"], found["precision"]) == pytest.approx((recall, precision))


# ---- links


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


@given(corpus=CORPORA, kinds=KINDS_OF_SPANS)
def test_weights_of_kinds_follow_the_definition(corpus: Documents, kinds: Mapping[Any, Any]) -> None:
    weights = dict(zip(KINDS, (Fraction(6, 10), Fraction(3, 10), Fraction(1, 10)), strict=True))
    found = numbers(choose_measure("b_cubed(weights=0.6/0.3/0.1)"), evidence(corpus, kinds))

    assert same(found, by_definition.b_cubed_weighted(corpus, lambda mention: weights[kinds[mention]]))


@given(corpus=CORPORA, kinds=st.just({}) | KINDS_OF_SPANS)
def test_equal_weights_are_none(corpus: Documents, kinds: Mapping[Any, Any]) -> None:
    overlap = evidence(corpus, kinds)

    assert same(numbers(choose_measure("b_cubed(weights=2/2/2)"), overlap), numbers(MEASURES["b_cubed"], overlap))


def test_pronouns_that_go_to_another_cost_little_if_names_weigh_more() -> None:
    """Ann's pronoun went to Eve. Recall: Ann has 1/2 of her chain, she 1/2, Eve all of hers."""
    documents = [([["Ann", "she"], ["Eve"]], [["Ann"], ["Eve", "she"]])]
    kinds = {"Ann": "name", "Eve": "name", "she": "pronoun"}

    plain, weighed = (score(choose_measure(name), documents, kinds) for name in ("b_cubed", "b_cubed(weights=6/3/1)"))

    assert plain["recall"] == pytest.approx((1 / 2 + 1 / 2 + 1) / 3)
    assert weighed["recall"] == pytest.approx((6 / 2 + 1 / 2 + 6) / 13)


def test_types_that_are_not_named_weigh_nothing() -> None:
    """Of two chains only that of the person counts, which is found in half; "there" of unknown type weighs the mean."""
    person, place, told = (Span(0, 1), Span(2, 3)), (Span(4, 5), Span(6, 7)), Span(8, 9)
    types = {span: Attributes(type="person") for span in person} | {span: Attributes(type="place") for span in place}
    overlap = overlapping([(Key("d", (person, place), types), Response("d", (person[:1], person[1:], place)))])
    unknown = overlapping([(Key("d", (person, (told,)), types), Response("d", (person[:1], person[1:])))])

    assert numbers(choose_measure("b_cubed(weights=person:1)"), overlap)["recall"] == pytest.approx(1 / 2)
    assert numbers(choose_measure("b_cubed(weights=person:3/place:1)"), overlap)["recall"] == pytest.approx(5 / 8)
    assert numbers(choose_measure("b_cubed(weights=Person:3/place:1)"), unknown)["recall"] == pytest.approx(3 / 8)


@pytest.mark.parametrize(
    "asked",
    [
        "b_cubed(twinless=all)", "ceaf_e(twinless=1)", "ceaf_m(weights=1/1/1)", "b_cubed(weights=2)",
        "b_cubed(weights=1/2)", "b_cubed(weights=0/0/0)", "b_cubed(weights=person)", "b_cubed(weights=person:x)",
        "b_cubed(weights=:1)", "b_cubed(weights=a:-1/b:1)", "b_cubed_class(weights=1/1/1)", "muc(adjusted=maybe)",
    ],
)  # fmt: skip
def test_settings_without_meaning_are_refused(asked: str) -> None:
    with pytest.raises(OptionError):
        choose_measure(asked)


# ---- chance


KEY, RESPONSE = [["a", "b", "c"], ["d", "e"], ["f"]], [["a", "b"], ["c", "d", "e"], ["f"]]


@pytest.mark.parametrize("name", ["muc", "b_cubed", "ceaf_m", "ceaf_e", "lea", "blanc"])
def test_chance_is_the_mean_over_all_ways_to_deal_mentions_out(name: str) -> None:
    """Within four standard errors of what 720 permutations give, listed one by one."""
    found = score(adjust(MEASURES[name], draws=2_000), [(KEY, RESPONSE)])
    expected = by_definition.expected_by_chance(KEY, RESPONSE, getattr(by_definition, name), "f1")
    plain = score(name, [(KEY, RESPONSE)])["f1"]

    assert found["chance"] == pytest.approx(expected, abs=4 * (found["chance_error"] or 0))
    assert found["f1"] == pytest.approx(((plain or 0) - found["chance"]) / (1 - found["chance"]))  # type: ignore[operator]


def test_response_worse_than_chance_is_negative() -> None:
    """A pair of three mentions is dealt out in three ways, of which one is right: (0 - 1/3) / (1 - 1/3)."""
    found = score(adjust(MEASURES["muc"], draws=3_000), [([["Ann", "she"], ["Eve"]], [["Eve", "she"], ["Ann"]])])

    assert found["chance"] == pytest.approx(1 / 3, abs=0.03)
    assert found["f1"] == pytest.approx(-1 / 2, abs=0.07)


def test_rand_corrected_for_chance_is_the_adjusted_rand_index() -> None:
    """Hubert & Arabie 1985 give it in closed form."""
    found = score(adjust(MEASURES["rand"], draws=5_000), [(KEY, RESPONSE)])
    exact = score("adjusted_rand", [(KEY, RESPONSE)])["value"]

    assert found["value"] == pytest.approx(exact, abs=0.02)


@pytest.mark.parametrize("name", ["muc", "b_cubed", "ceaf_m", "ceaf_e", "lea", "blanc", "conll"])
def test_random_chains_score_0_in_expectation(name: str) -> None:
    """Of 60 texts with random chains of fixed sizes, within three standard errors; uncorrected ones score above."""
    measure = adjust(MEASURES[name], draws=60)
    found, plain = [], []
    for seed in range(60):
        overlap = evidence([random_text(Random(seed))])
        found.append(numbers(measure, overlap)["f1"])
        plain.append(numbers(MEASURES[name], overlap)["f1"])

    mean, error = np.mean(found), np.std(found, ddof=1) / len(found) ** 0.5  # type: ignore[arg-type]
    assert abs(mean) < 3 * error
    assert np.mean(plain) > 10 * error  # type: ignore[arg-type]


def random_text(random: Random) -> tuple[Chains, Chains]:
    """Twenty mentions, at random in key chains of 8, 5, 4, 2 and 1, and in response chains of 10, 4, 3, 2 and 1."""

    def dealt(sizes: Sequence[int]) -> Chains:
        mentions = random.sample(range(20), 20)
        return [[mentions.pop() for _ in range(size)] for size in sizes]

    return dealt((8, 5, 4, 2, 1)), dealt((10, 4, 3, 2, 1))


@pytest.mark.parametrize("name", ["muc", "b_cubed", "ceaf_e", "lea", "blanc", "rand"])
def test_a_perfect_response_is_1_beyond_chance_too(name: str) -> None:
    values = score(choose_measure(f"{name}(adjusted=yes)"), [(KEY, KEY)])

    assert values["value" if name == "rand" else "f1"] == pytest.approx(1)


def test_where_random_chains_are_perfect_nothing_is_left() -> None:
    singletons = [["a"], ["b"]]

    assert score(choose_measure("b_cubed(adjusted=yes)"), [(singletons, singletons)])["f1"] is None


@settings(max_examples=20)
@given(corpus=CORPORA)
def test_dealing_out_keeps_sizes_and_depends_on_no_other_document(corpus: Documents) -> None:
    together = evidence(corpus)
    dealt = deal(together.response, 3)

    assert dealt.size.tolist() == together.response.size.tolist()
    for number, document in enumerate(corpus):
        alone = deal(evidence([document]).response, 3).chain.tolist()
        beside = dealt.chain[dealt.document == number].tolist()
        assert [at - min(alone) for at in alone] == [at - min(beside) for at in beside]


def test_draws_differ() -> None:
    side = evidence([([list("abcdefgh")], [list("abcd"), list("efgh")])]).response

    assert len({tuple(deal(side, draw).chain.tolist()) for draw in range(20)}) > 10


def test_correction_stands_beside_other_settings() -> None:
    found = choose_measure("blanc(alpha=0.2;adjusted=yes)")

    assert found.name == "blanc(alpha=0.2;adjusted=yes)"
    assert found.parts == ("recall", "precision", "f1", "chance", "chance_error")
    assert choose_measure("muc(adjusted=no)").parts == ("recall", "precision", "f1")
