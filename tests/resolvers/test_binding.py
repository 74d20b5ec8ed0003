"""Disjoint reference and binding, and what noun phrases stand in."""

import pytest

from anaphora.resolvers._syntax.binding import Setting, settings, syntax_of
from tests.annotated import prepared

SHE_LIKES_HER = "She/PRP/2/nsubj likes/VBZ/0/root her/PRP/2/obj"
WANT_TO_SEE_HIM = (
    "John/NNP/2/nsubj seems/VBZ/0/root to/TO/4/mark want/VB/2/xcomp to/TO/6/mark see/VB/4/xcomp him/PRP/6/obj"
)
TOLD_BILL_TO_SEE_HIM = "John/NNP/2/nsubj told/VBD/0/root Bill/NNP/2/obj to/TO/5/mark see/VB/2/xcomp him/PRP/5/obj"
TOLD_BILL_TO_SHAVE_HIMSELF = TOLD_BILL_TO_SEE_HIM.replace("him/", "himself/")
CAME_AND_SAW_HIM = "John/NNP/2/nsubj came/VBD/0/root and/CC/4/cc saw/VBD/2/conj him/PRP/4/obj"
CAME_AND_BILL_SAW_HIM = "John/NNP/2/nsubj came/VBD/0/root and/CC/5/cc Bill/NNP/5/nsubj saw/VBD/2/conj him/PRP/5/obj"
WHO_SAW_HIM = "The/DT/2/det man/NN/6/nsubj who/WP/4/nsubj saw/VBD/2/acl:relcl him/PRP/4/obj slept/VBD/0/root"
SEEING_HIM = "The/DT/2/det man/NN/5/nsubj seeing/VBG/2/acl him/PRP/3/obj slept/VBD/0/root"
SAT_NEAR_HER = "She/PRP/2/nsubj sat/VBD/0/root near/IN/4/case her/PRP/2/obl"
HE_BELIEVES = (
    "He/PRP/2/nsubj believes/VBZ/0/root that/IN/7/mark the/DT/5/det man/NN/7/nsubj is/VBZ/7/cop amusing/JJ/2/ccomp"
)
AFTER_JOHN_LEFT = "After/IN/3/mark John/NNP/3/nsubj left/VBD/6/advcl ,/,/3/punct he/PRP/6/nsubj slept/VBD/0/root"
MOTHER_LIKES_HIM = "John/NNP/3/nmod:poss 's/POS/1/case mother/NN/4/nsubj likes/VBZ/0/root him/PRP/4/obj"
PORTRAIT_OF_HIM = "John/NNP/3/nmod:poss 's/POS/1/case portrait/NN/6/nsubj of/IN/5/case him/PRP/3/nmod hangs/VBZ/0/root"
PORTRAIT_OF_HIMSELF = PORTRAIT_OF_HIM.replace("him/", "himself/")
HIS_PORTRAIT_OF_JOHN = "His/PRP$/2/nmod:poss portrait/NN/5/nsubj of/IN/4/case John/NNP/2/nmod hangs/VBZ/0/root"
LIKES_HIS_MOTHER = "John/NNP/2/nsubj likes/VBZ/0/root his/PRP$/4/nmod:poss mother/NN/2/obj"
IS_HIS_FATHER = "John/NNP/4/nsubj is/VBZ/4/cop his/PRP$/4/nmod:poss father/NN/0/root"
JOHN_AND_HIM = "John/NNP/4/nsubj and/CC/3/cc him/PRP/1/conj met/VBD/0/root"
TALKED_TO_BILL = "John/NNP/2/nsubj talked/VBD/0/root to/IN/4/case Bill/NNP/2/obl about/IN/6/case himself/PRP/2/obl"
STORIES_ABOUT_THEMSELVES = "They/PRP/2/nsubj read/VBP/0/root stories/NNS/2/obj about/IN/5/case themselves/PRP/3/nmod"
OUR_STORIES_ABOUT_THEMSELVES = (
    "They/PRP/2/nsubj read/VBP/0/root our/PRP$/4/nmod:poss stories/NNS/2/obj about/IN/6/case themselves/PRP/4/nmod"
)
THE_AUTHOR_HERSELF = "The/DT/2/det author/NN/4/nsubj herself/PRP/2/nmod:unmarked/herself/Reflex=Yes spoke/VBD/0/root"
HIS_FRIEND_WHO_SAW_HIM = (
    "His/PRP$/2/nmod:poss friend/NN/6/nsubj who/WP/4/nsubj saw/VBD/2/acl:relcl him/PRP/4/obj slept/VBD/0/root"
)
HIT_BY_HIM = "John/NNP/3/nsubj:pass was/VBD/3/aux:pass hit/VBN/0/root by/IN/5/case him/PRP/3/obl:agent"
JOHN_IS_HIM = "John/NNP/3/nsubj is/VBZ/3/cop him/PRP/0/root"
BILL_IS_TALL = "John/NNP/3/nsubj is/VBZ/3/cop tall/JJ/0/root and/CC/7/cc Bill/NNP/7/nsubj is/VBZ/7/cop him/PRP/3/conj"
CAME_AND_WAS_PROUD = (
    "John/NNP/2/nsubj came/VBD/0/root and/CC/5/cc was/VBD/5/cop proud/JJ/2/conj of/IN/7/case him/PRP/5/obl"
)
TOLD_TO_SEE_HIM = "John/NNP/3/nsubj:pass was/VBD/3/aux:pass told/VBN/0/root to/TO/5/mark see/VB/3/xcomp him/PRP/5/obj"
AFTER_LEAVING_HIM = "After/IN/2/mark leaving/VBG/5/advcl him/PRP/2/obj John/NNP/5/nsubj slept/VBD/0/root"
THE_HOPE_IS = "The/DT/2/det hope/NN/6/nsubj:outer is/VBZ/6/cop that/IN/6/mark it/PRP/6/nsubj works/VBZ/0/root"
IT_IS_THAT_JOHN_LEFT = "It/PRP/5/nsubj:outer is/VBZ/5/cop that/IN/5/mark John/NNP/5/nsubj left/VBD/0/root"
WRITERS_OF_STORIES_ABOUT_THEMSELVES = (
    "They/PRP/3/nsubj are/VBP/3/cop writers/NNS/0/root of/IN/5/case stories/NNS/3/nmod about/IN/7/case "
    "themselves/PRP/5/nmod"
)
LOST_HIS = "John/NNP/2/nsubj lost/VBD/0/root his/PRP$/2/obj"
GAVE_HIS_TO_BILL = (
    "John/NNP/2/nsubj gave/VBD/0/root his/PRP$/2/obj to/IN/5/case Bill/NNP/2/obl and/CC/7/cc left/VBD/2/conj"
)
HIS_BIT_HIM = "His/PRP$/2/nsubj bit/VBD/0/root him/PRP/2/obj"
BILL_SHOWED_JOHN = "Bill/NNP/2/nsubj showed/VBD/0/root John/NNP/2/iobj himself/PRP/2/obj"


