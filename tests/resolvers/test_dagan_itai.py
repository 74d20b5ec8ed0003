import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import pytest

from anaphora.resolvers import dagan_itai, mitkov
from anaphora.resolvers.dagan_itai import Counts, places, read, word
from anaphora.workbench.decision import Decision, Explanation, Resolver
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.resolver_entry import Example
from tests.annotated import annotated, prepared
from tests.refused import raises
from tests.resolvers.answers import words

# Tuples


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Cats/NNS/2/nsubj drink/VBP/0/root milk/NN/2/obj",
         {"Cats": ["subject-verb drink"], "milk": ["verb-object drink"]}),
        ("They/PRP/2/nsubj give/VBP/0/root Ann/NNP/2/iobj milk/NN/2/obj",
         {"They": ["subject-verb give"], "Ann": ["verb-recipient give"], "milk": ["verb-object give"]}),
        ("They/PRP/2/nsubj live/VBP/0/root in/IN/4/case houses/NNS/2/obl of/IN/6/case stone/NN/4/nmod",
         {"They": ["subject-verb live"], "houses": ["verb-in live"], "stone": ["noun-of house"]}),
        ("Its/PRP$/2/nmod:poss lid/NN/3/nsubj broke/VBD/0/root/break off/RP/3/compound:prt",
         {"Its": ["possessor-noun lid"], "lid": ["subject-verb break off"]}),
        ("They/PRP/2/nsubj slept/VBD/0/root yesterday/NN/2/obl:unmarked", {"They": ["subject-verb slept"]}),
    ],
)  # fmt: skip
def test_a_tuple_tells_where_a_word_stands_under_its_governor(line: str, expected: dict[str, list[str]]) -> None:
    assert tuples(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "Thieves/NNS/2/nsubj open/VBP/0/root boxes/NNS/2/obj",
        "Boxes/NNS/3/nsubj:pass are/VBP/3/aux:pass opened/VBN/0/root/open by/IN/5/case thieves/NNS/3/obl:agent",
        "Boxes/NNS/0/root opened/VBN/1/acl/open by/IN/4/case thieves/NNS/2/obl:agent",
        "Thieves/NNS/0/root opening/VBG/1/acl/open boxes/NNS/2/obj",
        "Thieves/NNS/0/root who/WP/3/nsubj open/VBP/1/acl:relcl boxes/NNS/3/obj",
        "Boxes/NNS/0/root that/WDT/4/obj thieves/NNS/4/nsubj open/VBP/1/acl:relcl",
        "Boxes/NNS/0/root thieves/NNS/3/nsubj open/VBP/1/acl:relcl",
        "Boxes/NNS/0/root that/WDT/3/nsubj:pass opened/VBN/1/acl:relcl/open by/IN/5/case thieves/NNS/3/obl:agent",
        "Which/WDT/2/det//PronType=Int boxes/NNS/5/obj do/VBP/5/aux thieves/NNS/5/nsubj open/VB/0/root",
    ],
)
def test_surface_structure_is_mapped_to_subject_and_object(line: str) -> None:
    found = {name.lower(): at for name, at in tuples(line).items()}

    assert found == {"thieves": ["subject-verb open"], "boxes": ["verb-object open"]}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Boxes/NNS/0/root in/IN/3/case which/WDT/5/obl cats/NNS/5/nsubj live/VBP/1/acl:relcl",
         {"Boxes": ["verb-in live"], "cats": ["subject-verb live"]}),
        ("Boxes/NNS/0/root cats/NNS/3/nsubj live/VBP/1/acl:relcl in/IN/3/obl",
         {"Boxes": ["verb-in live"], "cats": ["subject-verb live"]}),
        ("Boxes/NNS/0/root where/WRB/4/advmod//PronType=Rel cats/NNS/4/nsubj live/VBP/1/acl:relcl",
         {"cats": ["subject-verb live"]}),
        ("Boxes/NNS/0/root thieves/NNS/3/nsubj want/VBP/1/acl:relcl to/TO/5/mark open/VB/3/xcomp",
         {"Boxes": ["verb-object open"], "thieves": ["subject-verb want", "subject-verb open"]}),
        ("Boxes/NNS/0/root whose/WP$/3/nmod:poss//PronType=Rel lids/NNS/4/nsubj break/VBP/1/acl:relcl",
         {"Boxes": ["possessor-noun lid"], "lids": ["subject-verb break"]}),
    ],
)  # fmt: skip
def test_a_noun_stands_where_its_relative_clause_has_a_gap(line: str, expected: dict[str, list[str]]) -> None:
    assert tuples(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("It/PRP/2/nsubj seems/VBZ/0/root to/TO/4/mark want/VB/2/xcomp to/TO/6/mark sleep/VB/4/xcomp",
         {"It": ["subject-verb seem", "subject-verb want", "subject-verb sleep"]}),
        ("We/PRP/2/nsubj ask/VBP/0/root cats/NNS/2/obj to/TO/5/mark sleep/VB/2/xcomp",
         {"We": ["subject-verb ask"], "cats": ["verb-object ask", "subject-verb sleep"]}),
        ("It/PRP/2/nsubj has/VBZ/0/root/have to/TO/5/mark be/VB/5/aux:pass cleaned/VBN/2/xcomp/clean",
         {"It": ["subject-verb have", "verb-object clean"]}),
        ("We/PRP/2/nsubj make/VBP/0/root boxes/NNS/2/obj full/JJ/2/xcomp",
         {"We": ["subject-verb make"], "boxes": ["verb-object make", "adjective-noun full"]}),
        ("We/PRP/2/nsubj sing/VBP/0/root and/CC/4/cc dance/VBP/2/conj",
         {"We": ["subject-verb sing", "subject-verb dance"]}),
        ("It/PRP/3/nsubj:pass was/VBD/3/aux:pass cleaned/VBN/0/root/clean and/CC/5/cc sold/VBN/3/conj/sell",
         {"It": ["verb-object clean", "verb-object sell"]}),
        ("It/PRP/3/nsubj has/VBZ/3/aux slept/VBN/0/root/sleep and/CC/5/cc eaten/VBN/3/conj/eat",
         {"It": ["subject-verb sleep", "subject-verb eat"]}),
        ("Press/VB/0/root keys/NNS/1/obj and/CC/4/cc buttons/NNS/2/conj",
         {"keys": ["verb-object press"], "buttons": ["verb-object press"]}),
    ],
)  # fmt: skip
def test_shared_arguments_count_after_the_own_place(line: str, expected: dict[str, list[str]]) -> None:
    assert tuples(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "Full/JJ/4/amod and/CC/3/cc heavy/JJ/1/conj boxes/NNS/0/root",
        "Boxes/NNS/3/nsubj are/VBP/3/cop full/JJ/0/root and/CC/5/cc heavy/JJ/3/conj",
    ],
)
def test_adjectives_count_before_the_noun_and_behind_it(line: str) -> None:
    found = {name.lower(): at for name, at in tuples(line).items()}

    assert found == {"boxes": ["adjective-noun full", "adjective-noun heavy"]}


