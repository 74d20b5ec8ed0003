"""Centering: anchors as Brennan, Friedman & Pollard 1987 rank them, and left-right centering (Tetreault 2001)."""

from collections.abc import Iterable

import pytest

from anaphora.resolvers import centering_bfp, left_right_centering
from anaphora.resolvers._discourse.utterances import depths, function_ranks, utterances
from anaphora.resolvers.centering_bfp import Utterance
from anaphora.workbench.decision import Centering, Resolver
from tests.annotated import prepared
from tests.resolvers.answers import words

TOM_SLEEPS = "Tom/NNP/2/nsubj sleeps/VBZ/0/root ././2/punct"
BILL_SLEEPS = "Bill/NNP/2/nsubj sleeps/VBZ/0/root ././2/punct"
HE_SMILES = "He/PRP/2/nsubj smiles/VBZ/0/root ././2/punct"
MARY_SLEEPS = "Mary/NNP/2/nsubj sleeps/VBZ/0/root ././2/punct"
JOHN_KNOWS_BILL = "John/NNP/2/nsubj knows/VBZ/0/root Bill/NNP/2/obj ././2/punct"
TOM_SAYS_THAT_HE_SMILES = "Tom/NNP/2/nsubj says/VBZ/0/root that/IN/5/mark he/PRP/5/nsubj smiles/VBZ/2/ccomp ././2/punct"
WITH_TOM_HE_LEAVES = "With/IN/2/case Tom/NNP/4/obl he/PRP/4/nsubj leaves/VBZ/0/root ././4/punct"
WITH_TOM_JOHN_LEAVES = "With/IN/2/case Tom/NNP/4/obl John/NNP/4/nsubj leaves/VBZ/0/root ././4/punct"
THREE_CONJOINED = (
    "John/NNP/2/nsubj leaves/VBZ/0/root ,/,/5/punct Tom/NNP/5/nsubj stays/VBZ/2/conj and/CC/8/cc he/PRP/8/nsubj "
    "sings/VBZ/2/conj ././2/punct"
)
JOHN_SAYS_TOM_LEFT_WHEN_HE_CAME = (
    "John/NNP/2/nsubj says/VBZ/0/root Tom/NNP/4/nsubj left/VBD/2/ccomp when/WRB/7/advmod he/PRP/7/nsubj "
    "came/VBD/4/advcl ././2/punct"
)
HE_LIKES_JOHN = "He/PRP/2/nsubj likes/VBZ/0/root John/NNP/2/obj ././2/punct"
HIMSELF = (
    "John/NNP/2/nsubj says/VBZ/0/root that/IN/5/mark Tom/NNP/5/nsubj likes/VBZ/2/ccomp himself/PRP/5/obj ././2/punct"
)


def answers(resolver: Resolver, *lines: str) -> list[tuple[str | None, str]]:
    """For each pronoun the antecedent and the rule that gave it."""
    document = prepared("\n".join(lines))
    return [
        (words(document, decision.antecedent), decision.explanation.rule) for decision in resolver.resolve(document)
    ]


def lrc(*lines: str, **options: object) -> tuple[str | None, str]:
    """What left-right centering answers to the last pronoun."""
    return answers(left_right_centering.LeftRightCentering(**options), *lines)[-1]  # type: ignore[arg-type]


def bfp(*lines: str, **options: object) -> tuple[str | None, str]:
    """What Brennan, Friedman & Pollard's algorithm answers to the last pronoun."""
    return answers(centering_bfp.CenteringBFP(**options), *lines)[-1]  # type: ignore[arg-type]


def steps(resolver: Resolver, *lines: str) -> tuple[str, ...]:
    """How the decision of the last pronoun came about."""
    return resolver.resolve(prepared("\n".join(lines)))[-1].explanation.steps


# Utterances and their order


def heads(text: str, unit: str) -> list[str]:
    """The words that head the utterances."""
    document = prepared(text)
    return [document.document.words[head] for head in utterances(document, unit).heads]  # type: ignore[arg-type]


