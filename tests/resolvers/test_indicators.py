"""Each indicator on sentences of the kind that Mitkov 1998 and 2001 print: where it holds and where it does not."""

import pytest

from tests.resolvers.votes import IT_STOPS, PRESS_THE_KEY, THE_PRINTER_NEEDS_A_PAGE, votes


def test_definiteness_counts_against_a_and_no_article() -> None:
    bare = "The/DT/2/det printer/NN/3/nsubj needs/VBZ/0/root paper/NN/3/obj ././3/punct"

    assert votes("definiteness", THE_PRINTER_NEEDS_A_PAGE, IT_STOPS) == {"The printer": 0, "a page": -1}
    assert votes("definiteness", bare, IT_STOPS) == {"The printer": 0, "paper": -1}


def test_definiteness_rests_in_a_paragraph_without_articles() -> None:
    manual = "Printer/NN/2/nsubj needs/VBZ/0/root paper/NN/2/obj ././2/punct"

    assert votes("definiteness", manual, IT_STOPS) == {"Printer": 0, "paper": 0}
    assert votes("definiteness", THE_PRINTER_NEEDS_A_PAGE, "", manual, IT_STOPS)["a page"] == 0


def test_definiteness_rests_for_names_and_pronouns() -> None:
    line = "Minolta/NNP/2/nsubj ships/VBZ/0/root the/DT/4/det lid/NN/2/obj ././2/punct"

    assert votes("definiteness", line, IT_STOPS, IT_STOPS) == {"Minolta": 0, "the lid": 0, "It": 0}


def test_givenness_favours_the_first_noun_phrase_of_a_sentence() -> None:
    assert votes("givenness", THE_PRINTER_NEEDS_A_PAGE, IT_STOPS) == {"The printer": 1, "a page": 0}


def test_givenness_takes_the_outermost_of_nested_noun_phrases() -> None:
    line = "The/DT/2/det lid/NN/6/nsubj of/IN/5/case the/DT/5/det copier/NN/2/nmod closes/VBZ/0/root"

    assert votes("givenness", line, IT_STOPS) == {"The lid of the copier": 1, "the copier": 0}


@pytest.mark.parametrize(
    "imperative",
    [
        PRESS_THE_KEY,
        "Do/VB/3/aux not/RB/3/advmod press/VB/0/root the/DT/5/det key/NN/3/obj ././3/punct",
        "To/TO/2/mark stop/VB/4/advcl ,/,/4/punct press/VB/0/root the/DT/6/det key/NN/4/obj ././4/punct",
        "Be/VB/2/cop careful/JJ/0/root with/IN/5/case the/DT/5/det key/NN/2/obl ././2/punct",
    ],
)
def test_givenness_leaves_out_imperatives_in_1998_only(imperative: str) -> None:
    assert votes("givenness", imperative, IT_STOPS)["the key"] == 0
    assert votes("givenness", imperative, IT_STOPS, preset="2001")["the key"] == 1


@pytest.mark.parametrize(
    "line",
    [
        "The/DT/2/det key/NN/4/nsubj must/MD/4/aux work/VB/0/root ././4/punct",
        "Can/MD/2/aux press/VB/0/root the/DT/4/det key/NN/2/obj ././2/punct",
        "To/TO/2/mark press/VB/0/root the/DT/4/det key/NN/2/obj",
    ],
)
def test_givenness_takes_no_other_bare_verb_for_an_imperative(line: str) -> None:
    assert 1 in votes("givenness", line, IT_STOPS).values()


@pytest.mark.parametrize("verb", ["describes/VBZ/0/root", "summarizes/VBZ/0/root", "summarises/VBZ/0/root"])
def test_indicating_verbs_point_at_the_noun_phrase_behind_them(verb: str) -> None:
    line = f"This/DT/2/det chapter/NN/3/nsubj {verb} the/DT/5/det tray/NN/3/obj in/IN/8/case the/DT/8/det lid/NN/5/nmod"

    assert votes("indicating_verbs", line, IT_STOPS) == {"This chapter": 0, "the tray in the lid": 1, "the lid": 0}


def test_indicating_verbs_reach_across_a_preposition() -> None:
    line = "We/PRP/2/nsubj deal/VBP/0/root with/IN/5/case the/DT/5/det tray/NN/2/obl ././2/punct"

    assert votes("indicating_verbs", line, IT_STOPS) == {"the tray": 1}


def test_indicating_verbs_must_be_verbs() -> None:
    line = "The/DT/2/det check/NN/3/nsubj stops/VBZ/0/root/stop the/DT/5/det belt/NN/3/obj ././3/punct"

    assert votes("indicating_verbs", line, IT_STOPS) == {"The check": 0, "the belt": 0}


def test_indicating_verbs_do_not_reach_into_another_clause() -> None:
    line = (
        "The/DT/2/det lamp/NN/3/nsubj shows/VBZ/0/root/show that/IN/7/mark the/DT/6/det belt/NN/7/nsubj "
        "moves/VBZ/3/ccomp ././3/punct"
    )

    assert votes("indicating_verbs", line, IT_STOPS) == {"The lamp": 0, "the belt": 0}


