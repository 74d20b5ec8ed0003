import pytest

from resolvers._structure.disjoint import syntax_of
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
    ],
)
def test_a_pronoun_is_disjoint_from_what_a_condition_names(text: str, pronoun: str, other: str, condition: str) -> None:
    document = prepared(text)
    names = [document.document.words_of(mention.span) for mention in document.mentions]

    assert syntax_of(document).disjoint(names.index(pronoun), names.index(other)) == condition


@pytest.mark.parametrize(
    ("text", "binders"),
    [
        (TALKED_TO_BILL, ["John"]),  # Bill stands in an adjunct, which is no argument
        (TOLD_BILL_TO_SHAVE_HIMSELF, ["Bill"]),
        (BILL_SHOWED_JOHN, ["Bill"]),  # an indirect object is lower than the object
        (PORTRAIT_OF_HIMSELF, ["John 's"]),
        (STORIES_ABOUT_THEMSELVES, ["They"]),
        (OUR_STORIES_ABOUT_THEMSELVES, ["our"]),
        (THE_AUTHOR_HERSELF, ["The author"]),
    ],
)
def test_a_reflexive_is_bound_by_what_a_condition_names(text: str, binders: list[str]) -> None:
    document = prepared(text)
    syntax = syntax_of(document)
    (reflexive,) = (index for index, found in enumerate(document.mentions) if found.pronoun == "reflexive")
    found = [index for index in range(len(document.mentions)) if index != reflexive and syntax.binds(index, reflexive)]

    assert [document.document.words_of(document.mentions[index].span) for index in found] == binders
