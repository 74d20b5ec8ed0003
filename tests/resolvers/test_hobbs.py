from dataclasses import replace
from typing import Any

import pytest

from anaphora.preprocess import Layers, Preparation, prepare
from anaphora.resolvers import hobbs
from anaphora.resolvers._syntax.hobbs_search import searches, start_of
from anaphora.resolvers._syntax.treebank import trees
from anaphora.workbench import parse_bits
from anaphora.workbench.decision import Explanation, Walk
from anaphora.workbench.document import Prepared, Span
from tests.annotated import annotated, prepared
from tests.resolvers.answers import words

CASTLE = (
    "The/DT/2/det castle/NN/5/nsubj in/IN/4/case Camelot/NNP/2/nmod remained/VBD/0/root the/DT/7/det "
    "residence/NN/5/xcomp of/IN/10/case the/DT/10/det king/NN/7/nmod until/IN/12/case 536/CD/5/obl when/WRB/15/advmod "
    "he/PRP/15/nsubj moved/VBD/12/acl:relcl it/PRP/15/obj to/IN/18/case London/NNP/15/obl ././5/punct"
)
IN_HIS_TRUCK = (
    "Smith/NNP/2/nsubj saw/VBD/0/root a/DT/4/det driver/NN/2/obj in/IN/7/case his/PRP$/7/nmod:poss truck/NN/4/nmod"
)
OF_HIS_TRUCK = IN_HIS_TRUCK.replace("in/IN", "of/IN")
AFTER_HE_ROBBED = (
    "After/IN/3/mark he/PRP/3/nsubj robbed/VBD/8/advcl the/DT/5/det bank/NN/3/obj ,/,/3/punct John/NNP/8/nsubj "
    "left/VBD/0/root"
)
SAID_HE_LIKED_HIM = "John/NNP/2/nsubj said/VBD/0/root that/IN/5/mark he/PRP/5/nsubj liked/VBD/2/ccomp him/PRP/5/obj"
PORTRAIT_OF_HIM = (
    "Bill/NNP/2/nsubj saw/VBD/0/root John/NNP/5/nmod:poss 's/POS/3/case portrait/NN/2/obj of/IN/7/case him/PRP/5/nmod"
)
TOLD_BILL = "John/NNP/2/nsubj told/VBD/0/root Bill/NNP/2/obj to/TO/5/mark see/VB/2/xcomp him/PRP/5/obj"
WANTED_TO_SEE = "John/NNP/2/nsubj wanted/VBD/0/root to/TO/4/mark see/VB/2/xcomp him/PRP/4/obj"
SAW_HIM = "John/NNP/2/nsubj saw/VBD/0/root him/PRP/2/obj"
MOTHER_LIKES_HIM = "John/NNP/3/nmod:poss 's/POS/1/case mother/NN/4/nsubj likes/VBZ/0/root him/PRP/4/obj"
WENT_TO_THE_STORE = "John/NNP/2/nsubj went/VBD/0/root to/IN/5/case the/DT/5/det store/NN/2/obl"
HE_BOUGHT_A_HAT = "He/PRP/2/nsubj bought/VBD/0/root a/DT/4/det hat/NN/2/obj"
HE_LEFT = "He/PRP/2/nsubj left/VBD/0/root"


