"""Kennedy & Boguraev 1996: salience of classes that are renewed; and the segments of a text by its vocabulary."""

from typing import Any

import numpy as np

from anaphora.resolvers import kennedy_boguraev
from anaphora.resolvers.kennedy_boguraev import segments
from anaphora.workbench.decision import Explanation
from tests.resolvers.answers import read, scored

APPLE = "Apple sells its printers | Firms that it bought for its customers grow"


def decide(text: str, which: int = -1, **options: Any) -> tuple[dict[str, float], str | None, Explanation]:
    """The scores of a pronoun's candidates by their words, the answer, and the explanation."""
    return scored(kennedy_boguraev.KennedyBoguraev(**options), text, which=which)


def test_the_published_trace_comes_out() -> None:
    """Kennedy & Boguraev 1996: three members of the class of Apple have 432, 352 and 352, and 192 a sentence later."""
    before, antecedent, _ = decide(f"{APPLE} | It grows", which=2, without=["parallelism"])
    after, *_ = decide(f"{APPLE} | It grows", without=["parallelism"])

    # 425, halved 212.5; "it" renews SENT, CNTX, SUBJ and ARG: 352.5; locality gives it the missing HEAD-S, 80
    assert before == {"Apple": 352.5, "its": 352.5, "it": 432.5}
    assert antecedent == "it"
    # "its" renewed POSS: 385, halved
    assert after["it"] == 192.5


def test_factors_weigh_as_published() -> None:
    """The trace has 360 for "company" (subject) and 310 for "year" (oblique), and half of such a sentence before.

    "device" 180, "processor" 165 (object), "show floor" 155. The sum is of sentence, context, function, head, argument.
    """
    expected = {
        "The company grew in the year and it fell": {"The company": 360, "the year": 310},
        "The device left the processor on the floor | It grows": {
            "The device": 180, "the processor": 165, "the floor": 155,
        },
        "John sees Bill | He sleeps": {
            "John": (100 + 50 + 80 + 80 + 50) / 2, "Bill": (100 + 50 + 50 + 80 + 50) / 2,
        },
        # a new member renews factors and does not add to them
        "John sleeps | He sleeps | He sleeps": {"John": 180, "He": 180},
        "We give the firm the lid of the box on the shelf | It grows": {
            "the firm": (100 + 50 + 40 + 80 + 50) / 2,
            "the lid of the box": (100 + 50 + 50 + 80 + 50) / 2,
            "the box": (100 + 50 + 30 + 50) / 2,  # embedded
            "the shelf": (100 + 50 + 30 + 80 + 50) / 2,
        },
        "There is a lamp near the ship 's mast | It grows": {
            "a lamp": (100 + 50 + 70 + 80 + 50) / 2,  # existential
            "the ship 's": (100 + 50 + 65 + 80 + 50) / 2,  # possessive
            "the ship 's mast": (100 + 50 + 30 + 80 + 50) / 2,
        },
        "In the box we slept | It grows": {"the box": (100 + 50 + 30 + 80) / 2},  # an adjunct is no argument
        "We saw a man who met Bill when John came | He sleeps": {
            "a man who met Bill": (100 + 50 + 50 + 80 + 50) / 2,
            "Bill": (100 + 50 + 50 + 50) / 2,  # a clause within a noun phrase embeds
            "John": (100 + 50 + 80 + 80) / 2,  # an adverbial clause is an adjunct
        },
        "We were hit by the box | It grows": {"the box": (100 + 50 + 30 + 80 + 50) / 2},  # an agent is oblique
        "John showed Bill to himself": {"John": 360, "Bill": 330},  # a reflexive that is no object takes either
    }  # fmt: skip

    assert {text: decide(text)[0] for text in expected} == expected
    _, antecedent, explanation = decide("John sees Bill | He sleeps")
    assert (antecedent, explanation.kind, explanation.rule) == ("John", "salience", "highest salience")


def test_another_context_counts_nothing() -> None:
    text = "John sleeps || He sleeps"

    assert decide(text, context="paragraph")[0] == {"John": (100 + 80 + 80 + 50) / 2}
    assert decide(text, context="document")[0] == decide(text)[0] == {"John": 180}


def test_a_pronoun_is_disjoint_from_co_arguments_and_containers() -> None:
    expected = {
        # co-arguments: no subject stands between
        "John saw him": [],
        "John sat near him": [],
        "John came and saw him": [],
        "John left , she saw him": ["John"],
        "John likes his hats": ["John"],
        "John lost his": ["John"],  # a genitive, though no noun stands by
        "Find John and call him": ["John"],
        # containment: what is embedded lies in the noun phrase before
        "The brother of his wife left": [],
        "A man who lost his hats": [],
        "John sees Bill | He saw him": ["Bill"],  # "He" is John: a member in the sentence is disjoint
        "We told Bill Sam talked to himself": ["Sam"],  # a reflexive does not take an object beyond a subject
    }

    assert {text: list(decide(text)[0]) for text in expected} == expected


