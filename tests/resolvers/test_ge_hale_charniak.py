import json
from collections import Counter
from collections.abc import Callable, Mapping
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora.resolvers import ge_hale_charniak
from anaphora.resolvers._discourse.phrases import Chains, Governor, phrases
from anaphora.resolvers._syntax.hobbs_search import walks
from anaphora.resolvers.ge_hale_charniak import (
    Below,
    HeadCounts,
    Probabilities,
    Tables,
    fifth,
    no_counts,
    probabilities,
    read,
)
from anaphora.workbench.decision import Explanation
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.resolver_entry import Example
from tests.annotated import prepared
from tests.refused import raises
from tests.resolvers.answers import answer, example

JOHN_SAW_MARY = "John/NNP/2/nsubj saw/VBD/0/root/see Mary/NNP/2/obj"
HE_LEFT = "He/PRP/2/nsubj left/VBD/0/root"
LIFT_THE_BOX = "Lift/VB/0/root the/DT/3/det box/NN/1/obj by/IN/6/case the/DT/6/det lid/NN/1/obl"
OPEN_IT = "Open/VB/0/root it/PRP/1/obj"
HOBBS_ALONE = ("gender", "governing_head", "mention_count")


def empty() -> dict[str, Any]:
    """The parameters of a model that has seen nothing."""
    return no_counts().as_data()


def saved(folder: Path, content: object) -> Path:
    path = folder / "parameters.json"
    path.write_text(json.dumps(content), "utf8")
    return path


Decide = Callable[..., tuple[str | None, Explanation]]


@pytest.fixture
def decide(tmp_path: Path) -> Decide:
    """The answer to the last pronoun of a document by these parameters, and its explanation."""

    def run(content: Mapping[str, Any], *lines: str, **options: Any) -> tuple[str | None, Explanation]:
        return answer(ge_hale_charniak.build(parameters=saved(tmp_path, content), **options), *lines)

    return run


def model(tables: Tables) -> Probabilities:
    return probabilities(tables, tables.lists["compatible"])


# the walk


def propose(*lines: str, agreement: bool = True) -> list[str]:
    """The heads of what is proposed for the last pronoun."""
    document = prepared("\n".join(lines))
    case = document.cases[-1]
    listed = case.compatible if agreement else case.candidates
    found = walks(document).propose(case.anaphor, listed, case.scope_start)
    return [document.document.words[document.mentions[index].head] for index in found]


def test_the_walk_counts_only_what_is_on_the_list() -> None:
    # Hobbs goes through the sentence before from the left, level by level; Mary is no "he"
    assert propose(JOHN_SAW_MARY, HE_LEFT) == ["John"]
    assert propose(JOHN_SAW_MARY, HE_LEFT, agreement=False) == ["John", "Mary"]


def test_the_walk_ends_after_fifteen_proposals() -> None:
    boxes = " ".join(f"box{number}/NN/1/obl" for number in range(20))

    assert propose(f"Lift/VB/0/root {boxes}", OPEN_IT) == [f"box{number}" for number in range(15)]


def test_the_walk_for_a_reflexive_goes_back_from_right_to_left() -> None:
    line = (
        "John/NNP/2/nsubj said/VBD/0/root Bob/NNP/4/nsubj saw/VBD/2/ccomp Bill/NNP/4/obj beside/IN/7/case "
        "himself/PRP/4/obl"
    )

    assert propose(line) == ["Bill", "Bob", "John"]


def test_a_coordination_is_proposed_before_its_members() -> None:
    line = "John/NNP/4/nsubj and/CC/3/cc Bill/NNP/1/conj came/VBD/0/root"
    document = prepared(f"{line}\n{HE_LEFT}")
    case = document.cases[0]
    found = walks(document).propose(case.anaphor, case.candidates, case.scope_start)

    assert [document.document.words_of(document.mentions[index].span) for index in found] == [
        "John and Bill",
        "John",
        "Bill",
    ]


# noun phrases


def mention(document: Prepared, words: str) -> int:
    """The last mention with these words."""
    return max(
        index for index, entry in enumerate(document.mentions) if document.document.words_of(entry.span) == words
    )


@pytest.mark.parametrize(
    ("word", "expected"),
    [("He", "he"), ("his", "he"), ("herself", "she"), ("its", "it"), ("'em", "they"), ("themself", "they")],
)
def test_the_class_of_a_pronoun_is_that_of_all_its_forms(word: str, expected: str) -> None:
    assert phrases(prepared(f"{word}/PRP/2/nsubj left/VBD/0/root")).pronoun_class(0) == expected