CONSTITUENTS = {
    CASTLE: "(TOP(S(NP(NP* *) (PP* (NP*))) (VP* (NP(NP* *) (PP* (NP* *))) (PP* (NP(NP*) (SBAR(WHADVP*) (S(NP*) (VP* "
    "(NP*) (PP* (NP*)))))))) *))",
    IN_HIS_TRUCK: "(TOP(S(NP*) (VP* (NP(NP* *) (PP* (NP* *))))))",
    OF_HIS_TRUCK: "(TOP(S(NP*) (VP* (NP(NP* *) (PP* (NP* *))))))",
    AFTER_HE_ROBBED: "(TOP(S(SBAR* (S(NP*) (VP* (NP* *)))) * (NP*) (VP*)))",
    SAID_HE_LIKED_HIM: "(TOP(S(NP*) (VP* (SBAR* (S(NP*) (VP* (NP*)))))))",
    PORTRAIT_OF_HIM: "(TOP(S(NP*) (VP* (NP(NP(NP* *) *) (PP* (NP*))))))",
    TOLD_BILL: "(TOP(S(NP*) (VP* (NP*) (S(VP* (VP* (NP*)))))))",
    WANTED_TO_SEE: "(TOP(S(NP*) (VP* (S(VP* (VP* (NP*)))))))",
    SAW_HIM: "(TOP(S(NP*) (VP* (NP*))))",
    MOTHER_LIKES_HIM: "(TOP(S(NP(NP* *) *) (VP* (NP*))))",
    WENT_TO_THE_STORE: "(TOP(S(NP*) (VP* (PP* (NP* *)))))",
    HE_BOUGHT_A_HAT: "(TOP(S(NP*) (VP* (NP* *))))",
}
"""What the Penn Treebank has for the same sentences."""


def document_of(*lines: str, constituents: bool = False) -> Prepared:
    """The sentences with their dependency trees, and with constituents if so wished."""
    made = prepared("\n".join(lines))
    bits = tuple(" ".join(CONSTITUENTS[line] for line in lines).split()) if constituents else ()
    assert parse_bits.fault(bits, made.annotation.sentence_starts) is None
    return replace(made, document=replace(made.document, parse=bits))


def typed_castle(*, constituents: bool = False) -> Prepared:
    """The worked example, in which places and times are known as such."""
    document, annotation = annotated(CASTLE)
    types = {1: "PLACE", 3: "PLACE", 6: "PLACE", 11: "TIME"}
    typed = replace(annotation, entity=tuple(types.get(token, "") for token in range(len(document.words))))
    bits = tuple(CONSTITUENTS[CASTLE].split()) if constituents else ()
    return prepare(document, typed, layers=Layers(non_anaphoric=frozenset(), constituents=bits))


def proposed(*lines: str, pronoun: str, since: int = 0, constituents: bool = False) -> list[tuple[int, str]]:
    """What is proposed for the last such pronoun: each step with the head of the noun phrase."""
    document = document_of(*lines, constituents=constituents)
    words, found = document.document.words, trees(document)
    token = max(index for index, word in enumerate(words) if word.lower() == pronoun)
    mention = next(mention for mention in document.mentions if mention.head == token)
    steps = searches(found, start_of(found, mention), since)
    return [(search.step, words[found.head[node]]) for search in steps for node in search.nodes]


def decide(*lines: str, case: int = -1, constituents: bool = False, **options: Any) -> tuple[str | None, Explanation]:
    """The answer to the last pronoun of a document, or that of another case, and its explanation."""
    document = document_of(*lines, constituents=constituents)
    decision = hobbs.Hobbs(**options).resolve(document)[case]
    return words(document, decision.antecedent), decision.explanation


BOTH = pytest.mark.parametrize("constituents", [False, True], ids=["dependencies", "constituents"])


@BOTH
def test_the_worked_example_proposes_in_the_order_of_the_paper(constituents: bool) -> None:
    """Hobbs 1978: "it" passes over 536 and the castle, which do not move, to the residence."""
    order = ["536", "castle", "residence", "Camelot", "king"]

    assert proposed(CASTLE, pronoun="it", constituents=constituents) == list(zip((6, 7, 7, 7, 7), order, strict=True))
    assert [word for _, word in proposed(CASTLE, pronoun="he", constituents=constituents)] == order


@BOTH
def test_the_worked_example_goes_by_syntax_and_agreement(constituents: bool) -> None:
    """Without selectional constraints "it" is 536 or, as dates do not move, the castle; "he" is the king."""
    ready = typed_castle(constituents=constituents)

    def answers(**options: Any) -> list[str]:
        made = hobbs.Hobbs(**options).resolve(ready)
        return [ready.document.words_of(ready.mentions[entry.antecedent or 0].span) for entry in made]

    assert answers() == ["the king", "The castle in Camelot"]
    assert answers(temporal_filter=False, agreement=False) == ["536 when he moved it to London"] * 2


