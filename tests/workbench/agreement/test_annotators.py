"""Agreement of annotators: what overlap earns, Krippendorff's alpha against its definition, and differences."""

from collections.abc import Callable, Sequence
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.agreement.alpha import DISTANCES
from anaphora.workbench.agreement.annotators import (
    OF_MENTIONS,
    Agreement,
    TwoAnnotations,
    compare,
    count,
    count_by,
    count_marks,
)
from anaphora.workbench.agreement.differences import (
    Disagreement,
    MarkedMention,
    RowDifference,
    differences,
    disputes,
    majority,
)
from anaphora.workbench.chains.overlap import columns, stack
from anaphora.workbench.document import Span
from anaphora.workbench.key import Attributes, Key, Match
from anaphora.workbench.results import agreement_tables
from anaphora.workbench.results.table import plain
from tests.noise import corpus, noisy
from tests.workbench.clusters import Chains, Documents, Kinds, pair

Label = frozenset[Any]
Distance = Callable[[Any, Any], float]


def seen(documents: Documents, match: Match = "strict", kinds: Kinds | None = None) -> TwoAnnotations:
    """What two annotators of documents (chains of labels each) have in common; see `clusters.evidence`."""
    return of_keys([pair(document, kinds) for document in documents], match)


def of_keys(pairs: Sequence[tuple[Any, Any]], match: Match = "strict") -> TwoAnnotations:
    sides = [[columns(side) for side in both] for both in pairs]
    return compare(*stack([one for one, _ in sides], [other for _, other in sides]), match)


def figures(found: TwoAnnotations, resamples: int = 0) -> Any:
    documents = tuple(map(str, range(found.first.documents)))
    by = (), count_by(found, "kind"), count_by(found, "type")
    agreement = Agreement(("a", "b"), "", documents, count(found), *by, resamples=resamples)
    return plain(agreement_tables.as_json(agreement))


def differing(found: TwoAnnotations) -> list[RowDifference]:
    return differences(found.overlapping, found.chains)


def alphas(documents: Documents, units: str = "alpha") -> dict[str, float | None]:
    return {name: values["value"] for name, values in figures(seen(documents))[units].items()}


# mentions


def test_equal_mentions_count_whole_and_overlapping_ones_in_part() -> None:
    found = figures(seen([([[(0, 3)], [(5, 6)]], [[(0, 2)], [(5, 6)], [(8, 9)]])]))["mentions"]
    either = figures(seen([([[(0, 4)]], [[(0, 3)], [(3, 4)]])]))["mentions"]

    assert (found["first"], found["second"]) == (2, 3)
    assert (found["equal"], found["overlapping"]) == (1, 2)
    assert found["f1"] == pytest.approx(2 * 1 / 5)
    assert found["f1_partial"] == pytest.approx(2 * (1 + 2 * 2 / 5) / 5)  # 2 words shared of 3 and 2
    assert either["overlapping"] == 1  # a mention shares words with one other at most
    assert either["f1_partial"] == pytest.approx(2 * (2 * 3 / 7) / 3)


def test_pairs_are_those_with_the_greatest_credit_in_all_once_equal_ones_are_paired() -> None:
    # (0, 4) overlaps both; it leaves (0, 3) to (0, 2), which overlaps nothing else
    found = figures(seen([([[(0, 4)], [(0, 2)]], [[(0, 3)], [(3, 5)]])]))["mentions"]
    equal = figures(seen([([[(0, 10)], [(0, 9)]], [[(0, 10)], [(1, 10)]])]))["mentions"]

    assert found["overlapping"] == 2
    assert found["f1_partial"] == pytest.approx(2 * (2 * 1 / 6 + 2 * 2 / 5) / 4)
    assert equal["equal"] == 1
    assert equal["f1_partial"] == pytest.approx((1 + 2 * 8 / 18) / 2)  # not 2 * 18 / 19


