"""Word match, on two sentences that a reader sees at once, in English, French and Hungarian."""

import pytest

from anaphora.preprocess import prepare
from anaphora.resolvers.chains.word_match import WordMatch
from anaphora.workbench.document import Prepared
from tests.annotated import annotated_in, prepared


def linked(text: Prepared) -> list[list[str]]:
    """The words of chains with more than one mention."""
    words = [text.document.words_of(mention.span) for mention in text.mentions]
    return [[words[mention] for mention in chain] for chain in WordMatch().chains(text) if len(chain) > 1]


def test_an_indefinite_noun_phrase_begins_an_entity_which_definite_ones_go_on() -> None:
    text = prepared(
        "A/DT/2/det cook/NN/3/nsubj met/VBD/0/root a/DT/5/det cook/NN/3/obj\n"
        "The/DT/2/det cook/NN/3/nsubj slept/VBD/0/root"
    )

    assert linked(text) == [["a cook", "The cook"]]


def test_a_name_of_one_word_means_the_longer_name_that_has_it_and_other_names_do_not() -> None:
    text = prepared(
        "Ann/NNP/3/nsubj Lee/NNP/1/flat met/VBD/0/root Ann/NNP/3/obj Hill/NNP/4/flat\nLee/NNP/2/nsubj slept/VBD/0/root"
    )

    assert linked(text) == [["Ann Lee", "Lee"]]


def test_pronouns_stay_alone() -> None:
    assert linked(prepared("She/PRP/2/nsubj slept/VBD/0/root\nShe/PRP/2/nsubj woke/VBD/0/root")) == []


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "fr",  # a possessive is no article: his dog and the dog may be two
            (
                "Le/le/DET/ms/2/det chien//NOUN/ms/3/nsubj dort/dormir/VERB//0/root | "
                "Ce/ce/DET/ms/2/det chien//NOUN/ms/3/nsubj voit//VERB//0/root son//DET/msP/5/det chien//NOUN/ms/3/obj"
            ),
            [["Le chien", "Ce chien"]],
        ),
        (
            "no",  # the genitive of a name
            (
                "Kari/Kari/PROPN//2/nsubj sover//VERB//0/root | Karis/Kari/PROPN//2/nmod:poss hund//NOUN/ms/3/nsubj "
                "sover/sove/VERB//0/root"
            ),
            [["Kari", "Karis"]],
        ),
        (
            "hu",  # nouns show their case
            (
                "A//DET//2/det kutya//NOUN/sN/3/nsubj alszik//VERB//0/root | "
                "Anna/Anna/PROPN/sN/2/nsubj látja/lát/VERB//0/root a//DET//4/det kutyát/kutya/NOUN/sA/2/obj"
            ),
            [["A kutya", "a kutyát"]],
        ),
    ],
)
def test_each_language_has_its_articles_and_cases(language: str, text: str, expected: list[list[str]]) -> None:
    assert linked(prepare(*annotated_in(language, text))) == expected