def test_a_pronoun_commands_what_follows_it_unless_it_is_embedded() -> None:
    _, _, explanation = decide("He said John left")

    assert (explanation.rule, explanation.steps) == ("no candidate", ('not "John": commanded by it',))
    assert decide("The mother of his wife likes John")[2].rule == "cataphora"
    # a genitive is disjoint from what it modifies: "his" is not "he", if "he" is his brother
    brother = "When he came , his brother slept"
    assert decide(brother, which=0)[2].steps == ('"his brother" follows, with 185',)
    assert decide(brother)[2].steps == ('not "he": contains it, of "his brother" in its class',)


def test_a_pronoun_without_antecedent_is_no_candidate() -> None:
    _, antecedent, explanation = decide("He sleeps | He sleeps")

    assert (antecedent, explanation.rule) == (None, "no candidate")
    assert explanation.steps == ('not "He": has no antecedent itself',)


def test_a_noun_phrase_after_an_adjunct_is_no_antecedent_but_can_win() -> None:
    text = "Bill slept | When he came , John slept"
    _, antecedent, explanation = decide(text)

    assert (antecedent, explanation.rule) == (None, "cataphora")
    assert explanation.steps == ('"John" follows, with 185',)  # 360 - 175 against 180
    assert decide(text, cataphora=False)[1] == "Bill"


def test_a_repeated_pair_of_functions_is_worth_35_and_a_shared_adverbial_clause_50() -> None:
    eats = "John eats when he drinks and when he sleeps"

    # the first "he" taught that subjects refer to subjects; the second shares an adverbial clause with it
    assert decide(eats, which=0)[0] == {"John": 360}
    assert decide(eats)[0] == {"John": 360 + 35, "he": 360 + 35 + 50}
    assert decide(eats, without=["parallelism", "locality"])[0] == {"John": 360, "he": 360}


def test_votes_are_what_each_factor_contributes_of_a_class_its_last_value() -> None:
    votes = decide("John sees Bill | He sleeps")[2].votes

    assert votes is not None
    assert votes.indicators == (
        "sentence", "context", "subject", "existential", "possessive", "accusative", "dative", "oblique", "head",
        "argument", "parallelism", "cataphora", "locality",
    )  # fmt: skip
    assert votes.matrix.tolist() == [
        [50, 25, 40, 0, 0, 0, 0, 0, 40, 25, 0, 0, 0],
        [50, 25, 0, 0, 0, 25, 0, 0, 40, 25, 0, 0, 0],
    ]
    assert votes.matrix.dtype == np.float64
    assert votes.weights.tolist() == [1] * 13
    # the class of Apple in the published trace: subject anew, possessive and head from the sentence before
    of_class = [100, 50, 80, 0, 32.5, 0, 0, 0, 40, 50, 0, 0]
    votes = decide(APPLE, which=2, without=["parallelism"])[2].votes
    assert votes is not None
    assert votes.matrix.tolist() == [[*of_class, 0], [*of_class, 0], [*of_class, 80]]


def test_a_reflexive_object_takes_the_closest_subject_before_other_pronouns_are_resolved() -> None:
    scores, antecedent, explanation = decide("Bill said John saw Sam himself")

    assert list(scores) == ["John"]
    assert (antecedent, explanation.rule) == ("John", "binder")
    assert explanation.steps == ('"John" binds it: closest subject', "only candidate")
    # when "his" is resolved, John is an object already
    assert decide("John showed his sister himself", which=0)[0] == {"John": 100 + 50 + 80 + 50 + 80 + 50}


def test_segments_meet_where_the_vocabulary_changes_at_the_nearest_paragraph() -> None:
    """Of 400 words on each of two subjects the deepest valley is where they meet; short and even texts have none."""
    fish, bread = ["Fish swim in cold water"], ["Bakers bake the brown bread"]

    assert segments(read(*fish * 80, *bread * 80)) == [0] * 80 + [1] * 80
    assert segments(read(*fish * 78, "", *fish * 2, *bread * 80)) == [0] * 78 + [1] * 82
    end = segments(read(*fish * 80, *bread * 80, *fish * 4))  # where similarity falls to the end is a slope, no valley
    assert end == [0] * 80 + [1] * 84
    for text in (fish * 39 + bread * 40, fish * 160, [""]):
        assert set(segments(read(*text))) <= {0}
