from dataclasses import replace

import pytest

from anaphora.preprocess import Layers, Preparation, prepare
from anaphora.workbench.document import Prepared
from anaphora.workbench.language.pronouns import AnaphorKind
from tests.annotated import annotated, prepared
from tests.refused import raises

STOP = "Stop/VB/0/root the/DT/3/det {}/NN/1/obj"
IT_STOPS = "It/PRP/2/nsubj stops/VBZ/0/root"
HAT = (
    "The/DT/2/det man/NN/7/nsubj who/WP/4/nsubj lost/VBD/2/acl:relcl his/PRP$/6/nmod:poss hat/NN/4/obj left/VBD/0/root"
)


def words(found: Prepared, mentions: list[int]) -> list[str]:
    return [found.document.words_of(found.mentions[mention].span) for mention in mentions]


def candidates(found: Prepared, case: int = -1) -> list[str]:
    return words(found, list(found.cases[case].candidates))


def compatible(found: Prepared, case: int = -1) -> list[str]:
    return words(found, list(found.cases[case].compatible))


def removed(found: Prepared, case: int = -1) -> dict[str, str]:
    entries = found.cases[case].removed
    return dict(
        zip(words(found, [entry.mention for entry in entries]), (entry.reason for entry in entries), strict=True)
    )


def lines(*nouns: str) -> str:
    return "\n".join([*(STOP.format(noun) for noun in nouns), IT_STOPS])


@pytest.mark.parametrize(
    ("window", "expected"),
    [(0, []), (1, ["the fan"]), (2, ["the key", "the fan"]), (9, ["the lid", "the key", "the fan"])],
)
def test_window_counts_sentences_before_the_anaphors_own(window: int, expected: list[str]) -> None:
    assert candidates(prepared(lines("lid", "key", "fan"), window=window)) == expected


ROLE = "{}/NNP/0/root ././1/punct"


@pytest.mark.parametrize(("window", "expected"), [(0, []), (1, ["the fan"]), (2, ["the key", "the fan"])])
def test_labels_of_speakers_do_not_count_as_sentences_in_a_play(window: int, expected: list[str]) -> None:
    lid, key, fan, anaphor = lines("lid", "key", "fan").split("\n")
    play = "\n".join([lid, ROLE.format("ANN"), key, ROLE.format("BOB"), fan, ROLE.format("ANN"), anaphor])

    assert [name for name in candidates(prepared(play, window=window)) if name.islower()] == expected


def test_a_single_line_in_capitals_is_no_label_of_a_speaker() -> None:
    text = lines("lid", "key").replace("\n", f"\n{ROLE.format('NOTE')}\n", 1)

    assert candidates(prepared(text, window=2)) == ["NOTE", "the key"]


def test_too_many_pairs_of_anaphor_and_candidate_are_refused() -> None:
    """ "It" has three candidates."""
    text = lines("lid", "key", "fan")

    assert len(candidates(prepared(text, most_pairs=3))) == 3
    with raises("too-many-pairs"):
        prepared(text, most_pairs=2)


def test_what_contains_an_anaphor_counts_as_a_pair() -> None:
    """The anaphor stands in "the owner of the box of its lid" and in "the box of its lid"."""
    text = (
        "The/DT/2/det owner/NN/0/root of/IN/5/case the/DT/5/det box/NN/2/nmod of/IN/8/case its/PRP$/8/nmod:poss "
        "lid/NN/5/nmod"
    )

    assert removed(prepared(text, most_pairs=2)).keys() == {"The owner of the box of its lid", "the box of its lid"}
    with raises("too-many-pairs"):
        prepared(text, most_pairs=1)


def test_scope_starts_with_the_first_sentence_of_the_window() -> None:
    assert prepared(lines("lid", "key", "fan"), window=2).cases[0].scope_start == 3


def test_candidates_of_the_anaphors_sentence_stand_before_it() -> None:
    text = "The/DT/2/det lid/NN/3/nsubj covers/VBZ/0/root it/PRP/3/obj near/IN/7/case the/DT/7/det tray/NN/3/obl"

    assert candidates(prepared(text)) == ["The lid"]