def test_utterances_are_sentences_and_conjoined_clauses_with_a_subject() -> None:
    shared = "John/NNP/2/nsubj comes/VBZ/0/root and/CC/4/cc sings/VBZ/2/conj ././2/punct"

    assert heads(THREE_CONJOINED, "sentence") == ["leaves", "stays", "sings"]
    assert heads(shared, "sentence") == ["comes"]
    assert heads(JOHN_SAYS_TOM_LEFT_WHEN_HE_CAME, "sentence") == ["says"]


def test_sentences_conjoined_with_conjoined_ones_are_utterances_too() -> None:
    line = (
        "John/NNP/2/nsubj leaves/VBZ/0/root ,/,/5/punct Tom/NNP/5/nsubj stays/VBZ/2/conj and/CC/8/cc Bill/NNP/8/nsubj "
        "sings/VBZ/5/conj ././2/punct"
    )

    assert heads(line, "sentence") == ["leaves", "stays", "sings"]


def test_a_conjoined_sentence_goes_on_to_where_the_next_starts() -> None:
    """The last clause belongs to the first verb in the tree, but stands after the second."""
    line = (
        "John/NNP/2/nsubj leaves/VBZ/0/root and/CC/5/cc Tom/NNP/5/nsubj stays/VBZ/2/conj when/WRB/8/advmod "
        "Bill/NNP/8/nsubj sings/VBZ/2/advcl ././2/punct"
    )

    assert utterances(prepared(line), "sentence").mentions == ((0,), (1, 2))  # John; Tom and Bill


def test_utterances_may_be_finite_clauses() -> None:
    infinitive = "John/NNP/2/nsubj wants/VBZ/0/root to/TO/4/mark win/VB/2/advcl ././2/punct"
    auxiliary = "John/NNP/2/nsubj thinks/VBZ/0/root Tom/NNP/5/nsubj is/VBZ/5/aux singing/VBG/2/ccomp ././2/punct"

    assert heads(JOHN_SAYS_TOM_LEFT_WHEN_HE_CAME, "clause") == ["says", "left", "came"]
    assert heads(infinitive, "clause") == ["wants"]
    assert heads(auxiliary, "clause") == ["thinks", "singing"]


def test_functions_rank_from_the_subject_to_what_is_no_complement() -> None:
    line = (
        "Tom/NNP/2/nsubj gives/VBZ/0/root Ann/NNP/2/iobj books/NNS/2/obj for/IN/8/case Bill/NNP/8/nmod:poss "
        "'s/POS/6/case sister/NN/2/obl ././2/punct"
    )
    there_are_keys = "There/EX/2/expl are/VBP/0/root/be keys/NNS/2/nsubj ././2/punct"
    document = prepared(line)

    ranks = zip((mention.lemma for mention in document.mentions), function_ranks(document.mentions), strict=True)
    assert dict(ranks) == {"tom": 0, "ann": 1, "book": 2, "sister": 3, "bill": 4}
    assert function_ranks(prepared(there_are_keys).mentions) == [1]


def test_the_subject_is_the_least_deep_in_the_tree() -> None:
    """[S [PP With [NP Tom]] [NP John] [VP leaves]]: a breadth-first walk meets John first."""
    tom, john = depths(prepared(WITH_TOM_JOHN_LEAVES))

    assert john < tom


def test_a_coordination_is_less_deep_than_its_conjuncts() -> None:
    line = "John/NNP/4/nsubj and/CC/3/cc Tom/NNP/1/conj leave/VBP/0/root ././4/punct"
    both, john, tom = depths(prepared(line))

    assert both < john == tom


def test_a_possessor_is_as_deep_as_the_noun_phrase_that_it_opens() -> None:
    """The brother of John's wife, as deep as the subject of a verb, where [NP [NP John's] wife] has them deeper."""
    line = (
        "John/NNP/3/nmod:poss 's/POS/1/case wife/NN/5/nmod:poss 's/POS/3/case brother/NN/6/nsubj sleeps/VBZ/0/root "
        "././6/punct"
    )

    assert len(set(depths(prepared(line)))) == 1


# Left-right centering


def test_lrc_searches_its_own_utterance_from_left_to_right() -> None:
    line = (
        "John/NNP/2/nsubj tells/VBZ/0/root Tom/NNP/2/obj that/IN/6/mark he/PRP/6/nsubj smiles/VBZ/2/ccomp ././2/punct"
    )

    assert lrc(BILL_SLEEPS, line) == ("John", "current utterance")


