"""The two files: written, read again, refused with file and line; and predictions held against their input."""

import json
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
    Input,
    PredictedLink,
    Prediction,
    Question,
    check_prediction,
    layout_of,
    link_answers,
    read_marks,
    read_record,
    read_records,
    text_hash,
    to_line,
)
from tests.refused import refused
from tests.workbench.external.novel import HE, IT, NOVEL, PARK, STARTS, TEXT, TOKENS, TOM, predicted

LINE = predicted(
    unit="token", end="exclusive", clusters=((TOM,),), links=(PredictedLink(TOM, None, 0.5),), raw={"a": [1, None]}
)


def written(folder: Path, *lines: str) -> Path:
    file = folder / "lines.jsonl"
    file.write_bytes("\n".join(lines).encode())
    return file


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    for record in (LINE, predicted(answers=(Answer(0, "x"),)), predicted(rewritten="", dropped=None)):
        assert list(read_records(written(tmp_path, to_line(record)), Prediction)) == [(1, 0, record)]
    assert list(read_records(written(tmp_path, to_line(NOVEL)), Input)) == [(1, 0, NOVEL)]


def test_a_document_is_found_again_by_its_offset_whatever_the_line_ends(tmp_path: Path) -> None:
    other = to_line(LINE).replace("novel", "Erzählung")
    file = written(tmp_path, "", to_line(LINE).strip() + "\r", "", other)
    places = [(line, offset) for line, offset, _ in read_records(file, Prediction)]

    assert [read_record(file, *place, Prediction).doc_id for place in places] == ["novel", "Erzählung"]
    assert [line for line, _ in places] == [2, 4]


def changed(**fields: object) -> str:
    return json.dumps(json.loads(to_line(LINE)) | fields)


def test_a_malformed_or_repeated_line_is_refused_with_file_and_line(tmp_path: Path) -> None:
    clusters: list[object] = [[[[0, end]]] for end in (None, 1.5, "1", True)]
    clusters += [[[[0, 1, 2]]], "x" * 1000]
    scored = {"anaphor": [0, 1], "antecedent": None, "score": float("nan")}
    malformed = [
        "{", "[]", "[" * 100_000, to_line(NOVEL), *(changed(clusters=odd) for odd in clusters), changed(links=[scored]),
        changed(schema="bench/pred/1"), changed(doc_id=7), changed(unit="subtoken"), changed(cluster=[]),
        changed(system={}),
    ]  # fmt: skip
    for line in malformed:
        with refused("malformed", "lines.jsonl", 2):
            list(read_records(written(tmp_path, to_line(LINE).strip(), line), Prediction))
    with refused("duplicate-id", "lines.jsonl", 2):
        list(read_records(written(tmp_path, to_line(LINE).strip(), to_line(LINE)), Prediction))


def test_a_file_that_is_empty_absent_or_no_text_is_refused(tmp_path: Path) -> None:
    for content in ("", "\n\n  \n"):
        with refused("empty"):
            list(read_records(written(tmp_path, content), Input))
    with refused("unreadable"):
        list(read_records(tmp_path / "missing.jsonl", Input))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with refused("malformed", "binary", 1):
        list(read_records(tmp_path / "binary", Input))


def test_an_input_whose_text_was_changed_is_refused(tmp_path: Path) -> None:
    """The hash is SHA-256 of UTF-8."""
    assert text_hash("é") == "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"
    for old, new in (("old park", "old bark"), ("see  the", "see\u00a0 the")):
        changed_text = to_line(NOVEL).replace(old, new, 1)
        with refused("inconsistent"):
            list(read_records(written(tmp_path, changed_text), Input))


# Predictions held against what a system was given

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
        PredictedLink(HE, TOM, 0.9, (Alternative(PARK, 0.1), Alternative(None))),
        PredictedLink(IT, None, 0.5),
        PredictedLink(HE, PARK),
        PredictedLink(PARK, IT),
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


# What a language model wrote again, or answered

Clusters = list[list[tuple[int, int]]]


def read(rewritten: str) -> tuple[Clusters, Counter[str]]:
    found: Counter[str] = Counter()
    return read_marks(NOVEL, rewritten, found), +found


def test_marks_give_the_clusters_of_an_unchanged_text() -> None:
    clusters, found = read("[Tom](#0) didn't see the [old park](#p1). [He](#0) likes [it](#p1).")

    assert clusters == [[TOM, HE], [(5, 7), IT]]
    assert not found, "white space is no difference"
    assert read("Tom didn't see [the [old](#b) park](#a). He likes [it](#a).")[0] == [[PARK, IT], [(5, 6)]]


def test_what_changes_leaves_mentions_in_place_and_counts_as_edits() -> None:
    """An apostrophe replaced and a dash added; nine words of a sentence left out, six of them replaced by others."""
    assert read("[TOM](#a) didn’t see – the old park. [He](#a) likes it.") == ([[TOM, HE]], {"edits": 2})
    assert read("Sure! Here it is: [He](#a) likes [it](#b).") == ([[HE], [IT]], {"edits": 9})


def test_half_of_the_words_must_be_unchanged_or_a_mention_was_invented() -> None:
    clusters, found = read("[Tim](#a) didn't see [the old garden](#b). [He](#a) likes [it](#b).")

    assert clusters == [[PARK, IT], [HE]]
    assert (found["invented"], found["altered"]) == (1, 1)
    clusters, found = read("Tom didn't see the old park. He likes it. [Mary](#m) smiled.")
    assert (clusters, found["invented"]) == ([], 1)


