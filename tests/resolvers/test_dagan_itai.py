"""Dagan & Itai 1990 with the thresholds of Lappin & Leass 1994: tuples, counts, and how candidates are re-ranked."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import pytest

from anaphora.resolvers import dagan_itai, mitkov
from anaphora.resolvers.dagan_itai import TupleCounts, places, word
from anaphora.workbench.decision import Decision, Explanation, Resolver
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.resolver_entry import Example
from tests.annotated import annotated
from tests.refused import raises
from tests.resolvers.answers import annotation, read, scored, words

# Tuples


def tuples(text: str) -> dict[str, list[str]]:
    """The places of each word of a sentence, in small letters."""
    document, syntax = annotated(annotation(text))
    return {
        document.words[token].lower(): [" ".join(place) for place in actual] for token, actual in places(syntax).items()
    }


def test_a_tuple_tells_where_a_word_stands_under_its_governor() -> None:
    expected = {
        "Cats drink milk": {"cats": ["subject-verb drink"], "milk": ["verb-object drink"]},
        "They give Ann milk": {
            "they": ["subject-verb give"], "ann": ["verb-recipient give"], "milk": ["verb-object give"],
        },
        "They live in houses of stone": {
            "they": ["subject-verb live"], "houses": ["verb-in live"], "stone": ["noun-of house"],
        },
        "Its lid broke off": {"its": ["possessor-noun lid"], "lid": ["subject-verb break off"]},
        "They slept yesterday": {"they": ["subject-verb slept"]},
        # a noun stands where its relative clause has a gap
        "Boxes in which cats live": {"boxes": ["verb-in live"], "cats": ["subject-verb live"]},
        "Boxes cats live in": {"boxes": ["verb-in live"], "cats": ["subject-verb live"]},
        "Boxes where cats live": {"cats": ["subject-verb live"]},
        "Boxes thieves want to open": {
            "boxes": ["verb-object open"], "thieves": ["subject-verb want", "subject-verb open"],
        },
        "Boxes whose lids break": {"boxes": ["possessor-noun lid"], "lids": ["subject-verb break"]},
        # shared arguments count after the own place
        "It seems to want to sleep": {"it": ["subject-verb seem", "subject-verb want", "subject-verb sleep"]},
        "We ask cats to sleep": {"we": ["subject-verb ask"], "cats": ["verb-object ask", "subject-verb sleep"]},
        "It has to be cleaned": {"it": ["subject-verb have", "verb-object clean"]},
        "We make boxes full": {"we": ["subject-verb make"], "boxes": ["verb-object make", "adjective-noun full"]},
        "We sing and dance": {"we": ["subject-verb sing", "subject-verb dance"]},
        "It was cleaned and sold": {"it": ["verb-object clean", "verb-object sell"]},
        "It has slept and eaten": {"it": ["subject-verb sleep", "subject-verb eat"]},
        "Press keys and buttons": {"keys": ["verb-object press"], "buttons": ["verb-object press"]},
        # adjectives count before the noun and behind it
        "Full and heavy boxes": {"boxes": ["adjective-noun full", "adjective-noun heavy"]},
        "Boxes are full and heavy": {"boxes": ["adjective-noun full", "adjective-noun heavy"]},
        # "be" and nominal predicates make none
        "There is a box": {},
        "It is a box": {},
        "It rains": {},
        "Open": {},
    }  # fmt: skip
    surfaces = (
        "Thieves open boxes", "Boxes are opened by thieves", "Boxes opened by thieves", "Thieves opening boxes",
        "Thieves who open boxes", "Boxes that thieves open", "Boxes thieves open", "Boxes that opened by thieves",
        "Which boxes do thieves open",
    )  # fmt: skip
    expected |= {text: {"thieves": ["subject-verb open"], "boxes": ["verb-object open"]} for text in surfaces}

    assert {text: tuples(text) for text in expected} == expected


def test_an_agent_that_the_tree_calls_an_oblique_is_a_subject_but_a_time_is_not() -> None:
    _, syntax = annotated(annotation("Boxes are opened by thieves").replace("obl:agent", "obl"))

    assert places(syntax)[4] == [("subject-verb", "open")]
    assert places(replace(syntax, entity=("", "", "", "", "TIME")))[4] == [("verb-by", "open")]


def test_a_noun_stands_for_its_lemma_and_a_name_for_its_entity_type() -> None:
    _, syntax = annotated(annotation("Ann meets Paris Cats it"))
    syntax = replace(syntax, entity=("PERSON", "", "", "", ""))

    assert [word(syntax, token) for token in range(5)] == ["PERSON", None, "NAME", "cat", None]


# Counts


def test_training_counts_words_and_tuples_but_no_pronouns_and_no_parts_of_compounds(tmp_path: Path) -> None:
    table: dict[str, Any] = dagan_itai.train([Example(read("The steel cup holds cups | It holds Ann"), (-1,) * 4)])

    assert table["occurrences"] == {"NAME": 1, "cup": 2}
    assert table["tuples"] == {"subject-verb": {"hold": {"cup": 1}}, "verb-object": {"hold": {"NAME": 1, "cup": 1}}}
    path = tmp_path / "counts.json"
    path.write_text(json.dumps({**table, "provenance": {"corpus": "two sentences"}}), "utf8")
    assert dagan_itai.read(path).as_data() == table
    for text in ("", "Stop"):
        with raises("nothing-to-learn"):
            dagan_itai.train([Example(read(text), ())])


def test_a_probability_is_that_of_the_place_given_the_word() -> None:
    counts = TupleCounts({"cat": 8}, {"subject-verb": {"sleep": {"cat": 6}, "eat": {"cat": 1}}})

    assert counts.probability(("subject-verb", "sleep"), "cat", 0.5) == (6 + 0.5) / (8 + 0.5 * 2)
    assert counts.probability(("subject-verb", "sleep"), "dog", 0.5) == 0.5 / (0.5 * 2)
    assert counts.probability(("subject-verb", "sing"), "cat", 0.5) == 0.5 / (8 + 0.5 * 2)
    assert counts.probability(("verb-object", "sing"), "dog", 0.5) == 1


# Re-ranking

THREE_NOUNS = "Cups hit plates near pots | We sell them"


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


Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file of counts: how often words occur, and how often they were sold."""

    def run(occurrences: Mapping[str, int], sold: Mapping[str, int]) -> Path:
        path = tmp_path / "counts.json"
        table = {"occurrences": occurrences, "tuples": {"verb-object": {"sell": sold, "buy": {"cup": 1}}}}
        path.write_text(json.dumps({"format": "dagan_itai", "version": 1, **table}), "utf8")
        return path

    return run