def test_chains_are_compared_by_equal_overlapping_or_headed_mentions() -> None:
    """Words that a mention leaves out are not shared."""
    spans = Span(0, 3), Span(5, 6), Span(1, 4), Span(5, 6)
    heads = dict(zip(spans, (2, 5, 2, 5), strict=True))
    keys = [
        Key("d", ((one, other),), {it: Attributes(head=heads[it]) for it in (one, other)})
        for one, other in (spans[:2], spans[2:])
    ]
    moved = Key("d", keys[1].chains, {spans[2]: Attributes(head=3)})
    gapped = of_keys([(Key("d", ((Span(0, 4, ((1, 3),)),),)), Key("d", ((Span(0, 3),),)))])

    assert figures(of_keys([(keys[0], keys[1])], "strict"))["chains"]["muc"] == 0
    assert figures(of_keys([(keys[0], keys[1])], "partial"))["chains"]["muc"] == 1
    assert figures(of_keys([(keys[0], keys[1])], "head"))["chains"]["muc"] == 1
    assert figures(of_keys([(keys[0], moved)], "head"))["chains"]["muc"] == 0
    assert figures(gapped)["mentions"]["f1_partial"] == pytest.approx(2 * 1 / (2 + 3))


def test_what_chance_could_not_disagree_on_and_nothing_on_both_sides_are_undefined() -> None:
    found = figures(seen([([], [])]))

    assert found["mentions"]["f1"] is None
    assert found["chains"]["conll"] is None
    assert found["alpha"]["masi"] == {"value": None, "observed": None, "expected": None, "units": 0}
    assert alphas([([["a", "b"]], [["a", "b"]])]) == dict.fromkeys(DISTANCES)


# alpha


def test_alpha_of_two_chains_that_the_other_annotator_merged() -> None:
    # labels: {a b} {a b} {c} against {a b c} three times; n = 6 labels, 30 ordered pairs, of which 4 are of {a b} and
    # {c}, 12 of {a b} and {a b c}, 6 of {c} and {a b c}
    found = figures(seen([([["a", "b"], ["c"]], [["a", "b", "c"]])]))["alpha"]

    assert found["passonneau"]["observed"] == pytest.approx(1 / 3)
    assert found["passonneau"]["expected"] == pytest.approx((4 + 12 / 3 + 6 / 3) / 30)
    assert found["passonneau"]["value"] == pytest.approx(0)
    assert found["jaccard"]["value"] == pytest.approx(1 - (4 / 9) / (12 / 30))
    assert found["dice"]["value"] == pytest.approx(1 - 0.3 / (9.4 / 30))
    assert found["masi"]["value"] == pytest.approx(1 - (17 / 27) / (138 / 270))


def test_alpha_of_mentions_that_either_marked_counts_a_missing_one_as_full_disagreement() -> None:
    # b lacks c: labels {a b c} three times against {a b} {a b} and nothing
    found = figures(seen([([["a", "b", "c"]], [["a", "b"]])]))["alpha_union"]["jaccard"]

    assert found["units"] == 3
    assert found["observed"] == pytest.approx((1 / 3 + 1 / 3 + 1) / 3)
    assert found["expected"] == pytest.approx((12 * (1 / 3) + 6 + 4) / 30)


def test_alpha_of_mentions_that_both_marked_leaves_others_out_of_their_chains_by_document() -> None:
    document = ([["a", "b"], ["c"], ["d", "e"]], [["a"], ["b", "c"], ["d", "e"]])

    assert alphas([([["a", "b", "c"], ["d"]], [["a", "b"], ["d", "e"]])]) == dict.fromkeys(DISTANCES, 1)
    assert alphas([document] * 5) == pytest.approx(alphas([document]))  # chance is that of one document


def test_alpha_by_kind_counts_mentions_of_the_kind_in_the_whole_of_their_chains() -> None:
    kinds = {"a": "name", "b": "pronoun", "c": "pronoun"}
    found = figures(seen([([["a", "b"], ["c"]], [["a"], ["b", "c"]])], kinds=kinds))["by_kind"]

    assert list(found) == ["name", "pronoun"]
    assert found["name"]["mentions"]["f1"] == 1
    # two units b, c: labels {a b} {c} against {b c} {b c}; Jaccard's distances 2/3 and 1/2, of {a b} and {c} 1
    assert found["pronoun"]["alpha"]["jaccard"]["units"] == 2
    assert found["pronoun"]["alpha"]["jaccard"]["observed"] == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert found["pronoun"]["alpha"]["jaccard"]["expected"] == pytest.approx((2 + 4 * 2 / 3 + 4 / 2) / 12)


def test_kind_that_one_annotator_knows_holds_for_both() -> None:
    mention = Span(0, 1)
    one, other = Key("d", ((mention,),), {mention: Attributes(kind="name")}), Key("d", ((mention,),))

    for both in ((one, other), (other, one)):
        assert figures(of_keys([both]))["by_kind"]["name"]["mentions"]["f1"] == 1