def test_lrc_searches_for_a_reflexive_from_right_to_left() -> None:
    assert lrc(HIMSELF) == ("Tom", "current utterance")


JOHNS_BROTHER_SAYS_THAT_HE_SMILES = (
    "John/NNP/3/nmod:poss 's/POS/1/case brother/NN/4/nsubj says/VBZ/0/root that/IN/7/mark he/PRP/7/nsubj "
    "smiles/VBZ/4/ccomp ././4/punct"
)


@pytest.mark.parametrize("variant", ["LRC", "LRC-surf", "LRC-F", "LRC-S"])
def test_lrc_tries_the_possessor_before_the_noun_phrase_that_it_opens(variant: str) -> None:
    johns_brother_sleeps = "John/NNP/3/nmod:poss 's/POS/1/case brother/NN/4/nsubj sleeps/VBZ/0/root ././4/punct"

    assert lrc(JOHNS_BROTHER_SAYS_THAT_HE_SMILES, variant=variant) == ("John 's", "current utterance")
    assert lrc(johns_brother_sleeps, HE_SMILES, variant=variant) == ("John 's", "earlier utterance")


def test_lrc_does_not_know_what_follows_a_pronoun() -> None:
    """He cannot be John, who follows as object; but that is read later."""
    assert lrc(JOHN_KNOWS_BILL, HE_LIKES_JOHN) == ("John", "earlier utterance")


def test_lrc_passes_over_co_arguments() -> None:
    line = "John/NNP/2/nsubj likes/VBZ/0/root him/PRP/2/obj ././2/punct"

    assert lrc(BILL_SLEEPS, line) == ("Bill", "earlier utterance")


def test_lrc_searches_the_last_utterance_before_older_ones() -> None:
    assert lrc(BILL_SLEEPS, TOM_SLEEPS, HE_SMILES) == ("Tom", "earlier utterance")
    assert lrc(BILL_SLEEPS, MARY_SLEEPS, HE_SMILES) == ("Bill", "earlier utterance")


def test_lrc_walks_earlier_utterances_breadth_first() -> None:
    assert lrc(WITH_TOM_JOHN_LEAVES, HE_SMILES, variant="LRC") == ("John", "earlier utterance")
    assert lrc(WITH_TOM_JOHN_LEAVES, HE_SMILES, variant="LRC-surf") == ("Tom", "earlier utterance")


def test_lrc_f_processes_a_prepended_phrase_last() -> None:
    """Before the pronoun stands Tom, but in a prepended phrase, of which the subject does not know yet."""
    assert lrc(BILL_SLEEPS, WITH_TOM_HE_LEAVES, variant="LRC") == ("Tom", "current utterance")
    assert lrc(BILL_SLEEPS, WITH_TOM_HE_LEAVES) == ("Bill", "earlier utterance")
    assert lrc(WITH_TOM_HE_LEAVES) == ("Tom", "prepended phrase")


def test_lrc_f_processes_pronouns_of_the_prepended_phrase_last() -> None:
    """He is Bill; then his wife, in the prepended phrase, may be anybody's but is Bill's."""
    line = (
        "With/IN/3/case his/PRP$/3/nmod:poss wife/NN/5/obl he/PRP/5/nsubj leaves/VBZ/0/root Tom/NNP/5/obj ././5/punct"
    )

    assert answers(left_right_centering.LeftRightCentering(), BILL_SLEEPS, line) == [("Bill", "earlier utterance")] * 2


def test_lrc_s_counts_what_precedes_the_main_subject_as_prepended() -> None:
    line = (
        "When/WRB/3/advmod Tom/NNP/3/nsubj comes/VBZ/6/advcl ,/,/3/punct he/PRP/6/nsubj smiles/VBZ/0/root ././6/punct"
    )

    assert lrc(BILL_SLEEPS, line) == ("Tom", "current utterance")
    assert lrc(BILL_SLEEPS, line, variant="LRC-S") == ("Bill", "earlier utterance")