@pytest.fixture
def counted(write: Write) -> dict[str, Any]:
    """Options with counts by which plates and pots are sold, and cups are not.

    With 2 heads the probabilities are 0.1/10.2 for cups, 6.1/10.2 for plates, 20.1/20.2 for pots.
    """
    occurrences = {"cup": 10, "plate": 10, "pot": 20, "NAME": 10, "PERSON": 100}
    return {"counts": write(occurrences, {"plate": 6, "pot": 20, "NAME": 5})}


def outcome(
    options: dict[str, Any], base: Resolver | Mapping[str, float], document: Prepared | str = THREE_NOUNS
) -> tuple[str | None, Explanation]:
    """The answer for the last pronoun in words where a base, or one with these scores, is re-ranked."""
    made: Any = dagan_itai.build(**options)
    document = read(document) if isinstance(document, str) else document
    rebased = replace(made, base=Scored(base) if isinstance(base, Mapping) else base)
    decision = rebased.resolve(document)[-1]
    return words(document, decision.antecedent), decision.explanation


def test_candidates_take_over_by_turns_if_they_are_near_and_significantly_more_probable(
    counted: dict[str, Any],
) -> None:
    answer, explanation = outcome(counted, {"Cups": 300, "plates": 200, "pots": 0})
    takes_over = "plate 6 of 10 against cup 0 of 10: takes over"
    no_better = "pot 20 of 20 against plate 6 of 10: not significantly more probable"

    assert (answer, explanation.rule) == ("plates", "statistics")
    assert explanation.steps == (
        "base: highest",
        "verb-object sell",
        takes_over,
        "pot 20 of 20 against plate 6 of 10: 200 behind, more than 100",
    )
    beyond = {"Cups": 301, "plates": 200, "pots": 0}
    assert outcome(counted, beyond)[0] == "Cups"
    assert outcome(counted, beyond)[1].rule == "base"
    assert outcome({**counted, "margin": 101}, beyond)[0] == "plates"
    # the third is compared with the second once that took over: 20.1/20.2 : 6.1/10.2 = 1.66 times is not enough
    answer, explanation = outcome(counted, {"Cups": 3, "plates": 2, "pots": 1})
    assert (answer, explanation.steps[2:]) == ("plates", (takes_over, no_better))
    # from pots (first) to cups is a step down, and the first that fails ends the search: plates are never asked
    answer, explanation = outcome(counted, {"pots": 3, "Cups": 2, "plates": 1})
    assert (answer, explanation.rule) == ("pots", "base")
    assert explanation.steps[2:] == ("cup 0 of 10 against pot 20 of 20: not significantly more probable",)
    # equal scores are ordered by recency after the answer of the base
    _, explanation = outcome(counted, {"Cups": 2, "plates": 2, "pots": 2})
    assert explanation.steps[2] == "pot 20 of 20 against cup 0 of 10: takes over"