def krippendorff(values: Sequence[tuple[Any, ...]], distance: Distance) -> tuple[float, float]:
    """Observed and expected disagreement of coders, pair by pair (Krippendorff 2011, section B)."""
    every = [value for unit in values for value in unit]
    observed = [distance(one, other) for unit in values for one, other in combinations(unit, 2)]
    expected = [distance(one, other) for one, other in permutations(every, 2)]
    return sum(observed) / len(observed), sum(expected) / len(expected)


def monotonicity(one: Label, other: Label) -> float:
    if one == other:
        return 1
    if not one & other:
        return 0
    return 2 / 3 if one < other or other < one else 1 / 3


BY_DEFINITION: dict[str, Distance] = {
    "passonneau": lambda one, other: 1 - monotonicity(one, other),
    "jaccard": lambda one, other: 1 - len(one & other) / len(one | other) if one | other else 0,
    "dice": lambda one, other: 1 - 2 * len(one & other) / (len(one) + len(other)) if one | other else 0,
    "masi": lambda one, other: 1 - monotonicity(one, other) * len(one & other) / len(one | other) if one | other else 0,
}


def labels(document: tuple[Chains, Chains], union: bool) -> list[tuple[Label, Label]]:
    first, second = ({it: frozenset(chain) for chain in side for it in chain} for side in document)
    both = first.keys() & second.keys()
    if union:
        return [(first.get(it, frozenset()), second.get(it, frozenset())) for it in first.keys() | second.keys()]
    return [(first[it] & both, second[it] & both) for it in both]


FEW = settings(max_examples=12)
numbers_of_chains = st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3)), max_size=9)


def chains_of(document: list[tuple[int, int]]) -> tuple[Chains, Chains]:
    """Mentions numbered through, from the number of each one's chain on each side; -1 where it is not marked."""
    sides = ([[at for at, both in enumerate(document) if both[side] == chain] for chain in range(4)] for side in (0, 1))
    first, second = ([chain for chain in side if chain] for side in sides)
    return first, second


@FEW
@given(st.lists(numbers_of_chains, min_size=1, max_size=3))
def test_alpha_is_that_of_the_definition(drawn: list[list[tuple[int, int]]]) -> None:
    documents = [chains_of(document) for document in drawn]
    tables = figures(seen(documents))
    for union, distance in product((False, True), DISTANCES):
        found = tables["alpha_union" if union else "alpha"][distance]
        values = [units for document in documents if (units := labels(document, union))]
        total = sum(map(len, values))
        parts = [[len(units) * it for it in krippendorff(units, BY_DEFINITION[distance])] for units in values]
        assert found["units"] == total
        if total:
            observed, expected = (sum(column) / total for column in zip(*parts, strict=True))
            assert (found["observed"], found["expected"]) == pytest.approx((observed, expected))
            assert found["value"] == (pytest.approx(1 - observed / expected) if expected > 1e-9 else None)


# the whole


spans = st.tuples(st.integers(0, 6), st.integers(1, 4)).map(lambda it: (it[0], it[0] + it[1]))
annotations = st.dictionaries(spans, st.integers(0, 3), max_size=6).map(
    lambda marked: [[it for it in marked if marked[it] == chain] for chain in sorted(set(marked.values()))]
)


@FEW
@given(st.lists(st.tuples(annotations, annotations), min_size=1, max_size=2), st.sampled_from(("strict", "partial")))
def test_it_makes_no_difference_who_is_first(documents: list[tuple[Chains, Chains]], match: Match) -> None:
    """Who agrees in all has 1 wherever it is defined; CoNLL counts a MUC that is undefined as 0."""
    one = figures(seen(documents, match))
    other = figures(seen([(second, first) for first, second in documents], match))
    other["mentions"]["first"], other["mentions"]["second"] = other["mentions"]["second"], other["mentions"]["first"]

    for part in ("mentions", "chains"):
        assert one[part] == pytest.approx(other[part])
    for part in ("alpha", "alpha_union"):
        assert all(one[part][name] == pytest.approx(other[part][name]) for name in DISTANCES)

    alike = figures(seen([(first, first) for first, _ in documents]))
    chains = [value for name, value in alike["chains"].items() if name != "conll"]
    values = [*chains, *(it["value"] for it in alike["alpha"].values()), alike["mentions"]["f1"]]
    assert [value for value in values if value is not None] == pytest.approx([1] * (len(values) - values.count(None)))


