"""Each indicator on sentences of the kind that Mitkov 1998 and 2001 print: where it holds and where it does not."""

from collections.abc import Mapping
from typing import Any

from tests.resolvers.votes import votes


def assert_votes(indicator: str, expected: Mapping[str, Mapping[str, int]], **options: Any) -> None:
    """Compare what the indicator says of the last pronoun's candidates, of those that a row names."""
    actual = {text: votes(indicator, text, **options) for text in expected}
    assert {text: {name: actual[text][name] for name in row} for text, row in expected.items()} == expected


def test_definiteness_counts_against_a_and_no_article() -> None:
    expected: dict[str, dict[str, int]] = {
        "The printer needs a page | It stops": {"The printer": 0, "a page": -1},
        "The printer needs paper | It stops": {"The printer": 0, "paper": -1},
        # not in a paragraph without articles, nor of names and pronouns
        "Printer needs paper | It stops": {"Printer": 0, "paper": 0},
        "The printer needs a page || Printer needs paper | It stops": {"a page": 0},
        "Minolta ships the lid | It stops | It stops": {"Minolta": 0, "the lid": 0, "It": 0},
    }
    assert_votes("definiteness", expected)


def test_givenness_favours_the_first_noun_phrase_but_in_1998_not_of_imperatives() -> None:
    expected = {
        "The printer needs a page | It stops": {"The printer": 1, "a page": 0},
        "The lid of the copier closes | It stops": {"The lid of the copier": 1, "the copier": 0},
        # no other bare verb is an imperative
        "The key must work | It stops": {"The key": 1},
        "Can press the key | It stops": {"the key": 1},
        "To press the key | It stops": {"the key": 1},
    }
    assert_votes("givenness", expected)
    imperatives = ("Press the key", "Do not press the key", "To stop , press the key", "Be careful with the key")
    assert_votes("givenness", {f"{line} | It stops": {"the key": 0} for line in imperatives})
    assert_votes("givenness", {f"{line} | It stops": {"the key": 1} for line in imperatives}, preset="2001")


def test_indicating_verbs_point_at_the_noun_phrase_behind_them() -> None:
    chapter = (
        "This/DT/2/det chapter/NN/3/nsubj {}/VBZ/0/root the/DT/5/det tray/NN/3/obj in/IN/8/case the/DT/8/det "
        "lid/NN/5/nmod | It stops"
    )
    verbs = ("describes", "summarizes", "summarises")
    expected = {
        **{chapter.format(verb): {"This chapter": 0, "the tray in the lid": 1, "the lid": 0} for verb in verbs},
        "We deal with the tray | It stops": {"the tray": 1},  # across a preposition
        "The check stops the belt | It stops": {"The check": 0, "the belt": 0},  # no verb
        "The lamp shows that the belt moves | It stops": {"The lamp": 0, "the belt": 0},  # not into another clause
        "The text introduces the belt | It stops": {"the belt": 0},
    }
    assert_votes("indicating_verbs", expected)
    assert_votes("indicating_verbs", {"The text introduces the belt | It stops": {"the belt": 1}}, preset="2001")


def test_lexical_reiteration_counts_repetitions_of_the_head_in_the_paragraph() -> None:
    text = "The toner bottle is new | Open the lid of the bottle | The lid of the bottle turns | The lamp watches it"
    expected = {
        text: {
            "The toner bottle": 2, "the lid of the bottle": 1, "the bottle": 2, "The lid of the bottle": 1,
            "The lamp": 0,
        },
        "Press the key || Press the key | It stops | It stops": {"the key": 0, "It": 0},  # pronouns are left out
    }  # fmt: skip
    assert_votes("lexical_reiteration", expected)


def test_section_heading_favours_what_the_last_heading_names() -> None:
    drawers, lamps = "== Paper/NN/2/compound drawers/NNS/0/root/drawer", "== Lamps/NNS/0/root/lamp"
    line, drawer = "Open the drawer of the copier | It stops", "the drawer of the copier"

    expected = {
        f"{lamps} | {drawers} | {line}": {drawer: 1, "the copier": 0},
        f"{drawers} | {lamps} | {line}": {drawer: 0, "the copier": 0},
        line: {"the copier": 0},
    }
    assert_votes("section_heading", expected)


def test_non_prepositional_counts_against_complements_of_prepositions() -> None:
    expected = {
        "Put the sheet into the copier tray | It stops": {"the sheet": 0, "the copier tray": -1},
        "Open the copier 's lid | It stops": {"the copier 's lid": 0, "the copier 's": 0},  # a possessor
    }
    assert_votes("non_prepositional", expected)


def test_collocation_favours_what_the_same_verb_took() -> None:
    """Mitkov 1998: "Press the key down and turn the volume up ... Press it again"."""
    glows = "The key glows | "
    expected = {
        "Press the key down and turn the volume up | Press it again": {"the key": 2, "the volume": 0},
        f"Press the key | {glows * 4}Press it": {"The key": 2},  # the head, anywhere before
        f"{glows}Press it | Press the key": {"The key": 0},  # not behind the anaphor
        "The motor stops the belt | It stops": {"The motor": 2, "the belt": 0},  # on one side of the verb
        "Look at the screen and look behind the lid | Look at it": {"the screen": 2, "the lid": 0},
        "Give the dog it": {"the dog": 0},  # another occurrence of the verb
        "The key is here | It is there": {"The key": 0},  # "be" alone
        "The tray is full | It is full": {"The tray": 0},
        "Load the tape | Unload it": {"the tape": 0},
        "The head moves | Press the key | You hear it moving": {"The head": 0},
    }
    assert_votes("collocation", expected)


