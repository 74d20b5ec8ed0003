"""Each rule of Baldwin 1997, section 3, on a text where it is the first to leave one antecedent."""

from anaphora.resolvers import cogniac, cogniac_resolve_all
from anaphora.workbench.decision import Ladder, Resolver
from tests.resolvers.answers import answer

JOHN_SLEEPS = "John/NNP/2/nsubj sleeps/VBZ/0/root ././2/punct"
BILL_SLEEPS = "Bill/NNP/2/nsubj sleeps/VBZ/0/root ././2/punct"
MARY_SLEEPS = "Mary/NNP/2/nsubj sleeps/VBZ/0/root ././2/punct"
JOHN_KNOWS_BILL = "John/NNP/2/nsubj knows/VBZ/0/root Bill/NNP/2/obj ././2/punct"
HE_SMILES = "He/PRP/2/nsubj smiles/VBZ/0/root ././2/punct"
MARY_GREETS_HIM = "Mary/NNP/2/nsubj greets/VBZ/0/root him/PRP/2/obj ././2/punct"
HE_LIKES_HIM = "He/PRP/2/nsubj likes/VBZ/0/root him/PRP/2/obj ././2/punct"
TOM_SAYS_THAT_HE_SMILES = "Tom/NNP/2/nsubj says/VBZ/0/root that/IN/5/mark he/PRP/5/nsubj smiles/VBZ/2/ccomp ././2/punct"
JOHN_MEETS_TOM_IN_HIS_HOUSE = (
    "John/NNP/2/nsubj meets/VBZ/0/root Tom/NNP/2/obj in/IN/6/case his/PRP$/6/nmod:poss house/NN/2/obl ././2/punct"
)

HIS_DOG_SLEEPS = "His/PRP$/2/nmod:poss dog/NN/3/nsubj sleeps/VBZ/0/root ././3/punct"


def decide(*lines: str, resolver: Resolver | None = None, which: int = -1) -> tuple[str | None, str]:
    """The answer to the last pronoun, or that number `which`, and the rule that gave it."""
    antecedent, explanation = answer(resolver or cogniac.Cogniac(), *lines, which=which)
    return antecedent, explanation.rule


def steps(*lines: str, resolver: Resolver | None = None) -> tuple[str, ...]:
    """Why the rules that were tried first left the last pronoun open."""
    return answer(resolver or cogniac.Cogniac(), *lines)[1].steps


def test_unique_in_discourse_takes_the_only_possible_antecedent() -> None:
    assert decide(JOHN_SLEEPS, HE_SMILES) == ("John", "unique in discourse")


def test_the_trail_has_all_rules_and_what_the_first_ones_object() -> None:
    """John and Bill are two entities, "he" is not reflexive, and John is the only one in the prior sentence."""
    trail = answer(cogniac.Cogniac(), BILL_SLEEPS, MARY_SLEEPS, JOHN_SLEEPS, HE_SMILES)[1].trail
    stays_open = answer(cogniac.Cogniac(), JOHN_KNOWS_BILL, MARY_GREETS_HIM)[1].trail

    assert trail == Ladder(cogniac.HIGH_PRECISION, ("2 entities possible", "not reflexive"))
    assert isinstance(stays_open, Ladder)
    assert len(stays_open.objections) == len(stays_open.rules) == 6


def test_unique_in_discourse_looks_at_what_stands_before_the_window() -> None:
    lines = [BILL_SLEEPS, MARY_SLEEPS, MARY_SLEEPS, JOHN_SLEEPS, HE_SMILES]  # Bill is four sentences back

    assert decide(*lines) == ("John", "unique in current and prior")
    assert decide(*lines, resolver=cogniac.Cogniac(scope="candidates")) == ("John", "unique in discourse")


def test_unique_in_discourse_knows_an_entity_again_before_the_window() -> None:
    lines = [JOHN_SLEEPS, BILL_SLEEPS, MARY_SLEEPS, MARY_SLEEPS, MARY_SLEEPS, JOHN_SLEEPS, HE_SMILES]

    assert decide(*lines) == ("John", "unique in current and prior")  # Bill is in the text
    assert decide(lines[0], *lines[2:]) == ("John", "unique in discourse")  # John twice, but no other


def test_unique_in_discourse_counts_an_entity_once() -> None:
    assert decide(JOHN_SLEEPS, HE_SMILES, MARY_SLEEPS, HE_SMILES) == ("He", "unique in discourse")


def test_reflexive_takes_the_nearest_in_the_sentence() -> None:
    line = "John/NNP/2/nsubj says/VBZ/0/root Bill/NNP/4/nsubj likes/VBZ/2/ccomp himself/PRP/4/obj ././2/punct"

    assert decide(line) == ("Bill", "reflexive")


def test_reflexive_does_not_leave_the_sentence() -> None:
    line = "Mary/NNP/2/nsubj likes/VBZ/0/root himself/PRP/2/obj ././2/punct"

    assert decide(JOHN_KNOWS_BILL, line) == (None, "no candidate")