@pytest.mark.parametrize(
    "line",
    [
        "There/EX/2/expl/there is/VBZ/0/root a/DT/4/det box/NN/2/nsubj",
        "It/PRP/4/nsubj is/VBZ/4/cop a/DT/4/det box/NN/0/root",
        "It/PRP/2/expl rains/VBZ/0/root",
        "Open/VB/0/root",
    ],
)
def test_be_and_nominal_predicates_make_no_tuple(line: str) -> None:
    assert tuples(line) == {}


def test_a_noun_stands_for_its_lemma_and_a_name_for_its_entity_type() -> None:
    _, annotation = annotated("Ann/NNP/2/nsubj meets/VBZ/0/root Paris/NNP/2/obj Cats/NNS/2/obj it/PRP/2/obj")
    annotation = replace(annotation, entity=("PERSON", "", "", "", ""))

    assert [word(annotation, token) for token in range(5)] == ["PERSON", None, "NAME", "cat", None]


# Counts

TWO_SENTENCES = """
The/DT/3/det steel/NN/3/compound cup/NN/4/nsubj holds/VBZ/0/root cups/NNS/4/obj
It/PRP/2/nsubj holds/VBZ/0/root Ann/NNP/2/obj
"""


def test_training_counts_words_and_tuples_but_no_pronouns_and_no_parts_of_compounds() -> None:
    table: dict[str, Any] = dagan_itai.train([Example(prepared(TWO_SENTENCES), (-1,) * 4)])

    assert table["occurrences"] == {"NAME": 1, "cup": 2}
    assert table["tuples"] == {"subject-verb": {"hold": {"cup": 1}}, "verb-object": {"hold": {"NAME": 1, "cup": 1}}}