@pytest.mark.parametrize("word", ["you", "this", "John"])
def test_other_words_are_of_no_class(word: str) -> None:
    assert phrases(prepared(f"{word}/NNP/2/nsubj left/VBD/0/root")).pronoun_class(0) is None


@pytest.mark.parametrize(
    ("line", "words", "expected"),
    [
        ("The/DT/3/det old/JJ/3/amod woman/NN/4/nsubj left/VBD/0/root", "The old woman", ["woman"]),
        ("Mr./NNP/2/compound Smith/NNP/3/nsubj left/VBD/0/root", "Mr. Smith", ["smith", "mr."]),
        ("Tom/NNP/4/nsubj and/CC/3/cc Ann/NNP/1/conj left/VBD/0/root", "Tom and Ann", ["and"]),
        ("His/PRP$/2/nmod:poss wife/NN/3/nsubj left/VBD/0/root", "His wife", ["wife"]),
        ("His/PRP$/2/nmod:poss wife/NN/3/nsubj left/VBD/0/root", "His", ["his"]),
    ],
)
def test_the_words_that_tell_gender_are_nouns_the_head_first(line: str, words: str, expected: list[str]) -> None:
    document = prepared(line)

    assert phrases(document).gender_words(mention(document, words)) == expected


@pytest.mark.parametrize(
    ("line", "words", "expected"),
    [
        ("Boxes/NNS/2/nsubj break/VBP/0/root", "Boxes", Governor("S", "break")),
        ("Boxes/NNS/3/nsubj are/VBP/3/cop things/NNS/0/root", "Boxes", Governor("S", "be")),
        ("Boxes/NNS/3/nsubj are/VBP/3/cop things/NNS/0/root", "things", None),
        ("Open/VB/0/root boxes/NNS/1/obj", "boxes", Governor("VP", "open")),
        ("Open/VB/0/root bags/NNS/1/obj and/CC/4/cc boxes/NNS/2/conj", "boxes", Governor("VP", "open")),
        ("Look/VB/0/root into/IN/3/case boxes/NNS/1/obl", "boxes", Governor("PP", "into")),
        ("Lids/NNS/0/root of/IN/3/case boxes/NNS/1/nmod", "boxes", Governor("PP", "of")),
        ("Open/VB/0/root its/PRP$/3/nmod:poss lid/NN/1/obj", "its", Governor("NP", "lid")),
        ("Look/VB/0/root tomorrow/NN/1/obl:tmod", "tomorrow", None),
    ],
)
def test_the_governor_is_the_head_of_the_constituent_above(line: str, words: str, expected: Governor | None) -> None:
    document = prepared(line)

    assert phrases(document).governor(mention(document, words)) == expected


# mention counts


def test_the_place_of_a_pronoun_is_told_in_fifths_of_the_text() -> None:
    document = prepared("\n".join([HE_LEFT] * 6))

    # sentences 0 to 5 of 6: 0/6, 5/6, 10/6, 15/6, 20/6, 25/6, rounded down
    assert [fifth(document, index) for index in range(6)] == [0, 0, 1, 2, 3, 4]


def counted(*lines: str, antecedents: Mapping[str, str]) -> list[tuple[str, int]]:
    """Each mention with its number in the chain that a resolver would make of these antecedents."""
    document = prepared("\n".join(lines))
    words = [document.document.words_of(entry.span) for entry in document.mentions]
    chains = Chains(phrases(document))
    for text in words:
        chains.add(words.index(antecedents[text]) if text in antecedents else None)
    return list(zip(words, chains.counts, strict=True))


def test_a_resolver_counts_its_answers_and_what_is_repeated() -> None:
    lines = (
        "Mary/NNP/2/compound Brown/NNP/3/nsubj lifts/VBZ/0/root a/DT/5/det box/NN/3/obj",
        "She/PRP/2/nsubj opens/VBZ/0/root the/DT/4/det box/NN/2/obj",
        "Mrs./NNP/2/compound Brown/NNP/3/nsubj sees/VBZ/0/root a/DT/5/det box/NN/3/obj",
    )

    assert counted(*lines, antecedents={"She": "Mary Brown"}) == [
        ("Mary Brown", 1), ("a box", 1), ("She", 2), ("the box", 2), ("Mrs. Brown", 3), ("a box", 1),
    ]  # fmt: skip


def test_a_possessor_belongs_to_what_is_repeated() -> None:
    lines = ("His/PRP$/2/nmod:poss box/NN/3/nsubj fell/VBD/0/root", "The/DT/2/det box/NN/3/nsubj broke/VBD/0/root")

    assert counted(*lines, antecedents={}) == [("His box", 1), ("His", 1), ("The box", 1)]