def test_alpha_falls_as_mistakes_get_more() -> None:
    documents = list(corpus(4, Random(1)))
    found = []
    for rate in (0, 0.05, 0.15, 0.35, 0.7):
        changed = [(key, noisy(document, key, rate, Random(2))) for document, key in documents]
        result = figures(of_keys(changed))
        found.append([result[part][name]["value"] for part in ("alpha", "alpha_union") for name in DISTANCES])

    for values in zip(*found, strict=True):
        assert values[0] == 1
        assert list(values) == sorted(values, reverse=True)


def test_intervals_hold_the_value_and_need_two_documents() -> None:
    document = ([["a", "b"], ["c"]], [["a", "b"], ["c", "d"]])
    worse = ([["a", "b"], ["c"]], [["a"], ["b", "c"]])
    found = figures(seen([document, worse, document]), resamples=50)
    low, high = found["intervals"]["alpha_jaccard"]["value"]

    assert low <= found["alpha"]["jaccard"]["value"] <= high
    assert low < high
    assert figures(seen([document]), resamples=50)["intervals"] == {}


# disagreements


def test_disagreements_are_missing_mentions_other_boundaries_and_chains_in_parts() -> None:
    first = [[(0, 1), (2, 3), (4, 5), (9, 10)], [(12, 14)]]
    second = [[(0, 1), (2, 3)], [(4, 5), (7, 8)], [(12, 15)]]

    assert differing(seen([(first, second)])) == [
        RowDifference("split", 0, ((0, 3),), ((0, 2), (2, 1))),
        RowDifference("only_second", 0, (), ((3, None),)),
        RowDifference("only_first", 0, ((3, None),), ()),
        RowDifference("boundaries", 0, ((4, None),), ((4, None),)),
    ]


def test_chains_that_one_annotator_split_the_other_merged() -> None:
    """A chain is shown by its first name."""
    document = ([["a", "b"], ["c"]], [["a", "b", "c"]])
    named = seen(
        [([["a", "b", "c", "d"]], [["a", "b", "c"], ["d"]])],
        kinds={"a": "pronoun", "b": "nominal", "c": "name", "d": "name"},
    )

    assert differing(seen([document])) == [RowDifference("merged", 0, ((0, 2), (2, 1)), ((0, 3),))]
    assert differing(seen([document[::-1]])) == [RowDifference("split", 0, ((0, 3),), ((0, 2), (2, 1)))]
    assert differing(named) == [RowDifference("split", 0, ((2, 4),), ((2, 3), (3, 1)))]


# three annotators of ten mentions, all figures by hand


TEN = [Span(word, word + 1) for word in range(10)]


def marks(*chains: str) -> dict[Span, int]:
    """Mentions, each a word of one digit, in numbered chains."""
    return {TEN[int(word)]: number for number, chain in enumerate(chains) for word in chain}


A = marks("0123", "456", "78", "9")
B = marks("012", "3456", "78", "9")
C = marks("0123", "456", "789")


def alpha_of(name: str, *text: dict[Span, int]) -> float:
    return float(OF_MENTIONS[name].score(count_marks([text])[name].sum(axis=0))[0])


def test_alpha_of_three_annotators_is_that_of_hand() -> None:
    """By Passonneau's distance: 0 for equal sets, 1/3 if one holds the other, 2/3 for other overlap, 1 for none.

    Observed, as the mean over the pairs AB, AC, BC: 2/9 for each of 0, 1, 2 (B has 012), 4/9 for 3 (B has 3456), 2/9
    for each of 4, 5, 6, and 2/9 for each of 7, 8, 9 (C has 789): 22/9, of ten mentions.

    Expected: of the 30 labels 8 are 0123, 3 are 012, 4 are 3456, 6 are 456, 4 are 78, 3 are 789 and 2 are 9. Of 30 x 29
    ordered pairs 900 - 154 = 746 have different labels; of these 2 x 24 (0123, 012), 2 x 24 (3456, 456), 2 x 12 (78,
    789) and 2 x 6 (9, 789) have a distance of 1/3, 2 x 32 (0123, 3456) one of 2/3: 746 - 264/3 - 64/3 = 1910/3.

    A and B alone: 2/3 for 3, 1/3 for the six beside it, so 8/30; of 20 x 19 pairs 330 - 128/3 = 862/3 by distance.
    """
    assert alpha_of("alpha_passonneau", A, B, C) == pytest.approx(1 - (22 / 90) / (1910 / 3 / (30 * 29)))
    assert alpha_of("alpha_passonneau", A, B) == pytest.approx(1 - (8 / 30) / (862 / 3 / (20 * 19)))
    assert all(alpha_of(name, A, A, A) == 1 for name in count_marks([(A, A, A)]))