def test_indicating_verbs_of_2001_are_not_those_of_1998() -> None:
    line = "The/DT/2/det text/NN/3/nsubj introduces/VBZ/0/root/introduce the/DT/5/det belt/NN/3/obj ././3/punct"

    assert votes("indicating_verbs", line, IT_STOPS)["the belt"] == 0
    assert votes("indicating_verbs", line, IT_STOPS, preset="2001")["the belt"] == 1


def test_lexical_reiteration_counts_repetitions_of_the_head() -> None:
    lines = [
        "The/DT/3/det toner/NN/3/compound bottle/NN/5/nsubj is/VBZ/5/cop new/JJ/0/root ././5/punct",
        "Open/VB/0/root the/DT/3/det lid/NN/1/obj of/IN/6/case the/DT/6/det bottle/NN/3/nmod ././1/punct",
        "The/DT/2/det lid/NN/6/nsubj of/IN/5/case the/DT/5/det bottle/NN/2/nmod turns/VBZ/0/root ././6/punct",
        "The/DT/2/det lamp/NN/3/nsubj watches/VBZ/0/root/watch it/PRP/3/obj ././3/punct",
    ]

    assert votes("lexical_reiteration", *lines) == {
        "The toner bottle": 2,
        "the lid of the bottle": 1,
        "the bottle": 2,
        "The lid of the bottle": 1,
        "The lamp": 0,
    }


def test_lexical_reiteration_stays_in_the_paragraph_and_leaves_out_pronouns() -> None:
    assert votes("lexical_reiteration", PRESS_THE_KEY, "", PRESS_THE_KEY, IT_STOPS, IT_STOPS) == {"the key": 0, "It": 0}


def test_section_heading_favours_what_the_last_heading_names() -> None:
    open_the_drawer = (
        "Open/VB/0/root the/DT/3/det drawer/NN/1/obj of/IN/6/case the/DT/6/det copier/NN/3/nmod ././1/punct"
    )
    about_drawers = "== Paper/NN/2/compound drawers/NNS/0/root/drawer"
    about_lamps = "== Lamps/NNS/0/root/lamp"

    assert votes("section_heading", about_lamps, about_drawers, open_the_drawer, IT_STOPS) == {
        "the drawer of the copier": 1,
        "the copier": 0,
    }
    assert votes("section_heading", about_drawers, about_lamps, open_the_drawer, IT_STOPS) == {
        "the drawer of the copier": 0,
        "the copier": 0,
    }
    assert votes("section_heading", open_the_drawer, IT_STOPS)["the copier"] == 0  # no heading at all


def test_non_prepositional_counts_against_complements_of_prepositions() -> None:
    line = "Put/VB/0/root the/DT/3/det sheet/NN/1/obj into/IN/7/case the/DT/6/det copier/NN/7/compound tray/NN/1/obl"

    assert votes("non_prepositional", line, IT_STOPS) == {"the sheet": 0, "the copier tray": -1}


def test_non_prepositional_does_not_mind_possessors() -> None:
    line = "Open/VB/0/root the/DT/3/det copier/NN/5/nmod:poss 's/POS/3/case lid/NN/1/obj ././1/punct"

    assert votes("non_prepositional", line, IT_STOPS) == {"the copier 's lid": 0, "the copier 's": 0}


def test_collocation_favours_what_the_same_verb_took() -> None:
    """Mitkov 1998: "Press the key down and turn the volume up ... Press it again"."""
    line = (
        "Press/VB/0/root the/DT/3/det key/NN/1/obj down/RP/1/compound:prt and/CC/6/cc turn/VB/1/conj "
        "the/DT/8/det volume/NN/6/obj up/RP/6/compound:prt ././1/punct"
    )
    again = "Press/VB/0/root it/PRP/1/obj again/RB/1/advmod ././1/punct"

    assert votes("collocation", line, again) == {"the key": 2, "the volume": 0}


def test_collocation_looks_for_the_head_anywhere_before() -> None:
    other = "The/DT/2/det key/NN/3/nsubj glows/VBZ/0/root ././3/punct"
    press_it = "Press/VB/0/root it/PRP/1/obj ././1/punct"

    assert votes("collocation", PRESS_THE_KEY, other, other, other, other, press_it) == {"The key": 2}


def test_collocation_is_on_one_side_of_the_verb() -> None:
    line = "The/DT/2/det motor/NN/3/nsubj stops/VBZ/0/root/stop the/DT/5/det belt/NN/3/obj ././3/punct"

    assert votes("collocation", line, IT_STOPS) == {"The motor": 2, "the belt": 0}


def test_collocation_minds_the_preposition() -> None:
    line = (
        "Look/VB/0/root at/IN/4/case the/DT/4/det screen/NN/1/obl and/CC/6/cc look/VB/1/conj behind/IN/9/case "
        "the/DT/9/det lid/NN/6/obl ././1/punct"
    )
    again = "Look/VB/0/root at/IN/3/case it/PRP/1/obl ././1/punct"

    assert votes("collocation", line, again) == {"the screen": 2, "the lid": 0}


