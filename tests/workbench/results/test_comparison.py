import json
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.experiments.show.render import to_frame
from anaphora.workbench.results.comparison import (
    Contingency,
    differences_in_words,
    notes,
    per_document_tables,
    resolvers_table,
    verdict,
)
from anaphora.workbench.results.family import Pair
from anaphora.workbench.results.slices import BY, Sliced, slices
from anaphora.workbench.results.table import plain
from anaphora.workbench.results.values import Interval, Marked
from anaphora.workbench.statistics import FEW_DOCUMENTS
from anaphora.workbench.statistics.significance import Sample
from anaphora.workbench.trace.document import STAGES, Answered
from tests.workbench.rights import NAMES, comparison, document
from tests.workbench.tiny_comparison import CAREFUL, FIRST_ID, HASTY, empty_comparison, tiny_comparison


def test_interval_of_a_rate_is_that_of_wilson_in_a_single_document() -> None:
    """2 of 4: (2 + z^2 / 2) / (4 + z^2) -+ z / (4 + z^2) * sqrt(2 * 2 / 4 + z^2 / 4) = 0.5 -+ 0.35."""
    rights = [(True, False, False), (True, False, False), (False, False, False), (False, False, False)]
    result = comparison(document("d", *rights))
    rate = result.rate("success_rate", "one")

    assert rate.interval is not None
    assert (rate.interval.low, rate.interval.high) == pytest.approx((0.15, 0.85), abs=1e-4)


def test_anaphors_are_listed_with_every_answer_its_words_and_place() -> None:
    """The page is the nearest that the key has for the second "it"; without texts there are places alone."""
    kept = tiny_comparison()
    frame = to_frame(kept.figures(listed=True))
    first, second = (table.rows for table in kept.tables(listed=True)[1:])

    assert len(frame) == kept.anaphors * len(kept.resolvers)
    shown = ["start", "context", "key_antecedent", "resolver", "right", "antecedent_start", "antecedent"]
    assert frame[shown].iloc[1].tolist() == [
        7, "</script> reads the page . [It] prints it .", "The driver </script>", HASTY, False, 4, "the page",
    ]  # fmt: skip
    assert first[3:] == (
        ("the page . It prints [it] .", "key", "", "the page @4"),
        ("", CAREFUL, "no answer", None),
        ("", HASTY, "wrong", "The driver </script> @0"),
    )
    assert [row[2] for row in second] == ["", "no answer", "no answer"]
    assert kept.as_json(listed=True)["listed"][0]["antecedent"] == "The driver </script>"
    assert to_frame(replace(kept, evidence=()).figures(listed=True))["antecedent"].isna().all()


def test_one_resolver_has_no_table_of_differences() -> None:
    alone = comparison(document("d", (True, False, True)))
    titles = [table.title for table in replace(alone, resolvers=alone.resolvers[:1]).tables(details=True)]

    assert "Differences" not in titles
    assert "Differences" in [table.title for table in tiny_comparison().tables(details=True)]


def test_losses_name_every_stage_in_order_and_add_up() -> None:
    losses = tiny_comparison().losses(CAREFUL)

    assert list(losses) == list(STAGES)
    assert {stage: count for stage, count in losses.items() if count} == {
        "anaphor_missed": 1, "abstained": 1, "right": 1,
    }  # fmt: skip
    shared = tiny_comparison().shared_losses()
    assert {stage: count for stage, count in shared.items() if count} == {"anaphor_missed": 1}


def test_a_pair_is_turned() -> None:
    found = comparison(*(document(str(number), (True, False, True)) for number in range(6)))

    turned = found.pair("other", "one")
    assert (turned.difference, turned.detail.only_first, turned.detail.only_second) == (-1.0, 0, 6)
    assert (turned.better, turned.worse) == ("one", "other")
    assert turned.turned() == found.pair("one", "other") == found.pairs[0]


def test_one_document_is_not_testable_and_mcnemar_says_what_independence_would_give() -> None:
    first = comparison(document("d", (True, False, True), (True, False, True))).pairs[0]

    assert (first.p, first.p_adjusted, first.interval) == (None, None, None)
    assert (first.detail.p_exact_if_independent, first.detail.p_mid_if_independent) == (0.5, 0.25)