# probabilities


def test_the_distance_is_the_share_of_pronouns_each_count_raised_by_one() -> None:
    counts = no_counts().lists["compatible"]
    counts.distance[:2] = 2, 1
    found = probabilities(no_counts(), counts).distance

    assert found[:3] == pytest.approx([log(3 / 18), log(2 / 18), log(1 / 18)])
    assert sum(map(np.exp, found)) == pytest.approx(1)


def test_the_mention_count_is_the_share_of_antecedents_among_the_proposals_of_a_bucket() -> None:
    counts = no_counts().lists["compatible"]
    counts.mentions[2][0] = [3, 8]
    found = probabilities(no_counts(), counts).mention

    assert found[2][0] == pytest.approx(log(4 / 10))
    assert found[0][0] == pytest.approx(log(1 / 2))


@pytest.fixture
def genders() -> Probabilities:
    """Of eight pronouns six were "he"; with one added for each class the prior is 7, 3, 1 and 1 of twelve."""
    tables = no_counts()
    tables.pronouns.update(he=6, she=2)
    tables.words.update(doctor=[0, 3, 0, 0], smith=[6, 2, 0, 0])
    return model(tables)


def test_a_word_tells_the_class_of_its_pronouns_with_the_prior_for_one_more(genders: Probabilities) -> None:
    assert genders.gender(["doctor"]).chances == pytest.approx(
        (log(7 / 12 / 4), log(3.25 / 4), log(1 / 12 / 4), log(1 / 12 / 4))
    )


def test_a_word_not_seen_has_the_prior(genders: Probabilities) -> None:
    assert genders.gender(["nurse"]).chances == pytest.approx((log(7 / 12), log(3 / 12), log(1 / 12), log(1 / 12)))
    assert genders.gender([]).word == ""


def test_of_several_words_the_most_informative_one_counts(genders: Probabilities) -> None:
    """Dunning's test: 2 * 3 log(1 / (3/12)) for the doctor, 2 * (6 log(9/7) + 2 log 1) for Smith."""
    assert genders.words["doctor"].informative == pytest.approx(6 * log(4))
    assert genders.words["smith"].informative == pytest.approx(12 * log(9 / 7))
    assert genders.gender(["smith", "doctor", "nurse"]).word == "doctor"


@pytest.mark.parametrize(
    ("noun", "type", "ratio"),
    [
        # of 100 objects of verbs 5 stand below "open", a share of 0.05
        ("box", "", (3 + 1) / (0.05 * 20 + 1)),
        ("cup", "", (0 + 1) / (0.05 * 20 + 1)),
        ("box", "OBJECT", (3 + (5 + 1) / (0.05 * 40 + 1)) / (0.05 * 20 + 1)),
        ("lid", "OBJECT", (5 + 1) / (0.05 * 40 + 1)),
        ("town", "PLACE", (0 + 1) / (0.05 * 60 + 1)),
        ("lid", "", 1),
    ],
)
def test_a_governing_head_raises_what_stands_below_it_more_often_than_expected(
    noun: str, type: str, ratio: float
) -> None:
    """Observed against expected counts: of the noun, else of its entity type, else 1."""
    everywhere = HeadCounts(Counter(OBJECT=40, PLACE=60), Counter(box=20, cup=20))
    tables = no_counts()
    tables.phrases["VP"] = everywhere
    tables.heads["VP"]["open"] = HeadCounts(Counter(OBJECT=5), Counter(box=3))

    assert model(tables).heads[Governor("VP", "open")].ratio(noun, type) == pytest.approx(ratio)


def test_a_head_of_a_phrase_that_was_never_seen_says_nothing() -> None:
    assert Below(0.0, HeadCounts({}, {}), HeadCounts({}, {})).ratio("box", "OBJECT") == 1


# training


def test_training_counts_the_walk_the_words_and_the_mentions() -> None:
    learned: dict[str, Any] = ge_hale_charniak.train([example(JOHN_SAW_MARY, HE_LEFT, John=0, He=0)])

    assert learned["pronouns"] == {"he": 1, "she": 0, "it": 0, "they": 0}
    assert learned["words"] == {"john": [1, 0, 0, 0]}
    # "he" stands in the second of two sentences; John and Mary, both first mentions, were proposed, but Mary disagrees
    assert learned["lists"]["compatible"]["mentions"][2][0] == [1, 1]
    assert learned["lists"]["candidates"]["mentions"][2][0] == [1, 2]
    assert learned["lists"]["candidates"]["distance"] == [1, *[0] * 14]