def test_collocation_needs_another_occurrence_of_the_verb() -> None:
    line = "Give/VB/0/root the/DT/3/det dog/NN/1/obj it/PRP/1/obj ././1/punct"

    assert votes("collocation", line) == {"the dog": 0}


def test_collocation_does_not_look_behind_the_anaphor() -> None:
    line = "The/DT/2/det key/NN/3/nsubj glows/VBZ/0/root ././3/punct"
    press_it = "Press/VB/0/root it/PRP/1/obj ././1/punct"

    assert votes("collocation", line, press_it, PRESS_THE_KEY) == {"The key": 0}


@pytest.mark.parametrize("preset", ["1998", "2001"])
def test_collocation_with_be_alone_is_none(preset: str) -> None:
    line = "The/DT/2/det key/NN/3/nsubj is/VBZ/0/root/be here/RB/3/advmod ././3/punct"
    it_is = "It/PRP/2/nsubj is/VBZ/0/root/be there/RB/2/advmod ././2/punct"

    assert votes("collocation", line, it_is, preset=preset) == {"The key": 0}


def test_collocation_with_be_looks_at_the_adjective_in_2001_only() -> None:
    line = "The/DT/2/det tray/NN/4/nsubj is/VBZ/4/cop full/JJ/0/root ././4/punct"
    it_is_full = "It/PRP/3/nsubj is/VBZ/3/cop full/JJ/0/root ././3/punct"
    it_is_red = "It/PRP/3/nsubj is/VBZ/3/cop red/JJ/0/root ././3/punct"

    assert votes("collocation", line, it_is_full) == {"The tray": 0}
    assert votes("collocation", line, it_is_full, preset="2001") == {"The tray": 2}
    assert votes("collocation", line, it_is_red, preset="2001") == {"The tray": 0}


def test_collocation_takes_unload_for_load_in_2001_only() -> None:
    line = "Load/VB/0/root the/DT/3/det tape/NN/1/obj ././1/punct"
    unload_it = "Unload/VB/0/root it/PRP/1/obj ././1/punct"

    assert votes("collocation", line, unload_it) == {"the tape": 0}
    assert votes("collocation", line, unload_it, preset="2001") == {"the tape": 2}


def test_referential_distance_falls_with_each_sentence() -> None:
    lines = [f"The/DT/2/det {noun}/NN/3/nsubj stops/VBZ/0/root ././3/punct" for noun in ("fan", "belt", "lamp")]
    last = "The/DT/2/det lid/NN/3/nsubj covers/VBZ/0/root it/PRP/3/obj ././3/punct"

    assert votes("referential_distance", *lines, last) == {"The fan": -1, "The belt": 0, "The lamp": 1, "The lid": 2}


def test_term_preference_takes_what_the_document_repeats_for_terms() -> None:
    line = (
        "The/DT/2/det copier/NN/3/nsubj needs/VBZ/0/root the/DT/5/det part/NN/3/obj and/CC/8/cc a/DT/8/det "
        "clip/NN/5/conj"
    )
    document = [line, "The/DT/2/det copier/NN/5/nsubj has/VBZ/5/aux no/DT/5/det part/NN/0/root", IT_STOPS]

    found = votes("term_preference", *document)

    assert found["The copier"] == 1
    assert found["the part"] == 0  # repeated too, but an everyday noun
    assert found["a clip"] == 0  # occurs once


def test_term_preference_goes_by_the_list_where_there_is_one() -> None:
    line = "Put/VB/0/root the/DT/4/det copier/NN/4/compound lid/NN/1/obj on/IN/7/case the/DT/7/det glass/NN/1/obl"

    assert votes("term_preference", line, IT_STOPS, terms=("Copier  lid",)) == {"the copier lid": 1, "the glass": 0}
    assert votes("term_preference", line, IT_STOPS, terms=("glass", "copier")) == {"the copier lid": 0, "the glass": 1}


THE_HEAD_MOVES = "The/DT/2/det head/NN/3/nsubj moves/VBZ/0/root/move ././3/punct"


def test_collocation_of_2001_counts_gerunds() -> None:
    """Mitkov 2001, section 2.1: "you'll hear it moving"."""
    hear_it_moving = "You/PRP/2/nsubj hear/VBP/0/root it/PRP/2/obj moving/VBG/2/xcomp/move ././2/punct"

    assert votes("collocation", THE_HEAD_MOVES, PRESS_THE_KEY, hear_it_moving, preset="2001") == {
        "The head": 2, "the key": 0,
    }  # fmt: skip
    assert votes("collocation", THE_HEAD_MOVES, PRESS_THE_KEY, hear_it_moving)["The head"] == 0


def test_collocation_of_2001_counts_gerunds_of_candidates() -> None:
    hear_the_head = "You/PRP/2/nsubj hear/VBP/0/root the/DT/4/det head/NN/2/obj moving/VBG/2/xcomp/move ././2/punct"
    it_moves = "It/PRP/2/nsubj moves/VBZ/0/root/move ././2/punct"

    assert votes("collocation", hear_the_head, PRESS_THE_KEY, it_moves, preset="2001") == {"the head": 2, "the key": 0}


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
