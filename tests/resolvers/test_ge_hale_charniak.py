"""Ge, Hale & Charniak 1998: the walk, what phrases tell, probabilities worked by hand, training and answers."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora.resolvers import ge_hale_charniak, hobbs
from anaphora.resolvers.ge_hale_charniak import (
    Below,
    Governor,
    HeadCounts,
    Probabilities,
    RepeatingChains,
    fifth,
    no_counts,
    phrases,
    probabilities,
)
from anaphora.workbench.decision import Explanation
from anaphora.workbench.errors import OptionError
from anaphora.workbench.resolver_entry import Example
from tests.refused import raises
from tests.resolvers.answers import answer, example, names, read, words

BOX, OPENED = "Lift the box by the lid", "Lift the box by the lid | Open it"


def saw_mary() -> Example:
    return example("John saw Mary | He left", John=0, He=0)


def train(*examples: Example) -> dict[str, Any]:
    learned: dict[str, Any] = ge_hale_charniak.train(examples)
    return learned


def empty() -> dict[str, Any]:
    """The parameters of a model that has seen nothing."""
    return no_counts().as_data()


Decide = Callable[..., tuple[str | None, Explanation]]


@pytest.fixture
def decide(tmp_path: Path) -> Decide:
    """The answer to the last pronoun of a document by these parameters, and its explanation."""

    def run(content: Mapping[str, Any], text: str, **options: Any) -> tuple[str | None, Explanation]:
        path = tmp_path / "parameters.json"
        path.write_text(json.dumps(content), "utf8")
        return answer(ge_hale_charniak.build(parameters=path, **options), text)

    return run


# the walk


def propose(text: str, *, agreement: bool = True) -> list[str | None]:
    """What is proposed for the last pronoun."""
    document = read(text)
    case = document.cases[-1]
    listed = case.compatible if agreement else case.candidates
    return [words(document, index) for index in hobbs.propose(document, case.anaphor, listed, case.scope_start)]


def test_the_walk_counts_only_what_is_on_the_list_up_to_fifteen_proposals() -> None:
    # Hobbs goes through the sentence before from the left, level by level; Mary is no "he"
    assert propose("John saw Mary | He left") == ["John"]
    assert propose("John saw Mary | He left", agreement=False) == ["John", "Mary"]
    assert propose("John and Bill came | He left", agreement=False) == ["John and Bill", "John", "Bill"]
    # for a reflexive from right to left
    assert propose("John said Bob saw Bill beside himself") == ["Bill", "Bob", "John"]
    boxes = " ".join(f"box{number}/NN/1/obl" for number in range(20))
    assert propose(f"Lift/VB/0/root {boxes} | Open it") == [f"box{number}" for number in range(15)]


# noun phrases


def test_the_class_of_a_pronoun_is_that_of_all_its_forms() -> None:
    expected = {
        "He": "he", "his": "he", "herself": "she", "its": "it", "'em": "they", "themself": "they",
        "you": None, "this": None, "John": None,
    }  # fmt: skip
    texts = {word: read(f"{word}/{'NNP' if word == 'John' else 'PRP'}/2/nsubj left/VBD/0/root") for word in expected}

    assert {word: phrases(text).pronoun_class(0) for word, text in texts.items()} == expected


def test_the_words_that_tell_gender_are_nouns_the_head_first() -> None:
    expected = {
        ("The old woman left", "The old woman"): ["woman"],
        ("Mr. Smith left", "Mr. Smith"): ["smith", "mr."],
        ("Tom and Ann left", "Tom and Ann"): ["and"],
        ("His wife left", "His wife"): ["wife"],
        ("His wife left", "His"): ["his"],
    }
    actual = {}
    for text, phrase in expected:
        document = read(text)
        actual[text, phrase] = phrases(document).gender_words(names(document).index(phrase))

    assert actual == expected


def test_the_governor_is_the_head_of_the_constituent_above() -> None:
    expected = {
        ("Boxes break", "Boxes"): Governor("S", "break"),
        ("Boxes are things", "Boxes"): Governor("S", "be"),
        ("Boxes are things", "things"): None,
        ("Open boxes", "boxes"): Governor("VP", "open"),
        ("Open bags and boxes", "boxes"): Governor("VP", "open"),
        ("Look into boxes", "boxes"): Governor("PP", "into"),
        ("Lids of boxes", "boxes"): Governor("PP", "of"),
        ("Open its lid", "its"): Governor("NP", "lid"),
        ("Look tomorrow", "tomorrow"): None,
    }
    actual = {}
    for text, phrase in expected:
        document = read(text)
        actual[text, phrase] = phrases(document).governor(names(document).index(phrase))

    assert actual == expected


# mention counts


def test_the_place_of_a_pronoun_is_told_in_fifths_of_the_text() -> None:
    """Sentences 0 to 5 of 6: 0/6, 5/6, 10/6, 15/6, 20/6, 25/6, rounded down."""
    document = read(*["He left"] * 6)

    assert [fifth(document, index) for index in range(6)] == [0, 0, 1, 2, 3, 4]


def test_a_resolver_counts_its_answers_and_what_is_repeated_with_its_possessor() -> None:
    def counted(text: str, antecedents: Mapping[str, str]) -> list[tuple[str, int]]:
        document = read(text)
        mentions, chains = names(document), RepeatingChains(phrases(document))
        for mention in mentions:
            chains.add(mentions.index(antecedents[mention]) if mention in antecedents else None)
        return list(zip(mentions, chains.counts, strict=True))

    text = "Mary Brown lifts a box | She opens the box | Mrs. Brown sees a box"
    assert counted(text, {"She": "Mary Brown"}) == [
        ("Mary Brown", 1), ("a box", 1), ("She", 2), ("the box", 2), ("Mrs. Brown", 3), ("a box", 1),
    ]  # fmt: skip
    assert counted("His box fell | The box broke", {}) == [("His box", 1), ("His", 1), ("The box", 1)]


# probabilities


def test_distance_and_mention_count_are_shares_each_count_raised_by_one() -> None:
    counts = no_counts().lists["compatible"]
    counts.distance[:2] = 2, 1
    counts.mentions[2][0] = [3, 8]
    actual = probabilities(no_counts(), counts)

    assert actual.distance[:3] == pytest.approx([log(3 / 18), log(2 / 18), log(1 / 18)])
    assert sum(map(np.exp, actual.distance)) == pytest.approx(1)
    # of the proposals of a bucket those that were antecedents
    assert (actual.mention[2][0], actual.mention[0][0]) == pytest.approx((log(4 / 10), log(1 / 2)))


def test_the_most_informative_word_tells_the_class_of_its_pronouns_with_the_prior_for_one_more() -> None:
    """Of eight pronouns six were "he"; with one added for each class the prior is 7, 3, 1 and 1 of twelve."""
    tables = no_counts()
    tables.pronouns.update(he=6, she=2)
    tables.words.update(doctor=[0, 3, 0, 0], smith=[6, 2, 0, 0])
    genders = probabilities(tables, tables.lists["compatible"])

    assert genders.gender(["doctor"]).chances == pytest.approx(
        (log(7 / 12 / 4), log(3.25 / 4), log(1 / 12 / 4), log(1 / 12 / 4))
    )
    prior = log(7 / 12), log(3 / 12), log(1 / 12), log(1 / 12)
    assert genders.gender(["nurse"]).chances == pytest.approx(prior)
    assert genders.gender([]).word == ""
    # Dunning's test: 2 * 3 log(1 / (3/12)) for the doctor, 2 * (6 log(9/7) + 2 log 1) for Smith
    assert genders.words["doctor"].informative == pytest.approx(6 * log(4))
    assert genders.words["smith"].informative == pytest.approx(12 * log(9 / 7))
    assert genders.gender(["smith", "doctor", "nurse"]).word == "doctor"


def test_a_governing_head_raises_what_stands_below_it_more_often_than_expected() -> None:
    """Observed against expected counts: of the noun, else of its entity type, else 1.

    Of 100 objects of verbs 5 stand below "open", a share of 0.05.
    """
    tables = no_counts()
    tables.phrases["VP"] = HeadCounts(Counter(OBJECT=40, PLACE=60), Counter(box=20, cup=20))
    tables.heads["VP"]["open"] = HeadCounts(Counter(OBJECT=5), Counter(box=3))
    below = probabilities(tables, tables.lists["compatible"]).heads[Governor("VP", "open")]
    expected = {
        ("box", ""): (3 + 1) / (0.05 * 20 + 1),
        ("cup", ""): (0 + 1) / (0.05 * 20 + 1),
        ("box", "OBJECT"): (3 + (5 + 1) / (0.05 * 40 + 1)) / (0.05 * 20 + 1),
        ("lid", "OBJECT"): (5 + 1) / (0.05 * 40 + 1),
        ("town", "PLACE"): (0 + 1) / (0.05 * 60 + 1),
        ("lid", ""): 1,
    }

    assert {pair: below.ratio(*pair) for pair in expected} == pytest.approx(expected)
    assert Below(0.0, HeadCounts({}, {}), HeadCounts({}, {})).ratio("box", "OBJECT") == 1, "a phrase never seen"


# training


def test_training_counts_the_walk_the_words_and_the_mentions() -> None:
    learned = train(saw_mary())

    assert learned["pronouns"] == {"he": 1, "she": 0, "it": 0, "they": 0}
    assert learned["words"] == {"john": [1, 0, 0, 0]}
    # "he" stands in the second of two sentences; John and Mary, both first mentions, were proposed, but Mary disagrees
    assert learned["lists"]["compatible"]["mentions"][2][0] == [1, 1]
    assert learned["lists"]["candidates"]["mentions"][2][0] == [1, 2]
    assert learned["lists"]["candidates"]["distance"] == [1, *[0] * 14]


def test_the_distance_is_that_of_the_first_right_proposal_and_all_right_ones_give_words() -> None:
    learned = train(example(f"{BOX} | Close the thing | Open it", the_lid=0, the_thing=0, it=0))

    # proposed are the thing, the box, the lid; the thing is the second mention of the chain
    assert learned["lists"]["compatible"]["distance"] == [1, *[0] * 14]
    assert learned["words"] == {"lid": [0, 0, 1, 0], "thing": [0, 0, 1, 0]}
    assert learned["lists"]["compatible"]["mentions"][3][:2] == [[1, 2], [1, 1]]


def test_pronouns_without_antecedents_teach_nothing_but_gender_in_a_text_without_chains() -> None:
    # only the second "it" has an antecedent, the first, which is the first that is proposed
    learned = train(example(f"{OPENED} | Open it", the_box=0, it=1))
    assert learned["pronouns"]["it"] == 1
    assert learned["words"] == {"it": [0, 0, 1, 0]}

    learned = train(saw_mary(), example(OPENED))
    assert learned["words"] == {"box": [0, 0, 1, 0], "john": [1, 0, 0, 0]}
    assert learned["pronouns"] == {"he": 1, "she": 0, "it": 0, "they": 0}
    assert sum(learned["lists"]["compatible"]["distance"]) == 1
    for documents in ([], [example("John saw Mary | He left")]):
        with raises("nothing-to-learn", OptionError):
            train(*documents)


def test_training_counts_what_stands_below_heads_but_writes_no_rare_ones() -> None:
    text = "Open boxes | Open boxes | Open lids | Lift boxes | John saw Mary | He left"
    learned = train(example(text, John=0, He=0))

    # "lift" and "see" govern one noun phrase each, lids and Mary are objects but once
    assert learned["heads"]["VP"] == {"open": {"types": {"": 3}, "nouns": {"box": 2}}}
    assert learned["phrases"]["VP"] == {"types": {"": 5}, "nouns": {"box": 3}}


def test_training_in_another_order_gives_the_same_which_is_read_as_written_and_used(
    decide: Decide, tmp_path: Path
) -> None:
    documents = [saw_mary(), *[example(OPENED, the_lid=0, it=0)] * 3]
    learned = train(*documents)

    assert json.dumps(train(*documents[::-1])) == json.dumps(learned)
    assert decide(learned | {"provenance": {"corpus": "test"}}, OPENED)[0] == "the lid"
    assert ge_hale_charniak.read(tmp_path / "parameters.json").as_data() == learned


# the resolver


def second_proposal(content: dict[str, Any]) -> None:
    content["lists"]["compatible"]["distance"] = [1, 5, *[0] * 13]


def things_are_it(content: dict[str, Any]) -> None:
    content["words"] = {"box": [4, 0, 0, 0], "lid": [0, 0, 4, 0]}


def lids_are_opened(content: dict[str, Any]) -> None:
    content["phrases"]["VP"] = {"types": {"": 9}, "nouns": {"lid": 3}}
    content["heads"]["VP"]["open"] = {"types": {"": 3}, "nouns": {"lid": 3}}


def second_mentions_win(content: dict[str, Any]) -> None:
    content["lists"]["compatible"]["mentions"][3][1] = [8, 8]  # "it" is in the last of three sentences


@pytest.mark.parametrize(
    ("factor", "learn"),
    [
        ("hobbs_distance", second_proposal),
        ("gender", things_are_it),
        ("governing_head", lids_are_opened),
        ("mention_count", second_mentions_win),
    ],
)
def test_each_factor_can_decide_and_be_left_out(
    factor: str, learn: Callable[[dict[str, Any]], None], decide: Decide
) -> None:
    """Without it the box is the answer, the first proposal of the sentence before."""
    content, text = empty(), f"Find the lid | {OPENED}"
    learn(content)

    assert decide(content, text)[0] == "the lid"
    assert decide(content, text, without=[factor])[0] == "the box"


def test_the_rule_tells_how_the_answer_was_found(decide: Decide) -> None:
    expected = {
        OPENED: ("the box", "equal probability: nearest proposal"),
        "He left": (None, "no candidate"),
        "John saw him": (None, "no proposal among the candidates"),
        "John saw Mary | He left": ("John", "only proposal"),
    }
    actual = {text: decide(empty(), text) for text in expected}
    assert {text: (answer, explanation.rule) for text, (answer, explanation) in actual.items()} == expected

    content = empty()
    second_proposal(content)
    antecedent, explanation = decide(content, OPENED)
    assert (antecedent, explanation.rule) == ("the lid", "highest probability")


def test_the_votes_are_the_logarithm_of_each_probability(decide: Decide) -> None:
    content = empty()
    content["pronouns"]["it"] = 8
    content["words"]["lid"] = [0, 0, 3, 0]
    _, explanation = decide(content, OPENED)
    votes = explanation.votes

    # of "it" the prior is 9 of 12; the lid has (3 + 9/12) of 4
    assert votes is not None
    assert votes.indicators == ("hobbs_distance", "gender", "governing_head", "mention_count")
    assert votes.matrix == pytest.approx(
        np.array([[log(1 / 15), log(9 / 12), 0, log(1 / 2)], [log(1 / 15), log(3.75 / 4), 0, log(1 / 2)]])
    )
    assert explanation.scores == pytest.approx(tuple(votes.scores))
    assert explanation.steps == (
        "proposal 2 of 2 of Hobbs' search",
        "gender: it, where training had lid",
        "governing head: open (VP)",
        "mentions of its referent so far: 1",
    )
    # the verb selects what John lost, not its owner, and no word of his was seen
    unseen = ("gender: he, where training had none of the words", "governing head: none")
    assert decide(empty(), "John lost his")[1].steps[1:3] == unseen
    # "it" in the second sentence makes a second mention of the box, which the third "it" finds as its antecedent
    assert decide(empty(), f"{OPENED} | Open it")[1].steps[-1] == "mentions of its referent so far: 2"


def test_a_factor_that_is_left_out_is_no_column(decide: Decide) -> None:
    _, explanation = decide(empty(), OPENED, without=("gender", "governing_head", "mention_count"))

    assert explanation.votes is not None
    assert explanation.votes.indicators == ("hobbs_distance",)
    assert explanation.scores == pytest.approx((log(1 / 15), log(1 / 15)))
    assert decide(empty(), OPENED, without=ge_hale_charniak.FACTORS)[0] == "the box"


def test_without_agreement_learned_gender_decides_among_all_candidates(decide: Decide) -> None:
    content, text = empty(), "Ann saw Tom | He left"
    content["lists"]["candidates"]["distance"] = [5, 1, *[0] * 13]

    assert decide(content, text)[0] == "Tom"
    assert decide(content, text, agreement=False)[0] == "Ann"
    content["words"].update(ann=[0, 9, 0, 0], tom=[9, 0, 0, 0])
    assert decide(content, text, agreement=False)[0] == "Tom"


def test_the_shipped_parameters_know_pronouns_and_prefer_the_first_proposal() -> None:
    resolver = ge_hale_charniak.build()
    assert isinstance(resolver, ge_hale_charniak.GeHaleCharniak)
    learned: Probabilities = resolver.probabilities

    assert max(learned.distance) == learned.distance[0]
    most = {word: int(np.argmax(learned.gender([word]).chances)) for word in ("himself", "woman", "its", "people")}
    assert most == {"himself": 0, "woman": 1, "its": 2, "people": 3}
