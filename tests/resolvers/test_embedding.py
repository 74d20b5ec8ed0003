import pytest

from anaphora.resolvers._syntax.binding import Setting, settings
from tests.annotated import prepared

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