def test_lrc_p_tries_pronouns_first() -> None:
    """In the second sentence "him" is Tom, and Bill the subject."""
    bill_greets_him = "Bill/NNP/2/nsubj greets/VBZ/0/root him/PRP/2/obj ././2/punct"

    assert lrc(TOM_SLEEPS, bill_greets_him, HE_SMILES) == ("Bill", "earlier utterance")
    assert lrc(TOM_SLEEPS, bill_greets_him, HE_SMILES, variant="LRC-P") == ("him", "earlier utterance")


def test_lrc_splits_utterances_as_told() -> None:
    assert lrc(THREE_CONJOINED) == ("Tom", "earlier utterance")
    assert lrc(JOHN_SAYS_TOM_LEFT_WHEN_HE_CAME) == ("John", "current utterance")
    assert lrc(JOHN_SAYS_TOM_LEFT_WHEN_HE_CAME, utterance="clause") == ("Tom", "earlier utterance")


# Anchors: entities are 0, 1, ... by their rank in the utterance before


@pytest.mark.parametrize(
    ("last_centre", "first", "transition"),
    [
        (0, 0, "continue"),  # the pronoun's entity stays the centre, and is the preferred one
        (0, 1, "retain"),
        (1, 0, "smooth shift"),
        (1, 1, "rough shift"),
        (None, 0, "continue"),  # no centre so far
        (None, 1, "retain"),
    ],
)
def test_transitions_compare_the_centre_with_the_last_and_the_preferred_one(
    last_centre: int | None, first: int, transition: str
) -> None:
    utterance = Utterance([[0]], [[]], first_given=first, given=frozenset({1}), last_centre=last_centre)
    anchor = utterance.anchor((0,))

    assert (anchor.centre, anchor.transition) == (0, transition)


def test_the_centre_is_the_highest_entity_mentioned() -> None:
    assert Utterance([[1, 2], [1, 2]], [[], []]).anchor((2, 1)).centre == 1


def test_an_utterance_that_mentions_nothing_of_the_last_has_no_centre() -> None:
    anchor = Utterance([], []).best(10)

    assert (anchor.centre, anchor.transition) == (None, "")


def test_rule_1_wants_the_centre_pronominalised() -> None:
    """The utterance names entity 0; its pronoun must then be 0 as well."""
    named = Utterance([[0, 1]], [[]], given=frozenset({0}))

    assert not named.anchor((1,)).keeps_rule_1
    assert named.anchor((0,)).keeps_rule_1


def test_rule_1_is_kept_by_another_pronoun_that_is_the_centre() -> None:
    given = frozenset({0})

    assert Utterance([[1]], [[]], given=given, pronominal=given).anchor((1,)).keeps_rule_1


def test_a_pronoun_stays_free_if_binding_it_breaks_rule_1() -> None:
    anchor = Utterance([[1]], [[]], given=frozenset({0})).best(10)

    assert anchor.bound == (None,)


def test_pronouns_stay_free_if_the_other_mentions_break_rule_1() -> None:
    """Entity 0 is named and 1 pronominalised, whatever the pronoun is."""
    anchor = Utterance([[1]], [[]], given=frozenset({0, 1}), pronominal=frozenset({1})).best(10)

    assert (anchor.bound, anchor.centre, anchor.keeps_rule_1) == ((None,), 0, False)


def test_contraindexed_pronouns_are_bound_to_two_entities() -> None:
    anchor = Utterance([[0, 1], [0, 1]], [[], [0]], first=0).best(10)
    free = Utterance([[0, 1], [0, 1]], [[], []], first=0).best(10)

    assert anchor.bound == (0, 1)
    assert free.bound == (0, 0)


def test_the_better_transition_wins_over_the_higher_rank() -> None:
    """Entity 0 would be a smooth shift; entity 1, the last centre, continues."""
    anchor = Utterance([[0, 1]], [[]], first=0, last_centre=1).best(10)

    assert (anchor.bound, anchor.transition) == ((1,), "continue")


def test_a_limit_keeps_the_anchors_that_continue() -> None:
    anchor = Utterance([[0, 1]], [[]], first=0, last_centre=1).best(1)

    assert anchor.bound == (1,)