@pytest.mark.parametrize("text", ["", "Stop/VB/0/root"])
def test_training_on_nothing_is_an_error(text: str) -> None:
    with raises("nothing-to-learn"):
        dagan_itai.train([Example(prepared(text), ())])


def test_a_probability_is_that_of_the_place_given_the_word() -> None:
    counts = Counts({"cat": 8}, {"subject-verb": {"sleep": {"cat": 6}, "eat": {"cat": 1}}})

    assert counts.probability(("subject-verb", "sleep"), "cat", 0.5) == (6 + 0.5) / (8 + 0.5 * 2)
    assert counts.probability(("subject-verb", "sleep"), "dog", 0.5) == 0.5 / (0.5 * 2)
    assert counts.probability(("subject-verb", "sing"), "cat", 0.5) == 0.5 / (8 + 0.5 * 2)
    assert counts.probability(("verb-object", "sing"), "dog", 0.5) == 1


def test_counts_are_read_as_they_were_written(tmp_path: Path) -> None:
    table: dict[str, Any] = dagan_itai.train([Example(prepared(TWO_SENTENCES), (-1,) * 4)])

    assert read(written(tmp_path, {**table, "provenance": {"corpus": "two sentences"}})).as_data() == table


GOOD = {
    "format": "dagan_itai",
    "version": 1,
    "occurrences": {"cat": 2},
    "tuples": {"subject-verb": {"eat": {"cat": 2}}},
}


# Re-ranking

THREE_NOUNS = """
Cups/NNS/2/nsubj hit/VBP/0/root plates/NNS/2/obj near/IN/5/case pots/NNS/2/obl
We/PRP/2/nsubj sell/VBP/0/root them/PRP/2/obj
"""


@dataclass(frozen=True)
class Scored:
    """A base that gives candidates these scores by their words and answers with the highest."""

    scores: Mapping[str, float]
    kind: Literal["additive", "ladder", "salience", "opaque"] = "salience"
    silent: bool = False

    def resolve(self, document: Prepared) -> list[Decision]:
        made = []
        for number, case in enumerate(document.cases):
            scores = {index: self.scores[words(document, index) or ""] for index in case.compatible}
            best = None if self.silent else max(scores, key=lambda index: scores[index], default=None)
            made.append(
                Decision(number, best, Explanation(self.kind, case.compatible, "highest", tuple(scores.values())))
            )
        return made


@pytest.fixture
def counted(tmp_path: Path) -> dict[str, Any]:
    """Options with counts by which plates and pots are sold, and cups are not."""
    # With 2 heads the probabilities are 0.1/10.2 for cups, 6.1/10.2 for plates, 20.1/20.2 for pots.
    table = {
        **GOOD,
        "occurrences": {"cup": 10, "plate": 10, "pot": 20, "NAME": 10, "PERSON": 100},
        "tuples": {"verb-object": {"sell": {"plate": 6, "pot": 20, "NAME": 5}, "buy": {"cup": 1}}},
    }
    return {"counts": written(tmp_path, table)}