def test_unique_in_current_and_prior_looks_no_further_back() -> None:
    assert decide(BILL_SLEEPS, JOHN_SLEEPS, HE_SMILES) == ("John", "unique in current and prior")


def test_possessive_takes_the_same_form_in_the_prior_sentence() -> None:
    """Whose house it is stays open, but the next "his" is his who has the house."""
    assert decide(JOHN_MEETS_TOM_IN_HIS_HOUSE) == (None, "no rule decides")
    assert decide(JOHN_MEETS_TOM_IN_HIS_HOUSE, HIS_DOG_SLEEPS) == ("his", "possessive")


def test_possessive_wants_one_such_form_and_a_possessive_anaphor() -> None:
    two = (
        "John/NNP/2/nsubj meets/VBZ/0/root Tom/NNP/2/obj in/IN/6/case his/PRP$/6/nmod:poss house/NN/2/obl "
        "near/IN/9/case his/PRP$/9/nmod:poss garden/NN/6/nmod ././2/punct"
    )
    assert decide(two, HIS_DOG_SLEEPS) == (None, "no rule decides")
    assert decide(JOHN_MEETS_TOM_IN_HIS_HOUSE, MARY_GREETS_HIM) == (None, "no rule decides")


def test_unique_in_current_looks_at_the_sentence_so_far() -> None:
    assert decide(JOHN_KNOWS_BILL, TOM_SAYS_THAT_HE_SMILES) == ("Tom", "unique in current")


def test_unique_subject_takes_the_subject_of_the_prior_sentence() -> None:
    assert decide(JOHN_KNOWS_BILL, HE_SMILES) == ("John", "unique subject")


def test_unique_subject_takes_what_the_subject_contains() -> None:
    line = "John/NNP/3/nmod:poss 's/POS/1/case sister/NN/4/nsubj knows/VBZ/0/root Bill/NNP/4/obj ././4/punct"

    assert decide(line, HE_SMILES) == ("John 's", "unique subject")


def test_unique_subject_gives_way_if_the_subject_contains_two() -> None:
    line = "John/NNP/3/nmod:poss 's/POS/1/case brother/NN/4/nsubj knows/VBZ/0/root Bill/NNP/4/obj ././4/punct"

    assert decide(line, HE_SMILES) == (None, "no rule decides")


def test_unique_subject_may_be_that_of_an_adverbial_clause_as_in_the_paper() -> None:
    """Baldwin 1997: "Besides, if he provoked Malek, uncertainties were introduced ... He noticed the supervisor"."""
    if_he_provoked_john = (
        "If/IN/3/mark he/PRP/3/nsubj provoked/VBD/7/advcl John/NNP/3/obj ,/,/3/punct doubts/NNS/7/nsubj "
        "grew/VBD/0/root ././7/punct"
    )

    assert decide(if_he_provoked_john, HE_SMILES) == ("he", "unique subject")


def test_unique_subject_is_for_subjects_of_main_clauses() -> None:
    says_mary = "Mary/NNP/2/nsubj says/VBZ/0/root that/IN/5/mark he/PRP/5/nsubj smiles/VBZ/2/ccomp ././2/punct"

    assert decide(JOHN_KNOWS_BILL, MARY_GREETS_HIM) == (None, "no rule decides")
    assert decide(JOHN_KNOWS_BILL, says_mary) == (None, "no rule decides")


HE_TELLS_TOM_OF_HIS_DOG = (
    "He/PRP/2/nsubj tells/VBZ/0/root Tom/NNP/2/obj of/IN/6/case his/PRP$/6/nmod:poss dog/NN/2/obl ././2/punct"
)


def test_cb_takes_the_subject_of_the_prior_clause_that_the_current_one_has_taken_up() -> None:
    """ "He" is John, the prior subject, so he is the centre, and his is the dog."""
    lines = (JOHN_KNOWS_BILL, HE_TELLS_TOM_OF_HIS_DOG)

    assert decide(*lines, resolver=cogniac_resolve_all.build()) == ("He", "cb")
    assert decide(*lines) == (None, "no rule decides")


def test_cb_is_one_that_is_no_subject_if_the_subject_is_not_taken_up() -> None:
    prior = "Mary/NNP/2/nsubj knows/VBZ/0/root Bill/NNP/2/obj ././2/punct"

    assert decide(JOHN_SLEEPS, prior, HE_TELLS_TOM_OF_HIS_DOG, resolver=cogniac_resolve_all.build()) == ("He", "cb")


def test_cb_wants_one_centre() -> None:
    """Bill and Tom both come up again, and neither was the subject: no centre."""
    prior = "Mary/NNP/2/nsubj shows/VBZ/0/root Bill/NNP/2/iobj Tom/NNP/2/obj ././2/punct"
    line = "Bill/NNP/2/nsubj tells/VBZ/0/root Tom/NNP/2/obj of/IN/6/case his/PRP$/6/nmod:poss dog/NN/2/obl ././2/punct"

    assert decide(prior, line, resolver=cogniac_resolve_all.build()) == ("Tom", "most recent")