def test_many_pronouns_do_not_take_for_ever() -> None:
    """Thirty pronouns with ten choices each have more anchors than can be looked at."""
    anchor = Utterance([range(10)] * 30, [[]] * 30, first=0, last_centre=3).best(100)

    assert anchor.bound[0] == 3


def test_more_contraindexed_pronouns_than_entities_do_not_take_for_ever() -> None:
    """Forty pronouns that must not corefer have 39 entities to choose from: one stays free."""
    anchor = Utterance([range(39)] * 40, [range(later) for later in range(40)], first=0).best(100)

    assert sorted(rank for rank in anchor.bound if rank is not None) == list(range(39))


# Brennan, Friedman & Pollard

ANN_DRIVES = "Ann/NNP/2/nsubj drives/VBZ/0/root a/DT/4/det van/NN/2/obj ././2/punct"
SHE_DRIVES = "She/PRP/2/nsubj drives/VBZ/0/root fast/RB/2/advmod ././2/punct"
MARY_RACES_HER = "Mary/NNP/2/nsubj races/VBZ/0/root her/PRP/2/obj ././2/punct"
SHE_BEATS_HER = "She/PRP/2/nsubj beats/VBZ/0/root her/PRP/2/obj ././2/punct"


def test_bfp_prefers_the_smooth_shift_to_the_rough_one() -> None:
    """Mary, the subject, is the new centre: she as subject shifts smoothly, as object roughly."""
    assert answers(centering_bfp.CenteringBFP(), ANN_DRIVES, SHE_DRIVES, MARY_RACES_HER, SHE_BEATS_HER) == [
        ("Ann", "continue"),
        ("She", "retain"),
        ("Mary", "smooth shift"),
        ("her", "smooth shift"),
    ]


def test_the_trail_has_the_list_the_centre_and_the_transition_of_every_utterance() -> None:
    """Ann drives a van. She (Ann) drives fast. Mary races her (Ann). She (Mary) beats her (Ann)."""
    document = prepared("\n".join((ANN_DRIVES, SHE_DRIVES, MARY_RACES_HER, SHE_BEATS_HER)))
    trail = centering_bfp.CenteringBFP().resolve(document)[-1].explanation.trail
    assert isinstance(trail, Centering)

    def named(mentions: Iterable[int]) -> list[str | None]:
        return [words(document, mention) for mention in mentions]

    assert trail.place == 3
    assert [
        (each.start, named(each.listed), named(each.entities), words(document, each.centre), each.transition)
        for each in trail.utterances
    ] == [
        (0, ["Ann", "a van"], ["Ann", "a van"], None, ""),
        (5, ["She"], ["Ann"], "Ann", "continue"),
        (9, ["Mary", "her"], ["Mary", "Ann"], "Ann", "retain"),
        (13, ["She", "her"], ["Mary", "Ann"], "Mary", "smooth shift"),
    ]


def test_the_trail_tells_the_transition_of_an_utterance_without_pronouns() -> None:
    """Mary is the only one whom both utterances speak of, and the second starts with her."""
    document = prepared("\n".join((MARY_SLEEPS, MARY_SLEEPS, HE_SMILES)))
    trail = centering_bfp.CenteringBFP().resolve(document)[-1].explanation.trail

    assert isinstance(trail, Centering)
    assert [each.transition for each in trail.utterances] == ["", "continue", ""]


def test_bfp_steps_tell_the_transition_the_centres_and_the_list() -> None:
    """The centre was Ann, whom the utterance before lists after Mary."""
    assert steps(centering_bfp.CenteringBFP(), ANN_DRIVES, SHE_DRIVES, MARY_RACES_HER, SHE_BEATS_HER) == (
        "transition: smooth shift",
        "centre before: Ann",
        "centre now: Mary",
        "list before: Mary, Ann",
    )


def test_bfp_steps_tell_how_a_pronoun_is_resolved_that_no_anchor_binds() -> None:
    assert steps(centering_bfp.CenteringBFP(), TOM_SAYS_THAT_HE_SMILES) == (
        "transition: none",
        "centre before: none",
        "centre now: none",
        "list before: empty",
        "no anchor binds it",
    )
    assert steps(centering_bfp.CenteringBFP(), HIMSELF) == ("its utterance is searched first",)