@BOTH
@pytest.mark.parametrize(
    ("sentence", "pronoun", "expected"),
    [
        (IN_HIS_TRUCK, "his", [(6, "driver"), (7, "Smith")]),
        (OF_HIS_TRUCK, "his", [(7, "Smith")]),
        (AFTER_HE_ROBBED, "he", [(8, "John")]),
        (SAID_HE_LIKED_HIM, "he", [(7, "John")]),
        (SAID_HE_LIKED_HIM, "him", [(7, "John")]),
        (PORTRAIT_OF_HIM, "him", [(7, "Bill")]),
        (TOLD_BILL, "him", [(7, "John"), (7, "Bill")]),
        (WANTED_TO_SEE, "him", []),
        (SAW_HIM, "him", []),
        (MOTHER_LIKES_HIM, "him", [(3, "John")]),
    ],
)
def test_the_steps_propose_within_a_sentence(
    sentence: str, pronoun: str, expected: list[tuple[int, str]], constituents: bool
) -> None:
    assert proposed(sentence, pronoun=pronoun, constituents=constituents) == expected


@BOTH
def test_the_steps_go_on_to_the_sentence_before(constituents: bool) -> None:
    lines = (WENT_TO_THE_STORE, HE_BOUGHT_A_HAT)

    assert proposed(*lines, pronoun="he", constituents=constituents) == [(4, "John"), (4, "store")]
    assert decide(*lines, constituents=constituents)[0] == "John"


@pytest.mark.parametrize("sentence", [line for line in CONSTITUENTS if line is not CASTLE])
def test_constituents_give_the_answers_that_the_dependencies_give(sentence: str) -> None:
    lines = (WENT_TO_THE_STORE, sentence, HE_BOUGHT_A_HAT)
    by_dependencies, by_constituents = (
        [
            (entry.antecedent, entry.explanation.rule, entry.explanation.steps)
            for entry in hobbs.Hobbs().resolve(document)
        ]
        for document in (document_of(*lines), document_of(*lines, constituents=True))
    )

    assert by_constituents == by_dependencies


def test_the_explanation_names_the_step_and_the_way_to_it() -> None:
    """The path climbs from "it" through the relative clause and past 536 to the sentence."""
    he, it = (entry.explanation for entry in hobbs.Hobbs().resolve(typed_castle()))

    assert (he.rule, it.rule) == ("step 7", "step 7")
    assert it.steps == (
        "up to S moved",
        "up to NP 536",
        "step 6: NP 536 is a time",
        "up to S remained",
        "step 7: NP castle is taken",
    )
    assert he.steps[3:] == (
        "up to S remained",
        "step 7: NP castle disagrees (gender)",
        "step 7: NP residence disagrees (gender)",
        "step 7: NP Camelot disagrees (gender)",
        "step 7: NP king is taken",
    )


def test_the_walk_has_the_nodes_in_the_order_in_which_they_were_visited() -> None:
    """Every visit by the words of its node: three climbs, and the two proposals of the worked example."""
    document = typed_castle()
    walk = hobbs.Hobbs().resolve(document)[-1].explanation.trail
    assert isinstance(walk, Walk)
    nodes, said = trees(document), document.document.words_of

    def shown(node: int) -> str:
        return f"{walk.trees.label[node]} {said(Span(nodes.start[node], nodes.end[node]))}"

    assert shown(walk.start) == "NP it"
    assert [(visit.rule, visit.outcome, shown(visit.node).split()[:3]) for visit in walk.visits] == [
        ("", "", ["S", "when", "he"]),
        ("", "", ["NP", "536", "when"]),
        ("step 6", "is a time", ["NP", "536", "when"]),
        ("", "", ["S", "The", "castle"]),
        ("step 7", "is taken", ["NP", "The", "castle"]),
    ]