def test_the_distance_is_that_of_the_first_right_proposal_and_all_right_ones_give_words() -> None:
    lines = (LIFT_THE_BOX, "Close/VB/0/root the/DT/3/det thing/NN/1/obj", OPEN_IT)
    learned: dict[str, Any] = ge_hale_charniak.train([example(*lines, the_lid=0, the_thing=0, it=0)])

    # proposed are the thing, the box, the lid; the thing is the second mention of the chain
    assert learned["lists"]["compatible"]["distance"] == [1, *[0] * 14]
    assert learned["words"] == {"lid": [0, 0, 1, 0], "thing": [0, 0, 1, 0]}
    assert learned["lists"]["compatible"]["mentions"][3][:2] == [[1, 2], [1, 1]]


def test_a_pronoun_without_an_antecedent_among_the_proposals_teaches_nothing() -> None:
    learned: dict[str, Any] = ge_hale_charniak.train([example(LIFT_THE_BOX, OPEN_IT, OPEN_IT, the_box=0, it=1)])

    # only the second "it" has one, the first, which is the first that is proposed
    assert learned["pronouns"]["it"] == 1
    assert learned["words"] == {"it": [0, 0, 1, 0]}


def test_a_text_without_any_chain_teaches_gender_by_the_first_proposal() -> None:
    documents = [example(JOHN_SAW_MARY, HE_LEFT, John=0, He=0), example(LIFT_THE_BOX, OPEN_IT)]
    learned: dict[str, Any] = ge_hale_charniak.train(documents)

    assert learned["words"] == {"box": [0, 0, 1, 0], "john": [1, 0, 0, 0]}
    assert learned["pronouns"] == {"he": 1, "she": 0, "it": 0, "they": 0}
    assert sum(learned["lists"]["compatible"]["distance"]) == 1


def test_training_counts_what_stands_below_heads_but_writes_no_rare_ones() -> None:
    lines = [
        *["Open/VB/0/root boxes/NNS/1/obj/box"] * 2,
        "Open/VB/0/root lids/NNS/1/obj",
        "Lift/VB/0/root boxes/NNS/1/obj/box",
    ]
    learned: dict[str, Any] = ge_hale_charniak.train([example(*lines, JOHN_SAW_MARY, HE_LEFT, John=0, He=0)])

    # "lift" and "see" govern one noun phrase each, lids and Mary are objects but once
    assert learned["heads"]["VP"] == {"open": {"types": {"": 3}, "nouns": {"box": 2}}}
    assert learned["phrases"]["VP"] == {"types": {"": 5}, "nouns": {"box": 3}}


def test_training_again_or_in_another_order_gives_the_same() -> None:
    documents = [example(JOHN_SAW_MARY, HE_LEFT, John=0, He=0), example(LIFT_THE_BOX, OPEN_IT, the_box=0, it=0)]
    learned = json.dumps(ge_hale_charniak.train(documents))

    assert json.dumps(ge_hale_charniak.train(documents)) == learned
    assert json.dumps(ge_hale_charniak.train(documents[::-1])) == learned


@pytest.mark.parametrize("documents", [[], [example(JOHN_SAW_MARY, HE_LEFT)]])
def test_training_on_a_corpus_without_pronouns_that_corefer_is_refused(documents: list[Example]) -> None:
    with raises("nothing-to-learn", OptionError):
        ge_hale_charniak.train(documents)


def test_what_was_learned_can_be_used(decide: Decide) -> None:
    learned: dict[str, Any] = ge_hale_charniak.train([example(LIFT_THE_BOX, OPEN_IT, the_lid=0, it=0)] * 3)

    assert decide(learned, LIFT_THE_BOX, OPEN_IT)[0] == "the lid"


# the resolver


def test_where_nothing_is_known_the_nearest_proposal_wins(decide: Decide) -> None:
    antecedent, explanation = decide(empty(), LIFT_THE_BOX, OPEN_IT)

    assert (antecedent, explanation.rule) == ("the box", "equal probability: nearest proposal")


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
    content = empty()
    learn(content)
    lines = ("Find/VB/0/root the/DT/3/det lid/NN/1/obj", LIFT_THE_BOX, OPEN_IT)

    assert decide(content, *lines)[0] == "the lid"
    assert decide(content, *lines, without=[factor])[0] == "the box"


def test_the_highest_probability_wins_however_far(decide: Decide) -> None:
    content = empty()
    second_proposal(content)
    antecedent, explanation = decide(content, LIFT_THE_BOX, OPEN_IT)

    assert (antecedent, explanation.rule) == ("the lid", "highest probability")