@pytest.mark.parametrize(
    ("text", "pronoun", "other", "condition"),
    [
        (SHE_LIKES_HER, "her", "She", "argument domain"),
        (WANT_TO_SEE_HIM, "him", "John", "argument domain"),  # raising and control: John is to see him
        (TOLD_BILL_TO_SEE_HIM, "him", "Bill", "argument domain"),  # Bill is to see him
        (TOLD_BILL_TO_SEE_HIM, "him", "John", ""),
        (CAME_AND_SAW_HIM, "him", "John", "argument domain"),
        (CAME_AND_BILL_SAW_HIM, "him", "John", ""),
        (WHO_SAW_HIM, "him", "The man who saw him", "argument domain"),
        (SEEING_HIM, "him", "The man seeing him", "argument domain"),
        (JOHN_AND_HIM, "him", "John", "argument domain"),
        (SAT_NEAR_HER, "her", "She", "adjunct domain"),
        (HE_BELIEVES, "He", "the man", "in the pronoun's clause"),
        (AFTER_JOHN_LEFT, "he", "John", ""),
        (MOTHER_LIKES_HIM, "him", "John 's", ""),
        (MOTHER_LIKES_HIM, "him", "John 's mother", "argument domain"),
        (PORTRAIT_OF_HIM, "him", "John 's", "noun-phrase domain"),
        (HIS_PORTRAIT_OF_JOHN, "His", "John", "in the pronoun's noun phrase"),
        (LIKES_HIS_MOTHER, "his", "John", ""),
        (IS_HIS_FATHER, "his", "John", ""),
        (LOST_HIS, "his", "John", ""),  # his key: the owner is no argument of the verb
        (GAVE_HIS_TO_BILL, "his", "Bill", ""),
        (HIS_BIT_HIM, "him", "His", ""),
        (HIS_FRIEND_WHO_SAW_HIM, "His", "him", ""),  # a pronoun that follows is no candidate
        (HIT_BY_HIM, "him", "John", "argument domain"),
        (JOHN_IS_HIM, "him", "John", "argument domain"),
        (BILL_IS_TALL, "him", "Bill", "argument domain"),
        (BILL_IS_TALL, "him", "John", ""),  # a conjoined clause has its own predicate
        (CAME_AND_WAS_PROUD, "him", "John", "adjunct domain"),
        (TOLD_TO_SEE_HIM, "him", "John", "argument domain"),  # no object: the subject is to see him
        (AFTER_LEAVING_HIM, "him", "John", "argument domain"),
        (THE_HOPE_IS, "it", "The hope", ""),
        (IT_IS_THAT_JOHN_LEFT, "It", "John", "in the pronoun's clause"),
    ],
)
def test_a_pronoun_is_disjoint_from_what_a_condition_names(text: str, pronoun: str, other: str, condition: str) -> None:
    document = prepared(text)
    names = [document.document.words_of(mention.span) for mention in document.mentions]

    assert syntax_of(document).disjoint(names.index(pronoun), names.index(other)) == condition