def test_the_second_candidate_takes_over_if_it_is_near_and_significantly_more_probable(counted: dict[str, Any]) -> None:
    answer, explanation = answered(counted, {"Cups": 300, "plates": 200, "pots": 0})

    assert answer == "plates"
    assert explanation.rule == "statistics"
    assert explanation.steps == (
        "base: highest",
        "verb-object sell",
        "plate 6 of 10 against cup 0 of 10: takes over",
        "pot 20 of 20 against plate 6 of 10: 200 behind, more than 100",
    )


def test_a_candidate_beyond_the_margin_does_not_take_over(counted: dict[str, Any]) -> None:
    answer, explanation = answered(counted, {"Cups": 301, "plates": 200, "pots": 0})

    assert (answer, explanation.rule) == ("Cups", "base")
    assert answered({**counted, "margin": 101}, {"Cups": 301, "plates": 200, "pots": 0})[0] == "plates"


def test_the_third_candidate_is_compared_with_the_second_once_that_took_over(counted: dict[str, Any]) -> None:
    # pots are 20.1/20.2 : 6.1/10.2 = 1.66 times as probable as plates, which is not enough
    steps = ("plate 6 of 10 against cup 0 of 10: takes over",)
    not_better = "pot 20 of 20 against plate 6 of 10: not significantly more probable"

    answer, explanation = answered(counted, {"Cups": 3, "plates": 2, "pots": 1})
    assert (answer, explanation.steps[2:]) == ("plates", (*steps, not_better))


def test_the_first_comparison_that_fails_ends_the_search(counted: dict[str, Any]) -> None:
    # From pots (first) to cups is a step down, so plates, which come third, are never asked.
    answer, explanation = answered(counted, {"pots": 3, "Cups": 2, "plates": 1})

    assert (answer, explanation.rule) == ("pots", "base")
    assert explanation.steps[2:] == ("cup 0 of 10 against pot 20 of 20: not significantly more probable",)


def test_the_search_may_go_down_to_the_last_candidate(tmp_path: Path) -> None:
    table = {
        **GOOD,
        "occurrences": {"cup": 99, "plate": 60, "pot": 20},
        "tuples": {"verb-object": {"sell": {"plate": 6, "pot": 20}}},
    }
    # one head: 0.1/99.1, then 6.1/60.1 = 100 times as much, then 20.1/20.1 = 10 times as much
    counts = written(tmp_path, table)

    assert answered({"counts": counts}, {"Cups": 3, "plates": 2, "pots": 1})[0] == "pots"


def test_tuples_that_were_seen_too_rarely_tell_nothing(counted: dict[str, Any]) -> None:
    scores = {"Cups": 3.0, "plates": 2.0, "pots": -1000.0}

    assert answered({**counted, "threshold": 6}, scores)[0] == "plates"
    assert answered({**counted, "threshold": 7}, scores)[0] == "Cups"


def test_a_ratio_of_three_is_significant(tmp_path: Path) -> None:
    def answer(cups: int) -> str | None:
        table = {
            **GOOD,
            "occurrences": {"cup": 1000, "plate": 1000, "pot": 1},
            "tuples": {"verb-object": {"sell": {"cup": cups, "plate": 301}}},
        }
        return answered({"counts": written(tmp_path, table)}, {"Cups": 3, "plates": 2, "pots": -1000})[0]

    assert answer(100) == "plates"  # 301.1 : 100.1 is 3.008
    assert answer(101) == "Cups"  # 301.1 : 101.1 is 2.98


def test_the_example_of_the_paper_comes_out(tmp_path: Path) -> None:
    """Lappin & Leass 1994, section 5: display 345, message 315; sent were messages 289 times, a display once."""
    line = (
        "We/PRP/2/nsubj wrote/VBD/0/root the/DT/4/det message/NN/2/obj when/WRB/8/advmod the/DT/7/det "
        "display/NN/8/nsubj:pass locked/VBN/2/advcl where/WRB/12/advmod it/PRP/12/nsubj:pass is/VBZ/12/aux:pass "
        "sent/VBN/8/advcl/send ././2/punct"
    )
    table = {
        **GOOD,
        "occurrences": {"display": 300, "message": 600},
        "tuples": {"verb-object": {"send": {"display": 1, "message": 289}}},
    }
    document = prepared(line)
    made = dagan_itai.build(counts=written(tmp_path, table)).resolve(document)[-1]

    assert words(document, made.antecedent) == "the message"
    assert dict(
        zip((words(document, index) for index in made.explanation.candidates), made.explanation.scores, strict=True)
    ) == {"the message": 315, "the display": 345}


