"""Which response mention stands for which key mention, on one made-up text of seven words."""

from collections.abc import Sequence

import numpy as np
import pytest

from anaphora.workbench.agreement.annotators import pair_mentions
from anaphora.workbench.coreference import alignment
from anaphora.workbench.coreference.alignment import align, overlapping_tokens, simulate
from anaphora.workbench.coreference.overlap import Columns, Side, columns, overlap, stack
from anaphora.workbench.document import Span
from anaphora.workbench.errors import CrowdedError
from anaphora.workbench.key import Attributes, Key
from anaphora.workbench.matching import Match
from anaphora.workbench.measures import chain_measures, numbers

# the 0 old 1 dog 2 of 3 Ann 4 barked 5 . 6
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


def test_strict_takes_equal_spans_only() -> None:
    key = headed(DOG_OF_ANN, head=2) | headed(ANN, head=4)

    assert twins("strict", key, headed(OLD_DOG, head=2) | headed(ANN, head=4)) == [(ANN, ANN)]


def test_partial_takes_a_shorter_mention_that_has_the_head() -> None:
    assert twins("partial", headed(DOG_OF_ANN, head=2), {OLD_DOG: Attributes()}) == [(DOG_OF_ANN, OLD_DOG)]


@pytest.mark.parametrize("response", [ANN, Span(0, 2), Span(2, 6)])
def test_partial_refuses_a_mention_without_the_head_or_beyond_the_key(response: Span) -> None:
    assert twins("partial", headed(DOG_OF_ANN, head=2), {response: Attributes()}) == []


def test_partial_refuses_a_mention_that_leaves_out_the_head() -> None:
    """`the old ... of Ann`."""
    assert twins("partial", headed(DOG_OF_ANN, head=2), {Span(0, 5, ((2, 3),)): Attributes()}) == []


def test_partial_asks_for_all_of_the_minimum_where_there_is_one() -> None:
    key = {DOG_OF_ANN: Attributes(head=2, minimum=Span(1, 3))}

    assert twins("partial", key, {DOG: Attributes()}) == []
    assert twins("partial", key, {OLD_DOG: Attributes()}) == [(DOG_OF_ANN, OLD_DOG)]


def test_head_takes_another_span_with_the_same_head() -> None:
    """Also one that reaches beyond the key, which partial does not."""
    long = Span(0, 6)

    assert twins("head", headed(DOG_OF_ANN, head=2), headed(long, head=2)) == [(DOG_OF_ANN, long)]
    assert twins("head", headed(DOG_OF_ANN, head=2), headed(long, head=5)) == []


def test_head_does_not_take_the_same_span_with_another_head() -> None:
    assert twins("head", headed(DOG_OF_ANN, head=2), headed(DOG_OF_ANN, head=4)) == []


@pytest.mark.parametrize("match", ["partial", "head"])
def test_mentions_without_heads_stand_for_equal_spans(match: Match) -> None:
    nothing = Attributes()

    assert twins(match, {DOG_OF_ANN: nothing}, {DOG_OF_ANN: nothing, OLD_DOG: nothing}) == [(DOG_OF_ANN, DOG_OF_ANN)]
    assert twins(match, {DOG_OF_ANN: nothing}, {OLD_DOG: nothing}) == []


def test_equal_spans_go_before_partial_ones() -> None:
    """`old dog` could stand for both key mentions, but one of them is the same."""
    key = headed(DOG_OF_ANN, OLD_DOG, head=2)

    assert twins("partial", key, headed(OLD_DOG, DOG, head=2)) == [(OLD_DOG, OLD_DOG), (DOG_OF_ANN, DOG)]


def test_of_two_shorter_mentions_the_longer_one_is_taken() -> None:
    assert twins("partial", headed(DOG_OF_ANN, head=2), headed(DOG, OLD_DOG, head=2)) == [(DOG_OF_ANN, OLD_DOG)]


def test_overlap_in_words_pairs_each_mention_once() -> None:
    """Key 5 + 1 words, response 3 + 2: `the old dog` shares 3 with the first, `Ann barked` 1 with the second."""
    key, response = sides(
        {DOG_OF_ANN: Attributes(), ANN: Attributes()}, {OLD_DOG: Attributes(), Span(4, 6): Attributes()}
    )

    assert overlapping_tokens(key, response).tolist() == [4]


def test_overlap_in_words_leaves_out_gaps() -> None:
    """`the dog` without `old` shares two words with `the old dog`."""
    key, response = sides({Span(0, 3, ((1, 2),)): Attributes()}, {OLD_DOG: Attributes()})

    assert overlapping_tokens(key, response).tolist() == [2]
    assert key.lengths().tolist() == [2]


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
    assert np.isnan(overlapping_tokens(*nested)).all()
    assert numbers(chain_measures()["mentions_head"], overlap(*nested)) == dict.fromkeys(("recall", "precision", "f1"))


@pytest.mark.parametrize("match", ["partial", "head"])
def test_too_many_pairs_are_refused_where_chains_need_them(nested: tuple[Side, Side], match: Match) -> None:
    for pair in (align, pair_mentions):
        with pytest.raises(CrowdedError) as caught:
            pair(*nested, match)
        assert (caught.value.code, caught.value.document) == ("too-many-pairs", 0)


def test_strict_alignment_needs_no_pairs(nested: tuple[Side, Side]) -> None:
    assert align(*nested, "strict").tolist() == [-1, -1, -1]


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


def together(found: Columns) -> set[tuple[int, int]]:
    """The pairs of rows that are in one chain."""
    same = found.chain[:, np.newaxis] == found.chain
    return set(zip(*np.nonzero(np.triu(same, 1)), strict=True))


def sizes(found: Columns) -> Sequence[int]:
    return sorted(np.bincount(found.chain).tolist())


def test_no_links_are_singletons_and_all_are_the_key() -> None:
    assert sizes(simulate(KEY, links=0)) == [1] * 60
    assert together(simulate(KEY, links=1)) == together(KEY)


def test_all_merged_are_one_entity() -> None:
    assert sizes(simulate(KEY, merged=1)) == [60]


def test_links_and_merged_chains_only_grow() -> None:
    cut = [together(simulate(KEY, links=share)) for share in (0.2, 0.5, 0.8)]
    merged = [together(simulate(KEY, merged=share)) for share in (0.2, 0.5, 0.8)]

    assert cut[0] < cut[1] < cut[2] < together(KEY)
    assert together(KEY) <= merged[0] <= merged[1] <= merged[2]


def test_share_of_links_is_about_the_one_asked_for() -> None:
    """Of 54 links between neighbours."""
    chains = len(sizes(simulate(KEY, links=0.5)))

    assert 60 - chains == pytest.approx(27, abs=8)


def test_no_mentions_stay_none() -> None:
    nothing = columns(Key("d", ()))

    assert len(simulate(nothing, links=0.5).chain) == len(simulate(nothing, merged=0.5).chain) == 0
