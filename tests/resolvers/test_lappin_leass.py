from types import ModuleType

import numpy as np
import pytest

from anaphora.resolvers import kennedy_boguraev, lappin_leass
from anaphora.workbench.decision import Explanation
from tests.annotated import prepared
from tests.resolvers.answers import scored

JOHN_SEES_BILL = "John/NNP/2/nsubj sees/VBZ/0/root Bill/NNP/2/obj ././2/punct"
JOHN_SLEEPS = "John/NNP/2/nsubj sleeps/VBZ/0/root ././2/punct"
HE_SLEEPS = "He/PRP/2/nsubj sleeps/VBZ/0/root ././2/punct"
IT_STOPS = "It/PRP/2/nsubj stops/VBZ/0/root/stop ././2/punct"
WE_PRESS_IT = "We/PRP/2/nsubj press/VBP/0/root it/PRP/2/obj ././2/punct"
HE_SAW_HIM = "He/PRP/2/nsubj saw/VBD/0/root him/PRP/2/obj ././2/punct"
HE_SAID_JOHN_LEFT = "He/PRP/2/nsubj said/VBD/0/root John/NNP/4/nsubj left/VBD/2/ccomp ././2/punct"
WHEN_HE_CAME = (
    "When/WRB/3/advmod he/PRP/3/nsubj came/VBD/6/advcl ,/,/3/punct John/NNP/6/nsubj slept/VBD/0/root ././6/punct"
)


def decide(*lines: str, **options: object) -> tuple[dict[str, float], str | None, Explanation]:
    """The scores of a pronoun's candidates by their words, the answer, and the explanation."""
    return scored(lappin_leass.LappinLeass(**options), *lines)  # type: ignore[arg-type]


def test_the_totals_of_the_paper_come_out() -> None:
    """Lappin & Leass 1994, section 4: of two candidates before a passive subject "display" has 345, "message" 315.

    Both get 35 for parallelism: the one is a passive subject, too, the other an object as the pronoun is beneath.
    """
    line = (
        "We/PRP/2/nsubj wrote/VBD/0/root the/DT/4/det message/NN/2/obj when/WRB/8/advmod the/DT/7/det "
        "display/NN/8/nsubj:pass locked/VBN/2/advcl where/WRB/12/advmod it/PRP/12/nsubj:pass is/VBZ/12/aux:pass "
        "sent/VBN/8/advcl ././2/punct"
    )

    assert decide(line)[0] == {"the message": 315, "the display": 345}


def test_factors_are_halved_in_the_next_sentence() -> None:
    scores, antecedent, explanation = decide(JOHN_SEES_BILL, HE_SLEEPS)

    # John: (100 + 80 + 80 + 50) / 2, and 35 as a subject; Bill: (100 + 50 + 80 + 50) / 2
    assert scores == {"John": 155 + 35, "Bill": 140}
    assert (antecedent, explanation.kind, explanation.rule) == ("John", "salience", "highest salience")


def test_factors_are_halved_without_remainder() -> None:
    scores, _, _ = decide(JOHN_SLEEPS, IT_STOPS, HE_SLEEPS)

    assert scores == {"John": 25 + 20 + 20 + 12 + 35}


def test_each_sentence_adds_its_own_factors_to_a_class() -> None:
    scores, antecedent, _ = decide(JOHN_SLEEPS, HE_SLEEPS, HE_SLEEPS)

    assert scores == {"John": 155 + 77 + 35, "He": 155 + 77 + 35}
    assert antecedent == "He"


def test_a_factor_counts_once_in_a_sentence() -> None:
    eats = "John/NNP/2/nsubj eats/VBZ/0/root when/WRB/5/advmod he/PRP/5/nsubj drinks/VBZ/2/advcl ././2/punct"

    assert decide(eats, HE_SLEEPS)[0] == {"John": 155 + 35, "he": 155 + 35}