def test_the_explanation_says_what_is_no_candidate_and_where_the_search_ended() -> None:
    # John stands behind the pronoun; in "the bank left it" the first X is the topmost S
    bank_left_it = "The/DT/2/det bank/NN/3/nsubj left/VBD/0/root it/PRP/3/obj"

    assert decide("Bill/NNP/2/nsubj left/VBD/0/root", AFTER_HE_ROBBED)[1].steps == (
        "up to S robbed",
        "up to S left",
        "step 8: NP John is not a candidate",
        "step 4: NP Bill is taken",
    )
    assert decide(bank_left_it)[1].steps == ("up to S left",)
    assert decide(bank_left_it)[1].rule == "no proposal among the candidates"


def test_step_1_starts_at_the_noun_phrase_of_a_possessive_within_another() -> None:
    # the path climbs from "his" to "his truck", which is X and not proposed
    line = "John/NNP/2/nsubj drove/VBD/0/root his/PRP$/4/nmod:poss truck/NN/2/obj"

    assert proposed(line, pronoun="his") == [(7, "John")]
    assert decide(line)[1].steps == ("up to NP truck", "up to S drove", "step 7: NP John is taken")


def test_step_1_starts_within_the_noun_phrase_that_a_possessive_stands_for() -> None:
    line = "John/NNP/2/nsubj lost/VBD/0/root his/PRP$/2/obj"

    assert proposed(line, pronoun="his") == [(7, "John")]
    assert decide(line)[0] == "John"


def test_the_driver_is_whose_truck_it_is_as_in_the_paper() -> None:
    """Hobbs 1978: the NP of the driver is X in step 6; "of his truck" is in its nominal, and Smith is found."""
    assert decide(IN_HIS_TRUCK)[0] == "a driver in his truck"
    assert decide(OF_HIS_TRUCK)[0] == "Smith"


def test_step_4_searches_the_sentences_before_the_nearest_first_and_each_breadth_first() -> None:
    # in the first sentence the mother is right below S, John is inside that phrase, Bill inside the VP
    lines = (MOTHER_LIKES_HIM.replace("him/PRP", "Bill/NNP"), WENT_TO_THE_STORE, HE_BOUGHT_A_HAT)

    assert proposed(*lines, pronoun="he") == [(4, "John"), (4, "store"), (4, "mother"), (4, "John"), (4, "Bill")]
    assert decide(*lines)[0] == "John"
    assert decide(*lines)[1].rule == "step 4"


def test_step_4_does_not_leave_the_scope() -> None:
    # tokens 0 to 4 are the first sentence
    assert proposed(WENT_TO_THE_STORE, HE_LEFT, HE_BOUGHT_A_HAT, pronoun="he", since=5) == [(4, "He")]


def test_step_6_is_answered_with_the_head_of_a_relative_clause() -> None:
    line = (
        "Smith/NNP/2/nsubj saw/VBD/0/root a/DT/4/det man/NN/2/obj who/WP/6/nsubj lost/VBD/4/acl:relcl "
        "his/PRP$/8/nmod:poss hat/NN/6/obj"
    )
    antecedent, explanation = decide(line)

    assert proposed(line, pronoun="his") == [(7, "who"), (6, "man"), (7, "Smith")]
    assert (antecedent, explanation.rule) == ("a man who lost his hat", "step 6")


def test_step_8_looks_to_the_right_but_not_below_a_noun_phrase_or_clause() -> None:
    # of "John's mother said that Bill came" only the mother, not John, nor Bill
    line = (
        "After/IN/3/mark he/PRP/3/nsubj left/VBD/7/advcl John/NNP/6/nmod:poss 's/POS/4/case mother/NN/7/nsubj "
        "said/VBD/0/root that/IN/10/mark Bill/NNP/10/nsubj came/VBD/7/ccomp"
    )

    assert proposed(line, pronoun="he") == [(8, "mother")]