def test_cb_may_come_from_a_clause_of_the_same_sentence() -> None:
    """ "He" is Bill, the most recent; the clause of "he" takes him up, and Bill was told: so the dog is his."""
    line = (
        "John/NNP/2/nsubj tells/VBZ/0/root Bill/NNP/2/obj that/IN/6/mark he/PRP/6/nsubj likes/VBZ/2/ccomp "
        "his/PRP$/8/nmod:poss dog/NN/6/obj ././2/punct"
    )

    assert decide(line, resolver=cogniac_resolve_all.build(), which=0) == ("Bill", "most recent")
    assert decide(line, resolver=cogniac_resolve_all.build()) == ("he", "cb")


def test_cb_must_be_a_possible_antecedent() -> None:
    """ "He" is John, the prior subject and now the centre; but "him" stands beside "he"."""
    lines = ("John/NNP/2/nsubj shows/VBZ/0/root Bill/NNP/2/iobj Tom/NNP/2/obj ././2/punct", HE_LIKES_HIM)

    assert decide(*lines, resolver=cogniac_resolve_all.build()) == ("Tom", "most recent")
    assert steps(*lines, resolver=cogniac_resolve_all.build())[-1] == "cb: the centre is not possible"


def test_most_recent_comes_last() -> None:
    assert decide(JOHN_KNOWS_BILL, MARY_GREETS_HIM, resolver=cogniac_resolve_all.build()) == ("Bill", "most recent")


def test_co_arguments_are_no_possible_antecedents() -> None:
    line = "John/NNP/2/nsubj likes/VBZ/0/root him/PRP/2/obj ././2/punct"

    assert decide(line) == (None, "no candidate")
    assert decide(BILL_SLEEPS, line) == ("Bill", "unique in discourse")


def test_co_arguments_bar_all_mentions_of_their_entity() -> None:
    """ "He" is John, so that John is not "him" either."""
    assert decide(JOHN_KNOWS_BILL, HE_LIKES_HIM) == ("Bill", "unique in discourse")


def test_a_pronoun_left_open_is_an_entity_of_its_own() -> None:
    assert decide(JOHN_KNOWS_BILL, MARY_GREETS_HIM, HE_SMILES) == ("him", "unique in current and prior")


def test_what_a_pronoun_tells_is_known_of_its_entity() -> None:
    """The doctor could be he or she, but once she is she, "he" can only be John."""
    the_doctor = "The/DT/2/det doctor/NN/3/nsubj sleeps/VBZ/0/root ././3/punct"
    she_smiles = "She/PRP/2/nsubj smiles/VBZ/0/root ././2/punct"

    assert decide(the_doctor, she_smiles, which=0) == ("The doctor", "unique in discourse")
    assert decide(JOHN_SLEEPS, the_doctor, HE_SMILES) == ("The doctor", "unique in current and prior")
    assert decide(JOHN_SLEEPS, the_doctor, she_smiles, HE_SMILES) == ("John", "unique in discourse")


def test_names_of_one_person_are_one_entity() -> None:
    full = "John/NNP/3/nsubj Smith/NNP/1/flat sleeps/VBZ/0/root ././3/punct"
    short = "Smith/NNP/2/nsubj dreams/VBZ/0/root ././2/punct"

    assert decide(full, short, HE_SMILES) == ("Smith", "unique in discourse")
    assert decide(full, short, HE_SMILES, resolver=cogniac.Cogniac(merge_names=False)) == (
        "Smith",
        "unique in current and prior",
    )


def test_names_that_do_not_agree_are_two_entities() -> None:
    john = "John/NNP/3/nsubj Smith/NNP/1/flat sleeps/VBZ/0/root ././3/punct"
    mary = "Mary/NNP/3/nsubj Smith/NNP/1/flat dreams/VBZ/0/root ././3/punct"

    assert decide(john, mary, HE_SMILES) == ("John Smith", "unique in discourse")


def test_steps_tell_why_the_rules_before_left_a_pronoun_open() -> None:
    assert decide(JOHN_KNOWS_BILL, HE_SMILES) == ("John", "unique subject")
    assert steps(JOHN_KNOWS_BILL, HE_SMILES) == (
        "unique in discourse: 2 entities possible",
        "reflexive: not reflexive",
        "unique in current and prior: 2 entities possible",
        "possessive: not possessive",
        "unique in current: no entity possible",
    )
    assert steps(JOHN_SLEEPS, HE_SMILES) == ()  # the first rule answers


def test_rules_can_be_chosen() -> None:
    chosen = cogniac.Cogniac(rules=("unique in discourse", "most recent"))

    assert decide(JOHN_KNOWS_BILL, HE_SMILES, resolver=chosen) == ("Bill", "most recent")
