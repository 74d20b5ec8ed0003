import pytest

from anaphora.preprocess.noun_phrases import NounPhrase, noun_phrases
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.document import Span
from tests.annotated import annotated


def phrases(text: str) -> dict[str, NounPhrase]:
    """The noun phrases by their words, in the order found."""
    document, annotation = annotated(text)
    return {document.words_of(phrase.span): phrase for phrase in noun_phrases(trees_of(annotation, document.words))}


def found(text: str) -> list[str]:
    return list(phrases(text))


COVER_OF_THE_COPIER = "The/DT/2/det cover/NN/6/nsubj of/IN/5/case the/DT/5/det copier/NN/2/nmod opens/VBZ/0/root"


def test_maximal_span_takes_the_prepositional_phrase_in() -> None:
    assert found(COVER_OF_THE_COPIER) == ["The cover of the copier", "the copier"]


def test_base_span_ends_with_the_head() -> None:
    phrase = phrases(COVER_OF_THE_COPIER)["The cover of the copier"]

    assert (phrase.base, phrase.head) == (Span(0, 2), 1)


def test_maximal_span_takes_the_relative_clause_in() -> None:
    text = "The/DT/2/det man/NN/7/nsubj who/WP/4/nsubj lost/VBD/2/acl:relcl a/DT/6/det hat/NN/4/obj left/VBD/0/root"

    assert found(text) == ["The man who lost a hat", "a hat"]


def test_preposition_before_is_outside_even_with_an_adverb_before_it() -> None:
    text = "It/PRP/2/nsubj lies/VBZ/0/root just/RB/6/advmod inside/IN/6/case the/DT/6/det box/NN/2/obl"

    assert found(text) == ["It", "the box"]


def test_apposition_stands_outside_and_is_a_phrase_of_its_own() -> None:
    text = "Ann/NNP/6/nsubj ,/,/4/punct the/DT/4/det boss/NN/1/appos ,/,/4/punct left/VBD/0/root"

    assert found(text) == ["Ann", "the boss"]


def test_coordination_stands_beside_its_conjuncts() -> None:
    assert found("The/DT/2/det cat/NN/6/nsubj and/CC/5/cc a/DT/5/det dog/NN/2/conj left/VBD/0/root") == [
        "The cat and a dog",
        "The cat",
        "a dog",
    ]


def test_coordination_names_the_heads_of_its_members() -> None:
    text = "Ann/NNP/6/nsubj ,/,/3/punct Bob/NNP/1/conj and/CC/5/cc Cy/NNP/1/conj left/VBD/0/root"

    assert phrases(text)["Ann , Bob and Cy"].members == (0, 2, 4)


def test_coordination_spans_the_modifiers_of_its_last_member() -> None:
    text = (
        "The/DT/2/det lid/NN/0/root and/CC/5/cc the/DT/5/det tray/NN/2/conj of/IN/8/case the/DT/8/det copier/NN/5/nmod"
    )

    assert found(text)[0] == "The lid and the tray of the copier"


def test_coordination_starts_with_both() -> None:
    text = "Both/CC/2/cc:preconj lids/NNS/0/root and/CC/4/cc trays/NNS/2/conj"

    assert "Both lids and trays" in found(text)


def test_conjoined_clause_is_no_member_of_a_coordination() -> None:
    text = "A/DT/2/det success/NN/0/root and/CC/6/cc it/PRP/6/nsubj is/VBZ/6/cop news/NN/2/conj"

    assert all(not phrase.members for phrase in phrases(text).values())


def test_possessor_keeps_its_s() -> None:
    text = "The/DT/2/det owner/NN/4/nmod:poss 's/POS/2/case manual/NN/5/nsubj helps/VBZ/0/root"

    assert found(text) == ["The owner 's manual", "The owner 's"]


def test_possessive_pronoun_is_a_phrase() -> None:
    assert found("Open/VB/0/root its/PRP$/3/nmod:poss lid/NN/1/obj") == ["its lid", "its"]


def test_parts_of_compounds_are_no_phrases() -> None:
    assert found("The/DT/3/det printer/NN/3/compound cable/NN/4/nsubj broke/VBD/0/root") == ["The printer cable"]


def test_flat_name_is_one_phrase() -> None:
    phrase = phrases("Mary/NNP/3/nsubj Smith/NNP/1/flat left/VBD/0/root")["Mary Smith"]

    assert (phrase.span, phrase.base) == (Span(0, 2), Span(0, 2))


def test_date_is_one_phrase() -> None:
    text = "It/PRP/2/nsubj came/VBD/0/root on/IN/4/case March/NNP/2/obl 5/CD/4/nummod ,/,/7/punct 1999/CD/4/nmod"

    assert found(text) == ["It", "March 5 , 1999", "1999"]