def test_an_existential_weighs_70() -> None:
    there = "There/EX/2/expl/there is/VBZ/0/root a/DT/4/det lamp/NN/2/nsubj ././2/punct"

    assert decide(there, WE_PRESS_IT)[0] == {"a lamp": 50 + 35 + 40 + 25}


def test_an_oblique_weighs_40_and_an_embedded_noun_phrase_is_no_head_noun() -> None:
    put = (
        "We/PRP/2/nsubj put/VBP/0/root the/DT/4/det lid/NN/2/obj of/IN/7/case the/DT/7/det box/NN/4/nmod on/IN/10/case "
        "the/DT/10/det shelf/NN/2/obl ././2/punct"
    )

    assert decide(put, IT_STOPS)[0] == {
        "the lid of the box": 50 + 25 + 40 + 25,
        "the box": 50 + 25,
        "the shelf": 50 + 20 + 40 + 25,
    }


def test_an_indirect_object_weighs_40() -> None:
    gave = "We/PRP/2/nsubj gave/VBD/0/root the/DT/4/det box/NN/2/iobj the/DT/6/det lid/NN/2/obj ././2/punct"

    assert decide(gave, IT_STOPS)[0] == {"the box": 50 + 20 + 40 + 25, "the lid": 50 + 25 + 40 + 25}


def test_deep_slots_are_parallel_too() -> None:
    """A passive subject is a deep object, its agent a deep subject; an agent weighs 40."""
    line = (
        "The/DT/2/det lid/NN/4/nsubj:pass was/VBD/4/aux:pass broken/VBN/0/root by/IN/7/case the/DT/7/det "
        "box/NN/4/obl:agent ././4/punct"
    )

    assert decide(line, IT_STOPS)[0] == {"The lid": 155 + 35, "the box": 50 + 20 + 40 + 25 + 35}
    assert decide(line, WE_PRESS_IT)[0] == {"The lid": 155 + 35, "the box": 50 + 20 + 40 + 25}


@pytest.mark.parametrize(
    ("line", "contained", "score"),
    [
        ("John/NNP/3/nmod:poss 's/POS/1/case house/NN/4/nsubj fell/VBD/0/root", "John 's", 50 + 25),
        (
            "We/PRP/2/nsubj hear/VBP/0/root songs/NNS/2/obj that/WDT/5/nsubj praise/VBP/3/acl:relcl Bill/NNP/5/obj",
            "Bill",
            50 + 25 + 25,  # an object
        ),
    ],
)
def test_a_genitive_and_what_stands_in_a_relative_clause_are_no_head_nouns(
    line: str, contained: str, score: float
) -> None:
    assert decide(line, HE_SLEEPS)[0][contained] == score


@pytest.mark.parametrize(
    "line",
    [
        "In/IN/3/case the/DT/3/det box/NN/5/obl we/PRP/5/nsubj slept/VBD/0/root ././5/punct",
        "We/PRP/2/nsubj slept/VBD/0/root ,/,/6/punct in/IN/6/case the/DT/6/det box/NN/2/obl ././2/punct",
    ],
)
def test_an_adverbial_that_is_set_off_lacks_50(line: str) -> None:
    assert decide(line, IT_STOPS)[0] == {"the box": 50 + 20 + 40}


BOTH = pytest.mark.parametrize(("resolver", "salience"), [(lappin_leass, 190), (kennedy_boguraev, 180)])
"""The two resolvers that weigh classes, and what the subject of the sentence before weighs as an antecedent."""


@BOTH
def test_equal_salience_goes_to_the_nearest(resolver: ModuleType, salience: int) -> None:
    both = "John/NNP/4/nsubj and/CC/3/cc Bill/NNP/1/conj sleep/VBP/0/root ././4/punct"
    scores, antecedent, explanation = scored(resolver.RESOLVER.build(), both, HE_SLEEPS)

    assert scores == {"John": salience, "Bill": salience}
    assert (antecedent, explanation.rule) == ("Bill", "equal salience: nearest")