def test_brackets_without_a_mark_are_the_texts_own() -> None:
    clusters, found = read("Tom didn't [ see [the old [park]](#a). He likes [it](#a).")

    assert clusters == [[PARK, IT]]
    assert found == {"altered": 1, "edits": 3}, "three brackets that were not there"


def test_marks_that_nothing_began_and_marks_left_empty_are_counted() -> None:
    clusters, found = read("Tom](#a) didn't see the old park. [He](#) likes [it](#b).")

    assert clusters == [[IT]]
    assert found == {"unbalanced": 1, "unfilled": 1}


def test_nothing_usable_gives_no_clusters() -> None:
    for rewritten in ("", "]", "[", "](#a)", "[](#a)", "[[[](#a)](#b)](#c)", "#a" * 100, "[" * 10_000):
        assert read(rewritten)[0] == [], rewritten


FEW = settings(max_examples=25)


@FEW
@given(st.text(alphabet="[]()#ab Tom.", max_size=60))
def test_any_text_is_read_and_every_mention_is_within_the_document(rewritten: str) -> None:
    for cluster in read(rewritten)[0]:
        assert all(0 <= start < end <= len(NOVEL.tokens) for start, end in cluster)


@FEW
@given(st.lists(st.sampled_from([TOM, PARK, HE, IT]), unique=True, min_size=1))
def test_marking_and_reading_is_the_identity(mentions: list[tuple[int, int]]) -> None:
    pieces, at = [], 0
    for start, end in sorted(mentions):
        first, last = NOVEL.starts[start], NOVEL.starts[end - 1] + len(NOVEL.tokens[end - 1])
        pieces += [NOVEL.text[at:first], "[", NOVEL.text[first:last], "](#c)"]
        at = last
    clusters, found = read("".join(pieces) + NOVEL.text[at:])

    assert clusters == [sorted(mentions)]
    assert not found


def test_marks_of_the_crac_tasks_are_read_too_but_for_those_that_match_no_other() -> None:
    assert read("Tom|[e1] didn't see the|[e2 old|[e3] park|e2] . He|[e1] likes it|[e2] .") == (
        [[TOM, HE], [PARK, IT], [(5, 6)]],
        Counter(),
    )
    assert read("Tom|[e1 didn't see the|e3] old park . He|[e2] likes it|[e2] .") == ([[HE, IT]], {"unbalanced": 2})


def link(
    answer: str, candidates: tuple[tuple[int, int], ...] = (TOM, PARK)
) -> tuple[tuple[PredictedLink, ...], Counter[str]]:
    found: Counter[str] = Counter()
    document = replace(NOVEL, questions=(Question(IT, candidates),))
    return link_answers(document, [Answer(0, answer)], found), found


def test_an_answer_names_a_candidate_in_many_ways_or_none() -> None:
    named = (
        "the old park", "The old park.", "[the old park]", "It refers to [the old park].", '"old park"', "an old park",
        "*It* refers to [Tom]? No: [the old park]", "**the  old\npark**", "I think it is the old park, not him",
    )  # fmt: skip
    nothing = ("none", "None.", "[none of these]", "Nothing!")
    other = ("Mary", "the park", "parking", "old", "tomato", "", "—", "...", "[]")
    links = {**dict.fromkeys(named, (PredictedLink(IT, PARK),)), **dict.fromkeys(nothing, (PredictedLink(IT, None),))}

    assert {answer: link(answer)[0] for answer in (*links, *other)} == links | dict.fromkeys(other, ())
    assert {link(answer)[1]["unanswered"] for answer in links} == {0}
    assert {(link(answer)[1]["unmatched_answers"], link(answer)[1]["unanswered"]) for answer in other} == {(1, 1)}


def test_of_candidates_with_the_same_words_the_nearest_is_meant_and_one_may_be_called_nobody() -> None:
    text = replace(
        NOVEL, text="Tom Tom", tokens=("Tom", "Tom"), starts=(0, 4), questions=(Question(IT, (TOM, (1, 2))),)
    )
    nobody = replace(NOVEL, text="Nobody", tokens=("Nobody",), starts=(0,), questions=(Question(IT, (TOM,)),))

    assert link_answers(text, [Answer(0, "tom")], Counter()) == (PredictedLink(IT, (1, 2)),)
    assert link_answers(nobody, [Answer(0, "nobody")], Counter()) == (PredictedLink(IT, TOM),)


def test_the_longest_candidate_in_an_answer_is_meant_and_two_as_long_are_ambiguous() -> None:
    old, park = (5, 6), (6, 7)

    assert link("it is the old park of course", (TOM, park, PARK))[0] == (PredictedLink(IT, PARK),)
    links, found = link("either Tom or old, who knows", (TOM, old))
    assert links == ()
    assert found["ambiguous_answers"] == 1


def test_questions_without_answer_are_counted_and_second_answers_left_out() -> None:
    found: Counter[str] = Counter()
    links = link_answers(NOVEL, [Answer(0, "Tom"), Answer(0, "nobody")], found)

    assert links == (PredictedLink(HE, TOM),)
    assert (found["unanswered"], found["repeated_links"]) == (1, 1)