def test_bfp_lists_a_coordination_before_its_conjuncts() -> None:
    both_sleep = "John/NNP/4/nsubj and/CC/3/cc Tom/NNP/1/conj sleep/VBP/0/root ././4/punct"

    assert steps(centering_bfp.CenteringBFP(), both_sleep, HE_SMILES)[-1] == "list before: John and Tom, John, Tom"


def test_bfp_of_equal_transitions_takes_the_entity_that_ranks_higher() -> None:
    """Either would be the centre and the subject, with no centre before."""
    assert bfp(JOHN_KNOWS_BILL, HE_SMILES) == ("John", "continue")


def test_bfp_binds_a_pronoun_to_no_co_argument_that_follows() -> None:
    """John would continue as the centre, but he is the object; Bill shifts."""
    bill_knows_him = "Bill/NNP/2/nsubj knows/VBZ/0/root him/PRP/2/obj ././2/punct"
    john_sleeps = "John/NNP/2/nsubj sleeps/VBZ/0/root ././2/punct"

    assert bfp(john_sleeps, bill_knows_him, HE_LIKES_JOHN) == ("Bill", "smooth shift")


def test_bfp_does_not_search_again_what_the_filters_refuse() -> None:
    """He is not John, the object; and if he were Bill, the centre would still be John, who has no pronoun."""
    assert bfp(JOHN_KNOWS_BILL, HE_LIKES_JOHN) == (None, "no anchor")


def test_bfp_takes_a_definite_noun_phrase_with_the_same_words_for_the_same_entity() -> None:
    """Then the van, which comes up again, is the centre that goes on; otherwise the subject is the first."""
    a_van_stops = "A/DT/2/det van/NN/3/nsubj stops/VBZ/0/root ././3/punct"
    rail_moves_the_van = "The/DT/2/det rail/NN/3/nsubj moves/VBZ/0/root the/DT/5/det van/NN/3/obj ././3/punct"
    rail_moves_the_cart = "The/DT/2/det rail/NN/3/nsubj moves/VBZ/0/root the/DT/5/det cart/NN/3/obj ././3/punct"
    rail_moves_a_van = "The/DT/2/det rail/NN/3/nsubj moves/VBZ/0/root a/DT/5/det van/NN/3/obj ././3/punct"
    it_shines = "It/PRP/2/nsubj shines/VBZ/0/root ././2/punct"

    assert bfp(a_van_stops, rail_moves_the_van, it_shines) == ("the van", "continue")
    assert bfp(a_van_stops, rail_moves_the_cart, it_shines) == ("The rail", "continue")
    assert bfp(a_van_stops, rail_moves_a_van, it_shines) == ("The rail", "continue")


def test_bfp_ranks_entities_by_function() -> None:
    """Tom stands first, but John is the subject."""
    assert bfp(WITH_TOM_JOHN_LEAVES, HE_SMILES) == ("John", "continue")


def test_bfp_ranks_who_is_given_something_above_what_is_given() -> None:
    """Brennan, Friedman & Pollard 1987: of "gave Betsy a pet hamster" Betsy is the object, the hamster the second."""
    susan_gave = (
        "Susan/NNP/2/nsubj gave/VBD/0/root Betsy/NNP/2/iobj a/DT/6/det pet/NN/6/compound hamster/NN/2/obj ././2/punct"
    )
    she_reminded = "She/PRP/2/nsubj reminded/VBD/0/root her/PRP/2/obj ././2/punct"

    assert bfp(susan_gave, she_reminded) == ("Betsy", "continue")


def test_bfp_binds_no_entity_to_pronouns_that_disagree() -> None:
    """The doctor could be he or she, but not both: he sells the van of Ann, who comes two sentences back."""
    the_doctor = "The/DT/2/det doctor/NN/3/nsubj sleeps/VBZ/0/root ././3/punct"
    he_sells_her_van = "He/PRP/2/nsubj sells/VBZ/0/root her/PRP$/4/nmod:poss van/NN/2/obj ././2/punct"

    assert answers(centering_bfp.CenteringBFP(), ANN_DRIVES, the_doctor, he_sells_her_van) == [
        ("The doctor", "continue"),
        ("Ann", "earlier utterance"),
    ]