@BOTH
def test_a_class_must_be_above_the_threshold(resolver: ModuleType, salience: int) -> None:
    _, above, _ = scored(resolver.RESOLVER.build(threshold=salience - 1), JOHN_SLEEPS, HE_SLEEPS)
    _, at, explanation = scored(resolver.RESOLVER.build(threshold=salience), JOHN_SLEEPS, HE_SLEEPS)

    assert (above, at, explanation.steps) == ("John", None, (f'not "John": salience {salience}',))


@BOTH
def test_a_reflexive_without_binder_is_left_open(resolver: ModuleType, salience: int) -> None:
    himself = "Go/VB/0/root with/IN/3/case himself/PRP/1/obl ././1/punct"

    assert scored(resolver.RESOLVER.build(), JOHN_SLEEPS, himself)[2].rule == "no binder"


def test_a_class_is_out_if_a_member_in_the_sentence_is_disjoint() -> None:
    scores, antecedent, explanation = decide(JOHN_SEES_BILL, HE_SAW_HIM)

    assert scores == {"Bill": 140 + 35}  # "He" is John, and him is not He
    assert (antecedent, explanation.rule) == ("Bill", "only candidate")


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("John/NNP/2/nsubj saw/VBD/0/root him/PRP/2/obj", 'not "John": argument domain'),
        ("John/NNP/2/nsubj sat/VBD/0/root near/IN/4/case him/PRP/2/obl", 'not "John": adjunct domain'),
        ("John/NNP/3/nmod:poss 's/POS/1/case portrait/NN/6/nsubj of/IN/5/case him/PRP/3/nmod hangs/VBZ/0/root",
         'not "John \'s": noun-phrase domain'),
        (HE_SAID_JOHN_LEFT, 'not "John": in the pronoun\'s clause'),
        ("His/PRP$/2/nmod:poss portrait/NN/5/nsubj of/IN/4/case John/NNP/2/nmod hangs/VBZ/0/root",
         'not "John": in the pronoun\'s noun phrase'),
        ("John/NNP/2/nsubj likes/VBZ/0/root his/PRP$/4/nmod:poss hats/NNS/2/obj and/CC/6/cc him/PRP/4/conj",
         'not "his": argument domain, of "John" in its class'),
    ],
)  # fmt: skip
def test_steps_tell_what_the_filter_takes_off(line: str, step: str) -> None:
    assert decide(line)[2].steps == (step,)


def test_a_class_is_out_if_its_most_recent_member_disagrees() -> None:
    """Zork may be of either gender, but once she is she, he is somebody else."""
    lines = ("Zork/NNP/2/nsubj sleeps/VBZ/0/root ././2/punct", "She/PRP/2/nsubj sleeps/VBZ/0/root ././2/punct")

    assert decide(*lines)[1] == "Zork"
    _, antecedent, explanation = decide(*lines, HE_SLEEPS)
    assert (antecedent, explanation.rule) == (None, "no candidate")
    assert explanation.steps == ('not "She": disagrees, and is the last of its class',)


def test_votes_are_what_each_factor_contributes() -> None:
    votes = decide(JOHN_SEES_BILL, HE_SLEEPS)[2].votes

    assert votes is not None
    assert votes.indicators == (
        "sentence_recency", "subject", "existential", "accusative", "indirect_object_and_oblique", "head_noun",
        "non_adverbial", "parallelism", "cataphora",
    )  # fmt: skip
    assert votes.matrix.tolist() == [[50, 40, 0, 0, 0, 40, 25, 35, 0], [50, 0, 0, 25, 0, 40, 25, 0, 0]]
    assert votes.matrix.dtype == np.float64
    assert votes.weights.tolist() == [1] * 9