def test_the_search_may_go_down_to_the_last_candidate(write: Write) -> None:
    # one head: 0.1/99.1, then 6.1/60.1 = 100 times as much, then 20.1/20.1 = 10 times as much
    options = {"counts": write({"cup": 99, "plate": 60, "pot": 20}, {"plate": 6, "pot": 20})}

    assert outcome(options, {"Cups": 3, "plates": 2, "pots": 1})[0] == "pots"


def test_tuples_tell_something_where_they_are_seen_often_and_three_times_as_probable(
    counted: dict[str, Any], write: Write
) -> None:
    scores = {"Cups": 3.0, "plates": 2.0, "pots": -1000.0}
    assert outcome({**counted, "threshold": 6}, scores)[0] == "plates"
    assert outcome({**counted, "threshold": 7}, scores)[0] == "Cups"

    for cups, expected in ((100, "plates"), (101, "Cups")):  # 301.1 : 100.1 is 3.008, 301.1 : 101.1 is 2.98
        counts = write({"cup": 1000, "plate": 1000, "pot": 1}, {"cup": cups, "plate": 301})
        assert outcome({"counts": counts}, scores)[0] == expected


def test_the_example_of_the_paper_comes_out(tmp_path: Path) -> None:
    """Lappin & Leass 1994, section 5: display 345, message 315; sent were messages 289 times, a display once."""
    table = {
        "occurrences": {"display": 300, "message": 600},
        "tuples": {"verb-object": {"send": {"display": 1, "message": 289}}},
    }
    path = tmp_path / "counts.json"
    path.write_text(json.dumps({"format": "dagan_itai", "version": 1, **table}), "utf8")
    resolver = dagan_itai.build(counts=path)
    scores, antecedent, _ = scored(resolver, "We wrote the message when the display locked where it is sent")

    assert (antecedent, scores) == ("the message", {"the message": 315, "the display": 345})


def test_margins_go_by_the_kind_of_score(counted: dict[str, Any]) -> None:
    """Of points one is near; a probability may be three times lower, and the logarithm of 3 is 1.0986."""
    points, farther = {"Cups": 3, "plates": 2, "pots": -5}, {"Cups": 4, "plates": 2, "pots": -5}
    assert outcome(counted, Scored(points, kind="additive"))[0] == "plates"
    assert outcome(counted, Scored(farther, kind="additive"))[0] == "Cups"

    options = {**counted, "base": "ge_hale_charniak"}
    assert outcome(options, {"Cups": -1, "plates": -2.09, "pots": -9})[0] == "plates"
    assert outcome(options, {"Cups": -1, "plates": -2.11, "pots": -9})[0] == "Cups"

    opaque = Scored({"Cups": 3, "plates": 2, "pots": -9}, kind="opaque")
    with raises("no-margin", OptionError):
        outcome(counted, opaque)
    assert outcome({**counted, "margin": 1}, opaque)[0] == "plates"


# What is put in the pronoun's place


def test_a_pronoun_stands_for_the_noun_that_the_base_leads_back_to(counted: dict[str, Any]) -> None:
    """ "Them" (plates) and "plates" compete as one, so the next after cups is plates, and pots come third."""
    document = read("Cups hit plates near pots | We break them | We sell them")

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

    answer, explanation = outcome(counted, Base(), document)

    assert explanation.steps[2] == "plate 6 of 10 against cup 0 of 10: takes over"
    assert answer == "them", "the better of the two that stand for plates"
    assert explanation.steps[3] == "pot 20 of 20 against plate 6 of 10: not significantly more probable"


def test_a_pronoun_without_antecedent_ends_the_comparison(counted: dict[str, Any]) -> None:
    _, explanation = outcome(counted, {"They": 2, "plates": 1}, "They hit plates | We sell them")

    assert explanation.rule == "base"
    assert explanation.steps[2:] == ("plate 6 of 10 against an unresolved pronoun: not significantly more probable",)


