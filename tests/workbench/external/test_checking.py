"""What is mended, what is refused, when predictions are held against what a system was given."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.external.records import (
    RECORDED,
    Alternative,
    Answer,
    Link,
    Prediction,
    check_prediction,
    layout_of,
)
from tests.refused import refused
from tests.workbench.external.novel import HE, IT, NOVEL, PARK, STARTS, TEXT, TOKENS, TOM, predicted

FILE = Path("predictions.jsonl")
TOKENS_EXCLUSIVE = {"unit": "token", "end": "exclusive"}


def mended(prediction: Prediction) -> tuple[Prediction, Counter[str]]:
    return check_prediction(FILE, 7, NOVEL, prediction)


def clusters(**fields: Any) -> tuple[tuple[tuple[int, int], ...], ...]:
    return mended(predicted(**fields))[0].clusters


def test_the_same_clusters_come_out_of_every_convention() -> None:
    tom_he, park_it = ((0, 3), (30, 32)), ((16, 28), (39, 41))
    expected = ((TOM, HE), (PARK, IT))

    assert clusters(unit="token", end="exclusive", clusters=expected) == expected
    assert clusters(unit="token", end="inclusive", clusters=(((0, 0), (8, 8)), ((4, 6), (10, 10)))) == expected
    assert clusters(unit="character", end="exclusive", clusters=(tom_he, park_it)) == expected
    inclusive = tuple(tuple((start, end - 1) for start, end in it) for it in (tom_he, park_it))
    assert clusters(unit="character", end="inclusive", clusters=inclusive) == expected


def test_what_is_kept_is_called_recorded_in_tokens_with_exclusive_ends() -> None:
    kept, _ = mended(predicted(unit="character", end="inclusive", clusters=(((0, 2), (30, 31)),), raw={"logits": [1]}))

    assert (kept.schema, kept.unit, kept.end, kept.raw) == (RECORDED, "token", "exclusive", {"logits": [1]})
    assert check_prediction(FILE, 1, NOVEL, kept)[0] == kept, "to check again changes nothing"


def test_characters_that_cut_through_tokens_grow_to_whole_ones_and_are_counted() -> None:
    kept, found = mended(
        predicted(unit="character", end="exclusive", clusters=(((0, 2), (31, 32)), ((20, 28), (38, 42))))
    )

    assert kept.clusters == ((TOM, HE), ((5, 7), (10, 12))), "blanks at the ends of a span are no matter"
    assert found["cut"] == 2


def test_characters_cut_tokens_unless_what_they_hold_is_their_tokens_and_blanks() -> None:
    place = layout_of(NOVEL)
    for start, end in combinations(range(len(TEXT) + 1), 2):
        if tokens := place.tokens(start, end):
            whole = TEXT[STARTS[tokens[0]] : STARTS[tokens[1] - 1] + len(TOKENS[tokens[1] - 1])]
            assert place.cuts(start, end, tokens) == (TEXT[start:end].strip() != whole)


def test_a_span_outside_the_text_or_of_blanks_alone_is_dropped_and_counted() -> None:
    for span in ((-1, 1), (0, 0), (3, 2), (11, 13), (12, 13), (10**30, 10**30 + 1)):
        kept, found = mended(predicted(**TOKENS_EXCLUSIVE, clusters=((span, TOM),)))
        assert (kept.clusters, found["outside"]) == (((TOM,),), 1), span

    kept, found = mended(predicted(unit="character", end="exclusive", clusters=(((14, 16), (0, 3)),)))
    assert kept.clusters == ((TOM,),)
    assert (found["blank"], found["single"]) == (1, 1)


def test_an_inclusive_end_at_the_last_token_is_inside_and_the_next_is_not() -> None:
    assert clusters(unit="token", end="inclusive", clusters=(((10, 11),),)) == (((10, 12),),)
    assert clusters(unit="token", end="inclusive", clusters=(((10, 12),),)) == ()


def test_what_cannot_be_meant_is_refused_rather_than_guessed() -> None:
    """Another text, a question that nobody asked, spans without a convention, two kinds of prediction in one."""
    with refused("other-text"):
        mended(replace(predicted(), text_sha256="0" * 64))
    with refused("unknown-reference"):
        mended(predicted(answers=(Answer(2, "Tom"),)))
    fields: list[dict[str, Any]] = [{"unit": "token"}, {"end": "exclusive"}, {}, TOKENS_EXCLUSIVE | {"dropped": "long"}]
    for more in fields:
        with refused("malformed"):
            mended(predicted(clusters=((TOM,),), **more))
    with refused("malformed"):
        mended(predicted(rewritten="", answers=()))


def test_mentions_count_once_in_the_first_of_their_clusters() -> None:
    kept, found = mended(predicted(**TOKENS_EXCLUSIVE, clusters=((TOM, HE, TOM), (HE, PARK, IT), (HE,), ())))

    assert kept.clusters == ((TOM, HE), (PARK, IT))
    assert (found["repeated"], found["shared"], found["empty"]) == (1, 2, 2)


def test_links_alone_connect_clusters_and_keep_scores_and_alternatives() -> None:
    links = (
        Link(HE, TOM, 0.9, (Alternative(PARK, 0.1), Alternative(None))),
        Link(IT, None, 0.5),
        Link(HE, PARK),
        Link(PARK, IT),
    )
    kept, found = mended(predicted(**TOKENS_EXCLUSIVE, links=links))

    assert kept.clusters == ((TOM, HE), (PARK, IT))
    assert kept.links == (links[0], links[1], links[3])
    assert (found["links"], found["none"], found["repeated_links"], found["forward"]) == (3, 1, 1, 1)


def test_mentions_beside_the_list_and_mentions_of_it_that_nothing_took_are_counted() -> None:
    _, found = mended(predicted(**TOKENS_EXCLUSIVE, clusters=((TOM, HE), ((5, 7), (10, 11)))))

    assert (found["off_list"], found["unmatched"]) == (1, 1)


def test_a_dropped_document_stays_one() -> None:
    kept, found = mended(predicted(dropped="longer than 4096 tokens"))

    assert kept.dropped == "longer than 4096 tokens"
    assert not kept.clusters
    assert found["mentions"] == 0


@settings(max_examples=20)
@given(st.lists(st.lists(st.tuples(*[st.integers(0, 41)] * 2).map(lambda it: (min(it), max(it) + 1)))))
def test_whatever_characters_come_each_mention_ends_up_in_one_cluster_in_text_order(
    spans: list[list[tuple[int, int]]],
) -> None:
    kept, found = mended(predicted(unit="character", end="exclusive", clusters=tuple(map(tuple, spans))))
    mentions = [mention for cluster in kept.clusters for mention in cluster]

    assert len(set(mentions)) == len(mentions) == found["mentions"]
    assert all(cluster and list(cluster) == sorted(cluster) for cluster in kept.clusters)
    gone = found["repeated"] + found["shared"] + found["blank"]
    assert len(mentions) + gone == sum(map(len, spans))