@pytest.mark.parametrize(
    ("text", "binders"),
    [
        (TALKED_TO_BILL, {"John": "adjunct domain"}),  # Bill stands in an adjunct, which is no argument
        (TOLD_BILL_TO_SHAVE_HIMSELF, {"Bill": "argument domain"}),
        (BILL_SHOWED_JOHN, {"Bill": "argument domain"}),  # an indirect object is lower than the object
        (HIT_BY_HIM.replace("him/", "himself/"), {"John": "argument domain"}),  # an agent is lower than the subject
        (JOHN_IS_HIM.replace("him/", "himself/"), {"John": "argument domain"}),
        (PORTRAIT_OF_HIMSELF, {"John 's": "noun-phrase domain"}),
        (STORIES_ABOUT_THEMSELVES, {"They": "noun phrase without determiner"}),
        (OUR_STORIES_ABOUT_THEMSELVES, {"our": "noun-phrase domain"}),
        (WRITERS_OF_STORIES_ABOUT_THEMSELVES, {}),  # the stories are in no domain of "they"
        (THE_AUTHOR_HERSELF, {"The author": "emphatic"}),
    ],
)
def test_a_reflexive_is_bound_by_what_a_condition_names(text: str, binders: dict[str, str]) -> None:
    document = prepared(text)
    syntax = syntax_of(document)
    (reflexive,) = (index for index, found in enumerate(document.mentions) if found.pronoun == "reflexive")
    others = [index for index in range(len(document.mentions)) if index != reflexive]
    conditions = {
        document.document.words_of(document.mentions[index].span): syntax.binds(index, reflexive) for index in others
    }

    assert {name: condition for name, condition in conditions.items() if condition} == binders


A_MAN_WHO_MET_BILL = "A/DT/2/det man/NN/0/root who/WP/4/nsubj met/VBD/2/acl:relcl Bill/NNP/4/obj"
THE_LID_OF_JOHNS_BOX = (
    "The/DT/2/det lid/NN/7/nsubj of/IN/6/case John/NNP/6/nmod:poss 's/POS/4/case box/NN/2/nmod fell/VBD/0/root"
)
THE_FACT_THAT_JOHN_LEFT = (
    "The/DT/2/det fact/NN/6/nsubj that/IN/5/mark John/NNP/5/nsubj left/VBD/2/ccomp hurts/VBZ/0/root"
)
WHEN_JOHN_CAME = "When/WRB/3/advmod John/NNP/3/nsubj came/VBD/5/advcl we/PRP/5/nsubj slept/VBD/0/root"
IN_THE_BOX_OF_JOHN = (
    "In/IN/3/case the/DT/3/det box/NN/7/obl of/IN/5/case John/NNP/3/nmod it/PRP/7/expl rains/VBZ/0/root"
)
BROKEN_BY_THE_BOX = (
    "We/PRP/3/nsubj:pass were/VBD/3/aux:pass hit/VBN/0/root ,/,/7/punct by/IN/7/case the/DT/7/det box/NN/3/obl:agent"
)
TOLD_JOHN_AND_BILL = "We/PRP/2/nsubj told/VBD/0/root John/NNP/2/obj and/CC/5/cc Bill/NNP/3/conj"


@pytest.mark.parametrize(
    ("text", "words", "setting"),
    [
        (A_MAN_WHO_MET_BILL, "A man who met Bill", Setting()),
        (A_MAN_WHO_MET_BILL, "Bill", Setting(embedded=True, subordinate=3)),  # the clause of "met"
        (THE_LID_OF_JOHNS_BOX, "John 's box", Setting(embedded=True, subordinate=1)),  # the lid
        (THE_LID_OF_JOHNS_BOX, "John 's", Setting(genitive=True, embedded=True, subordinate=1)),
        (THE_FACT_THAT_JOHN_LEFT, "John", Setting(embedded=True, subordinate=4)),
        (WHEN_JOHN_CAME, "John", Setting(adverbial=True, subordinate=2)),
        (WHEN_JOHN_CAME, "we", Setting()),
        (IN_THE_BOX_OF_JOHN, "the box of John", Setting(set_off=True)),
        (IN_THE_BOX_OF_JOHN, "John", Setting(embedded=True, set_off=True, subordinate=2)),
        (BROKEN_BY_THE_BOX, "the box", Setting()),  # a passive agent is no adverbial
        (TOLD_JOHN_AND_BILL, "Bill", Setting()),  # nor is a conjunct embedded
    ],
)
def test_the_setting_of_a_noun_phrase_is_what_it_stands_in(text: str, words: str, setting: Setting) -> None:
    document = prepared(text)
    names = [document.document.words_of(mention.span) for mention in document.mentions]

    assert settings(document)[names.index(words)] == setting


def test_of_very_many_subjects_of_a_verb_only_the_first_are_understood_in_its_clauses() -> None:
    words = ["said/VBD/0/root", *["Ann/NNP/1/nsubj"] * 50, *["see/VB/1/xcomp"] * 50]

    understood = syntax_of(prepared(" ".join(words))).understood

    assert sum(map(len, understood.values())) == 10 * 50