def test_a_mention_that_one_lacks_is_in_no_set_of_theirs() -> None:
    """Two mentions in one chain, of which the third annotator marked one; labels are 01, 01, 01, 01, 0 and none.

    Observed by Jaccard: mention 0: 0, 1/2, 1/2; mention 1: 0, 1, 1, so 1/3 + 2/3. Expected, of 30 ordered pairs:
    2 x 4 x 1/2 (01 and 0), 2 x 4 (01 and none), 2 (0 and none): 14, for two mentions 28/30.
    """
    both, one = marks("01"), marks("0")

    assert alpha_of("alpha_union_jaccard", both, both, one) == pytest.approx(1 - 1 / (28 / 30))
    assert np.isnan(alpha_of("alpha_jaccard", both, both, one))  # of all is one mention, alone in its set


@FEW
@given(st.lists(st.tuples(*3 * [st.integers(-1, 3)]), min_size=1, max_size=8))
def test_alpha_of_three_is_that_of_the_definition(drawn: list[tuple[int, int, int]]) -> None:
    text = [{TEN[word]: row[who] for word, row in enumerate(drawn) if row[who] >= 0} for who in range(3)]
    common = set(text[0]).intersection(*text[1:])
    counts = count_marks([text])
    for prefix, spans in (("alpha", common), ("alpha_union", set().union(*text))):
        sets = [
            {span: frozenset(it for it in spans if chains.get(it) == chains[span]) for span in chains}
            for chains in text
        ]
        values = [tuple(labels.get(span, frozenset()) for labels in sets) for span in spans]
        for name, distance in BY_DEFINITION.items():
            observed, expected, units = counts[f"{prefix}_{name}"][0]
            assert units == len(values)
            if values:
                assert (observed / units, expected / units) == pytest.approx(krippendorff(values, distance))


def test_most_have_what_more_than_half_have() -> None:
    """B alone has 3 with 456, C alone has 9 with 78. Of four annotators two are not most: 2 is a mention of two."""
    joined, apart = marks("01", "2"), marks("0", "1")

    assert majority((A, B, C)) == tuple(tuple(TEN[int(word)] for word in chain) for chain in ("0123", "456", "78", "9"))
    assert majority((joined, joined, apart, apart)) == ((TEN[0],), (TEN[1],))


def test_groups_are_joined_where_most_pairs_between_them_are() -> None:
    """All join 012, and 345; two join 6 with 012, two with 345: the earlier has it, and links alone would join all.

    Of the 3 x 12 answers on the pairs of 0126 and 345 the second annotator joins 12 and the third 3: less than half.
    """
    texts = marks("0126", "345"), marks("0126345"), marks("012", "3456")
    agreed = [[span.start for span in chain] for chain in majority(texts)]

    assert majority(texts[:1] * 3) == (tuple(TEN[word] for word in (0, 1, 2, 6)), tuple(TEN[3:6]))
    assert agreed == [[0, 1, 2, 6], [3, 4, 5]]


def test_disputes_say_who_has_what() -> None:
    """9 follows 8 for C, nothing for the others; 3 follows 2 for A and C, nothing for B; 4 follows 3 for B."""

    def disputed(*text: dict[Span, int]) -> list[Disagreement]:
        return [*disputes("d", text, lambda span: MarkedMention("", span))]

    def dispute(what: str, about: int, *answers: int | None) -> Disagreement:
        shown = tuple(() if word is None else (MarkedMention("", TEN[word]),) for word in answers)
        return Disagreement("d", what, shown, (MarkedMention("", TEN[about]),), TEN[about])

    assert disputed(A, B, C) == [
        dispute("antecedent", 3, 2, None, 2),
        dispute("antecedent", 4, None, 3, None),
        dispute("antecedent", 9, None, None, 8),
    ]
    assert disputed(marks("01"), marks("01"), marks("0")) == [dispute("mention", 1, 1, 1, None)]