def test_bfp_keeps_rule_1() -> None:
    """John comes up again by name, and outranks Bill; so a pronoun must be John."""
    line = "John/NNP/2/nsubj says/VBZ/0/root that/IN/5/mark he/PRP/5/nsubj smiles/VBZ/2/ccomp ././2/punct"

    assert bfp(JOHN_KNOWS_BILL, line) == ("John", "continue")


def test_bfp_looks_at_the_last_utterance_before_its_own() -> None:
    assert bfp(BILL_SLEEPS, TOM_SAYS_THAT_HE_SMILES) == ("Bill", "retain")
    assert bfp(TOM_SAYS_THAT_HE_SMILES) == ("Tom", "same utterance")


def test_bfp_with_carters_change_looks_at_its_own_utterance_first_if_there_is_no_centre() -> None:
    assert bfp(BILL_SLEEPS, TOM_SAYS_THAT_HE_SMILES, intrasentential="carter") == ("Tom", "same utterance")
    assert bfp(BILL_SLEEPS, HE_SMILES, TOM_SAYS_THAT_HE_SMILES, intrasentential="carter") == ("He", "retain")


def test_bfp_with_carters_change_looks_at_its_own_utterance_first_if_the_centre_does_not_agree() -> None:
    she_knows_bill = "She/PRP/2/nsubj knows/VBZ/0/root Bill/NNP/2/obj ././2/punct"
    lines = (ANN_DRIVES, she_knows_bill, TOM_SAYS_THAT_HE_SMILES)

    assert bfp(*lines) == ("Bill", "rough shift")
    assert bfp(*lines, intrasentential="carter") == ("Tom", "same utterance")


def test_bfp_searches_older_utterances_last() -> None:
    assert bfp(JOHN_KNOWS_BILL, MARY_SLEEPS, HE_SMILES) == ("John", "earlier utterance")


def test_bfp_gives_a_reflexive_the_nearest_of_its_utterance() -> None:
    assert bfp(BILL_SLEEPS, HIMSELF) == ("Tom", "same utterance")


def test_bfp_lets_a_reflexive_be_the_subject_beside_it() -> None:
    he_likes_himself = "He/PRP/2/nsubj likes/VBZ/0/root himself/PRP/2/obj ././2/punct"

    assert answers(centering_bfp.CenteringBFP(), JOHN_KNOWS_BILL, he_likes_himself) == [
        ("John", "continue"),
        ("He", "same utterance"),
    ]


def test_bfp_resets_the_centre_at_a_paragraph_if_told() -> None:
    """With Ann as the centre "her" is Ann; without one it is Mary, who ranks higher."""
    line = "Eve/NNP/2/nsubj says/VBZ/0/root that/IN/5/mark Tom/NNP/5/nsubj greets/VBZ/2/ccomp her/PRP/5/obj ././2/punct"
    lines = (ANN_DRIVES, SHE_DRIVES, MARY_RACES_HER, "", line)

    assert bfp(*lines) == ("her", "retain")
    assert bfp(*lines, segment="paragraph") == ("Mary", "retain")


def test_bfp_keeps_the_centre_in_a_paragraph_that_starts_with_a_pronoun_that_needs_it() -> None:
    """Nobody whom the sentence names could be "her"."""
    line = "Tom/NNP/2/nsubj greets/VBZ/0/root her/PRP/2/obj ././2/punct"

    assert bfp(ANN_DRIVES, SHE_DRIVES, MARY_RACES_HER, "", line, segment="paragraph") == ("her", "retain")


def test_bfp_keeps_the_centre_in_a_paragraph_that_starts_with_a_pronoun_as_subject() -> None:
    lines = (ANN_DRIVES, SHE_DRIVES, MARY_RACES_HER, "", "She/PRP/2/nsubj smiles/VBZ/0/root ././2/punct")

    assert bfp(*lines, segment="paragraph") == ("her", "continue")


def test_bfp_splits_utterances_as_told() -> None:
    assert bfp(JOHN_SAYS_TOM_LEFT_WHEN_HE_CAME) == ("John", "same utterance")
    assert bfp(JOHN_SAYS_TOM_LEFT_WHEN_HE_CAME, utterance="clause") == ("Tom", "continue")