def test_six_documents_with_the_same_winner_are_tested_and_corrected_for_the_pairs() -> None:
    """2 of 64 changes of sign are as large; three pairs, of which "one" and the third never differ.

    The two others move together, so that the correction adds nothing.
    """
    pairs = comparison(*(document(str(number), (True, False, True)) for number in range(6))).pairs

    assert [pair.p for pair in pairs] == [2 / 64, 1.0, 2 / 64]
    assert [pair.p_adjusted for pair in pairs] == [2 / 64, 1.0, 2 / 64]
    assert pairs[0].interval == Interval(1.0, 1.0)


def test_resolvers_with_the_same_answers_are_equal_within_2_points_if_that_is_testable() -> None:
    """The first and the third are right and wrong together; the second never is right."""
    six = [document(str(number), (True, False, True), (False, False, False)) for number in range(6)]

    found = [pair.detail.equal_within_2_points for pair in comparison(*six).pairs]
    assert found == [False, True, False]
    assert [pair.detail.equal_within_2_points for pair in comparison(*six[:5]).pairs] == [None] * 3


def test_ranks_are_those_of_bootstrap_samples_and_leave_out_who_sees_the_key() -> None:
    """Of two that are level and one behind, the two share the first ranks; "third" sees the key."""
    six = [document(str(number), (True, False, True)) for number in range(6)]
    found = comparison(*six)

    assert found.ranks == {"one": (0.5, 0.5, 0.0), "other": (0.0, 0.0, 1.0), "third": (0.5, 0.5, 0.0)}
    assert replace(found, read_key=frozenset({"third"})).ranks == {"one": (1.0, 0.0), "other": (0.0, 1.0)}
    assert comparison(*six[:5]).ranks == {}


def test_sampled_figures_take_anaphors_that_stand_apart_and_are_signed() -> None:
    """One anaphor of each document is taken; in the first the first resolver has both, in the second none."""
    documents = (document("a", (True, False, True), (True, False, True)), document("b", (False, False, True)))
    found = comparison(*documents).with_sample(Sample(gap=100, repeats=10, seed=3))
    sampled = plain(found.as_json())["sampled"]

    assert {name: sampled[name] for name in ("gap", "repeats", "seed", "anaphors")} == {
        "gap": 100, "repeats": 10, "seed": 3, "anaphors": 2.0,
    }  # fmt: skip
    assert [sampled["resolvers"][name]["value"] for name in NAMES] == [0.5, 0.0, 1.0]
    assert [(pair["first"], pair["second"], pair["difference"]) for pair in sampled["comparisons"]] == [
        ("one", "other", 0.5), ("one", "third", -0.5), ("other", "third", -1.0),
    ]  # fmt: skip
    assert found.signature == "signature|sample:gap=100,repeats=10,seed=3"


def test_sampled_figures_have_an_interval_where_documents_differ() -> None:
    """With one degree of freedom t is 12.7, so that two documents, one right and one wrong, say nothing."""
    documents = (document("a", (True, False, True)), document("b", (False, False, True)), document("c"))
    sampled = plain(comparison(*documents).with_sample(Sample(gap=100, repeats=10)).as_json())["sampled"]

    assert sampled["resolvers"]["one"] == {"value": 0.5, "interval": [0.0, 1.0]}
    assert sampled["resolvers"]["other"] == {"value": 0.0, "interval": None}


@settings(max_examples=20)
@given(st.lists(st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), max_size=6), max_size=4))
def test_pairs_add_up(documents: list[list[tuple[bool, bool, bool]]]) -> None:
    found = comparison(*(document(str(at), *rights) for at, rights in enumerate(documents)))
    pairs = found.pairs

    assert [(pair.first, pair.second) for pair in pairs] == list(combinations(NAMES, 2))
    for pair in pairs:
        counts = pair.detail
        assert counts.both + counts.only_first + counts.only_second + counts.neither == found.anaphors
        assert counts.both + counts.only_first == found.losses(pair.first)["right"]
        assert counts.both + counts.only_second == found.losses(pair.second)["right"]