def test_relative_pronoun_is_no_phrase() -> None:
    assert "that" not in found("the/DT/2/det lid/NN/0/root that/WDT/4/nsubj broke/VBD/2/acl:relcl")


def test_interrogative_pronoun_is_no_phrase() -> None:
    assert found("Who/WP/2/nsubj/who/PronType=Int left/VBD/0/root ?/./2/punct") == []


def test_existential_there_is_no_phrase() -> None:
    assert found("There/EX/2/expl is/VBZ/0/root a/DT/4/det box/NN/2/nsubj") == ["a box"]


def test_predicate_nominal_stands_without_subject_copula_and_adverbs() -> None:
    text = "Ann/NNP/5/nsubj is/VBZ/5/cop now/RB/5/advmod our/PRP$/5/nmod:poss boss/NN/0/root here/RB/5/advmod"

    assert found(text) == ["Ann", "our boss", "our"]


def test_clause_behind_a_predicate_nominal_is_outside_but_behind_a_noun_inside() -> None:
    predicate = "It/PRP/4/nsubj is/VBZ/4/cop a/DT/4/det pity/NN/0/root that/IN/7/mark it/PRP/7/nsubj broke/VBD/4/ccomp"
    argument = "The/DT/2/det fact/NN/6/nsubj that/IN/5/mark it/PRP/5/nsubj broke/VBD/2/ccomp matters/VBZ/0/root"

    assert "a pity" in found(predicate)
    assert "The fact that it broke" in found(argument)


def test_punctuation_is_trimmed_off_the_edges() -> None:
    text = "``/``/3/punct The/DT/3/det Birds/NNS/0/root ''/''/3/punct ././3/punct"

    assert found(text) == ["The Birds"]


def test_punctuation_after_a_modifier_is_trimmed() -> None:
    text = "the/DT/2/det lid/NN/7/nsubj ,/,/4/punct broken/VBN/2/acl ,/,/4/punct now/RB/7/advmod leaks/VBZ/0/root"

    assert found(text) == ["the lid , broken"]


def test_bracket_with_its_partner_inside_is_kept() -> None:
    text = "the/DT/2/det unit/NN/0/root (/-LRB-/4/punct CPU/NNP/2/nmod )/-RRB-/4/punct ././2/punct"

    assert found(text)[0] == "the unit ( CPU )"


def test_bracket_around_the_whole_is_trimmed() -> None:
    text = "(/-LRB-/3/punct the/DT/3/det unit/NN/0/root )/-RRB-/3/punct"

    assert found(text) == ["the unit"]


def test_emphatic_reflexive_stands_outside() -> None:
    text = "The/DT/2/det author/NN/4/nsubj herself/PRP/2/nmod:unmarked/herself/Reflex=Yes came/VBD/0/root"

    assert found(text) == ["The author", "herself"]


def test_number_is_a_phrase_as_an_argument_but_not_as_a_modifier() -> None:
    assert found("Two/CD/2/nsubj broke/VBD/0/root") == ["Two"]
    assert found("Two/CD/2/nummod lids/NNS/3/nsubj broke/VBD/0/root") == ["Two lids"]


def test_adjective_is_a_phrase_as_an_argument_but_not_as_a_predicate() -> None:
    assert found("The/DT/2/det rich/JJ/3/nsubj left/VBD/0/root") == ["The rich"]
    assert found("Ann/NNP/3/nsubj is/VBZ/3/cop rich/JJ/0/root") == ["Ann"]


def test_verbs_and_their_arguments_after_the_noun_stay_apart() -> None:
    assert found("Give/VB/0/root him/PRP/1/iobj a/DT/4/det box/NN/1/obj") == ["him", "a box"]


def test_noun_with_an_object_is_an_order_that_the_tagger_did_not_know() -> None:
    assert found("Slide/NNP/0/root the/DT/3/det lever/NN/1/obj down/RP/1/compound:prt") == ["the lever"]


def test_noun_that_modifies_a_participle_is_a_phrase() -> None:
    text = "Put/VB/0/root it/PRP/1/obj into/IN/5/case the/DT/5/det slot/NN/6/compound making/VBG/1/advcl"

    assert found(text) == ["it", "the slot"]


def test_modifier_behind_a_coordination_belongs_to_the_whole() -> None:
    text = "Towns/NNS/5/nsubj and/CC/3/cc villages/NNS/1/conj that/WDT/5/nsubj burned/VBD/1/acl:relcl fell/VBD/0/root"

    assert found(text)[:3] == ["Towns and villages that burned", "Towns", "villages"]