def test_step_8_does_not_look_right_at_the_first_x() -> None:
    # X is at first the topmost S, whose step is 3
    assert proposed("He/PRP/2/nsubj saw/VBD/0/root John/NNP/2/obj", pronoun="he") == []


def test_what_stands_after_the_pronoun_is_no_candidate_and_the_search_goes_on() -> None:
    antecedent, explanation = decide(WENT_TO_THE_STORE.replace("John", "Bill"), AFTER_HE_ROBBED)

    assert proposed(WENT_TO_THE_STORE, AFTER_HE_ROBBED, pronoun="he")[0] == (8, "John")
    assert (antecedent, explanation.rule) == ("Bill", "step 4")
    assert decide(AFTER_HE_ROBBED)[1].rule == "no candidate"


def test_a_proposal_that_does_not_agree_is_passed_over_unless_told_otherwise() -> None:
    line = WENT_TO_THE_STORE.replace("John", "Mary").replace("store", "host")

    assert decide(line, HE_BOUGHT_A_HAT)[0] == "the host"
    assert decide(line, HE_BOUGHT_A_HAT, agreement=False)[0] == "Mary"


def test_where_the_steps_exclude_all_candidates_the_pronoun_stays_open() -> None:
    antecedent, explanation = decide(SAW_HIM)

    assert antecedent is None
    assert explanation.rule == "no proposal among the candidates"
    assert len(explanation.candidates) == 1


def test_a_bare_year_is_no_antecedent_of_a_personal_pronoun_but_may_be_of_a_demonstrative() -> None:
    line = "1066/CD/2/nsubj came/VBD/0/root"
    lines = f"{line}\nIt/PRP/2/nsubj left/VBD/0/root\nThat/DT/2/nsubj left/VBD/0/root"
    document, annotation = annotated(lines)
    ready = prepare(document, annotation, options=Preparation(anaphors="all"))

    def candidates(**options: Any) -> list[list[str]]:
        made = hobbs.Hobbs(**options).resolve(ready)
        return [
            [document.words[ready.mentions[index].head] for index in entry.explanation.candidates] for entry in made
        ]

    assert candidates() == [[], ["1066", "It"]]
    assert candidates(temporal_filter=False) == [["1066"], ["1066", "It"]]


def test_a_coordination_is_proposed_before_its_members() -> None:
    line = "John/NNP/4/nsubj and/CC/3/cc Bill/NNP/1/conj came/VBD/0/root"

    assert proposed(line, HE_LEFT, pronoun="he") == [(4, "John"), (4, "John"), (4, "Bill")]
    assert decide(line, "They/PRP/2/nsubj left/VBD/0/root")[0] == "John and Bill"
    assert decide(line, HE_LEFT)[0] == "John"


def test_a_conjunct_is_proposed_for_a_pronoun_in_the_next() -> None:
    line = "John/NNP/5/nsubj and/CC/4/cc his/PRP$/4/nmod:poss wife/NN/1/conj came/VBD/0/root"

    assert decide(line)[0] == "John"


@pytest.mark.parametrize(
    ("way", "answer", "rule", "steps"),
    [
        ("right_to_left", "Bill", "reflexive", ("up to S saw", "up to S said", "reflexive: NP Bill is taken")),
        ("clause", "Bob", "reflexive", ("up to S saw", "reflexive: NP Bob is taken")),
        ("steps", "John", "step 7", ("up to S saw", "up to S said", "step 7: NP John is taken")),
    ],
)
def test_a_reflexive_is_searched_in_its_sentence_its_clause_or_by_the_steps(
    way: str, answer: str, rule: str, steps: tuple[str, ...]
) -> None:
    line = (
        "John/NNP/2/nsubj said/VBD/0/root Bob/NNP/4/nsubj saw/VBD/2/ccomp Bill/NNP/4/obj beside/IN/7/case "
        "himself/PRP/4/obl"
    )
    antecedent, explanation = decide(line, reflexives=way)

    assert (antecedent, explanation.rule, explanation.steps) == (answer, rule, steps)


