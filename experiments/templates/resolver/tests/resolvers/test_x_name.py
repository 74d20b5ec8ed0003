"""X_NAME by hand: one sentence or two, and the answer that its rules give."""

from anaphora.resolvers import x_name
from tests.resolvers.answers import answer

THE_CAT_CHASED_THE_DOG = "The/DT/2/det cat/NN/3/nsubj chased/VBD/0/root the/DT/5/det dog/NN/3/obj ././3/punct"
IT_FELL = "It/PRP/2/nsubj fell/VBD/0/root ././2/punct"
THE_BOX_LOST_ITS_LID = "The/DT/2/det box/NN/3/nsubj lost/VBD/0/root its/PRP$/5/nmod:poss lid/NN/3/obj ././3/punct"


def test_the_first_candidate_of_the_sentence_before_is_the_answer() -> None:
    found, explanation = answer(x_name.build(), THE_CAT_CHASED_THE_DOG, IT_FELL)

    assert (found, explanation.rule) == ("The cat", "first of 1 back")


def test_the_own_sentence_is_searched_first_unless_it_comes_last() -> None:
    assert answer(x_name.build(), THE_CAT_CHASED_THE_DOG, THE_BOX_LOST_ITS_LID)[0] == "The box"
    assert answer(x_name.build(own_sentence=False), THE_CAT_CHASED_THE_DOG, THE_BOX_LOST_ITS_LID)[0] == "The cat"