def test_the_base_may_count_points(counted: dict[str, Any]) -> None:
    near = Scored({"Cups": 3, "plates": 2, "pots": -5}, kind="additive")
    far = Scored({"Cups": 4, "plates": 2, "pots": -5}, kind="additive")

    assert outcome(counted, near)[0] == "plates"
    assert outcome(counted, far)[0] == "Cups"


def test_of_an_order_only_the_top_two_are_compared(tmp_path: Path) -> None:
    table = {
        **GOOD,
        "occurrences": {"cup": 99, "plate": 60, "pot": 20},
        "tuples": {"verb-object": {"sell": {"plate": 6, "pot": 20}}},
    }
    base = Scored({"Cups": 3000, "plates": 2000, "pots": 1000}, kind="ladder")

    assert outcome({"counts": written(tmp_path, table)}, base)[0] == "plates"


def test_equal_scores_are_ordered_by_recency_after_the_answer_of_the_base(counted: dict[str, Any]) -> None:
    _, explanation = answered(counted, {"Cups": 2, "plates": 2, "pots": 2})

    assert explanation.steps[2] == "pot 20 of 20 against cup 0 of 10: takes over"


# What is put in the pronoun's place


def test_a_pronoun_stands_for_the_noun_that_the_base_leads_back_to(counted: dict[str, Any]) -> None:
    """ "Them" (plates) and "plates" compete as one, so the next after cups is plates, and pots come third."""
    document = prepared(
        """
        Cups/NNS/2/nsubj hit/VBP/0/root plates/NNS/2/obj near/IN/5/case pots/NNS/2/obl
        We/PRP/2/nsubj break/VBP/0/root them/PRP/2/obj
        We/PRP/2/nsubj sell/VBP/0/root them/PRP/2/obj
        """
    )

    @dataclass(frozen=True)
    class Base:
        def resolve(self, document: Prepared) -> list[Decision]:
            first, second = document.cases
            cups, plates, pots = first.compatible
            them = second.compatible[3]
            explanation = Explanation("salience", (cups, plates, pots, them), "highest", (300, 200, 150, 250))
            return [
                Decision(0, plates, Explanation("salience", (plates,), "only candidate", (1.0,))),
                Decision(1, cups, explanation),
            ]

    made = rebased(counted, Base()).resolve(document)

    assert made[1].explanation.steps[2] == "plate 6 of 10 against cup 0 of 10: takes over"
    assert made[1].antecedent == document.cases[0].anaphor  # the better of the two that stand for plates
    assert made[1].explanation.steps[3] == "pot 20 of 20 against plate 6 of 10: not significantly more probable"


def test_a_pronoun_without_antecedent_ends_the_comparison(counted: dict[str, Any]) -> None:
    document = prepared(
        """
        They/PRP/2/nsubj hit/VBP/0/root plates/NNS/2/obj
        We/PRP/2/nsubj sell/VBP/0/root them/PRP/2/obj
        """
    )
    _, explanation = outcome(counted, Scored({"They": 2, "plates": 1}), document)

    assert explanation.rule == "base"
    assert explanation.steps[2:] == ("plate 6 of 10 against an unresolved pronoun: not significantly more probable",)