def test_a_reflexive_in_a_clause_of_a_noun_finds_that_noun() -> None:
    line = "Men/NNS/5/nsubj calling/VBG/1/acl themselves/PRP/2/obj kings/NNS/2/xcomp left/VBD/0/root"

    assert decide(line)[0] == "Men calling themselves kings"


def test_a_conjoined_verb_shares_the_clause_unless_it_is_split() -> None:
    line = "Take/VB/0/root the/DT/3/det key/NN/1/obj and/CC/5/cc turn/VB/1/conj it/PRP/5/obj"

    assert decide(line)[0] is None
    assert decide(line, split_conjuncts=True)[0] == "the key"


def test_the_filter_of_lappin_and_leass_can_stand_for_the_exclusion_of_step_3() -> None:
    # both are objects and subjects of one verb, so that both exclude it; a key taken is no co-argument of "turn"
    line = "Take/VB/0/root the/DT/3/det key/NN/1/obj and/CC/5/cc turn/VB/1/conj it/PRP/5/obj"

    assert decide(SAW_HIM, binding="lappin_leass")[0] is None
    assert decide(line, binding="lappin_leass")[0] == "the key"
    assert decide(line, binding="lappin_leass")[1].rule == "step 3"
    assert decide(PORTRAIT_OF_HIM, binding="lappin_leass")[0] == "Bill"  # John owns the portrait of him


def test_a_reflexive_is_not_held_against_the_filter_for_pronouns() -> None:
    line = SAW_HIM.replace("him/PRP", "himself/PRP")

    assert decide(line, binding="lappin_leass")[0] == "John"


SAT_ON_THE_SOFA = "John/NNP/2/nsubj sat/VBD/0/root on/IN/5/case the/DT/5/det sofa/NN/2/obl"
SAT_BY_THE_FIRE = "Mary/NNP/2/nsubj sat/VBD/0/root by/IN/5/case the/DT/5/det fire/NN/2/obl"
THEY_SPOKE = "They/PRP/2/nsubj spoke/VBD/0/root"


def test_step_8_answers_with_what_follows_the_pronoun_where_cataphora_is_wanted() -> None:
    document = document_of("Bill/NNP/2/nsubj left/VBD/0/root", AFTER_HE_ROBBED)
    (decision,) = hobbs.Hobbs(cataphora=True).resolve(document)

    assert decision.cataphoric is not None
    assert document.document.words_of(document.mentions[decision.cataphoric].span) == "John"
    assert (decision.antecedent, decision.explanation.rule) == (None, "step 8")


@pytest.mark.parametrize(
    ("lines", "antecedents"),
    [
        ((SAT_ON_THE_SOFA, SAT_BY_THE_FIRE), ["John", "Mary"]),  # the paper's example
        (("John/NNP/2/nsubj met/VBD/0/root Mary/NNP/2/obj", WENT_TO_THE_STORE), ["John", "Mary"]),  # John once
        (("The/DT/2/det dogs/NNS/3/nsubj saw/VBD/0/root Mary/NNP/3/obj", SAT_ON_THE_SOFA), ["The dogs"]),  # on the way
        (("John/NNP/2/nsubj saw/VBD/0/root the/DT/4/det sofas/NNS/2/obj",), ["the sofas"]),
        ((SAT_ON_THE_SOFA,), []),
    ],
)
def test_they_collects_persons_until_there_is_a_plural_where_split_antecedents_are_wanted(
    lines: tuple[str, ...], antecedents: list[str]
) -> None:
    document = document_of(*lines, THEY_SPOKE)
    decision = hobbs.Hobbs(split=True).resolve(document)[-1]
    found = [decision.antecedent, *decision.others] if decision.antecedent is not None else []

    assert sorted(document.document.words_of(document.mentions[each].span) for each in found) == sorted(antecedents)
    assert not hobbs.Hobbs().resolve(document)[-1].others
