"""Names in the place of pronouns: which are replaced, by what, and why others are left."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from anaphora.experiments.texts.entities import entities_of
from anaphora.experiments.texts.manner import Each, Manner
from anaphora.experiments.texts.rewriting import REASONS, Links, Rewriting, links_of, rewriting
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Prepared
from anaphora.workbench.language.pronouns import pronoun
from tests.annotated import prepared
from tests.refused import raises

CLOSE = (".", ",", "'s", "'ll", "'d", "'re", "’s", "-man", "/her")
BOB = "Bob/NNP/2/nsubj slept/VBD/0/root ././2/punct"
COOKS = "The/DT/2/det cooks/NNS/3/nsubj slept/VBD/0/root ././3/punct"


def written(text: str) -> Prepared:
    """A prepared document in the notation of `tests.annotated`, with no blank before what ends a word or sentence."""
    found = prepared(text)
    words = found.document.words
    spaces = ["" if after in CLOSE else " " for after in words[1:]] + [""]
    return replace(found, document=replace(found.document, spaces=tuple(spaces)))


def rewrite(
    text: str,
    *chains: Sequence[str],
    sure: float | None = 1.0,
    each: Each = "sentence",
    least: float = 0.5,
) -> Rewriting:
    """Rewrite a text whose chains are given by the words of their mentions, in text order; all others are alone."""
    found, taken = written(text), set[int]()

    def take(words: str) -> int:
        spans = enumerate(found.document.words_of(mention.span) for mention in found.mentions)
        number = next(number for number, shown in spans if shown == words and number not in taken)
        taken.add(number)
        return number

    made = tuple(tuple(map(take, chain)) for chain in chains)
    alone = tuple((number,) for number in range(len(found.mentions)) if number not in taken)
    tokens = [
        token for token, word in enumerate(found.document.words) if (entry := pronoun(word.lower())) and entry.person
    ]
    probability = dict.fromkeys(range(len(found.mentions)), sure)
    return rewriting(found, entities_of(found, made + alone), Links(probability), Manner(least, each), tokens)


def reasons(made: Rewriting) -> list[tuple[str, str]]:
    return [(each.text, each.reason) for each in made.left]


def test_a_pronoun_becomes_the_name_of_its_entity() -> None:
    made = rewrite(f"{BOB}\nHe/PRP/2/nsubj left/VBD/0/root ././2/punct", ("Bob", "He"), sure=0.75)

    assert made.rewritten == "Bob slept. Bob left."
    (each,) = made.replacements
    assert each.figures() == {
        "start": 11, "end": 13, "text": "He", "by": "Bob", "entity": "e1", "probability": 0.75,
    }  # fmt: skip


def test_the_best_name_is_taken_not_the_nearest_mention() -> None:
    text = "Mr./NNP/2/nmod:desc Darcy/NNP/3/nsubj slept/VBD/0/root\nDarcy/NNP/2/nsubj woke/VBD/0/root"
    made = rewrite(f"{text}\nHe/PRP/2/nsubj left/VBD/0/root", ("Mr. Darcy", "Darcy", "He"))

    assert made.rewritten.endswith("Mr. Darcy left")


def test_the_best_name_goes_with_the_last_one_before_the_pronoun() -> None:
    """Two persons were linked to one entity: each sentence has the name of the one that it is about."""
    left = "He/PRP/2/nsubj left/VBD/0/root"
    tom = "Tom/NNP/3/nsubj Lee/NNP/1/flat woke/VBD/0/root"
    made = rewrite("\n".join((BOB, BOB, left, tom, left)), ("Bob", "Bob", "He", "Tom Lee", "He"))

    assert [each.by for each in made.replacements] == ["Bob", "Tom Lee"]


@pytest.mark.parametrize(
    ("name", "tag", "owner"),
    [
        ("Mary", "NNP", "Mary's"),
        ("James", "NNP", "James's"),  # Chicago Manual of Style 7.17
        ("Macy's", "NNP", "Macy's"),
        ("Cooks", "NNS", "Cooks'"),
        ("Geese", "NNS", "Geese's"),
    ],
)
def test_possessives_follow_one_style(name: str, tag: str, owner: str) -> None:
    verb, tagged = ("sleep", "VBP") if tag == "NNS" else ("slept", "VBD")
    first = f"{name}/{tag}/2/nsubj {verb}/{tagged}/0/root ././2/punct"
    possessor = "Their" if tag == "NNS" else "His" if name == "James" else "Her"
    made = rewrite(f"{first}\n{possessor}/PRP$/2/nmod:poss dog/NN/3/nsubj left/VBD/0/root", (name, possessor))

    assert made.rewritten == f"{name} {verb}. {owner} dog left"


def test_an_organisation_that_ends_in_a_plural_takes_an_apostrophe_alone() -> None:
    text = """
    The/DT/2/det Court/NNP/5/nsubj of/IN/4/case Appeals/NNS/2/nmod agreed/VBD/0/root ././5/punct
    Its/PRP$/2/nmod:poss judge/NN/3/nsubj left/VBD/0/root
    """

    assert rewrite(text, ("The Court of Appeals", "Its")).rewritten.endswith("The Court of Appeals' judge left")


def test_a_possessive_without_a_noun_becomes_one_with_a_name() -> None:
    made = rewrite(f"{BOB}\nThis/DT/3/nsubj is/VBZ/3/cop his/PRP/0/root ././3/punct", ("Bob", "his"))

    assert made.rewritten == "Bob slept. This is Bob's."


def test_a_noun_phrase_becomes_definite() -> None:
    text = "A/DT/2/det dog/NN/3/nsubj slept/VBD/0/root ././3/punct\nThen/RB/3/advmod it/PRP/3/nsubj left/VBD/0/root"

    assert rewrite(text, ("A dog", "it")).rewritten == "A dog slept. Then the dog left"


@pytest.mark.parametrize(("verb", "by"), [("slept/VBD", "the cooks"), ("sleep/VBP", "cooks")])
def test_bare_plurals_are_certain_ones_in_the_past(verb: str, by: str) -> None:
    text = f"Cooks/NNS/2/nsubj {verb}/0/root ././2/punct\nThen/RB/3/advmod they/PRP/3/nsubj left/VBD/0/root"

    assert [each.by for each in rewrite(text, ("Cooks", "they")).replacements] == [by]


def test_one_before_a_noun_becomes_the() -> None:
    text = (
        "One/CD/2/nummod dog/NN/3/nsubj slept/VBD/0/root ././3/punct\nThen/RB/3/advmod it/PRP/3/nsubj left/VBD/0/root"
    )

    assert [each.by for each in rewrite(text, ("One dog", "it")).replacements] == ["the dog"]


def test_a_title_with_a_name_stays_as_it_is() -> None:
    text = """
    So/RB/4/advmod Aunt/NN/4/nsubj Polly/NNP/2/flat slept/VBD/0/root
    Her/PRP$/2/nmod:poss dog/NN/3/nsubj barked/VBD/0/root
    """

    assert rewrite(text, ("Aunt Polly", "Her")).rewritten.endswith("Aunt Polly's dog barked")


def test_relative_clauses_are_no_part_of_a_name_and_what_owns_ends_with_its_noun() -> None:
    text = """
    A/DT/2/det man/NN/7/nsubj with/IN/4/case hats/NNS/2/nmod who/WP/6/nsubj sang/VBD/2/acl:relcl slept/VBD/0/root
    He/PRP/2/nsubj left/VBD/0/root
    His/PRP$/2/nmod:poss dog/NN/3/nsubj barked/VBD/0/root
    """
    made = rewrite(text, ("A man with hats who sang", "He", "His"))

    assert made.rewritten.endswith("The man with hats left The man's dog barked")


HUSBAND = """
Ann/NNP/2/nsubj slept/VBD/0/root ././2/punct
Her/PRP$/2/nmod:poss husband/NN/3/nsubj woke/VBD/0/root ././3/punct
"""
MARRIED = (("Ann", "Her"), ("Her husband", "He"))


def test_a_noun_phrase_with_an_owner_names_the_owner() -> None:
    made = rewrite(f"{HUSBAND}He/PRP/2/nsubj left/VBD/0/root", *MARRIED, sure=0.9)

    assert made.rewritten == "Ann slept. Ann's husband woke. Ann's husband left"
    assert made.replacements[-1].probability == pytest.approx(0.81)
    assert reasons(rewrite(f"{HUSBAND}He/PRP/2/nsubj left/VBD/0/root", MARRIED[1])) == [
        ("Her", "unresolved"),
        ("He", "unnamed"),
    ]


def test_an_owner_that_is_named_before_stays_a_pronoun() -> None:
    text = f"{HUSBAND}She/PRP/2/nsubj saw/VBD/0/root him/PRP/2/obj"

    assert rewrite(text, ("Ann", "Her", "She"), ("Her husband", "him")).rewritten.endswith("Ann saw her husband")


def test_an_owner_that_is_named_in_a_name_is_not_named_again() -> None:
    text = f"{HUSBAND}He/PRP/2/nsubj saw/VBD/0/root her/PRP/2/obj"

    assert rewrite(text, ("Ann", "Her", "her"), ("Her husband", "He")).rewritten.endswith("Ann's husband saw her")


def test_a_name_of_the_other_sex_is_no_name() -> None:
    text = "The/DT/2/det girl/NN/3/nsubj slept/VBD/0/root\nHe/PRP/2/nsubj left/VBD/0/root"

    assert reasons(rewrite(text, ("The girl", "He"))) == [("He", "agreement")]


def test_a_noun_with_a_capital_letter_is_no_name() -> None:
    text = "A/DT/3/det young/JJ/3/amod American/NNP/4/nsubj slept/VBD/0/root\nHe/PRP/2/nsubj left/VBD/0/root"

    assert rewrite(text, ("A young American", "He")).rewritten == "A young American slept The young American left"


def test_capitals_are_those_of_the_pronoun() -> None:
    text = f"{COOKS}\nTHEY/PRP/2/nsubj left/VBD/0/root ././2/punct\nBob/NNP/2/nsubj saw/VBD/0/root them/PRP/2/obj"

    assert (
        rewrite(text, ("The cooks", "THEY", "them")).rewritten == "The cooks slept. THE COOKS left. Bob saw the cooks"
    )


def test_only_the_first_pronoun_of_a_sentence_is_replaced() -> None:
    text = f"{BOB}\nHe/PRP/2/nsubj said/VBD/0/root he/PRP/4/nsubj left/VBD/2/ccomp ././2/punct"
    made = rewrite(text, ("Bob", "He", "he"))

    assert made.rewritten == "Bob slept. Bob said he left."
    assert reasons(made) == [("he", "named")]


def test_what_a_sentence_names_or_describes_is_not_named_again() -> None:
    """Where a name follows the pronoun, as in "In his book Bob writes", a second one would mean somebody else."""
    text = "In/IN/3/case his/PRP$/3/nmod:poss book/NN/5/obl Bob/NNP/5/nsubj writes/VBZ/0/root ././5/punct"

    assert reasons(rewrite(text, ("his", "Bob"))) == [("his", "beside_name")]


def test_a_pronoun_after_one_that_was_left_is_left() -> None:
    text = f"{BOB}\nHimself/PRP/3/obl he/PRP/3/nsubj left/VBD/0/root ././3/punct"

    assert reasons(rewrite(text, ("Bob", "Himself", "he"))) == [("Himself", "reflexive"), ("he", "after_pronoun")]


def test_once_in_a_paragraph_or_text_is_enough_if_asked_for() -> None:
    same_paragraph, others = "He/PRP/2/nsubj ate/VBD/0/root ././2/punct", "He/PRP/2/nsubj left/VBD/0/root"
    text, chain = f"{BOB}\n{same_paragraph}\n\n{others}\n\n{others}", ("Bob", "He", "He", "He")

    assert rewrite(text, chain).rewritten == "Bob slept. Bob ate. Bob left Bob left"
    assert rewrite(text, chain, each="paragraph").rewritten == "Bob slept. He ate. Bob left Bob left"
    assert rewrite(text, chain, each="text").rewritten == "Bob slept. He ate. He left He left"


def test_a_chunk_has_whole_sentences_and_so_many_words_at_most() -> None:
    """Of 3, 3, 5 and 3 words; a longer sentence is a chunk of its own."""
    ate, left = "He/PRP/2/nsubj ate/VBD/0/root ././2/punct", "He/PRP/2/nsubj left/VBD/0/root ././2/punct"
    long = "He/PRP/2/nsubj saw/VBD/0/root a/DT/4/det park/NN/2/obj ././2/punct"
    text, chain = "\n".join((BOB, ate, long, left)), ("Bob", "He", "He", "He")

    assert rewrite(text, chain, each=6).chunks() == ["Bob slept. He ate. ", "Bob saw a park. ", "Bob left."]
    assert rewrite(text, chain, each=8).chunks() == ["Bob slept. He ate. ", "Bob saw a park. He left."]
    assert rewrite(text, chain, each=1).chunks() == ["Bob slept. ", "Bob ate. ", "Bob saw a park. ", "Bob left."]
    assert rewrite(text, chain, each="text").chunks() == ["Bob slept. He ate. He saw a park. He left."]


def test_a_pronoun_is_left_unless_it_is_sure_enough() -> None:
    text = f"{BOB}\nHe/PRP/2/nsubj left/VBD/0/root"

    assert reasons(rewrite(text, ("Bob", "He"), sure=0.5, least=0.6)) == [("He", "unsure")]
    assert rewrite(text, ("Bob", "He"), sure=0.6, least=0.6).rewritten == "Bob slept. Bob left"


def test_a_resolver_that_does_not_say_how_sure_it_is_replaces_all_or_nothing() -> None:
    text = f"{BOB}\nHe/PRP/2/nsubj left/VBD/0/root"

    assert reasons(rewrite(text, ("Bob", "He"), sure=None)) == [("He", "no_probability")]
    assert rewrite(text, ("Bob", "He"), sure=None, least=0).replacements[0].probability is None


def test_a_pronoun_is_left_if_nothing_names_what_it_means() -> None:
    text = "He/PRP/2/nsubj slept/VBD/0/root ././2/punct\nHe/PRP/2/nsubj left/VBD/0/root\nIt/PRP/2/nsubj fell/VBD/0/root"

    assert reasons(rewrite(text, ("He", "He"))) == [("He", "unnamed"), ("He", "unnamed"), ("It", "unresolved")]


@pytest.mark.parametrize(
    "subject",
    [
        "Every/DT/2/det man/NN/3/nsubj",
        "Any/DT/2/det man/NN/3/nsubj",
        "My/PRP$/2/nmod:poss man/NN/3/nsubj",
        "Such/JJ/2/amod someone/PRP/3/nsubj",
    ],
)
def test_what_means_nobody_in_particular_or_has_a_pronoun_is_no_name(subject: str) -> None:
    words = " ".join(token.partition("/")[0] for token in subject.split())
    made = rewrite(f"{subject} slept/VBD/0/root\nHe/PRP/2/nsubj left/VBD/0/root", (words, "He"))

    assert reasons(made)[-1] == ("He", "unnamed")


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("He/PRP/4/nsubj or/CC/3/cc she/PRP/1/conj left/VBD/0/root", "alternative"),
        ("He/PRP/4/nsubj who/WP/3/nsubj sang/VBD/1/acl:relcl left/VBD/0/root", "modified"),
        ("We/PRP/2/nsubj saw/VBD/0/root him/PRP/2/obj all/DT/2/advmod", "modified"),
        ("He/PRP/2/compound -man/NN/3/nsubj left/VBD/0/root", "inside"),
        ("Here/RB/3/advmod he/PRP/3/nsubj comes/VBZ/0/root/come", "inside"),
        ("His/PRP$/2/nmod:poss Grace/NNP/3/nsubj left/VBD/0/root", "inside"),
        ("We/PRP/2/nsubj love/VBP/0/root Him/PRP/2/obj", "inside"),
    ],
)
def test_a_pronoun_is_left_where_no_name_can_stand(sentence: str, reason: str) -> None:
    word = next(word for word in ("He", "he", "His", "Him", "him") if f"{word}/" in sentence)
    made = rewrite(f"{BOB}\n{sentence}", ("Bob", word))

    assert (word, reason) in reasons(made)


def test_i_and_you_stay_also_in_quotations() -> None:
    text = f"{BOB}\nI/PRP/2/nsubj see/VBP/0/root you/PRP/2/obj"

    assert reasons(rewrite(text)) == [("I", "speaker"), ("you", "speaker")]


@pytest.mark.parametrize(
    ("verb", "left"),
    [
        ("left/VBD/0/root", False),
        ("were/VBD/3/cop late/JJ/0/root", True),
        ("are/VBP/3/cop late/JJ/0/root", True),
        ("go/VBP/0/root", True),
        ("will/MD/3/aux go/VB/0/root", False),
        ("left/VBD/0/root and/CC/4/cc are/VBP/2/conj", True),
    ],
)
def test_they_of_one_person_stays_where_its_verb_is_plural(verb: str, left: bool) -> None:
    head = 3 if "/0/root" in verb.rsplit(maxsplit=1)[-1] and len(verb.split()) == 2 else 2
    made = rewrite(f"Alex/NNP/2/nsubj slept/VBD/0/root\nThey/PRP/{head}/nsubj {verb}", ("Alex", "They"))

    assert (("They", "agreement") in reasons(made)) is left


def test_it_of_several_things_stays() -> None:
    made = rewrite(f"{COOKS}\nHe/PRP/2/nsubj left/VBD/0/root", ("The cooks", "He"))

    assert reasons(made) == [("He", "agreement")]


@pytest.mark.parametrize(
    ("name", "contraction", "by"),
    [
        ("Bob", "'s/VBZ/3/aux/be", "Bob is gone"),
        ("James", "'s/VBZ/3/aux/be", "James is gone"),
        ("James", "'s/VBZ/3/aux/have", "James has gone"),
        ("Bob", "'ll/MD/3/aux", "Bob will gone"),
        ("Bob", "'d/VBD/3/aux/have", "Bob had gone"),
        ("Bob", "'d/MD/3/aux/would", "Bob would gone"),
    ],
)
def test_contractions_are_written_out(name: str, contraction: str, by: str) -> None:
    text = f"{name}/NNP/2/nsubj slept/VBD/0/root ././2/punct\nHe/PRP/3/nsubj {contraction} gone/VBN/0/root"

    assert rewrite(text, (name, "He")).rewritten == f"{name} slept. {by}"


def test_somebody_had_better_do_what_he_should() -> None:
    sentence = "He/PRP/4/nsubj 'd/MD/4/aux better/RB/4/advmod go/VB/0/root"

    assert rewrite(f"{BOB}\n{sentence}", ("Bob", "He")).rewritten == "Bob slept. Bob had better go"


def test_a_participle_with_an_object_has_it() -> None:
    sentence = "He/PRP/3/nsubj 's/VBZ/3/aux/be called/VBN/0/root me/PRP/3/obj"

    assert rewrite(f"{BOB}\n{sentence}", ("Bob", "He")).rewritten == "Bob slept. Bob has called me"


def test_a_coordination_is_named_as_a_whole() -> None:
    first = "Ann/NNP/4/nsubj and/CC/3/cc Bob/NNP/1/conj met/VBD/0/root ././4/punct"
    text = (
        f"{first}\nThey/PRP/3/nsubj 're/VBP/3/cop late/JJ/0/root\nTheir/PRP$/2/nmod:poss dog/NN/3/nsubj left/VBD/0/root"
    )

    rewritten = rewrite(text, ("Ann and Bob", "They", "Their")).rewritten
    assert rewritten.endswith("Ann and Bob are late Ann and Bob's dog left")


def test_both_of_a_coordination_are_both_of_them() -> None:
    first = "Ann/NNP/4/nsubj and/CC/3/cc Bob/NNP/1/conj met/VBD/0/root ././4/punct"
    text = f"{first}\nBoth/DT/4/nsubj of/IN/3/case them/PRP/1/nmod left/VBD/0/root"

    assert reasons(rewrite(text, ("Ann and Bob", "them"))) == [("them", "modified")]


SPLIT = """
John/NNP/2/nsubj met/VBD/0/root Mary/NNP/2/obj ././2/punct
They/PRP/2/nsubj left/VBD/0/root ././2/punct
"""


def test_nobody_speaks_of_himself_by_his_name() -> None:
    found = written(f"{BOB}\nHe/PRP/2/nsubj left/VBD/0/root")
    said = replace(found.document, speakers=("",) * 3 + ("BOB",) * 2)
    entities = entities_of(found, ((0, 1),))

    made = rewriting(replace(found, document=said), entities, Links({1: 1.0}), Manner(), [3])
    assert reasons(made) == [("He", "own_name")]


def test_nobody_is_called_by_his_name_in_his_own_words() -> None:
    said = """
    "/``/5/punct Go/VB/5/ccomp "/''/2/punct Bob/NNP/5/nsubj said/VBD/0/root/say ././5/punct
    "/``/2/punct He/PRP/3/nsubj left/VBD/0/root "/''/3/punct
    """

    assert reasons(rewrite(said, ("Bob", "He"))) == [("He", "own_name")]


def test_split_antecedents_are_named_together() -> None:
    found = written(SPLIT)
    decisions = [Decision(0, 0, others=(1,), probability=0.9)]
    alone = ((0,), (1,), (2,))
    made = rewriting(found, entities_of(found, alone), links_of(found, alone, decisions), Manner(), [4])

    assert made.rewritten == "John met Mary. John and Mary left."
    assert made.replacements[0].entity == "e1+e2"


CHAIN = f"{BOB}\nHe/PRP/2/nsubj ate/VBD/0/root\nHe/PRP/2/nsubj left/VBD/0/root"


def test_a_probability_is_that_of_all_answers_on_the_way_to_a_noun_phrase() -> None:
    found = written(CHAIN)
    decisions = [Decision(0, 0, probability=0.5), Decision(1, 1, probability=0.9)]

    assert links_of(found, ((0, 1, 2),), decisions).sure == {1: 0.5, 2: 0.45}
    assert links_of(found, ((0, 1, 2),), [decisions[0], Decision(1, 0, probability=0.9)]).sure == {1: 0.5, 2: 0.9}


def test_an_answer_that_was_refused_leaves_the_rest_of_its_probability() -> None:
    found = written(CHAIN)
    decisions = [Decision(0, None, probability=0.5), Decision(1, 1, probability=0.9)]

    assert links_of(found, ((0, 2), (1,)), decisions).sure == {1: 0.5, 2: pytest.approx(0.1)}


def test_a_pronoun_has_the_name_that_it_was_linked_to() -> None:
    """Bob and Tom were linked to one entity; the pronoun, whose sentence follows that of Tom, to Bob."""
    found = written(
        f"{BOB}\n{BOB.replace('Bob', 'Tom')}\nHe/PRP/2/nsubj left/VBD/0/root\nHe/PRP/2/nsubj ate/VBD/0/root"
    )
    decisions = [Decision(0, 0, probability=0.99), Decision(1, 2, probability=0.99)]
    links = links_of(found, ((0, 1, 2, 3),), decisions)
    made = rewriting(found, entities_of(found, ((0, 1, 2, 3),)), links, Manner(), [6, 8])

    assert [each.by for each in made.replacements] == ["Bob", "Bob"]


def test_a_pronoun_that_was_linked_to_a_noun_phrase_is_called_by_it() -> None:
    found = written(f"{BOB}\nA/DT/2/det man/NN/3/nsubj woke/VBD/0/root\nHe/PRP/2/nsubj left/VBD/0/root")
    links = links_of(found, ((0, 1, 2),), [Decision(0, 1, probability=0.9)])

    (made,) = rewriting(found, entities_of(found, ((0, 1, 2),)), links, Manner(), [6]).replacements
    assert made.by == "The man"


@pytest.mark.parametrize(
    "noun_phrase",
    [
        "My/PRP$/2/nmod:poss uncle/NN/5/nsubj ,/,/2/punct Bob/NNP/2/appos",
        "My/PRP$/2/nmod:poss uncle/NN/5/nsubj Bob/NNP/2/appos ,/,/2/punct",
        "A/DT/2/det man/NN/5/nsubj called/VBN/2/acl Bob/NNP/3/xcomp",
    ],
)
def test_a_noun_phrase_with_a_name_beside_it_is_called_by_the_name(noun_phrase: str) -> None:
    found = written(f"{noun_phrase} slept/VBD/0/root ././5/punct\nHe/PRP/2/nsubj left/VBD/0/root")
    noun, name, pronoun = [number for number, each in enumerate(found.mentions) if each.person != 1]
    links = Links({pronoun: 1.0}, {pronoun: found.mentions[noun].head})
    (made,) = rewriting(found, entities_of(found, ((noun, name, pronoun),)), links, Manner(), [6]).replacements

    assert made.by == "Bob"


def test_a_pronoun_that_was_linked_to_my_father_is_not_called_by_another_noun_phrase() -> None:
    found = written("""
    My/PRP$/2/nmod:poss father/NN/3/nsubj slept/VBD/0/root
    A/DT/2/det man/NN/3/nsubj woke/VBD/0/root
    He/PRP/2/nsubj left/VBD/0/root
    """)
    chain = tuple(number for number, each in enumerate(found.mentions) if each.person != 1)
    links = Links({chain[-1]: 1.0}, {chain[-1]: found.mentions[chain[0]].head})
    made = rewriting(found, entities_of(found, (chain,)), links, Manner(), [6])

    assert reasons(made) == [("He", "unnamed")]


def test_every_reason_has_words() -> None:
    assert all(REASONS.values())


def test_a_probability_beyond_one_and_an_unknown_unit_are_refused() -> None:
    with raises("no-probability"):
        Manner(1.5)
    with raises("each"):
        Manner(each="page")  # type: ignore[arg-type]
    with raises("each"):
        Manner(each=0)
