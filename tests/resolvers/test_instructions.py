"""The indicators for instructions, immediate reference and sequential instructions: where they hold and where not."""

import pytest

from tests.resolvers.votes import PRESS_THE_KEY, votes

PRESS_AND_HOLD = (
    "To/TO/2/mark turn/VB/7/advcl on/RP/2/compound:prt the/DT/5/det printer/NN/2/obj ,/,/7/punct press/VB/0/root "
    "the/DT/9/det button/NN/7/obj and/CC/11/cc hold/VB/7/conj it/PRP/11/obj down/RP/11/compound:prt ././7/punct"
)


def test_immediate_reference_takes_up_the_noun_phrase_after_the_verb_before() -> None:
    """Mitkov 1998: "To turn on the printer, press the Power button and hold it down for a moment"."""
    assert votes("immediate_reference", PRESS_AND_HOLD) == {"the printer": 0, "the button": 2}


def test_immediate_reference_allows_you_as_subject() -> None:
    """Mitkov 1998: "To print the paper, you can stand the printer up or lay it flat"."""
    line = (
        "To/TO/2/mark print/VB/8/advcl the/DT/4/det paper/NN/2/obj ,/,/8/punct you/PRP/8/nsubj can/MD/8/aux "
        "stand/VB/0/root the/DT/10/det printer/NN/8/obj up/RP/8/compound:prt or/CC/13/cc lay/VB/8/conj "
        "it/PRP/13/obj flat/JJ/13/xcomp ././8/punct"
    )

    assert votes("immediate_reference", line) == {"the paper": 0, "the printer": 2}


@pytest.mark.parametrize("pronouns", [1, 2, 3])
def test_immediate_reference_reaches_back_over_verbs_with_pronouns(pronouns: int) -> None:
    """Mitkov 1998: "Unwrap the paper, form it and align it, then load it into the drawer"."""
    parts = [
        "Unwrap/VB/0/root the/DT/3/det paper/NN/1/obj ,/,/5/punct form/VB/1/conj it/PRP/5/obj",
        "and/CC/8/cc align/VB/1/conj it/PRP/8/obj",
        ",/,/12/punct then/RB/12/advmod load/VB/1/conj it/PRP/12/obj",
    ]

    assert votes("immediate_reference", " ".join(parts[:pronouns]))["the paper"] == 2


@pytest.mark.parametrize(("connective", "score"), [("before", 2), ("until", 2), ("because", 0)])
def test_immediate_reference_needs_a_connective_of_the_list(connective: str, score: int) -> None:
    line = (
        f"Check/VB/0/root the/DT/3/det tape/NN/1/obj {connective}/IN/6/mark you/PRP/6/nsubj load/VBP/1/advcl "
        "it/PRP/6/obj ././1/punct"
    )

    assert votes("immediate_reference", line) == {"the tape": score}


def test_immediate_reference_follows_then() -> None:
    line = "Open/VB/0/root the/DT/3/det lid/NN/1/obj ,/,/6/punct then/RB/6/advmod close/VB/1/parataxis it/PRP/6/obj"

    assert votes("immediate_reference", line) == {"the lid": 2}


def test_immediate_reference_takes_a_coordination_as_a_whole() -> None:
    line = (
        "Open/VB/0/root the/DT/3/det lid/NN/1/obj and/CC/6/cc the/DT/6/det tray/NN/3/conj and/CC/8/cc "
        "close/VB/1/conj them/PRP/8/obj"
    )

    assert votes("immediate_reference", line) == {"the lid and the tray": 2}


def test_immediate_reference_reaches_a_pronoun_inside_the_object() -> None:
    line = (
        "Open/VB/0/root the/DT/3/det tray/NN/1/obj and/CC/5/cc press/VB/1/conj the/DT/7/det plate/NN/5/obj "
        "inside/IN/9/case it/PRP/7/nmod"
    )

    assert votes("immediate_reference", line)["the tray"] == 2


def test_immediate_reference_is_not_for_reflexives() -> None:
    line = (
        "Lift/VB/0/root the/DT/3/det car/NN/1/obj and/CC/5/cc trust/VB/1/conj the/DT/7/det jack/NN/5/obj "
        "by/IN/9/case itself/PRP/5/obl"
    )

    assert votes("immediate_reference", line)["the car"] == 0


def test_immediate_reference_knows_that_coordinated_verbs_share_you() -> None:
    line = (
        "You/PRP/3/nsubj can/MD/3/aux open/VB/0/root the/DT/5/det lid/NN/3/obj ,/,/7/punct lift/VBP/3/conj "
        "the/DT/9/det tray/NN/7/obj and/CC/11/cc clean/VB/3/conj it/PRP/11/obj ././3/punct"
    )

    assert votes("immediate_reference", line) == {"the lid": 0, "the tray": 2}


def test_immediate_reference_is_for_what_the_reader_does() -> None:
    narrative = (
        "The/DT/2/det motor/NN/3/nsubj takes/VBZ/0/root the/DT/5/det sheet/NN/3/obj and/CC/7/cc turns/VBZ/3/conj "
        "it/PRP/7/obj ././3/punct"
    )
    another_subject = (
        "Take/VB/0/root the/DT/3/det sheet/NN/1/obj and/CC/7/cc the/DT/6/det motor/NN/7/nsubj turns/VBZ/1/conj "
        "it/PRP/7/obj ././1/punct"
    )

    assert votes("immediate_reference", narrative)["the sheet"] == 0
    assert votes("immediate_reference", another_subject)["the sheet"] == 0


def test_immediate_reference_is_not_for_the_subject_of_a_clause() -> None:
    line = "Press/VB/0/root the/DT/3/det key/NN/1/obj until/IN/6/mark it/PRP/6/nsubj stops/VBZ/1/advcl ././1/punct"

    assert votes("immediate_reference", line) == {"the key": 0}


TO_TURN_ON = (
    "To/TO/2/mark turn/VB/8/advcl on/RP/2/compound:prt the/DT/6/det video/NN/6/compound recorder/NN/2/obj ,/,/8/punct "
    "press/VB/0/root the/DT/10/det key/NN/8/obj ././8/punct"
)
TO_PROGRAMME_IT = "To/TO/2/mark programme/VB/5/advcl it/PRP/2/obj ,/,/5/punct press/VB/0/root the/DT/7/det key/NN/5/obj"
A_LAMP_GLOWS = "A/DT/2/det lamp/NN/3/nsubj glows/VBZ/0/root ././3/punct"


def test_sequential_instructions_take_up_the_purpose_before() -> None:
    """Mitkov 2001: "To turn on the video recorder, press the red key. To programme it, press the 'Programme' key"."""
    here = votes("sequential_instructions", TO_TURN_ON, A_LAMP_GLOWS, TO_PROGRAMME_IT, preset="2001")

    assert here == {"the video recorder": 2, "the key": 0, "A lamp": 0}


def test_sequential_instructions_lie_at_most_two_sentences_apart() -> None:
    lines = [TO_TURN_ON, A_LAMP_GLOWS, A_LAMP_GLOWS, TO_PROGRAMME_IT]

    assert votes("sequential_instructions", *lines, preset="2001")["the video recorder"] == 0


def test_sequential_instructions_need_both_purposes() -> None:
    hold_it = "To/TO/2/mark start/VB/4/advcl ,/,/4/punct hold/VB/0/root it/PRP/4/obj ././4/punct"

    assert votes("sequential_instructions", TO_TURN_ON, hold_it, preset="2001")["the video recorder"] == 0
    assert votes("sequential_instructions", PRESS_THE_KEY, TO_PROGRAMME_IT, preset="2001")["the key"] == 0
