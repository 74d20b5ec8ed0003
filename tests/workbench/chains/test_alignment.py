"""Which response mention stands for which key mention, on one made-up text of seven words."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from anaphora.workbench.agreement.annotators import pair_mentions
from anaphora.workbench.chains import alignment
from anaphora.workbench.chains.alignment import align, overlapping_tokens, simulate
from anaphora.workbench.chains.overlap import MentionColumns, Side, columns, overlap, stack
from anaphora.workbench.document import Span
from anaphora.workbench.errors import CrowdedError
from anaphora.workbench.key import Attributes, Key, Match
from anaphora.workbench.measures import chain_measures, numbers

# the 0 old 1 dog 2 of 3 Ann 4 barked 5 . 6
MATCHES: tuple[Match, ...] = ("partial", "head")
DOG, OLD_DOG, DOG_OF_ANN, ANN = Span(2, 3), Span(0, 3), Span(0, 5), Span(4, 5)


def sides(key: dict[Span, Attributes], response: dict[Span, Attributes]) -> tuple[Side, Side]:
    """Each mention in a chain of its own."""
    both = (Key("d", tuple((span,) for span in sorted(side)), side) for side in (key, response))
    one, other = ([columns(side)] for side in both)
    return stack(one, other)


def twins(match: Match, key: dict[Span, Attributes], response: dict[Span, Attributes]) -> list[tuple[Span, Span]]:
    """The pairs (key span, response span) that stand for each other."""
    one, other = sides(key, response)
    twin = align(one, other, match)
    keys, responses = sorted(key), sorted(response)
    return [(keys[at], responses[row]) for row, at in enumerate(twin) if at >= 0]


def headed(*spans: Span, head: int) -> dict[Span, Attributes]:
    return {span: Attributes(head=head) for span in spans}


def test_strict_takes_equal_spans_and_partial_shorter_ones_with_the_head() -> None:
    """Not `the old ... of Ann`, which leaves out the head, nor one without the head or beyond the key."""
    key = headed(DOG_OF_ANN, head=2)
    both = key | headed(ANN, head=4)

    assert twins("strict", both, headed(OLD_DOG, head=2) | headed(ANN, head=4)) == [(ANN, ANN)]
    assert twins("partial", key, {OLD_DOG: Attributes()}) == [(DOG_OF_ANN, OLD_DOG)]
    for response in (ANN, Span(0, 2), Span(2, 6), Span(0, 5, ((2, 3),))):
        assert twins("partial", key, {response: Attributes()}) == []


def test_partial_asks_for_all_of_the_minimum_where_there_is_one() -> None:
    key = {DOG_OF_ANN: Attributes(head=2, minimum=Span(1, 3))}

    assert twins("partial", key, {DOG: Attributes()}) == []
    assert twins("partial", key, {OLD_DOG: Attributes()}) == [(DOG_OF_ANN, OLD_DOG)]


def test_head_takes_any_span_with_the_same_head_and_no_other() -> None:
    """Also one that reaches beyond the key, which partial does not."""
    long, key = Span(0, 6), headed(DOG_OF_ANN, head=2)

    assert twins("head", key, headed(long, head=2)) == [(DOG_OF_ANN, long)]
    assert twins("head", key, headed(long, head=5)) == []
    assert twins("head", key, headed(DOG_OF_ANN, head=4)) == []


@pytest.mark.parametrize("match", ["partial", "head"])
def test_mentions_without_heads_stand_for_equal_spans(match: Match) -> None:
    nothing = Attributes()

    assert twins(match, {DOG_OF_ANN: nothing}, {DOG_OF_ANN: nothing, OLD_DOG: nothing}) == [(DOG_OF_ANN, DOG_OF_ANN)]
    assert twins(match, {DOG_OF_ANN: nothing}, {OLD_DOG: nothing}) == []


def test_equal_spans_go_before_partial_ones_and_longer_before_shorter() -> None:
    """`old dog` could stand for both key mentions, but one of them is the same."""
    key = headed(DOG_OF_ANN, OLD_DOG, head=2)

    assert twins("partial", key, headed(OLD_DOG, DOG, head=2)) == [(OLD_DOG, OLD_DOG), (DOG_OF_ANN, DOG)]
    assert twins("partial", headed(DOG_OF_ANN, head=2), headed(DOG, OLD_DOG, head=2)) == [(DOG_OF_ANN, OLD_DOG)]


def test_of_responses_that_fit_as_well_the_first_is_taken_in_each_document() -> None:
    """`the old dog` and `dog of Ann` both share three words with the key, which both documents have."""
    both = (DOG_OF_ANN,), (OLD_DOG, Span(2, 5))
    key, response = (
        [columns(Key("d", tuple((span,) for span in spans), headed(*spans, head=2)))] * 2 for spans in both
    )

    assert align(*stack(key, response), "head").tolist() == [0, -1, 1, -1]


def test_overlap_in_words_pairs_each_mention_once_and_leaves_out_gaps() -> None:
    """Key 5 + 1 words, response 3 + 2: `the old dog` shares 3 with the first, `Ann barked` 1 with the second.

    `the dog` without `old` shares two words with `the old dog`.
    """
    nothing = Attributes()
    gapped, old = sides({Span(0, 3, ((1, 2),)): nothing}, {OLD_DOG: nothing})

    assert overlapping_tokens(
        *sides({DOG_OF_ANN: nothing, ANN: nothing}, {OLD_DOG: nothing, Span(4, 6): nothing})
    ).tolist() == [4]
    assert overlapping_tokens(gapped, old).tolist() == [2]
    assert gapped.lengths().tolist() == [2]


def test_mentions_head_counts_what_partial_matching_finds() -> None:
    """One of two key mentions, one of two response mentions, though no span is the same."""
    key, response = sides(
        headed(DOG_OF_ANN, head=2) | headed(ANN, head=4), {OLD_DOG: Attributes(), Span(4, 6): Attributes()}
    )
    measure = chain_measures()["mentions_head"]

    assert numbers(measure, overlap(key, response)) == {"recall": 0.5, "precision": 0.5, "f1": 0.5}


@pytest.fixture
def nested(monkeypatch: pytest.MonkeyPatch) -> tuple[Side, Side]:
    """Three mentions on each side, each inside the one before: all nine pairs overlap, and nine are too many."""
    monkeypatch.setattr(alignment, "MOST_PAIRS", 8)
    monkeypatch.setattr(alignment, "MOST_PAIRS_EACH", 1)
    return sides(headed(Span(0, 7), Span(1, 6), Span(2, 5), head=3), headed(Span(0, 6), Span(1, 5), Span(2, 4), head=3))


def test_mentions_that_overlap_in_too_many_pairs_have_no_best_pairing(nested: tuple[Side, Side]) -> None:
    """They are refused where chains need them; strict alignment needs no pairs."""
    assert np.isnan(overlapping_tokens(*nested)).all()
    assert numbers(chain_measures()["mentions_head"], overlap(*nested)) == dict.fromkeys(("recall", "precision", "f1"))
    assert align(*nested, "strict").tolist() == [-1, -1, -1]
    for pair, match in product((align, pair_mentions), MATCHES):
        with pytest.raises(CrowdedError) as caught:
            pair(*nested, match)
        assert (caught.value.code, caught.value.document) == ("too-many-pairs", 0)


def test_other_documents_are_counted_beside_one_with_too_many_pairs(nested: tuple[Side, Side]) -> None:
    """The second document has `the old dog` for `the dog`: two words shared."""
    spans = {"key": [(0, 7), (1, 6), (2, 5)], "response": [(0, 6), (1, 5), (2, 4)]}
    one, other = (
        [columns(Key("crowded", tuple((Span(*span),) for span in spans[side]))), columns(Key("d", ((second,),)))]
        for side, second in (("key", Span(0, 2)), ("response", Span(0, 3)))
    )

    shared = overlapping_tokens(*stack(one, other))

    assert (np.isnan(shared[0]), shared[1]) == (True, 2)


KEY = columns(Key("d", tuple(tuple(Span(at, at + 1) for at in range(first, 60, 6)) for first in range(6))))
"""Six chains of ten mentions each, one mention after the other in turn."""


def together(found: MentionColumns) -> set[tuple[int, int]]:
    """The pairs of rows that are in one chain."""
    same = found.chain[:, np.newaxis] == found.chain
    return set(zip(*np.nonzero(np.triu(same, 1)), strict=True))


def sizes(found: MentionColumns) -> Sequence[int]:
    return sorted(np.bincount(found.chain).tolist())


def test_simulated_links_and_merged_chains_grow_with_their_shares() -> None:
    """Without links all are singletons, with all of them the key; all merged are one entity. Of 54 links about half."""
    cut = [together(simulate(KEY, links=share)) for share in (0.2, 0.5, 0.8)]
    merged = [together(simulate(KEY, merged=share)) for share in (0.2, 0.5, 0.8)]
    nothing = columns(Key("d", ()))

    assert sizes(simulate(KEY, links=0)) == [1] * 60
    assert together(simulate(KEY, links=1)) == together(KEY)
    assert sizes(simulate(KEY, merged=1)) == [60]
    assert cut[0] < cut[1] < cut[2] < together(KEY)
    assert together(KEY) <= merged[0] <= merged[1] <= merged[2]
    assert 60 - len(sizes(simulate(KEY, links=0.5))) == pytest.approx(27, abs=8)
    assert len(simulate(nothing, links=0.5).chain) == len(simulate(nothing, merged=0.5).chain) == 0