def test_modifier_of_the_first_conjunct_stays_with_it() -> None:
    text = (
        "The/DT/2/det lid/NN/0/root of/IN/5/case the/DT/5/det copier/NN/2/nmod and/CC/8/cc the/DT/8/det tray/NN/2/conj"
    )

    assert found(text) == ["The lid of the copier and the tray", "The lid of the copier", "the copier", "the tray"]


@pytest.mark.parametrize(
    "text",
    [
        "It/PRP/2/nsubj works/VBZ/0/root in/IN/4/case fact/NN/2/obl",
        "For/IN/2/case example/NN/4/obl it/PRP/4/nsubj works/VBZ/0/root",
        "It/PRP/2/nsubj takes/VBZ/0/root/take place/NN/2/obj",
        "It/PRP/2/nsubj works/VBZ/0/root on/IN/6/case the/DT/6/det other/JJ/6/amod hand/NN/2/obl",
    ],
)
def test_noun_of_an_idiom_is_no_phrase(text: str) -> None:
    assert [phrase.lower() for phrase in found(text)] == ["it"]


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("It/PRP/2/nsubj lies/VBZ/0/root in/IN/5/case this/DT/5/det fact/NN/2/obl", "this fact"),
        ("It/PRP/2/nsubj hides/VBZ/0/root/hide this/DT/4/det place/NN/2/obj", "this place"),
        ("It/PRP/2/nsubj lies/VBZ/0/root at/IN/5/case the/DT/5/det place/NN/2/obl", "the place"),
    ],
)
def test_noun_of_an_idiom_is_a_phrase_elsewhere(text: str, phrase: str) -> None:
    assert found(text) == ["It", phrase]


def test_what_a_quantifier_counts_is_no_phrase_of_its_own() -> None:
    assert found("a/DT/2/det lot/NN/0/root of/IN/4/case paper/NN/2/nmod") == ["a lot of paper"]


def test_part_of_a_thing_leaves_the_thing_a_phrase() -> None:
    assert found("a/DT/2/det part/NN/0/root of/IN/5/case the/DT/5/det lid/NN/2/nmod") == [
        "a part of the lid",
        "the lid",
    ]


def test_pronoun_that_is_counted_is_a_phrase() -> None:
    assert found("all/DT/4/nsubj of/IN/3/case them/PRP/1/nmod broke/VBD/0/root") == ["all of them", "them"]


def test_number_as_a_predicate_is_a_phrase() -> None:
    text = "It/PRP/3/nsubj is/VBZ/3/cop one/CD/0/root of/IN/6/case the/DT/6/det lids/NNS/3/nmod"

    assert found(text) == ["It", "one of the lids", "the lids"]


def test_number_alone_is_no_phrase() -> None:
    assert found("Six/CD/0/root") == []


def test_adjective_stands_for_a_noun_only_behind_a_determiner() -> None:
    assert found("It/PRP/2/nsubj helps/VBZ/0/root the/DT/4/det young/JJ/2/obj") == ["It", "the young"]
    assert found("It/PRP/2/nsubj helped/VBD/0/root at/IN/4/case first/JJ/2/obl") == ["It"]


def test_title_before_a_name_is_no_phrase() -> None:
    text = "Senator/NNP/2/nmod:desc Ossoff/NNP/3/nsubj left/VBD/0/root"

    assert found(text) == ["Senator Ossoff"]


def test_noun_that_measures_a_comparison_is_no_phrase() -> None:
    assert found("It/PRP/5/nsubj is/VBZ/5/cop a/DT/4/det lot/NN/5/advmod better/JJR/0/root") == ["It"]


def test_adverb_behind_a_noun_is_inside_if_such_adverbs_stand_there() -> None:
    assert found("Nothing/NN/3/nsubj else/RB/1/advmod fell/VBD/0/root") == ["Nothing else"]
    assert found("Nothing/NN/3/nsubj then/RB/1/advmod fell/VBD/0/root") == ["Nothing"]


def test_oblique_behind_an_adjective_is_inside() -> None:
    text = "The/DT/2/det early/JJ/5/nsubj in/IN/4/case years/NNS/2/obl left/VBD/0/root"

    assert found(text) == ["The early in years", "years"]


@pytest.mark.parametrize(("opening", "closing"), [("“", "”"), ("``", "''"), ('"', '"'), ("(", ")")])
def test_quotation_mark_or_bracket_with_its_partner_inside_is_taken_in(opening: str, closing: str) -> None:
    text = f"the/DT/3/det {opening}/``/3/punct Birds/NNS/0/root {closing}/''/3/punct"

    assert found(text) == [f"the {opening} Birds {closing}"]


def test_quotation_mark_that_closes_what_was_opened_before_is_outside() -> None:
    assert found("\"/``/3/punct the/DT/3/det Birds/NNS/0/root \"/''/3/punct") == ["the Birds"]