def test_a_name_stands_for_its_entity_type(counted: dict[str, Any]) -> None:
    document = prepared(
        """
        Cups/NNS/2/nsubj hit/VBP/0/root Alps/NNPS/2/obj
        We/PRP/2/nsubj sell/VBP/0/root them/PRP/2/obj
        """
    )
    person = replace(document.annotation, entity=("", "", "PERSON", "", "", ""))
    scores = {"Cups": 2.0, "Alps": 1.0}

    assert outcome(counted, Scored(scores), document)[0] == "Alps"
    answer, explanation = outcome(counted, Scored(scores), replace(document, annotation=person))
    assert answer == "Cups"
    assert explanation.steps[2].startswith("PERSON 0 of 100 against cup 0 of 10")


def test_the_place_under_the_own_governor_counts(counted: dict[str, Any]) -> None:
    document = prepared(
        """
        Cups/NNS/2/nsubj hit/VBP/0/root plates/NNS/2/obj
        They/PRP/2/nsubj have/VBP/0/root to/TO/5/mark be/VB/5/aux:pass sold/VBN/2/xcomp/sell
        """
    )
    _, explanation = outcome(counted, Scored({"Cups": 2, "plates": 1}), document)

    assert explanation.steps[1] == "subject-verb have"


@pytest.mark.parametrize(
    ("second", "rule"),
    [
        ("Cups/NNS/2/nsubj give/VBP/0/root plates/NNS/2/iobj themselves/PRP/2/obj", "reflexive"),
        ("They/PRP/4/nsubj are/VBP/4/cop my/PRP$/4/nmod:poss things/NNS/0/root", "no tuple"),
    ],
)
def test_some_answers_of_the_base_are_not_looked_at(counted: dict[str, Any], second: str, rule: str) -> None:
    document = prepared(f"Cups/NNS/2/nsubj hit/VBP/0/root plates/NNS/2/obj\n{second}")
    answer, explanation = outcome(counted, Scored({"Cups": 2, "plates": 1, "my": 0}), document)

    assert (answer, explanation.rule) == ("Cups", rule)


def test_what_the_base_leaves_open_stays_open(counted: dict[str, Any]) -> None:
    answer, explanation = outcome(counted, Scored({"Cups": 2, "plates": 1, "pots": 1}, silent=True))

    assert (answer, explanation.rule) == (None, "left open")


def test_a_single_candidate_is_not_compared(counted: dict[str, Any]) -> None:
    document = prepared("Cups/NNS/2/nsubj fall/VBP/0/root\nWe/PRP/2/nsubj sell/VBP/0/root them/PRP/2/obj")

    assert outcome(counted, Scored({"Cups": 2}), document)[1].rule == "only candidate"


# The filter


@pytest.mark.parametrize(
    ("options", "scores", "answer", "rule"),
    [
        ({}, {"Cups": 900, "plates": 1, "pots": 2}, "pots", "statistics"),  # the best approved, however far down
        ({}, {"Cups": 1, "plates": 3, "pots": 2}, "plates", "base"),  # an answer that it approves
        ({"threshold": 21}, {"Cups": 3, "plates": 2, "pots": 1}, "Cups", "none approved"),
    ],
)
def test_the_filter_takes_the_best_approved_candidate_if_there_is_any(
    counted: dict[str, Any], options: dict[str, int], scores: dict[str, float], answer: str, rule: str
) -> None:
    found, explanation = answered({**counted, "mode": "filter", **options}, scores)

    assert (found, explanation.rule) == (answer, rule)
    if rule == "statistics":
        assert explanation.steps[1:] == ("verb-object sell", "approved: pot 20 of 20, plate 6 of 10")


# The explanation


def test_the_explanation_keeps_scores_and_adds_two_columns_that_weigh_nothing(counted: dict[str, Any]) -> None:
    _, explanation = answered(counted, {"Cups": 3, "plates": 2, "pots": 1})

    assert (explanation.kind, explanation.scores) == ("ladder", (3, 2, 1))
    assert explanation.votes is not None
    assert explanation.votes.indicators == ("score", "tuples", "probability")
    assert explanation.votes.matrix.tolist() == [[3, 0, 0.1 / 10.2], [2, 6, 6.1 / 10.2], [1, 20, 20.1 / 20.2]]
    assert explanation.votes.scores.tolist() == [3, 2, 1]