def test_json_holds_what_json_has_also_of_nothing() -> None:
    found = plain(tiny_comparison().as_json())
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    nothing = plain(empty_comparison().with_sample(Sample(gap=7, repeats=3, seed=1)).as_json())
    assert (nothing["documents"], nothing["anaphors"], nothing["upper_bound"]) == (
        0,
        0,
        {"strict": None, "partial": None},
    )
    rate = nothing["resolvers"][CAREFUL]["success_rate"]
    assert rate == {"right": 0, "of": 0, "value": None, "interval": None}
    assert (nothing["sampled"]["anaphors"], nothing["sampled"]["resolvers"], nothing["sampled"]["comparisons"]) == (
        0,
        {},
        [],
    )


def test_json_counts_right_answers_in_whole_numbers_and_keeps_fractions_of_expectations() -> None:
    tiny = tiny_comparison()
    resolvers = plain(tiny.as_json())["resolvers"]
    right = resolvers[CAREFUL]["success_rate"]["right"]
    first, second = tiny.documents
    half = (replace(first.outcomes[HASTY][0], chance=0.25), first.outcomes[HASTY][1])
    changed = replace(tiny, documents=(replace(first, outcomes={**first.outcomes, HASTY: half}), second))

    assert (right, type(right)) == (1, int)
    assert resolvers[HASTY]["expected"]["right"] == 1
    assert "expected" not in resolvers[CAREFUL], "it does not choose by chance"
    assert plain(changed.as_json())["resolvers"][HASTY]["expected"]["right"] == 0.75


def test_order_of_documents_does_not_matter() -> None:
    tiny = tiny_comparison()
    turned = replace(tiny, documents=tiny.documents[::-1])
    assert plain(turned.as_json()) == plain(tiny.as_json())

    mixed = [document(str(number), *[(number % 2 == 0, True, number % 3 == 0)] * 3) for number in range(7)]
    forth, back = (comparison(*row).with_sample(Sample(1, 5)) for row in (mixed, mixed[::-1]))

    assert (forth.ranks, plain(forth.as_json())["sampled"]) == (back.ranks, plain(back.as_json())["sampled"])


def test_a_pair_has_one_of_six_verdicts() -> None:
    rows: dict[str, tuple[float | None, float | None, float, bool]] = {
        "not testable": (None, None, 0.2, False),
        "significant": (0.001, 0.04, 0.2, False),
        "significant only before correction": (0.001, 0.06, 0.2, False),
        "not significant": (0.06, 0.2, 0.2, False),
        "equivalent within 2 points": (0.8, 1.0, 0.001, True),
        "not tested: one reads the key": (0.001, None, 0.2, False),
    }
    verdicts = [
        verdict(Pair("a", "b", difference, None, p, adjusted, Contingency(0, 0, 0, 0, 1.0, 1.0, None, None, equal)))
        for p, adjusted, difference, equal in rows.values()
    ]

    assert verdicts == [*rows]


def test_resolvers_are_ranked_and_who_sees_the_key_stands_last() -> None:
    found = comparison(document("d", (False, True, True), (True, True, True)))

    assert found.ranking == ("other", "third", "one")
    assert found.leaders == ("other", "third")
    assert replace(found, read_key=frozenset({"other"})).ranking == ("third", "one", "other")


def test_the_table_compares_nobody_with_who_sees_the_key() -> None:
    assert resolvers_table(replace(tiny_comparison(), read_key=frozenset({CAREFUL}))).references == {1}


def test_significant_differences_group_resolvers_that_beat_the_same() -> None:
    rows = [(True, True, False)] * 3
    (line,) = differences_in_words(comparison(*(document(str(number), *rows) for number in range(9))))

    assert line.endswith("one, other > third.")


@pytest.mark.parametrize(("documents", "few"), [(1, True), (FEW_DOCUMENTS - 1, True), (FEW_DOCUMENTS, False)])
def test_a_note_says_that_intervals_of_few_documents_are_rough(documents: int, few: bool) -> None:
    found = comparison(*(document(str(number), (True, True, False)) for number in range(documents)))
    enough = comparison(*(document(str(number), (True, True, False)) for number in range(FEW_DOCUMENTS + 1)))

    assert len(notes(found)) - len(notes(enough)) == few