def test_the_votes_are_the_logarithm_of_each_probability(decide: Decide) -> None:
    content = empty()
    content["pronouns"]["it"] = 8
    content["words"]["lid"] = [0, 0, 3, 0]
    _, explanation = decide(content, LIFT_THE_BOX, OPEN_IT)
    votes = explanation.votes

    # of "it" the prior is 9 of 12; the lid has (3 + 9/12) of 4
    assert votes is not None
    assert votes.indicators == ("hobbs_distance", "gender", "governing_head", "mention_count")
    assert votes.matrix == pytest.approx(
        np.array([[log(1 / 15), log(9 / 12), 0, log(1 / 2)], [log(1 / 15), log(3.75 / 4), 0, log(1 / 2)]])
    )
    assert explanation.scores == pytest.approx(tuple(votes.scores))
    assert explanation.steps == ("proposal 2 of 2", "it for lid", "below VP open", "mention 1 of its referent")


def test_what_was_not_learned_of_is_told_in_words(decide: Decide) -> None:
    """The verb selects what John lost, not its owner, and no word of his was seen."""
    _, explanation = decide(empty(), "John/NNP/2/nsubj lost/VBD/0/root/lose his/PRP$/2/obj")

    assert explanation.steps[1:3] == ("he for words not seen in training", "below no head that selects")


def test_a_factor_that_is_left_out_is_no_column(decide: Decide) -> None:
    _, explanation = decide(empty(), LIFT_THE_BOX, OPEN_IT, without=HOBBS_ALONE)

    assert explanation.votes is not None
    assert explanation.votes.indicators == ("hobbs_distance",)
    assert explanation.scores == pytest.approx((log(1 / 15), log(1 / 15)))
    assert decide(empty(), LIFT_THE_BOX, OPEN_IT, without=ge_hale_charniak.FACTORS)[0] == "the box"


def test_without_agreement_learned_gender_decides_among_all_candidates(decide: Decide) -> None:
    content = empty()
    content["lists"]["candidates"]["distance"] = [5, 1, *[0] * 13]
    line = JOHN_SAW_MARY.replace("John", "Ann")
    tom = line.replace("Mary", "Tom")

    assert decide(content, tom, HE_LEFT)[0] == "Tom"
    assert decide(content, tom, HE_LEFT, agreement=False)[0] == "Ann"
    content["words"].update(ann=[0, 9, 0, 0], tom=[9, 0, 0, 0])
    assert decide(content, tom, HE_LEFT, agreement=False)[0] == "Tom"


def test_answers_are_counted_as_mentions_of_their_referent(decide: Decide) -> None:
    # "it" in the second sentence makes a second mention of the box, which the third "it" finds as its antecedent
    _, explanation = decide(empty(), LIFT_THE_BOX, OPEN_IT, OPEN_IT)

    assert explanation.steps[-1] == "mention 2 of its referent"


def test_a_pronoun_without_candidates_or_without_proposals_stays_open(decide: Decide) -> None:
    antecedent, explanation = decide(empty(), HE_LEFT)
    assert (antecedent, explanation.rule) == (None, "no candidate")

    antecedent, explanation = decide(empty(), "John/NNP/2/nsubj saw/VBD/0/root him/PRP/2/obj")
    assert (antecedent, explanation.rule) == (None, "no proposal among the candidates")


def test_a_single_proposal_is_the_answer(decide: Decide) -> None:
    antecedent, explanation = decide(empty(), JOHN_SAW_MARY, HE_LEFT)

    assert (antecedent, explanation.rule) == ("John", "only proposal")


# parameter files


def test_parameters_are_written_as_they_are_read(tmp_path: Path) -> None:
    learned: dict[str, Any] = ge_hale_charniak.train([example(JOHN_SAW_MARY, HE_LEFT, John=0, He=0)] * 3)

    assert read(saved(tmp_path, learned | {"provenance": {"corpus": "test"}})).as_data() == learned


def test_the_shipped_parameters_know_pronouns_and_prefer_the_first_proposal() -> None:
    resolver = ge_hale_charniak.build()
    assert isinstance(resolver, ge_hale_charniak.GeHaleCharniak)
    known = resolver.probabilities

    assert max(known.distance) == known.distance[0]
    most = {word: int(np.argmax(known.gender([word]).chances)) for word in ("himself", "woman", "its", "people")}
    assert most == {"himself": 0, "woman": 1, "its": 2, "people": 3}