def test_the_votes_of_the_base_stay(counted: dict[str, Any]) -> None:
    document = prepared(THREE_NOUNS)
    before = mitkov.build().resolve(document)[0].explanation.votes
    after = dagan_itai.build(**counted, base="mitkov").resolve(document)[0].explanation.votes

    assert before is not None
    assert after is not None
    assert after.indicators == (*before.indicators, "tuples", "probability")
    assert after.matrix[:, :-2].tolist() == before.matrix.tolist()
    assert after.scores.tolist() == before.scores.tolist()


# Bases


@pytest.mark.parametrize("base", ["lappin_leass", "kennedy_boguraev", "mitkov", "mars", "ge_hale_charniak"])
def test_every_scoring_resolver_can_be_the_base(tmp_path: Path, base: str) -> None:
    """Whichever of two nouns the base prefers, with a wide margin the one that is sold wins."""
    document = prepared(
        "Cups/NNS/2/nsubj hit/VBP/0/root plates/NNS/2/obj\nWe/PRP/2/nsubj sell/VBP/0/root them/PRP/2/obj"
    )

    def answer(sold: str) -> str | None:
        table = {**GOOD, "occurrences": {"cup": 10, "plate": 10}, "tuples": {"verb-object": {"sell": {sold: 6}}}}
        counts = written(tmp_path, table)
        made = dagan_itai.build(counts=counts, base=base, margin=1000).resolve(document)
        return words(document, made[0].antecedent)

    assert (answer("cup"), answer("plate")) == ("Cups", "plates")


def test_a_probability_may_be_three_times_lower(counted: dict[str, Any]) -> None:
    """Scores of this base are logarithms, and that of 3 is 1.0986."""
    options = {**counted, "base": "ge_hale_charniak"}

    assert answered(options, {"Cups": -1, "plates": -2.09, "pots": -9})[0] == "plates"
    assert answered(options, {"Cups": -1, "plates": -2.11, "pots": -9})[0] == "Cups"


@pytest.mark.parametrize("base", ["hobbs", "cogniac", "most_recent", "random_agreeing", "left_right_centering"])
def test_a_base_without_scores_is_refused(counted: dict[str, Any], base: str) -> None:
    with raises("no-scores", OptionError):
        dagan_itai.build(**counted, base=base).resolve(prepared(THREE_NOUNS))


def test_scores_of_another_kind_need_a_margin(counted: dict[str, Any]) -> None:
    base = Scored({"Cups": 3, "plates": 2, "pots": -9}, kind="opaque")

    with raises("no-margin", OptionError):
        outcome(counted, base)
    assert outcome({**counted, "margin": 1}, base)[0] == "plates"


def test_a_base_that_needs_an_option_is_refused(counted: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        dagan_itai.build(**counted, base="dagan_itai")


# Helpers


def tuples(line: str) -> dict[str, list[str]]:
    """The places of each word of a sentence."""
    document, annotation = annotated(line)
    return {document.words[token]: [" ".join(at) for at in found] for token, found in places(annotation).items()}


def written(folder: Path, table: dict[str, Any]) -> Path:
    """A file of counts."""
    path = folder / "counts.json"
    path.write_text(json.dumps(table), "utf8")
    return path


def rebased(options: dict[str, Any], base: Resolver) -> Resolver:
    """The resolver with these options, which re-ranks another."""
    made: Any = dagan_itai.build(**options)
    rebuilt: Resolver = replace(made, base=base)
    return rebuilt


def outcome(
    options: dict[str, Any], base: Resolver, document: Prepared | None = None
) -> tuple[str | None, Explanation]:
    """The answer for the last pronoun in words, and its explanation."""
    document = document or prepared(THREE_NOUNS)
    made = rebased(options, base).resolve(document)[-1]
    return words(document, made.antecedent), made.explanation


def answered(options: dict[str, Any], scores: Mapping[str, float]) -> tuple[str | None, Explanation]:
    """The same with a base that gives these scores."""
    return outcome(options, Scored(scores))