def test_candidates_come_in_text_order_with_the_outer_first() -> None:
    first = "The/DT/2/det lid/NN/6/nsubj of/IN/5/case the/DT/5/det tray/NN/2/nmod broke/VBD/0/root"

    assert candidates(prepared(f"{first}\n{IT_STOPS}")) == ["The lid of the tray", "the tray"]


def test_noun_phrase_that_contains_the_anaphor_is_removed() -> None:
    text = "The/DT/2/det owner/NN/6/nsubj of/IN/5/case its/PRP$/5/nmod:poss lid/NN/2/nmod left/VBD/0/root"
    found = prepared(text)

    assert (candidates(found), removed(found)) == ([], {"The owner of its lid": "containment"})


def test_noun_phrase_with_the_anaphor_in_its_relative_clause_stays() -> None:
    assert compatible(prepared(HAT)) == ["The man who lost his hat"]


def test_relative_clause_lets_its_own_noun_phrase_stay_only() -> None:
    text = (
        "The/DT/2/det wife/NN/10/nsubj of/IN/5/case the/DT/5/det man/NN/2/nmod who/WP/7/nsubj lost/VBD/5/acl:relcl "
        "his/PRP$/9/nmod:poss hat/NN/7/obj left/VBD/0/root"
    )

    assert "the man who lost his hat" in compatible(prepared(text))


def test_anaphor_is_no_candidate_of_its_own() -> None:
    assert prepared(IT_STOPS).cases[0].candidates == ()


def test_head_behind_the_anaphor_is_no_candidate() -> None:
    """ "Its lid" begins with the anaphor, but its head stands behind it."""
    found = prepared("Its/PRP$/2/nmod:poss lid/NN/3/nsubj broke/VBD/0/root")

    assert (candidates(found), removed(found)) == ([], {})


def test_coordination_that_contains_the_anaphor_is_removed() -> None:
    text = "The/DT/2/det copier/NN/6/nsubj and/CC/5/cc its/PRP$/5/nmod:poss lid/NN/2/conj broke/VBD/0/root"
    found = prepared(text)

    assert candidates(found) == ["The copier"]
    assert removed(found) == {"The copier and its lid": "containment"}


@pytest.mark.parametrize(
    ("noun", "anaphor", "reason"),
    [
        ("lids/NNS", "It/PRP", "number"),
        ("uncle/NN", "She/PRP", "gender"),
        ("uncle/NN", "It/PRP", "gender"),
        ("lawyer/NN", "It/PRP", "animacy"),
        ("me/PRP", "She/PRP", "person"),
    ],
)
def test_disagreement_is_the_reason_of_removal(noun: str, anaphor: str, reason: str) -> None:
    found = prepared(f"Stop/VB/0/root {noun}/1/obj\n{anaphor}/2/nsubj stops/VBZ/0/root")

    assert list(removed(found).values()) == [reason]
    assert (len(found.cases[0].candidates), found.cases[0].compatible) == (1, ())


def test_i_and_you_are_resolved_to_who_is_meant() -> None:
    ask, answer = "I/PRP/2/nsubj saw/VBD/0/root you/PRP/2/obj", "I/PRP/2/nsubj saw/VBD/0/root you/PRP/2/obj"
    document, annotation = annotated(f"{ask}\n{answer}")
    document = replace(document, speakers=("Ann",) * 3 + ("Tom",) * 3)
    found = prepare(document, annotation, options=Preparation(anaphors="personal"))

    assert (compatible(found, 2), removed(found, 2)) == (["you"], {"I": "speaker"})
    assert (compatible(found, 3), removed(found, 3)) == (["I"], {"you": "speaker", "I": "speaker"})


def test_each_anaphor_has_a_case_in_text_order() -> None:
    found = prepared("He/PRP/2/nsubj saw/VBD/0/root her/PRP/2/obj near/IN/5/case it/PRP/2/obl")

    assert words(found, [case.anaphor for case in found.cases]) == ["He", "her", "it"]


def test_anaphor_is_a_candidate_of_later_ones() -> None:
    assert candidates(prepared(f"{IT_STOPS}\n{IT_STOPS}")) == ["It"]