def test_a_name_stands_for_its_entity_type(counted: dict[str, Any]) -> None:
    document, scores = read("Cups hit Alps | We sell them"), {"Cups": 2.0, "Alps": 1.0}
    person = replace(document.annotation, entity=("", "", "PERSON", "", "", ""))

    assert outcome(counted, scores, document)[0] == "Alps"
    answer, explanation = outcome(counted, scores, replace(document, annotation=person))
    assert answer == "Cups"
    assert explanation.steps[2].startswith("PERSON 0 of 100 against cup 0 of 10")


def test_some_answers_of_the_base_are_not_looked_at(counted: dict[str, Any]) -> None:
    scores: dict[str, float] = {"Cups": 2, "plates": 1, "my": 0}
    expected = {
        "Cups hit plates | Cups give plates themselves": ("Cups", "reflexive"),
        "Cups hit plates | They are my things": ("Cups", "no tuple"),
        "Cups fall | We sell them": ("Cups", "only candidate"),
    }
    actual = {text: outcome(counted, scores, text) for text in expected}

    assert {text: (answer, explanation.rule) for text, (answer, explanation) in actual.items()} == expected
    answer, explanation = outcome(counted, Scored({"Cups": 2, "plates": 1, "pots": 1}, silent=True))
    assert (answer, explanation.rule) == (None, "left open")
    # the place under the own governor counts
    assert outcome(counted, scores, "Cups hit plates | They have to be sold")[1].steps[1] == "subject-verb have"


def test_the_filter_takes_the_best_approved_candidate_if_there_is_any(counted: dict[str, Any]) -> None:
    options = {**counted, "mode": "filter"}
    answer, explanation = outcome(options, {"Cups": 900, "plates": 1, "pots": 2})
    assert (answer, explanation.rule) == ("pots", "statistics"), "however far down"
    assert explanation.steps[1:] == ("verb-object sell", "approved: pot 20 of 20, plate 6 of 10")

    answer, explanation = outcome(options, {"Cups": 1, "plates": 3, "pots": 2})
    assert (answer, explanation.rule) == ("plates", "base")
    answer, explanation = outcome({**options, "threshold": 21}, {"Cups": 3, "plates": 2, "pots": 1})
    assert (answer, explanation.rule) == ("Cups", "none approved")


def test_the_explanation_keeps_scores_and_votes_and_adds_two_columns_that_weigh_nothing(
    counted: dict[str, Any],
) -> None:
    _, explanation = outcome(counted, {"Cups": 3, "plates": 2, "pots": 1})
    assert (explanation.kind, explanation.scores) == ("ladder", (3, 2, 1))
    assert explanation.votes is not None
    assert explanation.votes.indicators == ("score", "tuples", "probability")
    assert explanation.votes.matrix.tolist() == [[3, 0, 0.1 / 10.2], [2, 6, 6.1 / 10.2], [1, 20, 20.1 / 20.2]]
    assert explanation.votes.scores.tolist() == [3, 2, 1]

    document = read(THREE_NOUNS)
    before = mitkov.build().resolve(document)[0].explanation.votes
    after = dagan_itai.build(**counted, base="mitkov").resolve(document)[0].explanation.votes
    assert before is not None
    assert after is not None
    assert after.indicators == (*before.indicators, "tuples", "probability")
    assert after.matrix[:, :-2].tolist() == before.matrix.tolist()
    assert after.scores.tolist() == before.scores.tolist()


# Bases


@pytest.mark.parametrize("base", ["lappin_leass", "kennedy_boguraev", "mitkov", "mars", "ge_hale_charniak"])
def test_every_scoring_resolver_can_be_the_base(write: Write, base: str) -> None:
    """Whichever of two nouns the base prefers, with a wide margin the one that is sold wins."""
    for sold, expected in (("cup", "Cups"), ("plate", "plates")):
        counts = write({"cup": 10, "plate": 10}, {sold: 6})
        resolver = dagan_itai.build(counts=counts, base=base, margin=1000)
        assert scored(resolver, "Cups hit plates | We sell them")[1] == expected


def test_a_base_without_scores_or_that_needs_an_option_is_refused(counted: dict[str, Any]) -> None:
    for base in ("hobbs", "cogniac", "most_recent", "random_agreeing", "left_right_centering"):
        with raises("no-scores", OptionError):
            dagan_itai.build(**counted, base=base).resolve(read(THREE_NOUNS))
    with pytest.raises(OptionError):
        dagan_itai.build(**counted, base="dagan_itai")