def test_collocation_of_2001_knows_adjectives_un_verbs_and_gerunds() -> None:
    """Mitkov 2001, section 2.1: "you'll hear it moving"."""
    expected = {
        "The key is here | It is there": {"The key": 0},
        "The tray is full | It is full": {"The tray": 2},
        "The tray is full | It is red": {"The tray": 0},
        "Load the tape | Unload it": {"the tape": 2},
        "The head moves | Press the key | You hear it moving": {"The head": 2, "the key": 0},
        "You hear the head moving | Press the key | It moves": {"the head": 2, "the key": 0},
    }
    assert_votes("collocation", expected, preset="2001")


def test_referential_distance_falls_with_each_sentence() -> None:
    text = "The fan stops | The belt stops | The lamp stops | The lid covers it"

    assert votes("referential_distance", text) == {"The fan": -1, "The belt": 0, "The lamp": 1, "The lid": 2}


def test_term_preference_takes_what_the_document_repeats_or_the_list_has_for_terms() -> None:
    repeated = "The copier needs the part and a clip | The copier has no part | It stops"
    on_glass = "Put the copier lid on the glass | It stops"

    # "part" is repeated too, but an everyday noun; "clip" occurs once
    assert_votes("term_preference", {repeated: {"The copier": 1, "the part": 0, "a clip": 0}})
    assert_votes("term_preference", {on_glass: {"the copier lid": 1, "the glass": 0}}, terms=("Copier  lid",))
    assert_votes("term_preference", {on_glass: {"the copier lid": 0, "the glass": 1}}, terms=("glass", "copier"))


def test_immediate_reference_takes_up_the_noun_phrase_after_the_verb_before() -> None:
    """Mitkov 1998: "To turn on the printer, press the Power button and hold it down for a moment"."""
    check = "Check/VB/0/root the/DT/3/det tape/NN/1/obj {}/IN/6/mark you/PRP/6/nsubj load/VBP/1/advcl it/PRP/6/obj"
    # Mitkov 1998: "Unwrap the paper, form it and align it, then load it into the drawer"
    unwrap = "Unwrap/VB/0/root the/DT/3/det paper/NN/1/obj ,/,/5/punct form/VB/1/conj it/PRP/5/obj"
    align = f"{unwrap} and/CC/8/cc align/VB/1/conj it/PRP/8/obj"
    expected = {
        "To turn on the printer , press the button and hold it down": {"the printer": 0, "the button": 2},
        # Mitkov 1998: "To print the paper, you can stand the printer up or lay it flat"
        "To print the paper , you can stand the printer up or lay it flat": {"the paper": 0, "the printer": 2},
        unwrap: {"the paper": 2},
        align: {"the paper": 2},
        f"{align} ,/,/12/punct then/RB/12/advmod load/VB/1/conj it/PRP/12/obj": {"the paper": 2},
        check.format("before"): {"the tape": 2},
        check.format("until"): {"the tape": 2},
        check.format("because"): {"the tape": 0},
        "Open the lid , then close it": {"the lid": 2},
        "Open the lid and the tray and close them": {"the lid and the tray": 2},
        "Open the tray and press the plate inside it": {"the tray": 2},
        "You can open the lid , lift the tray and clean it": {"the lid": 0, "the tray": 2},  # verbs share "you"
        # not for reflexives, subjects of a clause, or what the reader does not do
        "Lift the car and trust the jack by itself": {"the car": 0},
        "The motor takes the sheet and turns it": {"the sheet": 0},
        "Take the sheet and the motor turns it": {"the sheet": 0},
        "Press the key until it stops": {"the key": 0},
        "Lamps/NNS/8/nsubj taking/VBG/1/acl the/DT/4/det sheet/NN/2/obj and/CC/6/cc turning/VBG/2/conj it/PRP/6/obj "
        "glow/VBP/0/root": {"the sheet": 0},
        "Press the key | Wait/VB/0/root and/CC/3/cc hold/VB/1/conj it/PRP/3/obj": {"the key": 0},  # none after a verb
    }
    assert_votes("immediate_reference", expected)


def test_sequential_instructions_take_up_the_purpose_at_most_two_sentences_before() -> None:
    """Mitkov 2001: "To turn on the video recorder, press the red key. To programme it, press the 'Programme' key"."""
    turn_on, programme = "To turn on the video recorder , press the key", "To programme it , press the key"
    expected = {
        f"{turn_on} | A lamp glows | {programme}": {"the video recorder": 2, "the key": 0, "A lamp": 0},
        f"{turn_on} | A lamp glows | A lamp glows | {programme}": {"the video recorder": 0},
        f"{turn_on} | To start , hold it": {"the video recorder": 0},  # both must have a purpose
        f"Press the key | {programme}": {"the key": 0},
    }
    assert_votes("sequential_instructions", expected, preset="2001")