@pytest.mark.parametrize(
    ("which", "expected"),
    [("third-person", ["he"]), ("personal", ["I", "he", "you"]), ("all", ["I", "he", "you", "that"])],
)
def test_anaphors_are_those_asked_for(which: AnaphorKind, expected: list[str]) -> None:
    text = (
        "I/PRP/2/nsubj know/VBP/0/root he/PRP/4/nsubj told/VBD/2/ccomp you/PRP/4/iobj that/DT/4/obj and/CC/8/cc "
        "who/WP/4/conj/who/PronType=Int"
    )
    document, annotation = annotated(text)
    found = prepare(document, annotation, options=Preparation(anaphors=which), layers=Layers(non_anaphoric=frozenset()))

    assert words(found, [case.anaphor for case in found.cases]) == expected


def test_demonstrative_determiner_is_no_anaphor() -> None:
    document, annotation = annotated("That/DT/2/det lid/NN/3/nsubj broke/VBD/0/root")

    assert prepare(document, annotation, options=Preparation(anaphors="all")).cases == ()


ANN = "{}/NNP/2/nsubj saw/VBD/0/root {}/DT/4/det cat/NN/2/obj"


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        ("nominal", ["the cat"]),
        ("names", ["Ann", "Ann"]),
        ("all-mentions", ["Ann", "a cat", "Ann", "the cat", "It"]),
        ("third-person", ["It"]),
    ],
)
def test_noun_phrases_are_anaphors_where_they_are_asked_for(which: AnaphorKind, expected: list[str]) -> None:
    text = "\n".join([ANN.format("Ann", "a"), ANN.format("Ann", "the"), IT_STOPS])
    found = prepare(*annotated(text), options=Preparation(anaphors=which), layers=Layers(non_anaphoric=frozenset()))

    assert words(found, [case.anaphor for case in found.cases]) == expected


@pytest.mark.parametrize(("window", "expected"), [(None, ["the lid", "the key", "the fan"]), (1, ["the fan"]), (0, [])])
def test_noun_phrases_look_back_over_the_whole_text_or_a_window_of_their_own(
    window: int | None, expected: list[str]
) -> None:
    options = Preparation(window=0, anaphors="nominal", noun_window=window)

    assert candidates(prepare(*annotated(lines("lid", "key", "fan", "box")), options=options), -1) == expected


def test_a_reflexive_searches_its_own_sentence_only() -> None:
    text = "Stop/VB/0/root the/DT/3/det fan/NN/1/obj\nThe/DT/2/det lid/NN/3/nsubj closes/VBZ/0/root itself/PRP/3/obj"

    assert candidates(prepared(text)) == ["The lid"]


LID_AND_FAN = (
    "The/DT/2/det lid/NN/6/nsubj and/CC/5/cc the/DT/5/det fan/NN/2/conj stop/VBP/0/root",
    "{}/PRP/2/nsubj restart/VBP/0/root",
)


def test_a_plural_pronoun_takes_a_coordination_before_its_conjuncts() -> None:
    boys_and_girls = LID_AND_FAN[0].replace("lid/NN", "boys/NNS").replace("fan/NN", "girls/NNS")
    found = prepared("\n".join([boys_and_girls, LID_AND_FAN[1].format("They")]))

    assert compatible(found) == ["The boys and the girls"]
    assert removed(found) == {"The boys": "coordination", "the girls": "coordination"}


def test_a_singular_pronoun_takes_a_conjunct() -> None:
    found = prepared("\n".join([LID_AND_FAN[0], LID_AND_FAN[1].format("It")]))

    assert compatible(found) == ["The lid", "the fan"]


def test_a_conjunct_is_left_where_the_coordination_is_no_candidate() -> None:
    """The pronoun stands in the second conjunct: "the boys and their sisters"."""
    text = "The/DT/2/det boys/NNS/6/nsubj and/CC/5/cc their/PRP$/5/nmod:poss sisters/NNS/2/conj left/VBD/0/root"

    assert compatible(prepared(text)) == ["The boys"]