def test_votes_of_a_class_are_those_of_all_its_members() -> None:
    votes = decide(JOHN_SLEEPS, HE_SLEEPS, HE_SLEEPS)[2].votes

    # John two sentences before, and He in between
    both = [25 + 50, 20 + 40, 0, 0, 0, 20 + 40, 12 + 25, 35, 0]
    assert votes is not None
    assert votes.matrix.tolist() == [both, both]


def test_distance_has_no_direction() -> None:
    """With no penalty for cataphora both subjects are worth the same, and John is nearer to "he" than Bill."""
    line = (
        "Bill/NNP/2/nsubj left/VBD/0/root and/CC/8/cc when/WRB/6/advmod he/PRP/6/nsubj came/VBD/8/advcl "
        "John/NNP/8/nsubj slept/VBD/2/conj ././2/punct"
    )

    assert decide(line, without=["cataphora"])[2].rule == "cataphora"
    assert decide(line)[1] == "Bill"


def test_a_later_noun_phrase_competes_whose_class_has_left_the_scope() -> None:
    document = [JOHN_SLEEPS, *[IT_STOPS] * 4, WHEN_HE_CAME]

    assert decide(*document, same_names=True)[2].rule == "cataphora"


def test_names_of_the_same_words_are_one_class_on_request() -> None:
    """So that Principle C holds across sentences: He is not John."""
    assert decide(JOHN_SEES_BILL, HE_SAID_JOHN_LEFT)[1] == "John"
    assert decide(JOHN_SEES_BILL, HE_SAID_JOHN_LEFT, same_names=True)[1] == "Bill"


def test_a_name_that_comes_later_does_not_weigh_yet() -> None:
    once, *_ = decide(JOHN_SEES_BILL, HE_SLEEPS, same_names=True)
    document = prepared("\n".join((JOHN_SEES_BILL, HE_SLEEPS, JOHN_SLEEPS)))
    first = lappin_leass.LappinLeass(same_names=True).resolve(document)[0]

    assert tuple(once.values()) == first.explanation.scores == (190, 140)


def test_a_reflexive_takes_its_most_salient_binder() -> None:
    told = "John/NNP/2/nsubj told/VBD/0/root Bill/NNP/2/iobj about/IN/5/case himself/PRP/2/obl ././2/punct"

    scores, antecedent, explanation = decide(told)

    assert scores == {"John": 310, "Bill": 270}
    assert (antecedent, explanation.rule) == ("John", "binder")
    assert explanation.steps == (
        '"John" binds it: adjunct domain',
        '"Bill" binds it: adjunct domain',
        "highest salience",
    )


def test_a_noun_phrase_after_the_pronoun_loses_175() -> None:
    bill_slept = "Bill/NNP/2/nsubj slept/VBD/0/root ././2/punct"

    # as subjects John has 310 + 35 - 175 = 170, Bill a sentence before 155 + 35 = 190, and two before 77 + 35
    assert decide(bill_slept, WHEN_HE_CAME)[1] == "Bill"
    _, antecedent, explanation = decide(bill_slept, IT_STOPS, WHEN_HE_CAME)
    assert (antecedent, explanation.rule) == (None, "cataphora")
    assert explanation.steps == ('"John" follows, with 170',)
    document = prepared("\n".join((bill_slept, IT_STOPS, WHEN_HE_CAME)))
    later = lappin_leass.LappinLeass().resolve(document)[-1].cataphoric
    assert later is not None
    assert document.document.words_of(document.mentions[later].span) == "John"
    assert decide(bill_slept, IT_STOPS, WHEN_HE_CAME, cataphora=False)[1] == "Bill"


def test_cataphora_joins_the_classes() -> None:
    scores, antecedent, _ = decide(WHEN_HE_CAME, HE_SLEEPS)

    assert scores == {"he": 190, "John": 190}
    assert antecedent == "John"


def test_factors_can_be_left_out() -> None:
    scores, *_ = decide(JOHN_SEES_BILL, HE_SLEEPS, without=["parallelism", "subject"])

    assert scores == {"John": 50 + 40 + 25, "Bill": 140}