def test_cataphora_and_split_antecedents_have_counts_of_their_own_beside_those_of_the_key() -> None:
    first, second = tiny_comparison().documents
    asked = {"first_mention": 0, "cataphora": 3, "split_antecedent": 1}
    answered = replace(first, not_counted=asked, cataphoric={CAREFUL: Answered(2, 1)}, split={CAREFUL: Answered(1, 1)})
    found = replace(tiny_comparison(), documents=(answered, second))
    careful, hasty = (plain(found.as_json())["resolvers"][name] for name in (CAREFUL, HASTY))

    assert careful["cataphora"] == {"right": 1, "of": 3, "answered": 2}
    assert careful["split_antecedents"] == {"right": 1, "of": 1, "answered": 1}
    assert hasty["cataphora"] == {"right": 0, "of": 3, "answered": 0}
    *_, apart = found.tables(losses=True)
    assert apart.rows == ((CAREFUL, 2, 1, 3, 1, 1, 1),)
    assert len(tiny_comparison().tables(losses=True)) == 2


def test_each_document_has_its_counts() -> None:
    """Of the first document's two anaphors the careful resolver has one right, of the second's one none."""
    found = plain(tiny_comparison().as_json(per_document=True))["per_document"]

    assert list(found) == [FIRST_ID, "second"]
    assert found[FIRST_ID]["resolvers"][CAREFUL]["success_rate"] == [1, 2]
    assert found[FIRST_ID]["upper_bound"] == {"strict": 2, "partial": 2}
    assert found["second"]["resolvers"][HASTY]["success_rate"] == [0, 1]
    sizes, *_ = per_document_tables(tiny_comparison())
    frame = to_frame(sizes).set_index("document")
    counts = frame[["words", "anaphors", "pronouns"]]
    assert counts.iloc[:-1].sum().tolist() == counts.loc["all"].tolist()
    assert frame["max_strict"].tolist() == [1, 0, 2 / 3]


def test_a_slice_counts_its_anaphors_who_has_them_right_and_what_chance_would() -> None:
    """Two "it" with one right answer of two candidates, and a "they" that nobody found."""
    counts = [
        (part.name, part.of, [part.rates[name].right for name in (CAREFUL, HASTY)], part.chance)
        for part in slices(tiny_comparison(), "pronoun")
    ]

    assert counts == [("it", 2, [1, 0], 0.5), ("they", 1, [0, 0], 0)]


def test_all_slices_of_a_kind_are_tested_as_one_family() -> None:
    """Six texts: the nearer anaphor only one resolver has right (p = 2 / 2^6), the farther one both others."""
    texts = [document(str(number), (True, False, False), (False, True, True)) for number in range(6)]
    texts = [replace(text, anaphors=(text.anaphors[0], replace(text.anaphors[1], distance=2))) for text in texts]
    sliced = Sliced(comparison(*texts), ["distance"])
    rows = [row for row in sliced.figures().rows if row[2] == "success_rate_by_distance"]
    figures = {(row[0], row[1], row[3]): row[4:] for row in rows}

    assert [figures[unit, "one", "value"][-2:] for unit in ("0", "2")] == [(6, 6), (0, 6)]
    assert [figures[unit, "one - other", "difference"][0] for unit in ("0", "2")] == [1, -1]
    assert [figures["0", pair, "p_adjusted"][0] for pair in ("one - other", "other - third")] == [2 / 64, 1]
    assert sliced.as_json()["slices"]["distance"]["2"]["comparisons"][0]["p_adjusted"] == 2 / 64
    marked = {(row[0], row[3]) for row in sliced.tables()[-1].rows if isinstance(row[4], Marked)}
    assert marked == {("0", "other"), ("0", "third"), ("2", "one")}


def test_slices_of_candidates_and_distance_stand_in_their_natural_order() -> None:
    assert [part.name for part in slices(tiny_comparison(), "candidates")] == ["0", "2–3"]
    assert [part.name for part in slices(tiny_comparison(), "distance")] == ["1"]
    assert [part.name for part in slices(tiny_comparison(), "genre")] == ["manual", "–"]


@pytest.mark.parametrize("by", BY)
def test_slices_hold_every_anaphor_once(by: str) -> None:
    comparison = tiny_comparison()
    parts = slices(comparison, by)

    assert sum(part.of for part in parts) == comparison.anaphors
    for name in comparison.resolvers:
        assert sum(part.rates[name].right for part in parts) == comparison.losses(name)["right"]
    assert slices(empty_comparison(), by) == []
